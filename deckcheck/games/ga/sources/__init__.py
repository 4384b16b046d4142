"""Where the facts of Grand Archive's cards come from."""
