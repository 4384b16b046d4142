"""Hostile names, titles and lines go through every writer and harm nobody who opens, prints or imports the result."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from defusedxml.ElementTree import fromstring

from deckcheck.games import GAMES
from deckcheck.publication.exports.overlay import OverlayPlayer, OverlayTable, write_overlay_csv, write_overlay_json
from deckcheck.publication.exports.overlay import write_overlay_list as write_scene
from deckcheck.publication.exports.shape import list_forms, shapes
from deckcheck.verdict.published_lists import Pairing, PublishedEvent, Round, Standing, WaitingLine
from tests.exports.published import BURN, FIRE, a_list, an_event

HOSTILE: Final = (
    '=HYPERLINK("http://evil.example","x")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "＝1+1",
    "\u200e=1+1",
    "a\r\nSet-Cookie: b=c",
    "a\nSideboard\n4 Black Lotus",
    "<script>alert(1)</script>",
    '</deckname><zone name="main"><card number="4" name="Black Lotus"/></zone>',
    '&lol; <!ENTITY a "b">]]>',
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b31m",
    "\u202egnp.exe\u2066",
    "a\0b",
    "\ufffe\uffff\ud800",
    "../../etc/passwd",
    "con",
    "\u2028\u2029\x85\x0b\x0c",
    "",
)
CONTROLS: Final = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufffe\uffff]"
)

each_hostile = pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))


def an_event_of(text: str, game: str) -> PublishedEvent:
    """An event in which everything that a person writes is this text."""
    listed = a_list(
        FIRE if game == "ga" else BURN, game, player=text, sort_name=text, title=text, result=text, text=text
    )
    listed = replace(listed, waiting=(WaitingLine("main", 2, text), WaitingLine("sideboard", 1, text)))
    rounds = (Round(text, (Pairing(text, text, 2, 1), Pairing(text, None))),)
    return an_event(
        listed, replace(listed, number=8), game=game, name=text, rounds=rounds, standings=(Standing(1, text, 3),)
    )


def all_files(text: str) -> Iterator[tuple[str, bytes]]:
    """Everything that is written of it, zips taken apart."""
    for game in ("mtg", "ga"):
        event = an_event_of(text, game)
        for shape in shapes(GAMES[game]).values():
            data = shape.write(event)
            yield from _unpacked(data) if shape.ending == "zip" else [(shape.file_name(event), data)]
        for form in list_forms(GAMES[game]).values():
            yield f"{form.id}.{form.ending}", form.write(event.lists[0]).encode()
    player = OverlayPlayer(text, text, 1, text, text, text, True)
    tables = [OverlayTable(text, text, text, text, player, player, datetime(2026, 3, 14, 13, 20, 11, tzinfo=UTC))]
    yield "feed.json", write_overlay_json(tables)
    yield "feed.csv", write_overlay_csv(tables)
    yield "scene.json", write_scene(event.lists[0])


def _unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


@each_hostile
def test_every_file_has_a_plain_name_and_is_text_that_ends_its_line(text: str) -> None:
    for name, data in all_files(text):
        assert re.fullmatch(r"(?:[a-z-]+/)?[a-z0-9-]+\.(?:txt|csv|json|cod|dek|dck)", name)
        assert data.decode("utf-8").endswith("\n")


@each_hostile
def test_no_file_holds_a_sign_that_shows_nothing_or_moves_a_terminal(text: str) -> None:
    for name, data in all_files(text):
        assert not CONTROLS.search(data.decode("utf-8-sig")), name


def values(told: Any) -> Iterator[str]:
    """All texts within a JSON value, what was typed left aside: that stands there as it was typed."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from () if key == "text" else values(value)
    elif isinstance(told, list):
        for value in told:
            yield from values(value)
    elif isinstance(told, str):
        yield told


@each_hostile
def test_json_gives_people_and_cards_on_one_line(text: str) -> None:
    for name, data in all_files(text):
        if name.endswith(".json"):
            for value in values(json.loads(data)):
                assert value == " ".join(value.split()), name
                assert not CONTROLS.search(value), name


@each_hostile
def test_no_cell_of_a_table_is_a_formula_or_breaks_its_row(text: str) -> None:
    for name, data in all_files(text):
        if name.endswith(".csv"):
            head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
            assert rows
            for row in rows:
                assert len(row) == len(head), name
                assert not [cell for cell in row if re.match("[=+@＝＋－＠\t\r\n-]", cell)], name


@each_hostile
def test_the_files_of_clients_hold_the_cards_of_the_list_and_no_more(text: str) -> None:
    for name, data in all_files(text):
        if name.endswith((".cod", ".dek")):
            cards = [element for element in fromstring(data.decode()).iter() if element.tag in ("card", "Cards")]
            written = [card.attrib["name" if name.endswith(".cod") else "Name"] for card in cards]
            assert len(written) == len(set(BURN["main"])) + len(set(BURN["sideboard"])) + 2, name
            assert "Black Lotus" not in written


@each_hostile
@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_a_text_has_a_line_for_each_row_and_no_line_of_anyone_else(text: str, game: str) -> None:
    listed = an_event_of(text, game).lists[0]
    for form in list_forms(GAMES[game]).values():
        if form.ending in {"txt", "dck"}:
            matches = map(re.compile(r"(?:SB: )?\d+x? (?:\[\w+:0\] )?(\S.*)").fullmatch, form.write(listed).split("\n"))
            counted = [match[1] for match in matches if match]
            folded = game == "mtg" and form.apart is not None
            assert len(counted) == len(listed.cards) - folded + 2, form.id
            assert "Black Lotus" not in counted


@each_hostile
def test_the_same_event_gives_the_same_bytes(text: str) -> None:
    assert list(all_files(text)) == list(all_files(text))


def test_every_writer_is_tried() -> None:
    assert set(shapes(GAMES["mtg"])) == {"zip", "csv", "json", "cache", "client"}
    assert set(shapes(GAMES["ga"])) == {"zip", "csv", "json", "omnidex"}
