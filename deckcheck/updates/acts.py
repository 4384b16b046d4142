"""What an operator does with updates that wait and with those in force, as pages and commands ask for it."""

from __future__ import annotations

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.states.transitions import confirm
from deckcheck.decklist.days import day_in_words
from deckcheck.store.models import DataUpdate
from deckcheck.store.queries import updates
from deckcheck.updates import apply
from deckcheck.updates.entries import withdraw_entries
from deckcheck.updates.in_force import ask_operator


def apply_waiting(app: App, who: Actor, uid: str) -> None:
    """Let an update that waits be in force."""
    ask_operator(who)
    apply.confirm(app, uid, who)


def discard_waiting(app: App, who: Actor, uid: str) -> None:
    """Leave an update that waits."""
    apply.discard(app, uid, who, "left by the operator")


def take_back(app: App, who: Actor, uid: str, *, confirmed: bool) -> None:
    """Take back the update with this key, which is the latest of its game, or the entry of law; asks first."""
    ask_operator(who)
    with app.store.read() as session:
        row, entry = updates.update(session, uid), updates.entry(session, uid)
        latest = updates.applied(session, row.game) if row else None
        before = updates.applied(session, row.game, 1) if row else None
    if entry is not None:
        if not confirmed:
            raise confirm(f"The announcement in {entry.path} goes, and lists are judged without it. Roll back?")
        withdraw_entries(app, [uid], who)
        return
    if row is None or latest is None or latest.uid != uid:
        raise UnusableInput("This is not the latest update any more. Look again at what was done.")
    if not confirmed:
        raise confirm(_question(app, row, before))
    apply.roll_back(app, row.game, who)


def _question(app: App, row: DataUpdate, before: DataUpdate | None) -> str:
    game = app.reference.games.get(row.game)
    title = game.title if game else row.game
    to = f"the update of {day_in_words(before.day)}" if before else "what came with the package"
    return f"{title} goes back to {to}, with the bans that came in this update. Roll back?"
