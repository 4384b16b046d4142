"""Every list that was ever sent for an entry, with its verdicts: the player's own, and staff's with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession
from deckcheck.lists.list_handles import ListHandle, find_place
from deckcheck.lists.receipts import Receipt, receipt_of
from deckcheck.store.models import Submission
from deckcheck.store.queries import lists, proof


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict on a list: when and why it was given, and what it says. `body` is the report as JSON."""

    at: datetime
    cause: str
    word: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Version:
    """One list as sent: its receipt, its text as written, every verdict on it, and why if somebody of staff said so."""

    receipt: Receipt
    text: str
    title: str
    canonical: str
    verdicts: tuple[Verdict, ...]
    reason: str


def versions(
    who: Actor, slug: str, number: int | None, app: App, stage: str = "", reason: str = ""
) -> tuple[Version, ...]:
    """Everything sent for a stage, the first one first. Who is not the player is in the audit before it is read."""

    def ask(work: EventSession) -> Look | None:
        place = find_place(work, number, stage, Right.SEE_OLD_VERSION, reason)
        permission = work.may(Right.SEE_OLD_VERSION, place.stage, place.entry)
        on = work.on_list(place.entry, place.stage)
        return look_if(permission, Look("list.old_version_read", on, to="versions", reason=reason))

    with looking(app, who, slug, ask) as work:
        place = find_place(work, number, stage, Right.SEE_OLD_VERSION, reason)
        sent = lists.submissions_of(work.session, place.row.uid) if place.row else []
        return tuple(version_of(place, one) for one in sent)


def version_of(place: ListHandle, sent: Submission) -> Version:
    """One list as sent."""
    session = place.work.session
    return Version(
        receipt=receipt_of(place, sent),
        text=sent.text,
        title=sent.title,
        canonical=sent.canonical,
        verdicts=tuple(Verdict(r.at, r.cause, r.verdict, r.body) for r in lists.reports_of(session, sent.uid)),
        reason=proof.reason_of(session, place.work.event.uid, sent.anchor),
    )
