"""Pages: checks."""
