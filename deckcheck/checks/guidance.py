"""What a check was made of and came to: the deck as it was presented, what was found, and what the documents of the
day say to it: minutes to give back, and sections that may apply.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import EventSession, reading
from deckcheck.app.states import Act, Machine
from deckcheck.checks.check_handles import find_check
from deckcheck.checks.check_values import (
    LOST,
    NOTHING_FOUND,
    BrokenSeen,
    ConfigurationSeen,
    DifferenceSeen,
    GuideSeen,
    Rows3,
)
from deckcheck.checks.counted_views import Table, table_of
from deckcheck.checks.rules_broken import CONFIGURATION, LIST, LaidOut
from deckcheck.decklist.answers import kept_answers
from deckcheck.lists.event_terms import terms_for
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.store.models import DeckCheck, Event
from deckcheck.store.queries import lists
from deckcheck.verdict.check_law import Extension, extension_of
from deckcheck.verdict.comparison import Comparison
from deckcheck.verdict.guides import FACTS, Circumstances, MayApply, Sizes, facts_of, may_apply, sizes_of


def extension_for(app: App, event: Event, seconds: int) -> Extension:
    """How much time a match is given back for so many seconds."""
    return extension_of(app.reference.table_law.extensions, seconds, event.game, event.format, event.day)


def facts_for(work: EventSession, check: DeckCheck, table: Table) -> tuple[str, ...]:
    """What was found, in the words that the guides go by; of a check that ended as it was kept then."""
    if "facts" in check.found:
        return tuple(check.found["facts"])
    found = facts_of(table.found, _circumstances(work, check, table), table.laid)
    return tuple(fact for fact in FACTS if fact in found)


def guides_for(work: EventSession, facts: Collection[str]) -> tuple[GuideSeen, ...]:
    """The sections of the guides that may apply; none of them is entered by itself."""
    event, law = work.event, work.app.reference.table_law
    found = may_apply(law.sections, facts, event.game, event.level, event.day, event.platform)
    return tuple(_seen(one) for one in found)


def _circumstances(work: EventSession, check: DeckCheck, table: Table) -> Circumstances:
    sent = lists.submission(work.session, check.submission)
    return Circumstances(
        sizes=sizes_of(table.book) if table.book else Sizes(),
        list_broken=frozenset(one.rule for one in table.broken if one.of == LIST),
        list_unclear=any(row.waiting for row in table.listed),
        late=sent is not None and sent.origin == "late",
        lost=is_lost(check),
        marks=frozenset(mark for mark, seen in check.marks.items() if seen and seen != NOTHING_FOUND),
        broken=frozenset(one.rule for one in table.broken if one.of == CONFIGURATION),
    )


def is_lost(check: DeckCheck) -> bool:
    """Whether a judge said that the player can't find or replace missing main-deck cards."""
    return bool(check.marks.get(LOST))


def _seen(one: MayApply) -> GuideSeen:
    points = (*one.higher, *one.lower)
    return GuideSeen(
        section=one.source,
        title=one.title,
        text=one.about,
        raised=tuple(point.text for point in one.higher),
        lowered=tuple(point.text for point in one.lower),
        source=one.source,
        why=one.why,
        remedy=one.remedy,
        notes=tuple(one.notes),
        fits=tuple(point.text for point in points if point.fits),
    )


def kept_of(seen: DifferenceSeen) -> dict[str, Any]:
    """The difference as it is kept."""
    kept: dict[str, Any] = _plain(asdict(seen))
    return kept


def _plain(value: Any) -> Any:
    """A value as JSON has it, so that it is the same before and after it was kept."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (tuple, list)) else value


def found_of(found: dict[str, Any]) -> DifferenceSeen:
    """The difference as it was kept when the check ended."""
    laid = found.get("configuration") or {}
    return DifferenceSeen(
        missing=_rows3(found),
        extra=_rows3(found, "extra"),
        wrong_section=tuple((n, name, there, listed) for n, name, there, listed in found.get("wrong_section", ())),
        to_count=int(found.get("to_count", 0)),
        story=str(found.get("story", "")),
        outlook=str(found.get("outlook", "partly")),
        broken=tuple(BrokenSeen(**one) for one in found.get("broken", ())),
        open=tuple(found.get("open", ())),
        configuration=ConfigurationSeen(laid["game"], laid["verdict"], _rows3(laid), _rows3(laid, "extra"))
        if "verdict" in laid
        else None,
    )


def _rows3(found: dict[str, Any], key: str = "missing") -> Rows3:
    return tuple((count, name, section) for count, name, section in found.get(key, ()))


def compare_presented(app: App, who: Actor, slug: str, uid: str, text: str, game: int = 1) -> Comparison:
    """What lies there against the list of a check that goes on, by the event's own terms.

    Whatever was sent or corrected since, it is the version that was pinned, with the pool of then. It tells what that
    list holds, which its judges have before them: the audit had it when the check was begun or joined, and gets no
    entry for each look.
    """
    with reading(app, who, slug) as work:
        place = find_check(work, uid, Right.CHECK_DECK)
        work.step(Machine.CHECK, place.check.state, Act.CHECK_TICKED, place.facts())
        pinned = lists.submission(work.session, place.check.submission)
        if pinned is None:
            raise Hidden(NOTHING_HERE)
        terms = terms_for(work, place.stage, place.entry, place.check.begun_at)
        order = CompareLists(pinned.text, text, terms, game, kept_answers(pinned.answers))
    return compare_lists(order, app)


@dataclass(frozen=True, slots=True)
class PresentedSeen:
    """A deck as it was presented: what came of comparing, the rules broken, and the sections that may apply."""

    comparison: Comparison
    difference: DifferenceSeen
    guides: tuple[GuideSeen, ...]


def weigh_presented(app: App, who: Actor, slug: str, uid: str, text: str, game: int = 1) -> PresentedSeen:
    """The same with what the guides may say of it, as though it were recorded; stores nothing."""
    comparison = compare_presented(app, who, slug, uid, text, game)
    with reading(app, who, slug) as work:
        place = find_check(work, uid, Right.CHECK_DECK)
        table = table_of(work, place.check, LaidOut(game, text))
        guides = guides_for(work, facts_for(work, place.check, table))
        return PresentedSeen(comparison, table.seen(), guides)
