"""Names are found however people write them, and nothing is taken for a card that may be another."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import process
from rapidfuzz.distance import OSA

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import Card
from deckcheck.decklist.names import LONGEST, fold, plain
from tests import names_generator as generator
from tests.names_generator import Tally

GAMES = ("mtg", "ga")


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Jace, the Mind Sculptor", "jace the mind sculptor"),
        ("Lim-Dûl's Vault", "lim duls vault"),
        ("Æther Vial", "aether vial"),
        ("Fire // Ice", "fire ice"),
        ("+2 Mace", "2 mace"),
        ("_____ Goblin", "_ goblin"),
        ("________ Goblin", "_ goblin"),
        ("Lightning_Bolt", "lightning bolt"),
        ("A-Teferi, Time Raveler", "a-teferi time raveler"),
        ("M.O.D.O.K.", "modok"),
        ("Borrowing 100,000 Arrows", "borrowing 100000 arrows"),
        ("Ratonhnhaké꞉ton", "ratonhnhaketon"),
        ("İǾ", "io"),
        ("???", "???"),
    ],
)
def test_a_name_is_folded(name: str, folded: str) -> None:
    assert fold(name) == folded


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_the_plain_spelling_of_a_plain_spelling_is_itself(text: str) -> None:
    assert plain(plain(text)) == plain(text)


# What is written, the card it means, and how it was read.
READ = [
    ("Lightning Bolt", "Lightning Bolt", ""),
    ("lightning BOLT", "Lightning Bolt", "case"),
    ("Rakdos’s Return", "Rakdos's Return", ""),
    ("Nature`s Claim", "Nature's Claim", ""),
    ("Urza’s\u00a0Saga", "Urza's Saga", ""),
    ("  Lightning  Bolt ", "Lightning Bolt", ""),
    ("Snow‑Covered Island", "Snow-Covered Island", ""),
    ("Lo\u0301rien Revealed", "Lórien Revealed", ""),
    ("Lorien Revealed", "Lórien Revealed", "accent"),
    ("lim duls vault", "Lim-Dûl's Vault", "accent"),
    ("Æther Vial", "Aether Vial", "accent"),
    ("Ratonhnhaké:ton", "Ratonhnhaké꞉ton", ""),
    ("With Great Power...", "With Great Power . . .", "accent"),
    ("Fire/Ice", "Fire // Ice", ""),
    ("Fire / Ice", "Fire // Ice", ""),
    ("Wear//Tear", "Wear // Tear", ""),
    ("Who/What/When/Where/Why", "Who // What // When // Where // Why", ""),
    ("Dead // Gone", "Dead // Gone", ""),
    ("SP//dr, Piloted by Peni", "SP//dr, Piloted by Peni", ""),
    ("Brazen Borrower", "Brazen Borrower // Petty Theft", "face"),
    ("Petty Theft", "Brazen Borrower // Petty Theft", "face"),
    ("Clarion Conqueror // Clarion Conqueror", "Clarion Conqueror", ""),
    (
        "Marang River Regent // Coil and Catch // Marang River Regent",
        "Marang River Regent // Coil and Catch",
        "",
    ),
    ("Gisela, the Broken Blade // Brisela, Voice of Nightmares", "Gisela, the Broken Blade", "alias"),
    ("________ Goblin", "_____ Goblin", "accent"),
    ('"Name Sticker" Goblin', "_____ Goblin", "alias"),
    ("_____", "______", "accent"),
    ('Henzie "Toolbox" Torre', 'Henzie "Toolbox" Torre', ""),
    ("Henzie “Toolbox” Torre", 'Henzie "Toolbox" Torre', ""),
    ("+2 Mace", "+2 Mace", ""),
    ("Minsc and Boo, Timeless Heroes", "Minsc & Boo, Timeless Heroes", "accent"),
    ("LightningBolt", "Lightning Bolt", "accent"),
    ("Bolt Lightning", "Lightning Bolt", "accent"),
    ("Jace Mind Sculptor", "Jace, the Mind Sculptor", "accent"),
    ("A Most Helpful Weaver", "Origin of Spider-Man", "alias"),
    ("Kavaero, Mind-Bitten", "Superior Spider-Man", "alias"),
    ("A-Teferi, Time Raveler", "A-Teferi, Time Raveler", ""),
    ("Teferi Time Raveler", "Teferi, Time Raveler", "accent"),
    # A card for casual play has the name too; the tournament card is meant.
    ("Fire", "Fire // Ice", "face"),
    ("Start", "Start // Finish", "face"),
    ("Waste Land", "Wasteland", "alias"),
    # A whole card beats a face of another.
    ("lightning bolt", "Lightning Bolt", "case"),
    ("Food Token", "Food", "alias"),
    ("Sphere of Resistence", "Sphere of Resistance", "typo"),
    ("Lightnig Bolt", "Lightning Bolt", "typo"),  # Lightning Colt, two letters away, is for casual play only.
    ("Lanowar Elves", "Llanowar Elves", "typo"),
    ("Brazen Borrower // Pety Theft", "Brazen Borrower // Petty Theft", "typo"),
]


@pytest.mark.parametrize(("written", "name", "kind"), READ)
def test_a_name_is_read(written: str, name: str, kind: str) -> None:
    match = open_index("mtg").find(written)
    assert ([card.name for card in match.cards], match.kind) == ([name], kind)


@pytest.mark.parametrize("written", ["Lightning Bolt", "Fire/Ice", "fire ice", "Brazen Borrower", "Lorien Revealed"])
def test_what_is_sure_cannot_be_contested(written: str) -> None:
    assert not open_index("mtg").find(written).contestable


@pytest.mark.parametrize("written", ["Sphere of Resistence", "Bolt Lightning", "Jace Mind Sculptor", "Petty Theft"])
def test_what_a_card_not_yet_known_could_be_called_can_be_contested(written: str) -> None:
    assert open_index("mtg").find(written).contestable


# What is left to a person, and the card that is to be suggested first.
ASKED = [
    ("wastelands", "Wasteland"),
    ("Galvanic Discharges", "Galvanic Discharge"),
    ("Verdant Catacomb", "Verdant Catacombs"),
    ("Basic swamp", "Swamp"),
    ("cursed scr", "Cursed Scroll"),
    ("griest hunger tide", "Grist, the Hunger Tide"),
    ("ulamog the defiled", "Ulamog, the Defiler"),
    ("Thalia, Guardian", "Thalia, Guardian of Thraben"),
    ("Ragavan", "Ragavan, Nimble Pilferer"),
    ("Delver", "Delver of Secrets // Insectile Aberration"),
    ("Clarion Conquerer", "Clarion Conqueror"),
    ("otp", "Opt"),
]


@pytest.mark.parametrize(("written", "name"), ASKED)
def test_a_name_in_doubt_is_asked_with_the_likely_card_first(written: str, name: str) -> None:
    index = open_index("mtg")
    assert index.find(written).cards == ()
    assert index.near(written)[0].card.name == name


@pytest.mark.parametrize("written", ["Jace", "Karn", "Liliana"])
def test_a_first_name_is_asked_for_even_where_an_avatar_or_front_card_has_it(written: str) -> None:
    index = open_index("mtg")
    assert index.find(written).cards == ()
    assert all(near.card.name.startswith(written) for near in index.near(written))


def test_suggestions_are_no_more_than_asked_for_and_best_first() -> None:
    found = open_index("mtg").near("Lightning Bollt", 3)
    assert len(found) == 3
    assert [near.score for near in found] == sorted((near.score for near in found), reverse=True)
    assert all(0 <= near.score <= 1 for near in found)


# Playtest cards that differ from a tournament card by a comma, and a printed name of Wasteland.
MEANT_OTHERWISE = [
    *("Clear, the Mind", "Gather, the Townsfolk", "Glimpse, the Unthinkable", "Lava, Axe", "Rampant, Growth"),
    *("Ransack, the Lab", "Waste Land"),
]


@pytest.mark.parametrize("game", GAMES)
def test_each_catalogue_name_finds_its_own_card(game: str) -> None:
    index = open_index(game)
    other = [name for name in index.names() if index.find(name).cards != (index.card(name),)]
    # One playtest card has the printed name of a tournament card; the rest are no deck cards, called like the first
    # name of some.
    others = [card for name in other if (card := index.card(name)) and not _is_no_deck_card(card)]
    assert [card.name for card in others] == {"mtg": MEANT_OTHERWISE, "ga": []}[game]
    assert len(other) < 70


def _is_no_deck_card(card: Card) -> bool:
    return bool(card.values("kind")) or (card.has("unknown:types") and not card.printings)


@pytest.mark.parametrize("game", GAMES)
def test_each_catalogue_name_folded_finds_its_own_card(game: str) -> None:
    index = open_index(game)
    likely = generator.LIKELY[game]
    folded = {name: fold(name) for name in index.names()}
    owners: dict[str, list[str]] = {}
    for name, text in folded.items():
        owners.setdefault(text, []).append(name)
    wrong = [
        name
        for name, text in folded.items()
        if len(owners[text]) == 1 and (card := index.card(name)) and likely(card) and index.find(text).cards != (card,)
    ]
    assert wrong == []


@given(st.text(max_size=60))
def test_any_text_finds_something_or_nothing_and_never_fails(text: str) -> None:
    for game in GAMES:
        index = open_index(game)
        assert len(index.find(text).cards) >= 0
        assert len(index.near(text)) <= 5


@given(st.text(alphabet="_-/ '\"aA&.,0é\u202e\u0301", max_size=20))
def test_marks_and_blanks_never_fail(text: str) -> None:
    open_index("mtg").find(text)
    open_index("mtg").near(text)


@pytest.mark.parametrize(
    "text", ["", "   ", "\0" * 50, "x" * 10_000, "/" * 150, "// //", "a " * 90, "\ud800", "\u202e"]
)
def test_what_is_no_name_is_no_card(text: str) -> None:
    assert open_index("mtg").find(text).cards == ()


def test_a_text_longer_than_any_name_is_not_remembered() -> None:
    index = MemoryCardIndex.of("mtg", [Card("x", "mtg", "Some Card")])
    assert index.find("Some Card" + " " * LONGEST).cards == ()
    assert index._found == {}


def test_cards_given_to_an_index_are_found_in_it() -> None:
    card = Card("one", "mtg", "One // Other", ("A Third Name",))
    index = MemoryCardIndex.of("mtg", [card])
    found = {name: index.find(name).cards for name in ("one", "Other", "a third name", "one/other")}
    assert set(found.values()) == {(card,)}


def test_a_name_of_several_cards_names_all_of_them() -> None:
    cards = [Card("1", "mtg", "Left // Middle"), Card("2", "mtg", "Left // Right")]
    assert set(MemoryCardIndex.of("mtg", cards).find("left").cards) == set(cards)


def test_the_search_by_pieces_misses_no_key_within_two_edits() -> None:
    index = open_index("mtg")
    texts = index._keys.texts
    cards = generator.names_as_written(index, generator.LIKELY["mtg"])
    faults = [f for f in generator.misspellings(list(cards), 5, 0.04) if f.kind == "two-edits"]
    for fault in faults:
        written = fold(fault.written)
        every = process.extract(written, texts, scorer=OSA.distance, score_cutoff=2, limit=None)
        most = 1 if len(written) < 4 else 2
        close = {key for key, edits in index._nearest._close(written).items() if edits <= most}
        assert close == {key for _, edits, key in every if edits <= most}, fault


@cache
def tallies(game: str) -> dict[str, Tally]:
    index = open_index(game)
    cards = generator.names_as_written(index, generator.LIKELY[game])
    index.near("Warm up")
    share = 1.0 if game == "mtg" else 0.2
    return generator.measure(index, cards, generator.misspellings(list(cards), generator.SEED, share))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("kind", "least"),
    [("one-edit", 0.995), ("two-edits", 0.98)]
    + [(kind, 1.0) for kind in ("punctuation", "small-words", "order", "spaces")],
)
def test_the_right_card_comes_first(game: str, kind: str, least: float) -> None:
    tally = tallies(game)[kind]
    assert tally.right >= least, tally.missed


def test_missing_accents_are_nothing() -> None:
    assert tallies("mtg")["accents"].settled == tallies("mtg")["accents"].all


@pytest.mark.parametrize(("kind", "least"), [("last-word", 0.95), ("comma", 0.90)])
def test_the_right_card_is_among_five_for_a_cut_name(kind: str, least: float) -> None:
    tally = tallies("mtg")[kind]
    assert tally.found >= least, tally.missed


@pytest.mark.parametrize("game", GAMES)
def test_no_misspelt_name_is_taken_for_another_card(game: str) -> None:
    assert {kind: tally.wrong for kind, tally in tallies(game).items() if tally.wrong} == {}


@pytest.mark.parametrize("game", GAMES)
def test_most_single_slips_are_corrected_unasked(game: str) -> None:
    tally = tallies(game)["one-edit"]
    assert tally.settled >= 0.9 * tally.all


@pytest.mark.parametrize("game", GAMES)
def test_of_500_cards_taken_out_at_most_two_are_taken_for_another(game: str) -> None:
    accepted = generator.taken_out(game, 500, generator.SEED)
    assert len(accepted) <= 2, accepted


@pytest.mark.parametrize("game", GAMES)
def test_of_500_invented_names_none_is_taken_for_a_card(game: str) -> None:
    assert generator.accepted_inventions(game, 500, generator.SEED) == []
