"""Law as written that cannot be used is refused with a sentence that names the file and what is wrong."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.catalogue import cards_known, open_sets
from deckcheck.catalogue.reference import load_reference
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Day

DAY = Day(date(2026, 8, 12))

EVERY = """
title = "Every list"
abstract = true
[clauses.line-read]
cites = ["MTR 2.7"]
"""
MODERN = """
title = "Modern"
inherits = "every"
banlist = "modern"
as_of = 2026-08-22
[clauses.copies]
limit = 4
sections = ["main", "sideboard"]
cites = ["MTR 6.1"]
[pool]
kind = "windows"
sets = { 8ED = { from = 2003-07-28 } }
"""
BASELINE = """
on = 2011-08-12
as_of = 2026-08-22
source = "a page"
[cards]
"Skullclamp" = "banned"
"""
BAN = """
effective = 2012-01-01
source = "a page"
[lists.modern]
"Ponder" = "banned"
"""


class Tree:
    """A small law in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("formats/documents.toml", '[MTR]\ntitle = "Magic Tournament Rules"\n')
        self.write("formats/every.toml", EVERY)
        self.write("formats/mtg/modern.toml", MODERN)
        self.write("banlists/mtg/baseline/modern.toml", BASELINE)
        self.write("banlists/mtg/2012-01-01.toml", BAN)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def refusal(self) -> str:
        """The sentence with which building the format is refused."""
        with pytest.raises(FormatError) as refused:
            load_reference(self.root, open_sets, cards_known).rulebook("modern", DAY)
        return str(refused.value)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_a_law_without_faults_is_read(tree: Tree) -> None:
    book = load_reference(tree.root, open_sets, cards_known).rulebook("modern", DAY)
    assert {name: s.word for name, s in book.legality.statuses.items()} == {"Skullclamp": "banned", "Ponder": "banned"}
    assert [b.clause.given_by for b in book.clauses] == ["formats/every.toml", "formats/mtg/modern.toml"]


FORMATS = {
    "an unknown word": ('colour = "red"\n' + MODERN, "'colour'"),
    "a word of the wrong kind": ("abstract = false\nleaders = 1\n" + MODERN, "`leaders`"),
    "an unknown parent": (MODERN.replace('"every"', '"nothing"'), "'nothing'"),
    "an unknown rule": (MODERN + '[clauses.x]\nrule = "wishes"\ncites = ["MTR 1"]\n', "'wishes'"),
    "an unknown parameter": (MODERN.replace("limit = 4", "limit = 4\nmost = 4"), "'most'"),
    "a missing parameter": (MODERN.replace("limit = 4", ""), "limit"),
    "an ill-typed parameter": (MODERN.replace("limit = 4", 'limit = "four"'), "'four'"),
    "an unknown section": (MODERN.replace('"sideboard"]', '"stash"]'), "'stash'"),
    "an unknown trait": (MODERN.replace("limit = 4", 'limit = 4\ntrait = "ink:amber"'), "'ink'"),
    "a clause like one that is not there": (MODERN + '[clauses.x]\nlike = "y"\ncites = ["MTR 1"]\n', "'y'"),
    "a clause without a citation": (MODERN.replace('cites = ["MTR 6.1"]', ""), "`cites`"),
    "a document that is not there": (MODERN.replace("MTR 6.1", "XYZ 6.1"), "'XYZ 6.1'"),
    "dropping what is not there": ('drop = ["singleton"]\n' + MODERN, "'singleton'"),
    "a change without a source": (MODERN + '[[change]]\nfrom = 2020-01-01\ndrop = ["copies"]\n', "`source`"),
    "a change with an unknown word": (MODERN + '[[change]]\nfrom = 2020-01-01\nsource = "x"\nban = 1\n', "'ban'"),
    "changes out of order": (
        MODERN + '[[change]]\nfrom = 2021-01-01\nsource = "x"\n[[change]]\nfrom = 2020-01-01\nsource = "x"\n',
        "order",
    ),
    "an unknown kind of pool": (MODERN.replace('"windows"', '"all"'), "'all'"),
    "an unknown word of the pool": (MODERN.replace('kind = "windows"', 'kind = "windows"\nwhen = 1'), "'when'"),
    "no pool": (MODERN[: MODERN.index("[pool]")], "has no pool"),
    "an unknown set": (MODERN.replace("8ED", "ZZZZ"), "'ZZZZ'"),
    "text that is no TOML": (MODERN + "[[", "no TOML"),
    "a list that is not there": (MODERN.replace('banlist = "modern"', 'banlist = "extended"'), "'extended'"),
}


@pytest.mark.parametrize("fault", sorted(FORMATS))
def test_a_format_with_a_fault_is_refused(tree: Tree, fault: str) -> None:
    text, named = FORMATS[fault]
    tree.write("formats/mtg/modern.toml", text)
    told = tree.refusal()
    assert named in told
    assert "modern" in told


BANS = {
    "an unknown status": (BAN.replace('"banned"', '"forbidden"'), "'forbidden'"),
    "a status that changes nothing": (BAN.replace("Ponder", "Skullclamp"), "nothing changes"),
    "a first state dated after a change": (BAN.replace("2012-01-01", "2010-01-01"), "dated after a change"),
    "no day": (BAN.replace("effective = 2012-01-01", ""), "`effective`"),
    "no source": (BAN.replace('source = "a page"', ""), "`source`"),
    "an unknown group": (BAN.replace('"Ponder"', '"@ante"'), "'@ante'"),
    "an unknown word": ("place = 1\n" + BAN, "'place'"),
}


@pytest.mark.parametrize("fault", sorted(BANS))
def test_an_announcement_with_a_fault_is_refused(tree: Tree, fault: str) -> None:
    text, named = BANS[fault]
    tree.write("banlists/mtg/2012-01-01.toml", text)
    assert named in tree.refusal()


def test_two_announcements_of_one_list_on_one_day_are_refused(tree: Tree) -> None:
    tree.write("banlists/mtg/2012-01-02.toml", BAN.replace("Ponder", "Preordain"))
    assert "both change modern on 2012-01-01" in tree.refusal()


def test_a_ban_of_single_games_that_holds_in_all_games_is_refused(tree: Tree) -> None:
    tree.write(
        "banlists/mtg/2013-01-01.toml",
        BAN.replace("2012", "2013").replace("[lists.modern]", "[lists.modern]\n[lists.modern.arena_bo1]"),
    )
    assert "nothing changes" in tree.refusal()


def test_two_formats_of_one_title_are_refused(tree: Tree) -> None:
    tree.write("formats/mtg/other.toml", MODERN)
    with pytest.raises(FormatError, match="share a title"):
        _ = load_reference(tree.root, open_sets, cards_known).formats


def test_a_folder_without_formats_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no formats under"):
        load_reference(tmp_path, open_sets, cards_known)


def test_an_unknown_format_is_refused_with_what_is_near(tree: Tree) -> None:
    with pytest.raises(FormatError, match="Modern"):
        load_reference(tree.root, open_sets, cards_known).format("modren")
