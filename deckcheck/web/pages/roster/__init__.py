"""Pages: roster."""
