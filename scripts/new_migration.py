"""Writes a migration for what changed in the models: `scripts/new_migration.py "Keep the colour of sleeves"`."""

import sys
import tempfile
from pathlib import Path

from alembic import command

from deckcheck.store.store import Store
from deckcheck.store.usable import MIGRATIONS, config_for, upgrade


def main(message: str) -> None:
    """Compare the models with a database at the newest revision, and write the difference as the next one."""
    number = len(list((MIGRATIONS / "versions").glob("[0-9]*.py"))) + 1
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'new.db'}")
        upgrade(store)
        command.revision(config_for(store), message, autogenerate=True, rev_id=f"{number:04}")
        store.close()


if __name__ == "__main__":
    main(sys.argv[1])
