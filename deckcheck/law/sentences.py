"""Sentences of a verdict: numbers with their nouns, sections by their titles, days as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.decks import Deck, Note
from deckcheck.decklist.foreign_names import LANGUAGES
from deckcheck.law.games import Game
from deckcheck.law.legality import Platform, points_of
from deckcheck.law.rule import Finding
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.translations import ENGLISH, gettext, gettext_noop, join_words, language, ngettext, whole

SAID: Final = frozenset(("status", "by", "called", "cards_called", "because", "explained", "occasion"))
"""The parameters and facts that are English words of the law; what formats say in them is collected with all else."""
NONE: Final = gettext_noop("none")
_DAY_WRITTEN: Final = r"\d{4}-\d{2}-\d{2}"
_DAYS: Final = lazy.regex(
    rf"between (?P<first>{_DAY_WRITTEN}) and (?P<last>{_DAY_WRITTEN})"
    rf"|\bby (?P<by>{_DAY_WRITTEN})|\bon (?P<or_later>{_DAY_WRITTEN}) or later|\bon (?P<on>{_DAY_WRITTEN})"
    rf"|(?P<one>{_DAY_WRITTEN}) or (?P<other>{_DAY_WRITTEN})|(?P<day>{_DAY_WRITTEN})"
)
_SAID_OF_DAYS: Final = {
    "first": gettext_noop("between {first} and {last}"),
    "by": gettext_noop("by {by}"),
    "or_later": gettext_noop("on {or_later} or later"),
    "on": gettext_noop("on {on}"),
    "one": gettext_noop("{one} or {other}"),
    "day": "{day}",
}
"""What details of the law say of days, by the first that they name."""
MOST_NAMED: Final = 5
"""A sentence names at most so many cards; the rest are counted."""

PLATFORMS: Final = {Platform.PAPER: gettext_noop("paper"), Platform.MTGO: "Magic Online", Platform.ARENA: "Arena"}


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: "1 card", "2 cards", "1,204 rows"."""
    if language() == ENGLISH:
        return f"{count:,} {one if count == 1 else many or one + 's'}"
    forms = f"{{count}} {one}", f"{{count}} {many or one + 's'}"
    return ngettext(*forms, count).format(count=whole(count))


def points_in_words(word: str) -> str:
    """A number of points as people read it; nothing where the status is another."""
    if as_one := points_of(word, companion=True):
        return gettext("{points} as companion").format(points=counted(as_one, "point"))
    points = points_of(word)
    return counted(points, "point") if points else ""


def line_numbers(lines: Iterable[int]) -> str:
    """3, 5 and 7 to 12: three lines and more in a row are told by the first and the last."""
    runs: list[list[int]] = []
    for number in lines:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    between = gettext("{first} to {last}")
    return join_words(
        words
        for run in runs
        for words in ([between.format(first=run[0], last=run[-1])] if len(run) > 2 else map(str, run))
    )


def name_cards(names: Iterable[str]) -> str:
    """The names, or the first few of them and the number of the others."""
    listed = list(dict.fromkeys(names))
    if len(listed) > MOST_NAMED:
        listed = [*listed[: MOST_NAMED - 1], gettext("{count} more").format(count=len(listed) - MOST_NAMED + 1)]
    return join_words(listed)


def section_heading(game: Game, section: str) -> str:
    """A section as a heading: Main deck."""
    return gettext(game.section_title(section))


def section_words(game: Game, section: str) -> str:
    """A section within a sentence: main deck."""
    return gettext(game.section_title(section).lower())


def sections_words(game: Game, sections: Iterable[str]) -> str:
    """Sections within a sentence: main deck and sideboard together; the sideboard."""
    words = [section_words(game, s) for s in sections]
    if len(words) > 1:
        return gettext("{sections} together").format(sections=join_words(words))
    return gettext("the {section}").format(section=join_words(words))


class Facts(dict[str, Any]):
    """What a template may name; a fact that nothing gives stands as its own name, so that it shows in tests."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def say(found: Finding, bound: BoundClause, book: Rulebook, written: Mapping[str, str]) -> str:
    """The finding as a sentence. `written` gives other names under which the list holds a card."""
    names = [written.get(card.name, card.name) for card in found.cards]
    facts = Facts(fill_words(bound.params, book.game))
    facts.update(format=book.title, day=day_in_words(book.day.date), platform=gettext(PLATFORMS[book.day.platform]))
    if names:
        facts.update(card=names[0], cards=name_cards(names))
    if found.within:
        facts["sections"] = sections_words(book.game, found.within)
        facts["section"] = section_words(book.game, found.within[0])
        facts["heading"] = section_heading(book.game, found.within[0])
    facts.update(_fill(found.facts, book.game))
    if "count" in facts:
        count = facts["count"]
        facts.update(cards_n=counted(count, "card"), points_n=counted(count, "point"))
        facts["copies_n"] = counted(count, "copy", "copies")
    text = gettext(bound.rule.messages[found.message]).format_map(facts)
    return text[:1].upper() + text[1:]


def fill_words(params: Any, game: Game) -> dict[str, Any]:
    """A clause's parameters as words, and what its dataclass makes of them, for the templates of its rule."""
    made = {name: getattr(params, name) for name, kind in vars(type(params)).items() if isinstance(kind, property)}
    return _fill({**{field.name: getattr(params, field.name) for field in fields(params)}, **made}, game)


def _fill(values: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Parameters and facts as words: lists joined, section ids by title."""
    filled: dict[str, Any] = {}
    for key, value in values.items():
        if key in {"section", "leader_section"} and isinstance(value, str):
            filled[key] = section_words(game, value)
        elif key == "sections" and isinstance(value, tuple):
            filled[key] = sections_words(game, value)
        elif isinstance(value, tuple):
            filled[key] = join_words(str(v) for v in value)
        elif key in {"since", "detail", "known"}:
            filled[key] = _DAYS.sub(_days_in_words, str(value))
        elif key in SAID or value == NONE:
            filled[key] = gettext(str(value))
        else:
            filled[key] = value
    return filled


def _days_in_words(found: re.Match[str]) -> str:
    days = {key: day_in_words(date.fromisoformat(day)) for key, day in found.groupdict().items() if day}
    return gettext(_SAID_OF_DAYS[next(iter(days))]).format_map(days)


_READ_AS: Final = {
    "typo": gettext_noop('Read as {name}. You wrote "{text}"; no other card is this close.'),
    "face": gettext_noop('Read as {name}. You wrote "{text}", one face of it.'),
    "alias": gettext_noop('Read as {name}; "{text}" is another name of the same card.'),
    "printing": gettext_noop("Read as {name}, though its set and number are another card's: {text}."),
    "unofficial": gettext_noop('Read as {name}; "{text}" is an unofficial name of it.'),
    "look-alike": gettext_noop('Did you mean {name}? It is played far more in this format than "{text}".'),
}
_OTHERWISE: Final = gettext_noop('Read as {name}. You wrote "{text}".')


def note_in_words(note: Note, deck: Deck, game: Game) -> str:
    """What was read differently from what was written, as a sentence."""
    match note.kind:
        case "merged":
            return _merged(note, deck)
        case "ignored":
            return gettext('Line {line} is not part of the deck: "{text}".').format(line=note.line, text=note.text)
        case "commander" | "companion" as section:
            words = section_words(game, section)
            return gettext("Read as the {section}: {name}.").format(section=words, name=note.name or note.text)
        case "foreign":
            told = gettext('From {languages}: {name}. You wrote "{text}".')
            return told.format(languages=languages_in_words(note.languages), name=note.name, text=note.text)
        case _:
            return gettext(_READ_AS.get(note.kind, _OTHERWISE)).format(name=note.name, text=note.text)


def languages_in_words(codes: Sequence[str]) -> str:
    """Languages by their codes: "German", "Spanish or Portuguese"; of more than two none is named."""
    if codes == ("zhs", "zht"):
        return gettext("Chinese")
    if len(codes) > 2:
        return gettext("another language")
    named = [gettext(LANGUAGES[code]) for code in codes]
    return gettext("{one} or {other}").format(one=named[0], other=named[1]) if len(named) > 1 else named[0]


def _merged(note: Note, deck: Deck) -> str:
    lines, count = deck.counted_with(note.line)
    named = [str(line) for line in lines[:MOST_NAMED]]
    if len(lines) > MOST_NAMED:
        named[-1] = gettext("{count} more").format(count=len(lines) - MOST_NAMED + 1)
    told = gettext("Lines {lines} counted together: {count} {name}.")
    return told.format(lines=join_words(named), count=count, name=note.name)
