"""Facts about lists are read as they are dated, and what cannot be read is refused with the place."""

from __future__ import annotations

import tomllib
from datetime import date
from typing import Any, Final

import pytest

from deckcheck.law.formats import FormatError
from deckcheck.law.registration_law import read_list_law

SOUND: Final = """
[[during]]
from = 2019-05-03
source = "MTR 2.7"
opens = "closed"
note = "Closed."

[[during]]
from = 2024-05-13
source = "MTR 2.7"
levels = ["professional"]
stages = ["playoff"]
opens = "stage"
note = "Open to players."

[[after]]
from = 2019-05-03
source = "MTR 1.2"
opens = "all"
note = "Published."

[[due]]
from = 2019-05-03
source = "MTR 2.7"
before = "round-1"
note = "Before round 1."

[[officials_play]]
from = 2019-05-03
source = "MTR 1.4"
levels = ["regular"]
note = "At Regular."

[[alike]]
from = 2021-11-15
source = "MDTR 2.7"
note = "Alike."

[[continuous]]
from = 2019-05-03
source = "MTR 3.15"
allowed = "no"
note = "As registered."

[[continuous]]
from = 2019-05-03
source = "MTR 7.3"
kind = "limited"
played = "paper"
levels = ["regular"]
allowed = "yes"
note = "At Regular."
"""


def table(**changes: Any) -> dict[str, Any]:
    """The sound law with the first fact of `during` changed."""
    found = tomllib.loads(SOUND)
    found["during"][0] |= changes
    return found


def test_the_last_fact_that_fits_holds_from_its_day_on() -> None:
    law = read_list_law("law.toml", table())
    day_before, day = date(2024, 5, 12), date(2024, 5, 13)
    assert law.seen_during("professional", "playoff", day_before).value == "closed"
    assert law.seen_during("professional", "playoff", day).value == "stage"
    assert law.seen_during("professional", "swiss", day).value == "closed"
    assert law.seen_during("competitive", "playoff", day).value == "closed"


def test_before_the_first_edition_known_that_edition_holds() -> None:
    law = read_list_law("law.toml", table())
    assert law.seen_during("competitive", "swiss", date(2010, 1, 1)).note == "Closed."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"form": 1}, "law.toml, [[during]]: unknown word 'form'."),
        ({"from": "2019"}, "law.toml, [[during]]: `from` must be a day such as 2019-05-03."),
        ({"note": ""}, "law.toml, [[during]]: `source` and `note` must say where it stands and what it says."),
        ({"opens": "some"}, "law.toml, [[during]]: `opens` is 'some'; known are all, closed, stage."),
        ({"levels": ["casual"]}, "law.toml, [[during]]: `levels` holds 'casual', which is unknown."),
        ({"stages": "semifinal"}, "law.toml, [[during]]: `stages` holds 'semifinal', which is unknown."),
    ],
)
def test_a_fact_that_cannot_be_read_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_list_law("law.toml", table(**changes))
    assert str(refused.value) == sentence


def test_a_table_too_many_or_too_few_is_refused() -> None:
    with pytest.raises(FormatError, match="it holds the tables"):
        read_list_law("law.toml", table() | {"durning": []})
    with pytest.raises(FormatError, match="no more and no fewer"):
        read_list_law("law.toml", {"during": []})


def test_a_law_that_is_silent_on_a_question_is_refused() -> None:
    silent = table()
    silent["due"][0]["kind"] = "constructed"
    with pytest.raises(FormatError, match="`due` says nothing for limited"):
        read_list_law("law.toml", silent)


def test_whether_decks_may_change_follows_from_all_that_is_known_of_an_event() -> None:
    law, day = read_list_law("law.toml", table()), date(2026, 6, 13)
    found = law.decks_may_change("limited", "regular", day, digital=False, premier=False)
    assert (found.value, found.source) == ("yes", "MTR 7.3")
    assert law.decks_may_change("limited", "competitive", day, digital=False, premier=False).value == "no"
    assert law.decks_may_change("limited", "regular", day, digital=True, premier=False).value == "no"
    assert law.decks_may_change("constructed", "regular", day, digital=False, premier=True).source == "MTR 3.15"


def test_a_law_that_does_not_say_whether_decks_may_change_in_some_events_is_refused() -> None:
    silent = table()
    silent["continuous"][0]["premier"] = "yes"
    with pytest.raises(FormatError, match=r"`continuous` says nothing for constructed, regular, \w+, no"):
        read_list_law("law.toml", silent)
