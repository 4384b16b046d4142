"""Pages for people, by domain."""
