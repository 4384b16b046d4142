"""Pages in another language: a made-up one, that puts every sentence which is translated into brackets."""

from __future__ import annotations

import re
from gettext import NullTranslations
from typing import Final

import pytest
from flask.testing import FlaskClient

from deckcheck import translations
from deckcheck.web import languages

TAG: Final = "de"
SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")


class Bracketed(NullTranslations):
    """A language that says everything in English, in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


@pytest.fixture
def foreigner(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Somebody who reads that language."""
    monkeypatch.setattr(translations, "translations", lambda tag: Bracketed())
    monkeypatch.setattr(translations, "of_scripts", lambda tag: {})
    monkeypatch.setattr(languages, "spoken", lambda: [translations.ENGLISH, TAG])
    client.set_cookie(languages.COOKIE, TAG)
    return client


def page_of(client: FlaskClient, language: str) -> str:
    client.set_cookie(languages.COOKIE, language)
    return client.get("/").get_data(as_text=True)


def test_what_is_kept_for_all_readers_is_said_to_each_in_their_language(foreigner: FlaskClient) -> None:
    page = page_of(foreigner, TAG)
    assert "⟦Is your deck legal on the day you play?⟧" in page
    sample = page[page.index('class="sample"') : page.index("</figure>")]
    assert "⟦" in sample
    foot = page[page.index("<footer") :]
    assert re.search(r"Magic (?!22 Aug)", foot)
    assert "⟦" not in page_of(foreigner, translations.ENGLISH)
    assert page_of(foreigner, TAG) == page
