"""The review of one list: what stands, faults first, the official acts on it, its versions and its history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.clocks import to_utc
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.audit.audit_views import history_of
from deckcheck.decklist import lazy
from deckcheck.events.plans import on_the_wall
from deckcheck.lists.official_acts import HideDeckName, LockAct, LockList, change_lock, hide_deck_name
from deckcheck.lists.own_list import versions
from deckcheck.roster.review import ListRead, ReviewPage, review
from deckcheck.web.asker import current_who, need_account
from deckcheck.web.current import app
from deckcheck.web.forms import Did, OfEntry, Why, read_form, read_query, shows_refusals
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.publication.public_shown import told
from deckcheck.web.pages.roster.roster import MARKS, shown_row
from deckcheck.web.questions import reading_given

STATES: Final = {"unclear": "undecided", "error": "illegal", "warning": "check"}
VERDICTS: Final = {"legal": "legal", "illegal": "illegal", "unclear": "undecided"}
_RANK: Final = {"undecided": 0, "illegal": 1, "check": 2}
_QUIET: Final = frozenset({"merged", "case", "accent"})
"""Differences that the row itself tells well enough."""


class Fault(NamedTuple):
    """Something that is wrong, to be decided or to be known; `typed` are the lines it is about, as written."""

    state: str
    word: str
    text: str
    lines: tuple[int, ...]
    typed: tuple[str, ...]
    source: str
    rule: str


class ReadRow(NamedTuple):
    """A card as read: `line` is where it stands, `wrote` what stood there if that was something else.

    `waiting`: no card was found, and `name` is the text as written.
    """

    line: int
    copies: int
    name: str
    wrote: str
    waiting: bool


class ReadSection(NamedTuple):
    """A section with its title and how many cards it has."""

    id: str
    title: str
    size: int
    rows: tuple[ReadRow, ...]


class WrittenLine(NamedTuple):
    """A line as written, with the gravest thing said of it: `left-out` for one that was answered to be no card."""

    number: int
    text: str
    state: str


class ReviewSheet(NamedTuple):
    """All that the page shows of a list that whoever looks may read."""

    state: str
    word: str
    faults: tuple[Fault, ...]
    sections: tuple[ReadSection, ...]
    lines: tuple[WrittenLine, ...]


def review_sheet(read: ListRead) -> ReviewSheet:
    """The sheet of a list as it was sent, under the verdict it was given last."""
    report, lines = read.report, split_lines(read.text.rstrip("\n"))
    faults = _faults(report, lines)
    state = VERDICTS[report["verdict"]]
    said = {row["line"]: "left-out" for row in report.get("ignored", ())}
    for fault in reversed(faults):
        said |= dict.fromkeys(fault.lines, fault.state)
    return ReviewSheet(
        state=state,
        word=MARKS[state],
        faults=faults,
        sections=tuple(_sections(report, app().reference.games[report["game"]])),
        lines=tuple(WrittenLine(n, text, said.get(n, "")) for n, text in enumerate(lines, 1)),
    )


def _faults(report: Mapping[str, Any], lines: Sequence[str]) -> tuple[Fault, ...]:
    """Undecided ones first, as they change counts, then errors by line, then what is only to be known."""
    found = [_fault(problem, lines) for problem in report["problems"]]
    found += [Fault("check", "To know", text, (), (), "", "") for text in report.get("warnings", ())]
    return tuple(sorted(found, key=lambda fault: (_RANK[fault.state], fault.lines[:1] or (10**9,))))


def _fault(problem: Mapping[str, Any], lines: Sequence[str]) -> Fault:
    state, numbers = STATES[problem["severity"]], tuple(problem["lines"])
    few = numbers if len(numbers) <= 4 else ()
    typed = tuple(dict.fromkeys(lines[n - 1].strip()[:120] for n in few if 0 < n <= len(lines)))
    word = MARKS.get(state, "To know")
    return Fault(state, word, problem["message"], few, typed, problem.get("source", ""), problem["rule"])


def _sections(report: Mapping[str, Any], game: Any) -> Iterable[ReadSection]:
    wrote = {n["line"]: n["text"] for n in report["notes"] if n["kind"] not in _QUIET and n["text"] != n["name"]}
    waiting: dict[str, list[ReadRow]] = {}
    for line in report["unresolved"]:
        row = ReadRow(line["line"], line["count"], line["text"], "", True)
        waiting.setdefault(line["section"], []).append(row)
    order = [section.id for section in game.sections]
    known = {**dict.fromkeys(report["sections"]), **dict.fromkeys(waiting)}
    for section in sorted(known, key=lambda s: (order.index(s) if s in order else len(order), s)):
        rows = [
            ReadRow(row["line"], row["count"], row["name"], wrote.get(row["line"], ""), False)
            for row in report["sections"].get(section, ())
        ]
        rows = sorted([*rows, *waiting.get(section, ())], key=lambda row: row.line)
        yield ReadSection(section, game.section_title(section), sum(row.copies for row in rows), tuple(rows))


bp = Blueprint("reviewing", __name__)
DONE: Final = {
    "accept": "Accepted. The player can no longer change it.",
    "send-back": "Sent back. It still counts until the player replaces it.",
    "reopen": "Reopened.",
    "lift": "The deadline is lifted for this player.",
    "undo": "The acceptance is taken back.",
    "sent": "The list is in.",
    "late": "The late list is in.",
    "corrected": "The list is corrected and accepted.",
    "added": "The player is on the roster, with their list.",
    "changed": "Changed.",
    "confirmed": "Confirmed.",
    "moved": "Done. It is in the record.",
}
"""What was done, as the page says it when it comes back."""
"""Refusals that come back with the page and all that was typed; others are pages of their own."""
QUARTER: Final = timedelta(minutes=15)
_LOCAL: Final = lazy.regex(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?")


@dataclass(frozen=True, slots=True)
class ListAct:
    """What is to be done with a list, and until when it is to be open on the wall of the event."""

    act: str = ""
    until: str = ""
    zone: str = ""


@bp.get("/e/<slug>/roster/<int:number>")
def show(slug: str, number: int) -> ResponseReturnValue:
    """One list, for who may read it without saying why."""
    need_account()
    return review_page(slug, number, "", done=DONE.get(read_query(Did).done, ""))


@bp.post("/e/<slug>/roster/<int:number>")
def show_with_reason(slug: str, number: int) -> ResponseReturnValue:
    """The same for an official who plays, and says why they look."""
    need_account()
    return review_page(slug, number, read_form(Why).reason)


def review_page(
    slug: str, number: int, reason: str = "", *, done: str = "", refused: Refused | None = None, act: str = ""
) -> str:
    """The page of a list as it stands now."""
    page = review(current_who(), slug, number, app(), read_query(OfEntry).stage, reason)
    return render_template(
        "staff/review.html",
        page=page,
        frame=page.frame,
        sheet=review_sheet(page.read) if page.read else None,
        row=shown_row(page.row, page.head.zone),
        told=lambda moment: told(moment, page.head.zone),
        until=_usual_until(page),
        done=done,
        refused=str(refused or ""),
        act=act or (read_query(ListAct).act if refused else ""),
        query=f"?stage={page.stage}" if len(page.stages) > 1 else "",
    )


@bp.post("/e/<slug>/roster/<int:number>/lock")
@shows_refusals(review_page, back="/e/{slug}/roster/{number}")
def lock(slug: str, number: int) -> ResponseReturnValue:
    """One official act; a refusal comes back with what was typed and the list as it is now."""
    sent = read_form(ListAct)
    if sent.act not in set(LockAct):
        raise UnusableInput("Choose what to do with this list.")
    act, until = LockAct(sent.act), _until(sent.until, sent.zone)
    order = read_form(LockList, who=need_account(), slug=slug, number=number, act=act, until=until)
    done = change_lock(order, app())
    stage = f"&stage={done.stage}" if order.stage else ""
    return redirect(f"/e/{slug}/roster/{number}?done={act}{stage}", 303)


@dataclass(frozen=True, slots=True)
class DeckNameShown:
    """Whether a deck's name is to be hidden (`yes`), and for which stage."""

    hidden: str = ""
    stage: str = ""


@bp.post("/e/<slug>/roster/<int:number>/deck-name")
@shows_refusals(review_page)
def show_deck_name(slug: str, number: int) -> ResponseReturnValue:
    """Hide what the player calls the deck, or show it again."""
    sent = read_form(DeckNameShown)
    hide_deck_name(HideDeckName(need_account(), slug, number, sent.stage, hidden=sent.hidden == "yes"), app())
    return redirect(f"/e/{slug}/roster/{number}" + (f"?stage={sent.stage}" if sent.stage else ""), 303)


def _until(text: str, zone: str) -> datetime | None:
    """The moment a time on the wall of the event means; none where nothing was said."""
    if not text.strip():
        return None
    found = _LOCAL.fullmatch(text.strip())
    try:
        local = datetime.fromisoformat(f"{found[1]} {found[2]}") if found else None
    except ValueError:
        local = None
    if local is None:
        raise UnusableInput("Say until when with a day and a time, like 2026-06-13 10:15.", field="until")
    return to_utc(local, zone, reading_given())


def _usual_until(page: ReviewPage) -> str:
    """A quarter of an hour from now, on the wall of the event."""
    return f"{on_the_wall(page.now + QUARTER, page.head.zone):%Y-%m-%dT%H:%M}"


@bp.post("/e/<slug>/roster/<int:number>/versions")
@shows_refusals(review_page, act="versions")
def show_versions(slug: str, number: int) -> ResponseReturnValue:
    """Every list that was sent for the entry, to who says why they look."""
    stage = read_query(OfEntry).stage
    found = versions(need_account(), slug, number, app(), stage, read_form(Why).reason)
    page = review(current_who(), slug, number, app(), stage)
    return render_template(
        "staff/versions.html",
        page=page,
        frame=page.frame,
        rows=found,
        told=lambda moment: told(moment, page.head.zone),
    )


@bp.get("/e/<slug>/roster/<int:number>/history")
def show_history(slug: str, number: int) -> ResponseReturnValue:
    """What was done to the entry and its lists, by whom and when."""
    page = history_of(need_account(), slug, number, app())
    return render_template(
        "staff/history.html", page=page, frame=page.frame, told=lambda moment: told(moment, page.head.zone)
    )
