"""The cases of cases.toml and brought.toml: texts in the shapes of programs and people, and what is read from each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.roster.files.model import roster_json
from deckcheck.roster.imports import all_shapes, read_roster
from tests.rosters.samples import samples

CASES: Final = [
    case
    for name in ("cases.toml", "brought.toml")
    for case in tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))["case"]
]


def player(written: str) -> dict[str, Any]:
    """A player as the case writes one: "~First|Last #id"."""
    name, _, own = written.removeprefix("~").partition(" #")
    first, split, last = name.partition("|")
    told: dict[str, Any] = {"first": first or None, "last": last or None} if split else {"first": None, "last": None}
    told |= {"display": f"{first} {last}" if split else name, "id": own or None}
    return told | ({"dropped": True} if written.startswith("~") else {})


def place(written: Any) -> Any:
    return None if written == "-" else written


def wanted(case: dict[str, Any]) -> dict[str, Any]:
    tables = [
        {"round": place(at), "table": place(number), "players": players}
        for at, number, *players in case.get("tables", [])
    ]
    standings = []
    for rank, display, points, record in case.get("standings", []):
        standing = {"rank": rank, "display": display, "points": place(points), "record": place(record)}
        standings.append({key: value for key, value in standing.items() if value is not None})
    return {
        "kind": case["kind"],
        "players": [player(written) for written in case["players"]],
        "tables": tables,
        "standings": standings,
        "left_out": case.get("left_out", []),
        "event": case.get("event"),
        "asks": case.get("asks", []),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_text_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    roster = read_roster(case["text"].lstrip("\n"))
    told = roster_json(roster)
    shown = {key: told.get(key, []) for key in ("kind", "players", "tables", "standings")}
    shown["left_out"] = [f"{one.player.display}: {one.why}" for one in roster.left_out]
    shown |= {"event": told.get("event") if "event" in case else None}
    asks = [question["about"] for question in told.get("questions", [])]
    assert {**shown, "asks": asks} == wanted(case)


def test_every_shape_has_a_sample_or_a_case() -> None:
    read = {read_roster(case["text"].lstrip("\n")).source for case in CASES}
    read |= {read_roster(sample.path.read_bytes(), sample.names).source for sample in samples()}
    assert {shape.id for shape in all_shapes()} == read
