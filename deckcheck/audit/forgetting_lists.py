"""What becomes of the lists of somebody who is forgotten: those open to all stay as cards, the others go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from deckcheck.app.permissions import STRANGER, Right, may
from deckcheck.app.session import EventSession
from deckcheck.app.shown_names import name_in_mode, tells_name
from deckcheck.app.states import in_force
from deckcheck.law.games import Game
from deckcheck.store.models import DeckList, Entry, Stage, StoredReport, Submission
from deckcheck.store.queries import keeping, lists
from deckcheck.store.states import NamesShown
from deckcheck.verdict.canonical import PlainList, plain_list, read_canonical

GONE: Final = "(deleted)"
"""What stands in a kept verdict where somebody's name stood."""

Tells = Callable[[str], bool]


def teller(entry: Entry) -> Tells:
    """What finds a text that tells the person's name."""
    shown = name_in_mode(entry, NamesShown.NUMBER)
    return lambda text: tells_name(text, shown)


def forget_lists(work: EventSession, entry: Entry, tells: Tells) -> None:
    """Delete drafts, superseded lists and those that are not open to all; of the others keep the cards."""
    rows = lists.histories_of(work.session, entry.uid)
    keeping.drop_drafts_of(work.session, [row.uid for row in rows])
    for row in rows:
        kept = _published(work, entry, row, tells)
        gone = [sent.uid for sent in row.submissions if kept is None or sent is not kept]
        row.sent_back_at, row.sent_back_why = None, ""
        if kept is None:
            row.current = row.accepted = None
        else:
            write_again(kept, kept.reports, tells, work.known_game)
        work.session.flush()
        keeping.drop_submissions(work.session, gone)


def lists_of(work: EventSession, entry: Entry) -> tuple[int, int]:
    """How many lists of a player stand, and how many of them are open to all and stay."""
    rows = lists.lists_of_entry(work.session, entry.uid)
    stand = [row for row in rows if row.accepted or row.current]
    stay = [row for row in stand if _published(work, entry, row, lambda _: False) is not None]
    return len(stand), len(stay)


def _published(work: EventSession, entry: Entry, row: DeckList, tells: Tells) -> Submission | None:
    """The list in force if everybody may see it now, and no line that waits for a person tells the name."""
    source = next((s for s in work.rows.stages if s.uid == row.stage), None)
    if source is None or not _is_open(work, entry, source):
        return None
    sent = lists.submission(work.session, in_force(source.state, row.accepted, row.current))
    if sent is None or any(line.waiting and tells(line.name) for line in read_canonical(sent.canonical).rows):
        return None
    return sent


def _is_open(work: EventSession, entry: Entry, source: Stage) -> bool:
    access = work.rows.access(None, work.rows.subject_of(entry))
    return any(may(STRANGER, Right.SEE_LIST, access, stage.slug).allowed for stage in work.rows.playing(source))


def write_again(sent: Submission, reports: Iterable[StoredReport], tells: Tells, game: Game | None) -> None:
    """Keep the cards of a list and nothing else that its player wrote."""
    again = cards_of(sent, game)
    sent.text, sent.lines, sent.title, sent.answers = again.text, again.lines, "", {}
    names = [line.name for line in read_canonical(sent.canonical).rows]
    for report in reports:
        body = without(_cards_alone(report.body), lambda text: tells(_besides(text, names)))
        if body != report.body:
            report.body = body


def _cards_alone(body: dict[str, Any]) -> dict[str, Any]:
    """A kept verdict without the lines that were no cards: of what its player wrote, the cards alone stay."""
    return {**body, "ignored": []} if body.get("ignored") else body


def cards_of(sent: Submission, game: Game | None) -> PlainList:
    """A list as it is written out once its player was forgotten."""
    listed = read_canonical(sent.canonical)
    return plain_list(listed, game.section_title if game else str)


def without(value: Any, tells: Tells) -> Any:
    """A JSON value without the texts that tell a name."""
    if isinstance(value, str):
        return GONE if tells(value) else value
    if isinstance(value, list):
        return [without(one, tells) for one in value]
    if isinstance(value, dict):
        return {key: without(one, tells) for key, one in value.items()}
    return value


def _besides(text: str, names: list[str]) -> str:
    """A text without the names of the list's own cards: a player may be called like one."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text
