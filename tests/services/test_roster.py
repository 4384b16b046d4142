"""The staff's roster: its rows and marks, filters and search, pages, changes, reminders, and what it never tells."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.session import settle
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.submit import correct, enter_late
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.filters import View
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, edit_entry
from deckcheck.roster.reminders import reminder, send_reminders
from deckcheck.roster.roster_rows import RosterRow, first_reason
from deckcheck.roster.staff_roster import RosterPage, changes, roster_csv, roster_page, waiting
from deckcheck.settings import Mail
from deckcheck.store.models import Entry, Outgoing, Pairing
from deckcheck.store.queries import proof
from deckcheck.store.states import EntryState
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.full_rosters import counting, fill
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, an_order, send


def look(made: Made, desk: App, role: str = "judge", **view: Any) -> RosterPage:
    return roster_page(made.as_account(role), made.slug, View(**view), desk)


def row(made: Made, desk: App, number: int, role: str = "judge") -> RosterRow:
    [found] = look(made, desk, role, only=(number,)).rows
    return found


def names(page: RosterPage) -> list[str]:
    return [found.listed for found in page.rows]


def counts(page: RosterPage) -> dict[str, int]:
    return {f.key: f.count for f in page.filters}


def lock(made: Made, desk: App, act: str, number: int, **more: Any) -> None:
    change_lock(LockList(made.as_account("judge"), made.slug, number, LockAct(act), **more), desk)


def a_mix(desk: App) -> Made:
    """Eight players: 1 accepted, 2 ready, 3 illegal, 4 undecided, 5 to 8 without a list."""
    made = make_event(desk, players=8)
    first = send(made, desk)
    for number, text in ((2, OTHER), (3, ILLEGAL), (4, UNDECIDED)):
        send(made, desk, text, who=made.as_person(number - 1), number=number)
    lock(made, desk, "accept", 1, seen=first.uid)
    return made


# Rows and filters.


def test_everybody_stands_in_the_order_of_last_names_with_their_marks(both_desk: App) -> None:
    page = look(a_mix(both_desk), both_desk)
    assert [(r.listed, r.mark, r.list_word) for r in page.rows] == [
        ("Abara, Chidi", "undecided", "Submitted"),
        ("Albrecht, Jonas", "not-sent", "Not submitted"),
        ("Amato, Giulia", "not-sent", "Not submitted"),
        ("Andersson, Freja", "not-sent", "Not submitted"),
        ("Dąbrowska, Zofia", "illegal", "Submitted"),
        ("Dahl, Per", "legal", "Ready"),
        ("Okonkwo, Ada", "legal", "Accepted"),
        ("Ruiz, Eva", "not-sent", "Not submitted"),
    ]
    assert counts(page) == {"all": 8, "not-sent": 4, "illegal": 1, "undecided": 1, "ready": 1, "accepted": 1}
    assert (page.ready, page.found, page.pages) == (1, 8, 1)
    assert (page.band.sent, page.band.size, page.band.missing) == (4, 8, 4)


def test_each_filter_shows_the_rows_that_it_counts(both_desk: App) -> None:
    made = a_mix(both_desk)
    for key, count in counts(look(made, both_desk)).items():
        assert (key, look(made, both_desk, show=key).found) == (key, count)
    assert names(look(made, both_desk, show="illegal")) == ["Dąbrowska, Zofia"]
    assert look(made, both_desk, show="nonsense").view.show == "all"


def test_a_row_tells_sizes_and_the_first_fault_to_judges_and_no_card_to_anybody(both_desk: App) -> None:
    made = a_mix(both_desk)
    illegal, undecided = row(made, both_desk, 3), row(made, both_desk, 4)
    assert (illegal.reason, illegal.main, illegal.side) == ("59 cards in the main deck", 59, 15)
    assert undecided.reason == "Line 17 needs an answer"
    for role in ("judge", "head-judge", "organizer"):
        told = json.dumps([asdict(r) for r in look(made, both_desk, role).rows], default=str)
        assert "Jace" not in told
        assert "Mountain" not in told
    seen = row(made, both_desk, 3, "scorekeeper")
    assert (seen.mark, seen.reason, seen.main, seen.side) == ("illegal", "", None, None)


def test_an_official_who_plays_learns_no_sizes_of_others(both_desk: App) -> None:
    made = a_mix(both_desk)
    given = Given(account=made.accounts["judge"])
    edit_entry(EditEntry(made.as_account("organizer"), made.slug, 8, given), both_desk)
    assert (row(made, both_desk, 3).reason, row(made, both_desk, 3).main) == ("", None)
    assert row(made, both_desk, 3, "head-judge").main == 59


def test_looking_at_the_roster_is_no_reading_of_lists(both_desk: App) -> None:
    made = a_mix(both_desk)
    with both_desk.store.read() as session:
        before = len(proof.audit_of(session, made.uid))
    look(made, both_desk)
    with both_desk.store.read() as session:
        assert len(proof.audit_of(session, made.uid)) == before


def test_no_fault_of_any_list_is_told_with_a_card(both_desk: App) -> None:
    problems: list[dict[str, Any]] = [
        {"rule": "banned", "severity": "error", "cards": ["Phlage"], "lines": [7], "message": "Phlage is banned."},
        {"rule": "divine-relic", "severity": "error", "cards": ["Relic"], "lines": [5], "message": "2 Relic; 1."},
        {"rule": "new-rule", "severity": "error", "cards": [], "lines": [5], "message": 'Line 5 says "Relic".'},
        {"rule": "new-rule", "severity": "error", "cards": ["Relic"], "lines": [], "message": "Relic is wrong."},
        {"rule": "unknown-card", "severity": "unclear", "cards": [], "lines": [2], "message": 'No card is "Relic".'},
        {"rule": "unknown-card", "severity": "unclear", "cards": [], "lines": [], "message": 'No card is "Relic".'},
    ]
    told = [first_reason([problem]) for problem in problems]
    assert told == [
        "A banned card",
        "Line 5 needs fixing",
        "Line 5 needs fixing",
        "A rule of the format",
        "Line 2 needs an answer",
        "A name needs an answer",
    ]
    assert first_reason(problems) == "Line 2 needs an answer"
    assert first_reason([{**problems[0], "severity": "warning"}]) == ""


def test_a_late_list_says_how_late_by_whom_and_why(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE + timedelta(minutes=12, seconds=30))
    order = an_order(made, both_desk, who=made.as_account("scorekeeper"), reason="bus broke down")
    enter_late(order, both_desk)
    late = row(made, both_desk, 1)
    assert (late.late, late.minutes_late, late.late_by, late.late_why) == (True, 12, "Sam Lee", "bus broke down")
    clock.pass_(minutes=5)
    correct(replace(order, who=made.as_account("judge"), text=OTHER, section="IPG 3.4", reason="a typo"), both_desk)
    assert replace(row(made, both_desk, 1), version=0).late_why == "bus broke down"
    assert counts(look(made, both_desk))["late"] == 1
    assert names(look(made, both_desk, show="late")) == ["Okonkwo, Ada"]


def test_who_is_out_or_to_be_confirmed_has_a_filter_of_their_own(both_desk: App) -> None:
    made = a_mix(both_desk)
    with both_desk.store.write() as session:
        entry = session.get(Entry, made.entries[1])
        assert entry is not None
        entry.confirmed = False
    move_entry(MoveEntry(made.as_account("judge"), made.slug, 5, EntryState.WITHDRAWN), both_desk)
    page = look(made, both_desk)
    assert (counts(page)["unconfirmed"], counts(page)["out"], counts(page)["all"]) == (1, 1, 7)
    assert (counts(page)["ready"], page.ready) == (1, 0)  # Nothing is accepted in bulk of whom nobody has seen.
    assert [r.list_word for r in look(made, both_desk, show="out").rows] == ["Withdrawn"]


def test_a_list_that_was_sent_back_says_so(both_desk: App) -> None:
    made = a_mix(both_desk)
    lock(made, both_desk, "send-back", 3, reason="59 cards")
    assert (row(made, both_desk, 3).list_word, row(made, both_desk, 3).sent_back) == ("Sent back", True)


def test_each_stage_has_its_own_roster_of_its_own_players(both_desk: App) -> None:
    made = make_event(both_desk, players=4, playoff=True)
    send(made, both_desk)
    assert names(look(made, both_desk, stage="playoff")) == ["Dahl, Per", "Okonkwo, Ada"]
    assert row(made, both_desk, 1).mark == "legal"
    page = look(made, both_desk, stage="playoff")
    assert [r.mark for r in page.rows] == ["not-sent", "not-sent"]
    assert [(s.slug, s.is_current) for s in page.stages] == [("swiss", False), ("playoff", True)]
    with pytest.raises(Refused):
        look(made, both_desk, stage="nothing")


def test_a_player_who_was_forgotten_keeps_a_number(both_desk: App) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.person, entry.forgotten_at = None, both_desk.now()
        entry.last = entry.first = entry.folded = ""
    assert row(made, both_desk, 1).listed == "Player 1"


# Searching.


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("dabr", ["Dąbrowska, Zofia"]),
        ("zofia dab", ["Dąbrowska, Zofia"]),
        ("Dąbrowska, Z", ["Dąbrowska, Zofia"]),
        ("a", ["Abara, Chidi", "Albrecht, Jonas", "Amato, Giulia", "Andersson, Freja", "Okonkwo, Ada"]),
        ("#3", ["Dąbrowska, Zofia"]),
        ("3", ["Dąbrowska, Zofia"]),
        ("03", ["Dąbrowska, Zofia"]),
        ("owska", []),
        ("  ", None),
    ],
)
def test_names_are_found_as_typed_without_accents(both_desk: App, words: str, found: list[str] | None) -> None:
    made = make_event(both_desk, players=8)
    page = look(made, both_desk, words=words)
    assert (len(names(page)) == 8) if found is None else (names(page) == found)


def test_a_number_is_a_table_once_there_are_tables(both_desk: App) -> None:
    made = make_event(both_desk, players=8)
    with both_desk.store.write() as session:
        session.add(Pairing(event=made.uid, round=1, place="14", entries=[3, 4]))
        session.add(Pairing(event=made.uid, round=2, place="14", entries=[1, 2]))
        session.add(Pairing(event=made.uid, round=2, place="", entries=[5]))
    assert names(look(made, both_desk, words="14")) == ["Dahl, Per", "Okonkwo, Ada"]
    assert names(look(made, both_desk, words="3")) == []
    assert names(look(made, both_desk, words="#3")) == ["Dąbrowska, Zofia"]
    assert row(made, both_desk, 1).table == "14"


def test_search_is_over_everybody_whatever_the_filter_and_whoever_is_out(both_desk: App) -> None:
    made = a_mix(both_desk)
    move_entry(MoveEntry(made.as_account("judge"), made.slug, 5, EntryState.WITHDRAWN), both_desk)
    assert names(look(made, both_desk, words="albrecht", show="accepted")) == ["Albrecht, Jonas"]
    assert not any(f.is_current for f in look(made, both_desk, words="albrecht").filters)


# The band.


def test_the_band_tells_how_long_there_is_and_how_lists_came_in(both_desk: App, clock: Clock) -> None:
    clock.set(DEADLINE - timedelta(days=1))
    made = make_event(both_desk)
    send(made, both_desk)
    send(made, both_desk, OTHER)
    clock.set(DEADLINE - timedelta(minutes=18))
    send(made, both_desk, who=made.as_person(1), number=2)
    page = look(made, both_desk)
    assert (page.band.figure, page.band.unit, page.band.until) == ("18", "min left", "10:00 today.")
    assert page.progress.sentence == "2 of 3 lists submitted; 1 by Friday night; 18 min left to the deadline."
    assert page.progress.at == (DEADLINE - timedelta(days=1), DEADLINE - timedelta(minutes=18))
    clock.set(DEADLINE + timedelta(seconds=3))
    assert look(made, both_desk).band.figure == "Closed"
    clock.set(DEADLINE + timedelta(seconds=20))
    page = look(made, both_desk)
    assert (page.band.figure, page.band.is_open) == ("Closed", False)
    assert page.progress.sentence == "2 of 3 lists submitted; 1 by Friday night; the deadline was 10:00."


# Who may look.


def test_strangers_and_players_find_nothing(both_desk: App) -> None:
    made, other = make_event(both_desk), make_event(both_desk, slug="south", name="South", join_code=None)
    for who in (made.as_stranger, made.as_person(0), other.as_account("head-judge"), other.as_token("judge")):
        for ask in (
            lambda w=who: roster_page(w, made.slug, View(), both_desk),
            lambda w=who: roster_csv(w, made.slug, both_desk),
            lambda w=who: waiting(w, made.slug, both_desk),
            lambda w=who: reminder(w, made.slug, both_desk),
        ):
            with pytest.raises(Refused) as caught:
                ask()
            assert caught.value.status == 404
        with pytest.raises(Refused) as caught:
            changes(who, made.slug, 0, both_desk)
        assert caught.value.status == 403


# Bounded work.


def test_3000_players_take_a_few_queries_whichever_page_is_asked_for(both_desk: App) -> None:
    made = make_event(both_desk, players=0)
    fill(both_desk, made, 3000)
    roster_page(made.as_account("judge"), made.slug, View(), both_desk)
    asked = []
    for view in (View(), View(page=30), View(show="illegal"), View(words="ada 300"), View(words="12")):
        with counting(both_desk) as found:
            page = roster_page(made.as_account("judge"), made.slug, view, both_desk)
        asked.append(found.queries)
        assert len(page.rows) <= 100
    assert max(asked) <= 17  # One each for walk-ins who say who they are, and for guessed join codes.
    assert (page.band.size, page.band.sent, page.ready) == (3000, 2500, 1500)


def test_each_player_is_on_one_page(one_desk: App) -> None:
    made = make_event(one_desk, players=0)
    fill(one_desk, made, 250)
    pages = [look(made, one_desk, page=number) for number in (1, 2, 3)]
    assert [len(page.rows) for page in pages] == [100, 100, 50]
    assert sorted(r.number for page in pages for r in page.rows) == list(range(1, 251))
    assert look(made, one_desk, page=99).view.page == 3


# What changed.


def test_nothing_is_read_of_the_roster_while_nothing_changed(both_desk: App) -> None:
    made = a_mix(both_desk)
    revision = look(made, both_desk).revision
    with counting(both_desk) as found:
        assert changes(made.as_account("scorekeeper"), made.slug, revision, both_desk) is None
    assert not any("FROM submissions" in s or "people" in s or "reports" in s for s in found.statements)


def test_changed_rows_are_told_and_new_ones_counted(both_desk: App) -> None:
    made = a_mix(both_desk)
    who, page = made.as_account("judge"), look(made, both_desk, show="ready")
    send(made, both_desk, who=made.as_person(2), number=3)
    send(made, both_desk, who=made.as_person(4), number=5)
    send(made, both_desk, ILLEGAL, who=made.as_person(1), number=2)
    found = changes(who, made.slug, page.revision, both_desk, page.view, [r.number for r in page.rows])
    assert found is not None
    assert [(r.listed, r.mark) for r in found.rows] == [("Dahl, Per", "illegal")]
    assert (found.new, found.ready, found.band.sent) == (2, 2, 5)
    again = changes(who, made.slug, found.revision, both_desk, page.view, [2])
    assert again is None


def test_without_a_page_every_changed_row_is_told(both_desk: App) -> None:
    made = a_mix(both_desk)
    revision = look(made, both_desk).revision
    add_entry(AddEntry(made.as_account("judge"), made.slug, Given(last="Ekström", first="Nils")), both_desk)
    lock(made, both_desk, "accept", 2, seen=row(made, both_desk, 2).submission)
    found = changes(made.as_token("desk"), made.slug, revision, both_desk)
    assert found is not None
    assert [(r.number, r.list_word) for r in found.rows] == [(2, "Accepted"), (9, "Not submitted")]
    everything = changes(made.as_token("desk"), made.slug, found.revision + 5, both_desk)
    assert everything is not None  # A restored database is behind who follows it.
    assert len(everything.rows) == 9


def test_the_close_of_a_stage_is_a_change(both_desk: App, clock: Clock) -> None:
    made = a_mix(both_desk)
    revision = look(made, both_desk).revision
    clock.set(DEADLINE + timedelta(seconds=20))
    found = changes(made.as_account("judge"), made.slug, revision, both_desk)
    assert found is not None
    assert (found.stage, found.stage_state, found.band.figure) == ("swiss", "locked", "Closed")


# Waiting lists, the table, reminders.


def test_what_waits_is_every_legal_list_or_what_was_chosen_as_it_was_shown(both_desk: App) -> None:
    made = a_mix(both_desk)
    ready = row(made, both_desk, 2).submission
    assert ready
    for role in ("judge", "scorekeeper", "head-judge"):
        assert waiting(made.as_account(role), made.slug, both_desk).pairs == ((2, ready),)
    chosen = waiting(made.as_account("judge"), made.slug, both_desk, chosen={1: "x", 2: "old", 3: "y", 5: ""})
    assert (chosen.pairs, chosen.not_legal) == (((3, "y"), (2, "old")), 1)
    with pytest.raises(Refused):
        waiting(made.as_account("organizer"), made.slug, both_desk)


def test_the_table_holds_no_list_and_no_formula(both_desk: App, clock: Clock) -> None:
    made = a_mix(both_desk)
    edit_entry(
        EditEntry(made.as_account("judge"), made.slug, 8, Given(last="=HYPERLINK(1)", mail="e@x.org")), both_desk
    )
    clock.set(DEADLINE + timedelta(minutes=4))
    late = an_order(made, both_desk, LEGAL, who=made.as_account("judge"), number=5, reason="train")
    enter_late(late, both_desk)
    name, data = roster_csv(made.as_account("scorekeeper"), made.slug, both_desk)
    assert name == "northern-open-roster-2026-06-13.csv"
    rows = {r["number"]: r for r in csv.DictReader(io.StringIO(data.decode("utf-8-sig")))}
    assert (rows["1"]["list"], rows["1"]["verdict"], rows["1"]["accepted"]) == ("accepted", "legal", "yes")
    assert (rows["3"]["verdict"], rows["6"]["sent"], rows["5"]["minutes_late"]) == ("illegal", "", "4")
    assert rows["8"]["last"] == "'=HYPERLINK(1)"
    assert b"e@x.org" not in data


def test_a_reminder_names_who_is_missing_and_where_to_go(both_desk: App) -> None:
    made = a_mix(both_desk)
    told = reminder(made.as_account("scorekeeper"), made.slug, both_desk)
    assert told.text == (
        "Northern Open: Lists close at 10:00 today. 4 lists are missing: "
        "Jonas Albrecht, Giulia Amato, Freja Andersson, Eva Ruiz.\n"
        "Submit yours with your own link, or at http://127.0.0.1:8000/join with the code KITE-4719."
    )
    assert not told.can_mail
    with pytest.raises(Refused, match="Copy the text instead"):
        send_reminders(made.as_account("scorekeeper"), made.slug, both_desk)


def test_a_reminder_after_the_deadline_sends_players_to_the_desk(both_desk: App, clock: Clock) -> None:
    made = a_mix(both_desk)
    clock.set(DEADLINE + timedelta(minutes=12))
    told = reminder(made.as_account("scorekeeper"), made.slug, both_desk)
    assert told.text == (
        "Northern Open: Lists closed at 10:00. 4 lists are missing: "
        "Jonas Albrecht, Giulia Amato, Freja Andersson, Eva Ruiz.\n"
        "Come to the desk with yours."
    )


def test_reminders_go_by_mail_to_those_who_are_missing_and_are_asked_about_when_repeated(
    both_desk: App, clock: Clock
) -> None:
    settings = replace(both_desk.settings, address="https://decks.example", mail=Mail("smtp.example", sender="x@y.z"))
    desk = replace(both_desk, settings=settings)
    made = a_mix(desk)
    with desk.store.write() as session:
        for place, uid in enumerate(made.entries):
            session.get_one(Entry, uid).mail = f"p{place + 1}@example.org" if place != 7 else ""
    who = made.as_account("scorekeeper")
    assert reminder(who, made.slug, desk).mails == 3
    assert send_reminders(who, made.slug, desk) == 3
    with desk.store.read() as session:
        mails = session.query(Outgoing).filter_by(kind="mail").order_by(Outgoing.recipient).all()
    assert [mail.recipient for mail in mails] == ["p5@example.org", "p6@example.org", "p7@example.org"]
    assert mails[0].body["text"].startswith("Lists close at 10:00 today, and you haven't submitted one.")
    clock.pass_(minutes=9)
    with pytest.raises(Refused, match=r"Sam Lee sent a reminder at 09:00. Send another\?"):
        send_reminders(made.as_account("judge"), made.slug, desk)
    assert send_reminders(made.as_account("judge"), made.slug, desk, confirmed=True) == 3
    clock.set(DEADLINE + timedelta(seconds=20))
    settle(desk, made.slug)
    with pytest.raises(Refused, match="Lists closed at 10:00"):
        send_reminders(who, made.slug, desk)
