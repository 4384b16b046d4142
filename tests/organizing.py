"""An organizer for tests, a plan for an event, and what the audit and the outbox hold of it afterwards."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, time
from typing import Any, Final

import pytest

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.secret_mail import read_letter
from deckcheck.events.plans import EventPlan
from deckcheck.settings import Mail
from deckcheck.store.models import Account, AuditEntry, Entry, Event, Outgoing, Pairing, Stage, Standing
from deckcheck.store.queries import expired_data
from deckcheck.store.states import ActorKind
from deckcheck.store.store import Session
from tests.events import BUILDER, Made

SATURDAY: Final = date(2026, 6, 13)


def an_organizer(desk: App, name: str = "Nora Lind", *, may: bool = True, strong: bool = False) -> Actor:
    """Somebody with an account, who may make events or may not."""
    with desk.store.write() as session:
        mail = f"{name.split()[0].lower()}@example.org"
        account = Account(mail=mail, name=name, may_organize=may, made_at=desk.now())
        session.add(account)
        session.flush()
        return Actor(ActorKind.ACCOUNT, account.uid, name, may_organize=may, strong=strong)


def a_plan(**more: Any) -> EventPlan:
    """What is said in four fields: a name, a format, a day and when round 1 begins."""
    known: dict[str, Any] = {"name": "Northern Open", "format": "modern", "day": SATURDAY, "round_1": time(10)}
    return EventPlan(**{"zone": "Europe/London", **known, **more})


def with_mail(desk: App) -> App:
    """The same desk where mail is sent."""
    settings = replace(desk.settings, mail=Mail(host="mail.example"), address="https://decks.example")
    return replace(desk, settings=settings)


def the_event(desk: App, slug: str = "northern-open") -> Event:
    """An event's row."""
    with desk.store.read() as session:
        return session.query(Event).filter_by(slug=slug).one()


def stage_row(desk: App, slug: str = "swiss", event: str = "northern-open") -> Stage:
    """A stage's row."""
    with desk.store.read() as session:
        return session.query(Stage).filter_by(event=the_event(desk, event).uid, slug=slug).one()


def acts(desk: App, event: str = "northern-open") -> list[tuple[str, str, str, str]]:
    """What the audit holds of an event: the act, on what, from what, to what."""
    with desk.store.read() as session:
        rows = session.query(AuditEntry).filter_by(event=the_event(desk, event).uid).order_by(AuditEntry.seq)
        rows = rows.filter(AuditEntry.act.not_in(("rows.kept", "entry.named")), AuditEntry.by != BUILDER)
        return [(row.act, row.on, row.from_, row.to) for row in rows]


def reasons(desk: App, event: str = "northern-open") -> list[str]:
    """The reasons that were given, in order."""
    with desk.store.read() as session:
        return reasons_in(session, the_event(desk, event).uid)


def reasons_in(session: Session, event: str) -> list[str]:
    """The reasons that an event keeps, in order; names are none."""
    return [text for _, text in expired_data.notes_of(session, event)]


def letters(desk: App) -> list[tuple[str, str, str]]:
    """The mails that wait: to whom, the subject, the text."""
    with desk.store.read() as session:
        rows = session.query(Outgoing).filter_by(kind="mail").order_by(Outgoing.uid)
        return [(row.recipient, row.body["subject"], row.body["text"]) for row in rows]


def letter_links(desk: App) -> list[tuple[str, str]]:
    """The players' links in the mails that wait: to whom, and the secret."""
    with desk.store.read() as session:
        rows = session.query(Outgoing).filter_by(kind="mail").order_by(Outgoing.uid)
        found = [(row.recipient, re.search(r"/r/(\w{22})", read_letter(row.body, desk.settings)[1])) for row in rows]
    return [(mail, match[1]) for mail, match in found if match]


def give_mail(desk: App, made: Made, place: int = 0) -> str:
    """A player gives an address."""
    with desk.store.write() as session:
        entry = session.get_one(Entry, made.entries[place])
        entry.mail = f"player{place + 1}@example.org"
        return entry.mail


def rank(desk: App, made: Made, numbers: tuple[int, ...], round: int = 5) -> None:
    """Standings after a round."""
    with desk.store.write() as session:
        for place, number in enumerate(numbers, 1):
            session.add(Standing(event=made.uid, round=round, entry=made.entries[number - 1], rank=place))


def pair(desk: App, made: Made, round: int, *tables: tuple[int, ...]) -> None:
    """The pairings of a round, by entry numbers."""
    with desk.store.write() as session:
        session.add_all(Pairing(event=made.uid, round=round, entries=list(table)) for table in tables)


def play(desk: App, made: Made, place: int, role: str) -> None:
    """An official plays under an entry."""
    with desk.store.write() as session:
        entry = session.get(Entry, made.entries[place])
        assert entry is not None
        entry.account = made.accounts[role]


def refused(code: str, sentence: str = "") -> Any:
    """A refusal with this code, and this sentence if one is named."""
    return _Refused(code, sentence)


class _Refused:
    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.sentence = code, sentence
        self.raises = pytest.raises(Refused)

    def __enter__(self) -> Any:
        self.found = self.raises.__enter__()
        return self.found

    def __exit__(self, *what: Any) -> bool | None:
        kept = self.raises.__exit__(*what)
        assert (self.found.value.code, str(self.found.value)) == (self.code, self.sentence or str(self.found.value))
        return kept
