"""Misspellings of card names, of every kind, the same ones each time."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import process_time
from typing import Final, NamedTuple

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import Card, Match
from deckcheck.decklist.names import SMALL, Standing, fold
from deckcheck.games.ga import traits as ga
from deckcheck.games.mtg import traits as mtg

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
BESIDE: Final = dict(
    pair.split(":")
    for pair in (
        "q:wa w:qes e:wrd r:etf t:ryg y:tuh u:yij i:uok o:ipl p:ol a:qsz s:awdx d:sefc f:drgv g:fthb h:gyjn j:hukm"
        " k:jil l:kop z:asx x:zsdc c:xdfv v:cfgb b:vghn n:bhjm m:njk"
    ).split()
)
"""The keys beside each key."""


class Misspelling(NamedTuple):
    """A name, how it was written, and what kind of fault that is."""

    name: str
    written: str
    kind: str


Fault = Callable[[str, random.Random], str]


def _places(name: str) -> list[int]:
    return [i for i, c in enumerate(name) if c.isalpha()]


def _insert(name: str, rng: random.Random) -> str:
    at = rng.choice(_places(name))
    letter = rng.choice((name[at].lower(), rng.choice(LETTERS)))
    return name[:at] + letter + name[at:]


def _delete(name: str, rng: random.Random) -> str:
    at = rng.choice(_places(name))
    return name[:at] + name[at + 1 :]


def _substitute(name: str, rng: random.Random) -> str:
    at = rng.choice(_places(name))
    choices = BESIDE.get(name[at].lower(), LETTERS) if rng.random() < 0.5 else LETTERS
    return name[:at] + rng.choice([c for c in choices if c != name[at].lower()]) + name[at + 1 :]


def _transpose(name: str, rng: random.Random) -> str:
    places = [i for i in _places(name)[:-1] if name[i + 1].isalpha() and name[i].lower() != name[i + 1].lower()]
    if not places:
        return _insert(name, rng)
    at = rng.choice(places)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def one_edit(name: str, rng: random.Random) -> str:
    """One letter too many, too few, another, or two changed about."""
    return rng.choice((_insert, _delete, _substitute, _transpose))(name, rng)


def two_edits(name: str, rng: random.Random) -> str:
    """Two such faults."""
    return one_edit(one_edit(name, rng), rng)


def no_punctuation(name: str, rng: random.Random) -> str:
    """No marks; a hyphen leaves a space or nothing."""
    bare = name.replace("-", rng.choice((" ", "")))
    return " ".join(re.sub(r"[^\w\s]", "", bare).split())


def no_accents(name: str, rng: random.Random) -> str:
    """No accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


def no_small_words(name: str, rng: random.Random) -> str:
    """One small word missing, or all of them."""
    words = name.split()
    small = [i for i, w in enumerate(words) if fold(w) in SMALL]
    gone = set(small) if not small or rng.random() < 0.5 else {rng.choice(small)}
    return " ".join(w for i, w in enumerate(words) if i not in gone)


def other_order(name: str, rng: random.Random) -> str:
    """Words in another order: what stands behind the comma first, or any order."""
    first, comma, rest = name.partition(", ")
    if comma and rng.random() < 0.5:
        return f"{rest} {first}"
    words = name.replace(",", "").split()
    rng.shuffle(words)
    return " ".join(words)


def other_spaces(name: str, rng: random.Random) -> str:
    """A space missing, all spaces missing, or one too many."""
    spaces = [i for i, c in enumerate(name) if c == " "]
    kind = rng.choice(("one", "all", "more")) if spaces else "more"
    if kind == "all":
        return name.replace(" ", "")
    if kind == "one":
        at = rng.choice(spaces)
        return name[:at] + name[at + 1 :]
    at = rng.randrange(1, len(name))
    return name[:at] + " " + name[at:]


def no_last_word(name: str, rng: random.Random) -> str:
    """The last word is missing."""
    return name.rpartition(" ")[0].rstrip(" ,-:")


def cut_at_comma(name: str, rng: random.Random) -> str:
    """Only what stands before the comma."""
    return name.partition(",")[0]


KINDS: Final[dict[str, tuple[int, Fault]]] = {
    "one-edit": (3_000, one_edit),
    "two-edits": (2_500, two_edits),
    "punctuation": (900, no_punctuation),
    "accents": (150, no_accents),
    "small-words": (900, no_small_words),
    "order": (750, other_order),
    "spaces": (800, other_spaces),
    "last-word": (3_000, no_last_word),
    "comma": (500, cut_at_comma),
}
"""How many of each kind; names cut short are hit or miss, so that few of them say little."""


FIT: Final[Mapping[str, Callable[[str], bool]]] = {
    "accents": lambda name: not name.isascii(),
    "comma": lambda name: "," in name,
    "small-words": lambda name: any(fold(word) in SMALL for word in name.split()),
    "last-word": lambda name: len(name.split()) > 2,
}
"""The names that can have a fault, where that is few of them. Of two words the first names too many cards to guess."""


def misspellings(names: Sequence[str], seed: int, share: float = 1.0) -> Iterator[Misspelling]:
    """Misspelt names of every kind, in the numbers of KINDS."""
    for kind, (count, fault) in KINDS.items():
        rng = random.Random(f"{seed} {kind}")
        fit = [name for name in names if FIT.get(kind, bool)(name)]
        made = 0
        while fit and made < count * share:
            name = rng.choice(fit)
            written = fault(name, rng)
            if written != name and fold(written):
                made += 1
                yield Misspelling(name, written, kind)


def invented_names(names: Sequence[str], count: int, seed: int) -> Iterator[str]:
    """Names that no card has, made of the words and the sounds of real ones."""
    rng = random.Random(f"{seed} invented")
    real = set(map(fold, names))
    words = [w for name in names for w in name.replace(",", "").split() if len(w) > 3 and w.isalpha()]
    made = 0
    while made < count:
        name = rng.choice((_of_words, _of_sounds, _of_both))(words, rng)
        if fold(name) not in real:
            made += 1
            yield name


def _of_words(words: Sequence[str], rng: random.Random) -> str:
    pattern = rng.choice(("{} {}", "{} of the {}", "{}, {} {}", "{}'s {}", "{} {} {}"))
    return pattern.format(*(rng.choice(words) for _ in range(pattern.count("{}"))))


def _of_sounds(words: Sequence[str], rng: random.Random) -> str:
    first, second = rng.choice(words), rng.choice(words)
    return (first[: rng.randint(2, 4)] + second[-rng.randint(3, 5) :]).title()


def _of_both(words: Sequence[str], rng: random.Random) -> str:
    return f"{_of_sounds(words, rng)} {rng.choice(words)}"


class Tally:
    """What became of the misspellings of one kind."""

    def __init__(self) -> None:
        self.settled = self.first = self.among = self.lost = self.several = 0
        self.missed: list[tuple[Misspelling, tuple[str, ...]]] = []
        self.another: list[tuple[Misspelling, str]] = []
        self.wrong: list[tuple[Misspelling, str]] = []
        self.corrected = 0
        self.seconds: list[float] = []

    @property
    def all(self) -> int:
        """All that could be known: a text that is exactly another card's name is that card."""
        return self.settled + self.first + self.among + self.lost + self.several + len(self.wrong)

    @property
    def right(self) -> float:
        """The share settled rightly or with the right card first."""
        return (self.settled + self.first) / max(1, self.all)

    @property
    def found(self) -> float:
        """The share settled rightly or with the right card among five."""
        return (self.settled + self.first + self.among) / max(1, self.all)


def measure(index: MemoryCardIndex, cards: Mapping[str, Card], faults: Iterable[Misspelling]) -> dict[str, Tally]:
    """Look up every misspelling; `cards` are those that the names mean."""
    tallies: dict[str, Tally] = {}
    for fault in faults:
        tally = tallies.setdefault(fault.kind, Tally())
        began = process_time()
        match = index.find(fault.written)
        near = () if match.cards else index.near(fault.written)
        tally.seconds.append(process_time() - began)
        _count(tally, fault, cards[fault.name], match, [n.card for n in near])
    return tallies


def _count(tally: Tally, fault: Misspelling, right: Card, match: Match, near: Sequence[Card]) -> None:
    tally.corrected += match.kind == "typo"
    if match.cards == (right,):
        tally.settled += 1
    elif match.kind == "typo" or (len(match.cards) == 1 and not _is_named(match.cards[0], fault.written)):
        tally.wrong.append((fault, match.cards[0].name))
    elif len(match.cards) == 1:
        tally.another.append((fault, match.cards[0].name))
    elif match.cards:
        tally.several += 1
    elif right in near:
        tally.first += near[0] is right
        tally.among += near[0] is not right
    else:
        tally.lost += 1
    if match.cards != (right,) and near[:1] != [right]:
        tally.missed.append((fault, tuple(card.name for card in match.cards or near)))


def _is_named(card: Card, written: str) -> bool:
    names = (card.name, *card.name.split(" // "), *card.also_known_as)
    return fold(written) in map(fold, names)


def names_as_written(index: MemoryCardIndex, likely: Callable[[Card], bool]) -> dict[str, Card]:
    """The cards that lists hold, by the name that lists give them: the front face, and both halves of a split card."""
    found: dict[str, Card] = {}
    for card in index.cards():
        whole = card.value("layout") in ("split", "aftermath", "")
        name = card.name if whole else card.front
        if likely(card) and index.find(name).cards == (card,):
            found[name] = card
    return found


SEED: Final = 20260827

LIKELY: Final[Mapping[str, Callable[[Card], bool]]] = {
    "mtg": lambda card: mtg.standing_of(card.traits) <= Standing.DIGITAL and not card.has("rebalanced"),
    "ga": lambda card: ga.standing_of(card.traits) <= Standing.CASUAL,
}
"""Which cards of a game people name in lists; the "A-" names of rebalanced cards are written by programs alone."""

STANDING: Final[Mapping[str, Callable[[Card], Standing]]] = {
    "mtg": lambda card: mtg.standing_of(card.traits),
    "ga": lambda card: ga.standing_of(card.traits),
}


def taken_out(game: str, count: int, seed: int) -> list[tuple[str, str]]:
    """Take real cards out of the catalogue, and look up their names: those accepted as another card."""
    whole = open_index(game)
    cards = names_as_written(whole, LIKELY[game])
    gone = dict(random.Random(f"{seed} gone").sample(sorted(cards.items()), count))
    left = MemoryCardIndex.of(game, (c for c in whole.cards() if c not in set(gone.values())), STANDING[game])
    return [(name, match.cards[0].name) for name in gone if (match := left.find(name)).cards]


def accepted_inventions(game: str, count: int, seed: int) -> list[tuple[str, str]]:
    """Invented names that are accepted as a card."""
    index = open_index(game)
    return [
        (name, match.cards[0].name)
        for name in invented_names([c.name for c in index.cards()], count, seed)
        if (match := index.find(name)).cards
    ]
