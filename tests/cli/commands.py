"""Running the command line: as a program of its own, or within the test, where many runs are needed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

PROGRAM: Final = Path(sys.executable).with_name("deckcheck")

LEGAL: Final = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n4 Shivan Fire\n"
ILLEGAL: Final = "5 Lightning Bolt\n56 Mountain\n"
UNCLEAR: Final = "4 Lightning Bolt\n55 Mountain\n1 Quorblex of the Nineteenth Hexagon\n"
MODERN: Final = ("--format", "modern", "--on", "2026-03-01")


class Said(NamedTuple):
    """What a command said and with which status it went."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON object that it must be."""
        return json.loads(self.out)

    def is_refusal(self) -> bool:
        """Whether it is status 2 with one sentence on stderr and no traceback."""
        lines = self.err.splitlines()
        one = len(lines) == 1 and lines[0].startswith("deckcheck: ") and lines[0].endswith((".", "?", '"'))
        return self.status == 2 and one and "Traceback" not in self.err and "went wrong" not in self.err


Call = Callable[..., Said]


def run(*args: str, stdin: bytes = b"") -> Said:
    """Run the program."""
    done = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, timeout=60, check=False)
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


class Stream(io.TextIOWrapper):
    """A standard stream that keeps what is written to it."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")

    def text(self) -> str:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode()
