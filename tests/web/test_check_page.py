"""The check page without scripts: every job is a form that posts and a page that comes back."""

from __future__ import annotations

import io
from pathlib import Path

from flask.testing import FlaskClient

from tests.web.pages import Page, press, send

LEGAL = (Path(__file__).parent / "legal-modern.txt").read_text(encoding="utf-8")
FAULTY = LEGAL.replace("4 Monastery Swiftspear", "4 Monastry Swiftspear").replace("4 Wild Ride", "4 Jace")


def test_an_empty_page_asks_for_a_list_and_finds_no_fault(client: FlaskClient) -> None:
    page = Page(client.get("/check"))
    assert page.verdict().startswith("Nothing to check yet")
    assert not page.having("problems")


def test_a_legal_list_is_told_so_with_its_totals(client: FlaskClient) -> None:
    page = send(client, text=LEGAL, format="modern", on="2026-06-13")
    assert page.verdict().startswith("Legal in Modern")
    assert [e.text for e in page.having("figure")] == ["60", "15"]


def test_the_answer_to_a_form_puts_the_verdict_before_the_text(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    ids = [e.attrs.get("id") for e in page.all]
    assert ids.index("result") < ids.index("text")


def test_every_line_of_the_text_has_a_number_in_the_margin(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    lines = [e for e in page.by_id("marks").inside if e.tag == "li"]
    assert len(lines) == len(FAULTY.split("\n"))


def test_marks_lead_to_their_problem_and_say_their_state(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    marks = [e for e in page.by_id("marks").inside if e.tag == "a"]
    said = {e.text: e.attrs["href"] for e in marks}
    assert "Line 17, needs an answer" in said
    assert page.by_id(said["Line 17, needs an answer"].removeprefix("#")).text.startswith("Needs an answer")


def test_a_pick_rewrites_its_line_alone_and_undo_gives_the_text_back(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    pick = next(e.text for e in page.having("pick"))
    picked = press(client, page, pick)
    changed = [(a, b) for a, b in zip(FAULTY.split("\n"), picked.list_text.split("\n"), strict=True) if a != b]
    assert changed == [("4 Jace", f"4 {pick.removesuffix('Pick').strip()}")]
    assert picked.by_id("slot").text.startswith("Line 17 is now 4 Jace")
    assert press(client, picked, "Undo").list_text == FAULTY


def test_a_remedy_takes_a_copy_out(client: FlaskClient) -> None:
    page = send(client, text=LEGAL.replace("1 Poison Dart Frog", "1 Wild Ride"))
    mended = press(client, page, "Remove 1 from line 34")
    assert "1 Wild Ride" not in mended.list_text
    assert "4 Wild Ride" in mended.list_text


def test_a_correction_can_be_refused_and_the_refusal_is_remembered(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    refused = press(client, page, "Not this card")
    assert refused.list_text == FAULTY
    assert refused.fields()["not"] == ["Monastry Swiftspear"]
    again = press(client, refused, "Check")
    assert "No card is called “Monastry Swiftspear”." in again.by_id("result").text


def test_another_name_can_be_typed_for_a_line(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    named = press(client, page, "Use this name", **{"other-17": "Wild Ride"})
    assert named.list_text.split("\n")[16] == "4 Wild Ride"
    assert named.verdict().startswith("Legal")


def test_clearing_asks_nothing_and_can_be_undone(client: FlaskClient) -> None:
    cleared = press(client, send(client, text=LEGAL), "Clear")
    assert cleared.list_text == ""
    assert press(client, cleared, "Undo").list_text == LEGAL


def test_each_game_has_an_example(client: FlaskClient) -> None:
    for fmt in ("modern", "ga-standard"):
        page = press(client, Page(client.get(f"/check?format={fmt}")), "Show an example")
        assert page.list_text.count("\n") > 20
        assert page.verdict().startswith("Illegal")


def test_a_file_takes_the_place_of_the_text(client: FlaskClient) -> None:
    sent = {"text": "1 Island", "file": (io.BytesIO(LEGAL.encode("utf-16")), "deck.txt")}
    page = Page(client.post("/check", data=sent, content_type="multipart/form-data"))
    assert page.list_text == LEGAL
    assert page.by_id("slot").text.startswith("Read from deck.txt.")
    assert press(client, page, "Undo").list_text == "1 Island"


def test_a_list_of_another_game_is_recognised_and_checked_with_a_button(client: FlaskClient) -> None:
    ga = press(client, Page(client.get("/check?format=ga-standard")), "Show an example").list_text
    page = send(client, text=ga, format="modern")
    assert "This looks like a Grand Archive Standard deck." in page.by_id("result").text
    right = press(client, page, "Check as Grand Archive Standard")
    assert right.fields()["format"] == "ga-standard"
    assert [e.text for e in right.having("figure")] == ["60", "12", "10"]


def test_the_page_says_which_dialect_was_read_and_what_a_blank_line_meant(client: FlaskClient) -> None:
    gap = send(client, text="60 Island\n\n15 Opt").by_id("read-as")
    assert gap.text == "Read as: Plain list. Blank line 2 begins the sideboard."
    assert next(e for e in gap.inside if e.tag == "a").attrs["href"] == "#line-2"
    several = send(client, text="20 Island\n\n20 Plains\n\n20 Swamp").by_id("read-as")
    assert several.text == "Read as: Plain list. No sideboard is marked: blank lines 2 and 4 are read as spacing."
    assert not [e for e in several.inside if e.tag == "a"]
    assert send(client, text="Deck\n60 Island").by_id("read-as").text == "Read as: Arena list."


def test_a_commander_deck_is_recognised_unless_its_player_says_no(client: FlaskClient) -> None:
    text = "Commander\n1 Lurrus of the Dream-Den\n\nDeck\n99 Plains"
    page = send(client, text=text, format="modern")
    assert "This looks like a Commander deck. It has a commander and 99 other cards." in page.by_id("result").text
    assert page.by_id("findings").text.endswith(", if it is Modern")
    assert press(client, page, "Check as Commander").verdict().startswith("Legal in Commander")
    sure = press(client, page, "No, it’s Modern")
    assert "looks like" not in sure.by_id("result").text
    assert "looks like" not in press(client, sure, "Check", text=text + "\n").by_id("result").text
    assert "looks like" in press(client, sure, "Check", format="legacy").by_id("result").text


def test_points_stand_beside_the_sideboard(client: FlaskClient) -> None:
    page = press(client, Page(client.get("/check?format=ga-standard")), "Show an example")
    assert "18 of 15 points" in [e.text for e in page.having("limit")]


def test_day_platform_and_match_are_chosen_on_the_page(client: FlaskClient) -> None:
    page = send(client, text=LEGAL, format="modern", on="2024-01-01", platform="mtgo", match="bo1")
    assert page.by_id("setting").text == "Modern on Mon 1 January 2024. Magic Online, single games."
    assert page.fields()["on"] == "2024-01-01"


def test_settings_in_the_address_open_the_page_with_them(client: FlaskClient) -> None:
    page = Page(client.get("/check?format=ga-standard&on=2025-01-01"))
    assert page.by_id("setting").text.startswith("Grand Archive Standard on Wed 1 January 2025")


def test_a_button_made_for_another_text_changes_nothing(client: FlaskClient) -> None:
    page = send(client, text=FAULTY)
    changed = "// my deck\n" + FAULTY
    answer = press(client, page, next(e.text for e in page.having("pick")), text=changed)
    assert answer.list_text == changed
    assert "nothing was done" in answer.by_id("slot").text


def test_the_live_check_gets_only_what_changes(client: FlaskClient) -> None:
    answer = client.post("/check", data={"text": FAULTY}, headers={"HX-Request": "true"}).get_data(as_text=True)
    assert "<html" not in answer
    assert 'name="text"' not in answer
    for part in ("marks", "verdict", "setting", "caption"):
        assert f'id="{part}"' in answer


def test_an_unfinished_last_line_is_no_fault_while_it_is_typed(client: FlaskClient) -> None:
    text = LEGAL.rstrip() + "\n1 Poison Da"
    last = str(len(text.split("\n")))
    live = {"HX-Request": "true"}
    typing = client.post("/check", data={"text": text, "typing": last}, headers=live).get_data(as_text=True)
    left = client.post("/check", data={"text": text}, headers=live).get_data(as_text=True)
    assert "Legal in Modern" in typing
    assert "Legal in Modern" not in left


def test_names_are_searched_in_place(client: FlaskClient) -> None:
    query = {"other-3": "Brainstorm", "line": "3", "was": "4 Jace", "name": "Jace", "game": "mtg"}
    answer = client.get("/check/picks", query_string=query).get_data(as_text=True)
    assert "Brainstorm" in answer
    assert "4 Brainstorm" in answer


THANKS = "Thanks for organizing!"
COMMANDER = f"1 Krenko, Mob Boss\n\n99 Mountain\n\n{THANKS}"
NOT_A_CARD = "Not a card, leave it out"
PUT_BACK = "Put it back, line 5"


def left_out(client: FlaskClient, text: str = COMMANDER) -> Page:
    return press(client, send(client, text=text, format="commander", on="2026-06-13"), NOT_A_CARD)


def test_a_line_that_is_no_card_is_left_out_with_one_press_and_put_back(client: FlaskClient) -> None:
    page = left_out(client)
    assert page.verdict().startswith("Legal in Commander")
    assert page.list_text == COMMANDER
    assert page.by_id("slot").text.startswith("Line 5 is left out.")
    assert page.by_id("o1").text.startswith(f"Line 5 Left out: \u201c{THANKS}\u201d")
    assert "left-out" in page.by_id("line-5").attrs["class"]
    assert "Line 5, left out" in page.by_id("line-5").text
    again = press(client, page, "Check")
    assert again.verdict().startswith("Legal in Commander")
    back = press(client, again, PUT_BACK)
    assert not back.verdict().startswith("Legal")
    assert "out" not in back.fields()
    assert NOT_A_CARD in [e.text for e in back.all if e.tag == "button"]


def test_an_answer_follows_its_line_and_goes_with_it(client: FlaskClient) -> None:
    page = left_out(client)
    longer = press(client, page, "Check", text=COMMANDER.replace("99 Mountain", "98 Mountain\n1 Lightning Bolt"))
    assert longer.verdict().startswith("Legal in Commander")
    assert longer.by_id("o1").text.startswith("Line 6 Left out")
    changed = press(client, longer, "Check", text=COMMANDER.replace(THANKS, "Thanks!"))
    assert not changed.verdict().startswith("Legal")
    assert "out" not in changed.fields()


def test_a_line_that_became_a_heading_is_one(client: FlaskClient) -> None:
    page = left_out(client, COMMANDER.replace(THANKS, "2x"))
    sent = page.fields()["out"]
    heading = send(client, text=COMMANDER.replace(THANKS, "Sideboard\n1 Forest"), format="commander", out=sent)
    assert "out" not in heading.fields()


def test_a_button_of_an_older_page_leaves_no_other_line_out(client: FlaskClient) -> None:
    page = send(client, text=COMMANDER, format="commander", on="2026-06-13")
    other = press(client, page, NOT_A_CARD, text=COMMANDER.replace(THANKS, "1 Jace"))
    assert other.by_id("slot").text.startswith("The list has changed meanwhile; nothing was done.")
    assert "out" not in other.fields()


def test_an_unread_line_can_be_left_out_too(client: FlaskClient) -> None:
    page = send(client, text="60 Island\n2x\n", format="modern", on="2026-06-13")
    assert press(client, page, NOT_A_CARD).verdict().startswith("Legal in Modern")


def test_a_size_that_hangs_on_a_line_is_settled_with_it_and_asks_nothing_of_its_own(client: FlaskClient) -> None:
    page = send(client, text=COMMANDER, format="commander", on="2026-06-13")
    assert "This depends on line 5" in page.by_id("result").text
    assert [e.text for e in page.all if e.tag == "button"].count(NOT_A_CARD) == 1


def test_a_card_that_is_known_is_not_asked_about(client: FlaskClient) -> None:
    page = send(client, text="61 Lightning Bolt", format="modern")
    assert NOT_A_CARD not in [e.text for e in page.all if e.tag == "button"]


def test_answers_that_are_none_do_nothing(client: FlaskClient) -> None:
    page = send(client, text=COMMANDER, format="commander", out=["5", "1.1", "1.1.zz", "x" * 5000, "\u00b2.1.aa"])
    assert (page.response.status_code, "out" in page.fields()) == (200, False)
    assert send(client, text=COMMANDER, do="out:5").by_id("slot").text.startswith("The list has changed meanwhile")
