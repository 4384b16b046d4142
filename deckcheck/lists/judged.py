"""A list judged so that its verdict can be kept: with what it rests on, and what changed when it is judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import zip_longest
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.decks import Entry, Line, LineKind
from deckcheck.decklist.line_parser import heading_key
from deckcheck.law.calendar import data_end
from deckcheck.law.formats import FormatError
from deckcheck.law.rule import Severity
from deckcheck.lists.advice import with_advice
from deckcheck.lists.list_checks import Preview, PreviewList, Terms, preview_list, rulebook_for
from deckcheck.translations import ENGLISH, gettext, speaking
from deckcheck.verdict.reports import Report, Verdict, is_of_age
from deckcheck.verdict.reports_json import as_json


def is_by_hand(body: Mapping[str, Any]) -> bool:
    """Whether a kept verdict is open for the age of our data alone: nothing is wrong, and no line needs an answer."""
    open_ones = [p for p in body.get("problems", ()) if p["severity"] != Severity.WARNING]
    return bool(open_ones and body.get("known_to")) and all(
        p["severity"] == Severity.UNCLEAR and is_of_age(p["rule"], p.get("facts", {})) for p in open_ones
    )


def by_hand(body: Mapping[str, Any], app: App) -> str:
    """Where our data end, of a list that is to be checked by hand for that alone; empty for every other list."""
    if not is_by_hand(body):
        return ""
    law, cards = (date.fromisoformat(body["known_to"][key]) for key in ("law", "cards"))
    if date.fromisoformat(body["on"]) > law:
        return data_end(_title(body["format"], app), law)
    return gettext("our card data end on {day}").format(day=day_in_words(cards))


def _title(format_id: str, app: App) -> str:
    try:
        return app.format(format_id).title
    except FormatError:
        return format_id


Problems = Sequence[Mapping[str, Any]]

WORDS: Final = {"legal": "legal", "illegal": "illegal", "unclear": "undecided"}
"""Verdicts as people read them."""
NOW: Final = {**WORDS, "unclear": "needs an answer"}
"""The same of a verdict that came."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with what is kept of it. `terms` name the day outright, so that judging again asks the same law.

    `lines` are the list as read, one row a line: number, kind, section (where the card counts), count, name as written,
    and `card`, its catalogue name, or null while a person must decide. `sizes` are cards by section.
    """

    terms: Terms
    report: Report
    report_json: dict[str, Any]
    verdict: Verdict
    law_digest: str
    cards_import: str
    lines: tuple[dict[str, Any], ...]
    sizes: dict[str, int]
    title: str


def judge_for(text: str, terms: Terms, app: App, answers: Answers = NO_ANSWERS, known: Preview | None = None) -> Judged:
    """The verdict on a list as typed and answered, ready to be kept; stores nothing. Refuses what no list can be.

    It is always in English. `known` is a verdict that was given before; it holds if it is on this very list.
    """
    order = PreviewList(text, terms, answers=answers)
    holds = known is not None and known.order == order and known.language == ENGLISH
    report = known.report if known is not None and holds else _in_english(order, app)
    with speaking(ENGLISH):
        report = with_advice(report, app)
        told = as_json(report)
    return Judged(
        terms=replace(terms, on=report.day),
        report=report,
        report_json=told,
        verdict=report.verdict,
        law_digest=report.rulebook_digest,
        cards_import=cards_import(report.game, app),
        lines=tuple(_lines(report)),
        sizes=dict(told["counts"]),
        title=_title_judged(report, app.reference.games[report.game].categories),
    )


def said_anew(body: dict[str, Any], text: str, terms: Terms, app: App, answers: Answers) -> dict[str, Any]:
    """A kept verdict in the language that is spoken, where law and cards still give this very one."""
    terms = replace(terms, on=date.fromisoformat(body["on"]))
    try:
        if not is_current(body["rulebook"], body["catalogue"], terms, app):
            return body
        told = as_json(preview_list(PreviewList(text, terms, answers=answers), app))
    except UnusableInput:
        return body
    return body if diff_reports(body, told) else told


def _in_english(order: PreviewList, app: App) -> Report:
    try:
        with speaking(ENGLISH):
            return preview_list(order, app)
    except UnusableInput:
        preview_list(order, app)  # What is no list is refused in its sender's language.
        raise


def cards_import(game: str, app: App) -> str:
    """Identifies the card data a game's lists are judged with: a sum of the catalogue, read with it and kept."""
    return app.index(game).digest


def is_current(law_digest: str, cards: str, terms: Terms, app: App) -> bool:
    """Whether a kept verdict rests on the law and the cards of now; `terms` are those it was given under."""
    book = rulebook_for(terms, app)
    return book.digest == law_digest and cards_import(book.game.id, app) == cards


def same_law(judged: Judged, app: App) -> bool:
    """Whether the law and the cards are still those that the list was judged by."""
    return is_current(judged.law_digest, judged.cards_import, judged.terms, app)


def _lines(report: Report) -> Iterator[dict[str, Any]]:
    for line, entry in _fates(report):
        kind, section, count, name = str(line.kind), line.section, 0, line.name
        if entry is not None:
            kind, section, count, name = str(LineKind.CARD), entry.section, entry.count, entry.line.name
        elif line.kind is LineKind.CARD:  # the name that the deck goes by, or a heading of its own
            kind, section = str(LineKind.REMARK), ""
        row = {"number": line.number, "kind": kind, "section": section, "count": count, "name": name}
        yield row if entry is None else {**row, "card": entry.card.name if entry.card else None}


def _fates(report: Report) -> Iterator[tuple[Line, Entry | None]]:
    """Each line of the list with its card, if it is one.

    Several cards may stand on one line of a file. A card's line may have been read otherwise once the whole list was
    known, so that they are told apart by their place in the text, and by their words where a line holds several.
    """
    entries: dict[int, list[Entry]] = {}
    for entry in report.deck.entries:
        entries.setdefault(entry.line.number, []).append(entry)
    lines = report.parsed.lines
    for line, below in zip_longest(lines, lines[1:]):
        mine = entries.get(line.number, [])
        found = next((e for e in mine if e.line is line), None) or next((e for e in mine if _may_be(line, e)), None)
        if found is not None:
            mine.remove(found)
        yield line, found
        if below is None or below.number != line.number:
            # What the cards told of a line that holds several.
            yield from ((entry.line, entry) for entry in mine)


def _may_be(line: Line, entry: Entry) -> bool:
    """Whether the entry is the line, read otherwise: no remark is, which was left out for what it says."""
    return line.kind in (LineKind.CARD, LineKind.HEADING) and entry.line.text == line.text


def _title_judged(report: Report, categories: Sequence[str]) -> str:
    """The deck's own name: as its dialect gives it, or in the line that was taken for it."""
    cards = [(line, entry) for line, entry in _fates(report) if line.kind is LineKind.CARD or entry is not None]
    first = next((line.name for line, entry in cards[:1] if entry is None), "")
    return report.parsed.title or first or _lone_heading(report, categories)


def _lone_heading(report: Report, categories: Sequence[str]) -> str:
    """The first line, if it alone is called like a group of cards ("Burn"): then it names the deck."""
    groups = [n for n in report.parsed.lines if n.kind is LineKind.HEADING and heading_key(n.text) in categories]
    return groups[0].text.strip() if len(groups) == 1 and groups[0] is report.parsed.lines[0] else ""


@dataclass(frozen=True, slots=True)
class ReportChange:
    """What is different between two verdicts on one list: problems that came, and problems that went."""

    verdict_before: str
    verdict_after: str
    problems_new: tuple[Mapping[str, Any], ...]
    problems_gone: tuple[Mapping[str, Any], ...]
    sentence: str

    @property
    def kind(self) -> str:
        """`verdict` where the verdict changed, `problems` where only they did, else empty."""
        if self.verdict_before != self.verdict_after:
            return "verdict"
        return "problems" if self.problems_new or self.problems_gone else ""

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.kind)


def diff_reports(old: Mapping[str, Any], new: Mapping[str, Any]) -> ReportChange:
    """What changed between two verdicts as JSON. Words and sources alone are no change: they follow the program."""
    before, after = str(old["verdict"]), str(new["verdict"])
    came = _without(new.get("problems", ()), old.get("problems", ()))
    went = _without(old.get("problems", ()), new.get("problems", ()))
    now = "check by hand" if is_by_hand(new) else NOW.get(after, after)
    return ReportChange(before, after, came, went, _sentence(before, after, now, came, went))


def _without(problems: Problems, others: Problems) -> tuple[Mapping[str, Any], ...]:
    """The problems of the one report that the other has not got."""
    left = Counter(map(_key, others))
    found = []
    for problem in problems:
        key = _key(problem)
        if left[key]:
            left[key] -= 1
        else:
            found.append(problem)
    return tuple(found)


def _key(problem: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes a problem the same one: what is wrong, with which cards, where, and by how much."""
    facts = problem.get("facts", {})
    place = (tuple(problem.get("cards", ())), tuple(problem.get("lines", ())))
    by_how_much = (facts.get("count"), facts.get("allowed"))
    return (problem["rule"], problem["severity"], problem.get("section"), *place, *by_how_much)


def _sentence(before: str, after: str, word: str, came: Problems, went: Problems) -> str:
    now, was = word.capitalize(), WORDS.get(before, before)
    counted = _counted(came, went)
    if before == after:
        return f"{now} as before; {counted}." if counted else "Nothing changed."
    why = next((str(p["message"]) for p in came if p["severity"] != "warning"), "")
    return f"{now} now, {was} before" + (f": {why}" if why else f"; {counted}." if counted else ".")


def _counted(came: Problems, went: Problems) -> str:
    """1 problem is new, 2 are gone."""
    told: list[str] = []
    for problems, word in ((came, "new"), (went, "gone")):
        if problems:
            one = len(problems) == 1
            noun = "" if told else " problem" if one else " problems"
            told.append(f"{len(problems)}{noun} {'is' if one else 'are'} {word}")
    return ", ".join(told)
