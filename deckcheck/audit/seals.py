"""Whether the seals of an event are those that were made: whole, in order, and over the lists that are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from deckcheck.app.timestamps import moment_text
from deckcheck.lists.merkle import merkle_root
from deckcheck.lists.seal_making import NO_SEAL, leaf_over
from deckcheck.lists.seals import StatementError, read_statement
from deckcheck.store.models import DeckList, Event, Stage, StoredSeal, Submission
from deckcheck.store.queries import proof
from deckcheck.store.store import Session

START: Final = NO_SEAL
"""What stands for the head of a chain without entries, too."""


@dataclass(frozen=True, slots=True)
class SealsOver:
    """What seals speak of: stages, lists and submissions by key, and every head the chain ever had."""

    stages: Collection[Stage]
    lists: Mapping[str, DeckList]
    sent: Mapping[str, Submission]
    heads: Collection[str]


def check_seals(session: Session, event: Event, over: SealsOver) -> Iterator[str]:
    """What is wrong with the seals of an event, in sentences."""
    before, count = NO_SEAL, 0
    slugs: dict[str | None, str] = {stage.uid: stage.slug for stage in over.stages}
    for row in proof.seals_of(session, event.uid):
        count += 1
        if not _is_made(event, row, (count, before, slugs.get(row.stage, "-")), over.heads):
            yield f"Seal {row.number} is not the one that was made."
        for number, (leaf, source) in enumerate(zip(row.leaves, row.sources, strict=False), 1):
            again = _leaf(event, (row.number, number), source, over)
            if again is not None and again != leaf:
                yield f"Seal {row.number} holds another list of entry {number} than is kept."
        before = row.hash
    if count != event.seal_count:
        yield "A seal is missing."


def _is_made(event: Event, row: StoredSeal, place: tuple[int, str, str], heads: Collection[str]) -> bool:
    """Whether a seal is what its statement says, in its place among the others."""
    number, before, stage = place
    try:
        seal = read_statement(row.statement)
        leaves = [bytes.fromhex(leaf) for leaf in row.leaves]
    except (StatementError, ValueError):
        return False
    said = (seal.event, seal.number, str(seal.kind), seal.stage, seal.at, seal.previous, seal.root, seal.hash())
    is_ = (event.uid, number, row.kind, stage, moment_text(row.at), before, row.root, row.hash)
    whole = seal.leaves == len(leaves) == len(row.sources) and merkle_root(leaves).hex() == row.root
    return said == is_ and row.number == number and whole and (seal.audit in heads or seal.audit == START)


def _leaf(event: Event, place: tuple[int, int], source: Mapping[str, Any], over: SealsOver) -> str | None:
    """The leaf that follows from what is kept; none once the list was deleted, of which the leaf alone is left."""
    listed, submission = over.lists.get(source["list"]), over.sent.get(source["submission"] or "")
    if listed is None or (source["submission"] and submission is None):
        return None
    return leaf_over(event, *place, listed, submission).hex()
