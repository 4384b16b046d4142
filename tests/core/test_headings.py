"""Headings as programs and players write them, and words above cards that are no cards."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.lists.list_checks import Terms
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


MODERN = "4 Lightning Bolt\n4 Shock\n52 Mountain"
SIDE = "4 Abrade\n4 Roiling Vortex\n4 Fry\n3 Smash to Smithereens"


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize(
    "heading",
    [
        *("My sideboard:", "The Sideboard", "Sideboard Cards", "Sideboard list:", "II. Sideboard", "B) Sideboard"),
        *("Sideboard deck", "Sideboard below", "And the sideboard:", "Sideboard Total: 15", "Sideboard x15"),
    ],
)
def test_the_sideboard_is_known_under_words_around_it(heading: str, gap: str) -> None:
    verdict = verdict_on(f"{MODERN}{gap}{heading}\n{SIDE}", Terms("modern", ON))
    assert (verdict["verdict"], verdict["counts"]) == ("legal", {"main": 60, "sideboard": 15})


@pytest.mark.parametrize("word", ["Réserve", "Sidebord", "Sideboard plan against burn", "Zweitdeck"])
def test_a_word_that_may_open_the_sideboard_is_never_passed_over(word: str) -> None:
    text = f"{MODERN}\n\n{word}\n{SIDE}".replace("52 Mountain", "51 Mountain")
    assert verdict_on(text, Terms("modern", ON))["verdict"] != "legal"


@pytest.mark.parametrize(
    "title",
    [
        *("4c Omnath", "4-Color Control", "1st August 2026", "2026-08-01", "01.08.2026", "1st place", "5-0"),
        *("Anna Smith, 5-0", "Table 12", "Table: 12", "Record: 5-0", "v2.3", "Version 3", "$512.30", "Email: a@b.org"),
        *("On Tue, 4 Aug 2026 at 10:12, Judge wrote:", "moxfield.com/decks/abc123", "DCI #: 1234567890", "60 Cards:"),
        *("Deck price: $312 / 12 tix", "Last updated 2026-07-12", "Round 1"),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_number_in_what_stands_above_a_list_is_no_count(title: str, gap: str) -> None:
    verdict = verdict_on(f"{title}{gap}{MODERN}\n\nSideboard\n{SIDE}", Terms("modern", ON))
    assert (verdict["verdict"], verdict["counts"]) == ("legal", {"main": 60, "sideboard": 15})


@pytest.mark.parametrize("form", ["2 {}", "2x {}", "{} x2", "{} (2)", "{}: 2", "1. {}"])
def test_a_category_with_its_total_is_a_heading(form: str) -> None:
    text = GROUPED.format(form.format("Ramp"), form.format("Ramp"), gap="\n\n").replace("1 Lightning Bolt", "2 Wastes")
    verdict = verdict_on(text.replace("96 Mountain", "95 Mountain"), Terms("commander", ON))
    assert (verdict["verdict"], verdict["counts"]) == ("legal", {"commander": 1, "main": 99})


@pytest.mark.parametrize("form", ["Spells x60", "60x Spells", "60 Spells"])
def test_a_group_with_its_total_is_a_heading(form: str) -> None:
    assert verdict_on(f"{form}\n{MODERN}", Terms("modern", ON))["verdict"] == "legal"


def test_a_commander_is_known_by_its_mark_in_brackets() -> None:
    verdict = verdict_on("1 Krenko, Mob Boss (Commander)\n99 Mountain", Terms("commander", ON))
    assert (verdict["verdict"], verdict["counts"]) == ("legal", {"commander": 1, "main": 99})


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
