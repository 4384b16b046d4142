"""Everything that can be asked by GET in two worlds, by whom, and whether the answers are the same to the byte.

What is random in each world is told apart by what it stands for: the hashes of seals and of the audit, the nodes of
the trees, salts and keys of the lists that are the same in both. All that belongs to a list that differs stays as it
is, so that a single sign of it in an answer is a difference.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Final
from zlib import crc32

from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.seals import merkle_paths, read_statement
from deckcheck.store.models import AuditEntry, DeckList, StageMember, StoredSeal, Submission
from deckcheck.store.queries import proof
from deckcheck.store.store import Session
from tests.access.rows import ROUTES
from tests.access.two_worlds import KNOWN, PERSONS, SECRET, SECRET_KEY, TwoWorlds, World
from tests.web.visitors import visitor, with_sign_in

BROWSERS: Final = ("stranger", "nobody", "judge elsewhere", *PERSONS)
PROGRAMS: Final = ("link of Swiss", "program of another event", "overlay")
PLAYS: Final = {**{who: number for who, number in PERSONS.items() if number}, "link of Swiss": 4}
"""Who asks and is a player of the event, by the number of their entry."""
NOT_THERE: Final = "0190f3c2-0000-7000-8000-000000000000"
VALUES: Final[dict[str, Sequence[str]]] = {
    "slug": ("northern-open",),
    "number": ("1", "2", "3", "5", "6", "8", "99"),
    "stage": ("swiss", "playoff", "nowhere"),
    "seal": ("1", "2", "9"),
    "kind": ("txt", "arena", "dek", "pdf"),
    "account": (NOT_THERE,),
    "uid": (NOT_THERE,),
    "key": ("key-of-3", SECRET_KEY, NOT_THERE),
    "secret": ("nobodyslinkatallxxxxxx",),
    "to": ("completed", "cancelled"),
    "name": ("app.css",),
    "code": ("WOLF-0001",),
    "handle": ("nobodysown",),
}
"""What stands for the parts of an address, unless the row of the matrix says otherwise."""
QUERIES: Final = (
    "",
    "?stage=swiss",
    "?stage=playoff",
    "?stage=swiss&q=Wild+Ride",
    "?stage=playoff&q=Okonkwo&sort=finish",
    "?stage=swiss&sort=name&page=2&after=1&limit=2",
    "?stage=swiss&shape=json",
    "?stage=playoff&shape=zip",
    "?shape=csv&stage=swiss&reason=asked",
    "?stage=swiss&as=text&seal=1",
    "?since=0&q=Ada&state=accepted",
)
OF_THE_LAW: Final = re.compile(
    r"/(?:cards|check|formats|healthz|livez|readyz|reset|rules|sign-in|static|verify|api/v1/(?:docs|formats|openapi))\b"
)
"""What shows nothing of events is asked by two alone."""
SLICES: Final = 24
"""In so many steps everybody has asked everything, where a step asks one slice."""
Marks = dict["Question", tuple[str, str]]
KNOWN_IN_AUDIT: Final = frozenset(f"entry:{number}" for number in KNOWN)
_HASH: Final = re.compile("[0-9a-f]{64}")
_RANDOM: Final = re.compile(
    r"[0-9a-f]{64}|[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{4}"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
)
_DAYS: Final = "|".join(f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}" for days in (0, 1))
_KEY_MOMENT: Final = re.compile(rf"(?:{_DAYS})T\d\d:\d\d:\d\dZ")
"""When a key was made, by the real clock, as a feed tells it; everything else goes by the clock of the worlds. The
tests may go on past midnight."""
_FORM_KEY: Final = re.compile(r'(name="(?:key|tab)"[^>]* value=")[0-9a-f-]{36}"')
"""Made new with each form, for what is sent with it."""


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks which address; `rule` is the route."""

    who: str
    rule: str
    path: str


def questions(app: Flask, slices: Sequence[int], step: int) -> Iterator[Question]:
    """A part of all that can be asked: every route by everybody, about something else at each step."""
    rules = sorted({rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())})
    pairs = [(who, rule) for rule in rules for who in BROWSERS]
    pairs += [(who, rule) for rule in rules for who in PROGRAMS if rule.startswith("/api/")]
    pairs = [(who, rule) for who, rule in pairs if who in {"stranger", "player of Swiss"} or not OF_THE_LAW.match(rule)]
    for place, (who, rule) in enumerate(pairs):
        if place % SLICES in slices:
            addresses = _addresses(rule)
            yield Question(who, rule, addresses[crc32(f"{place} {step}".encode()) % len(addresses)])


@cache
def _addresses(rule: str) -> list[str]:
    """The addresses of a route; a part that has no value here or in its row of the matrix is a failure."""
    row = ROUTES.get(f"GET {rule}", {})
    found = [rule]
    for part in re.findall(r"<(?:\w+:)?(\w+)>", rule):
        values = [str(row["values"][part])] if part in row.get("values", {}) else VALUES[part]
        found = [re.sub(rf"<(?:\w+:)?{part}>", value, address) for address in found for value in values]
    asked = (*QUERIES, str(row.get("query", ""))) if "<slug>" in rule else QUERIES[:1]
    return [address + query for address, query in product(found, asked)]


def may_see(worlds: TwoWorlds, who: str) -> bool:
    """Whether somebody may see a list that differs: one of a stage that is open to all, or to them as its player."""
    world, known = worlds.first, PLAYS.get(who, 0)
    state = world.state()
    with world.desk.store.read() as session:
        for slug in world.made.stages:
            inside = _inside(session, world, slug)
            source = slug if worlds.own else "swiss"
            sight = _sight(world, slug, state)
            plays = known in inside and known in KNOWN and _has_list(session, world, known, source)
            if source in worlds.secret and inside - set(KNOWN) and (sight == "all" or (sight == "stage" and plays)):
                return True
    return False


def _sight(world: World, slug: str, state: str) -> str:
    """Who sees the lists of a stage, told from what is set and from nothing that the product concludes."""
    stage = world.stage(slug)
    if state not in {"on", "completed"} or stage.state not in {"locked", "over"}:
        return "closed"
    return "all" if state == "completed" and stage.after == "all" else stage.during


def _inside(session: Session, world: World, slug: str) -> set[int]:
    """The numbers of those who are, or were, in a stage."""
    numbers = {uid: number for number, uid in enumerate(world.made.entries, 1)}
    if slug == "swiss":
        return set(numbers.values())
    return {numbers[m.entry] for m in session.query(StageMember).filter_by(stage=world.made.stages[slug])}


def _has_list(session: Session, world: World, number: int, stage: str) -> bool:
    wanted = {"entry": world.made.entries[number - 1], "stage": world.made.stages[stage]}
    row = session.query(DeckList).filter_by(**wanted).one_or_none()
    return row is not None and bool(row.accepted or row.current)


def disguise(world: World, secret: Sequence[str]) -> dict[str, str]:
    """What each random value of a world stands for; nothing of a list that differs is among them."""
    with world.desk.store.read() as session:
        return {random: name for value, name in _named(session, world, secret) for random, name in _forms(value, name)}


def _forms(value: str, name: str) -> Iterator[tuple[str, str]]:
    """A hash and its first signs; a key has one form."""
    yield value, f"<{name}>"
    if len(value) == 64:
        yield signs(value), f"<signs of {name}>"


def _named(session: Session, world: World, secret: Sequence[str]) -> Iterator[tuple[str, str]]:
    for entry in session.query(AuditEntry):
        yield entry.hash, "a head of the audit"
        if entry.act == proof.NAMED and entry.to:
            yield entry.to, f"the hash of a name of {entry.on}"
            salt = proof.name_salt(session, entry.event, entry.to)
            yield from [(salt, f"the salt of a name of {entry.on}")] if salt else []
        if entry.on in KNOWN_IN_AUDIT:
            yield from ((value, "what the audit has of it") for value in _HASH.findall(f"{entry.from_} {entry.to}"))
    for seal in session.query(StoredSeal):
        yield from ((node.hex(), "a node") for node in _nodes([bytes.fromhex(leaf) for leaf in seal.leaves]))
        yield seal.root, f"the root of seal {seal.number}"
        yield seal.hash, f"the hash of seal {seal.number}"
        yield read_statement(seal.statement).audit, f"the audit of seal {seal.number}"
    stages = {uid: stage for stage, uid in world.made.stages.items()}
    for row in session.query(DeckList).filter(DeckList.stage.in_(stages)):
        number, stage = world.made.entries.index(row.entry) + 1, stages[row.stage]
        if stage in secret and number in SECRET:
            continue
        yield row.none_salt, f"the salt of no list of {number} for {stage}"
        for sent in session.query(Submission).filter_by(list=row.uid):
            name = f"of list {sent.number} of {number} for {stage}"
            yield from ((sent.uid, f"the key {name}"), (sent.salt, f"the salt {name}"), (sent.leaf, f"the leaf {name}"))


def _nodes(leaves: list[bytes]) -> set[bytes]:
    """The leaves of a tree, and every node that stands in the path of one of them."""
    return {*leaves, *(node for path in merkle_paths(leaves) for node in path)}


class Browsers:
    """Who asks in one world, with what is random in its answers told by what it stands for."""

    def __init__(self, world: World, secret: Sequence[str]) -> None:
        self.world, self.found = world, disguise(world, secret)
        self.clients: dict[str, FlaskClient] = {}
        self.hashes: set[str] = set()

    def ask(self, question: Question, method: str = "GET", mark: str = "") -> TestResponse:
        """The answer that somebody gets; `mark` is what they have kept of an earlier one."""
        world, who = self.world, question.who
        if who not in self.clients:
            secret = world.cookies.get(who)
            self.clients[who] = with_sign_in(world.app, secret) if secret else visitor(world.app)
        headers = {"Authorization": f"Bearer {world.bearers[who]}"} if who in world.bearers else {}
        if mark:
            headers["If-None-Match"] = mark
        return self.clients[who].open(question.path, method=method, headers=headers)

    def told(self, answer: TestResponse) -> tuple[object, ...]:
        """All that an answer tells."""
        data = answer.get_data()
        headers = sorted((name, self._header(name, value, data)) for name, value in answer.headers if name != "Date")
        if answer.mimetype == "application/zip" and answer.status_code == 200 and data:
            headers = [(name, value) for name, value in headers if name != "Content-Length"]
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return answer.status_code, headers, [(n, self._plain(archive.read(n))) for n in archive.namelist()]
        if answer.mimetype == "application/pdf":
            headers = [(name, value) for name, value in headers if name != "Content-Length"]
            pages = PdfReader(io.BytesIO(data)).pages if data else ()
            return answer.status_code, headers, [self._plain(page.extract_text().encode()) for page in pages]
        return answer.status_code, headers, self._plain(data)

    def _header(self, name: str, value: str, data: bytes) -> str:
        if name == "Set-Cookie":
            return re.sub(r"(deckcheck=)[^;]+|Expires=[^;]+", r"\1", value)
        if name == "ETag" and sha256(data).hexdigest()[:32] in value:
            self.hashes.add(value)
        if name == "ETag" and value in self.hashes:  # With HEAD, the hash of what GET was answered a moment ago.
            return "the hash of what is answered, which is compared itself"
        return self._plain(value.encode())

    def _plain(self, data: bytes) -> str:
        text = _KEY_MOMENT.sub("", _FORM_KEY.sub(r'\1"', data.decode("utf-8", "backslashreplace")))
        return _RANDOM.sub(lambda match: self.found.get(match.group(), match.group()), text)


def differences(worlds: TwoWorlds, asked: Sequence[Question], marks: Marks) -> list[str]:
    """Where both worlds do not answer alike; `marks` holds what was kept of earlier answers, for each world."""
    both, found = [Browsers(world, worlds.secret) for world in worlds], []
    nothing = ("", "")
    for place, question in enumerate(asked):
        ways = [("GET", nothing), ("GET", marks.get(question, nothing)), ("HEAD", nothing)]
        for method, kept in [
            ways[0],
            *([ways[1]] if question in marks else []),
            *([ways[2]] if place % 6 == 0 else []),
        ]:
            pair = [browsers.ask(question, method, mark) for browsers, mark in zip(both, kept, strict=True)]
            told = [browsers.told(answer) for browsers, answer in zip(both, pair, strict=True)]
            if told[0] != told[1]:
                found.append(f"{method} {question.rule} by {question.who} ({question.path}): {_shown(*told)}")
            tags = (pair[0].headers.get("ETag", ""), pair[1].headers.get("ETag", ""))
            if all(tags):
                marks[question] = tags
    return found


def told_wrongly(found: Sequence[str], history: Sequence[str]) -> str:
    """A failure as it is read: which route told whom, and what had happened."""
    return "\n".join(["Told to somebody without the right:", *found, "after:", *history])


def _shown(first: tuple[object, ...], second: tuple[object, ...]) -> str:
    """Where two answers part."""
    one, other = (" ".join(map(str, told)) for told in (first, second))
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 80) : at + 80]!r} | {other[max(0, at - 80) : at + 80]!r}"
