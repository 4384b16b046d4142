"""The settings of an event: seen, and changed; once a list is in with a reason, and then every list is judged again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import played_at
from deckcheck.app.fields import FREE, Patch, kinds
from deckcheck.app.join_codes import change_code
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused
from deckcheck.app.session import EventSession, changing, reading, refuse_stale
from deckcheck.app.states import Act, Machine
from deckcheck.app.visibility import refuse_official_who_plays
from deckcheck.events.account_formats import refuse_others
from deckcheck.events.events import check_code_required
from deckcheck.events.plans import BadSettings, EventPlan, EventSettings, plan_of, settings_of, settle, shifted
from deckcheck.lists.event_terms import has_team_pools, terms_of, terms_under, with_terms
from deckcheck.lists.judged_again import Ahead, Rejudged, counting, judge_again, judge_ahead
from deckcheck.lists.list_checks import Terms
from deckcheck.store.queries import accounts, events
from deckcheck.store.states import EventState, StageState


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSettings(EventSettings):
    """The settings of an event that is there."""

    slug: str
    state: str
    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenSettings(KeptSettings):
    """The settings as the organizer sees them; `lists` were sent so far, `deadline` is that of the first stage."""

    version: int
    format_title: str
    join_code: str
    deadline: datetime | None
    lists: int


class SettingsPatch(Patch):
    """Settings that are to be different."""

    OF = EventSettings


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """What came of a change: the new version, and the lists that were judged again."""

    version: int
    rejudged: Rejudged


def settings_within(work: EventSession) -> SeenSettings:
    """The settings of an event, for its organizer."""
    event, stages = work.event, work.rows.stages
    return SeenSettings(
        slug=event.slug,
        state=event.state,
        version=event.settings_version,
        game=event.game,
        format_title=played_at(event, work.app),
        join_code=(event.join_code or "") if work.may(Right.JOIN_CODE).allowed else "",
        deadline=stages[0].deadline if stages else None,
        lists=events.lists_sent(work.session, event.uid),
        **settings_of(event),
    )


def change_settings(
    app: App,
    who: Actor,
    slug: str,
    patch: SettingsPatch,
    *,
    reason: str = "",
    seen: int | None = None,
    reading_of: int | None = None,
) -> SettingsChanged:
    """Change settings; `seen` is the version they were changed from. Lists judged under others are judged again."""
    ahead = _ahead(app, who, slug, patch, reading_of)
    with changing(app, who, slug) as work:
        work.ask(Right.SETTINGS, reason=reason)
        event = work.event
        refuse_stale(work, seen, event.settings_version, "event")
        plan = _settled(work, patch, reading_of)
        facts = work.facts(missing=plan.missing, lists=events.lists_sent(work.session, event.uid), reason=reason)
        done = work.step(Machine.EVENT, event.state, Act.EVENT_CHANGED, facts)
        _refuse(work, plan, facts.lists)
        before, terms = settings_of(event), _terms(work)
        _apply(work, plan)
        event.settings_version += 1
        after = settings_of(event)
        changed = [name for name in after if after[name] != before[name]]
        work.note(done.audit, "event", _told(before, changed), _told(after, changed), reason)
        judged = _judge_changed(work, terms, ahead)
        return SettingsChanged(event.settings_version, judged)


def new_join_code(app: App, who: Actor, slug: str) -> str:
    """Take another join code; the one before is taken no more."""
    with changing(app, who, slug) as work:
        return change_code(work)


def _settled(work: EventSession, patch: SettingsPatch, reading_of: int | None) -> EventPlan:
    """The plan that the event is to follow; a planned event's deadlines move along with its day and zone."""
    plan = replace(plan_of(work.rows), reading=reading_of)
    given = dict(patch)
    if "platform" in given and "digital" not in given:
        given["digital"] = None
    if work.event.state == EventState.PLANNED and {"day", "zone"} & set(given):
        plan = shifted(plan, given.get("day", work.event.day), given.get("zone", ""))
    return settle(replace(plan, **given), work.app)


def _refuse(work: EventSession, plan: EventPlan, lists: int) -> None:
    """What no step knows of: another game than that of the lists, officials who would play, all staff locked out."""
    event, app = work.event, work.app
    refuse_others(work.session, work.who, (plan.format, *plan.seat_formats), (event.format, *event.seat_formats))
    game = app.format(plan.format).game
    if lists and game != event.game:
        titles = app.reference.games
        raise BadSettings(
            f"{lists} {'list' if lists == 1 else 'lists'} of {titles[event.game].title} came in. "
            f"Make another event for {titles[game].title}.",
            field="format",
        )
    if plan.totp_required and not event.totp_required:
        check_code_required(True, work.who)
    assert plan.day is not None  # The step has asked for it.
    if why := refuse_official_who_plays(app.reference.list_law, plan.level, plan.day):
        playing = accounts.officials_who_play(work.session, event.uid)
        if playing:
            raise Refused(f"{playing[0].name} is staff here and plays. {why}", code="plays-here", status=409)


def _apply(work: EventSession, plan: EventPlan) -> None:
    """Write the settings; stages that are played as the event is follow its match, planned ones its day."""
    event = work.event
    match = event.match
    for name in settings_of(event):
        value = getattr(plan, name)
        setattr(event, name, dict(value) if name == "house" else list(value) if name == "seat_formats" else value)
    event.game = work.app.format(plan.format).game
    event.team_pools = has_team_pools(plan, work.app)
    for stage, told in zip(work.rows.stages, plan.stages, strict=True):
        if stage.match == match:
            stage.match = event.match
        if event.state == EventState.PLANNED and stage.state == StageState.AHEAD:
            stage.deadline = told.deadline


def _told(settings: Mapping[str, Any], changed: list[str]) -> str:
    """Settings in the fixed words of the audit; free text is named only."""
    free = {name for name in changed if FREE in kinds(EventSettings)[name]}
    return " ".join(name if name in free else f"{name}={_word(settings[name])}" for name in changed)


def _word(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _terms(work: EventSession) -> dict[str, Terms]:
    """The terms of each stage that takes lists of its own."""
    own = (stage for stage in work.rows.stages if stage.lists_from is None)
    return {stage.uid: terms_of(work.event, stage, work.app) for stage in own}


def _ahead(app: App, who: Actor, slug: str, patch: SettingsPatch, reading_of: int | None) -> Ahead:
    """Judge the lists under the new settings before the event is locked."""
    with reading(app, who, slug) as work:
        work.ask(Right.SETTINGS)
        plan = _settled(work, patch, reading_of)
        if plan.missing:
            return {}
        own = [stage for stage in work.rows.stages if stage.lists_from is None]
        asked = {s.uid: terms_under(plan, plan.match if s.match == work.event.match else s.match, app) for s in own}
        sent = [
            pair
            for stage in own
            if asked[stage.uid] != terms_of(work.event, stage, app)
            for pair in with_terms(work, stage, counting(work.session, stage), asked[stage.uid])
        ]
    return judge_ahead(app, sent)


def _judge_changed(work: EventSession, before: Mapping[str, Terms], ahead: Ahead) -> Rejudged:
    """Judge again what was judged under other terms than those of now."""
    sent = []
    for stage in work.rows.stages:
        if stage.lists_from is None and (terms := terms_of(work.event, stage, work.app)) != before[stage.uid]:
            sent += with_terms(work, stage, counting(work.session, stage), terms)
    return judge_again(work, sent, ahead, "settings")
