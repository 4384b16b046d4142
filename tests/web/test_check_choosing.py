"""Choosing a deck without a script: suggested and drawn ones in one tap, others with how and why they were chosen."""

from __future__ import annotations

from typing import Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.checks.records import records
from deckcheck.publication.event_index import draws_page
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.web import create_app
from tests.deck_checks import begin, event_in_play, pair
from tests.desks import Clock
from tests.events import Made
from tests.web.pages import Page
from tests.web.test_organizer_pages import form_at, get, text_of, typed
from tests.web.visitors import sign_in_as

E: Final = "/e/northern-open/checks"


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    made = event_in_play(one_desk, clock, level="regular")
    pair(one_desk, made, 1, [(1, 2), (3, 4)])
    return made


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


def links(page: Page, word: str) -> list[str]:
    """Where links with a word lead."""
    return [e.attrs["href"] for e in page.all if e.tag == "a" and e.text.startswith(word) and "href" in e.attrs]


def plays(desk: App, made: Made, number: int) -> None:
    """The judge plays under an entry."""
    edit_entry(EditEntry(made.as_account("organizer"), made.slug, number, Given(account=made.accounts["judge"])), desk)


def told(desk: App, made: Made) -> list[tuple[str, str]]:
    """How and why decks were chosen, the last first."""
    found = records(desk, made.as_account("organizer"), made.slug).records
    return [(one.head.how, one.why) for one in found]


def test_a_deck_that_a_judge_chose_is_begun_with_how_and_why(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    found = get(judge, f"{E}?q=okonkwo")
    page = get(judge, next(link for link in links(found, "Check") if "number=1&" in link))
    assert "Table 1, round 1, against Dahl, Per. Not checked yet." in text_of(page)
    form = form_at(page, E)
    ways = {e.attrs["value"]: "checked" in e.attrs for e in form.inside if e.attrs.get("type") == "radio"}
    assert ways == {"target": True, "request": False, "suspicion": False, "cut": False}
    answer = judge.post(E, data={**typed(form), "how": "request", "why": "says a sleeve is split"})
    assert answer.status_code == 303
    assert told(one_desk, made) == [("request", "says a sleeve is split")]
    record = get(sign_in_as(app, one_desk, made.accounts["head-judge"]), answer.headers["Location"])
    assert "A player asked: says a sleeve is split" in text_of(record)


@pytest.mark.parametrize(("asked", "how"), [("", "suggested"), ("?q=1", "target")])
def test_a_deck_that_is_suggested_or_found_is_begun_in_one_tap(
    app: APIFlask, one_desk: App, made: Made, asked: str, how: str
) -> None:
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    page = get(judge, E + asked)
    ready = next(e for e in page.having("ready") if e.tag == "form")
    (button,) = [e for e in ready.inside if e.tag == "button"]
    sent = {**typed(ready), "number": button.attrs["value"]}
    assert judge.post(E, data=sent).status_code == 303
    assert told(one_desk, made) == [(how, "")]


def test_a_player_whose_name_is_a_sign_is_found_by_it(app: APIFlask, one_desk: App, made: Made) -> None:
    edit_entry(EditEntry(made.as_account("organizer"), made.slug, 3, Given(first="🐉", last="Ruiz")), one_desk)
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    assert any("number=3" in link for link in links(get(judge, f"{E}?q=🐉"), "Check"))
    assert "Nobody is called “🔥”" in text_of(get(judge, f"{E}?q=🔥"))


def test_what_was_typed_stays_when_the_clock_is_set_before_the_result(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    place = f"{E}/{begin(made, one_desk).head.uid}"
    judge.post(
        f"{place}/clock", data={**typed(form_at(get(judge, f"{place}/result"), f"{place}/finish")), "do": "taken"}
    )
    form = form_at(get(judge, f"{place}/result"), f"{place}/finish")
    (back,) = [e for e in get(judge, f"{place}/result").all if e.text == "Decks given back"]
    assert (back.attrs["form"], back.attrs["formaction"]) == ("ending", f"{place}/clock")
    wanted = {"note": "a sleeve is split", "penalty": "Warning", "result": "partly", "sleeves": "see the note"}
    answer = Page(judge.post(f"{place}/clock", data={**typed(form), **wanted, "do": "back"}))
    kept = typed(form_at(answer, f"{place}/finish"))
    assert {name: kept.get(name) for name in wanted} == wanted
    assert "Decks given back" not in text_of(answer)
    assert judge.post(f"{place}/finish", data=kept).status_code == 303


def playing(app: APIFlask, desk: App, made: Made) -> FlaskClient:
    """A judge who plays as the first."""
    plays(desk, made, 1)
    return sign_in_as(app, desk, made.accounts["judge"])


def test_a_judge_who_plays_is_asked_why_on_the_same_page(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = playing(app, one_desk, made)
    page = get(judge, E)
    assert text_of(page).count("your own match") == 2
    assert not [e for e in page.all if e.tag == "button" and e.text.startswith("Check")]
    asked = next(link for link in links(page, "Check") if "number=3" in link)
    form = form_at(get(judge, asked), E)
    refused = Page(judge.post(E, data=typed(form)))
    assert refused.response.status_code == 422
    assert "Say why. The head judge of Northern Open can read it." in text_of(refused)
    again = typed(form_at(refused, E))
    assert again["number"] == "3"
    assert judge.post(E, data={**again, "why": "nobody else is free"}).status_code == 303
    assert told(one_desk, made) == [("suggested", "nobody else is free")]


def test_a_judge_who_plays_joins_with_a_reason_and_not_at_their_own_table(
    app: APIFlask, one_desk: App, made: Made
) -> None:
    judge = playing(app, one_desk, made)
    other, own = (begin(made, one_desk, number, role="head-judge").head.uid for number in (3, 2))
    page = get(judge, f"{E}/{other}")
    assert "Why you join" in text_of(page)
    assert judge.post(f"{E}/{other}/join", data={"why": "Ben is called away"}).status_code == 303
    page = get(judge, f"{E}/{own}")
    assert "Join the check" not in text_of(page)
    refused = Page(judge.post(f"{E}/{own}/join", data={"why": "to help"}))
    assert refused.response.status_code == 403
    assert "You play in this match, so somebody else checks its decks." in text_of(refused)


OF_SO_MANY: Final = "A draw is of 1 to 200 tables."


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ("0", OF_SO_MANY),
        ("-1", "“-1” is no whole number."),
        ("abc", "“abc” is no whole number."),
        ("", OF_SO_MANY),
        ("9999", OF_SO_MANY),
    ],
)
def test_a_draw_of_no_number_is_asked_again_and_not_on_record(
    app: APIFlask, one_desk: App, made: Made, size: str, told: str
) -> None:
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    answer = judge.post(f"{E}/draw", data={"round": "1", "size": size, "seed": "4471"})
    assert answer.status_code == 422
    page = Page(answer)
    assert told in text_of(page)
    assert [e.attrs["value"] for e in page.all if e.attrs.get("name") in {"size", "seed"}] == [size, "4471"]
    assert draws_page(one_desk, made.as_account("organizer"), made.slug).draws == ()
