"""A fix of a row of a table changes the one cell that it names."""

from __future__ import annotations

import pytest

from deckcheck.decklist.decks import Line, LineKind
from deckcheck.decklist.line_edits import counted_once, with_count, with_name, without_card
from deckcheck.decklist.list_reader import headings_of, read_list
from deckcheck.games import GAMES
from tests.tables import every_row

MTG = GAMES["mtg"]
WORDS = headings_of(MTG)
HEADED = "Count,Tradelist,Name,Set\n"


def card(text: str, at: int = 0) -> Line:
    """The card of the last line of a list."""
    last = text.rstrip("\n").count("\n") + 1
    return [line for line in read_list(text, MTG).lines if line.number == last and line.kind is LineKind.CARD][at]


@every_row(
    ("text", "wanted"),
    [
        (f"{HEADED}4,0,Lightnig Bolt,A25", "4,0,Lightning Bolt,A25"),
        (f"{HEADED}4,0,Opt,XLN\n4,0,Lightnig Bolt,A25", "4,0,Lightning Bolt,A25"),
        (f'{HEADED}"4","0","Lightnig Bolt","A25"', '"4","0","Lightning Bolt","A25"'),
        ("4\tOpt\tU\n4\tLightnig Bolt\tR", "4\tLightning Bolt\tR"),
        ("Main Deck\tSideboard\n4 Lightnig Bolt\t4 Duress", "4 Lightning Bolt\t4 Duress"),
        ("Name,Simple Name,Qty\nLightnig Bolt (Showcase),Lightnig Bolt,4", "Lightning Bolt,Lightning Bolt,4"),
    ],
)
def test_another_name_stands_in_the_cell_of_the_name(text: str, wanted: str) -> None:
    assert with_name(card(text), "Lightning Bolt", WORDS) == wanted


def test_a_name_with_the_sign_between_cells_is_quoted() -> None:
    line = card(f"{HEADED}4,0,Jace the Mindsculptor,WWK")
    assert with_name(line, "Jace, the Mind Sculptor", WORDS) == '4,0,"Jace, the Mind Sculptor",WWK'
    line = card(f"{HEADED}1,0,Henzie Toolbox,SNC")
    assert with_name(line, 'Henzie "Toolbox" Torre', WORDS) == '1,0,"Henzie ""Toolbox"" Torre",SNC'


@every_row(
    ("text", "count", "wanted"),
    [
        (f"{HEADED}4,0,Opt,XLN", 3, "3,0,Opt,XLN"),
        ("QuantityX,Name,Edition code\n4x,Opt,XLN", 3, "3x,Opt,XLN"),
        (f"{HEADED}4,4,Opt,XLN", 3, None),
        (f"{HEADED}4,0,Opt,XLN", 0, "0,0,Opt,XLN"),
        ("Count,Name\n4,Opt", 0, ""),
        ("4\tOpt\tU\n2\tDuress\tB", 1, "1\tDuress\tB"),
        ("Main Deck\tSideboard\n4 Opt\t4 Duress", 3, "3 Opt\t4 Duress"),
        ("Card;Main;Side\nOpt;3;1", 2, "Opt;2;1"),
    ],
)
def test_another_count_stands_in_the_cell_of_the_count(text: str, count: int, wanted: str | None) -> None:
    """Where two cells hold the number, or other lists share the row, nothing else is changed."""
    assert with_count(card(text), count, WORDS) == wanted


def test_a_card_is_taken_out_of_a_row_without_the_card_beside_it() -> None:
    text = "Main Deck\t\tSideboard\t\n4\tOpt\t2\tDuress"
    assert [without_card(card(text, at)) for at in (0, 1)] == ["0\tOpt\t2\tDuress", "4\tOpt\t0\tDuress"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Name,Mana,Type\nOpt,1,Instant\nJace the Adept,2,Planeswalker", "2 Jace, Memory Adept"),
        ("Board,Qty,Name\nmain,4,Opt\nside,,Jace the Adept", "SB: 2 Jace, Memory Adept"),
    ],
)
def test_a_row_in_doubt_becomes_a_line_that_is_read_as_it_says(text: str, wanted: str) -> None:
    line = card(text)
    assert line.reason
    changed = counted_once(line, 2, "Jace, Memory Adept", WORDS)
    assert changed == wanted
    *rest, _ = text.split("\n")
    again = card("\n".join([*rest, changed]))
    assert (again.section, again.count, again.name, again.reason) == (line.section, 2, "Jace, Memory Adept", "")
