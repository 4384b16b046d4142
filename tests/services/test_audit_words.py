"""Every act that is written into the audit has words, and its kind can be looked for."""

from __future__ import annotations

import re
from pathlib import Path

from deckcheck.services.audit_words import KINDS, WORDS
from deckcheck.services.states import Act
from deckcheck.storage.shelves.proof import NAMED, ROWS

SERVICES = Path(__file__).parents[2] / "deckcheck" / "services"
ACT = re.compile(
    r'"((?:account|check|db|entry|event|invitation|link|lists?|note|person|pool|publication|role|round|stage|token|webhook)\.[a-z_]+)"'
)
NO_ACTS = {"person.json"}
"""Names of files that look like acts."""


def written() -> set[str]:
    """Every act that the services name."""
    code = "".join(path.read_text("utf-8") for path in SERVICES.rglob("*.py") if path.name != "audit_words.py")
    return {*ACT.findall(code), *map(str, Act), NAMED, ROWS} - NO_ACTS


def test_every_act_has_words_and_no_words_are_for_nothing() -> None:
    assert set(WORDS) == written()


def test_words_are_short_sentences_without_a_stop() -> None:
    assert [words for words in WORDS.values() if not words[:1].isupper() or words.endswith(".")] == []


def test_every_act_of_an_event_is_of_a_kind() -> None:
    own = {act for act in WORDS if not act.startswith(("account.", "db.")) and act != ROWS}
    assert {act for act in own if not act.startswith(tuple(KINDS))} == set()
