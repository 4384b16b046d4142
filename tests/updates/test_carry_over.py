"""An update keeps what no source tells of the cards that travel with the product."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from deckcheck.catalogue import Catalogue, open_catalogue
from deckcheck.catalogue.building import make_contents, pack_contents, read_facts
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.games import GAMES
from deckcheck.law.card_facts import Contents
from deckcheck.updates.carry_over import carry_over

DAY = date(2027, 1, 1)


def carried(name: str, *traits: str, printings: tuple[Printing, ...] = ()) -> Card:
    package = open_catalogue("mtg")
    told = Card("told", "mtg", name, (), frozenset(traits), None, printings)
    made = carry_over(Contents([(told, Standing.PAPER)], [], DAY), package, GAMES["mtg"].kept_kinds)
    return made.cards[0][0]


def test_words_that_were_found_by_hand_go_before_those_of_a_source() -> None:
    card = carried("The Everforger", "relaxes-identity:what its own text says", "type:Creature")
    assert card.value("relaxes-identity").startswith("artifact creature and Equipment")
    assert len(card.values("relaxes-identity")) == 1
    assert card.has("type:Creature")


def test_other_traits_are_the_sources() -> None:
    assert carried("Lightning Bolt", "type:Sorcery").traits == {"type:Sorcery"}


def test_a_card_that_is_not_known_is_as_it_is_told() -> None:
    assert carried("Example Badger", "relaxes-size:what its own text says").value("relaxes-size")


def test_rarities_are_kept_where_none_are_told() -> None:
    card = carried("Lightning Bolt", printings=(Printing("LEA"), Printing("ZZZ"), Printing("2ED", "R")))
    assert card.printings == (Printing("LEA", "C"), Printing("ZZZ"), Printing("2ED", "R"))


def told(card: Card, *sets: CardSet) -> Contents:
    return Contents([(card, Standing.PAPER)], list(sets), DAY)


def known(game: str, *, own_days: bool = False, also: bool = False) -> Card:
    """A card that travels with the product, of a kind."""
    index = open_catalogue(game).index
    return next(
        card
        for card in filter(None, map(index.card, index.names()))
        if card.printings
        and (not own_days or any(printing.earliest for printing in card.printings))
        and (not also or card.also_known_as)
    )


@pytest.mark.parametrize("game", ["ga", "mtg"])
def test_our_own_facts_stay_what_they_are(game: str) -> None:
    """Nothing is carried over that is there already."""
    package = open_catalogue(game)
    facts = read_facts(Path(__file__).parent.parent.parent / "data" / game)
    contents = carry_over(make_contents(GAMES[game], facts), package, GAMES[game].kept_kinds)
    assert sorted(card.name for card, _ in contents.cards) == sorted(package.index.names())
    for card, _ in contents.cards:
        kept = package.index.card(card.name)
        assert kept is not None
        assert (card.traits, card.printings, card.also_known_as) == (kept.traits, kept.printings, kept.also_known_as)
    assert {one.code: one for one in contents.sets} == dict(package.sets)


def test_a_printings_own_day_stays() -> None:
    card = known("ga", own_days=True)
    bare = replace(card, printings=tuple(Printing(*printing[:3]) for printing in card.printings))
    assert carry_over(told(bare), open_catalogue("ga")).cards[0][0].printings == card.printings


def test_a_set_that_was_out_keeps_its_day_and_one_that_is_to_come_does_not() -> None:
    package = open_catalogue("ga")
    past = next(found for found in package.sets.values() if found.release <= package.known_to.isoformat())
    new = CardSet("TMR", "Set of Tomorrow", "2031-01-01", "2031-01-01", "expansion")
    contents = carry_over(told(known("ga"), past._replace(release="2020-01-01"), new), package)
    sets = {found.code: found for found in contents.sets}
    assert (sets[past.code], sets["TMR"]) == (past, new)


def test_a_name_in_another_script_goes_on_meaning_its_card() -> None:
    package = open_catalogue("ga")
    name, meant = next((name, meant) for name, meant in package.unofficial.items() if len(meant) == 1)
    card = replace(known("ga"), name=meant[0])
    assert carry_over(told(card), package).unofficial[name] == [card.name]
    assert name not in carry_over(told(replace(card, name="Another")), package).unofficial


def test_an_other_name_is_dropped_once_it_is_a_cards_own() -> None:
    package = open_catalogue("mtg")
    card = known("mtg", also=True)
    bare = replace(card, also_known_as=())
    other = replace(bare, name=card.also_known_as[0])
    assert other.name in carry_over(told(bare), package).cards[0][0].also_known_as
    both = Contents([(bare, Standing.PAPER), (other, Standing.PAPER)], [], DAY)
    assert other.name not in carry_over(both, package).cards[0][0].also_known_as


def test_names_in_other_languages_are_those_of_the_source_and_of_the_package_together() -> None:
    package = open_catalogue("mtg")
    bolt = package.index.card("Lightning Bolt")
    assert bolt is not None
    new = Card("badger", "mtg", "Example Badger")
    told_names = {"Example Badger": {"de": ["Beispieldachs"]}, "Lightning Bolt": {"fr": ["Éclair d'exemple"]}}
    cards = [(bolt, Standing.PAPER), (new, Standing.PAPER)]
    packed = pack_contents(carry_over(Contents(cards, [], DAY, foreign=told_names), package))
    index = Catalogue("mtg", packed).index
    read = {
        name: [c.name for c in index.find(name).cards] for name in ("beispieldachs", "ECLAIR D'EXEMPLE", "稲妻", "島")
    }
    assert read == {
        "beispieldachs": ["Example Badger"],
        "ECLAIR D'EXEMPLE": ["Lightning Bolt"],
        "稲妻": ["Lightning Bolt"],
        "島": [],
    }


def test_nicknames_and_what_is_played_go_on() -> None:
    package = open_catalogue("mtg")
    bolt = package.index.card("Lightning Bolt")
    assert bolt is not None
    index = Catalogue("mtg", pack_contents(carry_over(told(bolt), package))).index
    assert index.called("Bolt") == (index.card("Lightning Bolt"),)
    assert index.called("Goyf") == ()
    assert index.played("modern", 2026).shares == {
        "Lightning Bolt": package.index.played("modern", 2026).shares["Lightning Bolt"]
    }
