"""The fields of an event's forms: filled from a plan, read from a request, and made a plan or a patch again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from datetime import datetime
from typing import Any, Final, get_type_hints

from werkzeug.datastructures import MultiDict

from deckcheck.app.context import App
from deckcheck.app.visibility import defaults
from deckcheck.events.plans import SETTINGS, BadSettings, EventPlan, EventSettings, StagePlan, on_the_wall
from deckcheck.events.settings import SettingsPatch
from deckcheck.law.event_rules import CARDS, NO_RULES, house_json
from deckcheck.law.event_rules_read import SIZE_FIELD
from deckcheck.lists.event_terms import find_format, set_house_from_form
from deckcheck.lists.list_checks import Terms
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.store.states import After, During
from deckcheck.verdict.layout import LANDS, ORDERS, USUAL_LANDS, USUAL_ORDER
from deckcheck.web.forms import LONGEST, as_day, read_day, read_fields, read_time
from deckcheck.web.pages.events.event_words import CHOICES, key_of

SAME, OWN, NONE, KEPT = "same", "own", "none", "kept"
LATER_STAGES: Final = (("day-2", "Day 2"), ("playoff", "Playoff"))
KINDS: Final = get_type_hints(EventSettings)
PLAIN: Final = tuple(name for name in SETTINGS if KINDS[name] in {str, int})
"""The settings whose field holds them as they are."""

DEFAULTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("day", "round_1", "deadline_day", "deadline_time", "like", "drop", *CARDS), ""),
    **{f.name: "" if f.default is MISSING else str(f.default) for f in fields(EventSettings) if f.name in PLAIN},
    "format": "modern",
    "totp_required": "no",
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

    def visibilities(self, app: App) -> tuple[tuple[str, During, After], ...]:
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
        return EventPlan(
            **self.settings(app),
            round_1=read_time(self["round_1"]),
            deadline=self.deadline,
            stages=self.stages(),
            opens=self["opens"] != "later",
            confirmed=confirmed,
            reading=reading,
        )

    def patch(self, app: App) -> SettingsPatch:
        """All settings as the fields have them."""
        return SettingsPatch(**self.settings(app))

    def settings(self, app: App) -> dict[str, Any]:
        """The settings as the fields have them; refused with a sentence where one of them cannot be read."""
        return read_fields(EventSettings, self.values, without=("house",)) | {"house": self.house(app)}

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
        "totp_required": "yes" if plan.totp_required else "no",
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


def _level(word: str) -> str:
    return word if word in {"regular", "competitive", "professional"} else "competitive"
