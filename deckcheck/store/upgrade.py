"""Bringing a database to the schema of this release."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from deckcheck.store.store import Store

MIGRATIONS: Final = Path(__file__).with_name("migrations")


def config_for(store: Store) -> Config:
    """Alembic's configuration for a store; `env.py` takes the engine from it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["engine"] = store.engine
    return config


def upgrade(store: Store, to: str = "head") -> None:
    """Bring the schema up; a database that is there already is left as it is."""
    if to == "head" and revision_of(store) == newest_revision():
        return  # Nothing is to be locked for that.
    command.upgrade(config_for(store), to)


def revision_of(store: Store) -> str | None:
    """The schema's revision, none for an empty database."""
    with store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str:
    """The revision that this release works with."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return str(ScriptDirectory.from_config(config).get_current_head())


def is_known(revision: str | None) -> bool:
    """Whether this release can bring a database of that revision up: it is one of its own, or an earlier one."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return revision in {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
