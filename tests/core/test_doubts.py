"""Lines that may be no cards, or any number of them: what hangs on them is a question, what does not stays wrong."""

from __future__ import annotations

from datetime import date
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.law.legality import Day, Platform
from deckcheck.law.rule import Severity
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Report
from deckcheck.verdict.reports_json import as_json
from tests.verdicts import the_desk

DAY: Final = Day(date(2026, 8, 1), Platform.PAPER)
MODERN: Final = "4 Lightning Bolt\n4 Shock\n52 Mountain\n\nSideboard\n15 Smash to Smithereens".replace(
    "15 Smash to Smithereens", "4 Smash to Smithereens\n4 Abrade\n4 Roiling Vortex\n3 Fry"
)
COMMANDER: Final = "Commander\n1 Krenko, Mob Boss\n\nDeck\n1 Lightning Bolt\n98 Mountain"
LISTS: Final = {"modern": MODERN, "commander": COMMANDER}
JUNK: Final = (
    *("Thanks for organizing!", "Read from my notebook", "Best, Anna", "boros energy - ruby storm hate", "Ramp"),
    *(
        "Count,Name,Edition",
        "4,0,Lightning Bolt,Masters 25,141",
        "4 Opt or 4 Brainstorm",
        "$1.00",
        "4",
        "2x",
        "1 4 Opt",
    ),
    *(
        "Opt 4",
        "Lightning Bolt",
        "[Unheard of]",
        "<p>",
        "See you at 10 o'clock",
        "12 1",
        "Hi, here is my list, thanks!",
    ),
)


def judged(text: str, format_: str = "modern") -> Report:
    return judge_list(text, the_desk().reference.rulebook(format_, DAY), open_index("mtg"))


def wrong(report: Report) -> set[tuple[str, tuple[str, ...]]]:
    return {(p.clause, p.cards[:1]) for p in report.problems if p.severity is Severity.ERROR}


def with_junk(text: str, junk: str, place: int) -> str:
    lines = text.split("\n")
    return "\n".join((*lines[:place], junk, *lines[place:]))


@pytest.mark.parametrize("format_", LISTS)
def test_the_lists_without_junk_are_legal(format_: str) -> None:
    assert judged(LISTS[format_], format_).verdict == "legal"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(LISTS)), st.sampled_from(JUNK), st.integers(0, 12), st.booleans())
def test_no_junk_makes_a_legal_list_illegal(format_: str, junk: str, place: int, apart: bool) -> None:
    text = with_junk(LISTS[format_], f"\n{junk}\n" if apart else junk, place)
    assert wrong(judged(text, format_)) == set()


@pytest.mark.parametrize("junk", ["Thanks for organizing!", "Read from my notebook"])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_line_that_is_no_card_waits_and_the_size_names_it(junk: str, gap: str) -> None:
    report = judged(f"{COMMANDER}{gap}{junk}", "commander")
    assert report.verdict == "unclear"
    assert [entry.line.name for entry in report.deck.waiting()] == [junk]
    (size,) = [p for p in report.problems if p.clause == "main-exact"]
    line = report.deck.in_doubt()[0]
    assert size.severity == "unclear"
    assert size.text.endswith(f"This depends on line {line}, where the number of cards is not certain.")


@pytest.mark.parametrize(
    ("text", "format_", "clause"),
    [
        (f"{MODERN}\n1 Smash to Smithereens\nRead from my notebook", "modern", "sideboard-max"),
        (f"{COMMANDER}\n1 Shock\nRead from my notebook", "commander", "main-exact"),
        (f"{COMMANDER}\n1 Lightning Bolt\nRead from my notebook", "commander", "singleton"),
        ("5 Lightning Bolt\n55 Mountain\nThanks for organizing!", "modern", "copies"),
        ("4 Black Lotus\n56 Mountain\n[Unheard of]", "modern", "not-in-format"),
    ],
)
def test_what_certain_cards_make_wrong_stays_wrong(text: str, format_: str, clause: str) -> None:
    assert clause in {name for name, _ in wrong(judged(text, format_))}


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("4 Lightning Bolt\n52 Mountain\nRead from my notebook", "modern"),
        ("4 Lightning Bolt\n52 Mountain\n[Unheard of]", "modern"),
        ("4 Lightning Bolt or 4 Shock\n52 Mountain, 3 or 4 Opt", "modern"),
        ("3 Lightning Bolt\n57 Mountain\n2 4 Lightning Bolt", "modern"),
        ("100 Mountain\nKrenko, Mob Boss", "commander"),
        ("Commander\n1 Krenko, Mob Boss\n<b>\nDeck\n1 Opt\n98 Mountain", "commander"),
        ("Companion\n1 Yorion, Sky Nomad\n\nDeck\n4 Opt\n72 Island\nand four more", "pioneer"),
        ("4 Opt 2\n56 Island 12", "modern"),
    ],
)  # fmt: skip
def test_what_hangs_on_a_line_in_doubt_is_a_question(text: str, format_: str) -> None:
    report = judged(text, format_)
    assert (report.verdict, wrong(report)) == ("unclear", set())


def test_every_line_in_doubt_is_told_to_programs() -> None:
    text = f"4 Shock\n52 Mountain\n2x\nLightning Bolt\n1 4 Opt\nRead from my notebook\n{'Opt, ' * 200}"
    told = as_json(judged(text))
    assert [row["line"] for row in told["unresolved"]] == [3, 4, 5, 6, 7]
    assert told["verdict"] == "unclear"


CARDS: Final = st.builds(
    lambda count, name: f"{count} {name}",
    st.sampled_from([1, 4, 5, 30, 56, 98]),
    st.sampled_from(["Lightning Bolt", "Mountain", "Black Lotus", "Opt", "Qwertz Asdf", "Krenko, Mob Boss"]),
)
NO_HEADINGS: Final = [junk for junk in JUNK if junk != "Ramp"]
"""What is a heading in lists with counts alone is no matter of one line."""
HEADS: Final = st.sampled_from(["", "Sideboard", "Commander", "Deck", "Companion"])


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.one_of(CARDS, HEADS, st.sampled_from(NO_HEADINGS)), min_size=1, max_size=9),
    st.sampled_from(sorted(LISTS)),
    st.lists(st.sampled_from([0, 1, 2, 4, 44, 99]), min_size=9, max_size=9),
)
def test_an_error_stands_whatever_the_lines_in_doubt_turn_out_to_be(
    lines: list[str], format_: str, counts: list[int]
) -> None:
    """Each line in doubt is written as a comment, or as so many basic lands, and the errors are all still there."""
    lines = ["30 Wastes", *lines]
    report = judged("\n".join(lines), format_)
    doubt = report.deck.in_doubt()
    if not doubt:
        return
    decided = list(lines)
    for count, number in zip(counts, doubt, strict=False):
        decided[number - 1] = f"{count} Wastes" if count else "// no card"
    after = [p for p in judged("\n".join(decided), format_).problems if p.severity is Severity.ERROR]
    for clause, cards in wrong(report):
        assert any(p.clause == clause and set(cards) <= set(p.cards) for p in after), (clause, cards, decided)
