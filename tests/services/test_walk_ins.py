"""Who joins under a name that is on the roster: asked, told nothing, marked for the desk; and how many a code takes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.accounts import links
from deckcheck.app.actors import STRANGER, SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, Refused, UnusableInput
from deckcheck.app.session import EventSession, reading
from deckcheck.app.states import StateRefused
from deckcheck.audit.integrity import check_event
from deckcheck.lists.own_list import own_list
from deckcheck.roster import duplicates
from deckcheck.roster.duplicates import likely_duplicates
from deckcheck.roster.entry_facts import entry_facts
from deckcheck.roster.filters import View
from deckcheck.roster.join import CodeFull, Join, Joined, LikeName, join, said_to_be, set_joins
from deckcheck.roster.merge import MergeEntries, PartEntries, merge_entries, merge_likely, undo_merge, unmerge_entry
from deckcheck.roster.name_match import compare_names
from deckcheck.roster.players import (
    AddEntry,
    EditEntry,
    Given,
    add_entry,
    check_in_many,
    confirm_joiner,
    edit_entry,
    tell_apart,
    undo_check_in,
)
from deckcheck.roster.roster_data import KeptRoster
from deckcheck.roster.staff_roster import roster_page
from deckcheck.store.models import Entry, Submission
from tests.desks import Clock, desk_on
from tests.doubling import MOST, growth_of_work
from tests.events import Made, audit_since, make_event
from tests.registrations import LEGAL, OTHER, send
from tests.statements import statements_of


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
    done = merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    assert (done.kept.number, done.gone.number) == (1, 4)
    assert says(both_desk, made)[1] is None
    with pytest.raises(Hidden):
        merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    unmerge_entry(PartEntries(made.as_account("head-judge"), made.slug, 4, "two people"), both_desk)
    assert says(both_desk, made)[4] == 1
    assert holds(both_desk, made)


def test_whoever_is_confirmed_is_somebody_else(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, same=True)
    confirm_joiner(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    assert says(both_desk, made)[4] is None
    with pytest.raises(Hidden):
        merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)


def test_nobody_else_merges_them(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, same=True)
    for who in (STRANGER, made.as_person(0), made.as_person(1), made.as_token("overlay")):
        with pytest.raises(Refused):
            merge_likely(who, made.slug, 4, 1, both_desk)
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


# Likely duplicates.


@dataclass
class Somebody:
    """What is asked of an entry to tell whether it is likely to be another."""

    number: int
    name: str
    mail: str = ""
    external: str = ""
    confirmed: bool = False
    is_on: bool = True
    apart: tuple[str, ...] = ()
    says_is: int | None = None

    @property
    def uid(self) -> str:
        return f"uid-{self.number}"


@pytest.mark.parametrize(
    ("there", "comes", "why"),
    [
        ("Okonkwo Ada", "Ada Okonkwo", "Same name"),
        ("ADA OKONKWO", "ada  okonkwo", "Same name"),
        ("Zofia Dąbrowska", "Zofia Dabrowska", "Same name"),
        ("Jörg Müller", "Joerg Mueller", "Same name"),
        ('Ada "Ace" Okonkwo', "Ada Okonkwo", "Same name"),
        ("Ada Okonkwo", "Ada Okonkow", "One letter apart"),
        ("Ada Okonkwo", "Ada Okonko", "One letter apart"),
        ("Ada Okonkwo", "Eva Okonkwo", ""),
        ("Okonkwo", "Okonkwo", ""),
        ("Ada Okonkwo", "Okonkwo", ""),
        ("Ada Okonkwo", "A Okonkwo", ""),
        ("Ada Okonkwo", "Ada", ""),
        ("Li Wei", "Lo Wei", ""),
    ],
)
def test_a_walk_in_is_likely_to_be_whoever_has_the_same_name_or_one_letter_apart(
    there: str, comes: str, why: str
) -> None:
    found = likely_duplicates([Somebody(1, there, confirmed=True), Somebody(2, comes)])
    assert found == ({"uid-2": (1, why)} if why else {})


def test_the_same_number_and_the_same_address_tell_more_than_a_name() -> None:
    there = [
        Somebody(1, "Per Dahl", confirmed=True),
        Somebody(2, "P. D.", external="4711", confirmed=True),
        Somebody(3, "Pelle", mail="Per@example.org", confirmed=True),
    ]
    assert likely_duplicates([*there, Somebody(4, "Per Dahl")]) == {"uid-4": (1, "Same name")}
    assert likely_duplicates([*there, Somebody(4, "Per Dahl", external="4711")])["uid-4"].number == 2
    last = Somebody(4, "Per Dahl", external="4711", mail="per@example.org")
    assert likely_duplicates([*there, last])["uid-4"] == (3, "Same e-mail")
    assert likely_duplicates([*there, Somebody(4, "Per Dahl", says_is=2)])["uid-4"].number == 2


def test_only_walk_ins_who_wait_are_asked_about_and_of_two_the_later() -> None:
    one, two = Somebody(1, "Awa Keita"), Somebody(2, "Keita Awa")
    assert likely_duplicates([one, two]) == {"uid-2": (1, "Same name")}
    assert likely_duplicates([replace(one, confirmed=True), replace(two, confirmed=True)]) == {}
    assert likely_duplicates([replace(one, is_on=False), two]) == {}
    assert likely_duplicates([one, replace(two, apart=("uid-1",))]) == {}
    assert likely_duplicates([replace(two, confirmed=True), one]) == {"uid-1": (2, "Same name")}


@pytest.mark.parametrize("alike", [False, True])
def test_likely_duplicates_of_a_large_roster_cost_no_more_than_its_size(alike: bool) -> None:
    def compared(players: int) -> int:
        name = "Ada Okonkwo" if alike else "Ada Okonkwo{0:a>4}"
        people = [Somebody(n, name.format(n), confirmed=n % 2 == 0) for n in range(1, players + 1)]
        with patch.object(duplicates, "compare_names", wraps=compare_names) as asked:
            likely_duplicates(people)
        return asked.call_count

    assert compared(1000) <= max(2.2 * compared(500), 1000)


WALK_INS: Final = {
    "short names": lambda n: f"Ada Okonkwo{n:x>4}",
    "names one letter apart": lambda n: f"Player {n:04}".translate(str.maketrans("0123456789", "abcdefghij")),
    "long names": lambda n: " ".join(
        f"{word}{n * seed % 9973:04}" for seed, word in enumerate(("Maxi", "Elena") * 4, 1)
    ),
}


@pytest.mark.parametrize("names", WALK_INS)
def test_twice_the_walk_ins_are_twice_the_work_at_most(names: str) -> None:
    def made(size: int) -> list[Somebody]:
        return [Somebody(n, WALK_INS[names](n)) for n in range(1, size + 1)]

    def work(people: list[Somebody]) -> None:
        duplicates._forms.cache_clear()
        duplicates._spelling.cache_clear()
        likely_duplicates(people)

    assert growth_of_work(made, work, 3000) <= MOST


def test_more_walk_ins_who_say_who_they_are_ask_the_database_no_more(one_desk: App) -> None:
    asked = []
    for size in (4, 8):
        made = make_event(one_desk, slug=f"hall-{size}", players=size, join_code=f"WOLF-{size:04}")
        for n in range(size):
            first, last = made.names[n].split(" ", 1)
            order = Join(STRANGER, made.slug, code=f"WOLF-{size:04}", last=last, first=first, same=True)
            join(order, one_desk)
        with reading(one_desk, made.as_account("judge"), made.slug) as work:
            stage = work.first_stage()
            with statements_of(one_desk.store) as found:
                kept = KeptRoster.of(work, stage)
        assert sum(row.likely is not None for row in kept.rows.values()) == size
        asked.append(len(found.selects))
    assert asked[0] == asked[1]


def waiting_rows(desk: App, made: Made, role: str = "judge") -> dict[int, int | None]:
    """Whom each walk-in is likely to be, as the roster has it."""
    page = roster_page(made.as_account(role), made.slug, View(show="unconfirmed"), desk, "/")
    return {row.number: row.likely.number if row.likely else None for row in page.rows}


def test_different_people_are_not_asked_about_again(both_desk: App) -> None:
    made = make_event(both_desk)
    come(both_desk, made, "Okonkow")
    come(both_desk, made, same=True)
    assert waiting_rows(both_desk, made) == {4: 1, 5: 1}
    for number in (4, 5):
        tell_apart(made.as_account("scorekeeper"), made.slug, number, 1, both_desk)
    assert waiting_rows(both_desk, made) == {4: None, 5: 4}
    tell_apart(made.as_account("scorekeeper"), made.slug, 5, 4, both_desk)
    tell_apart(made.as_account("scorekeeper"), made.slug, 5, 4, both_desk)
    assert waiting_rows(both_desk, made) == {4: None, 5: None}
    assert holds(both_desk, made)


def test_who_is_merged_brings_list_link_and_check_in_to_the_older_entry(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made, same=True)
    me = links.find(both_desk, joined.link)
    player = Actor(me.kind, me.subject, joined.name)
    send(made, both_desk, LEGAL, who=player, number=4)
    done = merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    assert (done.kept.number, done.kept.confirmed, done.kept.lists[0].verdict) == (1, True, "legal")
    shown = own_list(player, made.slug, both_desk)
    assert shown.entry == 1
    assert holds(both_desk, made)
    back = undo_merge(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    assert (back.kept.lists[0].submission, back.gone.lists[0].verdict) == (None, "legal")
    assert own_list(player, made.slug, both_desk).entry == 4
    merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    assert own_list(player, made.slug, both_desk).entry == 1
    assert holds(both_desk, made)


def test_the_link_of_a_walk_in_opens_no_list_that_was_there(both_desk: App) -> None:
    """A stranger joins as somebody who has submitted a list; the desk merges them, and undoes it."""
    made = make_event(both_desk)
    send(made, both_desk, LEGAL)
    joined = come(both_desk, made, same=True)
    merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    with pytest.raises(Refused):
        links.find(both_desk, joined.link)
    undo_merge(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    assert links.find(both_desk, joined.link).subject == entry(both_desk, made, 4).uid
    assert holds(both_desk, made)


def test_both_lists_stay_in_history_whichever_counts(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk, LEGAL)
    clock.pass_(minutes=5)
    joined = come(both_desk, made, same=True)
    me = links.find(both_desk, joined.link)
    send(made, both_desk, OTHER, who=Actor(me.kind, me.subject), number=4)
    order = MergeEntries(made.as_account("scorekeeper"), made.slug, 4, 1, list_of=4, confirmed=True)
    done = merge_entries(order, both_desk)
    assert (done.kept.number, done.kept.lists[0].sent) == (1, 2)
    assert holds(both_desk, made)
    back = undo_merge(made.as_account("scorekeeper"), made.slug, 4, both_desk)
    assert (back.kept.lists[0].sent, back.gone.lists[0].sent) == (3, 1)
    with both_desk.store.read() as session:
        texts = {s.text: s.list for s in session.query(Submission)}
    assert texts.keys() == {LEGAL, OTHER}
    assert holds(both_desk, made)


def test_a_merge_is_undone_by_who_made_it_and_only_for_ten_minutes(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    come(both_desk, made, same=True)
    merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    with pytest.raises(Hidden):
        undo_merge(made.as_account("organizer"), made.slug, 4, both_desk)
    clock.pass_(minutes=10)
    with pytest.raises(StateRefused, match="10 minutes"):
        undo_merge(made.as_account("scorekeeper"), made.slug, 4, both_desk)


# Checking in many.


def test_walk_ins_are_checked_in_together_and_that_is_undone(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    for last in ("Keita", "Traoré", "Diallo"):
        come(both_desk, made, last)
    sam = made.as_account("scorekeeper")
    clock.pass_(minutes=1)
    done = check_in_many(sam, made.slug, [4, 6, 1, 99], both_desk)
    assert done.numbers == (4, 6)
    assert waiting_rows(both_desk, made) == {5: None}
    with pytest.raises(Hidden):
        undo_check_in(made.as_account("organizer"), made.slug, done.at, both_desk)
    assert undo_check_in(sam, made.slug, done.at, both_desk) == (4, 6)
    assert waiting_rows(both_desk, made).keys() == {4, 5, 6}
    again = check_in_many(sam, made.slug, [4], both_desk)
    clock.pass_(minutes=10)
    with pytest.raises(StateRefused, match="10 minutes"):
        undo_check_in(sam, made.slug, again.at, both_desk)
    assert holds(both_desk, made)
