"""An organizer's own format in a browser: written in the form, tried, played by an event whose player is told of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lists import LEGAL
from tests.browser.story import House, Story, house_on

TITLE = "Tuesday Points"
CHEAPER = LEGAL.replace("4 Wild Ride", "3 Wild Ride").replace("11 Mountain", "12 Mountain")
TOLD = "12 points in the main deck; the limit is 11: Wild Ride 12."


@pytest.fixture(scope="module")
def house(browser: Browser, sqlite_of_a_module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_on(browser, sqlite_of_a_module, tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def story(house: House, request: pytest.FixtureRequest) -> Iterator[Story]:
    yield from Story.of(house, request.node.name)


def test_a_format_with_points(story: Story) -> None:
    page = story.screen
    page.goto(f"{story.house.origin}/organize/formats/new")
    page.get_by_label("Name", exact=True).fill(TITLE)
    page.get_by_label("Builds on", exact=True).select_option(label="Modern")
    page.get_by_label("Points", exact=True).fill("3 Wild Ride")
    page.get_by_label("Points of a deck, at most").fill("11")
    page.get_by_label("Try a list").fill(LEGAL)
    page.get_by_role("button", name="Check this list").click()
    expect(page.locator("#said")).to_contain_text("at most 11 points")
    expect(page.locator("#verdict")).to_contain_text(TOLD)
    page.get_by_role("button", name="Save format").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")

    story.set_up(TITLE)
    ada = story.join("Abara")
    story.told(ada, LEGAL, TOLD, TITLE)
    story.send(ada, CHEAPER)
