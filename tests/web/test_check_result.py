"""What the pages of a deck check say was found: that the list or the configuration is illegal, and which sections."""

from __future__ import annotations

from typing import Final

from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.games import GAMES
from deckcheck.web import create_app
from tests.deck_checks import all_there, an_op, begin, event_in_play, taps
from tests.desks import Clock
from tests.events import Made
from tests.registrations import LEGAL
from tests.web.pages import Page
from tests.web.visitors import sign_in_as

GA: Final = GAMES["ga"].presentation.example


def test_a_section_of_a_guide_is_named_once(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, game="ga", format="ga-standard", level="competitive", texts=(GA,))
    check = begin(made, one_desk)
    row = next(row for part in check.sections if part.section == "main" for pile in part.piles for row in pile.rows)
    taps(made, one_desk, check.head.uid, an_op(1, clock(), row.row, set=row.listed + 1))
    app = create_app(one_desk.settings, one_desk)
    page = Page(sign_in_as(app, one_desk, made.accounts["judge"]).get(f"/e/{made.slug}/checks/{check.head.uid}/result"))
    named = [e.text for e in page.all if e.tag == "p" and e.text.startswith("GA-IPG")]
    assert "GA-IPG Deck Issue (minor)" in named


CENSER: Final = "1 Censer of Restful Peac\n"
GA_LEGAL: Final = GA.rstrip().removesuffix("1 Tariff Ring")
BOARDED: Final = GA_LEGAL.replace(CENSER, "") + CENSER
"""18 points in the sideboard."""


def judges(desk: App, made: Made) -> FlaskClient:
    return sign_in_as(create_app(desk.settings, desk), desk, made.accounts["judge"])


def named_sections(page: Page) -> list[str]:
    guides = page.having("guides")
    return (
        [e.text.partition(" (")[0] for e in guides[0].inside if "strong" in e.attrs.get("class", "")] if guides else []
    )


def words(page: Page) -> list[str]:
    """The headlines of a page."""
    return [e.text for e in page.having("word")]


def chosen(page: Page) -> str:
    return next(e.attrs["value"] for e in page.all if e.attrs.get("name") == "result" and "checked" in e.attrs)


def test_a_list_of_59_cards_that_matches_its_deck_reads_illegal(one_desk: App, clock: Clock) -> None:
    text = LEGAL.replace("11 Mountain", "10 Mountain")
    made = event_in_play(one_desk, clock, level="competitive", texts=(text,))
    view = begin(made, one_desk)
    taps(made, one_desk, view.head.uid, *all_there(view, clock()))
    client, here = judges(one_desk, made), f"/e/{made.slug}/checks/{view.head.uid}"
    page = Page(client.get(f"{here}/result"))
    assert words(page) == ["Illegal list"]
    assert "59 cards in the main deck" in page.having("result-found")[0].text
    assert (chosen(page), named_sections(page)) == ("illegal", ["IPG 3.4 Decklist Problem"])
    version = page.all[[e.attrs.get("name") for e in page.all].index("version")].attrs["value"]
    client.post(f"{here}/finish", data={"version": version, "result": "illegal"})
    record = Page(client.get(here))
    assert words(record)[:2] == ["Illegal", "Illegal list"]
    assert "59 cards in the main deck" in record.having("saved")[0].text
    assert named_sections(record) == ["IPG 3.4 Decklist Problem"]


def test_what_list_and_configuration_break_is_said_once(one_desk: App, clock: Clock) -> None:
    short = LEGAL.replace("11 Mountain", "10 Mountain")
    made = event_in_play(one_desk, clock, level="competitive", texts=(short,))
    view = begin(made, one_desk)
    client, here = judges(one_desk, made), f"/e/{made.slug}/checks/{view.head.uid}/configuration"
    page = Page(client.post(here, data={"game": "2"}))
    assert words(page) == ["Illegal list"]
    assert page.by_id("content").text.count("59 cards in the main deck") == 1
    assert "The cards are those on the list." in page.by_id("content").text
    page = Page(
        client.post(here, data={"game": "2", "text": short.replace("10 Mountain", "9 Mountain") + "\n1 Mountain"})
    )
    assert words(page) == ["Illegal list", "Illegal configuration"]
    page = Page(client.post(here, data={"game": "2", "text": LEGAL + "\nno such card at all"}))
    assert "Undecided" not in page.by_id("content").text


def test_a_sideboard_of_18_points_in_game_2_is_illegal_on_every_page(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, game="ga", format="ga-standard", level="competitive", texts=(GA_LEGAL,))
    view = begin(made, one_desk)
    taps(made, one_desk, view.head.uid, *all_there(view, clock()))
    client, here = judges(one_desk, made), f"/e/{made.slug}/checks/{view.head.uid}"
    compared = Page(client.post(f"{here}/configuration", data={"game": "2", "text": BOARDED}))
    assert words(compared) == ["Illegal configuration"]
    assert "18 points in the sideboard" in compared.by_id("content").text
    assert [name.partition(" Illegal")[0] for name in named_sections(compared)] == ["GA-TRG Sideboarding"]
    note = next(e.attrs["value"] for e in compared.all if e.attrs.get("name") == "told")
    sent = {"game": "2", "text": BOARDED, "version": "1", "do": "record", "told": note}
    assert client.post(f"{here}/configuration", data=sent).status_code == 303
    page = Page(client.get(f"{here}/result"))
    assert words(page) == ["Illegal configuration"]
    assert "18 points in the sideboard" in page.having("result-found")[0].text
    assert chosen(page) == "illegal"
    assert [name.partition(" Illegal")[0] for name in named_sections(page)] == ["GA-TRG Sideboarding"]
    refused = Page(client.post(f"{here}/finish", data={"version": "2", "result": "in-order"}))
    assert refused.by_id("refused").text.startswith("The configuration is illegal: 18 points")
    client.post(f"{here}/finish", data={"version": "2", "result": "illegal", "note": note})
    record = Page(client.get(here))
    assert words(record)[:2] == ["Illegal", "Illegal configuration"]
    assert [name.partition(" Illegal")[0] for name in named_sections(record)] == ["GA-TRG Sideboarding"]


def test_that_missing_cards_are_lost_is_said_on_the_result_and_names_its_section(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, level="competitive")
    view = begin(made, one_desk)
    taps(made, one_desk, view.head.uid, *all_there(view, clock()), an_op(99, clock(), "main:Wild Ride", set=3))
    client, here = judges(one_desk, made), f"/e/{made.slug}/checks/{view.head.uid}"
    assert named_sections(Page(client.get(f"{here}/result"))) == ["IPG 3.5 Deck Problem"]
    page = Page(client.post(f"{here}/weigh", data={"version": "1", "lost": "yes", "note": "look in the box"}))
    assert named_sections(page) == ["IPG 3.4 Decklist Problem", "IPG 3.5 Deck Problem"]
    assert page.by_id("note").text == "look in the box"
    assert [e.attrs["name"] for e in page.all if e.tag == "input" and "checked" in e.attrs] == ["result", "lost"]
    page = Page(client.post(f"{here}/weigh", data={"version": "2"}))
    assert named_sections(page) == ["IPG 3.5 Deck Problem"]
    client.post(f"{here}/finish", data={"version": "3", "result": "differs", "lost": "yes"})
    assert "Can’t be found or replaced" in Page(client.get(here)).by_id("content").text
