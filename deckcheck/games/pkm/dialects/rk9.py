"""RK9's lists as public standings give them: `pokemon`, `trainer`, `energy`, each card with count, name, number, set.

Sets and numbers of Trainers and Energy are the site's own and say nothing of the player's cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, cards_by_section, json_dialect
from deckcheck.decklist.json_text import JsonObject
from deckcheck.decklist.line_parser import MAIN
from deckcheck.games.pkm.written_printings import spelled_out

_SHAPE: Final = CardShape(("count",), ("name",), ("set",), ("number",))
_SECTIONS: Final = dict.fromkeys(("pokemon", "trainer", "energy"), MAIN)
_NO_SET: Final = "misc"
"""The set of basic Energy, with the type as its number."""


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    for card in cards_by_section(at(root, "decklist") or root, _SECTIONS, _SHAPE):
        name = spelled_out(card.name) if isinstance(card.name, str) else card.name
        if card.set_code == _NO_SET:
            yield card._replace(name=name, set_code="", collector="")
        else:
            yield card._replace(name=name, collector=str(card.collector or ""))


RK9 = json_dialect("rk9", "RK9 standings", ("pokemon", "trainer", "energy", "count"), _cards, named=())
