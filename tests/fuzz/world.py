"""Five events in which every route finds something: a playoff, lists being taken, a deck check, sealed pools, teams."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

from flask import Flask

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_token_secret
from deckcheck.app.session import reading
from deckcheck.lists.editor import SaveDraft, save_draft
from deckcheck.store.models import Stage, Token, Webhook
from deckcheck.store.states import After, During, StageState
from deckcheck.web import create_app
from tests.databases import beside, on_server
from tests.deck_checks import begin, pair, stand
from tests.desks import Clock, desk_on
from tests.events import DEADLINE, Made, make_event
from tests.limits import NO_LIMIT
from tests.pools import by_hand, counts, hand_over, sealed_event
from tests.registrations import LEGAL, OTHER, UNDECIDED, send

STAFF: Final = {"K": "scorekeeper", "J": "judge", "H": "head-judge", "O": "organizer"}
TOKENS: Final = {"token O": "organizer", "token J": "judge", "token K": "desk", "token overlay": "overlay"}
PROGRAMS: Final = (*TOKENS, "link own")
ROLES: Final = ("stranger", "own", "team", *STAFF, *PROGRAMS)
"""Who asks: nobody, a player by their link, a team by its link, the staff, and programs with a token or a link."""
NOT_THERE: Final = "0190f3c2-0000-7000-8000-000000000000"
JOIN_CODE: Final = "LARK-2841"
"""What leads to the event that takes lists."""
KEY: Final = "key-of-a-list-that-was-sent"
LATER: Final = DEADLINE + timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Scene:
    """An event, what stands for the parts of an address in it, and the ways in to it."""

    made: Made
    values: dict[str, str]
    cookies: dict[str, str]
    bearers: dict[str, str]


@dataclass(slots=True)
class FuzzWorld:
    """The application on a database that is put back whenever an answer changed it."""

    desk: App
    app: Flask
    put_back: Callable[[], None]
    scenes: dict[str, Scene] = field(default_factory=dict)


def make_scenes(desk: App, clock: Clock) -> dict[str, Scene]:
    """Every event, with a sign-in for each of its roles."""
    playoff = make_event(desk, players=4, level="competitive", playoff=True)
    _send_all(desk, playoff)
    taking = make_event(desk, slug="taking-open", name="Taking Open", join_code=JOIN_CODE, deadline=LATER, players=4)
    send(taking, desk, UNDECIDED, key=KEY)
    save_draft(SaveDraft(taking.as_person(0), taking.slug, 1, "swiss", LEGAL, None), desk)
    checked = make_event(desk, slug="checked-open", name="Checked Open", join_code=None, players=4)
    _send_all(desk, checked)
    sealed = sealed_event(desk, slug="sealed-open", name="Sealed Open", join_code=None, players=4, deadline=LATER)
    by_hand(desk, sealed, (1, 2), (2, 1), (3, 4))
    counts(desk, sealed, 1)
    counts(desk, sealed, 2, by=1)
    hand_over(desk, sealed, 2, None, by=1)
    teams = make_event(desk, slug="team-open", name="Team Open", join_code=None, players=6, team_size=3, deadline=LATER)
    clock.set(DEADLINE + timedelta(minutes=5))
    for made in (playoff, checked):
        with reading(desk, STRANGER, made.slug):
            pass
    _go_on(desk, playoff, checked)
    pair(desk, checked, 1, [(1, 2), (3, 4)])
    stand(desk, checked, 1, [3, 3, 0, 0])
    uid = begin(checked, desk).head.uid
    return {
        "playoff": _scene(desk, playoff, stage="playoff", seal="1"),
        "taking": _scene(desk, taking, key=KEY),
        "checked": _scene(desk, checked, uid=uid, seal="1"),
        "sealed": _scene(desk, sealed),
        "teams": _scene(desk, teams),
    }


def _send_all(desk: App, made: Made) -> None:
    for place in range(4):
        send(made, desk, OTHER if place % 2 else LEGAL, who=made.as_person(place), number=place + 1)


def _go_on(desk: App, playoff: Made, checked: Made) -> None:
    """The first stage of both has begun; the playoff plays its lists and shows them."""
    now = desk.now()
    with desk.store.write() as session:
        for made in (playoff, checked):
            swiss = session.get(Stage, made.stages["swiss"])
            assert swiss is not None
            swiss.begun_at = now
        top = session.get(Stage, playoff.stages["playoff"])
        assert top is not None
        top.lists_from, top.state, top.begun_at = playoff.stages["swiss"], StageState.LOCKED, now
        top.during, top.after = During.ALL, After.ALL
        top.seen_at = now


def _scene(desk: App, made: Made, **values: str) -> Scene:
    now = desk.now()
    known = {"slug": made.slug, "number": "1", "stage": "swiss", "seal": "1", "kind": "txt", "key": NOT_THERE}
    known["code"] = JOIN_CODE
    known |= {"account": made.accounts["judge"], "to": "completed", "secret": made.links[1], "uid": NOT_THERE}
    with desk.store.write() as session:
        subjects = {letter: ("account", made.accounts[role]) for letter, role in STAFF.items()}
        subjects["own"] = ("person", made.persons[0])
        if made.teams:
            subjects["team"] = ("team", made.teams[0])
        cookies = {who: start(session, kind, uid, now, Browser()) for who, (kind, uid) in subjects.items()}
        bearers = {"link own": made.links[0]}
        for who, role in TOKENS.items():
            bearers[who] = new_token_secret()
            token = Token(
                hash=hash_of(bearers[who]),
                prefix=bearers[who][:10],
                event=made.uid,
                role=role,
                label=who,
                by="sys",
                made_at=now,
                until=now + timedelta(days=300),
            )
            session.add(token)
        session.flush()
        hook = Webhook(event=made.uid, url="https://127.0.0.1/hook", acts=["submitted"], nonce="n", by="sys", at=now)
        session.add(hook)
        session.flush()
        known |= {"token": token.uid, "webhook": hook.uid}
    return Scene(made, known | values, cookies, bearers)


def world_on_sqlite(folder: Path, migrated: Path) -> FuzzWorld:
    """The world in a file."""
    file, kept = folder / "deckcheck.db", folder / "kept.db"
    shutil.copyfile(migrated, file)
    clock = Clock()
    desk = desk_on(f"sqlite:///{file}", clock, folder)
    scenes = make_scenes(desk, clock)
    desk.store.close()
    shutil.copyfile(file, kept)
    log = file.with_name(file.name + "-wal")

    def put_back() -> None:
        if log.exists() and log.stat().st_size:
            desk.store.close()
            for end in ("-wal", "-shm"):
                file.with_name(file.name + end).unlink(missing_ok=True)
            shutil.copyfile(kept, file)

    return FuzzWorld(desk, an_app(desk), put_back, scenes)


def world_on_postgres(folder: Path, url: str) -> FuzzWorld:
    """The world in a database of a server, with a copy beside it to take it back from."""
    clock = Clock()
    desk = desk_on(url, clock, folder)
    scenes = make_scenes(desk, clock)
    desk.store.close()
    name = url.partition("?")[0].rpartition("/")[2]
    server = beside(url, "postgres")
    on_server(server, f"CREATE DATABASE {name}_kept TEMPLATE {name}")
    seen = [_writes(desk)]

    def put_back() -> None:
        if _writes(desk) != seen[0]:
            desk.store.close()
            on_server(server, f"DROP DATABASE {name} WITH (FORCE)")
            on_server(server, f"CREATE DATABASE {name} TEMPLATE {name}_kept")
            seen[0] = _writes(desk)

    return FuzzWorld(desk, an_app(desk), put_back, scenes)


def an_app(desk: App) -> Flask:
    """The application, at which nobody is asked to wait: what is looked for lies behind that."""
    app = create_app(desk.settings, desk)
    app.config.update(CHECK_WORK=NO_LIMIT, OWN_CHECK_WORK=NO_LIMIT)
    return app


def _writes(desk: App) -> str:
    """How many transactions have written so far at the server."""
    with desk.store.read() as session:
        found = session.connection().exec_driver_sql("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
        return str(found.scalar())
