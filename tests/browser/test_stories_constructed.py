"""Constructed events played through in a browser: open, Commander, Two-Headed Giant, unified teams, days long past."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lists import LEGAL
from tests.browser.story import House, Story, house_on, sees

BOLTS, OPTS = "4 Lightning Bolt\n56 Mountain", "4 Opt\n56 Island"
BOTH = "4 Opt\n4 Lightning Bolt\n52 Island"
KRENKO = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain"
LURRUS = "Companion\n1 Lurrus of the Dream-Den\n\nDeck\n"


@pytest.fixture(scope="module")
def house(browser: Browser, sqlite_of_a_module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_on(browser, sqlite_of_a_module, tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def story(house: House, request: pytest.FixtureRequest) -> Iterator[Story]:
    yield from Story.of(house, request.node.name)


def test_an_open_event(story: Story) -> None:
    story.set_up("Modern")
    ada = story.join("Abara")
    story.told(ada, LEGAL.replace("11 Mountain", "10 Mountain"), "you need at least 60", "MTR 6.1")
    story.send(ada, LEGAL)
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")
    story.publish()
    sees(story.house.page(), f"{story.address}/lists/1", "Monstrous Rage", "Modern")
    (sheet,) = story.sheets()
    assert "Abara" in sheet


def test_a_commander_pod(story: Story) -> None:
    story.set_up("Commander", level="regular", playoff="none")
    story.setting("single games")
    ada = story.join("Abara")
    wrong = KRENKO.replace("99 Mountain", "98 Mountain\n1 Opt")
    story.told(ada, wrong, "Opt (U) is outside the colours of the commander (R).", "CR 903.5c")
    story.send(ada, KRENKO)
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Abara")
    (sheet,) = story.sheets()
    assert "Krenko, Mob Boss" in sheet


def test_two_headed_giant(story: Story) -> None:
    story.set_up("Legacy", team_size="2")
    story.setting("teams of 2")
    ada, bo = story.join("Abara"), story.join("Berg")
    story.put_into_team("Red", 1, 2)
    story.told(ada, BOLTS + "\n\nSideboard\n1 Opt", "1 card in the sideboard; this format has none.", "MTR 9.5")
    story.write(ada, LURRUS + BOLTS)
    story.said(ada, "ask the head judge if a companion may be used", "MTR 3.15")
    story.send(ada, BOLTS)
    story.told(bo, BOTH, "Lightning Bolt is also in the deck of seat A", "MTR 9.5")
    story.send(bo, OPTS)
    story.check_in()
    story.shut()
    assert len(story.sheets()) == 2


def test_unified_teams(story: Story) -> None:
    story.set_up("Modern", team_size="3")
    ada, bo = story.join("Abara"), story.join("Berg")
    story.put_into_team("Red", 1, 2)
    story.send(ada, BOLTS)
    story.told(bo, BOTH, "Lightning Bolt is also in the deck of seat A", "MTR 8.4")
    story.send(bo, OPTS)
    judge = story.appoint_a_judge()
    story.check_in()
    story.shut()
    story.check_a_deck(judge, "Berg")
    story.publish()
    sees(story.house.page(), f"{story.address}/lists", "Abara", "Berg")


def test_an_event_of_long_ago(story: Story) -> None:
    """Lists of a past day are judged by its law, which their page says; they are taken today."""
    story.set_up("Extended", day="1 Feb 2006", over=True, deadline_day="13 june", deadline_time="23:30")
    ada = story.join("Abara")
    expect(ada.locator("main")).to_contain_text("Wed 1 February 2006")
    banned = "Skullclamp has been banned in Extended since 20 September 2004."
    story.told(ada, "4 Skullclamp\n56 Swamp", banned, "MTR 6.2")
    story.told(ada, "4 Lightning Bolt\n56 Swamp", "Lightning Bolt is not in Extended on 1 February 2006")
    story.send(ada, "4 Duress\n56 Swamp")


def test_a_list_is_checked_as_of_a_day(story: Story) -> None:
    """The same on the check page, for whoever holds no event."""
    phone = story.house.page()
    phone.goto(f"{story.house.origin}/check?format=extended&on=2006-02-01")
    expect(phone.locator("#setting")).to_contain_text("Extended on Wed 1 February 2006")
    phone.fill("#text", "4 Duress\n56 Swamp")
    expect(phone.locator("#verdict .word")).to_contain_text("Legal in Extended")
    phone.locator("#settings > summary").tap()
    phone.get_by_label("Day", exact=True).fill("2008-10-03")
    expect(phone.locator("#setting")).to_contain_text("Fri 3 October 2008")
    expect(phone.locator("#result .sheet").first).to_contain_text("Duress is not in Extended on 3 October 2008")
