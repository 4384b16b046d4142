"""One list in force, whole, for whoever may see it; a closed one answers like one that does not exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import seats_of
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import NOBODY, EventSession
from deckcheck.app.shown_names import tells_name
from deckcheck.decklist.answers import kept_answers
from deckcheck.lists.event_terms import terms_for
from deckcheck.lists.judged import is_by_hand, said_anew
from deckcheck.lists.shown_lists import Held, ShownDeck, deck_of, finishes_of, held_one, is_after_opening, sent_of
from deckcheck.publication.listings import is_anybody, sizes_of
from deckcheck.publication.proofs import ProofShown, proofs_of_list
from deckcheck.publication.public_events import PublicHead, StageShown, head_of, stage_shown
from deckcheck.store.models import Entry, Stage, StoredReport, Submission
from deckcheck.store.queries import lists, published
from deckcheck.translations import ENGLISH, language
from deckcheck.verdict.pictures import Columns, Curve, draw_columns, draw_curves
from deckcheck.verdict.published_lists import PublishedList


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that the verdict says, with its rule and where that stands."""

    severity: str
    text: str
    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class ListShown:
    """One list as whoever asks may see it.

    `listed` holds its cards and what it was sealed with; its `text` is empty where the player's name or the deck's is
    not to be shown, as it may stand in it. `canonical` is the sealed form. `verdict` is legal, illegal or unclear, or
    empty. `by_hand`: it is unclear for the age of our data alone. `late` is how many minutes after the deadline staff
    entered it, None if it was not late; `after_opening` that others had been open by then. `others` are stages for
    which the player has another list that is open too. `noted`: the reading is in the audit.
    """

    head: PublicHead
    stage: StageShown
    others: tuple[StageShown, ...]
    listed: PublishedList
    canonical: str
    deck: str
    colours: tuple[str, ...]
    sizes: tuple[int, ...]
    curves: tuple[Curve, ...]
    columns: Columns
    verdict: str
    by_hand: bool
    problems: tuple[Problem, ...]
    origin: str
    sent_at: datetime
    accepted_at: datetime | None
    late: int | None
    after_opening: bool
    proofs: tuple[ProofShown, ...]
    own: bool
    noted: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which list: an entry's number, for a stage (empty: the first for which it is open), and why if one must say."""

    number: int
    stage: str = ""
    reason: str = ""


def one_list(app: App, who: Actor, slug: str, wanted: Wanted, base: str = "") -> ListShown:
    """One list in force; `base` is the address of the installation, for links in files."""
    with looking(app, who, slug, lambda work: ask_for_list(work, wanted)) as work:
        return list_of(work, wanted, base)


def ask_for_list(work: EventSession, wanted: Wanted) -> Look | None:
    """Ask to read one list; a closed one is to be in the audit before it is read."""
    work.ask(Right.SEE_EVENT)
    entry = work.entry(wanted.number)
    stage = _stage(work, entry, wanted)
    permission = work.ask(Right.SEE_LIST, stage, entry or NOBODY, wanted.reason)
    if stage is None or entry is None or sent_of(work, stage, entry) is None:
        raise Hidden(NOTHING_HERE)
    look = Look("list.read", work.on_list(entry, stage), to=f"stage:{stage.slug}", reason=wanted.reason)
    return look_if(permission, look)


def list_of(work: EventSession, wanted: Wanted, base: str = "") -> ListShown:
    """The same within a look at the event, whoever looks."""
    stage, held = held_asked(work, wanted)
    permission = work.ask(Right.SEE_LIST, stage, held.entry, wanted.reason)
    sent = lists.submission(work.session, held.sent)
    if sent is None:
        raise Hidden(NOTHING_HERE)
    return _shown(work, stage, held, sent, noted=permission.log, base=base)


def held_asked(work: EventSession, wanted: Wanted) -> tuple[Stage, Held]:
    """The list that is asked for, with the stage it is for, if it may be read."""
    entry = work.entry(wanted.number)
    stage = _stage(work, entry, wanted)
    work.ask(Right.SEE_LIST, stage, entry or NOBODY, wanted.reason)
    held = held_one(work, stage, entry) if stage and entry else None
    if stage is None or held is None:
        raise Hidden(NOTHING_HERE)
    return stage, held


def _stage(work: EventSession, entry: Entry | None, wanted: Wanted) -> Stage | None:
    """The stage that is meant: the named one, or the first for which the list is there and most freely open."""
    if wanted.stage:
        return work.stage(wanted.stage)
    found = [(work.may(Right.SEE_LIST, stage, entry or NOBODY), stage) for stage in work.rows.stages]
    there = [(p.log, stage) for p, stage in found if p.allowed and entry and sent_of(work, stage, entry)]
    return min(there, key=lambda pair: pair[0])[1] if there else None


def stages_open(work: EventSession, entry: Entry) -> list[Stage]:
    """The stages for which a list of the entry would be open to whoever asks, without a word in the audit."""
    answers = [(stage, work.may(Right.SEE_LIST, stage, entry)) for stage in work.rows.stages]
    return [stage for stage, answer in answers if answer.allowed and not answer.log]


def _shown(work: EventSession, stage: Stage, held: Held, sent: Submission, *, noted: bool, base: str) -> ListShown:
    brief = published.briefs(work.session, [sent.uid])[sent.uid]
    deck = deck_of(work, brief, held.name)
    report = lists.latest_report(work.session, sent.uid)
    accepted = lists.acceptance_of(work.session, sent.uid)
    look = work.game.presentation
    return ListShown(
        head=head_of(work, held.entry.seat),
        stage=stage_shown(work, stage),
        others=tuple(_others(work, stage, held.entry)),
        listed=as_published(work, stage, held, sent, deck, base, finishes_of(work).get(held.entry.uid)),
        canonical=sent.canonical,
        deck=deck.kind.name,
        colours=deck.kind.colours,
        sizes=sizes_of(deck, look),
        curves=draw_curves(deck.cards, look),
        columns=draw_columns(deck.cards, look),
        verdict=report.verdict if report else "",
        by_hand=report is not None and is_by_hand(report.body),
        problems=tuple(_problems(work, held, _as_read(work, stage, held, sent, report) if report else {})),
        origin=sent.origin,
        sent_at=sent.arrived,
        accepted_at=accepted.at if accepted else None,
        late=sent.minutes_late if held.row.late else None,
        after_opening=is_after_opening(work, stage, sent.origin, sent.arrived),
        proofs=proofs_of_list(work, stage, held.entry, sent.uid),
        own=work.is_mine(held.entry),
        noted=noted,
        shared=is_anybody(work) and not noted,
    )


def _others(work: EventSession, stage: Stage, entry: Entry) -> Iterator[StageShown]:
    here = work.rows.source(stage)
    for other in stages_open(work, entry):
        if work.rows.source(other).uid != here.uid and sent_of(work, other, entry):
            yield stage_shown(work, other)


def _as_read(work: EventSession, stage: Stage, held: Held, sent: Submission, report: StoredReport) -> dict[str, Any]:
    """What a verdict says in its reader's language, where law and cards still give this very one."""
    if language() == ENGLISH or not report.body.get("problems"):
        return report.body
    terms = terms_for(work, stage, held.entry)
    return said_anew(report.body, sent.text, terms, work.app, kept_answers(sent.answers))


def _problems(work: EventSession, held: Held, body: dict[str, Any]) -> Iterator[Problem]:
    """What the verdict says, but for what names the cards of team-mates, and what would tell a name not shown."""
    access = work.access(held.entry)
    knows_team = work.actor.is_staff or access.is_own or access.is_team_mates
    for problem in body.get("problems", ()):
        of_others = not knows_team and "others" in problem.get("facts", {})
        if of_others or tells_name(problem["message"], held.name):
            continue
        yield Problem(problem["severity"], problem["message"], problem["rule"], problem["source"])


def as_published(
    work: EventSession, stage: Stage, held: Held, sent: Submission, deck: ShownDeck, base: str, rank: int | None
) -> PublishedList:
    """The list as exports take it: names and text only as far as whoever asks may have them."""
    entry, event = held.entry, work.event
    return PublishedList(
        number=entry.number,
        player=held.name.name,
        sort_name=held.name.listed,
        title=deck.kind.name,
        cards=deck.cards,
        waiting=deck.waiting,
        sheet=work.game.presentation.sheet,
        url=list_address(base, event.slug, entry.number, stage.slug if stage.position > 1 else ""),
        rank=rank,
        text=sent.text if held.name.full and not held.row.name_hidden else "",
        sha256=sent.sha256,
        leaf=sent.leaf,
        salt=sent.salt,
        date=event.day,
        external_id=external_of(work, stage, entry),
        seat=entry.seat,
        format_title=dict(seats_of(event, work.app)).get(entry.seat, ""),
    )


def list_address(base: str, slug: str, number: int, stage: str = "") -> str:
    """The address of the page of a list."""
    return f"{base}/e/{slug}/lists/{number}" + (f"?stage={stage}" if stage else "")


def external_of(work: EventSession, stage: Stage, entry: Entry) -> str | None:
    """The player's number with the organizer of play, which no publication opens."""
    return (entry.external or None) if work.may(Right.SEE_CONTACT, stage, entry).allowed else None
