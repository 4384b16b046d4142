"""A report that was printed on pages or broken by a narrow screen: nobody is lost, doubled or made up."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.roster.files.model import Roster
from deckcheck.roster.imports import read_roster
from tests.doubling import MOST, growth_of_work
from tests.rosters.reports import BREAKS, HEADINGS, report

WORDS: Final = st.sampled_from(
    """Fenna Bartholomew Łucja Mika Siobhán Haruto Cosima Ödön Çağla Nils Oluwaseun Anneliese Jean-Loup Dom Renée Vik
    Quill Brzozowska-Lis O'Dwyer-Kemp Minamikaze Kertész-Nagy Yıldırımer Übelacker Vogtländer Carrefour Łopata
    Hoogstraat Saint-Clairval Ångström van der Zandkamp""".split()
)
NAME: Final = st.lists(WORDS, min_size=1, max_size=3).map(" ".join).filter(lambda name: len(name) < 24)
NAMES: Final = st.lists(NAME, min_size=2, max_size=14, unique_by=str.casefold)
KINDS: Final = st.sampled_from(sorted(HEADINGS))
PAGES: Final = st.tuples(st.sampled_from([0, 3, 5]), st.sampled_from(["browser", "whole head", "headings"]))


def asked(roster: Roster) -> str:
    """All that a person is shown beside the players, without blanks: a word may be cut in two."""
    told = [ask.text for ask in roster.ask] + [one.player.display for one in roster.left_out]
    return "".join("".join(told).split())


@given(KINDS, NAMES, PAGES)
def test_everybody_is_read_from_a_report_on_pages(kind: str, names: list[str], pages: tuple[int, str]) -> None:
    roster = read_roster("\n".join(report(kind, names, *pages)))
    assert [player.display for player in roster.players] == names
    assert roster.ask == ()


@given(KINDS, NAMES, PAGES, st.sampled_from(sorted(BREAKS)), st.integers(18, 60))
def test_everybody_of_a_broken_report_is_read_once_or_asked_about(
    kind: str, names: list[str], pages: tuple[int, str], broken: str, width: int
) -> None:
    lines = [part for line in report(kind, names, *pages) for part in BREAKS[broken](line, width)]
    roster = read_roster("\n".join(lines))
    read = [player.display for player in roster.players]
    assert sorted(set(read)) == sorted(read)
    assert set(read) <= set(names), "no header, total or rule is a player, and no name is cut"
    missing = [name for name in names if name not in read and "".join(name.split()) not in asked(roster)]
    assert missing == []


@pytest.mark.parametrize("kind", sorted(HEADINGS))
@pytest.mark.parametrize("broken", sorted(BREAKS))
def test_twice_the_rows_take_twice_the_work(kind: str, broken: str) -> None:
    def made(size: int) -> str:
        names = [f"Anna Bee{'abcdefghij'[n % 10]}{n}x" for n in range(size)]
        return "\n".join(part for line in report(kind, names, 40, "headings") for part in BREAKS[broken](line, 36))

    assert growth_of_work(made, read_roster, 600) <= MOST


POSTED: Final = {
    "cells": lambda n: "Rank\nName\nPoints\n" + "".join(f"{at}\nAnna\nBee {at}x\n9\n" for at in range(1, n)),
    "pages": lambda n: "".join(f"Anna Bee{at}\nPage {at}\nOpen\n" for at in range(n)),
    "totals": lambda n: "Total: 5\n" * n + "Anna Bee\n",
    "waiting": lambda n: "Anna Bee\nWaitlist:\n" + "".join(f"Eva {at}x\n" for at in range(n)),
    "chat": lambda n: "".join(f"[14.03.26, 19:22] Anna{at}: dabei\n" for at in range(n)),
    "several": lambda n: "Anna Bee, Carl Dee, Eva Eff\n" * n,
    "commas": lambda n: "Bee, Anna\n" + "".join(f"Dee, Carl {at}x, junior team\n" for at in range(n)),
}


@pytest.mark.parametrize("what", sorted(POSTED))
def test_twice_the_lines_take_twice_the_work(what: str) -> None:
    assert growth_of_work(POSTED[what], read_roster, 1_500) <= MOST
