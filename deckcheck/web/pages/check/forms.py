"""What the check page was sent, as an order to judge a list by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import Request
from werkzeug.datastructures import MultiDict

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.answers import Answers, make_answers, numbers_of
from deckcheck.decklist.list_reader import with_line_feeds
from deckcheck.decklist.list_text import UnreadableText, decode
from deckcheck.lists.list_checks import MATCHES, PreviewList, Terms, read_day
from deckcheck.translations import gettext, gettext_noop
from deckcheck.web.current import app
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.check.links import by_decklist_org

DEFAULT_FORMAT: Final = "modern"
MOST_REFUSALS: Final = 200
MOST_LEFT_OUT: Final = 500
PLATFORMS: Final[Mapping[str, str]] = {
    "paper": gettext_noop("In paper"),
    "mtgo": gettext_noop("On Magic Online"),
    "arena": gettext_noop("On Arena"),
}
MATCH_WORDS: Final[Mapping[str, str]] = {"bo3": gettext_noop("Best of three"), "bo1": gettext_noop("Single games")}
MATCH_WITHIN: Final[Mapping[str, str]] = {"bo3": gettext_noop("best of three"), "bo1": gettext_noop("single games")}
"""The same within a sentence."""
TERMS_WORDS: Final[Mapping[tuple[str, str], str]] = {
    ("paper", "bo3"): gettext_noop("Paper, best of three"),
    ("paper", "bo1"): gettext_noop("Paper, single games"),
    ("mtgo", "bo3"): gettext_noop("Magic Online, best of three"),
    ("mtgo", "bo1"): gettext_noop("Magic Online, single games"),
    ("arena", "bo3"): gettext_noop("Arena, best of three"),
    ("arena", "bo1"): gettext_noop("Arena, single games"),
}


@dataclass(frozen=True, slots=True)
class CheckForm:
    """The fields of the check page as they came in; what was left empty is empty.

    `act` and `what` are the two halves of the button that sent it: `edit` and its edits, `not` and a name.
    `refused`: names whose correction was refused. `out`: lines that are no cards, as `marks_of` marks them.
    `typing`: the line that is being typed, 0 for none. `others`: names typed under "Another card or name", by line.
    `trouble`: why a file could not be read. `fixed`: the terms of an event, which no field changes.
    `wanted`: the form in which the list is to be copied. `sure`: the format that it is for, whatever it looks like.
    """

    text: str = ""
    format: str = DEFAULT_FORMAT
    on: str = ""
    platform: str = ""
    match: str = ""
    refused: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    typing: int = 0
    act: str = "check"
    what: str = ""
    former: str | None = None
    others: Mapping[int, str] | None = None
    trouble: str = ""
    fixed: Terms | None = None
    wanted: str = ""
    sure: str = ""

    def terms(self) -> Terms:
        """The terms to judge by; a day, platform or match that is none is refused with a sentence."""
        return self.fixed or Terms(
            format=self.format,
            on=read_day(self.on) if self.on else None,
            match=self.match or None,
            platform=self.platform or None,
        )

    def answers(self) -> Answers:
        """What was answered to the questions about the text, by the lines that it has now."""
        return make_answers(numbers_of(split_lines(self.text), self.out), self.refused)

    def carried(self) -> list[tuple[str, str]]:
        """The terms and the answers as fields of another form, beside the text."""
        terms = {"format": self.format, "on": self.on, "platform": self.platform, "match": self.match}
        answers = [*(("not", name) for name in self.refused), *(("out", mark) for mark in self.out)]
        return [(name, value) for name, value in terms.items() if value] + answers

    def order(self, text: str) -> PreviewList:
        """The order to judge this text, which has the lines of the form's own, by the form's terms and answers."""
        return PreviewList(text, self.terms(), None, self.answers())


def check_form(request: Request) -> CheckForm:
    """The check page's fields from a request; a file that was chosen takes the place of the text."""
    fields = request.form if request.method == "POST" else request.args
    act, _, what = fields.get("do", "check").partition(":")
    linked = by_decklist_org(fields, app())
    form = CheckForm(
        text=with_line_feeds(linked.get("text") or fields.get("text", "")),
        format=linked.get("format") or fields.get("format", "").strip() or DEFAULT_FORMAT,
        on=linked.get("on") or fields.get("on", "").strip(),
        platform=_among(fields.get("platform", ""), tuple(PLATFORMS)),
        match=_among(fields.get("match", ""), MATCHES),
        refused=tuple(dict.fromkeys(fields.getlist("not")))[:MOST_REFUSALS],
        out=tuple(dict.fromkeys(mark[:60] for mark in fields.getlist("out")))[:MOST_LEFT_OUT],
        typing=int(fields["typing"]) if re.fullmatch(r"\d{1,6}", fields.get("typing", "")) else 0,
        act=act,
        what=what,
        former=with_line_feeds(fields["former"]) if "former" in fields else None,
        others=_others(fields),
        sure=fields.get("sure", "")[:100],
        wanted=fields.get("as", "")[:40],
    )
    return _with_file(form, request)


def _with_file(form: CheckForm, request: Request) -> CheckForm:
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return form
    try:
        text = with_line_feeds(decode(sent.read()))
    except UnreadableText as refused:
        return replace(form, trouble=str(refused))
    return replace(form, text=text, act="file", what=sent.filename[:80], former=form.text)


def _others(fields: MultiDict[str, str]) -> dict[int, str]:
    found = ((re.fullmatch(r"other-(\d{1,6})", key), value.strip()) for key, value in fields.items())
    return {int(key[1]): value[:200] for key, value in found if key and value}


def _among(value: str, allowed: tuple[str, ...]) -> str:
    if value and value not in allowed:
        told = gettext('"{value}" is not among {allowed}.')
        raise UnusableInput(told.format(value=value[:40], allowed=", ".join(allowed)))
    return value
