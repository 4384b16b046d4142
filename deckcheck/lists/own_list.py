"""A player's own list: what stands, who may still change it, who sees it, when it may be looked at, and its proofs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from deckcheck.accounts.links import issued_to
from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import EventSession, reading
from deckcheck.app.states.list_transitions import closed_sentence
from deckcheck.app.time_words import at_when, late_words, until_when
from deckcheck.app.visibility import Reader, Showing, who_sees
from deckcheck.decklist.answers import kept_answers
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.event_terms import terms_for
from deckcheck.lists.judged import WORDS, is_by_hand, said_anew
from deckcheck.lists.list_handles import ListHandle, find_place, own_stages
from deckcheck.lists.receipts import Receipt, open_until, receipt_of
from deckcheck.lists.seal_making import proof_of
from deckcheck.lists.seals import proof_json
from deckcheck.store.models import Stage, StoredReport, Submission
from deckcheck.store.queries import lists, proof
from deckcheck.translations import ENGLISH, gettext, gettext_noop, language


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
        verdicts=tuple(_verdicts(place, sent)),
        reason=proof.reason_of(session, place.work.event.uid, sent.anchor),
    )


def _verdicts(place: ListHandle, sent: Submission) -> Iterator[Verdict]:
    """Every verdict on a list, in its reader's language where it still holds."""
    terms = None if language() == ENGLISH else terms_for(place.work, place.stage, place.entry)
    for one in lists.reports_of(place.work.session, sent.uid):
        body = one.body
        if terms is not None:
            body = said_anew(body, sent.text, terms, place.work.app, kept_answers(sent.answers))
        yield Verdict(one.at, one.cause, one.verdict, body)


FIXED: Final = gettext_noop("It can no longer be changed.")


@dataclass(frozen=True, slots=True)
class EntryStanding:
    """Another list that whoever asks may go to: of another stage, of another entry of theirs, of a team-mate."""

    entry: int
    name: str
    stage: str
    title: str
    here: bool


@dataclass(frozen=True, slots=True)
class SealHead:
    """A seal that commits to the list: `statement` are the first signs of its hash."""

    number: int
    kind: str
    at: datetime
    statement: str


@dataclass(frozen=True, slots=True)
class OwnList:
    """A list as its player sees it. `version` is what stands, none if nothing does; `sent` counts all that were sent.

    `person` is the key of the player, if it is they who ask, by their own link; else it is empty. `issued`: who of the
    staff issued the link that opens it, and when.
    `lock` says who can change it, `sees` who sees it, `looking` when it may be looked at, each in sentences; `late`
    and `sent_back` are empty where nothing is to be said. `open_until`: until when the player may change it.
    """

    head: EventHead
    now: datetime
    entry: int
    player: str
    person: str
    issued: str
    stage: str
    stage_title: str
    state: str
    lock: tuple[str, ...]
    sees: tuple[str, ...]
    looking: tuple[str, ...]
    late: str
    sent_back: str
    version: Version | None
    sent: int
    open_until: datetime | None
    may_see_versions: bool
    seals: tuple[SealHead, ...]
    places: tuple[EntryStanding, ...]


def own_list(who: Actor, slug: str, app: App, number: int | None = None, stage: str = "") -> OwnList:
    """The own list of whoever asks, or of a seat of their team by the team's link."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, stage, Right.PRINT_OWN)
        row, session = place.row, work.session
        stands = lists.submission(session, (row.accepted or row.current) if row else None)
        return OwnList(
            head=head_of(work.event, app, place.entry.seat),
            now=work.now,
            entry=place.entry.number,
            player=place.name,
            person=who.uid if who.is_one_player and work.is_mine(place.entry) else "",
            issued=issued_to(session, place.entry, work.now),
            stage=place.stage.slug,
            stage_title=place.stage.title,
            state=place.state,
            lock=tuple(_lock(place)),
            sees=tuple(_sees(place)),
            looking=_looking(place),
            late=_late(place),
            sent_back=row.sent_back_why if row and row.sent_back_at else "",
            version=version_of(place, stands) if stands else None,
            sent=row.sent_count if row else 0,
            open_until=open_until(place),
            may_see_versions=work.may(Right.SEE_OLD_VERSION, place.stage, place.entry).allowed,
            seals=tuple(_seals(place)),
            places=places_beside(place),
        )


def own_proof(who: Actor, slug: str, number: int | None, seal: int, app: App) -> dict[str, Any]:
    """What shows that the own list is in a seal, as it is given out."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, "", Right.PRINT_OWN)
        stored = proof.seal(work.session, work.event.uid, seal) if 0 < seal < 2**31 else None
        found = proof_of(work.rows, stored, place.entry) if stored else None
        if found is None:
            raise Hidden(NOTHING_HERE)
        return proof_json(found)


def places_beside(place: ListHandle) -> tuple[EntryStanding, ...]:
    """The lists that whoever asks has in the event, where there is more than one to choose from."""
    work = place.work
    found = [
        EntryStanding(
            entry=entry.number,
            name=ListHandle(work, entry, stage, None).name,
            stage=stage.slug,
            title=stage.title,
            here=entry.uid == place.entry.uid and stage.uid == place.stage.uid,
        )
        for entry in work.mine
        for stage in own_stages(work, entry)
    ]
    return tuple(found) if len(found) > 1 else ()


def _lock(place: ListHandle) -> Iterator[str]:
    """Who can change the list, and since when nobody can."""
    work, accepted, current = place.work, place.acceptance, place.current
    zone, now = work.event.zone, work.now
    if accepted is not None:
        done = (
            gettext("Accepted {when} by {name}.") if accepted.state_before else gettext("Corrected {when} by {name}.")
        )
        yield done.format(when=at_when(accepted.at, now, zone), name=who_did(work.session, accepted.by))
        yield gettext(FIXED)
        return
    until = open_until(place)
    if until is not None:
        replace = gettext("You may replace it until {when}.")
        send = gettext("You haven't submitted a list. You can submit one until {when}.")
        yield (replace if current else send).format(when=until_when(until, now, zone))
        yield gettext("The last list you submit counts.")
    else:
        yield closed_sentence(place.facts())
        yield gettext(FIXED) if current else gettext("You haven't submitted a list. Show it to the judge at the desk.")


def _sees(place: ListHandle) -> Iterator[str]:
    """Who sees the list, in each stage that is played with it."""
    for stage in place.work.rows.playing(place.stage):
        if place.work.rows.is_member(stage, place.entry.uid):
            yield who_sees(showing_of(place, stage), Reader.PLAYER)


def showing_of(place: ListHandle, stage: Stage) -> Showing:
    """What is said to the player of who sees the lists of a stage."""
    work = place.work
    source, current = work.rows.source(stage), place.current
    report = lists.latest_reports(work.session, [current.uid])[current.uid] if current else None
    return Showing(
        event=work.event.state,
        stage=stage.state,
        during=stage.during,
        after=stage.after,
        title=stage.title,
        deadline=stage.deadline,
        now=work.now,
        zone=work.event.zone,
        lists_from=source.title if source.uid != stage.uid else "",
        own=_word(report) if report else "",
    )


def _word(report: StoredReport) -> str:
    return gettext("to be checked by hand") if is_by_hand(report.body) else gettext(WORDS[report.verdict])


def _looking(place: ListHandle) -> tuple[str, ...]:
    """When a player may look at their own list: on paper it is a note from outside while a match is played."""
    look = place.work.game.presentation
    if place.work.event.digital:
        told = gettext("You may look at your list at any time{source}.")
        return (told.format(source=look.cited("digital")),)
    told = gettext("Look at it between matches only; during a match it is a note from outside{source}.")
    between = told.format(source=look.cited("looking"))
    return (between, gettext("Boarded back? This is your game 1 list.")) if place.stage.begun_at else (between,)


def _late(place: ListHandle) -> str:
    """How late the list came, who entered it and why."""
    row, work = place.row, place.work
    if row is None or not row.late:
        return ""
    sent = next((s for s in reversed(lists.submissions_of(work.session, row.uid)) if s.origin == "late"), None)
    if sent is None:
        return ""
    why = proof.reason_of(work.session, work.event.uid, sent.anchor)
    told = gettext("Entered {late} by {name}: {why}.") if why else gettext("Entered {late} by {name}.")
    late, name = late_words(sent.minutes_late or 0), who_did(work.session, sent.by)
    sentences = [told.format(late=late, name=name, why=why)]
    seen = min((s.seen_at for s in work.rows.playing(place.stage) if s.seen_at), default=None)
    if seen and seen <= sent.arrived:
        sentences.append(gettext("Lists were open by then."))
    return " ".join(sentences)


def _seals(place: ListHandle) -> Iterator[SealHead]:
    work = place.work
    playing = [stage.uid for stage in work.rows.playing(place.stage)]
    for number, kind, at, statement in proof.heads_of(work.session, work.event.uid, playing):
        yield SealHead(number, kind, at, signs(statement))
