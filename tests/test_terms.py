"""docs/terms.toml: every term in six languages, each word for one term, each with its source or what it rests on."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

FILE: Final = tomllib.loads((Path(__file__).parent.parent / "docs/terms.toml").read_text("utf-8"))
LANGUAGES: Final = ("de", "fr", "es", "it", "pt-BR", "ja")
ABOUT: Final = {"en", "means", "part"}
PARTS: Final = {"noun", "adjective", "verb", "phrase"}
WORDS: Final = ("word", "plural", "feminine", "also", "note", "sure")
KEYS: Final = {*WORDS, "gender", "kept", "source"}


def entries() -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Each term with each of its languages."""
    for term in FILE["term"]:
        for language in LANGUAGES:
            yield term, language, term[language]


def test_every_term_has_all_languages() -> None:
    wrong = [term["en"] for term in FILE["term"] if set(term) != ABOUT | set(LANGUAGES) or term["part"] not in PARTS]
    assert not wrong, wrong
    names = [term["en"].casefold() for term in FILE["term"]]
    assert len(names) == len(set(names)) >= 45


def test_words_are_words() -> None:
    """Nothing is empty or has space around it, and nothing is said that the head of the file does not explain."""
    wrong = [
        (term["en"], language)
        for term, language, entry in entries()
        if not {"word", "source"} <= set(entry) <= KEYS
        or any(not entry[key] or entry[key] != entry[key].strip() for key in WORDS if key in entry)
    ]
    wrong += [(term["en"], key) for term in FILE["term"] for key in ABOUT if not term[key].strip()]
    assert not wrong, wrong


def test_nouns_have_their_gender() -> None:
    """Where the language has one; no other word has one."""
    wrong = [
        (term["en"], language)
        for term, language, entry in entries()
        if entry.get("gender") not in (genders(language) if term["part"] == "noun" else {None})
    ]
    assert not wrong, wrong


def genders(language: str) -> set[str | None]:
    known: dict[str, set[str | None]] = {"ja": {None}, "de": {"m", "f", "n"}}
    return known.get(language, {"m", "f"})


def test_a_kept_word_is_the_english_one() -> None:
    wrong = [
        (term["en"], language, entry["word"])
        for term, language, entry in entries()
        if entry.get("kept") and letters(entry["word"]) != letters(term["en"])
    ]
    assert not wrong, wrong


def letters(word: str) -> str:
    return "".join(filter(str.isalnum, word.casefold()))


def test_a_word_stands_for_one_term() -> None:
    """But for those that are listed with a reason, and nothing is listed that need not be."""
    terms = defaultdict(list)
    for term, language, entry in entries():
        terms[language, entry["word"].casefold()].append(term["en"])
    shared = {key for key, of in terms.items() if len(of) > 1}
    listed = {(row["language"], row["word"].casefold()): row["reason"] for row in FILE.get("shared", [])}
    assert shared == set(listed), {key: terms[key] for key in shared ^ set(listed)}
    assert all(reason.strip() for reason in listed.values())


def test_every_word_says_where_it_is_from() -> None:
    """An https address; or none, and then what it rests on."""
    wrong = [
        (term["en"], language, entry["source"])
        for term, language, entry in entries()
        if ("sure" in entry) == bool(entry["source"]) or (entry["source"] and not is_address(entry["source"]))
    ]
    assert not wrong, wrong


def is_address(source: str) -> bool:
    parts = urlsplit(source)
    return parts.scheme == "https" and "." in parts.netloc and source.isascii() and not any(map(str.isspace, source))
