"""Formats that accounts write, in the words of their files: as TOML and back, and where a fault stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from deckcheck.law.event_rules import Fault, HouseRules

LONGEST_TITLE: Final = 60
LONGEST_TEXT: Final = 60_000
MOST_CARDS: Final = 1500
"""A list of cards that is a pool; the largest cubes have some 1,000."""
MOST_SETS: Final = 400
RARITIES: Final[Mapping[str, str]] = {"common": "C", "uncommon": "U", "rare": "R", "mythic": "M", "special": "S"}
HOUSE: Final[Mapping[str, str]] = {
    "banned": "bans",
    "unbanned": "unbans",
    "restricted": "restrictions",
    "allowed": "allowed",
}
"""The words that name single cards, by what house rules call them."""
LISTS: Final = (*HOUSE, "cards", "sets", "rarities", "drop")
WORDS: Final = ("title", "inherits", *LISTS, "singleton", "points_at_most", "sizes", "points")


class OwnFormatError(ValueError):
    """A format that cannot be used: everything that is wrong with it, each with its field, its line and its remedy."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(fault.text for fault in self.faults))


@dataclass(frozen=True, slots=True)
class OwnFormat:
    """What a format says on top of the one that it inherits.

    `house`: single cards, numbers and rules left out. The pool: `cards` are all that it has beside basic lands, else
    a printing in one of the `sets` and of one of the `rarities` is needed; what is empty asks nothing. `points`: those
    of each card, of which a deck has `points_at_most`, or as many as the inherited format gives (None).
    """

    title: str
    inherits: str
    house: HouseRules
    cards: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    rarities: tuple[str, ...] = ()
    singleton: bool = False
    points: Mapping[str, int] = field(default_factory=dict, hash=False)
    points_at_most: int | None = None


def words_of_own(own: OwnFormat) -> dict[str, Any]:
    """The format in the words of its file; what is empty is left out."""
    house = own.house
    told: dict[str, Any] = {"title": own.title, "inherits": own.inherits}
    told |= {word: list(getattr(house, name)) for word, name in HOUSE.items()}
    told |= {"cards": list(own.cards), "sets": list(own.sets), "rarities": list(own.rarities)}
    told |= {"drop": list(house.drop), "singleton": own.singleton, "sizes": dict(sorted(house.sizes.items()))}
    dearest = sorted(own.points.items(), key=lambda row: (-row[1], row[0]))
    told |= {"points_at_most": own.points_at_most, "points": dict(dearest)}
    return {word: told[word] for word in WORDS if told[word]}


def toml_of(given: Mapping[str, Any]) -> str:
    """The words of a format as TOML, right or wrong; a long list has a line for each of its members."""
    told = {word: given[word] for word in WORDS if given.get(word)}
    lines = [f"{word} = {_toml(value)}" for word, value in told.items() if not isinstance(value, Mapping)]
    for word, value in told.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{word}]", *(f"{_key(name)} = {_toml(number)}" for name, number in value.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        told = [_toml(one) for one in value]
        short = len(told) <= 1 or all(len(one) <= 12 for one in told)
        return f"[{', '.join(told)}]" if short else "[\n" + "".join(f"    {one},\n" for one in told) + "]"
    if isinstance(value, int):
        return str(value)
    signs = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    text = "".join(signs.get(sign, sign if sign.isprintable() else "") for sign in str(value))
    return f'"{text}"'


def read_toml(text: str) -> dict[str, Any]:
    """The words of a format from TOML; refused with the line where it is none. Whether they fit is for `settle_own`."""
    if len(text) > LONGEST_TEXT:
        raise OwnFormatError([Fault("toml", f"The file has {len(text):,} characters; the limit is {LONGEST_TEXT:,}.")])
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        told, _, at = str(error).partition(" (at ")
        found = re.search(r"line (\d+)", at)
        line = int(found[1]) if found else text.count("\n") + 1
        said = f'this is no TOML: {told[:1].lower()}{told[1:]}. Write it like title = "Tuesday Pauper".'
        raise OwnFormatError([Fault("toml", said, line)]) from error


def kept_own(text: str) -> OwnFormat:
    """A format as it was settled and kept, without asking again whether it fits."""
    given = tomllib.loads(text)
    house = {name: tuple(given.get(word, ())) for word, name in HOUSE.items()}
    sizes = dict(given.get("sizes", {}))
    return OwnFormat(
        str(given["title"]),
        str(given["inherits"]),
        HouseRules(**house, sizes=sizes, drop=tuple(given.get("drop", ())), source=str(given["title"])),
        tuple(given.get("cards", ())),
        tuple(given.get("sets", ())),
        tuple(given.get("rarities", ())),
        bool(given.get("singleton", False)),
        dict(given.get("points", {})),
        given.get("points_at_most"),
    )


def with_lines(faults: Iterable[Fault], given: Mapping[str, Any], text: str) -> Iterator[Fault]:
    """The faults, each with the line of the text that it speaks of, where that can be told."""
    lines = text.splitlines()
    names = sorted({str(name) for word in given for name in _said(word, given[word])}, key=len, reverse=True)
    for fault in faults:
        # A name in quotes is what was written; one without them may be what was meant.
        told = [one for one in names if one in fault.text]
        quoted = [one for one in told if f'"{one}"' in fault.text]
        told = [*quoted, *told, fault.field]
        found = (n for name in told for n, line in enumerate(lines, 1) if _stands(name, line))
        yield fault if fault.line else fault._replace(line=next(found, 0))


def _said(word: str, value: Any) -> Iterable[str]:
    return (word, *value) if isinstance(value, list | tuple | Mapping) else (word, str(value))


def _stands(name: str, line: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None
