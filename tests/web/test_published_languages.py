"""Published lists, made-up names and a player's link in the made-up language of brackets; and what noting it costs."""

from __future__ import annotations

from typing import Final

import pytest
from flask.testing import FlaskClient

from deckcheck import translations
from deckcheck.app.context import App
from deckcheck.app.shown_names import names_as_shown
from deckcheck.translations import LANGUAGES, speaking
from deckcheck.web import create_app, languages
from deckcheck.web.words import ordinal
from tests.bracketed import TAG, with_brackets
from tests.desks import Clock
from tests.doors import a_link
from tests.events import make_event
from tests.published_events import a_locked_event, begin, publish, set_event, stand
from tests.registrations import send
from tests.statements import cost_of
from tests.web.visitors import player, visitor

E: Final = "/e/northern-open"


def reader(desk: App) -> FlaskClient:
    """A stranger who reads that language."""
    client = visitor(create_app(desk.settings, desk))
    client.set_cookie(languages.COOKIE, TAG)
    return client


def test_what_is_wrong_with_a_published_list_is_said_in_its_readers_language(
    one_desk: App, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of it, and what is kept, stay English; so do all words where the law has changed since."""
    with_brackets(monkeypatch)
    made = a_locked_event(one_desk, clock)
    begin(one_desk, made, "swiss")
    publish(one_desk, made, "swiss", "all")
    anyone = reader(one_desk)
    page, address = anyone.get(f"{E}/lists/4"), f"{E}/lists/4"
    said = page.text.partition("⟦What the verdict says⟧")[2].partition("</ul>")[0]
    assert said.count("<li><p>⟦") == said.count("<li>") > 0
    assert "⟦" not in anyone.get(f"{address}.json").text
    monkeypatch.setattr("deckcheck.lists.judged.is_current", lambda *_: False)
    kept = anyone.get(address).text.partition("⟦What the verdict says⟧")[2].partition("</ul>")[0]
    assert kept.count("<li>") == said.count("<li>")
    assert "<li><p>⟦" not in kept


def test_a_name_that_is_not_shown_and_a_place_are_said_in_the_language_of_the_page(
    one_desk: App, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_brackets(monkeypatch)
    made = a_locked_event(one_desk, clock)
    begin(one_desk, made, "swiss")
    publish(one_desk, made, "swiss", "all")
    stand(one_desk, made, {4: 1})
    set_event(one_desk, made, names_shown="number")
    page = reader(one_desk).get(f"{E}/lists/4").text
    assert "⟦Player 4⟧" in page
    assert "⟦⟦1st⟧ of 3⟧" in page
    with speaking(TAG):
        assert names_as_shown("Ada", "Okonkwo", "", 37, "number") == "⟦Player 37⟧"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_places_differ_as_their_numbers_do(tag: str) -> None:
    with speaking(tag):
        places = [ordinal(number) for number in (1, 2, 3, 11, 22, 101)]
        name = names_as_shown("", "", "", 7, "number")
    numbers = (1, 2, 3, 11, 22, 101)
    assert len(set(places)) == len(numbers)
    assert all(str(number) in said != str(number) for number, said in zip(numbers, places, strict=True))
    assert "7" in name
    assert (name == "Player 7") == (tag == "en")


def test_a_link_asks_and_the_way_out_answers_in_the_readers_language(
    one_desk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_brackets(monkeypatch)
    made = make_event(one_desk)
    per = player(create_app(one_desk.settings, one_desk), one_desk, made.entries[1])
    per.set_cookie(languages.COOKIE, TAG)
    asked = per.get(f"/r/{a_link(one_desk, made.entries[0])}").text
    assert "<h1>⟦Go on as Ada Okonkwo?⟧</h1>" in asked
    assert "⟦There is nothing here, or you have no access to it.⟧" in per.get("/r/none").text
    assert "⟦You are Per Dahl here.⟧" in per.get("/sign-out").text
    assert "⟦Nothing of yours is kept in this browser any more.⟧" in per.post("/sign-out").text
    assert "⟦" not in per.get("/sign-in").text.partition("<main")[2].partition("</main>")[0]


PAGES: Final = ("", "/list", "/versions", "/large")


def test_noting_the_language_of_a_page_asks_nothing_that_the_page_has_not_asked(
    one_desk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read from the page's own snapshot; only another language than the last one begins a transaction, once."""
    made = make_event(one_desk)
    send(made, one_desk)
    ada = player(create_app(one_desk.settings, one_desk), one_desk, made.entries[0])
    paths = [f"{E}/my{page}" for page in PAGES]
    assert all(ada.get(path).status_code == 200 for path in paths)

    def costs() -> list[tuple[int, int]]:
        found = [cost_of(one_desk.store, lambda path=path: ada.get(path)) for path in paths]  # type: ignore[misc]
        return [(one.transactions, one.selects) for one in found]

    for tag in (translations.ENGLISH, "de"):
        ada.set_cookie(languages.COOKIE, tag)
        first, usual = costs(), costs()
        with monkeypatch.context() as without:
            without.setattr(languages, "keep_language", lambda *_: None)
            assert usual == costs()
        more = [one - other for (one, _), (other, _) in zip(first, usual, strict=True)]
        assert more == [int(tag != translations.ENGLISH), 0, 0, 0]
        assert [one for _, one in first] == [one for _, one in usual]
        assert {transactions for transactions, _ in usual} == {1}
