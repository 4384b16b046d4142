"""What each game brings is sound: its sections, the words that open them, its dialects and rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import games
from deckcheck.catalogue.reference import find_root
from deckcheck.games import GAMES
from deckcheck.law.games import Game
from deckcheck.publication.exports.shape import list_forms, shapes
from deckcheck.verdict.layout import ORDERS

EACH = pytest.mark.parametrize("game", [GAMES[game] for game in sorted(GAMES)], ids=sorted(GAMES))
PUBLISHED = {
    *("main", "sideboard", "commander", "companion", "material", "attractions", "stickers", "contraptions"),
    *("signature_spell", "boons", "casual", "pool"),
}
"""The sections of CONTRACT.md section 2."""


def test_the_games_are_found_by_walking() -> None:
    assert {"ga", "mtg"} <= set(GAMES)


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


def test_no_line_of_the_product_outside_games_names_one() -> None:
    """What differs between games is asked of the game itself; its id is in its own package and in data alone."""
    product = Path(games.__file__).parents[1]
    files = [file for ending in ("py", "js") for file in product.rglob(f"*.{ending}")]
    files += (find_root() / "templates").rglob("*.html")
    named = re.compile(rf"(?<![A-Za-z])({'|'.join(GAMES)}|{'|'.join(f'_?{name.upper()}_' for name in GAMES)})(?![a-z])")
    found = [
        f"{file.relative_to(product.parent)}:{number}: {line.strip()}"
        for file in sorted(files)
        if not file.is_relative_to(product / "games") and "vendor" not in file.parts
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == [], "\n".join(found)


@EACH
def test_a_game_says_how_it_looks(game: Game) -> None:
    look = game.presentation
    sections = {section.id for section in game.sections}
    told = {*look.by_name, *look.piled, *look.columns, *look.played, *(section for section, _ in look.curves)}
    told |= {section for _, parts in look.totals for section in parts} | {
        part for parts in look.decks for part in parts
    }
    told |= {section for section, _ in (*look.blank, *look.blank_led)} | {
        part for parts in look.beside for part in parts
    }
    assert told <= sections == set(look.sheet)
    assert set(look.titles) <= set(ORDERS)
    assert list(list_forms(game)) == [*look.texts, *look.files]
    assert set(look.exports) <= set(shapes(game))
    assert {trait.partition(":")[0] for trait in (*look.places, look.alike_by, look.value)} <= game.trait_kinds
    assert look.example
