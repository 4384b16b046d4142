"""Which column is what: by the words of its heading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.roster.files.player_names import fold_word, is_nobody, read_number, read_rank, read_record


class Word(StrEnum):
    """What one word of a heading tells; a heading of several words is read by all of them."""

    IGNORED = "ignored"
    MAIL = "mail"
    DROP = "drop"
    STATUS = "status"
    ACTIVE = "active"
    TABLE = "table"
    ROUND = "round"
    SEAT = "seat"
    POINTS = "points"
    WINS = "wins"
    LOSSES = "losses"
    DRAWS = "draws"
    RECORD = "record"
    FIRST = "first"
    LAST = "last"
    ID = "id"
    USER = "user"
    ACCOUNT = "account"
    RANK = "rank"
    NUMBER = "number"
    OPPONENT = "opponent"
    PLAYER = "player"
    NAME = "name"
    TEAM = "team"
    REMARK = "remark"
    STAFF = "staff"


_WORDS: Final = {
    Word.IGNORED: """
        omw ogw gw mw gwp omwp ogwp mwp oomw gwpc percent percentage tiebreak tiebreaker tiebreakers buchholz
        sos opsos rate quote deck decks decklist decklists deckliste archetype archetyp list liste lista colours
        colors country land pays paese pais nation nationality nationalitat kraj zeme maa orszag страна 国 国籍
        国家 지역 city ort stadt ville citta ciudad cidade miasto club verein store shop laden event tournament
        turnier tournoi torneo format formato date datum data fecha time uhrzeit zeit heure created updated
        timestamp zeitstempel guid pod paid bezahlt paye pagato pagado pago betaald oplacone price preis fee
        gebuhr phone telefon tel telephone telefono address adresse birthday birth geburtsdatum age alter
        pronouns pronomen elo rating cp game games spiele byes bye checked checkin emblem url link image avatar
        flag facebook iban payment zahlung ticket order
    """,
    Word.MAIL: "mail email courriel correo mailadresse emailadresse メール 邮箱 이메일",
    Word.DROP: """
        drop dropped drops droprunde abgemeldet ausgestiegen abandon ritirato withdrawn ドロップ 棄権 드롭
    """,
    Word.STATUS: """
        status state statut stato estado situacao stan stav tila allapot статус 状態 ステータス 状态 상태
    """,
    Word.ACTIVE: "active aktiv actif attivo activo ativo actief playing",
    Word.TABLE: """
        table tables tbl tisch tischnummer tischnr tavolo mesa tafel stol stolik stul bord poyta asztal masa
        стол τραπεζι テーブル テーブル番号 卓 卓番号 桌 桌号 桌號 桌次 테이블
    """,
    Word.ROUND: """
        round rounds rnd runde ronde turno tour ronda rodada runda kolo omgang kierros fordulo тур 回戦 ラウンド
        轮次 라운드
    """,
    Word.SEAT: "seat seating sitz sitzplatz siege posto asiento assento stoel 座席 席 座位 좌석",
    Word.POINTS: """
        points point pts pkt score punkte punktzahl punti punteggio puntos puntuacion pontos pontuacao punten
        punkty body bodu poang poeng pisteet pont pontok pontszam puncte bodovi puan очки баллы matchpoints
        matchpunkte 点 得点 勝点 勝ち点 ポイント 积分 積分 得分 승점 점수
    """,
    Word.WINS: """
        wins win won siege gewonnen victoires vittorie vinte victorias vitorias overwinningen wygrane zwyciestwa
        vyhry sejre seire vinster voitot gyozelem victorii победы 勝 勝ち 勝利 胜 胜场 승
    """,
    Word.LOSSES: """
        losses loss lost niederlagen verloren defaites sconfitte perse derrotas verliezen porazki przegrane
        prohry nederlag forluster tappiot vereseg infrangeri поражения 敗 負け 敗北 负 負 负场 패
    """,
    Word.DRAWS: """
        draws draw ties tie drawn unentschieden remis nuls nulles egalites pareggi patte empates gelijk
        gelijkspel remisy remizy uavgjort uafgjort oavgjorda tasapelit dontetlen egaluri ничьи 分 分け 引き分け
        引分 平 平局 무
    """,
    Word.RECORD: """
        record result results ergebnis ergebnisse bilanz resultat resultats risultato risultati resultado
        resultados uitslag wynik wyniki vysledek vysledky tulos tulokset eredmeny rezultat 成績 結果 戦績 战绩
        결과 전적
    """,
    Word.FIRST: """
        first vor forename forenames given firstname givenname vorname vornamen rufname prenom prenoms voornaam imie
        krestni fornavn fornamn etunimi keresztnev utonev prenume 名
    """,
    Word.LAST: """
        last surname surnames lastname family familyname nachname familienname zuname cognome apellido apellidos
        sobrenome apelido achternaam nazwisko prijmeni priezvisko efternavn etternavn efternamn sukunimi
        vezeteknev csaladnev prezime soyad soyadi фамилия επωνυμο 姓 氏 성
    """,
    Word.ID: "id ids dci uid uuid membership mitgliedsnummer dcinummer playerid userid",
    Word.USER: """
        username usernames user login handle nick nickname alias benutzername nutzername pseudo usuario
        utilisateur utente gebruikersnaam uzytkownik gamertag ign screenname screen scren ユーザー名 用户名
        사용자명
    """,
    Word.ACCOUNT: """
        account konto compte cuenta conta wizards mtgo arena mtga discord melee companion topdeck omnidex
    """,
    Word.RANK: """
        rank ranking place placing position pos standing platz rang platzierung plazierung classement posizione
        classifica posicion puesto clasificacion posicao colocacao classificacao plaats positie miejsce pozycja
        poradi umisteni placering plassering sijoitus sija helyezes hely loc pozitie mjesto sira место finish
        順位 排名 名次 순위
    """,
    Word.NUMBER: "nr no num number nummer numero n lp startnummer seed lfd 番号 序号 번호",
    Word.OPPONENT: """
        opponent opponents opp gegner gegnerin adversaire avversario oponente adversario rival contrincante
        tegenstander przeciwnik souper protivnik modstander motstander motstandare vastustaja ellenfel adversar
        rakip соперник противник 対戦相手 相手 对手 對手 상대
    """,
    Word.PLAYER: """
        player players spieler spielerin spielername joueur joueuse giocatore giocatrice jugador jugadora
        jogador jogadora speler gracz hrac spiller spelare pelaaja jatekos jucator igrac oyuncu игрок
        participant participants teilnehmer teilnehmerin partecipante participante deelnemer uczestnik ucastnik
        deltager deltagare osallistuja resztvevo competitor entrant person attendee プレイヤー プレーヤー
        プレイヤー名 選手 选手 選手名 玩家 선수 플레이어 참가자
    """,
    Word.NAME: """
        name names naam nom nome nombre jmeno meno navn namn nimi nev nume ime isim ad fullname displayname
        display full имя ονομα 名前 氏名 姓名 이름 성명
    """,
    Word.TEAM: """
        team teams teamname mannschaft equipe squadra equipo druzyna tym hold lag joukkue csapat echipa команда
        チーム 队伍 팀
    """,
    Word.REMARK: """
        remarks remark notes note comment comments bemerkung bemerkungen anmerkung anmerkungen notiz notizen
        kommentar remarque remarques commentaire commentaires nota notas osservazioni observaciones comentario
        comentarios obs opmerking opmerkingen uwagi poznamka poznamky bemaerkning anteckning huomautus huom
        megjegyzes примечание 備考 备注 備註 비고
    """,
    Word.STAFF: "role roles rolle ruolo rol funktion function fonction funcion funcao funkcja роль 役割 角色 역할",
}
WORDS: Final = {fold_word(text): word for word, texts in _WORDS.items() for text in texts.split()}
"""What each folded word tells. A word in two lists counts as it does in the later one."""
PRECEDENCE: Final = tuple(Word)
"""The first of these that a heading has says what the column is."""

FILLERS: Final = frozenset(
    "the of de des du der die das da do e et und and y i la le el s d l in on a match matches matchs your ihr full "
    "stats total current final aktuell actual best identifier registration".split()
)
"""Words that tell nothing by themselves."""


class Column(NamedTuple):
    """What a column holds, and of which of a table's players (1 to 4)."""

    role: str
    side: int


LAST_FIRST: Final = "last-first"
IGNORED: Final = "ignored"
NAMES: Final = frozenset(("name", "first", "last", LAST_FIRST))
_LETTERS: Final = {"w": "wins", "l": "losses", "d": "draws", "t": "draws"}
_HEADER_ROWS: Final = 25


class Heading(NamedTuple):
    """One heading read: its role, the side it names (0: none), and whether no word of it is unknown."""

    role: str
    side: int
    pure: bool


def read_heading(text: str) -> Heading:
    """What a heading says: "Player 2", "Nachname, Vorname", "DisplayNameLastFirst", "OMW%", "ID giocatore"."""
    if text.strip() in {"#", "№"}:
        return Heading("number", 0, True)
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=\d)", " ", text)
    tokens = fold_word(spaced).split()
    if not tokens or len(tokens) > 8:
        return Heading("", 0, False)
    if len(tokens) > 1 and set(tokens) <= _LETTERS.keys():
        return Heading("record", 0, True)
    known = [WORDS.get(" ".join(tokens))] if " ".join(tokens) in WORDS else [WORDS.get(token) for token in tokens]
    words = [word for word in known if word]
    side = _side(tokens)
    unknown = [t for t in tokens if t not in WORDS and t not in FILLERS and not t.isdecimal() and t not in "abcdp"]
    return Heading(_role(text, words, side, tokens), 2 if Word.OPPONENT in words else side, not unknown)


def _side(tokens: Sequence[str]) -> int:
    for at, token in enumerate(tokens):
        if token.isdecimal() and 1 <= int(token[:3]) <= 8:
            return int(token)
        if at and token in {"a", "b", "c", "d"} and at == len(tokens) - 1:
            return "abcd".index(token) + 1
    return 0


def _role(text: str, words: Sequence[Word], side: int, tokens: Sequence[str]) -> str:
    found = set(words)
    if "%" in text or not found:
        return IGNORED if "%" in text else "name" if tokens[0] == "p" and side else ""
    if {Word.WINS, Word.LOSSES} <= found:
        return "record"
    if (Word.ROUND in found and side) or {Word.TEAM, Word.ID} <= found:
        return IGNORED
    if found == {Word.TEAM, Word.NAME} and not side:
        return "team"
    if {Word.FIRST, Word.LAST} <= found or (Word.FIRST in found and Word.NAME in found and "," in text):
        order = [word for word in words if word in (Word.FIRST, Word.LAST)]
        return LAST_FIRST if order[0] is Word.LAST or Word.LAST not in found else "name"
    role = next(word for word in PRECEDENCE if word in found)
    return "name" if role in (Word.OPPONENT, Word.PLAYER) else str(role)


def read_header(row: Sequence[str]) -> dict[int, Column]:
    """The columns that a row of headings names; nothing if the row is no such row."""
    headings = [read_heading(cell) for cell in row]
    letters = {at: _LETTERS[w] for at, cell in enumerate(row) if (w := fold_word(cell)) in _LETTERS}
    if len(letters) > 1:
        headings = [Heading(letters[at], 0, True) if at in letters else h for at, h in enumerate(headings)]
    headings = _team_names(headings)
    filled = sum(1 for cell in row if cell)
    told = [h for h in headings if h.role]
    named = [h for h in told if h.role in NAMES | {"user"} and h.pure]
    if not named or (len(told) < 2 and filled > 1) or len(told) * 2 < filled:
        return {}
    return _placed(headings)


def _team_names(headings: list[Heading]) -> list[Heading]:
    """Where nothing else is named, teams are who plays; beside a team, each seat or player is one of it."""
    if not any(h.role == "team" for h in headings):
        return headings
    seats = [h for h in headings if h.role == "seat" and h.side]
    if len(seats) > 1:
        return [h._replace(role="name") if h in seats else h for h in headings]
    if any(h.role in NAMES for h in headings):
        return headings
    return [h._replace(role="name") if h.role == "team" else h for h in headings]


def _placed(headings: Sequence[Heading]) -> dict[int, Column]:
    columns: dict[int, Column] = {}
    taken: set[tuple[str, int]] = set()
    current = 1
    for at, heading in enumerate(headings):
        role = heading.role
        if not role:
            continue
        if heading.side and role != "number":
            current = heading.side
        elif role in NAMES and (role, current) in taken:
            current += 1
        if (role, current) not in taken:
            columns[at] = Column(role, current)
            taken.add((role, current))
    return _split_names(columns)


def _split_names(columns: dict[int, Column]) -> dict[int, Column]:
    """A "Name" beside a first name is the last name, and beside a last name the first."""
    roles = set(columns.values())
    changed = dict(columns)
    for at, (role, side) in columns.items():
        first, last = Column("first", side) in roles, Column("last", side) in roles
        if role == "name" and first != last:
            changed[at] = Column("last" if first else "first", side)
    return changed


def find_header(rows: Sequence[Sequence[str]]) -> tuple[int, Mapping[int, Column]]:
    """The row of headings among the first rows, and its columns; -1 and nothing where no row is one."""
    best: tuple[int, Mapping[int, Column]] = (-1, {})
    for at, row in enumerate(rows[:_HEADER_ROWS]):
        columns = read_header(row)
        if len(columns) > len(best[1]):
            best = (at, columns)
    return best


PART: Final = "part"
"""A part of a name of which nothing says whether it is the first or the last."""

_MAIL: Final = lazy.regex(r"\S+@\S+\.\S+")
_CODE: Final = lazy.regex(r"[A-Z]{2,3}")
_MOST: Final = 0.8


def has_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row only names the columns: it has a word where all other rows have a number."""
    if len(rows) < 2:
        return False
    for at, cell in enumerate(rows[0]):
        below = [row[at] for row in rows[1:] if at < len(row) and row[at]]
        if cell and not any(c.isdigit() for c in cell) and below and _share(below, _is_number) == 1:
            return True
    return False


def _is_number(cell: str) -> bool:
    return read_number(cell.rstrip("%. ")) is not None


def _share(cells: Sequence[str], test: object) -> float:
    assert callable(test)
    return sum(1 for cell in cells if test(cell)) / len(cells) if cells else 0.0


def _kind(cells: Sequence[str]) -> str:
    """What most cells of a column are."""
    if not cells:
        return "empty"
    if _share(cells, lambda c: read_rank(c) is not None or c in {"-", "–"}) >= _MOST:
        return "number"
    if _share(cells, _MAIL.fullmatch) >= _MOST:
        return "mail"
    if _share(cells, lambda c: read_record(c) is not None) >= _MOST:
        return "record"
    if _share(cells, lambda c: any(x.isalpha() for x in c) and not _CODE.fullmatch(c)) < _MOST / 2:
        return "other"
    people = [cell for cell in cells if not is_nobody(cell)]
    # Names differ from row to row; countries, states and results repeat.
    return "name" if len(set(people)) > 0.6 * len(people) or len(people) < 3 else "other"


def propose_columns(rows: Sequence[Sequence[str]]) -> Mapping[int, Column]:
    """The likeliest meaning of each column; nothing where no column can be names."""
    width = max((len(row) for row in rows), default=0)
    kinds = [_kind([row[at] for row in rows if at < len(row) and row[at]]) for at in range(width)]
    names = [at for at, kind in enumerate(kinds) if kind == "name"]
    if not names:
        return {}
    leading = next((at for at, kind in enumerate(kinds) if kind == "number" and at < names[0]), None)
    columns: dict[int, Column] = {}
    if len(names) == 1:
        columns[names[0]] = Column("name", 1)
    elif leading is None:
        columns.update({at: Column(PART, 1) for at in names[:2]})
    else:
        columns.update({at: Column("name", side) for side, at in enumerate(names[:4], 1)})
    for at, kind in enumerate(kinds):
        if kind in ("mail", "record") and kind not in {c.role for c in columns.values()}:
            columns[at] = Column(kind, 1)
    if leading is not None:
        columns[leading] = Column(_leading(rows, leading, len(names), "record" in kinds), 1)
    if len(names) == 1 and "record" in kinds:
        columns.update(_points(kinds, names[0]))
    return columns


def _leading(rows: Sequence[Sequence[str]], at: int, names: int, has_record: bool) -> str:
    """What numbers in front of names are: ranks before records, tables of pairs, a count from 1, else tables."""
    if names > 1:
        return "table"
    if has_record:
        return "rank"
    counted = [read_rank(row[at]) for row in rows if at < len(row)]
    return "number" if counted == list(range(1, len(counted) + 1)) else "table"


def _points(kinds: Sequence[str], name: int) -> dict[int, Column]:
    at = next((at for at, kind in enumerate(kinds) if kind == "number" and at > name), None)
    return {at: Column("points", 1)} if at is not None else {}
