"""Counts in every way of writing them: read where they are plain, asked where they are not, and never changed."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.decks import Deck, Line, LineKind
from deckcheck.decklist.line_edits import with_count, with_name
from deckcheck.decklist.line_parser import read_piece
from deckcheck.decklist.list_reader import headings_of, read_list
from deckcheck.games import GAMES
from deckcheck.law.legality import Day, Platform
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.fixes import apply_edits
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Problem, Report
from tests.tables import every_row
from tests.verdicts import the_desk

MTG: Final = GAMES["mtg"]
WORDS: Final = headings_of(MTG)


@cache
def modern() -> Rulebook:
    return the_desk().reference.rulebook("modern", Day(date(2026, 8, 1), Platform.PAPER))


def judged(text: str) -> Report:
    return judge_list(text, modern(), open_index("mtg"))


def resolved(text: str) -> Deck:
    return resolve_names(read_list(text, MTG), open_index("mtg"))


def only(text: str) -> Line:
    (line,) = read_list(text, MTG).lines
    return line


PLAIN: Final = (
    *("{n} {name}", "{n}x {name}", "x{n} {name}", "{n}× {name}", "1. {n} {name}", ">> {n} {name}", "> > {n} {name}"),
    "#3 {n} {name}",
    *("{n},{name}", "{n}, {name}", "{n};{name}", "{n}: {name}", "{n} - {name}", "{n} | {name}", "|{n}|{name}|"),
    *("({n}) {name}", "[{n}] {name}", "{n}*{name}", "**{n}** {name}", "**{n}x {name}**", "`{n} {name}`"),
    *('"{n} {name}"', '"{n}","{name}"', "- [ ] {n} {name}", "• {n}x {name}", "{n} [[{name}]]", "[[{name}]] x{n}"),
    *("{name} - {n}", "{name} – {n}", "{name} ... {n}", "{name}.....{n}", "{name} … {n}", "{name}, {n}"),
    *("{name}: {n}", "{name} = {n}", "{name} | {n}", "{name} [{n}]", "{name} ({n})", "{name} ({n}x)", "{name} {n}x"),
    *("{name} x{n}", "SB: {n} {name}", "SB: {n},{name}", "SB: {name} x{n}", "Sideboard: {name} - {n}"),
    *("{n} {name} (M10) 146", "{n}|{name}|M10|146", "\u200b{n}\u00a0{name}"),
)
ODD: Final = (
    *("{n}. {name}", "{n}) {name}", "SB: {n}. {name}", "1 {n} {name}", "{name} {n}", "{n} {name} {n}", "{name} <{n}>"),
    *("{name} #{n}", "{name} /{n}", "{n}/{name}", "{name}", "[[{name}]]", "Four {name}", "{n}/{n} {name}"),
    *("{n} {name}, {n} Shock", "{n},0,{name},Masters 25,141", '"{name}",A25,Masters 25,{n}', "Modern,{n},0,{name}"),
    *("{name} {n} {n}", "{n}-{name}", "{n} of {name}", "Qty {n} {name}", "{n} {name} Instant R", "{n}.5 {name}"),
)
NAMES: Final = (
    *("Lightning Bolt", "Fire // Ice", "+2 Mace", "1996 World Champion", "Borrowing 100,000 Arrows", "Naturalize 2"),
    *("17-Year Cicadas", "Jace, the Mind Sculptor", "Lightnig Bplt", "Qwertz Asdf", "X", "Spider-Man 2099", "Island"),
)
COUNTS: Final = st.sampled_from([1, 2, 4, 7, 12, 56])
LINES: Final = st.builds(
    lambda shape, n, name: shape.format(n=n, name=name), st.sampled_from(PLAIN + ODD), COUNTS, st.sampled_from(NAMES)
)


@every_row("shape", PLAIN)
@every_row("count", [1, 4, 12])
def test_a_plain_count_is_read_in_every_shape(shape: str, count: int) -> None:
    line = only(shape.format(n=count, name="Lightning Bolt"))
    assert (line.kind, line.count, line.name) == (LineKind.CARD, count, "Lightning Bolt")
    (entry,) = resolved(line.text).entries
    assert (entry.count, entry.line.reason) == (count, "")


@pytest.mark.parametrize(
    ("text", "count", "name"),
    [
        ("④ Lightning Bolt", 4, "Lightning Bolt"),
        ("⑫Mountain", 12, "Mountain"),
        ("❹ Lightning Bolt", 4, "Lightning Bolt"),
        ("4️⃣ Lightning Bolt", 4, "Lightning Bolt"),
        ("⁴ Lightning Bolt", 4, "Lightning Bolt"),
        ("５０　Island", 50, "Island"),
        ("5O Island", 50, "Island"),
        ("1OOx Forest", 100, "Forest"),
        ("4,\"Jace, the Mind Sculptor\"", 4, "Jace, the Mind Sculptor"),
        ("1. 17-Year Cicadas", 1, "17-Year Cicadas"),
        ("70,000 Light-Years from Home", 1, "70,000 Light-Years from Home"),
        ("Naturalize 2", 1, "Naturalize 2"),
    ],
)  # fmt: skip
def test_numbers_of_other_alphabets_and_names_with_numbers_are_read(text: str, count: int, name: str) -> None:
    line = only(text)
    assert (line.count, line.name) == (count, name)


@pytest.mark.parametrize(
    ("text", "counts", "reasons"),
    [
        ("4. Lightning Bolt", [4], {""}),
        ("4. Lightning Bolt\n4. Shock\n52. Mountain", [4, 4, 52], {""}),
        ("1. Lightning Bolt\n2. Shock\n3. Opt\n4. Island", [1, 1, 1, 1], {"uncounted"}),
        ("1. Lightning Bolt\n2. Shock\n3. Opt", [1, 2, 3], {"unsure"}),
        ("1. Opt\n2. Shock\n4. Island\n5. Swamp", [1, 2, 4, 5], {"unsure"}),
        ("1. Sol Ring\n1. Opt\n1. Shock", [1, 1, 1], {""}),
        ("1. 4 Lightning Bolt\n2. 4 Shock\n3. 52 Mountain", [4, 4, 52], {""}),
    ],
)
def test_a_run_of_numbers_tells_places_and_other_numbers_are_counts(
    text: str, counts: list[int], reasons: set[str]
) -> None:
    lines = read_list(text, MTG).lines
    assert ([line.count for line in lines], {line.reason for line in lines}) == (counts, reasons)


@pytest.mark.parametrize(
    "text", ["1 4 Lightning Bolt", "Lightning Bolt 4", "Lightning Bolt 4 x 2", "Four Lightning Bolt"]
)
def test_a_number_that_may_be_a_count_is_asked_about(text: str) -> None:
    report = judged(f"{text}\n56 Mountain")
    assert {str(p.severity) for p in report.problems} == {"unclear"}
    assert report.deck.in_doubt() == (1,)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("4\tLightning Bolt\t1.59", 4),
        ("2: 4 Lightning Bolt", 4),
        ("025 2 Circle of Protection: Red", 2),
        ("Four Lightning Bolt", 4),
        ("1 4 Lightning Bolt", 4),
        ("Lightning Bolt 4", 4),
        ("4 Lightning Bolt 12%", 4),
        ("+4 Lightning Bolt", 4),
    ],
)
def test_the_count_that_is_offered_is_the_one_in_front_of_the_name(text: str, count: int) -> None:
    (problem,) = [p for p in judged(f"{text}\n40 Mountain\n16 Island").problems if p.rule == "line-read"]
    assert problem.remedy
    assert problem.remedy.text.startswith(f"Write {count} ")


def _but_for(at: int, changed: str, before: tuple[Line, ...]) -> Line:
    """The changed card of a line; the others that it holds are what they were."""
    after = read_list(changed, MTG).lines
    assert len(after) == len(before)
    assert all(new[2:] == old[2:] for n, (new, old) in enumerate(zip(after, before, strict=True)) if n != at)
    return after[at]


@given(LINES, st.sampled_from(NAMES))
def test_a_pick_leaves_the_number_of_cards_and_what_is_in_doubt(text: str, name: str) -> None:
    lines = read_list(text, MTG).lines
    for at, line in enumerate(lines):
        changed = with_name(line, name, WORDS) if line.kind is LineKind.CARD else None
        if changed is not None:
            after = _but_for(at, changed, lines)
            assert (after.count, after.section, after.kind) == (line.count, line.section, line.kind)
            assert after.reason == line.reason or {after.reason, line.reason} == {"", "behind"}


@given(LINES, st.integers(1, 60))
def test_another_count_is_just_that(text: str, count: int) -> None:
    lines = read_list(text, MTG).lines
    for at, line in enumerate(lines):
        changed = with_count(line, count, WORDS) if line.kind is LineKind.CARD else None
        if changed:
            after = _but_for(at, changed, lines)
            assert (after.count, after.name, after.section) == (count, line.name, line.section)


_TAKEN: Final = re.compile(r"(\d+) from line")
_WRITTEN: Final = re.compile(r"Write (\d+) .* in line (\d+)")


def _offered(problem: Problem, report: Report) -> int:
    """How many cards more the remedy offers, by its words."""
    assert problem.remedy is not None
    words, edited = problem.remedy.text, {edit.line for edit in problem.remedy.edits}
    entries = [e for e in report.deck.entries if e.line.number in edited]
    if problem.rule == "line-read":
        written = _WRITTEN.match(words)
        assert written
        return int(written[1]) - sum(e.count for e in entries)
    if words.startswith("Remove line"):
        return -sum(e.count for e in entries)
    return -sum(map(int, _TAKEN.findall(words)))


def _stated(report: Report, edited: set[int]) -> int:
    """The cards of all lines whose count is certain, and of those that were changed.

    What a line in doubt means is a matter of the whole list, so it may be another after any change.
    """
    open_ones = {"uncounted", "numbered", "behind"}
    return sum(
        e.count
        for e in report.deck.entries
        if e.line.number in edited or not (e.line.reason or read_piece(e.line.text, WORDS).reason in open_ones)
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(LINES, min_size=1, max_size=6))
def test_no_fix_changes_the_number_of_cards_but_by_what_it_offers(lines: list[str]) -> None:
    text = "\n".join(lines)
    report = judged(text)
    for problem in report.problems:
        if problem.remedy and problem.remedy.edits:
            edits = problem.remedy.edits
            kept = [n for n in range(1, len(lines) + 1) if all(e.line != n or e.text for e in edits)]
            after = judged(apply_edits(text, edits))
            edited = {kept.index(e.line) + 1 for e in edits if e.text}
            change = _stated(after, edited) - _stated(report, {e.line for e in edits})
            assert change == _offered(problem, report), (problem.remedy, text)
