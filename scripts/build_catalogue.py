"""Builds the card catalogues of the package out of the source facts in data/, as scripts/catalogues reads them."""

import importlib
import pkgutil
import sys
from pathlib import Path

from deckcheck.catalogue.packed import pack_cards
from deckcheck.catalogue.packing import pack
from scripts import catalogues
from scripts.catalogues.facts import Source

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "deckcheck" / "catalogue"

GAMES = sorted(info.name for info in pkgutil.iter_modules(catalogues.__path__) if info.name != "facts")
"""The games whose facts can be read."""


def build(game: str) -> bytes:
    """The catalogue file of a game."""
    source: Source = importlib.import_module(f"scripts.catalogues.{game}").read()
    return pack(pack_cards(*source))


def main() -> None:
    """Build the catalogue of each game, or of those named."""
    for game in sys.argv[1:] or GAMES:
        data = build(game)
        path = CATALOGUE / f"{game}.catalogue"
        path.write_bytes(data)
        print(f"{path.relative_to(ROOT)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
