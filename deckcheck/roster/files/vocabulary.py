"""Words of column headings in the languages of organizers, folded, by what they tell."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from deckcheck.roster.files.names import fold_word


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
