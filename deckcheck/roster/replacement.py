"""Another player in a seat of a team, before play: the old entry withdraws with its links, the new one starts anew."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deckcheck.accounts.links import leave_team, revoke_links
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import changing
from deckcheck.app.stale import refuse_stale
from deckcheck.app.states import Act, Machine
from deckcheck.lists.pool_terms import judge_mates_again
from deckcheck.roster.entry_facts import EntryFacts, facts_of, find_entry
from deckcheck.roster.entry_states import entry_move_facts
from deckcheck.roster.players import EntryAdded, Given, add_within
from deckcheck.store.queries import credentials


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Who takes the seat of an entry. `version` is the entry's as it was shown."""

    who: Actor
    slug: str
    number: int
    given: Given
    confirmed: bool = False
    mail_link: bool = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    """The entry that went, and the one that came, with its link."""

    old: EntryFacts
    new: EntryAdded


def replace_player(order: ReplacePlayer, app: App) -> Replaced:
    """Put somebody else into a seat of a team; the list of who sat there is not handed on."""
    with changing(app, order.who, order.slug) as work:
        old = find_entry(work, order.number, Right.REPLACE_PLAYER)
        step = work.step(Machine.ENTRY, old.state, Act.ENTRY_REPLACED, entry_move_facts(work, old))
        refuse_stale(work, order.version, old.version, f"entry:{old.number}")
        team = credentials.team(work.session, old.team) if old.team else None
        assert team is not None  # The table asked for a team.
        revoke_links(work, old)
        leave_team(work, old, team.uid)
        was, old.state = old.state, step.state
        work.note(step.audit, on=f"entry:{old.number}", from_=was, to=step.state, entry=old)
        work.session.flush()
        given = replace(order.given, team=team.name, seat=old.seat)
        judge_mates_again(work, old)
        new, link = add_within(work, given, confirmed=order.confirmed, mailed=order.mail_link, act=Act.ENTRY_REPLACED)
        work.tell("withdrawn", old)
        return Replaced(facts_of(work, old), EntryAdded(facts_of(work, new), link))
