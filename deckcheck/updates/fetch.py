"""Fetching a source's file to a folder: in pieces, going on where it broke off, and only if it changed.

It asks like a guest: with a name and a contact, at most ten times a second, pausing when told to. Addresses of private
networks are only asked where the operator named them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import IO, Final
from urllib.parse import urljoin, urlsplit

import requests
from urllib3.exceptions import HTTPError, ProtocolError

from deckcheck.app.connections import NotPublic, NotReached, Reach, Watch, connecting, why_broken
from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import span
from deckcheck.law.sentences import counted
from deckcheck.version import __version__

MOST_REDIRECTS: Final = 5
PIECE: Final = 1 << 16
HEADWAY: Final = 1 << 20
"""A try that brought so many bytes counts as none that failed."""
_REDIRECTS: Final = frozenset((301, 302, 303, 307, 308))
_PASSING: Final = frozenset((408, 425, 429, 500, 502, 503, 504))
"""Answers after which it is worth asking again."""
_NO_DATA: Final = ("text/html", "application/xhtml", "image/", "audio/", "video/", "text/css", "application/pdf")

Progress = Callable[[int, "int | None"], None]
"""Told how many bytes came, and of how many if that is known."""
Stopped = Callable[[], bool]
"""Whether somebody stopped it."""


class NotFetched(Refused):
    """The file did not come; the sentence says why. `again_in`: after so many seconds another try is worth it."""

    CODE = "not-fetched"
    STATUS = 502

    def __init__(self, sentence: str, again_in: float | None = None) -> None:
        super().__init__(sentence)
        self.again_in = again_in


class FetchStopped(Refused):
    """Somebody stopped it; what came so far is kept, and the next try goes on from there."""

    CODE = "stopped"


class _Again(Exception):
    """This try failed, and another may not. `wait`: so many seconds the server asks for."""

    def __init__(self, sentence: str, wait: float = 0.0) -> None:
        super().__init__(sentence)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a file may be; how long the server may be silent, and all of it may take, in seconds.

    `tries` may fail in a row, with `first_wait` after the first and twice as long after each; a pause longer than
    `longest_wait` is left to the caller. Requests are `apart`.
    """

    size: int = 2 << 30
    silence: float = 30.0
    whole: float = 7_200.0
    tries: int = 6
    first_wait: float = 1.0
    longest_wait: float = 120.0
    apart: float = 0.1


@dataclass(frozen=True, slots=True)
class Version:
    """By what a server tells one version of a file from another."""

    etag: str = ""
    modified: str = ""

    @property
    def fixed(self) -> str:
        """What names exactly these bytes, so that the rest of them can be asked for; empty if nothing does."""
        return self.modified if self.etag.startswith("W/") or not self.etag else self.etag

    @property
    def changed_at(self) -> datetime | None:
        """When the file was last changed, if the server says so."""
        return _http_date(self.modified)

    def unless_same(self) -> dict[str, str]:
        """The lines of a request for the file unless it is this version."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.modified}
        return {name: value for name, value in asked.items() if value}


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that came whole, packed as it was sent; `address` is the one that was asked for."""

    path: Path
    address: str
    version: Version = Version()


@dataclass(frozen=True, slots=True)
class _Head:
    """What is known of a file that is coming."""

    version: Version = Version()
    total: int | None = None


class _Part:
    """A file that is coming, kept with its version, so that another process can go on with it."""

    def __init__(self, folder: Path, address: str, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        stem = sha256(address.encode()).hexdigest()[:24]
        self.whole = folder / (name or stem)
        self._part = folder / f"{stem}.part"
        self._note = folder / f"{stem}.note"

    @property
    def size(self) -> int:
        """How many bytes are there."""
        return self._part.stat().st_size if self._part.exists() else 0

    @property
    def head(self) -> _Head:
        """What was noted of the file."""
        try:
            noted = json.loads(self._note.read_text("utf-8"))
            return _Head(Version(**noted["version"]), noted["total"])
        except (OSError, ValueError, KeyError, TypeError):
            return _Head()

    def begin(self, head: _Head) -> None:
        """Begin it from its first byte."""
        self._part.write_bytes(b"")
        self._note.write_text(json.dumps(asdict(head)), "utf-8")

    def open(self) -> IO[bytes]:
        """The file, to add what comes."""
        return self._part.open("ab")

    def drop(self) -> None:
        """Forget what came."""
        self._part.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)

    def finish(self) -> Path:
        """Let it be the whole file."""
        self._part.replace(self.whole)
        self._note.unlink(missing_ok=True)
        return self.whole


class Fetcher:
    """Fetches files of one source into a folder.

    `title` is the source's name in sentences; `contact` an address under which its owner reaches ours. `named`: hosts
    that the operator named, which may be in a private network and be asked without encryption.
    """

    def __init__(
        self,
        folder: Path,
        title: str,
        contact: str,
        *,
        named: Iterable[str] = (),
        limits: Limits = Limits(),
        progress: Progress = lambda _done, _total: None,
        stopped: Stopped = lambda: False,
    ) -> None:
        self.limits = limits
        self.folder = folder
        self.title = title
        self._agent = f"Deckcheck/{__version__} ({contact})"
        self._named = frozenset(host.lower() for host in named)
        self._progress = progress
        self._stopped = stopped
        self._next_at = 0.0

    def fetch(self, address: str, since: Version = Version(), name: str = "") -> Fetched | None:
        """The file at an address, kept under a name; none if it is still the version that is known."""
        part = _Part(self.folder, address, name)
        failed, end_at = 0, time.monotonic() + self.limits.whole
        while True:
            before = part.size
            try:
                return self._try(part, address, since, end_at)
            except _Again as again:
                failed = 1 if part.size - before >= HEADWAY else failed + 1
                self._wait_again(again, failed, end_at)

    def _wait_again(self, again: _Again, failed: int, end_at: float) -> None:
        wait = max(again.wait, self.limits.first_wait * 2 ** (failed - 1))
        late = time.monotonic() + wait >= end_at
        if failed >= self.limits.tries or again.wait > self.limits.longest_wait or late:
            raise NotFetched(str(again), wait) from again
        self._pause(min(wait, self.limits.longest_wait))

    def _try(self, part: _Part, address: str, since: Version, end_at: float) -> Fetched | None:
        asked = address
        for _ in range(MOST_REDIRECTS + 1):
            with self._asked(asked, self._lines(part, since)) as answer:
                further = answer.headers.get("Location", "") if answer.status_code in _REDIRECTS else ""
                if not further:
                    return self._take(part, address, answer, end_at)
                asked = urljoin(asked, further)
        raise NotFetched(f"{self.title} sends us on from address to address without end.")

    def _lines(self, part: _Part, since: Version) -> dict[str, str]:
        """The lines of the request: for the rest of what came, or for all unless it is known."""
        lines = {"User-Agent": self._agent, "Accept": "application/json, */*;q=0.5", "Accept-Encoding": "identity"}
        known = part.head.version.fixed
        if part.size and known:
            return lines | {"Range": f"bytes={part.size}-", "If-Range": known}
        return lines | since.unless_same()

    @contextmanager
    def _asked(self, address: str, lines: Mapping[str, str]) -> Iterator[requests.Response]:
        """One request, and its answer's head; what breaks on the way, then or later, may be tried again."""
        reach = self._reach(address)
        self._pause(max(0.0, self._next_at - time.monotonic()))
        self._next_at = time.monotonic() + self.limits.apart
        watch = Watch(self.limits.silence)
        try:
            with connecting(reach, watch) as session:
                answer = session.get(
                    address, headers=dict(lines), timeout=self.limits.silence, allow_redirects=False, stream=True
                )
                watch.stop()
                with answer:
                    yield answer
        except NotPublic:
            raise NotFetched(self._private(address)) from None
        except (NotReached, requests.RequestException, HTTPError, OSError) as error:
            raise _Again(self._no_answer(error, watch)) from error

    def _reach(self, address: str) -> Reach:
        parts = urlsplit(address)
        named = (parts.hostname or "") in self._named
        if parts.scheme not in ({"https", "http"} if named else {"https"}) or not parts.hostname:
            raise NotFetched(f"{address[:200]} is no https address. To take the data from there, name it with --from.")
        return Reach.ANYWHERE if named else Reach.PUBLIC

    def _private(self, address: str) -> str:
        host = urlsplit(address).hostname or ""
        return f"{host[:80]} is an address in a private network. To take the data from there, name it with --from."

    def _no_answer(self, error: Exception, watch: Watch) -> str:
        return f"{self.title} can't be reached. {why_broken(error, watch, self.limits.silence)}"

    def _take(self, part: _Part, address: str, answer: requests.Response, end_at: float) -> Fetched | None:
        """What an answer brings: the rest of the file, all of it, or that it is known."""
        status = answer.status_code
        if status == HTTPStatus.NOT_MODIFIED:
            return None
        if status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.drop()
            raise _Again(f"{self.title} has another file by now.")
        if status not in {HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT}:
            self._refuse_status(answer)
        self._check_type(answer)
        version = Version(answer.headers.get("ETag", ""), answer.headers.get("Last-Modified", ""))
        head = self._begin(part, answer, version)
        self._read(part, answer, head, end_at)
        return Fetched(part.finish(), address, head.version)

    def _refuse_status(self, answer: requests.Response) -> None:
        status = answer.status_code
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            wait = _retry_after(answer)
            raise _Again(f"{self.title} asks for a pause{f' of {_time(wait)}' if wait else ''}.", wait)
        if status in _PASSING:
            raise _Again(f"{self.title} has a fault of its own (status {status}).", _retry_after(answer))
        if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
            raise NotFetched(f"{self.title} has no file at this address: {answer.url[:200]}")
        raise NotFetched(f"{self.title} doesn't give us the file (status {status}).")

    def _check_type(self, answer: requests.Response) -> None:
        told = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if told.startswith(_NO_DATA):
            raise NotFetched(f"{self.title} sent no data but {told[:60]}. It may be a page to sign in to a network.")

    def _begin(self, part: _Part, answer: requests.Response, version: Version) -> _Head:
        """Go on where the file broke off, or begin it."""
        if answer.status_code == HTTPStatus.PARTIAL_CONTENT:
            head = part.head
            if _range_of(answer) != (part.size, head.total) or version.fixed not in {"", head.version.fixed}:
                part.drop()
                raise _Again(f"{self.title} sent another part of the file than asked for.")
            return head
        length = answer.headers.get("Content-Length", "")
        head = _Head(version, int(length) if length.isdecimal() else None)
        self._check_size(head.total or 0)
        part.begin(head)
        return head

    def _check_size(self, size: int) -> None:
        if size > self.limits.size:
            raise NotFetched(f"The file from {self.title} is larger than {counted(self.limits.size, 'byte')}.")

    def _read(self, part: _Part, answer: requests.Response, head: _Head, end_at: float) -> None:
        done = part.size
        self._progress(done, head.total)
        with part.open() as file, suppress(ProtocolError):  # It broke off: what is missing is counted below.
            while piece := answer.raw.read1(PIECE, decode_content=False):
                _keep(file, piece)
                done += len(piece)
                self._check_size(done)
                self._progress(done, head.total)
                self._check_going_on(end_at)
            if head.total in {None, done}:
                return
        told = f"{done:,} of {head.total:,} bytes came" if head.total else f"{counted(done, 'byte')} came"
        raise _Again(f"The file from {self.title} ends half-way: {told}.")

    def _check_going_on(self, end_at: float) -> None:
        self._check_stopped()
        if time.monotonic() > end_at:
            raise NotFetched(f"{self.title} did not send the file within {_time(self.limits.whole)}.", 0.0)

    def _check_stopped(self) -> None:
        if self._stopped():
            raise FetchStopped("Stopped. Nothing has changed.")

    def _pause(self, seconds: float) -> None:
        """Wait, unless somebody stops it."""
        end_at = time.monotonic() + seconds
        self._check_stopped()
        while (left := end_at - time.monotonic()) > 0:
            time.sleep(min(left, 0.2))
            self._check_stopped()


def _keep(file: IO[bytes], piece: bytes) -> None:
    try:
        file.write(piece)
        file.flush()
    except OSError as error:
        raise NotFetched(f"The file can't be kept in {Path(file.name).parent}: {error.strerror}.") from None


def _time(seconds: float) -> str:
    return f"{seconds:g} s" if seconds < 120 else span(round(seconds / 60))


def _http_date(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None


def _retry_after(answer: requests.Response) -> float:
    """How many seconds the server asks to wait; a moment counts from its own clock's."""
    told = answer.headers.get("Retry-After", "").strip()
    if told.isdecimal():
        return float(told)
    then, now = _http_date(told), _http_date(answer.headers.get("Date", ""))
    return max(0.0, (then - now).total_seconds()) if then and now else 0.0


def _range_of(answer: requests.Response) -> tuple[int, int | None]:
    """The first byte that was sent, and of how many."""
    told = answer.headers.get("Content-Range", "").removeprefix("bytes ")
    span_told, _, total = told.partition("/")
    first = span_told.partition("-")[0]
    return int(first) if first.isdecimal() else -1, int(total) if total.isdecimal() else None
