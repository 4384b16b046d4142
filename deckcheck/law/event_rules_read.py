"""House rules as people give them: whether they fit a format and the cards, and how a form's fields are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card, CardIndex, Match
from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.days import day_in_words
from deckcheck.law.event_law import LIFTABLE, is_droppable, is_out, sizes_of
from deckcheck.law.event_rules import (
    CALLED,
    CARDS,
    MOST,
    MOST_NAMED,
    NO_RULES,
    Fault,
    HouseError,
    HouseRules,
    contradictions,
    parts_of,
)
from deckcheck.law.legality import Status
from deckcheck.law.rulebooks import Rulebook
from deckcheck.translations import join_words

SIZE_FIELD: Final = "size-"
"""A form gives each new number in a field of its own: `size-main-min`."""
_COUNT: Final = lazy.regex(r"\d{1,3}\s?[xX×]?\s+")
_NAMED: Final = 4


def check_house(rules: HouseRules, book: Rulebook, index: CardIndex) -> tuple[Fault, ...]:
    """What in the rules does not fit the format as its law stands, or names no card; each with its remedy."""
    return (*_cards(rules, book, index), *_sizes(rules, book), *_drops(rules, book))


def settle_house(
    given: Mapping[str, Any], book: Rulebook, index: CardIndex, faults: Iterable[Fault] = ()
) -> HouseRules:
    """House rules from JSON that fit the format, cards by their catalogue names; refused with all that is wrong.

    `faults` are those known already.
    """
    rules, unread = parts_of(given)
    named = {f: tuple(dict.fromkeys(_catalogued(name, index) for name in getattr(rules, f))) for f in CARDS}
    rules = HouseRules(**named, sizes=rules.sizes, drop=rules.drop, source=rules.source)
    found = (*faults, *unread, *contradictions(rules), *check_house(rules, book, index))
    if found:
        raise HouseError(found)
    return rules


def house_of_form(fields: Mapping[str, str], source: str, book: Rulebook, index: CardIndex) -> HouseRules:
    """House rules from the fields of a form: one card a line, numbers in `size-...`, rules left out in words.

    Refused with everything that is wrong, each with the line of its field.
    """
    faults: list[Fault] = []
    given: dict[str, Any] = {field: read_names(fields.get(field, ""), field, index, faults) for field in CARDS}
    given["sizes"] = dict(_numbers(fields, faults))
    given["drop"] = re.split(r"[\s,;]+", fields.get("drop", "").strip()) if fields.get("drop", "").strip() else []
    return settle_house({**given, "source": source or NO_RULES.source}, book, index, faults)


def read_names(text: str, field: str, index: CardIndex, faults: list[Fault]) -> list[str]:
    """The cards of a text, one a line, by their catalogue names; what is no plain name of a card is a fault."""
    lines = [(number, line.strip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1) if line.strip()]
    if len(lines) > MOST_NAMED:
        faults.append(Fault(field, f"There are {len(lines):,} lines in {CALLED[field]}; the limit is {MOST_NAMED}."))
        return []
    names: list[str] = []
    for number, line in lines:
        card, why = name_card(line, index)
        if card is not None:
            names.append(card.name)
        else:
            faults.append(Fault(field, f"Line {number} of {CALLED[field]}: {why}", number))
    return names


def name_card(line: str, index: CardIndex) -> tuple[Card | None, str]:
    """The card that a line names without a guess; else why it names none, and what to do."""
    match = _look_up(line, index)
    return (match.cards[0], "") if _is_plain(match) else (None, _no_card(line, match, index))


def _look_up(line: str, index: CardIndex) -> Match:
    """What the line names; a count in front, as lists have it, is no part of the name."""
    match = index.find(line)
    return match if match.cards or not _COUNT.match(line) else index.find(_COUNT.sub("", line, count=1))


def _is_plain(match: Match) -> bool:
    """Whether one card is named without a guess: law is not made of corrections."""
    return len(match.cards) == 1 and not match.contestable


def _no_card(text: str, match: Match, index: CardIndex) -> str:
    if len(match.cards) > 1:
        return f'"{shorten(text)}" could be {_or(card.name for card in match.cards[:_NAMED])}. Write the whole name.'
    near = [card.name for card in match.cards] or [near.card.name for near in index.near(text, _NAMED - 1)]
    remedy = f"Perhaps: {'; '.join(near)}." if near else "Write its English name."
    return f'no card is called "{shorten(text)}". {remedy}'


def _or(names: Iterable[str]) -> str:
    return join_words(names).replace(" and ", " or ")


def _catalogued(name: str, index: CardIndex) -> str:
    if index.card(name) is not None:
        return name
    match = index.find(name)
    return match.cards[0].name if _is_plain(match) else name


def _cards(rules: HouseRules, book: Rulebook, index: CardIndex) -> Iterator[Fault]:
    for field in CARDS:
        for name in getattr(rules, field):
            card = index.card(name)
            if card is None:
                told = _no_card(name, index.find(name), index)
                yield Fault(field, f"In {CALLED[field]} {told}")
            elif told := _needless(field, card, rules, book):
                yield Fault(field, told)


def _needless(field: str, card: Card, rules: HouseRules, book: Rulebook) -> str:
    """Why naming the card in the field changes nothing, and what to do."""
    out, word = is_out(card, book), _standing(card.name, book)
    when = f"{book.title} on {day_in_words(book.day.date)}"
    if field == "unbans":
        return _no_unban(card.name, word, when, out=out, allowed=card.name in rules.allowed)
    if field == "allowed":
        return "" if out else f"{card.name} is in {when} already. Remove it from {CALLED[field]}."
    given = "banned" if field == "bans" else "restricted"
    if word != given or given in rules.drop or _is_doubted(card.name, book):
        return ""
    return f"{card.name} is {word} in {when} already. Remove it from {CALLED[field]}."


def _no_unban(name: str, word: str, when: str, *, out: bool, allowed: bool) -> str:
    if word not in LIFTABLE:
        remedy = "List it in the allowed cards." if out and not allowed else "Remove it from the unbans."
        return f"{name} is not banned in {when}. {remedy}"
    return f"{name} is in no set of {when}. List it in the allowed cards too." if out and not allowed else ""


def _standing(name: str, book: Rulebook) -> str:
    found = _status(name, book)
    return found.word if found else "legal"


def _is_doubted(name: str, book: Rulebook) -> bool:
    """Whether the card's status may not hold on the day, so that the event may well set it itself."""
    found = _status(name, book)
    return found is not None and book.legality.doubts(name, found)


def _status(name: str, book: Rulebook) -> Status | None:
    statuses = book.legality.statuses
    return statuses.get(name) or statuses.get(book.twins.get(name, ""))


def _sizes(rules: HouseRules, book: Rulebook) -> Iterator[Fault]:
    known = sizes_of(book)
    for name in rules.sizes:
        if name not in known:
            has = f"It has {join_words(known)}." if known else "It has none; leave the sizes out."
            yield Fault("sizes", f'{book.title} has no number called "{name[:40]}". {has}')
    now = {**known, **rules.sizes}
    least, most = now.get("main-min"), now.get("main-max")
    if "main-exact" not in rules.sizes and least is not None and most is not None and least > most:
        told = f"The main deck would have at least {least} and at most {most} cards. Change main-min too."
        yield Fault("sizes", told)


def _drops(rules: HouseRules, book: Rulebook) -> Iterator[Fault]:
    can = [b.clause.name for b in book.clauses if is_droppable(b.clause.name, book)]
    for name in rules.drop:
        if name not in can:
            yield Fault("drop", f'{book.title} has no rule "{name[:40]}" to leave out. It has {join_words(can)}.')


def _numbers(fields: Mapping[str, str], faults: list[Fault]) -> Iterator[tuple[str, int]]:
    for key, value in fields.items():
        name, written = key.removeprefix(SIZE_FIELD), value.strip()
        if name == key or not written:
            continue
        if written.isascii() and written.isdecimal() and len(written) <= len(str(MOST)):
            yield name, int(written)
        else:
            faults.append(Fault("sizes", f'{name[:40]} needs a whole number from 0 to {MOST}, not "{written[:40]}".'))
