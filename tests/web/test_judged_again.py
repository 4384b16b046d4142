"""A player whose list got another verdict after it was sent reads that one on My list, with its reason."""

from __future__ import annotations

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.registrations import send
from tests.services.test_pools_judged import BEYOND, POOL, has_pool, sealed
from tests.web.pages import Page
from tests.web.test_organizer_pages import text_of
from tests.web.visitors import player


def test_my_list_says_that_it_was_judged_again_and_why(one_desk: App) -> None:
    made = sealed(one_desk)
    send(made, one_desk, BEYOND)
    client = player(create_app(one_desk.settings, one_desk), one_desk, made.entries[0])
    page = f"/e/{made.slug}/my/list"
    assert "since it was rechecked" not in text_of(Page(client.get(page)))
    has_pool(made, one_desk)
    told = text_of(Page(client.get(page)))
    assert "Illegal since it was rechecked" in told
    assert "3 Counterspell in the main deck; the pool has 2." in told
    has_pool(made, one_desk, POOL + "1 Counterspell\n", reason="one was stuck to another")
    assert "since it was rechecked" not in text_of(Page(client.get(page)))
