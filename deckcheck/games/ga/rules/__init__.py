"""Rules that only Grand Archive has, one a file."""
