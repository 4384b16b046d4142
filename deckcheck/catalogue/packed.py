"""The file of the card catalogue: named parts, each packed by itself, so that opening it unpacks only what is used."""

from __future__ import annotations

import json
import re
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deckcheck.decklist.card_index import claims_of
from deckcheck.decklist.cards import NO_NAMESAKES, Card, CardSet, Namesakes, Printing
from deckcheck.decklist.foreign_names import ForeignNames, make_foreign_names
from deckcheck.decklist.names import FORMS, FormTable, Keys, fold, foreign_key, make_keys, squeezed
from deckcheck.decklist.namesakes import namesakes_of
from deckcheck.law.card_facts import Contents

if TYPE_CHECKING:
    from deckcheck.decklist.nearest import Postings

_BETWEEN = "|"  # no card name holds one
_PLAYED = "played-"


def pack_cards(contents: Contents) -> dict[str, bytes]:
    """The parts of a catalogue of these contents."""
    cards = contents.cards
    positions = {card.name: position for position, (card, _) in enumerate(cards)}
    others = {
        foreign_key(name): sorted(positions[card] for card in meant) for name, meant in contents.unofficial.items()
    }
    traits = sorted({trait for card, _ in cards for trait in card.traits})
    codes = {trait: str(code) for code, trait in enumerate(traits)}
    keys = make_keys(c for position, (card, standing) in enumerate(cards) for c in claims_of(card, position, standing))
    parts = {
        "names": _lines_part([card.name for card, _ in cards]),
        "overruled": json.dumps(keys.overruled, sort_keys=True).encode(),
        "traits": _lines_part(traits),
        "facts": _lines_part([_fact_line(card, codes) for card, _ in cards]),
        "keys": _lines_part(keys.texts),
        "owners": _numbers_part(keys.owners),
        "standings": keys.standings,
        "printings": keys.printings,
        "several": json.dumps(keys.several).encode(),
        "sets": json.dumps(list(contents.sets)).encode(),
        "known-to": contents.known_to.isoformat().encode(),
        "unofficial": json.dumps(others, ensure_ascii=False).encode(),
        "nicknames": json.dumps(_nicknames(contents, positions), ensure_ascii=False).encode(),
        **_namesake_parts(contents),
        **dict(_played_parts(contents, positions)),
        **_foreign_parts(contents, positions, keys),
    }
    from deckcheck.decklist.nearest import make_grams, make_words

    for name, postings in (("words", make_words(keys.texts)), ("grams", make_grams(keys.texts))):
        parts[name] = _lines_part(postings.texts)
        parts[f"{name}-ends"] = _numbers_part(postings.ends)
        parts[f"{name}-keys"] = _numbers_part(postings.keys)
    for table in keys.forms:
        parts[f"{table.form.__name__}-sums"] = _numbers_part(table.sums)
        parts[f"{table.form.__name__}-keys"] = _numbers_part(table.keys)
    return parts


def _nicknames(contents: Contents, positions: Mapping[str, int]) -> dict[str, list[int]]:
    return {fold(name): [positions[card] for card in meant] for name, meant in sorted(contents.nicknames.items())}


def _namesake_parts(contents: Contents) -> dict[str, bytes]:
    """The cards that share their names, and what lists write for sets; nothing in a game that needs neither."""
    found = namesakes_of([card for card, _ in contents.cards])
    told = {
        "printed": {str(at): name for at, name in found.printed.items()},
        "counted": {str(at): name for at, name in found.counted.items()},
        "of": found.of,
        "open": {str(at): places for at, places in found.open.items()},
    }
    parts: dict[str, Mapping[str, object]] = {"set-codes": contents.set_codes} if contents.set_codes else {}
    parts |= {"namesakes": told} if found.printed or found.counted else {}
    return {name: json.dumps(part, ensure_ascii=False).encode() for name, part in parts.items()}


def _played_parts(contents: Contents, positions: Mapping[str, int]) -> Iterator[tuple[str, bytes]]:
    """A part a format: by year how many lists were counted, and how many of them hold each card."""
    for format_id, years in contents.played.items():
        counted = {
            year: [of["lists"], {positions[card]: n for card, n in of["cards"].items() if card in positions}]
            for year, of in years.items()
        }
        yield f"{_PLAYED}{format_id}", json.dumps(counted).encode()


def _foreign_parts(contents: Contents, positions: Mapping[str, int], keys: Keys) -> dict[str, bytes]:
    english: dict[str, set[int]] = {}
    for number, text in enumerate(keys.texts):
        english.setdefault(squeezed(text), set()).update(keys.cards_of(number))
    names = make_foreign_names(contents.foreign, positions, english)
    return {
        "foreign": names.keys,
        "foreign-lengths": names.lengths,
        "foreign-owners": _numbers_part(names.owners),
        "foreign-several": json.dumps(names.several).encode(),
    }


def _fact_line(card: Card, codes: dict[str, str]) -> str:
    return "\t".join(
        (
            card.id,
            " ".join(sorted((codes[trait] for trait in card.traits), key=int)),
            "" if card.copies_allowed is None else str(card.copies_allowed),
            _BETWEEN.join(card.also_known_as),
            _BETWEEN.join(":".join(p).rstrip(":") for p in card.printings),
        )
    )


class PackedCards:
    """The cards of a catalogue file as a source for an index; facts and keys are unpacked when first asked for."""

    def __init__(self, game: str, parts: Parts) -> None:
        self._game = game
        self._parts = parts
        self._printings: dict[str, Printing] = {}
        self.digest = parts.digest
        self.names: Sequence[str] = parts.lines("names")
        self.overruled: dict[str, int] = json.loads(parts.raw("overruled"))

    @cached_property
    def _traits(self) -> list[str]:
        return self._parts.lines("traits")

    @cached_property
    def _facts(self) -> list[str]:
        return self._parts.lines("facts")

    def make(self, position: int) -> Card:
        """A new card of its facts."""
        card_id, traits, copies, others, printings = self._facts[position].split("\t")
        known = self._traits
        return Card(
            card_id,
            self._game,
            self.names[position],
            tuple(others.split(_BETWEEN)) if others else (),
            frozenset([known[int(code)] for code in traits.split()]),
            int(copies) if copies else None,
            tuple(map(self._printing, printings.split(_BETWEEN))) if printings else (),
            self._namesakes.printed.get(position, ""),
            self._namesakes.counted.get(position, ""),
        )

    def _printing(self, text: str) -> Printing:
        printing = self._printings.get(text)
        if printing is None:
            printing = self._printings[text] = Printing(*text.split(":"))
        return printing

    def printed_in(self, code: str) -> Iterator[str]:
        """The names of the cards with a printing in a set; no card is made for it."""
        wanted = re.compile(rf"[\t{re.escape(_BETWEEN)}]{re.escape(code)}(?:[:{re.escape(_BETWEEN)}]|$)")
        for name, facts in zip(self.names, self._facts, strict=True):
            # The printings are what stands last; most lines do not hold the code at all.
            if code in facts and wanted.search(facts, facts.rfind("\t")):
                yield name

    @cached_property
    def _namesakes(self) -> Namesakes:
        if "namesakes" not in self._parts.names:
            return NO_NAMESAKES
        told = json.loads(self._parts.raw("namesakes"))
        printed, counted, named = (
            {int(at): what for at, what in told[k].items()} for k in ("printed", "counted", "open")
        )
        return Namesakes(printed, counted, told["of"], named)

    def namesakes(self) -> Namesakes:
        """The cards that share their names."""
        return self._namesakes

    def set_codes(self) -> Mapping[str, Sequence[str]]:
        """What lists write for sets, with the catalogue's codes."""
        found: dict[str, list[str]] = (
            json.loads(self._parts.raw("set-codes")) if "set-codes" in self._parts.names else {}
        )
        return found

    def keys(self) -> Keys:
        """The keys of all names."""
        parts = self._parts
        forms = tuple(
            FormTable(form, parts.numbers(f"{form.__name__}-sums"), parts.numbers(f"{form.__name__}-keys"))
            for form in FORMS
        )
        return Keys(
            parts.lines("keys"),
            parts.numbers("owners"),
            tuple(tuple(positions) for positions in json.loads(parts.raw("several"))),
            forms,
            self.overruled,
            parts.raw("standings"),
            parts.raw("printings"),
        )

    def unofficial(self) -> Mapping[str, Sequence[int]]:
        """Names that the publisher did not give, and the cards they may mean."""
        found: dict[str, list[int]] = json.loads(self._parts.raw("unofficial"))
        return found

    def foreign(self) -> ForeignNames:
        """Names in other languages."""
        parts = self._parts
        several = json.loads(parts.raw("foreign-several"))
        return ForeignNames.unpacked(
            parts.raw("foreign"), parts.raw("foreign-lengths"), parts.numbers("foreign-owners"), several
        )

    def nicknames(self) -> Mapping[str, Sequence[int]]:
        """What players call cards, folded, and the cards they may mean."""
        found: dict[str, list[int]] = json.loads(self._parts.raw("nicknames"))
        return found

    def played(self, format_id: str) -> Mapping[str, tuple[int, Mapping[int, int]]]:
        """By year, in how many lists of a format each card was counted."""
        if f"{_PLAYED}{format_id}" not in self._parts.names:
            return {}
        counted = json.loads(self._parts.raw(f"{_PLAYED}{format_id}"))
        return {year: (lists, {int(p): n for p, n in cards.items()}) for year, (lists, cards) in counted.items()}

    @property
    def formats_played(self) -> tuple[str, ...]:
        """The formats of which it is known how often cards are played."""
        return tuple(name.removeprefix(_PLAYED) for name in self._parts.names if name.startswith(_PLAYED))

    def words(self) -> Postings:
        """The words of the keys."""
        return self._postings("words")

    def grams(self) -> Postings:
        """The rare pieces of the keys."""
        return self._postings("grams")

    def _postings(self, name: str) -> Postings:
        from deckcheck.decklist.nearest import Postings

        parts = self._parts
        return Postings(parts.lines(name), parts.numbers(f"{name}-ends"), parts.numbers(f"{name}-keys"))


def read_sets(parts: Parts) -> dict[str, CardSet]:
    """The sets of a catalogue file by code."""
    return {fields[0]: CardSet(*fields) for fields in json.loads(parts.raw("sets"))}


def read_known_to(parts: Parts) -> date:
    """The last day that the cards of a catalogue file cover."""
    return date.fromisoformat(parts.raw("known-to").decode())


_FIRST_LINE: Final = b"deckcheck catalogue 1\n"


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The file that holds these parts."""
    packed = {name: zlib.compress(part, 9) for name, part in parts.items()}
    digest = sha256(b"".join(sha256(name.encode() + b"\0" + part).digest() for name, part in sorted(parts.items())))
    head = {"digest": digest.hexdigest()[:16], "parts": {name: len(part) for name, part in packed.items()}}
    return b"".join((_FIRST_LINE, json.dumps(head).encode(), b"\n", *packed.values()))


class Parts:
    """The parts of a catalogue file or its bytes; each reading unpacks anew, so that nothing is held that is unused."""

    def __init__(self, file: Path | bytes) -> None:
        data = file if isinstance(file, bytes) else file.read_bytes()
        if not data.startswith(_FIRST_LINE):
            name = "This" if isinstance(file, bytes) else file.name
            raise ValueError(f"{name} is no card catalogue: build it with scripts/build_catalogue.py.")
        end = data.index(b"\n", len(_FIRST_LINE))
        head = json.loads(data[len(_FIRST_LINE) : end])
        self.digest: str = head["digest"]
        self._packed: dict[str, bytes] = {}
        at = end + 1
        for name, size in head["parts"].items():
            self._packed[name] = data[at : at + size]
            at += size

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts."""
        return tuple(self._packed)

    def raw(self, part: str) -> bytes:
        """A part as bytes."""
        return zlib.decompress(self._packed[part])

    def lines(self, part: str) -> list[str]:
        """A part as lines of text."""
        text = self.raw(part).decode()
        return text.split("\n") if text else []

    def numbers(self, part: str) -> array[int]:
        """A part as numbers; its first byte is their type."""
        data = self.raw(part)
        found: array[int] = array(chr(data[0]))
        found.frombytes(memoryview(data)[1:])
        if sys.byteorder == "big":
            found.byteswap()
        return found


def _numbers_part(numbers: array[int]) -> bytes:
    """Numbers as a part: little-endian whatever the machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.typecode.encode() + numbers.tobytes()


def _lines_part(lines: Iterable[str]) -> bytes:
    """Lines of text as a part."""
    return "\n".join(lines).encode()
