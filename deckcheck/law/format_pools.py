"""Which cards a format's pool holds on a day: by sets with days, by every set out, by printings, by
the names of a season, or by what is on Arena.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.decklist.days import earlier
from deckcheck.law import printing_pools
from deckcheck.law.arena_cards import ADMITTED, ArenaCards, Rotation, in_rotation, iso, leaving_sets, read_rotations
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import CARD_AGE, Admission, Day, KnownTo, Platform
from deckcheck.law.pool_age import (
    Admit,
    Begins,
    FirstDay,
    after_rotation,
    aged,
    first_day,
    known_day,
    newer_set,
    of_no_known_rarity,
)
from deckcheck.law.printing_pools import PrintingPool
from deckcheck.law.set_entries import sets_taken

NO_SET: Final = Admission(False, "no-set")

ONLINE_LEAD: Final = timedelta(days=3)
"""Online a set comes in, and an old one goes, on the Tuesday before the paper Friday."""

UNKNOWN_CARD: Final = "unknown:types"
"""The trait of cards of which no types are known; with no printing either, nothing but the name is."""


_KEYS: Final = frozenset(
    (
        *("kind", "sets", "kinds", "not_sets", "running", "since", "plus", "minus", "refuse", "rarity", "always"),
        *("arena", "rotations", "current_cards", "mtgo_from", "only_mtgo_from", "twins", "takes", "lasting", "out_by"),
        *("asks", "released", "opens", "leaves", "days", "zones", "season"),
        *printing_pools.KEYS,
    )
)
_KINDS: Final = ("windows", "sets", "printings", "arena", "names", "any")


class SetWindow(NamedTuple):
    """When a set counts: from its first day to the day before `until` (empty: no end). Days are ISO strings.

    `places` says where it counts, if not everywhere: a card which only this set admits is admitted with a doubt.
    `reprints` is the first day of cards that an older set brought, where that is earlier: online they are there already
    when the set begins to count in paper, while its new cards come on the Tuesday after. `leaving`: from that day on
    sources differ on whether the set still counts (empty: they do not differ). `sure`: before that day they differ on
    whether it counts already (empty: they do not; `~`: they always do).
    """

    code: str
    name: str
    first: str
    until: str
    places: str = ""
    reprints: str = ""
    leaving: str = ""
    sure: str = ""

    def holds(self, day: str) -> bool:
        """Whether the set counts on the day."""
        return self.first <= day and (not self.until or day < self.until)

    def doubt(self, day: str) -> str:
        """The doubt of the card-pool rule about a set that counts on the day, if sources differ on that."""
        if self.leaving and self.leaving <= day:
            return "leaving"
        return "disputed" if day < self.sure else ""

    def holds_reprints(self, day: str) -> bool:
        """Whether the set counts on the day for cards that are older than it."""
        return bool(self.reprints) and self.reprints <= day and (not self.until or day < self.until)


class Leaving(NamedTuple):
    """What leaves a format next: by the day `on`, or from `not_before` on where sources differ."""

    on: date
    not_before: date | None
    names: tuple[str, ...]


def next_rotation(windows: Iterable[SetWindow], day: date) -> Leaving | None:
    """The sets that leave next after the day, as far as that is known."""
    coming = [w for w in windows if w.until > day.isoformat()]
    if not coming:
        return None
    on = min(w.until for w in coming)
    leaving = [w for w in coming if w.until == on]
    first = min((w.leaving for w in leaving if w.leaving > day.isoformat()), default="")
    return Leaving(date.fromisoformat(on), date.fromisoformat(first) if first else None, tuple(w.name for w in leaving))


@dataclass(frozen=True, slots=True)
class Pool:
    """A format's pool on one day; `windows` are the sets with days of their own, for the format's page.

    `leaving`: the names of sets that leave on this very day, which accepts both laws. `zones`: sections with a pool of
    their own.
    """

    admits: Admit
    windows: tuple[SetWindow, ...]
    leaving: tuple[str, ...] = ()
    zones: Mapping[str, Admit] = field(default_factory=dict)


class ReadPool:
    """The pool that a format's words describe on a platform; what is the same on every day is read once."""

    def __init__(
        self, where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet], platform: Platform, arena: ArenaCards
    ) -> None:
        unknown = set(spec) - _KEYS
        if unknown or spec.get("kind") not in _KINDS:
            word = min(unknown, default=str(spec.get("kind")))
            raise FormatError(f"{where}: the pool cannot be read at {word!r}; kinds are {', '.join(_KINDS)}.")
        self._spec, self._sets, self._platform, self._arena = spec, sets, platform, arena
        self._windows = tuple(_windows(where, spec, sets, platform, arena)) if spec["kind"] == "windows" else ()
        self._rotations = read_rotations(where, spec, sets)
        self._days = _SetDays(spec, sets, platform) if spec["kind"] == "sets" else None
        self._printings = PrintingPool(where, spec, sets) if spec["kind"] == "printings" else None
        self._seasons = None
        if spec["kind"] == "names":
            from deckcheck.law.season_pools import SeasonPool  # only such a pool needs it

            self._seasons = SeasonPool(where, spec)
        words = {key: value for key, value in spec.items() if key != "zones"}
        self._zones = {
            section: ReadPool(where, {**words, **own}, sets, platform, arena)
            for section, own in spec.get("zones", {}).items()
        }

    def on(self, on: date, known: KnownTo | None = None, rotation: str = "") -> Pool:
        """The pool of one day.

        `known`: the last days that the data cover. `rotation`: the day on which the format was due to rotate since
        (empty: none was), which no word of the pool tells.
        """
        spec, sets, day = self._spec, self._sets, Day(on, self._platform)
        within = self._within(day, known)
        if known is not None and on > known.law and self._seasons is None:
            newer = newer_set(spec, sets, day, known.law, _begins(self._windows, self._platform, self._arena))
            then = self._within(day._replace(date=known.law), known)
            within = aged(within, then, newer, _named_since(spec, sets, known.law))
            if rotation:
                within = after_rotation(within, rotation, frozenset(spec.get("lasting", ())))
        leaving = _leaving(self._windows, self._rotations, sets, day)
        zones = {section: pool.on(on, known, rotation).admits for section, pool in self._zones.items()}
        return Pool(_outermost(spec, self._arena, within), self._windows, leaving, zones)

    def _within(self, day: Day, known: KnownTo | None) -> Admit:
        """What the sets and Arena's cards say on the day."""
        spec, today, gates = self._spec, day.date.isoformat(), list[Admit]()
        if spec["kind"] == "windows":
            gates.append(_by_windows(self._windows, spec, self._sets, today))
        elif self._days is not None:
            gates += (_but(frozenset(spec.get("minus", ()))), _by_sets(self._days, spec, today, known))
        elif self._printings is not None:
            gates.append(self._printings.on(today, known))
        elif self._seasons is not None:
            gates.append(self._seasons.on(today))
        if spec["kind"] == "arena" or (day.platform is Platform.ARENA and "arena" in spec):
            gates.append(_on_arena(self._arena, today))
        if self._rotations:
            gates.append(_in_rotation(self._rotations, spec, self._arena, day))
        return _all(gates)


def _named_since(spec: Mapping[str, Any], sets: Mapping[str, CardSet], known: date) -> frozenset[str]:
    """The sets that came out after a day, and of which the pool says by name that it has them."""
    return frozenset(code for code in spec.get("sets", ()) if sets[code].release > known.isoformat())


def _begins(windows: tuple[SetWindow, ...], platform: Platform, arena: ArenaCards) -> Begins:
    """The first day of a set on the platform."""
    own = {w.code: w.first for w in windows}

    def begins(known: CardSet) -> str:
        if platform is Platform.PAPER:
            return known.earliest or known.paper_from or known.release
        of_arena = arena.sets.get(known.code) if platform is Platform.ARENA or known.platform else ""
        return own.get(known.code) or of_arena or (known.release if known.platform else online_day(known))

    return begins


def _leaving(
    windows: tuple[SetWindow, ...], rotations: tuple[Rotation, ...], sets: Mapping[str, CardSet], day: Day
) -> tuple[str, ...]:
    """The sets whose last day online this is, the day of a rotation."""
    if day.platform is Platform.PAPER:
        return ()
    today, last = day.date.isoformat(), (day.date + timedelta(days=1)).isoformat()
    gone = leaving_sets(rotations, today)
    return (*(w.name for w in windows if w.until == last), *sorted(sets[code].name for code in gone))


def _outermost(spec: Mapping[str, Any], arena: ArenaCards, within: Admit) -> Admit:
    """What holds whatever the day: cards that are always in, traits that are refused, and cards without facts."""
    always = frozenset(spec.get("always", ()))
    refused = _refusing(spec.get("refuse", {}))

    def admits(card: Card) -> Admission:
        if always and not always.isdisjoint(card.traits):
            return ADMITTED
        answer = refused(card)
        if not answer.admitted:
            return answer
        placed = card.printings or spec["kind"] == "any" or arena.names(card)
        return within(card) if placed or UNKNOWN_CARD not in card.traits else Admission(True, doubt=CARD_AGE)

    return admits


def _all(gates: list[Admit]) -> Admit:
    """Admitted if every gate admits; the first doubt is kept."""

    def admits(card: Card) -> Admission:
        found = ADMITTED
        for gate in gates:
            answer = gate(card)
            if not answer.admitted:
                return answer
            if answer.doubt and not found.doubt:
                found = answer
        return found

    return admits


def _refusing(reasons: Mapping[str, str]) -> Admit:
    def admits(card: Card) -> Admission:
        for trait, reason in reasons.items():
            if trait in card.traits:
                return Admission(False, reason, detail=card.value(f"{trait}-of"))
        return ADMITTED

    return admits


def _on_arena(arena: ArenaCards, day: str) -> Admit:
    return lambda card: arena.admits(card, day)


def _in_rotation(rotations: tuple[Rotation, ...], spec: Mapping[str, Any], arena: ArenaCards, day: Day) -> Admit:
    """One window of sets at a time."""
    singles, today = frozenset(spec.get("current_cards", ())), day.date.isoformat()
    return lambda card: in_rotation(card, rotations, singles, arena, today)


def _windows(
    where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet], platform: Platform, arena: ArenaCards
) -> Iterable[SetWindow]:
    for known, own in sets_taken(where, spec, sets):
        code, first, until = known.code, iso(own["from"]), iso(own.get("until"))
        if platform is not Platform.PAPER:
            first = iso(own.get("mtgo")) or online_day(known, first)
            until = earlier(until, ONLINE_LEAD - timedelta(days=1)) if until else ""
        if platform is Platform.ARENA:
            first = arena.sets.get(code) or first
        early = min(first, iso(own["from"])) if platform is Platform.MTGO else ""
        leaving = iso(own.get("leaving")) if platform is Platform.PAPER else ""
        sure = "~" if own.get("sure") is False else iso(own.get("sure"))
        yield SetWindow(code, known.name, first, until, str(own.get("places", "")), early, leaving, sure)


def online_day(known: CardSet, first: str = "") -> str:
    """The Tuesday before the release; a format that lets the set in only later than its release keeps its own day."""
    if first > known.release:
        return first
    return earlier(known.release, ONLINE_LEAD) if known.release else ""


def _by_windows(
    windows: tuple[SetWindow, ...], spec: Mapping[str, Any], sets: Mapping[str, CardSet], day: str
) -> Admit:
    by_code = {w.code: w for w in windows}
    plus = dict(_singles(spec, day))

    def admits(card: Card) -> Admission:
        mine = [by_code[p.set_code] for p in card.printings if p.set_code in by_code]
        if plus.get(card.name, "~") <= day:
            return ADMITTED
        open_now = [w for w in mine if w.holds(day)]
        if open_now:
            return _by_open(open_now, day)
        if any(w.holds_reprints(day) for w in mine) and _is_out_online(card, sets, by_code, day):
            return ADMITTED
        return _closed(mine, day)

    return admits


def _by_open(windows: list[SetWindow], day: str) -> Admission:
    """What the sets say that count on the day and hold the card: a question if none of them surely does."""
    doubts = [w.doubt(day) for w in windows]
    if all(doubts):
        last = max(windows, key=lambda w: (w.doubt(day) == "leaving", w.until))
        between = f" between {last.leaving} and {last.until}" if last.doubt(day) == "leaving" else ""
        return Admission(True, doubt=last.doubt(day), detail=f"{last.name}{between}")
    narrow = next(w for w, doubt in zip(windows, doubts, strict=True) if not doubt)
    if all(w.places for w in windows):
        return Admission(True, doubt="some-places", detail=f"{narrow.name} ({narrow.places})")
    return ADMITTED


def _singles(spec: Mapping[str, Any], day: str) -> Iterator[tuple[str, str]]:
    """Single cards of the pool with their first day; those that have left by the day are left out."""
    for name, facts in spec.get("plus", {}).items():
        first, until = (facts["from"], facts["until"]) if isinstance(facts, Mapping) else (facts, None)
        if not until or day < iso(until):
            yield name, iso(first)


def _is_out_online(card: Card, sets: Mapping[str, CardSet], windows: Mapping[str, SetWindow], day: str) -> bool:
    known = (sets[p.set_code] for p in card.printings if p.set_code in sets)
    # The day of a promotional set is that of its first card, often years before the others.
    firsts = (windows[s.code].first if s.code in windows else online_day(s) for s in known if s.kind != "promo")
    return any("" < first <= day for first in firsts)


def _closed(mine: list[SetWindow], day: str) -> Admission:
    """Why no window holds: it has not opened yet, it has closed, or there is none."""
    coming = [w for w in mine if w.first > day]
    gone = [w for w in mine if w.until and w.until <= day]
    if coming and not gone:
        soon = min(coming, key=lambda w: w.first)
        return Admission(False, "not-yet", detail=f"{soon.first} ({soon.name})")
    if gone:
        last = max(gone, key=lambda w: w.until)
        return Admission(False, "left", detail=f"{last.name} on {last.until}")
    return NO_SET


def _but(names: frozenset[str]) -> Admit:
    return lambda card: NO_SET if card.name in names else ADMITTED


class _SetDays:
    """The first days of the sets that count, and of the cards in them.

    `running` are products that run for years: they say little of a card's day. Days of cards are kept.
    """

    def __init__(self, spec: Mapping[str, Any], sets: Mapping[str, CardSet], platform: Platform) -> None:
        self.every = _days_out(spec, sets, platform)
        running = frozenset(spec.get("running", ()))
        self.running = {code: day for code, day in self.every.items() if code in running}
        self.rarity = str(spec.get("rarity", ""))
        self._firm = {code: day for code, day in self.every.items() if code not in running}
        self._first: dict[Card, FirstDay] = {}

    def first(self, card: Card) -> FirstDay:
        """The card's first day by products with a day of their own."""
        known = self._first.get(card)
        if known is None:
            known = self._first[card] = first_day(card, self._firm, self.rarity)
        return known


_RARITIES: Final = {"U": "uncommon"}
"""How the reasons begin that speak of a rarity, where that is not common."""


def _by_sets(days: _SetDays, spec: Mapping[str, Any], today: str, known: KnownTo | None) -> Admit:
    """Every set out on the day: a card counts from its first product with a day of its own.

    Products that run for years (`running`) say little of a card's day: a card which only they carry is admitted with a
    doubt until the day by which it was out (`out_by`), at the latest that up to which the cards are known.
    """
    rarity, word = days.rarity, _RARITIES.get(days.rarity, "rarity")
    unmarked = days.every if rarity else {}
    plus = dict(_singles(spec, today))
    out_by = {name: iso(day) for name, day in spec.get("out_by", {}).items()}

    def admits(card: Card) -> Admission:
        possible, first = days.first(card)
        first = min(filter(None, (first, plus.get(card.name))), default="")
        if first and first <= today:
            return ADMITTED
        if "" < possible <= today:
            return Admission(True, doubt="set-day", detail=f"between {possible} and {first}")
        if not first:
            running_from = first_day(card, days.running, rarity).sure
            if running_from and running_from <= today:
                by = out_by.get(card.name) or (known.cards.isoformat() if known else "~")
                return ADMITTED if by <= today else Admission(True, doubt="running-set", detail=running_from)
            first = running_from
        if of_no_known_rarity(card, unmarked, today):
            return Admission(True, doubt=f"{word}-unknown")
        if first:
            return Admission(False, f"{word}-not-yet" if rarity else "not-yet", detail=first)
        return Admission(False, word) if rarity and first_day(card, days.every).sure else NO_SET

    return admits


def _days_out(spec: Mapping[str, Any], sets: Mapping[str, CardSet], platform: Platform) -> dict[str, FirstDay]:
    """The first day of every set that counts."""
    kinds, never, named = frozenset(spec["kinds"]), frozenset(spec.get("not_sets", ())), spec.get("sets", {})
    own = {code: (iso(row.get("from")), iso(row.get("mtgo"))) for code, row in spec.get("days", {}).items()}
    since = {code: iso(day) for code, day in spec.get("since", {}).items()}
    digital = {"mtgo"} if platform is Platform.MTGO or "rarity" in spec else set()
    late = {code: iso(day) for code, day in spec.get("mtgo_from", {}).items()}
    oldest_online, newest = iso(spec.get("only_mtgo_from")), iso(spec.get("released", {}).get("to")) or "~"
    days: dict[str, FirstDay] = {}
    for code, known in sets.items():
        taken = code in named or (known.kind in kinds and code not in never)
        if not taken or (known.platform and known.platform not in digital):
            continue
        if (oldest_online and known.release < oldest_online) or known.release > newest:
            continue
        first, online = own.get(code, ("", ""))
        if platform is Platform.MTGO:
            day = late.get(code) or online or online_day(known, first)
        else:
            day = first or known.paper_from or known.release
        bounded = known.latest and not first and platform is not Platform.MTGO
        found = FirstDay(known.earliest, known.latest) if bounded else known_day(day)
        if day:
            days[code] = FirstDay(*(max(bound, since[code]) for bound in found)) if code in since else found
    return days
