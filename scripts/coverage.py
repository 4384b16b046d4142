"""Write docs/coverage.md: every section of the documents about decks, what keeps it, and the case that proves it.

Usage, in the folder of the project: .venv/bin/python -m scripts.coverage

`docs/coverage.toml` lists the sections. Rules are found by their `implements`, formats by their `cites`, cases of rules
by the sections that stand in brackets at the end of their names.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from deckcheck.games import GAMES

ROOT: Final = Path(__file__).resolve().parent.parent
SECTIONS: Final = ROOT / "docs" / "coverage.toml"
DOCUMENT: Final = ROOT / "docs" / "coverage.md"
SHOWN: Final = 3
"""So many cases are named; how many more there are changes too often to be told."""
ABOUT: Final = """# What is covered

Every section of the documents about decks, what keeps it here, and cases that prove it. Written by
`scripts/coverage.py` from `docs/coverage.toml`, what rules say they implement, what formats cite, and the cases that
name a section. A part of a section stands behind a comma. The words are ours; the documents are named in
`formats/documents.toml`.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A section: its document and name, what it is about, rules by id, files and pages, cases; why it is not done."""

    document: str
    section: str
    about: str
    rules: tuple[str, ...]
    places: tuple[str, ...]
    cases: tuple[str, ...]
    open: str

    @property
    def cite(self) -> str:
        """The section as rules cite it."""
        return f"{self.document} {self.section}"


@cache
def rule_files() -> Mapping[str, str]:
    """The file of each rule."""
    folders = [ROOT / "deckcheck" / "law" / "rules", *(ROOT / "deckcheck" / "games").glob("*/rules")]
    found = {path.stem.replace("_", "-"): path for folder in folders for path in folder.glob("*.py")}
    return {rule.id: found[rule.id].relative_to(ROOT).as_posix() for game in GAMES.values() for rule in game.rules}


def implemented() -> Mapping[str, list[str]]:
    """The rules that say of a section that they implement it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for rule in {rule.id: rule for game in GAMES.values() for rule in game.rules}.values():
        for cite in rule.implements:
            found[cite].append(rule.id)
    return found


def cited() -> Mapping[str, list[str]]:
    """The files of formats of which a clause, or a fact, cites a section."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "formats").rglob("*.toml")):
        for cites in re.findall(r"^cites = \[(.*)\]", path.read_text("utf-8"), re.MULTILINE):
            for cite in re.findall(r'"([^"]+)"', cites):
                if (where := path.relative_to(ROOT).as_posix()) not in found[cite]:
                    found[cite].append(where)
    return found


def proven() -> Mapping[str, list[str]]:
    """The cases of rules that name a section: "... (MTR 8.2, 8.4)" names two."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests" / "rules").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            for cite in sections_of(case["name"]):
                found[cite].append(f"tests/rules/{path.name}::{case['name']}")
    return found


def sections_of(name: str) -> Iterator[str]:
    """The sections at the end of a case's name; "of 2019" behind one is its edition."""
    inside = re.search(r"\(([A-Z][^()]*)\)", name)
    document = ""
    for part in inside[1].split(", ") if inside else ():
        words = part.split(" of ")[0].split(" ", 1)
        if len(words) == 2:
            document = words[0]
        yield f"{document} {words[-1]}" if len(words) == 2 or document else words[0]


def rows() -> list[Row]:
    """Every section of the file, with what is found for it."""
    rules, formats, cases = implemented(), cited(), proven()
    made = []
    for document, table in tomllib.loads(SECTIONS.read_text("utf-8")).items():
        for section, facts in table["sections"].items():
            cite = f"{document} {section}"
            named = [by for by in facts.get("by", ()) if by in rule_files()]
            places = [by for by in facts.get("by", ()) if by not in rule_files()]
            made.append(
                Row(
                    document,
                    section,
                    facts["about"],
                    tuple(dict.fromkeys([*rules.get(cite, ()), *named])),
                    tuple(dict.fromkeys([*formats.get(cite, ()), *places])),
                    tuple(dict.fromkeys([*facts.get("cases", ()), *cases.get(cite, ())])),
                    facts.get("open", ""),
                )
            )
    return made


def exists(case: str) -> bool:
    """Whether there is this case: a test or a way of breaking by its name, a rule's case, a row of data by its id."""
    where, _, name = case.partition("::")
    path = ROOT / where
    if not path.is_file():
        return False
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return any(json.loads(line)["id"] == name for line in text.splitlines())
    if path.suffix == ".toml":
        return any(one["name"] == name for one in tomllib.loads(text)["case"])
    return re.search(rf"^def {re.escape(name)}\(", text, re.MULTILINE) is not None


def is_place(place: str, pages: Mapping[str, Any]) -> bool:
    """Whether there is this file, or this page among those of tests/data/routes.toml."""
    return place in pages if place.startswith("GET ") else (ROOT / place).is_file()


def page() -> str:
    """The document as it should be."""
    parts, titles = [ABOUT], tomllib.loads(SECTIONS.read_text("utf-8"))
    made = rows()
    done = [row for row in made if not row.open]
    parts.append(f"{len(made)} sections: {len(done)} are kept, and {len(made) - len(done)} are not, with the reason.\n")
    for document, table in titles.items():
        parts.append(f"\n## {table['title']}\n\n| section | about | kept by | cases |\n| --- | --- | --- | --- |\n")
        parts += [_line(row) for row in made if row.document == document]
    return "".join(parts)


def _line(row: Row) -> str:
    kept = [*(f"[`{rule}`](../{rule_files()[rule]})" for rule in row.rules), *map(_place, row.places)]
    cases = [_case(case) for case in row.cases[:SHOWN]]
    cases += ["and more"] if len(row.cases) > SHOWN else []
    told = f"Not done. {row.open}" if row.open else ", ".join(kept)
    cells = (f"{row.document} {row.section}".replace("*", r"\*"), row.about, told, "; ".join(cases))
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n"


def _place(place: str) -> str:
    return f"`{place}`" if place.startswith("GET ") else f"[`{Path(place).name}`](../{place})"


def _case(case: str) -> str:
    where, _, name = case.partition("::")
    return f"[`{name}`](../{where})"


if __name__ == "__main__":
    DOCUMENT.write_text(page(), "utf-8")
