"""The installation's own law: adding entries and withdrawing them, each act in the installation's audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from deckcheck.app import audit_log
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.store.models import LawEntry
from deckcheck.store.queries import updates
from deckcheck.store.store import Session
from deckcheck.updates.in_force import Change, change_data


def add_entries(app: App, game: str, texts: Mapping[str, str], who: Actor) -> list[str]:
    """Let TOML texts be law from now on, each by its path in the project; the keys of their rows.

    Law that can't be used, like a ban of a card that is not there, is refused with its line.
    """
    return change_data(app, who, adding(app, game, texts, who))


def adding(app: App, game: str, texts: Mapping[str, str], who: Actor) -> Change[list[str]]:
    """The change that adds law, for `preview` and for `change_data`."""
    now = app.now()

    def add(session: Session, _revision: int) -> list[str]:
        rows = [LawEntry(game=game, path=path, text=text, made_at=now, by=str(who)) for path, text in texts.items()]
        session.add_all(rows)
        session.flush()
        for row in rows:
            audit_log.append_instance(session, now, str(who), "law.added", f"law:{row.uid}", to=_what(row))
        return [row.uid for row in rows]

    return add


def withdraw_entries(app: App, uids: Sequence[str], who: Actor, why: str = "") -> None:
    """Let entries be law no more. They stay to be read; `why` is empty where a person decided it."""
    change_data(app, who, withdrawing(app, uids, who, why))


def withdrawing(app: App, uids: Sequence[str], who: Actor, why: str = "") -> Change[None]:
    """The change that withdraws entries."""
    now = app.now()

    def withdraw(session: Session, _revision: int) -> None:
        for uid in uids:
            row = updates.entry(session, uid)
            if row is None or row.withdrawn_at is not None:
                raise UnusableInput("This entry was withdrawn before.")
            row.withdrawn_at, row.withdrawn_by, row.withdrawn_why = now, str(who), why
            audit_log.append_instance(session, now, str(who), "law.withdrawn", f"law:{uid}", _what(row), why)

    return withdraw


def _what(row: LawEntry) -> str:
    return f"{row.path} {sha256(row.text.encode()).hexdigest()}"
