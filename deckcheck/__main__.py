"""`python -m deckcheck` is the command `deckcheck`."""

from deckcheck.cli import main

if __name__ == "__main__":
    main()
