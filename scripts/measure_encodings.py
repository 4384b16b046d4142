"""Prints how many short lists are read right in each encoding, by our guess and by charset-normalizer's.

`python -m scripts.measure_encodings NAMES [NUMBER]`: NAMES holds the names of cards in other languages, packed (.gz),
one JSON object a line (`{"name": ..., "names": {"de": [...], ...}}`). Lists have one or twenty names; in half of them
most are English. What is Unicode is not guessed, and not here.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final

from charset_normalizer import from_bytes

from deckcheck.decklist.list_text import LIMITS, UnreadableText, decode, guess_names

LANGUAGES: Final = {
    **dict.fromkeys(("cp1252", "mac_roman"), ("en", "de", "fr", "es", "it", "pt")),
    **dict.fromkeys(("cp932", "euc_jp"), ("ja",)),
    "cp949": ("ko",),
    "gb18030": ("zhs", "zht"),
    "big5": ("zht",),
    **dict.fromkeys(("cp1251", "koi8_r"), ("ru",)),
}
FORMS: Final = ((1, 1), (20, 1), (20, 3), (20, 20))
"""So many names in a list, and so many of them in the language."""

Names = Mapping[str, list[str]]


def _western(data: bytes) -> str:
    return data.decode("cp1252", "replace")


def _normalizer(among: list[str] | None) -> Callable[[bytes], str]:
    return lambda data: str(from_bytes(data, cp_isolation=among).best() or _western(data))


READERS: Final[Mapping[str, Callable[[bytes], str]]] = {
    "deckcheck": guess_names,
    "charset-normalizer": _normalizer(None),
    "the same, of these encodings": _normalizer(["utf_8", *LANGUAGES]),
    "Windows-1252 always": _western,
}


def names_in(path: Path) -> Names:
    """The names by language; those in English are the ones with letters beyond ASCII or apostrophes."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines()):
        found["plain"].append(row["name"])
        if not row["name"].isascii() or "'" in row["name"]:
            found["en"].append(row["name"].replace("'", "’"))
        for language, names in row["names"].items():
            found[language] += names[:1]
    return found


def a_list(names: Names, language: str, form: tuple[int, int], encoding: str, rng: Random) -> str:
    """A list that the encoding can hold and ASCII can't."""
    size, wanted = form
    while True:
        some = [*rng.sample(names["plain"], size - wanted), *rng.sample(names[language], wanted)]
        rng.shuffle(some)
        text = "".join(f"{rng.randint(1, 4)} {name}\r\n" for name in some)
        text = text.encode(encoding, "ignore").decode(encoding)
        if not text.isascii():
            return text


def is_right(text: str, encoding: str, reader: Callable[[bytes], str]) -> bool:
    """Whether the bytes give the text again."""
    try:
        return decode(text.encode(encoding), LIMITS, reader) == text
    except UnreadableText:
        return False


def main(path: str, number: str = "50") -> int:
    """Print the table, in per cent of so many lists of each language and form."""
    names, rng = names_in(Path(path)), Random(13)
    print("| encoding | lists | " + " | ".join(READERS) + " |")
    print("| --- " * (len(READERS) + 2) + "|")
    totals = dict.fromkeys(READERS, 0)
    lists = 0
    for encoding, languages in LANGUAGES.items():
        forms = [(language, form) for language in languages for form in FORMS for _ in range(int(number))]
        texts = [a_list(names, language, form, encoding, rng) for language, form in forms]
        right = {name: sum(is_right(text, encoding, read) for text in texts) for name, read in READERS.items()}
        shown = " | ".join(f"{100 * count / len(texts):.1f}" for count in right.values())
        print(f"| {encoding} | {len(texts):,} | {shown} |", flush=True)
        lists += len(texts)
        totals = {name: totals[name] + count for name, count in right.items()}
    print(f"| all | {lists:,} | " + " | ".join(f"{100 * count / lists:.1f}" for count in totals.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
