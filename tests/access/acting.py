"""What may happen to an event in two worlds at once: publicly the same, and to closed lists in each something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from deckcheck.app.session import settle
from deckcheck.checks.draws import DrawTables, draw_tables
from deckcheck.events import event_states, stage_states
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.stage_members import set_members
from deckcheck.events.stage_states import Order
from deckcheck.lists.editor import SaveDraft, save_draft
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.submit import TakeBack, correct, enter_late, send_list, take_back
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.web.limits import ledger
from tests.access.asking import Marks, differences, may_see, questions
from tests.access.two_worlds import KNOWN, LATE, SECRET_KEY, Do, TwoWorlds, World
from tests.deck_checks import pair
from tests.published_events import publish, stand
from tests.registrations import LEGAL, an_order

WHY: Final = "as it was asked for"


class Acts:
    """What may happen, in both worlds; each is told in a line of the history."""

    def __init__(self, worlds: TwoWorlds) -> None:
        self.worlds, self.step, self.marks = worlds, 0, Marks()

    def send(self, number: int, stage: str, *texts: str | None) -> None:
        """A player sends a list while lists are taken: the same text in both worlds, or in each its own or none."""
        first = self.worlds.first.stage(stage)
        if first.state != "taking" or first.deadline is None or self.worlds.clock.at >= first.deadline:
            return

        def sent(text: str) -> Do:
            turn = len(self.worlds.history)
            key = f"key-of-{number}-{turn}" if number in KNOWN else f"{SECRET_KEY}-{turn}"
            who = {"number": number, "stage": stage, "key": key}
            return lambda w: send_list(an_order(w.made, w.desk, text, who=w.made.as_person(number - 1), **who), w.desk)

        if number in KNOWN or stage not in self.worlds.secret:
            self.worlds.public(f"{number} sends for {stage}", sent(texts[0] or LEGAL))
        else:
            self.worlds.closed(f"{number} sends for {stage}", *(sent(text) if text else None for text in texts))

    def lock(self, number: int, stage: str, act: LockAct, where: tuple[bool, bool]) -> None:
        """An official does something with a closed list, in one world or in both."""
        if stage not in self.worlds.secret or (act == LockAct.ACCEPT and self._would_seal(stage)):
            return
        until = self.worlds.clock.at + timedelta(minutes=30)

        def locked(world: World) -> None:
            row = world.row(number, stage)
            role = "head-judge" if act == LockAct.LIFT else "judge"
            who, seen = world.made.as_account(role), row.current if row else None
            order = LockList(who, world.made.slug, number, act, stage=stage, seen=seen, until=until, reason=WHY)
            change_lock(order, world.desk)

        acts = [locked if here else None for here in where]
        self.worlds.closed(f"an official: {act} the list of {number} for {stage}", *acts)

    def _would_seal(self, stage: str) -> bool:
        """Whether a list may have changed since a seal: that one did so then is told to all, and is meant to be."""
        return self.worlds.first.stage(stage).state == "taking" and self.worlds.first.seals() > 0

    def write(self, number: int, stage: str, *texts: str | None) -> None:
        """A player writes a draft, or takes the list back that was sent."""
        if stage not in self.worlds.secret or self._would_seal(stage):
            return

        def wrote(text: str | None) -> Do:
            def act(world: World) -> None:
                who, slug, now = world.made.as_person(number - 1), world.made.slug, world.desk.now()
                if text:
                    save_draft(SaveDraft(who, slug, None, stage, text, None), world.desk)
                elif world.stage(stage).state == "taking":
                    take_back(TakeBack(who, slug, number, stage, now), world.desk)

            return act

        self.worlds.closed(f"{number} writes or takes back for {stage}", *map(wrote, texts))

    def enter_late(self, *texts: str) -> None:
        """Staff enters a late list of somebody else in each world: that there is one is told by its seal."""
        if "swiss" in self.worlds.secret and all(map(_has_closed, self.worlds, LATE, (0, 0))):
            self._hand_in("a late list", enter_late, LATE, texts)

    def correct(self, numbers: Sequence[int], *texts: str) -> None:
        """A judge corrects a list, in each world another one."""
        if "swiss" in self.worlds.secret and all(map(_has_closed, self.worlds, numbers, (1, 1))):
            self._hand_in("a correction", correct, numbers, texts)

    def _hand_in(self, told: str, act: Callable[..., object], numbers: Sequence[int], texts: Sequence[str]) -> None:
        def done(number: int, text: str) -> Do:
            def do(world: World) -> None:
                more = {"number": number, "reason": WHY, "section": "IPG 3.4", "key": ""}
                act(an_order(world.made, world.desk, text, who=world.made.as_account("judge"), **more), world.desk)

            return do

        self.worlds.closed(told, *map(done, numbers, texts))

    def wait(self, minutes: int) -> None:
        """Time passes, and what is due is done."""
        self.worlds.clock.pass_(minutes=minutes)
        self.worlds.public(f"{minutes} minutes pass", lambda w: settle(w.desk, w.made.slug))

    def stage(self, stage: str, to: str) -> None:
        """The organizer brings a stage into a state."""
        order = Order(WHY, self.worlds.clock.at + timedelta(minutes=60), confirmed=True)

        def became(world: World) -> None:
            stage_states.become(world.desk, world.made.as_account("organizer"), world.made.slug, stage, to, order)

        self.worlds.public(f"{stage} becomes {to}", became)

    def publish(self, stage: str, during: str, after: str) -> None:
        """The organizer sets who sees the lists of a stage."""
        self.worlds.public(
            f"lists of {stage}: {during}, after the event {after}",
            lambda w: publish(w.desk, w.made, stage, during, after),
        )

    def members(self, numbers: Sequence[int]) -> None:
        """The organizer sets who is in the playoff."""
        self.worlds.public(
            f"in the playoff: {numbers}",
            lambda w: set_members(w.desk, w.made.as_account("organizer"), w.made.slug, "playoff", numbers, reason=WHY),
        )

    def event(self, to: str) -> None:
        """The organizer ends the event, opens it again, calls it off, or restores it."""

        def became(world: World) -> None:
            who = world.made.as_account("organizer")
            event_states.become(world.desk, who, world.made.slug, to, reason=WHY, confirmed=True)

        self.worlds.public(f"the event becomes {to}", became)

    def names(self, mode: str) -> None:
        """The organizer sets how players are named."""

        def changed(world: World) -> None:
            patch = SettingsPatch(names_shown=mode)
            change_settings(world.desk, world.made.as_account("organizer"), world.made.slug, patch, reason=WHY)

        self.worlds.public(f"names are shown as {mode}", changed)

    def stream(self, number: int, word: str) -> None:
        """A player agrees to be shown on a stream, or does not."""

        def edited(world: World) -> None:
            who = world.made.as_account("scorekeeper")
            edit_entry(EditEntry(who, world.made.slug, number, Given(stream_ok=word)), world.desk)

        self.worlds.public(f"{number} on the stream: {word}", edited)

    def rank(self) -> None:
        """Standings come in."""
        self.worlds.public(
            "standings", lambda w: stand(w.desk, w.made, {n: 9 - n for n in range(1, 9)}, round=3 + self.step)
        )

    def draw(self) -> None:
        """Tables of the next round are drawn for deck checks, by pairings that name everybody."""
        number = self.step + 1

        def drawn(world: World) -> None:
            pair(world.desk, world.made, number, [(1, 2), (3, 4), (5, 6), (7, 8)])
            order = DrawTables(world.made.as_account("judge"), world.made.slug, number, 2, f"seed-{number}")
            draw_tables(order, world.desk)

        self.worlds.public(f"a draw of round {number}", drawn)

    def look(self, slices: Sequence[int]) -> list[str]:
        """Where the answers to those who may not see the lists that differ are not the same."""
        app = self.worlds.first.app
        with app.app_context():
            ledger().forget()
        blind = {who: not may_see(self.worlds, who) for who in {q.who for q in questions(app, slices, self.step)}}
        asked = [question for question in questions(app, slices, self.step) if blind[question.who]]
        self.step += 1
        return differences(self.worlds, asked, self.marks)


def _has_closed(world: World, number: int, least: int) -> bool:
    """Whether a list for Swiss can be handed in by staff: late where none was sent, else as a correction."""
    row = world.row(number, "swiss")
    if row is None or world.stage("swiss").state != "locked" or world.state() != "on":
        return False
    return row.state in {"closed", "accepted"} and bool(row.current or row.accepted) == bool(least)
