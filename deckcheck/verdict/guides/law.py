"""The sections of the penalty guides as data, and which of them may apply to facts on a day."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from deckcheck.law.formats import FormatError
from deckcheck.law.registration_law import Level
from deckcheck.verdict.guides.facts import FACTS

_SECTION: Final = frozenset(
    ("source", "title", "game", "from", "about", "when", "platforms", "remedy", "higher", "lower", "notes")
)
_TEXTS: Final = ("remedy", "higher", "lower", "notes")
_TEXT: Final = frozenset(("text", "when", "from", "until", "source"))


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that counts: `fits` if what was found speaks for it; else it is for people to find out."""

    text: str
    source: str
    fits: bool = False


@dataclass(frozen=True, slots=True)
class MayApply:
    """A section that may apply, why it is named, and what would make it weigh more or less. It names no penalty."""

    source: str
    title: str
    about: str
    why: tuple[str, ...]
    higher: tuple[Point, ...]
    lower: tuple[Point, ...]
    remedy: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuideText:
    """A dated sentence of a section; with `when` it is borne out by any of these facts."""

    text: str
    source: str
    since: date | None = None
    until: date | None = None
    when: frozenset[str] = frozenset()

    def holds(self, day: date) -> bool:
        """Whether the sentence holds on the day."""
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


@dataclass(frozen=True, slots=True)
class GuideSection:
    """One section of a guide, as it was read."""

    source: str
    title: str
    game: str
    about: str
    when: frozenset[str]
    since: date
    platforms: frozenset[str] = frozenset()
    remedy: tuple[GuideText, ...] = ()
    higher: tuple[GuideText, ...] = ()
    lower: tuple[GuideText, ...] = ()
    notes: tuple[GuideText, ...] = ()

    def on(self, day: date, facts: Collection[str]) -> MayApply:
        """The section as it stands on the day; before its first edition, as that edition has it."""
        day = max(day, self.since)
        return MayApply(
            self.source,
            self.title,
            self.about,
            tuple(FACTS[fact] for fact in FACTS if fact in facts and fact in self.when),
            _points(self.higher, day, facts),
            _points(self.lower, day, facts),
            _sentences(self.remedy, day, facts),
            _sentences(self.notes, day, facts),
        )


def _sentences(texts: Iterable[GuideText], day: date, facts: Collection[str]) -> tuple[str, ...]:
    """The sentences of the day that are for any case or for what was found."""
    return tuple(t.text for t in texts if t.holds(day) and (not t.when or not t.when.isdisjoint(facts)))


def _points(texts: Iterable[GuideText], day: date, facts: Collection[str]) -> tuple[Point, ...]:
    """The sentences of the day, those that what was found bears out first."""
    points = [Point(text.text, text.source, not text.when.isdisjoint(facts)) for text in texts if text.holds(day)]
    return tuple(sorted(points, key=lambda point: not point.fits))


def may_apply(
    sections: Iterable[GuideSection], facts: Collection[str], game: str, level: str, day: date, platform: str = "paper"
) -> tuple[MayApply, ...]:
    """The sections that may apply to what was found, in the order of the guide; none at Regular."""
    if level == Level.REGULAR:
        return ()
    digital = any(s.game == game and platform in s.platforms for s in sections)
    return tuple(
        section.on(day, facts)
        for section in sections
        if section.game == game and not section.when.isdisjoint(facts) and _is_for(section, platform, digital=digital)
    )


def _is_for(section: GuideSection, platform: str, *, digital: bool) -> bool:
    """Whether the section is of the platform's guide: digital events have one of their own where one is known."""
    return platform in section.platforms if digital else not section.platforms


def read_sections(where: str, rows: Iterable[Mapping[str, Any]]) -> tuple[GuideSection, ...]:
    """The sections in `[[section]]` of a table; unknown words and facts are refused."""
    return tuple(_section(f"{where}, {row.get('source', '[[section]]')}", row) for row in rows)


def _section(where: str, row: Mapping[str, Any]) -> GuideSection:
    _refuse_unknown(where, row, _SECTION)
    if type(row.get("from")) is not date:
        raise FormatError(f"{where}: `from` must be a day such as 2019-05-03.")
    if not all(row.get(word) for word in ("source", "title", "game", "about", "when")):
        raise FormatError(f"{where}: `source`, `title`, `game`, `about` and `when` must be there.")
    source = str(row["source"])
    texts = {key: tuple(_text(where, text, source) for text in row.get(key, ())) for key in _TEXTS}
    return GuideSection(
        source,
        str(row["title"]),
        str(row["game"]),
        str(row["about"]),
        _facts(where, row["when"]),
        row["from"],
        frozenset(row.get("platforms", ())),
        **texts,
    )


def _text(where: str, row: Mapping[str, Any] | str, source: str) -> GuideText:
    if isinstance(row, str):
        return GuideText(row, source)
    _refuse_unknown(where, row, _TEXT)
    days = [row.get(key) for key in ("from", "until")]
    if not row.get("text") or any(day is not None and type(day) is not date for day in days):
        raise FormatError(f"{where}: a sentence needs `text`; `from` and `until` are days.")
    return GuideText(
        str(row["text"]), str(row.get("source", source)), days[0], days[1], _facts(where, row.get("when", ()))
    )


def _facts(where: str, words: Iterable[str]) -> frozenset[str]:
    found = frozenset(words)
    if found - set(FACTS):
        raise FormatError(f"{where}: `when` names {min(found - set(FACTS))!r}, which nothing finds.")
    return found


def _refuse_unknown(where: str, row: Mapping[str, Any], known: Collection[str]) -> None:
    unknown = set(row) - set(known)
    if unknown:
        raise FormatError(f"{where}: unknown word {min(unknown)!r}.")
