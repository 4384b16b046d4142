"""What the fact sheet of an event says instead of its format: it takes precedence, and every verdict says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

MOST_NAMED: Final = 500
"""A fact sheet names at most so many cards of one kind; a longer list is a format of its own."""
MOST: Final = 9999
LONGEST: Final = 200
CARDS: Final = ("bans", "unbans", "restrictions", "allowed")
CALLED: Final = {
    "bans": "the bans",
    "unbans": "the unbans",
    "restrictions": "the restrictions",
    "allowed": "the allowed cards",
    "sizes": "the sizes",
    "drop": "the rules left out",
    "source": "the name of the fact sheet",
}
"""The fields in words, for refusals."""
_APART: Final = (
    ("bans", "unbans", "Remove it from one of them."),
    ("bans", "restrictions", "A ban alone bars every copy; remove it from the restrictions."),
    ("bans", "allowed", "Remove it from one of them."),
    ("unbans", "restrictions", "A restriction alone lifts a ban; remove it from the unbans."),
)
"""Fields that cannot name one card, and what to do."""


class Fault(NamedTuple):
    """One thing in house rules that cannot stand; `line` counts within the field's text, 0 where there is none."""

    field: str
    text: str
    line: int = 0


class HouseError(ValueError):
    """House rules that cannot be used: everything that is wrong with them, each with its field and its remedy."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(" ".join(fault.text for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The overrides of one event.

    Cards by catalogue name: `bans`, `unbans` (of what the format bars or restricts), `restrictions` (one copy), and
    `allowed` (admitted though in no legal set). `sizes`: a new number for a clause, by its name; `drop`: clauses that
    do not hold. `source` names the fact sheet.
    """

    bans: tuple[str, ...] = ()
    unbans: tuple[str, ...] = ()
    restrictions: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict, hash=False)
    drop: tuple[str, ...] = ()
    source: str = "fact sheet of this event"

    def __bool__(self) -> bool:
        """Whether anything is overridden."""
        return any((self.bans, self.unbans, self.restrictions, self.allowed, self.sizes, self.drop))


NO_RULES: Final = HouseRules()


def house_json(rules: HouseRules) -> dict[str, Any]:
    """House rules as JSON: what `read_house` reads; what is as usual is left out."""
    told: dict[str, Any] = {name: list(getattr(rules, name)) for name in (*CARDS, "drop") if getattr(rules, name)}
    if rules.sizes:
        told["sizes"] = dict(sorted(rules.sizes.items()))
    return told if rules.source == NO_RULES.source else {**told, "source": rules.source}


def read_house(given: Mapping[str, Any]) -> HouseRules:
    """House rules from JSON, refused with everything that is wrong with their form.

    Whether they fit a format and the cards is for `check_house` to say: stored rules are read without asking again.
    """
    rules, faults = parts_of(given)
    faults += contradictions(rules)
    if faults:
        raise HouseError(tuple(faults))
    return rules


def parts_of(given: Mapping[str, Any]) -> tuple[HouseRules, list[Fault]]:
    """What can be read of house rules in JSON, and what cannot."""
    faults = [Fault(str(key), _unknown(str(key))) for key in given if key not in CALLED]
    names = {key: _texts(key, given.get(key, ()), faults) for key in (*CARDS, "drop")}
    sizes = _sizes(given.get("sizes", {}), faults)
    source = given.get("source", NO_RULES.source)
    if not isinstance(source, str) or not source.strip() or len(source) > LONGEST:
        faults.append(Fault("source", f"Name the fact sheet in a text of {LONGEST} letters at most."))
    return HouseRules(**names, sizes=sizes, source=str(source).strip()), faults


def contradictions(rules: HouseRules) -> list[Fault]:
    """What cannot hold at once, whatever the format."""
    found = [
        Fault(other, f"{name} is in {CALLED[one]} and in {CALLED[other]}. {remedy}")
        for one, other, remedy in _APART
        for name in getattr(rules, one)
        if name in getattr(rules, other)
    ]
    sizes = rules.sizes
    twice = [name for name in rules.drop if name in sizes]
    found += [Fault("drop", f"{name} has a new number and is left out. Do one of the two.") for name in twice]
    if "main-exact" in sizes and sizes.keys() & {"main-min", "main-max"}:
        found.append(Fault("sizes", "Give main-exact, or main-min and main-max; not both."))
    if sizes.get("main-min", 0) > sizes.get("main-max", MOST):
        least, most = sizes["main-min"], sizes["main-max"]
        found.append(Fault("sizes", f"main-min is {least} and main-max is {most}; the least is the smaller number."))
    return found


def _texts(key: str, value: Any, faults: list[Fault]) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(_is_name(v) for v in value):
        faults.append(Fault(key, f'Write {CALLED[key]} as a list of names: ["Lightning Bolt", ...].'))
        return ()
    if len(value) > MOST_NAMED:
        faults.append(Fault(key, f"There are {len(value):,} names in {CALLED[key]}; the limit is {MOST_NAMED}."))
        return ()
    return tuple(dict.fromkeys(v.strip() for v in value))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST


def _sizes(value: Any, faults: list[Fault]) -> dict[str, int]:
    if not isinstance(value, Mapping) or len(value) > MOST_NAMED:
        faults.append(Fault("sizes", 'Write the sizes by the name of the rule: {"main-min": 40}.'))
        return {}
    sizes: dict[str, int] = {}
    for name, number in value.items():
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST:
            told = f"{str(name)[:40]} needs a whole number from 0 to {MOST}, not {str(number)[:40]}."
            faults.append(Fault("sizes", told))
        else:
            sizes[str(name)] = number
    return sizes


def _unknown(key: str) -> str:
    return f'House rules have no "{key[:40]}". They have {", ".join(f.name for f in fields(HouseRules))}.'
