"""An update that would make the data worse is refused, and the sentence says why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from deckcheck.catalogue import cards_known, open_index
from deckcheck.catalogue.building import make_contents, read_facts
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.games import GAMES
from deckcheck.law.card_facts import Contents
from deckcheck.law.card_sources import Migration
from deckcheck.updates.plausible import Implausible, InForce, check

DAY: Final = date(2026, 11, 27)
TODAY: Final = date(2026, 11, 29)
SET: Final = CardSet("ZZZ", "Sample Set", "2026-11-20", "2026-11-13", "expansion")
NAMES: Final = [f"Card {number}" for number in range(1_000)]


def contents(names: Sequence[str], day: date = DAY, sets: Iterable[CardSet] = (SET,), also: str = "") -> Contents:
    cards = [
        Card(name.lower(), "mtg", name, (also,) if also else (), frozenset(), None, (Printing("ZZZ"),))
        for name in names
    ]
    return Contents([(card, Standing.PAPER) for card in cards], list(sets), day)


def refused(found: Contents, known_to: date = DAY, migrations: Iterable[Migration] = ()) -> str:
    with pytest.raises(Implausible) as refusal:
        check(found, InForce(NAMES, known_to), migrations, TODAY)
    return str(refusal.value)


def test_the_same_cards_and_more_are_taken() -> None:
    check(contents(NAMES), InForce(NAMES, DAY), (), TODAY)
    check(contents([*NAMES, "Another"]), InForce(NAMES, date(2026, 8, 22)), (), TODAY)


@pytest.mark.parametrize("game", ["ga", "mtg"])
def test_our_own_facts_are_plausible(game: str) -> None:
    facts = read_facts(Path(__file__).parent.parent.parent / "data" / game)
    names = [card.name for card in open_index(game).cards()]
    check(make_contents(GAMES[game], facts), InForce(names, cards_known(game)), (), TODAY)


def test_more_than_one_in_a_hundred_may_not_be_lost() -> None:
    assert refused(contents(NAMES[:989])) == "The file has 989 cards; we have 1,000. More than 1 % would be lost."
    assert "missing from the file" in refused(contents(NAMES[:990]))


def test_a_card_that_vanished_is_named() -> None:
    assert refused(contents(NAMES[1:])) == "Card 0 is missing from the file, and the source doesn't say why."
    assert refused(contents(NAMES[5:])) == (
        "Card 0, Card 1, Card 2 and 2 more are missing from the file, and the source doesn't say why."
    )


def test_a_card_that_the_source_merged_or_deleted_may_vanish() -> None:
    gone = Migration("2026-11-20", merged=False, old_id="x", name="Card 0")
    check(contents(NAMES[1:]), InForce(NAMES, DAY), [gone], TODAY)
    assert "Card 0" in refused(contents(NAMES[1:]), migrations=[gone._replace(name="Card 7")])


def test_a_card_that_has_another_name_now_did_not_vanish() -> None:
    check(contents(NAMES[1:], also="Card 0"), InForce(NAMES, DAY), (), TODAY)


def test_a_file_that_is_older_is_refused() -> None:
    assert refused(contents(NAMES, date(2026, 8, 20)), date(2026, 8, 22)) == (
        "The file is older (20 August 2026) than what is in use (22 August 2026)."
    )


def test_a_file_of_a_day_to_come_is_refused() -> None:
    check(contents(NAMES, date(2026, 11, 30)), InForce(NAMES, DAY), (), TODAY)
    assert refused(contents(NAMES, date(2026, 12, 1))) == "The file is dated 1 December 2026, which is still to come."


def test_a_card_or_set_without_a_name_is_refused() -> None:
    assert "A card has no name or id" in refused(contents([*NAMES, " "]))
    assert "A set has no code or name (ZZY)" in refused(contents(NAMES, sets=(SET, SET._replace(code="ZZY", name=""))))


def test_a_printing_in_an_unknown_set_is_refused() -> None:
    assert "Card 0 is printed in ZZZ, a set that the file does not have." in refused(contents(NAMES, sets=()))
