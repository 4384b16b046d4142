"""Dialects of Magic lists, one a file."""
