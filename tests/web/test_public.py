"""The public pages of events: who gets what at each address, what answers alike, and what may be kept."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.store.models import Submission
from deckcheck.web import create_app
from deckcheck.web.limits import ledger
from tests.desks import Clock, desk_on
from tests.events import Made, make_event
from tests.published_events import (
    CLOSED,
    TITLED,
    a_locked_event,
    another_event,
    audit_of,
    begin,
    complete,
    late,
    publish,
    readers,
    reopen,
    set_entry_state,
    set_event,
    set_person,
)
from tests.registrations import LEGAL, OTHER, accept, send
from tests.web.events_served import LIST_PATHS, browser, paths, whole
from tests.web.pages import Page
from tests.web.visitors import visitor

Prepare = Callable[[App, Made], None]
OF_THEIR_OWN: Final = re.compile("stage=|proof")
"""Stages and proofs have states of their own, in the tests of the services."""
PRIVATE: Final = "private, no-store"
NOTHING: Final = b"There is nothing here, or you have no access to it."


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    made = create_app(one_desk.settings, one_desk)
    with made.app_context():
        ledger().forget()
    return made


@pytest.fixture
def guest(app: APIFlask) -> FlaskClient:
    return visitor(app)


def closed(_desk: App, _made: Made) -> None:
    """Swiss is locked."""


def stage(desk: App, made: Made) -> None:
    publish(desk, made, "playoff", "stage")
    begin(desk, made)


def everyone(desk: App, made: Made) -> None:
    publish(desk, made, "swiss", "all")


def ended(desk: App, made: Made) -> None:
    complete(desk, made)


def on_again(desk: App, made: Made) -> None:
    complete(desk, made)
    reopen(desk, made)


# Which of the lists 1, 2, 4 and of the numbers 3 (no list) and 9 (nobody) each reader opens, by state.
ALL: Final = frozenset({1, 2, 4})
OUTSIDERS: Final = ("stranger", "judge elsewhere", "player elsewhere")
OPENS: Final[dict[Prepare, dict[str, frozenset[int]]]] = {
    closed: {"player 1": frozenset({1}), "player 4": frozenset({4})},
    stage: {"player 1": frozenset({1, 2}), "player 4": frozenset({4})},
    everyone: dict.fromkeys((*OUTSIDERS, "player 1", "player 4", "scorekeeper"), ALL),
    ended: dict.fromkeys((*OUTSIDERS, "player 1", "player 3", "player 4", "scorekeeper"), ALL),
    on_again: {"player 1": frozenset({1}), "player 4": frozenset({4})},
}
READERS: Final = (
    *("stranger", "player 1", "player 3", "player 4", "scorekeeper", "judge", "judge elsewhere"),
    "player elsewhere",
)


@pytest.mark.parametrize("prepare", OPENS, ids=lambda prepare: prepare.__name__)
def test_each_address_of_a_list_opens_for_those_to_whom_the_list_is_open(
    app: APIFlask, one_desk: App, clock: Clock, prepare: Prepare
) -> None:
    made, other = a_locked_event(one_desk, clock), another_event(one_desk)
    prepare(one_desk, made)
    everybody = readers(one_desk, made, other)
    for reader in READERS:
        client = browser(app, one_desk, everybody[reader])
        opens = ALL if reader == "judge" else OPENS[prepare].get(reader, frozenset())
        # Every address with two numbers, the page with all of them.
        asked = [(path, number) for path in LIST_PATHS if not OF_THEIR_OWN.search(path) for number in (2, 9)]
        for path, number in (*asked, *((LIST_PATHS[0], number) for number in (1, 3, 4))):
            response = client.get(path.format(slug=made.slug, n=number))
            told = (reader, path, number, response.status_code)
            if number in opens:
                assert response.status_code == 200, told
            elif reader == "scorekeeper":
                assert response.status_code in {403, 404}, told
            else:
                assert (response.status_code, NOTHING in response.data) == (404, True), told


def test_a_closed_list_answers_like_one_that_does_not_exist_to_the_last_byte(
    app: APIFlask, guest: FlaskClient, one_desk: App, clock: Clock
) -> None:
    made, other = a_locked_event(one_desk, clock), another_event(one_desk)
    make_event(one_desk, slug="planned-one", state="planned", join_code=None)
    everybody = readers(one_desk, made, other)
    for reader in ("stranger", "player 3", "player elsewhere", "judge elsewhere", "overlay token"):
        client = browser(app, one_desk, everybody[reader])
        for path in LIST_PATHS:
            answers = {n: whole(client.get(path.format(slug=made.slug, n=n))) for n in (1, 2, 4, 3, 9, 10**12)}
            if reader == "player 3" and "seal=1" in path:
                answers.pop(3)  # That there was none is theirs to prove.
            assert len({repr(answer) for answer in answers.values()}) == 1, (reader, path)
            headers = dict(answers[9][1])
            assert answers[9][0] == 404
            assert headers["Cache-Control"] == PRIVATE
            assert headers["X-Robots-Tag"] == "noindex"
            assert {"Cookie", "Authorization"} <= set(headers["Vary"].split(", "))
            assert "ETag" not in headers
    for path in paths(made, 1):
        planned, absent = (whole(guest.get(path.replace(made.slug, slug))) for slug in ("planned-one", "no-such"))
        assert planned == absent, path
        assert planned[0] == 404


@pytest.mark.parametrize("path", ["/e/{slug}/lists?stage=moon", "/e/{slug}/seals/7.json", "/e/{slug}/lists/x"])
def test_what_no_event_has_is_nothing(guest: FlaskClient, one_desk: App, clock: Clock, path: str) -> None:
    made = a_locked_event(one_desk, clock)
    response = guest.get(path.format(slug=made.slug))
    assert (response.status_code, NOTHING in response.data) == (404, True)
    assert whole(response) == whole(guest.get("/e/no-such/lists/1"))


def test_only_what_everybody_gets_is_marked_and_asked_for_again(
    app: APIFlask, guest: FlaskClient, one_desk: App, clock: Clock
) -> None:
    made, other = a_locked_event(one_desk, clock), another_event(one_desk)
    everybody = readers(one_desk, made, other)
    begin(one_desk, made)

    def kept(client: FlaskClient) -> set[str]:
        found = set()
        for path in paths(made, 2):
            response = client.get(path)
            assert {"Cookie", "Authorization"} <= set(response.headers["Vary"].split(", ")), path
            assert response.headers["X-Robots-Tag"] == "noindex"
            if response.headers["Cache-Control"] == PRIVATE:
                assert "ETag" not in response.headers, path
            elif "overlay" not in path:
                assert response.headers["Cache-Control"] == "no-cache", path
                assert response.headers["ETag"].startswith('W/"'), path
                found.add(path)
        return found

    assert kept(guest) == set()
    complete(one_desk, made)
    opened = kept(guest)
    never = {p for p in paths(made, 2) if "overlay" in p or ("/proof" in p and "api" in p) or p.endswith("/export")}
    assert opened == set(paths(made, 2)) - never
    for reader in ("player 1", "judge", "judge elsewhere", "organizer"):
        assert kept(browser(app, one_desk, everybody[reader])) == set(), reader
    # Pages take no token: there a program is a stranger.
    assert not [path for path in kept(browser(app, one_desk, everybody["judge token"])) if "/api/" in path]
    reopen(one_desk, made)
    assert kept(guest) == set()


def test_what_has_not_changed_is_not_sent_again_and_what_was_closed_is_gone(
    guest: FlaskClient, one_desk: App, clock: Clock
) -> None:
    made = a_locked_event(one_desk, clock)
    publish(one_desk, made, "swiss", "all")
    path = f"/e/{made.slug}/lists/2"
    first = guest.get(path)
    mark = {"If-None-Match": first.headers["ETag"]}
    again = guest.get(path, headers=mark)
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Cache-Control"] == "no-cache"
    packed = guest.get(path, headers={**mark, "Accept-Encoding": "gzip"})
    assert packed.status_code == 304
    set_event(one_desk, made, names_shown="number")
    changed = guest.get(path, headers=mark)
    assert (changed.status_code, b"Player 2" in changed.data) == (200, True)
    publish(one_desk, made, "swiss", "closed")
    gone = guest.get(path, headers=mark)
    assert (gone.status_code, NOTHING in gone.data) == (404, True)
    publish(one_desk, made, "swiss", "all")
    assert guest.get(path).status_code == 200


def test_two_events_that_differ_in_what_is_closed_are_the_same_to_others(
    one_desk: App, clock: Clock, tmp_path: Path
) -> None:
    made = make_event(one_desk, players=4, playoff=True)
    send(made, one_desk, TITLED, who=made.as_person(0), number=1)
    one_desk.store.close()
    shutil.copyfile(tmp_path / "deckcheck.db", tmp_path / "other.db")
    other = desk_on(f"sqlite:///{tmp_path / 'other.db'}", clock, tmp_path)
    send(made, other, OTHER, who=made.as_person(1), number=2)
    send(made, other, LEGAL, who=made.as_person(0), number=1)
    accept(made, other)
    apps = [create_app(desk.settings, desk) for desk in (one_desk, other)]
    for who in (made.as_stranger, made.as_person(2), made.as_person(3)):
        clients = [browser(app, desk, who) for app, desk in zip(apps, (one_desk, other), strict=True)]
        for path in paths(made, 1, 2, 3, 9):
            if who.kind == "person" and path.endswith(f"/{made.slug}"):
                continue
            one, two = (whole(client.get(path)) for client in clients)
            assert one == two, (who, path)
    other.store.close()


def test_acts_on_closed_lists_leave_no_trace_on_open_ones(
    one_desk: App, app: APIFlask, guest: FlaskClient, clock: Clock
) -> None:
    made = a_locked_event(one_desk, clock)
    publish(one_desk, made, "playoff", "all")
    begin(one_desk, made)
    open_ones = [path for path in paths(made, 1, 2) if "overlay" not in path]
    before = {path: whole(guest.get(path)) for path in open_ones}
    assert sum(answer[0] == 200 for answer in before.values()) > 20
    judge = browser(app, one_desk, made.as_account("judge"))
    assert judge.get(f"/e/{made.slug}/lists/4?stage=swiss").status_code == 200
    with one_desk.store.write() as session:
        for sent in session.query(Submission).all():
            if sent.text not in {LEGAL, OTHER}:
                sent.title, sent.text, sent.minutes_late = "Secret deck", "secret", 7
    assert {path: whole(guest.get(path)) for path in open_ones} == before


def test_staff_reads_a_closed_list_with_an_entry_before_and_the_page_says_so(
    app: APIFlask, one_desk: App, clock: Clock
) -> None:
    made = a_locked_event(one_desk, clock)
    judge = browser(app, one_desk, made.as_account("judge"))
    page = judge.get(f"/e/{made.slug}/lists/2")
    assert (page.status_code, "your access is logged" in page.text) == (200, True)
    assert page.headers["Cache-Control"] == PRIVATE
    assert len(audit_of(one_desk, made, "list.read")) == 1
    asked = judge.get(f"/e/{made.slug}/export?shape=csv&stage=swiss")
    main = next(e for e in Page(asked).all if e.tag == "main")
    assert (asked.status_code, main.text.count("Say why")) == (422, 1)
    back = next(e for e in main.inside if e.tag == "a")
    assert (back.attrs["href"], back.text) == (f"/e/{made.slug}/export", "Back to exporting lists")
    assert judge.get(back.attrs["href"]).status_code == 200
    form = next(e for e in Page(asked).all if e.tag == "form")
    assert form.attrs["action"] == f"/e/{made.slug}/export?shape=csv&stage=swiss"
    assert judge.post(form.attrs["action"], data={"reason": "  "}).status_code == 422
    file = judge.post(form.attrs["action"], data={"reason": "for the commentators"})
    assert (file.status_code, file.mimetype, file.headers["Cache-Control"]) == (200, "text/csv", PRIVATE)
    (row,) = audit_of(one_desk, made, "lists.exported")
    assert (row.from_, row.to, bool(row.note)) == ("csv", "3", True)
    foreign = judge.post(form.attrs["action"], data={"reason": "x"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    assert len(audit_of(one_desk, made, "lists.exported")) == 1


EVIL: Final = '=HYPERLINK("http://x")\r\nSet-Cookie: a=1'
MARKUP: Final = "<script>alert(1)</script>"


def test_names_that_are_formulas_or_headers_stay_names(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    title = f"About\nName +SUM(1) {MARKUP}\n\nDeck\n{LEGAL}"
    made = a_locked_event(one_desk, clock, texts={1: title, 2: OTHER}, name=f"-1+1 {MARKUP}\r\nX-Evil: 1")
    set_person(one_desk, made, 1, first="", last=EVIL)
    set_person(one_desk, made, 2, first="@cmd", last="\t=1")
    complete(one_desk, made)
    for path in paths(made, 1, 2):
        response = guest.get(path)
        told = (path, response.status_code)
        assert response.headers.get("Set-Cookie") is None, told
        assert response.headers.get("X-Evil") is None, told
        if response.mimetype == "text/html":
            assert MARKUP not in response.text, told
            assert "<script>alert" not in response.text, told
        name = response.headers.get("Content-Disposition", "")
        assert re.fullmatch(r'(attachment; filename="[a-z0-9-]+\.[a-z]+")?', name), told
    csv = guest.get(f"/e/{made.slug}/export?shape=csv").data.decode("utf-8-sig")
    with zipfile.ZipFile(io.BytesIO(guest.get(f"/e/{made.slug}/export?shape=zip").data)) as packed:
        index = packed.read("index.csv").decode("utf-8-sig")
        assert all(re.fullmatch(r"(?:lists/)?[a-z0-9-]+\.(?:txt|csv)", name) for name in packed.namelist())
    for text in (csv, index):
        cells = [cell for line in text.splitlines() for cell in re.split(r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", line)]
        assert not [cell for cell in cells if cell.strip('"')[:1] in {"=", "+", "-", "@"}]
    json.loads(guest.get(f"/e/{made.slug}/lists/1.json").data)


def test_a_page_says_what_it_shows_and_to_whom(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock, texts={1: TITLED, 2: OTHER, 4: "4 Jace\n" + LEGAL})
    page = guest.get(f"/e/{made.slug}")
    said = re.sub("<[^>]*>", "", page.text)
    assert "Lists closed at 10:00. They are shown when the event has ended." in said
    lists = guest.get(f"/e/{made.slug}/lists")
    assert (lists.status_code, "They are shown when the event has ended." in lists.text) == (200, True)
    assert "Okonkwo" not in lists.text
    clock.pass_(minutes=3)
    late(one_desk, made)
    complete(one_desk, made)
    lists = guest.get(f"/e/{made.slug}/lists")
    assert "All 4 lists are open." in lists.text
    assert "3 of 4 lists match what was sealed at the deadline." in lists.text
    shown = [e.text for e in Page(lists).having("wrote")]
    assert [words.split()[0] for words in shown] == ["Abara,", "Dąbrowska,", "Dahl,", "Okonkwo,"]
    assert [e.text for e in Page(guest.get(f"/e/{made.slug}/lists?sort=deck")).having("wrote")][-1] == shown[-1]
    one = guest.get(f"/e/{made.slug}/lists/1")
    told = Page(one).by_id("content").text
    for part in (
        "Ada Okonkwo",
        "Izzet Prowess",
        "Main deck60",
        "Legal in Modern",
        "Submitted today 09:00, accepted today 09:00.",
    ):
        assert part in told
    unread = guest.get(f"/e/{made.slug}/lists/4").text
    assert "Needs an answer" in unread
    assert "Entered 3 min after the deadline." in guest.get(f"/e/{made.slug}/lists/3").text
    assert "noindex" in one.headers["X-Robots-Tag"]
    assert '<meta property="og:title" content="Izzet Prowess, Ada Okonkwo">' in one.text
    assert '<meta property="og:title" content="Northern Open: 4 lists">' in lists.text


def test_search_engines_may_list_only_what_everyone_sees_and_the_event_allows(
    app: APIFlask, guest: FlaskClient, one_desk: App, clock: Clock
) -> None:
    made, refusing = a_locked_event(one_desk, clock), another_event(one_desk)
    shown = ("", "/lists", "/lists/1", "/lists/2", "/lists/9", "/seals", "/lists/1.json")

    def let(said: str) -> None:
        patch = SettingsPatch(search_engines=said)
        change_settings(one_desk, made.as_account("organizer"), made.slug, patch, reason="They asked.")

    def listed(client: FlaskClient = guest) -> list[str]:
        answers = {path: client.get(f"/e/{made.slug}{path}").headers["X-Robots-Tag"] for path in shown}
        assert set(answers.values()) <= {"all", "noindex"}
        return [path for path, told in answers.items() if told == "all"]

    let("allowed")
    assert listed() == []  # Lists are closed.
    publish(one_desk, made, "swiss", "all")
    assert listed() == ["", "/lists", "/lists/1", "/lists/2"]
    assert listed(browser(app, one_desk, readers(one_desk, made, refusing)["player 3"])) == []
    publish(one_desk, made, "swiss", "closed")
    assert listed() == []
    publish(one_desk, made, "swiss", "all")
    let("refused")
    assert listed() == []


def test_what_was_played_is_a_table_by_deck_and_by_card(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    texts = {**dict.fromkeys(range(1, 6), TITLED), **dict.fromkeys(range(6, 9), LEGAL), 9: OTHER}
    made = a_locked_event(one_desk, clock, players=9, texts=texts)
    publish(one_desk, made, "swiss", "all")
    path = f"/e/{made.slug}/lists?stage=swiss"

    def told(query: str = "") -> list[str]:
        return [e.text for e in Page(guest.get(path + query)).all if e.tag == "tr"]

    assert told() == told("&played=cards") == []
    complete(one_desk, made)
    assert told()[:2] == ["Izzet Prowess55 lists 56 %", "Black-red44 lists 44 %"]
    assert "Ancestral Anger3636 copies in 9 lists" in told("&played=cards")
    cards = Page(guest.get(f"{path}&played=cards"))
    assert [e.attrs["href"] for e in cards.all if e.tag == "a" and e.text == "Ancestral Anger"] == [
        "/cards/ancestral-anger"
    ]


def test_of_few_lists_it_is_not_told_what_was_played(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    complete(one_desk, made)
    assert "Shown from 8 lists on." in guest.get(f"/e/{made.slug}/lists").text


def test_no_other_site_is_told_of_what_is_closed(
    app: APIFlask, guest: FlaskClient, one_desk: App, clock: Clock
) -> None:
    made = a_locked_event(one_desk, clock)
    judge = browser(app, one_desk, made.as_account("judge"))
    for path in (f"/e/{made.slug}/lists", f"/e/{made.slug}/lists/1"):
        assert "og:" not in judge.get(path).text
        assert "og:" not in guest.get(path).text
    assert "og:title" in guest.get(f"/e/{made.slug}").text


def test_buttons_of_a_list_are_links_to_its_text(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    complete(one_desk, made)
    links = [e for e in Page(guest.get(f"/e/{made.slug}/lists/2")).all if "data-copy" in e.attrs]
    assert [e.text for e in links] == ["Copy list", "Copy for Arena", "Copy for Magic Online", "Copy for Moxfield"]
    for link in links:
        response = guest.get(link.attrs["href"])
        assert (response.status_code, response.content_type) == (200, "text/plain; charset=utf-8")
        assert "4 Monastery Swiftspear" in response.text
    assert guest.get(f"/e/{made.slug}/lists/2.moon").status_code == 422
    assert guest.get(f"/e/{made.slug}/lists/2.omnidex").status_code == 422


def test_a_grand_archive_event_comes_in_its_own_shapes(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    text = "# Material Deck\n1 Spirit of Fire\n\n# Main Deck\n4 Fireball\n"
    made = a_locked_event(one_desk, clock, texts={1: text}, game="ga", format="ga-standard", playoff=False)
    complete(one_desk, made)
    page = guest.get(f"/e/{made.slug}/lists/1")
    assert [e.text for e in Page(page).all if e.tag == "h2"][:2] == ["Champions", "Actions"]
    assert "Fire" in page.text
    assert guest.get(f"/e/{made.slug}/lists/1.omnidex").text.startswith("# Material Deck\n1 Spirit of Fire")
    assert guest.get(f"/e/{made.slug}/lists/1.dek").status_code == 422
    assert guest.get(f"/e/{made.slug}/export?shape=omnidex").get_json()[0]["visible"] is True
    assert guest.get(f"/e/{made.slug}/export?shape=cache").status_code == 422


def test_a_reader_who_plays_is_led_to_their_list_and_others_to_the_code(
    app: APIFlask, guest: FlaskClient, one_desk: App, clock: Clock
) -> None:
    made = make_event(one_desk)
    send(made, one_desk, LEGAL, who=made.as_person(0), number=1)
    own = browser(app, one_desk, made.as_person(0)).get(f"/e/{made.slug}")
    assert "Your list is in, legal." in own.text
    assert [e.text for e in Page(own).having("go")] == ["My list"]
    assert [e.text for e in Page(guest.get(f"/e/{made.slug}")).having("go")] == ["Enter join code"]
    assert "Your list is not in yet." in browser(app, one_desk, made.as_person(1)).get(f"/e/{made.slug}").text
    desk_page = browser(app, one_desk, made.as_account("judge")).get(f"/e/{made.slug}")
    assert f"/e/{made.slug}/roster" in desk_page.text
    clock.set(CLOSED)
    settle(one_desk, made.slug)
    set_entry_state(one_desk, made, 1, "dropped")
    assert "Enter join code" not in guest.get(f"/e/{made.slug}").text


def test_house_rules_stand_on_the_page_of_the_event(guest: FlaskClient, one_desk: App) -> None:
    house = {"bans": ["Lightning Bolt"], "sizes": {"main-min": 40}}
    made = make_event(one_desk, house=house)
    page = guest.get(f"/e/{made.slug}").text
    assert "A house rule overrides the format here" in page
    assert "Banned here: Lightning Bolt." in page
    assert "At least 40 cards in the main deck." in page


def test_an_event_whose_format_is_gone_still_has_a_page(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    begin(one_desk, made)
    complete(one_desk, made)
    set_event(one_desk, made, format="no-more", house={"bans": ["Island"]})
    for path in paths(made, 1):
        if "overlay" not in path:
            assert guest.get(path).status_code == 200, path


def test_the_index_leads_to_events(guest: FlaskClient, one_desk: App) -> None:
    make_event(one_desk)
    make_event(one_desk, slug="secret", name="Secret", state="planned", join_code=None)
    page = guest.get("/events?q=open&game=mtg&page=x")
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == PRIVATE
    assert "/e/northern-open" in page.text
    assert "Secret" not in page.text
    assert "No event is announced that fits" in guest.get("/events?q=nowhere").text
