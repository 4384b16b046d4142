"""Pages: printing."""
