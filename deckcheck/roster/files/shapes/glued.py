"""Standings copied so that the columns stick together: rank, name, points, wins/losses/draws, percentages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.headers import read_heading
from deckcheck.roster.files.model import Roster, Shape
from deckcheck.roster.files.player_names import read_name
from deckcheck.roster.files.roster_reader import Gathering, Mention

_SCORE: Final = lazy.regex(
    r"(?P<digits>\d{2,5})/(?P<losses>\d{1,2})/(?P<glued>\d{1,5}[.,]\d{1,6})%(?:\s*\d{1,3}(?:[.,]\d{1,6})?%){0,4}"
)
_LONGEST_NAME: Final = 120


class _Found(NamedTuple):
    name: str
    rank: int | None
    points: int
    record: str
    sure: bool


def _rows(text: str, gathering: Gathering) -> Iterator[_Found]:
    """Each score and the name before it, which begins where the last row ended."""
    at = 0
    for score in _SCORE.finditer(text):
        above, _, before = text[at : score.start()].strip().rpartition("\n")
        at = score.end()
        name = re.fullmatch(r"(\d{0,4})\s*(.*?)(\d*)", before.strip()) if len(before) <= _LONGEST_NAME else None
        if name and (name[2] or name[3]):
            _leave(above, gathering)
            # Digits at the end belong to the name or to the points: all of them are tried.
            yield _settle(name[2], name[1], name[3] + score["digits"], score["losses"], score["glued"])
        else:
            gathering.unread(f"{before} {score[0]}")
    _leave(text[at:], gathering)


def _leave(lines: str, gathering: Gathering) -> None:
    """Tell of lines that are no rows, unless they are headings."""
    for line in lines.split("\n"):
        if line.strip() and not all(read_heading(word).role for word in line.split()[:20]):
            gathering.unread(line)


def _settle(bare: str, rank: str, digits: str, losses: str, glued: str) -> _Found:
    """Part points from wins and draws from a percentage: three points a win and one a draw make the sum."""
    fits: list[tuple[str, int, int, int]] = []
    for draws in _draws(glued):
        for cut in range(1, min(len(digits), 3)):
            wins = int(digits[-cut:])
            points = str(3 * wins + draws)
            if digits[:-cut].endswith(points) and str(wins) == digits[-cut:]:
                fits.append((bare + digits[: -cut - len(points)], int(points), wins, draws))
    # A digit too many in the name is the less likely reading.
    fits.sort(key=lambda fit: len(fit[0]))
    place = int(rank) if rank else None
    if fits:
        name, total, wins, draws = fits[0]
        sure = len(fits) == 1 or len(fits[0][0]) < len(fits[1][0])
        return _Found(name, place, total, f"{wins}-{int(losses)}-{draws}", sure)
    draws = next(_draws(glued), 0)
    return _Found(bare, place, int(digits[:-1]), f"{int(digits[-1])}-{int(losses)}-{draws}", False)


def _draws(glued: str) -> Iterator[int]:
    """Every number of draws that can stand before a percentage: "158.3" is one draw and 58.3."""
    whole, _, rest = glued.replace(",", ".").partition(".")
    for cut in range(1, len(whole)):
        percent = whole[cut:]
        if (percent == "0" or not percent.startswith("0")) and float(f"{percent}.{rest}") <= 100:
            yield int(whole[:cut])


def _recognise(document: Document) -> int:
    """Sure if most of the text is such rows."""
    if document.data is not None or "/" not in document.text or "%" not in document.text:
        return 0
    read = sum(len(score[0]) for score in _SCORE.finditer(document.text))
    return 88 if read * 3 > len(document.text.strip()) else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("glued", names)
    for at, row in enumerate(_rows(document.text, gathering), 1):
        place = gathering.add(Mention(read_name(row.name)))
        gathering.stand(row.rank or at, place, row.points, row.record)
        if not row.sure:
            text = f"{row.name}: points and record run together and could not be parted for certain. Say them."
            gathering.ask("points", text, row.name)
    return gathering.roster()


GLUED: Final = Shape("glued", "Standings run together", _recognise, _read)
