"""The event's day on one page: how far lists are, what needs a hand, the join code, and the next step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import Effective
from deckcheck.app.time_words import clock_seconds, day_here, span, until_when
from deckcheck.checks.suggestions import CheckedShare
from deckcheck.events.opening import effective_of
from deckcheck.law.sentences import counted
from deckcheck.lists.list_handles import list_stages, roster_stage
from deckcheck.roster.filters import DUPLICATES, SENT, WAITING, WALK_INS, is_of
from deckcheck.roster.roster_data import RosterData
from deckcheck.roster.roster_rows import NOT_SENT
from deckcheck.roster.staff_roster import Band, band_of, sees_words
from deckcheck.store.queries import accounts, events, lists
from deckcheck.store.states import EventState, StageState
from deckcheck.web.asker import current_who, need_account
from deckcheck.web.current import app
from deckcheck.web.files import base
from deckcheck.web.forms import read_query
from deckcheck.web.pages.events.organizer_pages import how_it_stands
from deckcheck.web.qr import join_qr

bp = Blueprint("overview", __name__)


@dataclass(frozen=True, slots=True)
class Attention:
    """What needs a hand: how many, what, one sentence, a button with where it leads; `style` colours the count."""

    count: int
    what: str
    sentence: str
    button: str
    address: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of all entries, by how their lists stand; `at` is how many come before it."""

    key: str
    word: str
    mark: str
    count: int
    at: int


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next, in a sentence, and its button with where it leads."""

    sentence: str
    button: str
    address: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of the event's day. `state`: how the event stands, `here`: how many have checked in.

    `stage`: the one that takes the lists, named only where there are several. `undo` and the like are the roster's.
    """

    slug: str
    head: EventHead
    state: str
    sees: str
    stage: str
    band: Band
    here: int
    attention: tuple[Attention, ...]
    parts: tuple[Part, ...]
    step: NextStep | None
    may_set_deadline: bool
    may_lift: bool
    revision: int
    now: datetime

    @property
    def bar(self) -> str:
        """The bar in words."""
        told = ", ".join(f"{part.count} {part.word.lower()}" for part in self.parts if part.count)
        return f"{counted(self.band.size, 'entry', 'entries')}: {told}."


@dataclass(frozen=True, slots=True)
class JoinCode:
    """The join code with what is said of it; `works`: it is taken now."""

    code: str
    words: str
    works: bool
    may_change: bool


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """The overview with its frame and the join code; no code where the event has none."""

    frame: StaffFrame
    seen: Overview
    join: JoinCode | None


def overview_page(app: App, who: Actor, slug: str, path: str) -> OverviewPage:
    """The overview, for everyone of the staff."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        return OverviewPage(staff_frame(work, path), overview_of(work), join_code(work))


def overview_changed(app: App, who: Actor, slug: str, since: int) -> Overview | None:
    """The figures; none if nothing changed since a revision: then the event's own row was all that was read."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        return None if work.event.revision == since else overview_of(work)


def overview_of(work: EventSession) -> Overview:
    """The figures of now."""
    stage, event = roster_stage(work), work.event
    data = RosterData.of(work, stage)
    head = head_of(event, work.app)
    return Overview(
        slug=event.slug,
        head=head,
        state=how_it_stands(work),
        sees=sees_words(work, stage),
        stage=stage.slug if len(list_stages(work)) > 1 else "",
        band=band_of(data),
        here=data.count("all") - data.count(WALK_INS),
        attention=tuple(one for one in _attention(work, data) if one.count),
        parts=tuple(_parts(data)),
        step=next(_next_steps(work, data), None),
        may_set_deadline=work.may(Right.SET_DEADLINE).allowed,
        may_lift=work.may(Right.LIFT).allowed,
        revision=event.revision,
        now=work.now,
    )


def join_code(work: EventSession) -> JoinCode | None:
    """The join code of the event."""
    event = work.event
    if not event.join_code:
        return None
    on = event.state == EventState.ON
    taking = next((stage for stage in work.rows.stages if stage.state == StageState.TAKING), None) if on else None
    if taking is None:
        ahead = event.state == EventState.PLANNED or any(s.state == StageState.AHEAD for s in work.rows.stages)
        words = "The code works once lists are taken." if ahead else "The code no longer works: lists have closed."
    elif taking.deadline is None:
        words = "Works until lists close."
    else:
        words = f"Works until lists close at {until_when(taking.deadline, work.now, event.zone)}."
    return JoinCode(event.join_code, words, taking is not None, work.may(Right.JOIN_CODE).allowed)


MOST_NAMES: Final = 3
"""So many names stand in a row of what needs a hand."""

# What needs a hand, in an order that never changes.


def _attention(work: EventSession, data: RosterData) -> Iterator[Attention]:
    roster, event = f"/e/{work.event.slug}/roster", work.event
    of = f"&stage={data.stage.slug}" if len(list_stages(work)) > 1 else ""

    def rows(kind: str, what: str, sentence: str, button: str = "See lists", style: str = "") -> Attention:
        return Attention(data.count(kind), what, sentence, button, f"{roster}?show={kind}{of}", style)

    fixes = _can_fix(work, data)
    yield rows(WALK_INS, "Walk-ins to check in", "Joined by code, waiting at the desk.", "See names")
    yield rows(DUPLICATES, "Likely duplicates", _names(data, DUPLICATES), "Compare")
    asked = f"Card names that could mean two things. {fixes}"
    yield rows("undecided", "Lists that need an answer", asked, style="undecided")
    yield rows("illegal", "Illegal lists", fixes, style="illegal")
    newer = "Only newer card or ban data could settle them."
    yield rows("by-hand", "Lists to check by hand", newer, style="undecided")
    late = rows("late", "Late lists", "Entered after the deadline, not accepted yet.", "Review", "late")
    waiting = sum(row.is_on and row.late and not row.accepted for row in data.rows) if late.count else 0
    yield replace(late, count=waiting)
    changed = lists.changed_by_recheck(work.session, data.stage.uid)
    numbers = ".".join(str(number) for number in changed)
    yield Attention(
        len(changed),
        "Verdicts changed by a re-check",
        "Cards, bans or settings changed after these lists were submitted.",
        "See changes",
        f"{roster}?only={numbers}{of}",
        "undecided",
    )
    if event.totp_required and work.may(Right.ROLES).allowed:
        without = {a.uid for _, a in accounts.grants_in(work.session, event.uid) if not a.totp_on}
        yield Attention(
            len(without),
            "Staff without two-step sign-in",
            "This event requires it; they can't open its pages yet.",
            "See staff",
            f"/e/{event.slug}/staff",
        )


def _names(data: RosterData, kind: str) -> str:
    """The first names of a kind: Okonkwo, Ada; Smith, John."""
    names = [row.listed for row in data.rows if is_of(row, kind)] if data.count(kind) else []
    more = f"; {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return "; ".join(names[:MOST_NAMES]) + more


def _can_fix(work: EventSession, data: RosterData) -> str:
    """Until when players can change what they sent."""
    stage = data.stage
    if stage.state != StageState.TAKING or work.event.state != EventState.ON:
        return "Lists have closed, so players need a judge to reopen them."
    if stage.deadline is None:
        return "Players can still fix them."
    minutes = max(0, -(-(stage.deadline - work.now) // timedelta(minutes=1)))
    return f"Players can fix them for {span(minutes)}."


_ENTRIES: Final = (
    ("accepted", "Accepted", "accepted"),
    ("ready", "Ready", "legal"),
    ("undecided", "Needs an answer", "undecided"),
    ("by-hand", "Check by hand", "undecided"),
    ("illegal", "Illegal", "illegal"),
    (NOT_SENT, "Not submitted", "not-sent"),
)
"""How the lists of all entries stand: they add up to the roster."""
_ONLY_SOME: Final = frozenset({"by-hand"})
"""Those that are told only where there are any."""


def _parts(data: RosterData) -> Iterator[Part]:
    before = 0
    for key, word, mark in _ENTRIES:
        count = data.count(key)
        if count or key not in _ONLY_SOME:
            yield Part(key, word, mark, count, before)
        before += count


# The next step: the first of these that fits.


def _next_steps(work: EventSession, data: RosterData) -> Iterator[NextStep]:
    event, stage, home = work.event, data.stage, f"/e/{work.event.slug}"
    on, missing, ready = event.state == EventState.ON, data.count(NOT_SENT), data.count(WAITING)
    if event.state in {EventState.PLANNED, EventState.ON} and not data.rows and work.may(Right.IMPORT).allowed:
        yield NextStep("Nobody is on the roster.", "Import player list", f"{home}/roster/import")
    tomorrow = day_here(work.now, event.zone) + timedelta(days=1)
    if on and stage.state == StageState.TAKING and missing and event.day == tomorrow:
        who = counted(missing, "player hasn't", "players haven't")
        yield NextStep(f"Round 1 is tomorrow. {who} submitted.", "Copy reminder", f"{home}/roster/remind")
    if on and ready and work.may(Right.ACCEPT, stage).allowed:
        many = counted(ready, "legal list")
        told = f"{many} {'is' if ready == 1 else 'are'} waiting."
        more = f" Once accepted, players can't change {'it' if ready == 1 else 'them'}."
        can_change = stage.state == StageState.TAKING
        address = f"{home}/roster/accept?stage={stage.slug}&all=1"
        yield NextStep(told + more * can_change, f"Accept {many}", address)
    yield from _after_lists(work, data, home)


def _after_lists(work: EventSession, data: RosterData, home: str) -> Iterator[NextStep]:
    event, stage = work.event, data.stage
    on, accepted = event.state == EventState.ON, data.count("accepted")
    if on and stage.state == StageState.TAKING and work.may(Right.EXPORT_LISTS, stage).allowed:
        last, sent = events.last_act(work.session, event.uid, "lists.exported", f"stage:{stage.slug}"), data.count(SENT)
        if last is not None and last.from_ == "sheets" and int(last.to) < accepted:
            told = f"{last.to} of {counted(sent, 'list')} are printed; {sent - accepted} can still change."
            yield NextStep(told, f"Print {counted(accepted, 'list')}", f"{home}/sheets")
    if on and data.kept.shared.round and work.may(Right.BEGIN_CHECK).allowed:
        decks = [row for row in data.on if row.confirmed]
        found = CheckedShare(len(decks), sum(bool(row.checks) for row in decks))
        if found.checked < found.least:
            told = f"Round {data.kept.shared.round}: {counted(found.least, 'deck check')} would be 10 %; "
            yield NextStep(f"{told}{found.checked} done.", "Choose a deck check", f"{home}/checks")
    over = all(one.state == StageState.OVER for one in work.rows.stages)
    if on and over and work.may(Right.COMPLETE).allowed:
        yield NextStep("The last round is over.", "End event", f"{home}/become/completed")
    sent = data.count(SENT)
    hidden = effective_of(work, stage) is not Effective.ALL
    if event.state == EventState.COMPLETED and sent and hidden and work.may(Right.SET_PUBLICATION).allowed:
        many = counted(sent, "list")
        yield NextStep("The event has ended. Lists are hidden.", f"Publish {many}", f"{home}/publication")


@dataclass(frozen=True, slots=True)
class Made:
    """Whether the event was just made."""

    made: bool = False


@dataclass(frozen=True, slots=True)
class Since:
    """The revision of the figures that the page's script shows."""

    since: int = 0


@bp.get("/e/<slug>/overview")
def show(slug: str) -> ResponseReturnValue:
    """The overview."""
    page = overview_page(app(), need_account(), slug, request.path)
    return render_template(
        "organizer/overview.html",
        page=page,
        frame=page.frame,
        **_values(page.seen),
        made=read_query(Made).made,
        origin=base(),
        qr=join_qr(base(), slug, page.join.code, page.seen.head.name) if page.join else "",
    )


@bp.get("/e/<slug>/overview/figures")
def show_changes(slug: str) -> ResponseReturnValue:
    """For the page's script: the figures in their places; nothing if nothing changed."""
    seen = overview_changed(app(), current_who(), slug, read_query(Since).since)
    if seen is None:
        return Response(status=204)
    return render_template("organizer/_figures.html", **_values(seen))


def _values(seen: Overview) -> dict[str, object]:
    return {"seen": seen, "as_of": clock_seconds(seen.now, seen.head.zone)}
