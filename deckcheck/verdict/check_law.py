"""What the documents say of deck checks: the minutes to give back, and the sections of the guides that may apply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from deckcheck.law.formats import FormatError
from deckcheck.law.time_extensions import ExtensionFact, read_extensions
from deckcheck.verdict.guides.law import GuideSection, read_sections


@dataclass(frozen=True, slots=True)
class TableLaw:
    """The facts about deck checks, in the order in which later ones overrule earlier ones."""

    extensions: tuple[ExtensionFact, ...]
    sections: tuple[GuideSection, ...]

    def sources(self) -> Iterator[str]:
        """The places of documents that the facts name."""
        yield from (fact.source for fact in self.extensions)
        yield from (section.source for section in self.sections)


def read_table_law(where: str, table: Mapping[str, Any]) -> TableLaw:
    """The law in a table as it stands in `formats/checks.toml`; unknown words are refused."""
    if set(table) != {"extension", "section"}:
        raise FormatError(f"{where}: it holds the tables extension and section, no more and no fewer.")
    return TableLaw(read_extensions(where, table["extension"]), read_sections(where, table["section"]))
