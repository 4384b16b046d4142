"""The check page in a browser: typing, picking, undoing, with a finger, with keys, without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.lists import FAULTY, JACE, LEGAL

WIDTHS = (360, 1280)


def paste(page: Page, text: str) -> None:
    page.fill("#text", text)
    expect(page.locator("#caption")).to_have_text(re.compile(f", {len(text.splitlines())} lines"))


def lines(page: Page) -> list[str]:
    return page.input_value("#text").split("\n")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_verdict_follows_the_typing(open_page: OpenPage, width: int) -> None:
    page = open_page("/check", width)
    page.evaluate("document.getElementById('text').mine = true")
    page.click("#text")
    page.keyboard.type("59 Island")
    expect(page.locator("#verdict")).to_contain_text("Illegal")
    expect(page.locator("#totals .figure").first).to_have_text("59")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    page.keyboard.type("60")
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")
    assert page.evaluate("document.activeElement.mine")
    assert page.evaluate("document.getElementById('text').selectionStart") == 2


@pytest.mark.parametrize("width", WIDTHS)
def test_the_last_line_of_what_was_pasted_is_asked_about_at_once(open_page: OpenPage, width: int) -> None:
    page = open_page("/check?format=modern", width, permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", f"{LEGAL}\nThanks for organizing!")
    page.click("#text")
    page.keyboard.press("Control+V")
    expect(page.locator("#verdict")).to_contain_text("Needs an answer")
    page.reload()
    page.fill("#text", f"{LEGAL}\nThanks for organizing!")
    expect(page.locator("#verdict")).to_contain_text("Needs an answer")
    expect(page.get_by_role("button", name="Not a card, leave it out")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_list_is_copied_for_another_program_without_leaving_the_page(open_page: OpenPage, width: int) -> None:
    page = open_page("/check?format=modern", width, permissions=["clipboard-read", "clipboard-write"])
    page.fill("#text", LEGAL.replace("Swiftspear", "Swiftspeer"))
    page.locator("#as").select_option("moxfield")
    page.click("#copy-list")
    expect(page.locator("#slot-words")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "4 Monastery Swiftspear\n" in copied
    assert "\nSIDEBOARD:\n" in copied
    page.fill("#text", "Commander\n1 Kess, Dissident Mage\n\nDeck\n99 Island")
    page.click("#verdict >> text=Check as Commander")
    expect(page.locator("#verdict")).to_contain_text("Legal in Commander")
    page.locator("#as").select_option("mtgo")
    page.click("#copy-list")
    expect(page.locator("#content")).to_contain_text("Magic Online has no place for the commander.")


def test_the_totals_follow_what_is_typed(open_page: OpenPage) -> None:
    page = open_page("/check")
    paste(page, LEGAL)
    for count in (4, 3):
        page.fill("#text", LEGAL.replace("4 Wild Ride", f"{count} Wild Ride"))
        expect(page.locator("#totals .figure").first).to_have_text(str(56 + count))


@pytest.mark.parametrize("width", WIDTHS)
def test_marks_stand_on_their_lines(open_page: OpenPage, width: int) -> None:
    page = open_page("/check", width)
    paste(page, FAULTY)
    tops = page.evaluate(
        """() => { const t = document.getElementById('text'), style = getComputedStyle(t);
        const first = t.getBoundingClientRect().top + parseFloat(style.paddingTop), line = parseFloat(style.lineHeight);
        const marks = [...document.querySelectorAll('#marks li')];
        return marks.map((li, i) => li.getBoundingClientRect().top - first - i * line) }"""
    )
    assert len(tops) == len(FAULTY.split("\n"))
    assert max(abs(t) for t in tops) < 1
    assert page.evaluate("document.getElementById('text').scrollTop") == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_an_ambiguous_name_is_mended_in_two_taps_and_undone_in_one(open_page: OpenPage, width: int) -> None:
    page = open_page("/check", width)
    paste(page, FAULTY)
    page.click(f"text=Go to line {JACE}")
    pick = page.locator(".pick").first
    expect(pick).to_be_in_viewport()
    name = pick.locator("span").first.inner_text()
    pick.click()
    expect(page.locator("#slot-words")).to_have_text(f"Line {JACE} is now 4 {name}.")
    expect(page.locator("#text")).to_have_value(FAULTY.replace("4 Jace", f"4 {name}"))
    page.wait_for_function("document.activeElement.id !== ''")
    page.click("#slot >> text=Undo")
    expect(page.locator("#slot-words")).to_have_text("That is undone.")
    expect(page.locator("#text")).to_have_value(FAULTY)


def test_a_certain_correction_is_refused_in_one_tap(open_page: OpenPage) -> None:
    page = open_page("/check")
    paste(page, FAULTY)
    expect(page.locator("#result")).to_contain_text("Read as Monastery Swiftspear.")
    page.click("text=Not this card")
    expect(page.locator("#result")).to_contain_text("No card is called “Monastry Swiftspear”.")
    page.fill("#text", FAULTY + "\n1 Island")
    expect(page.locator("#totals .figure").last).to_have_text("16")
    expect(page.locator("#result")).to_contain_text("No card is called “Monastry Swiftspear”.")


def test_another_card_is_found_in_place(open_page: OpenPage) -> None:
    page = open_page("/check")
    paste(page, FAULTY)
    page.click("text=Another card or name")
    page.fill(f"#other-{JACE}", "wild rid")
    page.click(f"#picks-{JACE} >> text=Wild Ride")
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")
    expect(page.locator("#text")).to_have_value(FAULTY.replace("4 Jace", "4 Wild Ride"))


@pytest.mark.parametrize("width", WIDTHS)
def test_everything_is_reached_with_keys_alone(open_page: OpenPage, width: int) -> None:
    page = open_page("/check", width)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.insert_text(FAULTY)
    expect(page.locator("#go")).to_have_text(f"Go to line {JACE}")
    page.keyboard.press("Control+Enter")
    assert page.evaluate("document.activeElement.id") == "p1"
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('pick')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#slot-words")).to_contain_text(f"Line {JACE} is now 4 Jace")


def test_going_to_a_line_puts_the_caret_there(open_page: OpenPage) -> None:
    page = open_page("/check")
    paste(page, FAULTY)
    page.click(f"#p1 a[data-line='{JACE}']")
    assert page.evaluate("getSelection().toString()") == "4 Jace"
    assert page.evaluate("document.activeElement.id") == "text"


def test_an_unfinished_last_line_is_no_fault_until_the_caret_leaves_it(open_page: OpenPage) -> None:
    page = open_page("/check", 1280)
    page.fill("#text", LEGAL + "\n")
    page.press("#text", "Control+End")
    page.keyboard.type("1 Poison Da")
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#verdict")).to_contain_text("to confirm")


def test_a_line_that_the_caret_left_before_the_answer_came_is_asked_about(open_page: OpenPage) -> None:
    page = open_page("/check", 1280)
    page.fill("#text", LEGAL + "\n")
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")
    page.press("#text", "Control+End")

    def leave(route: Route) -> None:
        page.keyboard.press("ArrowUp")
        route.continue_()

    page.route("**/check", leave, times=1)
    page.keyboard.insert_text("1 Poison Da")
    expect(page.locator("#verdict")).to_contain_text("to confirm")


def test_what_came_into_the_text_before_the_script_is_checked(open_page: OpenPage) -> None:
    page = open_page("/formats")

    def write(route: Route) -> None:
        page.fill("#text", LEGAL)
        route.continue_()

    page.route("**/editor.js*", write)
    page.goto(page.url.replace("/formats", "/check?format=modern"))
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")


def test_late_answers_are_dropped(open_page: OpenPage) -> None:
    page = open_page("/check")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "59" in (route.request.post_data or "") and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/check", hold)
    with page.expect_request("**/check"):
        page.fill("#text", "59 Island")
    page.fill("#text", "60 Island")
    expect(page.locator("#verdict")).to_contain_text("Legal")
    held[0].abort()
    page.wait_for_timeout(100)
    expect(page.locator("#totals .figure").first).to_have_text("60")


def test_only_a_changed_verdict_is_said_aloud(open_page: OpenPage) -> None:
    page = open_page("/check")
    assert page.locator("#status").inner_text() == ""
    paste(page, FAULTY)
    expect(page.locator("#status")).to_have_text("Needs an answer. 1 to confirm. Main deck 60, Sideboard 15.")
    page.fill("#text", LEGAL)
    expect(page.locator("#status")).to_have_text("Legal in Modern. Main deck 60, Sideboard 15.")


def test_a_draft_outlives_a_reload_and_clearing_can_be_undone(open_page: OpenPage) -> None:
    page = open_page("/check")
    paste(page, LEGAL)
    page.reload()
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")
    assert page.input_value("#text") == LEGAL
    page.click("#clear")
    expect(page.locator("#verdict")).to_contain_text("Nothing to check yet")
    expect(page.locator("#text")).to_have_value("")
    page.click("#slot >> text=Undo")
    expect(page.locator("#verdict")).to_contain_text("Legal in Modern")


def test_without_a_network_the_text_stays_and_the_page_says_so(open_page: OpenPage) -> None:
    page = open_page("/check", expects=("ERR_INTERNET_DISCONNECTED", "htmx:sendError"))
    paste(page, LEGAL)
    page.context.set_offline(True)
    page.fill("#text", LEGAL + "\n1 Island")
    expect(page.locator("#slot-words")).to_have_text("You’re offline. Your text is kept.")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#totals .figure").last).to_have_text("16")


def test_a_file_is_read_and_the_former_text_can_be_had_back(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/check")
    paste(page, "60 Island\n1 Island")
    deck = tmp_path / "deck.txt"
    deck.write_bytes(LEGAL.encode("utf-16"))
    page.set_input_files("#file", deck)
    expect(page.locator("#slot-words")).to_have_text("Read from deck.txt.")
    assert page.input_value("#text") == LEGAL
    page.click("#slot >> text=Undo")
    expect(page.locator("#totals .figure").first).to_have_text("61")


def test_change_opens_format_day_place_and_match_on_the_page(open_page: OpenPage) -> None:
    page = open_page("/check")
    paste(page, LEGAL)
    page.click("text=Change")
    page.select_option("#format", "pioneer")
    expect(page.locator("#setting")).to_contain_text("Pioneer on Sat 13 June 2026")
    expect(page.locator("#verdict")).to_contain_text("Illegal")
    page.fill("#on", "2019-01-01")
    expect(page.locator("#setting")).to_contain_text("Tue 1 January 2019")


def test_a_list_of_another_game_is_checked_as_such_in_one_tap(open_page: OpenPage) -> None:
    page = open_page("/check?format=ga-standard")
    page.click("text=Show an example")
    expect(page.locator("#text")).not_to_have_value("")
    expect(page.locator("#totals .figure")).to_have_count(3)
    page.click("text=Change")
    page.select_option("#format", "modern")
    page.click("#verdict >> text=Check as Grand Archive Standard")
    expect(page.locator("#setting")).to_contain_text("Grand Archive Standard")
    assert page.input_value("#format") == "ga-standard"


def test_a_refusal_is_told_in_the_slot_and_the_text_stays(open_page: OpenPage) -> None:
    page = open_page("/check", expects=("429", "htmx:responseError", "Response Status"))
    page.route("**/check", lambda route: route.fulfill(status=429, content_type="text/plain", body="A moment."))
    page.fill("#text", LEGAL)
    expect(page.locator("#slot-words")).to_have_text("A moment.")
    assert page.input_value("#text") == LEGAL


def test_a_check_that_has_to_wait_is_made_when_it_may_be(open_page: OpenPage) -> None:
    page = open_page("/check", expects=("429", "htmx:responseError", "Response Status"))
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=429, headers={"Retry-After": "1"}, content_type="text/plain", body="Next one in 1 s.")

    page.route("**/check", answer)
    page.fill("#text", LEGAL)
    expect(page.locator("#slot-words")).to_have_text("Next one in 1 s.")
    expect(page.locator("#verdict")).to_contain_text("Legal")
    assert len(asked) == 2


def test_too_long_a_text_is_refused_in_place(open_page: OpenPage) -> None:
    page = open_page("/check", expects=("413", "htmx:responseError", "Response Status"))
    # Filling so many lines in takes the browser's own editor long.
    page.evaluate("text => { document.getElementById('text').value = text }", "1 Island\n" * 1500)
    page.dispatch_event("#text", "input")
    expect(page.locator(".hint")).to_contain_text("more than any deck list")
    assert len(lines(page)) == 1501


def test_print_is_the_sheet_alone(open_page: OpenPage) -> None:
    page = open_page("/check", 1280)
    paste(page, LEGAL)
    expect(page.locator("#print")).to_be_visible()
    with page.context.expect_event("request", lambda asked: asked.url.endswith("/sheet.pdf")) as sent:
        page.click("#print")
    assert sent.value.method == "POST"
    assert b"Wild Ride" in (sent.value.post_data_buffer or b"")
    expect(page.locator("#check")).to_have_attribute("action", re.compile("/check$"))
    page.emulate_media(media="print")
    expect(page.locator("#text")).not_to_be_visible()
    expect(page.locator(".dock")).not_to_be_visible()
    expect(page.locator(".rows").first).to_be_visible()
    expect(page.locator(".print-only").first).to_contain_text(
        "Modern on Sat 13 June 2026. Paper, best of three. Legal in Modern"
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_without_scripts_a_list_is_checked_picked_refused_and_undone(open_page: OpenPage, width: int) -> None:
    page = open_page("/check", width, java_script_enabled=False)
    page.fill("#text", FAULTY)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Needs an answer")
    page.click("text=Not this card")
    expect(page.locator("#result")).to_contain_text("No card is called “Monastry Swiftspear”.")
    page.locator(".pick >> text=Monastery Swiftspear").first.click()
    expect(page.locator("#text")).to_have_value(FAULTY.replace("Monastry", "Monastery"))
    page.click("#slot >> text=Undo")
    expect(page.locator("#text")).to_have_value(FAULTY)
    page.locator(".pick").first.click()
    page.click("#clear")
    expect(page.locator("#text")).to_have_value("")
    page.click("text=Show an example")
    expect(page.locator("#verdict")).to_contain_text("Illegal")
