"""Receipts: what a player holds of each list they sent, told only once it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import reading
from deckcheck.app.states import Act, Machine, StateRefused
from deckcheck.app.states.list_transitions import closes_at
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.judged import by_hand
from deckcheck.lists.list_handles import ListHandle, find_place
from deckcheck.lists.seals import receipt_number
from deckcheck.lists.submission import is_key
from deckcheck.store.models import StoredReport, Submission
from deckcheck.store.queries import lists, proof
from deckcheck.verdict.reports import Verdict


@dataclass(frozen=True, slots=True)
class Receipt:
    """One list as it was sent. `version` counts the lists sent for this stage, `standing` is what became of this one.

    `number` are the first signs of the salted leaf, as people compare them; `sha256`, the bare hash, is told to the
    player alone. `ignored`: the lines that were left out as no cards, as they stand in the text, told to the player
    alone. `by_hand`: where our data end, of a list that staff checks by hand for that alone. `anchor` and `seal` are
    first signs of the audit's head after it and of the newest seal that has it; `name_signs` those of the hash by which
    the audit holds the player's name. `open_until`: until when the player may
    replace it.
    """

    slug: str
    event: str
    zone: str
    entry: int
    player: str
    stage: str
    stage_title: str
    uid: str
    version: int
    key: str
    arrived: datetime
    origin: str
    by: str
    verdict: str
    sizes: dict[str, int]
    to_mend: int
    to_decide: int
    ignored: list[dict[str, Any]]
    by_hand: str
    leaf: str
    number: str
    sha256: str
    anchor: str
    seal: str
    name_signs: str
    minutes_late: int | None
    standing: str
    open_until: datetime | None
    list_version: int
    is_new: bool = False


def receipt(who: Actor, slug: str, number: int | None, key: str, app: App) -> Receipt:
    """The receipt of a list by its key or its idempotency key: asking again is safe."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, "", Right.SEE_RECEIPT)
        for row in lists.lists_of_entry(work.session, place.entry.uid) if is_key(key) else ():
            sent = lists.by_key(work.session, row.uid, key) or lists.submission(work.session, key)
            if sent is not None and sent.list == row.uid:
                stage = next(s for s in work.rows.stages if s.uid == row.stage)
                return receipt_of(ListHandle(work, place.entry, stage, row), sent)
    raise Hidden(NOTHING_HERE)


def receipt_of(place: ListHandle, sent: Submission, *, is_new: bool = False) -> Receipt:
    """The receipt of what was sent, as whoever asks may have it."""
    work, event = place.work, place.work.event
    report = lists.reports_of(work.session, sent.uid)[0]
    own = work.may(Right.SEE_RECEIPT, place.stage, place.entry).allowed
    return Receipt(
        slug=event.slug,
        event=event.name,
        zone=event.zone,
        entry=place.entry.number,
        player=place.name,
        stage=place.stage.slug,
        stage_title=place.stage.title,
        uid=sent.uid,
        version=sent.number,
        key=sent.key,
        arrived=sent.arrived,
        origin=sent.origin,
        by=who_did(work.session, sent.by),
        verdict=report.verdict,
        sizes=dict(report.body["counts"]),
        to_mend=_problems(report, "error"),
        to_decide=_problems(report, "unclear"),
        ignored=list(report.body.get("ignored", ())) if own else [],
        by_hand=by_hand(report.body, work.app),
        leaf=sent.leaf,
        number=receipt_number(bytes.fromhex(sent.leaf)),
        sha256=sent.sha256 if own else "",
        anchor=signs(sent.anchor),
        seal=_seal_with(place, sent),
        name_signs=signs(place.entry.named) if place.entry.named else "",
        minutes_late=sent.minutes_late,
        standing=standing(place, sent),
        open_until=open_until(place),
        list_version=place.version,
        is_new=is_new,
    )


def _problems(report: StoredReport, severity: str) -> int:
    """How many problems of a kind a verdict has."""
    return sum(problem["severity"] == severity for problem in report.body["problems"])


def standing(place: ListHandle, sent: Submission) -> str:
    """What became of what was sent: it is accepted, current, superseded by a later one, or was taken back."""
    row = place.made()
    if row.accepted == sent.uid:
        return "accepted"
    if row.current == sent.uid:
        return "current"
    return "superseded" if sent.number < row.sent_count else "withdrawn"


def open_until(place: ListHandle) -> datetime | None:
    """Until when the list's player can change it; none if they cannot."""
    facts = place.facts(arrived=place.work.now, by_player=True, verdict=Verdict.LEGAL)
    try:
        place.work.step(Machine.LIST, place.state, Act.LIST_SENT, facts)
    except StateRefused:
        return None
    return closes_at(place.state, facts)


def _seal_with(place: ListHandle, sent: Submission) -> str:
    """The first signs of the newest seal over the stage's lists, if this one is in it."""
    number = place.entry.number
    playing = [stage.uid for stage in place.work.rows.playing(place.stage)]
    seal = proof.last_seal_of(place.work.session, playing)
    if seal is None or number > len(seal.sources) or seal.sources[number - 1]["submission"] != sent.uid:
        return ""
    return signs(seal.hash)
