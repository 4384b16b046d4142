"""What the documents say of deck checks: the minutes to give back, and the sections of the guides that may apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from deckcheck.law.formats import FormatError
from deckcheck.verdict.guides import GuideSection, read_sections

_MINUTE: Final = 60
_KNOWN: Final = frozenset(("from", "source", "note", "game", "formats", "plus", "offer"))


@dataclass(frozen=True, slots=True)
class ExtensionFact:
    """One dated fact: minutes given on top of the time taken (`plus`), and how many a judge gives alone (`offer`).

    `offer` is 0 where there is no such bound; empty `formats` hold for all of the game.
    """

    since: date
    source: str
    note: str
    game: str
    plus: int = 0
    offer: int = 0
    formats: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Extension:
    """The minutes to give for the time taken; `beyond` are further ones that need the head judge's word."""

    seconds: int
    plus: int
    minutes: int
    beyond: int
    source: str
    note: str

    @property
    def words(self) -> str:
        """4:12 + 3:00: give back 8 min; in Grand Archive 6:10: give back 5 min, 2 more on the head judge's word."""
        taken = f"{self.seconds // _MINUTE}:{self.seconds % _MINUTE:02}"
        sum_of = f"{taken} + {self.plus}:00" if self.plus else taken
        more = f", {self.beyond} more on the head judge's word" if self.beyond else ""
        return f"{sum_of}: give back {self.minutes} min{more}"


NOTHING_KNOWN: Final = "No document says what to give; the time taken, in full minutes."


def extension_of(facts: Iterable[ExtensionFact], seconds: float, game: str, format_id: str, day: date) -> Extension:
    """What to give for so many seconds: the last fact that fits and holds on the day.

    Before the first edition known that edition holds. No time taken is no time to give.
    """
    whole = max(0, -int(-seconds // 1))
    fitting = [f for f in facts if f.game == game and (not f.formats or format_id in f.formats)]
    first = min((f.since for f in fitting if not f.formats), default=day)
    holding = [f for f in fitting if f.since <= max(day, first)]
    if not holding:
        return Extension(whole, 0, _minutes(whole), 0, "", NOTHING_KNOWN)
    fact = holding[-1]
    plus = fact.plus if whole else 0
    minutes = _minutes(whole + plus * _MINUTE)
    given = min(minutes, fact.offer) if fact.offer else minutes
    return Extension(whole, plus, given, minutes - given, fact.source, fact.note)


def _minutes(seconds: int) -> int:
    return -(-seconds // _MINUTE)


def read_extensions(where: str, rows: Iterable[Mapping[str, Any]]) -> tuple[ExtensionFact, ...]:
    """The facts in `[[extension]]` of a table; unknown words are refused."""
    return tuple(_fact(f"{where}, [[extension]]", row) for row in rows)


def _fact(where: str, row: Mapping[str, Any]) -> ExtensionFact:
    unknown = set(row) - _KNOWN
    if unknown:
        raise FormatError(f"{where}: unknown word {min(unknown)!r}.")
    if type(row.get("from")) is not date:
        raise FormatError(f"{where}: `from` must be a day such as 2019-05-03.")
    if not all(row.get(word) for word in ("source", "note", "game")):
        raise FormatError(f"{where}: `source`, `note` and `game` must say where it stands, what it says and for whom.")
    if any(type(row.get(word, 0)) is not int or row.get(word, 0) < 0 for word in ("plus", "offer")):
        raise FormatError(f"{where}: `plus` and `offer` are whole minutes.")
    return ExtensionFact(
        row["from"],
        str(row["source"]),
        str(row["note"]),
        str(row["game"]),
        row.get("plus", 0),
        row.get("offer", 0),
        frozenset(row.get("formats", ())),
    )


@dataclass(frozen=True, slots=True)
class TableLaw:
    """The facts about deck checks, in the order in which later ones overrule earlier ones."""

    extensions: tuple[ExtensionFact, ...]
    sections: tuple[GuideSection, ...]

    def sources(self) -> Iterator[str]:
        """The places of documents that the facts name."""
        yield from (fact.source for fact in self.extensions)
        yield from (section.source for section in self.sections)


def read_table_law(where: str, table: Mapping[str, Any]) -> TableLaw:
    """The law in a table as it stands in `formats/checks.toml`; unknown words are refused."""
    if set(table) != {"extension", "section"}:
        raise FormatError(f"{where}: it holds the tables extension and section, no more and no fewer.")
    return TableLaw(read_extensions(where, table["extension"]), read_sections(where, table["section"]))
