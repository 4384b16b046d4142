"""A deck as it was presented, compared within a check: with the list that the check is pinned to, for its judges."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import reading
from deckcheck.app.states import Act, Machine
from deckcheck.checks.counted_views import table_of
from deckcheck.checks.guidance import facts_for, guides_for
from deckcheck.checks.queries import find_check
from deckcheck.checks.rules_broken import LaidOut
from deckcheck.checks.values import DifferenceSeen, GuideSeen
from deckcheck.decklist.answers import kept_answers
from deckcheck.lists.event_terms import terms_for
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.store.queries import lists
from deckcheck.verdict.comparison import Comparison


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
