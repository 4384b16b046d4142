"""Headings as programs and players write them, and words above cards that are no cards."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.services.checking import Terms
from tests.verdicts import errors, verdict_on

ON = date(2026, 8, 1)
FORGE = (
    "[metadata]\nName=Test\n[Avatar]\n\n[Main]\n60 Mountain\n[Sideboard]\n2 Shock|M21|1\n"
    "[Planes]\n\n[Schemes]\n\n[Conspiracy]\n"
)
GROUPED = "Commander\n1 Krenko, Mob Boss\n\n{}\n1 Sol Ring\n1 Shock{gap}{}\n1 Lightning Bolt\n\nLands\n96 Mountain"


@pytest.mark.parametrize(
    ("text", "format_", "counts"),
    [
        (FORGE, "modern", {"main": 60, "sideboard": 2}),
        ("60 Mountain\nSideboard (optional)\n3 Shock", "modern", {"main": 60, "sideboard": 3}),
        ("CM: 1 Krenko, Mob Boss\n99 Mountain", "commander", {"commander": 1, "main": 99}),
        ("CM: Krenko, Mob Boss\n99 Mountain", "commander", {"commander": 1, "main": 99}),
        (
            "Commander\n1 Krenko, Mob Boss\nDisplay Commander\n1 Krenko, Mob Boss\nMain\n99 Mountain",
            "commander",
            {"commander": 1, "main": 99},
        ),
        ("boros energy - ruby storm hate\n4 Lightning Bolt\n56 Mountain", "modern", {"main": 60}),
        ("My deck!\nCommander\n1 Krenko, Mob Boss\n\n99 Mountain", "commander", {"commander": 1, "main": 99}),
        ("Hi, here is my list, thanks!\n\nMain deck\n4x Shock\n56x Mountain", "modern", {"main": 60}),
    ],
)
def test_headings_of_other_programs_raise_no_question(text: str, format_: str, counts: dict[str, int]) -> None:
    verdict = verdict_on(text, Terms(format_, ON))
    assert (verdict["verdict"], verdict["counts"]) == ("legal", counts)


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("words", [("Ramp", "Card Draw"), ("Removal", "Partner"), ("Lessons", "Sacrifice")])
def test_a_word_above_counted_cards_is_a_heading_with_a_note(words: tuple[str, str], gap: str) -> None:
    verdict = verdict_on(GROUPED.format(*words, gap=gap), Terms("commander", ON))
    assert (verdict["verdict"], verdict["counts"]) == ("legal", {"commander": 1, "main": 99})
    assert [n["text"] for n in verdict["notes"] if n["kind"] == "ignored"] == list(words)


def test_other_words_above_counted_cards_behind_a_gap_are_headings_as_well() -> None:
    verdict = verdict_on(GROUPED.format("Fun stuff", "Bits and bobs", gap="\n\n"), Terms("commander", ON))
    assert (verdict["verdict"], verdict["unresolved"]) == ("legal", [])


@pytest.mark.parametrize("word", ["Lightning Bolt", "Lightnig Bplt", "Teferi"])
def test_what_may_be_a_card_waits(word: str) -> None:
    verdict = verdict_on(f"4 Shock\n52 Mountain\n\n{word}\n4 Opt", Terms("modern", ON))
    assert verdict["verdict"] == "unclear"
    assert [row["line"] for row in verdict["unresolved"]] == [4]


@pytest.mark.parametrize(
    ("heading", "card"),
    [
        ("Planar Deck", "Academy at Tolaria West"),
        ("[Planes]", "Academy at Tolaria West"),
        ("Scheme Deck", "Your Fate Is Thrice Sealed"),
        ("[Avatar]", "Akroma, Angel of Wrath Avatar"),
        ("Sideboard", "Academy at Tolaria West"),
    ],
)
@pytest.mark.parametrize("format_", ["modern", "commander", "limited-draft", "oathbreaker"])
def test_no_tournament_allows_planes_schemes_and_avatars(format_: str, heading: str, card: str) -> None:
    verdict = verdict_on(f"Deck\n60 Mountain\n\n{heading}\n1 {card}", Terms(format_, ON))
    assert verdict["counts"]["main"] == 60
    assert card in {name for p in errors(verdict) if p["rule"] == "not-a-tournament-card" for name in p["cards"]}
