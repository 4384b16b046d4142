"""What the database holds beyond the package, and how it changes: tried first, then in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from deckcheck.app.access_rows import actor_outside
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.live import Data, Own, OwnLaw
from deckcheck.app.permissions import Right, may_operate
from deckcheck.app.refusals import UnusableInput
from deckcheck.law.formats import FormatError
from deckcheck.store.queries import updates
from deckcheck.store.store import Session, Store

T = TypeVar("T")
Change = Callable[[Session, int], T]
"""What is done to the rows; it is told the revision that the data have then. It may be done twice, once for trial."""


class _TakenBack(Exception):
    """A trial is over: nothing of it is kept."""


def ask_operator(who: Actor) -> None:
    """Refuse whoever does not look after the installation: to them there is nothing."""
    may_operate(actor_outside(who), Right.UPDATE_DATA).or_refuse()


def read_revision(store: Store) -> int:
    """The number that goes up whenever the database's cards or law change."""
    with store.read() as session:
        return updates.revision(session)


def read_own(store: Store) -> Own:
    """What a database holds beyond the package."""
    with store.read() as session:
        return _own_of(session)


def _own_of(session: Session) -> Own:
    found = (updates.applied(session, game) for game in updates.games_applied(session))
    cards = {one.game: (one.uid, one.catalogue) for one in found if one is not None and one.catalogue is not None}
    law = tuple(OwnLaw(entry.path, entry.text) for entry in updates.entries_in_force(session))
    return Own(updates.revision(session), cards, law)


def preview(app: App, who: Actor, change: Change[T]) -> Data:
    """The data that would be in force after a change, of which nothing is kept; refused if no list could be judged."""
    ask_operator(who)
    return _tried(app, _outcome(app, change))


def change_data(app: App, who: Actor, change: Change[T]) -> T:
    """Make a change, after the data that come of it were tried: what would make lists unjudgeable is refused."""
    ask_operator(who)
    own = _outcome(app, change)
    _tried(app, own)
    with app.store.write() as session:
        revision = updates.raise_revision(session)
        if revision != own.revision:
            raise UnusableInput("Somebody else changed cards or bans a moment ago. Look at them and try again.")
        done = change(session, revision)
    app.live.look_again()
    return done


def _outcome(app: App, change: Change[T]) -> Own:
    """What the database would hold."""
    found = Own()
    with suppress(_TakenBack), app.store.write() as session:
        change(session, updates.raise_revision(session))
        session.flush()
        found = _own_of(session)
        raise _TakenBack
    return found


def _tried(app: App, own: Own) -> Data:
    try:
        data = app.live.make(own)
        data.reference.review()
        data.review_sets()
    except FormatError as error:
        raise UnusableInput(f"With this no list could be judged: {error}") from error
    except ValueError as error:
        raise UnusableInput(f"With this no pool could be counted: {error}") from error
    return data
