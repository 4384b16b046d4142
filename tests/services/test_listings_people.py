"""Who is named how beside the lists, who is left out, and what names could tell elsewhere."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden
from deckcheck.games import GAMES
from deckcheck.publication.export_files import Order, export, list_file
from deckcheck.publication.listings import ListRow, Query, event_page, lists_page
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.publication.proof_files import list_json
from deckcheck.store.models import Entry, StoredReport
from tests.desks import Clock
from tests.events import Made
from tests.published_events import (
    TITLED,
    a_locked_event,
    complete,
    corrected,
    late,
    pair,
    publish,
    set_entry_state,
    set_event,
    set_person,
    stand,
)
from tests.registrations import LEGAL, OTHER

ADAS = "About\nName Adas Okonkwo burn\n\nDeck\n" + LEGAL


def rows(desk: App, who: Actor, made: Made, **more: Any) -> tuple[ListRow, ...]:
    return lists_page(desk, who, made.slug, Query("swiss", **more)).rows


def exported(desk: App, who: Actor, made: Made, reason: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export(desk, who, made.slug, Order("json", "swiss", reason)).content)
    return found


@pytest.mark.parametrize(
    ("mode", "listed", "named"),
    [
        ("full", ["Abara, Chidi", "Dahl, Per", "Okonkwo, Ada"], "Ada Okonkwo"),
        ("initials", ["A. O.", "C. A.", "P. D."], "A. O."),
        ("number", ["Player 1", "Player 2", "Player 4"], "Player 1"),
    ],
)
def test_names_are_told_and_sorted_as_the_event_shows_them(
    both_desk: App, clock: Clock, mode: str, listed: list[str], named: str
) -> None:
    made = a_locked_event(both_desk, clock)
    set_event(both_desk, made, names_shown=mode)
    complete(both_desk, made)
    for who in (made.as_stranger, made.as_person(2)):
        assert [row.player for row in rows(both_desk, who, made)] == listed
        assert one_list(both_desk, who, made.slug, Wanted(1)).listed.player == named
        assert [one["player"] for one in exported(both_desk, who, made)["lists"]][-1 if mode == "full" else 0] == named
    staff = made.as_account("scorekeeper")
    assert [row.player for row in rows(both_desk, staff, made)] == ["Abara, Chidi", "Dahl, Per", "Okonkwo, Ada"]
    assert one_list(both_desk, made.as_person(0), made.slug, Wanted(1)).listed.player == "Ada Okonkwo"


@pytest.mark.parametrize("mode", ["initials", "number"])
def test_a_name_that_is_not_shown_stands_nowhere_else_either(one_desk: App, clock: Clock, mode: str) -> None:
    made = a_locked_event(one_desk, clock, texts={1: ADAS, 2: OTHER})
    set_event(one_desk, made, names_shown=mode)
    stand(one_desk, made, {1: 1, 2: 2})
    pair(one_desk, made, [([1, 2], [2, 0, 0]), ([3], [])])
    complete(one_desk, made)
    stranger = made.as_stranger
    shown = one_list(one_desk, stranger, made.slug, Wanted(1))
    told = [
        repr(lists_page(one_desk, stranger, made.slug, Query("swiss"))),
        repr(event_page(one_desk, stranger, made.slug)),
        json.dumps(list_json(shown)),
        list_file(shown, "cod", GAMES["mtg"]).content.decode(),
        list_file(shown, "txt", GAMES["mtg"]).name,
        *(
            export(one_desk, stranger, made.slug, Order(shape)).content.decode("utf-8", "replace")
            for shape in ("json", "csv", "cache")
        ),
    ]
    for text in told:
        assert "okonkwo" not in text.lower()
        assert "zofia" not in text.lower()
    assert shown.listed.text == ""
    assert shown.deck == "Black-red"
    assert one_list(one_desk, made.as_account("judge"), made.slug, Wanted(1)).deck == "Adas Okonkwo burn"


def test_a_search_finds_by_what_is_shown_and_by_nothing_else(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock, texts={1: TITLED, 2: OTHER, 4: "60 Island\n"})
    complete(both_desk, made)

    def found(words: str, who: Actor = made.as_stranger) -> list[int]:
        return sorted(row.number for row in rows(both_desk, who, made, words=words))

    assert found("okonkwo") == found("Ada Okon") == found("prowess") == [1]
    assert found("ISLAND") == [4]
    assert found("monastery swift") == [1, 2]
    assert found("no such thing") == []
    assert found("") == [1, 2, 4]
    set_event(both_desk, made, names_shown="number")
    assert found("okonkwo") == []
    assert found("player 4") == [4]
    assert found("okonkwo", made.as_account("judge")) == [1]


@pytest.mark.parametrize(
    ("state", "shown"), [("withdrawn", False), ("merged", False), ("dropped", True), ("disqualified", True)]
)
def test_who_never_took_part_is_in_no_publication_and_who_left_stays(
    both_desk: App, clock: Clock, state: str, shown: bool
) -> None:
    made = a_locked_event(both_desk, clock)
    complete(both_desk, made)
    set_entry_state(both_desk, made, 2, state)
    numbers = {row.number for row in rows(both_desk, made.as_stranger, made)}
    assert (2 in numbers) is shown
    assert {one["number"] for one in exported(both_desk, made.as_stranger, made)["lists"]} == numbers
    assert event_page(both_desk, made.as_stranger, made.slug).stages[0].lists == len(numbers)
    if shown:
        text = repr(one_list(both_desk, made.as_stranger, made.slug, Wanted(2)))
        assert state not in text
    else:
        with pytest.raises(Hidden):
            one_list(both_desk, made.as_stranger, made.slug, Wanted(2))
    assert lists_page(both_desk, made.as_stranger, made.slug, Query("swiss")).matched is not None


def test_who_was_forgotten_keeps_a_list_without_a_name(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    complete(both_desk, made)
    set_person(both_desk, made, 2, first="", last="", forgotten_at=clock.at)
    for who in (made.as_stranger, made.as_account("organizer")):
        shown = one_list(both_desk, who, made.slug, Wanted(2))
        assert (shown.listed.player, shown.listed.text) == ("Player 2", "")


def test_account_numbers_are_for_staff_alone(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    complete(one_desk, made)
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.external = "7001"

    def told(who: Actor) -> list[str | None]:
        return sorted({one["external_id"] or "" for one in exported(one_desk, who, made)["lists"]})

    assert told(made.as_stranger) == told(made.as_person(1)) == [""]
    assert told(made.as_account("organizer")) == ["", "7001"]


def test_lists_that_came_when_others_were_open_are_marked(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    clock.pass_(minutes=5)
    late(both_desk, made)
    clock.pass_(minutes=1)
    publish(both_desk, made, "swiss", "all")
    clock.pass_(minutes=5)
    corrected(both_desk, made, 2)
    marks = {row.number: (row.late, row.after_opening) for row in rows(both_desk, made.as_stranger, made)}
    assert marks == {1: (False, False), 2: (False, True), 3: (True, False), 4: (False, False)}
    assert one_list(both_desk, made.as_stranger, made.slug, Wanted(3)).late == 5
    publish(both_desk, made, "swiss", "closed")
    clock.pass_(minutes=5)
    corrected(both_desk, made, 4)
    complete(both_desk, made)
    assert [row.number for row in rows(both_desk, made.as_stranger, made) if row.after_opening] == [4, 2]
    assert one_list(both_desk, made.as_stranger, made.slug, Wanted(4)).after_opening


def test_team_mates_see_each_others_lists_one_by_one_and_what_they_share(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock, players=4, team_size=2, playoff=False)
    shared = {
        "rule": "unified",
        "severity": "error",
        "message": "Lightning Bolt is also in the deck of seat B; only one deck of a team may hold it.",
        "facts": {"others": 4},
        "source": "MTR 8.4",
    }
    with both_desk.store.write() as session:
        for report in session.query(StoredReport):
            report.body = {**report.body, "problems": [shared]}

    def told(who: Actor, number: int = 2) -> list[str]:
        return [problem.rule for problem in one_list(both_desk, who, made.slug, Wanted(number)).problems]

    for who in (made.as_person(0), made.as_person(1), made.as_team(0)):
        assert told(who) == ["unified"]
        assert rows(both_desk, who, made) == ()
    for who in (made.as_person(2), made.as_team(1), made.as_stranger):
        with pytest.raises(Hidden):
            told(who)
    assert told(made.as_account("judge")) == ["unified"]
    complete(both_desk, made)
    assert told(made.as_stranger) == told(made.as_person(2)) == []
    assert told(made.as_person(0)) == ["unified"]


def test_finish_is_an_order_where_standings_were_imported(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    complete(both_desk, made)
    page = lists_page(both_desk, made.as_stranger, made.slug, Query("swiss", sort="finish"))
    assert (page.sort, page.sorts) == ("name", ("name", "deck"))
    stand(both_desk, made, {4: 1, 1: 2}, round=2)
    stand(both_desk, made, {1: 1, 2: 2, 3: 3}, round=3)
    assert [(row.number, row.rank) for row in rows(both_desk, made.as_stranger, made)] == [(1, 1), (2, 2), (4, None)]
    assert [row.number for row in rows(both_desk, made.as_stranger, made, sort="name")] == [4, 2, 1]


def test_pages_and_what_stands_behind_an_entry(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    complete(one_desk, made)

    def numbers(**more: Any) -> tuple[list[int], bool]:
        page = lists_page(one_desk, made.as_stranger, made.slug, Query("swiss", **more))
        return [row.number for row in page.rows], page.more

    assert numbers(limit=2) == ([4, 2], True)
    assert numbers(limit=2, after=2) == ([1], False)
    assert numbers(after=1) == ([], False)
    assert numbers(after=99, limit=1) == ([4], True)
    assert numbers(page=7) == numbers(page=0) == ([4, 2, 1], False)


def test_standings_and_rounds_go_out_as_they_were_imported(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    stand(one_desk, made, {1: 1, 2: 2, 3: 3})
    pair(one_desk, made, [([1, 2], [2, 1, 0]), ([3], []), ([4, 3], [])])
    complete(one_desk, made)
    found = json.loads(export(one_desk, made.as_stranger, made.slug, Order("cache", base="https://x.example")).content)
    assert found["Standings"][0] == {
        "Rank": 1,
        "Player": "Ada Okonkwo",
        "Points": 11,
        "Wins": 3,
        "Losses": 1,
        "Draws": 0,
    }
    assert found["Rounds"] == [
        {
            "RoundName": "Round 3",
            "Matches": [
                {"Player1": "Ada Okonkwo", "Player2": "Per Dahl", "Result": "2-1-0"},
                {"Player1": "Zofia Dąbrowska", "Player2": "-", "Result": "2-0-0"},
            ],
        }
    ]
    assert [deck["Result"] for deck in found["Decks"]] == ["1st Place", "2nd Place", ""]
    assert found["Decks"][0]["AnchorUri"] == "https://x.example/e/northern-open/lists/1"


def test_shares_are_told_of_eight_open_lists_and_not_before(one_desk: App, clock: Clock) -> None:
    few = a_locked_event(one_desk, clock, players=8, texts=dict.fromkeys(range(1, 8), TITLED))
    complete(one_desk, few)
    assert lists_page(one_desk, few.as_stranger, few.slug, Query(played="deck")).shares is None


def test_shares_name_decks_and_come_after_the_event(one_desk: App, clock: Clock) -> None:
    texts = {**dict.fromkeys(range(1, 6), TITLED), **dict.fromkeys(range(6, 9), LEGAL)}
    made = a_locked_event(one_desk, clock, players=9, texts=texts)

    def told(who: Actor, played: str = "deck") -> list[tuple[str, int]] | None:
        shares = lists_page(one_desk, who, made.slug, Query("swiss", played=played)).shares
        return [(row.name, row.copies or row.count) for row in shares.rows] if shares else None

    assert {told(who) for who in (made.as_stranger, made.as_person(0), made.as_account("judge"))} == {None}
    publish(one_desk, made, "swiss", "stage")
    assert told(made.as_person(0)) is None
    complete(one_desk, made)
    assert told(made.as_stranger) == [("Izzet Prowess", 5), ("Black-red", 3)]
    assert told(made.as_stranger, "") is None
    assert (told(made.as_stranger, "cards") or [])[0] == ("Ancestral Anger", 32)
