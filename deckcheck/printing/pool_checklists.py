"""Checklists of registered pools: all of a stage, one, one's own, and those that are to be counted by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, looking
from deckcheck.app.permissions import Right
from deckcheck.app.print_limits import File, Size, in_turn
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.safe_text import file_name, one_line
from deckcheck.app.session import EventSession, reading
from deckcheck.app.time_words import clock_time, day_here
from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.names import fold
from deckcheck.events.stage_pools import MOST_SETS
from deckcheck.law.sentences import counted
from deckcheck.lists.event_terms import owners
from deckcheck.lists.pool_reading import free_cards
from deckcheck.lists.shown_lists import sent_of
from deckcheck.pools.queries import PoolHandle, done_by, find_pool, named, places_in, pool_stage
from deckcheck.pools.views import ask_for_pool
from deckcheck.printing.blank_sheets import event_book
from deckcheck.printing.pdf import write_checklists
from deckcheck.printing.prints import PDF, ask_to_take
from deckcheck.printing.sheet_values import HOW, Printing, blank_checklist, parted, played_in, sets_wanted, sheet_event
from deckcheck.printing.sheets.sheet_contents import Checklist, Opened, Sheet, SheetEvent, sections_held, totals_held
from deckcheck.store.models import Entry, PoolVersion, Stage
from deckcheck.store.queries import lists
from deckcheck.store.states import EntryState, PoolState
from deckcheck.translations import gettext
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.layout import listed_canonical
from deckcheck.verdict.pool_counts import PoolRow
from deckcheck.verdict.set_lists import SetList


@in_turn(Size.MANY)
def print_pools(until: float, app: App, who: Actor, slug: str, wanted: Printing) -> File:
    """All registered pools of a stage in one file with what the lists play of them, by their players' names."""
    with looking(app, who, slug, lambda work: _ask_for_all(work, wanted)) as work:
        ground = _ground(work, _stage(work, wanted), wanted, told=_ask_for_all(work, wanted) is not None)
        made = [one for place in places_in(work, ground.stage) if (one := _filled(ground, place))]
        name, title = file_name(f"{work.event.name} pools", work.event.day, "pdf"), f"{work.event.name}: pools"
    if not made:
        raise UnusableInput("No pool is registered yet, so there is nothing to print.")
    return File(name, PDF, write_checklists(sorted(made, key=_by_name), wanted.sheet, title, until), shared=False)


def _ask_for_all(work: EventSession, wanted: Printing) -> Look | None:
    """Ask for the pools and the lists of a stage, which leave together."""
    # Where lists are open to all, anybody may take them; pools never are.
    log = work.ask(Right.SEE_POOL, pool_stage(work, wanted.stage), reason=wanted.reason).log
    look = ask_to_take(work, wanted, "pools")
    on = f"stage:{_stage(work, wanted).slug}"
    return look or (Look("lists.exported", on, "pools", reason=wanted.reason) if log else None)


@in_turn(Size.ONE)
def print_pool(until: float, app: App, who: Actor, slug: str, number: int | None, wanted: Printing) -> File:
    """One pool, without a number one's own; with what its list plays, if whoever asks may read that."""
    with looking(app, who, slug, lambda work: ask_for_pool(work, number, wanted.stage, wanted.reason)):
        pass
    with looking(app, who, slug, lambda work: _ask_for_decks(work, number, wanted)) as work:
        place = find_pool(work, number, wanted.stage, Right.SEE_POOL, wanted.reason)
        made = _filled(_ground(work, place.stage, wanted, told=True), place)
        name = file_name(f"pool {place.name} {work.event.name}", work.event.day, "pdf")
    if made is None:
        raise UnusableInput(gettext("This pool is not registered yet, so there is nothing to print."))
    return File(name, PDF, write_checklists([made], wanted.sheet, made.sheet.name, until), shared=False)


def _ask_for_decks(work: EventSession, number: int | None, wanted: Printing) -> Look | None:
    """What the audit is to have of the lists that are read with a pool."""
    place = find_pool(work, number, wanted.stage, Right.SEE_POOL, wanted.reason)
    closed = set(_decks(place, wanted, told=True)) - set(_decks(place, wanted, told=False))
    to = f"stage:{place.stage.slug}"
    return Look("list.read", work.on_list(place.entry, place.stage), to=to, reason=wanted.reason) if closed else None


@in_turn(Size.MANY)
def print_to_count(until: float, app: App, who: Actor, slug: str, wanted: Printing) -> File:
    """A blank checklist for each pool that is not registered yet, with the names of who counts and who plays it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        stage = _stage(work, wanted)
        ground = _ground(work, stage, wanted, told=False)
        if not ground.sets:
            raise UnusableInput(f"{stage.title} names no sets. The organizer names them with the stage.")
        open_ = [place for place in places_in(work, stage) if not place.handed and place.entry.state == EntryState.ON]
        made = [_to_count(ground, place) for place in open_]
        name, title = file_name(f"{work.event.name} to count", work.event.day, "pdf"), f"{work.event.name}: to count"
    if not made:
        raise UnusableInput("Every pool is registered, so none is to be counted by hand.")
    return File(name, PDF, write_checklists(sorted(made, key=_by_name), wanted.sheet, title, until), shared=False)


@dataclass(frozen=True, slots=True)
class _Ground:
    """What the checklists of a stage have in common; `told`: the audit has it that closed lists are read for them."""

    stage: Stage
    event: SheetEvent
    sets: tuple[SetList, ...]
    free: tuple[str, ...]
    wanted: Printing
    told: bool


def _ground(work: EventSession, stage: Stage, wanted: Printing, *, told: bool) -> _Ground:
    sets = sets_wanted(wanted.sets or tuple(stage.pool_sets), work.event.game, work.app)
    return _Ground(stage, sheet_event(work), sets, free_cards(event_book(work)), wanted, told)


def _stage(work: EventSession, wanted: Printing) -> Stage:
    stage = pool_stage(work, wanted.stage)
    if stage is None:
        raise UnusableInput("No pools are registered here. The organizer sets that with the stage.", code="no-pools")
    return stage


def _by_name(one: Checklist) -> tuple[str, str]:
    return fold(one.sheet.last or one.sheet.name), fold(one.sheet.first)


def _to_count(ground: _Ground, place: PoolHandle) -> Checklist:
    owner = one_line(named(place.work, place.entry).listed)
    return blank_checklist(ground.event, ground.sets, ground.free, owner, _counter(place))


def _counter(place: PoolHandle) -> str:
    return one_line(named(place.work, place.counter).name) if place.counter else ""


def _filled(ground: _Ground, place: PoolHandle) -> Checklist | None:
    """The checklist of a pool; none while it is not registered, or once its cards were forgotten."""
    version, work = place.current, place.work
    rows = tuple(PoolRow(*row) for row in version.rows) if version else ()
    if version is None or not rows:
        return None
    opened = Opened(rows, _played(place, ground), ground.free)
    owner = named(work, place.entry)
    last, first = parted(one_line(owner.listed))
    sheet = Sheet(
        ground.event,
        name=one_line(owner.name),
        last=last,
        first=first,
        totals=totals_held(opened),
        sections=sections_held(ground.sets or _sets_of(rows, work), opened, whole=ground.wanted.whole),
        remarks=tuple(_remarks(place, version)),
        foot=tuple(_foot(place, version)),
        link=f"{ground.wanted.base}/e/{work.event.slug}/pools/{owner.number}" if _is_for_staff(ground, work) else "",
    )
    return Checklist(sheet, _counter(place) or one_line(done_by(work, version.by)))


def _sets_of(rows: Iterable[PoolRow], work: EventSession) -> tuple[SetList, ...]:
    """The sets whose cards a pool holds, where the stage names none."""
    codes = dict.fromkeys(row.set_code for row in rows if row.set_code)
    return sets_wanted(list(codes)[:MOST_SETS], work.event.game, work.app)


def _is_for_staff(ground: _Ground, work: EventSession) -> bool:
    return bool(ground.wanted.base) and (work.actor.is_staff or work.who.kind == SYSTEM.kind)


def _remarks(place: PoolHandle, version: PoolVersion) -> Iterator[str]:
    """What must be read with a pool that is not as it should be."""
    expected = place.stage.pool_size
    if expected and version.total != expected:
        yield gettext("{cards}; {expected} expected.").format(cards=counted(version.total, "card"), expected=expected)
    if place.state == PoolState.QUESTIONED:
        yield gettext("Its player says that this pool is not right.")


def _foot(place: PoolHandle, version: PoolVersion) -> Iterator[str]:
    """When it was handed over, by whom, and whether its owner has said yes to it."""
    zone, row = place.work.event.zone, place.row
    day = day_in_words(day_here(version.at, zone))
    first = gettext("Handed over {day}, {time}, by {name}.")
    told = first if version.number == 1 else gettext("Version {version}, entered {day}, {time}, by {name}.")
    by, time = one_line(done_by(place.work, version.by)), clock_time(version.at, zone)
    said = [told.format(version=version.number, day=day, time=time, name=by)]
    if row and row.confirmed_at:
        said.append(gettext("Confirmed {time}.").format(time=clock_time(row.confirmed_at, zone)))
    yield " ".join(said)
    yield gettext(HOW)


def _played(place: PoolHandle, ground: _Ground) -> Mapping[str, int]:
    """What the lists that are built from a pool play, of those that may be read."""
    work, played = place.work, Counter[str]()
    sent = lists.submissions(work.session, _decks(place, ground.wanted, told=ground.told))
    for one in sent.values():
        played.update(
            played_in(
                listed_canonical(read_canonical(one.canonical), work.app.index(work.event.game)), work.game.presentation
            )
        )
    return played


def _decks(place: PoolHandle, wanted: Printing, *, told: bool) -> list[str]:
    """The keys of the lists that are built from a pool and may be read; closed ones only if the audit has it."""
    work, found = place.work, []
    for mate in owners(work.session, place.entry):
        sent = _standing(work, place.stage, mate)
        permission = work.may(Right.SEE_LIST, place.stage, mate)
        reasoned = bool(wanted.reason.strip()) or not permission.reason_needed
        if sent and permission.allowed and reasoned and (told or not permission.log):
            found.append(sent)
    return found


def _standing(work: EventSession, stage: Stage, mate: Entry) -> str | None:
    """The key of the list in force; for its own player the one that was sent last, as long as none was accepted."""
    if not work.plays_for(mate):
        return sent_of(work, stage, mate)
    row = lists.list_of(work.session, work.rows.source(stage).uid, mate.uid)
    return (row.accepted or row.current) if row else None
