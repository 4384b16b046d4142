"""Player lists, standings and pairings of other programs: bytes, text or rows in, one roster out."""
