"""Reading never fails and never loses a line, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.clean_text import has_letters
from deckcheck.decklist.decks import Line, LineKind
from deckcheck.decklist.line_parser import ASIDE
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.written_counts import UNSURE
from deckcheck.games import GAMES
from deckcheck.law.games import Game
from tests.lists import non_blank, read_rows

MTG = GAMES["mtg"]
DIALECTS = [(game, dialect.id) for game in GAMES.values() for dialect in game.dialects]


BROKEN = (
    '<?xml version="1.0"?>\n<Deck>\n<Cards Quantity="4" Sideboard="false" Name="Opt"/>\n<Cards Quantity="2"\n4 Opt\n'
)
ENTITY = '<!DOCTYPE Deck [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<Deck>\n<Cards Quantity="4" Name="&b;"/>\n</Deck>\n'


@pytest.mark.parametrize("text", [BROKEN, ENTITY])
def test_a_broken_file_loses_no_line(text: str) -> None:
    parsed = read_list(text, MTG, "mtgo-dek")
    assert read_rows(parsed) == non_blank(text)
    assert parsed.lines[-1].kind is LineKind.UNREAD
    assert parsed.remarks


MANY = {
    "nothing": "",
    "blank lines": "\n" * 100_000,
    "NULs": "\0" * 1_000_000,
    "one line": "a" * 1_000_000,
    "digits": "4 " * 500_000,
    "10,000 lines": "4 Lightning Bolt\n" * 10_000,
    "10,000 other lines": "\n".join(f"{n} Card number {n} (ABC) {n} *F* #tag" for n in range(10_000)),
    "brackets": ("4 " + "(" * 500 + "\n") * 2_000,
    "closed brackets": ("4 " + "(a) 1 " * 80 + "\n") * 2_000,
    "spaces": ("4" + " " * 500 + "\n") * 2_000,
    "headings": ("[" * 59 + "\n" + "= " * 29 + "\n") * 10_000,
    "marks": "\u202e4 tloB gninthgiL\u202c\n" * 20_000,
    "binary": bytes(range(256)).decode("latin-1") * 4_000,
    "elements": "<?xml version='1.0'?><Deck>" + "<Cards Name='a' Quantity='1'/>" * 30_000,
    "depth": "<Deck>" * 150_000,
    "surrogates": "4 \ud800\n" * 10_000,
}


@pytest.mark.parametrize("what", MANY)
def test_hostile_text_is_read_without_losing_a_line(what: str) -> None:
    """How long it takes stands in scripts/bench."""
    parsed = read_list(MANY[what], MTG)
    assert read_rows(parsed) == non_blank(MANY[what])


FRAGMENTS = st.sampled_from(
    [
        *(
            "4 ",
            "x4 ",
            "0 ",
            "99999999999 ",
            "Lightning Bolt",
            "+2 Mace",
            " (ABC) 12",
            " *F*",
            " [Ramp]",
            "[ABC] ",
            "//",
        ),
        *(
            "# ",
            "SB: ",
            "Sideboard",
            "Commander",
            "Creatures (4)",
            "Maybeboard",
            "About",
            "Name X",
            "Deck: ",
            "60 cards",
        ),
        *(
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "\ufeff",
            "\u00a0",
            "\u200b",
            "\u202e",
            "\u2028",
            "\0",
            "\f",
            "\t",
            " ",
            "|",
            "^a^",
        ),
        *("<Deck>", "<Cards Name='A' Quantity='2'/>", "</Deck>", "<?xml version='1.0'?>", "(", ")", "[", "]", "*", "+"),
    ]
)
TEXTS = st.lists(FRAGMENTS | st.text(max_size=12), max_size=40).map("".join)


@given(TEXTS, st.sampled_from(DIALECTS))
def test_no_line_of_any_text_is_lost(text: str, way: tuple[Game, str]) -> None:
    for dialect in (None, way[1]):
        parsed = read_list(text, way[0], dialect)
        assert read_rows(parsed) == non_blank(text)
        assert all(map(_is_whole, (line for line in parsed.lines if line.kind is LineKind.CARD)))
        assert all(line.reason for line in parsed.lines if line.kind in (LineKind.REMARK, LineKind.UNREAD))


def _is_whole(card: Line) -> bool:
    return card.count > 0 and has_letters(card.name) and card.section not in ("", ASIDE)


NAMES = st.sampled_from(["Lightning Bolt", "Fire // Ice", "Lórien Revealed", "+2 Mace", "Urza’s Saga", "X"])
ROWS = st.lists(st.tuples(st.integers(1, 999), NAMES, st.sampled_from(["{} {}", "{}x {}", "x{} {}", "SB: {} {}"])))


@given(ROWS, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_no_copy_is_lost(rows: list[tuple[int, str, str]], ends: str, gap: bool) -> None:
    lines = [form.format(count, name) for count, name, form in rows]
    parsed = read_list((ends + ends if gap else ends).join(lines), MTG)
    assert [(line.count, line.name) for line in parsed.lines] == [(count, name) for count, name, _ in rows]


@pytest.mark.parametrize("mark", ['"', "*", "`", "- ", "[ ] ", "> ", "|", "_", "'", "• "])
def test_marks_in_front_of_a_line_are_read_once(mark: str) -> None:
    for behind in ("Opt", "4 Opt", "", "x"):
        line = mark * (590 // len(mark)) + behind
        assert read_rows(read_list(line, MTG)) == non_blank(line)


def test_nothing_between_two_cards_of_a_line_is_no_card() -> None:
    line = "3 Urza's Saga, s Vault, , 4 Opt</li>, "
    assert read_rows(read_list(line, MTG)) == non_blank(line)


def test_no_copies_of_a_card_that_a_sentence_calls_are_no_card() -> None:
    parsed = read_list("I run 4 [[Opt]] and 0 [[Island]] here", MTG)
    assert not [line for line in parsed.lines if line.kind is LineKind.CARD and line.count < 1]


def test_a_number_of_any_length_is_looked_at_once() -> None:
    """Looked at from each of its digits, this one would take minutes."""
    line = "4" + "9" * 200_000 + " Opt"
    assert read_rows(read_list(line, MTG)) == non_blank(line)


def reads(line: str) -> tuple[int, str]:
    """The count and the reason of a line among plain ones."""
    parsed = read_list(f"4 Opt\n{line}\n20 Island\n", MTG)
    return parsed.lines[1].count, parsed.lines[1].reason


@pytest.mark.parametrize(
    "line", ["{}6 Mountain", "1{} Mountain", "SB: {}2 Duress", "Mountain x1{}", "4 Shock, {}3 Duress"]
)
def test_a_count_beside_what_shows_nothing_and_may_have_been_a_figure_is_asked_about(line: str) -> None:
    assert reads(line.format("\x12"))[1] == UNSURE
    assert not reads(line.format("\u200b"))[1]
    assert not reads(line.format(""))[1]
