"""Lists and cards as plain values: lines, dialects, names, cards, decks. Pure."""
