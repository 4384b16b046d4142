"""No deck holds a card against what an announcement made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Final

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import LAW_UNKNOWN, Legality, Status
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.translations import gettext


@dataclass(frozen=True, slots=True)
class Params:
    """`words` are the statuses this clause is about; at most `limit` copies of such a card over `sections`.
    A status that bars a card from one place only is looked for in that place: `leader_sections` for
    `banned-as-commander` and, where two lead, for `banned-as-partner`; `companion_sections` for `banned-as-companion`.
    `by`: whose statuses these are; the format's own list is the empty text.
    """

    words: tuple[str, ...]
    sections: tuple[str, ...]
    limit: int = 0
    leader_sections: tuple[str, ...] = ()
    companion_sections: tuple[str, ...] = ()
    by: tuple[str, ...] = ("",)

    @property
    def told(self) -> str:
        """The statuses and the limit in words, for the rule's sentence."""
        one_of = gettext("{one} or {other}")
        words = reduce(lambda one, other: one_of.format(one=one, other=other), map(said, self.words))
        if "" not in self.by:
            who = reduce(lambda one, other: one_of.format(one=one, other=other), map(gettext, filter(None, self.by)))
            words = gettext("{status} by {by}").format(status=words, by=who)
        if self.limit:
            return gettext("At most {limit} of a card that is {status}").format(limit=self.limit, status=words)
        return gettext("No card that is {status}").format(status=words)

    @property
    def right(self) -> str:
        """What keeps the limit, for an example."""
        if self.limit:
            return gettext("{count} of it in all").format(count=self.limit)
        return gettext("A card whose ban ended before the day")

    @property
    def wrong(self) -> str:
        """What does not."""
        if self.limit:
            return gettext("{count} of it in all").format(count=self.limit + 1)
        return gettext("1 of it, in any printing")


def said(word: str) -> str:
    """A status as a word: banned as commander."""
    return gettext(word.replace("-", " "))


_UNDER: Final = {"season": LAW_UNKNOWN}
"""Whether a season's bans go on is a question that only newer data can answer."""


@rule(
    id="status",
    implements=("MTR 6.2", "MDTR 6.2", "CR 903.3", "GA-TRG Banned Cards"),
    sentence="{told}.",
    examples=(
        "{right}.",
        "{wrong}.",
    ),
    messages={
        "dated": "{card} has been {status} in {format} since {since}.",
        "at-latest": "{card} has been {status} in {format} since {since} at the latest.",
        "began": "Whether {card} was {status} in {format} on {day} is not known: it became so {detail}.",
        "ended": "Whether {card} was still {status} in {format} on {day} is not known: that ended {detail}.",
        "unless": "{card} has been {status} in {format} since {since}, except in an unaltered {detail}.",
        "always": "{card} is {status} in {format}.",
        "single-games": "{card} is {status} in single games of {format} on {platform}.",
        "restricted": "{copies_n} of {card} in {sections}; it is restricted to {allowed}.",
        "restricted-here": "{copies_n} of {card} in the {section}; it is restricted to {allowed}.",
        "by": "{card} is {status} by {by}.",
        "restricted-by": "{copies_n} of {card} in {sections}; {by} restricts it to {allowed}.",
        "restricted-here-by": "{copies_n} of {card} in the {section}; {by} restricts it to {allowed}.",
        "then": "{card} has been {status} in {format} since {since}; our data end on {known}.",
        "then-always": "{card} is {status} in {format}; our data end on {known}.",
        "season": "{card} was {status} in {format} on {known}, when our data end; its season may be over.",
        "conjured": "{card} comes up only during games of {format}, never in a deck.",
    },
    params=Params,
    under=_UNDER,
)
def status(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    statuses = law.statuses
    named = [c for c in deck.copies(params.sections) if c.name in statuses or c.printed_as in statuses]
    for card in named:
        found = law.status(card)
        if found.word not in params.words or found.by not in params.by:
            continue
        barred = _places(found, params, deck)
        count = deck.copies(barred).get(card, 0)
        if count <= params.limit or (found.unless is not None and deck.holds_just(found.unless.sections)):
            continue
        if found.between is not None and not law.admits(card).admitted:
            continue  # A card that is out of the format is out, banned or not.
        within = tuple(s for s in barred if card in deck.copies((s,)))
        mend = Mend("take-out", count - params.limit) if params.limit else Mend("leave-out")
        key = _words(found, len(within))
        key = _words_since(key, card.name, law) if law.outdated else key
        asked = found.between is not None or key == "season"
        told = finding(
            key,
            card,
            within=within,
            severity=Severity.UNCLEAR if asked else Severity.ERROR,
            mend=None if asked else mend,
            under=_UNDER.get(key, ""),
            count=count,
            allowed=params.limit,
            status=found.word.replace("-", " "),
            since=found.since.isoformat() if found.since else "",
            source=found.source,
            detail=found.detail,
        )
        yield told._replace(facts={**told.facts, **_more(found, law)})


def _more(found: Status, law: Legality) -> Mapping[str, str]:
    """Who gave the status, where it was not the list, and up to when the law is known, on a day past that."""
    more = {"by": found.by} if found.by else {}
    if law.outdated and law.known_to is not None:
        more["known"] = law.known_to.law.isoformat()
    return more


def _words_since(key: str, name: str, law: Legality) -> str:
    """The key past the last known day: the sentence says when our data end; a ban that may be over is asked."""
    if key not in {"dated", "at-latest", "always"}:
        return key
    return "season" if name in law.lapsed else "then-always" if key == "always" else "then"


def _places(found: Status, params: Params, deck: Deck) -> tuple[str, ...]:
    """The sections from which the status bars a card."""
    if found.word == "banned-as-commander":
        return params.leader_sections
    if found.word == "banned-as-partner":
        return params.leader_sections if sum(map(deck.size, params.leader_sections)) > 1 else ()
    return params.companion_sections if found.word == "banned-as-companion" else params.sections


def _words(found: Status, parts: int) -> str:
    """The key of the sentence that fits."""
    if found.between is not None:
        return "began" if found.begins else "ended"
    if found.word == "restricted":
        return ("restricted" if parts > 1 else "restricted-here") + ("-by" if found.by else "")
    if found.by:
        return "by"
    if found.word in {"conjure-only", "specialise-only"}:
        return "conjured"
    if found.single_games:
        return "single-games"
    if found.since is None:
        return "always"
    if found.unless is not None:
        return "unless"
    return "at-latest" if found.at_latest else "dated"
