"""Gathers the printings that a source tells of into the facts of cards and sets, as data/mtg/ has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from deckcheck.games.mtg.fact_records import JOKE_TYPES, TYPES, ToldCard, card_record
from deckcheck.games.mtg.source_words import OLD_PLATFORMS, PLATFORMS, RARITIES, SET_TYPES
from deckcheck.law.card_facts import CardFacts, ForeignFacts
from deckcheck.law.card_sources import Migration, Report, SourceError, SourceFacts, Status
from deckcheck.law.source_fields import known_word

_MISTAKEN: Final = 10
"""A name in another language that so many times as many printings of another card have is that card's."""
_OUTSIDE: Final = frozenset(("funny", "memorabilia"))
"""Types of sets whose cards are for decks only where a format says so."""


class ToldPrinting(NamedTuple):
    """One printing. `platforms`: where it is, `digital` whether nowhere on paper; `new`: whether it is no reprint."""

    code: str
    rarity: str = ""
    number: str = ""
    platforms: frozenset[str] = frozenset()
    digital: bool = False
    new: bool = False
    silver: bool = False
    acorn: bool = False
    playtest: bool = False
    rebalanced: bool = False

    @property
    def counts(self) -> bool:
        """Whether it tells in which formats its set is."""
        on_paper = "paper" in self.platforms or not (self.platforms or self.digital)
        return on_paper and not (self.silver or self.acorn or self.playtest or self.rebalanced)


class ToldSet(NamedTuple):
    """One set. `release` is empty where no day is known."""

    code: str
    name: str
    release: str
    kind: str
    parent: str = ""
    digital: bool = False
    unfinished: bool = False


@dataclass(slots=True)
class _Gathered:
    """A card while its printings come in; of what holds for all of them, what still does."""

    record: dict[str, Any]
    funny: bool = False
    letters: dict[str, set[str]] = field(default_factory=dict)
    platforms: set[str] = field(default_factory=set)
    statuses: dict[str, Status] = field(default_factory=dict)
    silver: bool = True
    acorn: bool = True
    playtest: bool = True
    digital: bool = True
    rebalanced: bool = False


class SourceCards:
    """The cards of a source, by its own ids; `report` has what it does not know."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._cards: dict[str, _Gathered] = {}
        self._tokens: set[str] = set()
        self._aliases: dict[str, str] = {}
        self._foreign: dict[tuple[str, str], Counter[str]] = {}
        self._numbers: dict[str, dict[tuple[str, str], None]] = {}
        self._new: dict[str, dict[str, None]] = {}
        self._waiting: set[str] = set()
        self._platforms_of_sets: dict[str, set[str]] = {}
        self._same_statuses: dict[tuple[tuple[str, Status], ...], dict[str, Status]] = {}

    def knows(self, id: str) -> bool:
        """Whether the facts of this card are told already."""
        return id in self._cards

    def tell(self, id: str, card: ToldCard, funny: bool = False) -> None:
        """Take the facts of a card; `funny`: whether the source calls it so."""
        for word in {word for part in card.parts for word in part.types}:
            known_word(word, TYPES | JOKE_TYPES, "card type", card.name, self.report)
        self._cards[id] = _Gathered(card_record(card), funny)
        if "rulebreaker" in self._cards[id].record:
            self.report.meet("rulebreaker", card.name, card.name)

    def add(self, id: str, printing: ToldPrinting) -> None:
        """Take a printing of a card that was told."""
        card = self._cards[id]
        name = card.record["name"]
        letters = card.letters.setdefault(printing.code, set())
        if printing.rarity:
            letters.add(RARITIES.get(known_word(printing.rarity, RARITIES, "rarity", name, self.report), ""))
        for word in printing.platforms - PLATFORMS - OLD_PLATFORMS:
            self.report.meet("platform", word, name)
        card.platforms |= printing.platforms & PLATFORMS
        card.digital &= printing.digital or bool(printing.platforms and "paper" not in printing.platforms)
        card.silver, card.acorn = card.silver and printing.silver, card.acorn and printing.acorn
        card.playtest, card.rebalanced = card.playtest and printing.playtest, card.rebalanced or printing.rebalanced
        self._add_to_set(name, printing)

    def _add_to_set(self, name: str, printing: ToldPrinting) -> None:
        code = printing.code
        self._platforms_of_sets.setdefault(code, set()).update(printing.platforms)
        if printing.number:
            self._numbers.setdefault(code, {})[printing.number, name] = None
        if printing.new and printing.counts:
            self._new.setdefault(code, {})[name] = None
        if not (printing.platforms or printing.digital):
            self._waiting.add(code)

    def add_statuses(self, id: str, statuses: Mapping[str, Status]) -> None:
        """Take what is said of a card in formats; what was said first of a format stays."""
        card = self._cards[id]
        merged = {**statuses, **card.statuses}
        # Most cards are legal in the same formats as others: each set of statuses is kept once.
        card.statuses = self._same_statuses.setdefault(tuple(sorted(merged.items())), merged)

    def add_alias(self, id: str, alias: str) -> None:
        """Take another printed name in English."""
        if alias != (name := self._cards[id].record["name"]):
            self._aliases.setdefault(alias, name)

    def add_foreign(self, id: str, language: str, name: str) -> None:
        """Take the name of a printing in another language."""
        self._foreign.setdefault((language, name), Counter())[self._cards[id].record["name"]] += 1

    def add_token(self, name: str) -> None:
        """Take the name of a token or emblem."""
        self._tokens.update(name.split(" // "))
        self.report.left_out["token or emblem"] += 1

    def finish(
        self, sets: Iterable[ToldSet], day: date, formats: Iterable[str], migrations: Sequence[Migration] = ()
    ) -> SourceFacts:
        """All that the source tells; `formats` are its words for formats of which it tells of every card."""
        if not self._cards:
            raise SourceError("The file holds no cards.")
        by_code = {told.code: told for told in sets}
        told = self._by_name(by_code)
        records = [self._finished(card, by_code) for _, card in told.values()]
        names = told.keys()
        tables = {
            "aliases": {alias: name for alias, name in sorted(self._aliases.items()) if alias not in names},
            "tokens": sorted(self._tokens - names),
            "numbers": {code: tuple(found) for code, found in self._numbers.items()},
        }
        self._add_twins(records, names)
        return SourceFacts(
            CardFacts(records, self._set_records(by_code, day), day, tables),
            {name: self._all_statuses(card, formats) for name, (_, card) in told.items()},
            self.report,
            ids={name: own for name, (own, _) in told.items()},
            new_cards={code: tuple(found) for code, found in self._new.items()},
            platforms={name: frozenset(card.platforms) for name, (_, card) in told.items()},
            foreign=self._foreign_names(names),
            migrations=migrations,
            unfinished=frozenset(self._waiting | {code for code, one in by_code.items() if one.unfinished}),
        )

    def _foreign_names(self, names: Container[str]) -> ForeignFacts:
        """Names in other languages by card, without those that a few printings have from another card by mistake."""
        found: dict[str, dict[str, list[str]]] = {}
        for (language, foreign), cards in sorted(self._foreign.items()):
            most = max(cards.values())
            for name, printings in cards.items():
                if name in names and printings * _MISTAKEN < most:
                    self.report.left_out["name of another card in another language"] += 1
                elif name in names:
                    found.setdefault(name, {}).setdefault(language, []).append(foreign)
        return found

    def _by_name(self, sets: Mapping[str, ToldSet]) -> dict[str, tuple[str, _Gathered]]:
        """The card of each name, in their order; a card of the game goes before a playtest card of its name."""
        found: dict[str, tuple[str, _Gathered]] = {}
        for own, card in sorted(self._cards.items(), key=lambda pair: (pair[1].record["name"], pair[1].playtest)):
            name = card.record["name"]
            if name not in found:
                found[name] = (own, card)
                continue
            self.report.left_out["another card of a name"] += 1
            self.report.meet("name of several cards", name, name)
            if card.playtest and not found[name][1].playtest:
                found[name][1].record["also_playtest_name"] = True
        return found

    def _finished(self, card: _Gathered, sets: Mapping[str, ToldSet]) -> dict[str, Any]:
        """The record of a card with what its printings say."""
        kinds = {sets[code].kind for code in card.letters if code in sets}
        printed = bool(card.letters)
        flags = {
            "silver_border": printed and card.silver,
            "acorn": printed and card.acorn,
            "playtest": printed and card.playtest,
            "nontournament": kinds == {"memorabilia"} and not card.digital,
        }
        legal = any(status is not Status.NOT_LEGAL for status in card.statuses.values())
        outside = card.funny or (printed and kinds <= _OUTSIDE)
        flags["funny"] = any(flags.values()) or (outside and not legal)
        flags |= {"digital_only": printed and card.digital, "rebalanced": card.rebalanced}
        order = sorted(card.letters, key=lambda code: (sets[code].release if code in sets else "", code))
        printings = {code: "".join(sorted(card.letters[code], key="CURMSB".index)) for code in order}
        return {**card.record, **{flag: True for flag, holds in flags.items() if holds}, "printings": printings}

    def _add_twins(self, records: Iterable[dict[str, Any]], names: Iterable[str]) -> None:
        """Which card each rebalanced card rebalances: it has the same name but for `A-`."""
        known = set(names)
        for record in records:
            original = " // ".join(part.removeprefix("A-") for part in record["name"].split(" // "))
            if record.get("rebalanced") and original != record["name"] and original in known:
                record["rebalanced_of"] = original

    def _all_statuses(self, card: _Gathered, formats: Iterable[str]) -> Mapping[str, Status]:
        missing = [word for word in formats if word not in card.statuses]
        if not missing:
            return card.statuses
        filled = dict.fromkeys(missing, Status.NOT_LEGAL) | card.statuses
        return self._same_statuses.setdefault(tuple(sorted(filled.items())), filled)

    def _set_records(self, sets: Mapping[str, ToldSet], day: date) -> list[dict[str, Any]]:
        """The sets that have cards, and those that are to come, by their day."""
        with_cards = {code for card in self._cards.values() for code in card.letters}
        for code in sorted(with_cards - sets.keys()):
            raise SourceError(f"The set {code} has cards and is missing in the list of sets.")
        kept = [s for s in sets.values() if s.code in with_cards or (s.release > day.isoformat() and s.kind != "token")]
        self.report.left_out["set without cards"] += len(sets) - len(kept)
        return [self._set_record(s) for s in sorted(kept, key=lambda s: (s.release, s.code))]

    def _set_record(self, told: ToldSet) -> dict[str, Any]:
        known_word(told.kind, SET_TYPES, "set type", f"{told.name} ({told.code})", self.report)
        record = {"code": told.code, "name": told.name, "release": told.release, "type": told.kind}
        on = self._platforms_of_sets.get(told.code) or ({"arena"} if told.kind == "alchemy" else set())
        if told.digital or (on and "paper" not in on):
            record["platform"] = next((platform for platform in ("arena", "mtgo") if platform in on), "other")
        return {**record, "parent": told.parent} if told.parent else record
