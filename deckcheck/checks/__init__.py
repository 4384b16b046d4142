"""Deck checks: whom to check, one check from its beginning to its record, and what was checked so far."""
