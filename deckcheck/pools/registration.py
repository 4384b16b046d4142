"""A pool is handed over once by whoever counted it, entered by staff for anybody, or corrected by a judge.

Each of these adds a version; none is overwritten. Lists that are built from the pool are judged again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from deckcheck.app.actors import StageAct
from deckcheck.app.context import App
from deckcheck.app.fields import Reason, Yes
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.session import EventSession, changing, reading, refuse_stale
from deckcheck.app.states import Act, Machine
from deckcheck.law.sentences import counted
from deckcheck.lists.event_terms import judge_pool_again
from deckcheck.lists.pool_reading import read_pool
from deckcheck.lists.submission import KeyReused, kept_key
from deckcheck.pools.countings import PoolText, count_at, counted_text
from deckcheck.pools.queries import PoolHandle, find_pool, is_accepted, look_up
from deckcheck.pools.values import PoolReceipt, PoolSeen
from deckcheck.pools.views import foreign_of, pool_told
from deckcheck.store.models import PoolVersion
from deckcheck.store.queries import pools
from deckcheck.store.states import PoolState
from deckcheck.translations import gettext, ngettext
from deckcheck.verdict.pool_counts import PoolRead

LONGEST_NOTE: Final = 500
MOST_TOLD: Final = 8
"""So many of the names that were not read, or read differently, stand in a receipt."""
COUNTED: Final = "counted"
ENTERED: Final = "entered"
CORRECTED: Final = "corrected"


class LinesUnread(Refused):
    """Some lines of what was counted were not read, so that their cards would be missing."""

    CODE = "unread"
    STATUS = 422


class NotOpenedHere(Refused):
    """Cards were counted that no booster of the opened sets holds, so that something was misread or is foreign."""

    CODE = "not-opened"
    STATUS = 422


SeenPool = Annotated[int | None, Field(strict=True, ge=0, description="The pool's version as it was seen.")]


@dataclass(frozen=True, slots=True)
class RegisterPool(StageAct):
    """The pool of entry `number` as it was counted; without a text it is what the counting that was saved has.

    `key` names the handing over, so that it is done once however often it comes. `confirmed`: another number of cards
    than expected is meant. `leave_unread`: lines that were not read are no cards. `as_opened`: cards that no booster of
    the sets holds were opened all the same. Officials give a `reason` for a
    correction; `version` is the pool's as they saw it.
    """

    text: PoolText | None
    key: str
    confirmed: Yes = False
    leave_unread: Yes = False
    as_opened: Yes = False
    reason: Reason = ""
    version: SeenPool = None


def register_pool(order: RegisterPool, app: App) -> PoolReceipt:
    """Hand a pool over, enter it for somebody, or correct it; again with the same key it gives the first receipt."""
    key = kept_key(order.key)
    with reading(app, order.who, order.slug) as work:
        if known := _known(work, order):
            return known
        place = _find(work, order)
        text = _text(place, order)
        sets = list(place.stage.pool_sets)
        read = read_pool(text, work.event.game, sets, app)
    with changing(app, order.who, order.slug) as work:
        if known := _known(work, order):
            return known
        place = _find(work, order)
        now_text = _text(place, order)
        if (now_text, list(place.stage.pool_sets)) != (text, sets):
            read = read_pool(now_text, work.event.game, place.stage.pool_sets, app)
        kept = _register(place, order, now_text, read, key)
        judge_pool_again(work, place.stage, place.entry)
        return _receipt(place, kept, read, is_new=True)


def _find(work: EventSession, order: RegisterPool) -> PoolHandle:
    """The pool; what was handed over already is for those who may correct it, or for whoever handed it over."""
    place = find_pool(work, order.number, order.stage, Right.REGISTER_POOL)
    if place.handed and not place.counts:
        place.permission(Right.CORRECT_POOL).or_refuse()
    return place


def _text(place: PoolHandle, order: RegisterPool) -> str:
    return count_at(place).text if order.text is None else counted_text(order.text)


def _known(work: EventSession, order: RegisterPool) -> PoolReceipt | None:
    """What this very handing over has brought before, to whoever did it, even where the pool is closed to them now."""
    place = look_up(work, order.number, order.stage) if order.key else None
    found = pools.version_by_key(work.session, place.row.uid, order.key) if place and place.row else None
    if place is None or found is None or found.by != work.by:
        return None
    if order.text is not None and found.text != counted_text(order.text):
        raise KeyReused("This was submitted before with another pool. Use a new Idempotency-Key for a new one.")
    return _receipt(place, found)


def _register(place: PoolHandle, order: RegisterPool, text: str, read: PoolRead, key: str) -> PoolVersion:
    work = place.work
    corrects = place.handed and not (place.counts and not work.actor.is_staff)
    act = Act.POOL_CORRECTED if corrects else Act.POOL_REGISTERED
    facts = place.facts(
        total=read.total, confirmed=order.confirmed, reason=order.reason, list_accepted=is_accepted(place)
    )
    done = work.step(Machine.POOL, place.state, act, facts)
    refuse_stale(work, order.version, place.version, place.on)
    _all_read(read, order)
    _all_opened(read, order)
    row, was = place.made(), place.state
    reason = order.reason.strip() if work.actor.is_staff else ""
    row.version_count += 1
    version = PoolVersion(
        pool=row.uid,
        number=row.version_count,
        by=work.by,
        at=work.now,
        origin=CORRECTED if corrects else COUNTED if place.counts else ENTERED,
        rows=[list(one) for one in read.rows],
        total=read.total,
        text=text,
        note=reason[:LONGEST_NOTE],
        key=key,
        salt=secrets.token_hex(32),
    )
    work.session.add(version)
    work.session.flush()
    row.state, row.current = done.state, version.uid
    if done.state == PoolState.CONFIRMED:
        row.confirmed, row.confirmed_at = version.uid, work.now
    work.session.flush()
    work.note(done.audit, place.on, was, f"{done.state} {version.number}", reason, entry=place.entry)
    return version


def _all_read(read: PoolRead, order: RegisterPool) -> None:
    """Refuse what was not read to the end, with the lines, unless those are no cards."""
    if not read.unread or order.leave_unread:
        return
    count = len({one.line for one in read.unread})
    told = ngettext(
        "{number} line is not read to the end, so cards would be missing. Fix that, or leave it out.",
        "{number} lines are not read to the end, so cards would be missing. Fix that, or leave it out.",
        count,
    )
    refused = LinesUnread(told.format(number=count))
    refused.more = {"unread": [one._asdict() for one in read.unread]}
    raise refused


def _all_opened(read: PoolRead, order: RegisterPool) -> None:
    """Refuse cards that cannot have been opened, unless somebody says that they were."""
    wrong = [one for one in read.foreign if one.known]
    if not wrong or order.as_opened:
        return
    told = [wrong[0].text, gettext("Look at the cards again, or say that they were opened.")]
    if len(wrong) > 1:
        told.insert(1, gettext("{count} more like it.").format(count=len(wrong) - 1))
    refused = NotOpenedHere(" ".join(told))
    refused.more = {"not_opened": [one.name for one in wrong]}
    raise refused


def _receipt(
    place: PoolHandle, kept: PoolVersion, read: PoolRead | None = None, *, is_new: bool = False
) -> PoolReceipt:
    warnings = []
    expected = place.stage.pool_size
    if expected is not None and kept.total != expected:
        warnings.append(f"{counted(kept.total, 'card')}; a pool has {expected}.")
    if read is not None and read.unread:
        warnings.append(f"Not read and left out: {', '.join(one.text for one in read.unread[:MOST_TOLD])}.")
    warnings += [one.text for one in read.foreign[:MOST_TOLD]] if read else ()
    warnings += read.told[:MOST_TOLD] if read else ()
    return PoolReceipt(
        number=place.entry.number,
        player=place.name,
        stage=place.stage.slug,
        state=place.state,
        pool_version=kept.number,
        total=kept.total,
        at=kept.at,
        warnings=tuple(warnings),
        is_new=is_new,
    )


@dataclass(frozen=True, slots=True)
class AnswerPool(StageAct):
    """An answer to the pool of entry `number`: `text` says what is wrong. `version` is the one that was looked at."""

    text: str = ""
    version: int | None = None


def confirm_pool(order: AnswerPool, app: App) -> PoolSeen:
    """Say that a pool is right: its player, a team-mate, or a judge for them; whoever counted it sees it no more."""
    with changing(app, order.who, order.slug) as work:
        place = find_pool(work, order.number, order.stage, Right.ANSWER_POOL)
        done = work.step(Machine.POOL, place.state, Act.POOL_CONFIRMED, place.facts())
        refuse_stale(work, order.version, place.version, place.on)
        wrong = next((one for one in foreign_of(place) if one.known), None)
        if wrong and not work.actor.is_staff:
            remedy = gettext("Ask for a judge: they can correct the pool, or confirm it.")
            raise NotOpenedHere(f"{wrong.text} {remedy}")
        row, was = place.made(), place.state
        row.state, row.confirmed, row.confirmed_at, row.question = done.state, row.current, work.now, ""
        work.note(done.audit, place.on, was, f"{done.state} {row.version_count}", entry=place.entry)
        work.session.flush()
        return pool_told(place)


def question_pool(order: AnswerPool, app: App) -> PoolSeen:
    """Say what is wrong with a pool; a judge looks at it with both players, and corrects it."""
    text = order.text.strip()
    if len(text) > LONGEST_NOTE:
        raise UnusableInput(gettext("Say it in at most {count} letters.").format(count=LONGEST_NOTE))
    with changing(app, order.who, order.slug) as work:
        place = find_pool(work, order.number, order.stage, Right.ANSWER_POOL)
        done = work.step(Machine.POOL, place.state, Act.POOL_QUESTIONED, place.facts(reason=text))
        refuse_stale(work, order.version, place.version, place.on)
        row, was = place.made(), place.state
        row.state, row.question = done.state, text
        work.note(done.audit, place.on, was, f"{done.state} {row.version_count}", text, entry=place.entry)
        work.session.flush()
        return pool_told(place)
