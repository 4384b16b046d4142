"""Pages: check."""
