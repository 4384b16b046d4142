"""The lists that are open to whoever asks, as they are shown: from the rows as stored, each asked of `may`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from deckcheck.app.permissions import Permission, Right
from deckcheck.app.safe_text import one_line
from deckcheck.app.session import EventSession
from deckcheck.app.shown_names import ShownName, name_shown, tells_name
from deckcheck.app.states import in_force
from deckcheck.decklist.cards import CardIndex
from deckcheck.law.games import Game
from deckcheck.store.models import DeckList, Entry, Stage
from deckcheck.store.queries import entries, lists, published
from deckcheck.store.queries.published import Brief
from deckcheck.store.states import EntryState
from deckcheck.translations import language
from deckcheck.verdict import deck_words
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.deck_words import Kind
from deckcheck.verdict.published_lists import PublishedCard, WaitingLine, cards_of_canonical

BY_STAFF: Final = frozenset({"late", "correction"})
"""Lists of these origins can come in when others are open already."""


@dataclass(frozen=True, slots=True)
class Held:
    """A list in force that is open to whoever asks: whose it is, and the key of what was sent."""

    entry: Entry
    row: DeckList
    name: ShownName
    sent: str


def held_in(work: EventSession, stage: Stage) -> list[Held]:
    """The lists of a stage that are open to whoever asks for all of it, by number; none if they are not.

    Where the answer for all is written into the audit, it stands for each of them; where it is not, no list comes in
    that would have to be.
    """
    wide = work.may(Right.SEE_LIST, stage)
    return [] if not wide.allowed else _held(work, stage, wide)


def _held(work: EventSession, stage: Stage, wide: Permission) -> list[Held]:
    source = work.rows.source(stage)
    rows = lists.lists_in(work.session, source.uid)
    found = []
    for entry in entries.entries_of(work.session, work.event.uid):
        row = rows.get(entry.uid)
        sent = in_force(source.state, row.accepted, row.current) if row else None
        if row is None or sent is None or not _is_open(work, stage, entry, wide):
            continue
        name = name_shown(work, stage, entry)
        found.append(Held(entry, row, name, sent))
    return found


def _is_open(work: EventSession, stage: Stage, entry: Entry, wide: Permission) -> bool:
    if entry.state == EntryState.MERGED or not work.rows.is_member(stage, entry.uid):
        return False
    single = work.may(Right.SEE_LIST, stage, entry)
    return single.allowed and (wide.log or not single.log)


def sent_of(work: EventSession, stage: Stage, entry: Entry) -> str | None:
    """The key of the list in force of an entry, for a stage that it is in; whether it may be seen is not asked."""
    if entry.state == EntryState.MERGED or not work.rows.is_member(stage, entry.uid):
        return None
    source = work.rows.source(stage)
    row = lists.list_of(work.session, source.uid, entry.uid)
    return in_force(source.state, row.accepted, row.current) if row else None


def held_one(work: EventSession, stage: Stage, entry: Entry) -> Held | None:
    """The list in force of one entry, with its name for whoever asks; whether they may see it was asked before."""
    sent = sent_of(work, stage, entry)
    row = lists.list_of(work.session, work.rows.source(stage).uid, entry.uid)
    name = name_shown(work, stage, entry)
    return Held(entry, row, name, sent) if row and sent else None


def count_of(work: EventSession, stage: Stage) -> int | None:
    """How many lists of a stage are in force, of those that whoever asks may know of; none if that is not open."""
    if not work.may(Right.COUNT_LISTS, stage).allowed:
        return None
    source = work.rows.source(stage)
    rows = lists.lists_in(work.session, source.uid)
    held = {uid for uid, row in rows.items() if in_force(source.state, row.accepted, row.current)}
    shown = (e for e in entries.entries_of(work.session, work.event.uid) if e.uid in held)
    return sum(_counts(work, stage, entry) for entry in shown)


def _counts(work: EventSession, stage: Stage, entry: Entry) -> bool:
    inside = entry.state not in {EntryState.MERGED, EntryState.WITHDRAWN} and work.rows.is_member(stage, entry.uid)
    return inside and work.may(Right.SEE_LIST_STATE, stage, entry).allowed


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """What a list holds, and what it goes by: its player's name for it, or its colours."""

    cards: tuple[PublishedCard, ...]
    waiting: tuple[WaitingLine, ...]
    kind: Kind

    def size_of(self, *sections: str) -> int:
        """How many cards some sections hold, those that wait for a person among them."""
        known = sum(card.count for card in self.cards if card.section in sections)
        return known + sum(line.count for line in self.waiting if line.section in sections)


def deck_of(work: EventSession, brief: Brief, name: ShownName) -> ShownDeck:
    """The deck of a list as stored; a title with the player's name in it is left out where that is not shown."""
    look, index = work.game.presentation, work.app.index(work.event.game)
    cards, waiting = cards_of_canonical(read_canonical(brief.canonical), index, look)
    return ShownDeck(cards, waiting, deck_words.kind_of(title_of(brief.title, name), cards, look))


def title_of(written: str, name: ShownName) -> str:
    """A deck's title as its player wrote it; empty if it tells a name that is not to be shown."""
    title = one_line(written)
    return title if name.full or not tells_name(title, name) else ""


def kind_of(work: EventSession, brief: Brief, name: ShownName) -> Kind:
    """The deck as it is counted, without what only a page of its own shows."""
    return _kind(brief.canonical, work.game, work.app.index, language())._replace(title=title_of(brief.title, name))


@lru_cache(maxsize=4096)
def _kind(canonical: str, game: Game, index: Callable[[str], CardIndex], _said_in: str) -> Kind:
    # What is stored never changes, and an event of 3,000 lists takes over a second without this.
    cards, _ = cards_of_canonical(read_canonical(canonical), index(game.id), game.presentation)
    return deck_words.kind_of("", cards, game.presentation)


def briefs_of(work: EventSession, held: Iterable[Held]) -> dict[str, Brief]:
    """What the lists hold, by what was sent."""
    return published.briefs(work.session, [one.sent for one in held])


def is_after_opening(work: EventSession, stage: Stage, origin: str, arrived: datetime) -> bool:
    """Whether staff entered or corrected a list when others of the stage had been open to players before."""
    playing = work.rows.playing(work.rows.source(stage))
    opened = min((s.seen_at for s in playing if s.seen_at is not None), default=None)
    return opened is not None and origin in BY_STAFF and arrived >= opened


def finishes_of(work: EventSession) -> Mapping[str, int]:
    """The final ranks by entry, where standings were imported."""
    rows = published.standings_after(work.session, work.event.uid)
    return {entry: row.rank for entry, row in rows.items() if row.rank is not None}
