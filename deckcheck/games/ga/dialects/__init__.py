"""Dialects of Grand Archive lists, one a file."""
