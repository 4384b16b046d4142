"""Builds the card catalogues of the package out of the source facts in data/, and packs its formats and ban lists."""

import sys
from pathlib import Path

from deckcheck.catalogue import cards_known, has_card, open_sets
from deckcheck.catalogue.building import make_contents, pack_contents, read_facts
from deckcheck.catalogue.law_layers import PACKED_LAW, pack_law
from deckcheck.catalogue.reference import load_reference
from deckcheck.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "deckcheck" / "catalogue"


def build(game: str) -> bytes:
    """The catalogue file of a game."""
    return pack_contents(make_contents(GAMES[game], read_facts(ROOT / "data" / game)))


def pack_reviewed_law() -> bytes:
    """The file of the law; one that can't be used with these cards is refused."""
    load_reference(ROOT, open_sets, cards_known, has_card).review()
    return pack_law(ROOT)


def main() -> None:
    """Build the catalogue of each game, or of those named ("law": of none), then pack the law."""
    for game in [name for name in sys.argv[1:] if name != "law"] if sys.argv[1:] else GAMES:
        data = build(game)
        _write(CATALOGUE / f"{game}.catalogue", data)
    _write(PACKED_LAW, pack_reviewed_law())


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    print(f"{path.relative_to(ROOT)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
