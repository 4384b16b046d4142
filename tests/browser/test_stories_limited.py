"""Limited events played through in a browser: sealed with pools, drafts, decks that change, Two-Headed Giant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.story import House, Story, house_on, sees

ELVES, WITH_BOLT = "23 Llanowar Elves\n17 Forest", "22 Llanowar Elves\n1 Lightning Bolt\n17 Forest"
SHORT = "22 Llanowar Elves\n17 Forest"
KRENKO = "Commander\n1 Krenko, Mob Boss\n\nDeck\n3 Lightning Bolt\n56 Mountain"


@pytest.fixture(scope="module")
def house(browser: Browser, sqlite_of_a_module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_on(browser, sqlite_of_a_module, tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def story(house: House, request: pytest.FixtureRequest) -> Iterator[Story]:
    yield from Story.of(house, request.node.name)


def test_sealed_with_registered_pools(story: Story) -> None:
    story.set_up("Sealed Deck", playoff="none")
    story.register_pools("FDN")
    ada = story.join("Abara")
    story.count_pool(ada, "227x23", 23)
    story.told(ada, WITH_BOLT, "Lightning Bolt", "MTR 7.2")
    story.send(ada, ELVES)
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")
    (sheet,) = story.sheets()
    assert "Llanowar Elves" in sheet


def test_a_booster_draft(story: Story) -> None:
    story.set_up("Booster Draft", level="regular")
    ada = story.join("Abara")
    story.told(ada, SHORT, "39 cards in the main deck; you need at least 40.", "MTR 7.1")
    story.send(ada, ELVES)
    story.check_in()
    story.shut()
    story.publish()
    sees(story.house.page(), f"{story.address}/lists/1", "Llanowar Elves", "Booster Draft")


def test_a_team_draft(story: Story) -> None:
    """Rochester and other team drafts: each player has a pool of their own."""
    story.set_up("Booster Draft", team_size="3")
    story.register_pools("FDN")
    ada, bo = story.join("Abara"), story.join("Berg")
    story.put_into_team("Red", 1, 2)
    story.count_pool(ada, "227x23", 23)
    story.count_pool(bo, "227x22", 22)
    story.send(ada, ELVES)
    story.told(bo, ELVES, "Llanowar Elves", "MTR 7.2")
    story.send(bo, SHORT + "\n1 Forest")


def test_a_commander_draft(story: Story) -> None:
    story.set_up("Commander Booster Draft", level="regular", playoff="none")
    story.register_pools("CMM")
    ada = story.join("Abara")
    story.told(ada, KRENKO.replace("56", "55"), "59 cards", "CR 903.13f")
    story.send(ada, KRENKO)
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")


def test_two_headed_giant_sealed(story: Story) -> None:
    story.set_up("Two-Headed Giant Limited", team_size="2", playoff="none")
    story.register_pools("FDN")
    ada, bo = story.join("Abara"), story.join("Berg")
    story.put_into_team("Red", 1, 2)
    story.count_pool(ada, "227x45", 45)
    story.send(ada, ELVES)
    story.told(bo, ELVES, "Llanowar Elves", "MTR 9.6")
    story.send(bo, SHORT + "\n1 Forest")
    story.check_in()
    story.shut()
    assert len(story.sheets()) == 2


@pytest.mark.parametrize("chosen", ["allowed", "refused"])
def test_decks_that_change(story: Story, chosen: str) -> None:
    """What the organizer chooses against the document is told to players; compare goes by it before game 1."""
    allowed = chosen == "allowed"
    level = "competitive" if allowed else "regular"
    story.set_up("Sealed Deck", continuous=chosen, level=level, playoff="none")
    ada = story.join("Abara")
    told = "Here you may change your deck between matches" if allowed else "Decks stay as registered here"
    expect(ada.locator("main")).to_contain_text(told)
    expect(ada.locator("main")).to_contain_text("MTR 7.3")
    story.send(ada, ELVES + "\n\nSideboard\n1 Giant Growth")
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.begin_a_check(judge, "Abara")
    changed = SHORT + "\n1 Giant Growth\n\nSideboard\n1 Llanowar Elves"
    story.compared(judge, changed, "Matches the list" if allowed else "Differs")
