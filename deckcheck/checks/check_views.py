"""A check as its judges have it before them, and its record as judges and the organizer read it.

Only the judges on a check that goes on are given the list; what anybody else, or anybody later, gets is the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import played_at
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import reading
from deckcheck.app.time_words import at_when
from deckcheck.checks.check_handles import (
    CheckHandle,
    find_check,
    is_paused,
    is_running,
    judges_seen,
    key_of,
    seconds_of,
)
from deckcheck.checks.check_values import (
    LOST,
    Amendment,
    CheckHead,
    CheckPile,
    CheckRecord,
    CheckRow,
    CheckSection,
    CheckView,
    ClockSeen,
    CountBy,
    CountedRow,
    Counting,
    JudgeSeen,
    LateTap,
    RowCount,
    Ticked,
)
from deckcheck.checks.counted_views import Table, counted_of, table_of
from deckcheck.checks.guidance import extension_for, facts_for, found_of, guides_for, is_lost
from deckcheck.checks.sent_taps import Counted, kept
from deckcheck.lists.event_terms import version_in_force
from deckcheck.lists.shown_lists import sent_of
from deckcheck.store.models import Draw
from deckcheck.store.queries import checks, lists
from deckcheck.store.states import CheckState
from deckcheck.verdict.layout import LANDS, ORDERS, Pile, PiledSection, TableRow
from deckcheck.verdict.likely_cause import looks_like

RESULT_WORDS: Final = {
    "": "Goes on",
    "in-order": "In order",
    "differs": "Differs",
    "illegal": "Illegal",
    "partly": "Partly checked",
    "not-done": "Not done",
}
"""Results as people read them."""


def look(app: App, who: Actor, slug: str, uid: str, order: str = "", lands: str = "") -> CheckView:
    """A check; its list for the judges on it alone, while it goes on. Where no order is asked for it is the event's."""
    if (order and order not in ORDERS) or (lands and lands not in LANDS):
        raise UnusableInput(f"Cards are laid out by {', '.join(ORDERS)}, with lands {', '.join(LANDS)}.")
    with reading(app, who, slug) as work:
        return view_of(find_check(work, uid, Right.READ_CHECKS), order, lands)


def counting(app: App, who: Actor, slug: str, uid: str) -> Counting:
    """What has been counted so far, for a form that counts more."""
    with reading(app, who, slug) as work:
        work.ask(Right.CHECK_DECK)
        place = find_check(work, uid, Right.READ_CHECKS)
        is_open = place.joined and place.check.state == CheckState.BEGUN
        taps = checks.count_ticks(work.session, uid)
        may_see = is_open and work.may(Right.CHECK_DECK, place.stage, place.entry).allowed
        return Counting(work.event.game, taps, is_open, _rows_counted(place) if may_see else {})


def _rows_counted(place: CheckHandle) -> Mapping[str, CountedRow]:
    table, by = counted_of(place.work, place.check), place.work.by
    counted = table.counted
    return {
        row.id: CountedRow(row.section, row.listed, counted.total(row.id), counted.by(row.id).get(by, 0))
        for row in table.found.rows
    }


def view_of(place: CheckHandle, order: str = "", lands: str = "") -> CheckView:
    """The same within a transaction."""
    work, check = place.work, place.check
    order, lands = order or work.event.list_order, lands or work.event.lands_order
    allowed = work.may(Right.CHECK_DECK, place.stage, place.entry).allowed
    at_table = allowed and place.joined and check.state == CheckState.BEGUN
    table = table_of(work, check) if at_table else None
    record = record_of_place(place)
    facts = facts_for(work, check, table or table_of(work, check)) if allowed else ()
    return CheckView(
        record=record,
        event=work.event.slug,
        event_name=work.event.name,
        format=played_at(work.event, work.app, place.entry.seat),
        zone=work.event.zone,
        now=work.now,
        me=key_of(work.by),
        joined=place.joined,
        may_tick=allowed,
        reason_needed=work.may(Right.BEGIN_CHECK, place.stage, place.entry).reason_needed,
        order=order,
        lands=lands,
        event_order=work.event.list_order,
        event_lands=work.event.lands_order,
        sections=_sections(place, table, order, lands) if table else (),
        difference=table.seen() if table else record.found,
        guides=guides_for(work, facts),
        facts=facts,
        changed=changed_since(place) if check.state == CheckState.BEGUN else "",
        taps=checks.count_ticks(work.session, check.uid),
    )


def ticked(place: CheckHandle, known: tuple[str, ...]) -> Ticked:
    """What all taps of a check come to, for a phone that sent some."""
    table = table_of(place.work, place.check)
    judges = judges_seen(place.work.session, place.judges)
    seen = table.counted.rows
    return Ticked(
        known=known,
        state=place.check.state,
        version=place.check.version,
        taps=checks.count_ticks(place.work.session, place.check.uid),
        rows={row: _row_count(table.counted, row, judges) for row in sorted(seen)},
        done=tuple(sorted(table.counted.done)),
        difference=table.seen(),
        judges=judges,
        clock=clock_of(place),
        changed=changed_since(place),
    )


def _row_count(counted: Counted, row: str, judges: tuple[JudgeSeen, ...]) -> RowCount:
    counts = {key_of(judge): count for judge, count in counted.by(row).items()}
    by = (CountBy(one.judge, one.initials, counts[one.judge]) for one in judges if one.judge in counts)
    return RowCount(counted.total(row), tuple(by), counted.is_conflict(row))


@dataclass(frozen=True, slots=True)
class _Laying:
    """A table that is being laid out for its judges."""

    place: CheckHandle
    table: Table
    judges: tuple[JudgeSeen, ...]
    listed: Mapping[str, int]

    def section(self, section: PiledSection) -> CheckSection:
        """One section in its piles."""
        game = self.place.work.known_game
        piles = tuple(self.pile(pile) for pile in section.piles)
        return CheckSection(
            section=section.id,
            title=game.section_title(section.id) if game else section.id,
            listed=sum(pile.listed for pile in piles),
            seen=sum(pile.seen for pile in piles),
            done=section.id in self.table.counted.done,
            piles=piles,
        )

    def pile(self, pile: Pile) -> CheckPile:
        """One pile with its rows."""
        rows = tuple(self.row(row) for row in pile.rows)
        return CheckPile(pile.heading, rows, sum(row.listed for row in rows), sum(row.count.total for row in rows))

    def row(self, row: TableRow) -> CheckRow:
        """One row as it is to be ticked."""
        work, book = self.place.work, self.table.book
        index, look = work.app.index(work.event.game), work.game.presentation
        alike = looks_like(row.card, index, look, book.legality) if row.card and book else ()
        return CheckRow(
            row=row.id,
            section=row.section,
            name=row.name,
            listed=self.listed.get(row.id, 0),
            count=_row_count(self.table.counted, row.id, self.judges),
            looks_like=tuple(card.name for card in alike),
            faces=row.faces,
            waiting=row.waiting,
        )


def _sections(place: CheckHandle, table: Table, order: str, lands: str) -> tuple[CheckSection, ...]:
    laying = _Laying(place, table, judges_seen(place.work.session, place.judges), table.listed_counts())
    return tuple(
        laying.section(section) for section in table.piles(place.work.game.presentation, order, lands).sections
    )


def changed_since(place: CheckHandle) -> str:
    """That the list or the pool was changed after the check was begun, which goes on against what it was begun with."""
    return " ".join(filter(None, (_list_changed(place), _pool_changed(place))))


def _list_changed(place: CheckHandle) -> str:
    work, check = place.work, place.check
    sent = lists.submission(work.session, sent_of(work, place.stage, place.entry))
    if sent is None:
        return f"The list was taken back. This check is against version {check.list_version}."
    if sent.uid == check.submission:
        return ""
    when = at_when(sent.arrived, work.now, work.event.zone)
    return f"The list was changed {when} (version {sent.number}). This check is against version {check.list_version}."


def _pool_changed(place: CheckHandle) -> str:
    work, source = place.work, place.work.rows.source(place.stage)
    now = version_in_force(work.session, source, place.entry) if source.pools else None
    then = version_in_force(work.session, source, place.entry, place.check.begun_at) if now else None
    if now is None or (then is not None and then.uid == now.uid):
        return ""
    when = at_when(now.at, work.now, work.event.zone)
    if then is None:
        return f"A pool was registered {when}. This check is without it."
    return f"The pool was changed {when} (version {now.number}). This check is against version {then.number} of it."


def clock_of(place: CheckHandle) -> ClockSeen:
    """The time a check takes by now, and what is to be given back for it."""
    check = place.check
    seconds = seconds_of(check, place.work.now)
    # In the first second nothing is to be given but what comes on top of the time; a phone counts on from that.
    first = not seconds and is_running(check)
    given = extension_for(place.work.app, place.work.event, seconds + first)
    return ClockSeen(
        taken_at=check.taken_at,
        given_back_at=check.given_back_at,
        running=is_running(check),
        paused=is_paused(check),
        seconds=seconds,
        minutes=int(check.found.get("minutes", given.minutes - first)),
        give=str(check.found.get("give", given.words if seconds else "")),
        source=str(check.found.get("source", given.source)),
    )


def head_of(place: CheckHandle) -> CheckHead:
    """A check in a line."""
    work, check, name = place.work, place.check, place.name
    drawn = work.session.get(Draw, check.draw) if check.draw else None
    result = _amended(place).get("result", check.result)
    words = "Given up" if check.state == CheckState.VOID else RESULT_WORDS.get(result, result)
    return told_of(
        CheckHead,
        check,
        number=place.entry.number,
        player=name.name,
        listed=name.listed,
        stage=place.stage.slug,
        seat=check.seat or place.entry.seat,
        seed=drawn.seed if drawn else "",
        result=result,
        result_words=words,
        judges=judges_seen(work.session, place.judges),
    )


def record_of_place(place: CheckHandle) -> CheckRecord:
    """The record of a check as it stands, with everything that was added to it."""
    session, check = place.work.session, place.check
    return told_of(
        CheckRecord,
        check,
        head=head_of(place),
        list_leaf=check.leaf,
        marks={mark: seen for mark, seen in check.marks.items() if mark != LOST},
        clock=clock_of(place),
        found=found_of(check.found),
        counts={section: (seen, listed) for section, (seen, listed) in check.found.get("counts", {}).items()},
        first_result=check.result,
        decided={key: text for key, text in {**check.decided, **_amended(place)}.items() if key != "result"},
        amendments=tuple(Amendment(one.at, who_did(session, one.by), one.text, one.changes) for one in place.added),
        late=place.late,
        late_taps=_late_taps(place) if place.late else (),
        lost=is_lost(check),
    )


def _amended(place: CheckHandle) -> dict[str, Any]:
    """What holds after all additions: the last word on each thing."""
    return {key: text for one in place.added for key, text in one.changes.items()}


def _late_taps(place: CheckHandle) -> tuple[LateTap, ...]:
    """What was tapped after the end, or before it on a phone without a network, and came too late."""
    session = place.work.session
    ticks = (kept(tick) for tick in checks.ticks_of(session, place.check.uid, late=True))
    return tuple(LateTap(who_did(session, tap.judge), tap.at, tap.row, str(tap.kind), tap.value) for tap in ticks)
