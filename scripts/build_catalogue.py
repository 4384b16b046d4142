"""Builds the card catalogues of the package out of the source facts in data/."""

import sys
from pathlib import Path

from deckcheck.catalogue.building import make_contents, pack_contents, read_facts
from deckcheck.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "deckcheck" / "catalogue"


def build(game: str) -> bytes:
    """The catalogue file of a game."""
    return pack_contents(make_contents(GAMES[game], read_facts(ROOT / "data" / game)))


def main() -> None:
    """Build the catalogue of each game, or of those named."""
    for game in sys.argv[1:] or GAMES:
        data = build(game)
        path = CATALOGUE / f"{game}.catalogue"
        path.write_bytes(data)
        print(f"{path.relative_to(ROOT)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
