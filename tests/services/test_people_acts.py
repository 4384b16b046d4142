"""Players as the desk handles them: added, changed, confirmed, moved, merged, replaced; and their links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from deckcheck.accounts import links
from deckcheck.accounts.recognition import who_is
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.session import settle
from deckcheck.audit.integrity import check_event
from deckcheck.events.my_events import my_events
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.own_list import own_list
from deckcheck.roster.entry_facts import EntryFacts, entry_facts
from deckcheck.roster.entry_links import end_links, new_link, new_team_link
from deckcheck.roster.entry_states import MoveEntry, ReplacePlayer, move_entry, replace_player
from deckcheck.roster.join import Join, Joined, join
from deckcheck.roster.merge import MergeEntries, PartEntries, merge_entries, merge_view, unmerge_entry
from deckcheck.roster.players import AddEntry, EditEntry, EntryAdded, Given, add_entry, confirm_joiner, edit_entry
from deckcheck.store.models import AuditEntry, Entry, Event, Stage, StageMember
from deckcheck.store.queries import proof
from deckcheck.store.states import EntryState, StageState
from tests.desks import Clock
from tests.doors import come_in
from tests.events import DEADLINE, Made, audit_since, make_event
from tests.registrations import OTHER, send

ALL_STAFF = ("organizer", "head-judge", "judge", "scorekeeper")


def add(made: Made, desk: App, last: str, first: str = "", role: str = "scorekeeper", **more: Any) -> EntryAdded:
    confirmed = more.pop("confirmed", False)
    order = AddEntry(made.as_account(role), made.slug, Given(last=last, first=first, **more), confirmed)
    return add_entry(order, desk)


def refused(code: str, act: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return str(caught.value)


def move(made: Made, desk: App, number: int | None, to: str, role: str = "judge", **more: Any) -> list[int]:
    """The numbers of those who went, the one named first."""
    who = more.pop("who", None) or made.as_account(role)
    return [e.number for e in move_entry(MoveEntry(who, made.slug, number, EntryState(to), **more), desk)]


def begin(desk: App, made: Made, stage: str = "swiss") -> None:
    with desk.store.write() as session:
        row = session.get(Stage, made.stages[stage])
        assert row is not None
        row.state, row.begun_at = StageState.LOCKED, desk.now()


def state(desk: App, made: Made, place: int) -> str:
    with desk.store.read() as session:
        row = session.get(Entry, made.entries[place])
        assert row is not None
        return row.state


def acts(desk: App, made: Made) -> list[tuple[str, str, str]]:
    with desk.store.read() as session:
        return [(row.act, row.on, row.to) for row in audit_since(session, made.uid) if row.act != "rows.kept"]


def facts(desk: App, made: Made, number: int) -> EntryFacts:
    return entry_facts(made.as_account("judge"), made.slug, number, desk)


def entry_faults(desk: App, made: Made, *numbers: int) -> list[str]:
    """What the audit says of these entries that is not so."""
    with desk.store.read() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        told = check_event(session, event).faults
    return [fault for fault in told if any(fault.startswith(f"Entry {number} ") for number in numbers)]


# Adding and changing.


@pytest.mark.parametrize("role", ALL_STAFF)
def test_anyone_of_staff_adds_a_player_whose_link_opens(both_desk: App, role: str) -> None:
    made = make_event(both_desk)
    added = add(made, both_desk, "Ekström", "Nils", role, mail="nils@example.org", external="12")
    assert (added.entry.number, added.entry.listed, added.entry.state) == (4, "Ekström, Nils", "on")
    assert added.entry.confirmed
    who = who_is(both_desk, bearer=added.link)
    assert (who.kind, who.name) == ("entry", "Nils Ekström")
    send(made, both_desk, who=who, number=None)
    assert facts(both_desk, made, 4).lists[0].verdict == "legal"
    assert acts(both_desk, made)[0] == ("entry.added", "entry:4", "on")
    assert entry_faults(both_desk, made, 4) == []


def test_a_like_name_is_shown_first_and_added_if_meant(both_desk: App) -> None:
    made = make_event(both_desk)
    for last, first in (("Okonkwo", "Ada"), ("Ada", "Okonkwo"), ("Okonkwó", "Ada"), ("Okonkwoo", "Ada")):
        sentence = refused("like-name", partial(add, made, both_desk, last, first))
        assert sentence == "Ada Okonkwo, entry 1, is on the roster already. Add another?"
    assert add(made, both_desk, "Okonkwo", "Ada", confirmed=True).entry.number == 4
    assert add(made, both_desk, "Liu", "Wei").entry.number == 5
    assert add(made, both_desk, "Xu", "Wei").entry.number == 6


def test_names_and_mails_that_are_none_are_refused(both_desk: App) -> None:
    made = make_event(both_desk)
    refused("name-needed", lambda: add(made, both_desk, "  ", ""))
    refused("bad-input", lambda: add(made, both_desk, "x" * 61))
    refused("bad-input", lambda: add(made, both_desk, "Ek", mail="nils"))
    refused("bad-input", lambda: add(made, both_desk, "Ek", external="1" * 61))
    assert add(made, both_desk, "", "Madonna").entry.listed == "Madonna"
    assert add(made, both_desk, "E\u202ek", "N\u200bils").entry.listed == "Ek, Nils"


def test_players_and_other_events_staff_add_nobody(both_desk: App) -> None:
    made, other = (
        make_event(both_desk),
        make_event(both_desk, slug="southern-open", name="Southern Open", join_code=None),
    )
    given = Given(last="Ek")
    for who in (made.as_person(0), made.as_stranger, other.as_account("organizer"), other.as_token("desk")):
        assert "staff of Northern Open" in refused(
            "not-allowed", partial(add_entry, AddEntry(who, made.slug, given), both_desk)
        )
    assert add_entry(AddEntry(made.as_token("desk"), made.slug, given), both_desk).entry.number == 4


def test_nobody_is_added_to_an_event_that_is_over(both_desk: App) -> None:
    made = make_event(both_desk, state="completed")
    assert refused("not-now", lambda: add(made, both_desk, "Ek")) == "Northern Open is not running."
    who = made.as_account("judge")
    refused("not-now", lambda: edit_entry(EditEntry(who, made.slug, 1, Given(last="Ek")), both_desk))
    refused("not-now", lambda: confirm_joiner(who, made.slug, 1, both_desk))


def test_whoever_staff_adds_is_nobody_of_another_event(both_desk: App) -> None:
    """Name, address and number of somebody in another event of the same account give nothing of them away."""
    first = make_event(both_desk, slug="friday-1", name="Friday 1", join_code=None)
    second = make_event(both_desk, slug="friday-2", name="Friday 2", players=0, accounts=first.accounts, join_code=None)
    nils = add(first, both_desk, "Ekström", "Nils", mail="nils@example.org", external="77")
    again = add(second, both_desk, "Ekström", "Nils", mail="nils@example.org", external="77")
    for link, slug in ((nils.link, "friday-1"), (again.link, "friday-2")):
        mine = my_events(who_is(both_desk, bearer=link), both_desk).entries
        assert [entry.head.slug for entry in mine] == [slug]


def test_a_change_is_seen_and_says_what_but_not_to_what(both_desk: App) -> None:
    made = make_event(both_desk)
    before = facts(both_desk, made, 1)
    who = made.as_account("judge")
    order = EditEntry(who, made.slug, 1, Given(last="Okonkwo-Smith", mail="ada@example.org"), before.version)
    after = edit_entry(order, both_desk)
    assert (after.listed, after.mail, after.external) == ("Okonkwo-Smith, Ada", "ada@example.org", "")
    assert acts(both_desk, made)[-1] == ("entry.changed", "entry:1", "on name mail")
    with both_desk.store.read() as session:
        assert session.get_one(Entry, made.entries[0]).folded == "ada okonkwo smith"
    late = replace(order, who=made.as_account("scorekeeper"), given=Given(last="Okonkwo"))
    assert refused("changed", lambda: edit_entry(late, both_desk)).startswith("Rosa Kim changed this a moment ago.")
    assert edit_entry(replace(order, version=after.version), both_desk).version == after.version
    assert len(acts(both_desk, made)) == 1
    assert entry_faults(both_desk, made, 1) == []


def test_a_player_learns_their_own_contact_and_nobody_elses(both_desk: App) -> None:
    made = make_event(both_desk)
    who = made.as_account("judge")
    edit_entry(EditEntry(who, made.slug, 1, Given(mail="ada@example.org", pronouns="she/her")), both_desk)
    mine = entry_facts(made.as_person(0), made.slug, 1, both_desk)
    assert (mine.mail, mine.pronouns) == ("ada@example.org", "she/her")
    for number in (2, 99):
        refused("nothing-here", partial(entry_facts, made.as_person(0), made.slug, number, both_desk))


def test_teams_and_seats_are_given_found_and_refused(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    assert refused("seat-taken", lambda: add(made, both_desk, "Ek", team="Team 1", seat="a")) == (
        "Ada Okonkwo has seat A of Team 1."
    )
    found = [add(made, both_desk, last, team="Kites").entry for last in ("Ek", "Fujimoto", "Ruiz")]
    assert [(e.team, e.seat) for e in found] == [("Kites", "A"), ("Kites", "B"), ("Kites", "C")]
    refused("bad-input", lambda: add(made, both_desk, "Novak", team="Kites", seat="Z"))
    order = EditEntry(made.as_account("judge"), made.slug, 5, Given(team=""))
    assert (edit_entry(order, both_desk).team, edit_entry(order, both_desk).seat) == ("", "")
    order = EditEntry(made.as_account("judge"), made.slug, 5, Given(team="Kites"))
    assert edit_entry(order, both_desk).seat == "B"


def test_an_official_plays_where_officials_may(both_desk: App) -> None:
    made = make_event(both_desk, level="regular")
    order = EditEntry(made.as_account("organizer"), made.slug, 1, Given(account=made.accounts["judge"]))
    assert edit_entry(order, both_desk).account == made.accounts["judge"]
    assert edit_entry(replace(order, given=Given(account="")), both_desk).account is None
    edit_entry(order, both_desk)
    second = replace(order, number=2)
    assert refused("not-now", lambda: edit_entry(second, both_desk)) == "This account plays as entry 1 already."
    high = make_event(both_desk, slug="open", name="Open", level="competitive", join_code=None)
    order = EditEntry(high.as_account("organizer"), high.slug, 1, Given(account=high.accounts["judge"]))
    assert refused("not-allowed", lambda: edit_entry(order, both_desk)) == (
        "Staff of a Competitive event may not play in it (MTR 1.4)."
    )


def test_a_joiner_is_confirmed_once(both_desk: App) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        row = session.get(Entry, made.entries[1])
        assert row is not None
        row.confirmed = False
    who = made.as_account("scorekeeper")
    assert confirm_joiner(who, made.slug, 2, both_desk).confirmed
    confirm_joiner(who, made.slug, 2, both_desk)
    assert acts(both_desk, made) == [("entry.confirmed", "entry:2", "on")]
    refused("nothing-here", lambda: confirm_joiner(made.as_person(1), made.slug, 2, both_desk))


# Withdrawing, dropping, disqualifying, coming back.


def test_who_leaves_before_play_withdraws_and_in_play_drops(both_desk: App) -> None:
    made = make_event(both_desk)
    assert refused("not-now", lambda: move(made, both_desk, 1, "dropped")) == (
        "Round 1 has not begun. Withdraw instead."
    )
    assert move(made, both_desk, 1, "withdrawn", "scorekeeper") == [1]
    assert move(made, both_desk, None, "withdrawn", who=made.as_person(1)) == [2]
    begin(both_desk, made)
    assert refused("not-now", lambda: move(made, both_desk, 3, "withdrawn")) == "Round 1 has begun. Drop instead."
    assert move(made, both_desk, None, "dropped", who=made.as_person(2)) == [3]
    assert [state(both_desk, made, place) for place in range(3)] == ["withdrawn", "withdrawn", "dropped"]
    assert entry_faults(both_desk, made, 1, 2, 3) == []


def test_a_player_withdraws_until_the_deadline_and_only_themselves(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    refused("nothing-here", lambda: move(made, both_desk, 2, "withdrawn", who=made.as_person(0)))
    clock.set(DEADLINE)
    assert refused("deadline-passed", lambda: move(made, both_desk, None, "withdrawn", who=made.as_person(0))) == (
        "Lists closed at 10:00. The desk can withdraw you."
    )
    refused("nothing-here", lambda: move(made, both_desk, None, "disqualified", who=made.as_person(0), reason="x"))


def test_a_team_drops_and_comes_back_whole(both_desk: App) -> None:
    made = make_event(both_desk, players=6, team_size=3)
    begin(both_desk, made)
    assert move(made, both_desk, 2, "dropped") == [2, 1, 3]
    assert [state(both_desk, made, place) for place in range(6)] == ["dropped"] * 3 + ["on"] * 3
    assert move(made, both_desk, 1, "on", "head-judge", reason="the wrong team") == [1, 2, 3]
    assert {on for act, on, _ in acts(both_desk, made) if act == "entry.returned"} == {"entry:1", "entry:2", "entry:3"}


def test_only_the_head_judge_disqualifies_and_says_why(both_desk: App) -> None:
    made = make_event(both_desk)
    for role in ("judge", "organizer", "scorekeeper"):
        refused("not-allowed", partial(move, made, both_desk, 1, "disqualified", role, reason="x"))
    refused("reason-needed", lambda: move(made, both_desk, 1, "disqualified", "head-judge"))
    assert move(made, both_desk, 1, "disqualified", "head-judge", reason="a bribe") == [1]
    refused("not-allowed", lambda: move(made, both_desk, 1, "on", "judge", reason="x"))
    assert move(made, both_desk, 1, "on", "head-judge", reason="a mistake") == [1]


def test_who_withdrew_is_put_back_by_anyone_of_staff_with_a_reason(both_desk: App) -> None:
    made = make_event(both_desk)
    move(made, both_desk, 1, "withdrawn")
    refused("reason-needed", lambda: move(made, both_desk, 1, "on", "scorekeeper"))
    assert move(made, both_desk, 1, "on", "scorekeeper", reason="is here after all") == [1]


def test_no_one_comes_back_after_the_cut(both_desk: App) -> None:
    made = make_event(both_desk, playoff=True, players=4)
    begin(both_desk, made)
    move(made, both_desk, 4, "dropped")
    move(made, both_desk, 1, "dropped")
    begin(both_desk, made, "playoff")
    assert refused("not-now", lambda: move(made, both_desk, 4, "on", "head-judge", reason="x")) == (
        "No one comes back after the cut."
    )
    assert move(made, both_desk, 1, "on", "head-judge", reason="was in the playoff") == [1]


def test_a_stale_version_moves_nobody(both_desk: App) -> None:
    made = make_event(both_desk)
    version = facts(both_desk, made, 1).version
    move(made, both_desk, 1, "withdrawn", version=version)
    refused("changed", lambda: move(made, both_desk, 1, "on", reason="x", version=version))


def test_who_dropped_can_send_nothing_any_more(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    move(made, both_desk, 1, "withdrawn")
    assert refused("not-now", lambda: send(made, both_desk, OTHER)) == "Ada Okonkwo has withdrawn."


# Merging.


def merge(made: Made, desk: App, number: int, into: int, **more: Any) -> tuple[int, int]:
    """The numbers of the entry that is kept and of the one that went."""
    order = MergeEntries(made.as_account("scorekeeper"), made.slug, number, into, confirmed=True)
    done = merge_entries(replace(order, **more), desk)
    return done.kept.number, done.gone.number


def test_the_same_person_is_asked_first(both_desk: App) -> None:
    made = make_event(both_desk)
    assert refused("confirm", lambda: merge(made, both_desk, 1, 2, confirmed=False)) == (
        "Is Per Dahl, entry 2, the same person as Ada Okonkwo, entry 1?"
    )
    refused("not-allowed", lambda: merge(made, both_desk, 1, 2, who=made.as_account("judge")))
    refused("bad-input", lambda: merge(made, both_desk, 1, 1))
    refused("nothing-here", lambda: merge(made, both_desk, 1, 99))
    refused("nothing-here", lambda: merge(made, both_desk, 1, 2, who=made.as_person(0)))


def test_the_entry_with_the_accepted_list_is_kept_else_the_older_one(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, players=6)
    send(made, both_desk)
    clock.pass_(minutes=1)
    sent = send(made, both_desk, OTHER, who=made.as_person(1), number=2)
    view = merge_view(made.as_account("organizer"), made.slug, 1, 2, both_desk)
    assert (view.kept.number, view.gone.number) == (1, 2)
    change_lock(LockList(made.as_account("judge"), made.slug, 2, LockAct.ACCEPT, seen=sent.uid), both_desk)
    assert merge(made, both_desk, 1, 2) == (2, 1)
    assert merge(made, both_desk, 3, 2) == (2, 3)
    assert merge(made, both_desk, 5, 4) == (4, 5)
    assert merge(made, both_desk, 4, 6, keep=6) == (6, 4)
    assert refused("not-now", lambda: merge(made, both_desk, 1, 2)).startswith("Ada Okonkwo, entry 1, is part of")


def test_two_accepted_lists_are_not_merged(both_desk: App) -> None:
    made = make_event(both_desk)
    for number in (1, 2):
        sent = send(made, both_desk, who=made.as_person(number - 1), number=number)
        change_lock(LockList(made.as_account("judge"), made.slug, number, LockAct.ACCEPT, seen=sent.uid), both_desk)
    assert refused("both-accepted", lambda: merge(made, both_desk, 1, 2)) == (
        "Both lists are accepted. Reopen one first."
    )


def test_links_of_both_open_what_was_kept_and_an_undone_merge_leaves_all_as_before(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    send(made, both_desk, OTHER, who=made.as_person(1), number=2)
    merge(made, both_desk, 1, 2, keep=2)
    for place in (0, 1):
        assert own_list(made.as_person(place), made.slug, both_desk).entry == 2
    assert acts(both_desk, made)[-1] == ("entry.merged", "entry:1", "merged entry:2")
    part = PartEntries(made.as_account("head-judge"), made.slug, 1, "two people of one name")
    refused("not-allowed", lambda: unmerge_entry(replace(part, who=made.as_account("organizer")), both_desk))
    refused("reason-needed", lambda: unmerge_entry(replace(part, reason=" "), both_desk))
    done = unmerge_entry(part, both_desk)
    assert (done.gone.number, done.gone.state, done.gone.merged_into) == (1, "on", None)
    for place in (0, 1):
        mine = own_list(made.as_person(place), made.slug, both_desk)
        assert (mine.entry, mine.version is not None) == (place + 1, True)
    assert entry_faults(both_desk, made, 1) == []


def joined(desk: App, made: Made) -> Joined:
    """Somebody who came with the code under a name that is on the roster."""
    return join(Join(STRANGER, made.slug, "KITE-4719", "Okonkwo", "Ada", same=True), desk)


@pytest.mark.parametrize("keep", [1, 4])
def test_whoever_came_with_the_code_gets_no_list_by_a_merge(both_desk: App, keep: int) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    walk_in = joined(both_desk, made)
    cookie = come_in(both_desk, walk_in.link)
    assert merge_view(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk, keep).unproven == (4,)
    merge(made, both_desk, 4, 1, keep=keep)
    refused("nothing-here", lambda: links.find(both_desk, walk_in.link))
    assert who_is(both_desk, cookie=cookie) == STRANGER
    assert own_list(who_is(both_desk, bearer=made.links[0]), made.slug, both_desk).entry == keep
    assert ("link.revoked", "entry:4", "") in acts(both_desk, made)
    again = new_link(made.as_account("judge"), made.slug, keep, both_desk)
    refused("replaced", lambda: links.find(both_desk, made.links[0]))
    assert own_list(who_is(both_desk, bearer=again.secret), made.slug, both_desk).entry == keep


def test_whoever_was_seen_at_the_desk_keeps_the_link_in_a_merge(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    seen, confirmed = joined(both_desk, made), joined(both_desk, made)
    merge(made, both_desk, 4, 1, keep=1, same_player=True)
    confirm_joiner(made.as_account("scorekeeper"), made.slug, 5, both_desk)
    assert merge_view(made.as_account("scorekeeper"), made.slug, 5, 1, both_desk, 1).unproven == ()
    merge(made, both_desk, 5, 1, keep=1)
    for link in (seen.link, confirmed.link, made.links[0]):
        assert own_list(who_is(both_desk, bearer=link), made.slug, both_desk).entry == 1


def test_a_merged_player_stays_in_the_playoff(both_desk: App) -> None:
    made = make_event(both_desk, playoff=True)
    merge(made, both_desk, 1, 3, keep=3)
    with both_desk.store.read() as session:
        members = session.query(StageMember.entry).filter_by(stage=made.stages["playoff"])
        assert made.entries[2] in {entry for (entry,) in members}


# Replacing a player of a team.


def test_another_player_takes_the_seat_and_nothing_is_handed_on(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    send(made, both_desk, who=made.as_person(1), number=2)
    order = ReplacePlayer(made.as_account("scorekeeper"), made.slug, 2, Given(last="Ruiz", first="Eva"))
    refused("not-allowed", lambda: replace_player(replace(order, who=made.as_account("judge")), both_desk))
    done = replace_player(order, both_desk)
    assert (done.old.state, done.new.entry.team, done.new.entry.seat) == ("withdrawn", "Team 1", "B")
    assert done.new.entry.lists[0].sent == 0
    refused("nothing-here", lambda: links.find(both_desk, made.links[1]))
    assert who_is(both_desk, bearer=done.new.link).name == "Eva Ruiz"
    assert [act[:2] for act in acts(both_desk, made)[-3:]] == [
        ("entry.replaced", "entry:2"),
        ("entry.replaced", "entry:4"),
        ("link.issued", "entry:4"),
    ]
    assert entry_faults(both_desk, made, 2, 4) == []


def test_teams_keep_their_players_once_round_1_has_begun(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    begin(both_desk, made)
    order = ReplacePlayer(made.as_account("organizer"), made.slug, 2, Given(last="Ruiz"))
    assert refused("not-now", lambda: replace_player(order, both_desk)) == (
        "Teams keep their players once round 1 has begun (MTR 8.2)."
    )
    alone = make_event(both_desk, slug="single", name="Single", join_code=None)
    order = ReplacePlayer(alone.as_account("organizer"), alone.slug, 2, Given(last="Ruiz"))
    assert refused("not-now", lambda: replace_player(order, both_desk)) == "Per Dahl is in no team."


# Links.


def test_a_new_link_ends_all_before(both_desk: App) -> None:
    made = make_event(both_desk)
    further = new_link(made.as_person(0), made.slug, 1, both_desk)
    assert links.find(both_desk, made.links[0]).subject == links.find(both_desk, further.secret).subject
    new = new_link(made.as_account("scorekeeper"), made.slug, 1, both_desk)
    assert new.whose == "Ada Okonkwo"
    for old in (made.links[0], further.secret):
        refused("replaced", partial(links.find, both_desk, old))
    end_links(made.as_account("judge"), made.slug, 1, both_desk)
    refused("nothing-here", lambda: links.find(both_desk, new.secret))
    refused("nothing-here", lambda: new_link(made.as_person(1), made.slug, 1, both_desk))


def test_a_team_has_a_link_of_its_own(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    new = new_team_link(made.as_account("judge"), made.slug, 2, both_desk)
    assert (new.whose, who_is(both_desk, bearer=new.secret).kind) == ("Team 1", "team")
    alone = make_event(both_desk, slug="single", name="Single", join_code=None)
    refused("bad-input", lambda: new_team_link(alone.as_account("judge"), alone.slug, 2, both_desk))


def test_the_reason_of_an_act_is_in_the_audit_and_nowhere_else(both_desk: App) -> None:
    made = make_event(both_desk)
    move(made, both_desk, 1, "disqualified", "head-judge", reason="bribed Per Dahl")
    with both_desk.store.read() as session:
        [row] = session.query(AuditEntry).filter_by(event=made.uid, act="entry.disqualified").all()
        assert proof.reason_of(session, made.uid, row.hash) == "bribed Per Dahl"
        assert "bribed" not in f"{row.on} {row.from_} {row.to}"


def test_a_close_between_two_acts_is_done_before_the_second(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE + timedelta(seconds=30))
    move(made, both_desk, 1, "withdrawn")
    assert [act for act, _, _ in acts(both_desk, made)] == ["stage.closed", "entry.withdrawn"]
    settle(both_desk, made.slug)


def test_who_asks_is_told_nothing_of_entries_that_are_not_theirs(both_desk: App) -> None:
    made = make_event(both_desk)
    who = made.as_person(0)
    for number in (2, 77):
        refused("nothing-here", partial(edit_entry, EditEntry(who, made.slug, number, Given(last="X")), both_desk))
