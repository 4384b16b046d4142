"""Who sees the lists of each stage: set by the organizer, in advance or now, both ways, and always for all alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import Act, Effective, Machine, effective, stage_words
from deckcheck.app.time_words import clock_time
from deckcheck.app.visibility import choice_in_words, switches_by_itself
from deckcheck.events.opening import WORDS, effective_of, take_effect, visibilities
from deckcheck.publication.preview import Planned
from deckcheck.store.models import Publication, Stage
from deckcheck.store.queries import entries, lists, published
from deckcheck.store.states import After, During, EntryState, EventState, StageState


@dataclass(frozen=True, slots=True)
class StageVisibility:
    """Who sees the lists of a stage. `effective`: now, `during` and `after`: as set; `switches`: what comes by itself.

    `count` lists would be shown, or to be seen by the `players` of the stage.
    """

    slug: str
    title: str
    words: str
    during: During
    after: After
    effective: str
    switches: str
    choice: str
    count: int
    players: int
    version: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a plan for one stage changes now, or later by itself: the words of the button that does it."""

    slug: str
    words: str
    opens_to_all: bool = False
    now: bool = True


@dataclass(frozen=True, slots=True)
class Published:
    """What came of it for one stage: how many lists it is about, when they are open to more than staff, a sentence.

    `opens` is now, close (once the stage takes no more), end (of the event), or never. Not `changed`: it was so before.
    """

    slug: str
    effective: str
    words: str
    count: int
    opens: str
    changed: bool = True


def read_planned(given: Mapping[str, tuple[str, str]]) -> Planned:
    """Choices by stage from the words `during` and `after`."""
    try:
        return {slug: (During(during), After(after)) for slug, (during, after) in given.items()}
    except ValueError:
        raise UnusableInput("`during` is closed, stage or all; `after` is closed or all.") from None


def stages_seen(work: EventSession) -> tuple[StageVisibility, ...]:
    """Who sees the lists of each stage, as the organizer has set it."""
    return tuple(visibility_of(work, stage) for stage in work.rows.stages)


def visibility_of(work: EventSession, stage: Stage) -> StageVisibility:
    """Who sees the lists of one stage."""
    during, after = stage.during, stage.after
    return StageVisibility(
        slug=stage.slug,
        title=stage.title,
        words=stage_words(stage.title),
        during=during,
        after=after,
        effective=WORDS[effective_of(work, stage)],
        switches=switches_by_itself(during, after),
        choice=choice_in_words(during, after, stage.title),
        count=would_show(work, stage),
        players=players_of(work, stage),
        version=stage.version,
    )


def would_show(work: EventSession, stage: Stage) -> int:
    """How many lists the stage shows once it is open: those that count, or would if it closed now."""
    rows = lists.lists_in(work.session, work.rows.source(stage).uid)
    sent = {uid for uid, row in rows.items() if row.accepted or row.current}
    gone = {EntryState.WITHDRAWN, EntryState.MERGED}
    everyone = entries.entries_of(work.session, work.event.uid)
    return sum(e.uid in sent and e.state not in gone and work.rows.is_member(stage, e.uid) for e in everyone)


def players_of(work: EventSession, stage: Stage) -> int:
    """How many play in the stage."""
    return published.players_in(work.session, work.event.uid, stage.uid if stage.position > 1 else None)


def effects(work: EventSession, planned: Planned) -> tuple[Effect, ...]:
    """What a plan would change, stage by stage; nothing where all stays as it is."""
    found = []
    for stage in work.rows.stages:
        wanted = planned.get(stage.slug)
        if wanted is not None and wanted != (stage.during, stage.after):
            found.append(_effect(work, stage, *wanted))
    return tuple(found)


def _effect(work: EventSession, stage: Stage, during: During, after: After) -> Effect:
    was, new = effective_of(work, stage), effective(work.event.state, stage.state, during, after)
    many = lists_words(would_show(work, stage), stage)
    opens = Effective.ALL in {new, effective("on", StageState.LOCKED, during, after)} and was is not Effective.ALL
    if was == new:
        return Effect(stage.slug, _later(stage, during, after), opens, now=False)
    if new is Effective.STAGE:
        players = players_of(work, stage)
        return Effect(stage.slug, f"Show {many} to {players} {'player' if players == 1 else 'players'} now")
    if new is Effective.ALL:
        return Effect(stage.slug, f"Show {many} to everyone now", opens_to_all=True)
    return Effect(stage.slug, f"Close {many} now")


def _later(stage: Stage, during: During, after: After) -> str:
    """What is set for later, as a button says it."""
    choice = choice_in_words(during, after, stage.title)
    return f"{_capital(stage_words(stage.title))}: {choice[:1].lower()}{choice[1:]}"


def lists_words(count: int, stage: Stage) -> str:
    """8 playoff lists."""
    return f"{count} {stage_words(stage.title).removeprefix('the ')} {'list' if count == 1 else 'lists'}"


def set_publication(
    app: App,
    who: Actor,
    slug: str,
    planned: Planned,
    *,
    confirmed: bool = False,
    seen: Mapping[str, int] | None = None,
) -> tuple[Published, ...]:
    """Set who sees the lists of some stages in one act. What opens them to everyone is asked once, with the count.

    `seen`: the versions of the stages as they were looked at.
    """
    with changing(app, who, slug) as work:
        work.ask(Right.SET_PUBLICATION)
        stages = [work.stage(name) for name in planned]
        for stage in stages:
            refuse_stale(work, (seen or {}).get(stage.slug), stage.version, f"stage:{stage.slug}")
        changed = [s for s in stages if planned[s.slug] != (s.during, s.after)]
        before, count = visibilities(work), _opened_lists(work, changed, planned)
        for stage in changed:
            _set(work, stage, planned[stage.slug], count, confirmed=confirmed)
        take_effect(work, before)
        work.session.flush()
        return tuple(replace(_published(work, s, before[s.uid]), changed=s in changed) for s in stages)


def _opened_lists(work: EventSession, stages: Iterable[Stage], planned: Planned) -> int:
    """How many lists come to be open to everyone; those that several stages play count once."""
    counts: dict[str, int] = {}
    for stage in stages:
        if _effect(work, stage, *planned[stage.slug]).opens_to_all:
            source = work.rows.source(stage).uid
            counts[source] = max(counts.get(source, 0), would_show(work, stage))
    return sum(counts.values())


def opened_by_end(work: EventSession) -> int:
    """How many lists come to be open to everyone when the event is completed; shared ones count once."""
    counts: dict[str, int] = {}
    for stage in work.rows.stages:
        later = effective(EventState.COMPLETED, stage.state, stage.during, stage.after)
        if later is Effective.ALL and effective_of(work, stage) is not Effective.ALL:
            source = work.rows.source(stage).uid
            counts[source] = max(counts.get(source, 0), would_show(work, stage))
    return sum(counts.values())


def _set(work: EventSession, stage: Stage, wanted: tuple[During, After], count: int, *, confirmed: bool) -> None:
    during, after = wanted
    facts = work.facts(
        stage,
        during=during,
        after=after,
        lists_here=count,
        names_shown=work.event.names_shown,
        confirmed=confirmed,
    )
    done = work.step(Machine.PUBLICATION, effective_of(work, stage), Act.PUBLICATION_SET, facts)
    was = f"{stage.during}/{stage.after}"
    stage.during, stage.after = during, after
    row = Publication(stage=stage.uid, during=stage.during, after=stage.after, by=work.by, at=work.now)
    work.session.add(row)
    work.note(done.audit, on=f"stage:{stage.slug}", from_=was, to=f"{during}/{after}")


def _published(work: EventSession, stage: Stage, before: Effective) -> Published:
    now = effective_of(work, stage)
    count, title = would_show(work, stage), stage_words(stage.title)
    many, since = lists_words(count, stage), ""
    if now != before:
        since = f" since {clock_time(work.now, work.event.zone)}"
    are = ("has been" if count == 1 else "have been") if since else "is" if count == 1 else "are"
    if now is Effective.STAGE:
        players = players_of(work, stage)
        to = f"{players} player{'' if players == 1 else 's'}"
        words = f"{many} {are} visible to {to}{since}."
    elif now is Effective.ALL:
        words = f"{many} {are} visible to everyone{since}."
    else:
        choice = choice_in_words(stage.during, stage.after, stage.title)
        words = f"Lists of {title}: {choice[:1].lower()}{choice[1:]}."
    return Published(stage.slug, WORDS[now], words, count, _opens(work, stage))


def _opens(work: EventSession, stage: Stage) -> str:
    """When the lists are open to more than staff by what is set."""
    if effective_of(work, stage) is not Effective.CLOSED:
        return "now"
    if stage.during != During.CLOSED and work.event.state in {EventState.PLANNED, EventState.ON}:
        return "close"
    return "end" if stage.after == After.ALL and work.event.state != EventState.COMPLETED else "never"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
