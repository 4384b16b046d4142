"""Lines that a player said are no cards: kept with the draft and with what is sent, and judged with it ever after."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from datetime import date
from typing import Final

import pytest
from sqlalchemy import select

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.audit.erasure import write_again
from deckcheck.audit.person_files import export_person
from deckcheck.checks.guidance import compare_presented
from deckcheck.decklist.answers import Answers, make_answers
from deckcheck.games import GAMES
from deckcheck.lists.editor import DraftText, SaveDraft, draft_of, editor_of, save_draft
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.own_list import own_list
from deckcheck.lists.rechecks import recheck_event
from deckcheck.lists.submission import KeyReused
from deckcheck.lists.submit import correct
from deckcheck.roster.review import review
from deckcheck.store.models import StoredReport, Submission
from deckcheck.store.queries import lists
from deckcheck.store.row_hashes import values_of
from deckcheck.verdict.canonical import canonical_list, read_canonical
from tests.deck_checks import begin, event_in_play
from tests.desks import Clock
from tests.events import Made, make_event
from tests.registrations import LEGAL, accept, an_order, list_row, receipts, send

THANKS: Final = "1 Thanks for organizing"
TEXT: Final = f"{LEGAL.rstrip()}\n{THANKS}\n"
LINE: Final = len(TEXT.rstrip().split("\n"))
LEFT: Final = make_answers([LINE])
IGNORED: Final = [{"line": LINE, "text": THANKS}]


def keep(made: Made, desk: App, text: str, answers: Answers, version: int | None = None) -> DraftText:
    order = SaveDraft(made.as_person(0), made.slug, 1, "swiss", text, version, answers=answers)
    return save_draft(order, desk)


def reports(desk: App) -> list[StoredReport]:
    with desk.store.read() as session:
        return list(session.scalars(select(StoredReport).order_by(StoredReport.at, StoredReport.uid)))


def sent_row(desk: App) -> Submission:
    with desk.store.read() as session:
        return session.scalars(select(Submission).order_by(Submission.uid.desc())).first() or pytest.fail("none")


def test_a_draft_keeps_the_answers_with_its_text(both_desk: App) -> None:
    made = make_event(both_desk)
    first = keep(made, both_desk, TEXT, LEFT, 0)
    assert draft_of(made.as_person(0), made.slug, 1, "swiss", both_desk) == first
    assert first.answers == LEFT
    again = keep(made, both_desk, TEXT, make_answers(), first.version)
    assert (again.version, again.answers) == (first.version + 1, Answers())


def test_another_phone_that_answered_otherwise_is_told_of_both(one_desk: App) -> None:
    made = make_event(one_desk)
    first = keep(made, one_desk, TEXT, make_answers(), 0)
    keep(made, one_desk, TEXT, LEFT, first.version)
    with pytest.raises(Changed) as caught:
        keep(made, one_desk, f"{TEXT}2 Opt", make_answers(), first.version)
    assert caught.value.theirs.answers == LEFT
    assert caught.value.more["theirs"]["leave_out"] == [LINE]


def test_a_list_is_registered_without_the_line_and_its_text_stays_as_typed(both_desk: App) -> None:
    made = make_event(both_desk, accepts="legal")
    with pytest.raises(Refused, match="legal"):
        send(made, both_desk, TEXT)
    told = send(made, both_desk, TEXT, answers=LEFT)
    assert (told.verdict, told.sizes, told.ignored) == ("legal", {"main": 60, "sideboard": 15}, IGNORED)
    row = sent_row(both_desk)
    assert (row.text, row.answers) == (TEXT, {"leave_out": [LINE]})
    assert not [one for one in read_canonical(row.canonical).rows if one.waiting]
    assert row.lines[-1]["kind"] == "remark"
    plain = preview_list(PreviewList(LEGAL, Terms("modern", date(2026, 6, 13))), both_desk)
    assert row.canonical == canonical_list(plain)


def test_the_editor_goes_on_with_the_answers_and_an_answer_alone_is_unsent(one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk)
    send(made, one_desk, TEXT, answers=LEFT)
    who = made.as_person(0)
    found = editor_of(who, made.slug, one_desk)
    assert (found.text, found.answers, found.is_unsent) == (TEXT, LEFT, False)
    clock.pass_(minutes=1)
    keep(made, one_desk, TEXT, make_answers())
    found = editor_of(who, made.slug, one_desk)
    assert (found.answers, found.is_unsent, found.older) == (Answers(), True, "")


def test_the_same_text_answered_otherwise_is_another_list(one_desk: App) -> None:
    made = make_event(one_desk)
    first = send(made, one_desk, TEXT, answers=LEFT, key="key-of-this")
    assert send(made, one_desk, TEXT, answers=LEFT, key="key-of-this").uid == first.uid
    assert send(made, one_desk, TEXT, answers=LEFT).uid == first.uid
    with pytest.raises(KeyReused):
        send(made, one_desk, TEXT, key="key-of-this")
    assert send(made, one_desk, TEXT).version == 2


@pytest.mark.parametrize("line", [0, LINE + 1, LINE + 40, TEXT.split("\n").index("") + 1])
def test_an_answer_about_no_line_is_refused_and_nothing_is_kept(one_desk: App, line: int) -> None:
    made = make_event(one_desk)
    with pytest.raises(UnusableInput, match=f"Line {line} is empty or not in the list"):
        send(made, one_desk, TEXT, answers=make_answers([line]))
    assert not reports(one_desk)


def test_a_list_is_judged_again_with_its_answers(both_desk: App) -> None:
    made = make_event(both_desk, accepts="legal")
    send(made, both_desk, TEXT, answers=LEFT)
    found = recheck_event(both_desk, made.as_account("head-judge"), made.slug)
    assert (found.looked_at, found.changed) == (1, ())
    other = recheck_event(both_desk, made.as_account("head-judge"), made.slug, on=date(2020, 1, 1))
    [changed] = other.changed
    assert changed.change.verdict_after == "illegal"
    assert not [p for p in changed.change.problems_new if "Thanks" in p["message"]]


def test_a_correction_that_was_refused_stays_refused_when_the_list_is_judged_again(one_desk: App) -> None:
    made = make_event(one_desk)
    text = LEGAL.replace("4 Monastery Swiftspear", "4 Monastry Swiftspear")
    told = send(made, one_desk, text, answers=make_answers(refused=["Monastry Swiftspear"]))
    assert told.verdict == "unclear"
    assert recheck_event(one_desk, made.as_account("head-judge"), made.slug).changed == ()


def test_staff_sees_what_was_left_out_and_a_correction_keeps_it(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk, TEXT, answers=LEFT)
    accept(made, one_desk)
    judge = made.as_account("judge")
    read = review(judge, made.slug, 1, one_desk).read
    assert read is not None
    assert read.report["ignored"] == IGNORED
    text = TEXT.replace("11 Mountain", "10 Mountain\n1 Mountain")
    order = an_order(made, one_desk, text, who=judge, answers=make_answers([LINE + 1]))
    told = correct(replace(order, section="IPG 3.4", reason="a line twice"), one_desk)
    assert (told.verdict, told.ignored) == ("legal", [])  # What stands in the text is told to its player.
    mine = own_list(made.as_person(0), made.slug, one_desk)
    assert mine.version is not None
    assert mine.version.receipt.ignored == [{"line": LINE + 1, "text": THANKS}]


def test_a_receipt_of_before_tells_of_no_lines(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    with one_desk.store.write() as session:
        for row in session.scalars(select(StoredReport)):
            row.body = {key: value for key, value in row.body.items() if key != "ignored"}
    assert receipts(made.as_person(0), made.slug, 1, one_desk)[0].ignored == []


def test_a_deck_check_compares_with_the_list_without_the_line(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    order = an_order(made, one_desk, TEXT, who=made.as_account("judge"), answers=LEFT)
    correct(replace(order, section="IPG 3.4", reason="a line below"), one_desk)
    view = begin(made, one_desk)
    found = compare_presented(one_desk, made.as_account("judge"), made.slug, view.record.head.uid, LEGAL)
    assert found.verdict == "matches"


# What goes with the text.


def test_the_audit_binds_the_answers_and_rows_of_before_are_the_same_rows(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk, TEXT, answers=LEFT)
    assert values_of(sent_row(one_desk), "")["answers"] == {"leave_out": [LINE]}
    send(made, one_desk)
    assert "answers" not in values_of(sent_row(one_desk), "")


def test_of_a_player_who_is_forgotten_the_lines_left_out_go_too(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk, TEXT, answers=LEFT)
    with one_desk.store.write() as session:
        sent = lists.submission(session, list_row(one_desk, made).current)
        assert sent is not None
        found = lists.reports_of(session, sent.uid)
        write_again(sent, found, lambda text: False, GAMES["mtg"])
        assert (sent.answers, found[0].body["ignored"]) == ({}, [])
        assert THANKS not in sent.text


def test_a_player_gets_their_answers_with_their_lists(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk, TEXT, answers=LEFT)
    keep(made, one_desk, TEXT, make_answers([LINE], ["Opt"]))
    file = export_person(one_desk, made.as_person(0), made.slug)
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        told = json.loads(archive.read(f"{made.slug}/event.json"))
    [kept] = [one for entry in told["entries"] for one in entry["lists"]]
    assert kept["draft"] == {"leave_out": [LINE], "not": ["Opt"]}
    assert kept["sent"][0]["answers"] == {"leave_out": [LINE]}
