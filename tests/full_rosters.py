"""Rosters of thousands for tests, written straight into the database; and a count of the queries of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import event

from deckcheck.app.context import App
from deckcheck.decklist.names import fold
from deckcheck.store.columns import new_uid
from deckcheck.store.models import DeckList, Entry, Event, Person, StoredReport, Submission
from tests.events import Made

FIRST: Final = ("Ada", "Per", "Zofia", "Chidi", "Jonas", "Giulia", "Freja", "Eva", "Noé", "Liv", "Mateo", "Nils")
LAST: Final = ("Okonkwo", "Dahl", "Dąbrowska", "Abara", "Albrecht", "Amato", "Andersson", "Ruiz", "Baptiste", "Ek")
WORDS: Final = ("legal", "legal", "legal", "illegal", "unclear", "")


def fill(desk: App, made: Made, players: int, *, all_legal: bool = False, after: int = 0) -> None:
    """Players up to this number, two thirds of them with lists; what the lists hold is of no concern here.

    The event has so many as `after` says already.
    """
    problem = {
        "rule": "sideboard-max",
        "severity": "error",
        "cards": [],
        "lines": [],
        "message": "16 cards in the sideboard; the limit is 15.",
        "facts": {},
    }
    unclear = {**problem, "rule": "unknown-card", "severity": "unclear", "lines": [6], "message": 'No card is "Jac".'}
    told = {"illegal": [problem], "unclear": [unclear]}
    rows: list[list[Any]] = [[], [], [], [], []]
    for number in range(after + 1, players + 1):
        first, last = FIRST[number % len(FIRST)], f"{LAST[number % len(LAST)]} {number}"
        person = Person(uid=new_uid(), made_at=desk.now())
        entry = Entry(
            uid=new_uid(),
            event=made.uid,
            number=number,
            person=person.uid,
            first=first,
            last=last,
            folded=fold(f"{first} {last}"),
            state="on",
            origin="staff",
            made_at=desk.now(),
        )
        rows[0].append(person)
        rows[1].append(entry)
        verdict = "legal" if all_legal else WORDS[number % len(WORDS)]
        if not verdict:
            continue
        kept, sent = new_uid(), new_uid()
        rows[2].append(
            DeckList(
                uid=kept,
                stage=made.stages["swiss"],
                entry=entry.uid,
                state="open",
                current=sent,
                sent_count=1,
                none_salt="0" * 64,
            )
        )
        rows[3].append(
            Submission(
                uid=sent,
                list=kept,
                number=1,
                by=f"person:{person.uid}",
                origin="player",
                arrived=desk.now() - timedelta(minutes=number),
                text="60 Island",
                lines=[],
                canonical="deckcheck-list/1\ngame mtg\nmain\t60\tIsland\n",
                sha256="0" * 64,
                salt=f"{number:064x}",
                leaf=f"{number:064x}",
                key=sent,
            )
        )
        rows[4].append(
            StoredReport(
                submission=sent,
                at=desk.now(),
                cause="player",
                law_digest="",
                cards_import="",
                verdict=verdict,
                main=60,
                side=15,
                body={
                    "game": "mtg",
                    "verdict": verdict,
                    "problems": told.get(verdict, []),
                    "counts": {"main": 60, "sideboard": 15},
                    "sections": {"main": [{"count": 60, "name": "Island", "line": 1}]},
                    "notes": [],
                    "unresolved": [],
                },
            )
        )
    with desk.store.write() as session:
        for kind in rows:
            session.add_all(kind)
            session.flush()
        kept_event = session.get(Event, made.uid)
        assert kept_event is not None
        kept_event.entry_count = players


@dataclass
class Counted:
    """The statements that were put to a database."""

    statements: list[str] = field(default_factory=list)

    @property
    def queries(self) -> int:
        return sum(statement.lstrip().upper().startswith("SELECT") for statement in self.statements)


@contextmanager
def counting(desk: App) -> Iterator[Counted]:
    """Count the statements of a desk's database."""
    found = Counted()

    def hear(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found.statements.append(statement)

    engine = desk.store.engine
    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", hear)
