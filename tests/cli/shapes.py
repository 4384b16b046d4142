"""The shape of one verdict, as section 2 of the contract gives it, and a check of JSON against it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final

SECTIONS: Final = frozenset(
    "main sideboard commander companion material attractions stickers contraptions signature_spell boons pool".split()
)
NOTES: Final = frozenset("typo alias foreign face case accent ignored merged commander companion look-alike".split())
VERDICTS: Final = frozenset({"legal", "illegal", "unclear"})
SEVERITIES: Final = frozenset({"error", "warning", "unclear"})
RULES: Final = frozenset(
    """
    main-min main-max main-exact sideboard-max sideboard-forbidden copies singleton banned suspended restricted
    not-in-format not-a-tournament-card unknown-card ambiguous-card commander-missing commander-ineligible
    commander-pairing colour-identity companion signature-spell supplementary-deck pool pool-named unified material-size
    material-copies material-champion wrong-deck divine-relic sideboard-points boons presented-companion
    presented-mismatch game-one-configuration line-read section-known empty-list
    """.split()
)
"""The ids of the contract's section 4; the last three are about lines and sections, and were added to them."""

Test = Callable[[Any], bool]


def a_day(value: Any) -> bool:
    return isinstance(value, str) and date.fromisoformat(value).isoformat() == value


def a_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def a_line(value: Any) -> bool:
    return type(value) is int and value >= 1


def text(value: Any) -> bool:
    return isinstance(value, str)


def words(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def one_of(known: frozenset[str]) -> Test:
    return lambda value: value in known


def list_of(shape: Any) -> Test:
    return lambda value: isinstance(value, list) and not any(faults(item, shape) for item in value)


def by_section(shape: Any) -> Test:
    def fits(value: Any) -> bool:
        return isinstance(value, dict) and set(value) <= SECTIONS and not any(faults(v, shape) for v in value.values())

    return fits


def a_score(value: Any) -> bool:
    return isinstance(value, float | int) and 0 <= value <= 1


ROW: Final = {"count": a_count, "name": words, "line": a_line}
NOTE: Final = {"line": a_line, "kind": one_of(NOTES), "text": text, "name": text}
SUGGESTION: Final = {"name": words, "score": a_score}
WAITING: Final = {
    "line": a_line,
    "section": one_of(SECTIONS),
    "count": a_count,
    "text": words,
    "suggestions": list_of(SUGGESTION),
}
PROBLEM: Final = {
    "rule": one_of(RULES),
    "severity": one_of(SEVERITIES),
    "section": one_of(SECTIONS),
    "cards": list_of(words),
    "lines": list_of(a_line),
    "message": words,
    "source": text,
}
VERDICT: Final = {
    "game": one_of(frozenset({"mtg", "ga"})),
    "format": words,
    "on": a_day,
    "match": one_of(frozenset({"bo1", "bo3"})),
    "verdict": one_of(VERDICTS),
    "counts": by_section(a_count),
    "sections": by_section(list_of(ROW)),
    "notes": list_of(NOTE),
    "unresolved": list_of(WAITING),
    "ignored": list_of({"line": a_line, "text": words}),
    "problems": list_of(PROBLEM),
}


def faults(value: Any, shape: Any) -> list[str]:
    """The keys that are missing or hold something else; further keys are allowed."""
    if callable(shape):
        return [] if shape(value) else ["value"]
    if not isinstance(value, dict):
        return ["object"]
    return [key for key, wanted in shape.items() if key not in value or faults(value[key], wanted)]


def contradictions(verdict: dict[str, Any]) -> list[str]:
    """What in a verdict of the right shape cannot be true at once."""
    severities = {p["severity"] for p in verdict["problems"]}
    follows = "illegal" if "error" in severities else "unclear" if "unclear" in severities else "legal"
    counted: dict[str, int] = {}
    for section, rows in verdict["sections"].items():
        counted[section] = counted.get(section, 0) + sum(row["count"] for row in rows)
    for row in verdict["unresolved"]:
        counted[row["section"]] = counted.get(row["section"], 0) + row["count"]
    wrong = {
        "the verdict follows from the problems": verdict["verdict"] != follows,
        "the counts are those of the lines": any(n != verdict["counts"].get(s, 0) for s, n in counted.items()),
        "a line that waits has its problem": bool(verdict["unresolved"]) and "unclear" not in severities,
        "a problem cites a section": any(not p["source"] for p in verdict["problems"] if p["rule"] != "empty-list"),
    }
    return [sentence for sentence, broken in wrong.items() if broken]
