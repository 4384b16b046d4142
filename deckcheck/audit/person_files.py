"""All that is kept of a person, as one file: for themselves over all events, for an organizer of theirs alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.safe_text import file_name, utf8, zip_bytes
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.timestamps import moment_text
from deckcheck.checks.records import checks_told
from deckcheck.lists.event_terms import owners
from deckcheck.roster.entry_facts import find_entry
from deckcheck.store.models import DeckList, Entry, Event, Pool, Submission, Team
from deckcheck.store.queries import credentials, entries, events, expired_data, lists, outbox, pools, proof
from deckcheck.store.states import EventState
from deckcheck.store.store import Session


def pools_told(session: Session, entry: Entry) -> list[dict[str, Any]]:
    """Every pool that an entry builds from, its team's too, with all versions; the oldest first."""
    found = {row.uid: row for one in owners(session, entry) for row in pools.pools_of_entry(session, one.uid)}
    return [_pool(found[uid]) for uid in sorted(found)]


def _pool(row: Pool) -> dict[str, Any]:
    return {
        "state": row.state,
        "confirmed_at": row.confirmed_at,
        "question": row.question,
        "versions": [
            {
                "number": one.number,
                "at": one.at,
                "origin": one.origin,
                "current": one.uid == row.current,
                "confirmed": one.uid == row.confirmed,
                "total": one.total,
                "cards": [dict(zip(("count", "name", "set", "number"), card, strict=False)) for card in one.rows],
                "why": one.note,
            }
            for one in row.versions
        ],
    }


def counted_told(session: Session, entry: Entry, *, own: bool) -> list[dict[str, Any]]:
    """What an entry has counted of pools, as typed; of those of others only while they may see them themselves."""
    return [
        {"pool": row.uid, "at": count.at, "text": count.text}
        for row, count in pools.counted_of(session, entry.uid)
        if own and row.confirmed_at is None
    ]


@dataclass(frozen=True, slots=True)
class PersonFile:
    """An archive of JSON and texts, with the name to save it under."""

    name: str
    data: bytes


def export_person(app: App, who: Actor, slug: str, number: int | None = None, reason: str = "") -> PersonFile:
    """Everything that is kept of a player. An organizer says why; that is in the audit before anything is read."""
    with reading(app, who, slug) as work:
        entry = find_entry(work, number, Right.EXPORT_PERSON, reason)
        own = work.plays_for(entry)
    if not own:
        with changing(app, who, slug) as work:
            entry = find_entry(work, number, Right.EXPORT_PERSON, reason)
            work.log_read("person.exported", on=f"entry:{entry.number}", reason=reason.strip())
    with reading(app, who, slug) as work:
        entry = find_entry(work, number, Right.EXPORT_PERSON, reason)
        if entry.person is None:
            raise Hidden(NOTHING_HERE)
        name = file_name("my data" if own else f"player {entry.number}", work.event.day, "zip")
        return PersonFile(name, zip_bytes((path, utf8(text)) for path, text in _files(work, entry, own=own)))


def _files(work: EventSession, one: Entry, *, own: bool) -> Iterator[tuple[str, str]]:
    session = work.session
    yield "person.json", _json(_person(work, one, own=own))
    for event, mine in _by_event(work, one).items():
        texts: list[tuple[str, str]] = []
        told = [_entry(session, event, entry, texts, own=own) for entry in mine]
        yield f"{event.slug}/event.json", _json({**_event(event), "entries": told, "acts": _acts(session, event, mine)})
        yield from texts


def _by_event(work: EventSession, one: Entry) -> dict[Event, list[Entry]]:
    """The entries of a player: in all events that they tied together, if that is what they are signed in to."""
    found = {work.event: entries.together(work.session, one)}
    if work.who.kind == "person":
        for event in credentials.events_of_person(work.session, work.who.uid):
            found[event] = entries.entries_of_person(work.session, event.uid, work.who.uid)
    return found


def _person(work: EventSession, entry: Entry, *, own: bool) -> dict[str, Any]:
    told = {
        "last": entry.last,
        "first": entry.first,
        "mail": entry.mail,
        "pronouns": entry.pronouns,
        "external": entry.external,
        "stream_ok": entry.stream_ok,
        "language": entry.language,
        "division": entry.division,
        "born": entry.born,
        "made_at": entry.made_at,
    }
    if not own:
        return told
    session = work.session
    whose = {("entry", entry.uid), (work.who.kind, work.who.uid)}
    links = [link for one in sorted(whose) for link in credentials.links_of(session, *one)]
    browsers = [row for one in sorted(whose) for row in credentials.sign_ins_of(session, *one, work.now)]
    mails = [row for row in outbox.mails_in(session, [entry.event]) if row.recipient == entry.mail]
    return {
        **told,
        "links": [{"made_at": row.at, "until": row.until} for row in links],
        "signed_in": [{"browser": row.agent, "since": row.made_at, "used_at": row.used_at} for row in browsers],
        "mails": [{"subject": row.body["subject"], "made_at": row.made_at, "sent_at": row.done_at} for row in mails],
    }


def _event(event: Event) -> dict[str, Any]:
    return {"event": event.name, "slug": event.slug, "place": event.place, "day": event.day, "zone": event.zone}


def _entry(session: Session, event: Event, entry: Entry, texts: list[tuple[str, str]], *, own: bool) -> dict[str, Any]:
    team = session.get(Team, entry.team) if entry.team else None
    stages = {stage.uid: stage for stage in events.stages_of(session, event.uid)}
    return {
        "number": entry.number,
        # With the salt whoever reads this can hold the hash of the name against the event's audit.
        "named": {"hash": entry.named, "salt": proof.name_salt(session, event.uid, entry.named)},
        "state": entry.state,
        "confirmed": entry.confirmed,
        "origin": entry.origin,
        "external": entry.external,
        "team": team.name if team else "",
        "seat": entry.seat,
        "made_at": entry.made_at,
        # While it is played a player learns of a check from its judges, who may still be asking others.
        "checks": [] if own and event.state == EventState.ON else checks_told(session, entry),
        "pools": pools_told(session, entry),
        "counted": counted_told(session, entry, own=own),
        "lists": [
            _list(session, row, f"{event.slug}/{entry.number}-{stages[row.stage].slug}", texts, own=own)
            for row in lists.histories_of(session, entry.uid)
        ],
    }


def _list(session: Session, row: DeckList, place: str, texts: list[tuple[str, str]], *, own: bool) -> dict[str, Any]:
    draft = lists.draft_of(session, row.uid) if own else None
    if draft is not None and draft.text:
        texts.append((f"{place}-draft.txt", draft.text))
    drafted = {"draft": draft.answers} if draft is not None and draft.text and draft.answers else {}
    return {
        **drafted,
        **({"draft_deck": draft.deck} if draft is not None and draft.deck else {}),
        "deck_name_hidden": row.name_hidden,
        "state": row.state,
        "late": row.late,
        "deadline": row.deadline,
        "sent_back": row.sent_back_why,
        "sent": [_sent(session, row, sent, place, texts) for sent in row.submissions],
    }


def _sent(
    session: Session, row: DeckList, sent: Submission, place: str, texts: list[tuple[str, str]]
) -> dict[str, Any]:
    texts.append((f"{place}-{sent.number}.txt", sent.text))
    return {
        "number": sent.number,
        "current": sent.uid == row.current,
        "accepted": sent.uid == row.accepted,
        "arrived": sent.arrived,
        "by": who_did(session, sent.by),
        "origin": sent.origin,
        "minutes_late": sent.minutes_late,
        "title": sent.title,
        "list": sent.canonical,
        "sha256": sent.sha256,
        "salt": sent.salt,
        "leaf": sent.leaf,
        "text": f"{place.rpartition('/')[2]}-{sent.number}.txt",
        "answers": sent.answers,
        "verdicts": [
            {
                "at": report.at,
                "cause": report.cause,
                "law": report.law_digest,
                "cards": report.cards_import,
                **report.body,
            }
            for report in sent.reports
        ],
    }


def _acts(session: Session, event: Event, mine: list[Entry]) -> list[dict[str, Any]]:
    """What the audit says about a player's entries and lists, and of what they did themselves."""
    own = {f"entry:{entry.number}" for entry in mine}
    did = {f"entry:{entry.uid}" for entry in mine}
    texts = {row.seq: text for row, text in expired_data.notes_of(session, event.uid)}
    return [
        {
            "at": row.at,
            "by": who_did(session, row.by),
            "act": row.act,
            "on": row.on,
            "from": row.from_,
            "to": row.to,
            "reason": texts.get(row.seq, ""),
        }
        for row in proof.audit_of(session, event.uid)
        if row.on.partition(" ")[0] in own or row.by in did
    ]


def _json(value: Any) -> str:
    return json.dumps(value, default=_plain, ensure_ascii=False, indent=1) + "\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return moment_text(value)
    assert isinstance(value, date)
    return value.isoformat()
