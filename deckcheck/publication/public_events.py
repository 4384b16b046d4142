"""What everybody is told of an event: its head, the law of its day, and for each stage who sees its lists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from deckcheck.app import event_heads as heads
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, construction_said
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession
from deckcheck.app.states import in_force, stage_words
from deckcheck.app.visibility import Reader, Showing, who_sees
from deckcheck.law.event_law import words_of
from deckcheck.law.event_rules import HouseRules
from deckcheck.law.formats import FormatError
from deckcheck.law.sentences import name_cards
from deckcheck.lists.event_terms import stored_house, terms_of
from deckcheck.lists.judged import WORDS
from deckcheck.lists.list_checks import rulebook_for
from deckcheck.lists.shown_lists import count_of
from deckcheck.store.models import Entry, Event, Stage
from deckcheck.store.queries import lists, published
from deckcheck.store.states import EntryState, StageState
from deckcheck.translations import gettext

WORST_FIRST: Final = ("unclear", "illegal", "legal")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicHead(EventHead):
    """What an event is: name, day, place, and the format under the law of that day.

    `house` holds sentences about what its fact sheet says instead of the format; `format` is its id, empty where the
    format is known no more. `age`: how old its data are, where they do not cover the day. `search_engines`: whether
    they may list what everybody sees of it.
    """

    format_title: str
    platform: str
    match: str
    level: str
    search_engines: str
    house: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageShown:
    """A stage with the sentence that says who sees its lists.

    `lists` is how many there are, None where whoever asks may not know. `open`: they may read them now. `own`: the
    verdict's word of their own list. `in_it`: they play in it. `words` is the title within a sentence.
    """

    slug: str
    title: str
    words: str
    state: str
    match: str
    sentence: str
    deadline: datetime | None
    begun_at: datetime | None
    lists_from: str
    lists: int | None
    open: bool
    in_it: bool
    own: str


def head_of(work: EventSession, seat: str = "") -> PublicHead:
    """The head of an event, or of the list of a seat."""
    event = work.event
    known, title = format_known(event, work.app, seat)
    return told_of(
        PublicHead,
        event,
        format=known,
        format_title=title,
        age=heads.head_of(event, work.app, seat).age,
        construction=construction_said(event, work.app),
        house=_house_words(work) if event.house else (),
    )


def format_known(event: Event, app: App, seat: str = "") -> tuple[str, str]:
    """The id and the title of the event's format, or of a seat's; without an id where it is known no more.

    So it is where seats play different formats and none is meant: they are all in the title.
    """
    title = heads.played_at(event, app, seat)
    if heads.formats_by_seat(event) and not seat:
        return "", title
    try:
        return app.format(heads.format_at(event, seat)).id, title
    except FormatError:
        return "", title


def _house_words(work: EventSession) -> tuple[str, ...]:
    """What the fact sheet says, in sentences."""
    try:
        house = stored_house(work.event.house)
        book = rulebook_for(replace(terms_of(work.event, work.first_stage(), work.app), seats=()), work.app)
    except UnusableInput:
        return ()
    if house is None:
        return ()
    sized = [words_of(b, book.game) for b in book.clauses if b.clause.name in house.sizes]
    sentences = [f"{words[:1].upper()}{words[1:]}." for words in sized]
    dropped = [gettext("The rule {rule} does not hold.").format(rule=name) for name in house.drop]
    return (*_card_words(house), *sentences, *dropped)


def _card_words(house: HouseRules) -> tuple[str, ...]:
    told = {
        gettext("Banned here: {}."): house.bans,
        gettext("Not banned here: {}."): house.unbans,
        gettext("One copy at most here: {}."): house.restrictions,
        gettext("Allowed here: {}."): house.allowed,
    }
    return tuple(words.format(name_cards(names)) for words, names in told.items() if names)


def stages_of(work: EventSession) -> tuple[StageShown, ...]:
    """The stages in order, as whoever asks sees them."""
    return tuple(stage_shown(work, stage) for stage in work.rows.stages)


def stage_shown(work: EventSession, stage: Stage) -> StageShown:
    """One stage as whoever asks sees it."""
    source = work.rows.source(stage)
    inherits = source.uid != stage.uid
    plays = bool(work.me and work.me.takes_part(stage.slug))
    own = own_word(work, stage)
    count = count_of(work, stage)
    showing = Showing(
        event=work.event.state,
        stage=stage.state,
        during=stage.during,
        after=stage.after,
        title=stage.title,
        deadline=source.deadline,
        now=work.now,
        zone=work.event.zone,
        lists_from=source.title if inherits else "",
        players=published.players_in(work.session, work.event.uid, stage.uid if stage.position > 1 else None),
        lists=count,
        own=own,
    )
    return told_of(
        StageShown,
        stage,
        words=stage_words(stage.title),
        sentence=who_sees(showing, Reader.PLAYER if plays else Reader.STRANGER),
        deadline=None if inherits else stage.deadline,
        lists_from=source.title if inherits else "",
        lists=count,
        open=work.may(Right.SEE_LIST, stage).allowed,
        in_it=plays,
        own=own,
    )


def own_word(work: EventSession, stage: Stage) -> str:
    """The word of the verdict on one's own list for a stage; empty while it is not in. Of a team: the gravest.

    Somebody who is only looked through has no list of their own: what they would have counts as legal.
    """
    here = [e for e in work.mine if e.state == EntryState.ON and work.rows.is_member(stage, e.uid)]
    if not here:
        return WORDS["legal"] if work.me and stage.slug in work.me.lists else ""
    found = [_verdict(work, stage, entry) for entry in here]
    return "" if None in found else next((WORDS[word] for word in WORST_FIRST if word in found), "")


def _verdict(work: EventSession, stage: Stage, entry: Entry) -> str | None:
    source = work.rows.source(stage)
    row = lists.list_of(work.session, source.uid, entry.uid)
    if row is None:
        return None
    sent = row.current if source.state == StageState.TAKING else in_force(source.state, row.accepted, row.current)
    report = lists.latest_report(work.session, sent) if sent else None
    return report.verdict if report else None
