"""The audit in words: what was done, to what, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from deckcheck.app.actor_names import Doers, numbered_name, player_name, who_did
from deckcheck.app.session import EventSession
from deckcheck.app.time_words import clock_time, day_here
from deckcheck.app.timestamps import read_moment
from deckcheck.decklist.days import full_day
from deckcheck.decklist.hash_chain import is_hash, signs
from deckcheck.store.models import AuditEntry

WORDS: Final[Mapping[str, str]] = {
    "account.changed": "Account changed",
    "account.closed": "Account closed",
    "account.code_ended": "No code asked for any more",
    "account.code_on": "Two-step sign-in set up",
    "account.confirmed": "Address confirmed",
    "account.invited": "Account made by an invitation",
    "account.mail": "Address changed",
    "account.mail_asked": "Another address asked for",
    "account.made": "Account made",
    "account.password": "Password set",
    "account.reset_asked": "New password asked for",
    "account.reset_made": "Link for a new password made",
    "account.sign_in_ended": "A browser signed out",
    "account.sign_ins_ended": "Other browsers signed out",
    "account.spares": "New spare codes made",
    "check.amended": "Added to the record of a deck check",
    "check.begun": "Deck check begun",
    "check.changed": "Deck check changed",
    "check.drawn": "Tables drawn",
    "check.finished": "Deck check finished",
    "check.joined": "Deck check joined",
    "check.tidied": "Statements and taps deleted, their time being over",
    "check.ticked": "Cards counted",
    "check.voided": "Deck check given up",
    "db.restored": "Database restored",
    "entry.added": "Added",
    "entry.changed": "Changed",
    "entry.confirmed": "Checked in at the desk",
    "entry.unconfirmed": "Check-in undone",
    "entry.apart": "Found to be somebody else than another entry",
    "entry.disqualified": "Disqualified",
    "entry.dropped": "Dropped",
    "entry.forgotten": "Forgotten",
    "entry.named": "Name given",
    "entry.merged": "Merged into another entry",
    "entry.replaced": "Replaced in the team",
    "entry.returned": "Put back",
    "entry.shortened": "Name shortened to initials, its time being over",
    "entry.tied": "Tied to other events by the player",
    "entry.unmerged": "Made an entry of its own again",
    "entry.withdrawn": "Withdrawn",
    "event.cancelled": "Called off",
    "event.changed": "Settings changed",
    "event.clock": "Server's clock called right",
    "event.completed": "Completed",
    "event.deleted": "Deleted",
    "event.join_code": "Join code changed",
    "event.joins": "Players an hour by the code changed",
    "event.made": "Made",
    "event.opened": "Opened",
    "event.ordered": "Order of sheets and screens chosen",
    "event.reopened": "Opened again",
    "event.restored": "Restored after it was called off",
    "event.tidied": "Superseded lists deleted, their time being over",
    "invitation.ended": "Invitation taken back",
    "invitation.kept": "An invitation was kept when its maker's role ended",
    "invitation.made": "Invited",
    "invitation.taken": "Invitation accepted",
    "format.changed": "Own format changed",
    "format.deleted": "Own format deleted",
    "format.made": "Own format made",
    "format.retired": "Own format retired",
    "format.returned": "Own format used again",
    "law.added": "The server’s own rules or bans added",
    "law.withdrawn": "The server’s own rules or bans withdrawn",
    "link.issued": "A link was issued",
    "link.kept": "A link was kept when its issuer's role ended",
    "link.revoked": "Links were taken back",
    "link.restored": "Links open again",
    "list.accepted": "List accepted",
    "list.closed": "List closed",
    "list.corrected": "List corrected",
    "list.deadline": "Own deadline set",
    "list.deck_name": "Deck name hidden or shown",
    "list.entered_late": "List entered late",
    "list.judged": "List rechecked",
    "list.lifted": "Deadline lifted",
    "list.old_version_read": "Older lists read",
    "list.read": "List read",
    "list.reopened": "List reopened",
    "list.sent": "List submitted",
    "list.sent_back": "List sent back",
    "list.undone": "Acceptance taken back",
    "list.withdrawn": "List taken back by the player",
    "lists.exported": "Lists downloaded",
    "lists.read": "Lists read",
    "note.deleted": "A reason was deleted",
    "person.exported": "The player’s data was downloaded",
    "pool.assigned": "Pool assigned to the person who counts it",
    "pool.confirmed": "Pool confirmed",
    "pool.corrected": "Pool corrected",
    "pool.questioned": "Pool questioned by its player",
    "pool.read": "Pool read",
    "pool.registered": "Pool handed over",
    "pool.tidied": "What was said about pools, and older versions, deleted, their time being over",
    "publication.effective": "Who sees the lists took effect",
    "publication.set": "Who sees the lists was set",
    "role.ended": "Role ended",
    "role.granted": "Role given",
    "round.set": "Round imported",
    "rows.kept": "Rows bound as they were left",
    "stage.added": "Stage added",
    "stage.begun": "Begun",
    "stage.changed": "Stage changed",
    "stage.closed": "Lists closed",
    "stage.deadline": "Deadline moved",
    "stage.ended": "Ended",
    "stage.members": "Players of the stage set",
    "stage.reopened": "Lists taken again",
    "stage.resumed": "Goes on",
    "stage.taking": "Lists taken",
    "token.kept": "Token kept when its maker's role ended",
    "token.made": "Token made",
    "token.revoked": "Token ended",
    "update.applied": "Cards and bans updated",
    "update.refused": "Update of cards and bans refused",
    "update.rolled_back": "Update of cards and bans rolled back",
    "update.set": "How cards and bans are updated was set",
    "update.waits": "Update of cards and bans waits for a person",
    "update.amended": "Update corrected: a day set, or a question answered",
    "webhook.ended": "Webhook ended",
    "webhook.kept": "Webhook kept when its maker's role ended",
    "webhook.made": "Webhook made",
    "webhook.renewed": "Secret of a webhook renewed",
}
"""Every act there is."""
KINDS: Final[Mapping[str, str]] = {
    "list.": "Lists",
    "lists.": "Lists read or downloaded together",
    "entry.": "Players",
    "link.": "Links",
    "stage.": "Stages",
    "publication.": "Who sees lists",
    "event.": "The event",
    "check.": "Deck checks",
    "pool.": "Pools",
    "role.": "Roles",
    "invitation.": "Invitations",
    "round.": "Rounds",
    "token.": "Tokens",
    "webhook.": "Webhooks",
    "person.": "Persons",
    "note.": "Deleted reasons",
}
"""The kinds of acts that can be looked for, by how their names begin."""
FEW: Final = 8
"""So many words of a change are shown; the rest stands in what programs get."""


@dataclass(slots=True)
class AuditWords:
    """What acts are about, in words; each name is looked up once."""

    work: EventSession
    names: dict[str, str] = field(default_factory=dict)
    doers: Doers | None = None

    def did(self, row: AuditEntry) -> str:
        """Who did it, and of a player from whom they had the link then."""
        self.doers = self.doers or Doers(self.work.session, self.work.event.uid)
        return self.doers.name(row.by, seq=row.seq)

    def who(self, by: str) -> str:
        """Who did it."""
        if by not in self.names:
            self.names[by] = who_did(self.work.session, by)
        return self.names[by]

    def about(self, on: str) -> str:
        """What it was done to."""
        thing, _, stage = on.partition(" check:")[0].partition(" pool:")[0].partition(" stage:")
        kind, _, key = thing.partition(":")
        if kind == "entry" and key.isdecimal():
            return f"{self._player(int(key))}{f', {self._stage(stage)}' if stage else ''}"
        if kind == "stage":
            return self._stage(key)
        if kind in {"account", "token"}:
            return self.who(thing)
        return {
            "event": "The event",
            "webhook": "A webhook",
            "invitation": "Invitation",
            "audit": f"Entry {key}",
            "rows": "Rows",
        }.get(kind, on)

    def _player(self, number: int) -> str:
        name = f"entry:{number}"
        if name not in self.names:
            entry = self.work.entry(number)
            self.names[name] = f"{number}. {player_name(entry) or numbered_name(number)}"
        return self.names[name]

    def _stage(self, slug: str) -> str:
        found = self.work.rows.stage(slug)
        return found.title if found else slug

    def change(self, row: AuditEntry) -> str:
        """From what to what: hashes by their first signs, moments by the clock of the event."""
        before, after = self._short(row.from_), self._short(row.to)
        return f"from {before} to {after}" if before and after else after or before

    def _short(self, text: str) -> str:
        words = text.split(" ")
        told = [self._word(word) for word in words[:FEW]]
        return " ".join([*told, "…"] if len(words) > FEW else told)

    def _word(self, word: str) -> str:
        if is_hash(word):
            return signs(word)
        if not word.endswith("Z"):
            return word
        try:
            moment = read_moment(word)
        except ValueError:
            return word
        zone = self.work.event.zone
        return f"{full_day(day_here(moment, zone))} {clock_time(moment, zone)}"
