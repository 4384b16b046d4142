"""The tables, as typed models without behaviour."""

from deckcheck.store.models.base import Base
from deckcheck.store.models.checks import CheckAmendment, CheckJudge, CheckTick, DeckCheck, Draw
from deckcheck.store.models.credentials import Link, Outgoing, SignIn, Throttle, Token, Webhook, WorkDone
from deckcheck.store.models.events import Event, EventTemplate, Pairing, Publication, Stage, StageMember, Standing
from deckcheck.store.models.lists import Acceptance, DeckList, Draft, StoredReport, Submission
from deckcheck.store.models.people import Account, AccountCode, Device, Entry, Grant, Invitation, Person, Team
from deckcheck.store.models.pools import Pool, PoolCount, PoolVersion
from deckcheck.store.models.proof import AuditEntry, AuditText, Instance, StoredSeal
from deckcheck.store.models.updates import DataRevision, DataUpdate, LawEntry

__all__ = [
    "Acceptance",
    "Account",
    "AccountCode",
    "AuditEntry",
    "AuditText",
    "Base",
    "CheckAmendment",
    "CheckJudge",
    "CheckTick",
    "DataRevision",
    "DataUpdate",
    "DeckCheck",
    "DeckList",
    "Device",
    "Draft",
    "Draw",
    "Entry",
    "Event",
    "EventTemplate",
    "Grant",
    "Instance",
    "Invitation",
    "LawEntry",
    "Link",
    "Outgoing",
    "Pairing",
    "Person",
    "Pool",
    "PoolCount",
    "PoolVersion",
    "Publication",
    "SignIn",
    "Stage",
    "StageMember",
    "Standing",
    "StoredReport",
    "StoredSeal",
    "Submission",
    "Team",
    "Throttle",
    "Token",
    "Webhook",
    "WorkDone",
]
