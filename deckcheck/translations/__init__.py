"""Sentences in a reader's language: gettext over the catalogues that lie here, or English, their source.

A language is set around what is said (`speaking`); without that everything is said in English, so that what is stored,
printed for staff or answered to programs never depends on who asked. A sentence is marked where it stands, by `gettext`
or, in a constant that is said later, by `gettext_noop`; `scripts/translations.py` collects the marked ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).parent
LANGUAGES: Final = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "pt-BR": "Português",
    "ja": "日本語",
}
"""The languages of pages, by their tags in HTML, each as its speakers call it."""

_spoken: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The tag of the language that sentences are said in."""
    return _spoken.get()


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Say sentences in a language; one that has no catalogue is English."""
    before = _spoken.set(tag if tag in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(tag: str) -> None:
    """Say sentences in a language from here on, for what cannot be put into a block."""
    _spoken.set(tag if tag in LANGUAGES else ENGLISH)


def gettext(message: str) -> str:
    """The sentence in the language that is spoken; `{names}` in it are filled by the caller, afterwards."""
    return message if _spoken.get() == ENGLISH else translations(_spoken.get()).gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The sentence for so many of something, by the plural forms of the language that is spoken."""
    return translations(_spoken.get()).ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """The sentence where one English word stands for two things: `context` says for which."""
    return translations(_spoken.get()).pgettext(context, message)


def join_words(words: Iterable[str]) -> str:
    """A, B and C."""
    listed = list(words)
    if language() != ENGLISH:
        from babel.lists import format_list

        return format_list(listed, locale=locale())
    return " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1]))) if listed else ""


def whole(number: int) -> str:
    """A number as people write it: 1,204."""
    return f"{number:,}" if language() == ENGLISH else _by_locale(number, "#,##0")


def decimal(number: float) -> str:
    """A number with one decimal: 2.5."""
    return f"{number:.1f}" if language() == ENGLISH else _by_locale(number, "0.0")


def _by_locale(number: float, shape: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(number, shape, locale=locale())


def gettext_noop(message: str) -> str:
    """The sentence itself, marked for the catalogues; it is said by `gettext` where it is shown."""
    return message


@cache
def translations(tag: str) -> NullTranslations:
    """The catalogue of a language, ready to be asked; English is every message itself."""
    if tag == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, catalogue(tag))
    compiled.seek(0)
    return GNUTranslations(compiled)


def catalogue(tag: str) -> Catalog:
    """The messages of a language as its file has them, with the files they are said in."""
    from babel.messages.pofile import read_po

    with (FOLDER / f"{tag}.po").open("rb") as file:
        return read_po(file, locale=tag.replace("-", "_"))


@cache
def of_scripts(tag: str) -> dict[str, str]:
    """The messages of the pages' scripts, with what they are in a language."""
    if tag == ENGLISH:
        return {}
    said = (m for m in catalogue(tag) if any(path.endswith(".js") for path, _ in m.locations))
    return {str(m.id): str(m.string) for m in said}


def locale() -> str:
    """What Babel calls the language that is spoken."""
    return _spoken.get().replace("-", "_")
