"""The pages of an event as everybody gets them: browsers and programs by who they are, and every public address."""

from __future__ import annotations

from typing import Final

from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_token_secret
from deckcheck.store.models import Token
from tests.events import Made
from tests.web.visitors import sign_in_as, visitor, with_sign_in

EVENT_PATHS: Final = (
    "/e/{slug}",
    "/e/{slug}/lists",
    "/e/{slug}/lists?stage=swiss&q=mountain",
    "/e/{slug}/lists?stage=playoff",
    "/e/{slug}/export",
    "/e/{slug}/seals",
    "/e/{slug}/seals.json",
    "/e/{slug}/seals/1.json",
    "/e/{slug}/proofs.json",
    *(f"/e/{{slug}}/export?shape={shape}" for shape in ("zip", "csv", "json", "client", "cache")),
    "/api/v1/e/{slug}/lists",
    "/api/v1/e/{slug}/export?shape=json",
    "/api/v1/e/{slug}/seals",
    "/api/v1/e/{slug}/seals/1",
    "/api/v1/e/{slug}/overlay",
    "/api/v1/e/{slug}/overlay/list/2",
)
"""What is about an event or a stage of it."""
LIST_PATHS: Final = (
    "/e/{slug}/lists/{n}",
    "/e/{slug}/lists/{n}?stage=swiss",
    "/e/{slug}/lists/{n}?stage=playoff",
    *(f"/e/{{slug}}/lists/{{n}}.{kind}" for kind in ("json", "txt", "arena", "mtgo", "moxfield", "dek", "cod")),
    "/e/{slug}/lists/{n}/proof.json",
    "/api/v1/e/{slug}/entries/{n}/list",
    "/api/v1/e/{slug}/entries/{n}/list?as=arena",
    "/api/v1/e/{slug}/entries/{n}/proof",
    "/api/v1/e/{slug}/entries/{n}/proof?seal=1",
)
"""What is about one list."""


def browser(app: APIFlask, desk: App, who: Actor) -> FlaskClient:
    """A browser in which somebody is signed in, or a program that carries its token."""
    if who.kind == "account":
        return sign_in_as(app, desk, who.uid)
    if who.kind == "token":
        return program(app, desk, who)
    if who.kind == "stranger":
        return visitor(app)
    with desk.store.write() as session:
        return with_sign_in(app, start(session, who.kind, who.uid, desk.now(), Browser()))


def program(app: APIFlask, desk: App, who: Actor) -> FlaskClient:
    """A program with a token of an event, in some role."""
    secret = new_token_secret()
    now = desk.now()
    until = now.replace(year=now.year + 1)
    with desk.store.write() as session:
        session.add(
            Token(
                hash=hash_of(secret),
                prefix=secret[:10],
                event=who.event,
                role=who.role,
                label=who.name,
                by="sys",
                made_at=now,
                until=until,
            )
        )
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
    return client


def paths(made: Made, *numbers: int) -> list[str]:
    """Every public address of an event, and of the lists of some entries."""
    found = [path.format(slug=made.slug) for path in EVENT_PATHS]
    return found + [path.format(slug=made.slug, n=n) for n in numbers for path in LIST_PATHS]


def whole(response: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """An answer with every header and byte, but for the date, which the server gives to all."""
    headers = sorted((name, value) for name, value in response.headers.items() if name != "Date")
    return response.status_code, headers, response.get_data()
