"""Names of cards in other languages than English, packed: looked up only where English knows no such name."""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.names import fold, squeezed
from deckcheck.translations import gettext_noop

LANGUAGES: Final = {
    "de": gettext_noop("German"),
    "es": gettext_noop("Spanish"),
    "fr": gettext_noop("French"),
    "it": gettext_noop("Italian"),
    "ja": gettext_noop("Japanese"),
    "ko": gettext_noop("Korean"),
    "pt": gettext_noop("Portuguese"),
    "ru": gettext_noop("Russian"),
    "zhs": gettext_noop("Simplified Chinese"),
    "zht": gettext_noop("Traditional Chinese"),
}
"""The languages in which names are known, by their codes as sources have them."""
_CODES: Final = tuple(LANGUAGES)
_BITS: Final = len(_CODES)
_GERMAN: Final = 1 << _CODES.index("de")
_SEVERAL: Final = 0xFFFFFFFF
"""The owner of a key that names several cards; who they are stands apart."""
# Scripts whose marks are no accents and that are written without spaces.
_EAST: Final = lazy.regex(
    "[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]"
)
_UMLAUT: Final = lazy.regex("([aou])e+")
_FACES: Final = lazy.regex(r"\s*/+\s*")
_SLIP_FROM: Final = 6
_SLIP_FROM_EAST: Final = 4
"""A shorter name is one slip from too many others; signs of the East say more each."""
_MOST_SLIPS: Final = 8
_FEW: Final = 40
"""So many keys are compared one by one, which takes less than looking for each slip among them."""
_MOST_LETTERS: Final = 80
_KEPT: Final = 500
"""So often it is kept which letters follow in keys that begin alike; then all is forgotten."""


class Named(NamedTuple):
    """A card that a name means in some languages, by its position and their codes."""

    position: int
    languages: tuple[str, ...]


def foreign_form(name: str) -> str:
    """The form in which a name is looked up: without case, accents, width, punctuation and spaces."""
    if _EAST.search(name):
        return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name).casefold()))
    return squeezed(fold(name))


def is_in_another_language(name: str) -> bool:
    """Whether a name that is like no card's is evidently none in English: it has letters that English lacks."""
    return any(ord(letter) > 127 and letter.isalpha() for letter in name)


def _german_form(form: str) -> str:
    """Umlauts are written as two letters, too."""
    return _UMLAUT.sub(r"\1", form)


class ForeignNames:
    """The packed names: sorted keys in UTF-8 without anything between them, and whom each means.

    `ends` are the places at which the keys end. An owner is a card's position and, in its lowest bits, the languages;
    `several` holds the owners of a key that names more than one card, by the key's number.
    """

    __slots__ = ("_keys", "_letters", "ends", "owners", "several")

    def __init__(self, keys: bytes, ends: array[int], owners: array[int], several: Mapping[int, Sequence[int]]) -> None:
        self._keys = keys
        self._letters: dict[bytes, Sequence[tuple[str, int, int]]] = {}
        self.ends = ends
        self.owners = owners
        self.several = several

    @classmethod
    def unpacked(
        cls, keys: bytes, lengths: bytes, owners: array[int], several: Mapping[str, Sequence[int]]
    ) -> ForeignNames:
        """The names of the parts that a catalogue keeps: the length of each key instead of its end."""
        return cls(keys, array("I", accumulate(lengths)), owners, {int(key): of for key, of in several.items()})

    @property
    def keys(self) -> bytes:
        """All keys, one behind the other."""
        return self._keys

    @property
    def lengths(self) -> bytes:
        """How many bytes each key has."""
        return bytes(end - start for start, end in zip((0, *self.ends), self.ends, strict=False))

    def __iter__(self) -> Iterator[tuple[str, tuple[Named, ...]]]:
        """Each key with whom it means."""
        return ((self._key(number).decode(), self._named(number)) for number in range(len(self.ends)))

    def named(self, name: str) -> tuple[Named, ...]:
        """The cards that a written name means in other languages."""
        form = foreign_form(name)
        german = _german_form(form)
        if german == form:
            return self._at(form)
        found = {named.position: named.languages for named in self._at(german, _GERMAN)}
        for position, languages in self._at(form):
            found[position] = tuple(sorted((*found.get(position, ()), *languages)))
        return tuple(Named(position, languages) for position, languages in sorted(found.items()))

    def one_slip_from(self, name: str) -> list[int]:
        """The positions of the cards that a name one slip away means: a letter wrong, missing or too many."""
        form = foreign_form(name)
        least = _SLIP_FROM_EAST if _EAST.search(name) else _SLIP_FROM
        if not least <= len(form) <= 100:
            return []
        found: dict[int, None] = {}
        for form_of in dict.fromkeys((form, _german_form(form))):
            for number in self._slips(form_of):
                found.update(dict.fromkeys(named.position for named in self._named(number)))
                if len(found) >= _MOST_SLIPS:
                    break
        return list(found)

    def _at(self, form: str, mask: int = (1 << _BITS) - 1) -> tuple[Named, ...]:
        wanted = form.encode("utf-8", "surrogatepass")
        number = self._first_from(wanted)
        return self._named(number, mask) if number < len(self.ends) and self._key(number) == wanted else ()

    def _named(self, number: int, mask: int = (1 << _BITS) - 1) -> tuple[Named, ...]:
        owner = self.owners[number]
        owners = self.several[number] if owner == _SEVERAL else (owner,)
        return tuple(Named(o >> _BITS, _codes(o & mask)) for o in owners if o & mask)

    def _key(self, number: int) -> bytes:
        return self._keys[self.ends[number - 1] if number else 0 : self.ends[number]]

    def _first_from(self, wanted: bytes, low: int = 0, high: int | None = None) -> int:
        """The number of the first key that is not before these bytes."""
        return bisect_left(range(len(self.ends)), wanted, low, high, key=self._key)

    def _slips(self, form: str) -> Iterator[int]:
        """The keys that differ from the form by one letter behind the first: keys that begin alike are followed."""
        low, high = 0, len(self.ends)
        for at in range(1, len(form) + 1):
            begun = form[:at].encode("utf-8", "surrogatepass")
            low, high = self._first_from(begun, low, high), self._first_from(begun + b"\xff", low, high)
            if high - low <= _FEW:
                yield from self._few_slips(form, at, low, high)
                return
            yield from self._slips_at(begun, form[at:], low, high)

    def _slips_at(self, begun: bytes, rest: str, low: int, high: int) -> list[int]:
        """Those of many keys which differ by the letter that follows what all of them begin with."""
        tails = {rest[1:]: (low, high)} if rest else {}  # a letter too many
        if len(rest) > 1:
            tails[rest[1] + rest[0] + rest[2:]] = low, high  # two letters changed about
        for letter, first, last in self._next_letters(begun, low, high):
            tails[letter + rest] = tails[letter + rest[1:]] = first, last
        tails.pop(rest, None)
        found = []
        for tail, (first, last) in sorted(tails.items()):
            wanted = begun + tail.encode("utf-8", "surrogatepass")
            number = self._first_from(wanted, first, last)
            if number < last and self._key(number) == wanted:
                found.append(number)
        return found

    def _few_slips(self, form: str, least: int, low: int, high: int) -> Iterator[int]:
        """Those of a few keys which differ from the form, as far as all of them begin with, by one letter."""
        length, found = len(form), []
        for number in range(low, high):
            key = self._key(number).decode()
            if -1 <= len(key) - length <= 1 and key != form:
                for at in range(least, length + 1):
                    if key[:at] != form[:at]:
                        break
                    if _is_slip(form[at:], key[at:]):
                        found.append((at, key, number))
                        break
        return (number for _, _, number in sorted(found))

    def _next_letters(self, begun: bytes, low: int, high: int) -> Sequence[tuple[str, int, int]]:
        """The letters that follow in keys which begin so, with the places of these keys; of very many not all."""
        known = self._letters.get(begun)
        if known is None:
            known = tuple(self._find_letters(len(begun), low, high))
            if len(self._letters) >= _KEPT:
                self._letters.clear()
            self._letters[begun] = known
        return known

    def _find_letters(self, length: int, low: int, high: int) -> Iterator[tuple[str, int, int]]:
        for _ in range(_MOST_LETTERS):
            if low < high and len(self._key(low)) == length:
                low += 1
            if low >= high:
                return
            key = self._key(low)
            letter = key[length : length + 4].decode("utf-8", "ignore")[:1]
            behind = self._first_from(key[:length] + letter.encode() + b"\xff", low, high)
            yield letter, low, behind
            low = behind


def _is_slip(meant: str, told: str) -> bool:
    """Whether one text is the other but for its first letter, or for the order of its first two."""
    return told in (meant[1:], meant[1:2] + meant[:1] + meant[2:]) or told[1:] in (meant, meant[1:])


def _codes(mask: int) -> tuple[str, ...]:
    return tuple(code for place, code in enumerate(_CODES) if mask >> place & 1)


def make_foreign_names(
    names: Mapping[str, Mapping[str, Iterable[str]]], positions: Mapping[str, int], english: Mapping[str, set[int]]
) -> ForeignNames:
    """The table of names by card and language; `english`: the cards that each English name means, as forms.

    A card is found by its whole name and by its front face. A name that is the same in English is left out, unless
    another card has it, too.
    """
    claims: dict[str, dict[int, int]] = {}
    for card, by_language in names.items():
        for code in by_language.keys() & LANGUAGES.keys():
            bit, position = 1 << _CODES.index(code), positions[card]
            for form in {form for name in by_language[code] for form in _forms(name, code)}:
                held = claims.setdefault(form, {})
                held[position] = held.get(position, 0) | bit
    keys: list[bytes] = []
    owners: array[int] = array("I")
    several: dict[int, list[int]] = {}
    for form in sorted(claims, key=str.encode):
        key, meant = form.encode(), claims[form]
        if not 0 < len(key) < 256 or meant.keys() <= english.get(form, set()):
            continue
        found = [position << _BITS | mask for position, mask in sorted(meant.items())]
        owners.append(found[0] if len(found) == 1 else _SEVERAL)
        if len(found) > 1:
            several[len(keys)] = found
        keys.append(key)
    return ForeignNames(b"".join(keys), array("I", accumulate(map(len, keys))), owners, several)


def _forms(name: str, code: str) -> Iterator[str]:
    """The forms of a whole name and of its front face."""
    for text in {name, _FACES.split(name, maxsplit=1)[0]}:
        form = foreign_form(text)
        yield _german_form(form) if code == "de" else form
