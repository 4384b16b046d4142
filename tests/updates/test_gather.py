"""The files of a source come from its pages, from where it says they lie, from a mirror, or from a folder."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue.building import read_facts
from deckcheck.catalogue.bulk import OpenedFile, read_source
from deckcheck.games.ga.sources.gatcg import SOURCE as GATCG
from deckcheck.games.mtg.sources.mtgjson import MTGJSON
from deckcheck.games.mtg.sources.scryfall import SCRYFALL
from deckcheck.law.card_facts import CardFacts
from deckcheck.law.card_sources import BulkFile, CardSource, Found, Report, SourceError, SourceFacts, SourceFile
from deckcheck.updates.fetch import Fetcher, FetchStopped, Limits, NotFetched
from deckcheck.updates.gather import Gathered, Gathering, Mark, name_in, take_files
from scripts.gatcg_pages import pages
from tests.listeners import Answer, Asked, Listener, in_turn, listening, says
from tests.source_server import File, by_path, cut_off, sends_on

DATA: Final = Path(__file__).parent.parent / "data" / "sources"
TODAY: Final = date(2026, 11, 29)
NEW: Final = Mark()
QUICK: Final = Limits(silence=2.0, first_wait=0.01, apart=0.0, tries=4)
PAGES: Final = list(pages(read_facts(Path(__file__).parent.parent.parent / "data" / "ga"), 500))
CARDS: Final = gzip.compress(b'{"name": "Example Badger"}\n{"name": "Example Edict"}\n')


def nothing(_files: Mapping[str, BulkFile], day: date) -> SourceFacts:
    return SourceFacts(CardFacts((), (), day), {}, Report())


def found(answer: Any) -> Found:
    return Found(answer["data"][0]["jsonl_download_uri"], answer["data"][0]["updated_at"])


SAMPLE: Final = CardSource(
    id="sample",
    title="Sample Service",
    game="mtg",
    files=(
        SourceFile("default_cards", "https://api.sample.example/bulk-data", find=found),
        SourceFile("sets", "https://api.sample.example/sets?all=1", pages=True),
        SourceFile("migrations", "https://api.sample.example/migrations", pages=True, optional=True),
    ),
    formats={},
    read=nothing,
)
"""A source as the larger ones are: a list of files, one of them large, and lists in pages."""


def told(value: Any) -> File:
    return File(json.dumps(value).encode(), etag="", modified="")


def bulk(stamp: str = "2026-11-27T09:00:12+00:00") -> File:
    return told({"data": [{"updated_at": stamp, "jsonl_download_uri": "https://data.sample.example/cards.jsonl.gz"}]})


SETS: Final = {"/sets?all=1": told({"data": [{"code": "zzz"}], "next_page": "https://api.sample.example/sets?page=2"})}
ANSWERS: Final[dict[str, Answer]] = {
    "/bulk-data": bulk(),
    "/cards.jsonl.gz": File(CARDS, modified="Thu, 26 Nov 2026 09:00:00 GMT"),
    **SETS,
    "/sets?page=2": told({"data": [{"code": "zzy"}], "has_more": False}),
    "/migrations": told({"data": []}),
}


def gathering(source: CardSource, server: Listener, folder: Path, **more: Any) -> Gathering:
    fetcher = Fetcher(folder, source.title, "x@example.org", named=["127.0.0.1"], limits=QUICK, **more)
    return Gathering(source, fetcher, TODAY, f"http://127.0.0.1:{server.port}/")


def gathered(source: CardSource, server: Listener, folder: Path, since: Mark = NEW) -> Gathered:
    made = gathering(source, server, folder).gather(since)
    assert made is not None
    return made


def paged(answers: list[Any]) -> Answer:
    """Pages of the card service by their number."""

    def answer(connection: socket.socket, asked: Asked) -> None:
        number = int(asked.line.split(" ")[1].rpartition("=")[2])
        told(answers[number - 1])(connection, asked)

    return answer


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_all_files_come_from_where_the_source_says(tmp_path: Path) -> None:
    with listening(by_path(ANSWERS)) as server:
        made = gathered(SAMPLE, server, tmp_path)
    assert set(made.paths) == {"default_cards", "sets", "migrations"}
    assert made.paths["default_cards"].read_bytes() == CARDS
    assert [page["data"][0]["code"] for page in lines(made.paths["sets"])] == ["zzz", "zzy"]
    assert made.day == date(2026, 11, 27)
    assert made.mark.stamp == "2026-11-27T09:00:12+00:00"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["default_cards", "migrations", "sets"]


def test_nothing_is_fetched_while_the_source_says_that_it_is_the_same(tmp_path: Path) -> None:
    with listening(by_path(ANSWERS)) as server:
        mark = gathered(SAMPLE, server, tmp_path).mark
        before = len(server.asked)
        assert gathering(SAMPLE, server, tmp_path).gather(mark) is None
        assert [asked.line for asked in server.asked[before:]] == ["GET /bulk-data HTTP/1.1"]


def test_without_a_stamp_the_server_says_whether_the_file_is_the_same(tmp_path: Path) -> None:
    source = replace(SAMPLE, files=(SourceFile("default_cards", "https://data.sample.example/cards.jsonl.gz"),))
    with listening(by_path(ANSWERS)) as server:
        made = gathered(source, server, tmp_path)
        assert made.day == date(2026, 11, 26)
        assert gathering(source, server, tmp_path).gather(made.mark) is None
        assert gathering(source, server, tmp_path).gather(Mark(etag='"older"')) is not None


def test_a_file_that_is_not_needed_may_be_missing(tmp_path: Path) -> None:
    with listening(by_path({**ANSWERS, "/migrations": says(404)})) as server:
        assert set(gathered(SAMPLE, server, tmp_path).paths) == {"default_cards", "sets"}
    with listening(by_path({**ANSWERS, "/sets?all=1": says(404)})) as server, pytest.raises(NotFetched):
        gathered(SAMPLE, server, tmp_path)


@pytest.mark.parametrize("page", [b'{"data": [{"updated_at": "2026', b"", b"[" * 100_000, b"\xff\xfe"])
def test_a_page_that_is_no_json_is_refused(page: bytes, tmp_path: Path) -> None:
    for path in ("/bulk-data", "/sets?all=1"):
        broken = by_path({**ANSWERS, path: File(page, etag="", modified="")})
        with listening(broken) as server, pytest.raises(NotFetched, match=r"a page that is no JSON; it may be cut off"):
            gathered(SAMPLE, server, tmp_path)


def test_pages_without_end_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.updates.gather.MOST_PAGES", 20)
    endless = by_path({**ANSWERS, "/sets?page=2": SETS["/sets?all=1"]})
    with listening(endless) as server, pytest.raises(NotFetched, match="page after page without end"):
        gathered(SAMPLE, server, tmp_path)


def test_grand_archives_cards_come_page_by_page(tmp_path: Path) -> None:
    with listening(paged(PAGES)) as server:
        made = gathered(GATCG, server, tmp_path)
        assert len(server.asked) == len(PAGES) == 5
    facts = read_source(GATCG, made.paths, made.day)
    assert len(facts.facts.cards) == 2_495
    assert facts.facts.known_to == TODAY


def sample(name: str) -> bytes:
    return (DATA / name).read_bytes()


def scryfall(bulk: bytes) -> dict[str, Answer]:
    """The service as its samples have it, in today's form and in the one before."""
    return {
        "/bulk-data": File(bulk),
        "/default_cards.jsonl.gz": File(gzip.compress(sample("scryfall-cards.jsonl")), type="application/gzip"),
        "/sets": File(sample("scryfall-sets.json")),
        "/migrations": File(sample("scryfall-migrations.json")),
    }


@pytest.mark.parametrize("bulk", ["scryfall-bulk.json", "scryfall-bulk-older.json"])
def test_scryfalls_files_come_and_are_read(bulk: str, tmp_path: Path) -> None:
    with listening(by_path(scryfall(sample(bulk)))) as server:
        made = gathered(SCRYFALL, server, tmp_path)
    found = read_source(SCRYFALL, made.paths, made.day)
    assert made.day == found.facts.known_to == date(2031, 2, 8)
    assert "Example Badger" in {card["name"] for card in found.facts.cards}
    assert {one["code"] for one in found.facts.sets} >= {"ZZZ"}
    assert len(found.migrations) == 2


def test_mtgjsons_files_come_and_are_read(tmp_path: Path) -> None:
    answers: dict[str, Answer] = {
        "/api/v5/Meta.json": File(sample("mtgjson-meta.json")),
        "/api/v5/AllPrintings.json.xz": File(lzma.compress(sample("mtgjson-allprintings.json")), type="x/unknown"),
    }
    with listening(by_path(answers)) as server:
        made = gathered(MTGJSON, server, tmp_path)
        assert made.mark.stamp == "2031-02-08"
        assert gathering(MTGJSON, server, tmp_path).gather(made.mark) is None
    assert "Example Badger" in {card["name"] for card in read_source(MTGJSON, made.paths, made.day).facts.cards}


@pytest.mark.parametrize(
    "listed",
    [{"data": []}, {"data": [{"type": "default_cards", "updated_at": "x"}]}, {"object": "error", "status": 500}, [], 7],
)
def test_a_list_that_names_no_file_is_refused(listed: Any, tmp_path: Path) -> None:
    answers = scryfall(json.dumps(listed).encode())
    with listening(by_path(answers)) as server, pytest.raises(NotFetched, match="doesn't say where its file is"):
        gathered(SCRYFALL, server, tmp_path)


def test_a_mirror_may_lie_in_a_folder(tmp_path: Path) -> None:
    """What it gives as addresses may be the source's own, or its own."""
    linked = {"data": [{"code": "zzz"}], "next_page": "http://127.0.0.1:PORT/mirror/sets?page=2"}
    answers = {f"/mirror{path}": answer for path, answer in ANSWERS.items()}
    with listening(by_path(answers)) as server:
        answers["/mirror/sets?all=1"] = told(json.loads(json.dumps(linked).replace("PORT", str(server.port))))
        fetcher = Fetcher(tmp_path, "x", "x", named=["127.0.0.1"], limits=QUICK)
        made = Gathering(SAMPLE, fetcher, TODAY, f"http://127.0.0.1:{server.port}/mirror/").gather()
    assert made is not None
    assert len(lines(made.paths["sets"])) == 2
    grand = {f"/mirror/cards/search?sort=name&order=ASC&page_size=50&page={page['page']}": told(page) for page in PAGES}
    with listening(by_path(grand)) as server:
        fetcher = Fetcher(tmp_path, "x", "x", named=["127.0.0.1"], limits=QUICK)
        made = Gathering(GATCG, fetcher, TODAY, f"http://127.0.0.1:{server.port}/mirror").gather()
    assert made is not None
    assert len(lines(made.paths["cards"])) == 5


def test_pages_that_break_off_are_gone_on_with(tmp_path: Path) -> None:
    """Another process takes the first page again, to see that the list is the same, and goes on after the last one."""
    whole = paged(PAGES)

    def until_3(connection: socket.socket, asked: Asked) -> None:
        (says(404) if "page=4" in asked.line else whole)(connection, asked)

    with listening(until_3) as server, pytest.raises(NotFetched):
        gathered(GATCG, server, tmp_path)
    with listening(whole) as server:
        made = gathered(GATCG, server, tmp_path)
        assert [asked.line.split(" ")[1].rpartition("=")[2] for asked in server.asked] == ["1", "4", "5"]
    assert len(read_source(GATCG, made.paths, made.day).facts.cards) == 2_495


def test_pages_of_another_list_are_begun_again(tmp_path: Path) -> None:
    def until_3(connection: socket.socket, asked: Asked) -> None:
        (says(404) if "page=4" in asked.line else paged(PAGES))(connection, asked)

    changed = [{**page, "total_cards": 2_496} for page in PAGES]
    with listening(until_3) as server, pytest.raises(NotFetched):
        gathered(GATCG, server, tmp_path)
    with listening(paged(changed)) as server:
        made = gathered(GATCG, server, tmp_path)
        assert len(server.asked) == 5
    with pytest.raises(SourceError, match=r"ends half-way: it has 2,495 of 2,496 cards"):
        read_source(GATCG, made.paths, made.day)


def test_pages_can_be_stopped(tmp_path: Path) -> None:
    stop = threading.Event()
    with listening(paged(PAGES)) as server:
        stopped = gathering(GATCG, server, tmp_path, stopped=lambda: len(server.asked) >= 2 or stop.is_set())
        with pytest.raises(FetchStopped):
            stopped.gather()
        assert gathering(GATCG, server, tmp_path).gather() is not None


def test_slow_broken_and_busy_servers_end_in_the_same_pages(tmp_path: Path) -> None:
    first = told(PAGES[0])
    whole = paged(PAGES)
    trouble = in_turn(says(500), says(429, "Retry-After: 0"), cut_off(first, 1_000), whole)
    with listening(trouble) as server:
        assert lines(gathered(GATCG, server, tmp_path).paths["cards"]) == PAGES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files as somebody carries them."""
    for name in ("default-cards-20261127090012.jsonl.gz", "sets.json"):
        (tmp_path / name).write_bytes(CARDS)
    return tmp_path


def test_a_folder_of_files_is_taken_by_their_names(folder: Path) -> None:
    made = take_files(SAMPLE, [folder])
    assert {name: path.name for name, path in made.paths.items()} == {
        "default_cards": "default-cards-20261127090012.jsonl.gz",
        "sets": "sets.json",
    }
    assert made.day == date(2026, 11, 27)


def test_a_file_of_any_name_is_the_main_one_and_of_the_day_it_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "carried.json"
    path.write_bytes(CARDS)
    os.utime(path, (1_766_000_000, 1_766_000_000))
    made = take_files(SAMPLE, [path])
    assert made.paths == {"default_cards": path}
    assert made.day == date(2025, 12, 17)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for given in ([tmp_path / "none.json"], [tmp_path]):
        with pytest.raises(UnusableInput, match="There is no file"):
            take_files(SAMPLE, given)


def test_one_file_comes_from_an_address(tmp_path: Path) -> None:
    answers: dict[str, Answer] = {"/a/sets-2026-11-25.json": sends_on("/b"), "/b": told([])}
    with listening(by_path(answers)) as server:
        address = f"http://127.0.0.1:{server.port}/a/sets-2026-11-25.json"
        made = gathering(SAMPLE, server, tmp_path).one(address)
    assert (set(made.paths), made.day, made.origin) == ({"sets"}, date(2026, 11, 25), address)


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("default-cards-1.json", "default_cards"),
        ("SETS.json.gz", "sets"),
        ("x", "default_cards"),
        ("", "default_cards"),
    ],
)
def test_a_file_is_known_by_its_name(called: str, name: str) -> None:
    assert name_in(SAMPLE, called) == name


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '[{"a":' * 50_000, '{\n"a":' + "[" * 100_000, '{"data": ' + "[" * 100_000]
)
def test_a_file_nested_beyond_any_record_is_refused_at_once(tmp_path: Path, text: str) -> None:
    """The paths of its values would grow with the square of its depth."""
    file = tmp_path / "cards.json"
    file.write_text(text, "utf-8")
    opened = OpenedFile(file)
    begun = time.process_time()
    with pytest.raises(SourceError, match=r"nested deeper|can't be read|is no JSON"):
        list(opened.pairs("data") if "data" in text else opened.values())
    assert time.process_time() - begun < 2
