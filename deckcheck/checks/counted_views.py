"""What lies on the table: the list that a check is pinned to, and what its judges have counted of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from deckcheck.app.actor_names import seated_name
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession
from deckcheck.checks.check_values import BrokenSeen, ConfigurationSeen, DifferenceSeen
from deckcheck.checks.rules_broken import (
    Comparing,
    LaidOut,
    broken_by_list,
    broken_on_table,
    configuration_seen,
    laid_out,
    questions_of,
)
from deckcheck.checks.sent_taps import Counted, count, kept
from deckcheck.decklist.answers import kept_answers
from deckcheck.law.games import Presentation
from deckcheck.law.presented_deck import Sections
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.event_terms import terms_for, terms_of
from deckcheck.lists.list_checks import rulebook_for
from deckcheck.lists.shown_lists import sent_of
from deckcheck.store.models import DeckCheck, Entry, Stage, Submission
from deckcheck.store.queries import checks, lists
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.comparison import Outcome, sections_compared
from deckcheck.verdict.counted_table import Difference, difference
from deckcheck.verdict.layout import Listed, Piles, as_it_lies, lay_out, listed_canonical
from deckcheck.verdict.likely_cause import NO_STORY, OtherList, Story, tell_story
from deckcheck.verdict.pool_law import pool_as_it_lies, with_opened


@dataclass(frozen=True, slots=True)
class Table:
    """A registered list, what was counted of it, where the two differ, and which rules either breaks.

    `configuration` was laid out beside what was counted, and `laid` is what it comes to.
    """

    listed: tuple[Listed, ...]
    counted: Counted
    found: Difference
    book: Rulebook | None
    story: Story
    broken: tuple[BrokenSeen, ...] = ()
    open: tuple[str, ...] = ()
    configuration: ConfigurationSeen | None = None
    laid: Difference | None = None

    def seen(self) -> DifferenceSeen:
        """The difference as pages and programs are told."""
        found = self.found
        return DifferenceSeen(
            missing=tuple((off.count, off.name, off.section) for off in found.missing),
            extra=tuple((off.count, off.name, off.section) for off in found.extra),
            wrong_section=tuple((m.count, m.name, m.found, m.listed) for m in found.misplaced),
            to_count=found.to_count,
            outlook=self.outlook,
            story=self.story.text,
            broken=self.broken,
            open=self.open,
            configuration=self.configuration,
        )

    @property
    def outlook(self) -> str:
        """What the check comes to if it ends now; that a rule is broken weighs less than that the cards differ."""
        laid = self.configuration.verdict if self.configuration else Outcome.MATCHES
        if self.found.differs or laid == Outcome.DIFFERS:
            return "differs"
        if self.broken:
            return "illegal"
        return "partly" if laid == Outcome.UNCLEAR else self.found.outlook

    def counts(self) -> dict[str, tuple[int, int]]:
        """By section how many cards were seen, and how many are listed."""
        return {state.id: (state.seen, state.listed) for state in self.found.sections}

    def listed_counts(self) -> dict[str, int]:
        """How many the list has of each row; 0 of a card that it does not have."""
        return {state.id: state.listed for state in self.found.rows}

    def piles(self, look: Presentation, order: str, lands: str) -> Piles:
        """The list as it is laid out, with cards of other names behind those that are listed."""
        known = {(row.section, row.name, row.waiting) for row in self.listed}
        others = [r for r in self.found.rows if not r.listed and (r.section, r.name, False) not in known]
        beside = [Listed(row.section, 1, row.name, row.card) for row in others]
        return lay_out([*self.listed, *beside], look, order, lands)


def table_of(work: EventSession, check: DeckCheck, laying: LaidOut | None = None) -> Table:
    """What lies on the table of a check. A list whose time of keeping is over is empty.

    `laying` is a configuration that is laid out now, in place of the one that was recorded.
    """
    sent = lists.submission(work.session, check.submission)
    table = counted_of(work, check)
    table = replace(table, story=_story(work, check, table.found))
    return _with_rules(work, check, table, sent, laying or laid_out(check.found)) if sent else table


def counted_of(work: EventSession, check: DeckCheck) -> Table:
    """The same without what may be behind a difference, and without the rules that are broken."""
    sent = lists.submission(work.session, check.submission)
    book = book_of(work, check)
    listed = _laid(_listed(work, sent), book) if sent else ()
    taps = (kept(tick) for tick in checks.ticks_of(work.session, check.uid))
    counted = count(taps)
    compared = sections_compared(book) if book else Sections((), "")
    boarded, free = check.boarded or compared.continuous, compared.free_cards
    unneeded = _unneeded(compared, listed, counted.done)
    found = difference(listed, counted.totals(), counted.done, boarded=boarded, free=free, unneeded=unneeded)
    return Table(listed, counted, found, book, NO_STORY)


def _unneeded(compared: Sections, listed: Iterable[Listed], done: Collection[str]) -> frozenset[str]:
    """The sections whose cards need not be there once the deck was counted, where any deck from the pool is right."""
    if not compared.continuous or not set(compared.deck_sections) <= set(done):
        return frozenset()
    return frozenset(row.section for row in listed) - set(compared.other_sections)


def _with_rules(work: EventSession, check: DeckCheck, table: Table, sent: Submission, laying: LaidOut | None) -> Table:
    """The table with the rules that are broken: by the list, by what was counted, and by what was laid out."""
    report = lists.latest_report(work.session, sent.uid)
    by_list = broken_by_list(report)
    known = replace(table, broken=by_list, open=questions_of(report))
    if table.book is None:
        return known
    comparing = Comparing(sent.text, kept_answers(sent.answers), table.listed, table.book, work.app)
    counted = comparing.counted(table.found, max(2, check.game_number) if table.found.boarded else 1)
    laid = comparing.laid(laying) if laying else None
    found = [one for one in (counted, laid) if one]
    known = replace(known, broken=(*by_list, *broken_on_table(found, by_list)))
    if laid is None:
        return known
    return replace(known, configuration=configuration_seen(laid), laid=comparing.table(laid))


def _laid(listed: list[Listed], book: Rulebook | None) -> tuple[Listed, ...]:
    """The cards of a list as they lie on the table, and of a registered pool what the list does not hold."""
    opened = book.legality.opened if book else None
    return pool_as_it_lies(with_opened(as_it_lies(listed, book.companion if book else ""), opened))


def _story(work: EventSession, check: DeckCheck, found: Difference) -> Story:
    """The likeliest story; the lists of the opponents are opened only for a card that is not on this one."""
    game = work.known_game
    if game is None:
        return NO_STORY
    registered = {row.name for row in found.rows if row.listed}
    foreign = any(row.seen and row.name not in registered for row in found.rows)
    return tell_story(found, game, opponents=list(_opponents(work, check)) if foreign else ())


def _opponents(work: EventSession, check: DeckCheck) -> Iterator[OtherList]:
    stage = stage_of(work, check)
    for number in check.opponents:
        entry = work.entry(number)
        sent = lists.submission(work.session, sent_of(work, stage, entry)) if entry else None
        if entry is not None and sent is not None:
            names = frozenset(row.name for row in read_canonical(sent.canonical).rows)
            yield OtherList(seated_name(entry), names)


def stage_of(work: EventSession, check: DeckCheck) -> Stage:
    """The stage that a check is in."""
    return next(s for s in work.rows.stages if s.uid == check.stage)


def _listed(work: EventSession, sent: Submission) -> list[Listed]:
    """The rows of a list in the order in which they were written."""
    rows = listed_canonical(read_canonical(sent.canonical), work.app.index(work.event.game))
    places = _places(sent.lines)
    return sorted(rows, key=lambda row: places.get((row.section, row.name), len(places)))


def _places(lines: list[Any]) -> Mapping[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for line in lines:
        name = line.get("card") or line.get("name") or ""
        found.setdefault((str(line.get("section", "")), str(name)), len(found))
    return found


def book_of(work: EventSession, check: DeckCheck) -> Rulebook | None:
    """The law for the list that is checked, with the pool that was in force when its check was begun.

    None where this installation does not have the format any more.
    """
    stage, entry = stage_of(work, check), work.session.get(Entry, check.entry)
    try:
        terms = terms_for(work, stage, entry, check.begun_at) if entry else terms_of(work.event, stage, work.app)
        return rulebook_for(terms, work.app)
    except UnusableInput:
        return None
