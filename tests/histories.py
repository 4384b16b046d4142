"""A whole event by the services alone, as people hold one: what its audit must answer for, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from deckcheck.accounts.links import find
from deckcheck.accounts.roles import end_role, grant_role
from deckcheck.accounts.staff_accounts import add_account
from deckcheck.accounts.tokens import make_token, revoke_token
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.join_codes import change_code
from deckcheck.app.session import changing, settle
from deckcheck.app.webhooks import add_webhook, end_webhook, renew_secret
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.draws import DrawTables, draw_tables
from deckcheck.checks.end import AmendCheck, FinishCheck, VoidCheck, amend_check, finish_check, void_check
from deckcheck.checks.sent_taps import Op
from deckcheck.checks.start import BeginCheck, begin_check, join_check
from deckcheck.checks.taps import tick
from deckcheck.events import event_states, stage_states
from deckcheck.events.events import make_event
from deckcheck.events.plans import EventPlan, StagePlan
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.stage_members import set_members
from deckcheck.events.stage_states import Order
from deckcheck.lists.editor import SaveDraft, save_draft
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.submit import SendList, TakeBack, correct, enter_late, send_list, take_back
from deckcheck.publication.visibility_changes import set_publication
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.join import Join, join
from deckcheck.roster.merge import MergeEntries, merge_entries
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, confirm_joiner, edit_entry
from deckcheck.store.states import ActorKind, After, During, EntryState
from tests.browser.lists import LEGAL
from tests.desks import START, Clock
from tests.remembered import remembered

SLUG: Final = "northern-open"
DAY: Final = date(2026, 6, 13)
DEADLINE: Final = datetime(2026, 6, 13, 9, 0, tzinfo=UTC)
MAIL: Final = "ada.okonkwo@example.org"
OTHER: Final = LEGAL.replace("4 Wild Ride", "3 Wild Ride").replace("11 Mountain", "12 Mountain")
ILLEGAL: Final = LEGAL.replace("11 Mountain", "10 Mountain")
NAMED: Final = "About\nName Ada Okonkwo's Fury\n\nDeck\n" + LEGAL
"""A list in which its player's name stands."""
PLAYERS: Final = (
    ("Okonkwo", "Ada"),
    ("Dahl", "Per"),
    ("Dąbrowska", "Zofia"),
    ("Abara", "Chidi"),
    ("Albrecht", "Jonas"),
    ("Amato", "Giulia"),
)


@dataclass
class History:
    """An event that is being held: who is who, and the keys by which acts name things."""

    desk: App
    clock: Clock
    staff: dict[str, Actor]
    players: dict[int, Actor]
    slug: str = SLUG

    def send(self, number: int, text: str = LEGAL, stage: str = "swiss") -> Receipt:
        """A player sends a list."""
        order = SendList(self.players[number], self.slug, number, stage, text, "", self.desk.now())
        return send_list(order, self.desk)

    def lock(self, act: LockAct, number: int, role: str = "judge", stage: str = "swiss", **more: object) -> None:
        """An official does something with a list."""
        known = {"reason": "as it was asked for", **more}
        change_lock(LockList(self.staff[role], self.slug, number, act, stage=stage, **known), self.desk)  # type: ignore[arg-type]

    def accept(self, number: int, seen: str, role: str = "judge", stage: str = "swiss") -> None:
        """An official accepts the list that was seen."""
        self.lock(LockAct.ACCEPT, number, role, stage, seen=seen)

    def become(self, to: str) -> None:
        """The organizer brings the event into a state."""
        event_states.become(self.desk, self.staff["organizer"], self.slug, to, reason="it is time", confirmed=True)

    def stage(self, stage: str, to: str) -> None:
        """The organizer brings a stage into a state."""
        order = Order(reason="it is time", confirmed=True)
        stage_states.become(self.desk, self.staff["organizer"], self.slug, stage, to, order)

    def publish(self, stage: str, during: During, after: After) -> None:
        """The organizer sets who sees the lists of a stage."""
        planned = {stage: (during, after)}
        set_publication(self.desk, self.staff["organizer"], self.slug, planned, confirmed=True)


def staff_of(desk: App, slug: str = SLUG) -> dict[str, Actor]:
    """Accounts for each role; the organizer may make events."""
    found = {}
    for role, name in (
        ("organizer", "Nora Lind"),
        ("head-judge", "Ben Ott"),
        ("judge", "Rosa Kim"),
        ("scorekeeper", "Sam Lee"),
    ):
        mail = f"{role}@{slug}.example"
        made = add_account(desk, mail, name, organizer=role == "organizer")
        found[role] = Actor(ActorKind.ACCOUNT, made.uid, name, may_organize=role == "organizer", strong=True)
    return found


def begin(desk: App, clock: Clock, *, slug: str = SLUG, name: str = "Northern Open", players: int = 6) -> History:
    """An event that takes lists, with staff and players and a playoff with lists of its own."""
    staff = staff_of(desk, slug)
    plan = EventPlan(
        name=name,
        place="Leeds",
        zone="Europe/London",
        day=DAY,
        format="modern",
        round_1=time(10, 0),
        stages=(
            StagePlan("Swiss"),
            StagePlan("Playoff", "playoff"),
            StagePlan("Final", "playoff", lists_from="playoff"),
        ),
        house={},
    )
    made = make_event(desk, staff["organizer"], plan)
    assert made.slug == slug
    for role in ("head-judge", "judge", "scorekeeper"):
        grant_role(desk, staff["organizer"], slug, staff[role].uid, role)
    history = History(desk, clock, staff, {}, slug)
    for number in range(1, players + 1):
        last, first = PLAYERS[number - 1] if number <= len(PLAYERS) else (f"Player{number}", "Some")
        mail = MAIL if number == 1 else f"player{number}@example.org"
        given = Given(last=last, first=first, mail=mail, pronouns="they", external=f"DCI-{number}")
        added = add_entry(AddEntry(staff["scorekeeper"], slug, given, confirmed=True), desk)
        history.players[number] = Actor(ActorKind.ENTRY, find(desk, added.link).subject, f"{first} {last}")
    return history


def register(history: History) -> None:
    """Lists come in, are accepted, opened again, taken back, sent back; a walk-in joins; programs come and go."""
    desk, staff, slug = history.desk, history.staff, history.slug
    with changing(desk, staff["organizer"], slug) as work:
        change_code(work)
        token, ended = make_token(work, "judge", "Bot"), make_token(work, "desk", "Pairings")
        revoke_token(work, ended.uid)
        hook = add_webhook(work, "https://bot.example.org/hook", ["submitted", "accepted"])
        renew_secret(work, hook.uid)
        other = add_webhook(work, "https://other.example.org/hook", ["closed"])
        end_webhook(work, other.uid)
        code = work.event.join_code or ""
    assert token.secret
    joined = join(Join(STRANGER, slug, code, last="Keita", first="Awa"), desk)
    history.players[joined.number] = Actor(ActorKind.ENTRY, find(desk, joined.link).subject, "Awa Keita")
    confirm_joiner(staff["scorekeeper"], slug, joined.number, desk)
    edit_entry(EditEntry(staff["scorekeeper"], slug, 2, Given(first="Peer")), desk)
    save_draft(SaveDraft(history.players[1], slug, None, "swiss", "4 Lightning Bolt\nAda Okonkwo", 0), desk)
    history.send(1, OTHER)
    first = history.send(1, NAMED)
    history.accept(1, first.uid)
    history.clock.pass_(minutes=1)
    history.lock(LockAct.REOPEN, 1, until=DEADLINE + timedelta(minutes=30), reason="Ada Okonkwo swapped sleeves")
    history.clock.pass_(minutes=1)
    history.accept(1, history.send(1, NAMED.replace("Fury", "Calm")).uid)
    history.send(2)
    history.lock(LockAct.SEND_BACK, 2, reason="mend the sideboard")
    second = history.send(2, ILLEGAL)
    history.accept(2, second.uid)
    history.lock(LockAct.UNDO, 2, reason="a slip")
    history.send(3)
    take_back(TakeBack(history.players[3], slug, 3, "swiss", desk.now()), desk)
    history.lock(LockAct.LIFT, 4, "head-judge", until=DEADLINE + timedelta(minutes=20))
    history.send(5, ILLEGAL)
    move_entry(MoveEntry(staff["scorekeeper"], slug, 6, EntryState.WITHDRAWN), desk)
    change_settings(desk, staff["organizer"], slug, SettingsPatch(place="Hall 2", accepts="any"), reason="moved")
    end_role(desk, staff["organizer"], slug, staff["organizer"].uid, "head-judge")


def close(history: History) -> None:
    """The deadline passes, one list comes later by leave, one late with a reason, one is corrected; play begins."""
    desk, staff, slug = history.desk, history.staff, history.slug
    history.clock.set(DEADLINE + timedelta(seconds=20))
    settle(desk, slug)
    history.send(4)
    late = SendList(staff["judge"], slug, 3, "swiss", OTHER, "", desk.now(), reason="bus broke down")
    enter_late(late, desk)
    history.clock.pass_(minutes=25)
    settle(desk, slug)
    wrong = SendList(
        staff["judge"], slug, 5, "swiss", LEGAL, "", desk.now(), reason="a Mountain short", section="IPG 3.4"
    )
    correct(wrong, desk)
    merge_entries(MergeEntries(staff["head-judge"], slug, 7, 2, keep=2, confirmed=True), desk)
    history.stage("swiss", "begun")
    move_entry(MoveEntry(staff["scorekeeper"], slug, 4, EntryState.DROPPED), desk)
    move_entry(MoveEntry(staff["head-judge"], slug, 5, EntryState.DISQUALIFIED, reason="it was seen"), desk)


def check_decks(history: History) -> None:
    """Tables are drawn; one deck is checked by two judges, recorded and added to, another check is given up."""
    desk, slug, judge, head = history.desk, history.slug, history.staff["judge"], history.staff["head-judge"]
    drawn = draw_tables(DrawTables(judge, slug, size=2), desk)
    uid = begin_check(BeginCheck(judge, slug, 1, round=1, table="4", how="random", draw=drawn.uid), desk).head.uid
    join_check(desk, head, slug, uid, part="sideboard")
    change_check(ChangeCheck(judge, slug, uid, taken=True, marks={"sleeves": "worn"}), desk)
    tap = Op("0190f3c2-0000-4000-8000-000000000001", 1, desk.now(), "main:Wild Ride", set=5)
    tick(desk, judge, slug, uid, "phone", [tap])
    history.clock.pass_(minutes=6)
    change_check(ChangeCheck(judge, slug, uid, paused=True), desk)
    decided = {"section": "IPG 3.5", "penalty": "Warning", "by": "Ben Ott"}
    finish_check(FinishCheck(head, slug, uid, decided=decided, note="one card too many"), desk)
    amend_check(AmendCheck(head, slug, uid, "counted again", "it was a token", {"result": "partly"}), desk)
    other = begin_check(BeginCheck(head, slug, 2, why="many foils"), desk).head.uid
    void_check(VoidCheck(head, slug, other, "wrong table"), desk)


def play_off(history: History) -> None:
    """The playoff of the first three takes lists of its own, is opened to its players, and is played to its end."""
    desk, staff, slug = history.desk, history.staff, history.slug
    history.stage("swiss", "over")
    set_members(desk, staff["organizer"], slug, "playoff", [1, 2, 3])
    order = Order(deadline=desk.now() + timedelta(minutes=30))
    stage_states.become(desk, staff["organizer"], slug, "playoff", "taking", order)
    for number in (1, 2, 3):
        history.send(number, stage="playoff")
    history.clock.pass_(minutes=31)
    settle(desk, slug)
    history.publish("playoff", During.STAGE, After.ALL)
    history.stage("playoff", "begun")
    set_members(desk, staff["organizer"], slug, "final", [1, 2])
    history.stage("final", "begun")
    history.clock.pass_(hours=2)


@remembered
def a_full_history(desk: App, clock: Clock, /, *, checked: bool = False) -> History:
    """All of it, up to an event that is completed with its lists open; with deck checks if asked for."""
    history = begin(desk, clock)
    register(history)
    close(history)
    if checked:
        check_decks(history)
    play_off(history)
    history.become("completed")
    return history


def after(clock: Clock, days: int) -> None:
    """Let days pass since the event."""
    clock.set(START + timedelta(days=days))
