"""What is said of a card alone is what a list with the card is told."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from deckcheck.law.legality import Day
from deckcheck.lists.list_checks import Terms
from deckcheck.publication.card_facts import OF_ONE_CARD, standing, standings
from tests.legal_lists import all_cards
from tests.sheets import Sheet
from tests.verdicts import errors, the_desk, verdict_on

FORMATS = ("standard", "pioneer", "modern", "legacy", "vintage", "pauper", "premodern", "historic", "timeless")
TURNED_AROUND = frozenset({"kind:attraction", "kind:sticker"})
"""Cards that no list holds in its main deck."""


@pytest.mark.parametrize("format", FORMATS)
def test_a_cards_standing_is_that_of_a_list_with_it(format: str) -> None:
    rng = Random(format)
    desk, on = the_desk(), date(rng.randint(2019, 2026), rng.randint(1, 8), 1)
    fmt = desk.reference.format(format)
    book = desk.reference.rulebook(format, Day(on, fmt.platforms()[0]))
    for card in rng.sample(all_cards("mtg"), 60):
        if TURNED_AROUND & card.traits or desk.index("mtg").find(card.name).cards != (card,):
            continue
        found = standing(card, book)
        sheet = Sheet(card.name, Terms(format, on), {"main": {card.name: 1, "Mountain": 60}})
        rules = {p["rule"] for p in errors(verdict_on(sheet.text(), sheet.terms))} & OF_ONE_CARD
        assert bool(rules) is (found.word not in {"legal", "restricted", "unclear"}), (card.name, found, rules)
        assert not rules or found.word in {*rules, *_statuses(found.word)}


def _statuses(word: str) -> set[str]:
    """Statuses that are told under the rule of bans."""
    return {word} if word.startswith(("banned", "conjure", "specialise")) else set()


def test_a_card_has_a_standing_in_every_format_of_its_game() -> None:
    desk = the_desk()
    for game in desk.reference.games:
        card = all_cards(game)[-1]
        found = {row.format for row in standings(card, desk, date(2026, 8, 1))}
        formats = [fmt for fmt in desk.reference.formats.values() if fmt.game == game]
        assert found <= {fmt.id for fmt in formats}
        assert found >= {fmt.id for fmt in formats if fmt.is_played(date(2026, 8, 1)) and not fmt.is_retired()}


def test_a_card_newer_than_our_data_is_no_matter_of_age_where_any_card_may_be_opened() -> None:
    desk = the_desk()
    (card,) = desk.index("mtg").find("Captain James T. Kirk").cards
    rows = {row.format: row for row in standings(card, desk, date(2026, 11, 28))}
    assert (rows["limited-sealed"].words, rows["limited-sealed"].age) == ("legal", "")
    assert rows["standard"].words == "can't tell yet"
    assert rows["standard"].age.endswith("Our Standard data end on 22 August 2026.")
