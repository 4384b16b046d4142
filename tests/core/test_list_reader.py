"""What lines mean together: headings, marks and gaps."""

from __future__ import annotations

import pytest

from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES

MTG, GA = GAMES["mtg"], GAMES["ga"]


def cards(text: str, game: str = "mtg") -> list[tuple[str, int, str]]:
    lines = read_list(text, GAMES[game]).lines
    return [(line.section, line.count, line.name) for line in lines if line.kind is LineKind.CARD]


@pytest.mark.parametrize(
    "heading",
    [
        *("Sideboard", "SIDEBOARD:", "sideboard", "Sideboard (15)", "Sideboard: 15 cards", "Sideboard - 15", "Side"),
        *("// Sideboard", "//Side", "# Sideboard", "## Sideboard (2)", "[Sideboard]", "== Sideboard ==", "SB", "SB:"),
        *(
            "15 Sideboard",
            "**Sideboard**",
            "Side-board",
            "--- Sideboard ---",
            "Sideboard (15 cards, 3 of them blue):",
            "\u200eSideboard",
            "Sideboard [15]",
            "**Sideboard (15)**",
            "🛡️ Sideboard 🛡️",
        ),
    ],
)
def test_a_sideboards_heading_opens_the_sideboard(heading: str) -> None:
    assert cards(f"4 Opt\n{heading}\n2 Duress") == [("main", 4, "Opt"), ("sideboard", 2, "Duress")]


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Deck", "main"),
        ("Mainboard (60)", "main"),
        ("Main-Deck", "main"),
        ("COMMANDER", "commander"),
        ("Oathbreaker", "commander"),
        ("Signature Spell", "signature_spell"),
        ("Companion (1)", "companion"),
        ("Attractions", "attractions"),
        ("Sticker sheets", "stickers"),
        ("Contraptions", "contraptions"),
        ("Pool", "pool"),
    ],
)
def test_each_section_has_its_heading(heading: str, section: str) -> None:
    assert cards(f"{heading}\n1 Opt") == [(section, 1, "Opt")]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("# Material Deck\n1 A\n\n# Main Deck\n4 B\n\n# Sideboard\n1 C", "material main sideboard"),
        ("# Mats\n1 A\n# Side\n1 C\n# Maindeck\n4 B", "material sideboard main"),
        ("Champion:\n1 A\nMaterial:\n1 B\nMain:\n4 C", "material material main"),
        ("# material deck (12)\n1 A\n# Pantheon\n1 B\n# MAIN\n4 C", "material boons main"),
        ("Material Deck:\n1 A\nMain Deck:\n4 B\nSB: 2 C", "material main sideboard"),
    ],
)
def test_grand_archives_headings_open_its_sections(text: str, sections: str) -> None:
    assert [section for section, _, _ in cards(text, "ga")] == sections.split()


def test_an_unknown_heading_loses_no_card_and_is_told() -> None:
    parsed = read_list("# Main Deck\n4 A\n# Flexible\n3 B\n", GA)
    assert cards("# Main Deck\n4 A\n# Flexible\n3 B\n", "ga") == [("main", 4, "A"), ("main", 3, "B")]
    assert any("Line 3" in remark.words for remark in parsed.remarks)


@pytest.mark.parametrize(
    "heading", ["Creatures (4)", "Instant", "### Sorcery (1)", "//Lands", "CMC2", "mythic rare", "24 Lands"]
)
def test_a_kind_of_card_as_heading_stays_in_the_section(heading: str) -> None:
    text = f"Deck\n{heading}\n4 Opt\nSideboard\n{heading}\n2 Duress"
    assert cards(text) == [("main", 4, "Opt"), ("sideboard", 2, "Duress")]


def test_a_kind_of_card_as_heading_opens_no_section() -> None:
    heading, _ = read_list("Creatures\n4 Ornithopter", MTG).lines
    assert (heading.kind, heading.section) == (LineKind.HEADING, "")


@pytest.mark.parametrize("heading", ["Maybeboard", "Considering (3)", "// Maybeboard", "Tokens"])
def test_what_is_no_part_of_the_deck_is_told_and_left_out(heading: str) -> None:
    parsed = read_list(f"4 Opt\n{heading}\n1 Duress\n\n2 Negate\nSideboard\n1 Annul", MTG)
    left_out = [(line.name, line.reason) for line in parsed.lines if line.kind is LineKind.REMARK]
    assert left_out == [("Duress", "maybeboard"), ("Negate", "maybeboard")]
    assert parsed.lines[-1].section == "sideboard"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SB: 2 Duress\n4 Opt", [("sideboard", 2, "Duress"), ("main", 4, "Opt")]),
        ("sb:1x Duress\n4 Opt", [("sideboard", 1, "Duress"), ("main", 4, "Opt")]),
        ("4 Opt\n\n3 Shock\nSB: Duress", [("main", 4, "Opt"), ("main", 3, "Shock"), ("sideboard", 1, "Duress")]),
        ("Creatures: 4 Ornithopter\nSB: Duress", [("main", 4, "Ornithopter"), ("sideboard", 1, "Duress")]),
        ("Sideboard: 2 Duress\n1 Annul", [("sideboard", 2, "Duress"), ("sideboard", 1, "Annul")]),
        ("Commander: Krenko, Mob Boss\n1 Opt", [("commander", 1, "Krenko, Mob Boss"), ("main", 1, "Opt")]),
        (
            "1x Mirri, Weatherlight Duelist *CMDR*\n1 Opt",
            [("commander", 1, "Mirri, Weatherlight Duelist"), ("main", 1, "Opt")],
        ),
        ("1 Opt # !Commander\n1 Shock # fast", [("commander", 1, "Opt"), ("main", 1, "Shock")]),
        (
            "1 Opt [Commander{top}]\n1 Shock [Sideboard]\n1 Annul [Ramp]",
            [("commander", 1, "Opt"), ("sideboard", 1, "Shock"), ("main", 1, "Annul")],
        ),
    ],
)
def test_a_mark_decides_for_its_own_line(text: str, expected: list[tuple[str, int, str]]) -> None:
    assert cards(text) == expected


@pytest.mark.parametrize(
    ("text", "sections", "remark"),
    [
        ("4 A\n\n2 B", "main sideboard", "Blank line 2 begins the sideboard."),
        ("4 A\n\n\n\n2 B", "main sideboard", "Blank line 4 begins the sideboard."),
        ("\n\n4 A\n\n", "main", ""),
        ("4 A\n \t\n2 B", "main sideboard", "Blank line 2 begins the sideboard."),
        ("4 A\n60 cards\n\n// for later\n2 B", "main sideboard", "Blank line 3 begins the sideboard."),
        ("4 A\n\n3 B\n\n2 C", "main main main", "No sideboard is marked: blank lines 2 and 4 are read as spacing."),
        ("4 A\n\n// Lands\n2 B", "main main", ""),
        ("Creatures\n4 A\n\nSpells\n4 B\n\n2 C", "main main sideboard", "Blank line 6 begins the sideboard."),
        ("4 A\n\n3 B\nSideboard\n2 C\n\n1 D", "main main sideboard sideboard", ""),
        ("Commander\n1 A\n\n1 B\n\n1 C", "commander main main", ""),
        ("Commander\n\n1 A\n\n1 B", "commander main", ""),
        ("Commander\n1 A\nCreatures\n1 B", "commander main", ""),
        ("1 A\n\n1 B\n98 C", "commander main main", "What stands above blank line 2 is read as the commander."),
        ("4 A\n-----\n2 B", "main sideboard", "Line 2 begins the sideboard."),
        ("Commander\n-----\n1 A\n-----\n1 B", "commander main", ""),
        ("12 A\n\n60 B", "main main", "No sideboard is marked: blank line 2 is read as spacing."),
    ],
)
def test_a_gap_means_the_sideboard_only_where_nothing_else_does(text: str, sections: str, remark: str) -> None:
    parsed = read_list(text, MTG)
    assert [line.section for line in parsed.lines if line.kind is LineKind.CARD] == sections.split()
    assert [told.words for told in parsed.remarks] == ([remark] if remark else [])


@pytest.mark.parametrize(
    "text",
    [
        "Ramp (5)\n4 A\n1 B\n\nDraw (2)\n2 C",
        "Ramp (5)\n4 A\n1 B\nDraw (2 cards)\n2 C",
        "Lands\n4 A\nRamp (3)\n1 B\n2 C",
    ],
)
def test_a_total_of_the_lines_below_makes_a_heading(text: str) -> None:
    assert [name for _, _, name in cards(text)] == ["A", "B", "C"]
    assert {section for section, _, _ in cards(text)} == {"main"}


@pytest.mark.parametrize("text", ["Ramp (5)\n4 A\n2 B", "Ramp (4)\n\n4 A", "Ramp (4)\n2 A\nDraw (2)", "Ramp (4)"])
def test_a_number_that_is_no_total_is_a_count(text: str) -> None:
    assert cards(text)[0][1:] in {(5, "Ramp"), (4, "Ramp")}


@pytest.mark.parametrize(
    "title", ["About\nName Fairy flyers\n\nDeck\n1 Opt", "// Fairy flyers\n1 Opt", "Name: Fairy flyers\n1 Opt"]
)
def test_the_decks_name_is_kept(title: str) -> None:
    assert read_list(title, MTG).title == "Fairy flyers"
    assert cards(title) == [("main", 1, "Opt")]


def test_lines_are_numbered_as_they_are_typed() -> None:
    parsed = read_list("4 A\r\n\r3 B\n2 C\f\u2028\x85D", MTG)
    assert [line.number for line in parsed.lines] == [1, 3, 4, 7]


def test_a_dialect_may_be_named() -> None:
    assert read_list("4 Opt", MTG, "arena").dialect == "arena"
    with pytest.raises(ValueError, match="plain"):
        read_list("4 Opt", MTG, "runes")


@pytest.mark.parametrize("fence", ["```", "```json\n", " \n```\n"])
def test_a_file_in_a_fence_is_read_by_its_dialect(fence: str) -> None:
    text = '{"data": {"mainBoard": [{"count": 4, "name": "Opt"}]}}'
    assert read_list(f"{fence}{text}\n```", MTG).dialect == "mtgjson"


def test_reading_twice_gives_the_same() -> None:
    text = "4 A\n\n3 B\n\nSB: 2 C\n"
    assert read_list(text, MTG) == read_list(text, MTG)


def test_gaps_inside_a_section_are_spacing_where_the_main_deck_has_its_heading() -> None:
    """A list with a blank line after every line."""
    text = "# Material Deck\n\n1 Spirit of Wind\n\n1 Tariff Ring\n\n# Main Deck\n\n4 Reclaim\n"
    assert cards(text, "ga") == [
        ("material", 1, "Spirit of Wind"),
        ("material", 1, "Tariff Ring"),
        ("main", 4, "Reclaim"),
    ]
    text = "Commander\n\n1 Tymna the Weaver\n\n1 Thrasios, Triton Hero\n\nDeck\n\n98 Plains\n"
    assert [section for section, _, _ in cards(text)] == ["commander", "commander", "main"]
