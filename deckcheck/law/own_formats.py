"""Formats that accounts write for their events: settled against what they inherit, and applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from deckcheck.decklist.cards import Card, CardIndex, CardSet
from deckcheck.decklist.clean_text import shorten
from deckcheck.law.event_law import CITE, apply_house, sizes_of
from deckcheck.law.event_rules import LONGEST, Fault, HouseError, HouseRules
from deckcheck.law.event_rules_read import name_card, settle_house
from deckcheck.law.formats import Change, Format
from deckcheck.law.legality import Admission, Legality
from deckcheck.law.own_format_files import (
    HOUSE,
    LISTS,
    LONGEST_TITLE,
    MOST_CARDS,
    MOST_SETS,
    RARITIES,
    WORDS,
    OwnFormat,
    OwnFormatError,
    words_of_own,
)
from deckcheck.law.own_points import apply_points, has_points, refuse_points_beside, settle_points
from deckcheck.law.rulebooks import BoundClause, Rulebook, digest_of

_FREE: Final = "basic"
"""The trait of cards that no list of a pool need name."""
_LISTED: Final = Admission(True, by_house=True)


def settle_own(
    given: Mapping[str, Any], book: Rulebook, base: Format, index: CardIndex, sets: Mapping[str, CardSet]
) -> OwnFormat:
    """The format that the words come to, cards by their catalogue names; refused with all that is wrong.

    `book` is the law of the `base` that it inherits, as it stands.
    """
    faults = [Fault(str(word), _unknown(str(word))) for word in given if word not in WORDS]
    title = _title(given.get("title"), faults)
    lists = {word: _texts(word, given.get(word, []), faults) for word in LISTS}
    named = {word: _names(word, lists[word], index, faults) for word in (*HOUSE, "cards")}
    singleton = given.get("singleton", False)
    if not isinstance(singleton, bool):
        faults.append(Fault("singleton", "Write singleton = true, or leave it out."))
    sizes = given.get("sizes", {})
    if singleton is True and isinstance(sizes, Mapping) and sizes.get("copies", 1) != 1:
        faults.append(Fault("sizes", "A singleton format has 1 copy of a card. Remove the number of copies."))
    points, most = settle_points(given, book, index, faults)
    pool = OwnFormat(
        title,
        base.id,
        HouseRules(),
        cards=named["cards"],
        sets=_sets(lists["sets"], sets, book, faults),
        rarities=_rarities(lists["rarities"], index, faults),
        singleton=singleton is True,
        points=points,
        points_at_most=most,
    )
    if (pool.cards or pool.sets or pool.rarities) and not any(b.rule.id == "card-pool" for b in book.clauses):
        told = f"{base.title} lists are built from opened packs, so it has no pool to narrow. Inherit another."
        faults.append(Fault("inherits", told))
    house = {HOUSE[word]: named[word] for word in HOUSE} | {"sizes": sizes, "drop": lists["drop"]}
    back = {name: word for word, name in HOUSE.items()}
    try:
        settled = settle_house({**house, "source": title or base.title}, hold_to_own_pool(book, pool), index)
        pool = replace(pool, house=settled)
        refuse_points_beside(pool, book, faults)
    except HouseError as error:
        faults += [fault._replace(field=back.get(fault.field, fault.field)) for fault in error.faults]
    if faults:
        raise OwnFormatError(faults)
    return pool


def format_of_own(id: str, own: OwnFormat, base: Format) -> Format:
    """The format as events name it."""
    settings = {"title": own.title, "group": "", "kept_by": ""}
    return Format(id, base.game, base, abstract=False, base=Change(own.title, settings=settings), own=own)


def apply_own(book: Rulebook, own: OwnFormat, id: str, index: CardIndex) -> Rulebook:
    """The law of an account's format, from that of the format which it inherits."""
    house = own.house
    if own.singleton and "copies" in sizes_of(book) and not any(b.clause.name == "singleton" for b in book.clauses):
        house = replace(house, sizes={**house.sizes, "copies": 1})
    if own.points_at_most is not None and has_points(book):
        house = replace(house, sizes={**house.sizes, "points": own.points_at_most})
    held = apply_points(apply_house(hold_to_own_pool(book, own), house, index, by=""), own)
    clauses = tuple(_cited(bound, own.title) for bound in held.clauses)
    told = sorted(words_of_own(own).items())
    return replace(held, format=id, title=own.title, clauses=clauses, digest=digest_of(held.digest, id, told))


def _cited(bound: BoundClause, title: str) -> BoundClause:
    """The clause with the format as its source where the format gave it."""
    cites = tuple(title + cite.removeprefix(CITE) if cite.startswith(CITE) else cite for cite in bound.clause.cites)
    return bound if cites == bound.clause.cites else replace(bound, clause=replace(bound.clause, cites=cites))


def hold_to_own_pool(book: Rulebook, own: OwnFormat) -> Rulebook:
    """The law with the format's own pool."""
    if not (own.cards or own.sets or own.rarities):
        return book
    law, narrow = book.legality, _listed if own.cards else _printed
    zones = {section: narrow(own, zone.admits) for section, zone in law.zones.items()}
    held = Legality(book.day, narrow(own, law.admits), law.statuses, law.options, law.known_to, law.lapsed, zones)
    return replace(book, legality=held, digest=digest_of(book.digest, own.cards, own.sets, own.rarities))


def _listed(own: OwnFormat, admits: Callable[[Card], Admission]) -> Callable[[Card], Admission]:
    names = frozenset(own.cards)

    def listed(card: Card) -> Admission:
        if card.name in names or card.printed_as in names:
            return _LISTED
        return admits(card) if card.has(_FREE) else Admission(False, "not-listed")

    return listed


def _printed(own: OwnFormat, admits: Callable[[Card], Admission]) -> Callable[[Card], Admission]:
    codes, letters = frozenset(own.sets), frozenset(RARITIES[word] for word in own.rarities)

    def printed(card: Card) -> Admission:
        answer = admits(card)
        if not answer.admitted or card.has(_FREE):
            return answer
        here = [one for one in card.printings if not codes or one.set_code in codes]
        if not here:
            return Admission(False, "no-set")
        return (
            answer if not letters or any(letters & set(one.rarity) for one in here) else Admission(False, "no-rarity")
        )

    return printed


def _title(value: Any, faults: list[Fault]) -> str:
    if isinstance(value, str) and 0 < len(title := " ".join(value.split())) <= LONGEST_TITLE and title.isprintable():
        return title
    faults.append(Fault("title", f"Give the format a title of at most {LONGEST_TITLE} characters."))
    return ""


def _texts(word: str, value: Any, faults: list[Fault]) -> tuple[str, ...]:
    most = {"cards": MOST_CARDS, "sets": MOST_SETS}.get(word, MOST_CARDS)
    if not isinstance(value, list | tuple) or not all(
        isinstance(v, str) and 0 < len(v.strip()) <= LONGEST for v in value
    ):
        faults.append(Fault(word, f'Write {word} as a list of texts: {word} = ["...", "..."].'))
        return ()
    if len(value) > most:
        faults.append(Fault(word, f"{word} has {len(value):,} entries; the limit is {most:,}."))
        return ()
    return tuple(dict.fromkeys(v.strip() for v in value))


def _names(word: str, names: Iterable[str], index: CardIndex, faults: list[Fault]) -> tuple[str, ...]:
    """The cards by their catalogue names."""
    found = []
    for name in names:
        card, why = name_card(name, index)
        if card is None:
            faults.append(Fault(word, f"{why[:1].upper()}{why[1:]}"))
        else:
            found.append(card.name)
    return tuple(dict.fromkeys(found))


def _sets(codes: Iterable[str], sets: Mapping[str, CardSet], book: Rulebook, faults: list[Fault]) -> tuple[str, ...]:
    known = {code.casefold(): code for code in sets}
    for code in codes:
        if code.casefold() not in known:
            told = f'No set of {book.game.title} has the code "{shorten(code)}". A card’s page has those of its sets.'
            faults.append(Fault("sets", told))
    return tuple(dict.fromkeys(known[code.casefold()] for code in codes if code.casefold() in known))


def _rarities(words: Iterable[str], index: CardIndex, faults: list[Fault]) -> tuple[str, ...]:
    asked = tuple(dict.fromkeys(word.casefold() for word in words))
    told = 'There is no rarity "{}". Use {}.'
    strange = [word for word in asked if word not in RARITIES]
    faults.extend(Fault("rarities", told.format(shorten(word), ", ".join(RARITIES))) for word in strange)
    if asked and not _knows_rarities(index):
        faults.append(Fault("rarities", "The rarities of this game’s cards are not known here. Leave them out."))
    return tuple(word for word in RARITIES if word in asked)


def _knows_rarities(index: CardIndex) -> bool:
    cards = (card for name in index.names() if (card := index.card(name)) is not None)
    return any(RARITIES["common"] in one.rarity for card in cards for one in card.printings)


def _unknown(word: str) -> str:
    return f'A format has no "{shorten(word)}". It has {", ".join(WORDS)}.'
