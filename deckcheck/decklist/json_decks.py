"""Decks in JSON: what the forms of sites and programs share. Each form is a dialect of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from deckcheck.decklist.decks import Line, ParsedList
from deckcheck.decklist.file_lines import file_card, first_written, parsed_file, unknown_file
from deckcheck.decklist.json_text import JsonObject, is_json, read_json
from deckcheck.decklist.list_reader import Dialect
from deckcheck.translations import gettext_noop

Path = tuple[str, ...]
TOO_DEEP: Final = gettext_noop(
    "This is JSON that is nested far deeper than a deck list. Export the list as text and paste that."
)
UNKNOWN: Final = gettext_noop("This is JSON in a form that isn't known here. Export the list as text and paste that.")
_NO_NAMES: Final = gettext_noop("The file names its cards by ids alone. Export the list as text and paste that.")


class CardShape(NamedTuple):
    """Where a card of a form has its facts: the keys that lead to each."""

    copies: Path
    name: Path
    set_code: Path = ()
    collector: Path = ()


class JsonCard(NamedTuple):
    """One card of a deck, as the form has it. `line` is that of its name; no `section` is one that nobody knows."""

    line: int
    section: str
    copies: object
    name: object
    set_code: object = ""
    collector: object = ""


def at(value: object, *keys: str) -> object:
    """The value behind these keys, or None."""
    for key in keys:
        value = value.get(key) if isinstance(value, JsonObject) else None
    return value


def objects(value: object) -> Iterator[JsonObject]:
    """The objects in a list, or the values of an object that are objects."""
    inside: Iterable[object] = (
        value.values() if isinstance(value, JsonObject) else value if isinstance(value, list) else ()
    )
    return (item for item in inside if isinstance(item, JsonObject))


def card_of(item: JsonObject, section: str, shape: CardShape) -> JsonCard:
    """The card that an object is; without a count where the file breaks off within it."""
    copies = at(item, *shape.copies) if item.closed else None
    facts = (at(item, *path) if path else "" for path in (shape.name, shape.set_code, shape.collector))
    return JsonCard(_line_of(item, shape.name), section, copies, *facts)


def _line_of(item: JsonObject, path: Path) -> int:
    """The line of what these keys lead to, or of what comes nearest to it."""
    line, inside = 0, item
    for key in path:
        line = inside.lines.get(key, line)
        value = inside.get(key)
        if not isinstance(value, JsonObject):
            break
        inside = value
    return line or min(item.lines.values(), default=0)


def cards_by_section(deck: object, sections: Mapping[str, str], shape: CardShape) -> Iterator[JsonCard]:
    """The cards of a deck that holds them under the names of its sections; those under another name wait to be read."""
    for key, value in deck.items() if isinstance(deck, JsonObject) else ():
        section = sections.get(key)
        for item in objects(value):
            if section is not None or (at(item, *shape.copies) is not None and at(item, *shape.name) is not None):
                yield card_of(item, section or "", shape)


Cards = Callable[[JsonObject, Mapping[str, str]], Iterator[JsonCard]]


def json_dialect(
    name: str,
    title: str,
    keys: Iterable[str],
    cards: Cards,
    *,
    named: Iterable[Path] = (("name",),),
    sign: re.Pattern[str] | None = None,
    sure: int = 95,
) -> Dialect:
    """A dialect of JSON with these keys and this sign in it.

    `named` are the places of the deck's name, `sure` is how sure it is.
    """
    quoted, places = tuple(f'"{key}"' for key in keys), tuple(named)

    def recognise(text: str) -> int:
        told = is_json(text) and all(key in text for key in quoted) and (sign is None or sign.search(text))
        return sure if told else 0

    def read(text: str, words: Mapping[str, str]) -> ParsedList:
        told = read_json(text)
        root = _only_object(told.value)
        found = list(cards(root, words))
        if told.too_deep or not found:
            return unknown_file(name, text, TOO_DEEP if told.too_deep else UNKNOWN)
        if not any(isinstance(card.name, str) for card in found):
            return unknown_file(name, text, _NO_NAMES)
        called = next((value for path in places if isinstance(value := at(root, *path), str)), "")
        return parsed_file(name, text, _lines(found, text.split("\n")), told.broken, called)

    return Dialect(name, title, recognise, read, begins="{[`")


def _only_object(value: object) -> JsonObject:
    """The object that a file is, also in a list of its own; several of them are several decks, and none is read."""
    found = value if isinstance(value, list) else [value]
    return found[0] if len(found) == 1 and isinstance(found[0], JsonObject) else JsonObject()


def _lines(cards: Iterable[JsonCard], rows: list[str]) -> Iterator[Line]:
    for card in cards:
        number = card.line or first_written(rows)
        yield file_card(number, rows[number - 1], card.section, card.copies, card.name, card.set_code, card.collector)
