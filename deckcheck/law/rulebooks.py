"""One format on one day, ready to apply to lists."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from deckcheck.decklist.cards import CardSet
from deckcheck.decklist.days import day_in_words
from deckcheck.law.arena_cards import ArenaCards
from deckcheck.law.banlists import Announcement, open_questions, status_days, statuses_on
from deckcheck.law.calendar import ROTATION, Due, age_in_words
from deckcheck.law.format_pools import Pool, ReadPool, SetWindow
from deckcheck.law.formats import Clause, Format, FormatError
from deckcheck.law.games import Game
from deckcheck.law.legality import BARRING, Day, KnownTo, Legality, Platform, Status, is_points
from deckcheck.law.pool_age import before_first_day
from deckcheck.law.rule import Rule, build_params
from deckcheck.translations import ENGLISH, gettext, gettext_noop, language, speaking

T = TypeVar("T")
Saying = Callable[[], str]
"""A sentence of a rulebook, which is kept for readers of every language: it is said where it is shown."""


def kept_in_english(say: Saying) -> Saying:
    """The sentence, put together once for all who read it in English: every verdict has it."""
    english = cache(say)
    return lambda: english() if language() == ENGLISH else say()


ON_ARENA: Final = "arena"
"""The option in force on Arena, whatever the match: cards of its own are cards there."""
SINGLE_GAMES: Final = "arena_bo1"
"""The option in force for single games on Arena: a smaller sideboard, and bans of its own."""

UNIFIED: Final = "unified"
TWO_HEADED: Final = "two-headed-giant"
TEAM_POOL: Final = "team-pool"
SEAT_OPEN: Final = "seat-open"
"""The option in force for a list whose player has no seat yet, where each seat of a team plays its own format."""
TEAMS: Final = (UNIFIED, TWO_HEADED, TEAM_POOL)
"""Kinds of team an event may be played in: decks side by side, two players against two in one game, and decks that are
built from one pool.
"""

CONTINUOUS: Final = "continuous"
"""The option of an event whose decks may change between matches."""

NO_ARENA: Final = ArenaCards()


@dataclass(frozen=True, slots=True)
class BoundClause:
    """A clause with the code that checks it and its parameters, read and typed."""

    clause: Clause
    rule: Rule[Any]
    params: Any


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The law of one format on one day for one kind of match; `digest` identifies its whole content.

    `companion`: where a companion stands (`sideboard`, `outside` the deck), empty where there is none. `leaders`:
    whether a deck has commanders. `beside_leaders`: the section of what is written among them (trait to section).
    `twins`: the name in force for a name as written, where Arena has its own version of a card. `warned` says what is
    true for every list of the day. `sets` are the sets with days of their own. `known_to`: the last days that the data
    cover. `aged`, one of those warnings, says how old they are, on a day that they do not cover.
    """

    format: str
    title: str
    game: Game
    day: Day
    match: str
    options: frozenset[str]
    clauses: tuple[BoundClause, ...]
    legality: Legality
    digest: str
    companion: str = ""
    leaders: bool = False
    beside_leaders: Mapping[str, str] = field(default_factory=dict)
    twins: Mapping[str, str] = field(default_factory=dict)
    warned: tuple[Saying, ...] = ()
    sets: tuple[SetWindow, ...] = ()
    known_to: KnownTo | None = None
    aged: Saying | None = None

    @property
    def age(self) -> str:
        """The sentence that says how old the data are; empty on a day that they cover."""
        return self.aged() if self.aged else ""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is true for every list of the day."""
        return tuple([say() for say in self.warned])


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a rulebook is made from besides its format: announcements, sets, and Arena's cards where they count.

    `known_to`: the last days that format, lists and cards are known. `due`: what the calendar has for them that came
    after what is known. `digest` identifies sets and Arena's cards.
    """

    announcements: tuple[Announcement, ...] = ()
    sets: Mapping[str, CardSet] = field(default_factory=dict)
    arena: ArenaCards = NO_ARENA
    known_to: KnownTo | None = None
    due: tuple[Due, ...] = ()
    digest: str = ""

    def missed(self, day: date) -> tuple[Due, ...]:
        """What was due by the day and is not known."""
        return tuple(due for due in self.due if due.day <= day)


def options_of(day: Day, match: str) -> frozenset[str]:
    """The options that follow from platform and kind of match."""
    if day.platform is not Platform.ARENA:
        return frozenset()
    return frozenset({ON_ARENA, SINGLE_GAMES} if match == "bo1" else {ON_ARENA})


class Period:
    """The law of a format on a platform from one change of the format's own words to the next.

    What is the same on several of its days is made once: clauses by the options in force, statuses and the words of the
    pool by the days on which they change. A day selects of these, and adds what is said of it alone.
    """

    def __init__(self, fmt: Format, game: Game, day: Day, grounds: Grounds) -> None:
        """`day` is any of the period, on the platform."""
        self._fmt = fmt
        self._game = game
        self._day = day
        self._grounds = grounds
        self._banlist = str(fmt.setting_on("banlist"))
        self._starts: date | None = fmt.setting_on("starts")
        self._is_older = bool(fmt.setting_on("older"))
        self._status_days = sorted(status_days(grounds.announcements, day.platform) | fmt.ban_days())
        self._pool_days = fmt.pool_days(day.platform)
        self._kept: dict[Hashable, Any] = {}

    def rulebook(self, on: date, match: str, team: str = "", *, continuous: bool = False) -> Rulebook:
        """The law on a day of the period; `team`: of TEAMS, SEAT_OPEN or empty; `continuous`: decks may change."""
        fmt, game, grounds, day = self._fmt, self._game, self._grounds, self._day._replace(date=on)
        options = options_of(day, match) | ({team} if team else set()) | ({CONTINUOUS} if continuous else set())
        clauses = self._keep(("clauses", options), lambda: _told(fmt.clauses_on(on, options)))
        pool_words = self._pool_words(on)
        known, aged = grounds.known_to, _age(fmt, grounds, day)
        with speaking(ENGLISH):
            age = aged() if aged else ""
        pool = self._pool(day)
        banlist = self._banlist
        listed = day._replace(date=max(on, self._starts)) if self._is_older and self._starts else day
        statuses = self._keep(
            ("statuses", options, bisect_right(self._status_days, listed.date)),
            lambda: _told(_statuses(fmt, banlist, grounds.announcements, listed, options)),
        )
        told = (clauses.text, statuses.text, pool_words.text, known, age, grounds.digest)
        return Rulebook(
            format=fmt.id,
            title=fmt.title,
            game=game,
            day=day,
            match=match,
            options=options,
            clauses=self._keep(("bound", options), lambda: bind_clauses(clauses.content, game)),
            legality=Legality(day, pool.admits, statuses.content, options, known, _lapsed(grounds, day), pool.zones),
            digest=digest_of(fmt.id, day, match, *told),
            companion=str(self._setting("companion")),
            leaders=bool(self._setting("leaders")),
            beside_leaders=self._setting("beside_leaders"),
            twins=_twins(pool_words.content, grounds.arena, day),
            warned=(
                *([aged] if aged else ()),
                *map(kept_in_english, _warnings(fmt, banlist, grounds, day, pool.leaving)),
            ),
            sets=pool.windows,
            known_to=known,
            aged=aged,
        )

    def _keep(self, what: Hashable, make: Callable[[], T]) -> T:
        if what not in self._kept:
            self._kept[what] = make()
        found: T = self._kept[what]
        return found

    def _setting(self, key: str) -> Any:
        return self._keep(("setting", key), lambda: self._fmt.setting_on(key, self._day.date))

    def _pool_words(self, on: date) -> _Told:
        platform = self._day.platform
        return self._keep(("words", bisect_right(self._pool_days, on)), lambda: _told(self._fmt.pool_on(on, platform)))

    def _pool(self, day: Day) -> Pool:
        """The format's pool on the day; before its first day the pool of that one says what may be played."""
        starts = self._starts
        pool = self._pool_on(day.date, day.date)
        if starts is None or self._is_older or day.date >= starts:
            return pool
        first = self._pool_on(starts, day.date).admits
        return replace(pool, admits=before_first_day(pool.admits, first, starts.isoformat()))

    def _pool_on(self, on: date, asked: date) -> Pool:
        fmt, grounds = self._fmt, self._grounds
        rotations = [due.day.isoformat() for due in grounds.missed(asked) if due.kind == ROTATION]
        read = self._keep(
            ("pool", bisect_right(self._pool_days, on)),
            lambda: ReadPool(
                fmt.base.given_by, self._pool_words(on).content, grounds.sets, self._day.platform, grounds.arena
            ),
        )
        return read.on(on, grounds.known_to, "".join(rotations[:1]))


class _Told(NamedTuple):
    """Some of the law, and the text by which a digest knows it."""

    content: dict[str, Any]
    text: str


def _told(content: dict[str, Any]) -> _Told:
    return _Told(content, _flat(content))


def _lapsed(grounds: Grounds, day: Day) -> frozenset[str]:
    """The cards whose ban was due to end by the day, and may have."""
    return frozenset(name for due in grounds.missed(day.date) for name in due.ends)


def _age(fmt: Format, grounds: Grounds, day: Day) -> Saying | None:
    """How old the data are on a day that they do not cover."""
    known = grounds.known_to
    if known is None or day.date <= known.law or fmt.is_retired(day.date):
        return None
    return kept_in_english(partial(age_in_words, fmt.title, known.law, grounds.missed(day.date)))


def _statuses(
    fmt: Format, banlist: str, announcements: Iterable[Announcement], day: Day, options: frozenset[str]
) -> dict[str, Status]:
    """What the format's own list says, on top of what the list under it bans, and what an option bars besides."""
    under = str(fmt.setting_on("banlist_under"))
    below = statuses_on(under, announcements, day, options) if under else {}
    banned = {name: status for name, status in below.items() if status.word in BARRING}
    apart = {
        name: Status("banned", facts["from"], facts["source"], by=facts["by"])
        for name, facts in fmt.banned_on(day.date, options).items()
    }
    own = statuses_on(banlist, announcements, day, options)
    # What the list below bans has no points: its cards are out.
    return {**banned, **{n: s for n, s in own.items() if n not in banned or not is_points(s.word)}, **apart}


def bind_clauses(clauses: Mapping[str, Clause], game: Game) -> tuple[BoundClause, ...]:
    """Each clause with its rule; unknown rules, parameters, sections and traits are refused."""
    bound = []
    for clause in clauses.values():
        where = f"{clause.given_by}, clause {clause.name!r}"
        rule = game.rule(clause.rule)
        if rule is None:
            raise FormatError(f"{where}: there is no rule {clause.rule!r} in {game.title}.")
        params = build_params(rule, clause.params, where)
        check_words(where, clause.params, game)
        bound.append(BoundClause(clause, rule, params))
    return tuple(bound)


def check_words(where: str, params: Mapping[str, Any], game: Game) -> None:
    """Parameters that name sections or traits name only those of the game."""
    sections = {s.id for s in game.sections}
    for key, value in params.items():
        words = value if isinstance(value, list | tuple) else (value,)
        for word in (w for w in words if isinstance(w, str) and w):
            if "section" in key and word not in sections:
                raise FormatError(f"{where}: {game.title} has no section {word!r}.")
            if "trait" in key and word.partition(":")[0] not in game.trait_kinds:
                raise FormatError(f"{where}: {game.title} has no trait of the kind {word.partition(':')[0]!r}.")


def _twins(pool_words: Mapping[str, Any], arena: ArenaCards, day: Day) -> dict[str, str]:
    """Arena's own versions stand for their paper cards from the day the pool's words name."""
    since = pool_words.get("twins")
    if since is None or day.date < since:
        return {}
    return arena.twins_on(day.date.isoformat())


_BEGINS: Final = gettext_noop("{format} begins on {day}; earlier days are judged by its first list.")
_KNOWN_FROM: Final = gettext_noop(
    "{format} is known here from {day} on; what is said of an earlier day rests on that list."
)


def _warnings(fmt: Format, banlist: str, grounds: Grounds, day: Day, leaving: tuple[str, ...]) -> Iterator[Saying]:
    known = grounds.known_to
    starts = fmt.setting_on("starts")
    if starts is not None and day.date < starts:
        early = _KNOWN_FROM if fmt.setting_on("older") else _BEGINS
        yield lambda: gettext(early).format(format=fmt.title, day=day_in_words(starts))
    if fmt.is_retired(day.date):
        yield lambda: gettext(
            "Sanctioned {format} events ended by {day}; later days are judged by the last rules."
        ).format(format=fmt.title, day=day_in_words(fmt.setting_on("ends")))
    place = "Magic Online" if day.platform is Platform.MTGO else "Arena"
    if leaving:
        yield lambda: gettext(
            "{format} rotates on {platform} on {day}: lists legal before or after it are accepted. "
            "The sets that leave: {sets}."
        ).format(format=fmt.title, platform=place, day=day_in_words(day.date), sets=", ".join(leaving))
    for announcement in open_questions(banlist, grounds.announcements, day):
        yield partial(_may_have_played, day.date, place, announcement.announced or announcement.effective)
    if fmt.setting_on("one_source") and known is not None:
        yield lambda: gettext("{format} is known here from one source, as of {day}. Compare with {keeper}.").format(
            format=fmt.title, day=day_in_words(known.law), keeper=fmt.setting_on("kept_by") or gettext("its owners")
        )
    yield from (partial(gettext, text) for text in fmt.setting_on("warnings", day.date))


def _may_have_played(day: date, place: str, announced: date) -> str:
    told = gettext(
        "On {day} {platform} may have played by the announcement of {announced} or not yet: "
        "lists legal before or after it are accepted."
    )
    return told.format(day=day_in_words(day), platform=place, announced=day_in_words(announced))


def digest_of(*parts: Any) -> str:
    """A short sum of law: the same for the same parts in every process."""
    return hashlib.sha256("\n".join(_flat(part) for part in parts).encode()).hexdigest()[:16]


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{k}={_flat(value[k])}" for k in sorted(value)) + "}"
    return str(value)
