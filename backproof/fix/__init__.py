"""Put notes right: apply the suggestions of an audit, and nothing else, to the bytes of their formulas."""
