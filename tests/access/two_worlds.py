"""One event in two worlds that differ in closed lists alone, and the acts by which both go on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from flask import Flask

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.secrets import hash_of
from deckcheck.store.models import Account, DeckList, Event, Stage, StoredSeal, Token
from deckcheck.web import create_app
from tests.desks import Clock, desk_on
from tests.events import Made, make_event
from tests.published_events import inherit
from tests.registrations import LEGAL, OTHER, send

PLAYERS: Final = 8
SECRET: Final = (1, 2, 5, 6, 7)
"""Whose lists may differ; of these the last two send none before the deadline."""
LATE: Final = (6, 7)
KNOWN: Final = (3, 4)
"""Whose lists are the same in both worlds: they are among those who ask."""
ACCOUNTS: Final = ("nobody", "judge elsewhere", "judge")
PERSONS: Final = {
    "player elsewhere": None,
    "player of Swiss": 4,
    "player of the playoff": 3,
    "player without a list": 8,
}
SECRET_KEY: Final = "key-of-a-closed-list"
"""Under which lists that differ are sent, as if somebody had learned it."""


@dataclass(slots=True)
class World:
    """One of the two. `cookies` are the sign-ins of those who come with a browser, `bearers` those of programs."""

    desk: App
    app: Flask
    made: Made
    file: Path
    cookies: dict[str, str]
    bearers: dict[str, str]

    def seals(self) -> int:
        """How many seals the event has."""
        with self.desk.store.read() as session:
            return session.query(StoredSeal).filter_by(event=self.made.uid).count()

    def stage(self, slug: str) -> Stage:
        """A stage as it is now."""
        with self.desk.store.read() as session:
            found = session.get(Stage, self.made.stages[slug])
            assert found is not None
            return found

    def state(self) -> str:
        """The state of the event."""
        with self.desk.store.read() as session:
            found = session.get(Event, self.made.uid)
            assert found is not None
            return found.state

    def row(self, number: int, stage: str) -> DeckList | None:
        """The row of a player's list."""
        with self.desk.store.read() as session:
            wanted = {"entry": self.made.entries[number - 1], "stage": self.made.stages[stage]}
            return session.query(DeckList).filter_by(**wanted).one_or_none()


Do = Callable[[World], object]


@dataclass(slots=True)
class TwoWorlds:
    """Both worlds under one clock. `kept`: how they begin, by whether the playoff has lists of its own."""

    first: World
    second: World
    clock: Clock
    kept: dict[bool, Path]
    began: Any
    own: bool = True
    secret: tuple[str, ...] = ("swiss",)
    history: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[World]:
        yield self.first
        yield self.second

    def begin(self, *, own: bool, secret: tuple[str, ...]) -> None:
        """Put both back to where they are the same; lists of the stages `secret` may differ from here on."""
        self.own, self.secret = own, secret if own else ("swiss",)
        self.history = [f"the playoff has {'its own lists' if own else 'the lists of Swiss'}; closed: {self.secret}"]
        self.clock.set(self.began)
        for world in self:
            world.desk.store.close()
            for end in ("-wal", "-shm"):
                world.file.with_name(world.file.name + end).unlink(missing_ok=True)
            shutil.copyfile(self.kept[own], world.file)

    def public(self, told: str, act: Do) -> None:
        """Something that everybody may notice: it comes to the same in both worlds."""
        outcomes = [_outcome(world, act) for world in self]
        self.history.append(f"{told} ({outcomes[0] or 'done'})")
        assert outcomes[0] == outcomes[1], f"It must not depend on closed lists whether an act goes: {self.history}"
        self.no_seal_more()

    def closed(self, told: str, *acts: Do | None) -> None:
        """Something that happens to a closed list, in each world something else or nothing."""
        done = [_outcome(world, act) or "done" if act else "nothing" for world, act in zip(self, acts, strict=True)]
        self.history.append(f"{told} ({done[0]} | {done[1]})")
        self.no_seal_more()

    def no_seal_more(self) -> None:
        """Seals are public, and when there is a new one too: a history in which they differ shows nothing."""
        counts = [world.seals() for world in self]
        assert counts[0] == counts[1], f"The worlds must have as many seals: {counts} after {self.history}"


def _outcome(world: World, act: Do) -> str:
    """The word of the refusal; empty where it was done."""
    try:
        act(world)
    except Refused as refused:
        return refused.code
    return ""


def make_two_worlds(folder: Path, migrated: Path) -> TwoWorlds:
    """An event of eight and another one, made once: the second world is a copy of the first, to the byte."""
    clock = Clock()
    kept = {own: folder / f"kept_{own}.db" for own in (True, False)}
    worlds = []
    file = folder / "deckcheck.db"
    shutil.copyfile(migrated, file)
    desk = desk_on(f"sqlite:///{file}", clock, folder)
    made, cookies, bearers = _furnish(desk)
    desk.store.close()
    shutil.copyfile(file, kept[True])
    inherit(desk, made)
    desk.store.close()
    shutil.copyfile(file, kept[False])
    for name in ("first", "second"):
        home = folder / name
        home.mkdir()
        path = home / "deckcheck.db"
        here = desk_on(f"sqlite:///{path}", clock, home)
        worlds.append(World(here, create_app(here.settings, here), made, path, cookies, bearers))
    return TwoWorlds(worlds[0], worlds[1], clock=clock, kept=kept, began=clock.at)


def _furnish(desk: App) -> tuple[Made, dict[str, str], dict[str, str]]:
    made = make_event(desk, players=PLAYERS, level="competitive", playoff=True)
    elsewhere = make_event(desk, players=1, slug="southern-open", name="Southern Open", join_code="FOX-1234")
    for number in KNOWN:
        text = LEGAL if number == KNOWN[0] else OTHER
        send(made, desk, text, who=made.as_person(number - 1), number=number, key=f"key-of-{number}")
    return made, _cookies(desk, made, elsewhere), _bearers(desk, made, elsewhere)


def _cookies(desk: App, made: Made, elsewhere: Made) -> dict[str, str]:
    accounts = {"judge": made.accounts["judge"], "judge elsewhere": elsewhere.accounts["judge"]}
    persons = {who: made.persons[number - 1] if number else elsewhere.persons[0] for who, number in PERSONS.items()}
    with desk.store.write() as session:
        nobody = Account(mail="nobody@example.org", name="Nils Ek", made_at=desk.now())
        session.add(nobody)
        session.flush()
        accounts["nobody"] = nobody.uid
        found = {who: start(session, "account", uid, desk.now(), Browser()) for who, uid in accounts.items()}
        return found | {who: start(session, "person", uid, desk.now(), Browser()) for who, uid in persons.items()}


def _bearers(desk: App, made: Made, elsewhere: Made) -> dict[str, str]:
    found = {"link of Swiss": made.links[3]}
    wanted = {"program of another event": (elsewhere.uid, "judge"), "overlay": (made.uid, "overlay")}
    with desk.store.write() as session:
        for who, (event, role) in wanted.items():
            found[who] = "dkc_" + f"{who.replace(' ', ''):x<43}"[:43]
            token = {"hash": hash_of(found[who]), "prefix": found[who][:10], "event": event, "role": role}
            until = desk.now() + timedelta(days=365)
            session.add(Token(**token, label=who, by="sys", made_at=desk.now(), until=until))
    return found
