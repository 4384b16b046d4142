"""Teams whose seats play different formats: each list is judged by the format of its player's seat (MTR 8.2, 8.4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any, Final

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import BadSettings, Refused
from deckcheck.events.plans import EventPlan, settle
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.templates import save_template, use_template
from deckcheck.lists.editor import editor_of
from deckcheck.lists.judged import judge_for
from deckcheck.lists.own_list import own_list
from deckcheck.lists.rechecks import recheck_event
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.join import Join, join
from deckcheck.roster.players import AddEntry, ChooseSeat, EditEntry, Given, add_entry, choose_seat, edit_entry
from deckcheck.store.models import Entry, StoredReport
from deckcheck.store.states import EntryState
from deckcheck.web.pages.events.organizer_pages import organize_page
from tests.events import Made, make_event
from tests.registrations import receipts_of, rows_of, send
from tests.statements import statements_of

TRIOS: Final = ("", "legacy", "pioneer")
"""Modern, Legacy and Pioneer, in an event of Modern."""
BOLTS, STORMS, OPTS = "4 Lightning Bolt\n56 Mountain", "4 Brainstorm\n56 Island", "4 Opt\n56 Island"
"""Legal in Modern and Legacy, in Legacy alone, and in all three."""
QUESTION: Final = (
    "Which seat do you play? A: Modern, B: Legacy, C: Pioneer. Your list is checked by the format of your seat."
)


def trios(desk: App, **more: Any) -> Made:
    known: dict[str, Any] = {"players": 3, "team_size": 3, "seat_formats": TRIOS}
    return make_event(desk, **known | more)


def last(made: Made, desk: App, number: int) -> StoredReport:
    """The verdict in force on the list that an entry sent last."""
    uid = receipts_of(made, desk, number)[-1].uid
    with desk.store.read() as session:
        rows = session.query(StoredReport).filter_by(submission=uid).order_by(StoredReport.at, StoredReport.uid)
        found = rows.all()[-1]
        session.expunge(found)
        return found


def sent(made: Made, desk: App, number: int, text: str) -> tuple[str, str]:
    """The verdict on a list of an entry, and the format it was judged by."""
    send(made, desk, text, who=made.as_person(number - 1), number=number)
    report = last(made, desk, number)
    return report.verdict, report.body["format"]


def seat_of(desk: App, made: Made, number: int) -> str:
    with desk.store.read() as session:
        return str(session.query(Entry.seat).filter_by(event=made.uid, number=number).scalar())


def test_each_list_is_judged_by_the_format_of_its_seat_mtr_8_4(both_desk: App) -> None:
    made = trios(both_desk)
    assert sent(made, both_desk, 1, BOLTS) == ("legal", "modern")
    assert sent(made, both_desk, 2, STORMS) == ("legal", "legacy")
    assert sent(made, both_desk, 3, OPTS) == ("legal", "pioneer")
    assert sent(made, both_desk, 1, STORMS) == ("illegal", "modern")
    assert sent(made, both_desk, 3, BOLTS) == ("illegal", "pioneer")


def test_decks_are_unified_only_where_all_seats_play_one_format_mtr_8_4(one_desk: App) -> None:
    made = trios(one_desk)
    assert [sent(made, one_desk, n, OPTS)[0] for n in (1, 2, 3)] == ["legal", "legal", "legal"]
    alike = make_event(one_desk, slug="alike", players=3, team_size=3, join_code=None)
    assert [sent(alike, one_desk, n, OPTS)[0] for n in (1, 2)] == ["legal", "illegal"]
    apart = make_event(one_desk, slug="apart", players=3, team_size=3, unified=False, join_code=None)
    assert [sent(apart, one_desk, n, OPTS)[0] for n in (1, 2, 3)] == ["legal", "legal", "legal"]


def test_two_headed_giant_is_unified_whatever_the_event_says_mtr_9_5(one_desk: App) -> None:
    made = make_event(one_desk, players=2, team_size=2, unified=False)
    assert [sent(made, one_desk, n, OPTS)[0] for n in (1, 2)] == ["legal", "illegal"]


def test_a_team_of_two_with_two_formats_is_no_two_headed_giant_mtr_9_5(one_desk: App) -> None:
    made = make_event(one_desk, players=2, team_size=2, seat_formats=("", "legacy"))
    side = "\n\nSideboard\n2 Opt"
    assert sent(made, one_desk, 1, OPTS.replace("4 Opt", "2 Opt\n2 Shock") + side) == ("legal", "modern")
    assert sent(made, one_desk, 2, STORMS + side) == ("legal", "legacy")


def test_who_has_no_seat_is_asked_and_gets_no_verdict_mtr_8_2(both_desk: App) -> None:
    made = trios(both_desk, seated=False)
    for text in (STORMS, BOLTS, "5 Lightning Bolt"):
        assert sent(made, both_desk, 1, text)[0] == "unclear"
        (problem,) = last(made, both_desk, 1).body["problems"]
        assert (problem["rule"], problem["message"], problem["severity"]) == ("seat-chosen", QUESTION, "unclear")
        assert problem["source"] == "MTR 8.2, MTR 8.4"


def test_a_line_that_cannot_be_read_is_told_before_the_seat_is_known(one_desk: App) -> None:
    made = trios(one_desk, seated=False)
    sent(made, one_desk, 1, "4 Lightning Bollt Xyz\n56 Mountain")
    assert [p["rule"] for p in last(made, one_desk, 1).body["problems"]] == ["unknown-card", "seat-chosen"]


def test_a_player_chooses_the_seat_and_the_list_is_judged_again(both_desk: App) -> None:
    made = trios(both_desk, seated=False)
    assert sent(made, both_desk, 1, STORMS)[0] == "unclear"
    before = rows_of(both_desk)
    assert editor_of(made.as_person(0), made.slug, both_desk).seats == (
        ("A", "Modern"),
        ("B", "Legacy"),
        ("C", "Pioneer"),
    )
    assert choose_seat(ChooseSeat(made.as_person(0), made.slug, "B"), both_desk) == "B"
    report = last(made, both_desk, 1)
    assert (report.verdict, report.body["format"], report.cause) == ("legal", "legacy", "team")
    assert rows_of(both_desk) == before, "what was sent stays as it is"
    editor = editor_of(made.as_person(0), made.slug, both_desk)
    assert (editor.seats, editor.head.format) == ((), "Legacy (seat B)")
    assert own_list(made.as_person(0), made.slug, both_desk).head.format == "Legacy (seat B)"


@pytest.mark.parametrize(
    ("seat", "code", "told"),
    [
        ("", "bad-input", "Choose your seat."),
        ("D", "bad-input", "Choose one of the seats A, B and C."),
        ("A", "seat-taken", "Seat A of your team is taken. Choose another, or ask at the desk."),
    ],
)
def test_a_seat_that_cannot_be_taken_is_told_beside_its_field(one_desk: App, seat: str, code: str, told: str) -> None:
    made = trios(one_desk, seated=False)
    choose_seat(ChooseSeat(made.as_person(1), made.slug, "A"), one_desk)
    with pytest.raises(Refused) as refused:
        choose_seat(ChooseSeat(made.as_person(0), made.slug, seat), one_desk)
    assert (refused.value.code, refused.value.by_field) == (code, {"seat": (told,)})


def test_a_seat_is_chosen_once_and_changed_by_the_desk(one_desk: App) -> None:
    made = trios(one_desk, seated=False)
    choose_seat(ChooseSeat(made.as_person(0), made.slug, "B"), one_desk)
    choose_seat(ChooseSeat(made.as_person(0), made.slug, "B"), one_desk)
    with pytest.raises(Refused, match=r"You are in seat B\. Ask at the desk to change it\."):
        choose_seat(ChooseSeat(made.as_person(0), made.slug, "C"), one_desk)
    sent(made, one_desk, 1, STORMS)
    edit_entry(EditEntry(made.as_account("judge"), made.slug, 1, Given(seat="C")), one_desk)
    report = last(made, one_desk, 1)
    assert (report.verdict, report.body["format"]) == ("illegal", "pioneer")


def test_nobody_chooses_for_another_or_where_there_is_nothing_to_choose(one_desk: App) -> None:
    made = trios(one_desk, seated=False)
    with pytest.raises(Refused, match=NOTHING_HERE):
        choose_seat(ChooseSeat(made.as_person(0), made.slug, "B", entry=2), one_desk)
    alike = make_event(one_desk, slug="alike", team_size=3, join_code=None, seated=False)
    with pytest.raises(Refused, match=r"This event has no seats to choose\."):
        choose_seat(ChooseSeat(alike.as_person(0), "alike", "B"), one_desk)


def test_two_players_of_a_team_in_one_seat_are_refused_mtr_8_2(one_desk: App) -> None:
    made = trios(one_desk)
    desk = made.as_account("scorekeeper")
    with pytest.raises(Refused) as refused:
        edit_entry(EditEntry(desk, made.slug, 2, Given(seat="A")), one_desk)
    assert refused.value.by_field == {"seat": (f"{made.names[0]} has seat A of Team 1.",)}
    with pytest.raises(Refused, match="has seat C of Team 1"):
        add_entry(AddEntry(desk, made.slug, Given(last="Lund", team="Team 1", seat="c"), confirmed=True), one_desk)
    assert [seat_of(one_desk, made, n) for n in (1, 2, 3)] == ["A", "B", "C"]
    with pytest.raises(Refused) as refused:
        edit_entry(EditEntry(desk, made.slug, 2, Given(seat="D")), one_desk)
    assert str(refused.value) == "A seat is a letter, A to C (A Modern, B Legacy, C Pioneer)."


def test_nobody_is_put_back_into_a_seat_that_was_taken_meanwhile_mtr_8_2(one_desk: App) -> None:
    made = trios(one_desk)
    desk = made.as_account("organizer")
    move_entry(MoveEntry(desk, made.slug, 2, EntryState.WITHDRAWN), one_desk)
    add_entry(AddEntry(desk, made.slug, Given(last="Lund", team="Team 1", seat="B"), confirmed=True), one_desk)
    with pytest.raises(Refused, match="Lund has seat B of the team now"):
        move_entry(MoveEntry(desk, made.slug, 2, EntryState.ON, reason="a mistake"), one_desk)


def test_nobody_is_given_a_seat_they_did_not_choose(one_desk: App) -> None:
    made = trios(one_desk, players=0)
    desk = made.as_account("scorekeeper")
    added = add_entry(AddEntry(desk, made.slug, Given(last="Lund", team="Team 1"), confirmed=True), one_desk)
    assert (added.entry.team, added.entry.seat) == ("Team 1", "")
    edit_entry(EditEntry(desk, made.slug, added.entry.number, Given(seat="b")), one_desk)
    assert seat_of(one_desk, made, added.entry.number) == "B"


def test_who_joins_with_the_code_may_say_the_seat_and_keeps_it_in_the_team(one_desk: App) -> None:
    made = trios(one_desk, players=0)
    number = join(Join(STRANGER, made.slug, "KITE-4719", last="Lund", seat="C"), one_desk).number
    assert seat_of(one_desk, made, number) == "C"
    edit_entry(EditEntry(made.as_account("judge"), made.slug, number, Given(team="Red")), one_desk)
    assert seat_of(one_desk, made, number) == "C"
    with pytest.raises(Refused, match="Choose one of the seats A, B and C"):
        join(Join(STRANGER, made.slug, "KITE-4719", last="Voss", seat="E"), one_desk)


def test_another_format_of_a_seat_judges_its_lists_again_and_loses_nothing(both_desk: App) -> None:
    made = trios(both_desk)
    for number, text in ((1, BOLTS), (2, STORMS), (3, BOLTS)):
        sent(made, both_desk, number, text)
    before = rows_of(both_desk)
    organizer = made.as_account("organizer")
    patch = SettingsPatch(seat_formats=("", "legacy", "vintage"))
    done = change_settings(both_desk, organizer, made.slug, patch, reason="typo in the announcement")
    assert (done.rejudged.lists, done.rejudged.changed) == (3, 1)
    assert [last(made, both_desk, n).body["format"] for n in (1, 2, 3)] == ["modern", "legacy", "vintage"]
    change_settings(both_desk, organizer, made.slug, SettingsPatch(seat_formats=()), reason="all Modern")
    assert [last(made, both_desk, n).verdict for n in (1, 2, 3)] == ["illegal", "illegal", "illegal"]
    assert rows_of(both_desk) == before
    found = recheck_event(both_desk, made.as_account("head-judge"), made.slug)
    assert (found.looked_at, found.changed) == (3, ())


def test_a_recheck_of_more_teams_asks_the_database_no_more(one_desk: App) -> None:
    asked = []
    for size in (6, 12):
        made = trios(one_desk, slug=f"trios-of-{size}", players=size, join_code=None)
        for number in range(1, size + 1):
            sent(made, one_desk, number, OPTS)
        with statements_of(one_desk.store) as found:
            told = recheck_event(one_desk, made.as_account("head-judge"), made.slug)
        assert (told.looked_at, told.changed) == (size, ())
        asked.append(len(found.selects))
    assert asked[1] == asked[0]


def plan(**more: Any) -> EventPlan:
    known: dict[str, Any] = {"name": "Trios", "zone": "Europe/London", "day": date(2026, 6, 13), "format": "modern"}
    return EventPlan(**known | {"round_1": time(10), "team_size": 3} | more)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (("Modern", "Legacy", "Pioneer"), ("", "legacy", "pioneer")),
        (("", "legacy"), ("", "legacy", "")),
        (("modern", "modern", "modern"), ()),
        ((), ()),
    ],
)
def test_formats_of_seats_are_kept_by_id_and_the_events_own_is_left_empty(
    one_desk: App, given: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    assert settle(plan(seat_formats=given), one_desk).seat_formats == kept


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"team_size": 1, "seat_formats": ("", "legacy")}, "Seats are for teams. Set the players in a team first."),
        ({"seat_formats": ("", "", "", "legacy")}, "4 formats for 3 seats. Give one for each seat."),
        (
            {"seat_formats": ("", "commander")},
            "Seat B can’t play Commander beside other formats. Pick a Constructed format for it.",
        ),
        (
            {"seat_formats": ("", "limited-sealed")},
            "Seat B can’t play Sealed Deck beside other formats. Pick a Constructed format for it.",
        ),
        (
            {"seat_formats": ("", "ga-standard")},
            "Seat B can’t play Grand Archive Standard beside other formats. Pick a Constructed format for it.",
        ),
        (
            {"seat_formats": ("legacy", "legacy", "legacy")},
            "All seats play Legacy. Pick it as the format of the event instead.",
        ),
    ],
)
def test_formats_that_seats_cannot_play_are_told_beside_their_field(
    one_desk: App, more: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        settle(plan(**more), one_desk)
    assert refused.value.by_field == {"seat_formats": (told,)}


def test_limited_lists_of_a_team_are_of_one_format_mtr_8_6(one_desk: App) -> None:
    with pytest.raises(BadSettings, match="Seat A can’t play"):
        settle(plan(format="limited-draft", seat_formats=("", "modern")), one_desk)


def test_house_rules_must_fit_the_format_of_each_seat(one_desk: App) -> None:
    house = {"sizes": {"sideboard-max": 5}}
    assert settle(plan(seat_formats=TRIOS, house=house), one_desk).house["sizes"] == {"sideboard-max": 5}
    made = trios(one_desk, house={"bans": ["Opt"]})
    assert [sent(made, one_desk, n, OPTS)[0] for n in (1, 2, 3)] == ["illegal", "illegal", "illegal"]


def test_a_template_keeps_the_formats_of_the_seats(one_desk: App) -> None:
    made = trios(one_desk, unified=False)
    who = made.as_account("organizer")
    save_template(one_desk, who, made.slug)
    kept = use_template(one_desk, who, organize_page(one_desk, who).templates[0].uid, date(2026, 7, 4))
    assert (kept.seat_formats, kept.unified) == (TRIOS, False)
    assert settle(replace(kept, confirmed=True), one_desk).seat_formats == TRIOS


def test_what_is_typed_is_judged_by_the_seat_too(one_desk: App) -> None:
    made = trios(one_desk)
    terms = editor_of(made.as_person(1), made.slug, one_desk).window.terms
    assert judge_for(STORMS, terms, one_desk).report.format == "legacy"
