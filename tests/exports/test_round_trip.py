"""Whatever is written in a dialect or for a client, our own reader reads as the same cards in the same sections."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache
from typing import Any, Final

import pytest
from defusedxml.ElementTree import fromstring

from deckcheck.catalogue import open_index
from deckcheck.decklist.names import Standing
from deckcheck.games import GAMES
from deckcheck.games.mtg.traits import standing_of
from deckcheck.lists.list_checks import Terms
from deckcheck.publication.exports.shape import list_forms
from deckcheck.verdict.published_lists import cards_of
from tests.exports.published import Multiset, Sections, a_list, in_dialect, multiset, read_back
from tests.legal_lists import built_commander, built_oathbreaker, real_lists
from tests.sheets import Sheet
from tests.verdicts import records

MAGIC: Final = (
    *("arena", "moxfield", "mtgo", "cod", "dek", "text", "archidekt", "forge", "xmage", "mtgjson", "record", "csv"),
)
WITH_A_POOL: Final = ("record", "csv")

each_dialect = pytest.mark.parametrize("dialect", MAGIC)


def sections_of(record: dict[str, Any]) -> Sections:
    """The rows of a record under the catalogue's names."""
    index = open_index("ga" if "material" in record else "mtg")
    sections = {"main": record["main"], "sideboard": record["side"], "material": record.get("material", ())}
    return {s: [(n, index.find(name).cards[0].name) for n, name in rows] for s, rows in sections.items() if rows}


@cache
def corpus(name: str) -> tuple[Sections, ...]:
    return tuple(map(sections_of, records(f"lists/{name}.jsonl")))


def sheet_sections(sheet: Sheet) -> Sections:
    index = open_index("mtg")
    return {s: [(n, index.find(name).cards[0].name) for name, n in rows.items()] for s, rows in sheet.rows.items()}


def placed(sections: Sections, apart: frozenset[str] | None) -> Multiset:
    """What a form has no place for in the sideboard; a companion that stands there too is one card."""
    found = multiset(sections)
    if apart is None:
        return found
    side = found.pop("sideboard", Counter[str]())
    if "companion" not in apart:
        side |= found.pop("companion", Counter[str]())
    side = sum([cards for section, cards in found.items() if section not in apart], side)
    kept = {section: cards for section, cards in found.items() if section in apart}
    return {section: cards for section, cards in (*kept.items(), ("sideboard", side)) if cards}


def comes_back(sections: Sections, dialect: str) -> None:
    text = in_dialect(a_list(sections), dialect)
    assert read_back(text) == placed(sections, list_forms(GAMES["mtg"])[dialect].apart), text


@each_dialect
@pytest.mark.parametrize("name", ["mtgo", "paper"])
def test_every_list_of_magic_comes_back(name: str, dialect: str) -> None:
    assert len(corpus(name)) > 100
    for sections in corpus(name):
        comes_back(sections, dialect)


@pytest.mark.parametrize("dialect", ["omnidex", "omnidex-json", "text", "record", "csv"])
def test_every_list_of_grand_archive_comes_back(dialect: str) -> None:
    assert len(corpus("ga")) > 50
    for sections in corpus("ga"):
        assert read_back(in_dialect(a_list(sections, "ga"), dialect), "ga") == multiset(sections)


@each_dialect
def test_a_commander_comes_back(dialect: str) -> None:
    led = [sheet for sheet in real_lists() if "commander" in sheet.rows]
    assert len(led) == 40
    for sheet in (*led, built_commander(Terms("commander", date(2026, 6, 1)), 100, 1)):
        comes_back(sheet_sections(sheet), dialect)


@each_dialect
def test_a_signature_spell_comes_back(dialect: str) -> None:
    comes_back(sheet_sections(built_oathbreaker(Terms("oathbreaker", date(2026, 6, 1)), 1)), dialect)


@each_dialect
@pytest.mark.parametrize("beside", [(), ((1, "Lurrus of the Dream-Den"),), ((1, "Duress"),)])
def test_a_companion_is_one_card_wherever_it_stands(dialect: str, beside: tuple[tuple[int, str], ...]) -> None:
    main = ((30, "Plains"), (30, "Swamp"))
    sections = {"main": main, "companion": ((1, "Lurrus of the Dream-Den"),), "sideboard": beside}
    comes_back(sections, dialect)


@each_dialect
def test_supplementary_decks_come_back(dialect: str) -> None:
    sections = {
        "main": ((4, '"Lifetime" Pass Holder'), (56, "Swamp")),
        "sideboard": ((2, "Duress"),),
        "attractions": ((1, "Balloon Stand"), (1, "Bumper Cars"), (1, "Trash Bin")),
        "stickers": ((1, "Ancestral Hot Dog Minotaur"),),
    }
    comes_back(sections, dialect)


@each_dialect
@pytest.mark.parametrize("main", [(), ((1, "Mountain"),), ((4, "Mountain"),)])
def test_a_sideboard_far_bigger_than_its_deck_stays_one(dialect: str, main: tuple[tuple[int, str], ...]) -> None:
    comes_back({"main": main, "sideboard": ((15, "Duress"),)}, dialect)


@pytest.mark.parametrize("dialect", [form for form in MAGIC if form not in WITH_A_POOL])
def test_a_pool_stands_in_no_dialect(dialect: str) -> None:
    sections = {"main": ((40, "Mountain"),), "pool": ((1, "Duress"),)}
    assert read_back(in_dialect(a_list(sections), dialect)) == multiset({"main": ((40, "Mountain"),)})


@each_dialect
def test_every_card_comes_back_by_the_name_of_each_dialect(dialect: str) -> None:
    index = open_index("mtg")
    known = [c.name for c in index.cards() if standing_of(c.traits) < Standing.CASUAL]
    assert len(known) > 30_000
    listed = a_list({"main": [(4, name) for name in known], "sideboard": [(2, "Duress")]})
    text = in_dialect(listed, dialect)
    assert read_back(text) == multiset({"main": [(4, name) for name in known], "sideboard": [(2, "Duress")]})


def test_every_card_of_grand_archive_comes_back() -> None:
    known = [(4, card.name) for card in open_index("ga").cards()]
    assert read_back(in_dialect(a_list({"main": known}, "ga"), "omnidex"), "ga") == multiset({"main": known})


def test_two_part_names_are_written_as_each_program_writes_them() -> None:
    names = ["Fire // Ice", "Brazen Borrower // Petty Theft", "Delver of Secrets // Insectile Aberration"]
    cards = cards_of({"main": [(1, name) for name in names]}, open_index("mtg"), GAMES["mtg"].presentation)
    told = {card.name: (card.front, card.mtgo_name, card.cockatrice_name) for card in cards}
    assert told == {
        names[0]: ("Fire // Ice", "Fire/Ice", "Fire // Ice"),
        names[1]: ("Brazen Borrower", "Brazen Borrower", names[1]),
        names[2]: ("Delver of Secrets", "Delver of Secrets", "Delver of Secrets"),
    }


def test_a_front_that_two_cards_share_is_not_used() -> None:
    (card,) = cards_of({"main": [(1, "Monster // Sorcerer")]}, open_index("mtg"), GAMES["mtg"].presentation)
    assert card.front == "Monster // Sorcerer"


@pytest.mark.parametrize("name", ["mtgo", "paper"])
def test_the_files_of_clients_are_xml_of_their_shape(name: str) -> None:
    for sections in corpus(name)[:40]:
        listed = a_list(sections)
        cod, dek = fromstring(in_dialect(listed, "cod")), fromstring(in_dialect(listed, "dek"))
        assert (cod.tag, cod.attrib) == ("cockatrice_deck", {"version": "1"})
        assert [child.tag for child in cod] == ["deckname", "comments", "zone", "zone"]
        assert {tuple(row.attrib) for row in dek.iter("Cards")} == {
            ("CatID", "Quantity", "Sideboard", "Name", "Annotation")
        }


def test_the_forms_of_each_game_are_found_by_walking() -> None:
    files = ["archidekt", "text", "dek", "cod", "forge", "xmage", "mtgjson", "record", "csv"]
    assert list(list_forms(GAMES["mtg"])) == ["arena", "mtgo", "moxfield", *files]
    assert list(list_forms(GAMES["ga"])) == ["omnidex", "text", "omnidex-json", "record", "csv"]
