"""Printed sheets as values: what stands on them, and how a list flows over columns and pages. Nothing draws here."""
