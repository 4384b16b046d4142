"""A rulebook for the list of one player whose pool is registered: the law of the format, and what was opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.law.legality import Opened
from deckcheck.law.rulebooks import Rulebook, digest_of

PoolRows = tuple[tuple[int, str], ...]
"""Copies and catalogue names of a pool."""
Beside = tuple[tuple[str, int, str], ...]
"""Section, copies and catalogue name of what the lists of team-mates hold."""

Unopened = tuple[tuple[str, bool, str], ...]
"""Cards of a pool that no booster of its sets holds: name, whether that is known, and the names of the sets."""

FROM_POOL: Final = "from-pool"


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
