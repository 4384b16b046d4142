"""The games deckcheck knows: each a package of sections, traits, dialects and rules of its own."""
