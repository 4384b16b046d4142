"""What a player has of the lists they sent: receipts, the list that stands, versions, proofs, and taking it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Hidden, Refused
from deckcheck.app.secret_mail import sends_mail
from deckcheck.app.time_words import at_when, clock_seconds, clock_time, until_when
from deckcheck.law.sentences import section_heading
from deckcheck.lists.editor import SaveDraft, editor_of, save_draft
from deckcheck.lists.judged import is_by_hand
from deckcheck.lists.list_checks import standing_answers
from deckcheck.lists.own_list import OwnList, Version, own_list, own_proof, versions
from deckcheck.lists.receipts import Receipt, receipt
from deckcheck.lists.submit import TakeBack, take_back
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.published_lists import PublishedList, cards_of_canonical
from deckcheck.web.asker import current_who
from deckcheck.web.current import app, now
from deckcheck.web.forms import OfEntry, read_form, read_query, shows_refusals
from deckcheck.web.own_copy import copy_of
from deckcheck.web.pages.lists.editing import is_live, list_form
from deckcheck.web.pages.publication.public_shown import DeckSection, deck_sections, told

bp = Blueprint("player_list", __name__)

STATES: Final[Mapping[str, tuple[str, str, str]]] = {
    "legal": ("legal", gettext_noop("Legal"), gettext_noop("legal")),
    "illegal": ("illegal", gettext_noop("Illegal"), gettext_noop("illegal")),
    "unclear": ("undecided", gettext_noop("Needs an answer"), gettext_noop("needs an answer")),
}
"""A verdict's mark and word, and the word within a sentence."""
BY_HAND: Final = ("undecided", gettext_noop("Staff will check it by hand"), "")
"""Those of a list that only newer data could decide."""
STANDINGS: Final[Mapping[str, str]] = {
    "current": gettext_noop("This is the list that counts."),
    "accepted": gettext_noop("This is the list that counts; it is accepted."),
    "superseded": gettext_noop("A later list took its place."),
    "withdrawn": gettext_noop("It was taken back and stays on record, closed."),
}


@bp.get("/e/<slug>/my/receipt/<key>")
def show_receipt(slug: str, key: str) -> ResponseReturnValue:
    """The receipt of a list, by its own key or by the one it was sent with: asking again is safe."""
    who, number = current_who(), read_query(OfEntry).entry
    found = receipt(who, slug, number, key, app())
    mine = own_list(who, slug, app(), found.entry, found.stage)
    return render_template(
        "player/receipt.html",
        receipt=found,
        mine=mine,
        head=mine.head,
        sent=clock_seconds(found.arrived, found.zone),
        at=told(found.arrived, found.zone, mine.head.place),
        verdict=_verdict(found),
        totals=_totals(mine.head.game, found.sizes),
        until=until_when(found.open_until, now(), found.zone) if found.open_until else "",
        standing=gettext(STANDINGS[found.standing]),
        sections=_sections(mine.version, mine) if mine.version and mine.version.receipt.uid == found.uid else (),
        query=_query(mine),
        is_first=found.standing == "current",
        mails=sends_mail(app().settings),
    )


def _verdict(found: Receipt) -> tuple[str, str, str]:
    return _said(BY_HAND if found.by_hand else STATES[found.verdict])


def _said(verdict: tuple[str, str, str]) -> tuple[str, str, str]:
    mark, word, within = verdict
    return mark, gettext(word), within and gettext(within)


@bp.get("/e/<slug>/my/list")
def show_list(slug: str) -> ResponseReturnValue:
    """My list: what stands, who can change it, who sees it, and when it may be looked at."""
    mine = _mine(slug)
    version, copy = mine.version, copy_of(mine)
    page = render_template(
        "player/list.html",
        mine=mine,
        head=mine.head,
        version=version,
        sections=_sections(version, mine) if version else (),
        verdict=_verdict(version.receipt) if version else None,
        again=_judged_again(version, mine) if version else None,
        sent=told(version.receipt.arrived, mine.head.zone, mine.head.place) if version else None,
        seals=[(seal, told(seal.at, mine.head.zone, mine.head.place)) for seal in mine.seals],
        may_send=mine.open_until is not None,
        printed=told(now(), mine.head.zone, mine.head.place),
        clock=clock_time(now(), mine.head.zone),
        copy=copy,
        query=_query(mine),
    )
    return make_response(page, copy.headers if copy else {})


@bp.get("/e/<slug>/my/versions")
def show_versions(slug: str) -> ResponseReturnValue:
    """Everything that was sent, with its verdicts."""
    mine = _mine(slug)
    found = versions(current_who(), slug, mine.entry, app(), mine.stage)
    rows = [(v, told(v.receipt.arrived, mine.head.zone, mine.head.place), _verdicts(v, mine)) for v in found]
    return render_template(
        "player/versions.html",
        mine=mine,
        head=mine.head,
        rows=rows[::-1],
        standings={standing: gettext(words) for standing, words in STANDINGS.items()},
        query=_query(mine),
    )


@bp.get("/e/<slug>/my/large")
def show_large(slug: str) -> ResponseReturnValue:
    """The text that was typed, large, for the judge at the desk."""
    asked = read_query(OfEntry)
    page = editor_of(current_who(), slug, app(), asked.entry, asked.stage)
    return render_template("player/large.html", page=page, text=page.text, query=f"?entry={page.entry}")


@bp.post("/e/<slug>/my/large")
def keep_and_show_large(slug: str) -> ResponseReturnValue:
    """Keep what was typed, where it is kept, and show it large."""
    form, who = list_form(request), current_who()
    page = editor_of(who, slug, app(), form.entry, form.stage)
    if not page.window.keeps and not is_live():
        return render_template("player/large.html", page=page, text=form.check.text, query=f"?entry={page.entry}")
    if page.window.keeps:
        answers = standing_answers(form.check.text, form.check.answers(), page.window.terms, app())
        text, deck = form.check.text, form.deck
        save_draft(SaveDraft(who, slug, page.entry, page.stage, text, None, form.tab, form.turn, answers, deck), app())
    address = f"/e/{slug}/my/large?entry={page.entry}&stage={page.stage}"
    if is_live():
        return make_response("", 204, {"HX-Redirect": address})
    return redirect(address, 303)


def _take_back_page(mine: OwnList, refused: Refused | None = None) -> str:
    facts = {"mine": mine, "head": mine.head, "version": mine.version, "query": _query(mine)}
    return render_template("player/take_back.html", told=str(refused or ""), **facts)


def _not_taken_back(slug: str, refused: Refused) -> str:
    return _take_back_page(_mine(slug), refused)


@bp.get("/e/<slug>/my/take-back")
def ask_take_back(slug: str) -> ResponseReturnValue:
    """The question whether to take the list back."""
    mine = _mine(slug)
    if mine.version is None:
        raise Hidden(gettext("You haven't submitted a list."))
    return _take_back_page(mine)


@bp.post("/e/<slug>/my/take-back")
@shows_refusals(_not_taken_back)
def do_take_back(slug: str) -> ResponseReturnValue:
    """Take the list back; it stays on record."""
    number = read_query(OfEntry).entry
    seen = request.form.get("seen")
    order = read_form(TakeBack, who=current_who(), slug=slug, number=number, arrived=now(), seen=seen)
    several = take_back(order, app())
    query = f"?entry={several[0]}&stage={several[1]}" if several else ""
    return redirect(f"/e/{slug}/my/list{query}", 303)


@bp.get("/e/<slug>/my/proof-<int:seal>.json")
def show_proof(slug: str, seal: int) -> ResponseReturnValue:
    """The proof of the own list in a seal, as a file."""
    number = read_query(OfEntry).entry
    response = make_response(own_proof(current_who(), slug, number, seal, app()))
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}-seal-{seal}.json"'
    return response


def _totals(game: str, sizes: Mapping[str, int]) -> list[tuple[int, str]]:
    """How many cards stand in each section, with its title."""
    of = app().reference.games[game]
    return [(count, section_heading(of, section)) for section, count in sizes.items() if count]


def _mine(slug: str) -> OwnList:
    """The list that is asked for."""
    asked = read_query(OfEntry)
    return own_list(current_who(), slug, app(), asked.entry, asked.stage)


def _query(mine: OwnList) -> str:
    return f"?entry={mine.entry}&stage={mine.stage}" if mine.places else ""


def _sections(version: Version, mine: OwnList) -> tuple[DeckSection, ...]:
    game = mine.head.game
    look = app().reference.games[game].presentation
    cards, waiting = cards_of_canonical(read_canonical(version.canonical), app().index(game), look)
    listed = PublishedList(mine.entry, mine.player, "", version.title, cards, waiting=waiting, sheet=look.sheet)
    return deck_sections(listed, game)


def _verdicts(version: Version, mine: OwnList) -> list[tuple[str, str, str, list[str]]]:
    """Every verdict on a list: its mark, its word, when it was given, what it says."""
    return [
        (
            *_said(BY_HAND if is_by_hand(verdict.body) else STATES[verdict.word])[:2],
            at_when(verdict.at, now(), mine.head.zone),
            [problem["message"] for problem in verdict.body["problems"]],
        )
        for verdict in version.verdicts
    ]


def _judged_again(version: Version, mine: OwnList) -> tuple[str, str, str, list[str]] | None:
    """The verdict of now where it is another than the one that the list was sent with."""
    *_, last = _verdicts(version, mine)
    return last if last[:2] != _verdict(version.receipt)[:2] else None
