"""Entries over the API: added, changed, moved, merged, and given a link."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import make_response
from flask.typing import ResponseReturnValue
from pydantic import AwareDatetime, BaseModel, Field, StrictBool

from deckcheck.app.fields import Number, Reason, StageSlug, Uid
from deckcheck.lists.bulk_locks import LeftOut as Left
from deckcheck.lists.official_acts import Locked
from deckcheck.roster.entry_facts import EntryFacts, ListFacts, entry_facts
from deckcheck.roster.entry_links import end_links, new_link, new_team_link
from deckcheck.roster.entry_states import MoveEntry, ReplacePlayer, move_entry, replace_player
from deckcheck.roster.merge import MergeEntries, PartEntries, merge_entries, unmerge_entry
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, confirm_joiner, edit_entry
from deckcheck.store.states import EntryState
from deckcheck.web.api.common import Closed, api_blueprint, failures, seen_version
from deckcheck.web.api.derived import given, takes, tells
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of


@takes(Given)
class GivenIn(Closed):
    """What is known of a player; what is left out stays as it is."""


class EntryIn(GivenIn):
    """A player to add. `confirmed`: yes to the question that a refusal with `like-name` asks."""

    confirmed: StrictBool = False
    mail_link: Annotated[StrictBool, Field(description="Mail the link to the address given.")] = False


@tells(ListFacts)
class EntryListOut(BaseModel):
    """How the list of an entry stands in one stage."""


@tells(EntryFacts)
class EntryOut(BaseModel):
    """An entry; mail, pronouns, birth and account numbers are empty to those who may not know them."""

    lists: list[EntryListOut]


class AddedOut(BaseModel):
    """The entry that was added; `link` is the player's private way in, shown only once.

    It is empty if it was mailed, and for API tokens.
    """

    entry: EntryOut
    link: str


class EntriesOut(BaseModel):
    """Entries that changed together."""

    entries: list[EntryOut]


class EntryStateIn(Closed):
    """Where an entry is to go; a team goes whole."""

    to: Literal["on", "withdrawn", "dropped", "disqualified"]
    reason: Reason = ""


class ConfirmedIn(Closed):
    """A joiner is somebody the desk has seen."""

    confirmed: Literal[True] = True


@takes(MergeEntries, without=("number", "version"))
class MergeIn(Closed):
    """Two entries are one person. `keep`: the number that stays; else the lists decide.

    `same_player`: the one who joined with the code was seen to be that person; else their links end.
    """

    reason: Reason = ""


class PartIn(Closed):
    """Why two entries are parted again."""

    reason: Reason = ""


class MergedOut(BaseModel):
    """Both entries: the one that is kept, and the one that is part of it."""

    kept: EntryOut
    gone: EntryOut


class LinkIn(Closed):
    """Whether it is the team's, and whether it is mailed to the player's address."""

    team: StrictBool = False
    mail: StrictBool = False


class LinkOut(BaseModel):
    """A private link: the path that opens it, shown only once; both are empty if it was mailed."""

    number: int
    whose: str
    link: str
    path: str


class LockIn(Closed):
    """An act of staff on a list: for an acceptance the submission that was looked at, for a deadline until when."""

    act: Literal["accept", "send-back", "reopen", "lift", "undo"]
    stage: StageSlug = ""
    submission: Uid | None = None
    until: AwareDatetime | None = None
    reason: Reason = ""


@tells(Locked, without=("now", "zone"))
class LockOut(BaseModel):
    """How the list stands after the act."""


class AcceptancesIn(Closed):
    """Pairs of entry and submission that are accepted together."""

    stage: StageSlug = ""
    lists: Annotated[list[tuple[Number, Uid]], Field(min_length=1, max_length=10_000)]


@tells(Left)
class ListLeft(BaseModel):
    """A list that was left, and why."""


class AcceptancesOut(BaseModel):
    """What was accepted, and what was left and why."""

    done: list[int]
    left: list[ListLeft]
    sentence: str


bp = api_blueprint("entries", "Entries")
CHANGED = (400, 401, 403, 404, 409, 413, 415, 422, 428)


@bp.post("/e/<slug>/entries")
@bp.input(EntryIn, location="json", arg_name="record")
@bp.output(AddedOut, status_code=201, description="The entry, with the player's link if one was made.")
@bp.doc(summary="Add a player", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def add(slug: str, record: EntryIn) -> ResponseReturnValue:
    """Add a player; 409 `like-name` asks whether somebody with a like name is another person.

    An API token gets no link; with `mail_link` the player gets it by mail.
    """
    done = add_entry(AddEntry(current_who(), slug, given(Given, record), record.confirmed, record.mail_link), app())
    return make_response({"entry": row_of(done.entry), "link": done.link}, 201)


@bp.get("/e/<slug>/entries/<int:number>")
@bp.output(EntryOut)
@bp.doc(summary="One entry with how its lists stand", responses=failures(401, 403, 404))
def show(slug: str, number: int) -> ResponseReturnValue:
    """An entry, to staff and to its player."""
    return make_response(row_of(entry_facts(current_who(), slug, number, app())))


@bp.patch("/e/<slug>/entries/<int:number>")
@bp.input(GivenIn, location="json", arg_name="record")
@bp.output(EntryOut)
@bp.doc(summary="Change what is known of a player", responses=failures(*CHANGED))
def edit(slug: str, number: int, record: GivenIn) -> ResponseReturnValue:
    """Change names, mail, team and seat, with the version in If-Match."""
    order = EditEntry(current_who(), slug, number, given(Given, record), seen_version())
    return make_response(row_of(edit_entry(order, app())))


@bp.post("/e/<slug>/entries/<int:number>/confirmation")
@bp.input(ConfirmedIn, location="json", arg_name="record")
@bp.output(EntryOut)
@bp.doc(summary="Confirm a joiner", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def confirm(slug: str, number: int, record: ConfirmedIn) -> ResponseReturnValue:
    """Say that somebody who came by the code was seen at the desk."""
    return make_response(row_of(confirm_joiner(current_who(), slug, number, app())))


@bp.post("/e/<slug>/entries/<int:number>/state")
@bp.input(EntryStateIn, location="json", arg_name="record")
@bp.output(EntriesOut)
@bp.doc(summary="Withdraw, drop, disqualify, put back", responses=failures(*CHANGED))
def move(slug: str, number: int, record: EntryStateIn) -> ResponseReturnValue:
    """Bring an entry into a state, with the version in If-Match; a team goes whole."""
    order = MoveEntry(current_who(), slug, number, EntryState(record.to), record.reason, seen_version())
    return make_response({"entries": [row_of(entry) for entry in move_entry(order, app())]})


@bp.post("/e/<slug>/entries/<int:number>/merge")
@bp.input(MergeIn, location="json", arg_name="record")
@bp.output(MergedOut)
@bp.doc(summary="Make one entry of two", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def merge(slug: str, number: int, record: MergeIn) -> ResponseReturnValue:
    """Merge an entry into another of the same person; `both-accepted` where each has an accepted list."""
    order = given(MergeEntries, record, who=current_who(), slug=slug, number=number)
    done = merge_entries(order, app())
    return make_response({"kept": row_of(done.kept), "gone": row_of(done.gone)})


@bp.delete("/e/<slug>/entries/<int:number>/merge")
@bp.input(PartIn, location="json", arg_name="record")
@bp.output(MergedOut)
@bp.doc(summary="Part two entries again", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def part(slug: str, number: int, record: PartIn) -> ResponseReturnValue:
    """Undo a merge; both lists are there as before."""
    done = unmerge_entry(PartEntries(current_who(), slug, number, record.reason), app())
    return make_response({"kept": row_of(done.kept), "gone": row_of(done.gone)})


@bp.post("/e/<slug>/entries/<int:number>/replacement")
@bp.input(EntryIn, location="json", arg_name="record")
@bp.output(AddedOut, status_code=201)
@bp.doc(summary="Put another player into a seat", responses=failures(*CHANGED))
def replace(slug: str, number: int, record: EntryIn) -> ResponseReturnValue:
    """Replace a player of a team before round 1, with the version in If-Match; the old list is not handed on."""
    order = given(
        ReplacePlayer,
        record,
        who=current_who(),
        slug=slug,
        number=number,
        given=given(Given, record),
        version=seen_version(),
    )
    done = replace_player(order, app()).new
    return make_response({"entry": row_of(done.entry), "link": done.link}, 201)


@bp.post("/e/<slug>/entries/<int:number>/link")
@bp.input(LinkIn, location="json", arg_name="record")
@bp.output(LinkOut, status_code=201)
@bp.doc(summary="Issue a new private link", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def link(slug: str, number: int, record: LinkIn) -> ResponseReturnValue:
    """A new link for a player, or for their team, in place of all before; it is shown this once.

    An API token gets none: with `mail` the player gets it by mail. A player's own link stands beside the others.
    """
    if record.team:
        done = new_team_link(current_who(), slug, number, app())
    else:
        done = new_link(current_who(), slug, number, app(), mailed=record.mail)
    path = f"/r/{done.secret}" if done.secret else ""
    return make_response({"number": done.number, "whose": done.whose, "link": done.secret, "path": path}, 201)


@bp.delete("/e/<slug>/entries/<int:number>/link")
@bp.output({}, status_code=204, description="No link of the player opens any more.")
@bp.doc(summary="End a player's links", responses=failures(401, 403, 404, 409))
def unlink(slug: str, number: int) -> ResponseReturnValue:
    """Let no link of a player open any more."""
    end_links(current_who(), slug, number, app())
    return make_response("", 204)
