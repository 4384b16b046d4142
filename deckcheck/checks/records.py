"""What was checked: the records of an event and of a player, and all of them as a table for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.safe_text import csv_bytes, file_name
from deckcheck.app.session import reading
from deckcheck.app.timestamps import moment_text
from deckcheck.checks.check_handles import places_of
from deckcheck.checks.check_values import CheckRecord, Coverage, Rows3
from deckcheck.checks.check_views import record_of_place
from deckcheck.checks.suggestions import coverage_of
from deckcheck.decklist.names import fold
from deckcheck.store.models import Entry
from deckcheck.store.queries import checks
from deckcheck.store.store import Session


@dataclass(frozen=True, slots=True)
class RecordsWanted:
    """Which records: of a round, of an entry, with a result, of players or tables with these words."""

    round: int | None = None
    number: int | None = None
    result: str = ""
    q: str = ""


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """The records of an event, the newest first, and how much of it was checked."""

    event: str
    event_name: str
    zone: str
    records: tuple[CheckRecord, ...]
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class RecordsFile:
    """The records as CSV, with the name to save them under."""

    name: str
    data: bytes


HEADS = (
    *("round", "table", "seat", "number", "player", "state", "result", "how", "seed", "why", "judges"),
    *("begun", "taken", "given back", "ended", "seconds", "minutes given", "game", "boarded", "list version"),
    *("counted", "missing", "extra", "wrong section", "section", "penalty", "decided by", "applied", "remedy"),
    *("shuffling", "sleeves", "cards", "order kept", "note", "added", "illegal", "lost"),
)
"""The columns of the table."""


def records(app: App, who: Actor, slug: str, wanted: RecordsWanted | None = None) -> RecordsPage:
    """The records of an event that fit, for its judges and its organizer."""
    with reading(app, who, slug) as work:
        work.ask(Right.READ_CHECKS)
        found = [record_of_place(place) for place in reversed(places_of(work))]
        fitting = tuple(record for record in found if _fits(record, wanted or RecordsWanted()))
        return RecordsPage(work.event.slug, work.event.name, work.event.zone, fitting, coverage_of(work))


def records_csv(app: App, who: Actor, slug: str) -> RecordsFile:
    """Every record of an event as a table, the oldest first."""
    with reading(app, who, slug) as work:
        work.ask(Right.READ_CHECKS)
        rows = [_row(record_of_place(place)) for place in places_of(work)]
        name = file_name(f"{work.event.name} deck checks", work.event.day, "csv")
        return RecordsFile(name, csv_bytes([HEADS, *rows]))


def _fits(record: CheckRecord, wanted: RecordsWanted) -> bool:
    head = record.head
    named = fold(f"{head.player} {head.listed} {head.table}")
    return (
        (wanted.round is None or head.round == wanted.round)
        and (wanted.number is None or head.number == wanted.number)
        and (not wanted.result or head.result == wanted.result)
        and all(word in named for word in fold(wanted.q).split())
    )


def _row(record: CheckRecord) -> Sequence[str | float | None]:
    return list(_cells(record))


def _cells(record: CheckRecord) -> Iterator[str | float | None]:
    head, clock, decided = record.head, record.clock, record.decided
    yield from (head.round, head.table, head.seat, head.number, head.player, head.state, head.result_words)
    yield from (head.how, head.seed, record.why, ", ".join(judge.name for judge in head.judges))
    moments = (head.begun_at, clock.taken_at, clock.given_back_at, head.ended_at)
    yield from (moment_text(at) if at else "" for at in moments)
    yield from (clock.seconds, clock.minutes, head.game_number, "yes" if head.boarded else "", record.list_version)
    yield ", ".join(f"{section} {seen} of {listed}" for section, (seen, listed) in record.counts.items())
    found = record.found
    yield from (_cards(rows) for rows in (found.missing, found.extra))
    yield "; ".join(
        f"{count} {name} ({there}, listed in {listed})" for count, name, there, listed in found.wrong_section
    )
    yield from (decided.get(part, "") for part in ("section", "penalty", "by", "applied", "remedy"))
    yield from (record.marks.get(part, "") for part in ("shuffling", "sleeves", "cards"))
    yield from ("yes" if record.kept_order else "", record.note)
    yield "; ".join(one.text for one in record.amendments if one.text)
    yield "; ".join(f"{one.of}: {one.text}" for one in found.broken)
    yield "yes" if record.lost else ""


def _cards(rows: Rows3) -> str:
    return "; ".join(f"{count} {name} ({section})" for count, name, section in rows)


def checks_told(session: Session, entry: Entry) -> list[dict[str, Any]]:
    """Every check of an entry's decks with what was found, noted and decided, oldest first."""
    return [
        {
            "round": row.round,
            "table": row.table,
            "game": row.game_number,
            "state": row.state,
            "result": row.result,
            "how": row.how,
            "why": row.why,
            "list_version": row.list_version,
            "judges": [who_did(session, one.judge) for one in row.judges],
            "begun_at": row.begun_at,
            "taken_at": row.taken_at,
            "given_back_at": row.given_back_at,
            "ended_at": row.ended_at,
            "marks": row.marks,
            "note": row.note,
            "found": row.found,
            "decided": row.decided,
            "added": [
                {"at": one.at, "by": who_did(session, one.by), "text": one.text, "changes": one.changes}
                for one in row.amendments
            ],
        }
        for row in checks.of_entry(session, entry.uid)
    ]
