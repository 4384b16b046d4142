"""A deck built of one's registered pool: how many of each are played, put into the draft of the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, Refused
from deckcheck.decklist.decks import Deck
from deckcheck.law.presented_deck import Sections
from deckcheck.law.sentences import counted
from deckcheck.lists.editor import Editor, SaveDraft, editor_of, save_draft
from deckcheck.lists.list_checks import PreviewList, preview_list, rulebook_for
from deckcheck.pools.values import PoolSeen
from deckcheck.pools.views import my_pools
from deckcheck.translations import gettext, join_words, pgettext
from deckcheck.verdict.layout import Listed, lay_out
from deckcheck.verdict.pool_counts import read_counts
from deckcheck.verdict.reports import Verdict
from deckcheck.web.asker import current_who, need_somebody
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals, whole
from deckcheck.web.pages.check.pool_page import CountPage
from deckcheck.web.pages.check.pool_sheet import (
    Counted,
    CountForm,
    GroupShown,
    RowShown,
    SetShown,
    count_form,
    key_of,
)
from deckcheck.web.pages.lists.editing import fresh_key
from deckcheck.web.pages.lists.player_editor import query_of
from deckcheck.web.words import side_words

bp = Blueprint("pool_deck", __name__)

MAIN: Final = ("main",)
LEADERS: Final = ("commander",)
MOST_NAMED: Final = 6


@bp.get("/e/<slug>/pool/deck")
def show(slug: str) -> ResponseReturnValue:
    """The pool, with how many of each card the list plays so far."""
    editor, seen = _place(slug)
    main, left_out = _played(editor, seen)
    return _screen(editor, seen, main, _left_out_words(left_out))


def _not_built(slug: str, refused: Refused) -> str:
    editor, seen = _place(slug)
    form = count_form(request, ())
    read = read_counts(form.text, (), app().index(editor.head.game))
    return _screen(editor, seen, {row.name: row.count for row in read.rows}, [], form, refused)


@bp.post("/e/<slug>/pool/deck")
@shows_refusals(_not_built)
def build(slug: str) -> ResponseReturnValue:
    """Put the deck into the draft of the list, and go on there."""
    editor, seen = _place(slug)
    form = count_form(request, ())
    index = app().index(editor.head.game)
    read = read_counts(form.text, (), index)
    main = {row.name: row.count for row in read.rows}
    if form.act != "next":
        return _screen(editor, seen, main, [unread.why for unread in read.unread], form)
    text = _with_leaders(editor, [f"{row.count} {row.name}" for row in _sheet(editor, seen, main).rows])
    if not editor.window.keeps:
        raise Refused(editor.window.why_not(Verdict.LEGAL))
    save_draft(SaveDraft(current_who(), slug, editor.entry, editor.stage, text, None, fresh_key()), app())
    return make_response(redirect(f"/e/{slug}/my{query_of(editor)}", 303))


def _place(slug: str) -> tuple[Editor, PoolSeen]:
    """The list that is written, and the pool it is built from."""
    who, stage = need_somebody(), request.values.get("stage", "")[:40]
    found = my_pools(app(), who, slug)
    seen = next((one for one in found.mine if one.cards and stage in {"", one.stage}), None)
    if seen is None:
        raise Hidden(gettext("No pool of yours is registered yet."))
    return editor_of(who, slug, app(), whole(request.values.get("entry", "")), seen.stage), seen


def _played(editor: Editor, seen: PoolSeen) -> tuple[dict[str, int], list[str]]:
    """What the list plays of the pool, and what else it has."""
    if not editor.text.strip():
        return {}, []
    deck = _deck(editor)
    known = {card.name for card in seen.cards} | set(_free(editor))
    main = {card.name: count for card, count in deck.copies(MAIN).items()}
    return {name: n for name, n in main.items() if name in known}, [name for name in main if name not in known]


def _with_leaders(editor: Editor, rows: Sequence[str]) -> str:
    """The list with the commanders that it names already, of which no number is asked here."""
    text = "\n".join(rows)
    if not editor.text.strip() or not rulebook_for(editor.window.terms, app()).leaders:
        return text
    game = app().reference.games[editor.head.game]
    named = "\n".join(f"{count} {card.name}" for card, count in _deck(editor).copies(LEADERS).items())
    leading, played = map(game.section_title, (*LEADERS, *MAIN))
    return f"{leading}\n{named}\n\n{played}\n{text}" if named else text


def _deck(editor: Editor) -> Deck:
    return preview_list(PreviewList(editor.text, editor.window.terms, None, editor.answers), app()).deck


def _left_out_words(names: Sequence[str]) -> list[str]:
    if not names:
        return []
    shown, more = [*names[:MOST_NAMED]], len(names) - MOST_NAMED
    if more > 0:
        shown.append(gettext("{count} more").format(count=more))
    told = gettext("Your list has cards that the pool has not; they are left out here: {cards}.")
    return [told.format(cards=join_words(shown))]


def _free(editor: Editor) -> tuple[str, ...]:
    """The cards that are free beside the pool, as the format of the list has them."""
    clauses = rulebook_for(editor.window.terms, app()).clauses
    return next((bound.params.free_cards for bound in clauses if isinstance(bound.params, Sections)), ())


def _least(editor: Editor) -> int | None:
    """How many cards the main deck has at least, beside the commanders that the list names."""
    book = rulebook_for(editor.window.terms, app())
    least = next((bound.params.at_least for bound in book.clauses if bound.clause.name == "main-min"), None)
    if least is None or not book.leaders or not editor.text.strip():
        return least
    return int(least) - _deck(editor).size("commander")


def _sheet(editor: Editor, seen: PoolSeen, main: Mapping[str, int]) -> Counted:
    return deck_sheet(seen, _free(editor), main, app(), editor.head.game)


def deck_sheet(seen: PoolSeen, free: Sequence[str], main: Mapping[str, int], at: App, game: str) -> Counted:
    """The pool by colour, with what is played of it; cards that are free stand below, without an end."""
    index, look, of = at.index(game), at.reference.games[game].presentation, gettext("of {count}")
    pool = [
        Listed("pool", card.count, card.name, index.card(card.name)) for card in seen.cards if card.name not in free
    ]
    groups = [
        GroupShown(
            f"pile-{place}",
            pile.heading,
            look.short(pile.heading),
            tuple(_row(row.name, of.format(count=row.count), main, row.count) for row in pile.rows),
        )
        for section in lay_out(pool, look, "colour").sections
        for place, pile in enumerate(section.piles, 1)
    ]
    basics = tuple(_row(name, pgettext("without a limit", "free"), main) for name in free)
    if basics:
        groups.append(GroupShown("basics", gettext("As many as you like"), gettext("Basics"), basics))
    shown = SetShown("", gettext("Your pool"), tuple(groups))
    return Counted((shown,), (), (), sum(row.count for row in shown.rows))


def _row(name: str, number: str, main: Mapping[str, int], most: int | None = None) -> RowShown:
    return RowShown(key_of("", name), name, number, count=main.get(name, 0), most=most)


def _screen(
    editor: Editor,
    seen: PoolSeen,
    main: Mapping[str, int],
    above: Sequence[str],
    form: CountForm | None = None,
    refused: Refused | None = None,
) -> str:
    here = f"/e/{editor.head.slug}/pool"
    about = gettext("From your pool of {cards}. What you do not play is your {sideboard}.")
    page = CountPage(
        title=gettext("Build your deck"),
        about=about.format(cards=counted(seen.total, "card"), sideboard=side_words(editor.head.game)),
        action=f"{here}/deck",
        counted=_sheet(editor, seen, main),
        store=f"deckcheck.pool deck {editor.head.slug}/{editor.entry}/{editor.stage}/{editor.draft.version}",
        read="",
        quiet=gettext("Kept in this browser until it is in your list."),
        label=gettext("Part of a name"),
        next_words=gettext("Put it into your list"),
        back=here,
        hidden=(("stage", seen.stage), ("entry", editor.entry)),
        expected=_least(editor),
        answered=form is not None,
        refused=str(refused or ""),
        above=tuple(above),
    )
    return render_template("pool/count.html", page=page)
