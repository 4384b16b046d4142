"""A report or a comparison as the JSON of the contract: the one form that command line, batch and API give out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.decks import Deck, Entry, Note, ParsedList
from deckcheck.decklist.list_reader import left_out_lines
from deckcheck.law.legality import KnownTo
from deckcheck.verdict.reports import Problem, Report

if TYPE_CHECKING:
    from deckcheck.verdict.comparison import Comparison

_KINDS: Final = {"commander": "merged", "companion": "merged"}
"""A side read as commander and companion is told under the kind that the contract has for cards put together."""


def as_json(report: Report) -> dict[str, Any]:
    """One verdict, as section 2 of the contract describes it."""
    deck = report.deck
    looks = {"looks_like": report.looks_like._asdict()} if report.looks_like else {}
    return {
        "game": report.game,
        "format": report.format,
        "on": report.day.isoformat(),
        "match": report.match,
        "platform": report.platform,
        "verdict": str(report.verdict),
        "counts": {"main": 0, **deck.sizes},
        "sections": sections_json(deck),
        "notes": [_note(n) for n in deck.notes],
        "unresolved": unresolved_json(deck),
        "ignored": ignored_json(report.parsed),
        "problems": [_problem(p) for p in report.problems],
        "warnings": list(report.warnings),
        "known_to": known_json(report.known_to),
        "dialect": report.parsed.dialect,
        "rulebook": report.rulebook_digest,
        "catalogue": report.cards_digest,
        **looks,
    }


def known_json(known: KnownTo | None) -> dict[str, str] | None:
    """The last days that law and cards are known; null where no end is stated."""
    return {key: day.isoformat() for key, day in known._asdict().items()} if known else None


def ignored_json(parsed: ParsedList) -> list[dict[str, Any]]:
    """The lines that somebody left out, as they stand in the list."""
    return [{"line": line.number, "text": line.text} for line in left_out_lines(parsed)]


def sections_json(deck: Deck) -> dict[str, list[dict[str, Any]]]:
    """The known cards by section, each line with its number; a line whose count is in doubt stands in none."""
    sections: dict[str, list[dict[str, Any]]] = {"main": [], "sideboard": []}
    for line, section, count, card, _, _ in deck.entries:
        if card is not None and not line.reason:
            sections.setdefault(section, []).append({"count": count, "name": card.name, "line": line.number})
    return sections


def parsed_json(parsed: ParsedList) -> dict[str, Any]:
    """A list as read, without card data: sections, lines left out, dialect."""
    sections: dict[str, list[dict[str, Any]]] = {"main": [], "sideboard": []}
    ignored: list[dict[str, Any]] = []
    for line in parsed.lines:
        if line.kind == "card":
            row = {"count": line.count, "name": line.name, "line": line.number}
            sections.setdefault(line.section, []).append(row)
        elif line.kind != "heading":
            ignored.append({"line": line.number, "text": line.text, "kind": str(line.kind), "reason": line.reason})
    return {
        "sections": sections,
        "counts": {name: sum(row["count"] for row in rows) for name, rows in sections.items()},
        "ignored": ignored,
        "dialect": parsed.dialect,
        "name": parsed.title or None,
        "remarks": [remark.words for remark in parsed.remarks],
    }


def comparison_json(found: Comparison) -> dict[str, Any]:
    """One comparison, as the contract describes it; notes, problems and lines in doubt name the list they are about."""
    lists = {"registered": found.registered, "presented": found.presented}
    told = {"registered": found.registered.questions, "presented": found.problems}
    return {
        "format": found.format,
        "on": found.day.isoformat(),
        "match": found.match,
        "platform": found.platform,
        "verdict": str(found.verdict),
        "game": found.game,
        "moved_in": [list(row) for row in found.moved_in],
        "moved_out": [list(row) for row in found.moved_out],
        "missing": [list(row) for row in found.missing],
        "extra": [list(row) for row in found.extra],
        "free": [list(row) for row in found.free],
        "problems": [{**_problem(p), "list": name} for name, problems in told.items() for p in problems],
        "counts": {name: {"main": 0, **one.deck.sizes} for name, one in lists.items()},
        "notes": [{**_note(n), "list": name} for name, one in lists.items() for n in one.deck.notes],
        "unresolved": [{**row, "list": name} for name, one in lists.items() for row in unresolved_json(one.deck)],
        "ignored": [{**row, "list": name} for name, one in lists.items() for row in ignored_json(one.parsed)],
        "warnings": list(found.warnings),
        "known_to": known_json(found.known_to),
    }


def _note(note: Note) -> dict[str, Any]:
    told: dict[str, Any] = {
        "line": note.line,
        "kind": _KINDS.get(note.kind, note.kind),
        "text": note.text,
        "name": note.name,
    }
    if note.languages:
        told["languages"] = list(note.languages)
    return {**told, "contestable": True} if note.contestable else told


def unresolved_json(deck: Deck) -> list[dict[str, Any]]:
    """The lines that wait for a person: for a card, for a count, or because they could not be read at all."""
    rows = [_unresolved(e) for e in deck.entries if e.card is None or e.line.reason]
    unread = [
        {"line": line.number, "section": "main", "count": 0, "text": shorten(line.text), "suggestions": []}
        for line in deck.unread
    ]
    return sorted([*rows, *unread], key=lambda row: row["line"]) if unread else rows


def _unresolved(entry: Entry) -> dict[str, Any]:
    suggestions = [{"name": near.card.name, "score": round(near.score, 2)} for near in entry.near]
    if not suggestions:
        cards = (entry.card,) if entry.card else entry.candidates
        suggestions = [{"name": card.name, "score": 1.0} for card in cards]
    return {
        "line": entry.line.number,
        "section": entry.section,
        "count": entry.count,
        "text": entry.line.name,
        "suggestions": suggestions,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    told: dict[str, Any] = {
        "rule": problem.clause,
        "severity": str(problem.severity),
        "section": problem.section,
        "cards": list(problem.cards),
        "lines": list(problem.lines),
        "message": problem.text,
        "source": ", ".join(problem.cites),
    }
    if problem.remedy:
        edits = [edit._asdict() for edit in problem.remedy.edits]
        told["remedy"] = {"text": problem.remedy.text, "edits": edits}
    return {**told, "facts": dict(problem.facts)} if problem.facts else told
