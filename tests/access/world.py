"""An event with everybody who may come to it, in each state of publication, and a way in for each of them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_token_secret
from deckcheck.app.session import reading
from deckcheck.store.models import Account, Entry, Stage, StageMember, Token
from deckcheck.store.states import After, During, EntryState, StageState
from deckcheck.web import create_app
from deckcheck.web.limits import ledger
from tests.databases import PutBack
from tests.desks import Clock, desk_on
from tests.events import DEADLINE, Made, make_event
from tests.registrations import OTHER, send
from tests.web.visitors import visitor, with_sign_in

PUBLISHED: Final = {"c": ("closed", "all"), "s": ("stage", "all"), "a": ("all", "all")}
SECRET_CARD: Final = "Wild Ride"
"""A card of the lists that are sent, which no answer to somebody without the right may hold."""
PLAYER: Final = "Okonkwo"
"""Whose list it is."""

PEOPLE: Final = {
    "stranger": "stranger",
    "nobody": "nobody",
    "elsewhere": "elsewhere",
    "player elsewhere": "stranger",
    "other": "other",
    "dropped": "dropped",
    "same": "same",
    "own": "own",
    "K": "K",
    "J": "J",
    "H": "H",
    "O": "O",
}
"""Everybody with a browser, and the column of the table that says what they may."""
PROGRAMS: Final = {
    "token O": "tok-O",
    "token J": "tok-J",
    "token K": "tok-K",
    "token overlay": "overlay",
    "token elsewhere": "tok-else",
    "link own": "own",
    "link same": "same",
    "link other": "other",
}
"""Everybody who comes to the API with a bearer, and their column."""
ROLE_LETTERS: Final = {"K": "scorekeeper", "J": "judge", "H": "head-judge", "O": "organizer"}
TOKENS: Final = {"token O": "organizer", "token J": "judge", "token K": "desk", "token overlay": "overlay"}


@dataclass(slots=True)
class World:
    """One state of publication. Before each request the database is put back, so that no act tells on another."""

    desk: App
    app: Flask
    made: Made
    database: PutBack
    kept: Path
    cookies: dict[str, str]
    bearers: dict[str, str]

    def put_back(self) -> None:
        """The database as it was."""
        self.database.to(self.kept)

    def ask(self, who: str, method: str, path: str, **body: Any) -> TestResponse:
        """The answer that somebody gets."""
        with self.app.app_context():
            ledger().forget()
        client, headers = self.client(who), {}
        if who in self.bearers:
            headers["Authorization"] = f"Bearer {self.bearers[who]}"
        if version := body.pop("version", None):
            headers["If-Match"] = version
        return client.open(path, method=method, headers=headers, **body)

    def client(self, who: str) -> FlaskClient:
        """The browser of somebody, or a program's."""
        secret = self.cookies.get(who)
        return with_sign_in(self.app, secret) if secret else visitor(self.app)


def make_world(folder: Path, migrated: Path, published: str) -> World:
    """Swiss is over and closed; its lists are played in the playoff, which is shown as `published` says.

    Entry 1 is asked about. Entry 2 is in the playoff too, 3 only in Swiss, 4 dropped out of the playoff.
    """
    file, kept = folder / "deckcheck.db", folder / "kept.db"
    shutil.copyfile(migrated, file)
    clock = Clock()
    desk = desk_on(f"sqlite:///{file}", clock, folder)
    made = make_event(desk, players=5, level="competitive", playoff=True)
    _send_lists(desk, made)
    clock.set(DEADLINE + timedelta(minutes=5))
    with reading(desk, STRANGER, made.slug):
        pass
    _begin_playoff(desk, made, published)
    elsewhere = make_event(desk, players=1, slug="southern-open", name="Southern Open", join_code=None)
    world = World(
        desk=desk,
        app=create_app(desk.settings, desk),
        made=made,
        database=PutBack(file, desk.store),
        kept=kept,
        cookies=cookies_of(desk, made, elsewhere),
        bearers=bearers_of(desk, made, elsewhere),
    )
    desk.store.close()
    shutil.copyfile(file, kept)
    return world


def _send_lists(desk: App, made: Made) -> None:
    for place in range(5):
        send(made, desk, "60 Island" if place else OTHER, who=made.as_person(place), number=place + 1)


def _begin_playoff(desk: App, made: Made, published: str) -> None:
    during, after = PUBLISHED[published]
    now = desk.now()
    with desk.store.write() as session:
        swiss, playoff = (session.get(Stage, made.stages[slug]) for slug in ("swiss", "playoff"))
        assert swiss is not None
        assert playoff is not None
        swiss.begun_at, swiss.during, swiss.after = now, During.CLOSED, After.CLOSED
        playoff.lists_from, playoff.state, playoff.begun_at = swiss.uid, StageState.LOCKED, now
        playoff.during, playoff.after = During(during), After(after)
        playoff.seen_at = None if published == "c" else now
        session.add(StageMember(stage=playoff.uid, entry=made.entries[3], from_at=now))
        dropped = session.get(Entry, made.entries[3])
        assert dropped is not None
        dropped.state = EntryState.DROPPED


def cookies_of(desk: App, made: Made, elsewhere: Made) -> dict[str, str]:
    """The sign-ins of everybody with a browser."""
    accounts = {letter: made.accounts[role] for letter, role in ROLE_LETTERS.items()}
    accounts["elsewhere"] = elsewhere.accounts["judge"]
    people = {
        "own": made.persons[0],
        "same": made.persons[1],
        "other": made.persons[2],
        "dropped": made.persons[3],
        "player elsewhere": elsewhere.persons[0],
    }
    now = desk.now()
    with desk.store.write() as session:
        nobody = Account(mail="nobody@example.org", name="Nils Ek", made_at=now)
        session.add(nobody)
        session.flush()
        accounts["nobody"] = nobody.uid
        found = {}
        for kind, subjects in (("account", accounts), ("person", people)):
            for who, uid in subjects.items():
                found[who] = start(session, kind, uid, now, Browser())
    return found


def bearers_of(desk: App, made: Made, elsewhere: Made) -> dict[str, str]:
    """The links and tokens of everybody who comes to the API with one."""
    found = {"link own": made.links[0], "link same": made.links[1], "link other": made.links[2]}
    now = desk.now()
    wanted = {**{who: (made.uid, role) for who, role in TOKENS.items()}, "token elsewhere": (elsewhere.uid, "judge")}
    with desk.store.write() as session:
        for who, (event, role) in wanted.items():
            found[who] = new_token_secret()
            session.add(
                Token(
                    hash=hash_of(found[who]),
                    prefix=found[who][:10],
                    event=event,
                    role=role,
                    label=who,
                    by="sys",
                    made_at=now,
                    until=now + timedelta(days=365),
                )
            )
    return found
