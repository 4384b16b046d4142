"""The organizer's pages without a script: an event in four fields, and refusals that keep what was typed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.lists.event_terms import what_may_change
from deckcheck.lists.list_checks import Terms
from deckcheck.store.states import After, During
from deckcheck.web import create_app
from deckcheck.web.pages.events.event_words import DROPS
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.organizing import an_organizer, rank, stage_row, the_event
from tests.registrations import send
from tests.web.pages import Element, Page
from tests.web.visitors import player, sign_in_as, visitor

E: Final = "/e/northern-open"
FOUR: Final = {"name": "Friday Modern", "format": "modern", "day": "2026-06-19", "round_1": "19:00"}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, playoff=True)


@pytest.fixture
def organizer(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return sign_in_as(app, one_desk, made.accounts["organizer"])


def form_at(page: Page, action: str) -> Element:
    """The form that is sent to an address."""
    return next(e for e in page.all if e.tag == "form" and e.attrs.get("action") == action)


def typed(form: Element) -> dict[str, Any]:
    """What a browser would send with a form."""
    sent: dict[str, Any] = {}
    for e in form.inside:
        name, kind = e.attrs.get("name", ""), e.attrs.get("type", "")
        if e.tag == "input" and name and kind == "checkbox":
            sent[name] = [*sent.get(name, ()), *([e.attrs["value"]] if "checked" in e.attrs else ())]
        elif e.tag == "input" and name and (kind != "radio" or "checked" in e.attrs):
            sent[name] = e.attrs.get("value", "")
        elif e.tag == "textarea":
            sent[name] = "".join(e.texts).removeprefix("\n")
        elif e.tag == "select":
            options = [o for o in e.inside if o.tag == "option"]
            sent[name] = next((o for o in options if "selected" in o.attrs), options[0]).attrs["value"]
    return sent


def get(client: FlaskClient, path: str) -> Page:
    return Page(client.get(path))


def post(client: FlaskClient, path: str, page: Page | None = None, **fields: Any) -> Page:
    """Send a form with what stands in it, and some fields as typed."""
    kept = typed(form_at(page, path)) if page else {}
    return Page(client.post(path, data={**kept, **{k.replace("__", "-"): v for k, v in fields.items()}}))


def text_of(page: Page) -> str:
    return next(e for e in page.all if e.tag == "main").text


# My events, and a new one.


def test_a_stranger_is_sent_to_sign_in_and_comes_back(app: APIFlask, made: Made) -> None:
    client = visitor(app)
    for path in ("/organize", "/organize/new", f"{E}/settings", f"{E}/stages", f"{E}/publication", f"{E}/staff"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/sign-in?next={path}")


@pytest.mark.parametrize("page", ["settings", "stages", "publication", "staff", "become/completed", "code"])
def test_a_player_and_staff_of_another_event_see_no_page_of_staffs(
    app: APIFlask, one_desk: App, made: Made, page: str
) -> None:
    other = sign_in_as(app, one_desk, an_organizer(one_desk, "Ben Ott").uid)
    assert other.get(f"{E}/{page}").status_code in {403, 404}
    assert player(app, one_desk, made.entries[0]).get(f"{E}/{page}").status_code == 303


def test_the_pages_of_staff_are_for_those_who_may(app: APIFlask, one_desk: App, made: Made) -> None:
    clients = {role: sign_in_as(app, one_desk, uid) for role, uid in made.accounts.items()}
    for page, may in {
        "settings": {"organizer"},
        "publication": {"organizer"},
        "staff": {"organizer"},
        "stages": {"organizer", "scorekeeper"},
        "code": set(clients),
    }.items():
        found = {role for role, client in clients.items() if client.get(f"{E}/{page}").status_code == 200}
        assert found == may, page


def test_a_clock_that_went_back_is_told_to_staff(organizer: FlaskClient, made: Made, clock: Clock) -> None:
    clock.pass_(minutes=-61)
    told = "The server's clock went back 61 min. Times stay at 09:00 until it catches up."
    assert told in text_of(get(organizer, f"{E}/stages"))


def test_an_account_without_the_right_sees_its_events_and_no_way_to_make_one(
    app: APIFlask, one_desk: App, made: Made
) -> None:
    client = sign_in_as(app, one_desk, made.accounts["judge"])
    page = get(client, "/organize")
    assert "Northern Open" in text_of(page)
    assert not [e for e in page.all if e.text == "New event"]
    assert client.get("/organize/new").status_code == 403


def test_five_fields_and_one_button_make_an_event(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    sent = {**typed(form_at(page, "/organize/new")), **FOUR}
    answer = organizer.post("/organize/new", data=sent)
    assert answer.headers["Location"] == "/e/friday-modern/overview?made=1"
    shown = get(organizer, "/e/friday-modern/overview?made=1")
    event = the_event(one_desk, "friday-modern")
    assert "Friday Modern is ready." in text_of(shown)
    assert shown.having("code")[0].text == event.join_code
    assert "<svg" in shown.response.text
    assert (event.state, event.zone, event.level) == ("on", "Europe/London", "competitive")


def test_what_the_sentences_open_is_set(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    changed = {
        "place": "York",
        "zone": "Europe/Warsaw",
        "deadline_day": "2026-06-18",
        "deadline_time": "20:00",
        "playoff": "own",
        "day-2": "same",
        "see-playoff": "stage",
        "accepts": "decided",
        "level": "regular",
        "match": "bo1",
        "names_shown": "initials",
        "bans": "wild ride\n\nlightning bolt",
        "size-main-min": "40",
        "source": "Store sheet",
        "opens": "later",
    }
    organizer.post("/organize/new", data={**typed(form_at(page, "/organize/new")), **FOUR, **changed})
    event = the_event(one_desk, "friday-modern")
    assert (event.state, event.place, event.accepts, event.level) == ("planned", "York", "decided", "regular")
    assert (event.match, event.names_shown) == ("bo1", "initials")
    assert event.house == {"bans": ["Wild Ride", "Lightning Bolt"], "sizes": {"main-min": 40}, "source": "Store sheet"}
    swiss = stage_row(one_desk, event="friday-modern")
    assert swiss.deadline is not None
    assert swiss.deadline.isoformat() == "2026-06-18T18:00:00+00:00"
    playoff = stage_row(one_desk, "playoff", "friday-modern")
    assert (playoff.lists_from, playoff.during, playoff.position) == (None, "stage", 3)
    assert stage_row(one_desk, "day-2", "friday-modern").lists_from == swiss.uid


FAULTS: Final = (
    ({"name": " "}, "Enter a name for the event."),
    ({"day": ""}, "Enter the day of the event."),
    ({"day": "tomorow"}, "“tomorow” is not a day. Enter it like 4 Dec, Friday or tomorrow."),
    ({"day": "4/12"}, "“4/12” could be Friday 4 December 2026 or Monday 12 April 2027."),
    ({"day": "fri 20 jun"}, "“fri 20 jun” could be Friday 19 June 2026 or Saturday 20 June 2026."),
    ({"day": "12 june"}, "“12 june” could be Friday 12 June 2026 or Saturday 12 June 2027."),
    ({"day": "fri 12 june"}, "12 June 2026 was yesterday. Create it anyway?"),
    ({"day": "today", "round_1": "8:30"}, "08:30 on Sat 13 June 2026 has passed. Create it anyway?"),
    ({"round_1": "ten"}, "“ten” is not a time. Enter it like 19:00 or 7 pm."),
    ({"round_1": "7"}, "“7” could be 07:00 (7 am) or 19:00 (7 pm)."),
    ({"round_1": ""}, "Enter the time round 1 begins."),
    ({"place": ""}, "Enter the city."),
    ({"place": "Nowhere Town"}, "We don’t know Nowhere Town. Pick the time zone."),
    ({"place": "Portland"}, "There are several cities called Portland. Pick the time zone."),
    ({"zone": "Leeds"}, "No time zone is called “Leeds”. Pick one from the list."),
    ({"deadline_day": "4/12", "deadline_time": "9:00"}, "“4/12” could be Friday 4 December 2026 or Monday"),
    ({"bans": "Lightnin Bot"}, "Line 1 of the bans: no card is called “Lightnin Bot”."),
)


def test_a_refusal_keeps_all_that_was_typed(organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    for change, sentence in FAULTS:
        sent = {**typed(form_at(page, "/organize/new")), **FOUR, "place": "York", "bans": "Wild Ride", **change}
        again = Page(organizer.post("/organize/new", data=sent))
        (field,) = [name for name in change if f"{name}-fault" in {e.attrs.get("id") for e in again.all}] or ["zone"]
        assert (again.response.status_code, sentence in again.by_id(f"{field}-fault").text) == (422, True), change
        kept = typed(form_at(again, "/organize/new"))
        kept.pop("confirmed", None)
        assert kept == sent, change


def test_a_format_of_another_game_is_refused(organizer: FlaskClient, made: Made) -> None:
    again = post(organizer, "/organize/new", get(organizer, "/organize/new"), **FOUR, game="ga")
    assert again.by_id("format-fault").text == "Pick a Grand Archive format."
    assert typed(form_at(again, "/organize/new"))["format"] == "ga-standard"


def test_a_day_that_is_over_is_asked_about_in_its_field(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    asked = post(organizer, "/organize/new", page, **{**FOUR, "day": "2026-06-12", "place": "York"})
    assert asked.by_id("day-fault").text == "12 June 2026 was yesterday. Create it anyway?"
    assert "Create it anyway" in [e.text for e in asked.by_id("of-day").inside if e.tag == "label"]
    post(organizer, "/organize/new", asked, confirmed="yes")
    assert the_event(one_desk, "friday-modern").place == "York"


def test_a_day_with_two_readings_is_picked(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    asked = post(organizer, "/organize/new", page, **{**FOUR, "day": "4/12", "round_1": "7"})
    assert [e.text for e in asked.by_id("of-day").inside if e.tag == "label"] == [
        "Day",
        "Friday 4 December 2026",
        "Monday 12 April 2027",
    ]
    post(organizer, "/organize/new", asked, day_is="2026-12-04", round_1_is="19:00:00")
    deadline = stage_row(one_desk, event="friday-modern").deadline
    assert deadline is not None
    assert deadline.isoformat() == "2026-12-04T19:00:00+00:00"


def test_every_fault_stands_in_its_field_and_the_first_has_the_focus(organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    wrong = {"name": "", "place": "", "day": "4 foo", "round_1": "", "deadline_time": "ten", "bans": "Lightnin Bot"}
    again = post(organizer, "/organize/new", page, **{**FOUR, **wrong})
    fields = [e for e in again.all if e.attrs.get("aria-invalid") == "true"]
    assert [e.attrs["id"] for e in fields] == list(wrong)
    assert [e.attrs["id"] for e in fields if "autofocus" in e.attrs] == ["name"]
    for field in fields:
        assert again.by_id(field.attrs["aria-describedby"].split()[0]).text
    assert again.by_id("dock-said").text == "6 fields need fixing. First: Name"
    assert {e.attrs["id"] for e in again.all if e.tag == "details" and "open" in e.attrs} == {"s-close", "s-house"}
    assert not [e for e in again.all if e.attrs.get("id") == "refused"]


def test_the_form_follows_the_game(organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    magic = text_of(page)
    assert "Paper, best of three, Competitive level (MTR)." in magic
    assert "Sheets sort cards by mana value, lands last." in magic
    other = post(organizer, "/organize/new", page, use="ga", name="Weekly", day="fri", round_1="")
    told = text_of(other)
    assert other.response.status_code == 200
    assert typed(form_at(other, "/organize/new"))["format"] == "ga-standard"
    assert all(e.text.startswith("Grand Archive") for e in other.by_id("format").inside)
    assert "Best of three, Competitive level." in told
    assert "Sheets list the material deck, the main deck by cost, then the sideboard." in told
    assert other.by_id("day-read").text == "Friday 19 June 2026"
    assert "Don’t check material deck size" in told
    for word in ("MTR", "On Arena", "Lands", "Magic Online", "Enter the time round 1 begins."):
        assert word not in told, word


def test_the_city_sets_the_zone_and_the_paper(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    assert "Times are Leeds time (London). Sheets print on A4." in text_of(page)
    looked = post(organizer, "/organize/new", page, place="Las Vegas", look="1")
    assert "Times are Las Vegas time (Los Angeles). Sheets print on Letter." in text_of(looked)
    post(organizer, "/organize/new", looked, **FOUR)
    post(organizer, "/organize/new", page, **{**FOUR, "name": "Other"}, place="Ely", zone="America/Denver", paper="a4")
    found = [the_event(one_desk, slug) for slug in ("friday-modern", "other")]
    assert [(e.zone, e.paper) for e in found] == [("America/Los_Angeles", "letter"), ("America/Denver", "a4")]


def test_rules_are_left_out_by_ticks(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    ticks = [e for e in page.all if e.attrs.get("name") == "drop"]
    assert [e.attrs["value"] for e in ticks][:4] == ["sideboard-max", "main-min", "copies", "not-a-tournament-card"]
    sent = {**typed(form_at(page, "/organize/new")), **FOUR, "drop": ["sideboard-max", "copies"]}
    looked = Page(organizer.post("/organize/new", data={**sent, "look": "1"}))
    said = "House rules: don’t check sideboard size; allow more than 4 copies of a card."
    assert said in text_of(looked)
    post(organizer, "/organize/new", looked)
    assert the_event(one_desk, "friday-modern").house == {"drop": ["sideboard-max", "copies"]}
    assert said in text_of(get(organizer, "/e/friday-modern/settings"))


def test_rules_that_may_be_left_out_have_sentences(one_desk: App) -> None:
    for fmt in one_desk.reference.formats.values():
        _, drops = what_may_change(Terms(fmt.id, date(2026, 6, 19)), one_desk)
        look = one_desk.reference.games[fmt.game].presentation
        assert [name for name in drops if name not in {**DROPS, **look.left_out}] == [], fmt.id


def test_a_time_that_comes_twice_is_asked_with_both_readings(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    asked = post(organizer, "/organize/new", page, **{**FOUR, "day": "2026-10-25", "round_1": "01:30"})
    buttons = [e.text for e in asked.all if "btn" in e.attrs.get("class", "").split()]
    assert buttons == ["Cancel", "First (UTC+1)", "Second (UTC)"]
    post(organizer, "/organize/new", asked, reading="1")
    deadline = stage_row(one_desk, event="friday-modern").deadline
    assert deadline is not None
    assert deadline.isoformat() == "2026-10-25T01:30:00+00:00"


def test_two_questions_are_asked_one_after_the_other(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new")
    twice = post(organizer, "/organize/new", page, **{**FOUR, "day": "2025-10-26", "round_1": "01:30"})
    assert "was 230 days ago. Create it anyway?" in text_of(twice)
    again = post(organizer, "/organize/new", twice, confirmed="yes")
    assert "comes twice on Sun 26 October 2025" in text_of(again)
    post(organizer, "/organize/new", again, reading="0")
    assert the_event(one_desk, "friday-modern").day.year == 2025


def test_the_last_event_fills_the_form(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    post(organizer, "/organize/new", get(organizer, "/organize/new"), **FOUR, accepts="legal", see__swiss="everyone")
    page = get(organizer, "/organize/new?like=last")
    sent = typed(form_at(page, "/organize/new"))
    assert (sent["name"], sent["round_1"], sent["accepts"], sent["see-swiss"]) == (
        "Friday Modern",
        "19:00",
        "legal",
        "everyone",
    )
    post(organizer, "/organize/new", page, name="Next Friday", day="2026-06-26")
    assert the_event(one_desk, "next-friday").accepts == "legal"
    assert stage_row(one_desk, event="next-friday").during == "all"


def test_a_template_is_kept_used_and_forgotten(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    post(organizer, f"{E}/template", title="Weekly")
    page = get(organizer, "/organize")
    use = next(e for e in page.all if e.tag == "a" and e.text == "Use Weekly").attrs["href"]
    form = get(organizer, use)
    post(organizer, "/organize/new", form, day="2026-06-20", name="Weekly 1")
    assert stage_row(one_desk, "playoff", "weekly-1").position == 2
    forget = next(e for e in page.all if e.tag == "form" and "templates" in e.attrs["action"])
    organizer.post(forget.attrs["action"])
    assert "Weekly" not in text_of(get(organizer, "/organize")).replace("Weekly 1", "")


def test_a_template_that_is_gone_leaves_an_empty_form(organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, "/organize/new?like=template:nothing")
    assert page.response.status_code == 404
    assert typed(form_at(page, "/organize/new"))["name"] == ""


# Settings, and what becomes of an event.


def test_settings_are_changed_with_a_reason_and_lists_judged_again(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    send(made, one_desk)
    page = get(organizer, f"{E}/settings")
    again = post(organizer, f"{E}/settings", page, bans="Wild Ride", place="York")
    assert "Say why: 1 list was judged under the old settings." in text_of(again)
    assert typed(form_at(again, f"{E}/settings"))["bans"] == "Wild Ride"
    done = post(organizer, f"{E}/settings", again, reason="the fact sheet")
    assert "Saved. 1 list was rechecked; 1 verdict changed." in text_of(done)
    assert (the_event(one_desk).place, the_event(one_desk).house) == ("York", {"bans": ["Wild Ride"]})


def test_settings_that_somebody_else_changed_are_shown_beside_ones_own(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    mine, theirs = get(organizer, f"{E}/settings"), get(organizer, f"{E}/settings")
    post(organizer, f"{E}/settings", theirs, place="York")
    stale = post(organizer, f"{E}/settings", mine, place="Hull")
    assert stale.response.status_code == 409
    told = text_of(stale)
    assert "Nora Lind changed this a moment ago. Here is their version; yours is below." in told
    assert "Now: Times are York time (London). Sheets print on A4." in told
    assert typed(form_at(stale, f"{E}/settings"))["place"] == "Hull"
    post(organizer, f"{E}/settings", stale)
    assert the_event(one_desk).place == "Hull"


def test_an_event_is_ended_after_a_page_that_names_the_count(
    one_desk: App, organizer: FlaskClient, made: Made, clock: Clock
) -> None:
    send(made, one_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    page = get(organizer, f"{E}/become/completed")
    assert (
        "Everyone will see 1 list with full names. You can hide them again, but people may already have seen them."
        in text_of(page)
    )
    done = post(organizer, f"{E}/become/completed", page)
    assert "The event is over." in text_of(done)
    assert the_event(one_desk).state == "completed"
    again = post(organizer, f"{E}/become/on", get(organizer, f"{E}/become/on"), reason="one more round")
    assert "You can hide them again, but people may already have seen them." in text_of(again)


def test_an_event_that_cannot_be_ended_yet_says_so_on_the_page(organizer: FlaskClient, made: Made) -> None:
    page = post(organizer, f"{E}/become/completed", get(organizer, f"{E}/become/completed"))
    assert page.response.status_code == 409
    assert "Swiss still takes lists until 10:00." in text_of(page)


def test_calling_off_needs_a_reason_and_gives_the_text_to_tell(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    page = post(organizer, f"{E}/become/cancelled", get(organizer, f"{E}/become/cancelled"), reason=" ")
    assert (page.response.status_code, "Say why." in text_of(page)) == (422, True)
    done = post(organizer, f"{E}/become/cancelled", page, reason="flood")
    assert "Text to copy: Northern Open was called off. Submitted lists stay hidden." in text_of(done)
    assert not [e for e in done.all if e.tag == "form" and e.attrs.get("action") == f"{E}/settings"]


def test_a_planned_event_is_deleted_or_opened(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    for name in ("One", "Two"):
        page = get(organizer, "/organize/new")
        post(organizer, "/organize/new", page, **{**FOUR, "name": name, "opens": "later"})
    gone = organizer.post("/e/one/become/gone")
    assert gone.headers["Location"] == "/organize?done=gone"
    assert organizer.get("/e/one/settings").status_code in {403, 404}
    assert "The event is running." in text_of(post(organizer, "/e/two/become/on"))
    assert organizer.get("/e/two/become/nowhere").status_code == 404


def test_another_join_code_is_taken_in_a_tap(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    post(organizer, f"{E}/code")
    code = the_event(one_desk).join_code
    assert code != "KITE-4719"
    assert get(organizer, f"{E}/code").having("code")[0].text == code


# Stages.


def test_the_deadline_is_moved_and_the_text_to_tell_is_shown(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    path = f"{E}/stages/swiss/deadline"
    page = get(organizer, f"{E}/stages")
    assert typed(form_at(page, path))["time"] == "10:00"
    past = post(organizer, path, page, time="08:30", reason="early start")
    assert "08:30 is past already." in text_of(past)
    kept = typed(form_at(past, path))
    assert (kept["time"], kept["reason"]) == ("08:30", "early start")
    done = post(organizer, path, page, time="10:30")
    assert "Lists for Swiss of Northern Open close at 10:30 (Leeds time)." in text_of(done)
    stale = post(organizer, path, page, time="11:00")
    assert stale.response.status_code == 409
    assert typed(form_at(stale, path))["time"] == "11:00"


def test_a_deadline_is_typed_as_people_say_it_and_read_back(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    path, at = f"{E}/stages/swiss/deadline", "swiss-deadline"
    page = get(organizer, f"{E}/stages")
    assert typed(form_at(page, path))["day"] == "Sat 13 Jun 2026"
    assert page.by_id(f"{at}-day-read").text == "Saturday 13 June 2026"
    post(organizer, path, page, day="tomorrow", time="7pm")
    assert stage_row(one_desk, "swiss").deadline == datetime(2026, 6, 14, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("day", "someday", '"someday" is not a day. Enter it like 4 Dec, Friday or tomorrow.'),
        ("day", "", "Enter the day."),
        ("time", "later", '"later" is not a time. Enter it like 19:00 or 7 pm.'),
        ("time", "", "Enter when lists close."),
        ("time", "08:30", "08:30 is past already."),
    ],
)
def test_what_is_wrong_with_a_deadline_is_told_beside_its_field(
    organizer: FlaskClient, made: Made, field: str, text: str, told: str
) -> None:
    path = f"{E}/stages/swiss/deadline"
    wrong = post(organizer, path, get(organizer, f"{E}/stages"), **{field: text}, reason="early start")
    box = wrong.by_id(f"of-swiss-deadline-{field}")
    assert wrong.by_id(f"{field}-fault").text.replace("“", '"').replace("”", '"') == told
    assert wrong.by_id(f"{field}-fault") in box.inside
    assert text_of(wrong).count(wrong.by_id(f"{field}-fault").text) == 1
    assert typed(form_at(wrong, path))[field] == text
    assert typed(form_at(wrong, path))["reason"] == "early start"


def test_a_deadline_that_may_mean_two_times_is_asked_about(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    path = f"{E}/stages/swiss/deadline"
    asked = post(organizer, path, get(organizer, f"{E}/stages"), time="11")
    assert "could be 11:00 (11 am) or 23:00 (11 pm)." in text_of(asked)
    post(organizer, path, asked, time_is="23:00:00")
    assert stage_row(one_desk, "swiss").deadline == datetime(2026, 6, 13, 22, tzinfo=UTC)


def test_a_deadline_is_read_back_while_it_is_typed_and_nothing_is_moved(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    path = f"{E}/stages/swiss/deadline"
    page = get(organizer, f"{E}/stages")
    looked = post(organizer, path, page, day="tomorrow", time="7pm", look="1")
    assert looked.response.status_code == 200
    assert looked.by_id("swiss-deadline-day-read").text == "Sunday 14 June 2026"
    assert looked.by_id("swiss-deadline-time-read").text == "19:00 (7 pm)"
    assert "is not a day" in text_of(post(organizer, path, page, day="someday", look="1"))
    assert stage_row(one_desk, "swiss").deadline == DEADLINE


def test_a_stage_begins_with_a_question_where_nobody_is_in_it(
    one_desk: App, organizer: FlaskClient, made: Made, clock: Clock
) -> None:
    clock.set(DEADLINE + timedelta(minutes=1))
    path = f"{E}/stages/swiss/state"
    done = post(organizer, path, get(organizer, f"{E}/stages"), to="begun")
    assert "Swiss has begun. What is played is sealed. 3 of 3 have no list in force." in text_of(done)
    post(organizer, f"{E}/stages/playoff/members", get(organizer, f"{E}/stages"), numbers=[], by="numbers")
    change = post(organizer, f"{E}/stages/playoff", get(organizer, f"{E}/stages"), lists_from="swiss")
    asked = post(organizer, f"{E}/stages/playoff/state", change, to="begun")
    assert "Nobody is in the playoff." in text_of(asked)
    assert "Begin it anyway" in text_of(asked)
    assert "Playoff has begun." in text_of(post(organizer, f"{E}/stages/playoff/state", asked, confirmed="yes"))


def test_members_are_ticked_by_name_or_are_the_top_of_the_standings(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    path = f"{E}/stages/playoff/members"
    page = get(organizer, f"{E}/stages")
    assert "of the standings" not in text_of(page)
    ticks = [i for i in form_at(page, path).inside if i.attrs.get("name") == "numbers"]
    assert "2 players are in it." in text_of(post(organizer, path, page, numbers=["3", "1"], by="numbers"))
    rank(one_desk, made, (2, 1, 3))
    page = get(organizer, f"{E}/stages")
    assert typed(form_at(page, path))["numbers"] == ["1", "3"]
    found = [i.attrs["value"] for i in form_at(page, path).inside if i.attrs.get("name") == "numbers"]
    assert (found, sorted(found)) == (["2", "1", "3"], sorted(tick.attrs["value"] for tick in ticks))
    assert "2 players are in it." in text_of(post(organizer, path, page, top="2"))
    assert typed(form_at(get(organizer, f"{E}/stages"), path))["numbers"] == ["2", "1"]


def test_byes_are_asked_for_in_limited_alone(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    path = f"{E}/stages/swiss/byes"
    assert not [e for e in get(organizer, f"{E}/stages").all if e.attrs.get("action") == path]
    post(organizer, f"{E}/settings", get(organizer, f"{E}/settings"), format="limited-sealed")
    page = get(organizer, f"{E}/stages")
    missing = post(organizer, path, page, byes__1="2")
    assert "Say when round 2 begins." in text_of(missing)
    assert typed(form_at(missing, path))["byes-1"] == "2"
    wrong = post(organizer, path, missing, round__2="soon")
    assert wrong.by_id("round-2-fault") in wrong.by_id("of-swiss-byes-round-2").inside
    assert "1 player has time until their first round." in text_of(post(organizer, path, wrong, round__2="11:15 am"))


def test_a_stage_is_added_and_its_title_kept_when_it_is_refused(organizer: FlaskClient, made: Made) -> None:
    refused_page = post(organizer, f"{E}/stages", get(organizer, f"{E}/stages"), title="Swiss")
    assert "Two stages would be called Swiss." in text_of(refused_page)
    assert typed(form_at(refused_page, f"{E}/stages"))["title"] == "Swiss"
    assert "Final is added." in text_of(post(organizer, f"{E}/stages", refused_page, title="Final"))


# Publication.


def test_a_choice_is_looked_at_and_applied(one_desk: App, organizer: FlaskClient, made: Made, clock: Clock) -> None:
    for place in range(3):
        send(made, one_desk, who=made.as_person(place), number=place + 1)
    clock.set(DEADLINE + timedelta(minutes=1))
    page = get(organizer, f"{E}/publication")
    assert page.by_id("effect-words").text == "Nothing changed yet"
    look = get(organizer, f"{E}/publication?see-swiss=stage&as=swiss")
    assert look.button("Show 3 Swiss lists to 3 players now").attrs["class"] == "btn go"
    assert look.by_id("preview").text.startswith("What a player of Swiss sees")
    assert "Okonkwo, Ada opens with it" in look.by_id("preview").text
    done = post(organizer, f"{E}/publication", look)
    assert "3 Swiss lists have been visible to 3 players since 10:01." in text_of(done)
    assert stage_row(one_desk).during == "stage"


def test_everyone_is_asked_for_once_with_the_count_in_the_heading(
    one_desk: App, organizer: FlaskClient, made: Made, clock: Clock
) -> None:
    send(made, one_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    asked = post(organizer, f"{E}/publication", get(organizer, f"{E}/publication"), see__swiss="everyone")
    assert next(e for e in asked.all if e.tag == "h1").text == "Everyone will see 1 list with full names."
    buttons = [e.text for e in asked.all if "btn" in e.attrs.get("class", "").split()]
    assert buttons == ["Cancel", "Show 1 Swiss list to everyone now"]
    assert stage_row(one_desk).during == "closed"
    assert "1 Swiss list has been visible to everyone since 10:01." in text_of(
        post(organizer, f"{E}/publication", asked, confirmed="yes")
    )


def test_a_stage_that_changed_meanwhile_keeps_what_was_chosen(organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, f"{E}/publication")
    post(organizer, f"{E}/publication", page, see__swiss="nobody")
    stale = post(organizer, f"{E}/publication", page, see__swiss="stage")
    assert stale.response.status_code == 409
    assert typed(form_at(stale, f"{E}/publication"))["see-swiss"] == "stage"


def test_the_page_that_others_get_is_the_public_one(organizer: FlaskClient, made: Made, app: APIFlask) -> None:
    shown = get(organizer, f"{E}/publication/as?as=stranger")
    public = get(visitor(app), E)
    assert text_of(public) in text_of(shown)
    assert "So a stranger sees it." in text_of(shown)


def test_the_preview_of_a_planned_event_shows_strangers_nothing(one_desk: App, app: APIFlask) -> None:
    made = make_event(one_desk, state="planned", stage_state="ahead")
    client = sign_in_as(app, one_desk, made.accounts["organizer"])
    assert "There is nothing here, or you have no access to it." in text_of(get(client, f"{E}/publication"))
    assert "Nothing here" in text_of(get(client, f"{E}/publication/as"))


def test_a_choice_that_is_none_of_the_four_stays_unless_another_is_taken(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    with one_desk.store.write() as session:
        stage = session.merge(stage_row(one_desk))
        stage.during, stage.after = During.STAGE, After.CLOSED
    page = get(organizer, f"{E}/publication")
    assert typed(form_at(page, f"{E}/publication"))["see-swiss"] == "keep"
    post(organizer, f"{E}/publication", page, see__playoff="stage")
    assert (stage_row(one_desk).during, stage_row(one_desk).after) == ("stage", "closed")


# Staff.


def test_somebody_new_is_added_with_a_link_to_hand_over(organizer: FlaskClient, made: Made) -> None:
    page = get(organizer, f"{E}/staff")
    wrong = post(organizer, f"{E}/staff", page, mail="nobody", who="Zofia", role="scorekeeper")
    assert wrong.response.status_code == 422
    assert typed(form_at(wrong, f"{E}/staff")) == {"mail": "nobody", "who": "Zofia", "role": "scorekeeper"}
    done = post(organizer, f"{E}/staff", wrong, mail="zofia@example.org")
    assert "Zofia is invited as scorekeeper." in text_of(done)
    assert "/invited/" in text_of(done)
    assert "/invited/" not in text_of(get(organizer, f"{E}/staff"))


def test_a_role_is_ended_but_not_the_last_organizers(organizer: FlaskClient, made: Made) -> None:
    judge, nora = made.accounts["judge"], made.accounts["organizer"]
    assert "Rosa Kim: the role has ended." in text_of(post(organizer, f"{E}/staff/{judge}/end", role="judge"))
    last = post(organizer, f"{E}/staff/{nora}/end", role="organizer")
    assert "Nora Lind is the only organizer of Northern Open. Name another one first." in text_of(last)


def test_who_gives_the_event_away_is_led_to_their_own(organizer: FlaskClient, made: Made) -> None:
    post(organizer, f"{E}/staff", mail="judge@northern-open.example", role="organizer")
    away = organizer.post(f"{E}/staff/{made.accounts['organizer']}/end", data={"role": "organizer"})
    assert away.headers["Location"] == "/organize"


def test_nothing_is_changed_from_another_site(app: APIFlask, one_desk: App, made: Made) -> None:
    client = sign_in_as(app, one_desk, made.accounts["organizer"])
    for path in (f"{E}/settings", f"{E}/publication", f"{E}/stages/swiss/state", f"{E}/staff", f"{E}/become/cancelled"):
        answer = client.post(path, headers={"Sec-Fetch-Site": "cross-site"}, data={"reason": "x", "to": "begun"})
        assert answer.status_code == 403
    assert the_event(one_desk).state == "on"
