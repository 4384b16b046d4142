"""The stages of an event: deadlines, who is in them, and what becomes of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.mail import Told
from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import until_when
from deckcheck.app.typed_times import day_typed
from deckcheck.decklist import lazy
from deckcheck.events.bye_deadlines import due_by_byes
from deckcheck.events.plans import BadSettings, StagePlan, StageSettings, on_the_wall
from deckcheck.events.stage_members import set_members
from deckcheck.events.stage_states import Order, StageBecame, become, move_deadline
from deckcheck.events.stages import StagePatch, add_stage, change_stage
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import (
    FormFaults,
    read_fields,
    read_form,
    show_again,
    shows_refusals,
    version_sent,
)
from deckcheck.web.pages.events import event_words as words
from deckcheck.web.pages.events.organizer_pages import stages_page
from deckcheck.web.pages.events.typed_fields import TypedFields, only
from deckcheck.web.questions import confirmed, reading_given

bp = Blueprint("event_stages", __name__)

DONE: Final = {
    "taking": "{} takes lists.",
    "begun": "{} has begun. What is played is sealed.",
    "over": "{} is over.",
    "locked": "{} goes on.",
}


@dataclass(frozen=True, slots=True)
class WhenFields(TypedFields):
    """When lists are due or rounds begin, as typed; `now` is on the wall of the event."""

    now: datetime

    def today(self) -> date:
        """The day it is where the event is."""
        return self.now.date()

    def moment(self, name: str = "time") -> datetime | None:
        """The moment that a time names on its day; none without a time, refused with what is wrong with either."""
        if not self[name].strip():
            return None
        if faults := dict((*self.unclear("day", "Enter the day."), *self.unclear(name, ""))):
            raise FormFaults(faults)
        return datetime.combine(only(self.days("day")), only(self.times(name)))

    def doubts(self) -> dict[str, str]:
        """What is wrong with what was typed so far."""
        return dict(one for name in self.values if _TYPED.fullmatch(name) for one in self.unclear(name, ""))


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """Whether a deadline is only a plan so far."""

    plan: bool = False


@dataclass(frozen=True, slots=True)
class StateSet:
    """The state that a stage is to be in, and what its page calls it."""

    to: str = ""
    called: str = ""


@dataclass(frozen=True, slots=True)
class MembersSet:
    """Who is in a stage: by the numbers of those who are ticked, or the first of the standings."""

    by: str = ""
    numbers: tuple[str, ...] = ()
    top: int = 0
    reason: str = ""


Act = Callable[[], "tuple[str, Told | None]"]
_TYPED: Final = lazy.regex(r"day|time|round-[2-4]")
"""The fields of this page that hold a day or a time."""


def _page(
    slug: str, *, form: str = "", refused: Refused | None = None, done: str = "", tell: Told | None = None
) -> ResponseReturnValue:
    page = stages_page(app(), need_account(), slug, f"/e/{slug}/stages")
    now = on_the_wall(page.now, page.zone)
    beside = refused is not None and bool(refused.by_field) and all(map(_TYPED.fullmatch, refused.by_field))

    def when(name: str, **usual: str) -> WhenFields:
        return WhenFields(request.form if name == form else usual, now)

    return render_template(
        "organizer/stages.html",
        page=page,
        frame=page.frame,
        words=words,
        refused_form=form,
        told=str(refused) if refused and not beside else "",
        when=when,
        done=done,
        tell=tell,
        wall=lambda moment: on_the_wall(moment, page.zone),
        day_typed=day_typed,
        until=lambda moment: until_when(moment, page.now, page.zone),
    )


@bp.get("/e/<slug>/stages")
def show(slug: str) -> ResponseReturnValue:
    """The stages in order."""
    return _page(slug)


@bp.post("/e/<slug>/stages")
def add(slug: str) -> ResponseReturnValue:
    """Add a stage."""

    def act() -> tuple[str, Told | None]:
        given = {"kind": "playoff", "title": "", **read_fields(StageSettings, request.form, without=("deadline",))}
        plan = StagePlan(**given, deadline=None)
        added = add_stage(app(), need_account(), slug, plan, reading_given())
        return f"{added.title} is added.", None

    return _acted(slug, "add", act)


@bp.post("/e/<slug>/stages/<stage>")
def change(slug: str, stage: str) -> ResponseReturnValue:
    """Change title, match, and whose lists are played; or how pools are registered."""
    pools = "pools" in request.form

    def act() -> tuple[str, Told | None]:
        given = read_fields(StageSettings, request.form, without=("kind", "deadline", "during", "after"))
        if pools:
            given |= {"pool_sets": given.get("pool_sets", ()), "pool_size": given.get("pool_size") or 0}
        order = read_form(Order, deadline=None, reading=reading_given())
        done = change_stage(app(), need_account(), slug, stage, StagePatch(**given), order, version_sent())
        again = f" {done.rejudged.lists} rechecked." if done.rejudged.lists else ""
        return f"Saved.{again}", None

    return _acted(slug, f"{stage}-{'pools' if pools else 'change'}", act)


@bp.post("/e/<slug>/stages/<stage>/deadline")
def move(slug: str, stage: str) -> ResponseReturnValue:
    """Another deadline for everyone; before lists are taken it is only a plan."""

    def act() -> tuple[str, Told | None]:
        if read_form(DeadlineSet).plan:
            order = Order(reading=reading_given())
            change_stage(
                app(),
                need_account(),
                slug,
                stage,
                StagePatch(deadline=_when(slug).moment()),
                order,
                version_sent(),
            )
            return "Saved.", None
        order = read_form(Order, deadline=_when(slug).moment(), reading=reading_given())
        return _told(
            move_deadline(app(), need_account(), slug, stage, order, version_sent()),
            "The deadline is moved.",
        )

    return _acted(slug, f"{stage}-deadline", act)


@bp.post("/e/<slug>/stages/<stage>/state")
def set_state(slug: str, stage: str) -> ResponseReturnValue:
    """Take lists, begin, end, go on."""
    wanted = read_form(StateSet)

    def act() -> tuple[str, Told | None]:
        order = read_form(Order, deadline=_when(slug).moment(), reading=reading_given(), confirmed=confirmed())
        done = become(app(), need_account(), slug, stage, wanted.to, order, version_sent())
        return _told(done, DONE.get(wanted.to, "{}").format(wanted.called or stage))

    return _acted(slug, f"{stage}-{wanted.to}", act)


@bp.post("/e/<slug>/stages/<stage>/members")
def put_members(slug: str, stage: str) -> ResponseReturnValue:
    """Who is in a stage: those who are ticked, or the first of the standings."""

    def act() -> tuple[str, Told | None]:
        sent = read_form(MembersSet)
        top = 0 if sent.by == "numbers" else sent.top
        numbers = None if top else _numbers(" ".join(sent.numbers), "numbers")
        done = set_members(
            app(), need_account(), slug, stage, numbers, top=top, reason=sent.reason, seen=version_sent()
        )
        count = len(done.numbers)
        return " ".join((f"{count} {'player is' if count == 1 else 'players are'} in it.", *done.warnings)), None

    return _acted(slug, f"{stage}-members", act)


@bp.post("/e/<slug>/stages/<stage>/byes")
def put_byes(slug: str, stage: str) -> ResponseReturnValue:
    """In Limited, time for those with byes."""

    def act() -> tuple[str, Told | None]:
        when = _when(slug)
        starts: dict[int, datetime] = {}
        byes: dict[int, int] = {}
        sent = request.form
        for count in (1, 2, 3):
            numbers = _numbers(sent.get(f"byes-{count}", ""), f"byes-{count}")
            if begins := when.moment(f"round-{count + 1}"):
                starts[count + 1] = begins
            byes |= dict.fromkeys(numbers, count)
        done = due_by_byes(app(), need_account(), slug, stage, starts, byes, reading=reading_given())
        return f"{len(done)} {'player has' if len(done) == 1 else 'players have'} time until their first round.", None

    return _acted(slug, f"{stage}-byes", act)


def _when(slug: str) -> WhenFields:
    """The days and times that came in."""
    page = stages_page(app(), need_account(), slug, f"/e/{slug}/stages")
    return WhenFields(request.form, on_the_wall(page.now, page.zone))


def _told(done: StageBecame, sentence: str) -> tuple[str, Told | None]:
    return " ".join((sentence, *done.warnings)), done.told


def _acted(slug: str, form: str, act: Act) -> ResponseReturnValue:
    """The page after an act; what is refused or asked keeps all that was typed.

    While a form is filled in its page asks what days and times are read as: nothing is done then.
    """

    def done(slug: str) -> ResponseReturnValue:
        if "look" in request.form:
            if doubts := _when(slug).doubts():
                show_again(FormFaults(doubts))
            return _page(slug, form=form)
        sentence, told = act()
        return _page(slug, done=sentence, tell=told)

    return shows_refusals(_page, back="/e/{slug}/stages", form=form)(done)(slug=slug)


def _numbers(text: str, field: str) -> list[int]:
    """Entry numbers as typed, with anything between them."""
    found = re.findall(r"[^\s,;]+", text)
    wrong = next((one for one in found if not re.fullmatch(r"\d{1,9}", one)), None)
    if wrong is not None:
        raise BadSettings(f'"{wrong[:20]}" is no entry number. Write them like 1, 4, 7.', field=field)
    return [int(one) for one in found]
