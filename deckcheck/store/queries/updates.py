"""Updates of cards and law, and the installation's own entries."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import Session, undefer

from deckcheck.store.models import DataRevision, DataUpdate, LawEntry, UpdateRun
from deckcheck.store.states import RunState, UpdateState

_WITH_BYTES = (undefer(DataUpdate.catalogue), undefer(DataUpdate.statuses))


def revision(session: Session) -> int:
    """The number that goes up whenever cards or law of the installation change."""
    return session.scalar(select(DataRevision.number)) or 0


def data_revision(session: Session, *, lock: bool = False) -> DataRevision:
    """The row of that number; with its lock, of two who come at once one waits."""
    rows = select(DataRevision)
    return session.scalars(rows.with_for_update() if lock else rows).one()


def raise_revision(session: Session) -> int:
    """The next number; who changes cards or law does this first, so that of two who come at once one waits."""
    row = data_revision(session, lock=True)
    row.number += 1
    return row.number


def update(session: Session, uid: str) -> DataUpdate | None:
    """An update with what it brought."""
    return session.scalar(select(DataUpdate).where(DataUpdate.uid == uid).options(*_WITH_BYTES))


def updates(session: Session, game: str = "") -> list[DataUpdate]:
    """The updates of a game, or of all, the newest first; without what they brought."""
    rows = select(DataUpdate).order_by(DataUpdate.uid.desc())
    return list(session.scalars(rows.where(DataUpdate.game == game) if game else rows))


def applied(session: Session, game: str, skip: int = 0) -> DataUpdate | None:
    """The update whose cards are a game's, with what it brought; `skip` gives one before it."""
    return session.scalar(_applied(game).options(*_WITH_BYTES).offset(skip).limit(1))


def games_applied(session: Session) -> list[str]:
    """The games whose cards an update brought."""
    return list(session.scalars(select(DataUpdate.game).where(DataUpdate.state == UpdateState.APPLIED).distinct()))


def beyond(session: Session, game: str, kept: int) -> Iterator[DataUpdate]:
    """The applied updates of a game that are older than the newest so many, as far as they hold what they brought."""
    yield from session.scalars(_applied(game).where(DataUpdate.catalogue.is_not(None)).offset(kept))


def newest_rolled_back(session: Session, game: str, digest: str) -> DataUpdate | None:
    """The newest update of a game with these facts, if it was taken back."""
    rows = select(DataUpdate).where(DataUpdate.game == game, DataUpdate.digest == digest)
    rows = rows.where(DataUpdate.state.in_((UpdateState.APPLIED, UpdateState.ROLLED_BACK)))
    found = session.scalar(rows.order_by(DataUpdate.revision.desc()).limit(1))
    return found if found is not None and found.state == UpdateState.ROLLED_BACK else None


def entries_in_force(session: Session) -> list[LawEntry]:
    """The installation's own law, the oldest first."""
    holds = or_(LawEntry.update.is_(None), DataUpdate.state == UpdateState.APPLIED)
    rows = select(LawEntry).outerjoin(DataUpdate, LawEntry.update == DataUpdate.uid)
    return list(session.scalars(rows.where(holds, LawEntry.withdrawn_at.is_(None)).order_by(LawEntry.uid)))


def entries_of(session: Session, update: str) -> list[LawEntry]:
    """The law that an update brought, the oldest first; what was withdrawn is not among it."""
    rows = select(LawEntry).where(and_(LawEntry.update == update, LawEntry.withdrawn_at.is_(None)))
    return list(session.scalars(rows.order_by(LawEntry.uid)))


def entries_by_hand(session: Session) -> list[LawEntry]:
    """The law that people added by hand, the oldest first; also what was withdrawn."""
    return list(session.scalars(select(LawEntry).where(LawEntry.update.is_(None)).order_by(LawEntry.uid)))


def entry(session: Session, uid: str) -> LawEntry | None:
    """One entry."""
    return session.get(LawEntry, uid)


def runs(session: Session, limit: int = 20) -> list[UpdateRun]:
    """The looks at sources that were asked for, the newest first."""
    return list(session.scalars(select(UpdateRun).order_by(UpdateRun.uid.desc()).limit(limit)))


def run(session: Session, uid: str) -> UpdateRun:
    """One of them, locked."""
    return session.scalars(select(UpdateRun).where(UpdateRun.uid == uid).with_for_update()).one()


def run_to_take(session: Session, beaten_before: datetime, here: Collection[str]) -> UpdateRun | None:
    """The first that nobody does: it was asked for, or whoever did it has said nothing since a moment. Locked.

    `here`: the keys of those for which files were brought to this host.
    """
    left = and_(UpdateRun.state == RunState.RUNNING, UpdateRun.beat_at < beaten_before)
    rows = select(UpdateRun).where(or_(UpdateRun.state == RunState.ASKED, left)).order_by(UpdateRun.uid)
    rows = rows.where(or_(UpdateRun.brought.is_(False), UpdateRun.uid.in_(here)))
    return session.scalar(rows.limit(1).with_for_update(skip_locked=True))


def _applied(game: str) -> Select[DataUpdate]:
    rows = select(DataUpdate).where(DataUpdate.game == game, DataUpdate.state == UpdateState.APPLIED)
    return rows.order_by(DataUpdate.revision.desc())
