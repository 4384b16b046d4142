"""Pairings and standings of a round as imported."""

from __future__ import annotations

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Entry, Pairing, Standing

Brought = tuple[dict[int, str], dict[int, str]]
"""The newest keys of pairings and of standings, by round."""


def sizes(session: Session, event: str, number: int) -> tuple[int, int]:
    """How many tables a round has, and how many lines its standings."""
    counted = [
        session.scalar(select(func.count()).select_from(kind).where(kind.event == event, kind.round == number)) or 0
        for kind in (Pairing, Standing)
    ]
    return counted[0], counted[1]


def drop_tables(session: Session, event: str, number: int) -> None:
    """Forget the tables of a round."""
    session.execute(delete(Pairing).where(Pairing.event == event, Pairing.round == number))


def drop_standings(session: Session, event: str, number: int) -> None:
    """Forget the standings after a round."""
    session.execute(delete(Standing).where(Standing.event == event, Standing.round == number))


def uids_of(session: Session, event: str) -> dict[int, str]:
    """The keys of an event's entries, by number."""
    rows = select(Entry.number, Entry.uid).where(Entry.event == event)
    found: dict[int, str] = {}
    found.update((number, uid) for number, uid in session.execute(rows))
    return found


def tables_of(session: Session, event: str, number: int) -> list[Pairing]:
    """The tables of a round, as they were imported."""
    rows = select(Pairing).where(Pairing.event == event, Pairing.round == number)
    return list(session.scalars(rows.order_by(Pairing.uid)))


def rounds_there(session: Session, event: str) -> list[int]:
    """The rounds of which pairings were brought, in order."""
    rows = select(Pairing.round).where(Pairing.event == event).distinct()
    return list(session.scalars(rows.order_by(Pairing.round)))


def brought(session: Session, event: str) -> Brought:
    """The newest key of each round's pairings, and of each round's standings: keys grow with time."""
    pairings = select(Pairing.round, func.max(Pairing.uid)).where(Pairing.event == event).group_by(Pairing.round)
    standings = select(Standing.round, func.max(Standing.uid)).where(Standing.event == event).group_by(Standing.round)
    found: Brought = ({}, {})
    found[0].update((number, key) for number, key in session.execute(pairings))
    found[1].update((number, key) for number, key in session.execute(standings))
    return found


def opponents_of(session: Session, event: str, number: int, rounds: tuple[int, ...]) -> list[int]:
    """Who sat at a table with an entry in some rounds, by number; the last round's first."""
    rows = select(Pairing.entries).where(Pairing.event == event, Pairing.round.in_(rounds))
    tables = session.scalars(rows.order_by(Pairing.round.desc(), Pairing.uid))
    met = (other for table in tables if number in table for other in table if other != number)
    return list(dict.fromkeys(met))


def standings_of(session: Session, event: str, number: int) -> list[tuple[Standing, int]]:
    """The standings after a round with the entries' numbers, by rank."""
    rows = select(Standing, Entry.number).join(Entry, Entry.uid == Standing.entry)
    rows = rows.where(Standing.event == event, Standing.round == number)
    return [(standing, entry) for standing, entry in session.execute(rows.order_by(Standing.rank, Entry.number))]
