"""Events of a hundred players, with the longest names that people, places and cards really have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from deckcheck.accounts.links import make_link, take_back
from deckcheck.accounts.own_account import LIFE
from deckcheck.accounts.resets import make_reset
from deckcheck.accounts.roles import grant_role
from deckcheck.accounts.staff_accounts import MAIL, add_account
from deckcheck.accounts.tokens import make_token
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_secret
from deckcheck.app.session import changing
from deckcheck.app.webhooks import add_webhook
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.draws import DrawTables, draw_tables
from deckcheck.checks.end import FinishCheck, finish_check
from deckcheck.decklist.names import fold
from deckcheck.events.account_formats import draft
from deckcheck.events.format_changes import keep_format
from deckcheck.events.templates import save_template
from deckcheck.law.announcement_files import ByHand
from deckcheck.lists.submit import enter_late
from deckcheck.pools.registration import AnswerPool, confirm_pool, question_pool
from deckcheck.store.models import Account, AccountCode, Entry, Event, Stage
from deckcheck.store.states import ActorKind
from deckcheck.updates.announcements import announce
from tests.deck_checks import all_there, an_op, begin, event_in_play, join, pair, stand, taps
from tests.desks import Clock
from tests.doors import hashed
from tests.events import DEADLINE, Made, make_event
from tests.pools import by_hand, counts, hand_over, sealed_event
from tests.published_events import a_locked_event, complete, publish, set_event
from tests.published_events import begin as begin_stage
from tests.registrations import accept, an_order, send
from tests.remembered import remembered

PLAYERS: Final = 100
FIRST: Final = ("Maximiliane Wilhelmina", "Bartholomäus-Maria", "Oluwaseunfunmilayo")
LAST: Final = (
    "van den Oudenhoven-Wiśniewska",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Papadimitrakopoulos-Konstantinidis",
    "Keihanaikukauakahihuliheekahaunaele",
)
"""With hyphens and without: the last is the longest a driving licence had to be made wider for."""
EVENT: Final = (
    "Donaudampfschifffahrtsgesellschaftsmeisterschaft und Northern Open of All Friendly Local Game Stores, Winter 2026"
)
PLACE: Final = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Community Hall 2"
STAGE: Final = "Qualification Rounds of the Second Day"
REASON: Final = (
    "The Rheinbrückensanierungsumleitungsverkehr held up the bus that the player came with, and the next one too; "
    "see https://example.org/announcements/2026/06/13/replacement-service-between-the-two-stations"
)
DECK: Final = """About
Name Asmoranomardicadaistinaculdacar Reanimator-Kontrollstrategie

Deck
4 Asmoranomardicadaistinaculdacar
4 Hermit of the Natterknolls // Lone Wolf of the Natterknolls
4 Invasion of Kaladesh // Aetherwing, Golden-Scale Flagship
4 Reidane, God of the Worthy // Valkmira, Protector's Shield
4 Sidequest: Play Blitzball // World Champion, Celestial Weapon
4 Uvilda, Dean of Perfection // Nassari, Dean of Expression
4 Interdisciplinary Mascot
32 Island

Sideboard
4 Sephiroth, Fabled SOLDIER // Sephiroth, One-Winged Angel
11 Plains"""
ILLEGAL: Final = DECK.replace("32 Island", "31 Island").replace(
    "11 Plains",
    "12 Plains\n2 Asmoranomardicadaistinaculdacar\n1 Lutri, the Spellchaser\n1 Mox Opal\n1 Hogaak, Arisen Necropolis",
)
UNDECIDED: Final = DECK.replace("4 Interdisciplinary Mascot", "4 Donaudampfschifffahrtsgesellschaftskapitän\n4 Jace")
POOL: Final = (
    "4 6 9 13x2 15 18 22 23 29\n31 34 37 39x2 42 47 51 52 56\n55 58 61 62 64 67 69x2 71 73\n"
    "76 78 83 84x2 87 89 91 95 96\n99 101x2 102 104 107 109 112 114\n117 120 121 125 127\n130 133\n"
    "143 149 152 158 161x2 164 170 173 178 180 184 187 191 194 199x2 205 206 210 214 219 222 226 227x2 233 241"
)
"""84 cards of Foundations by number."""


LONG_FORMAT: Final = {
    "title": "Kommandantenhochgeschwindigkeitswürfel der Donaufahrt",
    "inherits": "legacy",
    "banned": ["Asmoranomardicadaistinaculdacar", "Sephiroth, Fabled SOLDIER // Sephiroth, One-Winged Angel"],
    "sets": ["FDN", "STA"],
    "sizes": {"main-min": 80, "sideboard-max": 20},
}


def kept_format(desk: App, who: Actor, words: Mapping[str, Any]) -> str:
    """The handle of a format that an account keeps."""
    return keep_format(desk, who, draft(desk, who, words)).handle


@dataclass(frozen=True, slots=True)
class World:
    """Who is who, and the keys that addresses hold; `{play}` and such stand for the slugs of the events."""

    people: Mapping[str, Actor]
    keys: Mapping[str, str]


def build(desk: App, clock: Clock) -> World:
    """All of it: an event in play, one that is over, one that takes lists, a sealed one, and a hundred more."""
    world = _events(desk, clock)
    return World({**world.people, "operator": _operator(desk)}, world.keys)


@remembered
def _events(desk: App, clock: Clock, /) -> World:
    over, links = _over(desk, clock)
    clock.set(DEADLINE - timedelta(days=1))
    play, checks = _in_play(desk, clock)
    staff = {role: play.as_account(role) for role in play.accounts}
    clock.set(DEADLINE - timedelta(hours=1))
    taking, receipt = _taking(desk, clock, play)
    sealed = _sealed(desk, clock, play)
    _many(desk, play)
    clock.set(DEADLINE + timedelta(minutes=12))
    people = {
        "stranger": STRANGER,
        **staff,
        "ended organizer": over.as_account("organizer"),
        "sealed judge": sealed.as_account("head-judge"),
        "player": taking.as_person(0),
        "writer": taking.as_person(1),
        "opener": sealed.as_person(4),
        "regular": play.as_person(7),
        "late": play.as_person(5),
    }
    keys = {"play": play.slug, "over": over.slug, "taking": taking.slug, "sealed": sealed.slug, "receipt": receipt}
    keys["format"] = kept_format(desk, staff["organizer"], LONG_FORMAT)
    return World(people, {**keys, **checks, **links, "link": play.links[2]})


def _operator(desk: App) -> Actor:
    """Whoever looks after the installation, with a ban entered by hand."""
    made = add_account(desk, "operator@northern-open.example", "Bartholomäus-Maria", operator=True)
    who = Actor(ActorKind.ACCOUNT, made.uid, "Bartholomäus-Maria", operates=True)
    announce(
        desk,
        ByHand(
            ("legacy",), ("Asmoranomardicadaistinaculdacar",), "banned", date(2026, 6, 29), "https://example.org/bans"
        ),
        who,
    )
    return who


def lengthen(desk: App, made: Made) -> None:
    """Everybody in the event has a long name, and so has the event, its place and its stages."""
    with desk.store.write() as session:
        for number, uid in enumerate(made.entries):
            entry = session.get_one(Entry, uid)
            entry.first, entry.last = FIRST[number % len(FIRST)], f"{LAST[number % len(LAST)]} {number + 1}"
            entry.folded = fold(f"{entry.first} {entry.last}")
            entry.pronouns = "they"
            entry.mail = f"{entry.folded.replace(' ', '.')}@mail.example.org"
        for place, uid in enumerate(made.accounts.values()):
            account = session.get(Account, uid)
            assert account is not None
            account.name = f"{FIRST[place % len(FIRST)]} {LAST[place]}"
            account.password = hashed()
        for uid in made.stages.values():
            stage = session.get(Stage, uid)
            assert stage is not None
            stage.title = f"{STAGE} {stage.position}"
    set_event(desk, made, place=PLACE)


def _texts(number: int) -> str:
    return (DECK, ILLEGAL, UNDECIDED, DECK)[number % 4]


def _over(desk: App, clock: Clock) -> tuple[Made, dict[str, str]]:
    """An event that has ended with its lists open, with programs, draws, late lists and a link that was replaced."""
    texts = {number: _texts(number) for number in range(1, PLAYERS - 3)}
    names: dict[str, Any] = {"slug": "the-long-open", "name": EVENT, "join_code": "LYNX-8802"}
    made = a_locked_event(desk, clock, players=PLAYERS, texts=texts, level="competitive", **names)
    lengthen(desk, made)
    publish(desk, made, "swiss", "all")
    begin_stage(desk, made)
    judge, organizer = made.as_account("judge"), made.as_account("organizer")
    late = an_order(made, desk, DECK, who=judge, number=PLAYERS - 3, reason=REASON)
    enter_late(late, desk)
    for number in (1, 2):
        pair(desk, made, number, [(n, n + 1) for n in range(1, PLAYERS, 2)])
        draw_tables(DrawTables(judge, made.slug, number, 24, f"{number}4471", "swiss"), desk)
    stand(desk, made, 2, [PLAYERS - place for place in range(PLAYERS)])
    with changing(desk, organizer, made.slug) as work:
        make_token(work, "judge", f"{EVENT[:60]} pairing program")
        add_webhook(work, "https://example.org/hooks/" + "a-long-way-to-the-program/" * 3, ["submitted", "accepted"])
    complete(desk, made)
    with desk.store.write() as session:
        ended = make_link(session, "person", made.persons[0], "sys", desk.now(), desk.settings)
        take_back(session, "person", made.persons[0], desk.now())
    who = made.as_account("organizer")
    invited = grant_role(desk, who, made.slug, f"{'zofia' * 12}@example.org", "judge", EVENT[:60])
    letter = new_secret()
    with desk.store.write() as session:
        code = AccountCode(account=who.uid, kind=MAIL, hash=hash_of(letter), until=desk.now() + LIFE, mailed=True)
        code.mail = f"{'nora' * 15}@example.net"
        session.add(code)
    reset = make_reset(desk, "organizer@the-long-open.example").secret
    return made, {"ended": ended, "reset": reset, "invited": invited.secret, "letter": letter}


def _in_play(desk: App, clock: Clock) -> tuple[Made, dict[str, str]]:
    """Round 2, with a deck that is being checked, one that was counted, and one that differs."""
    names: dict[str, Any] = {"slug": "the-long-round", "name": EVENT, "join_code": "KITE-4719", "playoff": True}
    texts = (DECK, DECK, ILLEGAL, UNDECIDED)
    made = event_in_play(desk, clock, players=PLAYERS, texts=texts, level="competitive", **names)
    lengthen(desk, made)
    save_template(desk, made.as_account("organizer"), made.slug, EVENT[:100])
    for number in (1, 2):
        pair(desk, made, number, [(n, n + 1) for n in range(1, PLAYERS, 2)])
    stand(desk, made, 1, [3, 0] * (PLAYERS // 2))
    accept(made, desk)
    table = begin(made, desk, 1, round=2, table="1")
    join(made, desk, table.head.uid)
    change_check(ChangeCheck(made.as_account("judge"), made.slug, table.head.uid, taken=True), desk)
    rows = [row for part in table.sections for pile in part.piles for row in pile.rows]
    taps(made, desk, table.head.uid, *[an_op(n, clock(), row.row, set=row.listed) for n, row in enumerate(rows[:3], 1)])
    one_more = an_op(900, clock(), "main:Interdisciplinary Mascot", set=5)
    counted = begin(made, desk, 5, round=2, table="3")
    taps(made, desk, counted.head.uid, *all_there(counted, clock()), one_more)
    illegal = begin(made, desk, 3, round=2, table="2")
    taps(made, desk, illegal.head.uid, *all_there(illegal, clock()))
    differs = begin(made, desk, 6, round=2, table="3")
    taps(made, desk, differs.head.uid, *all_there(differs, clock()), one_more)
    decided = {"section": "IPG 3.5", "penalty": "Warning", "by": f"{FIRST[0]} {LAST[1]}", "applied": "now"}
    finish_check(FinishCheck(made.as_account("judge"), made.slug, differs.head.uid, decided=decided, note=REASON), desk)
    begun = {"table": table, "counted": counted, "illegal": illegal, "differs": differs}
    return made, {key: view.head.uid for key, view in begun.items()}


def _taking(desk: App, clock: Clock, other: Made) -> tuple[Made, str]:
    """An event that takes lists: the first player sent many, the others write."""
    names: dict[str, Any] = {
        "slug": "the-long-list",
        "name": EVENT,
        "join_code": "SEAL-6071",
        "persons": other.persons[:8],
    }
    made = make_event(desk, players=8, accounts=other.accounts, playoff=True, **names)
    lengthen(desk, made)
    uid = ""
    for text in (UNDECIDED, ILLEGAL, DECK, ILLEGAL):
        uid = send(made, desk, text, who=made.as_person(0)).uid
        clock.pass_(minutes=7)
    return made, uid


def _sealed(desk: App, clock: Clock, other: Made) -> Made:
    """A sealed event: pools are counted, one is questioned, the fifth player has theirs and counts the fourth's."""
    names: dict[str, Any] = {
        "slug": "the-long-boxes",
        "name": EVENT,
        "join_code": "HERON-3415",
        "accounts": other.accounts,
    }
    made = sealed_event(desk, players=PLAYERS, size=84, deadline=DEADLINE + timedelta(hours=2), **names)
    lengthen(desk, made)
    by_hand(desk, made, *[(owner, owner % PLAYERS + 1) for owner in range(1, PLAYERS + 1)])
    counts(desk, made, 4, POOL.partition("143")[0], by=5)
    for owner, counter in ((1, 2), (2, 3), (5, 6)):
        hand_over(desk, made, owner, POOL, by=counter, confirmed=True)
        clock.pass_(minutes=1)
    for owner in (1, 5):
        confirm_pool(AnswerPool(made.as_person(owner - 1), made.slug, owner, "swiss"), desk)
    question_pool(AnswerPool(made.as_person(1), made.slug, 2, "swiss", REASON), desk)
    return made


def _many(desk: App, other: Made) -> None:
    """A hundred events more, of the same staff and one regular player."""
    for number in range(PLAYERS):
        day = date(2026, 6, 14) + timedelta(days=number)
        made = make_event(
            desk,
            players=1,
            slug=f"the-long-year-{number}",
            name=f"{EVENT[: 60 + number // 2]} {number}",
            join_code=None,
            day=day,
            deadline=DEADLINE + timedelta(days=number),
            persons=other.persons[7:8],
            accounts=other.accounts,
        )
        set_event(desk, made, place=PLACE)
    with desk.store.write() as session:
        assert session.query(Event).count() > PLAYERS


__all__ = ["DECK", "ILLEGAL", "POOL", "REASON", "UNDECIDED", "World", "build", "lengthen"]
