"""Accounts of the staff, roles and tokens, and the links by which players come in."""
