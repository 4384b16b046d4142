"""Lists that tests change: rows by section under the terms they are judged by, written out as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.law.legality import Day, Platform
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.list_checks import Terms
from tests.verdicts import the_desk

HEADINGS: Final = {
    "commander": "Commander",
    "companion": "Companion",
    "signature_spell": "Signature Spell",
    "material": "# Material Deck",
    "main": "Deck",
    "attractions": "Attractions",
    "stickers": "Sticker sheets",
    "sideboard": "Sideboard",
    "boons": "# Boons",
    "pool": "Pool",
}
"""How each section is headed, in the order in which lists have them."""
GA_HEADINGS: Final = {**HEADINGS, "main": "# Main Deck", "sideboard": "# Sideboard"}
BASICS: Final = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest", "": "Wastes"}

Rows = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Sheet:
    """A list as rows and the terms it is judged by. Changes give a new sheet."""

    id: str
    terms: Terms
    rows: Rows

    @property
    def game(self) -> str:
        return the_desk().reference.formats[self.terms.format].game

    @property
    def cards(self) -> CardIndex:
        return the_desk().index(self.game)

    @property
    def book(self) -> Rulebook:
        """The law that the sheet is judged by."""
        day = Day(self.terms.on, Platform(self.terms.platform or "paper"))  # type: ignore[arg-type]
        return the_desk().reference.rulebook(self.terms.format, day, self.terms.match)

    def size(self, section: str) -> int:
        return sum(self.rows.get(section, {}).values())

    def copies(self, name: str) -> int:
        """Copies of a card over all sections."""
        return sum(rows.get(name, 0) for rows in self.rows.values())

    def names(self, *sections: str) -> list[str]:
        """The names in these sections (all if none is named), each once."""
        wanted = sections or tuple(self.rows)
        return list(dict.fromkeys(name for s in wanted for name in self.rows.get(s, {})))

    def card(self, name: str) -> Card:
        found = self.cards.find(name).cards
        assert len(found) == 1, name
        return found[0]

    def plus(self, section: str, name: str, count: int = 1) -> Sheet:
        """The sheet with so many more copies of a card in a section (fewer where `count` is negative)."""
        rows = {s: dict(r) for s, r in self.rows.items()}
        here = rows.setdefault(section, {})
        here[name] = here.get(name, 0) + count
        assert here[name] >= 0, name
        if not here[name]:
            del here[name]
        return Sheet(self.id, self.terms, {s: r for s, r in rows.items() if r})

    def without(self, section: str) -> Sheet:
        """The sheet without a section."""
        return Sheet(self.id, self.terms, {s: r for s, r in self.rows.items() if s != section})

    def text(self) -> str:
        """The list as typed, each section under its heading."""
        headings = GA_HEADINGS if self.game == "ga" else HEADINGS
        parts = [
            "\n".join([headings[section], *(f"{count} {name}" for name, count in self.rows[section].items())])
            for section in headings
            if self.rows.get(section)
        ]
        return "\n\n".join(parts) + "\n"

    def record(self) -> dict[str, Any]:
        """The list as a record of a batch."""
        rows = {
            "side" if section == "sideboard" else section: [[count, name] for name, count in here.items()]
            for section, here in self.rows.items()
        }
        terms = {"format": self.terms.format, "match": self.terms.match, "platform": self.terms.platform}
        sets = {"sets": list(self.terms.sets)} if self.terms.sets else {}
        return {"id": self.id, "date": str(self.terms.on), **terms, **sets, **rows}


def rows_of_record(record: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The rows of a batch record by section; rows of one name are added up."""
    rows: dict[str, dict[str, int]] = {}
    for key, section in (("material", "material"), ("main", "main"), ("side", "sideboard")):
        for count, name in record.get(key, ()):
            here = rows.setdefault(section, {})
            here[name] = here.get(name, 0) + count
    return rows
