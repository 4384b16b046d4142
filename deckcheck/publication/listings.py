"""What anyone sees of an event: its page, and the lists of a stage that are open to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame_if_staff
from deckcheck.checks.draws import draws_seen
from deckcheck.decklist.names import fold
from deckcheck.law.games import Presentation
from deckcheck.lists.shown_lists import (
    Held,
    ShownDeck,
    briefs_of,
    deck_of,
    finishes_of,
    held_in,
    is_after_opening,
    kind_of,
)
from deckcheck.publication.proofs import Matched, matched_in
from deckcheck.publication.public_events import PublicHead, StageShown, head_of, stages_of
from deckcheck.store.models import Entry, Stage
from deckcheck.store.queries import proof
from deckcheck.store.queries.published import Brief
from deckcheck.store.states import EventState, StageState
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.deck_words import Shares, card_shares, shares_of

PAGE: Final = 100
"""So many lists stand on one page."""
BY_FINISH: Final = "finish"
BY_NAME: Final = "name"
BY_DECK: Final = "deck"
OF_CARDS: Final = "cards"
"""What was played, by card instead of by deck."""
LONGEST_SEARCH: Final = 100


@dataclass(frozen=True, slots=True)
class EventPage:
    """The page of an event for whoever asks.

    `frame` is the staff's, `joins` that a join code is taken now, `plays` that they play
    here, `seals` and `draws` how many are public. `shared`: everybody gets these very bytes, and every list is open to
    all.
    """

    head: PublicHead
    stages: tuple[StageShown, ...]
    frame: StaffFrame | None
    joins: bool
    plays: bool
    seals: int
    draws: int
    shared: bool


def event_page(app: App, who: Actor, slug: str) -> EventPage:
    """The page of an event; hidden where whoever asks may not know of it."""
    with reading(app, who, slug) as work:
        return event_page_of(work)


def event_page_of(work: EventSession) -> EventPage:
    """The same within a look at the event, whoever looks."""
    work.ask(Right.SEE_EVENT)
    stages = stages_of(work)
    return EventPage(
        head=head_of(work),
        stages=stages,
        frame=staff_frame_if_staff(work, f"/e/{work.event.slug}"),
        joins=_takes_codes(work),
        plays=work.me is not None,
        seals=len(proof.seals_of(work.session, work.event.uid)),
        draws=sum(draw.public for draw in draws_seen(work)),
        shared=is_anybody(work) and _are_open(stages),
    )


def _are_open(stages: Iterable[StageShown]) -> bool:
    """Whether every list that the event has is open; a stage that never came about has none."""
    begun = [stage.open for stage in stages if stage.state != StageState.AHEAD]
    return bool(begun) and all(begun)


def is_anybody(work: EventSession) -> bool:
    """Whether whoever asks is shown what everybody is shown."""
    return work.me is None and not work.actor.is_staff


def _takes_codes(work: EventSession) -> bool:
    taking = any(stage.state == StageState.TAKING for stage in work.rows.stages)
    return bool(work.event.join_code) and work.event.state == EventState.ON and taking and work.me is None


@dataclass(frozen=True, slots=True)
class Query:
    """Which lists are looked for: of a stage (empty: the first that is open), by what words, in which order.

    `after`: instead of a page those behind the list of this entry, `limit` of them. `played`: what was played is told
    too, by deck or by card; empty: it is not.
    """

    stage: str = ""
    sort: str = ""
    words: str = ""
    page: int = 1
    reason: str = ""
    after: int | None = None
    limit: int = PAGE
    played: str = ""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One list among others. `rank` is the final one; `veiled` is a row that shows no deck."""

    number: int
    player: str
    rank: int | None
    deck: str = ""
    colours: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    late: bool = False
    after_opening: bool = False
    veiled: bool = False


@dataclass(frozen=True, slots=True)
class ListsPage:
    """The lists of a stage that are open to the one who asks.

    `found` counts those that the search leaves, `more` says that some stand behind these. `sorts` are the orders there
    are, `matched` how many are what was sealed. `shares` is what was played, once the event has ended and from eight
    lists on. `noted`: the reading is in the audit.
    """

    head: PublicHead
    stage: StageShown
    stages: tuple[StageShown, ...]
    rows: tuple[ListRow, ...]
    found: int
    more: bool
    pages: int
    page: int
    sort: str
    sorts: tuple[str, ...]
    words: str
    matched: Matched | None
    shares: Shares | None
    noted: bool
    shared: bool


Veil = Callable[[Stage, Entry], bool]
"""Whether a list shows no deck: for somebody who looks through another's eyes at what is not open yet."""


def lists_page(app: App, who: Actor, slug: str, query: Query) -> ListsPage:
    """The lists of a stage; those that are closed are read by staff alone, with an entry in the audit before."""
    with looking(app, who, slug, lambda work: ask_for_lists(work, query.stage, "lists.read", query.reason)) as work:
        return lists_page_of(work, query)


def ask_for_lists(work: EventSession, slug: str, act: str, reason: str, from_: str = "") -> Look | None:
    """Ask to read all lists of a stage. Closed ones are no refusal but an empty page, unless a reason is missing."""
    work.ask(Right.SEE_EVENT)
    stage = stage_asked(work, slug)
    permission = work.may(Right.SEE_LIST, stage)
    if not permission.allowed:
        return None
    permission.or_refuse(reason)
    count = len(held_in(work, stage)) if permission.log else 0
    return look_if(permission, Look(act, f"stage:{stage.slug}", from_, str(count), reason))


def stage_asked(work: EventSession, slug: str, right: Right = Right.SEE_LIST) -> Stage:
    """The stage with this slug; without one the first whose lists are open, else the first that they may be read of."""
    if slug:
        return work.stage(slug)
    answers = [(stage, work.may(right, stage)) for stage in work.rows.stages]
    opened = (stage for stage, answer in answers if answer.allowed and not answer.log)
    read = (stage for stage, answer in answers if answer.allowed)
    return next(opened, None) or next(read, None) or work.first_stage()


def lists_page_of(work: EventSession, query: Query, veil: Veil | None = None) -> ListsPage:
    """The same within a look at the event, whoever looks."""
    stage = stage_asked(work, query.stage)
    held = held_in(work, stage)
    ranks = finishes_of(work)
    sorts = (BY_FINISH, BY_NAME, BY_DECK) if ranks else (BY_NAME, BY_DECK)
    sort = query.sort if query.sort in sorts else sorts[0]
    words = " ".join(query.words[:LONGEST_SEARCH].split())
    briefs = briefs_of(work, held)
    found = _searched(work, stage, held, briefs, words)
    found.sort(key=lambda one: one.name.place)
    if sort == BY_FINISH:
        found.sort(key=lambda one: ranks.get(one.entry.uid, len(ranks) + 1))
    elif sort == BY_DECK and veil is None:
        found.sort(key=lambda one: fold(kind_of(work, briefs[one.sent], one.name).name))
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, query.page), pages)
    start = _behind(found, query.after) if query.after is not None else (page - 1) * PAGE
    shown = found[start : start + min(query.limit, PAGE)]
    permission = work.may(Right.SEE_LIST, stage)
    stages = stages_of(work)
    return ListsPage(
        head=head_of(work),
        stage=next(one for one in stages if one.slug == stage.slug),
        stages=stages,
        rows=tuple(_row(work, stage, one, briefs[one.sent], ranks, veil) for one in shown),
        found=len(found),
        more=start + len(shown) < len(found),
        pages=pages,
        page=page,
        sort=sort,
        sorts=sorts,
        words=words,
        matched=matched_in(work, stage, held, briefs) if held and veil is None else None,
        shares=_shares(work, stage, held, briefs, query.played),
        noted=permission.allowed and permission.log,
        shared=is_anybody(work) and permission.allowed,
    )


def _behind(found: Sequence[Held], number: int) -> int:
    """Where the list behind that of an entry stands; of one that is not among them, the first."""
    return next((place for place, one in enumerate(found, 1) if one.entry.number == number), 0)


def _shares(
    work: EventSession, stage: Stage, held: Iterable[Held], briefs: Mapping[str, Brief], played: str
) -> Shares | None:
    """What was played in a stage, never before the event is over; nothing closed is in it."""
    allowed = work.may(Right.SEE_SHARES, stage)
    if not played or work.event.state != EventState.COMPLETED or not allowed.allowed or allowed.log:
        return None
    if played == OF_CARDS:
        look = work.game.presentation
        return card_shares([deck_of(work, briefs[one.sent], one.name).cards for one in held], look)
    return shares_of(kind_of(work, briefs[one.sent], one.name) for one in held)


def _searched(
    work: EventSession, stage: Stage, held: Sequence[Held], briefs: Mapping[str, Brief], words: str
) -> list[Held]:
    """The lists whose player, deck or cards hold the words, as far as whoever asks may search by them."""
    wanted = fold(words) if words else ""
    if not wanted:
        return list(held)
    by_name = work.may(Right.SEARCH_NAMES, stage).allowed
    by_card = work.may(Right.SEARCH_CARDS, stage).allowed
    return [
        one
        for one in held
        if (by_name and wanted in fold(f"{one.name.name} {one.name.listed}"))
        or (by_card and _holds(work, one, briefs[one.sent], wanted))
    ]


def _holds(work: EventSession, one: Held, brief: Brief, wanted: str) -> bool:
    if wanted in fold(kind_of(work, brief, one.name).name):
        return True
    return any(wanted in fold(row.name) for row in read_canonical(brief.canonical).rows)


def _row(
    work: EventSession, stage: Stage, one: Held, brief: Brief, ranks: Mapping[str, int], veil: Veil | None
) -> ListRow:
    row = ListRow(one.entry.number, one.name.listed, ranks.get(one.entry.uid))
    if veil is not None and veil(stage, one.entry):
        return ListRow(row.number, row.player, row.rank, veiled=True)
    deck = deck_of(work, brief, one.name)
    return ListRow(
        number=row.number,
        player=row.player,
        rank=row.rank,
        deck=deck.kind.name,
        colours=deck.kind.colours,
        sizes=sizes_of(deck, work.game.presentation),
        late=one.row.late,
        after_opening=is_after_opening(work, stage, brief.origin, brief.arrived),
    )


def sizes_of(deck: ShownDeck, look: Presentation) -> tuple[int, ...]:
    """The sizes of the decks that every list of the game has: 60/15. A commander is one of the hundred."""
    return tuple(deck.size_of(*sections) for sections in look.decks)
