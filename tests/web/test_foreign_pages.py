"""Nothing that another site's page sends in a browser that is signed in is done: no route, by no method."""

from __future__ import annotations

from typing import Any, Final

import pytest
from flask import Flask

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.doors import come_in
from tests.events import make_event
from tests.web.visitors import sign_in_as, with_sign_in

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FOREIGN: Final[tuple[dict[str, str], ...]] = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {},
)
"""How browsers tell where a form was sent from; an old one that tells nothing is let in with no cookie alone."""


def writes(app: Flask) -> list[tuple[str, str]]:
    """Every route that takes more than a look, with an address that leads to it."""
    found = []
    for rule in app.url_map.iter_rules():
        path = rule.rule
        for name in rule.arguments:
            for form in (f"<{name}>", f"<int:{name}>", f"<path:{name}>"):
                path = path.replace(form, {"slug": "northern-open", "stage": "swiss"}.get(name, "1"))
        found += [(method, path) for method in sorted((rule.methods or set()) - READS)]
    return found


@pytest.fixture
def app(one_desk: App) -> Flask:
    return create_app(one_desk.settings, one_desk)


@pytest.mark.parametrize("who", ["organizer", "player"])
def test_no_route_does_what_a_page_elsewhere_sends(app: Flask, one_desk: App, who: str) -> None:
    made = make_event(one_desk)
    if who == "player":
        client = with_sign_in(app, come_in(one_desk, made.links[0]))
    else:
        client = sign_in_as(app, one_desk, made.accounts[who])
    client.environ_base.pop("HTTP_SEC_FETCH_SITE", None)
    client.environ_base.pop("HTTP_ORIGIN", None)
    asked = writes(app)
    assert len(asked) > 100
    let_in = []
    for method, path in asked:
        for headers in FOREIGN:
            body: dict[str, Any] = {"json": {}} if path.startswith("/api/") else {"data": {"confirmed": "yes"}}
            answer = client.open(path, method=method, headers=headers, **body)
            if answer.status_code != 403 or "another site" not in answer.get_data(as_text=True):
                let_in.append((method, path, headers, answer.status_code))
    assert let_in == []
