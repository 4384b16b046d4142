"""What a shortened name may mean: how near each card is, and where that is no longer sure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from deckcheck.decklist import nearest
from deckcheck.decklist.names import Claim, Layer, Standing, make_keys, ordered, shortened
from deckcheck.decklist.nearest import Nearest, make_grams, make_words


def searching(*names: str) -> Nearest:
    """A search of these names of tournament cards."""
    keys = make_keys(Claim(name, Layer.WHOLE, place, Standing.PAPER) for place, name in enumerate(names))
    return Nearest(names, keys, make_words(keys.texts), make_grams(keys.texts))


@pytest.mark.parametrize(
    ("folded", "left", "sorted_"),
    [
        ("fires of invention", "fires invention", "fires invention of"),
        ("the fires", "", "fires the"),
        ("fires", "", ""),
        ("of the", "", "of the"),
        ("storm crow", "storm crow", "crow storm"),
    ],
)
def test_a_single_word_is_no_form_of_a_longer_name(folded: str, left: str, sorted_: str) -> None:
    assert (shortened(folded), ordered(folded)) == (left, sorted_)


def test_names_are_cut_at_a_comma_before_the_last_word_earlier_and_within_a_word_in_this_order() -> None:
    names = ("Zorblatt, Eternal Warden King", "Zorblatt Crow", "Zorblatt Eternal Warden Crow", "Zorblattling")
    found = searching(*names).ranked("zorblatt", 4)
    assert [names[place] for place, _ in found] == list(names)
    assert found[0][1] > found[1][1] > found[2][1] + 0.02 > found[3][1] + 0.05


@pytest.mark.parametrize(("written", "is_part"), [("zorblatt", True), ("latt", True), ("att", False)])
def test_the_end_of_a_name_counts_from_four_letters_on(written: str, is_part: bool) -> None:
    ((_, whole), *_) = searching("Grand Zorblatt", "Eternal Warden").ranked(written, 1)
    assert (whole > 0.8) is is_part


def test_a_last_word_is_nearer_than_the_end_of_one() -> None:
    (one, other) = searching("Grandzorblatt", "Grand Zorblatt").ranked("zorblatt", 2)
    assert (one[0], other[0]) == (1, 0)
    assert one[1] > other[1] + 0.05


@pytest.mark.parametrize(
    ("longer", "contested"),
    [
        ("Storm Crow", True),
        ("Storm, Crow Rider King", True),
        ("Storm Crow Rider", False),
        ("Stormling", False),
    ],
)
def test_only_a_name_cut_where_names_are_cut_may_mean_another_card(longer: str, contested: bool) -> None:
    search = searching(longer, "Old Man")
    assert search.is_contested("storm", 1) is contested
    assert search.is_contested("storm", 0) is False


def test_of_names_that_share_as_much_the_same_are_suggested_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of text are a set, whose order is another in each process."""
    names = [name for letter in "defghijklmnopqrs" for name in (f"Abc{letter} Longer Name", f"Longer Name {letter}xyz")]
    search, pieces = searching(*sorted(names)), nearest._grams
    found = []
    for backwards in (False, True):
        monkeypatch.setattr(nearest, "_grams", partial(_in_order, pieces, backwards))
        found.append(search.ranked("abctuvxyz", 60))
    assert found[0] == found[1]
    assert 0 < len(found[0]) < len(names)


def _in_order(pieces: Callable[[str], set[str]], backwards: bool, text: str) -> list[str]:
    return sorted(pieces(text), reverse=backwards)
