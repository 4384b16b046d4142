"""What a registered pool means for a player's list: the law of the format with what was opened, and the rest.

What the list has nowhere else is sideboard, written down or not (MTR 7.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind
from deckcheck.law.legality import MateCard, Opened
from deckcheck.law.presented_deck import Sections
from deckcheck.law.rulebooks import Rulebook, digest_of
from deckcheck.law.rules.seat_chosen import Params as SeatParams
from deckcheck.verdict.layout import Listed

PoolRows = tuple[tuple[int, str], ...]
"""Copies and catalogue names of a pool."""
Beside = tuple[tuple[str, int, str], ...]
"""Section, copies and catalogue name of what the lists of team-mates hold."""

Unopened = tuple[tuple[str, bool, str], ...]
"""Cards of a pool that no booster of its sets holds: name, whether that is known, and the names of the sets."""

Mates = tuple[tuple[str, str, int, str], ...]
"""Whose, section, copies and catalogue name of what the lists of team-mates hold who have decks of their own."""

FROM_POOL: Final = "from-pool"
SEAT_CHOSEN: Final = "seat-chosen"


def hold_to_pool(
    book: Rulebook, rows: PoolRows, beside: Beside | None, cards: CardIndex, unopened: Unopened = ()
) -> Rulebook:
    """The rulebook for a list that is held to a registered pool; the very same one where its format knows none.

    `beside` is what the lists of team-mates hold of the pool, None where it is the player's own. Another pool, or other
    lists beside it, make another digest: a verdict that rests on them is one of its own.
    """
    bound = next((b for b in book.clauses if b.rule.id == FROM_POOL), None)
    if bound is None:
        return book
    shared: tuple[str, ...] = bound.params.shared_sections
    opened = replace(_opened(rows, beside, shared, cards), foreign=_foreign(unopened, cards))
    content = (book.digest, sorted(_counted(rows).items()), _content(beside))
    digest = digest_of(*content, *([repr(sorted(unopened))] if unopened else []))
    return replace(book, legality=book.legality.holding_to(opened), digest=digest)


def hold_to_drafted(book: Rulebook, codes: Collection[str]) -> Rulebook:
    """The rulebook where boosters of these sets were opened; the same one where they change nothing."""
    if not codes or not any(getattr(bound.params, "granted", ()) for bound in book.clauses):
        return book
    drafted = book.legality.holding_to(drafted=frozenset(codes))
    return replace(book, legality=drafted, digest=digest_of(book.digest, "drafted", *sorted(set(codes))))


def hold_to_mates(book: Rulebook, rows: Mates, cards: CardIndex) -> Rulebook:
    """The rulebook for a list that stands beside those of team-mates: with other lists beside it, it is another law."""
    found = ((who, section, count, _card(name, cards)) for who, section, count, name in rows)
    mates = tuple(MateCard(who, section, count, card) for who, section, count, card in found if card is not None)
    return replace(book, legality=book.legality.holding_to(mates=mates), digest=digest_of(book.digest, sorted(rows)))


def hold_to_no_seat(book: Rulebook, titles: Sequence[str], kept: Collection[str]) -> Rulebook:
    """The rulebook of a list whose player has no seat yet: what is asked of every list, and which seat they play.

    `titles` are the formats of the seats, `kept` the names of the clauses that are asked of every list.
    """
    seats = tuple(f"{seat}: {title}" for seat, title in zip(ascii_uppercase, titles, strict=False))
    asked = (replace(b, params=SeatParams(seats)) if b.rule.id == SEAT_CHOSEN else b for b in book.clauses)
    clauses = tuple(b for b in asked if b.clause.name in kept or b.rule.id == SEAT_CHOSEN)
    digest = digest_of(book.digest, *seats)
    return replace(book, title=" / ".join(titles), clauses=clauses, digest=digest, warned=(), aged=None)


def _opened(rows: PoolRows, beside: Beside | None, shared: tuple[str, ...], cards: CardIndex) -> Opened:
    pool: Counter[Card] = Counter()
    unknown = 0
    for count, name in rows:
        card = _card(name, cards)
        if card is None:
            unknown += count
        else:
            pool[card] += count
    elsewhere: Counter[Card] = Counter()
    for section, count, name in beside or ():
        card = _card(name, cards) if section not in shared else None
        if card is not None:
            elsewhere[card] += count
    return Opened(dict(pool), unknown, dict(elsewhere), _rest(pool, elsewhere, beside, shared))


def _foreign(unopened: Unopened, cards: CardIndex) -> Mapping[Card, tuple[bool, str]]:
    found = ((_card(name, cards), known, sets) for name, known, sets in unopened)
    return {card: (known, sets) for card, known, sets in found if card is not None}


def _rest(
    pool: Counter[Card], elsewhere: Counter[Card], beside: Beside | None, shared: tuple[str, ...]
) -> Mapping[Card, int]:
    """What may lie in the sideboard though no list says so.

    Of a player's own pool that is all of it (MTR 7.1). Of a team's it is what no deck of the team holds, where the
    sideboard is shared (MTR 9.6); else nothing, since each card is on one player's list (MTR 8.6).
    """
    if beside is None or shared:
        return dict(pool - elsewhere)
    return {}


def _card(name: str, cards: CardIndex) -> Card | None:
    """The card with this name, also where the catalogue calls it otherwise by now."""
    known = cards.card(name)
    if known is not None:
        return known
    found = cards.find(name).cards
    return found[0] if len(found) == 1 else None


def _counted(rows: Iterable[tuple[int, str]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for count, name in rows:
        counts[name] += count
    return counts


def _content(beside: Beside | None) -> str:
    if beside is None:
        return "own"
    counts: Counter[tuple[str, str]] = Counter()
    for section, count, name in beside:
        counts[section, name] += count
    return repr(sorted(counts.items()))


def with_rest_of_pool(
    registered: Deck, presented: Deck, sections: Sections, opened: Opened | None = None, *, as_registered: bool
) -> tuple[Deck, Deck]:
    """Both decks with the rest of the registered pool in their sideboards; unchanged where there is none.

    `opened` is a pool that was registered apart from the list, and counts instead of the one that the list names. The
    rest need not be laid out: what of it is not on the table lies in the sideboard still. So does, from game 2, what
    left the deck where neither the list nor the table has a sideboard written down; and all that is not on the table
    where decks change between matches.
    """
    pool: Mapping[Card, int] = {}
    if sections.pool_section:
        pool = opened.rest if opened else registered.copies((sections.pool_section,))
    if not pool and not sections.continuous:
        return registered, presented
    side = sections.side_section
    everywhere = (*sections.deck_sections, side, *sections.other_sections)
    listed, laid = registered.copies(everywhere), presented.copies(everywhere)
    rest = {card: count - listed.get(card, 0) for card, count in pool.items() if count > listed.get(card, 0)}
    unwritten = not (as_registered or registered.size(side) or presented.size(side))
    may_lie_aside = dict(rest)
    if unwritten or sections.continuous:
        unlaid = (*sections.deck_sections, side) if sections.continuous else sections.deck_sections
        for card, count in registered.copies(unlaid).items():
            if card.name not in sections.free_cards:  # A basic land that left went back to the box.
                may_lie_aside[card] = may_lie_aside.get(card, 0) + count
    aside: dict[Card, int] = {}
    for card, most in may_lie_aside.items():
        gone = listed.get(card, 0) + rest.get(card, 0) - laid.get(card, 0)
        if gone > 0:
            aside[card] = min(gone, most)
    return _with(registered, side, rest), _with(presented, side, aside)


def _with(deck: Deck, section: str, cards: Mapping[Card, int]) -> Deck:
    """The deck with more cards in a section, which stand on no line."""
    if not cards:
        return deck
    more = (Entry(Line(0, "", LineKind.CARD, section, n, c.name), section, n, c) for c, n in cards.items())
    return Deck((*deck.entries, *more), deck.notes, deck.unread)


def with_opened(listed: Iterable[Listed], opened: Opened | None) -> tuple[Listed, ...]:
    """The cards of a list with what was opened as their pool, where a pool was registered apart from the list."""
    if opened is None:
        return tuple(listed)
    kept = (row for row in listed if row.section != "pool")
    return (*kept, *(Listed("pool", count, card.name, card) for card, count in opened.rest.items()))


def pool_as_it_lies(listed: Iterable[Listed]) -> tuple[Listed, ...]:
    """The cards as they are there to be counted: each card of the pool once, those beyond the list in the sideboard."""
    rows = tuple(listed)
    placed = Counter[tuple[str, bool]]()
    for row in rows:
        placed[row.name, row.waiting] += row.count if row.section != "pool" else 0
    found: list[Listed] = []
    for row in rows:
        if row.section == "pool":
            already = min(row.count, placed[row.name, row.waiting])
            placed[row.name, row.waiting] -= already
            row = replace(row, section="sideboard", count=row.count - already)
        if row.count:
            found.append(row)
    return tuple(found)
