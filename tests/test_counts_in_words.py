"""Counts agree with their nouns ("1 card", "2 cards"), and columns of the command line never run together.

X, a filter of the templates), so that 1 of it reads
right. What is left out here can never be 1, or is "1 of 12 cards".
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from deckcheck.law.sentences import counted
from tests.cli.commands import run
from tests.tables import every_row

ROOT: Final = Path(__file__).parent.parent
NOUNS: Final = (
    "cards|lists|players|lines|tables|decks|rows|minutes|copies|entries|events|pools|problems|questions|versions|stages|"
    "seals|seats|rounds|files|days|hours|accounts|changes|teams|pages|checks|leaves|names|printings|sets|formats|results|"
    "warnings|points|characters|letters|bytes|sign-ins"
)
IN_TEMPLATES: Final = re.compile(rf"\{{\{{(?P<what>[^{{}}]*)\}}\}} (?:[a-z]+ )?(?:{NOUNS})\b")
_COUNT: Final = r"len\([^{}]*\)|[a-z_.]*(?:total|count|n|size|events|rows|length|seals)"
IN_SENTENCES: Final = re.compile(rf"(?<!of )(?<!than )(?<!most )\{{(?:{_COUNT})(?::,)?\}} (?:{NOUNS})\b")
AGREES: Final = re.compile(r"counted\(|ngettext\(|== 1| if ")
"""What takes care of its noun itself."""
NO_COUNT: Final = re.compile(r"\b(?:name|title|words|mail|player|event|listed|short|heading|slug|pairs|viewer|given)\b")
"""Expressions that are no number: "Verify {{ name }} lists"."""
ALLOWED: Final = (
    *("the most", "the limit", "at most", "more than", "and more", "LARGEST", "_too_long", "within an hour"),
    *('to=f"', "this is none"),
)
"""Words of sentences about a limit that is passed, of the audit, and of a format with a fixed number of lines."""


def places(folder: str, ending: str) -> list[Path]:
    return sorted((ROOT / folder).rglob(f"*{ending}"))


@every_row("path", places("templates", ".html"), ids=lambda path: path.name)
def test_a_page_says_one_card_and_two_cards(path: Path) -> None:
    odd = [
        f"{place}: {found[0]}"
        for place, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for found in IN_TEMPLATES.finditer(line)
        if not AGREES.search(found["what"]) and "| counted" not in found["what"] and not NO_COUNT.search(found["what"])
        if not line[: found.start()].rstrip().endswith("of")
    ]
    assert odd == [], "write {{ n | counted('card') }}"


def test_a_sentence_says_one_card_and_two_cards() -> None:
    odd = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in places("deckcheck", ".py")
        for line in path.read_text("utf-8").splitlines()
        if IN_SENTENCES.search(line) and not AGREES.search(line) and not any(known in line for known in ALLOWED)
    ]
    assert odd == [], "write counted(n, 'card')"


def test_columns_of_the_command_line_have_a_gap_however_long_a_word_is() -> None:
    odd = [
        f"{path.name}: {line.strip()}"
        for path in places("deckcheck/cli", ".py")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r":<(?:[0-9]+|\{\w+\})\}(?!  )", line)
    ]
    assert odd == []


def test_a_format_and_its_title_stand_apart() -> None:
    rows = run("formats").out.splitlines()
    told = re.compile(r"two-headed-giant-limited {2,}Two-Headed Giant Limited \(Magic: The Gathering\)")
    assert any(told.match(row) for row in rows)
    assert len({row.index(row.split("  ", 1)[1].strip()) for row in rows}) == 1, "one column"


@pytest.mark.parametrize(("count", "words"), [(0, "0 leaves"), (1, "1 leaf"), (2, "2 leaves"), (1204, "1,204 leaves")])
def test_a_count_agrees_with_its_noun(count: int, words: str) -> None:
    assert counted(count, "leaf", "leaves") == words
