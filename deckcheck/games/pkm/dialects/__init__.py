"""Dialects of Pokémon lists, one a file."""
