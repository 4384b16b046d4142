"""Random decks in random dress: every line is read exactly or asked about, no count is changed, no line lost."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.decks import Deck, Entry, LineKind
from deckcheck.decklist.line_parser import heading_key, read_piece
from deckcheck.decklist.list_reader import headings_of, read_list
from deckcheck.games import GAMES
from tests.doubling import MOST, growth_of_work
from tests.lists import front, non_blank, read_rows

MTG: Final = GAMES["mtg"]
NAMES: Final = (
    *("Lightning Bolt", "Fire // Ice", "+2 Mace", "Borrowing 100,000 Arrows", "Jace, the Mind Sculptor", "Island"),
    *("Who // What // When // Where // Why", "SP//dr, Piloted by Peni", "Vault 21: House Gambit", "Foil", "Opt"),
    *("Circle of Protection: Red", "Minsc & Boo, Timeless Heroes", "1996 World Champion", "Lim-Dûl's Vault", "Plains"),
    *("Agent 13, Sharon Carter", "Hazmat Suit (Used)", "Tyrranax Rex", "Urza's Saga", "Life // Death", "Conspiracy"),
)
# Columns behind tabs are a table's, which is another dialect.
FRONTS: Final = (
    *("", "- ", "-", "• ", "•", "* ", "> ", ">> ", "- [ ] ", "☐ ", "[12:03] Anna: ", "12:03 - Anna: ", "<anna> "),
    *("1. ", "7) ", "「", "“"),
)
COUNTS: Final = (
    *("{n} {name}", "{n}x {name}", "{n} x {name}", "x{n} {name}", "{n}, {name}", "{n} - {name}", "({n}) {name}"),
    *("{name} x{n}", "{name}: {n}", "{name} ({n})", "{name} [{n}]", "{name} - {n}", "{n} [[{name}]]"),
    *("{n} (m10) {name}", "{n} [M10] {name}", "{name} {n}", "{n} of {name}", "{name}"),
)
BEHIND: Final = (
    *("", " (M10) 146", " [M10]", " {M10}", " (Showcase)", " (Borderless, Foil)", " foil", " *F*", " #ramp", " ✓"),
    *(" // removal", " -- good", " (2 foil)", " (1 in binder)", " $1.00", " - 0.25 tix", " (or Shock)", " 2/3", " ?"),
    *(" (Companion)", " [Sideboard]", " (maybe)", ", nice", " M10", " // 2 more", " <3"),
)
HEADINGS: Final = (
    *("Sideboard", "// Banquillo", "[サイドボード]", "## 사이드보드", "*Reserva:*", "--- Sideboard ---", "=== SB ==="),
    *("Réserve :", "備牌：", "Сайдборд", "【サイドボード】", "Beiboard", "Riserva"),
)


class Written(NamedTuple):
    """A line, with the copies and the card it means, and whether the player may be told that it is no card."""

    text: str
    copies: int
    name: str
    may_be_left_out: bool


def _write(front_: str, shape: str, behind: str, count: int, name: str) -> Written:
    stated = "{n}" in shape
    told = count if stated else 7 if front_ == "7) " else 1
    text = front_ + shape.format(n=count, name=name) + behind
    return Written(text, told, name, behind == " (maybe)" or not stated)


LINES: Final = st.builds(
    _write,
    st.sampled_from(FRONTS),
    st.sampled_from(COUNTS),
    st.sampled_from(BEHIND),
    st.sampled_from([1, 2, 4, 17]),
    st.sampled_from(NAMES),
)
resolved = partial(resolve_names, cards=open_index("mtg"))


def _asked(deck: Deck) -> set[int]:
    return {entry.line.number for entry in deck.waiting()} | set(deck.in_doubt())


def _is_meant(entry: Entry, line: Written) -> bool:
    card = entry.card
    return card is not None and front(card.name) == front(line.name) and entry.count == line.copies


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(LINES, min_size=2, max_size=7))
def test_a_line_in_any_dress_is_read_exactly_or_asked_about(lines: list[Written]) -> None:
    text = "\n".join(line.text for line in lines)
    parsed = read_list(text, MTG)
    deck = resolved(parsed)
    assert read_rows(parsed) == non_blank(text)
    asked = _asked(deck)
    left_out = {line.number for line in parsed.lines if line.kind is not LineKind.CARD} | {n.line for n in deck.notes}
    for number, line in enumerate(lines, 1):
        entries = [entry for entry in deck.entries if entry.line.number == number]
        if number in asked or (not entries and number in left_out and line.may_be_left_out):
            continue
        assert [_is_meant(entry, line) for entry in entries] == [True], (line, entries)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from([1, 2, 4, 17]), st.sampled_from(NAMES)), min_size=2, max_size=9),
    st.sampled_from([", ", "; ", " | ", " and ", " + ", " & ", ",", " "]),
    st.sampled_from(["{n} {name}", "{n}x {name}", "{name} x{n}"]),
)
def test_cards_on_one_line_are_all_read_or_the_line_is_asked_about(
    cards: list[tuple[int, str]], sign: str, shape: str
) -> None:
    deck = resolved(read_list(sign.join(shape.format(n=n, name=name) for n, name in cards), MTG))
    if not _asked(deck):
        found = [(entry.count, front(entry.card.name)) for entry in deck.entries if entry.card]
        assert found == [(n, front(name)) for n, name in cards]


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(HEADINGS), st.sampled_from(["{}", "{} (3)", "> {}", "{}  ", "{}:"]), st.booleans())
def test_a_sideboard_is_one_in_every_language_and_dress(heading: str, form: str, apart: bool) -> None:
    gap = "\n\n" if apart else "\n"
    deck = resolved(read_list(f"4 Opt\n56 Island{gap}{form.format(heading)}\n2 Duress\n1 Negate", MTG))
    assert (deck.sizes, _asked(deck)) == ({"main": 60, "sideboard": 3}, set())


def test_no_heading_is_called_like_a_card_that_decks_hold() -> None:
    for game in GAMES.values():
        words, index = headings_of(game), open_index(game.id)
        cards = [card for word in words if word[0] != "[" for card in index.exact(word).cards]
        assert not [card.name for card in cards if not card.values("kind") and "nontournament" not in card.traits
                    and "digital-only" not in card.traits]  # fmt: skip


@pytest.mark.parametrize("word", ["Sideboard", "サイドボード", "réserve", "основная колода"])
def test_a_heading_is_known_by_its_word_alone(word: str) -> None:
    for form in ("{}", "[{}]", "({})", "== {} ==", "{} (15)", "【{}】 (15)", "{}: 15", "★{}★", "「{}」", "{}："):
        assert heading_key(form.format(word)).rstrip("：") == word.casefold()


LONG: Final = (
    *("4 Opt, ", "[[Opt]] ", "4 [[Opt]] and ", "(", "{", "- ", ">", "x4, ", "12:03 ", "a: ", "Opt & ", "Opt // ", "#"),
    *("4 Opt 3 Ponder ", "Sideboard: ", "(foil) ", "1 ", "l ", "$1 ", "[b]", "</b>", "=", "枚", "total ", "Opt or "),
)


@pytest.mark.parametrize("part", LONG)
def test_a_line_twice_as_long_is_twice_the_work(part: str) -> None:
    words = headings_of(MTG)
    factor = growth_of_work(lambda size: part * size, lambda text: read_piece(text[:6000], words), 1500)
    assert factor <= MOST * 1.4


@pytest.mark.parametrize("part", LONG)
def test_a_list_twice_as_long_is_twice_the_work(part: str) -> None:
    def made(size: int) -> str:
        return "\n".join(f"{part * (n % 9 + 1)}{n}" for n in range(size))

    assert growth_of_work(made, lambda text: resolved(read_list(text, MTG)), 900) <= MOST
