"""Settings of an installation, from its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deckcheck.reference import find_root


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data lie and where a database would be.

    `data_root` holds `formats/`, `banlists/` and `templates/`; `database_url` names another database than the embedded
    one; `secret_key` signs cookies and is made anew at each start where none is given.
    """

    data_root: Path
    database_url: str = ""
    secret_key: str = ""

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        """The settings that `DECKCHECK_DATA`, `DECKCHECK_DATABASE_URL` and `DECKCHECK_SECRET_KEY` give."""
        env = os.environ if env is None else env
        return cls(
            data_root=find_root(env),
            database_url=env.get("DECKCHECK_DATABASE_URL", ""),
            secret_key=env.get("DECKCHECK_SECRET_KEY", ""),
        )
