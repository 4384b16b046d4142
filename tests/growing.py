"""Inputs of any size: texts in every script, lists of cards, proofs; no two lines of them need to be the same."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import count
from typing import Final

from deckcheck.catalogue import open_index

LETTERS: Final[Mapping[str, str]] = {
    "Latin": "abcdefghijklmnopqrstuvwxyz",
    "Chinese": "".join(map(chr, range(0x4E00, 0x4F00))),
    "Arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "Hindi": "क्षत्रियश्रीप्रियाशर्मा",
    "emoji": "🐉🎲👍🏽👩\u200d💻🇬🇧♥",
    "marks": "a\u0301\u0323\u0302\u0316\u0327\u0300",
    "digits": "0123456789",
    "signs": "{}[]()<>&;:,.*+?/\\|\"'%#=-_~^$!@`",
    "spaces": " \t\u3000\u200b",
}


_BLOCK: Final = 4_093
"""A prime, so that lines of one text differ though the text begins again."""
_SEEDS: Final = count(7)


def chance() -> random.Random:
    """Another sequence each time, the same ones in each run: what was remembered of an earlier text is of no use."""
    return random.Random(next(_SEEDS))


def words_in(script: str, size: int) -> str:
    """So many letters of a script, in words; no two texts are the same, and no two lines of one."""
    made = chance()
    letters = made.choices(LETTERS[script], k=min(size, _BLOCK))
    if script not in {"signs", "spaces", "digits"}:
        for at in range(made.randint(2, 14), len(letters), 9):
            letters[at] = " "
    return ("".join(letters) * (size // _BLOCK + 1))[:size]


def lines_in(script: str, size: int) -> str:
    """Many short lines, as long together as is asked."""
    text = words_in(script, size)
    return "\n".join(text[at : at + 24] for at in range(0, size, 24))


def commas(size: int) -> str:
    """Very many things in one list."""
    return ",".join(str(number) for number in range(size))[:size]


def one_word(script: str, size: int) -> str:
    """One word without an end."""
    return words_in(script, size).replace(" ", "")


def nested(size: int) -> str:
    """Arrays within arrays."""
    return "[" * (size // 2) + "]" * (size // 2)


def mixed(size: int) -> str:
    """A third of Chinese, a third of marks on one letter, a third of signs."""
    third = size // 3
    return words_in("Chinese", third) + "a" + "\u0301" * third + words_in("signs", third)


TEXTS: Final[Mapping[str, Callable[[int], str]]] = {
    **{script: partial(words_in, script) for script in LETTERS},
    "one word": partial(one_word, "Latin"),
    "one word of Chinese": partial(one_word, "Chinese"),
    "marks without an end": lambda size: "a" + ("\u0301\u0323" * size)[: size - 1],
    "lines": partial(lines_in, "Latin"),
    "lines of Chinese": partial(lines_in, "Chinese"),
    "commas": commas,
    "nested": nested,
    "mixed": mixed,
}
"""What any field may be filled with, by so many letters."""


@cache
def card_names() -> tuple[str, ...]:
    """The names of real cards that mean one card each, the same ones in each run."""
    index = open_index("mtg")
    names = sorted(
        name for name in index.names() if name.isascii() and len(name) > 5 and len(index.find(name).cards) == 1
    )
    return tuple(random.Random(7).sample(names, 4_000))


def cards(lines: int) -> str:
    """A list of different cards."""
    return "\n".join(f"1 {name}" for name in chance().sample(card_names(), lines))


def misspelt(lines: int) -> str:
    """The same with a slip in each name."""
    made = chance()
    return "\n".join(f"1 {name[:2]}{made.choice('bcdxyz')}{name[3:]}" for name in made.sample(card_names(), lines))


def unknown(script: str, lines: int, size: int = 24) -> str:
    """Names of no card."""
    text = words_in(script, lines * size)
    return "\n".join(f"1 {text[at * size : (at + 1) * size]}" for at in range(lines))


def headings(lines: int) -> str:
    """Sections over sections."""
    names = chance().sample(card_names(), lines // 2)
    return "\n".join(f"{('Deck', 'Sideboard', 'Commander')[at % 3]}\n1 {name}" for at, name in enumerate(names))


LISTS: Final[Mapping[str, Callable[[int], str]]] = {
    "cards": cards,
    "misspelt cards": misspelt,
    "headings": headings,
    "one card": lambda lines: "4 Lightning Bolt\n" * lines,
    **{f"unknown, {script}": partial(unknown, script) for script in LETTERS},
    "long lines": partial(unknown, "Latin", size=190),
    "long lines of Chinese": partial(unknown, "Chinese", size=190),
}
"""What a field that takes a list may be filled with, by so many lines."""


def leaves(size: int) -> str:
    """A seal of very many lists."""
    return json.dumps({"seals": [{"number": 1, "leaves": [f"{n:064x}" for n in range(size)]}]})


def claims(size: int) -> str:
    """Very many proofs."""
    proof = {"seal": "deckcheck-seal/1\n", "number": 1, "salt": "0" * 64, "list": "x", "path": ["0" * 64]}
    return json.dumps([{**proof, "number": number} for number in range(1, size + 1)])


def path(size: int) -> str:
    """A proof with a path without an end."""
    proof = {"seal": "deckcheck-seal/1\n", "number": 1, "salt": "0" * 64, "list": "x", "path": ["0" * 64] * size}
    return json.dumps(proof)


def wide(size: int) -> str:
    """An object with very many keys."""
    return json.dumps({f"key{number}": number for number in range(size)})


PROOFS: Final[Mapping[str, Callable[[int], str]]] = {"leaves": leaves, "proofs": claims, "path": path, "keys": wide}
"""What a field that takes a proof may be filled with, by so many parts."""
