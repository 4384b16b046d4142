"""What stands beside a name: that the player is out, only waits for a place, or nothing that matters here."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from deckcheck.roster.files.names import fold_word


class Remark(Enum):
    """What a remark says of a player."""

    OUT = "out"
    WAITING = "waiting"
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
    alternates|substitutes|backup|backups|queue|overflow|maybe|maybes|interested|tentative|unsure
    warteliste|auf warteliste|nachrucker|reserveliste|vielleicht|wartend|ersatz
    liste d attente|file d attente|attente|en attente|remplacants|peut etre|reserve de joueurs
    lista d attesa|in attesa|riserve|riserva|lista de espera|en espera|espera|suplentes|reservas|em espera
    wachtlijst|reservelijst|misschien|lista rezerwowa|rezerwa|rezerwowi|oczekujacy|lista oczekujacych
    cekaci listina|nahradnici|vantelista|reservlista|venteliste|venteliste reserver|jonotuslista|varolista|varalla
    tartaleklista|varolistas|лист ожидания|резерв|キャンセル待ち|補欠|候补|候補|대기|대기자
    """
)
_PLAYING: Final = _words(
    """
    paid|unpaid|not paid|payed|prepaid|paid cash|cash|paypal|confirmed|unconfirmed|registered|checked in|check in
    active|ok|in|yes|here|present|late|coming late|new|new player|first time|bye|bye 1|judge call|deck|list in
    submitted|not submitted|list submitted|no list|dci|player|playing|enrolled|eliminated|winner|vip|staff
    bezahlt|nicht bezahlt|angemeldet|aktiv|bestatigt|dabei|neu|kommt spater|anwesend|da|spieler|liste liegt vor
    paye|pas paye|inscrit|confirme|actif|present|nouveau|pagato|non pagato|confermato|iscritto|attivo|presente
    pagado|no pagado|confirmado|inscrito|activo|pago|nao pago|ativo|betaald|niet betaald|aangemeld|bevestigd|actief
    oplacone|zaplacone|nieoplacone|zapisany|potwierdzony|aktywny|zaplaceno|betalt|betalat|ikke betalt|maksettu
    he him|she her|they them|he they|she they|they he|they she|any pronouns|any|er ihm|sie ihr|il lui|elle
    """
)
_NOT: Final = re.compile(
    r"\b(?:not|no|never|isn t|won t|will not|didn t|nicht|kein|keine|pas|non|no|nao|niet|nie|ne|ikke|inte|ei)\b"
)
_LONG: Final = {
    remark: re.compile(r"\b(?:" + "|".join(sorted((w for w in words if len(w) > 4), key=len, reverse=True)) + r")\b")
    for remark, words in ((Remark.OUT, _OUT), (Remark.WAITING, _WAITING))
}


def read_remark(text: str) -> Remark:
    """What a short remark says, taken as a whole."""
    word = fold_word(text)
    if not word or re.fullmatch(r"\+?\d+(?: \d+)*", word):
        return Remark.PLAYING
    if word in _OUT or re.fullmatch(
        r"(?:drop|dropped|out)(?: (?:after|in|at|nach|r|rd|round|runde|ronda))* ?r?\d+", word
    ):
        return Remark.OUT
    if word in _WAITING:
        return Remark.WAITING
    return Remark.PLAYING if word in _PLAYING else Remark.UNKNOWN


def find_remark(text: str) -> Remark:
    """What a free remark says somewhere in its words, unless it says that it is not so."""
    whole = read_remark(text)
    word = fold_word(text)
    if whole is not Remark.UNKNOWN or _NOT.search(word):
        return whole
    return next((remark for remark, words in _LONG.items() if words.search(word)), Remark.UNKNOWN)


def is_waiting_head(text: str) -> bool:
    """Whether a line opens the list of those who wait: "Waitlist:", "Warteliste (3)"."""
    return re.sub(r"(?: \d+)+$", "", fold_word(text)) in _WAITING


_YES: Final = _words(
    "yes|y|true|1|x|ja|j|oui|o|si|s|sim|tak|t|ano|da|igen|kylla|はい|是|예|да|dropped|drop|out|wahr|vrai|vero"
)


def is_yes(text: str) -> bool:
    """Whether a cell under a heading such as "Dropped" says so: a word, a cross, a tick, the number of a round."""
    word = fold_word(text)
    return word in _YES or (word.isdecimal() and int(word[:9]) > 0) or any(mark in text for mark in "✓✔☑✗✘❌")
