"""Which rules the registered list breaks, and which the configuration on the table: as it was counted, or laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.checks.check_values import BrokenSeen, ConfigurationSeen
from deckcheck.decklist.answers import Answers
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook
from deckcheck.store.models import StoredReport
from deckcheck.verdict.comparison import GAME_ONE, MISMATCH, Comparison, compare, sections_compared
from deckcheck.verdict.counted_table import Difference, Off, difference
from deckcheck.verdict.layout import Listed, row_id

LIST: Final = "list"
CONFIGURATION: Final = "configuration"
_TOLD_BY_CARDS: Final = frozenset({MISMATCH, GAME_ONE})


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A configuration that a judge laid out for a game, as text."""

    game: int
    text: str

    def kept(self) -> dict[str, Any]:
        """As it is kept while the check goes on."""
        return {"game": self.game, "text": self.text}


def laid_out(found: Mapping[str, Any]) -> LaidOut | None:
    """The configuration that was recorded last in a check that goes on."""
    kept = found.get(CONFIGURATION) or {}
    return LaidOut(int(kept["game"]), str(kept["text"])) if "text" in kept else None


@dataclass(frozen=True, slots=True)
class Comparing:
    """What it takes to compare a deck with its list: the list as it was sent, its rows as they lie, and the law."""

    text: str
    answers: Answers
    listed: tuple[Listed, ...]
    book: Rulebook
    app: App

    def counted(self, found: Difference, game: int) -> Comparison | None:
        """The configuration that was counted; none until every card of the list was seen or is missing.

        A deck that lies as it is registered breaks what its list breaks, and no rule of its own.
        """
        if found.to_count or not (found.boarded or found.differs):
            return None
        rows = [(row.section, row.seen, row.name) for row in found.rows if row.seen]
        lines = [
            Line(place, f"{count} {name}", LineKind.CARD, section, count, name)
            for place, (section, count, name) in enumerate(rows, 1)
        ]
        return self._compare(ParsedList("rows", tuple(lines)), game)

    def laid(self, configuration: LaidOut) -> Comparison:
        """The configuration that a judge laid out."""
        return self._compare(read_list(configuration.text, self.book.game), configuration.game)

    def _compare(self, presented: ParsedList, game: int) -> Comparison:
        registered = read_list(self.text, self.book.game, leave_out=self.answers.left_out)
        index = self.app.index(self.book.game.id)
        return compare(registered, presented, self.book, index, game, self.answers.refused)

    def table(self, found: Comparison) -> Difference:
        """What a configuration that was laid out whole comes to, as though it had been counted."""
        seen: dict[str, int] = {}
        for entry in found.presented.deck.entries:
            if entry.card:
                key = row_id(entry.section, entry.card.name)
                seen[key] = seen.get(key, 0) + entry.count
        done = {row.section for row in self.listed} | {entry.section for entry in found.presented.deck.entries}
        return replace(
            difference(self.listed, seen, done, boarded=self._may_be_moved(found)),
            missing=tuple(Off(*row) for row in found.missing),
            extra=tuple(Off(*row) for row in found.extra),
        )

    def _may_be_moved(self, found: Comparison) -> bool:
        """Whether cards may lie elsewhere than they are registered."""
        return sections_compared(self.book).continuous or (found.game > 1 and found.match != "bo1")


def configuration_seen(found: Comparison) -> ConfigurationSeen:
    """A configuration that was laid out, as it is told."""
    return ConfigurationSeen(found.game, str(found.verdict), found.missing, found.extra)


def broken_by_list(report: StoredReport | None) -> tuple[BrokenSeen, ...]:
    """The rules that the registered list breaks, by its last verdict."""
    return tuple(
        BrokenSeen(LIST, str(p["rule"]), str(p["message"]), str(p.get("source", "")))
        for p in _problems(report, Severity.ERROR)
    )


def questions_of(report: StoredReport | None) -> tuple[str, ...]:
    """What of the list's legality is not known, by its last verdict."""
    return tuple(dict.fromkeys(str(p["message"]) for p in _problems(report, Severity.UNCLEAR)))


def _problems(report: StoredReport | None, severity: Severity) -> Iterator[Mapping[str, Any]]:
    for problem in report.body.get("problems", ()) if report else ():
        if problem["severity"] == severity:
            yield problem


def broken_on_table(found: Iterable[Comparison], by_list: Iterable[BrokenSeen]) -> tuple[BrokenSeen, ...]:
    """The rules that configurations break, each once; what the list breaks in the same words is told of the list."""
    known = {(one.rule, one.text) for one in by_list}
    told = (
        BrokenSeen(CONFIGURATION, p.clause, p.text, ", ".join(p.cites))
        for comparison in found
        for p in comparison.problems
        if p.severity is Severity.ERROR and p.rule not in _TOLD_BY_CARDS
    )
    return tuple(dict.fromkeys(one for one in told if (one.rule, one.text) not in known))
