"""Two events in one database that share players, and all that the second one has: nothing done in the first moves it.

Whoever plays both is one person in both by their own doing (entry 1), or only has the same name and address (entry 2).
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
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
from deckcheck.app.session import changing
from deckcheck.app.webhooks import add_webhook
from deckcheck.lists.editor import SaveDraft, save_draft
from deckcheck.roster.entry_links import end_links, mail_links
from deckcheck.roster.join import Join, join
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, edit_entry
from deckcheck.settings import Mail
from deckcheck.store.models import Account, Base, Grant, Token
from deckcheck.web import create_app
from deckcheck.web.limits import ledger
from tests.databases import PutBack
from tests.desks import Clock, desk_on
from tests.events import DEADLINE, Made, make_event
from tests.published_events import complete
from tests.registrations import LEGAL, accept, send
from tests.web.visitors import visitor, with_sign_in

HERE: Final = "northern-open"
THERE: Final = "southern-open"
TITLE: Final = "Southern Open"
SHARED: Final = Given(last="Dahl", first="Per", mail="per@example.org")
"""Who is in both events under the same name and address."""
ONLY_THERE: Final = "Quillfeather"
MARKS: Final = (ONLY_THERE, "only-there@example.net", "Shivan Fire", "Sarn Vale", "secret-there@example.net")
"""What only the other event knows: a name, addresses, a card of its lists, a name that the shared player has there."""
LIST_THERE: Final = LEGAL.replace("Wild Ride", "Shivan Fire")
STAFF: Final = {"K": "scorekeeper", "J": "judge", "H": "head-judge", "O": "organizer"}
TOKENS: Final = {"token O": "organizer", "token J": "judge", "token K": "desk", "token overlay": "overlay"}
BROWSERS: Final = ("stranger", "nobody", "own", "same", "K", "J", "H", "O", "dismissed")
BEARERS: Final = ("link own", *TOKENS)
PLAYERS_PAGES: Final = ("my", "my/list", "lists")
_OFFERED: Final = re.compile(r"<details[^>]*><summary>Use a list from an earlier event.*?</details>", re.DOTALL)
_FRESH: Final = re.compile(r'(name="(?:key|tab)"[^>]* value=")[0-9a-f-]{36}"')
"""Made new with each form."""
_SECRET: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:/r/([A-Za-z0-9]{22})|(dkc_[A-Za-z0-9]{43})|([A-Za-z0-9]{22}))(?![A-Za-z0-9])"
)
"""What looks like a link's secret or a token."""


Rows = dict[str, list[tuple[object, ...]]]


@dataclass(slots=True)
class Across:
    """The event in which things are done (`made`) and the one that they must not touch (`there`)."""

    desk: App
    app: Flask
    made: Made
    there: Made
    file: Path
    kept: Path
    cookies: dict[str, str]
    bearers: dict[str, str]
    rows: Rows = field(default_factory=dict)
    pages: list[tuple[int, str]] = field(default_factory=list)
    database: PutBack = field(init=False)

    def __post_init__(self) -> None:
        self.database = PutBack(self.file, self.desk.store)

    def put_back(self) -> None:
        """The database as it was; nothing is done where nothing was written since."""
        self.database.to(self.kept)

    def is_written(self) -> bool:
        """Whether anything was written to the database since it was put back."""
        return self.database.is_written()

    def client(self, who: str) -> FlaskClient:
        """The browser of somebody, or a program's."""
        secret = self.cookies.get(who)
        return with_sign_in(self.app, secret) if secret else visitor(self.app)

    def ask(self, who: str, method: str, path: str, **body: Any) -> TestResponse:
        """The answer that somebody gets."""
        with self.app.app_context():
            ledger().forget()
        headers = {"Authorization": f"Bearer {self.bearers[who]}"} if who in self.bearers else {}
        if version := body.pop("version", None):
            headers["If-Match"] = version
        return self.client(who).open(path, method=method, headers=headers, **body)

    def all_there(self) -> Rows:
        """Every row of the other event, of its people, staff and programs, with all columns."""
        with closing(sqlite3.connect(self.file)) as raw:
            return {name: sorted(rows, key=repr) for name, rows in _belonging(raw, self.there)}

    def version_here(self, number: int) -> str:
        """The version of an entry in the event in which things are done."""
        with closing(sqlite3.connect(self.kept)) as raw:
            found = raw.execute(
                "SELECT version FROM entries WHERE event = ? AND number = ?", (self.made.uid, number)
            ).fetchone()
        return str(found[0])

    def digest(self, text: str) -> str:
        """What the page of an import shows before anything is changed."""
        self.put_back()
        path = f"/api/v1/e/{HERE}/entries/import"
        told = self.ask("O", "POST", path, json={"text": text}).get_json()
        return str(told.get("digest", ""))

    def acts_here(self) -> int:
        """How many acts the audit has of the event in which things are done, and of the installation."""
        with closing(sqlite3.connect(self.file)) as raw:
            events = raw.execute("SELECT event FROM audit").fetchall()
        return sum(event != self.there.uid for (event,) in events)

    def pages_there(self, who: str = "own") -> list[tuple[int, str]]:
        """What a player of both finds at the other event, but for their own lists of this one that it offers."""
        answers = (self.ask(who, "GET", f"/e/{THERE}/{page}") for page in PLAYERS_PAGES)
        return [(a.status_code, _FRESH.sub(r'\1"', _OFFERED.sub("", text_of(a)))) for a in answers]

    def can_send_there(self, who: str) -> bool:
        """Whether a player sends a list at the other event, as before."""
        path = f"/api/v1/e/{THERE}/entries/{1 if 'own' in who else 2}/submissions"
        return self.ask(who, "POST", path, json={"text": LEGAL}).status_code in {200, 201}


def _belonging(raw: sqlite3.Connection, there: Made) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
    """The rows of each table that are the event's own, or of somebody who is in it or works for it."""
    own = {"event": {there.uid}}
    tables = {table.name: [column.name for column in table.columns] for table in Base.metadata.sorted_tables}
    own["stage"] = _keys(raw, "stages", own)
    own["entry"] = _keys(raw, "entries", own)
    own["person"] = set(there.persons)
    own["account"] = set(there.accounts.values())
    own["subject"] = own["person"] | own["account"]
    for name, key in (("lists", "list"), ("submissions", "submission"), ("pools", "pool"), ("deck_checks", "check")):
        own[key] = _keys(raw, name, own, tables[name])
    for name, columns in tables.items():
        by = [column for column in columns if column in own]
        if name in {"people", "accounts", "events"}:
            key = {"people": "person", "accounts": "account", "events": "event"}[name]
            yield name, _of(raw, name, {"uid": own[key]})
        elif name == "outbox":
            yield name, [row for row in _of(raw, name, {}) if there.uid in row or any(TITLE in str(v) for v in row)]
        elif "event" in by:
            yield name, _of(raw, name, {"event": own["event"]})
        elif by:
            yield name, _of(raw, name, {column: own[column] for column in by})


def _keys(raw: sqlite3.Connection, table: str, own: dict[str, set[str]], columns: list[str] | None = None) -> set[str]:
    by = [column for column in columns or ["event"] if column in own]
    rows = raw.execute(f"SELECT uid, {by[0]} FROM {table}")
    return {uid for uid, owner in rows if owner in own[by[0]]}


def _of(raw: sqlite3.Connection, table: str, own: dict[str, set[str]]) -> list[tuple[object, ...]]:
    found = raw.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in found.description]
    places = {names.index(column): keys for column, keys in own.items()}
    return [row for row in found if not places or any(row[place] in keys for place, keys in places.items())]


def text_of(answer: TestResponse) -> str:
    """All that an answer tells, as text."""
    return answer.get_data().decode("utf-8", "replace")


def secrets_in(answer: TestResponse) -> set[str]:
    """Everything in an answer that could open something."""
    text = text_of(answer) + answer.headers.get("Location", "")
    return {next(filter(None, found)) for found in _SECRET.findall(text)}


def make_across(folder: Path, migrated: Path, *, over: bool = False) -> Across:
    """Both events while lists are taken; three of the other event's lists are in, one of them accepted.

    `over`: the event in which things are done has ended, so that people can be forgotten there.
    """
    file, kept = folder / "deckcheck.db", folder / "kept.db"
    shutil.copyfile(migrated, file)
    clock = Clock()
    desk = desk_on(f"sqlite:///{file}", clock, folder)
    settings = replace(desk.settings, address="http://localhost", mail=Mail("smtp.example.org", sender="x@example.org"))
    desk = replace(desk, settings=settings)
    made = make_event(desk, players=5, level="competitive", playoff=True)
    there = make_event(
        desk,
        players=4,
        slug=THERE,
        name=TITLE,
        join_code="FERN-2222",
        deadline=DEADLINE + timedelta(hours=3),
        level="competitive",
        playoff=True,
        persons=made.persons[:1],
    )
    _furnish(desk, made, there)
    if over:
        clock.set(DEADLINE + timedelta(minutes=5))
        complete(desk, made)
    world = Across(
        desk=desk,
        app=create_app(desk.settings, desk),
        made=made,
        there=there,
        file=file,
        kept=kept,
        cookies=_cookies(desk, made, there),
        bearers=_bearers(desk, made, there),
    )
    desk.store.close()
    shutil.copyfile(file, kept)
    world.rows, world.pages = world.all_there(), world.pages_there()
    return world


def _furnish(desk: App, made: Made, there: Made) -> None:
    """Names, addresses, lists, drafts, letters and a webhook of the other event, and a few of this one's."""
    for event in (made, there):
        edit_entry(EditEntry(event.as_account("organizer"), event.slug, 2, SHARED), desk)
        edit_entry(EditEntry(event.as_account("organizer"), event.slug, 4, Given(mail="chidi@example.org")), desk)
    end_links(made.as_account("organizer"), HERE, 4, desk)
    join(Join(STRANGER, HERE, "KITE-4719", "Dahl", "Per", "per@example.org", same=True), desk)
    quill = Given(last=ONLY_THERE, first="Sarn Vale", mail="only-there@example.net", stream_ok="yes")
    edit_entry(EditEntry(there.as_account("organizer"), THERE, 3, quill), desk)
    add_entry(AddEntry(there.as_account("organizer"), THERE, Given(last="Ames", mail="secret-there@example.net")), desk)
    for place in range(3):
        send(made, desk, LEGAL, who=made.as_person(place), number=place + 1)
        send(there, desk, LIST_THERE, who=there.as_person(place), number=place + 1)
    accept(there, desk, 3)
    save_draft(SaveDraft(there.as_person(0), THERE, None, "swiss", "1 Shivan Fire", None), desk)
    save_draft(SaveDraft(made.as_person(0), HERE, None, "swiss", "1 Wild Ride", None), desk)
    mail_links(there.as_account("organizer"), THERE, desk)
    with changing(desk, there.as_account("organizer", strong=True), THERE) as work:
        add_webhook(work, "https://192.0.2.1/hook", ("submitted",))


def _cookies(desk: App, made: Made, there: Made) -> dict[str, str]:
    """Sign-ins of all with a browser; the staff here helped at the other event too, until they were let go."""
    now = desk.now()
    accounts = {letter: made.accounts[role] for letter, role in STAFF.items()}
    with desk.store.write() as session:
        for who, name in (("nobody", "Nils Ek"), ("dismissed", "Dora Maas")):
            account = Account(mail=f"{who}@example.org", name=name, may_organize=who == "dismissed", made_at=now)
            session.add(account)
            session.flush()
            accounts[who] = account.uid
        gone = [(made.uid, "organizer", accounts["dismissed"])]
        gone += [(there.uid, role, accounts[letter]) for letter, role in STAFF.items()]
        for event, role, uid in gone:
            session.add(Grant(event=event, account=uid, role=role, by="sys", from_at=now, ended_at=now))
        session.flush()
        found = {who: start(session, "account", uid, now, Browser()) for who, uid in accounts.items()}
        for who, place in (("own", 0), ("same", 1)):
            found[who] = start(session, "person", made.persons[place], now, Browser())
    return found


def _bearers(desk: App, made: Made, there: Made) -> dict[str, str]:
    found = {"link own": made.links[0]}
    found |= {"there own": there.links[0], "there same": there.links[1]}
    now = desk.now()
    with desk.store.write() as session:
        for who, role in TOKENS.items():
            found[who] = new_token_secret()
            token = {"hash": hash_of(found[who]), "prefix": found[who][:10], "event": made.uid, "role": role}
            session.add(Token(**token, label=who, by="sys", made_at=now, until=now + timedelta(days=365)))
    return found
