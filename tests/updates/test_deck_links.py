"""A deck is fetched from a site only in the form it hands to programs, quickly, and from no private network."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.deck_sites import SITES, DeckLink
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from deckcheck.updates.deck_links import QUICK, fetch_deck
from tests.listeners import Answer, listening, says
from tests.source_server import File, dripping, sends_on, silent

DECK: Final = (Path(__file__).parent.parent / "dialects" / "archidekt-json" / "archidekt.json").read_bytes()
ARCHIDEKT: Final = next(site for site in SITES if site.name == "Archidekt")
FAST: Final = replace(QUICK, silence=0.5, whole=1.5)


def fetched(answer: Answer, named: tuple[str, ...] = ("127.0.0.1",)) -> str:
    with listening(answer) as server:
        link = DeckLink(ARCHIDEKT, f"http://127.0.0.1:{server.port}/api/decks/7/")
        return fetch_deck(link, GAMES.values(), "desk@example.org", named, FAST)


def test_a_deck_comes_as_a_list_with_its_sections() -> None:
    text = fetched(says(200, "Content-Type: application/json", body=DECK))
    parsed = read_list(text, GAMES["mtg"])
    assert [(line.section, line.count, line.name) for line in parsed.lines if line.kind is LineKind.CARD] == [
        ("main", 2, "Opt"),
        ("main", 10, "Island"),
        ("sideboard", 1, "Duress"),
        ("commander", 1, "Kraum, Ludevic's Opus"),
        ("companion", 1, "Jegantha, the Wellspring"),
    ]


def test_the_site_is_told_who_asks() -> None:
    with listening(says(200, body=DECK)) as server:
        link = DeckLink(ARCHIDEKT, f"http://127.0.0.1:{server.port}/api/decks/7/")
        fetch_deck(link, GAMES.values(), "desk@example.org", ["127.0.0.1"], FAST)
        assert "desk@example.org" in server.asked[0].headers["user-agent"]
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(says(404), id="no such deck"),
        pytest.param(says(403), id="private"),
        pytest.param(says(429, "Retry-After: 60"), id="busy"),
        pytest.param(says(500), id="broken"),
        pytest.param(says(200, "Content-Type: text/html", body=b"<html>"), id="a page"),
        pytest.param(says(200, body=b"{}"), id="no deck"),
        pytest.param(says(200, body=b"\x00\xff" * 500), id="no text"),
        pytest.param(says(200, f"Content-Length: {QUICK.size + 1}"), id="said to be huge"),
        pytest.param(File(b"x" * (QUICK.size + 10)), id="huge"),
        pytest.param(silent, id="silent"),
        pytest.param(dripping(File(DECK), 1, 0.2), id="dripping"),
        pytest.param(sends_on("http://10.0.0.1/api/decks/7/"), id="sent to a private address"),
        pytest.param(sends_on("https://localhost/api/decks/7/"), id="sent to this machine by name"),
        pytest.param(sends_on("http://169.254.169.254/latest/meta-data/"), id="sent to a cloud's own address"),
        pytest.param(sends_on("file:///etc/passwd"), id="sent to a file"),
    ],
)
def test_whatever_does_not_come_is_answered_with_how_to_export_it(answer: Answer) -> None:
    began = time.monotonic()
    with pytest.raises(UnusableInput, match=r"could not be fetched from Archidekt; .* On Archidekt, open the deck"):
        fetched(answer)
    assert time.monotonic() - began < 20  # Ten times the limits of this test; the machine may be busy.


def test_no_address_of_a_private_network_is_asked() -> None:
    with listening(says(200, body=DECK)) as server:
        link = DeckLink(ARCHIDEKT, f"https://127.0.0.1:{server.port}/api/decks/7/")
        with pytest.raises(UnusableInput, match="could not be fetched"):
            fetch_deck(link, GAMES.values(), "desk@example.org", (), FAST)
        assert not server.asked
