"""Formats that an account writes: as a form or as TOML, what they mean, a list to try, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.access_rows import actor_outside
from deckcheck.app.context import App
from deckcheck.app.permissions import may_write_formats
from deckcheck.app.refusals import Refused
from deckcheck.decklist import lazy
from deckcheck.events.account_formats import (
    FormatRefused,
    KeptFormat,
    draft,
    law_of_draft,
    seen_format,
    try_list,
    words_of_file,
)
from deckcheck.events.format_changes import FormatKept, change_format, delete_format, keep_format, retire_format
from deckcheck.law.event_rules import Fault
from deckcheck.law.formats import Format
from deckcheck.law.own_format_files import HOUSE, LISTS, LONGEST_TEXT, OwnFormat, kept_own, toml_of
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.event_terms import what_may_change
from deckcheck.lists.list_checks import Terms
from deckcheck.publication.format_pages import Use, use_of
from deckcheck.verdict.reports import Report
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals
from deckcheck.web.pages.events import event_words as words

bp = Blueprint("own_formats", __name__)

HOME: Final = "/organize/formats"
CARDS: Final[Mapping[str, str]] = {
    "banned": "Banned",
    "restricted": "One copy at most",
    "unbanned": "Not banned or restricted here",
    "allowed": "Legal though in no set of the format",
}
MOST_SAID: Final = 30
SIZE: Final = "size-"
_POINTS: Final = lazy.regex(
    r"(?P<points>\d{1,4})\s+(?P<card>.*\S)|(?P<card_first>.*?[^\s:=])[\s:=]+(?P<points_last>\d{1,4})"
)


@dataclass(frozen=True, slots=True)
class Fields:
    """A format as its page shows it: the words, or in `toml` the text that has them."""

    values: Mapping[str, str]
    as_toml: bool = False
    toml: str = ""
    trial: str = ""
    file: str = ""

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")

    def given(self) -> dict[str, Any]:
        """The words; refused where the text holds none."""
        if self.as_toml:
            return words_of_file(self.toml, self.file)
        lists = {word: [line.strip() for line in self[word].splitlines() if line.strip()] for word in (*HOUSE, "cards")}
        lists |= {"sets": self["sets"].replace(",", " ").split(), "rarities": self["rarities"].split()}
        sizes = {name.removeprefix(SIZE): _number(value) for name, value in self.values.items() if name[:5] == SIZE}
        told: dict[str, Any] = {"title": self["title"].strip(), "inherits": self["inherits"], **lists}
        told |= {"drop": self["drop"].split(), "singleton": self["singleton"] == "yes"}
        told["sizes"] = {name: number for name, number in sizes.items() if number != ""}
        told |= {"points_at_most": _number(self["points_at_most"]), "points": _points(self["points"])}
        return {word: said for word, said in told.items() if said or word in {"title", "inherits"}}


def _number(text: str) -> int | str:
    said = text.strip()
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 6 else said


def _points(text: str) -> dict[str, int]:
    """The points of each card, a line each; refused with the lines that say none or name a card again."""
    found: dict[str, int] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        if not (said := line.strip()):
            continue
        told = _POINTS.fullmatch(said)
        card = (told["card"] or told["card_first"]) if told else said
        if told is None:
            faults.append(Fault("points", f"Write the points before the card: 3 {said[:60]}.", number))
        elif card in found:
            faults.append(Fault("points", f"{card[:60]} has points already. Remove one of its lines.", number))
        else:
            found[card] = int(told["points"] or told["points_last"])
    if faults:
        raise FormatRefused(faults)
    return found


def fields_of(given: Mapping[str, Any]) -> dict[str, str]:
    """Words as the fields of the form have them; what is of another kind is left to the text."""
    lines = {word: "\n".join(map(str, given.get(word, ()))) for word in (*HOUSE, "cards")}
    values = {word: " ".join(map(str, given.get(word, ()))) for word in LISTS if word not in lines}
    sizes = {f"{SIZE}{name}": str(number) for name, number in given.get("sizes", {}).items()}
    lines["points"] = "\n".join(f"{number} {name}" for name, number in given.get("points", {}).items())
    plain = {word: str(given.get(word, "")) for word in ("title", "inherits", "points_at_most")}
    return {**lines, **values, **sizes, **plain, "singleton": "yes" if given.get("singleton") is True else ""}


def _sent() -> Fields:
    """What came in; a file that was chosen stands in place of the text."""
    sent, most = request.form, LONGEST_TEXT
    values = {name: value[:most] for name, value in sent.items()}
    values |= {"rarities": " ".join(sent.getlist("rarities")), "drop": " ".join(sent.getlist("drop"))}
    found = Fields(values, sent.get("as") == "toml", sent.get("toml", ""), sent.get("trial", "")[:most])
    file = request.files.get("file")
    if file is not None and file.filename and (data := file.read()):
        text = data[: most * 4].decode("utf-8-sig", "replace")
        found = replace(found, as_toml=True, toml=text, file=file.filename[:60])
    return found


@dataclass(frozen=True, slots=True)
class Shown:
    """What is said of the words on a page: sentences with the law they come to, and the verdict on a list."""

    fields: Fields
    kept: KeptFormat | None = None
    own: OwnFormat | None = None
    book: Rulebook | None = None
    report: Report | None = None
    said: tuple[Use, ...] = ()
    taken: FormatKept | None = None
    done: str = ""
    menu: tuple[Format, ...] = field(default_factory=tuple)


def _settled(at: App, found: Fields) -> OwnFormat:
    lines = {word: found[word] for word in (*HOUSE, "cards", "points")}
    return draft(at, need_account(), found.given(), found.toml if found.as_toml else lines, found.file)


def _shown(at: App, found: Fields, own: OwnFormat | None, kept: KeptFormat | None = None) -> Shown:
    """What the format means, as far as it can stand, and what its law says of the list that is tried."""
    menu = tuple(at.reference.formats.values())
    if own is None:
        return Shown(found, kept, menu=menu)
    book = law_of_draft(at, own)
    base = at.format(own.inherits)
    said = tuple(use_of(bound, book, base) for bound in book.clauses)
    report = try_list(at, own, found.trial) if found.trial.strip() else None
    return Shown(found, kept, own, book, report, said, menu=menu)


def _page(shown: Shown, refused: Refused | None = None) -> str:
    at, found = app(), shown.fields
    base = at.reference.formats.get(found["inherits"]) or next(iter(at.reference.formats.values()))
    sizes, may_drop = what_may_change(Terms(base.id), at)
    drops = words.left_out(may_drop, sizes, at.reference.games[base.game].presentation)
    return render_template(
        "organizer/format.html",
        shown=shown,
        fields=found,
        base=base,
        sizes=sizes,
        drops=drops,
        words=words,
        cards=CARDS,
        most_said=MOST_SAID,
        told="" if refused is None or refused.by_field else str(refused),
        faults=refused.by_field if refused else {},
    )


def _again(refused: Refused, handle: str = "") -> str:
    may_write_formats(actor_outside(need_account())).or_refuse()
    kept = seen_format(app(), need_account(), handle) if handle else None
    own, found = None, _sent()
    with suppress(Refused):
        own = _settled(app(), found)
    shown = _shown(app(), replace(found, trial=""), own, kept)
    return _page(replace(shown, fields=found), refused)


def _turned(found: Fields) -> Fields:
    """The same format as TOML, or as a form."""
    if found.as_toml:
        return replace(found, values=fields_of(_of_kind(found.given())), as_toml=False)
    return replace(found, as_toml=True, toml=toml_of(found.given()))


def _of_kind(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The words; refused where a form could not hold them, so that nothing is lost on the way."""
    draft(app(), need_account(), given, toml_of(given))
    return given


def _act(found: Fields, handle: str) -> ResponseReturnValue:
    """What the button that was pressed asks: another view, a look at what it means, or to keep it."""
    at, who, do = app(), need_account(), request.form.get("do", "")
    may_write_formats(actor_outside(who)).or_refuse()
    kept = seen_format(at, who, handle) if handle else None
    if do == "turn":
        turned = _turned(found)
        own = None
        with suppress(FormatRefused):
            own = _settled(at, turned)
        return _page(_shown(at, turned, own, kept))
    own = _settled(at, found)
    if do != "keep":
        return _page(_shown(at, found, own, kept))
    if kept is None:
        return redirect(f"{HOME}/{keep_format(at, who, own).handle}?done=made", 303)
    seen, reason = request.form.get("version", ""), request.form.get("reason", "")[:500]
    number = int(seen) if seen.isdecimal() and len(seen) < 9 else None
    taken = change_format(at, who, handle, own, seen=number, reason=reason)
    now = seen_format(at, who, handle)
    shown = _shown(at, Fields(fields_of(words_of_file(now.text))), own, now)
    return _page(replace(shown, taken=taken))


def _kept_page(handle: str, refused: Refused) -> str:
    kept = seen_format(app(), need_account(), handle)
    return _page(Shown(Fields(fields_of(words_of_file(kept.text))), kept), refused)


@bp.get("/organize/formats/new")
def new() -> ResponseReturnValue:
    """The form, empty."""
    may_write_formats(actor_outside(need_account())).or_refuse()
    usual = request.args.get("inherits", "")
    return _page(_shown(app(), Fields({"inherits": usual}), None))


@bp.post("/organize/formats/new")
@shows_refusals(_again)
def make() -> ResponseReturnValue:
    """Look at a new format, try a list by it, or keep it."""
    return _act(_sent(), "")


@bp.get("/organize/formats/<handle>")
def show(handle: str) -> ResponseReturnValue:
    """A format of one's own, as it is kept."""
    kept = seen_format(app(), need_account(), handle)
    given = words_of_file(kept.text)
    as_toml = request.args.get("as") == "toml"
    found = Fields(fields_of(given), as_toml, kept.text)
    shown = _shown(app(), found, kept_own(kept.text), kept)
    return _page(replace(shown, done=request.args.get("done", "")))


@bp.post("/organize/formats/<handle>")
@shows_refusals(_again)
def change(handle: str) -> ResponseReturnValue:
    """Look at what a format would mean, try a list by it, or keep the change."""
    return _act(_sent(), handle)


@bp.post("/organize/formats/<handle>/retire")
@shows_refusals(_kept_page)
def retire(handle: str) -> ResponseReturnValue:
    """Offer a format for new events no more, or again."""
    retire_format(app(), need_account(), handle, retired=request.form.get("to") != "use")
    return redirect(f"{HOME}/{handle}?done=retired" if request.form.get("to") != "use" else f"{HOME}/{handle}", 303)


@bp.post("/organize/formats/<handle>/delete")
@shows_refusals(_kept_page)
def delete(handle: str) -> ResponseReturnValue:
    """Delete a format by which no event is played."""
    delete_format(app(), need_account(), handle)
    return redirect("/organize?done=format-deleted", 303)
