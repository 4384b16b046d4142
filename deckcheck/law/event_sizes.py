"""The numbers of a format that a fact sheet may change: which there are, and what a new one makes of the clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.law.formats import Clause
from deckcheck.law.games import Game
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.law.words import join_words, section_words

CITE: Final = "Fact sheet"
_NUMBERS: Final = {"copies": "limit", "section-points": "at_most", "trait-count": "at_most"}
"""The parameter that holds the number, by rule; a section's size has it by the clause's name."""
_BOUNDS: Final = frozenset({"at_least", "at_most", "exactly", "or_none"})
_OPPOSED: Final = {
    "main-min": ("main-exact",),
    "main-max": ("main-exact",),
    "main-exact": ("main-min", "main-max"),
    "sideboard-max": ("sideboard-forbidden",),
}
"""Sizes that a format without them may be given, and the clauses that cannot stand beside them."""
_FROM: Final = {
    "main-min": ("main-exact", "main-max"),
    "main-max": ("main-min", "main-exact"),
    "main-exact": ("main-min", "main-max"),
    "sideboard-max": ("sideboard-forbidden",),
}
"""The clauses whose sections a new size takes over, the first that is there."""
_NO_SIZE: Final = "sideboard-forbidden"


def sizes_of(book: Rulebook) -> dict[str, int | None]:
    """The numbers that a fact sheet may change under the rulebook, as they stand; None where there is none yet."""
    found = {b.clause.name: number_of(b) for b in book.clauses if _is_sized(b)}
    new = {name: None for name, others in _FROM.items() if name not in found and any(o in _names(book) for o in others)}
    return {**found, **new}


def ids_beside(name: str) -> tuple[str, ...]:
    """The ids of sizes that a fact sheet may give a format which has this one."""
    return tuple(size for size, others in _FROM.items() if name in others)


def number_of(bound: BoundClause) -> int | None:
    """The number of a sized clause."""
    value = getattr(bound.params, _number_key(bound.clause), None)
    return value if isinstance(value, int) else None


def resize(
    clauses: Mapping[str, Clause], known: Mapping[str, Clause], name: str, number: int, given_by: str
) -> dict[str, Clause]:
    """The clauses with another number under this name, made from those the format knows; what opposes it goes."""
    old = known.get(name) or next(known[other] for other in _FROM[name] if other in known)
    opposed = [other for other in _OPPOSED.get(name, ()) if other in known]
    replaced = known[opposed[0]] if opposed else old
    cite = f"{CITE}, instead of {join_words(replaced.cites)}"
    clause = Clause(name, old.rule, _params(old, name, number), (cite,), given_by)
    resized = {other: kept for other, kept in {**clauses, name: clause}.items() if other not in opposed}
    return _with_companion(resized, name, number)


def words_of(bound: BoundClause, game: Game) -> str:
    """A sized clause in words: at least 40 cards in the main deck."""
    params = bound.params
    if bound.rule.id == "copies":
        return f"at most {_counted(params.limit, 'copy', 'copies')} of a card"
    if bound.rule.id == "section-points":
        return f"at most {_counted(params.at_most, 'point', 'points')} in the {section_words(game, params.section)}"
    if bound.rule.id == "trait-count":
        return f"at most {params.at_most} {params.called} in the {section_words(game, params.section)}"
    number = number_of(bound) or 0
    return f"{_size_word(bound.clause)} {_counted(number, 'card', 'cards')} in the {_main_section(bound, game)}"


def _main_section(bound: BoundClause, game: Game) -> str:
    return section_words(game, bound.params.sections[0])


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _size_word(clause: Clause) -> str:
    return {"at_least": "at least", "at_most": "at most", "exactly": "exactly"}[_number_key(clause)]


def _is_sized(bound: BoundClause) -> bool:
    return bound.rule.id in {*_NUMBERS, "section-size"} and bound.clause.name != _NO_SIZE


def _names(book: Rulebook) -> frozenset[str]:
    return frozenset(b.clause.name for b in book.clauses)


def _number_key(clause: Clause) -> str:
    if clause.rule in _NUMBERS:
        return _NUMBERS[clause.rule]
    ends = {"min": "at_least", "exact": "exactly"}
    return ends.get(clause.name.rpartition("-")[2], "at_most")


def _params(old: Clause, name: str, number: int) -> dict[str, object]:
    params = dict(old.params)
    if old.rule == "section-size":
        params = {key: value for key, value in params.items() if key not in _BOUNDS}
    return {**params, _number_key(Clause(name, old.rule, {}, (), "")): number}


def _with_companion(clauses: dict[str, Clause], name: str, number: int) -> dict[str, Clause]:
    """A companion's condition that counts from the least size of the deck counts from the new one."""
    companion = clauses.get("companion")
    if companion is not None and name in {"main-min", "main-exact"} and "minimum" in companion.params:
        params = {**companion.params, "minimum": number}
        clauses["companion"] = Clause("companion", companion.rule, params, companion.cites, companion.given_by)
    return clauses
