"""The pages of pools without a script: anybody's, the player's across the table, the staff's, a stage's fields."""

from __future__ import annotations

from typing import Any, Final

import pytest
from apiflask import APIFlask
from flask import Flask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.lists.editor import draft_of
from deckcheck.pools.countings import count_of
from deckcheck.pools.views import see_pool
from deckcheck.web import create_app
from deckcheck.web.pages.check.pool_page import read_pool
from tests.events import Made, make_event
from tests.pools import assign, by_hand, counts, hand_over, sealed_event, set_pools
from tests.web.pages import Element, Page
from tests.web.visitors import player, sign_in_as

FDN: Final = "mtg:FDN"
E: Final = "/e/northern-open"


@pytest.fixture
def served(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return sealed_event(one_desk, players=2, size=5)


def fields(page: Page) -> dict[str, Any]:
    """What the form of the page sends, without a button."""
    sent: dict[str, Any] = {}
    for e in page.by_id("pool").inside:
        name = e.attrs.get("name", "")
        if e.tag == "input" and name:
            sent.setdefault(name, []).append(e.attrs.get("value", ""))
        elif e.tag == "textarea":
            sent[name] = "".join(e.texts).removeprefix("\n")
    return sent


def press(client: FlaskClient, page: Page, do: str = "count", **typed: str) -> Page:
    """Send the page's form by one of its buttons."""
    path = page.by_id("pool").attrs["action"]
    return Page(client.post(path, data={**fields(page), **typed, "do": do}))


def total(page: Page) -> str:
    return page.by_id("total").text


def counted(page: Page) -> dict[str, str]:
    """The rows that hold a card."""
    found = (e for e in page.all if e.attrs.get("name", "").startswith("n:") and e.attrs.get("value"))
    return {e.attrs["name"].partition("/")[2]: e.attrs["value"] for e in found}


def button(page: Page, words: str) -> Element:
    return next(e for e in page.all if e.tag == "button" and e.text == words)


def player_at(app: Flask, desk: App, made: Made, number: int) -> FlaskClient:
    return player(app, desk, made.entries[number - 1])


def test_a_pool_is_counted_by_numbers_and_names(client: FlaskClient) -> None:
    page = press(client, Page(client.get(f"/pool?set={FDN}")), add="1 2x2\nShivan Dragon\n3 Lightning Bolt")
    assert total(page) == "7"
    bolts = {"Lightning Bolt": "3"}
    assert counted(page) == {"Sire of Seven Deaths": "1", "Arahbo, the First Fang": "2", "Shivan Dragon": "1", **bolts}
    page = press(client, page, "one:FDN/Shivan Dragon")
    page = press(client, page, "less:FDN/Sire of Seven Deaths")
    assert counted(page) == {"Arahbo, the First Fang": "2", "Shivan Dragon": "2", **bolts}


def test_what_is_not_read_stays_in_the_field_until_a_name_is_picked(client: FlaskClient) -> None:
    page = press(client, Page(client.get(f"/pool?set={FDN}")), add="12\n2 Shivn Dragn\n999")
    assert fields(page)["add"] == "2 Shivn Dragn\n999"
    assert "No card is called so." in page.by_id("unread").text
    page = press(client, page, button(page, "Shivan Dragon").attrs["value"])
    assert (counted(page)["Shivan Dragon"], fields(page)["add"]) == ("2", "999")
    page = press(client, page, add="", **{"n:FDN/Felidar Savior": "x"})
    assert fields(page)["add"] == "x Felidar Savior"


def test_a_pool_ends_as_a_list_that_the_check_takes_and_counting_goes_on_from(client: FlaskClient) -> None:
    page = press(client, Page(client.get(f"/pool?set={FDN}")), "next", add="12 12\nShivan Dragon")
    text = "".join(page.by_id("written").texts).strip()
    assert text == "Pool\n2 Felidar Savior (FDN) 12\n1 Shivan Dragon (FDN) 206"
    answer = Page(client.post("/check", data={"format": "limited-sealed", "text": text}))
    assert answer.by_id("sec-pool").text == "Pool 3"
    again = Page(client.post("/pool", data={"set": FDN, "text": text, "do": "count"}))
    assert counted(again) == {"Felidar Savior": "2", "Shivan Dragon": "1"}


def test_nothing_counted_and_sets_that_are_none_are_told(client: FlaskClient) -> None:
    page = press(client, Page(client.get(f"/pool?set={FDN}")), "next")
    assert page.by_id("refused").text == "Count a card first."
    for query in ("set=mtg:NONE", "set=mtg:FDN&set=ga:ALC", "set=chess:FDN"):
        assert client.get(f"/pool?{query}").status_code == 422
    assert client.get("/pool").status_code == 200


def test_the_script_is_told_what_a_text_means(client: FlaskClient) -> None:
    told = client.post("/pool/read", data={"set": FDN, "text": "FDN 12\nShivn Dragn"}).get_json()
    assert told["rows"] == [{"key": "FDN/Felidar Savior", "name": "Felidar Savior", "number": "12", "n": 1}]
    assert [(text, near[0]) for text, _, near in told["unread"]] == [("Shivn Dragn", "Shivan Dragon")]


def test_names_are_those_of_the_opened_set_and_what_was_read_differently_is_said(client: FlaskClient) -> None:
    page = press(client, Page(client.get(f"/pool?set={FDN}")), add="Burst Lightnin\nSavior\nMoutain")
    assert counted(page) == {"Burst Lightning": "1"}
    assert page.by_id("told").text == "“Burst Lightnin” is read as Burst Lightning."
    assert button(page, "Felidar Savior").attrs["value"] == "instead:0:Felidar Savior"
    assert button(page, "Mountain").attrs["value"] == "instead:1:Mountain"
    told = client.post("/pool/read", data={"set": FDN, "text": "Loot\nSavior"}).get_json()
    assert [row["name"] for row in told["rows"]] == ["Loot, Exuberant Explorer"]
    assert told["told"] == ["“Loot” is read as Loot, Exuberant Explorer."]
    assert [near[0] for _, _, near in told["unread"]] == ["Felidar Savior"]


def test_the_counting_screen_is_light(client: FlaskClient) -> None:
    packed = {"Accept-Encoding": "gzip"}
    page = client.get(f"/pool?set={FDN}", headers=packed)
    script = client.get("/static/pool.js", headers=packed)
    assert len(page.data) < 20_000
    assert len(script.data) < 5_500


def test_every_card_of_a_set_is_read_again_as_the_page_writes_it(desk: App) -> None:
    for game, code in (("mtg", "FDN"), ("mtg", "DMR"), ("ga", "ALC"), ("ga", "DOA 1st")):
        of_set = desk.set_list(game, code)
        assert of_set is not None
        first = read_pool("\n".join(f"2 {card.name}" for card in of_set.cards), (of_set,), game, desk)
        again = read_pool(first.text, (of_set,), game, desk)
        assert [row.key for row in again.rows] == [f"{code}/{card.name}" for card in of_set.cards]
        assert (again.total, again.unread) == (2 * len(of_set.cards), ())


def test_a_pool_is_kept_reviewed_and_handed_over(one_desk: App, served: APIFlask, made: Made) -> None:
    assign(one_desk, made)
    client = player_at(served, one_desk, made, 1)
    page = press(client, Page(client.get(f"{E}/pool/2")), add="12 12 206")
    assert (total(page), page.by_id("slot-words").text) == ("3", "Saved 09:00")
    counting = count_of(made.as_person(0), made.slug, 2, "", one_desk)
    assert counting.text == "2 Felidar Savior (FDN) 12\n1 Shivan Dragon (FDN) 206"
    page = press(client, page, "next", add="nonsense of a name")
    assert fields(page)["add"] == "nonsense of a name"
    answer = client.post(f"{E}/pool/2", data={**fields(page), "add": "", "do": "next"})
    assert answer.headers["Location"] == f"{E}/pool/2/review?stage=swiss"
    review = Page(client.get(answer.headers["Location"]))
    assert "3 cards; 5 expected." in page_text(review)
    text = next("".join(e.texts) for e in review.all if e.attrs.get("name") == "text").strip()
    done = client.post(f"{E}/pool/2/review", data={"stage": "swiss", "key": "k" * 20, "text": text})
    assert "The pool of Per Dahl is handed over." in page_text(Page(client.get(done.headers["Location"])))
    pool = see_pool(one_desk, made.as_person(1), made.slug, 2)
    assert [(card.count, card.name) for card in pool.cards] == [(2, "Felidar Savior"), (1, "Shivan Dragon")]
    assert client.get(f"{E}/pool/2").headers["Location"] == f"{E}/pool"


def page_text(page: Page) -> str:
    return next(e for e in page.all if e.tag == "main").text


def test_another_device_is_shown_and_one_of_both_goes_on(one_desk: App, served: APIFlask, made: Made) -> None:
    assign(one_desk, made)
    client = player_at(served, one_desk, made, 1)
    page = press(client, Page(client.get(f"{E}/pool/2")), add="12")
    counts(one_desk, made, 2, "206x3", by=1, tab="another")
    late = press(client, page, add="45")
    assert late.response.status_code == 409
    assert "There: 3 cards. Here: 2." in late.by_id("conflict").text
    mine = press(client, late, late.by_id("mine").attrs["value"])
    assert (mine.response.status_code, total(mine)) == (200, "2")
    counts(one_desk, made, 2, "206x3", by=1, tab="another")
    answer = client.post(f"{E}/pool/2", data={**fields(mine), "add": "7", "do": "theirs"})
    assert total(Page(client.get(answer.headers["Location"]))) == "3"
    json = {"Accept": "application/json"}
    told = client.post(f"{E}/pool/2", data={"text": "1", "version": "1", "tab": "third"}, headers=json).get_json()
    assert told["theirs"]["counts"] == {"FDN/Shivan Dragon": 3}


def test_a_deck_is_built_from_what_the_list_plays_already(one_desk: App, served: APIFlask, made: Made) -> None:
    by_hand(one_desk, made, (1, 2))
    hand_over(one_desk, made, 1, "12x2 206", confirmed=True)
    client = player_at(served, one_desk, made, 1)
    client.post(f"{E}/my", data={"text": "1 Felidar Savior\n2 Lightning Bolt\n3 Plains", "stage": "swiss"})
    page = Page(client.get(f"{E}/pool/deck"))
    assert counted(page) == {"Felidar Savior": "1", "Plains": "3"}
    assert "Lightning Bolt" in page_text(page)
    answer = client.post(f"{E}/pool/deck", data={**fields(page), "n:/Felidar Savior": "2", "do": "next"})
    assert answer.headers["Location"].startswith(f"{E}/my")
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).text == "2 Felidar Savior\n3 Plains"


def test_a_scorekeeper_enters_a_pool_and_a_judge_corrects_it_with_a_reason(
    one_desk: App, served: APIFlask, made: Made
) -> None:
    by_hand(one_desk, made, (1, 2))
    keeper = sign_in_as(served, one_desk, made.accounts["scorekeeper"])
    table = Page(keeper.get(f"{E}/pools"))
    assert "0 of 2 pools are in. 1 has nobody who counts yet." in page_text(table)
    review = press(keeper, Page(keeper.get(f"{E}/pools/1/count")), "next", add="12 206")
    assert send_review(keeper, review, 1).headers["Location"] == f"{E}/pools?stage=swiss&done=1"
    assert keeper.get(f"{E}/pools/1").status_code in {403, 404}
    judge = sign_in_as(served, one_desk, made.accounts["judge"])
    review = press(judge, Page(judge.get(f"{E}/pools/1/count")), "next", add="45")
    assert send_review(judge, review, 1).status_code == 422
    assert send_review(judge, review, 1, reason="It lay under the box.").status_code == 303
    shown = page_text(Page(judge.get(f"{E}/pools/1")))
    assert "It lay under the box." in shown
    assert "3 cards; 5 expected." in shown
    judge.post(f"{E}/pools/1/confirm", data={"stage": "swiss"})
    assert see_pool(one_desk, made.as_person(0), made.slug, 1).state == "confirmed"


def send_review(client: FlaskClient, review: Page, number: int, **more: str) -> Any:
    """Send the form of a review by staff."""
    names = ("stage", "key", "version")
    sent = {e.attrs["name"]: e.attrs["value"] for e in review.all if e.attrs.get("name") in names}
    text = next("".join(e.texts) for e in review.all if e.attrs.get("name") == "text")
    return client.post(f"{E}/pools/{number}/register", data={**sent, "text": text, **more})


def test_pools_are_assigned_on_the_page_and_a_wrong_number_is_told(one_desk: App, served: APIFlask, made: Made) -> None:
    head = sign_in_as(served, one_desk, made.accounts["head-judge"])
    told = page_text(Page(head.post(f"{E}/pools/assign", data={"stage": "swiss", "how": "roster"})))
    assert "2 pools are assigned." in told
    # One list of all players a page: with one in each row a large event would not load.
    asked = [head.get(f"{E}/pools{query}").get_data(as_text=True).count("<select") for query in ("", "?hand=1")]
    assert asked == [0, 1]
    wrong = head.post(f"{E}/pools/assign", data={"stage": "swiss", "how": "hand", "owner": "1", "counter": "two"})
    assert wrong.status_code == 422
    head.post(f"{E}/pools/assign", data={"stage": "swiss", "how": "hand", "owner": "1", "counter": ""})
    assert "Nobody counts it." in page_text(Page(head.get(f"{E}/pools")))


def test_a_player_who_counts_their_own_registers_it(one_desk: App, served: APIFlask, made: Made) -> None:
    set_pools(one_desk, made, pools="own", pool_sets=())
    client = player_at(served, one_desk, made, 1)
    assert "Count what you opened." in page_text(Page(client.get(f"{E}/pool")))
    page = press(client, Page(client.get(f"{E}/pool/1")), add="Shivan Dragon\nFelidar Savior")
    review = Page(client.get(f"{E}/pool/1/review"))
    assert (total(page), button(review, "Register it").attrs.get("class")) == ("2", "btn go")
    text = next("".join(e.texts) for e in review.all if e.attrs.get("name") == "text").strip()
    done = client.post(f"{E}/pool/1/review", data={"stage": "swiss", "key": "", "text": text})
    shown = page_text(Page(client.get(done.headers["Location"])))
    assert "Your pool is registered." in shown
    assert "Build your deck from it" in shown


def test_a_stage_is_set_to_register_pools(one_desk: App, served: APIFlask) -> None:
    made = make_event(one_desk, players=2, format="limited-sealed")
    organizer = sign_in_as(served, one_desk, made.accounts["organizer"])
    sent = {"pools": "other", "pool_sets": ["FDN", "", "SPG"], "pool_size": "84", "version": ""}
    told = page_text(Page(organizer.post(f"{E}/stages/swiss", data=sent)))
    assert "Each pool is registered by the player across (MTR 7.5): FDN, SPG, 84 cards" in told
    refused = organizer.post(f"{E}/stages/swiss", data={**sent, "pool_size": "many"})
    assert refused.status_code == 422
    assert 'id="swiss-pools-size"' in refused.get_data(as_text=True)
    assert f"{E}/pools" in organizer.get(f"{E}/stages").get_data(as_text=True)


def test_no_page_of_pools_is_there_without_them(one_desk: App, served: APIFlask) -> None:
    made = make_event(one_desk, players=2)
    client = player_at(served, one_desk, made, 1)
    for path in ("/pool", "/pool/1", "/pool/deck"):
        assert client.get(E + path).status_code == 404
    judge = sign_in_as(served, one_desk, made.accounts["judge"])
    assert f"{E}/pools" not in judge.get(f"{E}/roster").get_data(as_text=True)
