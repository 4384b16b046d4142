"""What a deck goes by: the name its player gave it, or its colours; and what share of an event each kind is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from deckcheck.decklist.names import fold
from deckcheck.law.games import PlayedCard, Presentation

FEWEST: Final = 8
"""Of fewer lists no shares are told: a share would be somebody's deck."""
MOST_SHARES: Final = 10
"""So many kinds are named; the others are counted together."""
MOST_CARDS: Final = 20
"""So many cards are named, lands apart."""


class Kind(NamedTuple):
    """One deck as it is counted: its player's name for it, or an empty text, its colours, its name without one."""

    title: str
    colours: tuple[str, ...]
    words: str

    @property
    def name(self) -> str:
        """What the deck goes by."""
        return self.title or self.words


def kind_of(title: str, cards: Sequence[PlayedCard], look: Presentation) -> Kind:
    """The deck of these cards under its player's name for it."""
    colours = look.deck_colours(cards)
    return Kind(title, colours, look.deck_name(cards) or look.colour_words(colours))


@dataclass(frozen=True, slots=True)
class Share:
    """Decks of one name, or lists with one card: how many, of how many lists; `copies` of a card in all of them."""

    name: str
    count: int
    of: int
    copies: int = 0

    @property
    def per_cent(self) -> int:
        """The share in whole per cent."""
        return round(100 * self.count / self.of)


@dataclass(frozen=True, slots=True)
class Shares:
    """What was played at an event, the most first; `others` kinds of deck are not named apart, `rest` lists hold one.

    `lands` stand apart from the other cards; decks have none.
    """

    of: int
    rows: tuple[Share, ...]
    others: int = 0
    rest: Share | None = None
    lands: tuple[Share, ...] = ()


def shares_of(kinds: Iterable[Kind]) -> Shares | None:
    """The shares by what decks go by, or by colours alone where no two go by the same; none of too few lists."""
    listed = list(kinds)
    if len(listed) < FEWEST:
        return None
    by_name = _named([kind.name for kind in listed])
    return by_name if by_name.rows else _named([kind.words for kind in listed])


def _named(names: Sequence[str]) -> Shares:
    """The shares by name, however it is written; those that one list alone has are among the rest."""
    of, written = len(names), dict[str, Counter[str]]()
    for name in names:
        written.setdefault(fold(name), Counter())[name] += 1
    found = [Share(ways.most_common(1)[0][0], ways.total(), of) for ways in written.values()]
    found.sort(key=lambda share: (-share.count, share.name))
    rows = [share for share in found if share.count > 1][:MOST_SHARES]
    rest = found[len(rows) :]
    left = Share("", sum(share.count for share in rest), of) if rest else None
    return Shares(of, tuple(rows), len(rest), left)


def card_shares(lists: Sequence[Sequence[PlayedCard]], look: Presentation) -> Shares | None:
    """The cards that most lists have in what they begin with, lands apart; none of too few lists."""
    if len(lists) < FEWEST:
        return None
    copies: Counter[str] = Counter()
    lands: set[str] = set()
    holders: Counter[str] = Counter()
    for cards in lists:
        played = [card for card in cards if card.section in look.played]
        holders.update({card.name for card in played})
        for card in played:
            copies[card.name] += card.count
            if look.land in card.type_words:
                lands.add(card.name)
    most = sorted(holders, key=lambda name: (-copies[name], name))
    shares = [Share(name, holders[name], len(lists), copies[name]) for name in most]
    return Shares(
        of=len(lists),
        rows=tuple([share for share in shares if share.name not in lands][:MOST_CARDS]),
        lands=tuple([share for share in shares if share.name in lands][:MOST_SHARES]),
    )
