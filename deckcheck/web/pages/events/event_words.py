"""The settings of an event in the sentences of its forms: what stands there before anybody taps Change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from deckcheck.app.clocks import zone_of
from deckcheck.app.construction import Construction
from deckcheck.app.places import country_of, zones_by_country
from deckcheck.app.refusals import Refused
from deckcheck.app.states import stage_words
from deckcheck.app.time_words import zone_city
from deckcheck.app.visibility import Choice
from deckcheck.decklist.days import day_in_words, full_day
from deckcheck.decklist.names import fold
from deckcheck.events.plans import StagePlan
from deckcheck.law.event_rules import CARDS
from deckcheck.law.games import Game, Presentation
from deckcheck.law.sentences import PLATFORMS as PLATFORM_NAMES
from deckcheck.law.sentences import counted
from deckcheck.printing.sheets.sheet_contents import PAPERS, Order
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
    "any": "Players may submit illegal lists; staff will see.",
    "decided": "Players may submit lists once nothing in them needs an answer.",
    "legal": "Players may submit legal lists only.",
}
NAMES: Final[Mapping[str, str]] = {
    "full": "Names are shown in full.",
    "initials": "Names are shown as initials.",
    "number": "Players are shown as numbers, without a name.",
}
CONTINUOUS: Final[Mapping[str, str]] = {
    "usual": "As the rules have it",
    "allowed": "Decks may change between matches",
    "refused": "Decks stay as registered",
}
SEARCH_ENGINES: Final[Mapping[str, str]] = {
    "refused": "Search engines are asked to leave out its lists.",
    "allowed": "Search engines may find lists while they are public.",
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


DROPS: Final[Mapping[str, str]] = {
    "sideboard-max": "Don’t check sideboard size",
    "main-min": "Don’t check deck size",
    "main-exact": "Don’t check deck size",
    "copies": "Allow more than {} copies of a card",
    "singleton": "Allow more than {} copy of a card",
    "sideboard-forbidden": "Allow a sideboard",
    "not-a-tournament-card": "Also allow cards that aren’t made for tournaments",
    "not-in-format": "Allow cards of every set",
    "banned": "Allow banned cards",
    "restricted": "Allow several copies of restricted cards",
    "suspended": "Allow suspended cards",
    "pool": "Allow cards from outside the registered pool",
    "pool-opened": "Don’t check whether the sets’ boosters hold the pool",
    "pool-named": "Don’t compare a list’s pool with the registered one",
    "points": "Don’t count points",
    "game-one-configuration": "Allow sideboarding before game 1",
}
"""Rules that an event may leave out, by the names of their clauses; a game adds those of its own."""
HOUSE_CARDS: Final[Mapping[str, tuple[str, str]]] = {
    "bans": ("Also banned here", "also banned"),
    "unbans": ("Unbanned here", "unbanned"),
    "allowed": ("Also legal here", "also legal"),
    "restrictions": ("One copy at most", "restricted to one copy"),
}
"""The fields that name cards: their labels, and what is said of a number of cards."""
LABELS: Final[Mapping[str, str]] = {
    "name": "Name",
    "format": "Format",
    "place": "City",
    "zone": "Time zone",
    "day": "Day",
    "round_1": "Round 1 begins",
    "deadline_day": "Day lists close",
    "deadline_time": "Time lists close",
    "platform": "Where it is played",
    "team_size": "Players in a team",
    "seat_formats": "Formats of a team's seats",
    "unified": "Cards shared within a team",
    "totp_required": "Staff sign in",
    "birth_dates": "Dates of birth",
    **{name: label for name, (label, _) in HOUSE_CARDS.items()},
    "sizes": "Other numbers",
    "source": "Name of the fact sheet",
    "reason": "Why",
}
"""What the fields that can be wrong are called."""


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


def short_title(game: Game) -> str:
    """What a game is called at the desk: Magic."""
    return game.title.partition(":")[0]


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        return bool(zone_of(name))
    except Refused:
        return False


def past_day(day: date, today: date) -> str:
    """What is asked of an event whose day is over."""
    days = (today - day).days
    return f"{day_in_words(day)} was {'yesterday' if days == 1 else f'{days} days ago'}. Create it anyway?"


def past_time(closes: datetime) -> str:
    """What is asked of an event whose lists are closed already."""
    return f"{closes:%H:%M} on {full_day(closes.date())} has passed. Create it anyway?"


def which_city(city: str, zones: Sequence[str]) -> str:
    """What is asked where several cities have the name."""
    places = tuple(dict.fromkeys(country_of(zone) or zone_city(zone) for zone in zones))
    where = f" ({', '.join(places)})" if len(places) > 1 else ""
    return f"There are several cities called {city[:40]}{where}. Pick the time zone."


def zone_menu(chosen: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The zones by country, each with the city it is named for; first a chosen one that no country has."""
    found = zones_by_country()
    known = any(chosen == zone for zones in found.values() for zone, _ in zones)
    other = (("Other", ((chosen, chosen),)),) if chosen and not known else ()
    return (*other, *found.items())


def zone_words(zone: str) -> str:
    """A zone by its city and country: London, Britain (UK)."""
    return ", ".join(filter(None, (zone_city(zone), country_of(zone))))


def papers() -> list[tuple[str, str]]:
    """The sizes of paper."""
    return [(key, paper.title) for key, paper in PAPERS.items()]


def platform_menu(chosen: str, platforms: Sequence[str]) -> list[tuple[str, str]]:
    """Where the format is played, as usual first; what is chosen stands there, too, so that it can be changed."""
    usual = PLATFORMS.get(platforms[0], platforms[0])
    others = [(one, PLATFORMS.get(one, one)) for one in dict.fromkeys((*platforms, *filter(None, (chosen,))))]
    return [("", f"As usual in the format ({_small(usual)})"), *others]


def deadline_words(deadline: datetime | None) -> str:
    """When lists close, as known while the form is filled in."""
    if deadline is None:
        return "Lists close when round 1 begins."
    return f"Lists close on {full_day(deadline.date())} at {deadline:%H:%M}."


def stages_words(stages: Iterable[StagePlan]) -> str:
    """The stages by title, each with whose lists it plays: Swiss, then a playoff with the same lists."""
    told: list[str] = []
    titles: dict[str, str] = {}
    for stage in stages:
        titles[stage.slug] = stage.title
        if not told:
            told.append(stage.title)
            continue
        same = "the same lists" if len(titles) == 2 else f"the lists of {stage_words(titles.get(stage.lists_from, ''))}"
        told.append(f"{stage_words(stage.title)} with {same if stage.lists_from else 'its own lists'}")
    return f"{', then '.join(told)}."


def publication_words(stages: Sequence[tuple[str, During, After]]) -> str:
    """Who sees the lists of which stage when: Hidden during Swiss; playoff players see playoff lists; public after."""
    told: list[str] = []
    closed = [title for title, during, _ in stages if during == During.CLOSED]
    if len(closed) == len(stages):
        told.append("hidden during the event")
    elif closed:
        told.append(f"hidden during {_and(stage_words(title) for title in closed)}")
    for title, during, _ in stages:
        bare = stage_words(title).removeprefix("the ")
        if during == During.STAGE:
            told.append(f"{bare} players see {bare} lists")
        elif during == During.ALL:
            told.append(f"{bare} lists are public once lists close")
    told.append(_afterwards(stages))
    return f"Lists are {'; '.join(told)}." if closed else f"{_capital('; '.join(told))}."


def usual_words(title: str, during: str, after: str) -> str:
    """Who sees the lists of a stage by default: Default for this level: hidden during the event, public afterwards."""
    first = {
        During.CLOSED: "hidden during the event",
        During.STAGE: f"{title} players can see each other’s lists",
        During.ALL: "public once lists close",
    }[During(during)]
    return f"Default for this level: {first}, {'public' if after == After.ALL else 'hidden'} afterwards"


def _afterwards(stages: Sequence[tuple[str, During, After]]) -> str:
    public = [title for title, during, after in stages if after == After.ALL or during == During.ALL]
    if len(public) == len(stages):
        return "public afterwards"
    if not public:
        return "not public afterwards either"
    return f"afterwards lists of {_and(stage_words(title) for title in public)} are public"


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _small(words: str) -> str:
    return f"{words[:1].lower()}{words[1:]}"


def match_words(match: str, level: str, platform: str, team_size: int, game: str, seats: str = "") -> str:
    """Paper, best of three, Competitive level (MTR), teams of 3: A Modern, B Legacy, C Pioneer."""
    look = look_of(game)
    told = [_small(MATCH_WORDS.get(match, "The format's usual match"))]
    told.append(f"{LEVELS.get(level, level)} level{look.cited('levels')}")
    if platform:
        told.insert(0, next((name for known, name in PLATFORM_NAMES.items() if known == platform), platform))
    if team_size > 1:
        told.append(f"teams of {team_size}{f': {seats}' if seats else ''}")
    return f"{_capital(', '.join(told))}."


def construction_words(found: Construction, *, premier: bool) -> str:
    """Whether decks change between matches, with the section: Decks may change between matches (MTR 7.3)."""
    told = "Decks may change between matches" if found.allowed else "Decks stay as registered for the whole event"
    if found.allowed == found.usual:
        return f"{told} ({found.source}){'; this is a Premier event' if premier else ''}."
    if found.allowed:
        return f"{told}, against {found.source}."
    return f"{told}. {found.source} would let them change; tell players before they build their decks."


def place_words(place: str, zone: str, paper: str) -> str:
    """Whose times hold, and what sheets print on: Times are Leeds time (London). Sheets print on A4."""
    city, named = zone_city(zone) if zone else "", place.partition(",")[0].strip()
    if not city:
        return "Times are those of the city."
    own = fold(named) == fold(city) or not named
    times = f"Times are {city} time." if own else f"Times are {named} time ({city})."
    return f"{times} Sheets print on {PAPERS[paper].title}." if paper in PAPERS else times


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
    """How lists are sorted: Lists are sorted by mana value, lands last."""
    told = order.words(look_of(game))
    return f"Lists are {_small(told)}." if order.cards == "registered" else f"Lists are sorted {_small(told)}."


def sheet_words(order: Order, game: Game) -> str:
    """How sheets are laid out: Sheets sort cards by mana value, lands last; section by section without lands."""
    look, by = game.presentation, _small(order.words(game.presentation))
    if look.land:
        return f"Sheets list cards {by}." if order.cards == "registered" else f"Sheets sort cards {by}."
    sections = [section for deck in look.decks for section in deck]
    sorted_last = [section for section in sections if section in look.piled][-1:]
    told = [f"the {_small(game.section_title(s))}{f' {by}' if s in sorted_last else ''}" for s in sections]
    return f"Sheets list {', '.join(told[:-1])}, then {told[-1]}." if len(told) > 1 else f"Sheets list {told[0]}."


def left_out(drops: Iterable[str], sizes: Mapping[str, int | None], look: Presentation) -> Mapping[str, str]:
    """The rules that an event may leave out by name, each as a sentence; sizes first."""
    known = {**DROPS, **look.left_out}
    told = {}
    for name in sorted(drops, key=lambda name: list(known).index(name) if name in known else len(known)):
        number = sizes.get(name)
        told[name] = known.get(name, f"Don’t check {name.replace('-', ' ')}").format("one" if number == 1 else number)
    return told


def house_words(values: Mapping[str, str], dropped: Iterable[str]) -> str:
    """What the house rules are: House rules: don't check sideboard size; 2 cards banned."""
    told = [_small(sentence) for sentence in dropped]
    named = {field: sum(1 for line in values.get(field, "").splitlines() if line.strip()) for field in CARDS}
    told += [f"{counted(count, 'card')} {HOUSE_CARDS[field][1]}" for field, count in named.items() if count]
    if sizes := sum(1 for key, value in values.items() if key.startswith("size-") and value.strip()):
        told.append(f"{counted(sizes, 'other number')} of cards")
    return f"House rules: {'; '.join(told)}." if told else "No house rules."
