"""How fast a verdict is, beside the floor of bare Python: one run, one core, figures side by side.

The floor splits a list into lines, matches the count and looks up the exact name in a dict: what no reader can do
without. Rounds of all contenders are interleaved, and the best round of each counts, so that a busy machine hurts them
alike.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.list_reader import read_list
from deckcheck.law.games import Game
from deckcheck.law.legality import Day
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.judgement import judge_list
from deckcheck.wiring import build_desk

ROOT = Path(__file__).resolve().parent.parent
LISTS = ROOT / "tests" / "data" / "lists" / "mtgo.jsonl"
ROUNDS = 7
COMMAND = (str(Path(sys.executable).with_name("deckcheck")),)
COUNTED = re.compile(r"(\d+) (.+)")
AWFUL = {
    "binary": bytes(range(256)) * 800,
    "nothing": b"",
    "1 MB of text": b"4 Lightning Bolt and more\n" * 40_000,
    "10,000 lines": b"4 Lightning Bolt\n" * 10_000,
    "990 names that are none": "\n".join(f"{n % 4 + 1} {n:x} wqzx card {n * 7919:x}" for n in range(990)).encode(),
    "990 misspelt names": "\n".join(f"4 Lightnin {n} Bolt" for n in range(990)).encode(),
    "NULs": b"4 Lightning Bolt\0\n" * 990,
    "right-to-left marks": "\u202e4 tloB gninthgiL\u202c\n".encode() * 990,
    "elements": b"<?xml version='1.0'?><Deck>" + b"<Cards Name='a' Quantity='1'/>" * 990,
    "depth": b"<Deck>" * 40_000,
    "a list of another game": b"1 Spirit of Fire\n4 Fireball\n4 Creative Shock\n" * 20,
}
MISSPELT = ("Lightnig Bolt", "Ragavan Nimbel Pilferer", "Consign to Memroy", "Hurkil's Recal", "Force of Negatoin")

Lists = list[tuple[str, Day]]


def main() -> None:
    """Print every figure of the bench."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    lists = real_lists()
    print(f"{len(lists)} real 75-card lists, best of {ROUNDS} rounds, one core, warm")
    speeds = race(contenders(lists), len(lists))
    floor = speeds["floor"]
    for name, speed in speeds.items():
        print(f"  {name:<34}{speed:>9,.0f} lists a second   {floor / speed:5.2f} times the floor's time")
    print(f"a misspelt line with suggestions    {misspelt():7.2f} ms (aim: under 5)")
    print(f"deckcheck check, start to exit      {check_once(lists[0][0]):7.2f} s, one core (aim: under 0.50)")
    slowest, seconds = hostile()
    print(f"the slowest awful input             {seconds:7.2f} s, {slowest} (aim: under 1)")
    print(f"a serving process, both catalogues  {serving_memory():7.0f} MB (aim: under 150)")


def real_lists() -> Lists:
    """Modern lists of 75 cards as text, each with its day."""
    found: Lists = []
    for line in LISTS.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        sizes = [sum(n for n, _ in record[key]) for key in ("main", "side")]
        if record["format"].lower() == "modern" and sizes == [60, 15]:
            rows = [*record["main"], None, *record["side"]]
            text = "\n".join("\nSideboard" if row is None else f"{row[0]} {row[1]}" for row in rows)
            found.append((text, Day(date.fromisoformat(record["date"]))))
    return found


def contenders(lists: Lists) -> dict[str, Callable[[], None]]:
    """What is raced, by name."""
    desk = build_desk()
    index = open_index("mtg")
    names = {name: position for position, name in enumerate(index.names())}
    names |= {name.partition(" // ")[0]: position for name, position in names.items()}
    texts = [text for text, _ in lists]
    books = [desk.reference.rulebook("modern", day) for _, day in lists]
    return {
        "floor": partial(floor, texts, names),
        "reading": partial(reading, texts, books[0].game),
        "reading and resolving": partial(resolving, texts, books[0].game, index),
        "the whole road": partial(judging, texts, books, index),
    }


def floor(texts: list[str], names: dict[str, int]) -> None:
    """What no reader can do without."""
    for text in texts:
        for line in text.split("\n"):
            if found := COUNTED.match(line):
                names.get(found[2])


def reading(texts: list[str], game: Game) -> None:
    """Reading alone."""
    for text in texts:
        read_list(text, game)


def resolving(texts: list[str], game: Game, index: CardIndex) -> None:
    """Reading and resolving."""
    for text in texts:
        resolve_names(read_list(text, game), index)


def judging(texts: list[str], books: list[Rulebook], index: CardIndex) -> None:
    """The whole road to a report."""
    for text, book in zip(texts, books, strict=True):
        judge_list(text, book, index)


def race(runs: dict[str, Callable[[], None]], size: int) -> dict[str, float]:
    """Lists a second of each contender: the best of interleaved rounds after one that warms up."""
    best = dict.fromkeys(runs, float("inf"))
    for number in range(ROUNDS + 1):
        for name, run in runs.items():
            begun = time.perf_counter()
            run()
            if number:
                best[name] = min(best[name], time.perf_counter() - begun)
    return {name: size / seconds for name, seconds in best.items()}


def misspelt() -> float:
    """Milliseconds for the slowest of some misspelt lines with its suggestions, each seen for the first time."""
    index = open_index("mtg")
    index.near("Warm up the tabels")
    slowest = 0.0
    for number in range(4):
        for name in MISSPELT:
            begun = time.perf_counter()
            index.find(name + "x" * number)
            index.near(name + "x" * number)
            slowest = max(slowest, time.perf_counter() - begun)
    return slowest * 1000


def check_once(text: str) -> float:
    """Seconds from start to exit of the command on a list, the best of five."""
    return min(check_bytes(text.encode()) for _ in range(5))


def hostile() -> tuple[str, float]:
    """The awful input that takes the command longest, and its seconds from start to exit."""
    times = {what: check_bytes(data) for what, data in AWFUL.items()}
    slowest = max(times, key=lambda what: times[what])
    return slowest, times[slowest]


def check_bytes(data: bytes) -> float:
    """Seconds from start to exit of the command, given these bytes."""
    begun = time.perf_counter()
    subprocess.run([*COMMAND, "check", "-", "--format", "modern"], input=data, capture_output=True, check=False)
    return time.perf_counter() - begun


def serving_memory() -> float:
    """Megabytes of a serving process (its largest) after it judged lists of both games, one of them misspelt."""
    with serving() as (server, port):
        for fmt, name in (("modern", "Lightnig Bolt"), ("ga-standard", "Spirit of Fier")):
            body = json.dumps({"format": fmt, "text": f"4 {name}\n"}).encode()
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/api/v1/check", body, {"Content-Type": "application/json"}
            )
            urllib.request.urlopen(request, timeout=20).read()
        return max(resident(pid) for pid in family(server.pid))


@contextmanager
def serving() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The application, served by its own command over an empty home until the block ends."""
    port, home = 18765, TemporaryDirectory()
    server = subprocess.Popen(
        [*COMMAND, "serve", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DECKCHECK_HOME": home.name},
    )
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).read()
                break
            except OSError:
                time.sleep(0.1)
        yield server, port
    finally:
        server.terminate()
        server.wait(20)
        home.cleanup()


def family(pid: int) -> list[int]:
    """A process and its children."""
    kept = Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *(int(child) for child in kept.read_text().split())]


def resident(pid: int) -> float:
    """Resident memory in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    main()
