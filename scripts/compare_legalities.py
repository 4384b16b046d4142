"""Compares the law computed for every Magic card with an independent list of what is plainly legal.

Usage: scripts/compare_legalities.py FILE [--names N]. FILE (.json or .json.gz) holds `as_of`, `formats` and `cards`:
card name to places in `formats`. Banned and restricted cards are absent there: so they are not plainly legal here.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from deckcheck.catalogue import cards_known, open_index, open_sets
from deckcheck.catalogue.reference import Reference, find_root, load_reference
from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind
from deckcheck.law.legality import Day
from deckcheck.law.rulebooks import Rulebook

COLUMNS = {
    "standard": "STANDARD",
    "pioneer": "PIONEER",
    "modern": "MODERN",
    "legacy": "LEGACY",
    "vintage": "VINTAGE",
    "pauper": "PAUPER",
    "premodern": "PREMODERN",
    "commander": "COMMANDER",
    "duel-commander": "DUEL",
    "oathbreaker": "OATHBREAKER",
    "historic": "HISTORIC",
    "timeless": "TIMELESS",
    "alchemy": "ALCHEMY",
    "brawl": "BRAWL",
    "standard-brawl": "STANDARDBRAWL",
}
STALE = timedelta(days=90)
"""An announcement younger than this at the list's day may not have reached it."""


class Judged(NamedTuple):
    """One card in one format as computed: whether it is plainly legal, and the reason if not."""

    legal: bool
    why: str


def judge(book: Rulebook, cards: list[Card]) -> dict[str, Judged]:
    """What the format's own clauses say of each card, asked of one deck that holds every card once."""
    deck = Deck(
        Entry(Line(number, card.name, LineKind.CARD, "main", 1, card.name), "main", 1, card)
        for number, card in enumerate(cards, 1)
    )
    found = {c.name: Judged(False, s.word) for c in cards if (s := book.legality.status(c)).word != "legal"}
    for bound in book.clauses:
        if bound.rule.id in {"card-pool", "tournament-card"}:
            for finding in bound.rule.check(deck, book.legality, bound.params):
                if finding.severity == "error":
                    found.setdefault(finding.cards[0].name, Judged(False, finding.message))
    return {card.name: found.get(card.name, Judged(True, "")) for card in cards}


def kind_of(card: Card, mine: Judged, book: Rulebook, reference: Reference, day: date) -> str:
    """The kind of a difference, by the facts of the card and the dates of the law."""
    fresh = (day - STALE).isoformat()
    banlist = str(reference.format(book.format).setting_on("banlist"))
    history = reference.announcements("mtg", banlist)
    sets = open_sets("mtg")
    if any(card.name in a.statuses and a.effective > day - STALE for a in history):
        return "status changed in the 90 days before: the list has the old one"
    if mine.legal and book.twins.get(card.name, "").startswith("A-"):
        return "paper card read as the rebalanced version in force"
    if mine.legal and any(p.set_code in sets and sets[p.set_code].release > fresh for p in card.printings):
        return "in a set younger than 90 days, which the list has not taken in"
    return f"{'only here' if mine.legal else 'only there'}: {mine.why or 'legal'}"


def differences(
    book: Rulebook, theirs: dict[str, bool], cards: list[Card], reference: Reference, day: date
) -> Iterator[tuple[str, str]]:
    """Each difference as its kind and the card's name."""
    mine = judge(book, cards)
    for card in cards:
        if mine[card.name].legal != theirs[card.name]:
            yield kind_of(card, mine[card.name], book, reference, day), card.name


def main() -> None:
    """Print agreement by format, then the kinds of difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--names", type=int, default=12, help="names to print of each kind")
    args = parser.parse_args()
    data = read(args.file)
    day = date.fromisoformat(data["as_of"])
    reference = load_reference(find_root(), open_sets, cards_known)
    index = open_index("mtg")
    cards = [card for card in index.cards() if card.name in data["cards"]]
    print(f"{len(data['cards'])} names there, {len(cards)} of them in the catalogue; the law of {day}")
    for format_id, column in COLUMNS.items():
        fmt = reference.format(format_id)
        book = reference.rulebook(format_id, Day(day, reference.platform(fmt)))
        place = data["formats"].index(column)
        theirs = {name: place in places for name, places in data["cards"].items()}
        kinds: dict[str, list[str]] = defaultdict(list)
        for kind, name in differences(book, theirs, cards, reference, day):
            kinds[kind].append(name)
        wrong = sum(map(len, kinds.values()))
        print(f"{fmt.title:16} {len(cards) - wrong:6} of {len(cards)} agree, {wrong:4} differ")
        for kind, names in sorted(kinds.items(), key=lambda item: -len(item[1])):
            shown = "; ".join(names[: args.names])
            print(f"    {len(names):4} {kind}" + (f": {shown}" if shown else ""))


def read(path: Path) -> dict[str, Any]:
    """The list, unpacked if need be."""
    raw = path.read_bytes()
    data: dict[str, Any] = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    return data


if __name__ == "__main__":
    main()
