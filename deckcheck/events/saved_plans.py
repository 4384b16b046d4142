"""An event as a plan again: to change it, to copy it to another day, or to keep it as a template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from deckcheck.app.access_rows import EventRows
from deckcheck.events.plans import SETTINGS, EventPlan, StagePlan, StageSettings
from deckcheck.store.models import Event, Stage

KEPT: Final = tuple(name for name in SETTINGS if name != "day")
"""The settings that a template keeps, beside the stages with their times."""


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
    return {**kept, "house": dict(plan.house), "stages": stages}


def _relative(deadline: datetime | None, plan: EventPlan) -> list[Any] | None:
    if deadline is None or plan.day is None:
        return None
    wall = on_the_wall(deadline, plan.zone)
    return [(wall.date() - plan.day).days, f"{wall:%H:%M}"]


def plan_of_template(kept: Mapping[str, Any], day: date) -> EventPlan:
    """The plan of a template on a day; a setting that came after the template was kept is as usual."""
    stages = tuple(_stage_of_template(stage, day) for stage in kept["stages"])
    settings = {name: kept[name] for name in KEPT if name in kept}
    return EventPlan(**settings, day=day, deadline=stages[0].deadline if stages else None, stages=stages)


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
    return {name: getattr(event, name) for name in SETTINGS}
