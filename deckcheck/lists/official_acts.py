"""The official acts on one list: accepted, sent back, reopened, its deadline lifted, an acceptance undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from deckcheck.app.actors import EventAct, StageAct
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.secret_mail import address_for, tell_player
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import Act, Facts, Machine, Step
from deckcheck.app.states.list_transitions import UNDO
from deckcheck.app.timestamps import moment_text
from deckcheck.lists.list_handles import ListHandle, find_place
from deckcheck.lists.seal_making import differs, last_seal_over, seal_stage
from deckcheck.store.models import Acceptance, Stage
from deckcheck.store.queries import entries, lists
from deckcheck.store.states import ListState
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.reports import Verdict

LATEST: Final = timedelta(days=400)
"""No deadline of a single player lies further ahead."""


class LockAct(StrEnum):
    """What an official does to a list."""

    ACCEPT = "accept"
    SEND_BACK = "send-back"
    REOPEN = "reopen"
    LIFT = "lift"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class LockList(EventAct):
    """One act on the list of an entry for a stage (empty: the one that matters now).

    `version` is the list's as it was shown; None leaves it unasked. `seen` is the submission that was looked at, for
    an acceptance; `until` the player's own deadline, for a list that is reopened or whose deadline is lifted.
    """

    number: int
    act: LockAct
    stage: str = ""
    version: int | None = None
    seen: str | None = None
    until: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HideDeckName(StageAct):
    """Keep what a player calls the deck from everybody who sees the list, or let them see it again."""

    hidden: bool = False


def hide_deck_name(order: HideDeckName, app: App) -> None:
    """Do so, now and for every list that the player sends; the player's own pages go on showing it."""
    with changing(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, Right.EDIT_ENTRY)
        row = place.row
        if row is None or row.name_hidden == order.hidden:
            return
        row.name_hidden = order.hidden
        to = f"{place.state} {'hidden' if order.hidden else 'shown'}"
        work.note("list.deck_name", on=work.on_list(place.entry, place.stage), to=to, entry=place.entry)


@dataclass(frozen=True, slots=True)
class Locked:
    """A list after an act on it. `undo_until`: until when who accepted it takes that back without a reason."""

    number: int
    player: str
    stage: str
    state: str
    version: int
    submission: str | None
    accepted: str | None
    deadline: datetime | None
    undo_until: datetime | None
    now: datetime
    zone: str


def change_lock(order: LockList, app: App) -> Locked:
    """Do one act on a list; refused with what stands against it."""
    way = _WAYS[order.act]
    if order.act is LockAct.ACCEPT and not order.seen:
        raise UnusableInput("Name the submission that is accepted.")
    if order.until is not None and order.until > app.now() + LATEST:
        raise UnusableInput("A deadline more than a year ahead is none.")
    with changing(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, way.right)
        was, facts = place.state, way.facts(place, order)
        step = work.step(Machine.LIST, was, way.act, facts)
        refuse_stale(work, order.version, place.version, work.on_list(place.entry, place.stage))
        _follow(place, order, step)
        return locked_of(place)


def _follow(place: ListHandle, order: LockList, step: Step[ListState]) -> None:
    """What an act brings about: the row, the audit, the seal, and who is told."""
    work, way, row, was = place.work, _WAYS[order.act], place.made(), place.state
    told = way.change(place, order)
    row.state = step.state
    on, to = work.on_list(place.entry, place.stage), f"{step.state} {told}".rstrip()
    work.note(step.audit, on=on, from_=was, to=to, reason=order.reason.strip(), entry=place.entry)
    work.session.flush()
    seal_stage(work, place.stage, step.seal)
    work.tell(way.told, place.entry, stage=place.stage.slug)
    if way.mail:
        _mail(place, way.mail)


def _mail(place: ListHandle, subject: str) -> None:
    """The player learns of it at once; the reason may name a card, so that it is read on the page alone."""
    event = place.work.event
    page = address_for(place.work.app.settings, f"/e/{event.slug}/my")

    def words() -> tuple[str, str]:
        text = gettext("To see why, and until when you can submit another, open {address}, signed in by your link.")
        return gettext(subject).format(event=event.name), text.format(address=page)

    tell_player(place.work, place.entry, words)


def locked_of(place: ListHandle) -> Locked:
    """How a list stands."""
    row, accepted, work = place.row, place.acceptance, place.work
    own = accepted is not None and accepted.by == work.by and accepted.state_before
    return Locked(
        number=place.entry.number,
        player=place.name,
        stage=place.stage.slug,
        state=place.state,
        version=place.version,
        submission=row.current if row else None,
        accepted=row.accepted if row else None,
        deadline=row.deadline if row else None,
        undo_until=accepted.at + UNDO if own and accepted else None,
        now=work.now,
        zone=work.event.zone,
    )


def acceptance(place: ListHandle) -> Acceptance:
    """The official act as it is kept: what is accepted, by whom, and the state that it found."""
    row = place.made()
    assert row.current is not None  # The table lets nothing else through.
    made = Acceptance(
        list=row.uid, submission=row.current, by=place.work.by, at=place.work.now, state_before=place.state
    )
    row.accepted, row.sent_back_at, row.sent_back_why = row.current, None, ""
    return made


def _accept_facts(place: ListHandle, order: LockList) -> Facts:
    work, current = place.work, place.current
    report = lists.latest_report(work.session, current.uid) if current else None
    verdict = report.verdict if report else None
    if current is not None and verdict is not Verdict.LEGAL:
        work.ask(Right.ACCEPT_NOT_LEGAL, place.stage, place.entry)
    unsealed = current is not None and differs(last_seal_over(work.rows, place.stage), place.entry.number, current.uid)
    return place.facts(seen=order.seen, verdict=verdict, reason=order.reason, unsealed=unsealed)


def _accept(place: ListHandle, _order: LockList) -> str:
    current = place.current
    place.work.session.add(acceptance(place))
    return current.leaf if current else ""


def _send_back(place: ListHandle, order: LockList) -> str:
    row = place.made()
    row.sent_back_at, row.sent_back_why = place.work.now, order.reason.strip()
    return ""


def _end_acceptance(place: ListHandle) -> None:
    held, row = place.acceptance, place.made()
    if held is not None:
        held.ended_at = place.work.now
    row.accepted = None


def _reopen(place: ListHandle, order: LockList) -> str:
    _end_acceptance(place)
    return _lift(place, order)


def _lift(place: ListHandle, order: LockList) -> str:
    assert order.until is not None  # The table asks for it.
    place.made().deadline = order.until
    return moment_text(order.until)


def _undo_facts(place: ListHandle, order: LockList) -> Facts:
    held = place.acceptance
    return place.facts(
        reason=order.reason,
        same_person=held is not None and held.by == place.work.by,
        state_before=ListState(held.state_before) if held and held.state_before else None,
    )


def _undo(place: ListHandle, _order: LockList) -> str:
    _end_acceptance(place)
    return ""


def _plain_facts(place: ListHandle, order: LockList) -> Facts:
    return place.facts(reason=order.reason, until=order.until)


@dataclass(frozen=True, slots=True)
class _Way:
    """How an act is done: the right and the step it takes, what it changes, and the words it is told with."""

    right: Right
    act: Act
    facts: Callable[[ListHandle, LockList], Facts]
    change: Callable[[ListHandle, LockList], str]
    """Changes the rows beside the state; the words go into the audit behind it."""
    told: str
    mail: str = ""


_WAYS: Final[Mapping[LockAct, _Way]] = {
    LockAct.ACCEPT: _Way(Right.ACCEPT, Act.LIST_ACCEPTED, _accept_facts, _accept, "accepted"),
    LockAct.SEND_BACK: _Way(
        Right.SEND_BACK,
        Act.LIST_SENT_BACK,
        _plain_facts,
        _send_back,
        "sent-back",
        gettext_noop("Please fix your list for {event}"),
    ),
    LockAct.REOPEN: _Way(
        Right.REOPEN,
        Act.LIST_REOPENED,
        _plain_facts,
        _reopen,
        "reopened",
        gettext_noop("Your list for {event} was reopened"),
    ),
    LockAct.LIFT: _Way(
        Right.LIFT,
        Act.LIST_LIFTED,
        _plain_facts,
        _lift,
        "lifted",
        gettext_noop("You have more time for your list for {event}"),
    ),
    LockAct.UNDO: _Way(Right.REOPEN, Act.LIST_UNDONE, _undo_facts, _undo, "reopened"),
}


def open_lists(work: EventSession, stage: Stage) -> None:
    """The lists that have a row already are open again, as the stage takes lists; accepted ones stay as they are."""
    work.session.flush()
    people = {entry.uid: entry for entry in entries.entries_of(work.session, work.event.uid)}
    for row in lists.lists_in(work.session, stage.uid).values():
        if row.state in {ListState.CLOSED, ListState.REOPENED}:
            facts = work.facts(stage, people[row.entry], own_deadline=row.deadline)
            row.state = work.step(Machine.LIST, row.state, Act.STAGE_REOPENED, facts).state
