"""What stands around a card's name on its line: set, collector number, finish, categories."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

ASIDE: Final = "maybeboard"
"""The section id of headings whose cards are no part of the deck."""

_SET: Final = re.compile(r"[A-Z0-9_]{2,8}|[a-z0-9_]{2,8}")
_COLLECTOR: Final = re.compile(r"(?=\D*\d)[\w★†‡Φ*+-]{1,12}")
_SET_BEFORE: Final = re.compile(r"\[([A-Za-z0-9_]{1,8})(?:[:#]([^\]\s]+))?\]\s*(?=[^\s(\[])")
_LEADERS: Final = frozenset({"commander", "companion"})
_FINISHES: Final = frozenset({"f", "foil", "etched", "e", "nonfoil"})


def marks_of(rest: str, words: Mapping[str, str]) -> tuple[str, str, str, str]:
    """Name, set, collector number and own section of what stands behind the count."""
    section = ""
    tagged = rest.find(" #")
    if tagged > 0:
        section = words.get("commander", "") if rest[tagged + 2 :].strip().casefold() == "!commander" else ""
        rest = rest[:tagged].rstrip()
    name, _, behind = rest.partition("|")
    set_code, _, collector = behind.partition("|")
    before = _SET_BEFORE.match(name)
    if before and name[before.end() :].strip():
        set_code, collector, name = before[1], before[2] or "", name[before.end() :]
    while True:
        cut = _last_mark(name, words)
        if cut is None:
            break
        name, found_set, found_number, found_section = cut
        set_code, collector, section = found_set or set_code, found_number or collector, section or found_section
    if name.endswith("+") and len(name) > 1:
        name = name[:-1].rstrip()
    return name.strip(), set_code, collector, section


def _last_mark(name: str, words: Mapping[str, str]) -> tuple[str, str, str, str] | None:
    """The name without its last mark, and what the mark says: set, collector number, section."""
    number = ""
    head, _, last = name.rpartition(" ")
    if head.endswith((")", "]")) and _COLLECTOR.fullmatch(last):
        name, number = head, last
    open_sign = {")": "(", "]": "[", ">": "<", "*": "*", "^": "^"}.get(name[-1:])
    start = name.rfind(open_sign, 0, len(name) - 1) if open_sign else -1
    if start < 0:
        return None
    body, inside = name[:start].rstrip(), name[start + 1 : -1]
    if open_sign == "[" and not body and " " in inside:
        return inside, "", number, ""
    if open_sign == "[":
        return _square(body, inside, number, words)
    if open_sign == "*":
        sections = {"cmdr": "commander", "cmpn": "companion"}
        return body, "", "", words.get(sections.get(inside.casefold(), ""), "")
    return _round(body, inside, number, words) if open_sign == "(" else (body, "", "", "")


def _round(body: str, inside: str, number: str, words: Mapping[str, str]) -> tuple[str, str, str, str] | None:
    """A set in round brackets, a finish, a count, or the place of who leads the deck."""
    if inside.isdecimal() or inside.casefold() in _FINISHES:
        return body, "", number, ""
    section = words.get(inside.casefold(), "")
    if section in _LEADERS:
        return body, "", number, section
    return (body, inside, number, "") if _SET.fullmatch(inside) else None


def _square(body: str, inside: str, number: str, words: Mapping[str, str]) -> tuple[str, str, str, str]:
    """A set in square brackets, or a site's categories, of which the first decides the section."""
    if "{nodeck}" in inside.casefold():
        return body, "", number, ASIDE
    section = words.get(inside.partition(",")[0].partition("{")[0].strip().casefold(), "")
    if section or not _SET.fullmatch(inside):
        return body, "", number, section
    return body, inside, number, ""
