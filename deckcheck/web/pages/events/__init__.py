"""Pages: events."""
