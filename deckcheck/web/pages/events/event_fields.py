"""The fields of an event's forms: filled from a plan, read from a request, and made a plan or a patch again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from deckcheck.app.context import App
from deckcheck.app.visibility import defaults
from deckcheck.decklist.days import read_iso_day
from deckcheck.events.plans import BadSettings, EventPlan, StagePlan
from deckcheck.events.saved_plans import on_the_wall
from deckcheck.events.settings import SettingsPatch
from deckcheck.law.event_rules import CARDS, NO_RULES, house_json
from deckcheck.law.event_rules_read import SIZE_FIELD
from deckcheck.lists.event_rules import set_house_from_form
from deckcheck.lists.event_terms import find_format
from deckcheck.lists.judging import Terms
from deckcheck.printing.sheets.values import Order
from deckcheck.store.states import After, During
from deckcheck.verdict.layout import LANDS, ORDERS, USUAL_LANDS, USUAL_ORDER
from deckcheck.web.pages.events.event_words import CHOICES, key_of

SAME, OWN, NONE, KEPT = "same", "own", "none", "kept"
LATER_STAGES: Final = (("day-2", "Day 2"), ("playoff", "Playoff"))
PLAIN: Final = (
    "name",
    "format",
    "zone",
    "place",
    "platform",
    "match",
    "level",
    "accepts",
    "names_shown",
    "list_order",
    "lands_order",
)
LONGEST: Final = 20_000

DEFAULTS: Final[Mapping[str, str]] = {
    **dict.fromkeys((*PLAIN, "day", "round_1", "deadline_day", "deadline_time", "like", "drop", *CARDS), ""),
    "format": "modern",
    "level": "competitive",
    "accepts": "any",
    "names_shown": "full",
    "list_order": USUAL_ORDER,
    "lands_order": USUAL_LANDS,
    "team_size": "1",
    "code": "no",
    "opens": "now",
    "stages": "",
    "day-2": NONE,
    "playoff": SAME,
    "source": NO_RULES.source,
}


@dataclass(frozen=True, slots=True)
class EventForm:
    """What stands in the fields, as text; `kept` are stages of another event that the form takes over as they are."""

    values: Mapping[str, str]
    kept: tuple[StagePlan, ...] = ()

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")

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
        choice = CHOICES.get(self[f"see-{stage.slug}"])
        return replace(stage, during=str(choice[0]), after=str(choice[1])) if choice else stage

    def sights(self, app: App) -> tuple[tuple[str, During, After], ...]:
        """Who sees the lists of each stage by title, as the documents of the day choose where nothing is chosen."""
        day = as_day(self["day"]) or app.now().date()
        found = []
        for stage in self.stages():
            usual = defaults(app.reference.list_law, _level(self["level"]), stage.kind, day)
            found.append((stage.title, During(stage.during or usual.during), After(stage.after or usual.after)))
        return tuple(found)

    @property
    def deadline(self) -> datetime | None:
        """When lists close, if that is said apart from round 1."""
        day, clock = self["deadline_day"], self["deadline_time"]
        if not day and not clock:
            return None
        on, at = read_day(day or self["day"]), read_time(clock or self["round_1"])
        if on is None or at is None:
            raise BadSettings("Say the day and the time when lists close.")
        return datetime.combine(on, at)

    def plan(self, app: App, *, confirmed: bool = False, reading: int | None = None) -> EventPlan:
        """The plan that the fields describe; refused with a sentence where one of them cannot be read."""
        plain: dict[str, Any] = {name: self[name] for name in PLAIN}
        return EventPlan(
            **plain,
            day=read_day(self["day"]),
            round_1=read_time(self["round_1"]),
            deadline=self.deadline,
            team_size=read_number(self["team_size"]),
            totp_required=self["code"] == "yes",
            house=self.house(app),
            stages=self.stages(),
            opens=self["opens"] != "later",
            confirmed=confirmed,
            reading=reading,
        )

    def patch(self, app: App) -> SettingsPatch:
        """All settings as the fields have them."""
        plain: dict[str, Any] = {name: self[name] for name in PLAIN}
        return SettingsPatch(
            **plain,
            day=read_day(self["day"]),
            team_size=read_number(self["team_size"]),
            totp_required=self["code"] == "yes",
            house=self.house(app),
        )

    def house(self, app: App) -> dict[str, Any]:
        """The house rules of the fields; refused with everything that is wrong with them."""
        fields = {name: self[name] for name in (*CARDS, "drop")}
        fields |= {name: value for name, value in self.values.items() if name.startswith(SIZE_FIELD)}
        if not any(value.strip() for value in fields.values()):
            return {}
        return house_json(set_house_from_form(fields, self["source"].strip(), self.terms(app), app))

    @property
    def order(self) -> Order:
        """How lists are laid out; as is usual where that is not among the orders."""
        cards, lands = self["list_order"], self["lands_order"]
        return Order(cards if cards in ORDERS else USUAL_ORDER, lands if lands in LANDS else USUAL_LANDS)

    def game(self, app: App) -> str:
        """The game of the format that is chosen; empty where there is none."""
        known = app.reference.formats.get(self["format"])
        return known.game if known else ""

    def terms(self, app: App) -> Terms:
        """The law that the fields name, so far."""
        return Terms(
            find_format(self["format"], app).id, as_day(self["day"]), self["match"] or None, self["platform"] or None
        )


def form_of_request(sent: MultiDict[str, str], kept: tuple[StagePlan, ...] = ()) -> EventForm:
    """The fields as they came in; what did not come is as usual."""
    given = {name: value[:LONGEST] for name, value in sent.items()}
    return EventForm({**DEFAULTS, **given}, kept)


def form_of_plan(plan: EventPlan, like: str = "") -> EventForm:
    """The fields of an event as it is, or is to be again."""
    values = {**DEFAULTS, **{name: str(getattr(plan, name)) for name in PLAIN}}
    values |= {
        "day": plan.day.isoformat() if plan.day else "",
        "team_size": str(plan.team_size),
        "code": "yes" if plan.totp_required else "no",
        "like": like,
        "stages": KEPT,
    }
    if plan.deadline is not None:
        wall = on_the_wall(plan.deadline, plan.zone)
        values["round_1"] = f"{wall:%H:%M}"
        if wall.date() != plan.day:
            values |= {"deadline_day": wall.date().isoformat(), "deadline_time": f"{wall:%H:%M}"}
    for stage in plan.stages:
        values[f"see-{stage.slug}"] = key_of(stage.during, stage.after)
    return EventForm(values | house_values(plan.house), plan.stages)


def house_values(house: Mapping[str, Any]) -> dict[str, str]:
    """House rules as the fields have them."""
    values = {name: "\n".join(house.get(name, ())) for name in CARDS}
    values |= {f"{SIZE_FIELD}{name}": str(number) for name, number in house.get("sizes", {}).items()}
    return {**values, "drop": " ".join(house.get("drop", ())), "source": str(house.get("source", NO_RULES.source))}


def as_day(text: str) -> date | None:
    """A day; none for what is no day."""
    try:
        return read_iso_day(text.strip())
    except ValueError:
        return None


def read_day(text: str) -> date | None:
    """A day; none where nothing was said, refused where something else was."""
    if not text.strip():
        return None
    found = as_day(text)
    if found is None:
        raise BadSettings(f'"{text.strip()[:20]}" is no day. Write it like 2026-06-13.')
    return found


def read_time(text: str) -> time | None:
    """A time on the wall; none where nothing was said, refused where something else was."""
    if not text.strip():
        return None
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)(?::[0-5]\d)?", text.strip())
    if not found:
        raise BadSettings(f'"{text.strip()[:20]}" is no time. Write it like 10:00.')
    return time(int(found[1]), int(found[2]))


def read_number(text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"\d{1,6}", text.strip()):
        raise BadSettings(f'"{text.strip()[:20]}" is no whole number.')
    return int(text)


def _level(word: str) -> str:
    return word if word in {"regular", "competitive", "professional"} else "competitive"
