"""Who joins under a name that is on the roster: asked, told nothing, marked for the desk; and how many a code takes."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.accounts import links
from deckcheck.app.actors import STRANGER, SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, Refused, UnusableInput
from deckcheck.app.session import EventSession, reading
from deckcheck.audit.integrity import check_event
from deckcheck.roster.entry_facts import entry_facts
from deckcheck.roster.filters import View
from deckcheck.roster.join import CodeFull, Join, Joined, LikeName, join, said_to_be, set_joins
from deckcheck.roster.merge import PartEntries, merge_meant, unmerge_entry
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, confirm_joiner, edit_entry
from deckcheck.roster.staff_roster import roster_page
from deckcheck.store.models import Entry
from tests.desks import Clock, desk_on
from tests.events import Made, audit_since, make_event
from tests.registrations import LEGAL, send


def come(desk: App, made: Made, last: str = "Okonkwo", first: str = "Ada", **more: Any) -> Joined:
    known: dict[str, Any] = {"who": STRANGER, "slug": made.slug, "code": "KITE-4719", "last": last, "first": first}
    return join(Join(**(known | more)), desk)


def entry(desk: App, made: Made, number: int) -> Entry:
    with desk.store.read() as session:
        return session.query(Entry).filter_by(event=made.uid, number=number).one()


def holds(desk: App, made: Made) -> bool:
    with reading(desk, SYSTEM, made.slug) as work:
        return check_event(work.session, work.event).holds


def says(desk: App, made: Made, role: str = "judge") -> dict[int, int | None]:
    """Whom each player says they are, as the roster of the staff has it."""
    page = roster_page(made.as_account(role), made.slug, View(), desk, "/")
    return {row.number: row.says_is for row in page.rows}


@pytest.mark.parametrize(
    ("last", "first"), [("Okonkwo", "Ada"), ("OKONKWO", " ada "), ("Ada", "Okonkwo"), ("Dabrowska", "Zofia")]
)
def test_a_name_of_the_roster_is_asked_about_as_it_was_typed(both_desk: App, last: str, first: str) -> None:
    made = make_event(both_desk)
    with pytest.raises(LikeName) as asked:
        come(both_desk, made, last, first)
    assert str(asked.value) == f"{first.strip()} {last} is already on the roster. Is this you?"
    with both_desk.store.read() as session:
        assert audit_since(session, made.uid) == []


def test_a_name_that_is_nowhere_is_not_asked_about(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made, "Okonkwo", "Adam")
    assert (joined.number, entry(both_desk, made, joined.number).says_is) == (4, None)


def test_yes_makes_an_entry_of_ones_own_that_is_marked_for_the_desk(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk, LEGAL)
    joined = come(both_desk, made, same=True)
    new = entry(both_desk, made, joined.number)
    assert (joined.number, new.confirmed, new.says_is, new.mail) == (4, False, made.entries[0], "")
    assert new.person != made.persons[0]
    assert says(both_desk, made) == {1: None, 2: None, 3: None, 4: 1}
    who = links.find(both_desk, joined.link)
    assert who.subject not in {made.persons[0], made.entries[0]}
    assert holds(both_desk, made)


def test_no_makes_a_plain_entry(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made, same=False)
    assert (joined.number, entry(both_desk, made, 4).says_is) == (4, None)
    assert says(both_desk, made)[4] is None


def test_a_walk_in_is_asked_about_as_well_as_the_roster(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, "Keita", "Awa")
    with pytest.raises(LikeName):
        come(both_desk, made, "Keita", "Awa")
    come(both_desk, made, "Keita", "Awa", same=True)
    assert says(both_desk, made)[5] == 4


def test_the_player_does_not_learn_who_is_meant(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made, same=True)
    found = links.find(both_desk, joined.link)
    player = type(STRANGER)(found.kind, found.subject, joined.name)
    assert entry_facts(player, made.slug, 4, both_desk).says_is is None
    assert entry_facts(made.as_account("judge"), made.slug, 4, both_desk).says_is == 1


def test_the_desk_merges_with_one_tap_and_parts_them_again(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk, LEGAL)
    come(both_desk, made, same=True)
    done = merge_meant(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    assert (done.kept.number, done.gone.number) == (1, 4)
    assert says(both_desk, made)[1] is None
    with pytest.raises(Hidden):
        merge_meant(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    unmerge_entry(PartEntries(made.as_account("head-judge"), made.slug, 4, "two people"), both_desk)
    assert says(both_desk, made)[4] == 1
    assert holds(both_desk, made)


def test_whoever_is_confirmed_is_somebody_else(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, same=True)
    confirm_joiner(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    assert says(both_desk, made)[4] is None
    with pytest.raises(Hidden):
        merge_meant(made.as_account("scorekeeper"), made.slug, 4, both_desk)


def test_nobody_else_merges_them(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, same=True)
    for who in (STRANGER, made.as_person(0), made.as_person(1), made.as_token("overlay")):
        with pytest.raises(Refused):
            merge_meant(who, made.slug, 4, both_desk)
    assert entry(both_desk, made, 4).state == "on"


def test_a_renamed_entry_is_still_the_one_that_was_meant(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, same=True)
    edit_entry(EditEntry(made.as_account("judge"), made.slug, 1, Given(last="Okonkwo-Lund")), both_desk)
    assert says(both_desk, made)[4] == 1


def test_a_code_takes_no_more_in_an_hour_than_is_set(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    set_joins(made.as_account("organizer"), made.slug, 3, both_desk)
    for number in range(3):
        come(both_desk, made, f"Keita {number}")
    with pytest.raises(CodeFull, match="Go to the desk"):
        come(both_desk, made, "Keita 3")
    with pytest.raises(CodeFull):
        come(both_desk, made)  # Whether the name is on the roster is not told then.
    confirm_joiner(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    come(both_desk, made, "Keita 3")
    with pytest.raises(CodeFull):
        come(both_desk, made, "Keita 4")
    clock.pass_(minutes=59, seconds=59)
    with pytest.raises(CodeFull):
        come(both_desk, made, "Keita 4")


def test_an_hour_later_it_takes_others(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, deadline=clock.at + timedelta(hours=5))
    set_joins(made.as_account("organizer"), made.slug, 1, both_desk)
    come(both_desk, made, "Keita")
    clock.pass_(hours=1)
    come(both_desk, made, "Traoré")


def test_without_a_setting_a_hundred_come_and_a_roster_of_more_lets_as_many(one_desk: App) -> None:
    made = make_event(one_desk)
    for number in range(100):
        come(one_desk, made, f"Keita {number}")
    with pytest.raises(CodeFull):
        come(one_desk, made, "Traoré")
    large = make_event(one_desk, slug="southern-open", players=102, join_code="WOLF-0001")
    for number in range(102):
        come(one_desk, large, f"Keita {number}", code="WOLF-0001")
    with pytest.raises(CodeFull):
        come(one_desk, large, "Traoré", code="WOLF-0001")


def test_the_desk_adds_players_though_the_code_takes_nobody(both_desk: App) -> None:
    made = make_event(both_desk)
    set_joins(made.as_account("organizer"), made.slug, 1, both_desk)
    come(both_desk, made, "Keita")
    assert add_entry(AddEntry(made.as_account("judge"), made.slug, Given(last="Traoré")), both_desk).entry.number == 5


def test_how_many_come_is_set_by_the_organizer_and_noted(both_desk: App) -> None:
    made = make_event(both_desk)
    for role in ("judge", "scorekeeper", "head-judge"):
        with pytest.raises(Refused):
            set_joins(made.as_account(role), made.slug, 5, both_desk)
    for number in (-1, 10_001):
        with pytest.raises(UnusableInput):
            set_joins(made.as_account("organizer"), made.slug, number, both_desk)
    set_joins(made.as_account("organizer"), made.slug, 250, both_desk)
    set_joins(made.as_account("organizer"), made.slug, 250, both_desk)
    with both_desk.store.read() as session:
        noted = [(row.act, row.from_, row.to) for row in audit_since(session, made.uid)]
    assert noted == [("event.joins", "joins_an_hour=0", "joins_an_hour=250")]
    assert holds(both_desk, made)


def told_or_found(work: EventSession, last: str, first: str, same: bool | None) -> str | None:
    """The question that is asked, or the key of the entry that is meant."""
    try:
        return said_to_be(work, last, first, same)
    except LikeName as asked:
        return str(asked)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory, migrated_file: Any) -> tuple[App, Made]:
    home = tmp_path_factory.mktemp("walk-ins")
    shutil.copyfile(migrated_file, home / "deckcheck.db")
    desk = desk_on(f"sqlite:///{home / 'deckcheck.db'}", Clock(), home)
    return desk, make_event(desk, players=8)


@given(name=st.text(max_size=30), first=st.text(max_size=30), same=st.sampled_from([None, True, False]))
def test_the_question_holds_what_was_typed_and_nothing_of_the_roster(
    full: tuple[App, Made], name: str, first: str, same: bool | None
) -> None:
    desk, made = full
    with reading(desk, SYSTEM, made.slug) as work:
        found = told_or_found(work, name, first, same)
        question = f"{f'{first} {name}'.strip()} is already on the roster. Is this you?"
        assert found is None or (same is None and found == question) or (same is True and found in made.entries)
