"""Registered pools of Limited events (MTR 7.5): who counts whose, what was handed over, what its owner says to it."""
