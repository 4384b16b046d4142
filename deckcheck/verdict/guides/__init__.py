"""Which sections of the penalty guides may apply to what was found, as of a day; people decide penalties."""
