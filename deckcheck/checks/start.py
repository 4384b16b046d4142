"""A check is begun, and joined: from then on its judges have the list before them, and the audit says so first."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from deckcheck.app.actor_names import seated_name, who_did
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.fields import Number, Round, Text, Uid, Word, Yes, one_of
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.session import NOBODY, EventSession, changing, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import NOTHING, Act, Facts, Machine
from deckcheck.checks.check_handles import CheckHandle, find_check, on_check
from deckcheck.checks.check_values import CheckView, SeatSeen
from deckcheck.checks.check_views import look
from deckcheck.checks.draws import hall_of
from deckcheck.lists.shown_lists import sent_of
from deckcheck.roster.rounds import checked_round
from deckcheck.store.models import CheckJudge, DeckCheck, DeckList, Entry, Stage
from deckcheck.store.queries import checks, lists, published, rosters

WAYS: Final[Mapping[str, str]] = {
    "suggested": "Suggested",
    "random": "Drawn at random",
    "target": "Chosen by a judge",
    "request": "A player asked",
    "suspicion": "Suspicion",
    "cut": "May reach the cut",
}
"""How a deck came to be checked."""
GameNumber = Annotated[int, Field(strict=True, ge=1, le=9)]
LONGEST: Final = 2_000
"""No note is longer."""


@dataclass(frozen=True, slots=True)
class BeginCheck(EventAct):
    """The check of an entry's deck, against its list for a stage (empty: the one that is played now).

    `how` is one of WAYS, with a draw or with why; an official who plays in the event says why. `boarded`: the deck lies
    there as it was changed after a game.
    """

    number: Number
    stage: Annotated[Word, Field(description="The stage; empty for the one that is played now.")] = ""
    round: Round | None = None
    table: Word = ""
    seat: Word = ""
    how: Annotated[
        str,
        one_of(WAYS, "Suggested; by a draw; chosen by a judge; a player asked; suspicion; may reach the cut."),
    ] = "target"
    draw: Uid | None = None
    why: Text = ""
    game_number: GameNumber = 1
    boarded: Yes = False
    part: Word = ""


def begin_check(order: BeginCheck, app: App) -> CheckView:
    """Begin a check with the list in force pinned to it; asked for twice by its own judge, it is that one."""
    _refuse_unusable(order)
    with changing(app, order.who, order.slug) as work:
        uid = _begin(work, order)
    # Laid out once the lock of the event is given back, and the audit has it.
    return look(app, order.who, order.slug, uid)


def _begin(work: EventSession, order: BeginCheck) -> str:
    entry = work.entry(order.number)
    stage = stage_played(work, entry, order.stage)
    permission = work.ask(Right.BEGIN_CHECK, stage, entry or NOBODY, order.why)
    if entry is None or stage is None:
        raise Hidden(NOTHING_HERE)
    row = lists.list_of(work.session, work.rows.source(stage).uid, entry.uid)
    goes_on = checks.begun_on(work.session, row.uid) if row else None
    if goes_on and _is_on(work, goes_on):
        return goes_on.uid
    sent = sent_of(work, stage, entry)
    done = work.step(Machine.CHECK, NOTHING, Act.CHECK_BEGUN, _facts(work, stage, entry, sent, goes_on))
    assert row is not None  # The table asks for a list in force.
    assert sent is not None
    check = _add(work, order, stage, row, sent, done.state)
    reason = check.why if permission.reason_needed else ""
    work.note(done.audit, on_check(entry, check), to=_told(check), reason=reason, entry=entry)
    _join(CheckHandle(work, check, entry, stage, []), order.part)
    return check.uid


def _refuse_unusable(order: BeginCheck) -> None:
    if order.how not in WAYS:
        raise UnusableInput(f'No deck is chosen by "{order.how[:40]}". Use {", ".join(WAYS)}.')
    if order.round is not None:
        checked_round(order.round)
    if not 1 <= order.game_number <= 9:
        raise UnusableInput("A game of a match is a number from 1 to 9.")
    if len(order.why) > LONGEST:
        raise UnusableInput(f"A reason has at most {LONGEST} letters.")


def stage_played(work: EventSession, entry: Entry | None, slug: str = "") -> Stage | None:
    """The stage whose list is played: the named one, or the last that has begun; else the last with a list in force."""
    if slug:
        return work.stage(slug)
    inside = [s for s in work.rows.stages if entry is None or work.rows.is_member(s, entry.uid)]
    held = [s for s in inside if entry is not None and sent_of(work, s, entry) is not None]
    begun = [s for s in held if s.begun_at is not None]
    return next(reversed(begun or held or inside), None)


def _told(check: DeckCheck) -> str:
    """What the audit says of a check that is begun: the list by its leaf, and whose lists it is compared with."""
    beside = f" opponents:{','.join(map(str, check.opponents))}" if check.opponents else ""
    return f"{check.state} {check.leaf} {check.how}{beside}"


def _opponents(work: EventSession, number: int, at: int | None) -> list[int]:
    """Whom the player meets in the round and met in the one before: a foreign card is perhaps theirs."""
    last = at if at is not None else rosters.last_round(work.session, work.event.uid)
    return published.opponents_of(work.session, work.event.uid, number, (last, last - 1)) if last else []


def _is_on(work: EventSession, check: DeckCheck) -> bool:
    return any(judge.judge == work.by for judge in check.judges)


def _facts(work: EventSession, stage: Stage, entry: Entry, sent: str | None, goes_on: DeckCheck | None) -> Facts:
    first = goes_on.judges[0] if goes_on else None
    return work.facts(
        stage,
        entry,
        who=seated_name(entry),
        current=sent,
        checked_by=who_did(work.session, first.judge) if first else "",
        checked_since=goes_on.begun_at if goes_on else None,
    )


def _add(work: EventSession, order: BeginCheck, stage: Stage, row: DeckList, sent: str, state: str) -> DeckCheck:
    pinned = lists.submission(work.session, sent)
    assert pinned is not None  # It is in force.
    if order.draw is not None and checks.draw_in(work.session, work.event.uid, order.draw) is None:
        raise UnusableInput("There is no such draw.")
    check = DeckCheck(
        event=work.event.uid,
        stage=stage.uid,
        entry=row.entry,
        list=row.uid,
        submission=pinned.uid,
        list_version=pinned.number,
        leaf=pinned.leaf,
        round=order.round,
        table=order.table.strip()[:40],
        seat=order.seat.strip()[:40],
        game_number=order.game_number,
        boarded=order.boarded,
        how=order.how,
        draw=order.draw,
        opponents=_opponents(work, order.number, order.round),
        why=order.why.strip(),
        state=state,
        begun_at=work.now,
        salt=secrets.token_hex(32),
    )
    work.session.add(check)
    work.session.flush()
    return check


def _join(place: CheckHandle, part: str) -> None:
    work = place.work
    judge = CheckJudge(check=place.check.uid, judge=work.by, part=part.strip()[:40], at=work.now)
    work.session.add(judge)
    work.session.flush()
    place.judges.append(judge)


def join_check(app: App, who: Actor, slug: str, uid: str, part: str = "", why: str = "") -> CheckView:
    """Become one of a check's judges, who all see what the others count; joining again changes nothing.

    An official who plays in the event says why.
    """
    if len(why) > LONGEST:
        raise UnusableInput(f"A reason has at most {LONGEST} letters.")
    with changing(app, who, slug) as work:
        place = find_check(work, uid, Right.BEGIN_CHECK, reason=why)
        permission = work.may(Right.BEGIN_CHECK, place.stage, place.entry)
        done = work.step(Machine.CHECK, place.check.state, Act.CHECK_JOINED, place.facts())
        if not place.joined:
            reason = why if permission.reason_needed else ""
            work.note(done.audit, place.on, to=f"{done.state} {place.check.leaf}", reason=reason, entry=place.entry)
            _join(place, part)
    return look(app, who, slug, uid)


@dataclass(frozen=True, slots=True)
class BeginAsked:
    """Whose deck, in which stage and round (none: those of now)."""

    number: int
    stage: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class BeginPage:
    """A deck that is about to be checked; `against` sit at the same table. `reason_needed`: of who plays themselves."""

    frame: StaffFrame
    stage: str
    round: int | None
    table: str
    seat: SeatSeen
    against: tuple[SeatSeen, ...]
    reason_needed: bool


def begin_page(app: App, who: Actor, slug: str, wanted: BeginAsked) -> BeginPage:
    """The page; nothing of a list is on it."""
    if wanted.round is not None:
        checked_round(wanted.round)
    with reading(app, who, slug) as work:
        entry = work.entry(wanted.number)
        permission = work.may(Right.BEGIN_CHECK, subject=entry or NOBODY)
        if not permission.reason_needed:
            permission.or_refuse()
        hall = hall_of(work, wanted.stage, wanted.round)
        seat = hall.seats.get(wanted.number)
        if seat is None:
            raise Hidden(NOTHING_HERE)
        table = next((t for t in hall.tables if any(s.number == seat.number for s in t.seats)), None)
        return BeginPage(
            frame=staff_frame(work, f"/e/{work.event.slug}/checks"),
            stage=hall.stage.slug,
            round=hall.round,
            table=table.table if table else "",
            seat=seat,
            against=tuple(s for s in table.seats if s.number != seat.number) if table else (),
            reason_needed=permission.reason_needed,
        )
