"""Pages of formats, rules and cards, all drawn from the data that judge lists."""

from __future__ import annotations

import random
import re
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import NOT_KNOWN
from deckcheck.games import GAMES
from deckcheck.law.legality import Day
from deckcheck.publication.card_facts import why_of
from deckcheck.publication.format_pages import rule_pages
from deckcheck.web.pages.check.facts import card_address, card_facts
from tests.web.conftest import DAY
from tests.web.pages import Page

CONTRACT = Path(__file__).parents[2] / "docs" / "contract.md"
NO_PAGE = {"empty-list"}
"""Nothing links to it: no rule of a format asks it."""
DAYS = ("", "2012-01-01", "2019-05-03", "2026-05-20", "2026-08-10")


@pytest.mark.parametrize("day", DAYS)
def test_every_format_has_a_page_for_any_day(client: FlaskClient, desk: App, day: str) -> None:
    for name, fmt in desk.reference.formats.items():
        page = Page(client.get(f"/formats/{name}", query_string={"on": day}))
        assert page.response.status_code == 200
        assert page.all[[e.tag for e in page.all].index("h1")].text == fmt.title
        assert "{" not in page.by_id("content").text


def test_a_format_tells_its_numbers_with_their_sources(client: FlaskClient) -> None:
    text = Page(client.get("/formats/modern?on=2026-06-13")).by_id("content").text
    for part in ("60", "MTR 6.1", "Phlage, Titan of Fire's Furysince 18 May 2026", "Lorwyn Eclipsed", "Legal again:"):
        assert part in text


def test_a_format_of_another_day_has_the_bans_of_that_day(client: FlaskClient) -> None:
    text = Page(client.get("/formats/modern?on=2024-11-01")).by_id("content").text
    assert "Splinter Twinsince" in text
    assert "Phlage, Titan of Fire's Furysince" not in text


def test_pages_tell_the_days_between_which_a_ban_began(client: FlaskClient) -> None:
    page = Page(client.get("/formats/ga-standard?on=2026-05-20")).by_id("content").text
    assert "Not known for this day" in page
    assert "banned or not: that changed between 4 May 2026 and 29 June 2026" in page
    card = Page(client.get("/cards/ranger-strides?game=ga&on=2026-05-20")).by_id("content").text
    assert "On an unknown day between 4 May 2026 and 29 June 2026" in card
    assert "Banned in Grand Archive Standard." in card


def test_a_format_is_found_by_its_title(client: FlaskClient) -> None:
    assert client.get("/formats/Duel Commander").headers["Location"] == "/formats/duel-commander"


def test_every_rule_has_a_page_and_every_format_of_it_a_link(client: FlaskClient, desk: App) -> None:
    pages = rule_pages(desk, DAY.date())
    assert len(pages) > 20
    for name, rule in pages.items():
        page = Page(client.get(f"/rules/{name}"))
        assert page.response.status_code == 200
        links = {urlsplit(e.attrs.get("href", "")).path for e in page.all if e.tag == "a"}
        assert {f"/formats/{use.format.id}" for use in rule.uses} <= links
        assert "{" not in page.by_id("content").text


def test_every_rule_id_that_reports_name_has_a_page(client: FlaskClient) -> None:
    table = CONTRACT.read_text(encoding="utf-8").partition("## Rule ids")[2].partition("\n## ")[0]
    told = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    ids = {name for cell in told for name in re.findall(r"`([a-z-]+)`", cell)}
    assert len(ids) > 30
    assert {name for name in ids - NO_PAGE if client.get(f"/rules/{name}").status_code != 200} == set()
    law = Page(client.get("/rules/law-unknown")).by_id("content").text
    for part in ("our data end on", "a rotation was due on", "its season may be over"):
        assert part in law


def test_a_card_tells_its_facts_and_where_it_may_be_played(client: FlaskClient) -> None:
    text = Page(client.get("/cards/lightning-bolt?on=2026-06-13")).by_id("content").text
    for part in ("Instant", "Modern: legal", "Pioneer: not in the format", "Historic: banned since 23 April 2021"):
        assert part in text


def test_a_card_of_the_other_game_has_a_page(client: FlaskClient) -> None:
    text = Page(client.get("/cards/spirit-of-fire?game=ga")).by_id("content").text
    assert "Champion" in text
    assert "Grand Archive Standard: legal" in text


def test_a_search_for_a_name_leads_to_the_card(client: FlaskClient) -> None:
    assert client.get("/cards?q=LIGHTNING bolt").headers["Location"] == "/cards/lightning-bolt"


def test_a_search_for_no_name_gives_what_is_near(client: FlaskClient) -> None:
    page = Page(client.get("/cards?q=Lightnin Bot"))
    assert "Lightning Bolt" in page.by_id("content").text


@pytest.mark.parametrize(
    "path", ["/formats/none", "/rules/none", "/cards/no-such-card-at-all", "/formats/%00", "/cards/%FF"]
)
def test_what_is_not_there_is_said_calmly(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/formats/modern?on=soon", "/rules/copies?on=x", "/cards/island?on=0", "/formats/modern?match=9"]
)
def test_a_day_that_is_none_is_refused_with_a_sentence(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 422


def test_every_rule_says_what_it_allows_and_what_it_does_not(desk: App) -> None:
    for fmt in desk.reference.formats.values():
        book = desk.reference.rulebook(fmt.id, Day(date(2026, 8, 1), fmt.platforms()[0]))
        for bound in book.clauses:
            why = why_of(bound.clause.name, book)
            assert why is not None
            assert all(why), (fmt.id, bound.clause.name)
            assert "{" not in "".join(why), (fmt.id, bound.clause.name)
    assert why_of("card-age", book) is None


def test_a_fault_opens_its_rule_in_place(client: FlaskClient) -> None:
    page = Page(client.post("/check", data={"text": "61 Island\n\nSideboard\n16 Swamp", "format": "modern"}))
    told = next(e.text for e in page.having("why-rule"))
    assert told.startswith("Why? 16 cards in the sideboard; the limit is 15.")
    assert "at most 15." in told
    assert "Allowed: 15 cards" in told
    assert "Not allowed: 16 cards" in told


@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_the_address_of_a_card_leads_to_it(client: FlaskClient, desk: App, game: str) -> None:
    index = desk.index(game)
    assert isinstance(index, MemoryCardIndex)
    odd = (
        ["_____ Goblin", "A-Blood Artist", "Fire // Ice", "+2 Mace", "Lim-Dûl's Vault", "Lava, Axe"]
        if game == "mtg"
        else []
    )
    for name in [*odd, *random.Random(1).sample(list(index.names()), 60)]:
        card = index.card(name)
        assert card is not None
        with client.application.app_context():
            address = card_address(card)
        page = Page(client.get(address))
        assert page.response.status_code == 200
        assert name in page.by_id("content").text.replace("  ", " ")


@pytest.mark.parametrize(
    ("game", "name", "titles", "others"),
    [
        ("mtg", "Honor the Past", ("Types", "Colour identity", "May be a commander"), ()),
        ("mtg", "Grizzlegom, Hurloon Hero", ("Types", "Colour identity"), ("any land card",)),
        ("ga", "Charge Static", ("Elements", "Reserve cost"), ()),
    ],
)
def test_what_is_not_known_of_a_card_is_not_told_as_none(
    desk: App, game: str, name: str, titles: tuple[str, ...], others: tuple[str, ...]
) -> None:
    card = desk.index(game).card(name)
    assert card is not None
    told = {fact.title: fact.words for fact in card_facts(card, GAMES[card.game].presentation)}
    assert {told[title] for title in titles} == {NOT_KNOWN}
    assert set(others) <= set(told.values())


def test_a_card_without_colours_has_none(desk: App) -> None:
    card = desk.index("mtg").card("Sol Ring")
    assert card is not None
    told = {fact.title: fact.words for fact in card_facts(card, GAMES[card.game].presentation)}
    assert told["Colour identity"] == "None"
    assert NOT_KNOWN not in told.values()


def test_formats_that_a_community_keeps_stand_apart_with_who_keeps_them(client: FlaskClient) -> None:
    text = Page(client.get("/formats")).by_id("content").text
    own, _, kept = text.partition("Community formats")
    assert "Modern" in own
    assert "Premodern" not in own
    assert "Premodernkept by premodernmagic.com" in kept
