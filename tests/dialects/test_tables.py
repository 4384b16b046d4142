"""Tables as people make them: columns that are no counts, lists side by side, quotation marks left open."""

from __future__ import annotations

from typing import Final

import pytest

from deckcheck.decklist.clean_text import has_letters
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.tables.markdown import shown
from deckcheck.games import GAMES
from tests.doubling import MOST, growth_of_work
from tests.lists import non_blank, read_rows

MTG: Final = GAMES["mtg"]
Cards = list[tuple[int, str, int, str]]


def cards(text: str) -> Cards:
    """Line, section, count and name of each card; the count of one that is asked about is 0."""
    parsed = read_list(text, MTG)
    assert read_rows(parsed) == non_blank(text)
    return [
        (line.number, line.section, 0 if line.reason else line.count, line.name)
        for line in parsed.lines
        if line.kind is LineKind.CARD
    ]


ASKED: Final = {
    "a mana value behind the name": "Opt,1,Instant\nIsland,3,Land",
    "a mana value behind the count": "4\tOpt\t1\tU\n3\tDuress\t1\tB",
    "a word for collector numbers": "Name,Number,Set\nOpt,65,XLN\nDuress,94,M19",
    "a heading that is not known": "Name,Foo,Set\nOpt,4,XLN\nDuress,3,M19",
    "prices without cents in front": "1.00;Opt;4;0,10\n2.00;Island;20;0,10",
    "two quantities that differ": "Name,Quantity,Amount\nOpt,4,3",
    "a total beside copies in the sideboard": "Name,Quantity,Sideboard\nOpt,4,1\nDuress,3,2",
    "no number": "Count,Name\nfour,Opt\n2-3,Duress\n4?,Island",
    "numbers that rise like those of rows": "1\tOpt\n2\tDuress\n3\tIsland\n4\tNegate\n5\tPonder",
}


@pytest.mark.parametrize("what", ASKED)
def test_a_count_in_doubt_is_asked_about(what: str) -> None:
    found = cards(ASKED[what])
    assert found
    assert not any(count for _, _, count, _ in found)


NAMELESS: Final = {
    "a table in Markdown": "| Count | Name |\n|--|--|\n| 4 | Opt |\n| 3 | \x8a |\n",
    "a mark that shows nothing": "Name,Number,Foil\nOpt,65/280,No\nDuress,94/280,No\n\xad,94/280,No\n",
    "a mark of punctuation": "Qty,Name,Set\n4,Opt,XLN\n4,---.,XLN\n",
    "cells on lines": "4\nOpt\n$1.00\n2\nDuress\n$1.00\n3\n\0\0\0\n$1.00\n",
    "lists side by side": "Main Deck\t\tSideboard\t\nQty\tCard\tQty\tCard\n4\tOpt\t3\tDuress\n20\t\0\t\t\n",
}


@pytest.mark.parametrize("what", NAMELESS)
def test_a_row_without_a_name_is_asked_about(what: str) -> None:
    parsed = read_list(NAMELESS[what], MTG)
    assert not [line for line in parsed.lines if line.kind is LineKind.CARD and not has_letters(line.name)]
    assert [line.reason for line in parsed.lines if line.kind is LineKind.UNREAD] == ["no-name"]


def test_a_row_of_lists_side_by_side_that_shows_nothing_is_no_card() -> None:
    assert [card[3] for card in cards("4\tOpt\t3\tDuress\n\0\n20\tIsland\t2\tNegate")] == [
        *("Opt", "Duress", "Island", "Negate"),
    ]


READ: Final[dict[str, tuple[str, Cards]]] = {
    "numbers of rows beside counts": (
        "1\t4\tOpt\n2\t20\tIsland\n3\t4\tDuress\n4\t2\tNegate",
        [(1, "main", 4, "Opt"), (2, "main", 20, "Island"), (3, "main", 4, "Duress"), (4, "main", 2, "Negate")],
    ),
    "a deck's size tells counts from mana values": (
        "4\tOpt\t1\n36\tIsland\t1\n20\tDuress\t1",
        [(1, "main", 4, "Opt"), (2, "main", 36, "Island"), (3, "main", 20, "Duress")],
    ),
    "columns that are empty in front": (
        "\t\t4\tOpt\n\t\t20\tIsland",
        [(1, "main", 4, "Opt"), (2, "main", 20, "Island")],
    ),
    "a registration sheet of two columns": (
        "# in deck:\tCard:\t# in deck:\tCard:\n4\tOpt\t4\tIsland\n4\tDuress\t\tSideboard:\n2\tPonder\t3\tNegate",
        [
            *((2, "main", 4, "Opt"), (2, "main", 4, "Island"), (3, "main", 4, "Duress")),
            *((4, "main", 2, "Ponder"), (4, "sideboard", 3, "Negate")),
        ],
    ),
    "sections above headings": (
        "Main Deck\t\tSideboard\t\nQty\tCard\tQty\tCard\n4\tOpt\t3\tDuress\n20\tIsland\t\t\n24\t\t3\t",
        [(3, "main", 4, "Opt"), (3, "sideboard", 3, "Duress"), (4, "main", 20, "Island")],
    ),
    "two lists side by side without headings": (
        "4\tOpt\t3\tDuress\n20\tIsland\t2\tNegate",
        [
            (1, "main", 4, "Opt"),
            (1, "sideboard", 3, "Duress"),
            (2, "main", 20, "Island"),
            (2, "sideboard", 2, "Negate"),
        ],
    ),
    "a section said once for the rows below": (
        "Board,Qty,Name\nMain,4,Opt\n,20,Island\nSideboard,3,Duress\n,2,Negate",
        [
            (2, "main", 4, "Opt"),
            (3, "main", 20, "Island"),
            (4, "sideboard", 3, "Duress"),
            (5, "sideboard", 2, "Negate"),
        ],
    ),
    "only the sideboard is marked": (
        "Board,Qty,Name\n,4,Opt\nSideboard,3,Duress\n,20,Island",
        [(2, "main", 4, "Opt"), (3, "sideboard", 3, "Duress"), (4, "main", 20, "Island")],
    ),
    "a blank row begins the sideboard": (
        "Qty,Name\n4,Opt\n20,Island\n,\n3,Duress",
        [(2, "main", 4, "Opt"), (3, "main", 20, "Island"), (5, "sideboard", 3, "Duress")],
    ),
    "a plain line among rows": (
        "Qty,Name,Set\n4,Opt,XLN\n2 Jace, Memory Adept\n3,Duress,M19",
        [(2, "main", 4, "Opt"), (3, "main", 2, "Jace, Memory Adept"), (4, "main", 3, "Duress")],
    ),
    "a quotation mark left open": (
        'Qty,Name,Set\n4,"Opt,XLN\n3,Duress,M19\n2,"Negate",M19',
        [(2, "main", 4, "Opt"), (3, "main", 3, "Duress"), (4, "main", 2, "Negate")],
    ),
    "a cell of three lines": (
        'Qty,Name,Notes\n4,Opt,"one\n2 of these, or more\nthree"\n3,Duress,',
        [(2, "main", 4, "Opt"), (5, "main", 3, "Duress")],
    ),
    "a card that is no card of the deck": (
        "Qty,Name\n0,Opt\n4,Island\n60,Total\n",
        [(3, "main", 4, "Island")],
    ),
    "a table of a web page's source": (
        "<table><tr><th>Qty</th><th>Card</th><th>Type</th></tr><tr><td>4</td><td>Opt</td><td>Instant</td></tr></table>",
        [(1, "main", 4, "Opt")],
    ),
}


@pytest.mark.parametrize("what", READ)
def test_a_table_is_read(what: str) -> None:
    text, wanted = READ[what]
    assert cards(text) == wanted


def test_a_section_that_is_not_known_is_asked_about() -> None:
    parsed = read_list("Name,Section,Count\nOpt,Main,4\nDuress,Sideborad,3\n", MTG)
    assert [(line.number, line.kind, line.reason) for line in parsed.lines[2:]] == [(3, LineKind.UNREAD, "section")]


def test_the_player_is_told_which_columns_were_read() -> None:
    [remark] = read_list("Board,Qty,Card\nmain,4,Opt\n", MTG).remarks
    columns = 'counts from column "Qty", names from column "Card", sections from column "Board"'
    assert remark.words == f"Read as a table: {columns}."


def test_a_list_with_commas_is_no_table() -> None:
    for text in ("4 Jace, Memory Adept\n2 Nissa, Who Shakes the World\n", "4 Opt, 20 Island\n3 Duress, 2 Negate\n"):
        assert read_list(text, MTG).dialect == "plain"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ('* 4 [Opt](https://example.org/a_(b) "Opt")', "4 Opt"),
        ("- [x] **4x** Opt", "4x Opt"),
        ("+ `4 Opt`", "4 Opt"),
        (r"- 1 \_\_\_\_\_ Goblin", "1 _____ Goblin"),
        ("- 1 _____ Goblin", "1 _____ Goblin"),
        ("* 4 Opt (XLN) 65 *F*", "4 Opt (XLN) 65 *F*"),
        ("- ![](https://example.org/a.png) 4 Opt", "4 Opt"),
        ("## **Sideboard** ##", "## Sideboard"),
    ],
)
def test_markdown_reads_as_it_is_shown(line: str, wanted: str) -> None:
    assert shown(line).strip() == wanted


def test_a_line_that_is_struck_out_is_asked_about() -> None:
    parsed = read_list("# Deck\n\n- 4 Opt\n- ~~3 Duress~~\n", MTG)
    assert [(line.number, line.kind) for line in parsed.lines[1:]] == [(3, LineKind.CARD), (4, LineKind.UNREAD)]


HOSTILE: Final = {
    "marks left open": lambda n: "Count,Name,Set\n" + '4,"Opt,XLN\n' * n,
    "many columns": lambda n: "Name,Count" + ",x" * n + "\nOpt,4" + ",y" * n,
    "many lists": lambda n: "\t".join(["Main", "Side"] * n) + "\n" + "\t".join(["4 Opt"] * 2 * n),
    "headings again and again": lambda n: "Count,Name,Set\n" * n,
    "cells on lines": lambda n: "4\nOpt\n$1.00\n" * n,
    "brackets": lambda n: "# Deck\n* 4 [Opt](x)" + "[" * n + "\n* 4 " + "**a" * n,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_reading_grows_with_the_table(what: str) -> None:
    assert growth_of_work(HOSTILE[what], lambda text: read_list(text, MTG), 2000) <= MOST
