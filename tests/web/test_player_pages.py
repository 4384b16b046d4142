"""The player's pages without scripts: every job is a form that posts, and no refusal costs the text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.context import App
from deckcheck.app.secret_mail import read_letter
from deckcheck.app.session import settle
from deckcheck.lists.editor import SaveDraft, draft_of, save_draft
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.proof_check import verify_proof
from deckcheck.lists.seals import read_proof
from deckcheck.lists.submit import correct, enter_late
from deckcheck.store.models import Entry, Outgoing
from deckcheck.store.states import ActorKind
from deckcheck.store.store import Busy
from deckcheck.web import create_app
from tests.desks import Clock
from tests.doors import a_link
from tests.events import DEADLINE, Made, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, accept, an_order, reopen, rows_of, send
from tests.web.pages import Element, Page
from tests.web.visitors import player, sign_in_as, visitor, with_sign_in


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk)


@pytest.fixture
def ada(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return player(app, one_desk, made.entries[0])


def get(client: FlaskClient, path: str, code: int = 200) -> Page:
    """A page; whatever it leads to is followed."""
    response = client.get(path, follow_redirects=True)
    assert response.status_code == code, response.text
    return Page(response)


def press(client: FlaskClient, page: Page, words: str, *, follow: bool = True, **changed: Any) -> Page:
    """The page that comes back when a button of the list's form is pressed."""
    button = page.button(words)
    fields = {**page.fields(), **changed, button.attrs.get("name", "do"): button.attrs.get("value", "")}
    address = button.attrs.get("formaction") or page.by_id("check").attrs["action"]
    return Page(client.post(address, data=fields, content_type="multipart/form-data", follow_redirects=follow))


def buttons(page: Page) -> list[str]:
    return [e.text for e in page.all if e.tag == "button" and not e.attrs.get("aria-hidden")]


def links(page: Page) -> dict[str, str]:
    return {e.text: e.attrs["href"] for e in page.all if e.tag == "a"}


def text_of(page: Page) -> str:
    return page.by_id("content").text


# My events.


def test_my_lists_show_one_sentence_and_one_way_for_each_event(
    one_desk: App, made: Made, ada: FlaskClient, clock: Clock
) -> None:
    page = get(ada, "/me")
    assert "Lists can be submitted until 10:00 today." in text_of(page)
    assert links(page)["Enter your list, Northern Open"] == "/e/northern-open/my"
    send(made, one_desk)
    page = get(ada, "/me")
    assert "Your list is in, legal." in text_of(page)
    assert links(page)["My list, Northern Open"] == "/e/northern-open/my/list"
    assert len(page.having("go")) == 1


def test_a_stranger_has_no_lists_and_is_sent_to_the_sign_in(app: APIFlask) -> None:
    answer = visitor(app).get("/me")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in?next=/me")


# Joining.


def test_a_code_leads_to_its_event_and_a_name_to_a_link_shown_once(app: APIFlask, one_desk: App, made: Made) -> None:
    guest = visitor(app)
    answer = guest.post("/join", data={"code": "kite4719"})
    assert answer.headers["Location"] == "/e/northern-open/join?code=kite4719"
    page = get(guest, answer.headers["Location"])
    assert page.by_id("code").attrs["value"] == "kite4719"
    joined = guest.post("/e/northern-open/join", data={"code": "KITE-4719", "last": "Keita", "first": "Awa"})
    editor = get(guest, joined.headers["Location"])
    assert "registered as entry 4." in text_of(editor)
    assert editor.by_id("text").tag == "textarea"
    link = Page(guest.post("/e/northern-open/my/link"))
    assert link.having("qr")
    way = link.by_id("link").text.removeprefix("http://localhost")
    assert re.fullmatch(r"/r/[A-Za-z0-9]{22}", way)
    other = visitor(app)
    assert "Enter your list" in text_of(get(other, way))


def test_an_official_who_joins_keeps_their_sign_in_and_is_shown_the_link(
    app: APIFlask, one_desk: App, made: Made
) -> None:
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    fields = {"code": "KITE-4719", "last": "Keita", "first": "Awa"}
    joined = Page(judge.post("/e/northern-open/join", data=fields))
    assert "Awa Keita, entry 4 of Northern Open." in text_of(joined)
    assert joined.by_id("link").text == f"http://localhost{links(joined)['Enter your list']}"
    assert judge.get("/account").status_code == 200


def test_a_browser_that_cannot_be_signed_in_is_shown_the_link(app: APIFlask, one_desk: App, made: Made) -> None:
    guest = visitor(app)
    fields = {"code": "KITE-4719", "last": "Keita", "first": "Awa"}
    joined = Page(guest.post("/e/northern-open/join", data=fields, base_url="http://deckcheck.example"))
    assert joined.by_id("link").text == f"http://deckcheck.example{links(joined)['Enter your list']}"


def test_the_code_at_the_desk_fills_in_the_form(app: APIFlask, one_desk: App, made: Made) -> None:
    answer = visitor(app).get("/j/KITE-4719")
    assert answer.headers["Location"] == "/e/northern-open/join?code=KITE-4719&scanned=1"
    page = get(visitor(app), answer.headers["Location"])
    assert page.by_id("code").attrs["value"] == "KITE-4719"
    assert "Filled in from the QR code." in text_of(page)
    assert "autofocus" in page.by_id("first").attrs


def test_a_code_that_holds_no_longer_is_shown_with_what_to_do(app: APIFlask, one_desk: App, made: Made) -> None:
    answer = visitor(app).get("/j/WOLF-0001")
    page = Page(answer)
    assert answer.status_code == 403
    assert page.by_id("code").attrs["value"] == "WOLF-0001"
    assert (
        page.by_id("code-fault").text == "No event takes the code WOLF-0001 now. Ask at the desk for the current one."
    )


def test_a_wrong_code_keeps_what_was_typed(app: APIFlask, made: Made) -> None:
    fields = {"code": "WOLF-0001", "last": "Keita", "first": "Awa"}
    answer = visitor(app).post("/e/northern-open/join", data=fields)
    page = Page(answer)
    assert answer.status_code == 403
    assert "No event takes the code WOLF-0001 now. Ask at the desk for the current one." in text_of(page)
    assert [page.by_id(name).attrs["value"] for name in fields] == ["WOLF-0001", "Keita", "Awa"]


def test_a_code_that_no_event_takes_is_told_on_the_page(app: APIFlask, made: Made) -> None:
    answer = visitor(app).post("/join", data={"code": "WOLF-0001"})
    assert answer.status_code == 403
    assert "No event takes the code WOLF-0001 now." in answer.text


def test_too_many_wrong_codes_wait(app: APIFlask, made: Made) -> None:
    guest = visitor(app)
    codes = [guest.post("/join", data={"code": f"WOLF-{n:04}"}).status_code for n in range(31)]
    assert codes == [403] * 30 + [429]
    assert int(guest.post("/join", data={"code": "KITE-4719"}).headers["Retry-After"]) > 0


def test_too_many_wrong_codes_at_an_event_say_when_to_try_again(app: APIFlask, one_desk: App, clock: Clock) -> None:
    make_event(one_desk)
    clock.pass_(seconds=20)
    for n in range(30):
        visitor(app).post("/e/northern-open/join", data={"code": f"WOLF-{n:04}", "last": "Keita"})
    answer = visitor(app).post("/e/northern-open/join", data={"code": "WOLF-0001", "last": "Keita"})
    page = Page(answer)
    assert answer.status_code == 429
    assert page.by_id("code-fault").text == "Too many tries. Try again at 09:02."
    assert page.by_id("last").attrs["value"] == "Keita"


def test_a_player_with_a_link_joins_another_event_by_its_code_alone(
    app: APIFlask, one_desk: App, ada: FlaskClient
) -> None:
    make_event(one_desk, slug="southern-open", name="Southern Open", players=0, join_code="WOLF-0001")
    page = get(ada, "/e/southern-open/my")
    assert "You join as Ada Okonkwo." in text_of(page)
    answer = ada.post("/e/southern-open/join", data={"code": "WOLF-0001"})
    assert answer.headers["Location"] == "/e/southern-open/my"
    assert "Your list, Ada Okonkwo" in text_of(get(ada, "/e/southern-open/my"))


def test_whoever_is_in_the_event_is_not_asked_for_its_code(ada: FlaskClient) -> None:
    assert ada.get("/e/northern-open/join").headers["Location"] == "/e/northern-open/my"


@pytest.mark.parametrize("path", ["my", "join", "my/list", "my/versions", "my/large", "my/take-back", "my/mail-link"])
def test_a_planned_event_and_one_that_does_not_exist_look_alike(app: APIFlask, one_desk: App, path: str) -> None:
    made = make_event(one_desk, state="planned", stage_state="ahead")
    client = player(app, one_desk, made.entries[0])
    there, absent = client.get(f"/e/northern-open/{path}"), client.get(f"/e/southern-open/{path}")
    assert (there.status_code, absent.status_code) == (404, 404)
    assert there.text.replace("northern", "southern") == absent.text


# Writing a list.


def test_the_page_names_the_player_the_event_its_terms_and_the_time_left(ada: FlaskClient) -> None:
    page = get(ada, "/e/northern-open/my")
    told = text_of(page)
    assert "Your list, Ada Okonkwo" in told
    assert "Northern Open. Modern, Sat 13 June 2026, Leeds" in told
    assert "Lists close today 10:00. 1 h left" in told
    assert "Nothing to check yet" in page.verdict()
    assert "Submit list" not in buttons(page)


def test_a_checked_list_is_kept_as_a_draft_and_can_be_sent(one_desk: App, made: Made, ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    assert page.verdict().startswith("Legal in Modern")
    assert page.by_id("kept").text == "Draft kept 09:00"
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).text == LEGAL
    assert page.button("Submit list").attrs["class"] == "btn go"
    assert get(ada, "/e/northern-open/my").list_text == LEGAL


def test_a_sent_list_leads_to_its_receipt(one_desk: App, made: Made, ada: FlaskClient) -> None:
    page = press(ada, press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL), "Submit list")
    [uid] = rows_of(one_desk)
    assert page.response.request.path == f"/e/northern-open/my/receipt/{uid}"
    told = text_of(page)
    assert "List submitted" in told
    assert "Mail it" not in told, "this server sends no mail"
    assert "Ada Okonkwo. Submitted 09:00:00, legal." in told
    assert "You may replace it until 10:00; the last list you submit counts." in told
    assert re.search(r"Receipt ?([0-9A-F]{4} ){3}", told)
    assert [e.text for e in page.having("figure")] == ["60", "15"]
    assert "autofocus" in next(e for e in page.all if e.tag == "h1").attrs
    assert links(page)["Show my list"] == "/e/northern-open/my/list"


def test_the_same_form_sent_twice_is_one_list_with_one_receipt(one_desk: App, ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    first, second = press(ada, page, "Submit list"), press(ada, page, "Submit list")
    assert first.response.request.path == second.response.request.path
    assert len(rows_of(one_desk)) == 1


def test_asking_again_by_the_key_of_the_form_finds_the_receipt(ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    key = page.fields()["key"]
    assert ada.get(f"/e/northern-open/my/receipt/{key}").status_code == 404
    press(ada, page, "Submit list")
    assert ada.get(f"/e/northern-open/my/receipt/{key}").status_code == 200


def test_faults_are_named_on_the_button_and_the_marked_one_leads_to_them(ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=ILLEGAL)
    assert page.button("Submit with 1 fault").attrs["class"] == "btn"
    assert [e.text for e in page.having("go")] == ["Show the next"]
    sent = press(ada, page, "Submit with 1 fault")
    assert "Submitted 09:00:00, illegal: 1 to fix." in text_of(sent)


def test_a_button_that_named_fewer_faults_sends_nothing_yet(one_desk: App, ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    asked = press(ada, page, "Submit list", text=ILLEGAL)
    assert asked.response.status_code == 422
    assert rows_of(one_desk) == {}
    assert asked.list_text == ILLEGAL
    assert "This list has 1 fault. It isn't submitted yet" in asked.by_id("told").text
    assert "List submitted" in text_of(press(ada, asked, "Submit with 1 fault"))


def test_an_event_that_takes_legal_lists_only_says_what_is_left(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk, slug="strict", accepts="legal", join_code=None)
    client = player(app, one_desk, made.entries[0])
    page = press(client, get(client, "/e/strict/my"), "Check", text=ILLEGAL)
    assert page.by_id("why").text == "This event takes legal lists only; 1 thing needs fixing."
    assert not [words for words in buttons(page) if words.startswith("Submit")]
    fields = {**page.fields(), "do": "send:9"}
    answer = client.post("/e/strict/my/send", data=fields)
    assert (answer.status_code, Page(answer).list_text) == (422, ILLEGAL)
    assert rows_of(one_desk) == {}


def test_a_pick_rewrites_its_line_and_undo_gives_the_text_back(ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=UNDECIDED)
    pick = page.having("pick")[0].text
    picked = press(ada, page, pick)
    assert picked.list_text != UNDECIDED
    assert picked.by_id("slot").text.startswith("Line 17 is now 4 Jace")
    assert press(ada, picked, "Undo").list_text == UNDECIDED


def test_a_refused_correction_counts_when_the_list_is_sent(ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=UNDECIDED)
    refused = press(ada, page, "Not this card")
    assert "No card is called “Monastry Swiftspear”." in refused.by_id("result").text
    assert refused.list_text == UNDECIDED


def test_the_events_terms_are_no_fields(ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL, format="pauper", on="1999-01-01")
    assert page.verdict().startswith("Legal in Modern")
    again = {**page.fields(), "do": "format:pauper"}
    assert Page(ada.post("/e/northern-open/my", data=again)).verdict().startswith("Legal in Modern")


def test_a_list_of_another_game_is_told_of_without_a_way_to_judge_it_so(ada: FlaskClient) -> None:
    text = "1 Spirit of Fire\n4 Fireball\n4 Arcane Disposition\n4 Crystal of Empowerment\n4 Lorraine, Wandering Warrior"
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=text)
    assert "This looks like a Grand Archive Standard deck; Northern Open is Modern." in page.by_id("result").text
    assert not [words for words in buttons(page) if words.startswith("Check as")]


def test_a_commander_deck_is_told_the_event_of_the_day_that_takes_it(
    one_desk: App, made: Made, ada: FlaskClient
) -> None:
    text = "Commander\n1 Lurrus of the Dream-Den\n\nDeck\n99 Plains"
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=text)
    told = page.by_id("result").text
    assert "This looks like a Commander deck; Northern Open is Modern." in told
    assert "takes Commander lists" not in told
    make_event(one_desk, slug="commander-night", name="Commander Night", format="commander", join_code=None)
    make_event(one_desk, slug="hidden", name="Hidden", format="commander", state="planned", join_code=None)
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=text)
    assert "Commander Night takes Commander lists. Go there" in page.by_id("result").text
    assert [e.attrs["href"] for e in page.by_id("result").inside if e.text == "Go there"] == ["/e/commander-night"]
    assert not [words for words in buttons(page) if words.startswith(("Check as", "No, it"))]


def test_a_sent_back_list_says_what_is_to_be_mended(one_desk: App, made: Made, ada: FlaskClient) -> None:
    send(made, one_desk, ILLEGAL)
    judge = made.as_account("judge")
    change_lock(LockList(judge, made.slug, 1, LockAct.SEND_BACK, reason="One card is missing."), one_desk)
    for path in ("/e/northern-open/my", "/e/northern-open/my/list"):
        assert "Sent back. What needs fixing: One card is missing." in text_of(get(ada, path))


def test_the_other_text_of_a_list_can_be_taken_up_again(one_desk: App, made: Made, ada: FlaskClient) -> None:
    save_draft(SaveDraft(made.as_person(0), made.slug, 1, "", OTHER, None), one_desk)
    send(made, one_desk)
    page = get(ada, "/e/northern-open/my")
    assert page.list_text == LEGAL
    sent = {**page.fields(), "older": OTHER, "do": "older"}
    assert Page(ada.post("/e/northern-open/my", data=sent)).list_text == OTHER


# Another device.


def test_a_draft_that_another_device_changed_is_shown_beside_this_one(
    one_desk: App, made: Made, app: APIFlask, ada: FlaskClient
) -> None:
    laptop = player(app, one_desk, made.entries[0])
    here, there = get(ada, "/e/northern-open/my"), get(laptop, "/e/northern-open/my")
    press(laptop, there, "Check", text=OTHER)
    page = press(ada, here, "Check", text=LEGAL)
    assert page.response.status_code == 409
    assert "Another device changed this draft at 09:00. Both are here." in page.by_id("both").text
    assert "".join(page.by_id("theirs").texts).strip() == OTHER
    assert "".join(page.by_id("yours").texts).strip() == LEGAL
    chosen = choose(ada, page, "yours")
    assert (chosen.response.status_code, chosen.list_text) == (200, LEGAL)
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).text == LEGAL


def choose(client: FlaskClient, page: Page, which: str) -> Page:
    return Page(client.post("/e/northern-open/my", data={**page.fields(), "do": which}))


def test_the_other_devices_version_can_be_gone_on_with_and_this_one_had_back(
    one_desk: App, made: Made, app: APIFlask, ada: FlaskClient
) -> None:
    laptop = player(app, one_desk, made.entries[0])
    here, there = get(ada, "/e/northern-open/my"), get(laptop, "/e/northern-open/my")
    press(laptop, there, "Check", text=OTHER)
    chosen = choose(ada, press(ada, here, "Check", text=LEGAL), "theirs")
    assert chosen.list_text == OTHER
    assert press(ada, chosen, "Undo").list_text == LEGAL


def test_a_list_that_another_device_sent_is_not_replaced_unseen(
    one_desk: App, made: Made, app: APIFlask, ada: FlaskClient
) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    send(made, one_desk, OTHER)
    both = press(ada, page, "Submit list")
    assert both.response.status_code == 409
    assert (
        "Another device submitted a list at 09:00. Both are here; yours was not submitted." in both.by_id("both").text
    )
    assert len(rows_of(one_desk)) == 1
    chosen = choose(ada, both, "yours")
    assert "List submitted" in text_of(press(ada, chosen, "Submit list"))
    assert len(rows_of(one_desk)) == 2


def test_a_page_that_was_gone_back_to_sends_another_list_only_if_it_is_meant(one_desk: App, ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    first = press(ada, page, "Submit list")
    seen = first.response.request.path.rpartition("/")[2]
    again = press(ada, page, "Submit list", text=OTHER, seen=seen)
    assert again.response.status_code == 422
    assert "This page submitted another list before, so nothing" in again.by_id("told").text
    assert again.fields()["key"] != page.fields()["key"]
    assert "List submitted" in text_of(press(ada, again, "Submit list"))
    assert len(rows_of(one_desk)) == 2


# Refusals.


def test_after_the_deadline_the_text_stays_and_is_shown_large(
    one_desk: App, made: Made, ada: FlaskClient, clock: Clock
) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    clock.set(DEADLINE)
    refused = press(ada, page, "Submit list")
    assert refused.response.status_code == 409
    assert "Lists closed at 10:00; it is 10:00. Your text is kept." in refused.by_id("told").text
    assert refused.list_text == LEGAL
    assert refused.by_id("why").text == "Lists closed at 10:00. Give this list to the judge at the desk."
    assert "Submit list" not in buttons(refused)
    large = press(ada, refused, "Show it large", text=OTHER)
    assert next(e for e in large.all if e.tag == "pre").text == " ".join(OTHER.split())
    assert get(ada, "/e/northern-open/my").list_text == OTHER


def test_an_accepted_list_is_shown_and_not_edited(one_desk: App, made: Made, ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=OTHER)
    send(made, one_desk)
    accept(made, one_desk)
    refused = press(ada, page, "Submit list")
    assert refused.response.status_code == 409
    assert "Your list was accepted at 09:00. Only a judge can open it again." in refused.by_id("told").text
    assert refused.list_text == OTHER
    assert ada.get("/e/northern-open/my").headers["Location"] == "/e/northern-open/my/list"


def test_too_long_a_text_comes_back_whole(ada: FlaskClient) -> None:
    page = get(ada, "/e/northern-open/my")
    for text in ("1 Island\n" * 1500, "x" * 300_000):
        answer = press(ada, page, "Check", text=text)
        assert answer.response.status_code == 413
        assert answer.list_text.strip() == text.strip()


def test_what_is_no_list_is_told_so_with_the_text(one_desk: App, ada: FlaskClient) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    answer = press(ada, page, "Submit list", text="https://example.org/deck")
    assert answer.response.status_code == 422
    assert answer.list_text == "https://example.org/deck"
    assert "This is a link." in answer.by_id("told").text
    assert rows_of(one_desk) == {}


def test_a_page_of_another_site_sends_nothing_and_the_text_is_given_back(
    one_desk: App, made: Made, ada: FlaskClient
) -> None:
    fields = {**get(ada, "/e/northern-open/my").fields(), "text": LEGAL, "do": "send:0"}
    answer = ada.post("/e/northern-open/my/send", data=fields, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    page = Page(answer)
    assert page.list_text == LEGAL
    form = next(e for e in page.all if e.tag == "form" and e.attrs.get("method") == "post")
    assert form.attrs["action"] == "/e/northern-open/my/send"
    assert {e.attrs["name"] for e in form.inside if e.tag == "input"} >= {"key", "seen", "entry", "stage"}
    assert rows_of(one_desk) == {}


def test_a_busy_database_gives_the_text_back_to_be_sent_again(
    one_desk: App, ada: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)

    def busy(*_args: object) -> None:
        raise Busy("locked")

    with monkeypatch.context() as patch:
        patch.setattr("deckcheck.web.pages.lists.player_editor.send_list", busy)
        answer = press(ada, page, "Submit list")
    assert answer.response.status_code == 503
    assert "Lists already submitted are safe." in text_of(answer)
    assert answer.list_text == LEGAL
    form = next(e for e in answer.all if e.tag == "form" and e.attrs.get("method") == "post")
    fields = {e.attrs["name"]: e.attrs["value"] for e in form.inside if e.tag == "input"}
    again = ada.post(form.attrs["action"], data={**fields, "text": LEGAL}, follow_redirects=True)
    assert "List submitted" in again.text
    assert len(rows_of(one_desk)) == 1


def test_the_sixty_first_list_of_an_hour_waits_with_its_text(one_desk: App, made: Made, ada: FlaskClient) -> None:
    for number in range(60):
        send(made, one_desk, f"{number + 1} Island")
    page = press(ada, get(ada, "/e/northern-open/my"), "Check", text=LEGAL)
    answer = press(ada, page, "Submit list")
    assert answer.response.status_code == 429
    assert answer.response.headers["Retry-After"] == "3600"
    assert answer.list_text == LEGAL


# Scripts.


def test_the_live_check_gets_only_what_changes_and_keeps_the_draft(one_desk: App, made: Made, ada: FlaskClient) -> None:
    fields = {**get(ada, "/e/northern-open/my").fields(), "text": UNDECIDED, "turn": "1"}
    answer = ada.post("/e/northern-open/my", data=fields, headers={"HX-Request": "true"}).text
    assert "<html" not in answer
    assert 'name="text"' not in answer
    for part in ("marks", "verdict", "caption", "draft", "seen"):
        assert f'id="{part}"' in answer
    assert 'id="key"' not in answer
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).text == UNDECIDED


def test_a_page_that_types_on_before_an_answer_came_never_meets_itself(ada: FlaskClient) -> None:
    fields = get(ada, "/e/northern-open/my").fields()
    live = {"HX-Request": "true"}
    codes = [
        ada.post("/e/northern-open/my", data={**fields, "text": LEGAL[:n], "turn": str(n)}, headers=live).status_code
        for n in (5, 9, 20)
    ]
    assert codes == [200, 200, 200]


def test_a_script_is_led_to_the_receipt(one_desk: App, ada: FlaskClient) -> None:
    fields = {**get(ada, "/e/northern-open/my").fields(), "text": LEGAL, "do": "send:0"}
    answer = ada.post("/e/northern-open/my/send", data=fields, headers={"HX-Request": "true"})
    [uid] = rows_of(one_desk)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, f"/e/northern-open/my/receipt/{uid}")


# My list.


def test_my_list_shows_the_lock_the_cards_and_who_sees_them(
    one_desk: App, made: Made, ada: FlaskClient, clock: Clock
) -> None:
    send(made, one_desk)
    clock.pass_(minutes=55)
    accept(made, one_desk)
    page = get(ada, "/e/northern-open/my/list")
    told = text_of(page)
    for sentence in (
        "Accepted at 09:55 by Rosa Kim.",
        "It can no longer be changed.",
        "Look at it between matches only; during a match it is a note from outside (MTR 2.7).",
        "Nobody but staff sees them.",
    ):
        assert sentence in told
    assert page.by_id("sec-main").text.startswith("Main deck 60")
    assert "Monstrous Rage" in told
    assert "Replace list" not in links(page)
    assert "Take the list back" not in links(page)


def test_my_list_while_it_can_be_changed(one_desk: App, made: Made, ada: FlaskClient) -> None:
    send(made, one_desk)
    page = get(ada, "/e/northern-open/my/list")
    assert "You may replace it until 10:00. The last list you submit counts." in text_of(page)
    assert {"Replace list", "Take the list back", "1 version sent"} <= set(links(page))


def test_before_anything_is_sent_my_list_leads_to_the_page_to_write_on(ada: FlaskClient) -> None:
    page = get(ada, "/e/northern-open/my/list")
    assert "You haven't submitted a list. You can submit one until 10:00." in text_of(page)
    assert links(page)["Enter your list"] == "/e/northern-open/my"


def test_a_list_without_a_card_for_a_line_shows_it_as_undecided(one_desk: App, made: Made, ada: FlaskClient) -> None:
    send(made, one_desk, UNDECIDED)
    page = get(ada, "/e/northern-open/my/list")
    assert [e.text for e in page.having("undecided") if e.text == "Jace"] == ["Jace"]


def test_a_late_and_a_corrected_list_say_who_and_why(
    app: APIFlask, one_desk: App, made: Made, ada: FlaskClient, clock: Clock
) -> None:
    clock.set(DEADLINE + timedelta(minutes=12))
    settle(one_desk, made.slug)
    judge = made.as_account("judge")
    enter_late(an_order(made, one_desk, who=judge, reason="bus broke down"), one_desk)
    told = text_of(get(ada, "/e/northern-open/my"))
    assert "Entered 12 min after the deadline by Rosa Kim: bus broke down." in told
    correct(an_order(made, one_desk, OTHER, who=judge, reason="wrong count", section="IPG 3.4"), one_desk)
    told = text_of(get(ada, "/e/northern-open/my/list"))
    assert "Corrected at 10:12 by Rosa Kim." in told
    assert "Rosa Kim wrote: IPG 3.4: wrong count" in told


def test_a_reopened_list_can_be_replaced_until_its_own_time(
    one_desk: App, made: Made, ada: FlaskClient, clock: Clock
) -> None:
    send(made, one_desk)
    accept(made, one_desk)
    reopen(made, one_desk, DEADLINE + timedelta(minutes=15))
    clock.set(DEADLINE + timedelta(minutes=5))
    page = get(ada, "/e/northern-open/my")
    assert "Lists close today 10:15. 10 min left" in text_of(page)
    assert page.by_id("slot").text == "10 min left"
    assert "List submitted" in text_of(press(ada, page, "Submit list", text=OTHER))


def test_a_list_is_taken_back_after_a_question(one_desk: App, made: Made, ada: FlaskClient) -> None:
    send(made, one_desk)
    page = get(ada, "/e/northern-open/my/take-back")
    fields = {e.attrs["name"]: e.attrs["value"] for e in page.all if e.tag == "input"}
    answer = ada.post("/e/northern-open/my/take-back", data=fields, follow_redirects=True)
    assert "You haven't submitted a list." in text_of(Page(answer))
    assert get(ada, "/e/northern-open/my").list_text == LEGAL
    assert ada.get("/e/northern-open/my/take-back").status_code == 404


def test_a_list_replaced_meanwhile_is_not_taken_back_unseen(one_desk: App, made: Made, ada: FlaskClient) -> None:
    send(made, one_desk)
    fields = {
        e.attrs["name"]: e.attrs["value"] for e in get(ada, "/e/northern-open/my/take-back").all if e.tag == "input"
    }
    send(made, one_desk, OTHER)
    answer = ada.post("/e/northern-open/my/take-back", data=fields)
    assert answer.status_code == 409
    assert "Another device submitted a list" in answer.text


def test_every_list_sent_is_there_with_its_verdict(one_desk: App, made: Made, ada: FlaskClient) -> None:
    send(made, one_desk)
    send(made, one_desk, ILLEGAL)
    page = get(ada, "/e/northern-open/my/versions")
    rows: list[Element] = [e for e in page.all if e.attrs.get("id") in {"v1", "v2"}]
    assert [e.attrs["id"] for e in rows] == ["v2", "v1"]
    assert "This is the list that counts." in rows[0].text
    assert "59 cards in the main deck; you need at least 60." in rows[0].text
    assert "A later list took its place." in rows[1].text


def test_a_proof_is_a_file_that_verifies(one_desk: App, made: Made, ada: FlaskClient, clock: Clock) -> None:
    send(made, one_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    page = get(ada, "/e/northern-open/my/list")
    address = links(page)["Proof of seal 1"]
    answer = ada.get(address)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="northern-open-seal-1.json"'
    assert verify_proof(read_proof(json.loads(answer.text))).holds


# Links.


def test_a_player_gets_another_link_as_a_code(one_desk: App, app: APIFlask, made: Made, ada: FlaskClient) -> None:
    page = Page(ada.post("/e/northern-open/my/link"))
    assert page.having("qr")
    address = page.by_id("link").text
    other = visitor(app)
    other.get(address.removeprefix("http://localhost"))
    assert "My lists" in other.get("/me").text
    assert ada.get("/e/northern-open/my").status_code == 200
    codes = [ada.post("/e/northern-open/my/link").status_code for _ in range(12)]
    assert codes[0] == 200
    assert codes[-1] == 409


def test_where_no_mail_is_sent_the_page_says_so(ada: FlaskClient) -> None:
    answer = ada.post("/e/northern-open/my/mail-link", data={"mail": "ada@example.org"})
    assert answer.status_code == 409
    assert "No mail is sent from here." in answer.text


def test_a_link_is_mailed_without_standing_in_the_database(one_desk: App, made: Made) -> None:

    mail = replace(one_desk.settings.mail, host="mail.example")
    desk = replace(one_desk, settings=replace(one_desk.settings, mail=mail, address="http://localhost"))
    app = create_app(desk.settings, desk)
    client = player(app, desk, made.entries[0])
    answer = client.post("/e/northern-open/my/mail-link", data={"mail": ""})
    assert (answer.status_code, "Give the address" in answer.text) == (422, True)
    answer = client.post("/e/northern-open/my/mail-link", data={"mail": "ada@example.org"})
    assert "A link goes to a…@example.org." in answer.text
    with desk.store.read() as session:
        [row] = session.query(Outgoing).all()
    _, text = read_letter(row.body, desk.settings)
    found = re.search(r"/r/([A-Za-z0-9]{22})\n", text)
    assert found
    assert found[1] not in str(row.body)
    other = visitor(app)
    other.get(f"/r/{found[1]}")
    assert "Northern Open" in other.get("/me").text


# Who.


@pytest.mark.parametrize(
    "path",
    ["my/list?entry=1", "my?entry=1", "my/versions?entry=1", "my/large?entry=1", "my/take-back?entry=1"],
)
def test_nobody_looks_into_another_players_list(app: APIFlask, one_desk: App, made: Made, path: str) -> None:
    told = send(made, one_desk)
    other = player(app, one_desk, made.entries[1])
    absent = path.replace("entry=1", "entry=99")
    assert other.get(f"/e/northern-open/{path}").status_code == 404
    assert other.get(f"/e/northern-open/{path}").text == other.get(f"/e/northern-open/{absent}").text
    for receipt in (told.uid, told.key):
        assert other.get(f"/e/northern-open/my/receipt/{receipt}").status_code == 404
        assert other.get(f"/e/northern-open/my/receipt/{receipt}?entry=1").status_code == 404


def test_a_copy_on_the_phone_is_offered_to_the_player_alone_and_until_three_days_after_the_event(
    app: APIFlask, one_desk: App, ada: FlaskClient, made: Made, clock: Clock
) -> None:
    trios = make_event(one_desk, slug="trios", join_code=None, team_size=3)
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[1])
        assert entry is not None
        entry.account = made.accounts["judge"]
    link = visitor(app)
    link.get(f"/r/{a_link(one_desk, trios.teams[0], 'team')}")
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    send(trios, one_desk, who=trios.as_team())
    send(made, one_desk, number=2, who=made.as_account("judge"))

    def offered(client: FlaskClient, path: str = "/e/northern-open/my/list", code: int = 200) -> str:
        answer = client.get(path)
        assert answer.status_code == code
        assert ("Keep on this phone" in answer.text) == ("Deckcheck-List" in answer.headers)
        return " ".join(name.removeprefix("Deckcheck-") for name, _ in answer.headers if "Deckcheck-" in name)

    assert offered(ada) == "Whose"
    send(made, one_desk)
    assert sorted(offered(ada).split()) == ["List", "Until", "Whose"]
    assert offered(ada, "/me") == offered(ada, "/e/northern-open/my/list?entry=3", 404) == "Whose"
    assert offered(ada, "/e/northern-open/my/versions") == offered(ada, "/e/northern-open") == ""
    assert offered(link, "/e/trios/my/list") == offered(judge) == ""
    assert offered(visitor(app), code=404) == offered(judge, "/e/northern-open/my/list?entry=1", 403) == ""
    clock.set(datetime(2026, 6, 16, 22, 59, tzinfo=UTC))
    assert "until Tue 16 June 2026" in ada.get("/e/northern-open/my/list").text
    clock.pass_(minutes=1)
    assert offered(ada) == "Whose"


def test_an_official_who_plays_has_a_list_of_their_own(app: APIFlask, one_desk: App, made: Made) -> None:
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.account = made.accounts["judge"]
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    page = press(judge, get(judge, "/e/northern-open/my"), "Check", text=LEGAL)
    assert "List submitted" in text_of(press(judge, page, "Submit list"))


def test_a_person_with_two_entries_chooses_between_their_lists(app: APIFlask, one_desk: App, made: Made) -> None:
    with one_desk.store.write() as session:
        twin = session.get(Entry, made.entries[1])
        assert twin is not None
        twin.person = made.persons[0]
        tied = start(session, "person", made.persons[0], one_desk.now(), Browser())
    ada = with_sign_in(app, tied)
    page = get(ada, "/e/northern-open/my?entry=2&stage=swiss")
    assert len([words for words in links(page) if words.startswith(("Ada Okonkwo, Swiss", "Per Dahl, Swiss"))]) == 2
    sent = press(ada, press(ada, page, "Check", text=LEGAL), "Submit list")
    assert "List submitted" in text_of(sent)
    assert sent.response.request.query_string == b"entry=2&stage=swiss"


@pytest.mark.parametrize("path", ["/me", "/join", "/e/northern-open/my", "/e/northern-open/my/list"])
def test_no_page_has_inline_script_or_style_and_none_is_kept(
    one_desk: App, made: Made, ada: FlaskClient, path: str
) -> None:
    send(made, one_desk)
    answer = ada.get(path)
    assert " style=" not in answer.text
    assert not re.search(r"\son\w+=", answer.text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_page_to_write_on_is_light(ada: FlaskClient) -> None:
    packed = {"Accept-Encoding": "gzip"}
    html = ada.get("/e/northern-open/my").text
    found = re.findall(r'(?:src|data-scripts|<link rel="stylesheet" href)="(/static/[^"]+)"', html)
    files = " ".join(found).split()
    assert len(files) == 5
    parts = [ada.get("/e/northern-open/my", headers=packed), *(ada.get(f, headers=packed) for f in files)]
    assert sum(len(p.data) for p in parts) < 60_000
    names = tuple(f"/static/{name}.js" for name in ("app", "editor", "register"))
    own = [ada.get(f, headers=packed) for f in files if f.startswith(names)]
    assert sum(len(p.data) for p in own) < 8_000


def test_the_name_of_a_deck_is_kept_with_the_draft_and_sent_with_the_list(one_desk: App, ada: FlaskClient) -> None:
    page = get(ada, "/e/northern-open/my")
    assert page.by_id("deck").attrs["maxlength"] == "60"
    press(ada, page, "Check", text=LEGAL, deck="Boros <Energy>")
    again = get(ada, "/e/northern-open/my")
    assert again.by_id("deck").attrs["value"] == "Boros <Energy>"
    refused = press(ada, again, "Submit list", deck="x" * 61)
    assert "The deck name has 61 characters; the limit is 60." in text_of(refused)
    press(ada, get(ada, "/e/northern-open/my"), "Submit list", deck="Boros <Energy>")
    (kept,) = rows_of(one_desk).values()
    assert "Boros <Energy>" in kept


def test_a_list_of_an_earlier_event_is_taken_up_at_the_terms_of_this_one(
    app: APIFlask, one_desk: App, made: Made
) -> None:
    weekly = make_event(
        one_desk,
        slug="weekly",
        name="Weekly",
        join_code="WOLF-0001",
        persons=made.persons,
        accounts={},
        format="legacy",
    )
    text = LEGAL.replace("4 Wild Ride", "4 Brainstorm")
    send(weekly, one_desk, text, deck="Mono red")
    secret = cookie_secret(one_desk, made)
    page = get(with_sign_in(app, secret), "/e/northern-open/my")
    assert "Use a list from an earlier event" in text_of(page)
    answer = press(with_sign_in(app, secret), page, "Mono red, Weekly, Sat 13 June 2026")
    assert answer.list_text == text
    assert "This is your list from Weekly." in text_of(answer)
    assert answer.verdict().startswith("Illegal1 to fix")
    assert draft_of(made.as_person(), made.slug, 1, "swiss", one_desk).text == text
    assert press(with_sign_in(app, secret), answer, "Undo").list_text == ""


def test_a_list_that_is_not_ones_own_is_not_taken_up(
    app: APIFlask, one_desk: App, made: Made, ada: FlaskClient
) -> None:
    weekly = make_event(one_desk, slug="weekly", name="Weekly", persons=made.persons, join_code=None, accounts={})
    uid = send(weekly, one_desk, who=weekly.as_person(1), number=2).uid
    tied = with_sign_in(app, cookie_secret(one_desk, made))
    for client in (ada, tied):
        page = get(client, "/e/northern-open/my")
        assert "Use a list from an earlier event" not in text_of(page)
        answer = client.post("/e/northern-open/my", data={**page.fields(), "do": f"earlier:{uid}"})
        assert (answer.status_code, "Wild Ride" in answer.text) == (404, False)


def cookie_secret(desk: App, made: Made) -> str:
    """The sign-in of the first player in a browser that opens all of their events."""
    with desk.store.write() as session:
        return start(session, ActorKind.PERSON, made.persons[0], desk.now(), Browser())
