"""Pages: accounts."""
