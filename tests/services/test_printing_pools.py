"""Checklists of an event's pools: blank for its sets, to be counted by the players across, filled for officials."""

from __future__ import annotations

import pytest

from deckcheck.app.actors import STRANGER, SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded, UnusableInput
from deckcheck.lists.list_checks import PreviewList, Terms
from deckcheck.printing.blank_sheets import print_blank, print_blank_of, print_checked, print_missing
from deckcheck.printing.pool_checklists import print_pool, print_pools, print_to_count
from deckcheck.printing.sheet_values import Printing, printing_of
from tests.events import Made
from tests.pools import DECK, by_hand, counts, hand_over, sealed_event, set_pools
from tests.published_events import audit_of
from tests.registrations import accept, send
from tests.sheets_read import bookmarks_of, pages_of

WHY = Printing(reason="to be filed", base="https://lists.example.org")
SEALED = Terms(format="limited-sealed")


@pytest.fixture
def made(one_desk: App) -> Made:
    """Everybody's pool is assigned; the first player's was counted by the second, and a deck was sent of it."""
    made = sealed_event(one_desk, size=90)
    by_hand(one_desk, made, (1, 2), (2, 3), (3, 4), (4, 1))
    hand_over(one_desk, made, 1, by=2, confirmed=True)
    send(made, one_desk, DECK, who=made.as_person(0))
    accept(made, one_desk, 1)
    return made


def test_blank_sheets_of_a_stage_that_names_its_sets_are_their_checklists(one_desk: App, made: Made) -> None:
    pages = pages_of(print_blank(one_desk, made.as_person(2), made.slug, Printing(), 2).content)
    assert len(pages) == 6
    for words in ("Foundations (FDN)", "Registered by", "Played by", "Northern Open", "Sire of Seven Deaths"):
        assert words in pages[0]
    other = print_blank(one_desk, made.as_person(2), made.slug, printing_of({"sets": "STA"}))
    assert "Strixhaven Mystical Archive (STA)" in pages_of(other.content)[0]
    missing = print_missing(one_desk, made.as_account("scorekeeper"), made.slug, Printing())
    assert len(bookmarks_of(missing.content)) == 3
    assert "Registered by" in pages_of(missing.content)[0]
    set_pools(one_desk, made, pool_sets=(), reason="The boosters are of several sets")
    assert "Main deck" in pages_of(print_blank(one_desk, made.as_person(2), made.slug, Printing()).content)[0]


def test_pools_that_are_not_registered_have_checklists_with_both_names(one_desk: App, made: Made) -> None:
    counts(one_desk, made, 2, by=3)
    file = print_to_count(one_desk, made.as_account("scorekeeper"), made.slug, Printing())
    marks = bookmarks_of(file.content)
    assert len(marks) == 3
    assert "Okonkwo, Ada" not in marks
    first = pages_of(file.content)[0]
    assert "Registered by" in first
    assert "Felidar Savior" in first
    with pytest.raises((Hidden, NotAllowed)):
        print_to_count(one_desk, made.as_person(0), made.slug, Printing())
    for owner, by in ((2, 3), (3, 4), (4, 1)):
        hand_over(one_desk, made, owner, by=by, confirmed=True)
    with pytest.raises(UnusableInput, match="Every pool is registered"):
        print_to_count(one_desk, made.as_account("scorekeeper"), made.slug, Printing())


def test_registered_pools_are_printed_with_what_is_played_and_the_audit_has_it(one_desk: App, made: Made) -> None:
    judge = made.as_account("judge")
    with pytest.raises(ReasonNeeded):
        print_pools(one_desk, judge, made.slug, Printing())
    assert not audit_of(one_desk, made, "lists.exported")
    (page,) = pages_of(print_pools(one_desk, judge, made.slug, WHY).content)
    (row,) = audit_of(one_desk, made, "lists.exported")
    assert (row.on, row.from_, bool(row.note)) == ("stage:swiss", "pools", True)
    for words in ("Okonkwo, Ada", "Registered by", "Armasaur Guide", "24", "40", "24 cards; 90 expected."):
        assert words in page
    for words in ("Added basic lands", "Plains", "Handed over", "1 of 1"):
        assert words in page
    whole = print_pools(one_desk, judge, made.slug, printing_of({"rows": "all"}, "again"))
    assert len(pages_of(whole.content)) == 3
    assert pages_of(print_pools(one_desk, SYSTEM, made.slug, Printing()).content)
    for who in (made.as_account("scorekeeper"), made.as_person(0), made.as_stranger):
        with pytest.raises((Hidden, NotAllowed)):
            print_pools(one_desk, who, made.slug, WHY)


def test_a_pool_is_printed_for_its_owner_and_its_counter_and_the_deck_for_the_owner_alone(
    one_desk: App, made: Made
) -> None:
    (own,) = pages_of(print_pool(one_desk, made.as_person(0), made.slug, None, Printing()).content)
    (counted,) = pages_of(print_pool(one_desk, made.as_person(1), made.slug, 1, Printing()).content)
    assert "Added basic lands" in own
    assert "Felidar Savior" in counted
    assert "Added basic lands" not in counted
    assert not audit_of(one_desk, made, "list.read")
    for who in (made.as_person(2), made.as_stranger):
        with pytest.raises(Hidden):
            print_pool(one_desk, who, made.slug, 1, WHY)
    with pytest.raises(Hidden):
        print_pool(one_desk, made.as_person(1), made.slug, None, Printing())
    (page,) = pages_of(print_pool(one_desk, made.as_account("judge"), made.slug, 1, WHY).content)
    assert "Added basic lands" in page
    assert len(audit_of(one_desk, made, "pool.read")) == len(audit_of(one_desk, made, "list.read")) == 1


def test_anyone_prints_checklists_of_sets_and_of_a_pool_they_counted(one_desk: App) -> None:
    blank = print_blank_of(one_desk, STRANGER, SEALED, printing_of({"sets": "fdn, STA", "paper": "letter"}))
    assert blank.shared
    text = " ".join(pages_of(blank.content))
    assert "Foundations (FDN)" in text
    assert "Strixhaven Mystical Archive (STA)" in text
    pool = PreviewList("Pool\n2 Dazzling Angel\n1 Refute\n\nDeck\n1 Dazzling Angel\n17 Plains\n", SEALED)
    (page,) = pages_of(print_checked(one_desk, STRANGER, pool, printing_of({"sets": "FDN"})).content)
    for words in ("Dazzling Angel", "Refute", "Added basic lands", "18"):
        assert words in page
    assert "Sire of Seven Deaths" not in page
    with pytest.raises(UnusableInput, match='has the code "XXX"'):
        print_blank_of(one_desk, STRANGER, SEALED, printing_of({"sets": "XXX"}))
    with pytest.raises(UnusableInput, match="13 sets"):
        print_blank_of(one_desk, STRANGER, SEALED, printing_of({"sets": ",".join(["FDN"] * 13)}))


def test_no_pools_no_checklists_to_count(one_desk: App) -> None:
    made = sealed_event(one_desk, way="")
    with pytest.raises(UnusableInput, match="No pools are registered here"):
        print_to_count(one_desk, made.as_account("judge"), made.slug, Printing())
    with pytest.raises(UnusableInput, match="No pools are registered here"):
        print_pools(one_desk, made.as_account("judge"), made.slug, WHY)
