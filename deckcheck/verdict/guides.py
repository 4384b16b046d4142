"""What was found in a check, in the words of the penalty guides, and which of their sections may apply on a day.

The sections are data. People decide penalties.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from deckcheck.law.formats import FormatError
from deckcheck.law.registration_law import Level
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.counted_table import SIDE, Difference, Moved, Off

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


FACTS: Final[Mapping[str, str]] = {
    "late": "The list or the player was late.",
    "list-illegal": "The list is illegal.",
    "list-unclear": "The list has a name that could not be read as one card.",
    "replaced": "Another card is there in place of one on the list.",
    "slip": "As many cards are extra as are missing: perhaps a slip in writing the list.",
    "lost": "The player can't find or replace missing main-deck cards.",
    "companion": "The companion's condition is not met.",
    "configuration-illegal": "The configuration on the table breaks a rule.",
    "presented-illegal": "The deck presented for game 1 breaks a rule.",
    "extra-main": "Extra cards in the main deck.",
    "missing-main": "Cards missing from the main deck.",
    "extra-material": "Extra cards in the material deck.",
    "missing-material": "Cards missing from the material deck.",
    "extra-side": "Extra cards in the sideboard.",
    "missing-side": "Cards missing from the sideboard.",
    "extra-apart": "Extra cards in another section, such as the commander's.",
    "missing-apart": "Cards missing from another section, such as the commander's.",
    "wrong-section": "Cards in the wrong section.",
    "foreign": "Cards that aren't on the list.",
    "side-card-in-main": "A sideboard card is in the main deck.",
    "over-registered": "More copies of a main-deck card than registered.",
    "only-side-missing": "Only sideboard cards are missing.",
    "main-under": "Fewer cards in the main deck than the format's minimum.",
    "side-over": "More cards in the sideboard than the format allows.",
    "total-legal": "The main deck has enough cards for the format.",
    "marked": "Cards or sleeves can be told apart.",
    "shuffling": "The deck was not shuffled well.",
}
"""Every fact that a guide may name, with its sentence."""

_ENDS: Final = {"main": "main", "material": "material", SIDE: "side"}
_NO_RULE_OF_ITS_OWN: Final = frozenset({"presented-mismatch", "game-one-configuration", "presented-companion"})
"""That the table differs from the list is told by the cards, and a companion has a fact of its own."""
_MARKS: Final = {"shuffling": "shuffling", "sleeves": "marked", "cards": "marked"}


@dataclass(frozen=True, slots=True)
class Sizes:
    """The least cards of a main deck and the most of a sideboard; None where the format has no such bound.

    Commanders and the like count with the main deck where the format counts them so: `counted_main` are the sections.
    """

    least_main: int | None = None
    most_side: int | None = None
    counted_main: tuple[str, ...] = ("main",)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known besides the cards: what is wrong with the registered list, marks that a judge made, rules broken.

    `list_broken` are rule ids of the list; `list_unclear` that a line of it was not read as one card. `lost`: the
    player cannot find or replace missing main-deck cards. `broken` are rule ids of the configuration as presented.
    `marks` are of `shuffling`, `sleeves` and `cards`.
    """

    sizes: Sizes = Sizes()
    list_broken: frozenset[str] = frozenset()
    list_unclear: bool = False
    late: bool = False
    lost: bool = False
    marks: frozenset[str] = frozenset()
    broken: frozenset[str] = frozenset()


def sizes_of(book: Rulebook) -> Sizes:
    """The bounds that the format's own clauses set."""
    found = {bound.clause.name: bound.params for bound in book.clauses if bound.rule.id == "section-size"}
    main = found.get("main-min") or found.get("main-exact")
    side = found.get("sideboard-max") or found.get("sideboard-forbidden")
    most = side.bounds()[1] if side else None
    return Sizes(main.bounds()[0], most, main.sections) if main else Sizes(None, most)


def facts_of(
    difference: Difference, known: Circumstances | None = None, configuration: Difference | None = None
) -> frozenset[str]:
    """The facts of a check, each one of FACTS; `configuration` is one that was laid out beside what was counted."""
    known = known or Circumstances()
    tables = (difference,) if configuration is None else (difference, configuration)
    found = {fact for table in tables for fact in (*_cards(table), *_totals(table, known.sizes))}
    if any(not table.boarded and _breaks(table, known) for table in tables):
        found.add("presented-illegal")
    return frozenset((*found, *_besides(known)))


def _breaks(table: Difference, known: Circumstances) -> bool:
    """Whether the deck as it lies breaks a rule, by its totals or by the rules that are known to be broken."""
    return bool(known.broken - _NO_RULE_OF_ITS_OWN) or not {"main-under", "side-over"}.isdisjoint(
        _totals(table, known.sizes)
    )


def _cards(found: Difference) -> Iterator[str]:
    for off, word in ((found.missing, "missing"), (found.extra, "extra")):
        yield from (f"{word}-{_ENDS.get(o.section, 'apart')}" for o in off)
    if found.misplaced:
        yield "wrong-section"
    if found.missing and all(o.section == SIDE for o in found.missing):
        yield "only-side-missing"
    registered = {row.name for row in found.rows if row.listed}
    foreign = {o.name for o in found.extra if o.name not in registered}
    if foreign:
        yield "foreign"
    yield from _one_for_one(found, foreign)
    if not found.boarded:
        yield from _boarded_by_mistake(found)


def _one_for_one(found: Difference, foreign: set[str]) -> Iterator[str]:
    """Whether as many cards are extra as are missing of one section; of the deck as a whole where it was boarded."""
    missing = _by_section(found.missing, whole=found.boarded)
    for word, extra in (
        ("replaced", [o for o in found.extra if o.name in foreign]),
        ("slip", [o for o in found.extra if o.name not in foreign]),
    ):
        if any(missing.get(section) == n for section, n in _by_section(extra, whole=found.boarded).items()):
            yield word


def _by_section(off: Iterable[Off], *, whole: bool) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for count, _, section in off:
        place = "" if whole else section
        counts[place] = counts.get(place, 0) + count
    return counts


def _boarded_by_mistake(found: Difference) -> Iterator[str]:
    """A game as registered: which cards of the sideboard lie in the deck, and which are more there than registered."""
    side = {row.name for row in found.rows if row.section == SIDE and row.listed}
    main = {row.name for row in found.rows if row.section != SIDE and row.listed}
    there: list[Off | Moved] = [o for o in found.extra if o.section != SIDE]
    there += [m for m in found.wrong_section if m.found != SIDE]
    if any(each.name in side for each in there):
        yield "side-card-in-main"
    if any(each.name in main for each in there):
        yield "over-registered"


def _totals(found: Difference, sizes: Sizes) -> Iterator[str]:
    """What the totals come to; a section that is not counted whole has none yet."""
    main = [section for section in found.sections if section.id in sizes.counted_main]
    if sizes.least_main is not None and main and all(section.done for section in main):
        yield "main-under" if sum(section.seen for section in main) < sizes.least_main else "total-legal"
    side = sum(section.seen for section in found.sections if section.id == SIDE)
    if sizes.most_side is not None and side > sizes.most_side:
        yield "side-over"


def _besides(known: Circumstances) -> Iterator[str]:
    yield from (_MARKS[mark] for mark in known.marks if mark in _MARKS)
    if known.list_broken:
        yield "list-illegal"
    if known.list_unclear:
        yield "list-unclear"
    if known.late:
        yield "late"
    if known.lost:
        yield "lost"
    if any(rule.endswith("companion") for rule in (*known.broken, *known.list_broken)):
        yield "companion"
    if known.broken - _NO_RULE_OF_ITS_OWN:
        yield "configuration-illegal"
