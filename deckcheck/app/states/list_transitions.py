"""The table of a list, one entry's registration for one stage: its conditions with their sentences, and its steps."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from deckcheck.app.clocks import credible_arrival, due, in_time
from deckcheck.app.states.entry_transitions import where_entry_is
from deckcheck.app.states.steps import Act, Facts
from deckcheck.app.states.transitions import (
    HEADS,
    HELD,
    JUDGES,
    Refusal,
    Row,
    StateRefused,
    closed,
    closed_and_now,
    head_judge,
    held,
    lies_ahead,
    number,
    only_if,
    player,
    reason_needed,
    reasoned,
    same,
    sealed_after_close,
    sealed_if_changed,
    sources,
    visible,
)
from deckcheck.app.time_words import at_when, until_when
from deckcheck.store.states import Accepts, EntryState, EventState, ListState, StageState
from deckcheck.translations import gettext, ngettext
from deckcheck.verdict.reports import Verdict

UNDO: Final = timedelta(minutes=10)
"""So long after an acceptance who made it takes it back without a reason."""


# Who is in the event, and what there is.


def plays(_state: str, facts: Facts) -> StateRefused | None:
    """The player is in the event."""
    return None if facts.entry_state == EntryState.ON else where_entry_is(facts.entry_state, facts)


def took_part(_state: str, facts: Facts) -> StateRefused | None:
    """The player is, or was, in the event: lists of those who dropped stay with the stage."""
    gone = {EntryState.WITHDRAWN, EntryState.MERGED}
    return where_entry_is(facts.entry_state, facts) if facts.entry_state in gone else None


def _no_list(_facts: Facts) -> StateRefused:
    return StateRefused(gettext("No list has been submitted."), code="no-list")


has_list: Final = only_if(lambda f: f.current is not None, _no_list)
lists_are_taken: Final = only_if(
    lambda f: f.stage_state != StageState.AHEAD,
    lambda f: StateRefused(f"Lists of {f.stage} are not taken yet."),
)


# Time.


def closes_at(state: str, facts: Facts) -> datetime | None:
    """When the player can send no more: with the stage, or at a deadline of their own."""
    if state == ListState.REOPENED:
        return facts.own_deadline
    given = [moment for moment in (facts.deadline, facts.own_deadline) if moment is not None]
    return max(given, default=None)


def _can_change(state: str, facts: Facts) -> bool:
    """The list is open by its state, and by the clock: either alone is not enough."""
    if state == ListState.OPEN and facts.stage_state != StageState.TAKING:
        return False
    at = closes_at(state, facts)
    arrived = credible_arrival(facts.arrived or facts.now, facts.now)
    return at is not None and in_time(arrived, at) and not (state == ListState.REOPENED and facts.visible_ever)


def can_send(state: str, facts: Facts) -> StateRefused | None:
    """A list can still be sent."""
    return None if _can_change(state, facts) else closed_for_sending(facts)


def can_take_back(state: str, facts: Facts) -> StateRefused | None:
    """A list can still be taken back."""
    return None if _can_change(state, facts) else closed_for_taking_back(facts)


def can_be_mended(state: str, facts: Facts) -> StateRefused | None:
    """The player can still send another."""
    return None if _can_change(state, facts) else no_longer_mended(facts)


def closed_sentence(facts: Facts) -> str:
    """Since when the list is closed, as a sentence."""
    return gettext("{since}.").format(since=closed(facts))


def closed_for_sending(facts: Facts) -> StateRefused:
    """A list came too late; its text is kept."""
    mine = gettext("Your text is kept. Show it to the judge at the desk.")
    remedy = mine if facts.by_player else "Enter it as a late list."
    return StateRefused(f"{closed_and_now(facts)} {remedy}", code="deadline-passed")


def closed_for_taking_back(facts: Facts) -> StateRefused:
    """It is too late to take a list back."""
    remedy = gettext("The desk can drop you.")
    return StateRefused(f"{closed_sentence(facts)} {remedy}", code="deadline-passed")


def no_longer_mended(_facts: Facts) -> StateRefused:
    """Sending back makes no sense once the player cannot change the list."""
    return StateRefused("The player can no longer fix it. Correct it for the player.")


until_ahead: Final = lies_ahead(lambda f: f.until, "Say until when.")


def later(state: str, facts: Facts) -> StateRefused | None:
    """A lifted deadline gives more time, never less."""
    if state == ListState.OPEN and facts.deadline and facts.until and facts.until <= facts.deadline:
        return StateRefused(f"Lists are taken until {_until(facts.deadline, facts)} anyway.")
    return None


def _until(moment: datetime, facts: Facts) -> str:
    return until_when(moment, facts.now, facts.zone)


def stage_has_closed(state: str, facts: Facts) -> StateRefused | None:
    """The list's stage is being closed in the same transaction."""
    return None if facts.stage_state == StageState.LOCKED else is_open(state, facts)


def stage_takes_again(_state: str, facts: Facts) -> StateRefused | None:
    """The list's stage takes lists again in the same transaction."""
    return None if facts.stage_state == StageState.TAKING else StateRefused(closed_sentence(facts))


def time_is_over(state: str, facts: Facts) -> StateRefused | None:
    """The player's own deadline has passed, or the stage's lists are being opened."""
    return None if facts.opening or due(facts.own_deadline, facts.now) else is_open(state, facts)


# Acceptance.


def is_accepted(facts: Facts) -> StateRefused:
    """An official accepted the list."""
    at = at_when(facts.accepted_at, facts.now, facts.zone) if facts.accepted_at else ""
    if facts.by_player:
        if not at:
            return StateRefused(gettext("Your list was accepted. Only a judge can open it again."), code="accepted")
        told = gettext("Your list was accepted {when}. Only a judge can open it again.").format(when=at)
        return StateRefused(told, code="accepted")
    by = f"by {facts.accepted_by}" if facts.accepted_by else ""
    return StateRefused(f"{' '.join(filter(None, ('The list was accepted', at, by)))}.", code="accepted")


def _accepted_so(facts: Facts, remedy: str) -> StateRefused:
    return StateRefused(f"{is_accepted(facts)} {remedy}", code="accepted")


def to_be_reopened(facts: Facts) -> StateRefused:
    """An accepted list is reopened, not given a later deadline."""
    return _accepted_so(facts, "Reopen it instead.")


def to_be_corrected(facts: Facts) -> StateRefused:
    """An accepted list is corrected, not entered late."""
    return _accepted_so(facts, "Correct it instead.")


def not_accepted(_facts: Facts) -> StateRefused:
    """There is no acceptance to take back."""
    return StateRefused("The list is not accepted.")


def is_the_one_seen(_state: str, facts: Facts) -> StateRefused | None:
    """What is accepted is what the official looked at."""
    if facts.seen == facts.current:
        return None
    at = f" {at_when(facts.current_at, facts.now, facts.zone)}" if facts.current_at else ""
    return StateRefused(f"This list was replaced{at}. See the new one.", code="replaced")


def legal_or_judged(_state: str, facts: Facts) -> StateRefused | None:
    """The list is legal, or a judge says why it is accepted all the same."""
    if facts.verdict == Verdict.LEGAL:
        return None
    if not facts.roles & JUDGES:
        return StateRefused("Accepting a list that is not legal is for a judge.", code="judge-only", status=403)
    return None if facts.reason.strip() else reason_needed("Say why: the list is not legal.")


def own_acceptance(_state: str, facts: Facts) -> StateRefused | None:
    """Who undoes an acceptance made it, and it was no correction."""
    if facts.state_before is None:
        return StateRefused("A correction is not undone. Correct it again and say why.")
    if not facts.same_person:
        return StateRefused(f"{facts.accepted_by or 'Somebody else'} accepted it. Reopen it and say why.")
    return None


def just_accepted(_state: str, facts: Facts) -> StateRefused | None:
    """The acceptance is less than ten minutes old."""
    if facts.accepted_at is not None and facts.now < facts.accepted_at + UNDO:
        return None
    return StateRefused("10 minutes are over. Reopen it and say why.")


# Officials' acts.

unseen: Final = only_if(lambda f: not f.visible_ever, lambda f: visible(f, "Correct it for the player and say why."))
by_judge: Final = held(JUDGES, lambda _f: "This is for a judge.", "judge-only")
_by_judge_while_it_runs: Final = held(JUDGES, lambda _f: "Correcting a list is for a judge.", "judge-only")
_by_head_after_the_end: Final = held(
    HEADS,
    lambda f: f"{f.event} is over. Only its head judge or organizer can correct a list now.",
    "head-judge-only",
)
lifted_by_head_judge: Final = head_judge(lambda f: f"Only the head judge of {f.event} can lift the deadline.")
by_its_player: Final = only_if(
    lambda f: f.by_player,
    lambda f: StateRefused(f"Only {player(f)} can take the list back.", code="player-only", status=403),
)
under_section: Final = only_if(
    lambda f: bool(f.section.strip()),
    lambda f: reason_needed(
        f"Name the section it is corrected under{f', like {like}' if (like := f.documents.get('correction')) else ''}."
    ),
)


def corrected_by_its_official(state: str, facts: Facts) -> StateRefused | None:
    """A judge corrects while the event runs; once it has ended, whoever answers for the whole of it."""
    ended = facts.event_state == EventState.COMPLETED
    return (_by_head_after_the_end if ended else _by_judge_while_it_runs)(state, facts)


def player_reads(facts: Facts) -> str:
    """The question for a reason that the player will see."""
    return f"Say why; {player(facts)} will read it."


def is_open(state: str, facts: Facts, remedy: str = "") -> StateRefused:
    """The player can change the list, or could until a few seconds ago."""
    at = closes_at(state, facts)
    if at is not None and at <= facts.now:
        said, remedy = closed_sentence(facts), "This can be done in a few seconds." if remedy else ""
    else:
        said = f"The list is open until {_until(at, facts)}." if at else "The list is open."
    return StateRefused(f"{said} {remedy}".rstrip())


def while_open(remedy: str = "") -> dict[str, Refusal]:
    """What is said of an act that waits until the player can no longer change the list, and what to do instead."""
    return {state: partial(is_open, state, remedy=remedy) for state in (ListState.OPEN, ListState.REOPENED)}


def to_be_lifted(facts: Facts) -> StateRefused:
    """A closed list is no accepted one: its deadline is lifted."""
    return StateRefused(f"{closed_sentence(facts)} The head judge can lift the deadline.")


# Verdicts.


def admitted(_state: str, facts: Facts) -> StateRefused | None:
    """The event takes lists with that verdict; staff may send another with a reason.

    One that only newer data could decide is taken: its player can do nothing about it.
    """
    taken = {
        Accepts.ANY: frozenset(Verdict),
        Accepts.DECIDED: frozenset({Verdict.LEGAL, Verdict.ILLEGAL}),
        Accepts.LEGAL: frozenset({Verdict.LEGAL}),
    }
    if facts.verdict in taken[facts.accepts] or facts.by_hand:
        return None
    if not facts.by_player:
        lists = "lists without open questions" if facts.accepts == Accepts.DECIDED else "legal lists"
        return None if facts.reason.strip() else reason_needed(f"Say why: this event takes {lists} only.")
    return StateRefused(_takes_only(facts.accepts, facts.left), code="not-admitted", status=422)


def _takes_only(accepts: Accepts, left: int) -> str:
    """Which lists the event takes, with how much is left to fix or to decide."""
    if accepts == Accepts.DECIDED:
        told = ngettext(
            "This event takes lists without open questions only; {number} question needs an answer.",
            "This event takes lists without open questions only; {number} questions need an answer.",
            left,
        )
        return told.format(number=left) if left else gettext("This event takes lists without open questions only.")
    told = ngettext(
        "This event takes legal lists only; {number} thing needs fixing.",
        "This event takes legal lists only; {number} things need fixing.",
        left,
    )
    return told.format(number=left) if left else gettext("This event takes legal lists only.")


def decided(_state: str, facts: Facts) -> StateRefused | None:
    """A correction leaves nothing to be decided."""
    if facts.verdict != Verdict.UNCLEAR or facts.by_hand:
        return None
    rest = number(facts.left, "question in this list needs", "questions in this list need") if facts.left else ""
    return StateRefused(f"{rest or 'Something in this list still needs'} an answer.", code="unclear", status=422)


OPEN, CLOSED, ACCEPTED, REOPENED = (str(state) for state in ListState)


def _stage_closes(_state: str, facts: Facts) -> str:
    """An open list closes with its stage, unless its own deadline is later: then it stays open for its player alone."""
    return REOPENED if _has_own_time(facts) else CLOSED


def _has_own_time(facts: Facts) -> bool:
    return facts.own_deadline is not None and not due(facts.own_deadline, facts.now)


def _before(_state: str, facts: Facts) -> str:
    """The state the acceptance found, or closed where its time has run out meanwhile."""
    if facts.state_before == ListState.OPEN:
        return OPEN if facts.stage_state == StageState.TAKING else CLOSED
    if facts.state_before == ListState.REOPENED:
        return REOPENED if _has_own_time(facts) else CLOSED
    return CLOSED


LIST_ROWS: Final = (
    Row(
        Act.LIST_SENT,
        sources(OPEN, REOPENED),
        same,
        (plays, can_send, admitted),
        elsewhere={CLOSED: closed_for_sending, ACCEPTED: is_accepted},
        supersedes=True,
    ),
    Row(
        Act.LIST_SENT_BACK,
        sources(OPEN, REOPENED),
        same,
        (plays, by_judge, has_list, can_be_mended, reasoned("Say what needs fixing.")),
        elsewhere={CLOSED: no_longer_mended, ACCEPTED: no_longer_mended},
    ),
    Row(
        Act.LIST_ACCEPTED,
        sources(OPEN, CLOSED, REOPENED),
        ACCEPTED,
        (took_part, has_list, is_the_one_seen, legal_or_judged),
        elsewhere={ACCEPTED: is_accepted},
        seal=sealed_if_changed,
    ),
    Row(
        Act.LIST_REOPENED,
        sources(ACCEPTED),
        REOPENED,
        (plays, by_judge, unseen, reasoned(player_reads), until_ahead),
        elsewhere={**while_open(), CLOSED: to_be_lifted},
    ),
    Row(
        Act.LIST_UNDONE,
        sources(ACCEPTED),
        _before,
        (took_part, unseen, own_acceptance, just_accepted),
        elsewhere=dict.fromkeys((OPEN, CLOSED, REOPENED), not_accepted),
    ),
    Row(
        Act.LIST_LIFTED,
        sources(OPEN, CLOSED),
        lambda state, _facts: OPEN if state == OPEN else REOPENED,
        (
            lifted_by_head_judge,
            plays,
            lists_are_taken,
            unseen,
            reasoned(player_reads),
            until_ahead,
            later,
        ),
        elsewhere={**while_open(), ACCEPTED: to_be_reopened},
    ),
    Row(
        Act.LIST_ENTERED_LATE,
        sources(CLOSED),
        CLOSED,
        (plays, lists_are_taken, reasoned("Say why it is late.")),
        elsewhere={**while_open("Send it for the player."), ACCEPTED: to_be_corrected},
        seal=sealed_after_close,
        supersedes=True,
        late=True,
    ),
    Row(
        Act.LIST_CORRECTED,
        sources(CLOSED, ACCEPTED),
        ACCEPTED,
        (corrected_by_its_official, took_part, has_list, reasoned(player_reads), under_section, decided),
        elsewhere=while_open("Ask the player to fix it."),
        while_event=HELD,
        seal=sealed_after_close,
        supersedes=True,
    ),
    Row(
        Act.LIST_WITHDRAWN,
        sources(OPEN, REOPENED),
        same,
        (by_its_player, plays, can_take_back, has_list),
        elsewhere={CLOSED: closed_for_taking_back, ACCEPTED: is_accepted},
        supersedes=True,
    ),
    Row(Act.STAGE_CLOSED, sources(OPEN), _stage_closes, (stage_has_closed,), seal=sealed_if_changed),
    Row(Act.STAGE_REOPENED, sources(CLOSED, REOPENED), OPEN, (stage_takes_again, unseen)),
    Row(
        Act.LIST_CLOSED,
        sources(REOPENED),
        CLOSED,
        (time_is_over,),
        while_event=HELD,
        seal=sealed_if_changed,
    ),
)


def where_list_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    if state == ACCEPTED:
        return is_accepted(facts)
    return StateRefused(closed_sentence(facts)) if state == CLOSED else is_open(state, facts)
