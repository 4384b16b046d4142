"""Writes a rule's skeleton and its cases: `scripts/new_rule.py trait-count`, with `--game mtg` for one game only."""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

RULE = '''"""TODO: say in one sentence what holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    section: str
    at_most: int


@rule(
    id="{id}",
    implements=("TODO: document and section",),
    sentence="TODO: The {{section}} holds at most {{at_most}} cards.",
    examples=("TODO: {{at_most}} cards in the {{section}}.", "TODO: {{at_most_more}} cards in the {{section}}."),
    messages={{"too-many": "TODO: {{count}} cards in the {{section}}; the limit is {{at_most}}."}},
    params=Params,
)
def {name}(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    count = deck.size(params.section)
    if count > params.at_most:
        yield finding("too-many", within=(params.section,), count=count, at_most=params.at_most)
'''

CASES = """rule = "{id}"

[[case]]
name = "TODO: what is allowed"
clause = {{ section = "main", at_most = 4 }}
list = "4 Lightning Bolt"
finds = []

# One case a message, and one for each edge that the document speaks of.
[[case]]
name = "TODO: what is too much"
clause = {{ section = "main", at_most = 4 }}
list = "5 Lightning Bolt"
finds = [{{ message = "too-many", count = 5, at_most = 4 }}]
"""


def places(rule_id: str, game: str | None) -> tuple[Path, Path]:
    """Where a rule and its cases belong."""
    home = ROOT / "deckcheck" / (f"games/{game}" if game else "law") / "rules"
    return home / f"{rule_id.replace('-', '_')}.py", ROOT / "tests" / "rules" / f"{rule_id}.toml"


def refusal(rule_id: str, game: str | None) -> str | None:
    """Why this rule cannot be begun, if it cannot."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule_id):
        return f'"{rule_id}" is no rule id: use small letters and hyphens, as in trait-count.'
    if game and not (ROOT / "deckcheck" / "games" / game).is_dir():
        return f"There is no game {game} in deckcheck/games."
    for path in places(rule_id, game):
        if path.exists():
            return f"{path.relative_to(ROOT)} is there already."
    return None


def write_rule(rule_id: str, game: str | None) -> tuple[Path, Path]:
    """Write both files; they pass the linters and wait for their words."""
    both = places(rule_id, game)
    for path, skeleton in zip(both, (RULE, CASES), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(skeleton.format(id=rule_id, name=rule_id.replace("-", "_")), encoding="utf-8")
    return both


def main() -> int:
    """Write the two files and say what is left to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("id", help="the rule's id, such as trait-count")
    parser.add_argument("--game", help="the game whose own rule it is; without it, any game may use the rule")
    args = parser.parse_args()
    if reason := refusal(args.id, args.game):
        print(reason, file=sys.stderr)
        return 2
    for path in write_rule(args.id, args.game):
        print(f"wrote {path.relative_to(ROOT)}")
    print("Left to do: the places marked TODO, the check, a case a message, and a clause in a file under formats/.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
