"""Lines of a list that name nobody: rules, byes, free places, totals, and what is printed on every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.roster.files.headers import FILLERS, WORDS, Word
from deckcheck.roster.files.player_names import fold_word, is_nobody, tidy

_TOTALS: Final = frozenset(
    fold_word(word)
    for word in """
    total totals totale totali totaux totaal totalt total: sum summe suma somme somma gesamt insgesamt zusammen anzahl
    gesamtzahl ensemble nombre complessivo complessivamente conteo cantidad recuento quantidade aantal samen razem
    lacznie ogolem liczba celkem celkove spolu pocet ukupno ialt sammanlagt antal antall yhteensa maara osszesen letszam
    toplam count average mean median durchschnitt mittelwert schnitt moyenne media promedio gemiddelde srednia prumer
    всего итого количество среднее συνολο 合計 計 総計 総数 人数 参加人数 平均 合计 总计 總計 总数 합계 총 총원 평균
    """.split()
)
_PEOPLE: Final = frozenset(
    fold_word(word)
    for word in """
    people persons personen leute menschen personnes personas persone pessoas persoane osob osoby osoba ludzi lidi hracu
    graczy uczestnikow spielern teilnehmende teilnehmenden teilnehmern joueurs inscrits giocatori iscritti
    partecipanti jugadores inscritos participantes jogadores spelers deelnemers spillere spelare pelaajaa jatekos
    registered entries anmeldungen signups enrolled players participants attendees entrants
    игроков участников человек 名 人 名様 位 명 参加者 参加 選手
    """.split()
)
_BESIDE: Final = FILLERS | frozenset("signed checked up so far in".split())
_COUNTED: Final = _PEOPLE | {word for word, told in WORDS.items() if told is Word.PLAYER} | _BESIDE
_PIECES: Final = lazy.regex(r"\d+(?:[.,/]\d+)*|[^\W\d_]+")
_MOST_PIECES: Final = 8
_PAGE: Final = lazy.regex(
    r"(?:^|\s)[-–—(\[]*\s*(?:page|seite|pagina|página|pág|pag|strona|strana|str|sida|side|sivu|oldal|sayfa|стр|страница"
    r"|ページ|第|页|頁|페이지)\.?\s*\d{1,4}(?:\s*(?:/|of|von|de|di|sur|van|z|av|из)\s*\d{1,4})?"
    r"\s*(?:ページ|页|頁)?\s*[-–—)\]]*\s*$",
    re.IGNORECASE,
)
_PAGE_ALONE: Final = lazy.regex(r"\s*[-–—(\[]*\s*\d{1,4}\s*(?:(?:/|of|von)\s*\d{1,4}\s*[-–—)\]]*|[-–—])\s*")
_DAY: Final = r"(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{4}[-./]\d{1,2}[-./]\d{1,2})"
_CLOCK: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[AaPp]\.?[Mm]\.?)?"
_STAMP: Final = lazy.regex(rf"\s*(?:{_DAY}(?:,?\s+(?:um\s+|at\s+|à\s+)?{_CLOCK})?|{_CLOCK})\s*")
_STAMPED: Final = lazy.regex(rf"{_DAY},?\s+(?:um\s+|at\s+|à\s+)?{_CLOCK}")
_PRINTED: Final = lazy.regex(
    r"\s*(?:(?:printed|gedruckt|stand|erstellt|imprim[eé]e?|stampato|impreso|impresso|wydruk|generated|created|exported)"
    r"(?:\s*:|\s+(?:on|at|am|le|il|el|em)\b|\s+\d)|copyright\b|©|\(c\)\s|about:blank|https?://|www\.|eventlink\s*(?:-|$))",
    re.IGNORECASE,
)
_BYES: Final = frozenset("bye|byes|a bye|freilos|freilose|spielfrei|no opponent|不戦勝|轮空|輪空|부전승".split("|"))
_FREE: Final = frozenset(
    "free|frei|libre|libero|libera|livre|vaga|vrij|wolne|volno|ledig|vapaa|szabad|open|empty|open slot|free slot|"
    "freier platz|place libre|leer|vide|空き|空".split("|")
)


def total_of(text: str) -> str | None:
    """The number of a line that only says how many there are ("Gesamt: 12", "4 players", "参加者 12"); "" without one.

    Nothing if the line says anything else: people may be called Total.
    """
    pieces = [fold_word(piece) for piece in _PIECES.findall(text[:200])]
    if not pieces or len(pieces) > _MOST_PIECES:
        return None
    numbers = [piece for piece in pieces if piece[0].isdecimal()]
    words = [piece for piece in pieces if not piece[0].isdecimal()]
    summed = any(word in _TOTALS for word in words)
    if not all(word in _TOTALS or word in _COUNTED for word in words) or len(numbers) > 2:
        return None
    if not summed and not (numbers and _counts_people(text, pieces)):
        return None
    return numbers[0] if numbers else "" if summed and len(words) == 1 else None


def _counts_people(text: str, pieces: Sequence[str]) -> bool:
    """Whether words for players beside a number count them; "Player 1" is how somebody may be called."""
    told = [word for word in pieces if word in _PEOPLE or WORDS.get(word) is Word.PLAYER]
    if not told:
        return False
    return pieces[0][0].isdecimal() or any(mark in text for mark in ":：=(") or any(word in _PEOPLE for word in told)


def is_blank(text: str) -> bool:
    """Whether a line only parts others, or says that nobody is there: a rule, a bye. People may be called "None"."""
    word = fold_word(text)
    return word in _BYES if word else is_nobody(text)


def is_free(text: str) -> bool:
    """Whether a numbered place of a list is still free."""
    return is_blank(text) or fold_word(text) in _FREE


def is_of_page(text: str) -> bool:
    """Whether a line is printed above or below a page: its number, a day, "Printed on ...", an address."""
    return len(text) <= 300 and bool(
        _PAGE.search(text) or _PAGE_ALONE.fullmatch(text) or _STAMP.fullmatch(text) or _PRINTED.match(text)
    )


def is_stamped(text: str) -> bool:
    """Whether a line holds a day and a time of day."""
    return len(text) <= 300 and bool(_STAMPED.search(text))


def page_lines(lines: Sequence[str]) -> frozenset[int]:
    """The places of what is printed on pages: numbers, days, and the lines beside them that come back each time."""
    if len(lines) < 2:
        return frozenset()
    found = {at for at, line in enumerate(lines) if is_of_page(line)}
    stamped = {at for at, line in enumerate(lines) if is_stamped(line)}
    if len(stamped) * 3 < len(lines):
        found |= stamped
    if not found or len(found) * 2 > len(lines):
        return frozenset(found) if len(found) < len(lines) else frozenset()
    return frozenset(found | _beside(lines, found))


def _beside(lines: Sequence[str], found: set[int]) -> set[int]:
    """The lines next to page numbers that stand there more than once and nowhere else."""
    texts = Counter(tidy(line) for line in lines)
    near: dict[str, set[int]] = {}
    for at in found:
        for other in (at - 1, at + 1):
            if 0 <= other < len(lines) and other not in found:
                near.setdefault(tidy(lines[other]), set()).add(other)
    return {at for text, places in near.items() if len(places) > 1 and len(places) == texts[text] for at in places}
