"""Who of a roster that was read is in the event already: shown first, applied after, and never guessed in silence."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from deckcheck.decklist import lazy
from deckcheck.roster.files.model import Place, RosterPlayer

_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SIGNS: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "‐": "-", "‑": "-", "–": "-"})
_NICKNAME: Final = lazy.regex(r"[\"“”„«»(\[]([^\"“”„«»()\[\]]{1,60})[\"“”„«»)\]]|(?<!\S)'([^']{2,60})'(?!\S)")
_PARTICLES: Final = frozenset(
    "de del della di da dos das do du la le van von der den ter ten zu zur y e af av bin ben el al".split()
)
_LONGEST: Final = 80
_SHORTEST_TYPO: Final = 5
_SHORTEST_SLIP: Final = 3
_MOST_WORDS: Final = 8


class Likeness(NamedTuple):
    """How alike two names are (0 to 1), and what tells them apart."""

    score: float
    reason: str


def fold_person(name: str) -> str:
    """The name in lower case without accents and marks: one form for all ways to type it."""
    spread = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    bare = "".join(c for c in spread if not unicodedata.combining(c))
    # An apostrophe or a point joins ("O'Dwyer"), everything else parts.
    joined = bare.translate(_SIGNS).replace("'", "").replace(".", " ")
    return " ".join("".join(c if c.isalnum() else " " for c in joined).split())


def exact_key(name: str) -> str:
    """The name as written, but for what nobody calls a difference: capitals, blanks, kinds of hyphen, apostrophe."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().translate(_SIGNS).split())


class Spelling:
    """One name taken apart: its words without a nickname, and the nickname if it has one."""

    __slots__ = ("german", "joined", "nickname", "nicknames", "words")

    def __init__(self, name: str) -> None:
        name = name[:_LONGEST]
        nick = _NICKNAME.search(name)
        self.nickname = fold_person(nick[1] or nick[2] or "").replace(" ", "") if nick else ""
        self.words = tuple(fold_person(_NICKNAME.sub(" ", name)).split()) or tuple(fold_person(name).split())
        self.joined = "".join(self.words)
        self.german = _german(name)
        self.nicknames = frozenset(self._nicknames())

    def _nicknames(self) -> Iterator[str]:
        """The forms that a name with a nickname may take: without it, it for the first name, it in between."""
        yield self.joined
        if self.nickname:
            rest = self.words[1:]
            yield "".join((self.nickname, *rest))
            yield "".join((*self.words[:1], self.nickname, *rest))

    def stored(self) -> set[str]:
        """The forms under which a name waits to be found."""
        return {*self._own(), *("whole " + key for key in self._whole()), *("cut " + key for key in self._cut())}

    def looked(self) -> set[str]:
        """The forms under which names like this one wait: what is cut in one is whole in the other."""
        return {*self._own(), *("cut " + key for key in self._whole()), *("whole " + key for key in self._cut())}

    def _own(self) -> Iterator[str]:
        """Forms that two names alike have in common."""
        yield from self.spellings()
        yield from self.slips()
        if bare := _bare(self.words):
            yield "bare " + " ".join(bare)

    def spellings(self) -> Iterator[str]:
        """Forms that two spellings of one whole name have in common."""
        joined = self.joined
        yield joined
        yield "umlaut " + "".join(self.german)
        yield "order " + "".join(sorted(self.words))
        yield "order " + "".join(sorted(self.german))
        yield from ("nickname " + form for form in self.nicknames)

    def slips(self) -> Iterator[str]:
        """Forms that two names one slip apart have in common: with one letter less."""
        joined = self.joined
        if len(joined) >= _SHORTEST_TYPO:
            yield "typo " + joined
            yield from ("typo " + joined[:at] + joined[at + 1 :] for at in range(len(joined)))

    def _whole(self) -> Iterator[str]:
        """The name as it may be what is left of a longer one."""
        yield " ".join(self.words)

    def _cut(self) -> Iterator[str]:
        """What may be left of the name: its first name, one word less, words as initials."""
        words = self.words
        if len(words) < 2:
            return
        yield words[0]
        for at in range(min(len(words), _MOST_WORDS)):
            yield " ".join((*words[:at], words[at][0], *words[at + 1 :]))
            if len(words) > 2:
                yield " ".join((*words[:at], *words[at + 1 :]))
        yield " ".join((*(word[0] for word in words[:-1]), words[-1]))
        yield " ".join((words[0], *(word[0] for word in words[1:])))


def _bare(words: tuple[str, ...]) -> list[str]:
    return [word for word in words if word not in _PARTICLES]


def _german(name: str) -> tuple[str, ...]:
    """The words of a name with umlauts written out: "Müller" and "Mueller" are one."""
    return tuple(fold_person(unicodedata.normalize("NFC", name).casefold().translate(_GERMAN)).split())


def compare_names(one: Spelling, other: Spelling) -> Likeness | None:
    """How alike two names are, if they may be one person's at all."""
    reason = _reason(one, other)
    if not reason:
        return None
    a, b = " ".join(one.words), " ".join(other.words)
    return Likeness(round(max(fuzz.ratio(a, b), fuzz.token_sort_ratio(a, b)) / 100, 3), reason)


def _reason(one: Spelling, other: Spelling) -> str:
    """What tells two names apart; an empty word where they are two names."""
    if not one.words or not other.words:
        return ""
    if one.joined == other.joined or "".join(one.german) == "".join(other.german):
        return "nickname" if one.nickname != other.nickname else "accents" if one.words == other.words else "spelling"
    if sorted(one.words) == sorted(other.words) or sorted(one.german) == sorted(other.german):
        return "order"
    if one.nicknames & other.nicknames:
        return "nickname"
    if _is_typo(one, other):
        return "typo"
    if _are_initials(one.words, other.words):
        return "initials"
    return "part" if _is_part(one.words, other.words) else ""


def _is_typo(one: Spelling, other: Spelling) -> bool:
    """Whether one slip parts two names, in a word that is long enough for one: "Li" and "Lo" are two names."""
    if min(len(one.joined), len(other.joined)) < _SHORTEST_TYPO or OSA.distance(one.joined, other.joined) > 1:
        return False
    if len(one.words) != len(other.words):
        return True
    apart = [min(len(a), len(b)) for a, b in zip(one.words, other.words, strict=True) if a != b]
    return min(apart, default=0) >= _SHORTEST_SLIP


def _are_initials(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one name is the other with words cut to initials, and at least one word stands whole in both."""
    if len(one) != len(other):
        return False
    whole = [a for a, b in zip(one, other, strict=True) if a == b and len(a) > 1]
    cut = all(a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) for a, b in zip(one, other, strict=True))
    return bool(whole) and cut


def _is_part(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one name is the other with words left out: particles, a second name, all but the first name."""
    short, long = sorted((one, other), key=len)
    if _bare(short) and _bare(short) == _bare(long):
        return True
    if len(short) == 1:
        return len(short[0]) > 2 and short[0] == long[0]
    return len(long) == len(short) + 1 and any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Someone in the event: the number of the entry, the name, and the id that a source gave."""

    number: int
    first: str | None
    last: str | None
    display: str
    id: str | None = None
    dropped: bool = False
    seat: Place = None


@dataclass(frozen=True, slots=True)
class SamePerson:
    """A player read who is this person of the event, beyond doubt."""

    player: RosterPlayer
    person: KnownPerson


@dataclass(frozen=True, slots=True)
class Candidate:
    """Someone of the event whom a player may be: how alike the names are (0 to 1), and what tells them apart."""

    person: KnownPerson
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class NearMatch:
    """A player whose name is like that of someone in the event; a person says whether it is the same, best first."""

    player: RosterPlayer
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class PersonAsk:
    """A player whose name does not say who it is: others have it, too, or the same name has another id."""

    player: RosterPlayer
    reason: str
    candidates: tuple[KnownPerson, ...] = ()


@dataclass(frozen=True, slots=True)
class RosterDifference:
    """What would change. Every player read is in exactly one of `new`, `same`, `renamed` and `ask`.

    `gone` are those of the event of whom the roster says nothing; `dropped` and `seat_changed` are some of `same`.
    """

    new: tuple[RosterPlayer, ...]
    same: tuple[SamePerson, ...]
    renamed: tuple[NearMatch, ...]
    gone: tuple[KnownPerson, ...]
    dropped: tuple[SamePerson, ...]
    seat_changed: tuple[SamePerson, ...]
    ask: tuple[PersonAsk, ...]


_MOST_CANDIDATES: Final = 3
_MOST_ALIKE: Final = 40
"""So many people are looked at for one form of a name; more only have a common first name."""


def match_people(read: Sequence[RosterPlayer], known: Sequence[KnownPerson], *, whole: bool = True) -> RosterDifference:
    """Compare a roster with who is in the event. `whole`: who is not in the roster is gone."""
    return _Matching(read, known).difference(whole)


class _Matching:
    """One comparison on its way: what each player read has come to, and who of the event is spoken for."""

    def __init__(self, read: Sequence[RosterPlayer], known: Sequence[KnownPerson]) -> None:
        self.read = read
        self.known = sorted(known, key=lambda person: person.number)
        self.same: dict[int, KnownPerson] = {}
        self.near: dict[int, tuple[Candidate, ...]] = {}
        self.asked: dict[int, tuple[str, tuple[KnownPerson, ...]]] = {}
        self.taken: set[int] = set()
        self.one_source = False

    def difference(self, whole: bool) -> RosterDifference:
        """The difference, after ids, names as written and names alike, in this order."""
        self._by_id()
        self._by_name()
        self._by_likeness()
        same = {at: SamePerson(self.read[at], person) for at, person in sorted(self.same.items())}
        held = self.taken | {c.person.number for found in self.near.values() for c in found}
        held |= {person.number for _, people in self.asked.values() for person in people}
        settled = self.same.keys() | self.near.keys() | self.asked.keys()
        return RosterDifference(
            new=tuple(player for at, player in enumerate(self.read) if at not in settled),
            same=tuple(same.values()),
            renamed=tuple(NearMatch(self.read[at], found) for at, found in sorted(self.near.items())),
            gone=tuple(person for person in self.known if whole and person.number not in held),
            dropped=tuple(p for p in same.values() if p.player.dropped and not p.person.dropped),
            seat_changed=tuple(p for p in same.values() if p.player.seat not in (None, p.person.seat)),
            ask=tuple(PersonAsk(self.read[at], *found) for at, found in sorted(self.asked.items())),
        )

    def _open(self) -> list[int]:
        settled = self.same.keys() | self.near.keys() | self.asked.keys()
        return [at for at in range(len(self.read)) if at not in settled]

    def _free(self) -> list[KnownPerson]:
        return [person for person in self.known if person.number not in self.taken]

    def _settle(self, at: int, person: KnownPerson) -> None:
        self.same[at] = person
        self.taken.add(person.number)

    def _by_id(self) -> None:
        """The same id is the same person if the name agrees; another name under it is asked."""
        people = _grouped((person.id, person) for person in self.known if person.id)
        for own, places in _grouped((self.read[at].id, at) for at in self._open() if self.read[at].id).items():
            found = people.get(own, [])
            if len(found) == 1 and len(places) == 1:
                at, person = places[0], found[0]
                if _keys_of(person) & _keys_of(self.read[at]):
                    self.one_source = True
                    self._settle(at, person)
                else:
                    self.near[at] = (_under_one_id(self.read[at], person),)
            elif found:
                self.asked.update((at, ("same-id", tuple(found))) for at in places)

    def _by_name(self) -> None:
        people = _grouped((key, person) for person in self._free() for key in sorted(_keys_of(person)))
        everyone = _grouped((exact_key(player.display), at) for at, player in enumerate(self.read))
        for key, places in _grouped((exact_key(self.read[at].display), at) for at in self._open()).items():
            free = [person for person in people.get(key, []) if person.number not in self.taken]
            settled = [self.same[at] for at in everyone[key] if at in self.same]
            self._settle_namesakes(places, free, settled)

    def _settle_namesakes(self, places: list[int], people: list[KnownPerson], settled: list[KnownPerson]) -> None:
        """Players of one name and people of that name: settled where nothing can be mistaken, else asked.

        `settled` are people of whom a player of this name is one already.
        """
        told = [at for at in places if self.read[at].id]
        untold = [at for at in places if not self.read[at].id]
        if self.one_source and all(person.id for person in people):
            self._settle_beside_ids(untold, people, settled, alone=not told)
        elif told and any(person.id for person in people):
            self._ask(places, "other-id", people)
        elif len(places) == len(people) and (len(places) == 1 or not any(self._differs(at) for at in places)):
            for at, person in zip(places, people, strict=True):
                self._settle(at, person)
        elif people:
            self._ask(places, "same-name", people)
        elif len(places) > 1 or settled:
            # Of several of a new name, one is new for certain.
            self._ask(untold if settled or told else untold[1:], "same-name", settled)

    def _settle_beside_ids(
        self, untold: list[int], people: list[KnownPerson], settled: list[KnownPerson], alone: bool
    ) -> None:
        """One source gave all ids: the same name with two ids is two people. Without an id it may be any of them."""
        if alone and len(untold) == len(people) == 1 and not settled:
            self._settle(untold[0], people[0])
        elif people or settled or len(untold) > 1 or not alone:
            self._ask(untold if people or settled or not alone else untold[1:], "same-name", [*people, *settled])

    def _differs(self, at: int) -> bool:
        """Whether anything would follow from which of several namesakes this player is."""
        player = self.read[at]
        return player.dropped or player.seat is not None or player.id is not None

    def _ask(self, places: Iterable[int], reason: str, people: Sequence[KnownPerson]) -> None:
        self.asked.update((at, (reason, tuple(people))) for at in places)

    def _by_likeness(self) -> None:
        """Names that may be one person's are asked, with the likeliest first."""
        people = {person.number: (person, Spelling(person.display)) for person in self._free()}
        places: dict[str, list[int]] = {}
        for number, (_, spelling) in people.items():
            for key in sorted(spelling.stored()):
                alike = places.setdefault(key, [])
                if len(alike) < _MOST_ALIKE:
                    alike.append(number)
        for at in self._open():
            spelling = Spelling(self.read[at].display)
            alike_numbers = {number for key in spelling.looked() for number in places.get(key, ())}
            found = [
                Candidate(people[number][0], *likeness)
                for number in sorted(alike_numbers)
                if not self._are_two(at, people[number][0]) and (likeness := compare_names(spelling, people[number][1]))
            ]
            if found:
                found.sort(key=lambda candidate: (-candidate.score, candidate.person.number))
                self.near[at] = tuple(found[:_MOST_CANDIDATES])

    def _are_two(self, at: int, person: KnownPerson) -> bool:
        """Whether one source gave two ids for the two."""
        own = self.read[at].id
        return self.one_source and own is not None and person.id is not None and own != person.id


def _grouped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _keys_of(person: KnownPerson | RosterPlayer) -> frozenset[str]:
    """A person's name as shown, and as its two parts make it."""
    split = f"{person.first} {person.last}" if person.first and person.last else person.display
    return frozenset((exact_key(person.display), exact_key(split)))


def _under_one_id(player: RosterPlayer, person: KnownPerson) -> Candidate:
    found = compare_names(Spelling(player.display), Spelling(person.display))
    return Candidate(person, found.score, f"id-{found.reason}") if found else Candidate(person, 0.0, "id")


def difference_digest(difference: RosterDifference) -> str:
    """The sum of all that a difference says: what was shown is what is applied."""
    told: Mapping[str, Any] = {
        "new": [_told(player) for player in difference.new],
        "same": [[_told(p.player), _told(p.person)] for p in difference.same],
        "renamed": [
            [_told(n.player), [[_told(c.person), str(c.score), c.reason] for c in n.candidates]]
            for n in difference.renamed
        ],
        "gone": [_told(person) for person in difference.gone],
        "dropped": [p.person.number for p in difference.dropped],
        "seat_changed": [p.person.number for p in difference.seat_changed],
        "ask": [[_told(a.player), a.reason, [_told(person) for person in a.candidates]] for a in difference.ask],
    }
    text = json.dumps(told, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(b"deckcheck-roster/1\n" + text.encode("ascii")).hexdigest()


def _told(person: RosterPlayer | KnownPerson) -> list[Any]:
    number = person.number if isinstance(person, KnownPerson) else None
    return [number, person.display, person.first, person.last, person.id, person.dropped, person.seat]
