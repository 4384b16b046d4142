"""Who sees the lists: a choice for each stage, what it would do, and how the event looks to others then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from deckcheck.app.refusals import Refused
from deckcheck.law.sentences import counted
from deckcheck.publication.preview import Planned, see_as
from deckcheck.publication.visibility_changes import Effect, set_publication
from deckcheck.store.states import After, During
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals, whole
from deckcheck.web.pages.events import event_words as words
from deckcheck.web.pages.events.organizer_pages import PublicationPage, publication_page
from deckcheck.web.pages.publication.public import event_values
from deckcheck.web.questions import confirmed

bp = Blueprint("event_publication", __name__)

SEE: Final = "see-"
VERSION: Final = "version-"
NOTHING: Final = "Nothing changed yet"
KEEP: Final = "keep"


def _page(
    slug: str, planned: Planned, viewer: str, refused: Refused | None = None, done: str = ""
) -> ResponseReturnValue:
    page = publication_page(app(), need_account(), slug, f"/e/{slug}/publication", planned, viewer)
    return render_template(
        "organizer/publication.html",
        page=page,
        frame=page.frame,
        words=words,
        chosen=_chosen(page, planned),
        effect=_slot(page.effects),
        say=_said(page.effects),
        button=button_of(page.effects),
        told=str(refused or ""),
        done=done,
        viewer=viewer,
    )


def _refused(slug: str, refused: Refused) -> ResponseReturnValue:
    return _page(slug, planned_in(request.values), viewer_asked(), refused)


def _button(slug: str) -> str:
    page = publication_page(app(), need_account(), slug, request.path, planned_in(request.values))
    return button_of(page.effects)


@bp.get("/e/<slug>/publication")
def show(slug: str) -> ResponseReturnValue:
    """The choices, what they would change, and the preview."""
    return _page(slug, planned_in(request.values), viewer_asked())


@bp.post("/e/<slug>/publication")
@shows_refusals(_refused, back="/e/{slug}/publication", yes=_button)
def apply(slug: str) -> ResponseReturnValue:
    """Set what was chosen; opening to everyone is asked once, with the count."""
    who, planned = need_account(), planned_in(request.values)
    done = set_publication(app(), who, slug, planned, confirmed=confirmed(), seen=_versions(planned))
    return _page(slug, {}, "stranger", done=" ".join(one.words for one in done if one.changed) or "Nothing changed.")


@bp.get("/e/<slug>/publication/as")
def see(slug: str) -> ResponseReturnValue:
    """The event's own page as the viewer gets it, if the choices held."""
    seen = see_as(app(), need_account(), slug, viewer_asked(), planned_in(request.values))
    if seen.page is None:
        return render_template("organizer/hidden.html", viewer=seen.viewer, slug=slug)
    return render_template("organizer/seen.html", viewer=seen.viewer, slug=slug, **event_values(seen.page))


def viewer_asked() -> str:
    """Through whose eyes the event is looked at."""
    return request.values.get("as", "stranger")


def planned_in(sent: MultiDict[str, str] | Mapping[str, str]) -> Planned:
    """The choices by stage; `keep` leaves what is none of the four as it is."""
    found: dict[str, tuple[During, After]] = {}
    for name, value in sent.items():
        if name.startswith(SEE) and value in words.CHOICES:
            found[name.removeprefix(SEE)] = words.CHOICES[value]
    return found


def _versions(planned: Planned) -> dict[str, int]:
    given = {slug: whole(request.values.get(f"{VERSION}{slug}", "")) for slug in planned}
    return {slug: seen for slug, seen in given.items() if seen is not None}


def button_of(effects: tuple[Effect, ...]) -> str:
    """What the button does, in its words."""
    if len(effects) == 1:
        return effects[0].words if effects[0].now else "Apply"
    return f"Apply {counted(len(effects), 'change')}" if effects else "Apply"


def _said(effects: tuple[Effect, ...]) -> str:
    return "; ".join(one.words for one in effects) or NOTHING


def _slot(effects: tuple[Effect, ...]) -> str:
    """What stands beside the button, where the button does not say it all."""
    return "Not applied yet" if len(effects) == 1 and effects[0].now else _said(effects)


def _chosen(page: PublicationPage, planned: Planned) -> dict[str, str]:
    """The choice that is marked for each stage."""
    found = {}
    for stage in page.stages:
        during, after = planned.get(stage.slug, (stage.during, stage.after))
        found[stage.slug] = words.key_of(during, after) or KEEP
    return found
