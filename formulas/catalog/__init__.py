"""The formulas, one file a topic; a file here is found by its name."""
