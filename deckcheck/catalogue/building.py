"""Makes a game's catalogue of the facts of its cards."""

from __future__ import annotations

import json
import lzma
from datetime import date
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue.packed import pack, pack_cards
from deckcheck.law.card_facts import CardFacts, Contents
from deckcheck.law.games import Game

_OWN_PLACES = frozenset(("sets", "known"))
FOREIGN: Final = "foreign-names"
"""The table of names in other languages."""


def read_facts(folder: Path) -> CardFacts:
    """The facts that a folder of `data/` holds."""
    others = {path.stem: _read(path) for path in sorted(folder.glob("*.json")) if path.stem not in _OWN_PLACES}
    cards = [json.loads(line) for line in (folder / "cards.jsonl").read_text("utf-8").splitlines()]
    packed = folder / f"{FOREIGN}.jsonl.xz"
    if packed.is_file():
        records = map(json.loads, lzma.decompress(packed.read_bytes()).decode().splitlines())
        others[FOREIGN] = {record["name"]: record["names"] for record in records}
    known_to = date.fromisoformat(_read(folder / "known.json")["to"])
    return CardFacts(cards, _read(folder / "sets.json"), known_to, others)


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def make_contents(game: Game, facts: CardFacts) -> Contents:
    """What the game's catalogue holds by these facts."""
    if game.contents is None:
        raise LookupError(f"The catalogue of {game.title} is not made of facts.")
    return game.contents(facts)


def pack_contents(contents: Contents) -> bytes:
    """The catalogue's file."""
    return pack(pack_cards(contents))
