"""Pages: pools."""
