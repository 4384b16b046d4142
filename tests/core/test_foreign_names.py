"""Names in ten languages: each means its card however it is typed, and is asked about where it means several."""

from __future__ import annotations

import json
import lzma
import unicodedata
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from deckcheck.catalogue import HERE, Catalogue, open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.foreign_names import LANGUAGES, foreign_form, make_foreign_names
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from deckcheck.law.sentences import note_in_words

DATA: Final = Path(__file__).parents[2] / "data" / "mtg" / "foreign-names.jsonl.xz"
DRAWN: Final = 50
VOICED: Final = "\u3099\u309a"
"""Marks that make another letter of Japanese, which nobody leaves out."""
WAYS: Final[dict[str, Callable[[str], str]]] = {
    "exact": str,
    "lower case": str.lower,
    "without accents": lambda name: unicodedata.normalize(
        "NFC", "".join(c for c in unicodedata.normalize("NFD", name) if c in VOICED or not unicodedata.combining(c))
    ),
    "full width": lambda name: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name),
    "without spaces": lambda name: name.replace(" ", ""),
}


@cache
def facts() -> dict[str, dict[str, list[str]]]:
    lines = lzma.decompress(DATA.read_bytes()).decode().splitlines()
    return {record["name"].partition(" // ")[0]: record["names"] for record in map(json.loads, lines)}


def drawn(language: str) -> list[tuple[str, str]]:
    """Names with the front faces of their cards, drawn by their hashes."""
    pairs = [(name, card) for card, by in facts().items() for name in by.get(language, ())]
    return sorted(pairs, key=lambda pair: sha256("|".join(pair).encode()).digest())[:DRAWN]


def resolved(text: str, refused: frozenset[str] = frozenset()) -> Deck:
    return resolve_names(read_list(text, GAMES["mtg"]), open_index("mtg"), refused)


def read_as(text: str) -> list[str]:
    """The card of each line; those that may be meant where a person must say."""
    entries = resolved(text).entries
    return [e.card.name if e.card else " or ".join(sorted(c.name for c in e.candidates)) for e in entries]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_means_its_card_however_it_is_typed_or_is_asked(language: str) -> None:
    index = open_index("mtg")
    asked = 0
    for name, card in drawn(language):
        for way, typed in WAYS.items():
            meant = {found.front for found in index.find(typed(name)).cards}
            assert card in meant, (way, name)
            asked += len(meant) > 1
    assert asked <= 0.04 * DRAWN * len(WAYS)


@pytest.mark.parametrize(
    ("written", "name", "languages"),
    [
        ("Blitzschlag", "Lightning Bolt", "German"),
        ("chemin vers l’exil", "Path to Exile", "French"),
        ("稲妻", "Lightning Bolt", "Japanese"),
        ("ﾗﾉﾜｰﾙのｴﾙﾌ", "Llanowar Elves", "Japanese"),
        ("Chandra, aurora de la rebeldia", "Chandra, Torch of Defiance", "Spanish"),
        ("Bruna, das schwindende Licht", "Bruna, the Fading Light", "German"),
        ("Emprunteur intrépide", "Brazen Borrower // Petty Theft", "French"),
    ],
)
def test_the_note_says_from_which_language(written: str, name: str, languages: str) -> None:
    deck = resolved(f"4 {written}\n4 Lightning Helix")
    (note,) = deck.notes
    assert (note.kind, note.name, note.contestable) == ("foreign", name, True)
    assert note_in_words(note, deck, GAMES["mtg"]) == f'From {languages}: {name}. You wrote "{written}".'


def test_a_name_of_several_languages_is_said_to_be_of_that_of_the_list() -> None:
    index = open_index("mtg")
    assert index.find("Optar").languages == ("es", "pt")
    deck = resolved("4 Optar\n4 Raio\n4 Hélice de Raios")
    assert {note.languages for note in deck.notes if note.text == "Optar"} == {("pt",)}


def test_umlauts_may_be_written_as_two_letters() -> None:
    index = open_index("mtg")
    for name, cards in ((n, c) for n, c in drawn("de") if set("äöü") & set(n)):
        typed = name.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
        assert cards in {card.front for card in index.find(typed).cards}, typed


def test_a_foreign_name_that_is_another_cards_in_english_is_read_by_the_other_lines() -> None:
    assert read_as("4 Endurance\n4 Lightning Bolt") == ["Endurance", "Lightning Bolt"]
    assert read_as("4 Endurance") == ["Endurance"]
    french = "4 Chemin vers l'exil\n4 Foudre\n4 Contresort\n4 Île"
    assert read_as(f"4 Endurance\n{french}")[0] == "Endure"
    mixed = "4 Chemin vers l'exil\n4 Foudre\n4 Lightning Helix\n4 Opt"
    assert read_as(f"4 Endurance\n{mixed}")[0] == "Endurance or Endure"
    english = "4 Chemin vers l'exil\n" + "\n".join(f"4 {name}" for name in ("Opt", "Shock", "Duress", "Island"))
    assert read_as(f"4 Endurance\n{english}")[0] == "Endurance"


def test_a_french_name_of_two_cards_of_which_one_is_called_so_in_english_is_asked_in_french() -> None:
    french = "4 Chemin vers l'exil\n4 Foudre\n4 Contresort\n4 Île"
    assert read_as(f"4 Contemplation\n{french}")[0] == "Contemplation or Ponder"
    assert read_as("4 Contemplation\n4 Opt") == ["Contemplation", "Opt"]


def test_a_name_that_two_cards_share_is_asked_unless_the_language_says_which() -> None:
    assert read_as("20 Pantano\n4 Opt")[0] == "Quagmire or Swamp"
    assert read_as("20 Pantano\n20 Isla\n4 Relámpago")[0] == "Swamp"
    assert read_as("4 Pantano\n20 Isola\n4 Fulmine")[0] == "Quagmire"
    assert read_as("4 Perder la esperanza\n20 Isla")[0] == "Abandon Hope or Lose Hope"


@pytest.mark.parametrize(
    ("written", "cards"),
    [
        ("Drana", {"Drider", "Drana, the Last Bloodchief"}),  # A name cut at its comma, too.
        ("Jet", {"Fling", "Jet, Rebel Leader"}),
        ("Castigare", {"Chastise", "Castigate"}),  # A slip of an English name, too.
    ],
)
def test_a_foreign_name_that_may_be_an_english_one_cut_or_misspelt_is_asked(written: str, cards: set[str]) -> None:
    assert cards <= {card.name for card in open_index("mtg").find(written).cards}


def test_a_player_can_say_no_to_it() -> None:
    deck = resolved("4 Blitzschlag", frozenset({"Blitzschlag"}))
    assert [entry.card for entry in deck.entries] == [None]
    assert not deck.notes


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Blitzschlg", "Lightning Bolt"),
        ("Chemin vers lexill", "Path to Exile"),
        ("Cheminn vers l'exil", "Path to Exile"),
        ("Cehmin vers l'exil", "Path to Exile"),
        ("ラノワールのエフル", "Llanowar Elves"),
        ("ラノワールのエル", "Llanowar Elves"),
    ],
)
def test_a_slip_is_suggested_and_never_read(written: str, name: str) -> None:
    index = open_index("mtg")
    assert index.find(written).cards == ()
    assert index.near(written)[0].card.name == name


def test_english_names_never_open_the_names_of_other_languages() -> None:
    index = Catalogue("mtg", HERE / "mtg.catalogue").index
    for name in ("Lightning Bolt", "lightning bolt", "Fire/Ice", "LightningBolt", "Lim-Dul's Vault"):
        assert index.find(name).cards
    assert "_foreign" not in vars(index)
    index.find("Blitzschlag")
    assert "_foreign" in vars(index)


def test_the_names_are_small() -> None:
    names = open_index("mtg")._source.foreign()
    held = len(names.keys) + 4 * (len(names.ends) + len(names.owners))
    assert len(names.ends) > 170_000
    assert held < 6_000_000


def test_a_packed_table_tells_each_name_again() -> None:
    told = {"Fire // Ice": {"de": ["Feuer // Eis"]}, "Opt": {"fr": ["Opter"], "pt": ["Optar"], "xx": ["Optare"]}}
    names = make_foreign_names(told, {"Fire // Ice": 0, "Opt": 1}, {"opt": {1}})
    assert sorted(key for key, _ in names) == [
        "feur",
        "feureis",
        "optar",
        "opter",
    ]  # Umlauts are written as two letters, too.
    assert [(n.position, n.languages) for n in names.named("OPTAR")] == [(1, ("pt",))]
    assert names.named("Opt") == names.named("Optare") == names.named("") == ()


def test_forms_are_their_own_forms() -> None:
    for language in LANGUAGES:
        for name, _ in drawn(language):
            form = foreign_form(name)
            assert foreign_form(form) == form


def test_a_table_made_of_its_own_keys_is_the_same() -> None:
    names = {"A": {"de": ["Säeen im Tau", "Treueeid"], "ja": ["稲妻"]}, "B": {"de": ["Treueeid"], "fr": ["Éclair vif"]}}
    made = make_foreign_names(names, {"A": 0, "B": 1}, {})
    told: dict[str, dict[str, list[str]]] = {}
    for key, meant in made:
        for position, languages in meant:
            for language in languages:
                told.setdefault("AB"[position], {}).setdefault(language, []).append(key)
    again = make_foreign_names(told, {"A": 0, "B": 1}, {})
    assert (again.keys, again.owners, again.several) == (made.keys, made.owners, made.several)


def test_a_number_behind_the_name_is_asked_about_with_its_card() -> None:
    (entry, _) = resolved("Foudre 4\n56 Île").entries
    assert entry.card is not None
    assert (entry.card.name, entry.line.reason) == ("Lightning Bolt", "unsure")


@pytest.mark.parametrize("text", ["Foudre\nÎle\nContresort", "4 Foudre # top\n4 Contresort (promo)\n4 Île foil"])
def test_a_list_in_another_language_may_be_written_as_any_other(text: str) -> None:
    assert set(read_as(text)) == {"Lightning Bolt", "Island", "Counterspell"}
