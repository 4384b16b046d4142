"""A deck check as its pages show it: rows with their marks, what the script needs, results and ways in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from deckcheck.app.states.transitions import number
from deckcheck.checks.check_values import (
    CheckHead,
    CheckRow,
    CheckSection,
    CheckView,
    ClockSeen,
    DifferenceSeen,
    RowCount,
)
from deckcheck.verdict.layout import LANDS, ORDERS
from deckcheck.web.current import app, look_of
from deckcheck.web.values import row_of

RESULTS: Final[Mapping[str, str]] = {
    "in-order": "In order",
    "differs": "Differs",
    "illegal": "Illegal",
    "partly": "Partly checked",
    "not-done": "Not done",
}
LANDS_TITLES: Final[Mapping[str, str]] = {"last": "Lands last", "first": "Lands first", "among": "Lands among the rest"}
FEW: Final = 4
"""So many copies are shown as pips, more as a number."""
STATES: Final[Mapping[str, str]] = {
    "in-order": "legal",
    "differs": "illegal",
    "illegal": "illegal",
    "partly": "undecided",
    "not-done": "not-sent",
}
"""The mark of a result."""


class RowShown(NamedTuple):
    """A row in words: `about` stands small under the name, `label` is what is read aloud."""

    row: CheckRow
    anchor: str
    about: str
    label: str
    extra: int
    state: str
    pips: tuple[bool, ...]
    others: tuple[str, ...]
    mine: int


class PileShown(NamedTuple):
    """Rows that lie together; `sign` is the number of a heading that ends in one, for its square."""

    heading: str
    sign: str
    listed: int
    seen: int
    rows: tuple[RowShown, ...]


class SectionShown(NamedTuple):
    """A part of the deck: rows of the list in piles, and the rows of cards that it does not have."""

    section: CheckSection
    short: str
    piles: tuple[PileShown, ...]
    others: tuple[RowShown, ...]
    left: int


def sections_shown(view: CheckView, game: str) -> tuple[SectionShown, ...]:
    """The sections of a check, as whoever counts has them before them."""
    return tuple(_section(section, game, view.me) for section in view.sections)


def _section(section: CheckSection, game: str, me: str) -> SectionShown:
    piles = []
    others: list[RowShown] = []
    for pile in section.piles:
        rows = [row_shown(row, game, me) for row in pile.rows]
        listed = tuple(row for row in rows if row.row.listed)
        others += [row for row in rows if not row.row.listed]
        sign = pile.heading.rpartition(" ")[2]
        if listed:
            piles.append(
                PileShown(pile.heading, sign if sign.isdecimal() else "", pile.listed, _seen(pile.rows), listed)
            )
    short = look_of(game).short_titles.get(section.section, section.title)
    left = sum(max(0, row.row.listed - row.row.count.total) for pile in piles for row in pile.rows)
    return SectionShown(section, short, tuple(piles), tuple(others), left)


def _seen(rows: Iterable[CheckRow]) -> int:
    return sum(min(row.listed, row.count.total) for row in rows)


def row_shown(row: CheckRow, game: str, me: str) -> RowShown:
    """One row: what it says under its name, and how far it is counted."""
    card, total = app().index(game).card(row.name), row.count.total
    kind = look_of(game).kind(card) if card else ""
    looks = f"Looks like: {', '.join(row.looks_like)}" if row.looks_like else ""
    about = ". ".join(part for part in (kind, row.faces, looks) if part)
    extra = max(0, total - row.listed)
    if row.count.conflict:
        state = "both"
    elif extra:
        state = "over"
    else:
        state = "seen" if row.listed and total == row.listed else ""
    more = f", {extra} extra" if extra else ", counted by both of you" if row.count.conflict else ""
    return RowShown(
        row=row,
        anchor=row_anchor(row.row),
        about=about,
        label=f"{row.name}, {total} of {row.listed} seen{more}",
        extra=extra,
        state=state,
        pips=tuple(place < total for place in range(row.listed)) if row.listed <= FEW else (),
        others=tuple(by.initials for by in row.count.by if by.judge != me and by.count),
        mine=next((by.count for by in row.count.by if by.judge == me), 0),
    )


def row_anchor(row: str) -> str:
    """The anchor of a row within its page."""
    return f"r-{uuid5(NAMESPACE_URL, row).hex[:12]}"


def answer_of(view: CheckView) -> dict[str, Any]:
    """The state of a check in the shape that the answer to a tick has."""
    rows = {row.row: row.count for section in view.sections for pile in section.piles for row in pile.rows}
    return {
        "known": [],
        "state": view.head.state,
        "version": view.head.version,
        "taps": view.taps,
        "rows": {key: _count(count) for key, count in rows.items() if count.total or count.by},
        "done": [section.section for section in view.sections if section.done],
        "difference": row_of(view.difference),
        "judges": [row_of(judge) for judge in view.head.judges],
        "clock": row_of(view.record.clock),
        "changed": view.changed,
    }


def _count(count: RowCount) -> dict[str, Any]:
    return row_of(count)


def script_data(view: CheckView, icons: str, plus: int) -> dict[str, Any]:
    """All that the script of a check needs: it works on these when there is no network."""
    slug, uid = view.event, view.head.uid
    here = f"/e/{slug}/checks/{uid}"
    rows = [row for section in view.sections for pile in section.piles for row in pile.rows]
    return {
        "uid": uid,
        "me": view.me,
        "player": view.head.listed,
        "boarded": view.head.boarded,
        "zone": view.zone,
        "here": here,
        "checks": f"/e/{slug}/checks",
        "ticks": f"/api/v1/e/{slug}/checks/{uid}/ticks",
        "clock": f"{here}/clock",
        "find": f"{here}/find",
        "icons": icons,
        "plus": plus,
        "sections": [{"id": s.section, "title": s.title, "listed": s.listed} for s in view.sections],
        "rows": [{"id": row.row, "section": row.section, "n": row.listed, "name": row.name} for row in rows],
        "answer": answer_of(view),
    }


def where_words(head: CheckHead) -> str:
    """Table 14, round 3; only what is known."""
    parts = [f"table {head.table}" if head.table else "", f"round {head.round}" if head.round else ""]
    parts.append(f"seat {head.seat}" if head.seat else "")
    said = ", ".join(part for part in parts if part) or head.stage
    return said[:1].upper() + said[1:]


def clock_words(clock: ClockSeen) -> str:
    """4:12, empty before the decks were taken."""
    return f"{clock.seconds // 60}:{clock.seconds % 60:02}" if clock.taken_at else ""


def usual_result(view: CheckView) -> str:
    """The result that fits what was counted; a person chooses."""
    outlook = view.difference.outlook
    counted = any(section.seen for section in view.sections) or view.difference.configuration
    return "not-done" if outlook == "partly" and not counted else outlook


def known_order(order: str, lands: str) -> tuple[str, str]:
    """An order that there is; nothing, which is the event's, in place of any other."""
    return (order if order in ORDERS else ""), (lands if lands in LANDS else "")


ILLEGAL: Final[Mapping[str, str]] = {"list": "Illegal list", "configuration": "Illegal configuration"}
"""What is said where the registered list, or the deck on the table, breaks a rule."""
OPEN_SHOWN: Final = 3


class Headline(NamedTuple):
    """What a check found, in a few words with their mark, and what explains them."""

    state: str
    words: str
    lines: tuple[str, ...] = ()


class DifferenceShown(NamedTuple):
    """The difference in numbers and in lines, each with its sentence; `headlines` say the gravest first."""

    to_count: int
    extra: int
    wrong: int
    missing: int
    lines: tuple[str, ...]
    story: str
    headlines: tuple[Headline, ...]

    @property
    def broken(self) -> tuple[Headline, ...]:
        """The headlines about rules that are broken."""
        return tuple(one for one in self.headlines if one.words in ILLEGAL.values())


def difference_shown(found: DifferenceSeen, titles: Mapping[str, str]) -> DifferenceShown:
    """The difference as the panel and the record say it."""
    lines = _lines(found, titles)
    return DifferenceShown(
        to_count=found.to_count,
        extra=_cards(found.extra),
        wrong=sum(n for n, _, _, _ in found.wrong_section),
        missing=_cards(found.missing),
        lines=lines,
        story=found.story,
        headlines=tuple(_headlines(found, lines, titles)),
    )


def _cards(rows: Iterable[tuple[int, str, str]]) -> int:
    return sum(n for n, _, _ in rows)


def _told(rows: Iterable[tuple[int, str, str]], words: str, titles: Mapping[str, str]) -> list[str]:
    return [f"{n} {name} {words} the {titles.get(section, section)}." for n, name, section in rows]


def _lines(found: DifferenceSeen, titles: Mapping[str, str]) -> tuple[str, ...]:
    wrong = [
        f"{n} {name} in the {titles.get(there, there)}; the list has {'it' if n == 1 else 'them'} in the "
        f"{titles.get(listed, listed)}."
        for n, name, there, listed in found.wrong_section
    ]
    extra, missing = (_told(found.extra, "too many in", titles), _told(found.missing, "missing from", titles))
    return (*wrong, *extra, *missing)


def _headlines(found: DifferenceSeen, lines: tuple[str, ...], titles: Mapping[str, str]) -> Iterator[Headline]:
    """What is wrong, what is open, and only where nothing is that all is in order."""
    for of, words in ILLEGAL.items():
        broken = [one for one in found.broken if one.of == of]
        if broken:
            yield Headline("illegal", words, tuple(f"{o.text} ({o.source})" if o.source else o.text for o in broken))
    if lines:
        yield Headline("illegal", _differs(found), lines)
    yield from _laid(found, titles)
    if found.to_count:
        beside = "It is not missing." if found.to_count == 1 else "They are not missing."
        yield Headline("undecided", f"{number(found.to_count, 'card')} not counted", (beside,) if lines else ())
    elif found.broken and not lines:
        yield Headline("", "All counted. The cards are those on the list.")
    elif found.outlook == "in-order":
        yield Headline("legal", "In order, all counted")
    if found.open:
        more = len(found.open) - OPEN_SHOWN
        beyond = (f"{number(more, 'more question')} about the list.",) if more > 0 else ()
        yield Headline("undecided", "Open questions about the list", (*found.open[:OPEN_SHOWN], *beyond))


def _differs(found: DifferenceSeen) -> str:
    """Differs: 2 extra, 1 missing."""
    wrong = sum(row[0] for row in found.wrong_section)
    counts = ((_cards(found.extra), "extra"), (_cards(found.missing), "missing"), (wrong, "in the wrong section"))
    return f"Differs: {', '.join(f'{n} {words}' for n, words in counts if n)}"


def _laid(found: DifferenceSeen, titles: Mapping[str, str]) -> Iterator[Headline]:
    """A recorded configuration whose cards are not those of the list, or that could not be read whole."""
    laid = found.configuration
    if laid is None or laid.verdict not in {"differs", "unclear"}:
        return
    lines = (*_told(laid.extra, "too many in", titles), *_told(laid.missing, "missing from", titles))
    if laid.verdict == "differs":
        yield Headline("illegal", f"Configuration of game {laid.game} differs", lines)
    else:
        yield Headline("undecided", f"Configuration of game {laid.game} has an open question", lines)
