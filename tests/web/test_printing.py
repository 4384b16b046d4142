"""Sheets by the pages and the API: PDF files that open in the browser, reasons asked where one is needed."""

from __future__ import annotations

import pytest
from apiflask import APIFlask
from werkzeug.test import TestResponse

from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.limits import ledger
from tests.desks import Clock
from tests.events import Made
from tests.pools import by_hand, hand_over, sealed_event
from tests.published_events import a_locked_event, audit_of, begin, pair, publish
from tests.registrations import LEGAL
from tests.sheets_read import pages_of
from tests.web.events_served import browser
from tests.web.visitors import visitor


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    made = create_app(one_desk.settings, one_desk)
    with made.app_context():
        ledger().forget()
    return made


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    return a_locked_event(one_desk, clock)


def paper(answer: TestResponse) -> list[str]:
    """The pages of an answer that is a PDF file, to be shown in the browser."""
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"].startswith('inline; filename="')
    return pages_of(answer.data)


def test_an_official_is_asked_why_and_then_prints(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = browser(app, one_desk, made.as_account("judge"))
    address = f"/e/{made.slug}/sheets/lists.pdf?stage=swiss&order=name&lands=first&paper=letter"
    asked = judge.get(address)
    assert asked.status_code != 200
    assert "Say why" in asked.text
    assert f'href="/e/{made.slug}/sheets">Back to sheets</a>' in asked.text
    pages = paper(judge.post(address, data={"reason": "to be filed"}))
    assert len(pages) == 3
    assert "By name, lands first" in pages[0]
    assert len(audit_of(one_desk, made, "lists.exported")) == 1


def test_the_page_has_a_form_for_each_kind_of_paper(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = browser(app, one_desk, made.as_account("judge"))
    text = judge.get(f"/e/{made.slug}/sheets").text
    assert "Print all lists" in text
    assert "once <a" in text


def test_what_a_round_prints_has_forms_once_it_is_paired(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = browser(app, one_desk, made.as_account("judge"))
    pair(one_desk, made, [([1, 2], [])], round=2)
    text = judge.get(f"/e/{made.slug}/sheets").text
    for words in ("Print side by side", "Print packs", "Print slips", "Round 2"):
        assert words in text
    scorekeeper = browser(app, one_desk, made.as_account("scorekeeper")).get(f"/e/{made.slug}/sheets").text
    assert "Print all lists" not in scorekeeper
    assert "Print blank sheets" in scorekeeper
    page = f"/e/{made.slug}/sheets"
    assert "Dahl, Per" in paper(judge.get(f"{page}/slips.pdf?round=2"))[0]
    assert len(paper(judge.get(f"{page}/slips.pdf?round=2&copies=4"))) == 2
    assert "Dahl, Per" in paper(judge.get(f"{page}/tables.pdf?stage=swiss&round=2&table=1"))[0]
    assert len(paper(judge.post(f"{page}/packs.pdf?stage=playoff", data={"reason": "top 2"}))) == 2
    assert judge.get(f"{page}/tables.pdf?round=9").status_code == 422


def test_the_api_prints_one_list_and_all(app: APIFlask, one_desk: App, made: Made) -> None:
    program = browser(app, one_desk, made.as_token("judge"))
    api = f"/api/v1/e/{made.slug}"
    (page,) = paper(program.get(f"{api}/entries/1/list?as=pdf&order=type"))
    assert "Okonkwo, Ada" in page
    assert "By type" in page
    assert len(paper(program.get(f"{api}/sheets?stage=swiss&reason=backup"))) == 3
    assert program.get(f"{api}/entries/1/list?as=pdf&paper=a3").status_code == 422
    assert visitor(app).get(f"{api}/entries/1/list?as=pdf").status_code == 404


def test_what_is_open_to_all_is_printed_by_anyone_and_marked(app: APIFlask, one_desk: App, made: Made) -> None:
    begin(one_desk, made)
    publish(one_desk, made, "playoff", "all")
    anyone = visitor(app)
    answer = anyone.get(f"/e/{made.slug}/lists/1.pdf?stage=playoff")
    assert "Okonkwo" in paper(answer)[0]
    mark = {"If-None-Match": answer.headers["ETag"]}
    assert anyone.get(f"/e/{made.slug}/lists/1.pdf?stage=playoff", headers=mark).status_code == 304
    assert len(paper(anyone.get(f"/e/{made.slug}/sheets/lists.pdf?stage=playoff"))) == 2
    listed = anyone.get(f"/e/{made.slug}/lists?stage=playoff").text
    assert f"/e/{made.slug}/sheets/lists.pdf?stage=playoff" in listed
    assert anyone.get(f"/e/{made.slug}/lists/1.pdf?stage=swiss").status_code == 404


def test_a_player_prints_their_own_list_and_keeps_nothing_in_a_cache(app: APIFlask, one_desk: App, made: Made) -> None:
    own = browser(app, one_desk, made.as_person(0))
    assert f"/e/{made.slug}/my/list.pdf" in own.get(f"/e/{made.slug}/my/list").text
    answer = own.get(f"/e/{made.slug}/my/list.pdf")
    assert "Okonkwo, Ada" in paper(answer)[0]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert visitor(app).get(f"/e/{made.slug}/my/list.pdf?entry=1").status_code != 200


def test_anyone_prints_a_list_they_checked_and_blank_sheets(app: APIFlask) -> None:
    anyone = visitor(app)
    checked = anyone.post("/check", data={"format": "modern", "text": LEGAL}).text
    assert 'formaction="/sheet.pdf"' in checked
    (page,) = paper(anyone.post("/sheet.pdf", data={"format": "modern", "text": LEGAL}))
    assert "Checked with the rules and bans of" in page
    assert "Wild Ride" in page
    (blank,) = paper(anyone.get("/sheet.pdf?format=ga-standard&paper=letter"))
    assert "Material deck" in blank
    assert anyone.post("/sheet.pdf", data={"format": "modern", "text": ""}).status_code == 422
    assert anyone.get("/sheet.pdf?format=nonsense").status_code == 422


def test_a_sealed_event_has_checklists_on_its_pages(app: APIFlask, one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2))
    hand_over(one_desk, made, 1, by=2)
    judge = browser(app, one_desk, made.as_account("judge"))
    text = judge.get(f"/e/{made.slug}/sheets").text
    for words in ("Print registered pools", "Checklists of pools that are not registered", "Print blank checklists"):
        assert words in text
    page = f"/e/{made.slug}/sheets"
    assert len(paper(judge.get(f"{page}/blank.pdf?paper=letter"))) == 3
    assert "Registered by" in paper(judge.get(f"{page}/to-count.pdf?stage=swiss"))[0]
    asked = judge.get(f"{page}/pools.pdf?stage=swiss")
    assert "Say why" in asked.text
    (pool,) = paper(judge.post(f"{page}/pools.pdf?stage=swiss", data={"reason": "no power"}))
    assert "Armasaur Guide" in pool
    assert f"/e/{made.slug}/pools/1.pdf" in judge.get(f"/e/{made.slug}/pools/1").text
    assert len(paper(judge.get(f"/e/{made.slug}/pools/1.pdf?stage=swiss&rows=all"))) == 3
    own = browser(app, one_desk, made.as_person(0))
    assert f"/e/{made.slug}/my/pool.pdf?entry=1" in own.get(f"/e/{made.slug}/pool").text
    assert "Per Dahl" in paper(own.get(f"/e/{made.slug}/my/pool.pdf?entry=1&stage=swiss"))[0]
    api = browser(app, one_desk, made.as_token("judge"))
    assert len(paper(api.get(f"/api/v1/e/{made.slug}/sheets?of=pools&reason=backup"))) == 1
    assert visitor(app).get(f"/e/{made.slug}/pools/1.pdf").status_code == 404


def test_anyone_prints_the_checklist_of_a_set_and_of_a_pool_they_counted(app: APIFlask) -> None:
    anyone = visitor(app)
    pages = paper(anyone.get("/sheet.pdf?set=mtg:FDN&set=&set="))
    assert "Foundations (FDN)" in pages[0]
    assert "Sealed Deck" in pages[0]
    sent = {"format": "limited-sealed", "text": "Pool\n2 Refute\n", "set": ["mtg:FDN", "mtg:STA"]}
    (pool,) = paper(anyone.post("/sheet.pdf", data=sent))
    assert "Refute" in pool
    assert "Sire of Seven Deaths" not in pool
    assert len(paper(anyone.post("/sheet.pdf?", data=sent | {"rows": "all"}))) > 2
    assert anyone.get("/sheet.pdf?format=limited-sealed&sets=XXX").status_code == 422
