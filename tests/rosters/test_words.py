"""Names, remarks, numbers, days and headings, each by itself."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.roster.files.headers import read_heading
from deckcheck.roster.files.player_names import (
    Name,
    Remark,
    find_remark,
    is_nobody,
    is_yes,
    join_name,
    read_day,
    read_name,
    read_number,
    read_rank,
    read_record,
    read_remark,
    read_section,
    tidy,
)
from deckcheck.roster.files.roster_reader import read_place


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Anna \u00a0 Bee\r\n", "Anna Bee"),
        ("Anna\u200b\u202e Bee\x1b", "Anna Bee"),
        ("Jose\u0301", "José"),
        ("👩\u200d🚀 Ada ❤\ufe0f", "👩\u200d🚀 Ada ❤\ufe0f"),
        ("half \ud83d", "half \ufffd"),
        ("ANNA bee", "ANNA bee"),
    ],
)
def test_a_name_is_shown_as_written_without_what_shows_nothing(written: str, shown: str) -> None:
    assert tidy(written) == shown


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Quill, Bartholomew", Name("Bartholomew Quill", "Bartholomew", "Quill")),
        ("Vriesland，Fenna de", Name("Fenna de Vriesland", "Fenna de", "Vriesland")),
        ("Quill,", Name("Quill")),
        ("Quill, Bart,", Name("Bart Quill", "Bart", "Quill")),
        (", Quill", Name(", Quill")),
        ("Quill, Bart, Dom", Name("Quill, Bart, Dom")),
        ("Bart Quill, Jr.", Name("Bart Quill, Jr.")),
        ("Bart Quill, III", Name("Bart Quill, III")),
        ("Cosima", Name("Cosima")),
    ],
)
def test_one_comma_with_text_on_both_sides_parts_a_name(written: str, name: Name) -> None:
    assert read_name(written) == name


def test_one_part_alone_is_no_split() -> None:
    assert join_name("Anna", "Bee") == Name("Anna Bee", "Anna", "Bee")
    assert join_name("", "Cosima") == join_name("Cosima", " ") == Name("Cosima")


@pytest.mark.parametrize(
    "text", ["BYE", "*** Bye ***", "**BYE**", "-", "", "—", "Bye (0 Points)", "Freilos", "不戦勝", "n/a"]
)
def test_a_cell_may_say_that_there_is_no_opponent(text: str) -> None:
    assert is_nobody(text)


@pytest.mark.parametrize("text", ["Adrian Bye", "Manuel None", "🤡", "Byers", "南", "X", "1"])
def test_people_are_not_taken_for_nobody(text: str) -> None:
    assert not is_nobody(text)


def test_numbers_are_read_in_the_ways_of_all_countries() -> None:
    assert [read_number(text) for text in ("9", " 6,5 ", "6.0", "x", "", "1.2.3", "-1")] == [
        9,
        6.5,
        6,
        None,
        None,
        None,
        -1,
    ]
    assert [read_rank(text) for text in ("1", "2.", "3rd", "=4", "T5", "#6", "7º", "a", "")] == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        None,
        None,
    ]
    assert [read_record(text) for text in ("3-0-1", "3 - 0", "(2/1/0)", "3", "a-b")] == [
        "3-0-1",
        "3-0-0",
        "2-1-0",
        None,
        None,
    ]
    places = (3, "3", "#4", "-", "-1", -1, 0, "Byes", "A12", 5.0, None, True)
    assert [read_place(value) for value in places] == [3, 3, 4, None, None, None, None, None, "A12", 5, None, None]


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("Dropped", Remark.OUT),
        ("abgemeldet!", Remark.OUT),
        ("drop after round 3", Remark.OUT),
        ("dropped R4", Remark.OUT),
        ("ritirato", Remark.OUT),
        ("Warteliste", Remark.WAITING),
        ("liste d'attente", Remark.WAITING),
        ("bezahlt", Remark.PLAYING),
        ("they/them", Remark.PLAYING),
        ("+1", Remark.PLAYING),
        ("Burn", Remark.UNKNOWN),
    ],
)
def test_a_remark_says_whether_somebody_plays(text: str, remark: Remark) -> None:
    assert read_remark(text) is remark


def test_a_free_remark_is_searched_unless_it_denies() -> None:
    assert find_remark("hat sich heute abgemeldet") is Remark.OUT
    assert find_remark("hat sich nicht abgemeldet") is Remark.UNKNOWN
    assert find_remark("has not dropped") is Remark.UNKNOWN
    assert find_remark("raindrops") is Remark.UNKNOWN


def test_headings_of_waiting_lists_and_ticks_are_known() -> None:
    waiting = ("Waitlist:", "**Waiting list**", "Warteliste (3)", "Reserves")
    assert [read_section(text) for text in waiting] == [Remark.WAITING] * 4
    assert [read_section(text) for text in ("Judges", "Maybe:", "Out:", "**Dropped**")] == [
        Remark.STAFF,
        Remark.UNSURE,
        Remark.OUT,
        Remark.OUT,
    ]
    assert not any(read_section(text) for text in ("Players", "Anna Wait", "Out", ""))
    assert all(is_yes(text) for text in ("x", "Yes", "3", "✓", "ja"))
    assert not any(is_yes(text) for text in ("", "0", "no", "nein", "-"))


@pytest.mark.parametrize(
    ("text", "beside", "day", "unsure"),
    [
        ("14/03/2026", "", date(2026, 3, 14), False),
        ("3/14/2026", "", date(2026, 3, 14), False),
        ("26.01.2024", "", date(2024, 1, 26), False),
        ("06.01.2024", "", date(2024, 1, 6), False),
        ("6. 1. 2024", "", date(2024, 1, 6), False),
        ("06-01-2024", "", date(2024, 1, 6), False),
        ("2024-06-01", "", date(2024, 6, 1), False),
        ("2024年6月1日", "", date(2024, 6, 1), False),
        ("6/12/2026", "", None, True),
        ("6/12/2026", "6/12/2026, 10:52 PM", None, True),
        ("6/12/2026", "EventLink 13/12/2026, 10:52", date(2026, 12, 6), False),
        ("6/12/2026", "EventLink 6/13/2026, 10:52 PM", date(2026, 6, 12), False),
        ("5/5/2026", "", date(2026, 5, 5), False),
        ("31/31/2026", "", None, False),
        ("soon", "", None, False),
    ],
)
def test_a_day_is_read_in_its_own_order_or_not_at_all(text: str, beside: str, day: date | None, unsure: bool) -> None:
    assert read_day(text, beside) == (day, unsure)


@pytest.mark.parametrize(
    ("text", "role", "side"),
    [
        ("Player 1", "name", 1),
        ("P2", "name", 2),
        ("Player B", "name", 2),
        ("Opponent", "name", 2),
        ("Player 1 First Name", "first", 1),
        ("Nachname, Vorname", "last-first", 0),
        ("DisplayNameLastFirst", "last-first", 0),
        ("Vor- und Nachname", "name", 0),
        ("First and last name", "name", 0),
        ("Imię i nazwisko", "name", 0),
        ("OMW%", "ignored", 0),
        ("Opp. Win Rate %", "ignored", 2),
        ("ID giocatore", "id", 0),
        ("Nome giocatore", "name", 0),
        ("TeamId", "ignored", 0),
        ("W-L-D", "record", 0),
        ("MtgoScrenName", "user", 0),
        ("WizardsAccountDisplayName", "account", 0),
        ("E-Mail", "mail", 0),
        ("#", "number", 0),
        ("Round 1", "ignored", 1),
        ("順位", "rank", 0),
        ("", "", 0),
        ("Xyz", "", 0),
    ],
)
def test_a_heading_says_what_its_column_is(text: str, role: str, side: int) -> None:
    heading = read_heading(text)
    assert (heading.role, heading.side) == (role, side)
