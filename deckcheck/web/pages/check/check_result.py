"""What the check page shows of a report, in plain values that the templates only lay out."""

from __future__ import annotations

import json
from typing import NamedTuple

from deckcheck.publication.card_facts import Why
from deckcheck.publication.exports.shape import ListForm
from deckcheck.web.pages.check.pips import NO_MARKS, Marks


class Mark(NamedTuple):
    """The margin of one line: its fate, and where something is to be said its state, word and place on the page."""

    line: int
    fate: str = ""
    state: str = ""
    word: str = ""
    target: str = ""


class Limit(NamedTuple):
    """A limit in words; `state` is empty where there is nothing to say of it yet. `bounds`: it says what is allowed."""

    words: str
    state: str = ""
    bounds: bool = False


class Total(NamedTuple):
    """A large figure with its bounds."""

    title: str
    figure: int
    limits: tuple[Limit, ...] = ()

    @property
    def state(self) -> str:
        """`illegal` if any bound is broken."""
        return "illegal" if any(limit.state == "illegal" for limit in self.limits) else ""


class Cite(NamedTuple):
    """A document section or an announcement, with its address where it has one."""

    words: str
    address: str = ""


class Button(NamedTuple):
    """A submit button that changes the list: its words and what it sends."""

    words: str
    value: str


class Search(NamedTuple):
    """A search for another card in place of the one on a line; `context` goes with each request."""

    line: int
    context: str


class Item(NamedTuple):
    """One problem as the page shows it. `question` items are decided by a pick.

    `leave` marks the line that may be no card: it is what "Not a card, leave it out" sends.
    """

    id: str
    state: str
    word: str
    clause: str
    text: str
    lines: tuple[int, ...]
    margin: tuple[int, ...]
    span: str
    typed: tuple[str, ...]
    cites: tuple[Cite, ...]
    buttons: tuple[Button, ...]
    search: Search | None = None
    leave: str = ""
    question: bool = False
    size: bool = False
    why: Why | None = None


class Told(NamedTuple):
    """Something that was read differently from what was written; `refusal` is what "Not this card" sends.

    `back` marks a line that was left out: it is what "Put it back" sends.
    """

    id: str
    line: int
    words: str
    refusal: str = ""
    back: str = ""


class Row(NamedTuple):
    """A card as it was read."""

    copies: int
    name: str
    address: str = ""
    wrote: str = ""
    marks: Marks = NO_MARKS


class SectionRows(NamedTuple):
    """A section as it was read."""

    id: str
    title: str
    size: int
    rows: tuple[Row, ...]


class Hint(NamedTuple):
    """What to do when the text is no list of this format, or no list.

    `format` is offered with a button, and so is to keep `asked`, the one that it is checked by. On an event's page:
    `other` is a sentence about the event that takes such lists, and `address` its page.
    `fetch`: the site from which the deck of a link can be fetched.
    """

    words: str
    reason: str = ""
    format: str = ""
    button: str = ""
    asked: str = ""
    other: str = ""
    address: str = ""
    fetch: str = ""


class Remark(NamedTuple):
    """A sentence on how the lines were read; `link` are the words in it that lead to a line."""

    before: str
    link: str = ""
    line: int = 0
    behind: str = ""


class Step(NamedTuple):
    """One stop of the primary action: the place on the page and the words of the button."""

    target: str
    words: str


class CheckResult(NamedTuple):
    """All that the check page shows of one list; `open_line` is being typed and not judged yet.

    `left` are the lines that somebody said are no cards.
    `of_age`: all that is open in it can only be answered by newer data. `forms`: those in which it can be copied.
    `read_as` is the title of its dialect, `remarks` what that made of blank lines.
    """

    caption: str
    rows: int
    marks: tuple[Mark, ...]
    totals: tuple[Total, ...]
    state: str = ""
    word: str = ""
    nothing: str = ""
    summary: str = ""
    say: str = ""
    hint: Hint | None = None
    problems: tuple[Item, ...] = ()
    notes: tuple[Told, ...] = ()
    left: tuple[Told, ...] = ()
    sections: tuple[SectionRows, ...] = ()
    walk: tuple[Step, ...] = ()
    open_line: int = 0
    of_age: bool = False
    forms: tuple[ListForm, ...] = ()
    read_as: str = ""
    remarks: tuple[Remark, ...] = ()

    @property
    def walk_json(self) -> str:
        """The stops as the script reads them."""
        return json.dumps(self.walk)
