"""Players at the desk: added with the list they brought, changed, moved, merged, replaced, and given a link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.fields import Yes
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused
from deckcheck.events.desk_pages import DeskPage, desk_page
from deckcheck.lists.submission import judge_arrival, kept_text
from deckcheck.lists.submit import SendList, enter
from deckcheck.roster.entry_facts import EntryFacts
from deckcheck.roster.entry_links import NewLink, end_links, new_link, new_team_link
from deckcheck.roster.entry_states import MoveEntry, ReplacePlayer, move_entry, replace_player
from deckcheck.roster.merge import (
    MergeEntries,
    PartEntries,
    merge_entries,
    merge_likely,
    merge_view,
    others_called,
    undo_merge,
    unmerge_entry,
)
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, confirm_joiner, edit_entry, tell_apart
from deckcheck.store.states import EntryState
from deckcheck.web.asker import need_account
from deckcheck.web.current import app, now
from deckcheck.web.files import base
from deckcheck.web.forms import read_fields, read_form, read_query, show_again, shows_refusals, typed_text, whole
from deckcheck.web.pages.lists.editing import fresh_key
from deckcheck.web.pages.roster.roster import millis_of, query_of, view_asked
from deckcheck.web.qr import qr_code

bp = Blueprint("desk_people", __name__)
MOVES: Final = {"withdraw": EntryState.WITHDRAWN, "drop": EntryState.DROPPED, "disqualify": EntryState.DISQUALIFIED}
ASKED: Final = frozenset({"like-name", "confirm"})


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which of the acts of a page is meant."""

    act: str = ""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What goes with the list of somebody new: the key of the form, and why it is late."""

    key: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Twin:
    """The entry that a walk-in is, or is not (`apart`); `undo`: that they were made one."""

    other: int = 0
    apart: int = 0
    undo: Yes = False


@dataclass(frozen=True, slots=True)
class Into:
    """The name or the number of the entry that another becomes part of, as typed."""

    into: str = ""


def given_of_form(*, all_fields: bool = False) -> Given:
    """What a form says of a player; for somebody new, what was left empty is not said."""
    said = {name: value or "" for name, value in read_fields(Given, request.form).items()}
    return Given(**{name: value for name, value in said.items() if all_fields or value})


def _shown(template: str, page: DeskPage, refused: Refused | None = None, **more: object) -> str:
    """A page of the desk's, with what stood against the last act."""
    asks = refused is not None and refused.code in ASKED
    return render_template(template, page=page, frame=page.frame, refused=str(refused or ""), asks=asks, **more)


def _add_page(slug: str, refused: Refused | None = None, added: EntryFacts | None = None) -> str:
    page = desk_page(need_account(), slug, Right.ADD_ENTRY, app())
    key = read_query(HandIn).key or fresh_key()
    return _shown("staff/add.html", page, refused, added=added, key=key)


def _player_page(
    slug: str, number: int, refused: Refused | None = None, act: str = "", others: tuple[EntryFacts, ...] = ()
) -> str:
    page = desk_page(need_account(), slug, Right.EDIT_ENTRY, app(), number)
    into = read_query(Into).into
    return _shown("staff/player.html", page, refused, act=act or read_query(Chosen).act, others=others, into=into)


def _old_link(slug: str, number: int, refused: Refused | None = None) -> str:
    page = desk_page(need_account(), slug, Right.ISSUE_LINK, app(), number)
    return _shown("staff/link.html", page, refused, link=None, drawn="", address="", added="")


@bp.get("/e/<slug>/roster/add")
def show_add(slug: str) -> ResponseReturnValue:
    """A form for somebody who walked in, with their list if they have it."""
    return _add_page(slug)


@bp.post("/e/<slug>/roster/add")
@shows_refusals(_add_page)
def add(slug: str) -> ResponseReturnValue:
    """Add a player and hand in the list they brought; the list is read before anything is kept."""
    text = kept_text(typed_text())
    page = desk_page(need_account(), slug, Right.ADD_ENTRY, app())
    if text.strip():
        judge_arrival(text, page.terms, app())
    added = add_entry(read_form(AddEntry, who=need_account(), slug=slug, given=given_of_form()), app())
    trouble = _hand_in(slug, added.entry.number, text) if text.strip() else None
    if trouble:
        show_again(trouble)
        return make_response(_add_page(slug, trouble, added.entry), trouble.status)
    link = NewLink(added.entry.number, added.entry.name, added.link)
    return _link_page(slug, link, added.entry, "with their list" if text.strip() else "without a list so far")


def _hand_in(slug: str, number: int, text: str) -> Refused | None:
    """Hand in the list of a player who was just added; what stands against it, if anything does."""
    sent = read_form(HandIn)
    try:
        enter(SendList(need_account(), slug, number, "", text, sent.key, now(), reason=sent.reason), app())
    except Refused as refused:
        return refused
    return None


@bp.get("/e/<slug>/roster/<int:number>/player")
def show_player(slug: str, number: int) -> ResponseReturnValue:
    """What is known of a player, and where they may go from here."""
    return _player_page(slug, number)


@bp.post("/e/<slug>/roster/<int:number>/player")
@shows_refusals(_player_page, act="edit")
def edit(slug: str, number: int) -> ResponseReturnValue:
    """Change what is known of a player."""
    given = given_of_form(all_fields=True)
    edit_entry(read_form(EditEntry, who=need_account(), slug=slug, number=number, given=given), app())
    return redirect(f"/e/{slug}/roster/{number}?done=changed", 303)


@bp.post("/e/<slug>/roster/<int:number>/confirm")
def confirm(slug: str, number: int) -> ResponseReturnValue:
    """Somebody who came by the code is here."""
    confirm_joiner(need_account(), slug, number, app())
    return redirect(f"/e/{slug}/roster/{number}?done=confirmed", 303)


@bp.post("/e/<slug>/roster/<int:number>/move")
@shows_refusals(_player_page)
def move(slug: str, number: int) -> ResponseReturnValue:
    """Withdraw, drop, disqualify, or put back; a team goes whole."""
    to = MOVES.get(read_form(Chosen).act, EntryState.ON)
    move_entry(read_form(MoveEntry, who=need_account(), slug=slug, number=number, to=to), app())
    return redirect(f"/e/{slug}/roster/{number}?done=moved", 303)


@bp.post("/e/<slug>/roster/<int:number>/merge")
@shows_refusals(_player_page, act="merge")
def merge(slug: str, number: int) -> ResponseReturnValue:
    """Two entries of one person: both are shown first, then one is kept."""
    typed = read_form(Into).into
    into = whole(typed.removeprefix("#")) or 0
    order = read_form(MergeEntries, who=need_account(), slug=slug, number=number, into=into)
    if not order.confirmed:
        others = others_called(need_account(), slug, number, typed, app())
        if len(others) > 1:
            return _player_page(slug, number, act="merge", others=others)
        into = others[0].number
        found = merge_view(need_account(), slug, number, into, app(), order.keep)
        page = desk_page(need_account(), slug, Right.MERGE, app(), number)
        return _shown("staff/merge.html", page, found=found, into=into)
    done = merge_entries(order, app())
    return redirect(f"/e/{slug}/roster/{done.kept.number}?done=moved", 303)


@bp.post("/e/<slug>/roster/<int:number>/same")
@shows_refusals(_player_page, act="merge")
def answer_likely(slug: str, number: int) -> ResponseReturnValue:
    """A walk-in is the one they are likely to be, or somebody else; or that they were made one is undone."""
    said, back = read_form(Twin), f"/e/{slug}/roster"
    if said.undo:
        kept = undo_merge(need_account(), slug, number, app()).kept.number
        return redirect(f"{back}{query_of(view_asked(), did='parted', named=kept)}", 303)
    if said.apart:
        tell_apart(need_account(), slug, number, said.apart, app())
        return redirect(f"{back}{query_of(view_asked())}", 303)
    done = merge_likely(need_account(), slug, number, said.other, app())
    kept, gone = done.kept.number, done.gone.number
    return redirect(f"{back}{query_of(view_asked(), did='merged', n=gone, named=kept, at=millis_of(done.at))}", 303)


@bp.post("/e/<slug>/roster/<int:number>/unmerge")
@shows_refusals(_player_page, act="unmerge")
def unmerge(slug: str, number: int) -> ResponseReturnValue:
    """Make an entry that was merged one of its own again."""
    unmerge_entry(read_form(PartEntries, who=need_account(), slug=slug, number=number), app())
    return redirect(f"/e/{slug}/roster/{number}?done=moved", 303)


@bp.post("/e/<slug>/roster/<int:number>/replace")
@shows_refusals(_player_page, act="replace")
def replace(slug: str, number: int) -> ResponseReturnValue:
    """Put somebody else into a seat of a team."""
    order = read_form(ReplacePlayer, who=need_account(), slug=slug, number=number, given=given_of_form())
    done = replace_player(order, app()).new
    return _link_page(slug, NewLink(done.entry.number, done.entry.name, done.link), done.entry, "in the seat")


@bp.get("/e/<slug>/roster/<int:number>/link")
def show_link(slug: str, number: int) -> ResponseReturnValue:
    """Whether a new link is to take the place of the old one."""
    return _old_link(slug, number)


@bp.post("/e/<slug>/roster/<int:number>/link")
@shows_refusals(_old_link)
def issue(slug: str, number: int) -> ResponseReturnValue:
    """A new link, shown this once with its code for the player's phone, or mailed; or the end of all of them."""
    act = read_form(Chosen).act
    if act == "end":
        end_links(need_account(), slug, number, app())
        return redirect(f"/e/{slug}/roster/{number}?done=moved", 303)
    if act == "mail":
        return _link_page(slug, new_link(need_account(), slug, number, app(), mailed=True), None, "")
    make = new_team_link if act == "team" else new_link
    made = make(need_account(), slug, number, app())
    return _link_page(slug, made, None, "")


def _link_page(slug: str, link: NewLink, entry: EntryFacts | None, added: str) -> str:
    page = desk_page(need_account(), slug, Right.ISSUE_LINK, app(), link.number)
    address = f"{base()}/r/{link.secret}" if link.secret else ""
    drawn = qr_code(address, f"The link of {link.whose}") if address else ""
    return _shown("staff/link.html", page, link=link, drawn=drawn, address=address, added=added, entry=entry)
