"""The programs of an event over the API: tokens, webhooks, and what became of messages; the organizer, signed in."""

from __future__ import annotations

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.accounts.tokens import list_tokens, make_token, revoke_token
from deckcheck.app.session import changing, reading
from deckcheck.app.webhooks import end_webhook, list_deliveries, list_webhooks, new_webhook, renew_secret
from deckcheck.events.plans import moment_of
from deckcheck.web.actors import current_who
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.program_schemas import (
    DeliveriesOut,
    NewSecretOut,
    NewTokenOut,
    NothingIn,
    PageQuery,
    TokenIn,
    TokensOut,
    WebhookIn,
    WebhooksOut,
)
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("programs", "Programs")
WRITTEN = (400, 401, 403, 404, 413, 415, 422)


@bp.get("/e/<slug>/tokens")
@bp.output(TokensOut)
@bp.doc(summary="Tokens", responses=failures(401, 403, 404))
def tokens(slug: str) -> ResponseReturnValue:
    """Every token the event ever had, without secrets."""
    with reading(app(), current_who(), slug) as work:
        return make_response({"tokens": [row_of(row) for row in list_tokens(work)]})


@bp.post("/e/<slug>/tokens")
@bp.input(TokenIn, location="json", arg_name="record")
@bp.output(NewTokenOut, status_code=201, description="The token; its secret is told this once.")
@bp.doc(summary="Make a token", responses=failures(*WRITTEN))
def add_token(slug: str, record: TokenIn) -> ResponseReturnValue:
    """Give a program a role in the event."""
    with changing(app(), current_who(), slug) as work:
        until = moment_of(record.until, work.event.zone, None) if record.until else None
        return make_response(row_of(make_token(work, record.role, record.label, until)), 201)


@bp.delete("/e/<slug>/tokens/<uid>")
@bp.output({}, status_code=204, description="The token has ended.")
@bp.doc(summary="End a token", responses=failures(401, 403, 404))
def end_token(slug: str, uid: str) -> ResponseReturnValue:
    """End a token; whoever still has it is a stranger from now on."""
    with changing(app(), current_who(), slug) as work:
        revoke_token(work, uid)
    return make_response("", 204)


@bp.get("/e/<slug>/webhooks")
@bp.output(WebhooksOut)
@bp.doc(summary="Webhooks", responses=failures(401, 403, 404))
def webhooks(slug: str) -> ResponseReturnValue:
    """The webhooks that are in use, without secrets."""
    with reading(app(), current_who(), slug) as work:
        return make_response({"webhooks": [row_of(row) for row in list_webhooks(work)]})


@bp.post("/e/<slug>/webhooks")
@bp.input(WebhookIn, location="json", arg_name="record")
@bp.output(NewSecretOut, status_code=201, description="The webhook; its secret is told this once.")
@bp.doc(summary="Add a webhook", responses=failures(*WRITTEN, 409))
def add_webhook(slug: str, record: WebhookIn) -> ResponseReturnValue:
    """Tell an address of acts; `address-refused` where it is not public, or not over https."""
    made = new_webhook(app(), current_who(), slug, record.url, record.acts)
    return make_response(row_of(made), 201)


@bp.post("/e/<slug>/webhooks/<uid>/secret")
@bp.input(NothingIn, location="json", arg_name="record")
@bp.output(NewSecretOut, status_code=201, description="The new secret; it is told this once.")
@bp.doc(summary="Renew a webhook's secret", responses=failures(*WRITTEN))
def renew(slug: str, uid: str, record: NothingIn) -> ResponseReturnValue:
    """Another secret; for a day messages carry signatures by both."""
    with changing(app(), current_who(), slug) as work:
        return make_response(row_of(renew_secret(work, uid)), 201)


@bp.delete("/e/<slug>/webhooks/<uid>")
@bp.output({}, status_code=204, description="The webhook has ended.")
@bp.doc(summary="End a webhook", responses=failures(401, 403, 404))
def end(slug: str, uid: str) -> ResponseReturnValue:
    """Tell an address nothing more, not even what waits."""
    with changing(app(), current_who(), slug) as work:
        end_webhook(work, uid)
    return make_response("", 204)


@bp.get("/e/<slug>/webhooks/deliveries")
@bp.input(PageQuery, location="query", arg_name="query")
@bp.output(DeliveriesOut)
@bp.doc(summary="What became of messages", responses=failures(401, 403, 404, 422))
def deliveries(slug: str, query: PageQuery) -> ResponseReturnValue:
    """Messages of the last days with their tries."""
    found = list_deliveries(app(), current_who(), slug, query.before, query.limit)
    return make_response({"deliveries": [row_of(row) for row in found.rows], "older": found.older})
