"""The base of all models; constraints have names, as migrations on SQLite need them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """A table; what it means stands in docs/workflow.md."""

    metadata = MetaData(naming_convention=NAMING)


class Versioned:
    """A row that several people change: its version goes up by itself, and a stale one cannot be written."""

    version: Mapped[int] = mapped_column()

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:  # noqa: N805  # SQLAlchemy hands over the class
        """Where SQLAlchemy keeps count."""
        return {"version_id_col": cls.version}
