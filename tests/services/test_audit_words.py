"""Every act that is written into the audit has words, and its kind can be looked for."""

from __future__ import annotations

import re
from pathlib import Path

from deckcheck.app.states import Act
from deckcheck.audit.audit_words import KINDS, WORDS
from deckcheck.store.queries.proof import NAMED, ROWS

PRODUCT = Path(__file__).parents[2] / "deckcheck"
ACT = re.compile(
    r'"((?:account|check|db|entry|event|format|invitation|law|link|lists?|note|person|pool|publication|role|round|stage|token|update|webhook)\.[a-z_]+)"'
)
NO_ACTORS = {"store", "web", "cli"}
"""They name tables and files, and act only through the domains."""
NO_ACTS = {"law.packed", "person.json", "publication.toml"}
"""Names of files that look like acts."""


def written() -> set[str]:
    """Every act that the code names."""
    acting = (path for path in PRODUCT.rglob("*.py") if path.relative_to(PRODUCT).parts[0] not in NO_ACTORS)
    code = "".join(path.read_text("utf-8") for path in acting if path != PRODUCT / "audit" / "audit_words.py")
    return {*ACT.findall(code), *map(str, Act), NAMED, ROWS} - NO_ACTS


def test_every_act_has_words_and_no_words_are_for_nothing() -> None:
    assert set(WORDS) == written()


def test_words_are_short_sentences_without_a_stop() -> None:
    assert [words for words in WORDS.values() if not words[:1].isupper() or words.endswith(".")] == []


def test_every_act_of_an_event_is_of_a_kind() -> None:
    others = ("account.", "db.", "format.", "law.", "update.")
    own = {act for act in WORDS if not act.startswith(others) and act != ROWS}
    assert {act for act in own if not act.startswith(tuple(KINDS))} == set()
