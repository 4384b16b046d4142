"""How a check ends: with its record, or given up; and what is added to a record, of which nothing is overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import changing, refuse_stale
from deckcheck.app.states import Act, Machine, StateRefused
from deckcheck.app.states.transitions import number
from deckcheck.checks.changes import checked_note
from deckcheck.checks.check_handles import CheckAct, CheckHandle, find_check
from deckcheck.checks.check_values import CheckRecord
from deckcheck.checks.check_views import RESULT_WORDS, clock_of, record_of_place
from deckcheck.checks.counted_views import Table, table_of
from deckcheck.checks.guidance import facts_for, kept_of
from deckcheck.checks.rules_broken import LIST
from deckcheck.store.models import CheckAmendment

RESULTS: Final = {word: title for word, title in RESULT_WORDS.items() if word}
DECIDED: Final = ("section", "penalty", "by", "applied", "remedy")
"""What a person decides: the section and penalty, who decided, now or next match, and how the deck was mended."""
LONGEST: Final = 500
_NAMING: Final = frozenset({"another-deck", "card-of-another"})
"""Stories that name another player, and what is on their list: judges are told, the record keeps neither."""


@dataclass(frozen=True, slots=True)
class FinishCheck(CheckAct):
    """The end of a check. An empty `result` is what the count says; `decided` is a person's, as written."""

    version: int | None = None
    result: str = ""
    decided: Mapping[str, str] = field(default_factory=dict)
    note: str | None = None


@dataclass(frozen=True, slots=True)
class VoidCheck(CheckAct):
    """A check that is given up, and why."""

    reason: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class AmendCheck(CheckAct):
    """What is added to a record, and why: words, another result, or what was decided after all."""

    reason: str
    text: str = ""
    changes: Mapping[str, str] = field(default_factory=dict)
    version: int | None = None


def finish_check(order: FinishCheck, app: App) -> CheckRecord:
    """End a check with what was seen; conflicts between judges are decided before."""
    decided = checked_decision(order.decided)
    with changing(app, order.who, order.slug) as work:
        place = find_check(work, order.uid, Right.CHECK_DECK, lock=True)
        check, table = place.check, table_of(work, place.check)
        result = order.result or table.seen().outlook
        facts = place.facts(result=checked_result(result), conflicts=len(table.counted.conflicts()))
        done = work.step(Machine.CHECK, check.state, Act.CHECK_FINISHED, facts)
        refuse_stale(work, order.version, check.version, place.on)
        _refuse_untrue(table, result)
        check.state, check.result, check.ended_at = done.state, result, work.now
        check.decided = decided
        if order.note is not None:
            check.note = checked_note(order.note)
        check.found = _found(place, table)
        work.session.flush()
        work.note(done.audit, place.on, from_="begun", to=f"{done.state} {result}", entry=place.entry)
        return record_of_place(place)


def _refuse_untrue(table: Table, result: str) -> None:
    """In order is what was counted whole and found as listed; everything else has a word of its own."""
    seen = table.seen()
    if result != "in-order" or seen.outlook == "in-order":
        return
    if seen.outlook == "differs":
        raise StateRefused("What was counted differs from the list. Finish as differs.", code="differs")
    if seen.outlook == "illegal":
        what = "registered list" if seen.broken[0].of == LIST else "configuration"
        raise StateRefused(f"The {what} is illegal: {seen.broken[0].text} Finish as illegal.", code="illegal")
    told = f"{number(seen.to_count, 'card was', 'cards were')} not counted. Finish as partly checked."
    raise StateRefused(told, code="not-counted")


def _found(place: CheckHandle, table: Table) -> dict[str, Any]:
    """What was seen, as it is kept: the difference by section and card, the counts, and the time it took."""
    clock = clock_of(place)
    return {
        **kept_of(table.seen()),
        "facts": list(facts_for(place.work, place.check, table)),
        "story": "" if table.story.kind in _NAMING else table.story.text,
        "counts": {section: list(pair) for section, pair in table.counts().items()},
        "seconds": clock.seconds,
        "minutes": clock.minutes,
        "give": clock.give,
        "source": clock.source,
    }


def checked_result(result: str) -> str:
    """A result's word; refused if it is none."""
    if result not in RESULTS:
        raise UnusableInput(f"A check ends as one of {', '.join(RESULTS)}.")
    return result


def checked_decision(decided: Mapping[str, str]) -> dict[str, str]:
    """What was decided, as written; nothing is entered by itself."""
    for name, text in decided.items():
        if name not in DECIDED or len(text) > LONGEST:
            raise UnusableInput(f"A decision has {', '.join(DECIDED)}, each of at most {LONGEST} letters.")
    if decided.get("applied", "") not in {"", "now", "next"}:
        raise UnusableInput('A penalty is applied "now" or in the "next" match.')
    return {name: text.strip() for name, text in decided.items() if text.strip()}


def void_check(order: VoidCheck, app: App) -> CheckRecord:
    """Give a check up; what was ticked stays, and counts for nothing. Its note says why."""
    with changing(app, order.who, order.slug) as work:
        place = find_check(work, order.uid, Right.CHECK_DECK, lock=True)
        done = work.step(Machine.CHECK, place.check.state, Act.CHECK_VOIDED, place.facts(reason=order.reason))
        refuse_stale(work, order.version, place.check.version, place.on)
        place.check.state, place.check.ended_at = done.state, work.now
        place.check.note = checked_note(order.reason.strip())
        work.session.flush()
        work.note(done.audit, place.on, from_="begun", to=done.state, reason=order.reason.strip(), entry=place.entry)
        return record_of_place(place)


def amend_check(order: AmendCheck, app: App) -> CheckRecord:
    """Add to the record of a check that was finished."""
    changes = _changes(order)
    with changing(app, order.who, order.slug) as work:
        place = find_check(work, order.uid, Right.CHECK_DECK, lock=True)
        done = work.step(Machine.CHECK, place.check.state, Act.CHECK_AMENDED, place.facts(reason=order.reason))
        refuse_stale(work, order.version, place.check.version, place.on)
        made = CheckAmendment(check=place.check.uid, by=work.by, at=work.now, changes=changes, text=order.text.strip())
        work.session.add(made)
        work.session.flush()
        place.added.append(made)
        to = " ".join([done.state, *sorted(changes)])
        work.note(done.audit, place.on, from_=done.state, to=to, reason=order.reason.strip(), entry=place.entry)
        return record_of_place(place)


def _changes(order: AmendCheck) -> dict[str, str]:
    if not order.text.strip() and not order.changes:
        raise UnusableInput("Say what is added.", code="nothing-added")
    checked_note(order.text)
    rest = dict(order.changes)
    result = rest.pop("result", "")
    return checked_decision(rest) | ({"result": checked_result(result)} if result else {})
