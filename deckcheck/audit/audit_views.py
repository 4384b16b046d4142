"""The audit, for those who may read it: rows with names and reasons, whether the chain holds, a list's history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.app.actor_names import Doers, seated_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.audit_log import as_entry
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.fields import told_of
from deckcheck.app.operator import as_operator
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.audit.audit_words import WORDS, AuditWords
from deckcheck.audit.integrity import AuditCheck, check_event, check_instance
from deckcheck.decklist import hash_chain
from deckcheck.decklist.hash_chain import noted_signs, signs
from deckcheck.roster.entry_facts import find_entry
from deckcheck.store.columns import as_stored
from deckcheck.store.models import AuditEntry
from deckcheck.store.queries import events, proof, rosters

PAGE: Final = 100
SOON: Final = 1000
"""A chain of so many entries is verified with every page; a longer one when somebody asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One act in words; `about` says what it was done to, in a player's history a stage that is not the first."""

    seq: int
    at: datetime
    words: str
    who: str
    about: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow(Done):
    """One entry as it is shown: also what it changed, in words, and the entry itself; the reason if it is there."""

    change: str
    entry: hash_chain.AuditEntry
    hash: str


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of the audit, newest first, with how the chain stands if that was asked, or is soon known."""

    frame: StaffFrame
    slug: str
    zone: str
    rows: tuple[AuditRow, ...]
    older: int | None
    length: int
    head: str
    check: AuditCheck | None


@as_stored()
def audit_page(
    app: App, who: Actor, slug: str, before: int | None = None, act: str = "", *, head: str = "", verify: bool = False
) -> AuditPage:
    """The acts before a number, newest first; of one kind if it is named, else all but the binding of rows.

    Everything is verified if that is asked for or a head is given, and in any case where that is soon done.
    """
    _read_head(head)
    with reading(app, who, slug) as work:
        work.ask(Right.READ_AUDIT)
        wanted = verify or bool(head) or work.event.audit_seq <= SOON
        found = proof.acts_before(work.session, work.event.uid, before, act, PAGE + 1)
        rows = _told(work, found)
        return AuditPage(
            frame=staff_frame(work, f"/e/{slug}/audit"),
            slug=slug,
            zone=work.event.zone,
            rows=tuple(rows[:PAGE]),
            older=rows[PAGE - 1].seq if len(rows) > PAGE else None,
            length=work.event.audit_seq,
            head=signs(work.event.audit_head),
            check=check_event(work.session, work.event, head or None) if wanted else None,
        )


def audit_after(app: App, who: Actor, slug: str, after: int, limit: int) -> tuple[AuditRow, ...]:
    """The entries after a number, oldest first."""
    with reading(app, who, slug) as work:
        work.ask(Right.READ_AUDIT)
        return tuple(_told(work, proof.chain_of(work.session, work.event.uid, after, limit)))


@as_stored()
def audit_check(app: App, who: Actor, slug: str, head: str = "") -> AuditCheck:
    """Whether everything kept of the event is what its audit says; `head` is an anchor noted outside."""
    _read_head(head)
    with reading(app, who, slug) as work:
        work.ask(Right.READ_AUDIT)
        return check_event(work.session, work.event, head or None)


def _read_head(head: str) -> None:
    if head and not noted_signs(head):
        raise UnusableInput("An audit code has at least 12 characters of 0 to 9 and A to F, as on receipts.")


@as_stored()
def check_all(app: App) -> dict[str, AuditCheck]:
    """Every chain of the database by the event's address; the installation's own under an empty one."""
    with app.store.read() as session:
        found = {"": check_instance(session)}
        for event in events.all_events(session):
            found[event.slug] = check_event(session, event)
    return found


@as_stored()
def verify_as_operator(app: App, slug: str, head: str = "") -> AuditCheck:
    """The same for whoever runs the machine; there is no sign-in on the command line."""
    with as_operator(slug):
        return audit_check(app, SYSTEM, slug, head)


def _told(work: EventSession, found: Iterable[AuditEntry]) -> list[AuditRow]:
    texts = proof.texts_of(work.session, work.event.uid)
    told = AuditWords(work)
    return [
        told_of(
            AuditRow,
            row,
            words=WORDS.get(row.act, row.act),
            about=told.about(row.on),
            change=told.change(row),
            who=told.did(row),
            reason=" ".join(texts[row.seq].text.split("\t")) if row.seq in texts else "",
            entry=as_entry(row),
        )
        for row in found
    ]


@dataclass(frozen=True, slots=True)
class History:
    """The acts on an entry, the latest first."""

    frame: StaffFrame
    head: EventHead
    number: int
    name: str
    rows: tuple[Done, ...]


def history_of(who: Actor, slug: str, number: int, app: App) -> History:
    """The history of a player in an event."""
    with reading(app, who, slug) as work:
        work.ask(Right.READ_AUDIT)
        entry = find_entry(work, number, Right.SEE_ROSTER)
        session, event = work.session, work.event
        found = rosters.acts_on(session, event.uid, f"entry:{entry.number}")
        reasons = rosters.reasons_behind(session, event.uid, [row.hash for row in found if row.note])
        doers = Doers(session, event.uid)
        return History(
            frame=staff_frame(work, f"/e/{event.slug}/roster"),
            head=head_of(event, app),
            number=entry.number,
            name=seated_name(entry),
            rows=tuple(
                Done(
                    seq=row.seq,
                    at=row.at,
                    words=WORDS.get(row.act, row.act),
                    who=doers.name(row.by, seq=row.seq),
                    about=row.on.partition(" stage:")[2],
                    reason=reasons.get(row.hash, ""),
                )
                for row in found
            ),
        )
