"""A name is shown in full, as initials or as a number, and no letter more than that."""

from __future__ import annotations

import unicodedata
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.app.shown_names import names_as_shown
from deckcheck.store.states import NamesShown

PLAIN: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})
often = settings(max_examples=800, deadline=None, derandomize=True)
names = st.text(max_size=12) | st.text("aÀéßŁ'ʻ- .王김ŉ\u0301\u202e7", max_size=8)


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("Ada", "Okonkwo", "A. O."),
        ("åsa", "von Essen", "Å. V."),
        ("A\u030asa", "Öberg", "Å. Ö."),
        ("", "Madonna", "M."),
        ("Geert", "'t Hooft", "G. T."),
        ("Keola", "ʻŌpūnui", "K. Ō."),
        ("Jean-Luc", "O'Brien", "J. O."),
        ("ßen", "Ŀull", "ß. Ŀ."),
        ("Мария", "Иванова", "М. И."),
        ("小明", "王", "Player 37"),
        ("민수", "김", "Player 37"),
        ("Wei", "王", "Player 37"),
        ("", "", "Player 37"),
        ("4", "?!", "Player 37"),
    ],
)
def test_initials_are_the_first_letters(first: str, last: str, shown: str) -> None:
    assert names_as_shown(first, last, f"{first} {last}", 37, "initials") == shown


def test_in_full_the_name_is_as_the_player_wants_it() -> None:
    assert names_as_shown("Ada", "Okonkwo", "", 37, "full") == "Ada Okonkwo"
    assert names_as_shown("Ada", "Okonkwo", "Okonkwo Ada", 37, "full") == "Okonkwo Ada"
    assert names_as_shown("", "Madonna", " ", 37, "full") == "Madonna"
    assert names_as_shown(" ", "", "", 37, "full") == "Player 37"


@often
@given(names, names, names, st.integers(1, 5000), st.sampled_from(["number", "hidden", "", "Full"]))
def test_hidden_names_and_unknown_modes_tell_the_number_only(
    first: str, last: str, display: str, number: int, mode: str
) -> None:
    assert names_as_shown(first, last, display, number, mode) == f"Player {number}"


@often
@given(names, names, names, names, st.integers(1, 5000))
def test_initials_hold_no_letter_but_the_first_ones(
    first: str, last: str, display: str, other: str, number: int
) -> None:
    shown = names_as_shown(first, last, display, number, NamesShown.INITIALS)
    assert shown == names_as_shown(first, last, other, number, NamesShown.INITIALS)
    if shown == f"Player {number}":
        return
    parts = shown.split(" ")
    assert all(len(part) == 2 and part.endswith(".") for part in parts)
    assert [part[0] for part in parts] == [capital(name) for name in (first, last) if capital(name)]


def capital(name: str) -> str:
    """The first letter of a name as a capital, told in another way than the code does."""
    letters = [c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) in PLAIN]
    if not letters:
        return ""
    return letters[0].upper() if len(letters[0].upper()) == 1 else letters[0]
