"""Comparing two lists on the page, without scripts, and by the API."""

from __future__ import annotations

from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.lists.list_comparisons import compare_record
from tests.web.pages import Page

LIST: Final = "4 Lightning Bolt\n4 Goblin Guide\n52 Mountain\n\nSideboard\n4 Lava Spike\n"
SWAPPED: Final = "4 Lightning Bolt\n4 Lava Spike\n52 Mountain\n\nSideboard\n4 Goblin Guide\n"
TERMS: Final = {"format": "modern", "on": "2026-06-13"}
RECORD: Final[dict[str, Any]] = {
    "id": 7,
    "format": "Modern",
    "date": "2026-03-01",
    "game": 2,
    "registered": LIST,
    "presented": {"main": [[4, "Lightning Bolt"], [4, "Lava Spike"], [52, "Mountain"]], "side": [[4, "Goblin Guide"]]},
}


def ask(client: FlaskClient, presented: str, registered: str = LIST, **fields: str) -> Page:
    """The page that comes back without scripts."""
    sent = {**TERMS, "registered": registered, "presented": presented, **fields}
    return Page(client.post("/compare", data=sent, content_type="multipart/form-data"))


def result(page: Page) -> str:
    return page.by_id("result").text


def rows(page: Page) -> list[tuple[str, ...]]:
    """The rows of the difference: number, card and section."""
    found = (e for e in page.by_id("result").inside if e.tag == "ul" and "rows" in e.attrs["class"].split())
    told = (
        [e for e in item.inside if e.tag in {"div", "span"}] for one in found for item in one.inside if item.tag == "li"
    )
    return [tuple(e.text for e in parts if "row" not in e.attrs.get("class", "")) for parts in told if parts]


def test_the_check_page_leads_to_it_with_its_terms(client: FlaskClient) -> None:
    page = Page(client.get("/check?format=ga-standard&on=2026-06-13"))
    link = next(e for e in page.all if e.tag == "a" and e.text == "Compare two lists")
    assert (
        Page(client.get(link.attrs["href"])).by_id("setting").text.startswith("Grand Archive Standard on Sat 13 June")
    )


def test_a_swap_matches_in_the_second_game_and_differs_in_the_first(client: FlaskClient) -> None:
    second = ask(client, SWAPPED, game="2")
    assert result(second).startswith("Matches the list")
    assert "Game 2, Modern on 13 June 2026" in result(second)
    assert rows(second) == [("+4", "Lava Spike"), ("\N{MINUS SIGN}4", "Goblin Guide")]
    first = result(ask(client, SWAPPED, game="1"))
    assert first.startswith("Differs")
    assert "Game 1 is played as registered: 4 Lava Spike belong in the sideboard." in first
    assert "MTR 3.15" in first


def test_what_is_missing_and_extra_is_told_with_its_section(client: FlaskClient) -> None:
    page = ask(client, LIST.replace("52 Mountain", "51 Mountain\n1 Seal of Fire"), game="2")
    assert rows(page) == [("1", "Mountain", "main deck"), ("1", "Seal of Fire", "main deck")]
    titles = [e.text for e in page.by_id("result").inside if e.tag == "h2"]
    assert titles == ["Missing 1", "Not on the list 1"]


def test_the_right_cards_in_an_illegal_place_are_told_with_their_number(client: FlaskClient) -> None:
    page = ask(client, SWAPPED.replace("52 Mountain", "51 Mountain") + "1 Mountain\n", game="3")
    assert result(page).startswith("Illegal")
    assert "59 cards in the main deck; you need at least 60." in result(page)
    assert [e.text for e in page.having("figure")] == ["59", "5"]


def test_a_line_in_doubt_is_told_with_its_list_and_with_names(client: FlaskClient) -> None:
    page = ask(client, SWAPPED, LIST.replace("4 Goblin Guide", "4 Jace"), game="2")
    assert result(page).startswith("Needs an answer")
    assert "Registered list, line 2" in result(page)
    assert "Perhaps Jace" in result(page)


def test_what_was_read_differently_is_told(client: FlaskClient) -> None:
    text = result(ask(client, LIST.replace("Lava Spike", "Lava Spkie")))
    assert text.startswith("Matches the list")
    assert "Read as Lava Spike." in text
    assert "On the table, line 6" in text


def test_free_basic_lands_are_told_in_limited(client: FlaskClient) -> None:
    page = ask(client, "24 Remand\n15 Island\n1 Swamp", "24 Remand\n16 Island", format="limited-draft", game="2")
    assert result(page).startswith("Matches the list")
    assert rows(page) == [("\N{MINUS SIGN}1", "Island"), ("+1", "Swamp")]
    assert "Basic lands, which are free" in result(page)


def test_the_fields_come_back_as_they_were_sent(client: FlaskClient) -> None:
    page = ask(client, SWAPPED.replace("\n", "\r\n"), game="2")
    assert "".join(page.by_id("presented").texts).removeprefix("\n") == SWAPPED
    chosen = [e.attrs["value"] for e in page.all if e.attrs.get("name") == "game" and "checked" in e.attrs]
    assert chosen == ["2"]


@pytest.mark.parametrize(("presented", "words"), [("", "Paste both lists"), ("https://example.org", "This is a link")])
def test_what_is_no_list_is_said_calmly_and_kept(client: FlaskClient, presented: str, words: str) -> None:
    page = ask(client, presented)
    assert page.response.status_code == 422
    assert words in result(page)
    assert "52 Mountain" in page.by_id("registered").text


def test_the_api_answers_as_the_service_does(client: FlaskClient, desk: App) -> None:
    answer = client.post("/api/v1/compare", json=RECORD)
    assert answer.status_code == 200
    assert answer.get_json() == compare_record(RECORD, desk)
    assert (answer.get_json()["id"], answer.get_json()["verdict"]) == (7, "matches")
    assert answer.get_json()["moved_in"] == [[4, "Lava Spike"]]


SEALED: Final[dict[str, Any]] = {
    "format": "limited-sealed",
    "date": "2026-06-13",
    "game": 2,
    "registered": {"text": "22 Remand\n18 Island", "pool": [[22, "Remand"], [1, "Counterspell"]]},
    "presented": {"text": "22 Remand\n1 Counterspell\n17 Island"},
}


def test_a_registered_pool_beside_the_text_holds_for_both_lists(client: FlaskClient) -> None:
    told = client.post("/api/v1/compare", json=SEALED).get_json()
    assert (told["verdict"], told["moved_in"]) == ("matches", [[1, "Counterspell"]])
    more = {**SEALED, "presented": SEALED["presented"]["text"].replace("1 C", "2 C")}
    assert client.post("/api/v1/compare", json=more).get_json()["extra"] == [[1, "Counterspell", "main"]]
    none = {**SEALED, "registered": SEALED["registered"]["text"]}
    assert client.post("/api/v1/compare", json=none).get_json()["verdict"] == "differs"
    rows = {**SEALED, "registered": {"main": [[22, "Remand"], [18, "Island"]], "pool": SEALED["registered"]["pool"]}}
    assert client.post("/api/v1/compare", json=rows).get_json()["moved_in"] == [[1, "Counterspell"]]


@pytest.mark.parametrize(
    ("which", "pool", "words"),
    [
        ("registered", [[1, "Jace"]], 'No card is called "Jace" (row 1 of "pool")'),
        ("presented", [[1, "Remand"]], "is held to the pool of the list"),
    ],
)
def test_a_pool_that_cannot_be_used_is_refused(client: FlaskClient, which: str, pool: list[Any], words: str) -> None:
    answer = client.post("/api/v1/compare", json={**SEALED, which: {**SEALED[which], "pool": pool}})
    assert answer.status_code == 422
    assert words in answer.get_json()["error"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "no format"}, 404),
        ({"game": 0}, 422),
        ({"game": "two"}, 422),
        ({"presented": None}, 422),
        ({"presented": {"nothing": []}}, 422),
        ({"registered": "https://example.org/deck"}, 422),
        ({"registered": {"main": [[4, " "]]}}, 422),
    ],
)
def test_the_api_refuses_what_cannot_be_used(client: FlaskClient, change: dict[str, Any], code: int) -> None:
    answer = client.post("/api/v1/compare", json={**RECORD, **change})
    assert answer.status_code == code
    assert answer.get_json()["error"].endswith((".", "?"))


@pytest.mark.parametrize(("presented", "verdict"), [(LIST, "differs"), ("", "unclear"), ("60 Jace", "unclear")])
def test_whatever_the_verdict_the_status_is_200(client: FlaskClient, presented: str, verdict: str) -> None:
    record = {**RECORD, "registered": SWAPPED, "game": 1, "presented": presented}
    answer = client.post("/api/v1/compare", json=record)
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, verdict)
