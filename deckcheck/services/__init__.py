"""What people do with deckcheck, each a function over a desk."""
