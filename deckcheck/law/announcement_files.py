"""Announcements of bans as TOML files of the project's own form, one file a day: written, and amended line by line."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.days import day_in_words
from deckcheck.law.banlists import FACTS, WORDS, Announcement, is_status
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.legality import Bounds

Texts = Callable[[str], str]
"""The text of a file of the law by its path in the project; empty where there is none."""

_SURE: Final = ("", "case", "accent", "face", "alias")
"""How a name may be read (`Match.kind`) so that nobody has to be asked which card is meant."""


class NotAnnounced(ValueError):
    """An announcement that can't be taken; the sentence says what to change. `field` names what it is about."""

    def __init__(self, told: str, field: str) -> None:
        super().__init__(told)
        self.field = field


@dataclass(frozen=True, slots=True)
class Told:
    """What was announced: of each list its cards with their statuses, and the days.

    `day` is the first day in paper (on Arena for lists that are Arena's alone, unless `arena` says another). `bounds`:
    the days between which the change lies, where its own is not known.
    """

    lists: Mapping[str, Mapping[str, str]]
    day: date
    source: str
    mtgo: date | None = None
    arena: date | None = None
    announced: date | None = None
    bounds: Bounds | None = None

    def facts(self, arena_only: bool = False) -> dict[str, Any]:
        """The words of the file that says so, in their order."""
        told = {
            "announced": self.announced,
            "effective": self.arena or self.day if arena_only else self.day,
            "effective_mtgo": None if arena_only else self.mtgo,
            "effective_arena": None if arena_only else self.arena,
            "source": self.source,
        }
        return {key: value for key, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a person writes down of an announcement: formats and cards as they wrote them, one status for all."""

    formats: tuple[str, ...]
    cards: tuple[str, ...]
    status: str
    day: date
    source: str
    mtgo: date | None = None
    arena: date | None = None
    announced: date | None = None


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of bans of a game: each with its history, and those whose days are Arena's."""

    histories: Mapping[str, tuple[Announcement, ...]]
    arena_only: frozenset[str] = field(default_factory=frozenset)

    def word(self, banlist: str, card: str, day: date) -> str:
        """The status that a list surely gives a card by a day, or had been said to."""
        mine = (a for a in self.histories.get(banlist, ()) if not a.option and a.effective <= day)
        found = "legal"
        for a in sorted(mine, key=lambda a: (a.effective, not a.baseline)):
            found = a.statuses.get(card, found)
        return found


def told_by_hand(by_hand: ByHand, formats: Iterable[Format], cards: CardIndex, lists: Lists) -> Told:
    """What a person announced in these formats, refused where it can't be meant."""
    if not is_status(by_hand.status):
        raise NotAnnounced(f'"{by_hand.status}" is no status. Use one of {", ".join(WORDS)}.', "status")
    if not by_hand.source.strip():
        raise NotAnnounced("Enter the source: the address of the announcement, or who said so.", "source")
    names = [_named(name, cards) for name in by_hand.cards if name.strip()]
    if not names:
        raise NotAnnounced("Name at least one card.", "cards")
    told: dict[str, dict[str, str]] = {}
    for fmt in formats:
        banlist = str(fmt.setting_on("banlist"))
        if not banlist:
            raise NotAnnounced(f"{fmt.title} has no ban list.", "formats")
        told[banlist] = {card.name: _changed(by_hand, fmt, banlist, card, lists) for card in names}
    days = (by_hand.mtgo, by_hand.arena, by_hand.announced)
    return Told(told, by_hand.day, by_hand.source.strip(), *days)


def _named(name: str, cards: CardIndex) -> Card:
    """The card of that name; a mere likeness is no name."""
    match = cards.find(name.strip())
    if len(match.cards) == 1 and match.kind in _SURE:
        return match.cards[0]
    near = [card.name for card in match.cards] or [one.card.name for one in cards.near(name.strip())]
    hint = f" Did you mean {' or '.join(near[:3])}?" if near else ""
    raise NotAnnounced(f'No card is called "{name.strip()[:60]}".{hint}', "cards")


def _changed(by_hand: ByHand, fmt: Format, banlist: str, card: Card, lists: Lists) -> str:
    day = by_hand.arena or by_hand.day if banlist in lists.arena_only else by_hand.day
    if lists.word(banlist, card.name, day) == by_hand.status:
        told = f"{card.name} is {by_hand.status.replace('-', ' ')} in {fmt.title} already on {day_in_words(day)}."
        raise NotAnnounced(told, "cards")
    return by_hand.status


def announcement_files(game: str, told: Told, lists: Lists, texts: Texts) -> dict[str, str]:
    """The files that say so, by their paths: what is in them stays. A file that says nothing any more is empty.

    A card that gets the status which it had on the eve is no change: its line goes.
    """
    found: dict[str, str] = {}
    for banlist, cards in told.lists.items():
        facts = told.facts(banlist in lists.arena_only)
        path = f"banlists/{game}/{facts['effective']}.toml"
        text = found.get(path, texts(path))
        for name, word in cards.items():
            if lists.word(banlist, name, _eve(facts["effective"])) == word:
                text = _without(text, banlist, name)
            else:
                text = _with(text, path, banlist, facts, (name, word, told.bounds))
        found[path] = text
    return found


def merged(path: str, texts: Iterable[str]) -> str:
    """Several texts of one day as one file."""
    first, *others = texts
    for table in map(tomllib.loads, others):
        top = {key: value for key, value in table.items() if key != "lists"}
        for banlist, own in table["lists"].items():
            facts = {**top, **{key: value for key, value in own.items() if key in FACTS}}
            for name in _cards(own):
                value = own[name] if isinstance(own[name], Mapping) else {"status": own[name]}
                between = Bounds(value.get("not_before"), value.get("by"))
                first = _with(first, path, banlist, facts, (name, value["status"], between if any(between) else None))
    return first


def _eve(day: date) -> date:
    return date.fromordinal(day.toordinal() - 1)


def _with(text: str, path: str, banlist: str, facts: Mapping[str, Any], change: tuple[str, str, Bounds | None]) -> str:
    """The text with one card's new status in a list."""
    name, word, bounds = change
    lines = text.splitlines() or [_line(key, value) for key, value in facts.items()]
    top = tomllib.loads("\n".join(lines))
    own = top.get("lists", {}).get(banlist)
    if own is None:
        lines += ["", f"[lists.{banlist}]", *(_line(k, v) for k, v in facts.items() if top.get(k) != v)]
    else:
        _agree(path, banlist, facts, {**top, **own})
    begin, end = _block(lines, banlist)
    lines[begin:end] = [line for line in lines[begin:end] if not line.startswith(f"{_quoted(name)} = ")]
    _, end = _block(lines, banlist)
    lines.insert(end, f"{_quoted(name)} = {_status(word, bounds)}")
    return "\n".join(lines) + "\n"


def _agree(path: str, banlist: str, facts: Mapping[str, Any], stated: Mapping[str, Any]) -> None:
    """Refuse other days for a list than it has in the file: they hold for all of its cards."""
    for key in ("effective", "effective_mtgo", "effective_arena"):
        if facts.get(key) != stated.get(key):
            raise FormatError(f"{path}, list {banlist}: `{key}` is {stated.get(key)} there, not {facts.get(key)}.")


def _without(text: str, banlist: str, name: str) -> str:
    """The text without a card in a list; without the list when it was its last card, and empty when it was the last."""
    table = tomllib.loads(text).get("lists", {})
    if name not in table.get(banlist, {}):
        return text
    lines = text.splitlines()
    begin, end = _block(lines, banlist)
    lines[begin:end] = [line for line in lines[begin:end] if not line.startswith(f"{_quoted(name)} = ")]
    left = tomllib.loads("\n".join(lines))["lists"]
    if not _cards(left[banlist]):
        begin, end = _block(lines, banlist)
        lines[begin - 1 : end] = []
        left.pop(banlist)
    return "\n".join(lines).rstrip("\n") + "\n" if any(map(_cards, left.values())) else ""


def _cards(table: Mapping[str, Any]) -> list[str]:
    """The cards that a list's table names, with those of single games on Arena."""
    return [key for key in (*table, *table.get("arena_bo1", {})) if key not in FACTS]


def _block(lines: list[str], banlist: str) -> tuple[int, int]:
    """Where the lines of a list's table begin, and end."""
    begin = lines.index(f"[lists.{banlist}]") + 1
    end = next((n for n, line in enumerate(lines[begin:], begin) if line.startswith("[")), len(lines))
    while end > begin and not lines[end - 1].strip():
        end -= 1
    return begin, end


def toml_text(facts: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> str:
    """A small TOML file: facts, and tables of values a line."""
    lines = [_line(key, value) for key, value in facts.items()]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(_line(key, value) for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _status(word: str, bounds: Bounds | None) -> str:
    if bounds is None:
        return _quoted(word)
    days = "".join(f", {k} = {day}" for k, day in (("not_before", bounds.not_before), ("by", bounds.by)) if day)
    return f"{{ status = {_quoted(word)}{days} }}"


def _line(key: str, value: Any) -> str:
    return f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    match value:
        case date():
            return value.isoformat()
        case Mapping():
            return f"{{ {', '.join(_line(key, one) for key, one in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return _quoted(str(value))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
