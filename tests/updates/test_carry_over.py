"""An update keeps what no source tells of the cards that travel with the product."""

from __future__ import annotations

from datetime import date

from deckcheck.catalogue import open_catalogue
from deckcheck.decklist.cards import Card, Printing
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
