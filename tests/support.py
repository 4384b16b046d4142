"""What tests of rules share: a few cards as facts, decks read from text, a law made for one case, findings as data."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.cards import Card, Printing
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from deckcheck.law.formats import Clause
from deckcheck.law.legality import (
    Admission,
    Bounds,
    Day,
    KnownTo,
    Legality,
    MateCard,
    Opened,
    Platform,
    Product,
    Status,
)
from deckcheck.law.rule import Finding, Rule, build_params
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.law.sentences import say
from deckcheck.verdict.comparison import MISMATCH, present

TESTS: Final = Path(__file__).parent
USUAL_DAY: Final = date(2026, 8, 1)
COMPARED: Final = {
    "mtg": {"deck_sections": ["main"], "side_section": "sideboard"},
    "ga": {"deck_sections": ["main", "material"], "side_section": "sideboard"},
    "pkm": {"deck_sections": ["main"]},
}
"""What of a list is compared, where a case is about something else."""


class RuleCase(NamedTuple):
    """One case of a rule's file."""

    rule: Rule[Any]
    game: str
    facts: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.facts["name"])

    @property
    def finds(self) -> list[dict[str, Any]]:
        return list(self.facts["finds"])


def all_rules() -> dict[str, Rule[Any]]:
    """Every rule of every game by its id."""
    return {rule.id: rule for game in GAMES.values() for rule in game.rules}


@cache
def rule_cases() -> tuple[RuleCase, ...]:
    """Every case of every file in tests/rules."""
    cases: list[RuleCase] = []
    rules = all_rules()
    for path in sorted((TESTS / "rules").glob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        game = table.get("game", "mtg")
        cases += (RuleCase(rules[table["rule"]], case.get("game", game), case) for case in table["case"])
    return tuple(cases)


@cache
def few_cards(game: str) -> MemoryCardIndex:
    """The cards of tests/cards: enough for the cases, and no more."""
    made: dict[str, Card] = {}
    for facts in _few_facts(game):
        made[facts["name"]] = _card(game, facts, made)
    return MemoryCardIndex.of(game, made.values())


def invented_cards(game: str) -> frozenset[str]:
    """Those of them that stand for cards to come."""
    return frozenset(facts["name"] for facts in _few_facts(game) if facts.get("invented"))


def _few_facts(game: str) -> list[dict[str, Any]]:
    table = tomllib.loads((TESTS / "cards" / f"{game}.toml").read_text("utf-8"))
    return list(table["card"])


def _card(game: str, facts: Mapping[str, Any], made: Mapping[str, Card]) -> Card:
    """A card of its facts; those that its name alone may mean stand before it."""
    name = facts["name"]
    return Card(
        name,
        game,
        name,
        traits=frozenset(facts["traits"]),
        copies_allowed=facts.get("copies_allowed"),
        printings=tuple(Printing(*written) for written in facts.get("printings", ())),
        printed_as=facts.get("printed_as", ""),
        counts_as=facts.get("counts_as", ""),
        may_be=tuple(made[one] for one in facts.get("may_be", ())),
    )


def deck_of(text: str, game: str = "mtg") -> Deck:
    """The deck that a list in plain headed text names."""
    return resolve_names(read_list(text, GAMES[game]), few_cards(game))


def _admitting(answers: Mapping[str, Admission]) -> Callable[[Card], Admission]:
    return lambda card: answers.get(card.name, Admission(True))


def law_of(facts: Mapping[str, Any]) -> Legality:
    """A law with the statuses and the refused or doubted cards of a case; all other cards are in the pool."""
    answers = {name: Admission(**answer) for name, answer in facts.get("pool", {}).items()}
    statuses = {name: _status(status) for name, status in facts.get("statuses", {}).items()}
    zones = {
        section: _admitting({name: Admission(**answer) for name, answer in pool.items()})
        for section, pool in facts.get("zones", {}).items()
    }
    day = Day(facts.get("day", USUAL_DAY), Platform(facts.get("platform", "paper")))
    known = KnownTo(**facts["known_to"]) if "known_to" in facts else None
    lapsed = frozenset(facts.get("lapsed", ()))
    law = Legality(day, _admitting(answers), statuses, known_to=known, lapsed=lapsed, zones=zones)
    game = facts.get("game", "mtg")
    opened = _opened(facts["opened"], game) if "opened" in facts else None
    mates = [
        MateCard(who, section, count, few_cards(game).find(name).cards[0])
        for who, section, count, name in facts.get("mates", ())
    ]
    return law.holding_to(opened, tuple(mates), frozenset(facts.get("drafted", ())))


def _status(facts: Mapping[str, Any]) -> Status:
    """A status as a case gives it: two days of which one may be empty, a product with its sections."""
    more: dict[str, Any] = {}
    if "between" in facts:
        first, last = facts["between"]
        more["between"] = Bounds(first or None, last or None)
    if "unless" in facts:
        more["unless"] = Product(**facts["unless"])
    return Status(**{**facts, **more})


def _opened(facts: Mapping[str, Any], game: str) -> Opened:
    """A registered pool, and what the other lists of a team hold of it."""
    pool, elsewhere = (
        {few_cards(game).find(name).cards[0]: count for name, count in facts.get(key, {}).items()}
        for key in ("cards", "elsewhere")
    )
    sets = str(facts.get("sets", ""))
    foreign = {few_cards(game).find(name).cards[0]: (known, sets) for name, known in facts.get("foreign", {}).items()}
    return Opened(pool, facts.get("unknown", 0), elsewhere, pool, foreign)


def findings_of(case: RuleCase) -> list[dict[str, Any]]:
    """What the rule finds in the case's list, as the case files write it, with the sentence it comes to."""
    deck = deck_of(case.facts["list"], case.game)
    book = _book(case)
    bound = book.clauses[0]
    if "registered" in case.facts:
        deck = present(deck_of(case.facts["registered"], case.game), deck, book, case.facts.get("number", 1))
    return [_told(found, deck, bound, book) for found in case.rule.check(deck, book.legality, bound.params)]


def _book(case: RuleCase) -> Rulebook:
    """A rulebook with the case's clause; in the presence of a registered list also with what is compared of it."""
    wanted = [(case.rule, case.facts.get("clause", {}))]
    if "registered" in case.facts and case.rule.id != MISMATCH:
        wanted.append((all_rules()[MISMATCH], COMPARED[case.game]))
    bound = tuple(_bound(rule, params, case.name) for rule, params in wanted)
    law = law_of(case.facts)
    return Rulebook(
        format="some-format",
        title="Some Format",
        game=GAMES[case.game],
        day=law.day,
        match=case.facts.get("match", "bo3"),
        options=frozenset(),
        clauses=bound,
        legality=law,
        digest="",
        companion="sideboard",
    )


def _bound(rule: Rule[Any], params: Mapping[str, Any], name: str) -> BoundClause:
    clause = Clause(rule.id, rule.id, params, ("the document",), "the case")
    return BoundClause(clause, rule, build_params(rule, params, name))


def _told(found: Finding, deck: Deck, bound: BoundClause, book: Rulebook) -> dict[str, Any]:
    lines = found.lines if found.lines is not None else deck.lines_of(found.cards, found.within) if found.cards else ()
    mend = found.mend
    return {
        **found.facts,
        "message": found.message,
        "card": found.cards[0].name if found.cards else "",
        "cards": [card.name for card in found.cards],
        "within": list(found.within),
        "lines": list(lines),
        "severity": str(found.severity),
        "under": found.under,
        "mend": " ".join(str(part) for part in mend if part) if mend else "",
        "says": say(found, bound, book, {}),
    }


def as_asked(told: Iterable[Mapping[str, Any]], asked: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What was told, of each finding only what the case asks about; a finding no case expects stands whole."""
    wanted = list(asked)
    shown = []
    for place, finding in enumerate(told):
        keys = wanted[place] if place < len(wanted) else finding
        shown.append({key: finding.get(key) for key in keys})
    return shown
