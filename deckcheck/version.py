"""The version of Deckcheck, which every module may know without importing what programs use."""

__version__ = "0.1.0"
