"""Pokémon TCG Live: "Pokémon: 12", "4 Charizard ex OBF 125", "Total Cards: 60"."""

from __future__ import annotations

from typing import Final

from deckcheck.app.safe_text import one_line
from deckcheck.decklist import lazy
from deckcheck.publication.exports.rows import sections_of, size_of
from deckcheck.publication.exports.shape import ListForm
from deckcheck.publication.exports.texts import blocks
from deckcheck.verdict.published_lists import PublishedCard, PublishedList

_HEADINGS: Final = ("Pokémon", "Trainer", "Energy")
_PRINTED: Final = lazy.regex(r"(.+) \(([A-Z0-9-]+ \S+)\)")
"""How a card is called that shares its name with others: by its first printing."""


def _write(listed: PublishedList) -> str:
    """What no card was found for stands with the first."""
    rows = sections_of(listed).get("main", ())
    groups: dict[str, list[PublishedCard]] = {heading: [] for heading in _HEADINGS}
    for row in rows:
        groups[next((h for h in _HEADINGS if h in row.type_words), _HEADINGS[0])].append(row)
    parts = [
        "\n".join((f"{heading}: {size_of(of)}", *(f"{row.count} {_card(row)}" for row in of)))
        for heading, of in groups.items()
        if of
    ]
    return blocks((*parts, f"Total Cards: {size_of(rows)}"))


def _card(row: PublishedCard) -> str:
    name = one_line(row.name)
    printed = _PRINTED.fullmatch(name)
    return f"{printed[1]} {printed[2]}" if printed else name


PTCG_LIVE = ListForm("ptcg-live", "Pokémon TCG Live", _write)
