"""Deckcheck says whether a deck list is legal for an event on the day it is played."""

__version__ = "0.1.0"
