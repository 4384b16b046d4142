"""The settings of an event in the sentences of its forms: what stands there before anybody taps Change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from deckcheck.app.states import stage_words
from deckcheck.app.time_words import full_day, zone_city
from deckcheck.app.visibility import Choice
from deckcheck.law.event_rules import CARDS
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.store.states import After, During, EventState
from deckcheck.verdict.layout import ORDERS
from deckcheck.web.current import look_of
from deckcheck.web.pages.check.forms import MATCH_WORDS, PLATFORMS

LEVELS: Final[Mapping[str, str]] = {
    "regular": "Regular",
    "competitive": "Competitive",
    "professional": "Professional",
}
ACCEPTS: Final[Mapping[str, str]] = {
    "any": "Any list may be submitted, legal or not.",
    "decided": "Lists may be submitted once no question in them is open.",
    "legal": "Only legal lists may be submitted.",
}
NAMES: Final[Mapping[str, str]] = {
    "full": "Names are shown in full.",
    "initials": "Names are shown as initials.",
    "number": "Players are shown as numbers, without a name.",
}
POOL_WAYS: Final[Mapping[str, str]] = {
    "": "No pools are registered.",
    "own": "Each player registers their own pool",
    "other": "Each pool is registered by the player across",
}
LANDS: Final[Mapping[str, str]] = {"last": "Last", "first": "First", "among": "Among the others"}
CHOICES: Final[Mapping[str, tuple[During, After]]] = {
    "nobody": Choice.NOBODY.value,
    "stage": Choice.STAGE.value,
    "everyone": Choice.EVERYONE.value,
    "after": Choice.AFTER.value,
}
"""The four choices by the words of the forms."""
STATES: Final[Mapping[str, str]] = {
    "planned": "Planned",
    "on": "Running",
    "completed": "Completed",
    "cancelled": "Called off",
}


def state_words(state: str, day: date, today: date, *, taking: bool) -> str:
    """How an event stands: it is running from its own day on, whenever its lists were opened."""
    if state == EventState.ON and today < day:
        return "Taking lists" if taking else "Lists closed"
    return STATES.get(state, state)


ROLES: Final[Mapping[str, str]] = {
    "organizer": "Organizer",
    "head-judge": "Head judge",
    "judge": "Judge",
    "scorekeeper": "Scorekeeper",
}


SIZES: Final[Mapping[str, str]] = {
    "main-min": "Main deck, at least",
    "main-max": "Main deck, at most",
    "main-exact": "Main deck, exactly",
    "sideboard-max": "Sideboard, at most",
    "copies": "Copies of a card, at most",
    "material-size": "Material deck, at most",
}
"""Numbers that a fact sheet may change, by the names of their rules."""


def key_of(during: str, after: str) -> str:
    """The word of the choice that does just this; empty for what is none of the four."""
    return next((key for key, value in CHOICES.items() if value == (during, after)), "")


def deadline_words(deadline: datetime | None, day: object, clock: str) -> str:
    """When lists close, as known while the form is filled in."""
    if deadline is not None:
        at = f"{deadline:%H:%M}"
        return (
            f"Lists close at {at}."
            if deadline.date() == day
            else f"Lists close on {full_day(deadline.date())} at {at}."
        )
    return f"Lists close at {clock}." if clock else "Lists close when round 1 begins."


def stages_words(stages: Iterable[tuple[str, str]]) -> str:
    """The stages by title, each with the title of the one whose lists it plays: Swiss, then a playoff with …"""
    told: list[str] = []
    for title, source in stages:
        lists = f" with the lists of {stage_words(source)}" if source else " with its own lists" if told else ""
        told.append(f"{stage_words(title) if told else title}{lists}")
    return f"{', then '.join(told)}." if told else "No stages."


def publication_words(stages: Sequence[tuple[str, During, After]]) -> str:
    """Who sees the lists of which stage when: Closed in Swiss; playoff players see playoff lists; public after it."""
    told: list[str] = []
    closed = [title for title, during, _ in stages if during == During.CLOSED]
    if len(closed) == len(stages):
        told.append("closed during the event")
    elif closed:
        told.append(f"closed in {_and(stage_words(title) for title in closed)}")
    for title, during, _ in stages:
        if during == During.STAGE:
            bare = stage_words(title).removeprefix("the ")
            told.append(f"{bare} players see {bare} lists")
        elif during == During.ALL:
            told.append(f"{stage_words(title)} is open to everyone")
    told.append(_afterwards(stages))
    sentence = "; ".join(told)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _afterwards(stages: Sequence[tuple[str, During, After]]) -> str:
    public = [title for title, during, after in stages if after == After.ALL or during == During.ALL]
    if len(public) == len(stages):
        return "public after the event"
    if not public:
        return "not public after the event either"
    return f"after the event {_and(stage_words(title) for title in public)} is public"


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def match_words(match: str, level: str, platform: str, team_size: int) -> str:
    """Best of three, Competitive, on Arena, teams of 3."""
    told = [MATCH_WORDS.get(match, "The format's usual match"), LEVELS.get(level, level)]
    if platform:
        where = PLATFORMS.get(platform, platform)
        told.append(f"{where[:1].lower()}{where[1:]}")
    if team_size > 1:
        told.append(f"teams of {team_size}")
    return f"{', '.join(told)}."


def place_words(place: str, zone: str) -> str:
    """Where it is, and whose times hold."""
    city = zone_city(zone) if zone else ""
    times = f"Times are those of {city}." if city else "A time zone is missing."
    return f"{place}. {times}" if place else times


def order_titles(game: str) -> Mapping[str, str]:
    """The orders of lists by id, as the game calls them."""
    look = look_of(game)
    return {order: look.order_title(order, usual) for order, usual in ORDERS.items()}


def pool_ways(game: str) -> Mapping[str, str]:
    """How pools may be registered, with the section that says how."""
    return {way: f"{told}{look_of(game).cited('pools') if way == 'other' else ''}" for way, told in POOL_WAYS.items()}


def lands_titles(game: str) -> Mapping[str, str]:
    """Where lands may stand; nothing in a game without lands."""
    return LANDS if look_of(game).land else {}


def order_words(order: Order, game: str) -> str:
    """Lists are laid out by mana value, lands last."""
    told = order.words(look_of(game))
    return f"In this event lists are laid out {told[:1].lower()}{told[1:]}."


def house_words(values: Mapping[str, str]) -> str:
    """How much of the fact sheet is set."""
    counted = {"bans": "ban", "unbans": "unban", "restrictions": "restriction", "allowed": "allowed card"}
    told = []
    for field in CARDS:
        count = len([line for line in values.get(field, "").splitlines() if line.strip()])
        if count:
            told.append(f"{count} {counted[field]}{'' if count == 1 else 's'}")
    sizes = sum(1 for key, value in values.items() if key.startswith("size-") and value.strip())
    if sizes:
        told.append(f"{sizes} {'number' if sizes == 1 else 'numbers'}")
    dropped = len(values.get("drop", "").split())
    if dropped:
        told.append(f"{dropped} {'rule' if dropped == 1 else 'rules'} left out")
    return f"House rules: {', '.join(told)}." if told else "No house rules."
