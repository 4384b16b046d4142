"""How the cost of a request grows with each of its inputs: every input of a route in every script, doubled and doubled.

What a route reads is found while it answers: each field it asks a request for is an input. The work is the time of the
processor that its own thread takes, the least of several runs.

`python -m tests.growth` prints the table, of some routes by a part of their names. Inputs that add little are in
the table only with `-v`; `--all` goes up to the largest sizes in all scripts.
"""

from __future__ import annotations

import gc
import io
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import parse_qsl, quote

from apiflask import APIFlask
from flask import Flask, Request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.utils import cached_property

from deckcheck.store.store import Store
from deckcheck.store.usable import upgrade
from deckcheck.web.limits import ledger
from tests.access.rows import Row, columns, rows
from tests.access.world import World, make_world
from tests.doubling import MOST, RUNS, factor_of, nothing_collected
from tests.growing import LISTS, PROOFS, TEXTS, nested, words_in

LITTLE: Final = 0.03
"""What an input adds to the cost of a request at its largest, in seconds, is too little to matter below this."""
NEXT_TO_NOTHING: Final = 8
"""Letters, lines or parts of an input that is as good as empty."""
MOST_FIELDS: Final = 500
"""More fields than these are sent as addresses are written, not as a form with files is."""


class Sizes(NamedTuple):
    """How far inputs are grown: letters of a field in an address, of one in a form, of one that takes a list; lines of
    a list; parts of a proof. And in which ways: fields that take no list, those that do with letters, and with lines.
    """

    query: int
    form: int
    text: int
    lines: int
    parts: int
    fields: frozenset[str]
    texts: frozenset[str]
    lists: frozenset[str]


THOROUGH: Final = Sizes(4_000, 60_000, 250_000, 1_000, 3_000, frozenset(TEXTS), frozenset(TEXTS), frozenset(LISTS))
BRISK: Final = Sizes(
    3_000,
    20_000,
    120_000,
    240,
    1_000,
    frozenset({"mixed"}),
    frozenset({"Chinese", "marks without an end", "signs"}),
    frozenset({"cards", "one card", "unknown, Chinese"}),
)


class Input(NamedTuple):
    """One input of a route: where it is sent, its name, and whether it may come many times."""

    place: str
    name: str
    many: bool = False


class Recording(ImmutableMultiDict[str, str]):
    """Fields of a form that remember which of them were asked for, and whether all values of one were."""

    place = "form"
    asked: ClassVar[set[Input]] = set()

    def get(self, key: str, *more: Any, **named: Any) -> Any:
        """One value."""
        self.asked.add(Input(self.place, key))
        return super().get(key, *more, **named)

    def getlist(self, key: str, *more: Any, **named: Any) -> Any:
        """All values of one name."""
        self.asked.add(Input(self.place, key, many=True))
        return super().getlist(key, *more, **named)

    def __getitem__(self, key: str) -> str:
        self.asked.add(Input(self.place, key))
        return str(super().__getitem__(key))

    def __contains__(self, key: object) -> bool:
        self.asked.add(Input(self.place, str(key)))
        return super().__contains__(key)


class RecordingQuery(Recording):
    """The same of an address."""

    place = "query"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request: its address and what goes with it."""

    path: str
    query: dict[str, list[str]] = field(default_factory=dict)
    form: dict[str, list[str]] = field(default_factory=dict)
    json: Any = None
    body: bytes | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Grown:
    """How one input of a route grew: seconds `added` at the largest, and the factor of a doubling where they matter."""

    route: str
    input: str
    way: str
    status: int
    added: float
    factor: float = 0.0

    @property
    def line(self) -> str:
        """The row of the table."""
        factor = f"{self.factor:.2f}" if self.factor else "-"
        return (
            f"{self.route:<46} {self.input:<16} {self.way:<22} {self.status} {self.added * 1000:8.1f} ms  {factor:>5}"
        )


class _Recorded(Request):
    parameter_storage_class = Recording

    @cached_property
    def args(self) -> RecordingQuery:
        return RecordingQuery(super().args)


@dataclass(slots=True)
class Meter:
    """The routes of one application, asked by a stranger or by whoever has a cookie."""

    world: World
    cookie: str = ""
    _leasts: dict[tuple[str, str, bool], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        app = self.world.app
        if not issubclass(app.request_class, _Recorded):
            app.request_class = type("Recorded", (_Recorded, app.request_class), {})

    def cost(self, method: str, sent: Sent) -> tuple[float, int]:
        """The time of the processor in which a request is answered, and the answer's status."""
        headers = [("Sec-Fetch-Site", "same-origin"), *([("Cookie", self.cookie)] if self.cookie else [])]
        with self.world.app.app_context():
            ledger().forget()
        with closing(EnvironBuilder(sent.path, method=method, headers=headers, **_arguments(sent))) as builder:
            environ = builder.get_environ()
            # What is long lies in a file by now, which is not the builder's.
            with environ["wsgi.input"]:
                before = time.thread_time()
                _, status, _ = run_wsgi_app(self.world.app, environ, buffered=True)
                took = time.thread_time() - before
        return took, int(status[:3])

    def grown(self, row: Row, name: str, way: str, made: Callable[[int], Sent], size: int) -> Grown:
        """How the work grows up to a size; measured in doublings only where it is more than a little."""
        parts = (NEXT_TO_NOTHING, size // 2, size)
        most, status = self.cost(row.method, made(size))
        if most - self._least(row, name, way, made) <= LITTLE:
            return Grown(row.name, name, way, status, most - self._least(row, name, way, made))
        costs = [self.cost(row.method, made(part))[0] for part in parts]
        for _ in range(RUNS):
            if costs[-1] - costs[0] <= LITTLE:
                return Grown(row.name, name, way, status, costs[-1] - costs[0])
            if factor_of(costs) <= MOST:
                break
            again = [self.cost(row.method, made(part))[0] for part in parts]
            costs = [min(pair) for pair in zip(costs, again, strict=True)]
        factor = factor_of(costs)
        if factor > MOST:
            factor = min(factor, self._next_factor(row, made, size, costs, status))
        return Grown(row.name, name, way, status, costs[-1] - costs[0], factor)

    def _next_factor(self, row: Row, made: Callable[[int], Sent], size: int, costs: list[float], status: int) -> float:
        """The factor of one doubling more: what comes once (the table of a set, from the first card of it on) is a step
        that one doubling may hold, and the next does not. Infinite where so much is refused.
        """
        base, _, whole = costs
        tried = [self.cost(row.method, made(2 * size)) for _ in range(RUNS // 4)]
        if any(answered != status for _, answered in tried):
            return math.inf
        return factor_of([base, whole, min(took for took, _ in tried)])

    def _least(self, row: Row, name: str, way: str, made: Callable[[int], Sent]) -> float:
        """The cost of a request with next to nothing in an input, once for all texts and once for all lists."""
        key = row.name, name, way in TEXTS
        if key not in self._leasts:
            self._leasts[key] = self.cost(row.method, made(NEXT_TO_NOTHING))[0]
        return self._leasts[key]


def _arguments(sent: Sent) -> dict[str, Any]:
    made: dict[str, Any] = {"query_string": sent.query}
    if sent.body is not None:
        made |= {"data": sent.body, "content_type": "application/json"}
    elif sent.json is not None:
        made["json"] = sent.json
    elif sent.file is not None:
        made["data"] = {**sent.form, "file": (io.BytesIO(sent.file.encode("utf-8", "surrogatepass")), "list.txt")}
    elif sent.form:
        made["data"] = sent.form
        # As our own pages send what may be long; very many fields come in the other way.
        if sum(map(len, sent.form.values())) < MOST_FIELDS:
            made["content_type"] = "multipart/form-data"
    return made


def public_rows() -> list[Row]:
    """The routes that a stranger may call, of an event whose lists are open."""
    rights = {right for right, cells in columns().items() if cells["stranger"][2] in "yv"}
    return [row for row in rows() if row.right in rights | {"everyone"}]


def sent_by(row: Row, world: World) -> Sent:
    """A request to a route as it stands."""
    address, _, query = row.path(world).partition("?")
    fields = {name: [value] for name, value in parse_qsl(query)}
    form = {name: [value] for name, value in {**row.given.get("form", {}), **FORMS.get(row.name, {})}.items()}
    return Sent(address, fields, form, row.given.get("json"))


FORMS: Final[Mapping[str, Mapping[str, str]]] = {
    "POST /check": {"format": "modern", "text": "60 Island"},
    "POST /verify": {"proof": "{}"},
    "POST /sign-in": {"mail": "a@example.org", "password": "no such password"},
}
"""Forms that get farther than those of the table of rights."""
LISTED: Final = frozenset({"text", "registered", "presented", "former"})
"""Fields that take a list."""


def ways_of(of: Input, sent: Sent, sizes: Sizes) -> Iterator[tuple[str, Callable[[int], Sent], int]]:
    """How an input is grown, and up to what size."""
    is_short = of.place in {"query", "path"}
    is_list = of.name in LISTED and not is_short
    longest = sizes.query if is_short else sizes.text if is_list else sizes.form
    for way, text in TEXTS.items():
        if way in (sizes.texts if is_list else sizes.fields):
            yield way, partial(_with, sent, of, text), longest
    if is_list:
        for way in sorted(sizes.lists):
            yield way, partial(_with, sent, of, LISTS[way]), sizes.lines
    if of.name == "proof":
        for way, text in PROOFS.items():
            yield way, partial(_with, sent, of, text), sizes.parts
    if of.many:
        yield "many values", partial(_with_many, sent, of), longest // 20


def _with(sent: Sent, of: Input, text: Callable[[int], str], size: int) -> Sent:
    value = text(size)
    if of.place == "path":
        return replace(sent, path=sent.path.replace(of.name, quote(value, safe="/"), 1))
    if of.place == "json":
        return replace(sent, json={**sent.json, of.name: value})
    if of.place == "file":
        return replace(sent, file=value)
    return _filled(sent, of.place, {of.name: [value]})


def _with_many(sent: Sent, of: Input, size: int) -> Sent:
    values = [words_in("Latin", 12) for _ in range(size)]
    if of.place == "json":
        return replace(sent, json={**sent.json, of.name: values})
    return _filled(sent, of.place, {of.name: values})


def _with_others(sent: Sent, place: str, size: int) -> Sent:
    more = {f"other-{number}": [words_in("Latin", 12)] for number in range(size)}
    return _filled(sent, place, more)


def _filled(sent: Sent, place: str, more: Mapping[str, list[str]]) -> Sent:
    if place == "query":
        return replace(sent, query={**sent.query, **more})
    return replace(sent, form={**sent.form, **more})


def growth_of(meter: Meter, row: Row, sizes: Sizes) -> Iterator[Grown]:
    """Every input of a route, as it grew. What it reads is found while it answers."""
    meter.world.put_back()
    sent, done = sent_by(row, meter.world), set[Input]()
    Recording.asked.clear()
    for _ in range(2):
        meter.cost(row.method, sent)
    known = set(_known(meter.world.app, row, sent))
    while new := sorted((known | Recording.asked) - done):
        for of in new:
            done.add(of)
            if of.many or of._replace(many=True) not in known | Recording.asked:
                for way, made, size in ways_of(of, sent, sizes):
                    yield meter.grown(row, f"{of.place} {of.name}", way, made, size)
    place = "query" if row.method == "GET" else "form"
    if sent.json is None:
        yield meter.grown(row, place, "many fields", partial(_with_others, sent, place), sizes.parts)
    else:
        yield meter.grown(row, "json", "nested", partial(_nested, sent), sizes.form)


def _nested(sent: Sent, size: int) -> Sent:
    return replace(sent, body=nested(size).encode())


def _known(app: Flask, row: Row, sent: Sent) -> Iterator[Input]:
    """The inputs that stand in the address of a route, and those that its description names."""
    for value in row.given.get("values", {}).values():
        if value and isinstance(value, str) and value in sent.path:
            yield Input("path", value)
    if "<secret>" in sent.path:
        yield Input("path", "<secret>")
    if row.is_api and isinstance(app, APIFlask):
        spec: Any = app.spec
        operation = spec["paths"].get(row.rule.replace("<", "{").replace(">", "}"), {}).get(row.method.lower(), {})
        for name in _properties(spec, operation.get("requestBody", {})):
            yield Input("json", name, many=True)
            yield Input("json", name)


def _properties(spec: Mapping[str, Any], body: Mapping[str, Any]) -> Iterator[str]:
    for content in body.get("content", {}).values():
        schema = content["schema"]
        if "$ref" in schema:
            schema = spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        yield from schema.get("properties", {})


def main() -> None:
    """Print the table."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    some = [row for row in public_rows() if not words or any(word in row.name for word in words)]
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.db"
        store = Store(f"sqlite:///{empty}")
        upgrade(store)
        store.close()
        (Path(folder) / "world").mkdir()
        world = make_world(Path(folder) / "world", empty, "a")
        begun = time.process_time()
        with nothing_collected():
            for row in some:
                for grown in growth_of(Meter(world), row, THOROUGH if "--all" in sys.argv else BRISK):
                    if grown.added > LITTLE or grown.status >= 500 or "-v" in sys.argv:
                        sys.stdout.write(f"{grown.line}\n")
                        sys.stdout.flush()
                gc.collect()
        sys.stdout.write(f"{len(some)} routes, {time.process_time() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
