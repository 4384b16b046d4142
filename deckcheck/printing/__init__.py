"""Paper: what printed sheets say, and when they may be printed."""
