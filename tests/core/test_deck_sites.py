"""A link pasted instead of a list is answered with how to export the deck at its site."""

from __future__ import annotations

import pytest

from deckcheck.decklist.deck_sites import SITES, DeckSite, deck_link
from deckcheck.decklist.list_text import what_is_this

SCRYFALL = "https://scryfall.com/@ada/decks/0f2d3b6e-8a51-4c1e-9f63-5b1e7c2d4a90"


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_each_site_is_known_by_its_address_and_says_how_to_export_there(site: DeckSite) -> None:
    for host in site.hosts:
        for link in (f"https://{host}/decks/abc", f"http://www.{host}/x?y=1", f"www.{host}/decks/1"):
            told = what_is_this(link)
            assert told.startswith(f"This is a link to {site.name}. On {site.name}, ")
            assert told.endswith(". Then paste that here.")


@pytest.mark.parametrize(
    ("link", "interface"),
    [
        ("https://archidekt.com/decks/1234567/my_deck", "https://archidekt.com/api/decks/1234567/"),
        ("www.archidekt.com/decks/7#", "https://archidekt.com/api/decks/7/"),
        (f"{SCRYFALL}?as=list", f"https://api.scryfall.com/decks/{SCRYFALL[-36:]}/export/json"),
        ("https://archidekt.com/search/decks?name=x", ""),
        ("https://archidekt.com/decks/12x", ""),
        ("https://scryfall.com/search?q=bolt", ""),
        ("https://moxfield.com/decks/AbC-123", ""),
    ],
)
def test_only_a_deck_of_a_site_with_an_interface_can_be_fetched(link: str, interface: str) -> None:
    found = deck_link(f"  {link}\n")
    assert found is not None
    assert found.interface == interface


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4 Lightning Bolt\nhttps://moxfield.com/decks/x",
        "https://archidekt.com.example.org/decks/7",
        "https://example.org/archidekt.com/decks/7",
        "https://archidekt.com@example.org/decks/7",
        "https://[archidekt.com/decks/7",
        "https://moxfield.com/" + "x" * 3_000,
    ],
)
def test_what_is_no_link_to_one_of_them_is_taken_for_none(text: str) -> None:
    assert deck_link(text) is None
