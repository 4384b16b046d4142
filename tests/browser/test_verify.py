"""The page that verifies, in the browser: no request is made, the words are the server's, nothing altered passes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from deckcheck.lists.seals import Proof, leaf_hash, make_proof, merkle_root, proof_json
from deckcheck.verdict.canonical import CanonicalRow, make_canonical
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import complaints, sideways
from tests.core.sealing import EVENT, LISTS, STATEMENT, canonical, leaves, proof, salt, seals

SIGNS = "C9C3 4BF5 E671"
UTC = {"timezone_id": "UTC"}
HERE, THERE = "Computed by your browser; nothing was sent.", "Computed by the server; nothing is kept."


def ask(page: Page, brought: Any, noted: str = "", copy: str = "") -> None:
    """Fill the form and verify; the result has the focus when it is there."""
    page.fill("#proof", brought if isinstance(brought, str) else json.dumps(brought))
    page.fill("#noted", noted)
    if copy or page.locator("#copy").is_visible():
        page.locator("details:has(#copy)").evaluate("e => { e.open = true; }")
        page.fill("#copy", copy)
    page.evaluate("document.getElementById('result').replaceChildren()")
    page.click("button.go")
    expect(page.locator("#result .say")).to_be_visible()


def told(page: Page) -> str:
    """The words of the result, but for who computed it."""
    text = page.locator("#result").inner_text()
    return re.sub(r"\s+", " ", text.replace(HERE, "").replace(THERE, "")).strip()


def published(*numbers: int) -> list[dict[str, Any]]:
    return [{"statement": seals()[n - 1].text(), "leaves": [leaf.hex() for leaf in leaves(n)]} for n in numbers]


def large(size: int, number: int) -> tuple[Proof, list[bytes]]:
    """A proof in a seal over many entries, and its leaves; the list has letters of every kind."""
    names = ("\U0001f0a1", "\uff21", "é", "Zephid", "a", "\ud7ff", "Lim-Dûl's Vault")
    text = make_canonical(
        "mtg", [CanonicalRow("main", 1, name, waiting) for name in names for waiting in (True, False)]
    ).text()
    found = [leaf_hash(EVENT, 1, n, salt(1), text) for n in range(1, size + 1)]
    seal = replace(seals()[0], leaves=size, root=merkle_root(found).hex())
    return make_proof(seal, found, number, salt(1), text), found


CASES: dict[str, tuple[Any, str, str]] = {
    "holds": (proof_json(proof(2)), "", ""),
    "no list": (proof_json(proof(4, 2)), "", ""),
    "after a change": (proof_json(proof(2, 3)), "", ""),
    "a line waits": (proof_json(proof(3)), SIGNS.lower(), ""),
    "composed letters": (proof_json(proof(1)), "", canonical(1)),
    "many entries": (proof_json(large(300, 200)[0]), "", ""),
    "list altered": ({**proof_json(proof(2)), "list": canonical(2, 3)}, "", ""),
    "list altered, copy not": ({**proof_json(proof(2)), "list": canonical(2, 3)}, "", canonical(2)),
    "copy differs": (proof_json(proof(2)), "", canonical(2, 3)),
    "copy in no form": (proof_json(proof(2)), "", "deckcheck-list/1\nx"),
    "list in no form": ({**proof_json(proof(2)), "list": "60 Fireball"}, "", ""),
    "list out of order": ({**proof_json(proof(1)), "list": canonical(1).replace("Fire // Ice", "Zap")}, "", ""),
    "number": (proof_json(replace(proof(2), number=1)), "", ""),
    "number outside": (proof_json(replace(proof(2), number=9)), "", ""),
    "salt": (proof_json(replace(proof(2), salt="0" * 64)), "", ""),
    "no salt": ({**proof_json(proof(2)), "salt": "0"}, "", ""),
    "path": (proof_json(replace(proof(2), path=("0" * 64, proof(2).path[1]))), "", ""),
    "path short": (proof_json(replace(proof(2), path=())), "", ""),
    "root": (proof_json(replace(proof(2), statement=STATEMENT.replace("root 9", "root 8"))), "", ""),
    "statement": (proof_json(replace(proof(2), statement=STATEMENT.replace("kind deadline", "kind soon"))), "", ""),
    "no such day": (proof_json(replace(proof(2), statement=STATEMENT.replace("-06-13", "-02-30"))), "", ""),
    "noted otherwise": (proof_json(proof(2)), "0000 0000 0000", ""),
    "noted too little": (proof_json(proof(2)), "C9C3", ""),
    "seals": ({"seals": published(1, 2, 3)}, SIGNS, ""),
    "a statement": (STATEMENT, "", ""),
    "leaves altered": ({"seals": [{**published(1)[0], "leaves": published(1)[0]["leaves"][::-1]}]}, "", ""),
    "leaves left out": ({"seals": [{**published(1)[0], "leaves": []}]}, "", ""),
    "seal left out": ({"seals": published(1, 3)}, "", ""),
    "seal not chained": ([{"statement": seals()[1].text().replace("previous c", "previous d")}, *published(1)], "", ""),
    "proofs and seals": ({"lists": [proof_json(proof(n)) for n in (1, 2, 3)], "seals": published(1, 2)}, "", ""),
    "another seal": ({**proof_json(proof(1)), "seals": published(2)}, "", ""),
    "rows agree": (
        {
            **proof_json(proof(3)),
            "sections": {"main": [{"count": 60, "name": "Island"}]},
            "unresolved": [{"section": "main", "count": 2, "text": "Jace"}],
        },
        *("", ""),
    ),
    "rows differ": ({**proof_json(proof(2)), "sections": {"main": [{"count": 60, "name": "Fireball"}]}}, "", ""),
    "rows in no form": ({**proof_json(proof(2)), "sections": {"main": [{"name": "Fireball"}]}}, "", ""),
    "nothing": ("{}", "", ""),
    "no JSON": ("4 Lightning Bolt", "", ""),
    "half a proof": ({"seal": STATEMENT, "path": []}, "", ""),
    "empty": (" ", "", ""),
}


def test_a_good_proof_is_verified_without_any_request(open_page: OpenPage) -> None:
    page = open_page("/verify", **UTC)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    ask(page, proof_json(proof(2)), SIGNS)
    expect(page.locator("#result .say")).to_have_text(
        "This is the list registered for entry 2 before 09:00 UTC on 13 June 2026."
    )
    expect(page.locator("#result")).to_contain_text(HERE)
    expect(page.locator("#result")).to_contain_text("Seal 1 is the one you noted.")
    expect(page.locator("#result")).to_contain_text("29F5 ED3C 5831")
    assert page.evaluate("document.activeElement.id") == "result"
    assert asked == []


@pytest.mark.parametrize("part", ["seal", "list", "salt", "path", "number"])
def test_an_altered_proof_is_refused_by_the_browser(open_page: OpenPage, part: str) -> None:
    page = open_page("/verify")
    sound = proof_json(proof(1))
    altered = {
        "seal": sound["seal"].replace("09:00:00", "08:00:00"),
        "list": sound["list"].replace("4\tLightning Bolt", "3\tLightning Bolt"),
        "salt": "1" + sound["salt"][1:],
        "path": [sound["path"][0], "1" * 64],
        "number": 2,
    }
    ask(page, {**sound, part: altered[part]}, SIGNS)
    expect(page.locator("#result li").first).to_contain_text("Does not hold")
    expect(page.locator("#result")).not_to_contain_text("List of entry")


def test_the_browser_says_what_the_server_says_word_for_word(open_page: OpenPage) -> None:
    here = open_page("/verify", **UTC)
    there = open_page("/verify", java_script_enabled=False, expects=("422",), **UTC)
    expect(here.locator("#where")).to_contain_text("nothing is sent")
    for name, (brought, noted, copy) in CASES.items():
        ask(here, brought, noted, copy)
        there.fill("#proof", brought if isinstance(brought, str) else json.dumps(brought))
        there.fill("#noted", noted)
        if copy and not there.locator("#copy").is_visible():
            there.click("text=Compare with your own copy")
        if there.locator("#copy").is_visible():
            there.fill("#copy", copy)
        there.click("button.go")
        there.wait_for_load_state()
        expect(there.locator("#result")).to_contain_text(THERE)
        assert (name, told(here)) == (name, told(there))
        assert here.locator("#result .mark").count() == there.locator("#result .mark").count(), name


def test_the_moment_is_told_by_the_readers_own_clock_too(open_page: OpenPage) -> None:
    page = open_page("/verify", timezone_id="Europe/London")
    ask(page, proof_json(proof(2)))
    expect(page.locator("#result dl").first).to_contain_text("09:00 UTC on 13 June 2026 (10:00 for you)")


def test_a_chosen_file_is_verified_at_once(open_page: OpenPage) -> None:
    page = open_page("/verify")
    content = json.dumps(proof_json(proof(1))).encode()
    page.set_input_files("#file", {"name": "proof.json", "mimeType": "application/json", "buffer": content})
    expect(page.locator("#result .say")).to_contain_text("registered for entry 1")
    expect(page.locator("#result")).to_contain_text(HERE)


def test_a_file_that_was_chosen_before_the_script_came_is_verified(open_page: OpenPage) -> None:
    page = open_page("/formats")
    content = json.dumps(proof_json(proof(1))).encode()

    def choose(route: Route) -> None:
        page.set_input_files("#file", {"name": "proof.json", "mimeType": "application/json", "buffer": content})
        route.continue_()

    page.route("**/verify.js*", choose)
    page.goto(page.url.replace("/formats", "/verify"))
    expect(page.locator("#result .say")).to_contain_text("registered for entry 1")
    expect(page.locator("#result")).to_contain_text(HERE)


def test_the_leaves_of_3000_entries_are_verified_here(open_page: OpenPage) -> None:
    page = open_page("/verify")
    made, found = large(3000, 2999)
    ask(page, [proof_json(made), {"statement": made.statement, "leaves": [leaf.hex() for leaf in found]}])
    expect(page.locator("#result")).to_contain_text("Seal 1 is whole and its leaves give its root.")


def test_a_typed_copy_goes_to_the_server_which_knows_the_cards(open_page: OpenPage) -> None:
    page = open_page("/verify")
    page.click("text=Compare with your own copy")
    page.fill("#copy", LISTS[0]["typed"].replace("Lim-Du\u0302l's", "Lim-Dul's"))
    page.fill("#proof", json.dumps(proof_json(proof(1))))
    page.click("button.go")
    expect(page.locator("#result")).to_contain_text("Your copy is the same list.")
    expect(page.locator("#result")).to_contain_text(THERE)
    expect(page.locator("#result")).to_be_focused()


def test_without_web_crypto_the_server_computes(open_page: OpenPage) -> None:
    page = open_page("/check")
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.goto(page.url.replace("/check", "/verify"))
    expect(page.locator("#where")).to_have_text("The server computes it and keeps nothing.")
    page.fill("#proof", json.dumps(proof_json(proof(1))))
    page.click("button.go")
    expect(page.locator("#result")).to_contain_text(THERE)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("case", ["holds", "a line waits", "copy differs", "number", "nothing"])
def test_axe_finds_nothing_in_any_result(open_page: OpenPage, width: int, case: str) -> None:
    page = open_page("/verify", width)
    ask(page, *CASES[case])
    page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert complaints(page) == []
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == []
    page.set_viewport_size({"width": min(width, 320), "height": 640})
    assert sideways(page) <= 0
