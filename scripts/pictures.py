"""All pages that are pictured, in the order of their use, and the document that shows them: docs/pages.md.

Usage, in the folder of the project: .venv/bin/python -m scripts.pictures
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scripts import (
    screenshots,
    screenshots_account,
    screenshots_checks,
    screenshots_house,
    screenshots_organizer,
    screenshots_player,
    screenshots_pools,
    screenshots_public,
    screenshots_staff,
)

DOCUMENT: Final = screenshots.ROOT / "docs" / "pages.md"
FOLDER: Final = screenshots.ROOT / "docs" / "pictures"
SETS: Final[Mapping[str, Mapping[str, str]]] = {
    "Checking a list, and what it is checked by": screenshots.PAGES,
    "Events and their lists, for everyone": screenshots_public.PAGES,
    "A player": screenshots_player.PAGES,
    "The organizer": screenshots_organizer.PAGES,
    "The desk": screenshots_staff.PAGES,
    "The judge's table": screenshots_checks.PAGES,
    "Pools of sealed events": screenshots_pools.PAGES,
    "The house: API, audit log, personal data, cards and bans": screenshots_house.PAGES,
    "Signing in, and an account": screenshots_account.PAGES,
}
CAPTIONS: Final[Mapping[str, str]] = {
    "check-empty": "Before anything is typed",
    "check": "A list with faults: what is wrong stands where it is wrong, with its remedies",
    "check-legal": "A legal list",
    "check-ga": "A list of Grand Archive",
    "check-looks": "A list that looks made for another format",
    "check-copy": "The corrected list, for another program",
    "check-change": "Another format, day, platform or match",
    "compare": "Two lists compared",
    "formats": "All formats",
    "format": "A format: its rules as sentences, with their sources",
    "rules": "All rules",
    "rule": "A rule with its examples",
    "cards": "A search for cards",
    "card": "A card: where it is legal, and since when",
    "docs": "The description of the API",
    "missing": "An address that is none",
    "error-large": "More than a list",
    "error-ours": "Something of ours broke",
    "error-busy": "The database is busy",
    "error-pace": "Too many checks from one place",
    "start": "The start page",
    "events": "All events",
    "event-taking": "An event that takes lists",
    "event-locked": "Lists are closed",
    "event-stage": "Lists of the playoff are open to its players, as a stranger reads it",
    "event-stage-player": "The same, as a player of the playoff reads it",
    "event-open": "Lists of the playoff are public",
    "event-ended": "The event has ended",
    "event-called-off": "The event was called off",
    "lists": "Published lists by finish",
    "lists-found": "Published lists, found and by name",
    "list": "A published list",
    "list-illegal": "One that is illegal",
    "list-late": "One that was entered after lists were open",
    "list-official": "A closed list as staff read it",
    "export": "All lists of a stage as files",
    "export-reason": "Hidden lists are downloaded with a reason, which goes in the audit log",
    "seals": "What the event was sealed with",
    "verify": "Verifying a list",
    "help": "Help, one job a page",
    "help-page": "A page of help",
    "about": "What runs here",
    "language": "Choosing the language of the pages",
    "privacy": "What is kept about you, as this server is set",
    "verified": "A list that is what was sealed",
    "error-staff": "A page for others",
    "error-link": "A link that was replaced",
    "draws": "Draws of deck checks, once their rounds are over",
    "join": "Where a join code is entered",
    "event-join": "Joining an event",
    "joined": "A player who has just joined",
    "my-lists": "My lists",
    "my-editor": "A list while it is written",
    "my-editor-faults": "One with a question to answer",
    "my-editor-both": "Two devices wrote at once: both texts are there",
    "my-editor-closed": "After the deadline the text stays",
    "my-large": "The text for the judge at the desk",
    "receipt": "The receipt",
    "my-link": "The link on another phone",
    "my-mail-link": "The link by mail",
    "my-list": "My list while it can be replaced",
    "my-list-accepted": "My list once it is accepted",
    "my-versions": "Everything that was sent",
    "my-take-back": "Taking a list back",
    "organize": "My events",
    "organize-new": "A new event in five fields",
    "format-kept": "A format that an organizer keeps: what it means, a list to try, and its events",
    "format-new": "A format of one's own: what is different from another one",
    "event-made": "It is ready: the overview, with the join code",
    "event-code": "The join code, to change it or to say how many may join",
    "event-sign": "The join code on a screen in the hall, or on a sheet",
    "event-settings": "Settings",
    "event-order": "The order of all sheets and screens",
    "event-stages": "Stages, and who plays in them",
    "event-publication": "Who sees the lists",
    "event-seen": "The event as somebody else sees it",
    "event-staff": "Staff",
    "event-end": "Ending the event",
    "overview": "The event's day",
    "roster": "The roster",
    "roster-walkins": "Walk-ins, ticked to be checked in together",
    "roster-accept": "Accepting all legal lists",
    "roster-add": "A walk-in",
    "roster-import": "A player list, before it is applied",
    "roster-remind": "A reminder",
    "review": "A list under review",
    "review-faults": "One with faults",
    "review-versions": "Everything that was sent",
    "entry-player": "A player's name and place",
    "entry-merge": "Somebody is on the roster twice",
    "entry-link": "A new link for a player",
    "entry-late": "A late list, or a correction",
    "entry-history": "All that happened to an entry",
    "sheets": "What can be printed",
    "checks": "Choosing a deck to check",
    "check-begin": "How and why a deck was chosen",
    "check-table": "A deck is counted: the difference is always on screen",
    "check-offline": "The same without a network: taps are kept on the phone",
    "check-configuration": "The deck as it lies there after sideboarding",
    "check-opponent": "What an opponent may know",
    "check-void": "Giving a check up",
    "check-result": "The result, and the time to give back",
    "check-result-illegal": "A deck that matches an illegal list",
    "check-record": "The record of a check; the list is gone from the phone",
    "checks-records": "What was checked",
    "roster-checked": "The same on the roster, with those who were not checked yet",
    "pool-sets": "Which sets a pool was opened from, for anyone",
    "pool": "A pool is counted by numbers and names",
    "pool-list": "The list that comes of it",
    "event-pool": "A player's pool, and the one they count",
    "event-pool-count": "The pool of the player across is counted",
    "event-pool-review": "What was counted, before it is handed over",
    "event-pool-deck": "A deck is built from the pool",
    "event-pools": "Who counts whose pool; what is questioned stands first",
    "event-pools-one": "A pool that its player questions",
    "event-pools-count": "A judge corrects it",
    "event-programs": "API & webhooks, and the messages that were sent",
    "event-audit": "The audit",
    "event-recheck": "Lists whose verdict has changed",
    "event-people": "Players, and what is kept of them",
    "event-person": "All that is kept of one person",
    "event-forget": "Forgetting a person",
    "cards-and-bans": "Cards and bans, as the operator of the installation sees them",
    "announcement": "A ban that is entered by hand",
    "update-file": "Cards that are brought as a file",
    "sign-in": "Signing in",
    "sign-in-again": "E-mail and password do not fit",
    "sign-in-code": "Two-step sign-in",
    "reset": "A new password",
    "reset-link": "Choosing a password",
    "link-switch": "A player's link in somebody else's browser",
    "sign-out": "Signing out",
    "account": "The account",
    "account-close": "Closing it",
    "account-mail": "Confirming a new address",
    "invited": "An invitation to be on the staff",
    "account-app": "Setting up an app that shows codes",
    "account-spares": "Codes that work once",
}


def document() -> str:
    """The pictures in order, each page on a phone beside the same on a desk."""
    parts = ["# Every page, on a phone and on a desk\n"]
    parts.append("Taken at 360 and 1280 pixels by `scripts/screenshots*.py`; this page by `scripts/pictures.py`.\n")
    for title, pages in SETS.items():
        parts.append(f"## {title}\n")
        parts += [_shown(name) for name in pages]
    return "\n".join(parts)


def _shown(name: str) -> str:
    told = CAPTIONS[name]
    phone, desk = (f'<img src="pictures/{name}-{width}-light.png"' for width in screenshots.SIZES)
    return f'**{told}**\n\n{phone} width="200" alt="{told}, on a phone"> {desk} width="620" alt="{told}, on a desk">\n'


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
