"""Lines that hold no card whatever the cards are: totals, facts of a deck, fields of a sheet, links, signatures."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import has_letters
from deckcheck.decklist.heading_words import CARDS


class Aside(NamedTuple):
    """Why a line holds no card; `title` is the deck's name where the line gives it."""

    reason: str
    title: str = ""


_TOTAL: Final = lazy.regex(
    r"(?:(?:deck |grand |sub)?total(?: cards?| count)?|cards?(?: total)?|card count|deck size|count"
    r"|total (?:number of )?cards(?: in(?: the)?)?(?: main ?deck| side ?board| deck)?"
    r"|(?:main ?deck|side ?board|main|side) total|total (?:main ?deck|side ?board|main|side)"
    rf"|total d[eio] (?:{CARDS})|(?:{CARDS}) insgesamt|totale (?:delle )?(?:{CARDS})"
    r"|gesamt|summe|insgesamt|totale|en tout|итого|всего|合計|計|合计|总计|總計|합계|총)"
    rf"\s*[:=-]?\s*\(?\d+(?:\s?(?:{CARDS}))?\)?(?: ?/ ?\d+)?"
    rf"|\d+\s?(?:{CARDS})(?: total| in \w+(?: \w+)?)?[.:]?"
    r"|\d+ (?:main ?deck|side ?board|main|side)(?: cards)?, \d+ (?:main ?deck|side ?board|main|side)(?: cards)?"
)
_TITLE: Final = lazy.regex(
    r"(?:deck ?name|name|title|deckname|nom du deck|nombre del mazo|nome (?:do deck|del mazzo))\s*[:=]\s*(.*)"
    r"|\[deck(?:[ _]?(?:title|name))?=\"?([^\]\"]*)\"?\]",
    re.IGNORECASE,
)
_FACT: Final = lazy.regex(
    r"(?:about|author|creator|designer|player|pilot|format|event|date|description|comments?|notes?|archetype|source|url|link"
    r"|deck type|layout \w+)\s*[:=].*"
    r"|(?:event \w+|player \w+|deck (?:id|price|designer)|first name|last name|table(?: number)?|round|seat|pod|record"
    r"|rank|location|store|city|country|team(?: name)?|e-?mail|wizards \w+|phone|arena id|discord|mtgo"
    r"|dci ?(?:#|number)?|tournament|subject|from|to|cc|sent|version|last updated|(?:\w+ )?price|registered|judge"
    r"|signature|checked by|deck check(?: rd)? ?#?|status|disqualified|main/sb|first letter of last name|player id"
    r"|vorname|nachname|datum|spieler(?:in)?|turnier|prénom|nom|joueur|tournoi|nombre|apellidos?|jugador|fecha|torneo"
    r"|cognome|giocatore|data|sobrenome|jogador|torneio)\s*[:=](?!\s*\d{1,3}[xX]?\s+[a-z]).*"
    r"|(?:table|round|seat|pod|version|dci)(?: number)? #?\d{1,10}|.*\bwrote:"
    r"|.{1,60} (?:a écrit|schrieb|escribió|escreveu)\s?:"
    r"|(?:on|le|am|el|il|em) .{4,80}(?:wrote|a écrit|schrieb.*|escribió|ha scritto|escreveu)\s?:",
    re.IGNORECASE,
)
_SHEET: Final = lazy.regex(
    r"(?:deck ?(?:list)? ?registration ?(?:sheet|form)?|deck ?list ?(?:form|sheet)|print clearly.*"
    r"|for official use only.*|first letter of last name"
    r"|(?:# in deck|qty|quantity|count|#|anzahl|quantité|cantidad|quantità|quantidade)\s*:?\s*"
    r"(?:card ?names?|names?|cards?|kartenname|nom de la carte|nombre de la carta|nome (?:della|da) carta)\s*:?"
    r"|card ?names?:?|(?:main ?deck|side ?board) continued:?|page \d+ of \d+|basic lands:?)",
    re.IGNORECASE,
)
"""What stands on a registration sheet around its fields."""
_SIGNATURE: Final = lazy.regex(
    r"(?:sent from (?:my |the )?\w[\w .]{1,40}|get outlook for \w+|von meinem \w+ gesendet|gesendet von \w[\w ]{1,30}"
    r"|envoyé (?:de|depuis) \w[\w ]{1,30}|enviado (?:desde|do|de) \w[\w ]{1,30}|inviato da \w[\w ]{1,30}"
    r"|отправлено с \w[\w ]{1,20}|iphoneから送信|나의 iphone에서 보냄|(?:从我的|從我的)\s?\w+\s?(?:发送|傳送|傳送的)"
    r"|download for free .*|export(?:ed)? (?:from|by|with) .*|created (?:with|by|on) .*)[.!]?",
    re.IGNORECASE,
)
"""What mail programs, scanner apps and sites write below."""
_DAY_ALONE: Final = lazy.regex(r"(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|\d{5,12}")
"""A day by itself, or a number longer than any count: a player's."""
_LINK: Final = lazy.regex(
    r"(?:https?://|www\.)\S+|[\w-]+\.(?:com|net|org|gg|io)(?:/\S*)?|[\w.+-]+@[\w-]+\.[\w.]+"
    r"|.*\shttps?://\S+",
    re.IGNORECASE,
)
_DIGIT: Final = lazy.regex(r"\d")
_TELLS: Final = lazy.regex(r"[:=\d]")
"""What every fact has in it: a colon, or a number."""
_TAGS: Final = lazy.regex(
    r"(?:\[/?(?:code|quote|spoiler|list|center|deck|cards?|b|i|u|td|tr|table)(?:=[^\]]*)?\]\s*)+|(?:```|~~~)\w+",
    re.IGNORECASE,
)


def aside_of(line: str) -> Aside | None:
    """What a clean line is instead of a card, if its words say so by themselves."""
    title = title_of(line)
    if title is not None:
        return Aside("name-of-deck", title)
    if is_total(line.casefold()):
        return Aside("total")
    if is_fact(line):
        return Aside("comment")
    if is_link(line):
        return Aside("link")
    if not has_letters(line):
        return Aside("separator")
    return Aside("comment") if line[0] in "[`~" and _TAGS.fullmatch(line) else None


def is_total(folded: str) -> bool:
    """Whether a line is a number of cards: "60 cards"."""
    return bool(_DIGIT.search(folded) and _TOTAL.fullmatch(folded))


def title_of(line: str) -> str | None:
    """The deck's name, if the line gives it."""
    title = _TITLE.fullmatch(line) if _TELLS.search(line) else None
    return (title[1] or title[2] or "").strip() if title else None


def is_fact(line: str) -> bool:
    """Whether the line tells a fact about the deck, its player or its event, or is a part of a form or a mail."""
    if _TELLS.search(line) and (_FACT.fullmatch(line) or _DAY_ALONE.fullmatch(line)):
        return True
    return bool(_SHEET.fullmatch(line) or _SIGNATURE.fullmatch(line))


def is_link(line: str) -> bool:
    """Whether the line is an address."""
    return bool(("." in line or "/" in line) and _LINK.fullmatch(line))
