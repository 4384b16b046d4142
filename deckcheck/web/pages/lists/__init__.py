"""Pages: lists."""
