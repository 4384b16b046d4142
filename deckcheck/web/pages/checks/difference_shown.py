"""What a deck check found, as its pages say it: headlines with what explains them, and the numbers beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from deckcheck.app.states.refusing import number
from deckcheck.checks.values import DifferenceSeen

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
