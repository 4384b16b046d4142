"""The form of an event, new or not: filled from a plan, read, and made a plan or a patch again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, replace
from datetime import date, datetime
from typing import Any, Final, get_type_hints

from werkzeug.datastructures import MultiDict

from deckcheck.app.construction import Construction, construction
from deckcheck.app.context import App
from deckcheck.app.event_heads import SEATS
from deckcheck.app.places import paper_of, zone_apart, zones_of_city
from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import day_here
from deckcheck.app.typed_times import day_said, day_typed
from deckcheck.app.visibility import Defaults, defaults
from deckcheck.events.plans import (
    SETTINGS,
    EventPlan,
    EventSettings,
    StagePlan,
    on_the_wall,
)
from deckcheck.events.settings import SettingsPatch
from deckcheck.law.event_rules import CARDS, NO_RULES, house_json
from deckcheck.law.event_rules_read import SIZE_FIELD
from deckcheck.law.formats import Format, by_group
from deckcheck.law.games import Game
from deckcheck.law.legality import Platform
from deckcheck.law.rulebooks import SEAT_OPEN
from deckcheck.lists.event_terms import HouseRefused, set_house_from_form, what_may_change
from deckcheck.lists.list_checks import Terms, rulebook_for
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.store.states import After, During
from deckcheck.verdict.layout import LANDS, ORDERS, USUAL_LANDS, USUAL_ORDER
from deckcheck.web.forms import LONGEST, FormFaults, read_fields, whole
from deckcheck.web.pages.check.forms import MATCH_WORDS, PLATFORMS
from deckcheck.web.pages.events import event_words as words
from deckcheck.web.pages.events.typed_fields import TypedFields, house_values, only, usual_platform

SAME, OWN, NONE, KEPT = "same", "own", "none", "kept"
LATER_STAGES: Final = (("day-2", "Day 2"), ("playoff", "Playoff"))
KINDS: Final = get_type_hints(EventSettings)
PLAIN: Final = tuple(name for name in SETTINGS if KINDS[name] in {str, int})
"""The settings whose field holds them as they are."""
READ_HERE: Final = ("house", "day", "zone", "platform", "seat_formats")
"""The settings whose fields are read together with others."""
TYPED: Final = ("day", "round_1", "deadline_day", "deadline_time")
"""The days and times that people type; where one may mean several, `…_is` has the one that was picked."""

DEFAULTS: Final[Mapping[str, str]] = {
    **dict.fromkeys((*TYPED, *(f"{name}_is" for name in TYPED), "like", "drop", *CARDS), ""),
    **{f.name: "" if f.default is MISSING else str(f.default) for f in fields(EventSettings) if f.name in PLAIN},
    "totp_required": "no",
    "premier": "no",
    "unified": "yes",
    "birth_dates": "no",
    "opens": "now",
    "stages": "",
    "day-2": NONE,
    "playoff": SAME,
    "source": NO_RULES.source,
}


@dataclass(frozen=True, slots=True)
class EventForm(TypedFields):
    """What stands in the fields, as text; `kept` are stages of another event that the form takes over as they are.

    `own` are the formats that the organizer wrote, beside those that everybody has.

    `zone` and `paper` are empty where they follow from the city.
    """

    app: App
    kept: tuple[StagePlan, ...] = ()
    own: tuple[Format, ...] = ()

    # The game and its format.

    @property
    def game(self) -> Game:
        """The game that is chosen: that of the format where none is."""
        games = self.app.reference.games
        known = self._known(self["format"])
        return games.get(self["game"]) or games[known.game if known else next(iter(games))]

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats of the game."""
        offered = (*self.app.reference.formats.values(), *self.own)
        return tuple(one for one in offered if one.game == self.game.id)

    @property
    def format_menu(self) -> list[tuple[str, list[Format]]]:
        """They under the headings of their groups."""
        grouped = by_group(one for one in self.formats if one.own is None)
        own = [one for one in self.formats if one.own is not None]
        return [*grouped, ("Your formats", own)] if own else grouped

    def _known(self, id: str) -> Format | None:
        found = self.app.reference.formats.get(id)
        return found or next((one for one in self.own if one.id == id), None)

    @property
    def format(self) -> Format:
        """The format that is chosen; of a game that has none like it, its usual one."""
        found = self._known(self["format"])
        if found is not None and found.game == self.game.id:
            return found
        usual = self.game.presentation.usual_formats
        return next((one for name in usual for one in self.formats if one.id == name), self.formats[0])

    @property
    def platforms(self) -> tuple[str, ...]:
        """Where the format is played."""
        return tuple(map(str, self.format.platforms()))

    @property
    def platform_said(self) -> str:
        """Where it is played, if the game is played in several places."""
        several = len({str(place) for one in self.formats for place in one.platforms()}) > 1
        return (self["platform"] or self.platforms[0]) if several else ""

    # Where and when.

    @property
    def zones(self) -> tuple[str, ...]:
        """The zone that is chosen, or those that a city of this name may be in; of several that of the event before."""
        found = (self["zone"],) if self["zone"] else zones_of_city(self["place"])
        return (self["near"],) if self["near"] in found else found

    @property
    def zone(self) -> str:
        """The zone, if it is known; empty otherwise."""
        return self.zones[0] if len(self.zones) == 1 else ""

    @property
    def paper(self) -> str:
        """The size of paper, if it is known."""
        return self["paper"] or (paper_of(self.zone) if self.zone else "")

    def today(self) -> date:
        """The day it is where the event is."""
        known = self.zone if self.zone and "zone" not in dict(self._place_faults()) else "UTC"
        return day_here(self.app.now(), known)

    @property
    def day(self) -> date | None:
        """The day, where it is understood."""
        found = self.days("day")
        return found[0] if len(found) == 1 else None

    @property
    def deadline(self) -> datetime | None:
        """When lists close, if that is said apart from round 1 and understood."""
        if not self["deadline_day"] and not self["deadline_time"]:
            return None
        day = only(self.days("deadline_day")) if self["deadline_day"] else self.day
        at = only(self.times("deadline_time")) if self["deadline_time"] else only(self.times("round_1"))
        return datetime.combine(day, at) if day and at else None

    @property
    def over(self) -> str:
        """What is asked of an event whose day or deadline is past; empty where it lies ahead, or that was answered."""
        day, now = self.day, self.app.now()
        if day is None or not self.zone or self["confirmed"] == "yes":
            return ""
        if day < self.today():
            return words.past_day(day, self.today())
        closes = self.deadline or (datetime.combine(day, at) if (at := only(self.times("round_1"))) else None)
        return words.past_time(closes) if closes and closes <= on_the_wall(now, self.zone) else ""

    # The stages.

    def stages(self) -> tuple[StagePlan, ...]:
        """The stages that the fields describe, with who is to see their lists; empty where the documents choose."""
        first, *later = self.kept if self["stages"] == KEPT and self.kept else self._chosen()
        # When lists of the first are due has fields of its own.
        return tuple(self._seen(stage) for stage in (replace(first, deadline=None), *later))

    def _chosen(self) -> tuple[StagePlan, ...]:
        found = [StagePlan("Swiss")]
        for kind, title in LATER_STAGES:
            if self[kind] in {SAME, OWN}:
                found.append(StagePlan(title, kind, lists_from="swiss" if self[kind] == SAME else ""))
        return tuple(found)

    def _seen(self, stage: StagePlan) -> StagePlan:
        choice = words.CHOICES.get(self[f"see-{stage.slug}"])
        return replace(stage, during=str(choice[0]), after=str(choice[1])) if choice else stage

    def visibilities(self) -> tuple[tuple[str, During, After], ...]:
        """Who sees the lists of each stage by title, as the documents of the day choose where nothing is chosen."""
        found = []
        for stage in self.stages():
            usual = self._usual(stage)
            found.append((stage.title, During(stage.during or usual.during), After(stage.after or usual.after)))
        return tuple(found)

    def usual_choices(self) -> tuple[tuple[StagePlan, str], ...]:
        """The stages, each with who sees its lists by default, in words."""
        usual = [(stage, self._usual(stage)) for stage in self.stages()]
        return tuple((stage, words.usual_words(stage.title, one.during, one.after)) for stage, one in usual)

    def _usual(self, stage: StagePlan) -> Defaults:
        level = self["level"] if self["level"] in words.LEVELS else "competitive"
        return defaults(self.app.reference.list_law, level, stage.kind, self.day or self.today())

    # How it is played.

    @property
    def order(self) -> Order:
        """How lists are laid out; as is usual where that is not among the orders."""
        cards, lands = self["list_order"], self["lands_order"]
        return Order(cards if cards in ORDERS else USUAL_ORDER, lands if lands in LANDS else USUAL_LANDS)

    @property
    def match(self) -> str:
        """The kind of match, as the format has it where none is chosen."""
        with suppress(Refused):
            return rulebook_for(self.terms(), self.app).match
        return self["match"]

    @property
    def team(self) -> int:
        """How many play in a team; 1 where that is no number."""
        return whole(self["team_size"]) or 1

    @property
    def seat_choices(self) -> tuple[Format, ...]:
        """The formats that seats may play beside others."""
        return tuple(one for one in self.formats if SEAT_OPEN in one.option_names())

    @property
    def seat_formats(self) -> tuple[str, ...]:
        """What each seat of a team plays; empty for the event's format."""
        known = {one.id for one in self.seat_choices}
        typed = [one if one in known else "" for one in self["seat_formats"].split()][: self.team]
        return tuple(typed) if self.team > 1 and any(typed) else ()

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        """The seats that the form shows, three at least, by letter, with what each plays."""
        size = max(3, self.team)
        return tuple(zip(SEATS[:size], (*self.seat_formats, *[""] * size), strict=False))

    @property
    def seats_said(self) -> str:
        """What the seats play, in words, where that is not the same."""
        titles = {one.id: one.title for one in self.formats}
        chosen = dict(self.seats[: self.team]) if self.seat_formats else {}
        return ", ".join(f"{seat} {titles[one or self.format.id]}" for seat, one in chosen.items())

    def terms(self) -> Terms:
        """The law that the fields name, so far."""
        platform = self["platform"] if self["platform"] in self.platforms else ""
        match = self["match"] if self["match"] in MATCH_WORDS else ""
        return Terms(self.format.id, self.day, match or None, platform or None)

    @property
    def changeable(self) -> tuple[Mapping[str, int | None], Mapping[str, str]]:
        """The numbers of the format that house rules may change, and the rules they may leave out, in words."""
        sizes, drops = what_may_change(self.terms(), self.app)
        return sizes, words.left_out(drops, sizes, self.game.presentation)

    @property
    def dropped(self) -> tuple[str, ...]:
        """The rules that are left out, of those that the format has."""
        wanted = set(self["drop"].split())
        return tuple(name for name in self.changeable[1] if name in wanted)

    def house(self) -> dict[str, Any]:
        """The house rules of the fields; refused with everything that is wrong with them."""
        sizes, _ = self.changeable
        given = {name: self[name] for name in CARDS} | {"drop": " ".join(self.dropped)}
        given |= {f"{SIZE_FIELD}{name}": self[f"{SIZE_FIELD}{name}"] for name in sizes}
        if not any(value.strip() for value in given.values()):
            return {}
        return house_json(set_house_from_form(given, self["source"].strip(), self.terms(), self.app))

    @property
    def construction(self) -> Construction | None:
        """Whether decks may change between matches, as the fields have it so far."""
        platform = self["platform"] or self.platforms[0]
        level = self["level"] if self["level"] in words.LEVELS else "competitive"
        chosen = self["continuous"] if self["continuous"] in words.CONTINUOUS else "usual"
        asked = EventPlan(
            name="",
            zone=self.zone,
            day=self.day or self.today(),
            format=self.format.id,
            level=level,
            digital=platform != Platform.PAPER,
            premier=self["premier"] == "yes",
            continuous=chosen,
        )
        return construction(asked, self.app)

    @property
    def construction_words(self) -> str:
        """The same in words; empty where decks are not built from a pool."""
        found = self.construction
        return words.construction_words(found, premier=self["premier"] == "yes") if found else ""

    # What is wrong, and what it is read as.

    def faults(self, *, new: bool) -> dict[str, str]:
        """What is wrong with the fields by name, in the order of the form; `new`: of an event that is to be made."""
        found = dict(self._where_and_when(new=new))
        if not found.keys() & {"day", "zone", "place"} and new and self.over:
            found["day" if self.day and self.day < self.today() else "round_1"] = self.over
        if self["platform"] and self["platform"] not in self.platforms:
            place = PLATFORMS.get(self["platform"], self["platform"])
            found["platform"] = f"{self.format.title} isn’t played {place[:1].lower()}{place[1:]}."
        try:
            read_fields(EventSettings, self.values, without=READ_HERE)
        except FormFaults as wrong:
            found |= {name: " ".join(told) for name, told in wrong.by_field.items()}
        try:
            self.house()
        except HouseRefused as refused:
            found |= {name: " ".join(told) for name, told in refused.by_field.items()}
        return found

    def _where_and_when(self, *, new: bool) -> Iterator[tuple[str, str]]:
        if self["format"] != self.format.id:
            yield "format", f"Pick a {words.short_title(self.game)} format."
        if not self["name"].strip():
            yield "name", "Enter a name for the event."
        yield from self._place_faults()
        yield from self.unclear("day", "Enter the day of the event.")
        if not new:
            return
        closes = self["deadline_day"] and self["deadline_time"]
        yield from self.unclear("round_1", "" if closes else "Enter the time round 1 begins.")
        yield from self.unclear("deadline_day", "")
        yield from self.unclear("deadline_time", "")

    def _place_faults(self) -> Iterator[tuple[str, str]]:
        city = self["place"].strip()
        if self["zone"]:
            if not words.is_zone(self["zone"]):
                yield "zone", f'No time zone is called "{self["zone"][:40]}". Pick one from the list.'
        elif not city:
            yield "place", "Enter the city."
        elif not self.zones:
            yield "zone", f"We don’t know {city[:40]}. Pick the time zone."
        elif len(self.zones) > 1:
            yield "zone", words.which_city(city, self.zones)

    def refuse_faults(self, *, new: bool) -> None:
        """Refuse what is wrong with the fields, all at once."""
        if found := self.faults(new=new):
            raise FormFaults(found)

    def said_apart_from(self, other: EventForm) -> tuple[str, ...]:
        """What this form says that another one doesn't, in sentences."""
        there = other._said()
        return tuple(one for one in self._said() if one not in there)

    def _said(self) -> tuple[str, ...]:
        drops = self.changeable[1]
        return (
            self["name"].strip(),
            self.format.title,
            words.place_words(self["place"], self.zone, self.paper),
            day_said(self.day) if self.day else self["day"],
            words.ACCEPTS.get(self["accepts"], ""),
            words.match_words(self.match, self["level"], self.platform_said, self.team, self.game.id, self.seats_said),
            self.construction_words,
            words.NAMES.get(self["names_shown"], ""),
            words.SEARCH_ENGINES.get(self["search_engines"], ""),
            words.sheet_words(self.order, self.game),
            words.house_words(self.values, [drops[name] for name in self.dropped]),
        )

    # What the fields come to.

    def plan(self, *, reading: int | None = None) -> EventPlan:
        """The plan that the fields describe; refused with what is wrong with each of them."""
        self.refuse_faults(new=True)
        return EventPlan(
            **self.settings(),
            round_1=only(self.times("round_1")),
            deadline=self.deadline,
            stages=self.stages(),
            opens=self["opens"] != "later",
            confirmed=self["confirmed"] == "yes",
            reading=reading,
        )

    def patch(self) -> SettingsPatch:
        """All settings as the fields have them; refused with what is wrong with each of them."""
        self.refuse_faults(new=False)
        return SettingsPatch(**self.settings())

    def settings(self) -> dict[str, Any]:
        """The settings as the fields have them."""
        known: dict[str, Any] = {"house": self.house(), "seat_formats": self.seat_formats}
        known |= {"day": self.day, "zone": self.zone, "platform": self["platform"]}
        return read_fields(EventSettings, self.values, without=READ_HERE) | known


def form_of_request(app: App, sent: MultiDict[str, str], own: tuple[Format, ...] = ()) -> EventForm:
    """The fields as they came in; what did not come is as usual."""
    given = {name: value[:LONGEST] for name, value in sent.items()}
    seats = " ".join(one.strip() or "-" for one in sent.getlist("seat_formats"))
    given |= {"drop": " ".join(sent.getlist("drop")), "seat_formats": seats[:LONGEST]}
    form = EventForm({**DEFAULTS, **given}, app, own=own)
    # Another game was chosen by its button, or while the form is filled in: the format follows.
    if sent.get("use") or "look" in sent:
        form = replace(form, values={**form.values, "game": sent.get("use") or form["game"]})
        form = replace(form, values={**form.values, "format": form.format.id})
    return form


def form_of_plan(app: App, plan: EventPlan, like: str = "", own: tuple[Format, ...] = ()) -> EventForm:
    """The fields of an event as it is, or is to be again."""
    values = {**DEFAULTS, **{name: str(getattr(plan, name)) for name in PLAIN}}
    values |= {
        "day": day_typed(plan.day) if plan.day else "",
        "totp_required": "yes" if plan.totp_required else "no",
        "premier": "yes" if plan.premier else "no",
        "seat_formats": " ".join(one or "-" for one in plan.seat_formats),
        "unified": "yes" if plan.unified else "no",
        "birth_dates": "yes" if plan.birth_dates else "no",
        "zone": zone_apart(plan.place, plan.zone),
        "near": plan.zone,
        "paper": "" if plan.paper == paper_of(plan.zone) else plan.paper,
        "platform": "" if plan.platform == usual_platform(app, plan.format) else plan.platform,
        "like": like,
        "stages": KEPT,
    }
    if plan.deadline is not None:
        wall = on_the_wall(plan.deadline, plan.zone)
        values["round_1"] = f"{wall:%H:%M}"
        if wall.date() != plan.day:
            values |= {"deadline_day": day_typed(wall.date()), "deadline_time": f"{wall:%H:%M}"}
    for stage in plan.stages:
        values[f"see-{stage.slug}"] = words.key_of(stage.during, stage.after)
    return EventForm(values | house_values(plan.house), app, plan.stages, own)
