"""The feed for a stream, and the index of events."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed
from deckcheck.publication.event_index import EventsFilter, events_listed
from deckcheck.publication.exports.overlay import overlay_row
from deckcheck.publication.overlays import OverlayOrder, overlay, overlay_list
from deckcheck.store.models import Entry
from tests.desks import Clock
from tests.events import Made, make_event
from tests.published_events import (
    TITLED,
    a_locked_event,
    another_event,
    audit_of,
    pair,
    publish,
    readers,
    set_event,
    set_person,
    stand,
)
from tests.registrations import OTHER


def an_event(desk: App, clock: Clock) -> Made:
    made = a_locked_event(desk, clock, texts={1: TITLED, 2: OTHER})
    stand(desk, made, {2: 1, 1: 2, 3: 3, 4: 4}, round=2)
    pair(desk, made, [([1, 2], []), ([3, 4], [])], round=3)
    return made


def feed(desk: App, made: Made, who: Actor | None = None, **more: Any) -> list[dict[str, str]]:
    order = OverlayOrder(base="https://x.example", **more)
    return [dict(overlay_row(table)) for table in overlay(desk, who or made.as_token("overlay"), made.slug, order)]


def test_a_stream_shows_tables_with_names_and_no_deck_of_a_closed_list(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, clock)
    first, second = feed(both_desk, made)
    assert (first["event"], first["format"], first["round"], first["table"]) == (
        *("Northern Open", "Modern"),
        *("Round 3", "1"),
    )
    assert (first["p1_name"], first["p1_record"], first["p1_rank"]) == ("Ada Okonkwo", "2-2-0", "2")
    assert second["p2_name"] == "Chidi Abara"
    assert {row[key] for row in (first, second) for key in row if key.endswith(("_deck", "_list_url"))} == {""}
    for secret in ("Prowess", "Black-red"):
        assert secret not in repr((first, second))


def test_a_deck_comes_with_publication_to_all_and_for_nobody_before(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, clock)
    both_ways = (made.as_token("overlay"), made.as_account("organizer"))
    publish(both_desk, made, "swiss", "stage")
    for who in both_ways:
        assert feed(both_desk, made, who)[0]["p1_deck"] == ""
        with pytest.raises(Hidden):
            overlay_list(both_desk, who, made.slug, 1)
    publish(both_desk, made, "swiss", "all")
    for who in both_ways:
        first = feed(both_desk, made, who)[0]
        assert (first["p1_deck"], first["p2_deck"]) == ("Izzet Prowess", "Black-red")
        assert first["p1_list_url"] == "https://x.example/e/northern-open/lists/1"
        assert overlay_list(both_desk, who, made.slug, 1).title == "Izzet Prowess"
        with pytest.raises(Hidden):
            overlay_list(both_desk, who, made.slug, 3)
    publish(both_desk, made, "swiss", "closed")
    assert feed(both_desk, made)[0]["p1_deck"] == ""
    assert audit_of(both_desk, made, "list.read", "lists.read") == []


def test_an_organizer_who_plays_does_not_stream_their_own_list(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk, clock)
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.account = made.accounts["organizer"]
    assert feed(one_desk, made, made.as_account("organizer"))[0]["p1_deck"] == ""


def test_what_players_agreed_to_is_kept(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk, clock)
    set_person(one_desk, made, 1, pronouns="she/her", stream_ok="yes")
    set_person(one_desk, made, 2, pronouns="he/him")
    set_person(one_desk, made, 3, pronouns="they/them", stream_ok="no")
    (first,) = feed(one_desk, made)
    assert (first["p1_pronouns"], first["p1_stream_ok"]) == ("she/her", "yes")
    assert (first["p2_pronouns"], first["p2_stream_ok"]) == ("", "")
    (second,) = feed(one_desk, made, tables=("2",))
    assert (second["p1_name"], second["p1_pronouns"], second["p1_stream_ok"]) == ("Player 3", "", "no")
    set_event(one_desk, made, names_shown="initials")
    assert feed(one_desk, made)[0]["p1_name"] == "A. O."


def test_the_feed_is_for_its_token_and_the_organizer(one_desk: App, clock: Clock) -> None:
    made, other = an_event(one_desk, clock), another_event(one_desk)
    for reader, who in readers(one_desk, made, other).items():
        if reader in {"organizer", "organizer token", "overlay token"}:
            assert len(feed(one_desk, made, who)) == 2
            continue
        with pytest.raises(NotAllowed):
            feed(one_desk, made, who)


def test_rounds_are_the_last_or_the_named_one(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk, clock)
    pair(one_desk, made, [([4, 1], [])], round=4)
    assert [row["round"] for row in feed(one_desk, made)] == ["Round 4"]
    assert len(feed(one_desk, made, round=3)) == 2
    assert feed(one_desk, made, round=9) == []
    pair(one_desk, made, [([2], [])], round=5)
    assert feed(one_desk, made)[0]["p2_name"] == ""


def listed(desk: App, who: Actor, **more: Any) -> tuple[list[str], list[str]]:
    found = events_listed(desk, who, EventsFilter(**more))
    return [row.slug for row in found.coming], [row.slug for row in found.past]


def test_the_index_tells_what_is_on_and_over_and_to_staff_what_is_planned(both_desk: App, clock: Clock) -> None:
    today = make_event(both_desk)
    make_event(both_desk, slug="next-week", name="Next Week", day=date(2026, 6, 20), join_code=None)
    make_event(both_desk, slug="last-year", name="Last Year", day=date(2025, 6, 20), state="completed", join_code=None)
    make_event(both_desk, slug="last-week", name="Last Week", day=date(2026, 6, 6), state="completed", join_code=None)
    hidden = make_event(both_desk, slug="secret", name="Secret", state="planned", join_code=None)
    off = make_event(both_desk, slug="called-off", name="Called Off", state="cancelled", join_code=None)
    make_event(both_desk, slug="gone", name="Gone", state="gone", join_code=None)
    everybody = (["northern-open", "next-week"], ["last-week", "last-year"])
    for who in (today.as_stranger, today.as_person(0), today.as_account("judge"), hidden.as_token("overlay")):
        assert listed(both_desk, who) == everybody
    assert listed(both_desk, hidden.as_account("scorekeeper"))[0] == ["northern-open", "secret", "next-week"]
    assert listed(both_desk, hidden.as_token("judge"))[0] == ["northern-open", "secret", "next-week"]
    assert "called-off" in listed(both_desk, off.as_account("judge"))[0]
    clock.pass_(days=10)
    assert listed(both_desk, today.as_stranger) == ([], ["next-week", "northern-open", "last-week", "last-year"])


def test_the_index_is_searched_by_name_place_and_game(one_desk: App) -> None:
    made = make_event(one_desk)
    make_event(one_desk, slug="fire", name="100% Fire_Open", game="ga", format="ga-standard", join_code=None)
    stranger = made.as_stranger
    assert listed(one_desk, stranger, words="northern leeds")[0] == ["northern-open"]
    assert listed(one_desk, stranger, words="NORTH")[0] == ["northern-open"]
    assert listed(one_desk, stranger, words="100%")[0] == ["fire"]
    assert listed(one_desk, stranger, words="e_o")[0] == ["fire"]
    assert listed(one_desk, stranger, words="' or 1=1")[0] == []
    assert listed(one_desk, stranger, game="ga")[0] == ["fire"]
    assert len(listed(one_desk, stranger, game="chess")[0]) == 2


def test_the_day_of_an_event_is_its_own(one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk)
    set_event(one_desk, made, zone="Pacific/Pago_Pago")
    clock.pass_(hours=20)
    assert listed(one_desk, made.as_stranger) == (["northern-open"], [])
    set_event(one_desk, made, zone="Pacific/Kiritimati")
    assert listed(one_desk, made.as_stranger) == ([], ["northern-open"])
