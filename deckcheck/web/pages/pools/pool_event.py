"""What the pages of an event's pools have in common: a counting that is kept, its review, and a pool in rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Response, jsonify, request

from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import clock_time
from deckcheck.law.sentences import counted
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.pool_reading import sets_named
from deckcheck.pools.values import CountSeen, PoolCard, PoolSeen
from deckcheck.translations import gettext
from deckcheck.verdict.pool_counts import PoolRead, PoolRow
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.current import app, now
from deckcheck.web.pages.check.pool_page import OtherDevice, read_pool
from deckcheck.web.pages.check.pool_sheet import Counted, counted_of

"""Refusals that come back with the page and all that was typed."""


def sets_of(seen: PoolSeen) -> tuple[SetList, ...]:
    """The checklists of the sets that were opened."""
    return sets_named(seen.game, seen.sets, app())


def pool_rows(cards: Iterable[PoolCard], sets: Sequence[SetList]) -> Counted:
    """A pool that was handed over, on its checklists."""
    rows = tuple(PoolRow(card.count, card.name, card.set_code, card.number) for card in cards)
    return counted_of(PoolRead(rows, (), sum(row.count for row in rows)), sets, "")


def size_words(total: int, expected: int | None) -> str:
    """How many cards, and how many such a pool has: "83 cards; 84 expected."."""
    cards = counted(total, "card")
    if expected and expected != total:
        return gettext("{cards}; {expected} expected.").format(cards=cards, expected=expected)
    return gettext("{cards}.").format(cards=cards)


def store_of(event: str, stage: str, number: int) -> str:
    """What names the counting of an entry's pool in a browser."""
    return f"deckcheck.pool {event}/{stage}/{number}/"


def staff_store(event: str, stage: str, number: int) -> str:
    """What the names of a pool's countings by officials begin with in a browser."""
    return f"deckcheck.pool staff {event}/{stage}/{number}/"


def is_scripted() -> bool:
    """Whether the page's script asks."""
    return request.accept_mimetypes.best == "application/json"


def saved_answer(kept: CountSeen, seen: PoolSeen) -> Response:
    """For the page's script: the version that was kept."""
    return jsonify(version=kept.version, at=clock_time(kept.at or now(), seen.zone))


def not_saved(refused: Refused, seen: PoolSeen, sets: Sequence[SetList]) -> Response:
    """For the page's script: why it was not kept, with what another device has."""
    told: dict[str, Any] = {"detail": str(refused)}
    if isinstance(refused, Changed):
        there = read_pool(refused.theirs.text or "", sets, seen.game, app())
        told["theirs"] = {
            "version": refused.theirs.version,
            "total": there.total,
            "counts": {row.key: row.count for row in there.rows},
            "names": {row.key: row.number for row in there.others},
        }
    return jsonify(told)


def other_device(changed: Changed, seen: PoolSeen, sets: Sequence[SetList]) -> OtherDevice:
    """What a page without a script says where another device was faster."""
    there = read_pool(changed.theirs.text or "", sets, seen.game, app())
    return OtherDevice(str(changed), there.total, changed.theirs.version)
