"""The samples of other programs' rosters, with what is to be read from each."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from deckcheck.roster.files.model import roster_json
from deckcheck.roster.imports import names_by_id, read_roster

FOLDER: Final = Path(__file__).parent.parent / "data" / "rosters"
STRICT: Final = ("kind", "players", "tables", "standings", "ask", "left_out", "event")
_ENDING: Final = ".expected.json"


class Sample(NamedTuple):
    """One file of another program and what is expected of it."""

    path: Path
    expected: dict[str, Any]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def names(self) -> dict[str, str]:
        """The names behind ids, from the files that this one needs."""
        return names_by_id([read_roster((FOLDER / need).read_bytes()) for need in self.expected.get("needs", ())])

    def told(self, data: bytes | str) -> dict[str, Any]:
        """What is read from the data, of each key that is to be compared."""
        told = roster_json(read_roster(data, self.names))
        return {key: told.get(key) for key in STRICT if key in self.expected}

    @property
    def wanted(self) -> dict[str, Any]:
        return {key: self.expected[key] for key in STRICT if key in self.expected}


@cache
def samples() -> tuple[Sample, ...]:
    """All samples by name."""
    answers = sorted(FOLDER.glob(f"*{_ENDING}"))
    return tuple(Sample(_file(answer), json.loads(answer.read_text("utf-8"))) for answer in answers)


def _file(answer: Path) -> Path:
    stem = answer.name.removesuffix(_ENDING)
    return next(p for p in FOLDER.glob(f"{stem}.*") if not p.name.endswith(_ENDING))
