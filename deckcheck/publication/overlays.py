"""The feed for a stream: feature tables as imported, with decks only where every stranger may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from deckcheck.app.actor_names import numbered_name
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import name_in_mode
from deckcheck.lists.shown_lists import deck_of, held_one
from deckcheck.publication.export_files import record_of
from deckcheck.publication.exports.overlay import OverlayPlayer, OverlayTable
from deckcheck.publication.one_list import Wanted, list_address, list_of, stages_open
from deckcheck.publication.public_events import head_of
from deckcheck.store.columns import made_at
from deckcheck.store.models import Entry, Pairing, Standing
from deckcheck.store.queries import entries, published
from deckcheck.store.states import NamesShown
from deckcheck.verdict.published_lists import PublishedList

ASKED: Final = {"yes": True, "no": False}
"""What a player said to being on a stream; anything else is no answer."""


@dataclass(frozen=True, slots=True)
class OverlayOrder:
    """Which tables: of a round (None: the last imported), by their names (none: all whose players do not mind)."""

    round: int | None = None
    tables: tuple[str, ...] = ()
    base: str = ""


def overlay(app: App, who: Actor, slug: str, order: OverlayOrder = OverlayOrder()) -> tuple[OverlayTable, ...]:
    """The tables of a round, as a stream shows them."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_OVERLAY)
        rounds = published.rounds_of(work.session, work.event.uid)
        tables = next((t for t in reversed(rounds) if order.round in {None, t[0].round}), ())
        if not tables:
            return ()
        feed = _Feed.of(work, tables, order)
        return tuple(feed.table(table) for table in tables if feed.is_wanted(table))


def overlay_list(app: App, who: Actor, slug: str, number: int, stage: str = "") -> PublishedList:
    """One list for a scene about a deck: only where a stranger would get it, whoever asks."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_OVERLAY)
        return list_of(_stranger(work), Wanted(number, stage)).listed


def _stranger(work: EventSession) -> EventSession:
    """The same snapshot through the eyes of a stranger."""
    return EventSession.begin(work.app, work.session, work.event, STRANGER)


@dataclass(slots=True)
class _Feed:
    """All that the rows of a round are made of. `before` are the standings before the round, by entry."""

    work: EventSession
    stranger: EventSession
    order: OverlayOrder
    entries: Mapping[int, Entry]
    before: Mapping[str, Standing]
    updated: datetime
    format: str = field(default="")

    @classmethod
    def of(cls, work: EventSession, tables: Sequence[Pairing], order: OverlayOrder) -> _Feed:
        event = work.event
        changes = [made_at(table.uid) for table in tables]
        changes += [s.seen_at for s in work.rows.stages if s.seen_at is not None]
        return cls(
            work=work,
            stranger=_stranger(work),
            order=order,
            entries={e.number: e for e in entries.entries_of(work.session, event.uid)},
            before=published.standings_after(work.session, event.uid, tables[0].round - 1),
            updated=max(changes),
            format=head_of(work).format_title,
        )

    def is_wanted(self, table: Pairing) -> bool:
        if self.order.tables:
            return table.place in self.order.tables
        players = (self._known(number) for number in table.entries)
        return not any(player and ASKED.get(player.stream_ok) is False for player in players)

    def table(self, table: Pairing) -> OverlayTable:
        players = [self._player(number) for number in table.entries[:2]]
        return OverlayTable(
            event=self.work.event.name,
            format=self.format,
            round=table.round_name or f"Round {table.round}",
            table=table.place,
            p1=players[0] if players else OverlayPlayer(""),
            p2=players[1] if len(players) > 1 else None,
            updated=self.updated,
        )

    def _known(self, number: int) -> Entry | None:
        entry = self.entries.get(number)
        return entry if entry and entry.forgotten_at is None else None

    def _player(self, number: int) -> OverlayPlayer:
        entry = self._known(number)
        if entry is None:
            return OverlayPlayer(numbered_name(number))
        agreed, standing = ASKED.get(entry.stream_ok), self.before.get(entry.uid)
        mode = NamesShown.NUMBER if agreed is False else self.work.event.names_shown
        deck, address = self._deck(entry)
        return OverlayPlayer(
            name=name_in_mode(entry, mode).name,
            record=_record(standing),
            rank=standing.rank if standing else None,
            pronouns=entry.pronouns if agreed else "",
            deck=deck,
            list_url=address,
            stream_ok=agreed,
        )

    def _deck(self, entry: Entry) -> tuple[str | None, str | None]:
        """The deck and the address of its list, where a stranger may see it."""
        for stage in stages_open(self.stranger, entry):
            held = held_one(self.stranger, stage, entry)
            if held is not None:
                brief = published.briefs(self.work.session, [held.sent])[held.sent]
                slug = stage.slug if stage.position > 1 else ""
                address = list_address(self.order.base, self.work.event.slug, entry.number, slug)
                return deck_of(self.stranger, brief, held.name).kind.name, address
        return None, None


def _record(standing: Standing | None) -> str:
    """4-0-0, if it was imported."""
    known = record_of(standing.facts) if standing else (None, None, None)
    return "-".join(str(number) for number in known if number is not None)
