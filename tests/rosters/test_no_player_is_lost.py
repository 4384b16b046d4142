"""Whoever is written in one of the shapes is read from it, in order and as written."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Sequence
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from deckcheck.roster.files.model import Roster
from deckcheck.roster.imports import read_roster
from tests.rosters.workbooks import workbook

WORDS: Final = st.sampled_from(
    """Fenna Bartholomew Łucja Mika Siobhán Haruto Cosima Ödön Çağla Nils Oluwaseun Anneliese Jean-Loup Dom Renée Vik
    Quill Brzozowska-Lis O'Dwyer-Kemp Minamikaze Kertész-Nagy Yıldırımer Übelacker Vogtländer Carrefour Łopata
    Hoogstraat Saint-Clairval Ångström van der Zandkamp 2000 南風 Иван Γιώργος 🤡 None Total Place Player""".split()
)
NAMES: Final = st.lists(
    st.lists(WORDS, min_size=2, max_size=4).map(" ".join), min_size=2, max_size=12, unique_by=str.casefold
)
NAMES_WITH_LETTERS: Final = NAMES.filter(lambda names: all(name[0].isalpha() and name[-1].isalpha() for name in names))


def as_csv(rows: Sequence[Sequence[object]], separator: str) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=separator).writerows(rows)
    return written.getvalue()


def as_report(names: Sequence[str]) -> str:
    rows = "".join(f"{name:<24}{'':<13}\n" for name in names)
    head = "EventLink            14/03/2026, 09:41\nReport: Player List\nEvent: X (1)\nEvent Date: 14/03/2026\n"
    return f"{head}Event Information: \n\nPlayer                  Table\n{'-' * 79}\n{rows}\nEventLink - Copyright ©"


def as_page(names: Sequence[str]) -> str:
    rows = "".join(f"<tr><td>{n}</td><td><div>{html.escape(name)}</div></td></tr>\n" for n, name in enumerate(names, 1))
    return f"<!DOCTYPE html><html><body><table><tr><th>Nr.</th><th>Name</th></tr>{rows}</table></body></html>"


SHAPES: Final[dict[str, Callable[[Sequence[str]], str | bytes]]] = {
    "commas": lambda names: as_csv([["Name", "Deck"], *([name, "Burn"] for name in names)], ","),
    "semicolons": lambda names: as_csv([["Nr.", "Spieler"], *([n, name] for n, name in enumerate(names, 1))], ";"),
    "tabs": lambda names: as_csv([["Joueur", "Pays"], *([name, "FR"] for name in names)], "\t"),
    "numbers": lambda names: "".join(f"{n}. {name}\n" for n, name in enumerate(names, 1)),
    "dots": lambda names: "Players:\n" + "".join(f"• {name} - paid\n" for name in names),
    "a page": as_page,
    "objects": lambda names: json.dumps([{"id": n, "displayName": name} for n, name in enumerate(names, 1)]),
    "Challonge": lambda names: json.dumps([{"participant": {"id": n, "name": x}} for n, x in enumerate(names, 1)]),
    "a workbook": lambda names: workbook({"S": [["Name", "Round 1"], *([name, ""] for name in names)]}),
}


def displays(roster: Roster) -> list[str]:
    return [player.display for player in roster.players]


@given(NAMES_WITH_LETTERS, st.sampled_from(sorted(SHAPES)))
def test_every_name_is_read_from_every_shape(names: list[str], shape: str) -> None:
    roster = read_roster(SHAPES[shape](names))
    assert displays(roster) == names
    assert not roster.tables
    assert not roster.left_out


@given(NAMES_WITH_LETTERS)
def test_every_name_is_read_from_a_report(names: list[str]) -> None:
    assert displays(read_roster(as_report(names))) == names


@given(NAMES_WITH_LETTERS, st.data())
def test_a_row_of_standings_keeps_its_points(names: list[str], data: st.DataObject) -> None:
    points = sorted(data.draw(st.lists(st.integers(0, 60), min_size=len(names), max_size=len(names))), reverse=True)
    rows = "".join(
        f"{n:<7}{name:<24} 1      {won:<7}{55:<7}{62:<7}{47:<7}\n"
        for n, (name, won) in enumerate(zip(names, points, strict=True), 1)
    )
    text = f"Rank   Name                    Pod    Points OMW%   GW%    OGW%\n{'-' * 79}\n{rows}"
    for written in (text, " ".join(text.split())):
        roster = read_roster(written)
        told = [(s.rank, s.display, s.points) for s in roster.standings]
        assert told == [(n, name, won) for n, (name, won) in enumerate(zip(names, points, strict=True), 1)]


@given(NAMES_WITH_LETTERS.filter(lambda names: len(names) % 2 == 0), st.integers(1, 12))
def test_every_pair_is_read_at_its_table(names: list[str], at: int) -> None:
    pairs = list(zip(names[::2], names[1::2], strict=True))
    sheet = as_csv(
        [["Round", "Table", "Player 1", "Player 2"], *([at, n, *pair] for n, pair in enumerate(pairs, 1))], ","
    )
    chat = f"Round {at}\n" + "".join(f"Table {n}: {one} vs {two}\n" for n, (one, two) in enumerate(pairs, 1))
    for text in (sheet, chat):
        roster = read_roster(text)
        assert [(t.round, t.table, t.players) for t in roster.tables] == [(at, n, p) for n, p in enumerate(pairs, 1)]


@given(NAMES_WITH_LETTERS)
def test_a_name_that_stands_twice_is_there_twice_and_asked(names: list[str]) -> None:
    roster = read_roster("".join(f"{n}. {name}\n" for n, name in enumerate([*names, names[0]], 1)))
    assert displays(roster) == [*names, names[0]]
    assert [ask.name for ask in roster.ask] == [names[0]]
