"""What printed sheets and checklists say, from the rows as stored, as far as whoever asks may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache, partial
from typing import Any, Final

from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import played_at
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.safe_text import one_line
from deckcheck.app.session import EventSession, changing, reading, refuse_stale
from deckcheck.app.shown_names import ShownName
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import Act, Machine
from deckcheck.app.time_words import clock_time, day_here, late_words
from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.hash_chain import signs
from deckcheck.events.plans import among
from deckcheck.events.stage_pools import MOST_SETS
from deckcheck.law.games import Presentation
from deckcheck.law.sentences import counted
from deckcheck.lists.pool_reading import sets_named
from deckcheck.lists.seals import receipt_number
from deckcheck.lists.shown_lists import Held, title_of
from deckcheck.printing.sheets.sheet_contents import (
    PAPERS,
    Checklist,
    Opened,
    Order,
    Paper,
    Sheet,
    SheetEvent,
    blank_sections,
    sections_of,
    totals_of,
    totals_to_fill_in,
)
from deckcheck.printing.sheets.sheet_tables import in_table_order, printings_of_text, tables_of
from deckcheck.publication.one_list import external_of
from deckcheck.store.models import Event, Stage, StoredReport, Submission
from deckcheck.store.queries import lists, published
from deckcheck.store.states import EventState
from deckcheck.translations import gettext, gettext_noop, ngettext
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.layout import LANDS, ORDERS, Listed, listed_canonical
from deckcheck.verdict.pool_counts import PoolRow
from deckcheck.verdict.set_lists import SetList

CHUNK: Final = 200
"""So many lists are read from the database at a time."""
_LAST: Final = 10**6


@dataclass(frozen=True, slots=True)
class Printing:
    """How lists are printed: of which stage, in what order, on what paper, and why if one must say.

    Where `cards` and `lands` are empty the order is the event's. `base` is the address of the installation, for the
    square code that only staff's sheets have. `sets` are codes of the sets whose checklists are meant, `whole` asks for
    all their cards where a pool fills them.
    """

    stage: str = ""
    cards: str = ""
    lands: str = ""
    paper: str = "a4"
    reason: str = ""
    base: str = ""
    sets: tuple[str, ...] = ()
    whole: bool = False

    @property
    def sheet(self) -> Paper:
        """The paper."""
        return PAPERS[self.paper]

    def order(self, usual: Order | None = None) -> Order:
        """The order that was asked for; what was not said is as usual in the event, or everywhere."""
        usual = usual or Order()
        return Order(self.cards or usual.cards, self.lands or usual.lands)


def printing_of(wanted: Mapping[str, str], reason: str = "", base: str = "") -> Printing:
    """How to print, from the fields `stage`, `order`, `lands`, `paper`, `sets` and `rows`; the rest is as usual."""
    order = _among(wanted.get("order", ""), ("", *ORDERS), "order")
    lands = _among(wanted.get("lands", ""), ("", *LANDS), "place for lands")
    paper = _among(wanted.get("paper") or "a4", tuple(PAPERS), "paper")
    rows = _among(wanted.get("rows", ""), ("", "all"), "choice of rows")
    sets = tuple(code.strip() for code in wanted.get("sets", "").split(",") if code.strip())
    return Printing(wanted.get("stage", "")[:40], order, lands, paper, reason, base, sets, rows == "all")


def _among(value: str, known: Sequence[str], what: str) -> str:
    if value not in known:
        raise UnusableInput(f'There is no {what} "{value[:40]}". Use {", ".join(filter(None, known))}.')
    return value


def event_order(event: Event) -> Order:
    """The order of all sheets and screens of an event."""
    return Order(event.list_order, event.lands_order)


def sheet_event(work: EventSession, seat: str = "") -> SheetEvent:
    """The event as sheets name it, or those of a seat: its format with the day of its law."""
    event = work.event
    day = day_in_words(event.day)
    return SheetEvent(work.game, one_line(event.name), day, one_line(event.place), played_at(event, work.app, seat))


def sheets_of(work: EventSession, stage: Stage, held: Sequence[Held], wanted: Printing) -> Iterator[tuple[Held, Sheet]]:
    """The sheets of some lists, in their order."""
    order, about = wanted.order(event_order(work.event)), cache(partial(sheet_event, work))
    for start in range(0, len(held), CHUNK):
        some = held[start : start + CHUNK]
        sent = lists.submissions(work.session, [one.sent for one in some])
        reports = lists.latest_reports(work.session, list(sent))
        accepted = published.acceptances_of(work.session, [one.row.accepted for one in some if one.row.accepted])
        for one in some:
            stands = sent[one.sent]
            fixed = accepted.get(stands.uid)
            told = _told(
                work, stands, "" if fixed is None else _moment(work, gettext("Accepted {day}, {time}."), fixed.at)
            )
            facts = _facts(work, stage, one, f"{told}{_late(one, stands)}")
            sheet = sheet_of(work, about(one.entry.seat), stands, reports.get(stands.uid), facts, order)
            yield one, _for_staff(work, sheet, one, wanted.base)


@dataclass(frozen=True, slots=True)
class Facts:
    """What stands on a sheet besides the list: the name as it may be shown, the number, and a sentence on its times."""

    name: ShownName
    account: str = ""
    times: str = ""
    division: str = ""
    born: str = ""


def _facts(work: EventSession, stage: Stage, held: Held, times: str) -> Facts:
    entry = held.entry
    knows = work.may(Right.SEE_CONTACT, stage, entry).allowed
    born = day_in_words(date.fromisoformat(entry.born)) if knows and entry.born else ""
    division = entry.division if knows else ""
    return Facts(held.name, external_of(work, stage, entry) or "", times, division, born)


def sheet_of(
    work: EventSession, about: SheetEvent, sent: Submission, report: StoredReport | None, facts: Facts, order: Order
) -> Sheet:
    """The sheet of one list."""
    game = work.game
    look = game.presentation
    stored = listed_canonical(read_canonical(sent.canonical), work.app.index(game.id))
    listed = in_order(stored, report.body if report else {}, order)
    sections = sections_of(listed, order, game)
    last, _, first = facts.name.listed.partition(", ")
    index = work.app.index(game.id)
    written = printings_of_text(sent.text, game, index) if look.tables else {}
    receipt = gettext("Receipt {number}.").format(number=receipt_number(bytes.fromhex(sent.leaf)))
    return Sheet(
        about,
        name=one_line(facts.name.name),
        last=one_line(last) if facts.name.full else "",
        first=one_line(first) if facts.name.full else "",
        account=facts.account,
        division=facts.division,
        born=facts.born,
        deck=title_of(sent.title, facts.name),
        totals=(*totals_of(sections, game), *points_of(listed, look)),
        sections=sections,
        tables=tables_of(in_table_order(listed, order), written, look, index),
        remarks=tuple(remarks_of(report.verdict, report.body)) if report else (),
        foot=(
            f"{receipt} {facts.times}",
            sentence(order.words(look)),
        ),
    )


def sentence(words: str) -> str:
    """Words of a foot with the mark that ends a sentence."""
    return gettext("{words}.").format(words=words)


def in_order(listed: tuple[Listed, ...], report: Mapping[str, Any], order: Order) -> tuple[Listed, ...]:
    """The rows of a list by name or, where that order is wanted, as they stand in the list that was sent."""
    if order.cards != "registered":
        return listed
    found = [
        (row["line"], section, row["name"]) for section, rows in report.get("sections", {}).items() for row in rows
    ]
    lines: dict[tuple[str, str], int] = {}
    for line, section, name in sorted(found):
        lines.setdefault((section, name), line)
    return tuple(sorted(listed, key=lambda row: lines.get((row.section, row.name), _LAST)))


def points_of(listed: Sequence[Listed], look: Presentation) -> tuple[tuple[str, int | None], ...]:
    """The points of a section, where officials add them up with its cards."""
    points = look.points
    if points is None:
        return ()
    cards = [(row.count, row.card) for row in listed if row.section == points.section and row.card]
    return ((gettext(points.title), sum(count * int(card.value(points.trait) or 0) for count, card in cards)),)


def remarks_of(verdict: str, report: Mapping[str, Any]) -> Iterator[str]:
    """What must be read with a list that is not legal, in words."""
    problems = [problem["severity"] for problem in report.get("problems", ())]
    faults = problems.count("error")
    if verdict == "illegal":
        yield gettext("Judged illegal: {faults}.").format(faults=counted(faults, "fault"))
    waiting = len(report.get("unresolved", ()))
    if waiting:
        told = ngettext("{count} line: no card was found.", "{count} lines: no card was found.", waiting)
        yield told.format(count=waiting)
    elif verdict == "unclear":
        yield gettext("Needs an answer: ask the judge at the desk.")


def _told(work: EventSession, sent: Submission, accepted: str) -> str:
    return " ".join(filter(None, (_moment(work, gettext("Submitted {day}, {time}."), sent.arrived), accepted)))


def _moment(work: EventSession, said: str, moment: datetime) -> str:
    zone = work.event.zone
    return said.format(day=day_in_words(day_here(moment, zone)), time=clock_time(moment, zone))


def _late(held: Held, sent: Submission) -> str:
    late = gettext("Entered {late}.").format(late=late_words(sent.minutes_late or 0))
    return f" {late}" if held.row.late else ""


def _for_staff(work: EventSession, sheet: Sheet, one: Held, base: str) -> Sheet:
    """What only staff's sheets have: the square code that leads to the list, and where the audit stood."""
    if not work.actor.is_staff and work.who.kind != SYSTEM.kind:
        return sheet
    link = f"{base}/e/{work.event.slug}/roster/{one.entry.number}" if base else ""
    anchor = f" Audit {signs(work.event.audit_head)}." if work.event.audit_head else ""
    return replace(sheet, link=link, foot=(sheet.foot[0], f"{sheet.foot[1]}{anchor}"))


@dataclass(frozen=True, slots=True)
class OrderPage:
    """The order as it is, for whoever may choose another; `running` while it can be changed."""

    frame: StaffFrame
    game: str
    order: Order
    version: int
    running: bool


def order_page(app: App, who: Actor, slug: str, path: str) -> OrderPage:
    """The order of an event, for its head judge and its organizer."""
    with reading(app, who, slug) as work:
        work.ask(Right.SET_ORDER)
        event = work.event
        running = event.state in {EventState.PLANNED, EventState.ON}
        return OrderPage(staff_frame(work, path), event.game, event_order(event), event.settings_version, running)


def set_list_order(app: App, who: Actor, slug: str, order: Order, *, seen: int | None = None) -> int:
    """Choose the order, which changes no list and no verdict; `seen` is the version of the settings it was chosen from.

    The version that the settings have then is returned.
    """
    among(order.cards, ORDERS)
    among(order.lands, LANDS)
    with changing(app, who, slug) as work:
        work.ask(Right.SET_ORDER)
        event = work.event
        refuse_stale(work, seen, event.settings_version, "event")
        done = work.step(Machine.EVENT, event.state, Act.EVENT_ORDERED, work.facts())
        before = event_order(event)
        if order != before:
            event.list_order, event.lands_order = order.cards, order.lands
            event.settings_version += 1
            work.note(done.audit, "event", _told_list_order(before), _told_list_order(order))
        return event.settings_version


def _told_list_order(order: Order) -> str:
    """An order in the fixed words of the audit."""
    return f"list_order={order.cards} lands_order={order.lands}"


HOW: Final = gettext_noop(
    "Under total stands how many of a card were opened, under played how many of them are in the deck."
)


def sets_wanted(codes: Sequence[str], game: str, app: App) -> tuple[SetList, ...]:
    """The sets with these codes; refused where one is not known, or where they are too many."""
    if len(codes) > MOST_SETS:
        told = gettext("{sets}; the limit is {limit}.").format(sets=counted(len(codes), "set"), limit=MOST_SETS)
        raise UnusableInput(told)
    return sets_named(game, codes, app)


def blank_checklist(
    event: SheetEvent, sets: Iterable[SetList], free: Sequence[str], name: str = "", by: str = ""
) -> Checklist:
    """A checklist to be filled in; `name` is who plays the pool, last name first, `by` who registers it."""
    last, first = parted(name)
    sections = blank_sections(sets, free)
    return Checklist(
        Sheet(event, name, last, first, totals=totals_to_fill_in(), sections=sections, foot=(gettext(HOW),)), by
    )


def parted(listed: str) -> tuple[str, str]:
    """The last name and the others of a name that has its last name first; a name without a comma is whole."""
    last, comma, first = listed.partition(", ")
    return (last, first) if comma else ("", "")


def opened_in(listed: Iterable[Listed], free: tuple[str, ...], look: Presentation) -> Opened:
    """The pool that a list names, with what it plays; a list that names none is all of the pool."""
    rows = tuple(listed)
    pool = [row for row in rows if row.section == "pool"] or [row for row in rows if row.name not in free]
    counted: Counter[str] = Counter()
    for row in pool:
        counted[row.name] += row.count
    return Opened(tuple(PoolRow(count, name, "", "") for name, count in counted.items()), played_in(rows, look), free)


def played_in(listed: Iterable[Listed], look: Presentation) -> Mapping[str, int]:
    """How many copies of each name are in the deck."""
    found: Counter[str] = Counter()
    for row in listed:
        if row.section in look.played:
            found[row.name] += row.count
    return found
