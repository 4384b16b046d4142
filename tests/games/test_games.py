"""What each game brings is sound: its sections, the words that open them, its dialects and rules."""

from __future__ import annotations

import pytest

from deckcheck.games import GAMES
from deckcheck.law.games import Game

EACH = pytest.mark.parametrize("game", [GAMES[game] for game in sorted(GAMES)], ids=sorted(GAMES))
PUBLISHED = {
    *("main", "sideboard", "commander", "companion", "material", "attractions", "stickers", "contraptions"),
    *("signature_spell", "boons", "casual", "pool"),
}
"""The sections of CONTRACT.md section 2."""


def test_the_games_are_found_by_walking() -> None:
    assert sorted(GAMES) == ["ga", "mtg"]


def test_the_games_have_the_published_sections() -> None:
    assert {section.id for game in GAMES.values() for section in game.sections} == PUBLISHED


@EACH
def test_no_word_opens_two_sections(game: Game) -> None:
    words = [*game.groups, *(word for section in game.sections for word in section.headings)]
    assert sorted(words) == sorted(set(words))


@EACH
def test_the_words_are_folded(game: Game) -> None:
    words = [*game.groups, *(word for section in game.sections for word in section.headings)]
    assert words == [" ".join(word.casefold().replace("-", " ").split()) for word in words]


@EACH
def test_cards_with_a_place_of_their_own_go_to_sections_of_the_game(game: Game) -> None:
    places = {*game.homes.values(), *game.headless.values()}
    kinds = {trait.partition(":")[0] for trait in (*game.homes, *game.headless)}
    assert places <= {section.id for section in game.sections}
    assert kinds <= game.trait_kinds


@EACH
def test_each_dialect_and_each_rule_is_there_once(game: Game) -> None:
    for ids in ([dialect.id for dialect in game.dialects], [rule.id for rule in game.rules]):
        assert sorted(ids) == sorted(set(ids))


def test_a_section_has_a_plain_title() -> None:
    assert GAMES["mtg"].section_title("signature_spell") == "Signature Spell"
    assert GAMES["ga"].section_title("elsewhere") == "elsewhere"
