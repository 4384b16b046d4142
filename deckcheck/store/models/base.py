"""The base of all models; constraints have names, as migrations on SQLite need them."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column, relationship

from deckcheck.law.legality import Platform
from deckcheck.law.registration_law import Level, StageKind
from deckcheck.store import states
from deckcheck.store.columns import Choice
from deckcheck.verdict.reports import Verdict

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

WORDS = (
    Level,
    Platform,
    StageKind,
    Verdict,
    states.Accepts,
    states.ActorKind,
    states.After,
    states.CheckState,
    states.During,
    states.EntryState,
    states.EventState,
    states.ListState,
    states.NamesShown,
    states.SearchEngines,
    states.Continuous,
    states.PoolState,
    states.Role,
    states.SealKind,
    states.StageState,
    states.TapKind,
    states.TokenRole,
    states.RunState,
    states.UpdateState,
)


def belonging(order: str) -> Any:
    """The rows that belong to one, in an order; read where a query asked for them, and never one by one."""
    return relationship(order_by=order, collection_class=list, viewonly=True, lazy="raise")


class Base(DeclarativeBase):
    """A table; what it means stands in docs/workflow.md."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar = {words: Choice(words) for words in WORDS}


class Versioned:
    """A row that several people change: its version goes up by itself, and a stale one cannot be written."""

    version: Mapped[int] = mapped_column()

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:  # noqa: N805  # SQLAlchemy hands over the class
        """Where SQLAlchemy keeps count."""
        return {"version_id_col": cls.version}
