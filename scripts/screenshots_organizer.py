"""Take the pictures of the organizer's pages for docs/pictures, at 360 and 1280 px: an event of eight, closed.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_organizer [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from deckcheck.app.context import App
from deckcheck.events.stage_states import become
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.events.templates import save_template
from deckcheck.store.models import Account
from scripts.pictures_signed_in import AccessContext, take
from tests.desks import Clock
from tests.doors import hashed
from tests.events import DEADLINE, make_event
from tests.long_names import kept_format
from tests.registrations import send

E: Final = "/e/northern-open"
PAGES: Final = {
    "organize": "/organize",
    "organize-new": "/organize/new?like=last",
    "format-new": "/organize/formats/new?inherits=pauper",
    "format-kept": "/organize/formats/{format}",
    "event-made": f"{E}/overview?made=1",
    "event-code": f"{E}/code",
    "event-sign": f"{E}/code/sign",
    "event-settings": f"{E}/settings",
    "event-order": f"{E}/order",
    "event-stages": f"{E}/stages",
    "event-publication": f"{E}/publication?see-playoff=stage&as=playoff",
    "event-seen": f"{E}/publication/as?as=playoff&see-playoff=stage",
    "event-staff": f"{E}/staff",
    "event-end": f"{E}/become/completed",
}


CUBE: Final = {
    "title": "Thursday Cube",
    "inherits": "legacy",
    "singleton": True,
    "cards": ["Lightning Bolt", "Counterspell", "Llanowar Elves", "Serra Angel", "Dark Ritual"],
    "sizes": {"main-min": 40},
}


def an_event(desk: App, clock: Clock) -> AccessContext:
    """An event whose lists are closed and whose playoff has begun."""
    made = make_event(desk, players=8, playoff=True, level="competitive")
    with desk.store.write() as session:
        for uid in made.accounts.values():
            account = session.get(Account, uid)
            assert account is not None
            account.password = hashed()
    for place in range(8):
        send(made, desk, who=made.as_person(place), number=place + 1)
    who = made.as_account("organizer")
    change_stage(desk, who, made.slug, "playoff", StagePatch(lists_from="swiss"))
    save_template(desk, who, made.slug, "Friday Modern")
    handle = kept_format(desk, who, CUBE)
    clock.set(DEADLINE + timedelta(minutes=1))
    become(desk, who, made.slug, "playoff", "begun")
    return AccessContext(who, made={"format": handle})


if __name__ == "__main__":
    take(PAGES, an_event)
