"""Lists any game may use, one dialect a file."""
