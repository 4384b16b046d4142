"""Formats, clauses, rules and ban lists as of a day. Pure."""
