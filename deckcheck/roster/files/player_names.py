"""A person's name as a source writes it, made fit to show; and the words beside names that are no names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from enum import Enum
from typing import Final, NamedTuple

from deckcheck.decklist import lazy

LONGEST: Final = 200
"""A longer text is no name."""

_LONGEST_PHRASE: Final = 400
"""What stands further behind in a text is not looked at for words that are known."""

_ASCII_MARKS: Final = {code: " " for code in range(128) if not chr(code).isalnum()}
_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that carry no accent Unicode could take off."""

_HIDDEN: Final = {
    **dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F, *range(0x80, 0x85), *range(0x86, 0xA0))),
    **dict.fromkeys((0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F))),
    **dict.fromkeys((0x2060, *range(0x2066, 0x206A), 0xFEFF, *range(0xFFF9, 0xFFFC))),
}
"""Controls, text direction, zero width. The joiners that make one emoji of several stay."""

_SUFFIXES: Final = frozenset("jr sr i ii iii iv v md phd esq junior senior jun sen fils dr".split())
_SURROGATES: Final = lazy.regex("[\ud800-\udfff]")


class Name(NamedTuple):
    """A name to show, and its two parts where the source states which is which."""

    display: str
    first: str | None = None
    last: str | None = None


def tidy(text: str) -> str:
    """The text on one line with single blanks and without marks that show nothing; everything else as written."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    whole = _SURROGATES.sub("\ufffd", text).translate(_HIDDEN)
    return " ".join(unicodedata.normalize("NFC", whole).split())


def fold_word(text: str) -> str:
    """Lower case without accents and marks, words parted by single blanks: the form in which words are known."""
    head = text[:_LONGEST_PHRASE]
    if head.isascii():
        return " ".join(head.lower().translate(_ASCII_MARKS).split())
    spread = unicodedata.normalize("NFKD", head.casefold().translate(_LETTERS))
    bare = "".join(c if c.isalnum() else " " for c in spread if not unicodedata.combining(c))
    return " ".join(bare.split())


def read_name(text: str) -> Name:
    """The name in a cell: exactly one comma with text on both sides parts last from first name."""
    display = tidy(text).rstrip(",;， ") or tidy(text)
    last, comma, first = (part.strip() for part in display.replace("，", ", ").partition(","))
    if not (comma and first and last) or "," in first or fold_word(first) in _SUFFIXES:
        return Name(display)
    return Name(f"{first} {last}", first, last)


def parts_of_name(display: str) -> list[str]:
    """What commas part a name into, but for what is written behind any name ("Jr.")."""
    parts = [part.strip() for part in display.replace("，", ",").split(",")]
    return [part for at, part in enumerate(parts) if part and not (at and fold_word(part) in _SUFFIXES)]


def join_name(first: str, last: str) -> Name:
    """The name of which a source gives both parts; one part alone is a name without a split."""
    first, last = tidy(first), tidy(last)
    if first and last:
        return Name(f"{first} {last}", first, last)
    return read_name(first or last)


_NOBODY: Final = frozenset(
    """
    bye|a bye|no opponent|none|null|n a|na|tbd|unpaired|no pairing|walkover|walk over|freilos|spielfrei|exempt|exempte|
    libre|descanso|descansa|riposo|turno di riposo|folga|vrij|vrijloting|vrije ronde|wolny los|pauza|pauz|volny los|
    frirunde|frirond|walk|vapaakierros|huilaaja|eronyero|erőnyerő|бай|свободен|不戦勝|轮空|輪空|부전승
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
_POINTS: Final = lazy.regex(
    r"\s*[(\[]\s*(-?\d+(?:[.,]\d+)?)\s*(?:match\s*)?(?:points?|pts?\.?|punkte?|punti|puntos|pontos|punkt\w*|p)?\s*[)\]]\s*$",
    re.IGNORECASE,
)


def is_nobody(text: str) -> bool:
    """Whether a cell where an opponent stands says that there is none: "BYE", "*** Bye ***", "-", nothing."""
    if len(text) > LONGEST:
        return False
    word = fold_word(_POINTS.sub("", text))
    return (not word and not any(_shows(c) for c in text)) or word in _NOBODY


def _shows(letter: str) -> bool:
    """Whether a sign can be all there is of a name: emoji are names, dashes and stars are not."""
    return unicodedata.category(letter) in {"So", "Sk", "Cn", "Lo", "Co"}


def cut_points(text: str) -> tuple[str, float | None]:
    """A name without the points in brackets behind it, and these points."""
    found = _POINTS.search(text) if len(text) <= LONGEST else None
    if not found or not text[: found.start()].strip():
        return text, None
    return text[: found.start()], read_number(found[1])


def read_number(text: str) -> float | None:
    """The number in a cell, with a comma or a point for decimals; nothing where the cell holds something else."""
    found = re.fullmatch(r"\s*(-?\d{1,9}(?:[.,]\d{1,9})?)\s*", text)
    if not found:
        return None
    value = float(found[1].replace(",", "."))
    return int(value) if value.is_integer() else value


def read_rank(text: str) -> int | None:
    """The rank in a cell: "1", "1.", "=3", "T3", "3rd", "#4"."""
    found = re.fullmatch(r"\s*[#=tT]{0,2}\s*(\d{1,6})\s*(?:\.0|[.)=°ºª:]|st|nd|rd|th|e|er|ème|re)?\s*", text)
    return int(found[1]) if found else None


_RECORD: Final = lazy.regex(r"\s*[(\[]?\s*(\d{1,3})\s*[-–—/:]\s*(\d{1,3})(?:\s*[-–—/:]\s*(\d{1,3}))?\s*[)\]]?\s*")


def read_record(text: str) -> str | None:
    """Wins, losses and draws as "3-0-1"; draws are none where they are left out."""
    found = _RECORD.fullmatch(text)
    return f"{int(found[1])}-{int(found[2])}-{int(found[3] or 0)}" if found else None


class Remark(Enum):
    """What a remark says of a player."""

    OUT = "out"
    WAITING = "waiting"
    UNSURE = "unsure"
    STAFF = "staff"
    PLAYING = "playing"
    """Paid, confirmed, pronouns: nothing that changes a roster."""

    UNKNOWN = "unknown"


def _words(text: str) -> frozenset[str]:
    return frozenset(word for line in text.split("\n") for part in line.split("|") if (word := fold_word(part)))


_OUT: Final = _words(
    """
    drop|drops|dropped|dropped out|drop out|withdrawn|withdrew|withdraw|removed|inactive|unregistered|cancelled
    canceled|signed off|not playing|no longer playing|disqualified|dq|dqed|deleted|quit|out|no show|noshow
    abgemeldet|ausgestiegen|aufgegeben|zuruckgezogen|disqualifiziert|inaktiv|storniert|gestrichen|nicht dabei
    abandon|abandonne|forfait|retire|desiste|annule|inactif|desinscrit|disqualifie
    ritirato|ritirata|ritiro|squalificato|annullato|abbandonato|inattivo
    retirado|retirada|baja|abandono|descalificado|eliminado del torneo|cancelado|inactivo
    desistiu|desistente|desclassificado|inativo|inscricao cancelada
    uitgeschreven|afgemeld|teruggetrokken|gestopt|wycofany|wycofana|zrezygnowal|zrezygnowala|rezygnacja|drop gracza
    odhlasen|odstoupil|odstoupila|vzdal|avanmald|avhoppad|avmeldt|frameldt|trukket|vetaytynyt|luopunut|visszalepett
    выбыл|снялся|снят|棄権|ドロップ|辞退|退赛|弃权|드롭|기권
    """
)
_WAITING: Final = _words(
    """
    waitlist|wait list|waitlisted|waiting list|waiting|on waiting list|reserve|reserves|reserve list|standby|alternate
    alternates|substitutes|backup|backups|queue|overflow
    warteliste|auf warteliste|nachrucker|reserveliste|wartend|ersatz|ersatzspieler
    liste d attente|file d attente|attente|en attente|remplacants|reserve de joueurs
    lista d attesa|in attesa|riserve|riserva|lista de espera|en espera|espera|suplentes|reservas|em espera
    wachtlijst|reservelijst|lista rezerwowa|rezerwa|rezerwowi|oczekujacy|lista oczekujacych
    cekaci listina|nahradnici|vantelista|reservlista|venteliste|venteliste reserver|jonotuslista|varolista|varalla
    tartaleklista|varolistas|лист ожидания|резерв|キャンセル待ち|補欠|候补|候補|대기|대기자
    """
)
_UNSURE: Final = _words(
    """
    maybe|maybes|perhaps|probably|interested|tentative|unsure|not sure|not sure yet|unclear|unconfirmed yet|if i can
    vielleicht|evtl|eventuell|unsicher|unklar|noch unsicher|wahrscheinlich|interessiert|mal sehen|unter vorbehalt
    peut etre|pas sur|pas sure|incertain|a confirmer|forse|non sicuro|da confermare|interessati|probabilmente
    quizas|quiza|tal vez|por confirmar|a lo mejor|talvez|a confirmar|misschien|onzeker|moze|byc moze|niepewny|mozna
    mozna ze|kanske|maske|kanskje|ehka|talan|poate|belki|может быть|возможно|未定|たぶん|不确定|可能|미정|아마
    """
)
_STAFF: Final = _words(
    """
    judge|judges|head judge|hj|floor judge|fj|team lead|table judge|scorekeeper|scorekeepers|scorekeeping|sk|to|tos
    organizer|organiser|organizers|organisers|tournament organizer|tournament organiser|event staff|staff|helper
    helpers|volunteer|volunteers|coordinator|stream|streamer|caster|casters|commentator|commentary|coverage|deck checks
    spectator|spectators|just watching|only watching|watching|media|store owner|official|officials|non playing|host
    schiedsrichter|schiedsrichterin|richter|oberschiedsrichter|judge kein spieler|turnierleiter|turnierleitung
    orga|orgateam|organisation|organisator|organisatorin|veranstalter|helfer|helferin|helfende|personal|zuschauer
    arbitre|arbitres|juge|juges|juge principal|organisateur|organisatrice|benevole|benevoles|spectateur
    giudice|giudici|arbitro|arbitri|organizzatore|organizzatori|volontario|volontari|spettatore
    juez|jueces|juez principal|arbitros|organizador|organizadores|organizacion|voluntario|voluntarios|ayudante
    juiz|juizes|organizacao|ajudante|scheidsrechter|organisatie|vrijwilliger|toeschouwer
    sedzia|sedziowie|sedzia glowny|organizatorzy|rozhodci|hlavni rozhodci|organizatori|poradatel
    dommer|dommere|domare|arrangor|arrangorer|funktionar|tuomari|tuomarit|jarjestaja|versenybiro|biro|szervezo
    судья|судьи|главный судья|организатор|волонтер
    ジャッジ|ヘッドジャッジ|スタッフ|主催|主催者|運営|裁判|裁判员|主办|工作人员|심판|주최|스태프
    """
)
_PLAYING: Final = _words(
    """
    paid|unpaid|not paid|payed|prepaid|paid cash|cash|paypal|confirmed|unconfirmed|registered|checked in|check in
    active|ok|in|yes|here|present|late|coming late|new|new player|first time|bye|bye 1|judge call|deck|list in
    submitted|not submitted|list submitted|no list|dci|player|playing|enrolled|eliminated|winner|vip
    participant|competitor
    bezahlt|nicht bezahlt|angemeldet|aktiv|bestatigt|dabei|neu|kommt spater|anwesend|da|spieler|liste liegt vor
    paye|pas paye|inscrit|confirme|actif|present|nouveau|pagato|non pagato|confermato|iscritto|attivo|presente
    pagado|no pagado|confirmado|inscrito|activo|pago|nao pago|ativo|betaald|niet betaald|aangemeld|bevestigd|actief
    oplacone|zaplacone|nieoplacone|zapisany|potwierdzony|aktywny|zaplaceno|betalt|betalat|ikke betalt|maksettu
    he him|she her|they them|he they|she they|they he|they she|any pronouns|any|er ihm|sie ihr|il lui|elle
    """
)
_NOT: Final = lazy.regex(
    r"\b(?:not|no|never|isn t|won t|will not|didn t|nicht|kein|keine|pas|non|no|nao|niet|nie|ne|ikke|inte|ei)\b"
)
_LONG: Final = {
    remark: lazy.regex(r"\b(?:" + "|".join(sorted((w for w in words if len(w) > 4), key=len, reverse=True)) + r")\b")
    for remark, words in ((Remark.OUT, _OUT), (Remark.WAITING, _WAITING), (Remark.UNSURE, _UNSURE))
}
_WHOLE: Final = ((_OUT, Remark.OUT), (_WAITING, Remark.WAITING), (_UNSURE, Remark.UNSURE), (_STAFF, Remark.STAFF))
_ODDS: Final = lazy.regex(r"\b\d{1,2} ?%")
_CALLED_OUT: Final = lazy.regex(r"[*_#:]")


def read_remark(text: str) -> Remark:
    """What a short remark says, taken as a whole."""
    word = fold_word(text)
    if not word or re.fullmatch(r"\+?\d+(?: \d+)*", word):
        return Remark.PLAYING
    if word in _OUT or re.fullmatch(
        r"(?:drop|dropped|out)(?: (?:after|in|at|nach|r|rd|round|runde|ronda))* ?r?\d+", word
    ):
        return Remark.OUT
    if _ODDS.search(text) or (text.endswith("?") and word in _PLAYING):
        return Remark.UNSURE
    told = next((remark for words, remark in _WHOLE if word in words), None)
    return told or (Remark.PLAYING if word in _PLAYING else Remark.UNKNOWN)


def find_remark(text: str) -> Remark:
    """What a free remark says somewhere in its words, unless it says that it is not so."""
    whole = read_remark(text)
    word = fold_word(text)
    if whole is not Remark.UNKNOWN or _NOT.search(word):
        return whole
    return next((remark for remark, words in _LONG.items() if words.search(word)), Remark.UNKNOWN)


def read_section(text: str) -> Remark | None:
    """What a line says of those below it: "Waitlist:", "Warteliste (3)", "Judges"; nothing if it opens no such part.

    People may be called like a word for who is out: that one opens a part only where it is marked as a heading.
    """
    remark = read_remark(re.sub(r"(?: \d+)+$", "", fold_word(text)))
    if remark is Remark.OUT:
        return remark if _CALLED_OUT.search(text) else None
    return remark if remark in APART else None


APART: Final = frozenset((Remark.WAITING, Remark.UNSURE, Remark.STAFF))
"""Who is said to be one of these is left out, and shown with the reason."""


_YES: Final = _words(
    "yes|y|true|1|x|ja|j|oui|o|si|s|sim|tak|t|ano|da|igen|kylla|はい|是|예|да|dropped|drop|out|wahr|vrai|vero"
)


def is_yes(text: str) -> bool:
    """Whether a cell under a heading such as "Dropped" says so: a word, a cross, a tick, the number of a round."""
    word = fold_word(text)
    return word in _YES or (word.isdecimal() and int(word[:9]) > 0) or any(mark in text for mark in "✓✔☑✗✘❌")


_DAY: Final = lazy.regex(
    r"(?<!\d)(?:(\d{4})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})|(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{4}))(?!\d)"
)


def read_day(text: str, beside: str = "") -> tuple[date | None, bool]:
    """The first day in a text, and whether it has a second reading that nothing decides.

    `beside` is what the same program printed elsewhere: it writes all days in one order.
    """
    found = _DAY.search(text)
    if not found:
        return None, False
    if found[1]:
        return _day(int(found[1]), int(found[2]), int(found[3])), False
    ways = set(_orders(found))
    for other in _DAY.finditer(beside):
        if len(ways) > 1 and not other[1]:
            ways &= set(_orders(other)) or ways
    days = {_dated(found, way) for way in ways}
    return (days.pop(), False) if len(days) == 1 else (None, len(days) > 1)


def _orders(found: re.Match[str]) -> Iterator[str]:
    """Day first, month first, or both: points and hyphens part days from months in one order only."""
    for way in ("day", "month") if found[5] == "/" else ("day",):
        if _dated(found, way):
            yield way


def _dated(found: re.Match[str], way: str) -> date | None:
    one, two, year = int(found[4]), int(found[6]), int(found[7])
    return _day(year, two, one) if way == "day" else _day(year, one, two)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
