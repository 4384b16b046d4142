"""Lists and their event as files that other programs take: only what is open to whoever asks, from the stored rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from deckcheck.app.actor_names import numbered_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, looking
from deckcheck.app.permissions import Right
from deckcheck.app.print_limits import File
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.safe_text import file_name, utf8
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import name_shown
from deckcheck.app.staff_nav import StaffFrame, staff_frame_if_staff
from deckcheck.decklist import lazy
from deckcheck.law.games import Game
from deckcheck.lists.shown_lists import briefs_of, deck_of, finishes_of, held_in
from deckcheck.publication.exports.clients import write_cod
from deckcheck.publication.exports.rows import left_out
from deckcheck.publication.exports.shape import Shape, list_forms, shapes
from deckcheck.publication.listings import is_anybody, stage_asked
from deckcheck.publication.one_list import ListShown, as_published
from deckcheck.publication.public_events import PublicHead, StageShown, head_of, stages_of
from deckcheck.store.models import Entry, Stage
from deckcheck.store.models import Standing as StoredStanding
from deckcheck.store.queries import entries, lists, published
from deckcheck.store.states import EventState
from deckcheck.verdict.published_lists import Pairing, PublishedEvent, PublishedList, Round, Standing

WHEN_ENDED: Final = frozenset({"cache", "omnidex"})
"""Shapes that tell of an event as a whole: their readers take no part of one."""
_RECORD: Final = lazy.regex(r"(\d{1,3})-(\d{1,3})(?:-(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be taken away: a shape, of a stage (empty: the first that is open), and why if one must say."""

    shape: str
    stage: str = ""
    reason: str = ""
    base: str = ""


def export(app: App, who: Actor, slug: str, order: Order) -> File:
    """All lists of a stage that are open to whoever asks, in a shape; of closed ones the audit has it before."""
    with looking(app, who, slug, lambda work: _ask(work, order)) as work:
        shape = _shape(work, order)
        event = published_event(work, stage_asked(work, order.stage, Right.EXPORT_LISTS), order.base)
        return File(shape.file_name(event), shape.media_type, shape.write(event), is_anybody(work))


@dataclass(frozen=True, slots=True)
class ExportPage:
    """The shapes in which whoever asks may take the lists of a stage; none while they are closed to them.

    `left_out` counts the cards that the tournament cache has no place for. `noted`: it takes a reason.
    """

    frame: StaffFrame | None
    head: PublicHead
    stage: StageShown
    stages: tuple[StageShown, ...]
    shapes: tuple[Shape, ...]
    left_out: int
    noted: bool


def export_page(app: App, who: Actor, slug: str, stage: str = "") -> ExportPage:
    """What there is to take away; closed lists are not even counted for it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        here, head = stage_asked(work, stage, Right.EXPORT_LISTS), head_of(work)
        permission = work.may(Right.EXPORT_LISTS, here)
        found = shapes_for(head, work.game) if permission.allowed else ()
        told = permission.allowed and not permission.log and any(shape.id == "cache" for shape in found)
        stages = stages_of(work)
        return ExportPage(
            frame=staff_frame_if_staff(work, f"/e/{slug}/export"),
            head=head,
            stage=next(one for one in stages if one.slug == here.slug),
            stages=stages,
            shapes=found,
            left_out=left_out(published_event(work, here)) if told else 0,
            noted=permission.allowed and permission.log,
        )


def _ask(work: EventSession, order: Order) -> Look | None:
    work.ask(Right.SEE_EVENT)
    if work.who.kind == SYSTEM.kind and order.stage and work.rows.stage(order.stage) is None:
        known = ", ".join(stage.slug for stage in work.rows.stages)
        raise UnusableInput(f'No stage of {work.event.name} is called "{order.stage[:40]}". It has {known}.')
    stage = stage_asked(work, order.stage, Right.EXPORT_LISTS)
    permission = work.ask(Right.EXPORT_LISTS, stage, reason=order.reason)
    _shape(work, order)
    # Whoever runs the machine needs no right, so that what they take is in the audit whatever it is.
    if not permission.log and work.who.kind != SYSTEM.kind:
        return None
    count = len(held_in(work, stage))
    return Look("lists.exported", f"stage:{stage.slug}", order.shape, str(count), order.reason)


def _shape(work: EventSession, order: Order) -> Shape:
    known = shapes(work.game)
    if order.shape not in known:
        raise UnusableInput(f'No shape is called "{order.shape[:40]}". Use {", ".join(sorted(known))}.')
    if order.shape in WHEN_ENDED and work.event.state != EventState.COMPLETED:
        raise Refused(f"{known[order.shape].title}: written when {work.event.name} has ended.", code="not-now")
    return known[order.shape]


def shapes_for(head: PublicHead, game: Game) -> tuple[Shape, ...]:
    """The shapes that an event comes in now."""
    ended = head.state == EventState.COMPLETED
    return tuple(shape for name, shape in shapes(game).items() if ended or name not in WHEN_ENDED)


def published_event(work: EventSession, stage: Stage, base: str = "") -> PublishedEvent:
    """The event with the lists of a stage that are open to whoever asks, and rounds and standings as imported."""
    event, head = work.event, head_of(work)
    names = _names(work, stage)
    return PublishedEvent(
        name=event.name,
        slug=event.slug,
        day=event.day,
        format_title=head.format_title,
        format_id=head.format or event.format,
        game=work.game,
        url=f"{base}/e/{event.slug}",
        lists=tuple(_lists(work, stage, base)),
        rounds=_rounds(work, names),
        standings=_standings(work, names),
    )


def _lists(work: EventSession, stage: Stage, base: str) -> Iterable[PublishedList]:
    held = held_in(work, stage)
    briefs = briefs_of(work, held)
    sent = lists.submissions(work.session, [one.sent for one in held])
    ranks = finishes_of(work)
    for one in held:
        deck = deck_of(work, briefs[one.sent], one.name)
        yield as_published(work, stage, one, sent[one.sent], deck, base, ranks.get(one.entry.uid))


def _names(work: EventSession, stage: Stage) -> Mapping[str, tuple[int, str]]:
    """The number and the name of every entry, by key, as far as whoever asks may know it."""
    found: list[Entry] = entries.entries_of(work.session, work.event.uid)
    return {e.uid: (e.number, name_shown(work, stage, e).name) for e in found}


def _rounds(work: EventSession, names: Mapping[str, tuple[int, str]]) -> tuple[Round, ...] | None:
    """The rounds as imported. A match of which the result is not known is left out: none is made up."""
    by_number = dict(names.values())
    rounds = []
    for tables in published.rounds_of(work.session, work.event.uid):
        first = tables[0]
        matches = (_match(table.entries, table.result, by_number) for table in tables)
        rounds.append(Round(first.round_name or f"Round {first.round}", tuple(m for m in matches if m)))
    return tuple(rounds) or None


def _match(numbers: Sequence[int], result: Sequence[int], names: Mapping[int, str]) -> Pairing | None:
    shown = [names.get(number, numbered_name(number)) for number in numbers]
    if len(shown) == 1:
        return Pairing(shown[0], None)
    if len(shown) != 2 or len(result) < 2:
        return None
    return Pairing(shown[0], shown[1], int(result[0]), int(result[1]), int(result[2]) if len(result) > 2 else 0)


def _standings(work: EventSession, names: Mapping[str, tuple[int, str]]) -> tuple[Standing, ...] | None:
    rows = published.standings_after(work.session, work.event.uid)
    made = [_standing(row, names[entry][1]) for entry, row in rows.items() if row.rank is not None and entry in names]
    return tuple(sorted(made, key=lambda row: (row.rank, row.player))) or None


def _standing(row: StoredStanding, player: str) -> Standing:
    facts = row.facts
    wins, losses, draws = record_of(facts)
    return Standing(
        rank=row.rank or 0,
        player=player,
        points=row.points,
        wins=wins,
        losses=losses,
        draws=draws,
        omwp=_share(facts, "omwp"),
        gwp=_share(facts, "gwp"),
        ogwp=_share(facts, "ogwp"),
    )


def record_of(facts: Mapping[str, Any]) -> tuple[int | None, int | None, int | None]:
    """Matches won, lost and drawn, as far as they were imported: as numbers, or written 4-0-1."""
    if "wins" in facts:
        return _number(facts, "wins"), _number(facts, "losses"), _number(facts, "draws")
    written = _RECORD.fullmatch(str(facts.get("record", "")).strip())
    if written is None:
        return None, None, None
    return int(written[1]), int(written[2]), int(written[3] or 0)


def _number(facts: Mapping[str, Any], key: str) -> int | None:
    return int(facts[key]) if isinstance(facts.get(key), int) else None


def _share(facts: Mapping[str, Any], key: str) -> float | None:
    """A percentage as a part of 1, however it was imported."""
    value = facts.get(key)
    if not isinstance(value, int | float):
        return None
    return value / 100 if value > 1 else float(value)


def list_file(shown: ListShown, kind: str, game: Game) -> File:
    """One list as a file: in a form by its id, `txt` for the usual one."""
    form = list_forms(game).get(game.presentation.texts[0] if kind == "txt" else kind)
    if form is None:
        raise UnusableInput(f'No form of this list is called "{kind[:40]}". Use {", ".join(forms_of(game))}.')
    text = write_cod(shown.listed, _alone(shown, game)) if form.id == "cod" else form.write(shown.listed)
    name = file_name(f"{shown.listed.sort_name} {shown.deck}", shown.head.day, form.ending)
    return File(name, form.media_type, utf8(text), shown.shared)


def forms_of(game: Game) -> tuple[str, ...]:
    """The forms in which one list can be had."""
    return ("json", "txt", "pdf", *list_forms(game))


def _alone(shown: ListShown, game: Game) -> PublishedEvent:
    head = shown.head
    return PublishedEvent(
        head.name, head.slug, head.day, head.format_title, head.format, game, "", lists=(shown.listed,)
    )
