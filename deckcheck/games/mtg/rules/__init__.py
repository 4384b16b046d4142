"""Rules that only Magic has, one a file."""
