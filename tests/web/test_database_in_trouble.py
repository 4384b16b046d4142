"""A database in trouble: every answer is 503 with a time to come again, nothing typed is lost, nothing counts twice."""

from __future__ import annotations

import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from werkzeug.test import TestResponse

from deckcheck.app.context import App
from deckcheck.store.engine import leaves_open, passes
from deckcheck.store.models import Instance
from deckcheck.store.store import Busy, Store, Unsure
from deckcheck.web import create_app
from tests.databases import Cluster, fresh_database, on_server, own_cluster
from tests.desks import Clock, desk_on
from tests.doors import a_link
from tests.events import make_event
from tests.registrations import LEGAL, rows_of
from tests.web.pages import Page
from tests.web.test_organizer_pages import typed
from tests.web.visitors import player, sign_in_as, visitor

NAME = "trouble"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with own_cluster() as one:
        yield one


@pytest.fixture
def url(cluster: Cluster) -> Iterator[str]:
    yield fresh_database(cluster.address, NAME)
    on_server(cluster.address, f"DROP DATABASE {NAME} WITH (FORCE)")


@pytest.fixture
def desk(url: str, clock: Clock, tmp_path: Path) -> Iterator[App]:
    one = desk_on(url, clock, tmp_path)
    yield one
    one.store.close()


def told_to_wait(answer: TestResponse) -> bool:
    return answer.status_code == 503 and 1 <= int(answer.headers.get("Retry-After", "0")) <= 60


def send(client: FlaskClient, fields: dict[str, str], **more: Any) -> TestResponse:
    return client.post("/e/northern-open/my/send", data=fields, content_type="multipart/form-data", **more)


def fields_of(client: FlaskClient) -> dict[str, str]:
    """The fields of a player's own page, with a list typed into it."""
    return {**Page(client.get("/e/northern-open/my")).fields(), "text": LEGAL}


def test_while_the_server_is_away_everything_waits_and_then_the_first_request_works(
    desk: App, cluster: Cluster
) -> None:
    made, app = make_event(desk), create_app(desk.settings, desk)
    ada, staff = player(app, desk, made.entries[0]), visitor(app)
    bearer = {"Authorization": f"Bearer {a_link(desk, made.entries[0])}"}
    fields = fields_of(ada)
    cluster.stop()
    try:
        pages = [ada.get("/e/northern-open/my"), ada.get("/me"), ada.get("/events")]
        pages += [staff.get("/e/northern-open"), staff.post("/join", data={"code": "KITE-4719"})]
        assert all(told_to_wait(page) for page in pages)
        assert all("Back in a minute" in page.text for page in pages)
        live = ada.post("/e/northern-open/my", data=fields, headers={"HX-Request": "true"})
        assert told_to_wait(live)
        assert live.text == "Back in a minute. Lists already submitted are safe. What you typed is kept in this tab."
        told = [app.test_client().get("/api/v1/e/northern-open", headers=bearer)]
        keyed = {**bearer, "Idempotency-Key": "0123456789abcdef"}
        told.append(
            app.test_client().post("/api/v1/e/northern-open/entries/1/submissions", json={"text": LEGAL}, headers=keyed)
        )
        assert all(told_to_wait(one) for one in told)
        assert {(one.mimetype, one.json["code"]) for one in told if one.json} == {("application/problem+json", "busy")}
        kept = send(ada, fields)
        assert told_to_wait(kept)
        assert ada.get("/livez").status_code == 200
        assert ada.get("/readyz").status_code == 503
    finally:
        cluster.start()
    page = Page(kept)
    assert page.list_text == LEGAL
    again = next(e for e in page.all if e.tag == "form" and e.attrs.get("method") == "post")
    resent = {e.attrs["name"]: e.attrs["value"] for e in again.inside if e.tag == "input"}
    assert "List submitted" in send(ada, {**resent, "text": LEGAL}, follow_redirects=True).text
    assert "List submitted" in send(ada, {**resent, "text": LEGAL}, follow_redirects=True).text
    assert len(rows_of(desk)) == 1
    assert ada.get("/readyz").status_code == 200


def test_connections_that_were_cut_while_nobody_used_them_fail_no_request(desk: App, cluster: Cluster) -> None:
    make_event(desk)
    client = visitor(create_app(desk.settings, desk))
    assert client.get("/e/northern-open").status_code == 200
    cluster.stop()
    cluster.start()
    assert client.get("/e/northern-open").status_code == 200


def cut(cluster: Cluster) -> None:
    """Break every connection to the database, as a server that stops does."""
    on_server(cluster.address, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{NAME}'")


def test_a_write_that_is_cut_in_the_middle_changes_nothing(desk: App, cluster: Cluster) -> None:
    def write() -> None:
        with desk.store.write() as session:
            session.add(Instance(name="half", value="1"))
            session.flush()
            cut(cluster)
            session.add(Instance(name="other half", value="1"))

    with pytest.raises(Busy) as raised:
        write()
    assert not isinstance(raised.value, Unsure)
    with desk.store.read() as session:
        assert session.get(Instance, "half") is None
        cut(cluster)
        with pytest.raises(Busy), desk.store.read() as other:
            other.connection().exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")


class LosingAnswers:
    """A way to the server on which the answer to the first COMMIT after a list was written is lost."""

    def __init__(self, cluster: Cluster) -> None:
        self.folder = cluster.address.partition("host=")[2]
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.lost = threading.Event()
        self.ends: list[socket.socket] = []
        port = self.listener.getsockname()[1]
        self.address = f"postgresql://postgres:@127.0.0.1:{port}/{NAME}?sslmode=disable&gssencmode=disable"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                self.ends += [client, server]
                server.connect(f"{self.folder}/.s.PGSQL.5432")
                state: set[str] = set()
                threading.Thread(target=self._ask, args=(client, server, state), daemon=True).start()
                threading.Thread(target=self._answer, args=(server, client, state), daemon=True).start()

    def close(self) -> None:
        """Close every end of it; whoever reads from one is through with that."""
        self.listener.close()
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _ask(self, client: socket.socket, server: socket.socket, state: set[str]) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if b"INSERT INTO submissions" in data:
                    state.add("wrote")
                if b"COMMIT" in data and "wrote" in state and not self.lost.is_set():
                    state.add("cut")
                server.sendall(data)

    def _answer(self, server: socket.socket, client: socket.socket, state: set[str]) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if "cut" in state:
                    self.lost.set()
                    for end in (client, server):
                        end.shutdown(socket.SHUT_RDWR)
                client.sendall(data)


def test_a_list_whose_answer_was_lost_is_told_so_and_counts_once(
    desk: App, cluster: Cluster, clock: Clock, tmp_path: Path
) -> None:
    made = make_event(desk)
    fields = fields_of(player(create_app(desk.settings, desk), desk, made.entries[0]))
    way = LosingAnswers(cluster)
    behind = desk_on(way.address, clock, tmp_path)
    ada = player(create_app(behind.settings, behind), desk, made.entries[0])
    answer = send(ada, fields)
    assert way.lost.is_set()
    assert told_to_wait(answer)
    assert "before we knew whether this was saved. Send it again: it counts only once." in answer.text
    assert Page(answer).list_text == LEGAL
    assert len(rows_of(desk)) == 1
    assert "List submitted" in send(ada, fields, follow_redirects=True).text
    behind.store.close()
    way.close()
    assert len(rows_of(desk)) == 1


def test_no_connection_free_and_a_lock_that_stays_are_told_alike(
    desk: App, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_event(desk)
    monkeypatch.setattr("deckcheck.store.engine.WAIT_MS", 300)
    store = Store(desk.settings.database_url)
    client = visitor(create_app(desk.settings, replace(desk, open_store=lambda: store)))
    engine = create_engine(desk.settings.database_url.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.begin() as other:
        other.execute(text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
        assert told_to_wait(client.get("/e/northern-open"))
    assert client.get("/e/northern-open").status_code == 200
    store.close()
    on_server(cluster.address, f"ALTER DATABASE {NAME} ALLOW_CONNECTIONS false")
    assert told_to_wait(client.get("/e/northern-open"))
    on_server(cluster.address, f"ALTER DATABASE {NAME} ALLOW_CONNECTIONS true")
    assert client.get("/e/northern-open").status_code == 200
    store.close()
    engine.dispose()


def test_a_full_disk_and_a_writer_that_stays_are_told_alike(
    sqlite_url: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckcheck.store.engine.PRAGMAS", ("busy_timeout=200", "journal_mode=WAL", "foreign_keys=ON"))
    monkeypatch.setattr("deckcheck.store.engine.WAIT_MS", 200)
    desk = desk_on(sqlite_url, clock, tmp_path)
    made = make_event(desk)
    ada = player(create_app(desk.settings, desk), desk, made.entries[0])
    fields = fields_of(ada)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert told_to_wait(send(ada, fields))
        assert ada.get("/e/northern-open").status_code == 200
    full: list[bool] = [True]

    @event.listens_for(desk.store.engine, "begin")
    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages if full else 10**9}")

    answer = send(ada, fields)
    assert told_to_wait(answer)
    assert Page(answer).list_text.startswith(LEGAL)
    full.clear()
    assert rows_of(desk) == {}
    assert "List submitted" in send(ada, fields, follow_redirects=True).text
    desk.store.close()


def raised_by(statement: str, file: Path) -> DBAPIError:
    """What SQLAlchemy makes of a fault of the driver's."""
    store = Store(f"sqlite:///{file}")
    try:
        with store.engine.connect() as connection:
            connection.exec_driver_sql(statement)
    except DBAPIError as error:
        return error
    finally:
        store.close()
    raise AssertionError(statement)


def test_a_statement_that_is_wrong_is_a_fault_of_ours_and_a_spoilt_file_is_none(tmp_path: Path) -> None:
    ours = raised_by("SELECT * FROM nowhere", tmp_path / "new.db")
    assert (passes(ours), leaves_open(ours)) == (False, False)
    (tmp_path / "text.db").write_text("4 Lightning Bolt\n" * 100)
    spoilt = raised_by("SELECT 1", tmp_path / "text.db")
    assert (passes(spoilt), leaves_open(spoilt)) == (True, False)


def test_an_act_of_the_staffs_comes_back_with_its_words(one_desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_event(one_desk)
    rosa = sign_in_as(create_app(one_desk.settings, one_desk), one_desk, made.accounts["organizer"])
    page = "/e/northern-open/settings"
    form = next(e for e in Page(rosa.get(page)).all if e.tag == "form" and e.attrs.get("action") == page)
    sent = {**typed(form), "name": "Northern Open 2026", "reason": "a better name"}

    def busy(_store: Store) -> None:
        raise Busy("full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", busy)
        answer = rosa.post(page, data=sent)
        secret = rosa.post("/sign-in", data={"mail": "a b@example.org", "password": "correct horse"})
    assert told_to_wait(answer)
    assert "a better name" in answer.text
    assert f'action="{page}"' in answer.text
    assert told_to_wait(secret)
    assert "correct horse" not in secret.text
