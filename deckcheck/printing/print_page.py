"""The staff's page of printed sheets: what may be printed now, of which stages, rounds and tables."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.pools.queries import pool_stages
from deckcheck.printing.sheet_values import event_order
from deckcheck.printing.sheets.values import Order
from deckcheck.publication.listings import stage_asked
from deckcheck.store.queries import published


@dataclass(frozen=True, slots=True)
class RoundKnown:
    """A round with pairings: its number, its name, and the names of its tables."""

    number: int
    name: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetsPage:
    """What may be printed: `lists`, `pairs` and `slips` say what whoever asks has the right to.

    `stages` are slugs with titles. `order` is the event's, `orders` that whoever asks may choose another. `noted`: they
    are asked why, and the audit has it. `pool_stages` are those that register pools, `sets` the codes of what the first
    of them opens, `pools` that whoever asks may print all of them.
    """

    frame: StaffFrame
    game: str
    stage: str
    stages: tuple[tuple[str, str], ...]
    rounds: tuple[RoundKnown, ...]
    lists: bool
    pairs: bool
    slips: bool
    orders: bool
    order: Order
    noted: bool
    pool_stages: tuple[tuple[str, str], ...]
    sets: tuple[str, ...]
    pools: bool


def sheets_page(app: App, who: Actor, slug: str, path: str) -> SheetsPage:
    """The page, for everyone of the staff; no list is read for it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        stage = stage_asked(work, "", Right.EXPORT_LISTS)
        take = work.may(Right.EXPORT_LISTS, stage)
        rounds = published.rounds_of(work.session, work.event.uid)
        counting = pool_stages(work)
        return SheetsPage(
            frame=staff_frame(work, path),
            game=work.event.game,
            stage=stage.slug,
            stages=tuple((one.slug, one.title) for one in work.rows.stages),
            rounds=tuple(
                RoundKnown(tables[0].round, tables[0].round_name, tuple(table.place for table in tables))
                for tables in reversed(rounds)
            ),
            lists=take.allowed,
            pairs=work.may(Right.PRINT_PAIR, stage).allowed,
            slips=work.may(Right.CHECK_DECK).allowed,
            orders=work.may(Right.SET_ORDER).allowed,
            order=event_order(work.event),
            noted=take.allowed and take.reason_needed,
            pool_stages=tuple((one.slug, one.title) for one in counting),
            sets=tuple(counting[0].pool_sets) if counting else (),
            pools=bool(counting) and take.allowed and work.may(Right.SEE_POOL, counting[0]).allowed,
        )
