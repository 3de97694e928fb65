"""Files to documents: ordered blocks with exact positions."""
