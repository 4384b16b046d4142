"""No tap on the check page changes how many cards a line states, and what is not certain is not shown as wrong."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.web.pages import press, send

SHAPES = (
    *("1. 4 {}", "4. {}", ">> 4 {}", "4,{}", "{} - 4", "{} ... 4", "{} [4]", "④ {}", "4 [[{}]]", "SB: 4. {}", "{} x4"),
    *("1 4 {}", "{} 4", "4/4 {}", "Four {}", "4 {}, 4 Shock", "{}"),
)


def stated(text: str) -> list[tuple[int, str]]:
    """What the first line states: its count, and why that is in doubt."""
    lines = [line for line in read_list(text, GAMES["mtg"]).lines if line.kind is LineKind.CARD]
    return [(line.count, line.reason) for line in lines[:1]]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tap_on_a_suggestion_leaves_the_count(client: FlaskClient, shape: str) -> None:
    text = f"{shape.format('Jace')}\n52 Island\n4 Opt"
    page = send(client, text=text, format="modern")
    for pick in page.having("pick"):
        picked = press(client, page, pick.text).list_text
        assert stated(picked) == stated(text)
        assert picked.split("\n")[1:] == text.split("\n")[1:]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_name_that_is_typed_leaves_the_count(client: FlaskClient, shape: str) -> None:
    text = f"{shape.format('Jace')}\n52 Island\n4 Opt"
    page = send(client, text=text, format="modern")
    if any(e.attrs.get("name") == "other-1" for e in page.by_id("check").inside):
        named = press(client, page, "Use this name", **{"other-1": "Wild Ride"}).list_text
        assert stated(named) == stated(text)


def test_a_count_that_is_asked_for_is_one_tap(client: FlaskClient) -> None:
    page = send(client, text="1 4 Lightning Bolt\n56 Mountain", format="modern")
    assert page.verdict().startswith("Needs an answer")
    written = press(client, page, "Write 4 Lightning Bolt in line 1")
    assert written.list_text == "4 Lightning Bolt\n56 Mountain"
    assert written.verdict().startswith("Legal")


def test_a_size_in_doubt_is_not_shown_as_wrong(client: FlaskClient) -> None:
    text = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain"
    page = send(client, text=f"{text}\n\nThanks for organizing!", format="commander")
    assert page.verdict().startswith("Needs an answer")
    assert not page.having("illegal")
    certain = send(client, text=f"{text}\n1 Shock\n\nThanks for organizing!", format="commander")
    assert certain.verdict().startswith("Illegal")
