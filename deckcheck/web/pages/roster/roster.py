"""The staff's roster: the page, what changes on it, the acceptance of many lists, reminders, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.app.safe_text import content_disposition
from deckcheck.app.states.list_transitions import UNDO
from deckcheck.app.time_words import clock_time, late_words
from deckcheck.law.sentences import counted
from deckcheck.lists.bulk_locks import AcceptedMany, AcceptMany, UndoMany, accept_many, left_in_words, undo_many
from deckcheck.roster.duplicates import SAYS_SO, Likely
from deckcheck.roster.entry_links import mail_links, waiting_for_link
from deckcheck.roster.filters import WALK_INS, View
from deckcheck.roster.players import check_in_many, undo_check_in
from deckcheck.roster.reminders import reminder, send_reminders
from deckcheck.roster.roster_rows import RosterRow
from deckcheck.roster.staff_roster import PAGE, changes, roster_csv, roster_page, waiting
from deckcheck.web.asker import current_who, need_account
from deckcheck.web.current import app, now
from deckcheck.web.files import base
from deckcheck.web.forms import OfEntry, read_form, read_query, shows_refusals, whole
from deckcheck.web.pages.publication.public_shown import Told, told
from deckcheck.web.pages.roster.progress import draw
from deckcheck.web.questions import confirmed

CODE: Final = "code"
"""Where the entries of those come from who joined with the code."""
MARKS: Final = {"legal": "Legal", "illegal": "Illegal", "undecided": "Needs an answer", "not-sent": "Not submitted"}
BY_HAND: Final = "Check by hand"
"""What stands with a list that only newer data could decide."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLI: Final = timedelta(milliseconds=1)


UNSAID: Final = "?"
"""What stands for a field that did not come, where an empty one means something."""


class TwinShown(NamedTuple):
    """Whom a walk-in is likely to be, in words: who, why, and what becomes of the walk-in's link by merging."""

    number: int
    title: str
    why: str
    both_sent: bool


class RowShown(NamedTuple):
    """A row in words. `pick` is what choosing it sends; `more` stands small under the name, `late` in the list's cell.

    `word` is that of the verdict, empty for a list that was not sent.
    """

    row: RosterRow
    word: str
    sent: Told | None
    pick: str
    more: str
    late: str
    twin: TwinShown | None


def shown_row(row: RosterRow, zone: str) -> RowShown:
    """A row as it stands on the page."""
    seat = f"seat {row.seat}{f' ({row.format})' if row.format else ''}" if row.seat else "no seat yet"
    sits = f"{row.team}, {seat}" if row.team else f"S{seat[1:]}" if row.seat else ""
    parts = [sits, f"Table {row.table}" if row.table else ""]
    parts += [f"Walk-in, {told(row.made_at, zone).words}" if row.is_walk_in else "", checked_words(row)]
    return RowShown(
        row=row,
        word="" if row.mark == "not-sent" else BY_HAND if row.by_hand else MARKS[row.mark],
        sent=told(row.sent_at, zone) if row.sent_at else None,
        pick=f"{row.number}-{row.submission.replace('-', '')}" if row.submission and not row.accepted else "",
        more=". ".join(part for part in parts if part),
        late=_late(row),
        twin=_twin(row, row.likely, row.twin) if row.likely and row.twin else None,
    )


def _twin(row: RosterRow, likely: Likely, twin: RosterRow) -> TwinShown:
    """Probably "Okonkwo Ada" from the player list: same name, no list yet; nobody has joined with that entry."""
    said = likely.why == SAYS_SO
    came = "who joined with the code" if twin.origin == CODE else "from the player list"
    used = f"{'somebody' if row.twin_used else 'nobody'} has joined with that entry"
    sent = "list submitted" if twin.submission else "no list yet"
    parts = [f"{'Same name' if said else likely.why}, {sent}", *(() if twin.origin == CODE else (used,))]
    ends = row.twin_used or twin.submission
    return TwinShown(
        number=twin.number,
        title=f'{"They say they are" if said else "Probably"} "{twin.name}" {came}',
        why=f"{'; '.join(parts)}.{' Merging ends the link this player joined with.' if ends else ''}",
        both_sent=bool(twin.submission and row.submission),
    )


def checked_words(row: RosterRow) -> str:
    """Checked in rounds 2 and 5; empty for a deck that was not checked, and for whoever does not read checks."""
    if row.checking:
        return "Being checked"
    if row.checked:
        *first, last = map(str, row.checked)
        rounds = f"rounds {', '.join(first)} and {last}" if first else f"round {last}"
        return f"Checked in {rounds}"
    return "Checked" if row.checks else ""


def _late(row: RosterRow) -> str:
    if not row.late:
        return ""
    words = late_words(row.minutes_late or 0)
    return f"{words}, by {row.late_by}{f': {row.late_why}' if row.late_why else ''}"


@dataclass(frozen=True, slots=True)
class RosterAsked:
    """Which rows of the roster an address asks for; `only` are numbers with dots between them."""

    stage: str = ""
    show: str = "all"
    q: str = ""
    page: int = 1
    only: str = ""

    def view(self) -> View:
        """The view of the roster."""
        return View(self.stage, self.show or "all", self.q[:100], self.page or 1, numbers_in(self.only))


@dataclass(frozen=True, slots=True)
class RosterChanges:
    """What the page's script has: revisions, the one it polls by and the one it was drawn with, and rows it shows."""

    since: int = 0
    base: int = 0
    shown: str = ""


@dataclass(frozen=True, slots=True)
class RosterDone:
    """What was done, as the address of the roster has it: how many, when, which were left and why, and to whom."""

    did: str = ""
    n: int = 0
    choose: bool = False
    accepted: int | None = None
    at: str = ""
    left: str = ""
    named: str = ""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Whom to check in, by number; or the moment of a check-in that is to be undone."""

    here: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class Picked:
    """Which lists were chosen of a stage, each with what was shown of it; `all`: all that can be accepted."""

    stage: str = ""
    choose: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    all: str | None = UNSAID


def numbers_in(text: str) -> tuple[int, ...]:
    """Numbers with dots between them; what is none is left out."""
    return tuple(number for number in map(whole, text.split(".")) if number)


def view_asked() -> View:
    """The view that an address asks for, or the form on its page."""
    return read_query(RosterAsked).view()


def query_of(view: View, **more: str | int) -> str:
    """The query of an address that shows a view."""
    known = {
        "stage": view.stage,
        "show": "" if view.show == "all" else view.show,
        "q": view.words.strip(),
        "page": view.page if view.page > 1 else "",
        "only": ".".join(map(str, view.only)),
        **more,
    }
    kept = {key: value for key, value in known.items() if value not in {"", 0}}
    return f"?{urlencode(kept)}" if kept else ""


def pairs_text(pairs: Iterable[tuple[int, str]]) -> str:
    """Entries with what was shown of each, as one field that stays small for thousands."""
    return ".".join(f"{number}-{sent.replace('-', '')}" for number, sent in pairs)


def read_pairs(parts: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """The pairs of such fields; what is no pair is left out."""
    found = []
    for part in ".".join(parts).split("."):
        number, _, sent = part.partition("-")
        if (known := whole(number)) and len(sent) == 32 and sent.isalnum():
            found.append((known, f"{sent[:8]}-{sent[8:12]}-{sent[12:16]}-{sent[16:20]}-{sent[20:]}"))
    return tuple(found)


class Outcome(NamedTuple):
    """What a bulk act came to, as the roster says it: how many, by which moment it can be undone, what was left."""

    accepted: int
    at: int
    sentence: str
    left: str


def outcome_query(done: AcceptedMany) -> dict[str, str | int]:
    """The outcome of a bulk act as it travels to the roster."""
    left = ".".join(f"{one.number}-{one.code}" for one in done.left[:100])
    return {"accepted": len(done.done), "at": millis_of(done.at), "left": left, "rest": len(done.left)}


def outcome_of(asked: RosterDone) -> Outcome | None:
    """The outcome that an address tells of."""
    if asked.accepted is None:
        return None
    codes = [part.partition("-") for part in asked.left.split(".") if part]
    numbers = ".".join(number for number, _, _ in codes if whole(number))
    sentence = left_in_words(asked.accepted + len(codes), [code for _, _, code in codes])
    return Outcome(asked.accepted, millis(asked.at), sentence, numbers)


_TOLD_OF: Final = (
    ("legal", "legal"),
    ("illegal", "illegal"),
    ("undecided", "waiting for an answer"),
    ("by-hand", "to check by hand"),
    ("not-sent", "not submitted"),
)
_MOST_NAMED: Final = 3


class CheckedInTold(NamedTuple):
    """What a check-in came to: how many, by verdict with the first faults, and the numbers of more than those."""

    head: str
    rest: str
    faults: str


def checked_in_told(rows: Sequence[RosterRow]) -> CheckedInTold:
    """2 players checked in: 1 legal; 1 illegal, Amato, Giulia (16 cards in the sideboard)."""
    faults = [row for row in rows if row.mark in _FAULTS]
    named = len(faults) <= _MOST_NAMED
    parts = []
    for key, words in _TOLD_OF:
        of_kind = [row for row in rows if ("by-hand" if row.by_hand else row.mark) == key]
        parts += [f"{len(of_kind)} {words}{_named(of_kind) if named else ''}"] if of_kind else []
    head = counted(len(rows), "player") if named else str(len(rows))
    told = f"{('; ' if named else ', ').join(parts)}."
    return CheckedInTold(f"{head} checked in:", told, "" if named else ".".join(str(row.number) for row in faults))


_FAULTS: Final = frozenset({"illegal", "undecided"})


def _named(rows: Sequence[RosterRow]) -> str:
    """, Amato, Giulia (16 cards in the sideboard)."""
    told = [f"{r.listed}{f' ({r.reason})' if r.reason else ''}" for r in rows if r.mark in _FAULTS]
    return f", {' and '.join(told)}" if told else ""


def millis_of(moment: datetime) -> int:
    """A moment as an address has it."""
    return (moment - _EPOCH) // _MILLI


def millis(text: str) -> int:
    """A moment as an address has it, none for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 15 else 0


def moment_of(value: int) -> datetime:
    """The moment of so many milliseconds."""
    return _EPOCH + value * _MILLI


bp = Blueprint("roster", __name__)


@bp.get("/e/<slug>/roster")
def show(slug: str) -> ResponseReturnValue:
    """A page of the roster."""
    asked = read_query(RosterDone)
    named = numbers_in(asked.named)[:PAGE]
    page = roster_page(need_account(), slug, view_asked(), app(), f"/e/{slug}/roster", named)
    outcome = outcome_of(asked)
    return render_template(
        "staff/roster.html",
        page=page,
        frame=page.frame,
        rows=[shown_row(row, page.head.zone) for row in page.rows],
        drawing=draw(page.progress),
        outcome=outcome,
        may_undo=bool(outcome and outcome.accepted and page.powers.undo and now() < moment_of(outcome.at) + UNDO),
        told=_told(asked.did, asked.n),
        named=page.named if asked.did == "merged" else (),
        checked_in=checked_in_told(page.named) if asked.did == "in" and page.named else None,
        done=asked,
        undoable=now() < moment_of(millis(asked.at)) + UNDO,
        walk_ins=page.view.show == WALK_INS and page.powers.check_in,
        choosing=asked.choose,
        query=lambda **more: query_of(page.view, **more),
        seen=clock_time(page.now, page.head.zone),
        unlinked=waiting_for_link(current_who(), slug, app()),
    )


def _told(did: str, count: int) -> str:
    """What was done, as the roster says it; nothing for a word it does not know."""
    lists = f"{count} list{'' if count == 1 else 's'}"
    return {
        "undone": f"{lists} open again. The acceptance is taken back.",
        "out": f"{counted(count, 'player')} waiting for the desk again.",
        "parted": "Merge undone: two entries again.",
        "reminded": f"A reminder goes to {count} player{'' if count == 1 else 's'}.",
        "mailed": f"A link goes to {count} player{'' if count == 1 else 's'}.",
    }.get(did, "")


@bp.get("/e/<slug>/roster/rows")
def show_changes(slug: str) -> ResponseReturnValue:
    """For the page's script: rows that changed, in their places; nothing if nothing did."""
    view, asked = view_asked(), read_query(RosterChanges)
    shown = numbers_in(asked.shown)
    found = changes(current_who(), slug, asked.since, app(), view, shown)
    if found is None:
        return Response(status=204)
    fresh = changes(current_who(), slug, asked.base, app(), view, shown) if asked.base else None
    return render_template(
        "staff/_changes.html",
        found=found,
        slug=slug,
        rows=[shown_row(row, found.zone) for row in found.rows],
        new=fresh.new if fresh else found.new,
        view=view,
        band=found.band,
        query=lambda **more: query_of(view, **more),
        seen=clock_time(found.now, found.zone),
        powers=found.powers,
        ready=found.ready,
        filters=found.filters,
        walk_ins=view.show == WALK_INS and found.powers.check_in,
    )


@bp.get("/e/<slug>/roster.csv")
def show_csv(slug: str) -> ResponseReturnValue:
    """The roster as a table."""
    name, data = roster_csv(need_account(), slug, app(), read_query(OfEntry).stage)
    response = make_response(data)
    response.headers["Content-Type"] = "text/csv; charset=utf-8"
    response.headers["Content-Disposition"] = content_disposition(name)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@bp.get("/e/<slug>/roster/accept")
def ask_accept(slug: str) -> ResponseReturnValue:
    """Whether all legal lists are to be accepted, or those that were chosen."""
    asked = read_query(Picked)
    chosen = read_pairs(asked.choose)
    found = waiting(need_account(), slug, app(), asked.stage, dict(chosen) if asked.all == UNSAID else None)
    return render_template(
        "staff/accept.html",
        page=found,
        frame=found.frame,
        slug=slug,
        pairs=pairs_text(found.pairs),
        chosen=bool(chosen),
    )


@bp.post("/e/<slug>/roster/accept")
def accept(slug: str) -> ResponseReturnValue:
    """Accept what was shown; lists that were replaced meanwhile are left."""
    asked = read_form(Picked)
    done = accept_many(AcceptMany(need_account(), slug, read_pairs(asked.pairs), asked.stage), app())
    return redirect(f"/e/{slug}/roster{query_of(view_asked(), **outcome_query(done))}", 303)


@bp.post("/e/<slug>/roster/check-in")
def check_in(slug: str) -> ResponseReturnValue:
    """Check in the walk-ins that were ticked, or undo that."""
    asked, back = read_form(CheckIn), f"/e/{slug}/roster"
    if asked.at:
        done = undo_check_in(need_account(), slug, moment_of(millis(asked.at)), app())
        return redirect(f"{back}{query_of(view_asked(), did='out', n=len(done))}", 303)
    found = check_in_many(need_account(), slug, numbers_in(".".join(asked.here[:PAGE])), app())
    named, did = ".".join(map(str, found.numbers)), "in" if found.numbers else ""
    return redirect(f"{back}{query_of(view_asked(), did=did, named=named, at=millis_of(found.at))}", 303)


@bp.post("/e/<slug>/roster/undo")
def undo(slug: str) -> ResponseReturnValue:
    """Take back what one bulk act accepted."""
    done = undo_many(UndoMany(need_account(), slug, moment_of(millis(read_form(RosterDone).at))), app())
    return redirect(f"/e/{slug}/roster?did=undone&n={len(done)}", 303)


@bp.get("/e/<slug>/roster/remind")
def show_reminders(slug: str) -> ResponseReturnValue:
    """A reminder to copy, and to send by mail."""
    return _reminders(slug)


def _reminders(slug: str, refused: Refused | None = None) -> ResponseReturnValue:
    page = reminder(need_account(), slug, app(), read_query(OfEntry).stage, base())
    return render_template("staff/reminders.html", page=page, frame=page.frame, slug=slug, told=str(refused or ""))


@bp.post("/e/<slug>/roster/remind")
@shows_refusals(_reminders, back="/e/{slug}/roster/remind", yes="Send another")
def remind(slug: str) -> ResponseReturnValue:
    """Mail everybody whose list is missing."""
    count = send_reminders(need_account(), slug, app(), read_form(OfEntry).stage, confirmed=confirmed())
    return redirect(f"/e/{slug}/roster?did=reminded&n={count}", 303)


@bp.post("/e/<slug>/roster/links")
def send_links(slug: str) -> ResponseReturnValue:
    """Mail a link to everybody who gave an address and has none."""
    return redirect(f"/e/{slug}/roster?did=mailed&n={mail_links(need_account(), slug, app())}", 303)
