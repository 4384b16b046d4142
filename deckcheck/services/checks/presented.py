"""A deck as it was presented, compared within a check: with the list that the check is pinned to, for its judges."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.core.answers import kept_answers
from deckcheck.core.comparing import Comparison
from deckcheck.services.checks.finding import find_check
from deckcheck.services.checks.guiding import facts_for, guides_for
from deckcheck.services.checks.rules_broken import LaidOut
from deckcheck.services.checks.seeing import table_of
from deckcheck.services.checks.values import DifferenceSeen, GuideSeen
from deckcheck.services.comparing import CompareLists, compare_lists
from deckcheck.services.desk import Desk
from deckcheck.services.permissions import NOTHING_HERE, Right
from deckcheck.services.pool_terms import terms_for
from deckcheck.services.refusals import Hidden
from deckcheck.services.states import Act, Machine
from deckcheck.services.who import Who
from deckcheck.services.work import reading
from deckcheck.storage.shelves import lists


def compare_presented(desk: Desk, who: Who, slug: str, uid: str, text: str, game: int = 1) -> Comparison:
    """What lies there against the list of a check that goes on, by the event's own terms.

    Whatever was sent or corrected since, it is the version that was pinned, with the pool of then. It tells what that
    list holds, which its judges have before them: the audit had it when the check was begun or joined, and gets no
    entry for each look.
    """
    with reading(desk, who, slug) as work:
        place = find_check(work, uid, Right.CHECK_DECK)
        work.step(Machine.CHECK, place.check.state, Act.CHECK_TICKED, place.facts())
        pinned = lists.submission(work.session, place.check.submission)
        if pinned is None:
            raise Hidden(NOTHING_HERE)
        terms = terms_for(work, place.stage, place.entry, place.check.begun_at)
        order = CompareLists(pinned.text, text, terms, game, kept_answers(pinned.answers))
    return compare_lists(order, desk)


@dataclass(frozen=True, slots=True)
class PresentedSeen:
    """A deck as it was presented: what came of comparing, the rules broken, and the sections that may apply."""

    comparison: Comparison
    difference: DifferenceSeen
    guides: tuple[GuideSeen, ...]


def weigh_presented(desk: Desk, who: Who, slug: str, uid: str, text: str, game: int = 1) -> PresentedSeen:
    """The same with what the guides may say of it, as though it were recorded; stores nothing."""
    comparison = compare_presented(desk, who, slug, uid, text, game)
    with reading(desk, who, slug) as work:
        place = find_check(work, uid, Right.CHECK_DECK)
        table = table_of(work, place.check, LaidOut(game, text))
        guides = guides_for(work, facts_for(work, place.check, table))
        return PresentedSeen(comparison, table.seen(), guides)
