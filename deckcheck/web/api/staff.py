"""The staff of an event over the API: seen, given roles, and ended, by the organizer who is signed in."""

from __future__ import annotations

from typing import Any

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.accounts.roles import Granted, end_role, grant_role, see_roles, see_staff
from deckcheck.app.secret_mail import address_for
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.event_answers import Grants, StaffList
from deckcheck.web.api.event_schemas import RoleIn, RoleQuery
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("staff", "Staff")


@bp.get("/e/<slug>/staff")
@bp.output(StaffList)
@bp.doc(summary="The staff of an event", responses=failures(401, 403, 404))
def index(slug: str) -> ResponseReturnValue:
    """Accounts with their roles in the event."""
    rows = [row_of(one) for one in see_staff(app(), current_who(), slug)]
    return make_response({"staff": [{k: v for k, v in row.items() if k != "is_me"} for row in rows]})


@bp.get("/e/<slug>/staff/<account>")
@bp.output(Grants)
@bp.doc(summary="The roles of an account", responses=failures(401, 403, 404, 422))
def show(slug: str, account: str) -> ResponseReturnValue:
    """The roles of one account, named by its key or its mail."""
    return make_response(_told(see_roles(app(), current_who(), slug, account)))


@bp.put("/e/<slug>/staff/<account>")
@bp.input(RoleIn, location="json", arg_name="record")
@bp.output(Grants)
@bp.doc(summary="Give a role", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def put(slug: str, account: str, record: RoleIn) -> ResponseReturnValue:
    """Give a role to an account by its key, or by the address of somebody on the staff. `plays-here` (MTR 1.4).

    Every other address is invited, be there an account or not: `is_invited`, until somebody accepts.
    """
    return make_response(_told(grant_role(app(), current_who(), slug, account, record.role, record.name)))


@bp.delete("/e/<slug>/staff/<account>")
@bp.input(RoleQuery, location="query", arg_name="query")
@bp.output(Grants)
@bp.doc(summary="End a role", responses=failures(401, 403, 404, 409, 422))
def delete(slug: str, account: str, query: RoleQuery) -> ResponseReturnValue:
    """End one role of an account, or all it has here; `last-organizer` keeps the event from having none.

    What the account made here and could make no more ends with it, but for what `keep` names: `held` tells which.
    """
    keep = {key for key in query.keep.split(",") if key}
    return make_response(_told(end_role(app(), current_who(), slug, account, query.role or "", keep)))


def _told(found: Granted) -> dict[str, Any]:
    told = row_of(found)
    secret = told.pop("secret")
    return told | {"link": address_for(app().settings, f"/invited/{secret}") if secret else None}
