"""Who sees the lists of a stage, over the API: read by all, set by the organizer, looked at as others see it."""

from __future__ import annotations

from typing import Any

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.events.stages import StageFacts
from deckcheck.publication.listings import ListsPage
from deckcheck.publication.preview import Planned, Seen, see_as
from deckcheck.publication.visibility_changes import read_planned, set_publication
from deckcheck.web.api.common import api_blueprint, failures, seen_version
from deckcheck.web.api.event_answers import PreviewOut, PublicationOut, PublicationSet
from deckcheck.web.api.event_schemas import PreviewQuery, PublicationIn
from deckcheck.web.api.stages import stage_of
from deckcheck.web.asker import current_who
from deckcheck.web.current import app

bp = api_blueprint("publication", "Publication")


@bp.get("/e/<slug>/stages/<stage>/publication")
@bp.output(PublicationOut)
@bp.doc(summary="Who sees the lists of a stage", responses=failures(401, 404))
def show(slug: str, stage: str) -> ResponseReturnValue:
    """Who sees the lists of a stage: as it is set, and as it is now."""
    return make_response(_told(stage_of(slug, stage)))


def _told(stage: StageFacts) -> dict[str, Any]:
    return {
        "stage": stage.slug,
        "during": stage.during,
        "after": stage.after,
        "effective": stage.effective,
        "version": stage.version,
    }


@bp.put("/e/<slug>/stages/<stage>/publication")
@bp.input(PublicationIn, location="json", arg_name="record")
@bp.output(PublicationSet)
@bp.doc(summary="Set who sees the lists", responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428))
def put(slug: str, stage: str, record: PublicationIn) -> ResponseReturnValue:
    """Set who sees the lists of a stage, with its version in If-Match; `confirm` asks before everyone sees them."""
    planned = read_planned({stage: (record.during, record.after)})
    (done,) = set_publication(
        app(), current_who(), slug, planned, confirmed=record.confirmed, seen={stage: seen_version()}
    )
    now = stage_of(slug, stage)
    return make_response({**_told(now), "count": done.count, "opens": done.opens, "sentence": done.words})


@bp.get("/e/<slug>/stages/<stage>/preview")
@bp.input(PreviewQuery, location="query", arg_name="query")
@bp.output(PreviewOut)
@bp.doc(summary="See the event as somebody else does", responses=failures(401, 403, 404, 422))
def preview(slug: str, stage: str, query: PreviewQuery) -> ResponseReturnValue:
    """What a viewer sees, if `during` and `after` held for the stage already; lists that are closed have no deck."""
    now = stage_of(slug, stage)
    planned: Planned = read_planned({stage: (query.during or now.during, query.after or now.after)})
    return make_response(_seen(see_as(app(), current_who(), slug, query.viewer, planned)))


def _seen(seen: Seen) -> dict[str, Any]:
    lists = {page.stage.slug: page for page in seen.lists}
    stages = seen.page.stages if seen.page else ()
    return {
        "viewer": seen.viewer.key,
        "hidden": seen.page is None,
        "stages": [
            {"stage": s.slug, "sentence": s.sentence, "open": s.open, **_rows(lists.get(s.slug))} for s in stages
        ],
    }


def _rows(page: ListsPage | None) -> dict[str, Any]:
    rows = page.rows if page else ()
    return {
        "found": page.found if page else 0,
        "rows": [
            {"number": r.number, "player": r.player, "rank": r.rank, "deck": None if r.veiled else r.deck} for r in rows
        ],
    }
