"""Events of one player: tied by the player's own act, opened by what was proven alone, out of reach of other staff."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from deckcheck.accounts import links
from deckcheck.accounts.recognition import BOTH, GO_ON, AlreadyIn, Asked, follow_link, who_is
from deckcheck.accounts.sign_ins import Browser, SignedIn
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, Refused, Replaced
from deckcheck.audit.audit_views import audit_after, history_of
from deckcheck.audit.integrity import check_event
from deckcheck.audit.person_files import export_person
from deckcheck.events.my_events import my_events
from deckcheck.lists.own_list import own_list
from deckcheck.roster.entry_links import end_links, mail_links, mail_other_links, new_link, new_team_link, own_link
from deckcheck.roster.join import Join, join
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, edit_entry
from deckcheck.store.models import AuditEntry, Entry, Event, Link, SignIn
from tests.desks import Clock
from tests.doors import come_in
from tests.events import Made, make_event
from tests.organizing import give_mail, letter_links, with_mail
from tests.registrations import send


def two(desk: App) -> tuple[Made, Made]:
    """An event, and a weekly of other people in which the same player is known by name."""
    return make_event(desk), make_event(desk, slug="weekly", name="Weekly", join_code="WOLF-0001")


def tied(desk: App, first: Made, second: Made, place: int = 0) -> str:
    """The browser of a player who said that two entries are theirs."""
    cookie = come_in(desk, first.links[0])
    found = follow_link(desk, second.links[place], who_is(desk, cookie=cookie), Browser(former=cookie), answer=BOTH)
    assert isinstance(found, SignedIn)
    return found.secret


def slugs(desk: App, who: Actor) -> set[str]:
    return {entry.head.slug for entry in my_events(who, desk).entries}


def rows_of_event(desk: App, made: Made) -> list[Any]:
    """All that one event has of its players, with every way in to them."""
    with desk.store.read() as session:
        mine = list(session.scalars(select(Entry).where(Entry.event == made.uid).order_by(Entry.number)))
        keys = {key for entry in mine for key in (entry.uid, entry.person)}
        found: list[Any] = [session.get_one(Event, made.uid), *mine]
        found += [row for row in session.scalars(select(Link).order_by(Link.uid)) if row.subject in keys]
        found += [row for row in session.scalars(select(SignIn).order_by(SignIn.uid)) if row.subject in keys]
        found += session.scalars(select(AuditEntry).where(AuditEntry.event == made.uid).order_by(AuditEntry.seq))
        return [[getattr(row, column.key) for column in row.__table__.columns if column.key != "from"] for row in found]


def faults(desk: App, *events: Made) -> list[str]:
    with desk.store.read() as session:
        return [f for made in events for f in check_event(session, session.get_one(Event, made.uid)).faults]


def test_a_link_of_another_event_asks_whether_both_are_one_player(both_desk: App) -> None:
    first, second = two(both_desk)
    cookie = come_in(both_desk, first.links[0])
    here = who_is(both_desk, cookie=cookie)
    assert follow_link(both_desk, second.links[0], here, Browser()) == Asked("Ada Okonkwo", "Ada Okonkwo", ties=True)
    assert slugs(both_desk, here) == {first.slug}
    went = follow_link(both_desk, second.links[0], here, Browser(), answer=GO_ON)
    assert isinstance(went, SignedIn)
    assert slugs(both_desk, who_is(both_desk, cookie=went.secret)) == {second.slug}


def test_yes_ties_what_this_browser_has_proven_and_opens_no_more_to_others(both_desk: App) -> None:
    first, second = two(both_desk)
    elsewhere = come_in(both_desk, second.links[0])
    who = who_is(both_desk, cookie=tied(both_desk, first, second))
    assert (who.kind, slugs(both_desk, who)) == ("person", {first.slug, second.slug})
    assert who.uid not in {*first.persons, *second.persons}
    for other in (who_is(both_desk, cookie=elsewhere), who_is(both_desk, bearer=second.links[0])):
        assert slugs(both_desk, other) == {second.slug}
    assert slugs(both_desk, who_is(both_desk, bearer=first.links[0])) == {first.slug}
    assert faults(both_desk, first, second) == []


def test_a_third_event_comes_to_whoever_is_signed_in_to_two(both_desk: App) -> None:
    first, second = two(both_desk)
    third = make_event(both_desk, slug="third", name="Third", join_code=None)
    cookie = tied(both_desk, first, second)
    who = who_is(both_desk, cookie=cookie)
    assert follow_link(both_desk, third.links[0], who, Browser(former=cookie), answer=BOTH) == AlreadyIn()
    assert slugs(both_desk, who_is(both_desk, cookie=cookie)) == {first.slug, second.slug, third.slug}


def test_a_link_of_a_person_moves_all_of_theirs_and_what_opened_them_before_opens_nothing(both_desk: App) -> None:
    """Whoever slipped in a link of their own gets no sight of what the other one tied to it."""
    first, second = two(both_desk)
    third = make_event(both_desk, slug="third", name="Third", join_code=None)
    theirs = tied(both_desk, second, third)
    link = own_link(who_is(both_desk, cookie=theirs), second.slug, both_desk)
    cookie = come_in(both_desk, first.links[0])
    here = who_is(both_desk, cookie=cookie)
    found = follow_link(both_desk, link, here, Browser(former=cookie), answer=BOTH)
    assert isinstance(found, SignedIn)
    assert slugs(both_desk, who_is(both_desk, cookie=found.secret)) == {first.slug, second.slug, third.slug}
    assert who_is(both_desk, cookie=theirs) == STRANGER
    with pytest.raises(Refused):
        links.find(both_desk, link)


def test_two_entries_of_one_event_are_for_the_desk_to_merge(both_desk: App) -> None:
    made = make_event(both_desk)
    here = who_is(both_desk, cookie=come_in(both_desk, made.links[0]))
    for answer in ("", BOTH):
        assert follow_link(both_desk, made.links[1], here, Browser(), answer=answer) == Asked("Ada Okonkwo", "Per Dahl")


def test_a_bare_link_or_a_sign_in_that_ended_ties_nothing(both_desk: App) -> None:
    first, second = two(both_desk)
    cookie = come_in(both_desk, first.links[0])
    here = who_is(both_desk, cookie=cookie)
    bare = follow_link(both_desk, second.links[0], replace(here, sign_in=""), Browser(), answer=BOTH)
    assert isinstance(bare, Asked)
    new_link(first.as_account("judge"), first.slug, 1, both_desk)
    with pytest.raises(Hidden):
        follow_link(both_desk, second.links[0], here, Browser(), answer=BOTH)
    with both_desk.store.read() as session:
        persons = [session.get_one(Entry, made.entries[0]).person for made in (first, second)]
    assert len(set(persons)) == 2


def test_a_player_who_joins_another_event_in_their_browser_ties_both(both_desk: App) -> None:
    first, second = two(both_desk)
    cookie = come_in(both_desk, first.links[0])
    order = Join(who_is(both_desk, cookie=cookie), second.slug, "WOLF-0001", browser=Browser(former=cookie), same=False)
    joined = join(order, both_desk)
    assert (joined.number, joined.name, joined.link) == (4, "Ada Okonkwo", "")
    assert who_is(both_desk, cookie=cookie) == STRANGER
    assert slugs(both_desk, who_is(both_desk, cookie=joined.sign_in)) == {first.slug, second.slug}
    assert faults(both_desk, first, second) == []


ACTS = ("add", "edit", "link", "mail", "team", "end", "join")


@pytest.mark.parametrize("act", ACTS)
def test_what_staff_do_to_a_player_in_one_event_leaves_the_other_as_it_is(both_desk: App, act: str) -> None:
    """Tied or not: the rows of the other event, its links, its sign-ins and its audit are the same to the byte."""
    desk = with_mail(both_desk)
    first, second = two(desk)
    give_mail(desk, first)
    cookie = tied(desk, first, second)
    with desk.store.write() as session:
        session.get_one(Entry, second.entries[0]).mail = "player1@example.org"
    before = rows_of_event(desk, first)
    staff = second.as_account("organizer")
    given = Given(last="Okonkwo", first="Ada", mail="player1@example.org", stream_ok="yes")
    if act == "add":
        link = add_entry(AddEntry(staff, second.slug, given, confirmed=True), desk).link
        assert slugs(desk, who_is(desk, bearer=link)) == {second.slug}
    elif act == "edit":
        edit_entry(EditEntry(staff, second.slug, 1, replace(given, last="Other", pronouns="she/her")), desk)
    elif act == "link":
        link = new_link(staff, second.slug, 1, desk).secret
        assert slugs(desk, who_is(desk, bearer=link)) == {second.slug}
    elif act == "mail":
        new_link(staff, second.slug, 1, desk, mailed=True)
        mail_links(staff, second.slug, desk)
    elif act == "team":
        with pytest.raises(Refused):
            new_team_link(staff, second.slug, 1, desk)
    elif act == "end":
        end_links(staff, second.slug, 1, desk)
    else:
        join(Join(staff, second.slug, "WOLF-0001", "Okonkwo", "Ada", "player1@example.org", same=True), desk)
    assert rows_of_event(desk, first) == before
    assert first.slug in slugs(desk, who_is(desk, cookie=cookie))
    assert faults(desk, first, second) == []


def test_whose_link_was_replaced_reads_by_whom_and_when(both_desk: App) -> None:
    first, second = two(both_desk)
    cookie = tied(both_desk, first, second)
    further = own_link(who_is(both_desk, cookie=cookie), first.slug, both_desk)
    new_link(second.as_account("judge"), second.slug, 1, both_desk)
    who = who_is(both_desk, cookie=cookie)
    assert slugs(both_desk, who) == {first.slug}
    (told,) = my_events(who, both_desk).gone
    assert told.startswith("Rosa Kim at the desk issued a new link for Weekly at 09:00.")
    with pytest.raises(Replaced, match="Rosa Kim at the desk issued a newer one at 09:00"):
        links.find(both_desk, second.links[0])
    new_link(first.as_account("scorekeeper"), first.slug, 1, both_desk)
    assert who_is(both_desk, cookie=cookie) == STRANGER
    with pytest.raises(Replaced, match="Sam Lee at the desk issued a newer one at 09:00"):
        links.find(both_desk, further)


def test_the_players_page_says_who_issued_the_link(both_desk: App, clock: Clock) -> None:
    desk = with_mail(both_desk)
    made = make_event(desk)
    assert own_list(made.as_person(0), made.slug, desk).issued == "Deckcheck at the desk issued your link at 09:00."
    joined = join(Join(STRANGER, make_event(desk, slug="x", join_code="WOLF-0001").slug, "WOLF-0001", "Keita"), desk)
    assert own_list(who_is(desk, bearer=joined.link), "x", desk).issued == ""
    new_link(made.as_account("judge"), made.slug, 1, desk)
    clock.pass_(hours=24)
    assert own_list(made.as_person(0), made.slug, desk).issued == (
        "Rosa Kim at the desk issued your link yesterday at 09:00."
    )
    give_mail(desk, made)
    new_link(made.as_account("judge"), made.slug, 1, desk, mailed=True)
    assert own_list(made.as_person(0), made.slug, desk).issued == "Rosa Kim had your link mailed at 09:00."


def test_the_audit_names_the_player_and_who_issued_the_link(both_desk: App) -> None:
    """A scorekeeper who follows a link they issued acts as the player, and everybody who may read the audit sees it."""
    made = make_event(both_desk)
    send(made, both_desk)
    sam = new_link(made.as_account("scorekeeper"), made.slug, 1, both_desk)
    cookie = come_in(both_desk, sam.secret)
    send(made, both_desk, "60 Island", who=who_is(both_desk, cookie=cookie))
    own_link(who_is(both_desk, cookie=cookie), made.slug, both_desk)
    head = made.as_account("head-judge")
    told = [row.who for row in audit_after(both_desk, head, made.slug, 0, 100) if row.entry.act == "list.sent"]
    assert told == ["Ada Okonkwo", "Ada Okonkwo (link from Sam Lee)"]
    done = history_of(head, made.slug, 1, both_desk).rows
    assert [row.who for row in done if row.words == "List submitted"] == told[::-1]
    assert done[0].who == "Ada Okonkwo (link from Sam Lee)"
    assert faults(both_desk, made) == []


def test_a_program_is_shown_no_link_and_may_have_it_mailed(both_desk: App) -> None:
    desk = with_mail(both_desk)
    made = make_event(desk)
    token = made.as_token("desk")
    with pytest.raises(NotAllowed, match="An API token can't read a link"):
        new_link(token, made.slug, 1, desk)
    with pytest.raises(Refused, match="No address of this player is known"):
        new_link(token, made.slug, 1, desk, mailed=True)
    give_mail(desk, made)
    assert new_link(token, made.slug, 1, desk, mailed=True).secret == ""
    given = Given(last="Ek", mail="nils@example.org")
    assert add_entry(AddEntry(token, made.slug, given), desk).link == ""
    added = add_entry(AddEntry(token, made.slug, replace(given, last="Keita"), mail_link=True), desk)
    assert added.link == ""
    found = letter_links(desk)
    assert [mail for mail, _ in found] == ["player1@example.org", "nils@example.org"]
    assert [who_is(desk, bearer=secret).name for _, secret in found] == ["Ada Okonkwo", "Keita"]
    with pytest.raises(Refused, match="No mail is sent from here"):
        new_link(token, made.slug, 1, both_desk, mailed=True)


def test_a_letter_goes_to_the_address_of_the_other_entries_and_each_opens_one(both_desk: App) -> None:
    desk = with_mail(both_desk)
    first, second = two(desk)
    third = make_event(desk, slug="third", name="Third", join_code=None)
    for made, place in ((first, 0), (second, 0)):
        with desk.store.write() as session:
            session.get_one(Entry, made.entries[place]).mail = "Ada@example.org"
    cookie = come_in(desk, first.links[0])
    mail_other_links(who_is(desk, cookie=cookie), desk)
    ((mail, secret),) = letter_links(desk)
    assert mail == "Ada@example.org"
    assert slugs(desk, who_is(desk, bearer=secret)) == {second.slug}
    found = follow_link(desk, secret, who_is(desk, cookie=cookie), Browser(former=cookie), answer=BOTH)
    assert isinstance(found, SignedIn)
    assert slugs(desk, who_is(desk, cookie=found.secret)) == {first.slug, second.slug}
    before = letter_links(desk)
    for who in (who_is(desk, bearer=third.links[0]), STRANGER, made.as_account("organizer")):
        mail_other_links(who, desk)
    for _ in range(5):
        mail_other_links(first.as_person(0), desk)
    assert len(letter_links(desk)) - len(before) <= 3
    assert faults(desk, first, second, third) == []


def test_a_link_to_one_event_hands_out_what_that_event_keeps(both_desk: App) -> None:
    """The files of what is kept hold drafts: a link that staff once issued gets none of another event's."""
    first, second = two(both_desk)
    who = who_is(both_desk, cookie=tied(both_desk, first, second))
    both = export_person(both_desk, who, second.slug).data
    alone = export_person(both_desk, who_is(both_desk, bearer=second.links[0]), second.slug).data
    assert b"northern-open/" in both
    assert b"northern-open/" not in alone


def test_the_key_of_a_player_is_their_entry_in_what_is_kept(both_desk: App) -> None:
    first, second = two(both_desk)
    who = who_is(both_desk, cookie=tied(both_desk, first, second))
    send(first, both_desk, who=who, number=None, stage="")
    with both_desk.store.read() as session:
        rows = session.scalars(select(AuditEntry).where(AuditEntry.act.in_(("list.sent", "entry.tied")))).all()
    assert {row.by for row in rows} == {f"entry:{first.entries[0]}", f"entry:{second.entries[0]}"}
    assert not [row for row in rows if who.uid in f"{row.on}{row.to}"]
