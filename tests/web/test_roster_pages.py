"""The staff's pages without scripts: every job is a form that posts, and a refusal costs nothing that was typed."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.recognition import who_is
from deckcheck.app.context import App
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.roster.entry_facts import entry_facts
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.roster.staff_roster import Progress
from deckcheck.settings import Mail
from deckcheck.store.models import DeckList, Entry, Submission
from deckcheck.store.queries import proof
from deckcheck.store.store import Busy, Store
from deckcheck.web import create_app
from deckcheck.web.pages.roster.progress import draw
from deckcheck.web.pages.roster.roster import pairs_text, read_pairs
from tests.desks import Clock
from tests.events import DEADLINE, ZONE, Made, make_event
from tests.full_rosters import fill
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, accept, list_row, send
from tests.web.pages import Element, Page
from tests.web.visitors import player, sign_in_as

E = "/e/northern-open/roster"


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    """Eight players: 1 and 2 legal, 3 illegal, 4 undecided, 5 to 8 without a list."""
    made = make_event(one_desk, players=8)
    for number, text in enumerate((LEGAL, OTHER, ILLEGAL, UNDECIDED), 1):
        send(made, one_desk, text, who=made.as_person(number - 1), number=number)
    return made


@pytest.fixture
def rosa(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    """A judge."""
    return sign_in_as(app, one_desk, made.accounts["judge"])


@pytest.fixture
def ben(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    """The head judge."""
    return sign_in_as(app, one_desk, made.accounts["head-judge"])


@pytest.fixture
def sam(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    """A scorekeeper."""
    return sign_in_as(app, one_desk, made.accounts["scorekeeper"])


def get(client: FlaskClient, path: str, code: int = 200) -> Page:
    response = client.get(path, follow_redirects=True)
    page = Page(response)
    assert response.status_code == code, text_of(page)
    return page


def text_of(page: Page) -> str:
    return page.by_id("content").text


def words(page: Page) -> list[str]:
    """The buttons and links of a page."""
    return [e.text for e in page.all if e.tag in {"button", "a"}]


def fields_of(form: Element) -> list[tuple[str, Any]]:
    """What a browser would send with a form."""
    sent: list[tuple[str, Any]] = []
    for e in form.inside:
        name, kind = e.attrs.get("name"), e.attrs.get("type", "text")
        if (
            not name
            or e.tag == "button"
            or kind == "file"
            or (kind in {"checkbox", "radio"} and "checked" not in e.attrs)
        ):
            continue
        if e.tag == "textarea":
            sent.append((name, "".join(e.texts).removeprefix("\n")))
        elif e.tag == "select":
            options = [o for o in e.inside if o.tag == "option"]
            chosen = next((o for o in options if "selected" in o.attrs), options[0])
            sent.append((name, chosen.attrs["value"]))
        elif e.tag == "input":
            sent.append((name, e.attrs.get("value", "on" if kind == "checkbox" else "")))
    return sent


def press(
    client: FlaskClient, page: Page, button: str, code: int = 200, answers: dict[str, str] | None = None, **given: Any
) -> Page:
    """The page that comes back when the button with these words is pressed, in its own form."""
    changed: dict[str, Any] = {**(answers or {}), **given}
    pressed = next(e for e in page.all if e.tag == "button" and e.text == button)
    form = next(f for f in page.all if f.tag == "form" and any(e is pressed for e in f.inside))
    fields = [(k, v) for k, v in fields_of(form) if k not in changed]
    fields += [(k, one) for k, v in changed.items() for one in (v if isinstance(v, list) else [v])]
    if "name" in pressed.attrs:
        fields.append((pressed.attrs["name"], pressed.attrs.get("value", "")))
    action = pressed.attrs.get("formaction", form.attrs["action"])
    if form.attrs["method"] == "get":
        response = client.get(action, query_string=fields, follow_redirects=True)
    else:
        data: dict[str, list[Any]] = {}
        for key, value in fields:
            data.setdefault(key, []).append(value)
        kind = form.attrs.get("enctype", "application/x-www-form-urlencoded")
        response = client.post(action, data=data, content_type=kind, follow_redirects=True)
    page = Page(response)
    assert response.status_code == code, text_of(page)
    return page


def rows(page: Page) -> list[str]:
    table = page.by_id("rows")
    return [e.text for e in table.inside if e.tag == "th" and e.attrs.get("scope") == "row"]


# The roster.


def test_the_roster_names_everybody_by_last_name_with_how_their_list_stands(rosa: FlaskClient) -> None:
    page = get(rosa, E)
    assert rows(page)[:3] == ["Abara, Chidi", "Albrecht, Jonas", "Amato, Giulia"]
    told = text_of(page)
    assert "Illegal 59 cards in the main deck" in told
    assert "Needs an answer Line 17 needs an answer" in told
    assert "Jace" not in told
    assert "4 of 8" in told
    assert "4 not submitted." in told
    assert len([e for e in page.having("go") if "hidden" not in e.attrs]) == 1


def test_filters_and_search_are_links_and_a_form(rosa: FlaskClient) -> None:
    page = get(rosa, E)
    links = {e.text: e.attrs["href"] for e in page.by_id("filters").inside if e.tag == "a"}
    assert list(links) == ["All 8", "Not submitted 4", "Illegal 1", "Needs an answer 1", "Ready 2", "Accepted 0"]
    assert rows(get(rosa, links["Illegal 1"])) == ["Dąbrowska, Zofia"]
    assert rows(press(rosa, page, "Search", q="dabr")) == ["Dąbrowska, Zofia"]
    nobody = press(rosa, page, "Search", q="<script>")
    assert "Nobody is called “<script>”" in text_of(nobody)


def test_a_page_has_a_hundred_and_leads_to_the_others(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk, players=0)
    fill(one_desk, made, 250)
    client = sign_in_as(app, one_desk, made.accounts["judge"])
    page = get(client, E)
    assert len(rows(page)) == 100
    assert len(rows(get(client, f"{E}?page=3"))) == 50
    assert len(page.response.get_data()) < 160_000
    again = client.get(E, headers={"Accept-Encoding": "gzip"})
    assert len(again.get_data()) < 14_000


def test_the_drawing_stays_small_and_its_numbers_stand_in_a_table(rosa: FlaskClient, one_desk: App) -> None:
    page = get(rosa, E)
    svg = re.search(r"<svg class=\"progress\".*?</svg>", page.response.get_data(as_text=True), re.DOTALL)
    assert svg
    assert "style=" not in svg[0]
    assert 'aria-label="4 of 8 lists submitted; 1 h left to the deadline."' in svg[0]
    assert "Show numbers" in text_of(page)
    at = tuple(DEADLINE - timedelta(seconds=9 * n) for n in range(3000, 0, -1))
    drawn = draw(Progress(at, 3000, DEADLINE, DEADLINE - timedelta(seconds=5), ZONE, ""))
    assert drawn
    assert len(drawn.line) + len(drawn.area) < 1_500
    assert drawn.rows[-1][1] == 3000
    assert draw(Progress((), 3000, DEADLINE, DEADLINE, ZONE, "")) is None


def test_two_taps_accept_all_legal_lists_and_one_takes_them_back(rosa: FlaskClient, one_desk: App, made: Made) -> None:
    asked = press(rosa, get(rosa, E), "Accept 2 legal lists")
    assert "Accept 2 legal lists?" in text_of(asked)
    assert "Their players can no longer change them." in text_of(asked)
    assert words(asked).index("Cancel") < words(asked).index("Accept 2")
    done = press(rosa, asked, "Accept 2")
    assert "2 lists accepted." in text_of(done)
    assert list_row(one_desk, made, 1).state == "accepted"
    back = press(rosa, done, "Undo")
    assert "2 lists open again." in text_of(back)
    assert list_row(one_desk, made, 1).state == "open"


def test_what_was_replaced_meanwhile_is_left_and_can_be_seen(rosa: FlaskClient, one_desk: App, made: Made) -> None:
    asked = press(rosa, get(rosa, E), "Accept 2 legal lists")
    send(made, one_desk, OTHER)
    done = press(rosa, asked, "Accept 2")
    assert "1 list accepted." in text_of(done)
    assert "1 of 2 could not be accepted: it was replaced a moment ago." in text_of(done)
    see = next(e for e in done.all if e.tag == "a" and e.text == "See them")
    assert rows(get(rosa, see.attrs["href"])) == ["Okonkwo, Ada"]


def test_chosen_lists_are_accepted_and_what_is_not_legal_is_said_to_be_left(rosa: FlaskClient) -> None:
    page = get(rosa, f"{E}?choose=1")
    boxes = {e.attrs["id"]: e.attrs["value"] for e in page.all if e.attrs.get("name") == "choose"}
    assert set(boxes) == {"pick-1", "pick-2", "pick-3", "pick-4"}
    asked = press(rosa, page, "Accept the chosen", choose=[boxes["pick-1"], boxes["pick-3"]])
    assert "Accept 2 chosen lists?" in text_of(asked)
    assert "1 of them is not legal and will be left" in text_of(asked)
    assert "1 of 2 could not be accepted." in text_of(press(rosa, asked, "Accept 2"))


def test_pairs_stay_small_and_come_back_as_they_were() -> None:
    pairs = [(number, f"0190f3c2-7a11-7c3e-9b52-{number:012x}") for number in range(1, 5001)]
    told = pairs_text(pairs)
    assert len(told) < 200_000
    assert list(read_pairs([told])) == pairs
    assert read_pairs(["1-x.2.-.3-" + "z" * 31, "<>"]) == ()


def test_scorekeepers_and_organizers_have_the_buttons_they_may_press(
    app: APIFlask, one_desk: App, made: Made, sam: FlaskClient
) -> None:
    told = text_of(get(sam, E))
    assert "59 cards" not in told
    assert "Accept 2 legal lists" in words(get(sam, E))
    nora = sign_in_as(app, one_desk, made.accounts["organizer"])
    page = get(nora, E)
    assert not any("legal list" in word for word in words(page))
    assert "Change" in words(page)
    assert "Change" not in words(get(sam, E))


def test_an_empty_roster_leads_to_a_list_and_shows_the_code(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk, players=0)
    page = get(sign_in_as(app, one_desk, made.accounts["scorekeeper"]), E)
    assert "Nobody is on the roster." in text_of(page)
    assert "KITE-4719" in text_of(page)
    assert "Paste a player list" in words(page)


def test_strangers_and_players_are_sent_away(app: APIFlask, one_desk: App, made: Made) -> None:
    for client in (app.test_client(), player(app, one_desk, made.entries[0])):
        assert "/sign-in" in client.get(E).headers["Location"]
        assert client.get(f"{E}/rows?since=0").status_code in {403, 404}


# What changes.


def test_only_what_changed_comes_and_every_row_in_its_place(rosa: FlaskClient, one_desk: App, made: Made) -> None:
    page = get(rosa, f"{E}?show=ready")
    since = page.by_id("since").attrs["value"]
    asked = f"{E}/rows?show=ready&shown=1.2&since={since}&base={since}"
    assert rosa.get(asked).status_code == 204
    send(made, one_desk, ILLEGAL)
    send(made, one_desk, LEGAL, who=made.as_person(4), number=5)
    fresh = Page(rosa.get(asked))
    changed = [e for e in fresh.all if e.tag == "tr"]
    assert [e.attrs["id"] for e in changed] == ["r1"]
    assert "Illegal" in changed[0].text
    assert fresh.by_id("news").text == "1 new list. Show"
    assert int(fresh.by_id("since").attrs["value"]) > int(since)
    later = Page(rosa.get(f"{E}/rows?show=ready&shown=1.2&since={int(since) + 1}&base={since}"))
    assert later.by_id("news").text == "1 new list. Show"


# Reviewing.


def test_a_review_shows_faults_first_and_the_text_beside_what_was_read(
    rosa: FlaskClient, one_desk: App, made: Made
) -> None:
    page = get(rosa, f"{E}/4")
    told = text_of(page)
    assert told.index("could be several cards") < told.index("As read") < told.index("As written")
    assert "1 of 4 to review" in told
    assert "4 Jace" in told
    with one_desk.store.read() as session:
        last = proof.audit_of(session, made.uid)[-1]
    assert (last.act, last.on, last.by) == ("list.read", "entry:4", f"account:{made.accounts['judge']}")
    assert page.response.headers["Cache-Control"] == "private, no-store"


def test_no_list_is_shown_whose_reading_could_not_be_written_down(
    rosa: FlaskClient, one_desk: App, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_store: Store) -> Any:
        raise Busy("full")

    monkeypatch.setattr(Store, "write", busy)
    page = get(rosa, f"{E}/1", 503)
    assert "Wild Ride" not in page.response.get_data(as_text=True)


def test_a_scorekeeper_reviews_without_cards_and_accepts_what_is_legal(
    sam: FlaskClient, one_desk: App, made: Made
) -> None:
    for number in (1, 3):
        page = get(sam, f"{E}/{number}")
        assert "Mountain" not in page.response.get_data(as_text=True)
        assert "Only judges and the organizer can see the cards." in text_of(page)
    assert "Accept" not in words(get(sam, f"{E}/3"))
    assert "Accepted. The player can no longer change it." in text_of(press(sam, get(sam, f"{E}/1"), "Accept"))
    with one_desk.store.read() as session:
        assert not [row for row in proof.audit_of(session, made.uid) if row.act == "list.read"]


def test_an_official_who_plays_says_why_first(rosa: FlaskClient, one_desk: App, made: Made) -> None:
    given = Given(account=made.accounts["judge"])
    edit_entry(EditEntry(made.as_account("organizer"), made.slug, 8, given), one_desk)
    page = get(rosa, f"{E}/1")
    assert "Wild Ride" not in page.response.get_data(as_text=True)
    shown = press(rosa, page, "Show the list", reason="a question at table 3")
    assert "Wild Ride" in text_of(shown)
    with one_desk.store.read() as session:
        assert "a question at table 3" in {row.text for row in proof.texts_of(session, made.uid).values()}


def test_each_act_of_a_review_is_a_form_and_says_what_came_of_it(
    ben: FlaskClient, one_desk: App, made: Made, clock: Clock
) -> None:
    back = press(ben, get(ben, f"{E}/3"), "Send back", reason="59 cards; you need at least 60.")
    assert "Sent back. What needs fixing: 59 cards; you need at least 60." in text_of(back)
    done = press(ben, back, "Accept it as it is", reason="the player insists")
    assert "Accepted at 09:00 by Ben Ott." in text_of(done)
    assert "Undo" in words(done)
    clock.pass_(minutes=11)
    late = get(ben, f"{E}/3")
    assert "Undo" not in words(late)
    assert late.by_id("until-reopen").attrs["value"] == "2026-06-13T09:26"
    opened = press(ben, late, "Reopen", until="2026-06-13T10:15", reason="sleeves")
    assert "The player can change it until 10:15." in text_of(opened)
    assert "59 cards" in text_of(opened)


def test_a_refusal_keeps_what_was_typed_and_shows_the_list_as_it_is_now(
    rosa: FlaskClient, one_desk: App, made: Made
) -> None:
    page = get(rosa, f"{E}/3")
    empty = press(rosa, page, "Send back", 422, reason=" ")
    assert "Say what needs fixing." in text_of(empty)
    order = LockList(made.as_account("head-judge"), made.slug, 3, LockAct.SEND_BACK, reason="line 3")
    change_lock(order, one_desk)
    stale = press(rosa, page, "Send back", 409, reason="mend line 6")
    assert "Ben Ott changed this a moment ago." in text_of(stale)
    kept = next(e for e in stale.all if e.attrs.get("id") == "why-send-back")
    assert kept.attrs["value"] == "mend line 6"
    assert "Sent back. What needs fixing: line 3" in text_of(stale)


def test_a_time_that_summer_time_skips_is_asked_about(app: APIFlask, one_desk: App, clock: Clock) -> None:
    clock.set(clock.at.replace(month=3, day=28, hour=12))
    made = make_event(one_desk, deadline=clock.at + timedelta(days=3), day=(clock.at + timedelta(days=1)).date())
    sent = send(made, one_desk)
    change_lock(LockList(made.as_account("judge"), made.slug, 1, LockAct.ACCEPT, seen=sent.uid), one_desk)
    client = sign_in_as(app, one_desk, made.accounts["judge"])
    asked = press(client, get(client, f"{E}/1"), "Reopen", until="2026-03-29T01:30", reason="sleeves")
    assert "There is no 01:30" in text_of(asked)
    done = press(client, asked, "02:30")
    assert "The player can change it until 29 March 02:30." in text_of(done)


def test_older_lists_are_read_with_a_reason_and_history_by_the_head_judge(
    rosa: FlaskClient, ben: FlaskClient, one_desk: App, made: Made
) -> None:
    send(made, one_desk, OTHER)
    page = get(rosa, f"{E}/1")
    assert "2 versions sent" in text_of(page)
    press(rosa, page, "Show them all", 422, reason="")
    shown = press(rosa, page, "Show them all", reason="which deck was it")
    assert text_of(shown).count("As written") == 2
    assert "What was done here, by whom" not in words(page)
    assert rosa.get(f"{E}/1/history").status_code == 403
    told = text_of(get(ben, f"{E}/1/history"))
    assert "Older lists read" in told
    assert "which deck was it" in told


# Writing for a player.


def test_a_late_list_is_entered_with_its_reason_and_says_how_late(
    sam: FlaskClient, one_desk: App, made: Made, clock: Clock
) -> None:
    clock.set(DEADLINE + timedelta(minutes=12))
    page = get(sam, f"{E}/6/enter")
    assert "Late list for Giulia Amato" in text_of(page)
    assert "You are writing for Giulia Amato. Giulia will see who changed what." in text_of(page)
    checked = press(sam, page, "Check", text=LEGAL)
    asked = press(sam, checked, "Enter late list", 422)
    assert "Say why it is late." in text_of(asked)
    done = press(sam, asked, "Enter late list", reason="bus broke down", note="Tardiness, warning")
    assert "The late list is in." in text_of(done)
    assert "Late: 12 min after the deadline, by Sam Lee: bus broke down Note: Tardiness, warning." in text_of(done)


def test_a_correction_begins_with_what_stands_and_names_its_section(
    rosa: FlaskClient, one_desk: App, made: Made, clock: Clock
) -> None:
    clock.set(DEADLINE + timedelta(minutes=1))
    page = get(rosa, f"{E}/3/enter?how=correct")
    assert page.list_text == ILLEGAL
    asked = press(rosa, page, "Correct the list", 422, text=OTHER, reason="a typo")
    assert "Name the section" in text_of(asked)
    assert asked.list_text == OTHER
    done = press(rosa, asked, "Correct the list", section="IPG 3.4")
    assert "The list is corrected and accepted." in text_of(done)
    assert "Rosa Kim wrote: IPG 3.4: a typo" in text_of(done)


def test_somebody_who_was_faster_is_shown_beside_what_was_written(rosa: FlaskClient, one_desk: App, made: Made) -> None:
    page = press(rosa, get(rosa, f"{E}/1/enter"), "Check", text=OTHER)
    send(made, one_desk, OTHER + "\n")
    both = press(rosa, page, "Send list", 409)
    assert "Ada Okonkwo submitted a list" in text_of(both)
    assert {"theirs", "yours"} <= {e.attrs.get("id") for e in both.all}
    done = press(rosa, press(rosa, both, "Go on with this one"), "Send list")
    assert "The list is in." in text_of(done)


def test_a_scorekeeper_who_corrects_is_told_that_it_is_for_judges(sam: FlaskClient, clock: Clock) -> None:
    clock.set(DEADLINE + timedelta(minutes=1))
    assert "Correcting a list is for a judge." in text_of(get(sam, f"{E}/1/enter?how=correct", 403))


# Players.


def test_a_walk_in_is_added_with_a_pasted_list_and_gets_a_link(sam: FlaskClient, one_desk: App, made: Made) -> None:
    done = press(sam, get(sam, f"{E}/add"), "Add", last="Ekström", first="Nils", text=LEGAL)
    assert "Nils Ekström is on the roster" in text_of(done)
    assert "with their list" in text_of(done)
    address = done.by_id("address").text
    assert who_is(one_desk, bearer=address.rpartition("/")[2]).name == "Nils Ekström"
    assert [e for e in done.all if e.tag == "svg" and "qr" in e.attrs.get("class", "")]
    facts = entry_facts(made.as_account("judge"), made.slug, 9, one_desk)
    assert (facts.lists[0].verdict, facts.lists[0].sent) == ("legal", 1)


def test_a_text_that_is_no_list_adds_nobody_and_a_like_name_is_asked_with_all_kept(
    sam: FlaskClient, one_desk: App, made: Made
) -> None:
    page = press(sam, get(sam, f"{E}/add"), "Add", 422, last="Okonkwo", first="Ada", text="https://decks.example/x")
    assert "This is a link" in text_of(page)
    asked = press(sam, page, "Add", 409, text=LEGAL)
    assert "Ada Okonkwo, entry 1, is on the roster already. Add another?" in text_of(asked)
    assert "with their list" in text_of(press(sam, asked, "Add another player"))


def test_a_list_that_needs_a_reason_is_asked_for_it_and_the_player_is_there(
    sam: FlaskClient, one_desk: App, made: Made, clock: Clock
) -> None:
    clock.set(DEADLINE + timedelta(minutes=3))
    page = press(sam, get(sam, f"{E}/add"), "Add", 422, last="Ekström", text=LEGAL)
    assert "Ekström is on the roster" in text_of(page)
    assert "Say why it is late." in text_of(page)
    assert "The late list is in." in text_of(press(sam, page, "Submit list", reason="train"))


def test_a_player_is_changed_moved_and_put_back(ben: FlaskClient, one_desk: App, made: Made) -> None:
    page = get(ben, f"{E}/5/player")
    changed = press(ben, page, "Save", last="Albrecht-Maier", mail="jonas@example.org")
    assert "Albrecht-Maier, Jonas" in text_of(changed)
    stale = press(ben, page, "Save", 409, last="Albrecht")
    assert "changed this a moment ago" in text_of(stale)
    assert "It is now Albrecht-Maier, Jonas" in text_of(stale)
    press(ben, get(ben, f"{E}/5/player"), "Withdraw Jonas Albrecht-Maier")
    out = get(ben, f"{E}/5/player")
    assert "Withdrawn." in text_of(out)
    press(ben, out, "Put Jonas Albrecht-Maier back", 422)
    press(ben, out, "Put Jonas Albrecht-Maier back", reason="is here after all")
    assert "In the event." in text_of(get(ben, f"{E}/5/player"))
    assert "Disqualify Jonas Albrecht-Maier" in words(get(ben, f"{E}/5/player"))


def test_two_entries_are_shown_before_they_are_merged_and_can_be_parted(
    ben: FlaskClient, one_desk: App, made: Made
) -> None:
    page = get(ben, f"{E}/5/player")
    for typed, told in {
        "99": "No entry has the number 99.",
        "zzz": "No other player matches “zzz”.",
        "": "Enter a name.",
    }.items():
        refused = press(ben, page, "Show both", 422, into=typed)
        assert refused.by_id("into-fault").text == told
        assert refused.by_id("into").attrs["value"] == typed
    asked = press(ben, page, "Show both", into="#1")
    assert "Is Jonas Albrecht the same person as Ada Okonkwo?" in text_of(asked)
    done = press(ben, asked, "Merge")
    assert "Okonkwo, Ada" in text_of(done)
    parted = press(ben, get(ben, f"{E}/5/player"), "Part them again", reason="two people")
    assert "Albrecht, Jonas" in text_of(parted)


def test_the_other_entry_is_found_by_name_and_picked_where_several_match(
    ben: FlaskClient, one_desk: App, made: Made
) -> None:
    page = get(ben, f"{E}/5/player")
    assert "Is Zofia Dąbrowska the same person as" not in text_of(page)
    assert "Is Jonas Albrecht the same person as Zofia Dąbrowska?" in text_of(
        press(ben, page, "Show both", into="Dabrowska, Zofia")
    )
    several = press(ben, page, "Show both", into="da")
    assert [b.text for b in several.all if b.tag == "button" and b.attrs.get("name") == "into"] == [
        "Okonkwo, Ada",
        "Dahl, Per",
        "Dąbrowska, Zofia",
    ]
    assert "Dahl, Per added at the desk, entry 2. Swiss: Legal" in text_of(several)
    assert several.by_id("into").attrs["value"] == "da"
    assert "same person as Per Dahl?" in text_of(press(ben, several, "Dahl, Per"))


def test_the_name_is_asked_for_more_exactly_where_too_many_match(ben: FlaskClient, one_desk: App, made: Made) -> None:
    with one_desk.store.write() as session:
        for uid in made.entries:
            session.get_one(Entry, uid).folded += " smith"
    refused = press(ben, get(ben, f"{E}/5/player"), "Show both", 200, into="smith")
    assert "7 players match." in text_of(refused)
    tia = make_event(one_desk, slug="big", name="Big", players=10, join_code=None, accounts=made.accounts)
    with one_desk.store.write() as session:
        for uid in tia.entries:
            session.get_one(Entry, uid).folded += " smith"
    refused = press(ben, get(ben, "/e/big/roster/5/player"), "Show both", 422, into="smith")
    assert refused.by_id("into-fault").text == "9 players match. Enter more of the name."


def test_whose_list_counts_is_chosen_where_both_have_one(ben: FlaskClient, one_desk: App, made: Made) -> None:
    def texts() -> list[str]:
        with one_desk.store.read() as session:
            row = session.query(DeckList).filter_by(entry=made.entries[0]).one()
            return [session.get_one(Submission, row.current or "").text]

    asked = press(ben, get(ben, f"{E}/2/player"), "Show both", into="okonkwo")
    chosen = [e.attrs["value"] for e in asked.all if e.attrs.get("type") == "radio" and "checked" in e.attrs]
    assert (chosen, texts()) == (["1", "1"], [LEGAL])
    press(ben, asked, "Merge", keep="1", list_of="2")
    assert texts() == [OTHER]


def test_an_accepted_list_counts_and_no_other_is_offered(ben: FlaskClient, one_desk: App, made: Made) -> None:
    accept(made, one_desk)
    asked = press(ben, get(ben, f"{E}/2/player"), "Show both", into="okonkwo")
    assert "The accepted list counts." in text_of(asked)
    assert [e.attrs.get("type") for e in asked.all if e.attrs.get("name") == "list_of"] == ["hidden"]


def test_where_one_has_a_list_nothing_is_asked_about_lists(ben: FlaskClient, one_desk: App, made: Made) -> None:
    asked = press(ben, get(ben, f"{E}/5/player"), "Show both", into="okonkwo")
    assert "Which one counts?" not in text_of(asked)


def test_a_seat_is_taken_by_somebody_else(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk, players=3, team_size=3)
    client = sign_in_as(app, one_desk, made.accounts["scorekeeper"])
    done = press(client, get(client, f"{E}/2/player"), "Replace Per Dahl", last="Ruiz", first="Eva")
    assert "Eva Ruiz is on the roster" in text_of(done)
    facts = entry_facts(made.as_account("judge"), made.slug, 4, one_desk)
    assert (facts.team, facts.seat) == ("Team 1", "B")


def test_a_joiner_is_confirmed_with_a_tap(sam: FlaskClient, one_desk: App, made: Made) -> None:
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[5])
        assert entry is not None
        entry.confirmed = False
    assert "Walk-ins 1" in text_of(get(sam, E))
    done = press(sam, get(sam, f"{E}/6"), "Check in this player")
    assert "Confirmed." in text_of(done)
    assert "Walk-ins" not in text_of(get(sam, E))


def test_a_link_is_shown_once_and_all_can_be_ended(sam: FlaskClient, one_desk: App, made: Made) -> None:
    page = get(sam, f"{E}/1/link")
    shown = press(sam, page, "Show a new link")
    secret = shown.by_id("address").text.rpartition("/")[2]
    assert who_is(one_desk, bearer=secret).name == "Ada Okonkwo"
    assert secret not in get(sam, f"{E}/1").response.get_data(as_text=True)
    press(sam, page, "End every link of Ada Okonkwo")
    with pytest.raises(Exception, match="unknown, ended or replaced"):
        who_is(one_desk, bearer=secret)


# Bringing lists, reminders, the table.


def test_a_pasted_list_is_shown_first_and_applied_as_it_was_shown(sam: FlaskClient, one_desk: App, made: Made) -> None:
    text = "Ada Okonkwo\nZofia Dabrowska\nNils Ekström\n"
    shown = press(sam, get(sam, f"{E}/import"), "Show what changes", text=text)
    told = text_of(shown)
    assert "1 needs your answer" in told
    assert "Zofia Dabrowska: is this Zofia Dąbrowska?" in told
    assert "New 1" in told
    assert "Not in this list 6" in told
    done = press(sam, shown, "Apply", answers={"answer-asked:1": "same:3"})
    assert "1 added." in text_of(done)
    assert "Ekström, Nils" in rows(get(sam, E))
    assert len(rows(get(sam, E))) == 9
    late = press(sam, shown, "Apply", 409)
    assert "The roster changed meanwhile, so nothing was applied." in text_of(late)


def test_what_a_list_leaves_open_is_answered_on_the_page(sam: FlaskClient, one_desk: App, made: Made) -> None:
    text = "Mika Tee\nDee, Carl, junior team\nMika Tee\n\nWaitlist:\nLiv Berg\nAda Okonkwo\n\nJudges:\nJo Ref\n"
    shown = press(sam, get(sam, f"{E}/import"), "Show what changes", text=text)
    told = text_of(shown)
    assert "Mika Tee is in this list more than once. Is it one person? lines 1 and 3" in told
    assert "Which part is the last name? Dee Dee, Carl" in told
    assert "Liv Berg: waiting list" in told
    assert "Ada Okonkwo: waiting list already on the roster, number 1" in told
    assert "Jo Ref: staff" in told
    again = press(sam, shown, "Show what changes", text=text.replace("Mika Tee\n\n", "Nils Ek\n\n"))
    assert "more than once" not in text_of(again)
    ticked = [e.attrs["value"] for e in shown.all if e.attrs.get("name") == "take" and "checked" in e.attrs]
    left = next(e.attrs["value"] for e in shown.all if e.attrs.get("value", "").startswith("left:"))
    done = press(sam, shown, "Apply", take=[*ticked, left], answers={"answer-asked:2": "once"})
    assert "3 added." in text_of(done)
    assert {"Tee, Mika", "Dee, Carl, junior team", "Berg, Liv"} <= set(rows(get(sam, E)))


def test_a_file_comes_back_whole_and_a_round_is_asked_for(sam: FlaskClient, one_desk: App, made: Made) -> None:
    data = "Tisch;Spieler 1;Spieler 2\n1;Ada Okonkwo;Per Dahl\n2;Zofia Dąbrowska;Müller Köhler\n".encode("cp1250")
    sent = {"file": (io.BytesIO(data), "paarungen.csv"), "text": "", "round": "3"}
    page = Page(sam.post(f"{E}/import", data=sent, content_type="multipart/form-data"))
    packed = next(e for e in page.all if e.attrs.get("name") == "packed")
    assert packed.attrs["value"]
    for cut in ("a", "é" * 4):
        told = press(sam, page, "Apply", 422, take=[], packed=cut)
        assert "Choose it once more." in text_of(told)
    done = press(sam, page, "Apply", take=[])
    assert "Round 3: 2 tables." in text_of(done)
    assert "Table 1" in text_of(get(sam, f"{E}?q=1"))
    standings = "Rank,Player,Points\n1,Per Dahl,9\n2,Ada Okonkwo,6\n"
    found = press(sam, get(sam, f"{E}/import"), "Show what changes", text=standings)
    assert "standings of 2" in text_of(found)
    assert "Round 3: 2 tables, 2 in the standings." in text_of(press(sam, found, "Apply"))


def test_what_is_no_player_list_comes_back_in_its_field(sam: FlaskClient) -> None:
    page = press(sam, get(sam, f"{E}/import"), "Show what changes", 422, text="   ")
    assert "There is nothing in this." in text_of(page)


def test_judges_bring_no_rounds(rosa: FlaskClient) -> None:
    text = "Rank,Player,Points\n1,Per Dahl,9\n"
    page = press(rosa, get(rosa, f"{E}/import"), "Show what changes", 403, text=text, round="1")
    assert "scorekeepers" in text_of(page)
    assert text.strip() in page.response.get_data(as_text=True)


def test_reminders_are_copied_or_mailed_and_links_too(app: APIFlask, one_desk: App, made: Made) -> None:
    settings = replace(one_desk.settings, address="https://decks.example", mail=Mail("smtp.example", sender="x@y.z"))
    mailing = create_app(settings, replace(one_desk, settings=settings))
    client = sign_in_as(mailing, one_desk, made.accounts["scorekeeper"])
    with one_desk.store.write() as session:
        session.get_one(Entry, made.entries[5]).mail = "giulia@example.org"
    page = get(client, f"{E}/remind")
    assert "4 lists are missing" in text_of(page)
    done = press(client, page, "Mail 1 of them")
    assert "A reminder goes to 1 player." in text_of(done)
    asked = press(client, page, "Mail 1 of them")
    assert "Sam Lee sent a reminder at 09:00" in text_of(asked)
    assert "A reminder goes to 1 player." in text_of(press(client, asked, "Send another"))
    press(client, get(client, f"{E}/6/link"), "End every link of Giulia Amato")
    told = press(client, get(client, E), "Mail a link to 1 player who has none")
    assert "A link goes to 1 player." in text_of(told)


def test_the_table_is_a_file_of_its_own(sam: FlaskClient) -> None:
    answer = sam.get(f"{E}.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="northern-open-roster-2026-06-13.csv"'
    assert answer.mimetype == "text/csv"
    assert "Okonkwo,Ada" in answer.text


def test_no_page_of_the_staffs_has_a_script_or_a_style_in_it(ben: FlaskClient, clock: Clock) -> None:
    for path in (
        "",
        "/3",
        "/3/player",
        "/3/link",
        "/3/enter",
        "/3/history",
        "/add",
        "/import",
        "/remind",
        "/accept?all=1",
    ):
        html = get(ben, f"{E}{path}").response.get_data(as_text=True)
        assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=", html), path
        assert html.count("<h1") == 1, path
        assert "Jace" not in html, path


def test_what_players_write_is_never_taken_for_markup(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk, players=1)
    send(made, one_desk, LEGAL + "\n1 <b onclick=x>&\n")
    edit_entry(EditEntry(made.as_account("judge"), made.slug, 1, Given(last="<i>O'k\"")), one_desk)
    client = sign_in_as(app, one_desk, made.accounts["judge"])
    for path in ("", "/1", "/1/player", "/1/enter"):
        html = get(client, f"{E}{path}").response.get_data(as_text=True)
        assert "<b onclick" not in html
        assert "<i>O" not in html


def test_addresses_keep_the_view(rosa: FlaskClient) -> None:
    page = get(rosa, f"{E}?show=illegal&page=1")
    live = page.by_id("live").attrs["hx-get"]
    assert dict(parse_qsl(live.partition("?")[2])) == {"show": "illegal"}
