"""Pages: publication."""
