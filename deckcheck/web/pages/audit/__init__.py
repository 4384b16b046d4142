"""Pages: audit."""
