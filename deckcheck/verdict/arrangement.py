"""A deck laid out as its format counts it: who leads, where a companion stands, what lies in a deck of its own."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import combinations
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.decks import Deck, Entry, LineKind, Note, ParsedList
from deckcheck.law.games import Game
from deckcheck.law.rulebooks import Rulebook

MOST_LEADERS: Final = 3
"""A side of one to three cards is commander, partner and companion, as Magic Online writes them."""


def arrange(deck: Deck, parsed: ParsedList, book: Rulebook, cards: CardIndex) -> Deck:
    """The deck in the sections of its format, with a note for every card that stands elsewhere than it was written."""
    entries, notes = list(deck.entries), list(deck.notes)
    if book.twins:
        _read_in_force(entries, notes, book.twins, cards)
    _send_home(entries, book.game.homes, {"main", "sideboard"})
    if book.game.headless and not _names_its_decks(parsed, book.game):
        _send_home(entries, book.game.headless, {"main"})
    if book.leaders:
        _name_leaders(entries, notes, book)
        _send_home(entries, book.beside_leaders, {"commander"})
    _merge_lines(entries, notes)
    if len(notes) == len(deck.notes) and entries == list(deck.entries):
        return deck
    return Deck(entries, notes, deck.unread)


def without_doubles(deck: Deck, book: Rulebook) -> Deck:
    """The deck with each companion once: a card in both companion and sideboard is one card.

    Where the format knows no companion, what stands under that heading is an ordinary sideboard card.
    """
    if not deck.size("companion"):
        return deck
    companions = [e for e in deck.entries if e.section == "companion"]
    if not book.companion:
        return Deck(e._replace(section="sideboard") if e.section == "companion" else e for e in deck.entries)
    spare: dict[Card | str, int] = {}
    for entry in companions:
        key = entry.card or entry.line.name
        spare[key] = spare.get(key, 0) + entry.count
    kept: list[Entry] = []
    for entry in deck.entries:
        key = entry.card or entry.line.name
        double = min(entry.count, spare.get(key, 0)) if entry.section == "sideboard" else 0
        if double:
            spare[key] -= double
        if double < entry.count:
            kept.append(entry._replace(count=entry.count - double) if double else entry)
    return Deck(kept, deck.notes, deck.unread)


def _read_in_force(entries: list[Entry], notes: list[Note], twins: Mapping[str, str], cards: CardIndex) -> None:
    for place, entry in enumerate(entries):
        name = twins.get(entry.card.name) if entry.card else None
        twin = cards.card(name) if name else None
        if entry.card is not None and twin is not None:
            entries[place] = entry._replace(card=twin)
            notes.append(Note(entry.line.number, "alias", entry.line.name, twin.name))


def _names_its_decks(parsed: ParsedList, game: Game) -> bool:
    """Whether the list says itself which cards are in which deck; a sideboard set apart does not say it."""
    homes = set(game.headless.values())
    return any(
        line.section in homes or (line.kind is LineKind.HEADING and line.section not in {"", "sideboard"})
        for line in parsed.lines
    )


def _send_home(entries: list[Entry], homes: Mapping[str, str], away: Set[str]) -> None:
    """Put the cards that have one of the traits into its section, if they stand in one of those away from it."""
    having = [(p, e, e[3].traits) for p, e in enumerate(entries) if e[3] and not e[3].traits.isdisjoint(homes)]
    for place, entry, traits in having:
        section = next(home for trait, home in homes.items() if trait in traits)
        if entry.section in away and entry.section != section:
            entries[place] = entry._replace(section=section)


def _name_leaders(entries: list[Entry], notes: list[Note], book: Rulebook) -> None:
    """Make the side of a list that names no commander its commander, partner and companion."""
    if any(e.section == "commander" for e in entries):
        return
    apart = [place for place, e in enumerate(entries) if e.section == "sideboard"]
    size = sum(entries[place].count for place in apart)
    if not 1 <= size <= MOST_LEADERS or any(e.section == "companion" for e in entries):
        return
    companion = _companion_among([entries[p] for p in apart], entries, book)
    for place in apart:
        entry = entries[place]
        section = "companion" if entry is companion else "commander"
        entries[place] = entry._replace(section=section)
        notes.append(Note(entry.line.number, section, entry.line.text.strip(), entry.card.name if entry.card else ""))


def _companion_among(apart: list[Entry], entries: list[Entry], book: Rulebook) -> Entry | None:
    """The companion among cards set apart: one card more than the deck needs, inside the colours of the others."""
    needed = next((getattr(b.params, "exactly", None) for b in book.clauses if b.clause.name == "main-exact"), None)
    inside = sum(e.count for e in entries if e.section in {"main", "sideboard"})
    if not book.companion or len(apart) == 1 or (needed is not None and inside <= needed):
        return None
    able = [e for e in apart if e.card is not None and e.card.has("companion")]
    for others in combinations(apart, len(apart) - 1):
        colours = {colour for e in others if e.card for colour in e.card.values("identity")}
        left = next(e for e in apart if e not in others)
        if left in able and left.card is not None and colours.issuperset(left.card.values("identity")):
            return left
    return able[0] if able else None


def _merge_lines(entries: list[Entry], notes: list[Note]) -> None:
    """Note each line whose card stands in an earlier line of its section: the two are counted together."""
    if len({(card, section) for _, section, _, card, _, _ in entries}) == len(entries):
        return
    first: dict[tuple[Card, str], Entry] = {}
    for entry in entries:
        if entry.card is None:
            continue
        before = first.setdefault((entry.card, entry.section), entry)
        if before is not entry:
            notes.append(Note(entry.line.number, "merged", entry.line.name, entry.card.name))
