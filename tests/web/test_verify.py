"""The page and the API that verify, as the server computes them; the page needs nothing that an event keeps."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from deckcheck.lists.seals import proof_json
from tests.core.sealing import LISTS, STATEMENT, canonical, leaves, proof, seals
from tests.web.pages import Page

SIGNS = "C9C3 4BF5 E671"


def ask(client: FlaskClient, brought: Any, **fields: str) -> Page:
    """The page that comes back without scripts."""
    proof = brought if isinstance(brought, str) else json.dumps(brought)
    return Page(client.post("/verify", data={"proof": proof, **fields}, content_type="multipart/form-data"))


def said(page: Page) -> str:
    return page.having("say")[0].text


def test_the_page_says_what_a_proof_shows_and_what_it_does_not(client: FlaskClient) -> None:
    page = Page(client.get("/verify"))
    text = page.by_id("content").text
    assert "hidden" in page.by_id("result").attrs
    for part in ("no other; or that none was", "does not show who wrote the list", "deckcheck verify", "RFC 9162"):
        assert part in text


def test_a_proof_that_holds_is_told_with_its_seal_and_its_list(client: FlaskClient) -> None:
    page = ask(client, proof_json(proof(2)))
    assert page.response.status_code == 200
    assert said(page) == "This is the list registered for entry 2 before 09:00 UTC on 13 June 2026."
    assert "autofocus" in page.by_id("result").attrs
    text = page.by_id("result").text
    for part in ("Computed by the server", SIGNS, "29F5 ED3C 5831", "Material deck 1", "Spirit of Fire", "3 entries"):
        assert part in text


def test_a_line_that_waits_for_a_person_is_marked(client: FlaskClient) -> None:
    page = ask(client, proof_json(proof(3)))
    assert [e.text for e in page.having("undecided")] == ["Jace"]


def test_a_proof_that_does_not_hold_shows_neither_list_nor_seal(client: FlaskClient) -> None:
    page = ask(client, {**proof_json(proof(2)), "list": canonical(2, 3)})
    assert page.response.status_code == 200
    assert said(page) == "This list is not what was sealed for entry 2."
    text = page.by_id("result").text
    assert "Does not hold" in text
    assert "Fireball" not in text
    assert SIGNS not in text


def test_a_copy_that_differs_is_told_row_by_row(client: FlaskClient) -> None:
    copy = LISTS[0]["typed"].replace("52 Mountain", "51 Mountain\n1 Shock")
    page = ask(client, proof_json(proof(1)), copy=copy)
    assert said(page).startswith("Your copy is not what was sealed: ")
    text = page.by_id("result").text
    assert "52 Mountain sealed in the main deck, 51 here" in text
    assert "0 Shock sealed in the main deck, 1 here" in text
    assert "\r" not in page.by_id("copy").text
    assert "1 Shock" in page.by_id("copy").text


def test_a_copy_that_is_the_same_is_told(client: FlaskClient) -> None:
    page = ask(client, proof_json(proof(2)), copy=LISTS[1]["typed"].replace("\n", "\r\n"), noted=SIGNS.lower())
    text = page.by_id("result").text
    assert "Your copy is the same list." in text
    assert "Seal 1 is the one you noted." in text


def test_a_file_takes_the_place_of_the_text(client: FlaskClient) -> None:
    sent = {"proof": "x", "file": (io.BytesIO(json.dumps(proof_json(proof(1))).encode()), "proof.json")}
    page = Page(client.post("/verify", data=sent, content_type="multipart/form-data"))
    assert said(page).startswith("This is the list registered for entry 1 ")
    assert "facbd9" not in page.by_id("proof").text
    assert "deckcheck-seal/1" in page.by_id("proof").text


def test_the_leaves_of_a_large_event_fit(client: FlaskClient) -> None:
    found = [{"statement": seal.text(), "leaves": [leaf.hex() for leaf in leaves(seal.number)]} for seal in seals()]
    page = ask(client, {"seals": found, "padding": "x" * 1_000_000})
    assert said(page) == "Seals 1 to 3 follow one another; the leaves of 3 give their roots."


@pytest.mark.parametrize(
    "brought", ["", "  ", "no proof", "{}", "PK\x03\x04", "[" * 99_999, '{"seal": "\\ud800", "path": []}']
)
def test_what_is_no_proof_stays_in_the_page_with_a_sentence(client: FlaskClient, brought: str) -> None:
    page = ask(client, brought)
    assert page.response.status_code == 422
    assert said(page).endswith(".")
    assert page.by_id("proof").text == brought.strip()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a\\u001b[31m", "\\ud800", "x' onload='"])
def test_nothing_that_is_brought_becomes_part_of_the_page(client: FlaskClient, name: str) -> None:
    brought = json.dumps(proof_json(proof(1))).replace("Pyroblast", name)
    html = ask(client, brought, noted="'\"><script>", copy="</textarea><script>").response.get_data(as_text=True)
    assert "<script>" not in html
    assert "\x1b" not in html


def test_the_api_tells_which_seal(client: FlaskClient) -> None:
    answer = client.post("/api/v1/verify", json=proof_json(proof(2)))
    assert answer.status_code == 200
    found = answer.get_json()
    assert (found["holds"], found["code"], found["differences"]) == (True, "", [])
    assert found["seals"][0]["at"] == "2026-06-13T09:00:00.000Z"
    assert found["seals"][0]["signs"] == SIGNS
    assert found["proofs"][0]["receipt"] == "29F5 ED3C 5831"


def test_the_api_tells_where_a_copy_differs(client: FlaskClient) -> None:
    answer = client.post("/api/v1/verify", json={**proof_json(proof(2)), "copy": canonical(2, 3)})
    assert answer.status_code == 200
    found = answer.get_json()
    assert (found["holds"], found["code"]) == (False, "differs")
    assert found["differences"][0] == {"section": "main", "name": "Arcane Disposition", "sealed": 0, "given": 1}


@pytest.mark.parametrize(
    "change",
    [
        {"number": 1},
        {"list": canonical(2, 3)},
        {"seal": STATEMENT.replace("root 9", "root 8")},
        {"noted": "0000 0000 0000"},
        {"seals": [{"statement": seals()[1].text()}]},
    ],
    ids=["number", "list", "root", "noted", "seals"],
)
def test_what_no_seal_matches_is_refused_by_the_api(client: FlaskClient, change: dict[str, Any]) -> None:
    answer = client.post("/api/v1/verify", json={**proof_json(proof(2)), **change})
    assert answer.status_code == 422
    assert answer.get_json()["code"] == "no-such-seal"
    assert answer.get_json()["error"].endswith(".")


@pytest.mark.parametrize(
    "body", [{}, {"seal": STATEMENT}, {"path": []}, {"proofs": [{"seal": "x", "path": []}]}, {"seals": []}]
)
def test_what_is_no_proof_is_bad_input_for_the_api(client: FlaskClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/v1/verify", json=body)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad-input")


def test_the_api_verifies_one_list_in_several_seals_and_the_seals_with_it(client: FlaskClient) -> None:
    one = proof_json(proof(1))
    body = {
        **{key: one[key] for key in ("number", "salt", "list")},
        "proofs": [{key: proof_json(proof(1, n))[key] for key in ("seal", "path")} for n in (1, 2, 3)],
        "seals": [
            {"statement": seal.text(), "leaves": [leaf.hex() for leaf in leaves(seal.number)]} for seal in seals()
        ],
    }
    found = client.post("/api/v1/verify", json=body).get_json()
    assert found["text"] == "3 of 3 proofs hold: these lists are what was sealed."
    assert [seal["number"] for seal in found["seals"]] == [1, 2, 3]


def test_a_seal_of_another_time_over_the_same_list_is_told_by_what_was_noted(client: FlaskClient) -> None:
    backdated = replace(seals()[0], at="2026-06-12T09:00:00.000Z").text()
    body = {**proof_json(proof(2)), "seal": backdated}
    assert client.post("/api/v1/verify", json=body).get_json()["holds"] is True
    assert client.post("/api/v1/verify", json={**body, "noted": SIGNS}).status_code == 422
