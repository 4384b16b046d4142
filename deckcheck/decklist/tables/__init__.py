"""Lists in rows and columns: which column says what, and what a row says."""
