"""What an organizer wants an event to be: four things that must be said, and the rest as is usual.

An event is a plan again to be changed, to be copied to another day, or to be kept as a template.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from pydantic import Field

from deckcheck.app.access_rows import EventRows
from deckcheck.app.clocks import to_utc, whole_millis, zone_of
from deckcheck.app.construction import construction
from deckcheck.app.context import App
from deckcheck.app.event_heads import SEATS, formats_by_seat
from deckcheck.app.fields import AS_DAY, AS_MOMENT, FREE, Clock, Confirmed, Moment, choices, line, one_of
from deckcheck.app.places import PAPERS, paper_of
from deckcheck.app.refusals import BadSettings as BadSettings
from deckcheck.decklist.days import NoDay, read_iso_day
from deckcheck.decklist.names import fold
from deckcheck.events.stage_pools import LARGEST, MOST_SETS, WAYS, PoolRules, settle_pools
from deckcheck.law.event_rules import house_json
from deckcheck.law.formats import Format
from deckcheck.law.legality import Platform
from deckcheck.law.registration_law import Level, StageKind
from deckcheck.law.rulebooks import SEAT_OPEN
from deckcheck.law.sentences import counted
from deckcheck.lists.event_terms import find_format, set_house
from deckcheck.lists.list_checks import MATCHES, Terms, rulebook_for
from deckcheck.store.models import Event, Stage
from deckcheck.store.states import Accepts, After, Continuous, During, NamesShown, SearchEngines
from deckcheck.verdict.layout import LANDS, ORDERS, USUAL_LANDS, USUAL_ORDER

LONGEST_NAME: Final = 120
LONGEST_TITLE: Final = 40
LONGEST_SLUG: Final = 60
MOST_STAGES: Final = 8
LARGEST_TEAM: Final = 6
LISTS_FROM: Final = "The earlier stage whose lists are played; empty: its own."
POOLS: Final = "In Limited: everybody registers their own pool, or that of the player across; empty: none."
POOL_SETS: Final = "The codes of the sets that are opened."
POOL_SIZE: Final = "How many cards a pool has; 0: not known."
PREMIER: Final = "Whether it is a Premier event."
CONTINUOUS: Final = "In Limited, whether decks may change between matches; usual: as the documents have it."
PAPER: Final = "What sheets are printed on; empty: what is usual in the country of the zone."
LIST_ORDER: Final = "How sheets and the screens of judges lay out lists."
BIRTHS: Final = "Whether players are asked for their date of birth, in games with age divisions."
HOUSE: Final = "What the fact sheet says instead of the format: bans, unbans, restrictions, allowed, sizes, drop."
SEAT_FORMATS: Final = "What each seat of a team plays, from A on, where they differ; empty: the event's format."
UNIFIED: Final = "Unified deck construction: no card is in two decks of a team, where all its seats play one format."
SeatFormat = Annotated[str, Field(strict=True, max_length=LONGEST_NAME, examples=["legacy"])]
SetCode = Annotated[str, Field(strict=True, max_length=12, examples=["FDN"])]


@dataclass(frozen=True, slots=True)
class StageSettings:
    """What can be set of a stage. `lists_from`: the earlier stage whose lists are played, by slug; empty for its own.

    Where `match` is empty it is the event's; where `during` and `after` are, the documents choose. A deadline without
    a zone is a time on the wall of the event. `pools`, `pool_sets` and `pool_size` are as `PoolRules` has them.
    """

    title: Annotated[str, line(LONGEST_TITLE, examples=["Playoff"])]
    kind: Annotated[str, one_of(StageKind)] = StageKind.SWISS
    match: Annotated[str, one_of(MATCHES, usual=True)] = ""
    lists_from: Annotated[str, line(LONGEST_NAME, description=LISTS_FROM)] = ""
    deadline: Annotated[datetime, *AS_MOMENT] | None = None
    during: Annotated[str, one_of(During, usual=True)] = ""
    after: Annotated[str, one_of(After, usual=True)] = ""
    pools: Annotated[str, one_of(WAYS, POOLS)] = ""
    pool_sets: Annotated[tuple[SetCode, ...], Field(max_length=MOST_SETS, description=POOL_SETS)] = ()
    pool_size: Annotated[int | None, Field(strict=True, ge=0, le=LARGEST, description=POOL_SIZE)] = None


@dataclass(frozen=True, slots=True)
class StagePlan(StageSettings):
    """A stage as it is wanted."""

    @property
    def slug(self) -> str:
        """The stage's part of an address."""
        return slug_text(self.title) or self.kind


USUAL_STAGES: Final = (StagePlan("Swiss"), StagePlan("Playoff", StageKind.PLAYOFF, lists_from="swiss"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSettings:
    """What can be set of an event, each setting with what may stand in it: every form, answer and record follows.

    What is empty is as usual: platform and match as the format's, `digital` if it is not played on paper.
    """

    name: Annotated[str, line(LONGEST_NAME), FREE]
    place: Annotated[str, line(LONGEST_NAME), FREE] = ""
    zone: Annotated[str, line(LONGEST_NAME, examples=["Europe/London"])]
    day: Annotated[date, *AS_DAY] | None
    format: Annotated[str, line(LONGEST_NAME, examples=["modern"])]
    platform: Annotated[str, one_of(Platform, usual=True)] = ""
    match: Annotated[str, one_of(MATCHES, usual=True)] = ""
    level: Annotated[str, one_of(Level)] = Level.COMPETITIVE
    premier: Annotated[bool, Field(strict=True, description=PREMIER)] = False
    continuous: Annotated[str, one_of(Continuous, CONTINUOUS)] = Continuous.USUAL
    accepts: Annotated[str, one_of(Accepts)] = Accepts.ANY
    names_shown: Annotated[str, one_of(NamesShown)] = NamesShown.FULL
    search_engines: Annotated[str, one_of(SearchEngines)] = SearchEngines.REFUSED
    list_order: Annotated[str, one_of(ORDERS, LIST_ORDER)] = USUAL_ORDER
    lands_order: Annotated[str, one_of(LANDS, "Where lands stand in it.")] = USUAL_LANDS
    paper: Annotated[str, one_of(PAPERS, PAPER, usual=True)] = ""
    digital: Annotated[bool | None, Field(strict=True)] = None
    team_size: Annotated[int, Field(strict=True, ge=1, le=LARGEST_TEAM)] = 1
    seat_formats: Annotated[tuple[SeatFormat, ...], Field(max_length=LARGEST_TEAM, description=SEAT_FORMATS)] = ()
    unified: Annotated[bool, Field(strict=True, description=UNIFIED)] = True
    totp_required: Annotated[bool | None, Field(strict=True)] = False
    birth_dates: Annotated[bool | None, Field(strict=True, description=BIRTHS)] = False
    house: Annotated[Mapping[str, Any], Field(description=HOUSE), FREE] = field(default_factory=dict)


SETTINGS: Final = tuple(setting.name for setting in fields(EventSettings))
KEPT: Final = tuple(name for name in SETTINGS if name != "day")
"""The settings that a template keeps, beside the stages with their times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan(EventSettings):
    """An event as it is wanted. `round_1` is when play begins, which is when lists close unless `deadline` says else.

    `reading` picks a moment where a time on the wall means two; `confirmed` answers "is over. Make it anyway?" with
    yes.
    """

    round_1: Annotated[Clock | None, Field(description="When round 1 begins, on the wall; lists close then.")] = None
    deadline: Moment | None = None
    stages: tuple[StagePlan, ...] = USUAL_STAGES
    opens: bool = True
    confirmed: Confirmed = False
    reading: int | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """What must be said and was not."""
        given = {"name": one_line(self.name), "day": self.day, "zone": self.zone, "format": self.format}
        return tuple(word for word, value in given.items() if not value)


def settle(plan: EventPlan, app: App) -> EventPlan:
    """The plan with everything said outright and every time a moment; refused where it cannot be.

    What is missing of the four is left to whoever makes the event.
    """
    if plan.missing:
        return plan
    fmt = find_format(plan.format, app)
    platform = among(plan.platform, Platform) if plan.platform else str(fmt.platforms()[0])
    said = {name: kind for name, kind in choices(EventSettings).items() if not kind.usual}
    chosen: dict[str, Any] = {name: among(getattr(plan, name), kind.words, name) for name, kind in said.items()}
    settled = replace(
        plan,
        name=short("name", plan.name, LONGEST_NAME),
        place=short("place", plan.place, LONGEST_NAME),
        day=day_of(plan.day),
        zone=str(zone_of(plan.zone)),
        format=fmt.id,
        platform=platform,
        match=match_of(plan.match, plan.format, plan.day, app),
        **chosen,
        paper=among(plan.paper, PAPERS, "paper") if plan.paper else paper_of(plan.zone),
        digital=platform != Platform.PAPER if plan.digital is None else plan.digital,
        team_size=team_size(plan.team_size),
        seat_formats=seat_formats(plan, fmt, app),
        unified=bool(plan.unified),
    )
    if settled.continuous == Continuous.ALLOWED and construction(settled, app) is None:
        raise BadSettings(f"{fmt.title} decks don’t change between matches: that is for Limited.", field="continuous")
    house: dict[str, Any] = {}
    for played in dict.fromkeys((settled.format, *formats_by_seat(settled))) if plan.house else ():
        terms = Terms(played, settled.day, settled.match, settled.platform)
        house = house_json(set_house(plan.house, terms, app))
    settled = replace(settled, house=house, deadline=first_deadline(settled))
    return replace(settled, stages=tuple(with_pools(stage, settled.format, app) for stage in _stages(settled)))


def first_deadline(plan: EventPlan) -> datetime | None:
    """When lists close: as said, else at the start of round 1 (MTR 2.7)."""
    wanted = plan.deadline
    if wanted is None and plan.round_1 is not None and plan.day is not None:
        wanted = datetime.combine(plan.day, plan.round_1)
    return moment_of(wanted, plan.zone, plan.reading)


def moment_of(wanted: datetime | None, zone: str, reading: int | None = None) -> datetime | None:
    """The moment that is meant: a time without a zone is one on the wall of the event."""
    if wanted is None:
        return None
    day_of(wanted.date())
    return to_utc(wanted, zone, reading) if wanted.tzinfo is None else whole_millis(wanted)


def _stages(plan: EventPlan) -> Iterable[StagePlan]:
    """The stages in order; the first takes the event's deadline."""
    if len(plan.stages) > MOST_STAGES:
        raise BadSettings(f"{len(plan.stages)} stages; the limit is {MOST_STAGES}.")
    before: dict[str, StagePlan] = {}
    for number, stage in enumerate(plan.stages):
        told = settle_stage(stage, plan.zone, plan.match, plan.reading)
        if number == 0:
            told = replace(told, deadline=told.deadline or plan.deadline)
        check_stage(told, tuple((slug, bool(s.lists_from)) for slug, s in before.items()))
        before[told.slug] = told
        yield told


def settle_stage(stage: StagePlan, zone: str, match: str, reading: int | None) -> StagePlan:
    """A stage with everything said outright."""
    title = short("title", stage.title, LONGEST_TITLE)
    if not title:
        raise BadSettings("A title is missing.")
    return replace(
        stage,
        title=title,
        kind=among(stage.kind, StageKind),
        match=among(stage.match or match, MATCHES),
        deadline=None if stage.lists_from else moment_of(stage.deadline, zone, reading),
        during=among(stage.during, During) if stage.during else "",
        after=among(stage.after, After) if stage.after else "",
    )


def with_pools(stage: StagePlan, format: str, app: App) -> StagePlan:
    """The stage with its rules for pools as they can be in an event of the format."""
    wanted = PoolRules(stage.pools, stage.pool_sets, stage.pool_size)
    told = settle_pools(wanted, stage.title, stage.lists_from, find_format(format, app), app)
    return replace(stage, pools=told.way, pool_sets=told.sets, pool_size=told.size)


def check_stage(stage: StagePlan, before: tuple[tuple[str, bool], ...]) -> None:
    """Refuse a stage that stands here already, or that plays lists which no earlier stage takes.

    `before`: the slugs of the stages before it, each with whether it plays another's lists itself.
    """
    slugs = dict(before)
    if stage.slug in slugs:
        raise BadSettings(f"Two stages would be called {stage.title}. Give one another title.")
    if not stage.lists_from:
        return
    if stage.lists_from not in slugs:
        raise BadSettings(f"{stage.title} cannot be played with lists of a stage that is not before it.")
    if slugs[stage.lists_from]:
        raise BadSettings(f"{stage.title} is played with lists of a stage that takes some; name that one.")


def among(value: str, allowed: Iterable[str], field: str = "") -> str:
    """The value, if it is one of those that are known."""
    known = [str(v) for v in allowed]
    if value not in known:
        raise BadSettings(f'"{value[:40]}" is not among {", ".join(known)}.', field=field)
    return str(value)


def match_of(match: str, format: str, day: date | None, app: App) -> str:
    """The kind of match: as said, else the format's usual one on the day."""
    if match:
        return among(match, MATCHES)
    return rulebook_for(Terms(format, day), app).match


def day_of(day: date | None) -> date | None:
    """A day on which such events are held."""
    try:
        return None if day is None else read_iso_day(day.isoformat())
    except NoDay as error:
        raise BadSettings(str(error), field="day") from None


def team_size(size: int) -> int:
    """So many players make a team."""
    if not 1 <= size <= LARGEST_TEAM:
        raise BadSettings(f"{size} players in a team; it is 1 to {LARGEST_TEAM}.", field="team_size")
    return size


def seat_formats(plan: EventPlan, fmt: Format, app: App) -> tuple[str, ...]:
    """What each seat plays, one word a seat, empty for the event's own format; nothing where all play that.

    Seats may differ in the formats whose law knows of it: in Limited a team has one pool, and Commander has no teams.
    """
    if not any(plan.seat_formats):
        return ()
    if plan.team_size < 2:
        raise BadSettings("Seats are for teams. Set the players in a team first.", field="seat_formats")
    if len(plan.seat_formats) > plan.team_size:
        told = f"{counted(len(plan.seat_formats), 'format')} for {plan.team_size} seats. Give one for each seat."
        raise BadSettings(told, field="seat_formats")
    named = [find_format(one, app).id if one else "" for one in plan.seat_formats]
    found = ["" if one == fmt.id else one for one in named] + [""] * (plan.team_size - len(named))
    if not any(found):
        return ()
    formats = [find_format(one, app) if one else fmt for one in found]
    for seat, one in zip(SEATS, formats, strict=False):
        if one.game != fmt.game or SEAT_OPEN not in one.option_names():
            told = f"Seat {seat} can’t play {one.title} beside other formats. Pick a Constructed format for it."
            raise BadSettings(told, field="seat_formats")
    if len(set(found)) == 1:
        told = f"All seats play {formats[0].title}. Pick it as the format of the event instead."
        raise BadSettings(told, field="seat_formats")
    return tuple(found)


def one_line(text: str) -> str:
    """A text on one line, without signs that show nothing."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def short(word: str, text: str, most: int) -> str:
    """The same, if it is no longer than it may be."""
    told = one_line(text)
    if len(told) > most:
        raise BadSettings(f"The {word} has {len(told)} letters; the limit is {most}.", field=word)
    return told


def slug_text(name: str) -> str:
    """A name as part of an address: small letters and digits with hyphens; empty if there are none in it."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(name)))[:LONGEST_SLUG].strip("-")


def plan_of(rows: EventRows) -> EventPlan:
    """The plan that an event follows now; deadlines are moments."""
    stages = tuple(stage_plan_of(stage, rows) for stage in rows.stages)
    first = stages[0].deadline if stages else None
    return EventPlan(**settings_of(rows.event), deadline=first, stages=stages)


def stage_plan_of(stage: Stage, rows: EventRows) -> StagePlan:
    """The plan that a stage follows now."""
    return StagePlan(**stage_settings(stage, rows))


def stage_settings(stage: Stage, rows: EventRows) -> dict[str, Any]:
    """The settings of a stage as they stand, by their names."""
    source = rows.source(stage)
    kept = {setting.name: getattr(stage, setting.name) for setting in fields(StageSettings)}
    lists_from = source.slug if source.uid != stage.uid else ""
    return kept | {"lists_from": lists_from, "pool_sets": tuple(stage.pool_sets)}


def shifted(plan: EventPlan, day: date, zone: str = "") -> EventPlan:
    """The plan on another day: every deadline as many days before or after it, at the same time on the wall."""
    assert plan.day is not None
    shift, zone = day - plan.day, zone or plan.zone
    stages = tuple(replace(s, deadline=_moved(s.deadline, plan.zone, shift)) for s in plan.stages)
    return replace(plan, day=day, zone=zone, deadline=_moved(plan.deadline, plan.zone, shift), stages=stages)


def _moved(deadline: datetime | None, zone: str, shift: timedelta) -> datetime | None:
    return on_the_wall(deadline, zone) + shift if deadline is not None else None


def on_the_wall(moment: datetime, zone: str) -> datetime:
    """The time on the wall of a zone, without a zone."""
    return (
        moment.replace(tzinfo=None) if moment.tzinfo is None else moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    )


def template_json(plan: EventPlan) -> dict[str, Any]:
    """A plan as a template keeps it: without a day, and deadlines as days from it and a time on the wall."""
    kept = {name: getattr(plan, name) for name in KEPT}
    stages = [{**asdict(stage), "deadline": _relative(stage.deadline, plan)} for stage in plan.stages]
    return {**kept, "house": dict(plan.house), "stages": stages, "weekday": plan.day.weekday() if plan.day else None}


def _relative(deadline: datetime | None, plan: EventPlan) -> list[Any] | None:
    if deadline is None or plan.day is None:
        return None
    wall = on_the_wall(deadline, plan.zone)
    return [(wall.date() - plan.day).days, f"{wall:%H:%M}"]


def plan_of_template(kept: Mapping[str, Any], day: date) -> EventPlan:
    """The plan of a template on a day; a setting that came after the template was kept is as usual."""
    stages = tuple(_stage_of_template(stage, day) for stage in kept["stages"])
    settings = {name: kept[name] for name in KEPT if name in kept}
    settings["seat_formats"] = tuple(kept.get("seat_formats", ()))
    return EventPlan(**settings, day=day, deadline=stages[0].deadline if stages else None, stages=stages)


def next_of_weekday(day: date, today: date, *, is_late: bool = False) -> date:
    """The next day of the weekday of `day` that is not this day itself, nor today where it is too late for that."""
    ahead = (day.weekday() - today.weekday()) % 7
    coming = today + timedelta(days=ahead)
    return coming + timedelta(days=7) if coming == day or (is_late and not ahead) else coming


def next_day_of(kept: Mapping[str, Any], now: datetime) -> date:
    """The next day of a template's weekday; today for one that was kept before weekdays were."""
    today = now.astimezone(ZoneInfo(str(kept["zone"]))).date()
    weekday = kept.get("weekday")
    return today if weekday is None else today + timedelta(days=(int(weekday) - today.weekday()) % 7)


def _stage_of_template(kept: Mapping[str, Any], day: date) -> StagePlan:
    """A stage as a template keeps it; one that was kept before there were pools has none."""
    told = {**kept, "deadline": _absolute(kept["deadline"], day), "pool_sets": tuple(kept.get("pool_sets", ()))}
    return StagePlan(**told)


def _absolute(relative: list[Any] | None, day: date) -> datetime | None:
    if relative is None:
        return None
    days, clock = relative
    return datetime.combine(day + timedelta(days=int(days)), time.fromisoformat(str(clock)))


def settings_of(event: Event) -> dict[str, Any]:
    """The settings as they stand, by their names."""
    return {name: getattr(event, name) for name in SETTINGS} | {"seat_formats": tuple(event.seat_formats)}
