"""Sentences of a verdict: numbers with their nouns, sections by their titles, days as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.decks import Deck, Note
from deckcheck.decklist.foreign_names import LANGUAGES
from deckcheck.law.games import Game
from deckcheck.law.legality import Platform
from deckcheck.law.rule import Finding
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.translations import ENGLISH, gettext, language, locale, ngettext

_NOUNS: Final = {
    "cards_n": ("card", "cards"),
    "copies_n": ("copy", "copies"),
    "points_n": ("point", "points"),
}
_DAY: Final = lazy.regex(r"\b\d{4}-\d{2}-\d{2}\b")
MOST_NAMED: Final = 5
"""A sentence names at most so many cards; the rest are counted."""

PLATFORMS: Final = {Platform.PAPER: "paper", Platform.MTGO: "Magic Online", Platform.ARENA: "Arena"}


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: "1 card", "2 cards", "1,204 rows"."""
    if language() == ENGLISH:
        return f"{count:,} {one if count == 1 else many or one + 's'}"
    from babel.numbers import format_decimal

    forms = f"{{count}} {one}", f"{{count}} {many or one + 's'}"
    return ngettext(*forms, count).format(count=format_decimal(count, locale=locale()))


def lines_in_words(lines: Sequence[int]) -> str:
    """Line 3; lines 3, 5 and 7 to 12."""
    return f"{'line' if len(lines) == 1 else 'lines'} {line_numbers(lines)}"


def line_numbers(lines: Iterable[int]) -> str:
    """3, 5 and 7 to 12: three lines and more in a row are told by the first and the last."""
    runs: list[list[int]] = []
    for number in lines:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return join_words(
        words for run in runs for words in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    )


def join_words(words: Iterable[str]) -> str:
    """A, B and C."""
    listed = list(words)
    if language() != ENGLISH:
        from babel.lists import format_list

        return format_list(listed, locale=locale())
    return " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1]))) if listed else ""


def name_cards(names: Iterable[str]) -> str:
    """The names, or the first few of them and the number of the others."""
    listed = list(dict.fromkeys(names))
    if len(listed) > MOST_NAMED:
        listed = [*listed[: MOST_NAMED - 1], f"{len(listed) - MOST_NAMED + 1} more"]
    return join_words(listed)


def section_words(game: Game, section: str) -> str:
    """A section within a sentence: main deck."""
    return game.section_title(section).lower()


def sections_words(game: Game, sections: Iterable[str]) -> str:
    """Sections within a sentence: main deck and sideboard together; the sideboard."""
    words = [section_words(game, s) for s in sections]
    return f"{join_words(words)} together" if len(words) > 1 else f"the {join_words(words)}"


class Facts(dict[str, Any]):
    """What a template may name; a fact that nothing gives stands as its own name, so that it shows in tests."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def say(found: Finding, bound: BoundClause, book: Rulebook, written: Mapping[str, str]) -> str:
    """The finding as a sentence. `written` gives other names under which the list holds a card."""
    names = [written.get(card.name, card.name) for card in found.cards]
    facts = Facts(fill_words(bound.params, book.game))
    facts.update(format=book.title, day=day_in_words(book.day.date), platform=PLATFORMS[book.day.platform])
    if names:
        facts.update(card=names[0], cards=name_cards(names))
    if found.within:
        facts["sections"] = sections_words(book.game, found.within)
        facts["section"] = section_words(book.game, found.within[0])
        facts["heading"] = book.game.section_title(found.within[0])
    facts.update(_fill(found.facts, book.game))
    if "count" in facts:
        facts.update((key, counted(facts["count"], *nouns)) for key, nouns in _NOUNS.items())
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
        if key == "section" and isinstance(value, str):
            filled[key] = section_words(game, value)
        elif key == "sections" and isinstance(value, tuple):
            filled[key] = sections_words(game, value)
        elif isinstance(value, tuple):
            filled[key] = join_words(str(v) for v in value)
        elif key in {"since", "detail", "known"}:
            filled[key] = _DAY.sub(lambda day: day_in_words(date.fromisoformat(day[0])), str(value))
        else:
            filled[key] = value
    return filled


_READ_AS: Final = {
    "typo": 'Read as {name}. You wrote "{text}"; no other card is this close.',
    "face": 'Read as {name}. You wrote "{text}", one face of it.',
    "alias": 'Read as {name}; "{text}" is another name of the same card.',
    "unofficial": 'Read as {name}; "{text}" is an unofficial name of it.',
    "look-alike": 'Did you mean {name}? It is played far more in this format than "{text}".',
}
_OTHERWISE: Final = 'Read as {name}. You wrote "{text}".'


def note_in_words(note: Note, deck: Deck, game: Game) -> str:
    """What was read differently from what was written, as a sentence."""
    match note.kind:
        case "merged":
            return _merged(note, deck)
        case "ignored":
            return f'Line {note.line} is not part of the deck: "{note.text}".'
        case "commander" | "companion" as section:
            return f"Read as the {section_words(game, section)}: {note.name or note.text}."
        case "foreign":
            return f'From {languages_in_words(note.languages)}: {note.name}. You wrote "{note.text}".'
        case _:
            return _READ_AS.get(note.kind, _OTHERWISE).format(name=note.name, text=note.text)


def languages_in_words(codes: Sequence[str]) -> str:
    """Languages by their codes: "German", "Spanish or Portuguese"; of more than two none is named."""
    if codes == ("zhs", "zht"):
        return "Chinese"
    return " or ".join(LANGUAGES[code] for code in codes) if len(codes) < 3 else "another language"


def _merged(note: Note, deck: Deck) -> str:
    lines, count = deck.counted_with(note.line)
    named = [str(line) for line in lines[:MOST_NAMED]]
    if len(lines) > MOST_NAMED:
        named[-1] = f"{len(lines) - MOST_NAMED + 1} more"
    return f"Lines {join_words(named)} counted together: {count} {note.name}."
