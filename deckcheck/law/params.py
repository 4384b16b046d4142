"""A clause's parameters, read from a format file into the flat dataclass that its rule names."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, cast, get_type_hints

from deckcheck.law.formats import FormatError
from deckcheck.law.rule import Rule

P = TypeVar("P")

_WORDS: Final[Mapping[Any, str]] = {
    str: "a text",
    int: "a whole number",
    int | None: "a whole number",
    bool: "true or false",
    tuple[str, ...]: "a list of texts",
}


class _Field(NamedTuple):
    type: Any
    needed: bool


def build_params(rule: Rule[P], mapping: Mapping[str, Any], where: str) -> P:
    """The rule's parameters; unknown, missing and ill-typed keys are refused in a sentence that begins with `where`."""
    known = _fields(cast(Hashable, rule.params))
    for key in mapping:
        if key not in known:
            raise FormatError(f"{where}: the rule {rule.id!r} takes no {key!r}; it takes {_listed(known)}.")
    missing = [key for key, field in known.items() if field.needed and key not in mapping]
    if missing:
        raise FormatError(f"{where}: the rule {rule.id!r} needs {_listed(missing)}.")
    values = {key: _value(known[key].type, value, f"{where}: {key!r}") for key, value in mapping.items()}
    try:
        return rule.params(**values)
    except ValueError as reason:
        raise FormatError(f"{where}: {reason}") from reason


@cache
def _fields(params: Hashable) -> Mapping[str, _Field]:
    hints = get_type_hints(params)
    return {f.name: _Field(hints[f.name], f.default is MISSING) for f in fields(cast(Any, params))}


def _value(wanted: Any, value: Any, what: str) -> Any:
    # TOML knows true from 1, and so do we: Python alone takes a bool for an int.
    if wanted is bool or isinstance(value, bool):
        fits = wanted is bool and isinstance(value, bool)
    elif wanted == tuple[str, ...]:
        fits = isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        value = tuple(value) if fits else value
    else:
        fits = isinstance(value, str if wanted is str else int)
    if not fits:
        raise FormatError(f"{what} must be {_WORDS[wanted]}, not {value!r}.")
    return value


def _listed(keys: Mapping[str, Any] | list[str]) -> str:
    return ", ".join(keys) or "none"
