"""Ways to become somebody else that lie beside the links: accounts, merges, teams, addresses, invitations."""

from __future__ import annotations

import pytest

from deckcheck.accounts import links
from deckcheck.accounts.own_account import ask_mail, change_password, confirm_mail
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.resets import LinkOver
from deckcheck.accounts.roles import end_role, grant_role, see_leaving
from deckcheck.accounts.sign_ins import Browser
from deckcheck.accounts.staff_invitations import InvitationOver, join_staff
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import NotAllowed, Refused, Replaced
from deckcheck.app.secret_mail import read_letter
from deckcheck.app.states import StateRefused
from deckcheck.audit.integrity import check_event
from deckcheck.lists.own_list import own_list
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.roster.entry_links import mail_other_links, mail_own_link, new_link, new_team_link, own_link
from deckcheck.roster.entry_states import ReplacePlayer, replace_player
from deckcheck.roster.join import Join, join
from deckcheck.roster.merge import MergeEntries, PartEntries, merge_entries, merge_likely, merge_view, unmerge_entry
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, confirm_joiner, edit_entry
from deckcheck.store.models import Event, Outgoing, Stage
from deckcheck.store.states import ActorKind, StageState
from tests.desks import Clock
from tests.doors import PASSWORD, an_account, come_in, who_signed_in
from tests.events import Made, make_event
from tests.organizing import acts, give_mail, letter_links, with_mail
from tests.registrations import send

CODE = "KITE-4719"


def merge(made: Made, desk: App, number: int, into: int, keep: int, *, same_player: bool = False) -> None:
    who = made.as_account("scorekeeper")
    order = MergeEntries(who, made.slug, number, into, keep, same_player=same_player, confirmed=True)
    merge_entries(order, desk)


def faults(desk: App, made: Made) -> tuple[str, ...]:
    """What the audit of an event does not explain."""
    with desk.store.read() as session:
        return check_event(session, session.get_one(Event, made.uid)).faults


def opens(desk: App, made: Made, who: Actor) -> int:
    """The entry whose list somebody reads as their own; 0 for none."""
    try:
        return own_list(who, made.slug, desk).entry
    except Refused:
        return 0


# Accounts.


def test_who_lets_an_account_play_under_an_entry_replaces_its_links_and_is_named(both_desk: App) -> None:
    """A scorekeeper who may see no list names their own account: as loud as a link that they issue."""
    made = make_event(both_desk)
    send(made, both_desk)
    phone = come_in(both_desk, made.links[0])
    sam = made.as_account("scorekeeper")
    edit_entry(EditEntry(sam, made.slug, 1, Given(account=sam.uid)), both_desk)
    with pytest.raises(Replaced, match="Sam Lee plays under this entry with an account"):
        links.find(both_desk, made.links[0])
    assert who_is(both_desk, cookie=phone) == STRANGER
    assert ("link.revoked", "entry:1", "1 ended", f"account:{sam.uid}") in acts(both_desk)
    again = new_link(made.as_account("judge"), made.slug, 1, both_desk)
    told = own_list(who_is(both_desk, bearer=again.secret), made.slug, both_desk).issued
    assert told == "Rosa Kim at the desk issued your link at 09:00. Sam Lee's account opens this list as well."
    assert faults(both_desk, made) == ()


def test_an_account_that_is_there_already_ends_no_link(one_desk: App) -> None:
    made = make_event(one_desk)
    head = made.as_account("head-judge")
    edit_entry(EditEntry(head, made.slug, 1, Given(account=head.uid)), one_desk)
    again = new_link(made.as_account("judge"), made.slug, 1, one_desk)
    edit_entry(EditEntry(head, made.slug, 1, Given(account=head.uid, pronouns="she/her")), one_desk)
    assert links.find(one_desk, again.secret).subject == made.entries[0]


@pytest.mark.parametrize("keep", [1, 4])
def test_an_account_that_came_with_the_code_gets_no_list_by_a_merge(both_desk: App, keep: int) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    who = Actor(ActorKind.ACCOUNT, an_account(both_desk), "Rosa Kim")
    join(Join(who, made.slug, CODE, "Okonkwo", "Ada", same=True), both_desk)
    assert opens(both_desk, made, who) == 4
    merge(made, both_desk, 4, 1, keep)
    assert opens(both_desk, made, who) == 0
    assert opens(both_desk, made, who_is(both_desk, bearer=made.links[0])) == keep
    order = PartEntries(made.as_account("head-judge"), made.slug, 1 if keep == 4 else 4, "two people")
    unmerge_entry(order, both_desk)
    assert opens(both_desk, made, who) == 0
    assert faults(both_desk, made) == ()


def test_an_account_that_staff_knows_keeps_the_list_in_a_merge(one_desk: App) -> None:
    made = make_event(one_desk)
    who = Actor(ActorKind.ACCOUNT, an_account(one_desk), "Rosa Kim")
    join(Join(who, made.slug, CODE, "Okonkwo", "Ada", same=True), one_desk)
    merge(made, one_desk, 4, 1, 4, same_player=True)
    assert opens(one_desk, made, who) == 4


# Merges.


@pytest.mark.parametrize("keep", [1, 4])
def test_a_link_made_while_two_were_one_opens_only_ones_own_once_they_are_parted(both_desk: App, keep: int) -> None:
    desk = with_mail(both_desk)
    made = make_event(desk)
    walk_in = join(Join(STRANGER, made.slug, CODE, "Okonkwo", "Ada", same=True), desk)
    phones = {1: come_in(desk, made.links[0]), 4: come_in(desk, walk_in.link)}
    merge(made, desk, 4, 1, keep, same_player=True)
    further = {number: own_link(who_is(desk, cookie=phone), made.slug, desk) for number, phone in phones.items()}
    for number, phone in phones.items():
        assert opens(desk, made, who_is(desk, bearer=further[number])) == keep
        mail_own_link(who_is(desk, cookie=phone), made.slug, f"from{number}@example.org", desk)
    unmerge_entry(PartEntries(made.as_account("head-judge"), made.slug, 5 - keep, "two people"), desk)
    mailed = dict(letter_links(desk))
    for number in (1, 4):
        assert opens(desk, made, who_is(desk, bearer=further[number])) == number
        assert opens(desk, made, who_is(desk, bearer=mailed[f"from{number}@example.org"])) == number


def test_a_walk_ins_list_takes_the_place_of_none_unless_it_is_chosen(both_desk: App, clock: Clock) -> None:
    """A stranger who says they are somebody, and sends a list, does not replace that player's by the desk's one tap."""
    made = make_event(both_desk)
    send(made, both_desk)
    clock.pass_(minutes=5)
    walk_in = join(Join(STRANGER, made.slug, CODE, "Okonkwo", "Ada", same=True), both_desk)
    send(made, both_desk, "60 Island", who=who_is(both_desk, bearer=walk_in.link), number=4)
    assert merge_view(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk).kept.number == 1
    with pytest.raises(StateRefused, match="Compare the lists of entries 4 and 1"):
        merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, both_desk)
    merge(made, both_desk, 4, 1, 4)


def test_the_list_of_a_walk_in_counts_where_the_player_has_none(one_desk: App) -> None:
    made = make_event(one_desk)
    walk_in = join(Join(STRANGER, made.slug, CODE, "Okonkwo", "Ada", same=True), one_desk)
    send(made, one_desk, who=who_is(one_desk, bearer=walk_in.link), number=4)
    kept = merge_likely(made.as_account("scorekeeper"), made.slug, 4, 1, one_desk).kept
    assert (kept.number, kept.lists[0].verdict, kept.lists[0].sent) == (1, "legal", 1)


@pytest.mark.parametrize("keep", [2, 4])
def test_the_page_says_who_issued_the_link_of_an_entry_that_was_merged(both_desk: App, keep: int) -> None:
    """A scorekeeper adds a player's name once more, keeps the link, and makes one of both."""
    made = make_event(both_desk)
    new_link(made.as_account("judge"), made.slug, 2, both_desk)
    order = AddEntry(made.as_account("scorekeeper"), made.slug, Given(last="Dahl", first="Per"), confirmed=True)
    link = add_entry(order, both_desk).link
    merge(made, both_desk, 4, 2, keep)
    assert opens(both_desk, made, who_is(both_desk, bearer=link)) == keep
    told = own_list(made.as_person(1), made.slug, both_desk).issued
    assert "Rosa Kim at the desk issued your link at 09:00." in told
    assert "Sam Lee at the desk issued your link at 09:00." in told


# Teams.


def test_the_page_of_a_player_says_who_issued_the_teams_link(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    new_team_link(made.as_account("scorekeeper"), made.slug, 2, both_desk)
    for place in range(3):
        told = own_list(made.as_person(place), made.slug, both_desk).issued
        assert told.endswith("Sam Lee at the desk issued your team's link at 09:00.")


def test_the_audit_names_who_issued_the_teams_link(both_desk: App) -> None:
    from deckcheck.audit.audit_views import audit_after

    made = make_event(both_desk, players=3, team_size=3)
    new_team_link(made.as_account("scorekeeper"), made.slug, 2, both_desk)
    send(made, both_desk, who=made.as_team(), number=2)
    rows = audit_after(both_desk, made.as_account("head-judge"), made.slug, 0, 100)
    assert [row.who for row in rows if row.entry.act == "list.sent"] == ["Team 1 (link from Sam Lee)"]


@pytest.mark.parametrize("how", ["replaced", "moved"])
def test_who_leaves_a_team_loses_the_teams_link(both_desk: App, how: str) -> None:
    made = make_event(both_desk, players=6, team_size=3)
    sam = made.as_account("scorekeeper")
    ones, others = (new_team_link(sam, made.slug, number, both_desk).secret for number in (2, 5))
    phone = come_in(both_desk, ones)
    if how == "replaced":
        replace_player(ReplacePlayer(sam, made.slug, 2, Given(last="Ruiz", first="Eva"), confirmed=True), both_desk)
    else:
        edit_entry(EditEntry(sam, made.slug, 2, Given(team="")), both_desk)
    assert who_is(both_desk, cookie=phone) == STRANGER
    with pytest.raises(Refused):
        links.find(both_desk, ones)
    assert who_is(both_desk, bearer=others).kind == "team"
    assert ("link.revoked", "entry:2", "1 ended", "team") in acts(both_desk)
    assert faults(both_desk, made) == ()


def test_another_seat_of_the_same_team_ends_no_link(one_desk: App) -> None:
    made = make_event(one_desk, players=3, team_size=3)
    sam = made.as_account("scorekeeper")
    link = new_team_link(sam, made.slug, 2, one_desk).secret
    edit_entry(EditEntry(sam, made.slug, 2, Given(seat="D")), one_desk)
    assert who_is(one_desk, bearer=link).kind == "team"


def test_nobody_is_a_team_mate_where_nobody_plays_in_teams(both_desk: App) -> None:
    """A scorekeeper adds a player, keeps the link, and puts both into a team to read the other's list."""
    made = make_event(both_desk)
    send(made, both_desk)
    sam = made.as_account("scorekeeper")
    link = add_entry(AddEntry(sam, made.slug, Given(last="Mallory", team="X"), confirmed=True), both_desk).link
    edit_entry(EditEntry(sam, made.slug, 1, Given(team="X")), both_desk)
    team = new_team_link(sam, made.slug, 1, both_desk).secret
    with pytest.raises(Refused):
        own_list(who_is(both_desk, bearer=team), made.slug, both_desk, 1)
    with both_desk.store.write() as session:
        session.get_one(Stage, made.stages["swiss"]).state = StageState.LOCKED
    for secret in (link, team):
        with pytest.raises(Refused):
            one_list(both_desk, who_is(both_desk, bearer=secret), made.slug, Wanted(number=1, stage="swiss"))


# Addresses.


def test_no_letter_goes_to_an_address_that_staff_changed(both_desk: App) -> None:
    """A scorekeeper writes their own address into a player's entry, and asks for all links under it as a player."""
    desk = with_mail(both_desk)
    made = make_event(desk)
    other = make_event(desk, slug="weekly", name="Weekly", join_code=None)
    mail = give_mail(desk, other, 1)
    edit_entry(EditEntry(made.as_account("scorekeeper"), made.slug, 1, Given(mail=mail)), desk)
    mail_other_links(other.as_person(1), desk)
    assert letter_links(desk) == []
    new_link(made.as_account("scorekeeper"), made.slug, 1, desk, mailed=True)
    with pytest.raises(Replaced):
        links.find(desk, made.links[0])


def test_no_letter_leads_to_a_walk_in_whom_the_desk_has_not_seen(both_desk: App) -> None:
    """A stranger joins under another's name and address, and waits for them to send their list there."""
    desk = with_mail(both_desk)
    made = make_event(desk)
    other = make_event(desk, slug="weekly", name="Weekly", join_code=None)
    mail = give_mail(desk, other, 1)
    join(Join(STRANGER, made.slug, CODE, "Dahl", "Per", mail, same=True), desk)
    mail_other_links(other.as_person(1), desk)
    assert letter_links(desk) == []
    confirm_joiner(made.as_account("scorekeeper"), made.slug, 4, desk)
    mail_other_links(other.as_person(1), desk)
    assert [to for to, _ in letter_links(desk)] == [mail]


def test_a_program_has_no_link_mailed_to_an_address_that_a_program_changed(both_desk: App) -> None:
    desk = with_mail(both_desk)
    made = make_event(desk)
    token = made.as_token("desk")
    give_mail(desk, made)
    edit_entry(EditEntry(token, made.slug, 1, Given(mail="mallory@example.org")), desk)
    with pytest.raises(NotAllowed, match="This address was changed with an API token"):
        new_link(token, made.slug, 1, desk, mailed=True)
    assert letter_links(desk) == []
    assert links.find(desk, made.links[0]).subject == made.entries[0]
    new_link(made.as_account("judge"), made.slug, 1, desk, mailed=True)
    assert [mail for mail, _ in letter_links(desk)] == ["mallory@example.org"]


def test_another_password_ends_a_change_of_address_that_waits(both_desk: App) -> None:
    desk = with_mail(both_desk)
    an_account(desk)
    who = who_signed_in(desk)
    ask_mail(desk, who, PASSWORD, "mallory@example.org")
    with desk.store.read() as session:
        texts = [read_letter(row.body, desk.settings)[1] for row in session.query(Outgoing) if row.kind == "mail"]
    secret = next(text.split("/confirm/")[1].split()[0] for text in texts if "/confirm/" in text)
    made = change_password(desk, who, PASSWORD, "another horse battery", Browser())
    with pytest.raises(LinkOver):
        confirm_mail(desk, who_is(desk, cookie=made.secret), secret)


# Invitations.


def test_invitations_of_who_leaves_end_unless_they_are_kept(both_desk: App) -> None:
    """A dismissed organizer comes back by an invitation that they made for themselves before."""
    made = make_event(both_desk)
    boss = made.as_account("organizer")
    uid = an_account(both_desk, organizer=True)
    who = Actor(ActorKind.ACCOUNT, uid, "Rosa Kim", may_organize=True)
    grant_role(both_desk, boss, made.slug, uid, "organizer")
    ended, kept = (grant_role(both_desk, who, made.slug, f"{one}@example.org", "judge", one) for one in ("x", "y"))
    asked = see_leaving(both_desk, boss, made.slug, uid)
    assert [(one.kind, one.label, one.role) for one in asked.held] == [
        ("invitation", "x@example.org", "judge"),
        ("invitation", "y@example.org", "judge"),
    ]
    end_role(both_desk, boss, made.slug, uid, keep=[f"invitation:{kept.account}"])
    with pytest.raises(InvitationOver):
        join_staff(both_desk, ended.secret, "X", "correct horse battery")
    assert join_staff(both_desk, kept.secret, "Y", "correct horse battery").slug == made.slug
    told = [act for act, *_ in acts(both_desk)]
    assert {"invitation.ended", "invitation.kept"} <= set(told)
    assert faults(both_desk, made) == ()
