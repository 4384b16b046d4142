"""Real lists, changed as clients, sites, phones and bad luck change them, and what must be true of each afterwards.

A change is either harmless (other line ends, spaces, quotes, letters of another width, another encoding): then every
card keeps its count and section. Or it is not (bytes lost, turned or put in, lines doubled and mixed): then no line is
lost. Either way nothing fails, and nothing takes long for its size.
"""

from __future__ import annotations

import json
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any, Final

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.clean_text import has_letters
from deckcheck.decklist.decks import LineKind, ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.list_text import UnreadableText, decode
from deckcheck.decklist.names import fold
from deckcheck.games import GAMES
from tests.lists import non_blank, read_rows

TESTS: Final = Path(__file__).parents[1]
SLOW: Final = 0.5
"""Seconds of CPU time that no text of SIZE letters takes: the longest lists there are take a fiftieth."""
SIZE: Final = 20_000
RESOLVED: Final = 64
"""One list of so many is resolved as well, which costs ten times as much as reading it."""

Harmless = Callable[[str, Random], str]


class Original:
    """A list before changes. `lines`: it has one card a line with its count in front, so that any space may change."""

    def __init__(self, id: str, text: str, game: str, lines: bool, wanted: Mapping[str, Any] | None = None) -> None:
        self.id, self.text, self.game, self.lines = id, text, GAMES[game], lines
        self.wanted = wanted

    @cached_property
    def sections(self) -> Mapping[str, Mapping[str, int]]:
        """The cards by section, which no harmless change may change."""
        return self.wanted or _sections(read_list(self.text, self.game))


@cache
def originals() -> tuple[Original, ...]:
    """Real lists, samples of every dialect, and cases that people reported."""
    return (*_real("lists/mtgo.jsonl"), *_real("lists/paper.jsonl"), *_grand_archive(), *_samples(), *_reported())


def _rows(name: str) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, (TESTS / "data" / name).read_text("utf-8").splitlines())


def _counted(rows: Iterable[tuple[int, str]]) -> Counter[str]:
    cards: Counter[str] = Counter()
    for count, name in rows:
        cards[fold(name)] += count
    return cards


def _sections(parsed: ParsedList) -> dict[str, Counter[str]]:
    rows: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for line in _cards(parsed):
        rows[line.section].append((line.count, line.name))
    return {section: _counted(cards) for section, cards in rows.items()}


def _written(rows: list[tuple[int, str]]) -> str:
    return "\n".join(f"{count} {name}" for count, name in rows)


def _real(name: str) -> Iterator[Original]:
    for record in _rows(name):
        main, side = record["main"], record["side"]
        text = f"Deck\n{_written(main)}\n\nSideboard\n{_written(side)}\n"
        wanted = {"main": _counted(main), "sideboard": _counted(side)}
        yield Original(record["id"], text, "mtg", True, {name: rows for name, rows in wanted.items() if rows})


def _grand_archive() -> Iterator[Original]:
    for record in _rows("lists/ga.jsonl"):
        material, main, side = record["material"], record["main"], record["side"]
        text = (
            f"# Material Deck\n{_written(material)}\n\n# Main Deck\n{_written(main)}\n\n# Sideboard\n{_written(side)}\n"
        )
        wanted = {"material": _counted(material), "main": _counted(main), "sideboard": _counted(side)}
        yield Original(record["id"], text, "ga", True, {name: rows for name, rows in wanted.items() if rows})


def _samples() -> Iterator[Original]:
    for path in sorted((TESTS / "dialects").glob("*/*.expected.json")):
        stem = path.name.removesuffix(".expected.json")
        source = next(other for other in path.parent.glob(f"{stem}.*") if other != path)
        game = json.loads(path.read_text("utf-8"))["game"]
        yield Original(f"{path.parent.name}/{stem}", source.read_text("utf-8"), game, False)


def _reported() -> Iterator[Original]:
    for name in ("public-parse.jsonl", "public-parse-2.jsonl", "peer-parse.jsonl"):
        for case in _rows(name):
            if isinstance(case.get("input"), str):
                yield Original(case["id"], case["input"], "mtg", False)
    for place, paste in enumerate(tomllib.loads((TESTS / "data" / "pastes.toml").read_text("utf-8"))["paste"]):
        yield Original(f"paste {place}", paste["text"], paste.get("game", "mtg"), False)


SPACES: Final = "\u00a0\u2002\u2003\u2005\u2009\u200a\u202f\u205f\u3000"
HIDDEN: Final = "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2066\u2069\ufeff\u00ad\ufe0f"
QUOTES: Final = "’‘ʼ`´"
WIDE: Final = {code: code + 0xFEE0 for code in (*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B))}


def other_ends(text: str, rng: Random) -> str:
    """Ends its lines in another way."""
    return text.replace("\n", rng.choice(["\r\n", "\r", "\u2028", "\u2029", "\v", "\x85"]))


def mixed_ends(text: str, rng: Random) -> str:
    """Ends each line as it comes."""
    return "".join(rng.choice(["\n", "\r\n", "\u2028"]) if letter == "\n" else letter for letter in text)


def space_around(text: str, rng: Random) -> str:
    """Blank lines above and below, spaces behind lines."""
    return "\n" * rng.randint(0, 3) + text.replace("\n", " " * rng.randint(0, 3) + "\n") + "\n" * rng.randint(0, 3)


def other_spaces(text: str, rng: Random) -> str:
    """Spaces of other kinds."""
    return text.replace(" ", rng.choice(SPACES))


def hidden_marks(text: str, rng: Random) -> str:
    """Marks that show nothing, anywhere."""
    mark, often = rng.choice(HIDDEN), rng.random() / 4
    return "".join(letter + mark if rng.random() < often else letter for letter in text)


def other_quotes(text: str, rng: Random) -> str:
    """Apostrophes as word processors make them."""
    return text.replace("'", rng.choice(QUOTES))


def wide_letters(text: str, rng: Random) -> str:
    """Letters and digits, or these alone, of double width."""
    return text.translate(WIDE if rng.random() < 0.5 else {code: WIDE[code] for code in range(0x30, 0x3A)})


def other_case(text: str, rng: Random) -> str:
    """All letters of one size."""
    return text.upper() if rng.random() < 0.5 else text.lower()


def read_wrongly(text: str, rng: Random) -> str:
    """UTF-8 that was opened as Windows-1252 or Latin-1, perhaps twice."""
    for _ in range(rng.randint(1, 2)):
        bytes_ = [bytes((byte,)) for byte in text.encode()]
        text = "".join(byte.decode("cp1252", "ignore") or chr(byte[0]) for byte in bytes_)
    return text


ANYWHERE: Final[tuple[Harmless, ...]] = (other_ends, mixed_ends)
IN_LINES: Final[tuple[Harmless, ...]] = (
    *(space_around, other_spaces, hidden_marks, other_quotes, wide_letters, other_case, read_wrongly),
)
ENCODINGS: Final = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252")


def harmless(original: Original, rng: Random) -> tuple[str, bytes | str]:
    """The list after one to three harmless changes, with what they were; at times as bytes of an encoding."""
    ways = rng.sample((*ANYWHERE, *IN_LINES), rng.randint(1, 3)) if original.lines else [rng.choice(ANYWHERE)]
    # Both ways of ending lines would part them by blank ones, between which a count may be that of a group.
    ways = [way for way in ways if way is not mixed_ends or other_ends not in ways]
    text, told = original.text, ", ".join(way.__name__ for way in ways)
    # What is read wrongly is read as it stands in its file, and how its lines end is said last.
    for way in sorted(ways, key=lambda way: (way in ANYWHERE, way is read_wrongly)):
        text = way(text, rng)
    if rng.random() < 0.3 and not {other_spaces, wide_letters}.intersection(ways):
        encoding = rng.choice(ENCODINGS)
        if text.encode(encoding, "ignore").decode(encoding) == text and not text.isascii():
            return f"{told}, {encoding}", text.encode(encoding)
    return told, text


PIECES: Final = (
    *(
        "\n",
        "\n\n",
        "\r",
        "\t",
        " ",
        '"',
        "'",
        "<",
        "</",
        "&",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "//",
        "#",
        ",",
        ";",
        ":",
        "|",
    ),
    *(
        "x",
        "4",
        "4x",
        "99999999999",
        "SB:",
        "Sideboard",
        "\0",
        "\x1a",
        "\ufffd",
        "\ud800",
        "𝟒",
        "①",
        "٤",
        "½",
        "-",
        "*",
    ),
)


def harmed(original: Original, rng: Random) -> bytes | str:
    """The list after one to five changes that leave nothing certain."""
    text = original.text
    for _ in range(rng.randint(1, 5)):
        text = rng.choice(HARMS)(text, rng)
    if rng.random() < 0.5:
        return text[:SIZE]
    data = bytearray(text[:SIZE].encode(rng.choice(("utf-8", "utf-16", "cp1252")), "replace"))
    for _ in range(rng.randint(0, 5)):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _cut(text: str, rng: Random) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start + rng.randint(1, 40) :]


def _put_in(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(PIECES) * rng.choice((1, 1, 1, 2, 300)) + text[at:]


def _end_early(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _join(text: str, rng: Random) -> str:
    other = rng.choice(originals()).text
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _mix(text: str, rng: Random) -> str:
    rows = text.split("\n")
    rng.shuffle(rows)
    return "\n".join(rows)


def _double(text: str, rng: Random) -> str:
    rows = text.split("\n")
    at = rng.randrange(len(rows))
    return "\n".join((*rows[:at], *[rows[at]] * rng.choice((2, 2, 50)), *rows[at + 1 :]))


def _long_line(text: str, rng: Random) -> str:
    return text.replace("\n", rng.choice((" ", "\t", ", ", "")))


HARMS: Final = (_cut, _cut, _put_in, _put_in, _put_in, _end_early, _join, _mix, _double, _long_line)


def fault_of(number: int, seed: str) -> str:
    """What is wrong with the list of this number, if anything: a sentence that says how to make it again."""
    rng = Random(f"{seed}/{number}")
    original = rng.choice(originals())
    told, sent = harmless(original, rng) if rng.random() < 0.5 else ("", harmed(original, rng))
    resolved = number % RESOLVED == 0
    wrong, took = _tried(original, sent, bool(told), resolved=resolved)
    if not wrong and took > SLOW:
        # What the first list opens for all others, names in other languages say, is no part of what a list takes.
        _, took = _tried(original, sent, bool(told), resolved=resolved)
        wrong = f"took {took:.2f} s for {len(sent)} letters" if took > SLOW else ""
    return f"{number} {original.id} ({told or 'harmed'}): {wrong}" if wrong else ""


def _tried(original: Original, sent: bytes | str, certain: bool, *, resolved: bool) -> tuple[str, float]:
    """What is wrong, if anything, and the seconds of CPU time until that is known."""
    began = time.process_time()
    try:
        wrong = _wrong_with(original, sent, certain, resolved=resolved)
    except UnreadableText:
        wrong = "refused" if certain else ""
    except Exception as error:  # noqa: BLE001  # Whatever it is, it is what is looked for.
        wrong = f"{type(error).__name__}: {error}"
    return wrong, time.process_time() - began


def _wrong_with(original: Original, sent: bytes | str, certain: bool, *, resolved: bool) -> str:
    text = sent if isinstance(sent, str) else decode(sent)
    parsed = read_list(text, original.game)
    if read_rows(parsed) != non_blank(text):
        return "a line is lost"
    sections = {section.id for section in original.game.sections}
    if any(line.count < 1 or not has_letters(line.name) or line.section not in sections for line in _cards(parsed)):
        return "a card without its count, name or section"
    if certain and _sections(parsed) != original.sections:
        return "a card or a count is another"
    if not resolved:
        return ""
    deck = resolve_names(parsed, open_index(original.game.id))
    known, read = sum(entry.count for entry in deck.entries), sum(line.count for line in _cards(parsed))
    return "a count is lost where names are resolved" if certain and original.lines and known != read else ""


def _cards(parsed: ParsedList) -> Iterator[Any]:
    return (line for line in parsed.lines if line.kind is LineKind.CARD)
