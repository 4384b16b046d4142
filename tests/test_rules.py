"""Every rule over its cases in tests/rules: what it finds, where, and that the sentence is whole."""

from __future__ import annotations

import pytest

from deckcheck.catalogue import open_index
from tests.support import RuleCase, as_asked, few_cards, findings_of, invented_cards, rule_cases
from tests.tables import every_row

CASES = rule_cases()


@every_row("case", CASES, ids=lambda case: f"{case.rule.id}: {case.name}")
def test_a_rule_finds_what_its_case_says(case: RuleCase) -> None:
    told = findings_of(case)
    assert as_asked(told, case.finds) == case.finds


@every_row("case", [c for c in CASES if c.finds], ids=lambda case: f"{case.rule.id}: {case.name}")
def test_a_finding_is_a_whole_sentence_of_140_letters_at_most(case: RuleCase) -> None:
    for told in findings_of(case):
        said = str(told["says"])
        assert "{" not in said
        assert said[-1] in ".?"
        assert "  " not in said
        for name in told["cards"]:  # A card may be called what it will.
            said = said.replace(name, "Lightning Bolt")
        assert len(said) <= 140


@pytest.mark.parametrize("game", ["mtg", "ga", "pkm"])
def test_the_few_cards_are_as_the_catalogue_has_them(game: str) -> None:
    catalogue = open_index(game)
    for card in few_cards(game).cards():
        known = catalogue.card(card.name)
        if card.name in invented_cards(game):
            assert known is None, card.name
            continue
        assert known is not None, card.name
        assert card.traits <= known.traits, card.name
        assert card.copies_allowed == known.copies_allowed, card.name
        assert (card.printed_as, card.counts_as) == (known.printed_as, known.counts_as), card.name
        assert {one.name for one in card.may_be} <= {one.name for one in known.may_be}, card.name
        assert {(p.set_code, p.number) for p in card.printings} <= {(p.set_code, p.number) for p in known.printings}
