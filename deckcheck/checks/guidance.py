"""What the documents of the day say of a check: minutes to give back, and sections that may apply to what was found."""

from __future__ import annotations

from collections.abc import Collection

from deckcheck.app.context import App
from deckcheck.app.session import EventSession
from deckcheck.checks.counted_views import Table
from deckcheck.checks.rules_broken import CONFIGURATION, LIST
from deckcheck.checks.values import LOST, NOTHING_FOUND, GuideSeen
from deckcheck.store.models import DeckCheck, Event
from deckcheck.store.queries import lists
from deckcheck.verdict.check_law import Extension, extension_of
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
