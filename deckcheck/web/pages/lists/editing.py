"""The page to write a list on at an event's own terms: the player's, and the staff's who write for one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple
from uuid import uuid4

from flask import Request, request

from deckcheck.app.event_heads import EventHead
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.time_words import clock_time, left, until_when
from deckcheck.decklist import lazy
from deckcheck.decklist.answers import Answers, marks_of
from deckcheck.law.rule import Severity
from deckcheck.law.sentences import counted
from deckcheck.lists.earlier_lists import EarlierList
from deckcheck.lists.editor import DraftText, SubmissionWindow
from deckcheck.lists.list_checks import Preview
from deckcheck.lists.list_handles import Changed
from deckcheck.publication.event_index import events_of_format
from deckcheck.translations import gettext
from deckcheck.verdict.reports import Report, Verdict
from deckcheck.web.asker import current_who
from deckcheck.web.current import app, now
from deckcheck.web.forms import whole
from deckcheck.web.pages.check.check import Order, Turn, judge, preview_of, settled, take_turn
from deckcheck.web.pages.check.check_result import CheckResult, Hint
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.check.findings import EMPTY, MOST_SHOWN
from deckcheck.web.pages.check.forms import CheckForm, check_form

SOON: Final = 60 * 60
"""So many seconds before the deadline the slot begins to count down."""
_TAB: Final = lazy.regex(r"[A-Za-z0-9-]{8,40}")


@dataclass(frozen=True, slots=True)
class ListForm:
    """What the page sent: the check's fields, for whom, and what it knew of the list and the draft when it was drawn.

    `entry` is none where the page is about one's own. `deck` is what the deck is called. `seen` names the submission
    that stood, `draft` the draft's version; both are none where a request says nothing of them. `list_version` is for
    staff.
    """

    check: CheckForm
    entry: int | None = None
    stage: str = ""
    key: str = ""
    seen: str | None = None
    draft: int | None = None
    tab: str = ""
    turn: int = 0
    list_version: int | None = None
    deck: str = ""


def list_form(sent: Request) -> ListForm:
    """The fields of the page from a request."""
    fields = sent.form if sent.method == "POST" else sent.args
    tab = fields.get("tab", "")
    return ListForm(
        check=check_form(sent),
        entry=whole(fields.get("entry", "")),
        stage=fields.get("stage", "")[:40],
        key=fields.get("key", "")[:100],
        seen=fields.get("seen"),
        draft=whole(fields.get("draft", "")),
        tab=tab if _TAB.fullmatch(tab) else "",
        turn=whole(fields.get("turn", "")) or 0,
        list_version=whole(fields.get("version", "")),
        deck=fields.get("deck", "")[:200],
    )


class Other(NamedTuple):
    """Another text of the same list, with the answers to its questions as the fields of a page carry them."""

    text: str = ""
    out: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


NO_OTHER: Final = Other()


def other_of(text: str, answers: Answers) -> Other:
    """A kept text with its answers, for a page."""
    return Other(text, marks_of(split_lines(text), answers.left_out), tuple(sorted(answers.refused)))


def other_sent(name: str) -> Other:
    """The other text that a page sent under this name."""
    fields = request.form
    text = fields.get(name, "").replace("\r\n", "\n")
    return Other(text, tuple(fields.getlist(f"{name}-out")), tuple(fields.getlist(f"{name}-not")))


def form_with(other: Other, form: CheckForm | None = None) -> CheckForm:
    """The check's fields with this text and its answers."""
    return replace(form or CheckForm(act="check"), text=other.text, out=other.out, refused=other.refused)


class Both(NamedTuple):
    """Two versions of a list: what stands at another device or in the roster, and what was about to be kept here.

    `seen` and `draft` are what a form must know to let the second take the place of the first.
    """

    sentence: str
    theirs: Other
    when: str
    yours: Other
    seen: str
    draft: int | None


@dataclass(frozen=True, slots=True)
class EditorPage:
    """What `player/_editor.html` draws around the sheet.

    `action` is where checks and picks go, `send` where the list goes; `hidden` are fields that travel with both.
    `kept` is the draft in words. `submit` are the words of the button, empty where the list cannot be sent: then
    `why_not` says why; `faults` is how many of them the button names. `large`: where the list is shown large for the
    desk. `told`: a refusal, above everything. `quiet`: what the slot says while there is nothing else. `store`: a name
    for what this browser keeps meanwhile. `extra`: a template with more fields, for staff, which finds its values in
    `more`. `older`: another text of the same list, to be taken up again. `key` and `seen` go with what is sent;
    `new_key`: the page is to take the key over. `deck`: what the deck is called. `earlier`: the player's lists
    of other events.
    """

    action: str
    send: str
    hidden: Mapping[str, str | int]
    kept: str
    draft: int
    submit: str
    is_marked: bool
    why_not: str
    quiet: str
    until: datetime | None
    now: datetime
    large: str = ""
    told: str = ""
    both: Both | None = None
    faults: int = 0
    store: str = ""
    extra: str = ""
    writing_for: str = ""
    older: Other = NO_OTHER
    key: str = ""
    seen: str = ""
    new_key: bool = False
    deck: str = ""
    earlier: tuple[EarlierList, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)


class Faults(NamedTuple):
    """How a list stands: its verdict, none for an empty page; how much is to be decided, and to be mended or decided.

    What only newer data could answer (`of_age`) is nothing that is left to do.
    """

    verdict: Verdict | None = None
    undecided: int = 0
    left: int = 0
    of_age: bool = False


def faults_of(report: Report) -> Faults:
    """How a list stands by its verdict, as the page counts it."""
    if not report.deck.entries and not report.deck.unread:
        return Faults()
    found = Counter(problem.severity for problem in report.problems if problem.clause != EMPTY)
    undecided = min(found[Severity.UNCLEAR], MOST_SHOWN + 1)
    left = min(found[Severity.UNCLEAR] + found[Severity.ERROR], MOST_SHOWN + 1)
    return Faults(report.verdict, undecided, 0 if report.asks_age_only else left, report.asks_age_only)


@dataclass
class Written:
    """A text that was sent to the page: the button that was heard, and how the list stands then.

    `preview`: the verdict, none for what is no list. The sheet is drawn once it is to be shown.
    """

    turn: Turn
    preview: Preview | None

    @cached_property
    def faults(self) -> Faults:
        """How the list stands."""
        return faults_of(self.preview.report) if self.preview else Faults()

    def sheet(self, head: EventHead) -> CheckResult:
        """What the page of an event shows of the list."""
        sheet = self._drawn[0]
        return sheet._replace(hint=_hint_at(sheet.hint, head)) if sheet.hint and sheet.hint.format else sheet

    @property
    def order(self) -> Order:
        """The terms in words."""
        return self._drawn[1]

    @property
    def code(self) -> int:
        """The status of the answer."""
        return self._drawn[2]

    @cached_property
    def _drawn(self) -> tuple[CheckResult, Order, int]:
        return judge(self.turn, app(), self.preview)


def _hint_at(hint: Hint, head: EventHead) -> Hint:
    """What the list looks like, and which event of the day takes such lists: no button offers another format here."""
    title = app().format(hint.format).title
    words = gettext("{what}; {event} is {format}.")
    told = Hint(words.format(what=hint.words.removesuffix("."), event=head.name, format=head.format), hint.reason)
    other = next(iter(events_of_format(app(), current_who(), hint.format, head)), None)
    if other is None:
        return told
    takes = gettext("{event} takes {format} lists.").format(event=other.name, format=title)
    return told._replace(other=takes, address=f"/e/{other.slug}")


def look_at(form: ListForm, window: SubmissionWindow, other: Other | None = None, told: str = "") -> Written:
    """What a form comes to under the terms of its event; with `other`, that text takes the place of the one sent."""
    check = replace(form.check, fixed=window.terms, format=window.terms.format)
    if other is None:
        turn = take_turn(check, app())
    else:
        chosen = settled(form_with(other, check), app())
        turn = Turn(chosen, told or gettext("This is the other one now."), former=check.text, acted=True)
    try:
        return Written(turn, preview_of(turn.form, app()))
    except UnusableInput:
        return Written(turn, None)


def why_not(faults: Faults, window: SubmissionWindow) -> str:
    """Why this list cannot be sent; empty if it can. An empty page only says so once lists are closed."""
    if faults.verdict is None:
        return window.why_not(Verdict.LEGAL)
    count = faults.undecided if window.facts.accepts == "decided" else faults.left
    return window.why_not(faults.verdict, count, by_hand=faults.of_age)


def submit_words(faults: Faults, plain: str, beside_faults: str) -> str:
    """The words of the button: for a legal list, or for one with `{faults}` that go along."""
    if faults.verdict is Verdict.LEGAL or faults.of_age:
        return plain
    return beside_faults.format(faults=counted(faults.left, "fault")) if faults.verdict else ""


def kept_words(draft: DraftText, zone: str) -> str:
    """The draft in words: Draft kept 09:41."""
    return gettext("Draft kept {time}").format(time=clock_time(draft.at, zone)) if draft.at else ""


def quiet_words(window: SubmissionWindow, moment: datetime, sees: str) -> str:
    """What the slot says: the time that is left, once it is less than an hour, else who sees the list."""
    if window.until is None or (window.until - moment).total_seconds() > SOON:
        return sees
    return left(window.until, moment)


def both_of(changed: Changed, yours: CheckForm, zone: str, draft: int | None = None) -> Both:
    """Both versions, where somebody else was faster."""
    theirs = changed.theirs
    at = gettext("Since {when}").format(when=until_when(theirs.at, now(), zone)) if theirs.at else gettext("Now")
    there, here = other_of(theirs.text or "", theirs.answers), Other(yours.text, yours.out, yours.refused)
    return Both(str(changed), there, at, here, theirs.seen, theirs.version if draft is not None else None)


def writing_for(name: str, pronouns: str = "") -> str:
    """What staff is told who writes for a player, by the player's own pronouns where they are known."""
    first = pronouns.strip().lower().split("/")[0].strip()
    who = {"she": "She", "he": "He"}.get(first, "They")
    return f"You are writing for {name}. {who} will see who changed what."


def fresh_key() -> str:
    """A key for the next sending."""
    return str(uuid4())


def is_live() -> bool:
    """Whether the page's script asks, for the parts that change only."""
    return "HX-Request" in request.headers
