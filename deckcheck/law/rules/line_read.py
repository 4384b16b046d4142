"""Every line of a list is read, and says how many cards it means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.decks import Deck, Line
from deckcheck.decklist.written_counts import TOTAL, UNCOUNTED
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.law.sentences import counted


@dataclass(frozen=True, slots=True)
class Params:
    """A line is read or it is not: nothing to choose."""


@rule(
    id="line-read",
    implements=("MTR 2.7", "GA-TRG Decklists"),
    sentence="Every line is a card with its count, a heading or a comment.",
    examples=(
        "4 Fireball",
        "4 or 5 Fireball",
    ),
    messages={
        "unread": 'Line {line} could not be read: "{text}".',
        "total": 'Line {line} says "{text}", but we read {cards}. Check that no line is missing.',
        "uncounted": "How many {card} does line {line} mean? It has no count.",
        "unsure": 'How many {card} does line {line} mean? It says "{text}".',
    },
    params=Params,
)
def line_read(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for line in deck.unread:
        yield (
            _total(line)
            if line.reason == TOTAL
            else finding(
                "unread", lines=(line.number,), severity=Severity.UNCLEAR, line=line.number, text=shorten(line.text)
            )
        )
    for entry in deck.uncertain():
        if entry.card is not None:
            from deckcheck.decklist.line_edits import likely_count  # most lists are certain

            line = entry.line
            yield finding(
                "uncounted" if line.reason == UNCOUNTED else "unsure",
                entry.card,
                within=(entry.section,),
                lines=(line.number,),
                severity=Severity.UNCLEAR,
                mend=Mend("count", likely_count(line)),
                line=line.number,
                text=shorten(line.text),
            )


def _total(line: Line) -> Finding:
    """A total of the list's own that is not what was read."""
    return finding(
        "total",
        lines=(line.number,),
        severity=Severity.UNCLEAR,
        mend=Mend("total", line.count),
        line=line.number,
        text=shorten(line.text),
        cards=counted(line.count, "card"),
    )
