"""Who sees and answers a pool: its counter until it is confirmed, its owner once it was handed over, officials."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from deckcheck.app.permissions import AccessContext, EntryStanding, Right, may
from deckcheck.app.permissions.rights import OWN_MATCH_POOL
from tests.services.scenes_made import BOTH, PEOPLE, PUBLISHED, letter_of, scene_for, scene_of

RIGHTS: Final = (Right.SEE_POOL, Right.COUNT_POOL, Right.REGISTER_POOL, Right.ANSWER_POOL, Right.CORRECT_POOL)
PLAYING: Final = ("own", "mate", "same", "other", "dropped", "stranger", "overlay", "tok-else")


def letters(who: str, published: str = "c", **pool: Any) -> str:
    """What somebody may about a pool, one letter for each of the rights."""
    actor, access = scene_for(who, published)
    return "".join(letter_of(may(actor, right, replace(access, **pool), "playoff")) for right in RIGHTS)


@pytest.mark.parametrize("published", list(PUBLISHED))
def test_whoever_counts_a_pool_sees_and_hands_it_over_and_nothing_else(published: str) -> None:
    assert letters("same", published, counts_pool=True) == "yyyhh"
    assert letters("same", published, counts_pool=True, pool_handed=True) == "yyyhh"


@pytest.mark.parametrize("published", list(PUBLISHED))
def test_once_it_is_confirmed_it_is_closed_to_whoever_counted_it(published: str) -> None:
    assert letters("same", published, pool_handed=True) == "hhhhh"


@pytest.mark.parametrize("published", list(PUBLISHED))
def test_its_owner_and_team_mates_see_and_answer_it_once_it_was_handed_over(published: str) -> None:
    for who in ("own", "mate", "team"):
        assert letters(who, published) == "hhhhh"
        assert letters(who, published, pool_handed=True) == "yhhyh"


def test_a_pool_is_never_public_whatever_is_published() -> None:
    for who in PLAYING:
        if who not in {"own", "mate"}:
            assert letters(who, "a", pool_handed=True) == "hhhhh", who


def test_officials_read_pools_on_record_whatever_is_published() -> None:
    for published in PUBLISHED:
        assert letters("J", published, pool_handed=True) == "lnyyy"
        assert letters("O", published, pool_handed=True) == "lnynn"
        assert letters("K", published, pool_handed=True) == "nnynn"


def test_an_official_who_plays_enters_and_corrects_no_pool_of_their_own_match() -> None:
    me, official = EntryStanding(5, stages=BOTH, lists=BOTH), PEOPLE["J"][0]
    for access in (scene_of(me=me, subject=me), replace(scene_of(me=me), meets=frozenset({7}))):
        for right in (Right.REGISTER_POOL, Right.CORRECT_POOL):
            found = may(official, right, access, "playoff")
            assert (letter_of(found), found.sentence) == ("n", OWN_MATCH_POOL)
        counting = replace(access, counts_pool=True)
        assert letter_of(may(official, Right.REGISTER_POOL, counting, "playoff")) == "y"


def test_an_official_who_plays_says_why_before_reading_the_pool_of_another() -> None:
    me = EntryStanding(5, stages=BOTH, lists=BOTH)
    access: AccessContext = scene_of(*PUBLISHED["a"], me=me)
    assert letter_of(may(PEOPLE["J"][0], Right.SEE_POOL, access, "playoff")) == "r"
    assert letter_of(may(PEOPLE["J"][0], Right.SEE_POOL, replace(access, counts_pool=True), "playoff")) == "y"
