"""Events of Grand Archive and Pokémon played through in a browser, a community format and printed sheets among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from deckcheck.games import GAMES
from tests.browser.story import House, Story, house_on, sees
from tests.cases.test_ga_formats import FEW, deck, limited

ARCHIVE: Final = "Grand Archive"
POKEMON: Final = "Pokémon"
GA: Final = GAMES["ga"].presentation.example.rstrip().removesuffix("1 Tariff Ring").rstrip()
GA_DECK: Final = GA.partition("\n\nSideboard")[0]
PKM: Final = GAMES["pkm"].presentation.example.rstrip()
BUDEW: Final = "1 Budew ASC 16\n59 Basic Grass Energy MEE 1"


@pytest.fixture(scope="module")
def house(browser: Browser, sqlite_of_a_module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_on(browser, sqlite_of_a_module, tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def story(house: House, request: pytest.FixtureRequest) -> Iterator[Story]:
    yield from Story.of(house, request.node.name)


def test_standard_of_grand_archive(story: Story) -> None:
    story.set_up("Grand Archive Standard", game=ARCHIVE)
    ada = story.join("Abara")
    wrong = GAMES["ga"].presentation.example.rstrip()
    story.told(ada, wrong, "2 copies of Tariff Ring; the limit is 1.", "GA-TRG Sideboarding")
    story.send(ada, GA)
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")
    story.publish()
    sees(story.house.page(), f"{story.address}/lists/1", "Manaflare Barrage", "Grand Archive Standard")


def test_pantheon(story: Story) -> None:
    story.set_up("Grand Archive Pantheon", game=ARCHIVE, playoff="none")
    ada = story.join("Abara")
    story.told(ada, deck(boons=("Lesser Boon of Agni",)).rstrip(), "Greater Boon", "GA-TRG Pantheon")
    story.send(ada, deck().rstrip())
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")
    (sheet,) = story.sheets()
    assert "Lesser Boon of Agni" in sheet


def test_team_standard_of_grand_archive(story: Story) -> None:
    story.set_up("Grand Archive Standard", game=ARCHIVE, team_size="3")
    ada, bo = story.join("Abara"), story.join("Berg")
    story.put_into_team("Red", 1, 2)
    story.told(ada, GA, "this format has none", "GA-TRG Team Standard")
    story.send(ada, GA_DECK)
    story.told(bo, GA_DECK, "Tariff Ring is also in the deck of seat A", "GA-TRG Team Standard")


@pytest.mark.parametrize("format", ["Sealed", "Draft"])
def test_limited_of_grand_archive(story: Story, format: str) -> None:
    story.set_up(f"Grand Archive {format}", game=ARCHIVE, playoff="none")
    ada = story.join("Abara")
    story.told(ada, limited("Drawn Blade").rstrip(), "level 0", "GA-CR")
    story.send(ada, limited(*FEW).rstrip())
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")


@pytest.mark.parametrize(
    ("format", "wrong", "right", "told"),
    [
        ("Pokémon Standard", PKM.replace("1 Budew", "2 Budew"), PKM, ("61 cards", "PKM-R Deck Building")),
        (
            "Pokémon Expanded",
            BUDEW.replace("1 Budew", "5 Budew").replace("59", "55"),
            BUDEW,
            ("5 copies", "PKM-R Deck Building"),
        ),
        ("Gym Leader Challenge", BUDEW.replace("1 B", "2 B").replace("59", "58"), BUDEW, ("2 copies", "GLC Deck")),
    ],
    ids=["standard", "expanded", "glc"],
)
def test_pokemon(story: Story, format: str, wrong: str, right: str, told: tuple[str, ...]) -> None:
    """Players pick their age division; the sheet has it with their player ID, and no date of birth."""
    story.set_up(format, game=POKEMON, playoff="none")
    ada = story.join("Abara", external="4711", division="senior")
    story.told(ada, wrong, *told)
    story.send(ada, right)
    story.check_in()
    story.shut()
    story.publish()
    sees(story.house.page(), f"{story.address}/lists/1", "Budew", format)
    (sheet,) = story.sheets()
    for words in ("Abara", "4711", "Senior", "Budew", "ASC", "16", format):
        assert words in sheet
