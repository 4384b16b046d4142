"""The differences of an update as an operator reads them: what changes, from when, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from deckcheck.app.context import App
from deckcheck.decklist.days import day_in_words
from deckcheck.law.differences import CARDS, Days, Difference, Kind, begins, difference_in_words, when_in_words
from deckcheck.law.legality import Bounds, Platform
from deckcheck.store.models import DataUpdate
from deckcheck.translations import join_words
from deckcheck.updates.differences import differences_of

_HEADINGS: Final = {
    Kind.BANNED: "Banned in",
    Kind.RESTRICTED: "Restricted in",
    Kind.SUSPENDED: "Suspended in",
    Kind.FREED: "Unbanned in",
}
_UNCLEAR: Final = "Until you set the day, lists for days in between stay unclear."


@dataclass(frozen=True, slots=True)
class Change:
    """A change in words: what, and the particulars. `bad` if it takes something away.

    `one` is the difference by which it is known again; that of a new set, which is for all formats, has no format.
    `bounds` are set where its day is not known: it lies between these. `places` are the platforms where it may have
    another one.
    """

    heading: str
    told: str
    one: Difference
    bad: bool = False
    bounds: Bounds | None = None
    places: tuple[Platform, ...] = ()

    @property
    def key(self) -> str:
        """What tells its fields on a page from those of others."""
        return "-".join(filter(None, self.one.about)).replace(" ", "-")

    @property
    def about(self) -> dict[str, str]:
        """By what it is known, as far as it has it."""
        named = zip(("format", "card", "set"), self.one.about, strict=True)
        return {name: value for name, value in named if value}

    @property
    def is_open(self) -> bool:
        """Whether it waits for a day or an answer."""
        return self.one.asks or (self.bounds is not None and self.one.days is None)


@dataclass(frozen=True, slots=True)
class _Words:
    """How a game's formats and sets are called, with the sets that an update brings."""

    app: App
    sets: Mapping[str, str]

    def formats(self, found: Iterable[Difference]) -> str:
        return join_words([self.app.reference.formats[one.format].title for one in found])

    def of_set(self, code: str) -> str:
        return self.sets.get(code, code)

    def places(self, found: Iterable[Difference]) -> tuple[Platform, ...]:
        """Where else than on paper the formats are played; none for what is played in one place alone."""
        played = [self.app.reference.formats[one.format].platforms() for one in found]
        among = {place for places in played for place in places if len(places) > 1}
        return tuple(place for place in Platform if place in among and place is not Platform.PAPER)


def changes_of(row: DataUpdate, app: App) -> tuple[Change, ...]:
    """What an update changes, that which is certain first, and what it asks; what changes nothing is left out."""
    found = [one for one in differences_of(row) if one.format in app.reference.formats]
    sets = {code: one.name for code, one in app.reference.sets(row.game).items()} if found else {}
    words = _Words(app, sets | {one["code"]: one["name"] for one in row.report.get("new_sets", ())})
    releases = {one["code"]: one.get("release", "") for one in row.report.get("new_sets", ())}
    return (*_new_sets(found, words, releases), *(_change(one, words) for one in found if one.kind in _SINGLE))


_SINGLE: Final = CARDS | {Kind.ROTATED, Kind.SET_OUT, Kind.QUESTION}


def unexplained_in(row: DataUpdate) -> tuple[str, ...]:
    """What a source says otherwise and nobody can explain: listed, never applied."""
    return tuple(difference_in_words(one) for one in differences_of(row) if one.kind is Kind.UNEXPLAINED)


def _new_sets(found: Sequence[Difference], words: _Words, releases: Mapping[str, str]) -> Iterator[Change]:
    """Each set with all formats that have it: its days are its own."""
    of_sets = [one for one in found if one.kind in {Kind.NEW_SET, Kind.SET_IN}]
    for code in dict.fromkeys(one.set_code for one in of_sets):
        mine = [one for one in of_sets if one.set_code == code]
        days = mine[0].days
        release = releases.get(code, "")
        first = days.paper if days else date.fromisoformat(release) if release else None
        since = f", {'from' if days else 'released'} {day_in_words(first)}" if first else ""
        yield Change(
            f"New set: {words.of_set(code)}{since}",
            f"Legal in {words.formats(mine)}.{_elsewhere(days)}",
            mine[0]._replace(format=""),
            places=words.places(mine),
        )


def _elsewhere(days: Days | None) -> str:
    told = (("Magic Online", days.mtgo), ("Arena", days.arena)) if days else ()
    return "".join(f" On {place} from {day_in_words(day)}." for place, day in told if day)


def _change(one: Difference, words: _Words) -> Change:
    within = words.formats([one])
    if one.kind is Kind.QUESTION:
        return _question(one, within, words)
    if one.kind is Kind.SET_OUT:
        heading = f"Not legal in {within}: {words.of_set(one.set_code)}"
        return Change(heading, "Other sets of its kind are.", one, bad=True)
    first, last = begins(one), one.by
    is_exact = one.days is not None or first == last
    told = f"{_capital(when_in_words(one))}." if is_exact else f"Some time {when_in_words(one)}. {_UNCLEAR}"
    return Change(
        _heading(one, within, words),
        told,
        one,
        bad=one.kind is not Kind.FREED,
        bounds=Bounds(first, last) if first < last else None,
        places=words.places([one]) if one.card else (),
    )


def _question(one: Difference, within: str, words: _Words) -> Change:
    if one.new:
        told = f"{_capital(one.why)}, says the source."
        return Change(f"Is {words.of_set(one.set_code)} legal in {within}?", told, one, places=words.places([one]))
    subject = one.card or (words.of_set(one.set_code) if one.set_code else "")
    told = f"{f'{subject}: {one.why}' if subject else _capital(one.why)}, says the source."
    return Change(f"Are our rules for {within} right?", told, one)


def _heading(one: Difference, within: str, words: _Words) -> str:
    if one.kind is Kind.ROTATED:
        return f"Leaves {within}: {words.of_set(one.set_code)}"
    return f"{_HEADINGS[one.kind]} {within}: {one.card}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
