"""`deckcheck serve` as people start it: says its address, judges lists, takes little memory, stops when told."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

import pytest

DECKCHECK = Path(sys.executable).with_name("deckcheck")
MOST_GROWTH: Final = 4_000
"""In kB: what the allocator keeps of one round of lists."""


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [str(DECKCHECK), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", told)
        assert found, told
        yield process, found[0]
        process.terminate()
        assert process.wait(timeout=60) == 0


def judge(address: str, format: str, text: str) -> str:
    body = json.dumps({"format": format, "text": text}).encode()
    with urlopen(Request(f"{address}api/v1/check", body, {"Content-Type": "application/json"}), timeout=15) as answer:
        return str(json.load(answer)["verdict"])


def memory(pid: int) -> int:
    """Resident memory in kB, that of the workers included."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    own = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
    return max([own, *(memory(int(child)) for child in children)])


def test_the_served_application_judges_lists_of_both_games(server: tuple[subprocess.Popen[str], str]) -> None:
    _, address = server
    with urlopen(f"{address}healthz", timeout=15) as answer:
        assert answer.status == 200
    assert judge(address, "modern", "60 Island") == "legal"
    assert judge(address, "ga-standard", "1 Spirit of Fire") == "illegal"


def test_a_process_with_both_catalogues_does_not_grow_with_what_it_is_asked(
    server: tuple[subprocess.Popen[str], str],
) -> None:
    """How much it takes in all is measured by scripts/bench; here twice as many other lists must cost nothing more."""
    process, address = server

    def ask(start: int, lists: int) -> int:
        for at in range(start, start + lists):
            for fmt in ("modern", "ga-standard"):
                judge(address, fmt, "\n".join(f"1 Card {at} of number {n}" for n in range(40)))
                with urlopen(f"{address}check?format={fmt}", timeout=15) as page:
                    assert page.status == 200
        return memory(process.pid)

    before = ask(0, 8)
    assert ask(8, 16) - before < MOST_GROWTH


def test_a_taken_port_is_told_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [str(DECKCHECK), "serve", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be listened on" in done.stderr
