"""A made-up language, that puts every sentence which is translated into brackets."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import pytest

from deckcheck import translations
from deckcheck.web import languages

TAG: Final = "de"
"""The language that it stands for."""


class Bracketed(NullTranslations):
    """A language that says everything in English, in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


def with_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this language be spoken in place of one, for a test."""
    known = {translations.ENGLISH: NullTranslations(), TAG: Bracketed()}
    monkeypatch.setattr(translations, "translations", known.__getitem__)
    monkeypatch.setattr(translations, "of_scripts", lambda _tag: {})
    monkeypatch.setattr(languages, "spoken", lambda: list(known))
