"""Lists of Pokémon cards as programs write them: each line means its card, in the printing that it says."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.cards import Card, Printing
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from deckcheck.lists.list_checks import Terms
from tests.verdicts import verdict_on

GAME = GAMES["pkm"]
INDEX = open_index("pkm")
SAMPLES = Path(__file__).parent / "dialects"
PRINTED = tuple(
    (card, printing) for card in INDEX.cards() for printing in card.printings if len(printing.set_code) == 3
)


def deck_of(text: str, dialect: str = "") -> Deck:
    return resolve_names(read_list(text, GAME, dialect or None), INDEX)


def shown(deck: Deck) -> list[tuple[int, str, str, str]]:
    """Count, name, and set with number of each line's printing."""
    found = []
    for entry in deck.entries:
        assert entry.card is not None, entry.line
        printing = INDEX.printing(entry.card, entry.line.set_code, entry.line.collector)
        where = (printing.set_code, printing.number) if printing else ("", "")
        found.append((entry.count, entry.card.printed_as or entry.card.name, *where))
    return found


def test_every_card_is_found_by_its_name_in_a_list() -> None:
    names = [name for name in INDEX.names() if not name.startswith("Unown [")]
    for start in range(0, len(names), 200):
        some = names[start : start + 200]
        deck = deck_of("\n".join(f"4 {name}" for name in some), "ptcg-live")
        got = [entry.card.name if entry.card else None for entry in deck.entries]
        assert [(name, one) for name, one in zip(some, got, strict=True) if name != one] == []
        assert {entry.count for entry in deck.entries} == {4}


def test_samples_of_one_deck_are_the_same_cards_in_the_same_printings() -> None:
    forms = [
        *(f"ptcg-live/{name}.txt" for name in ("01-export", "03-french", "04-portuguese", "05-spanish")),
        *("limitless/01-copied.txt", "liga-pokemon/01-list.txt", "tabletop-simulator/01-export.json"),
    ]
    first, *others = [shown(deck_of((SAMPLES / form).read_text("utf-8"))) for form in forms]
    assert sum(count for count, *_ in first) == 60
    assert [other for other in others if other != first] == []


def test_galleries_promos_and_holo_patterns_are_read_as_their_cards() -> None:
    deck = deck_of(
        "1 Manaphy CRZ-GG 6\n1 Cleffa OBF 202 PH\n3 Arceus V PR-SW 204\n1 Bidoof CRZ GG29\n1 Charmander PR-SV 47"
    )
    assert [row[2:] for row in shown(deck)] == [
        ("CRZ-GG", "GG06"),
        ("OBF", "202"),
        ("PR-SW", "SWSH204"),
        ("CRZ-GG", "GG29"),
        ("PR-SV", "47"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "6 Basic {R} Energy SVE 2",
        "6 Basic {R} Energy Energy 10",
        "6 Fire Energy 2",
        "6 Fire Energy BRS R",
        "6 Fire Energy",
    ],
)
def test_basic_energy_is_read_in_every_form(line: str) -> None:
    (entry,) = deck_of(f"4 Pidgey MEW 16\n{line}").entries[1:]
    assert entry.card is not None
    assert (entry.count, entry.card.name, entry.line.reason) == (6, "Basic Fire Energy", "")


def test_a_number_that_is_not_the_types_is_not_passed_over() -> None:
    (entry,) = deck_of("4 Pidgey MEW 16\n6 Fire Energy 3").entries[1:]
    assert entry.card is None or entry.line.reason


def test_a_misspelt_name_is_corrected_by_its_printing_and_its_count_stays() -> None:
    deck = deck_of("4 Charzard ex OBF 125")
    assert shown(deck) == [(4, "Charizard ex", "OBF", "125")]
    assert [(note.kind, note.text, note.contestable) for note in deck.notes] == [("typo", "Charzard ex", True)]
    refused = resolve_names(read_list("4 Charzard ex OBF 125", GAME), INDEX, frozenset({"Charzard ex"}))
    assert [entry.card for entry in refused.entries] == [None]


def test_a_name_in_another_language_is_asked_about_with_the_card_of_its_printing_first() -> None:
    (entry,) = deck_of("2 Dracaufeu-ex OBF 125").entries
    assert entry.card is None
    assert [near.card.printed_as or near.card.name for near in entry.near][:1] == ["Charizard ex"]


def test_a_printing_of_another_card_is_told() -> None:
    deck = deck_of("3 Charizard ex OBF 26\n1 Boss's Orders PAL 185")
    assert [(note.line, note.kind, note.text) for note in deck.notes] == [
        (1, "printing", "OBF 26: Charmander"),
        (2, "printing", "PAL 185: Iono"),
    ]
    assert [entry.count for entry in deck.entries] == [3, 1]


def test_a_stated_total_that_is_not_what_was_read_waits_to_be_looked_at() -> None:
    text = (SAMPLES / "ptcg-live/01-export.txt").read_text("utf-8")
    assert deck_of(text).unread == ()
    assert [line.text for line in deck_of(text.replace("Pokémon: 19", "Pokémon: 20")).unread] == ["Pokémon: 20"]
    assert [line.text for line in deck_of(text.replace("Cards: 60", "Cards: 59")).unread] == ["Total Cards: 59"]


def test_a_line_without_a_count_is_not_as_many_cards_as_its_number() -> None:
    (entry,) = deck_of("Charmander PAF 7").entries
    assert entry.count == 1


def test_lists_of_other_games_are_no_pokemon_lists() -> None:
    ours = {dialect.id: dialect for dialect in GAME.dialects}
    own = ("ptcg-live", "ptcg-online", "limitless", "liga-pokemon", "rk9", "tabletop-simulator")
    for game in ("mtg", "ga"):
        assert not any(ours[name].recognise(GAMES[game].presentation.example) for name in own)


ROWS = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(PRINTED)), min_size=3, max_size=20, unique_by=lambda r: r[1]
)


@given(ROWS)
def test_a_list_reads_back_as_written_in_each_form(rows: list[tuple[int, tuple[Card, Printing]]]) -> None:
    wanted = [(n, card.printed_as or card.name, p.set_code, p.number) for n, (card, p) in rows]
    for front, heading in (("", "Pokémon: {}"), ("* ", "##Pokémon - {}"), ("", "Pokémon ({})"), ("", "Pokemons - {}")):
        lines = [heading.format(sum(n for n, *_ in wanted))]
        lines += [f"{front}{n} {name} {code} {number}" for n, name, code, number in wanted]
        assert shown(deck_of("\n".join(lines))) == wanted
    cards = [{"count": n, "name": name, "set": code, "number": number} for n, name, code, number in wanted]
    assert shown(deck_of(json.dumps({"pokemon": cards, "trainer": [], "energy": []}))) == wanted


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("4 Arceus V SWSH204", "Arceus V"),
        ("4 Arceus V (SWSH204)", "Arceus V"),
        ("4x Arceus V #204", "Arceus V"),
        ("4 Bibarel SWSH188", "Bibarel (BRS 121)"),
        ("4 Oranguru TG12", "Oranguru (SSH 148)"),
        ("4 Charmander 47", ""),  # A bare number may be a count.
        ("4 Arceus V SWSH999", ""),
    ],
)
def test_a_collector_number_without_its_set_says_which_card_is_meant(line: str, card: str) -> None:
    told = verdict_on(f"{line}\n56 Basic Fire Energy\n", Terms("pkm-unlimited", date(2026, 8, 1)))
    assert [row["name"] for row in told["sections"]["main"][:-1]] == ([card] if card else [])
    assert bool(told["unresolved"]) is not bool(card)
    assert {row["count"] for row in told["sections"]["main"][:-1]} <= {4}


@pytest.mark.parametrize(("heading", "read"), [("Pokémon: 19", 20), ("Pokémon: 60", 61)])
def test_a_heading_of_a_part_is_held_against_that_part(heading: str, read: int) -> None:
    """Of the deck of 61 and its 20 Pokémon it is told which one the heading is nearer to."""
    text = GAME.presentation.example.replace("Pokémon: 19", heading).replace("1 Budew", "2 Budew")
    (line,) = deck_of(text).unread
    assert (line.text, line.count, line.reason) == (heading, read, "total")
