"""Fetching from real servers, well and badly behaved: whole files, their rest, refusals in one sentence."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from deckcheck.updates.fetch import Fetched, Fetcher, FetchStopped, Limits, NotFetched, Version
from tests.listeners import Answer, Asked, Listener, in_turn, listening, says
from tests.source_server import File, by_path, chunked, cut_off, dripping, head, sends_on, silent

BODY = bytes(range(256)) * 4_000
FILE = File(BODY)
FULL = Path("/dev/full")
NONE = Version()
QUICK = Limits(silence=2.0, first_wait=0.01, longest_wait=3.0, apart=0.0, tries=4)


class Scene:
    """A server and one who fetches from it."""

    def __init__(self, server: Listener, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.address = f"http://127.0.0.1:{server.port}/cards.json"

    def fetcher(self, limits: Limits = QUICK, **more: Any) -> Fetcher:
        return Fetcher(self.folder, "Scryfall", "desk@example.org", named=["127.0.0.1"], limits=limits, **more)

    def fetch(self, limits: Limits = QUICK, since: Version = NONE, **more: Any) -> Fetched | None:
        return self.fetcher(limits, **more).fetch(self.address, since)

    def body(self, limits: Limits = QUICK, **more: Any) -> bytes:
        found = self.fetch(limits, **more)
        assert found is not None
        return found.path.read_bytes()

    def refused(self, limits: Limits = QUICK, **more: Any) -> str:
        with pytest.raises(NotFetched) as refusal:
            self.fetch(limits, **more)
        return str(refusal.value)

    def ranges(self) -> list[str]:
        return [asked.headers.get("range", "") for asked in self.server.asked]


@pytest.fixture
def scene(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Scene]:
    with listening(request.param) as server:
        yield Scene(server, tmp_path / "fetched")


def answered(*answers: Answer) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("scene", [in_turn(*answers)], indirect=True)


@answered(FILE)
def test_a_file_comes_whole_with_its_version(scene: Scene) -> None:
    found = scene.fetch()
    assert found is not None
    assert found.path.read_bytes() == BODY
    assert found.version == Version(FILE.etag, FILE.modified)
    assert found.version.changed_at is not None
    assert found.version.changed_at.date().isoformat() == "2026-08-22"
    assert [path.name for path in scene.folder.iterdir()] == [found.path.name]


@answered(FILE)
def test_it_asks_with_a_name_and_a_contact(scene: Scene) -> None:
    scene.fetch()
    (asked,) = scene.server.asked
    assert asked.headers["user-agent"].startswith("Deckcheck/")
    assert "desk@example.org" in asked.headers["user-agent"]
    assert asked.headers["accept-encoding"] == "identity"


@answered(FILE)
def test_a_file_that_is_known_is_not_sent_again(scene: Scene) -> None:
    assert scene.fetch(since=Version(FILE.etag, FILE.modified)) is None
    assert scene.fetch(since=Version('"older"', "Fri, 21 Aug 2026 09:00:00 GMT")) is not None


@answered(says(304))
def test_a_server_that_knows_the_day_only_is_asked_by_it(scene: Scene) -> None:
    assert scene.fetch(since=Version("", FILE.modified)) is None
    assert scene.server.asked[0].headers["if-modified-since"] == FILE.modified


@answered(cut_off(FILE, 100_000), cut_off(FILE, 50_000), FILE)
def test_a_file_that_breaks_off_is_gone_on_with(scene: Scene) -> None:
    assert scene.body() == BODY
    assert scene.ranges() == ["", "bytes=100000-", "bytes=150000-"]


@answered(cut_off(FILE, 100_000), FILE)
def test_another_process_goes_on_where_the_first_ended(scene: Scene) -> None:
    assert "ends half-way: 100,000 of 1,024,000 bytes came" in scene.refused(replace(QUICK, tries=1))
    assert scene.body() == BODY
    assert scene.ranges() == ["", "bytes=100000-"]


@answered(cut_off(FILE, 100_000), File(BODY[::-1], '"two"'))
def test_a_file_that_changed_meanwhile_is_begun_again(scene: Scene) -> None:
    assert scene.body() == BODY[::-1]
    assert scene.server.asked[1].headers["if-range"] == FILE.etag


@answered(cut_off(File(BODY, 'W/"one"', ""), 100_000), File(BODY, 'W/"one"', ""))
def test_what_no_version_holds_together_is_begun_again(scene: Scene) -> None:
    assert scene.body() == BODY
    assert scene.ranges() == ["", ""]


@answered(cut_off(File(BODY, ranges=False), 100_000), File(BODY, ranges=False))
def test_a_server_without_ranges_sends_all_again(scene: Scene) -> None:
    assert scene.body() == BODY


@answered(cut_off(FILE, 100_000), says(206, "Content-Range: bytes 7-11/12", body=b"wrong"), FILE)
def test_a_part_that_was_not_asked_for_is_not_taken(scene: Scene) -> None:
    assert scene.body() == BODY


@answered(cut_off(FILE, 100_000), says(416), FILE)
def test_a_rest_that_is_not_there_means_to_begin_again(scene: Scene) -> None:
    assert scene.body() == BODY
    assert scene.ranges() == ["", "bytes=100000-", ""]


@answered(chunked([BODY[:500_000], BODY[500_000:]]))
def test_a_file_of_unknown_length_comes_whole(scene: Scene) -> None:
    told: list[tuple[int, int | None]] = []
    assert scene.body(progress=lambda done, total: told.append((done, total))) == BODY
    assert told[-1] == (len(BODY), None)


@answered(chunked([BODY[:500_000]], ended=False), chunked([BODY]))
def test_a_file_of_unknown_length_that_breaks_off_is_fetched_again(scene: Scene) -> None:
    assert scene.body() == BODY


@answered(says(500), says(503), FILE)
def test_a_server_with_a_fault_is_asked_again(scene: Scene) -> None:
    assert scene.body() == BODY


@answered(says(500))
def test_a_fault_that_stays_is_told_after_some_tries(scene: Scene) -> None:
    assert scene.refused() == "Scryfall has a fault of its own (status 500)."
    assert len(scene.server.asked) == QUICK.tries


@answered(says(500))
def test_pauses_between_tries_double(scene: Scene) -> None:
    began = time.monotonic()
    scene.refused(replace(QUICK, first_wait=0.1))
    assert time.monotonic() - began >= 0.1 + 0.2 + 0.4


@answered(says(429, "Retry-After: 1"), FILE)
def test_a_pause_that_is_asked_for_is_kept(scene: Scene) -> None:
    began = time.monotonic()
    assert scene.body() == BODY
    assert time.monotonic() - began >= 1


@answered(
    says(429, "Date: Sun, 29 Nov 2026 10:00:00 GMT", "Retry-After: Sun, 29 Nov 2026 10:00:01 GMT"),
    FILE,
)
def test_a_pause_until_a_moment_counts_by_the_servers_clock(scene: Scene) -> None:
    began = time.monotonic()
    assert scene.body() == BODY
    assert time.monotonic() - began >= 1


@answered(says(429, "Retry-After: 600"))
def test_a_long_pause_is_left_to_the_caller(scene: Scene) -> None:
    with pytest.raises(NotFetched, match=r"asks for a pause of 10 min\.") as refusal:
        scene.fetch()
    assert refusal.value.again_in == 600
    assert len(scene.server.asked) == 1


@pytest.mark.parametrize(
    ("scene", "sentence"),
    [
        (says(404), "Scryfall has no file at this address"),
        (says(403), "Scryfall doesn't give us the file (status 403)."),
        (says(200, "Content-Type: text/html; charset=utf-8", body=b"<html>"), "Scryfall sent no data but text/html."),
    ],
    indirect=["scene"],
)
def test_an_answer_that_is_no_file_is_told_at_once(scene: Scene, sentence: str) -> None:
    assert sentence in scene.refused()
    assert len(scene.server.asked) == 1


@answered(silent)
def test_a_silent_server_is_not_waited_for(scene: Scene) -> None:
    assert "No answer within 0.3 s." in scene.refused(replace(QUICK, silence=0.3, tries=2))


@answered(dripping(FILE, 1, 0.02))
def test_a_server_that_would_take_days_is_given_up(scene: Scene) -> None:
    assert "did not send the file within 1 s" in scene.refused(replace(QUICK, whole=1.0))


@answered(cut_off(FILE, 10), silent)
def test_a_file_that_stops_coming_is_not_waited_for(scene: Scene) -> None:
    assert "can't be reached. No answer within 0.3 s." in scene.refused(replace(QUICK, silence=0.3, tries=2))


@answered(FILE)
def test_a_file_that_is_too_large_is_not_begun(scene: Scene) -> None:
    assert "larger than 1,000 bytes" in scene.refused(replace(QUICK, size=1_000))
    assert [path for path in scene.folder.rglob("*") if path.stat().st_size > 1_000] == []


@answered(chunked([BODY] * 3))
def test_a_file_that_becomes_too_large_is_ended(scene: Scene) -> None:
    assert "larger than 1,500,000 bytes" in scene.refused(replace(QUICK, size=1_500_000))


@answered(dripping(FILE, 65_536, 0.05))
def test_it_tells_how_far_it_is(scene: Scene) -> None:
    told: list[tuple[int, int | None]] = []
    scene.fetch(progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, len(BODY))
    assert told[-1] == (len(BODY), len(BODY))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert len(told) > 10


@answered(dripping(FILE, 65_536, 0.05), FILE)
def test_it_can_be_stopped_and_goes_on_later(scene: Scene) -> None:
    stop = threading.Event()
    with pytest.raises(FetchStopped):
        scene.fetch(progress=lambda done, _total: stop.set() if done > 200_000 else None, stopped=stop.is_set)
    assert scene.body() == BODY
    first, second = scene.ranges()
    assert first == ""
    assert int(second.removeprefix("bytes=").removesuffix("-")) > 200_000


@answered(says(429, "Retry-After: 3"))
def test_a_pause_can_be_stopped(scene: Scene) -> None:
    began = time.monotonic()
    with pytest.raises(FetchStopped):
        scene.fetch(stopped=lambda: time.monotonic() - began > 0.3)
    assert time.monotonic() - began < 2


@answered(FILE)
def test_requests_are_at_most_ten_a_second(scene: Scene) -> None:
    fetcher = scene.fetcher(replace(QUICK, apart=Limits().apart))
    began = time.monotonic()
    for _ in range(6):
        fetcher.fetch(scene.address)
    assert time.monotonic() - began >= 0.5


def test_it_follows_to_where_the_file_is(tmp_path: Path) -> None:
    answers: dict[str, Answer] = {
        "/cards.json": sends_on("/elsewhere"),
        "/elsewhere": sends_on("files/1", 307),
        "/files/1": FILE,
    }
    with listening(by_path(answers)) as server:
        assert Scene(server, tmp_path).body() == BODY


@answered(sends_on("/cards.json"))
def test_it_does_not_follow_for_ever(scene: Scene) -> None:
    assert "from address to address without end" in scene.refused()
    assert len(scene.server.asked) == 6


@pytest.mark.parametrize(
    "address",
    [
        "https://localhost/",
        "https://10.0.0.7/",
        "https://169.254.169.254/latest",
        "https://[::1]/",
        "https://[fd00::1]/",
    ],
)
def test_it_is_not_sent_on_to_a_private_address(address: str, tmp_path: Path) -> None:
    with listening(sends_on(address)) as server:
        assert "in a private network" in Scene(server, tmp_path).refused()
        assert len(server.asked) == 1


def test_it_is_not_sent_on_to_an_address_without_encryption(tmp_path: Path) -> None:
    with listening(FILE) as inner, listening(sends_on(f"http://localhost:{inner.port}/")) as server:
        assert "is no https address" in Scene(server, tmp_path).refused()
    assert inner.connections == 0


def test_a_private_address_is_asked_where_the_operator_named_it(tmp_path: Path) -> None:
    with listening(FILE) as inner, listening(sends_on(f"http://localhost:{inner.port}/")) as server:
        fetcher = Fetcher(tmp_path, "Mirror", "x@example.org", named=["127.0.0.1", "localhost"], limits=QUICK)
        found = fetcher.fetch(f"http://127.0.0.1:{server.port}/")
    assert found is not None
    assert found.path.read_bytes() == BODY


@pytest.mark.parametrize("address", ["https://127.0.0.1/", "http://example.org/", "ftp://example.org/", "cards.json"])
def test_what_nobody_named_is_public_and_encrypted(address: str, tmp_path: Path) -> None:
    with pytest.raises(NotFetched, match="--from"):
        Fetcher(tmp_path, "Scryfall", "x@example.org", limits=QUICK).fetch(address)


def test_nobody_there_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    fetcher = Fetcher(tmp_path, "Scryfall", "x@example.org", named=["127.0.0.1"], limits=QUICK)
    with pytest.raises(NotFetched, match=r"Scryfall can't be reached\. No connection, or it broke off\."):
        fetcher.fetch(f"http://127.0.0.1:{port}/")


@answered(FILE)
def test_a_full_disk_is_told_as_that(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.updates.fetch._Part.open", lambda _part: FULL.open("ab"))
    assert "No space left on device" in scene.refused()
    assert len(scene.server.asked) == 1


def _large(connection: socket.socket, asked: Asked) -> None:
    """As many MiB as the path says."""
    count = int(asked.line.split(" ")[1].strip("/"))
    connection.sendall(head(HTTPStatus.OK, {"Content-Length": str(count << 20)}))
    for _ in range(count):
        connection.sendall(b"x" * (1 << 20))


PROGRAM = """
import pathlib, resource, sys
from deckcheck.updates.fetch import Fetcher
found = Fetcher(pathlib.Path(sys.argv[2]), "Scryfall", "x", named=["127.0.0.1"]).fetch(sys.argv[1])
print(found.path.stat().st_size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = {}
    with listening(_large) as server:
        for count in (5, 100):
            command = [sys.executable, "-c", PROGRAM, f"http://127.0.0.1:{server.port}/{count}", str(tmp_path)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            size, peaks[count] = map(int, done.stdout.split())
            assert size == count << 20
    assert peaks[100] - peaks[5] < 10 << 10
