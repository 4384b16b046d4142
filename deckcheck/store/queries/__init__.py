"""Queries in domain words: each takes a session and returns models or plain values; none commits."""
