"""What is published so that anyone can verify it: a list with its proofs, all lists of a stage with theirs, seals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Right
from deckcheck.app.safe_text import one_line
from deckcheck.app.session import EventSession
from deckcheck.app.timestamps import moment_text
from deckcheck.lists.seals import Path, merkle_paths, receipt_number
from deckcheck.lists.shown_lists import Held, briefs_of, held_in
from deckcheck.publication.exports.rows import sections_of
from deckcheck.publication.listings import is_anybody, stage_asked
from deckcheck.publication.one_list import ListShown
from deckcheck.publication.proofs import SealShown, seals_in, speaks_of
from deckcheck.store.models import Stage, StoredSeal
from deckcheck.store.queries import proof
from deckcheck.store.queries.published import Brief
from deckcheck.verdict.published_lists import PublishedList


def seal_json(seal: SealShown) -> dict[str, Any]:
    """A seal as programs get it; `leaves` are null while a list that it covers is closed."""
    return {
        "number": seal.number,
        "kind": seal.kind,
        "stage": None if seal.stage == "-" else seal.stage,
        "at": moment_text(seal.at),
        "entries": seal.entries,
        "hash": seal.hash,
        "signs": seal.signs,
        "root": seal.root,
        "statement": seal.statement,
        "leaves": None if seal.leaves is None else list(seal.leaves),
    }


def proof_file(shown: ListShown) -> dict[str, Any]:
    """A list with what proves it: one JSON that `deckcheck verify` and the page take whole."""
    return {
        "event": shown.head.slug,
        "stage": shown.stage.slug,
        **_sealed(shown.listed, shown.canonical),
        "proofs": [_proof(p.seal.statement, p.proof.path) for p in shown.proofs],
    }


def list_json(shown: ListShown) -> dict[str, Any]:
    """A list as programs get it: as read, as written, its verdict, and what it was sealed with."""
    listed = shown.listed
    return {
        "event": shown.head.slug,
        "stage": shown.stage.slug,
        "player": one_line(listed.player),
        "external_id": listed.external_id,
        "deck": one_line(shown.deck),
        "colours": list(shown.colours),
        "rank": listed.rank,
        "url": listed.url,
        "sections": _sections(listed),
        "unresolved": [{"section": w.section, "count": w.count, "text": w.text} for w in listed.waiting],
        "text": listed.text or None,
        "verdict": shown.verdict or None,
        "problems": [
            {"severity": p.severity, "message": p.text, "rule": p.rule, "source": p.source} for p in shown.problems
        ],
        "origin": shown.origin,
        "sent_at": moment_text(shown.sent_at),
        "accepted_at": moment_text(shown.accepted_at) if shown.accepted_at else None,
        "minutes_late": shown.late,
        "after_opening": shown.after_opening,
        "receipt": receipt_number(bytes.fromhex(listed.leaf)),
        **_sealed(listed, shown.canonical),
        "proofs": [_proof(p.seal.statement, p.proof.path) for p in shown.proofs],
    }


def _sections(listed: PublishedList) -> dict[str, list[dict[str, Any]]]:
    return {
        section: [{"count": row.count, "name": row.name} for row in rows if not row.waiting]
        for section, rows in sections_of(listed).items()
    }


def _sealed(listed: PublishedList, canonical: str) -> dict[str, Any]:
    return {
        "number": listed.number,
        "sha256": listed.sha256,
        "leaf": listed.leaf,
        "salt": listed.salt,
        "list": canonical,
    }


def _proof(statement: str, path: Sequence[str]) -> dict[str, Any]:
    return {"seal": statement, "path": list(path)}


@dataclass(frozen=True, slots=True)
class AllProofs:
    """Every list of a stage that is open to whoever asks, with its proofs, and every seal of the event."""

    value: Mapping[str, Any]
    shared: bool


def all_proofs(app: App, who: Actor, slug: str, stage: str = "", reason: str = "") -> AllProofs:
    """What a stranger needs to verify all lists of a stage: taken away like any export of them."""
    with looking(app, who, slug, lambda work: _ask(work, stage, reason)) as work:
        found = stage_asked(work, stage, Right.EXPORT_LISTS)
        held = held_in(work, found)
        value = {
            "event": work.event.slug,
            "stage": found.slug,
            "seals": [seal_json(seal) for seal in seals_in(work)],
            "lists": list(_lists(work, found, held, briefs_of(work, held))),
        }
        return AllProofs(value, is_anybody(work))


def _ask(work: EventSession, slug: str, reason: str) -> Look | None:
    work.ask(Right.SEE_EVENT)
    stage = stage_asked(work, slug, Right.EXPORT_LISTS)
    permission = work.ask(Right.EXPORT_LISTS, stage, reason=reason)
    count = len(held_in(work, stage)) if permission.log else 0
    return look_if(permission, Look("lists.exported", f"stage:{stage.slug}", "proofs", str(count), reason))


def _lists(
    work: EventSession, stage: Stage, held: Iterable[Held], briefs: Mapping[str, Brief]
) -> Iterable[dict[str, Any]]:
    seals = proof.seals_of(work.session, work.event.uid)
    trees = [_Tree.of(row) for row in seals if speaks_of(work, row, stage, Right.EXPORT_LISTS)]
    for one in held:
        brief, number = briefs[one.sent], one.entry.number
        yield {
            "number": number,
            "player": one.name.name,
            "sha256": brief.sha256,
            "leaf": brief.leaf,
            "salt": brief.salt,
            "list": brief.canonical,
            "proofs": [tree.proof(number) for tree in trees if tree.holds(number, one.sent)],
        }


@dataclass(frozen=True, slots=True)
class _Tree:
    """A seal with the paths of all its leaves, so that 3,000 proofs take one tree."""

    row: StoredSeal
    paths: Sequence[Path]

    @classmethod
    def of(cls, row: StoredSeal) -> _Tree:
        return cls(row, merkle_paths([bytes.fromhex(leaf) for leaf in row.leaves]))

    def holds(self, number: int, sent: str) -> bool:
        return number <= len(self.row.sources) and self.row.sources[number - 1]["submission"] == sent

    def proof(self, number: int) -> dict[str, Any]:
        return _proof(self.row.statement, [node.hex() for node in self.paths[number - 1]])
