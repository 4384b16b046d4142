"""Requests that would succeed but for one part, which nobody means to send so, and what is wrong with the answers."""

from __future__ import annotations

import io
import json
import logging
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from random import Random
from typing import Any, Final
from urllib.parse import quote, unquote_to_bytes
from zlib import crc32

from apiflask import APIFlask
from flask import Flask
from werkzeug.exceptions import HTTPException, default_exceptions
from werkzeug.test import run_wsgi_app

from deckcheck.web.cookies import NAME, SIGN_IN
from tests.access.rows import Row, rows
from tests.fuzz.parameters import body_fields, fields_in_source, query_fields, recording
from tests.fuzz.values import BODIES, CONTENT_TYPES, HEADER_VALUES, HEADERS, JSON, PATHS, SHARP, VALUES
from tests.fuzz.world import PROGRAMS, FuzzWorld, Scene

FORM: Final = "application/x-www-form-urlencoded"
GIVEN: Final[tuple[str, ...]] = tuple(
    text for one in default_exceptions.values() if (text := str(one.description or "").split(".")[0])
)
"""How each sentence begins that the framework has for a fault: none of them is ever shown."""
ASKING: Final = {False: ("own", "O"), True: ("link own", "token O")}
"""Who is let in by most routes: by their requests fields are found."""
_PART: Final = re.compile(r"<(?:(\w+):)?(\w+)>")
_WHERE: Final = (
    (r"/checks", ("checked",)),
    (r"/pools?\b", ("sealed",)),
    (r"/my\b|/entries\b|/roster/<", ("taking", "teams", "playoff")),
    (r"<slug>", ("taking", "playoff")),
)


@dataclass(frozen=True, slots=True)
class Case:
    """One request: a route in a scene, somebody who asks, and the part that holds something else."""

    row: Row
    scene: str
    who: str
    part: str
    name: str | tuple[str, ...] = ""
    value: Any = ""

    def in_words(self) -> str:
        """A line to find it again by."""
        return f"{self.row.name} in {self.scene} as {self.who}: {self.part} {self.name!r} = {str(self.value)[:80]!r}"


@dataclass(slots=True)
class Sent:
    """A request as it goes out."""

    method: str
    path: str
    query: str
    body: bytes
    kind: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Got:
    """An answer."""

    status: int
    kind: str
    data: bytes


def scenes_of(row: Row) -> tuple[str, ...]:
    """In which events a route is asked."""
    return next((found for form, found in _WHERE if re.search(form, row.rule)), ("taking",))


def is_let_in(got: Got) -> bool:
    """Whether somebody came as far as to the route's own work."""
    return got.status not in {302, 303, 401, 403, 404}


def roles_in(row: Row, scene: Scene) -> list[str]:
    """Who can ask it there."""
    return ["stranger", *scene.cookies, *(PROGRAMS if row.is_api else ())]


class Fuzz:
    """Every case of every route, and the answers of a world to them."""

    def __init__(self, world: FuzzWorld) -> None:
        self.world = world
        self.rows = [row for row in rows() if row.rule != "/static/<path:name>"]
        self.faults = Faults()
        logging.getLogger("deckcheck.web").addHandler(self.faults)
        assert isinstance(world.app, APIFlask)
        self.spec: Any = json.loads(json.dumps(world.app.spec))
        self.last = Got(0, "", b"")
        self._may_have_changed = True
        self._cookies: dict[str, str] = {}
        self._fields: dict[str, tuple[str, ...]] = {}
        self._known: dict[str, dict[tuple[str, Any], list[Any]]] = {}

    def sample(self, count: int, rng: Random) -> Iterator[Case]:
        """So many cases, of every route as many as of each other."""
        for number in range(count):
            row = self.rows[number % len(self.rows)]
            scene = rng.choice(scenes_of(row))
            likely = self.let_in_first(row, scene)
            who = rng.choice(likely if rng.random() < 0.7 else roles_in(row, self.world.scenes[scene]))
            part, name = rng.choice(self._places(row))
            values = self._known[row.name][part, name]
            sharp = [value for value in values if value in SHARP]
            yield Case(row, scene, who, part, name, rng.choice(sharp if sharp and rng.random() < 0.5 else values))

    def _places(self, row: Row) -> list[tuple[str, Any]]:
        """What of a request can be changed; headers, which few read, count as two places."""
        known = self._known.setdefault(row.name, {})
        if not known:
            for part, name, value in self.parts_of(row):
                known.setdefault((part, name), []).append(value)
        headers = [place for place in known if place[0] == "header"]
        asked = headers[crc32(row.name.encode()) % len(headers) :][:2]
        return [place for place in known if place not in headers or place in asked]

    def parts_of(self, row: Row) -> Iterator[tuple[str, Any, Any]]:
        """What can be wrong with a request to a route: part, name and value."""
        yield "as it is", "", ""
        for _, name in _PART.findall(row.rule):
            yield from (("path", name, value) for value in PATHS)
        for name in self.fields_of(row):
            yield "missing", name, ""
            yield "twice", name, ""
            yield from (("field", name, value) for value in VALUES)
        for place in sorted(body_fields(self.spec, row.method, row.rule)):
            yield from (("json", place, value) for value in JSON)
        if row.method != "GET":
            yield from (("body", "", body) for body in BODIES)
            yield from (("kind", "", kind) for kind in CONTENT_TYPES)
        for header in HEADERS:
            yield from (("header", header, value) for value in HEADER_VALUES)

    def fields_of(self, row: Row) -> tuple[str, ...]:
        """The fields of a route's form and address."""
        if row.name not in self._fields:
            known = set(row.given.get("form", {})) | query_fields(self.spec, row.method, row.rule)
            known |= {one.partition("=")[0] for one in str(row.given.get("query", ""))[1:].split("&") if one}
            endpoint = self._endpoint(row)
            with recording(self.world.app) as asked:
                for scene in scenes_of(row):
                    for who in ASKING[row.is_api]:
                        if who in roles_in(row, self.world.scenes[scene]):
                            self.ask(Case(row, scene, who, "as it is"))
            known |= {str(name) for name in asked}
            if endpoint and not row.is_api:
                known |= fields_in_source(self.world.app, endpoint)
            self._fields[row.name] = tuple(sorted(known))
        return self._fields[row.name]

    def let_in_first(self, row: Row, scene: str) -> list[str]:
        """Who is tried first, since most routes let them in."""
        return [
            who
            for who in ("own", "O", "J", *PROGRAMS[:1], "stranger")
            if who in roles_in(row, self.world.scenes[scene])
        ]

    def _endpoint(self, row: Row) -> str:
        return next(
            str(rule.endpoint)
            for rule in self.world.app.url_map.iter_rules()
            if rule.rule == row.rule and row.method in (rule.methods or ())
        )

    def ask(self, case: Case) -> Got:
        """The answer to a case, from a database as at first, but for what reads and refusals write."""
        if self._may_have_changed:
            self.world.put_back()
        self._may_have_changed = True
        sent = self.request_of(case)
        environ = self._environ(sent, case)
        chunks, status, headers = run_wsgi_app(self.world.app, environ, buffered=True)
        got = Got(int(status.split()[0]), headers.get("Content-Type", "").partition(";")[0], b"".join(chunks))
        self._may_have_changed = got.status == 429 or not (sent.method == "GET" or 400 <= got.status < 500)
        self.last = got
        return got

    def wrong_with(self, case: Case) -> str:
        """What is wrong with the answer to a case; nothing if all is well."""
        self.faults.found.clear()
        try:
            got = self.ask(case)
        except Exception as error:  # noqa: BLE001  # Whatever the server would have died of is what is looked for.
            return f"{case.in_words()}: {_told(error)}"
        said = what_is_wrong(got, case.row)
        return f"{case.in_words()}: {said} {' '.join(self.faults.found)}".rstrip() if said else ""

    def request_of(self, case: Case) -> Sent:
        """The request that would succeed, with its one part changed."""
        row, values = case.row, self.world.scenes[case.scene].values
        path = _PART.sub(lambda m: self._part(m[2], case, values), row.rule)
        query = dict(one.partition("=")[::2] for one in str(row.given.get("query", ""))[1:].split("&") if one)
        if "stage" in query:
            query["stage"] = values["stage"]
        form = {name: quote(str(value), safe="") for name, value in row.given.get("form", {}).items()}
        fields = query if row.method == "GET" or row.is_api else form
        twice = ""
        if case.part == "field":
            fields[str(case.name)] = case.value
        elif case.part == "missing":
            query.pop(str(case.name), None)
            form.pop(str(case.name), None)
        elif case.part == "twice":
            fields.setdefault(str(case.name), "1")
            twice = f"&{case.name}=x&{case.name}="
        body, kind = _encoded(form) + (twice if fields is form else ""), FORM if row.method != "GET" else ""
        sent = Sent(row.method, path, _encoded(query) + (twice if fields is query else ""), body.encode(), kind, {})
        return self._with_body(sent, case)

    def _with_body(self, sent: Sent, case: Case) -> Sent:
        row = case.row
        if "json" in row.given or case.part == "json":
            sent.kind = "application/json"
            text = json.dumps(row.given.get("json", {}))
            sent.body = (_put(text, case.name, case.value) if case.part == "json" else text).encode("utf-8")
        if "version" in row.given:
            sent.headers["If-Match"] = str(row.given["version"])
        if case.part == "body":
            sent.body = case.value
        elif case.part == "kind":
            sent.kind = case.value
        elif case.part == "header":
            sent.headers[str(case.name)] = case.value
        return sent

    def _part(self, name: str, case: Case, values: dict[str, str]) -> str:
        if case.part == "path" and name == case.name:
            return str(case.value)
        known = {key.rpartition(":")[2]: str(one) for key, one in case.row.given.get("values", {}).items()}
        for word in ("token", "webhook"):
            if f"/{word}s/" in case.row.rule:
                known["uid"] = values[word]
        return known.get(name) or values[name]

    def _environ(self, sent: Sent, case: Case) -> dict[str, Any]:
        scene = self.world.scenes[case.scene]
        environ: dict[str, Any] = {
            "REQUEST_METHOD": sent.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(sent.path).decode("latin-1"),
            "QUERY_STRING": sent.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.0.2.7",
            "HTTP_HOST": "localhost",
            "HTTP_SEC_FETCH_SITE": "same-origin",
            "CONTENT_LENGTH": str(len(sent.body)),
            "CONTENT_TYPE": sent.kind,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(sent.body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        if secret := scene.bearers.get(case.who):
            environ["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
        elif secret := scene.cookies.get(case.who):
            environ["HTTP_COOKIE"] = f"{NAME}={self._signed(secret)}"
        for name, value in sent.headers.items():
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        return environ

    def _signed(self, secret: str) -> str:
        if secret not in self._cookies:
            app: Flask = self.world.app
            signer: Any = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
            self._cookies[secret] = str(signer.dumps({SIGN_IN: secret, "_permanent": True}))
        return self._cookies[secret]


class Faults(logging.Handler):
    """The faults that the application logs, each in a line."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        if record.exc_info and record.exc_info[1]:
            self.found.append(_told(record.exc_info[1]))


def _told(error: BaseException) -> str:
    """A fault and the last place of ours that it came through."""
    ours = [one for one in traceback.extract_tb(error.__traceback__) if "/deckcheck/" in one.filename]
    where = f"{ours[-1].filename.rpartition('/deckcheck/')[2]}:{ours[-1].lineno}" if ours else "?"
    return f"{type(error).__name__} at {where}: {str(error)[:160]}"


@cache
def given_sentences() -> tuple[bytes, ...]:
    """The framework's sentences as a page and as JSON would show them."""
    return tuple({form.encode() for text in GIVEN for form in (text, escape(text))})


def what_is_wrong(got: Got, row: Row) -> str:
    """What an answer must never be; nothing if it is none of that."""
    if got.status >= 500:
        return f"{got.status} {got.data[:200]!r}"
    if got.status < 400:
        return ""
    shown = [one for one in given_sentences() if one in got.data]
    if shown:
        return f"{got.status} shows the framework's sentence {shown[0]!r}"
    if row.is_api and (got.kind != "application/problem+json" or not json.loads(got.data).get("code")):
        return f"{got.status} is no problem JSON: {got.kind} {got.data[:200]!r}"
    return ""


def _encoded(fields: dict[str, Any]) -> str:
    return "&".join(f"{name}={value}" for name, value in fields.items())


def _put(text: str, place: str | tuple[str, ...], value: str) -> str:
    """JSON with a value, as it is written, at a place; what lies on the way is made if need be."""
    mark = "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}here"
    whole = json.loads(text)
    at: Any = whole
    for step, beyond in zip(place, (*place[1:], ""), strict=True):
        key: Any = int(step) if isinstance(at, list) else step
        if not beyond:
            inner: Any = mark
        else:
            known = at[key] if (isinstance(at, dict) and key in at) or (isinstance(at, list) and at) else None
            wanted = list if beyond == "0" else dict
            inner = known if isinstance(known, wanted) else wanted()
        if isinstance(at, list):
            at[:] = [inner]
        else:
            at[key] = inner
        at = inner
    return json.dumps(whole, ensure_ascii=False).replace(f'"{mark}"', value)


def is_ours(error: HTTPException) -> bool:
    """Whether a refusal has a sentence of our own."""
    return error.description != type(error).description
