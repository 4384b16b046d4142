"""A section, or several counted together, holds as many cards as the format asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.law.sentences import counted
from deckcheck.translations import gettext


@dataclass(frozen=True, slots=True)
class Params:
    """Any bound may be left open; `exactly` holds where no other is given; with `or_none` no cards are right too.

    While one of the sections is empty, which is told elsewhere, so many cards as `open_places` may be missing.
    A card in `leader_section` with a trait of the kind `relaxing_trait` lets the deck be larger; the trait says how.
    A card in `bonus_section` lets it hold so many cards more as its trait of the kind `bonus_trait` says.
    """

    sections: tuple[str, ...]
    at_least: int | None = None
    at_most: int | None = None
    exactly: int | None = None
    or_none: bool = False
    open_places: int = 0
    leader_section: str = ""
    relaxing_trait: str = ""
    bonus_section: str = ""
    bonus_trait: str = ""

    def bounds(self) -> tuple[int, int | None]:
        """The least and the most."""
        if self.at_least is None and self.at_most is None and self.exactly is not None:
            return self.exactly, self.exactly
        return self.at_least or 0, self.at_most

    @property
    def size(self) -> str:
        """The bounds in words, for the rule's sentence."""
        least, most = self.bounds()
        if most == 0:
            return gettext("none")
        if least == most:
            told = gettext("exactly {number} or none") if self.or_none else gettext("exactly {number}")
            return told.format(number=most)
        if least and most is not None:
            return gettext("at least {least} and at most {most}").format(least=least, most=most)
        if least:
            return gettext("at least {least}").format(least=least)
        return gettext("any number") if most is None else gettext("at most {most}").format(most=most)

    @property
    def right(self) -> str:
        """A size that keeps the bounds, for an example."""
        least, most = self.bounds()
        return counted(most if most is not None and not least else least, "card")

    @property
    def wrong(self) -> str:
        """A size that does not."""
        least, most = self.bounds()
        return counted(most + 1 if most is not None and not least else least - 1, "card")


@rule(
    id="section-size",
    implements=(
        "MTR 6.1",
        "MTR 7.1",
        "MDTR 6.1",
        "CR 100.2a",
        "CR 903.5a",
        "CR 903.5e",
        "MAMTR *.1C",
        "MAMTR *.6A",
        "GA-CR Format Conventions",
        "GA-TRG Pantheon",
    ),
    sentence="Cards in {sections}: {size}.",
    examples=(
        "{right} in {sections}.",
        "{wrong} in {sections}.",
    ),
    messages={
        "too-few": "{cards_n} in the {section}; you need at least {allowed}.",
        "too-few-together": "{cards_n} in {sections}; you need at least {allowed}.",
        "too-many": "{cards_n} in the {section}; the limit is {allowed}.",
        "too-many-together": "{cards_n} in {sections}; the limit is {allowed}.",
        "forbidden": "{cards_n} in the {section}; this format has none.",
        "not-exactly": "{cards_n} in the {section}; exactly {allowed} are needed.",
        "not-exactly-with": "{cards_n} with the {section}; exactly {allowed} are needed.",
        "not-exactly-together": "{cards_n} in {sections}; exactly {allowed} are needed.",
        "relaxed": "{cards_n} in {sections}; {leader} allows: {clause}.",
        "bonus": "{cards_n} in the {section}; with {leader} at most {allowed}.",
        "bonus-in-part": "{cards_n} in the {section}; {leader} allows {allowed} instead of {usual}. "
        "Whether a number in between is allowed is not known here.",
        "all-or-none": "{cards_n} in the {section}; {allowed} or none are needed.",
    },
    params=Params,
)
def section_size(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    sizes = deck.sizes
    count = sum(sizes.get(section, 0) for section in params.sections)
    least, most = params.bounds()
    leader, more = _bonus(deck, params)
    if more and most is not None and count == most + more:
        return
    open_places = params.open_places if any(section not in sizes for section in params.sections) else 0
    if (params.or_none and not count) or least - open_places <= count < least:
        return
    if count < least:
        mend, allowed = Mend("add", least - count, params.sections[0]), least
    elif most is not None and count > most:
        mend, allowed = Mend("take-out", count - most), most
    else:
        return
    within = tuple(s for s in params.sections if s in sizes) or params.sections[:1]
    words = _words(params, count < allowed, len(within))
    # Of a main deck counted with one section more the sentence names that one: 99 cards with the commander.
    section = within[-1 if words == "not-exactly-with" else 0]
    lines = tuple(n for s in within for n in deck.lines_in(s)) if words == "forbidden" else None
    mend = Mend("leave-out") if lines else mend
    found = finding(words, within=within, lines=lines, mend=mend, count=count, allowed=allowed, section=section)
    if count > allowed:
        found = _relaxed(_with_bonus(found, leader, more) if more else found, deck, params)
        found = _asked(found, deck, params.sections, count - int(found.facts["allowed"]))
    yield found


def _bonus(deck: Deck, params: Params) -> tuple[str, int]:
    """The card that lets the section hold more, and how many more; none of them where there is no such card."""
    for card in deck.cards(params.bonus_section) if params.bonus_trait else ():
        if more := card.value(params.bonus_trait):
            return card.name, int(more)
    return "", 0


def _with_bonus(found: Finding, leader: str, more: int) -> Finding:
    """The finding where a card lets the section hold more: of sizes between the usual one and its own a question."""
    count, usual = int(found.facts["count"]), int(found.facts["allowed"])
    facts = {**found.facts, "allowed": usual + more, "usual": usual, "leader": leader}
    if count > usual + more:
        return found._replace(message="bonus", mend=Mend("take-out", count - usual - more), facts=facts)
    return found._replace(message="bonus-in-part", severity=Severity.UNCLEAR, mend=None, facts=facts)


def _asked(found: Finding, deck: Deck, sections: tuple[str, ...], beyond: int) -> Finding:
    """The finding as a question where lines that are like no card hold all that is too many: they may be none."""
    waiting = [e for e in deck.waiting() if e.section in sections and not e.line.reason]
    strange = [entry for entry in waiting if entry.is_like_none]
    if sum(entry.count for entry in strange) < beyond or found.lines:
        return found
    lines = tuple(entry.line.number for entry in strange)
    return found._replace(severity=Severity.UNCLEAR, mend=None, lines=lines)


def _relaxed(found: Finding, deck: Deck, params: Params) -> Finding:
    """The finding as a question where a leader's own words let the deck be larger."""
    for card in deck.cards(params.leader_section) if params.relaxing_trait else ():
        clause = card.value(params.relaxing_trait)
        if clause:
            facts = {**found.facts, "leader": card.name, "clause": clause}
            return found._replace(message="relaxed", severity=Severity.UNCLEAR, mend=None, facts=facts)
    return found


def _words(params: Params, few: bool, parts: int) -> str:
    """The key of the sentence that fits."""
    if params.or_none:
        return "all-or-none"
    if params.at_most == 0:
        return "forbidden"
    if len(set(params.bounds())) == 1:
        return ("not-exactly", "not-exactly-with", "not-exactly-together")[min(parts, 3) - 1]
    return ("too-few" if few else "too-many") + ("-together" if parts > 1 else "")
