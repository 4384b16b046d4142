"""Sites that keep decks: how a list leaves each of them as text, and which of them hand decks to programs.

From the sites' own pages and help, looked at in 2026. A site whose terms or interface do not offer decks to programs
has no interface here, whatever its pages could be made to give.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.translations import gettext, gettext_noop

LINK: Final = lazy.regex(r"(?:https?://|www\.)\S+", re.IGNORECASE)
LONGEST_LINK: Final = 2_000


class DeckSite(NamedTuple):
    """One site. `how` says how a deck is exported there, after the words "On Moxfield, ".

    `deck` finds a deck's id in the path of its page, and `interface` is the address that gives it to programs, with the
    id in its braces; both are empty where there is none.
    """

    name: str
    hosts: tuple[str, ...]
    how: str
    deck: str = ""
    interface: str = ""

    @property
    def advice(self) -> str:
        """How a list comes from there to here."""
        told = gettext("On {site}, {export}. Then paste that here.")
        return told.format(site=self.name, export=gettext(self.how))


class DeckLink(NamedTuple):
    """A link to a site; `interface` is the address at which programs get this very deck, empty where there is none."""

    site: DeckSite
    interface: str = ""


SITES: Final = (
    DeckSite(
        "Moxfield", ("moxfield.com",), gettext_noop("open the deck, choose More and Export, and copy it as plain text")
    ),
    DeckSite(
        "Archidekt",
        ("archidekt.com",),
        gettext_noop("open the deck, choose Export deck, and copy the text"),
        r"/decks/(\d{1,12})(?:/.*)?",
        "https://archidekt.com/api/decks/{}/",
    ),
    DeckSite(
        "Scryfall",
        ("scryfall.com",),
        gettext_noop("open the deck, choose Export, and copy it as plain text"),
        r"/@[^/]+/decks/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",
        "https://api.scryfall.com/decks/{}/export/json",
    ),
    DeckSite("MTGGoldfish", ("mtggoldfish.com",), gettext_noop("choose Download and Text File, and open the file")),
    DeckSite("TappedOut", ("tappedout.net",), gettext_noop("choose Export at the top of the deck, and TXT")),
    DeckSite("Deckstats", ("deckstats.net",), gettext_noop("choose Export, and copy the deck as plain text")),
    DeckSite("AetherHub", ("aetherhub.com",), gettext_noop("choose Export and Simple Text")),
    DeckSite("MTGTop8", ("mtgtop8.com",), gettext_noop("choose MTGO under Export, and open the file")),
    DeckSite("MTGDecks", ("mtgdecks.net",), gettext_noop("choose Export and MTGO")),
    DeckSite("Deckbox", ("deckbox.org",), gettext_noop("choose Export under Tools")),
    DeckSite("EDHREC", ("edhrec.com",), gettext_noop("choose Copy under Decklist")),
    DeckSite("Cube Cobra", ("cubecobra.com",), gettext_noop("open the deck, choose Export, and Plain Text")),
    DeckSite(
        "ManaBox",
        ("manabox.app",),
        gettext_noop("open the deck in the app, choose Share or Export, and copy it as text"),
    ),
    DeckSite("Melee", ("melee.gg",), gettext_noop("open the decklist and choose Copy to Clipboard")),
    DeckSite("TopDeck.gg", ("topdeck.gg",), gettext_noop("open the decklist and copy it as text")),
    DeckSite("Untapped.gg", ("untapped.gg",), gettext_noop("open the deck and choose Copy to Arena")),
    DeckSite(
        "Magic: The Gathering",
        ("magic.wizards.com", "mtgo.com"),
        gettext_noop("choose Copy or Download beside the list"),
    ),
    DeckSite("decklist.org", ("decklist.org",), gettext_noop("copy the two fields of the form")),
    DeckSite(
        "Omnidex", ("omni.gatcg.com", "gatcg.com"), gettext_noop("open the deck, choose Export, and copy it as text")
    ),
    DeckSite(
        "Shout At Your Decks",
        ("shoutatyourdecks.com",),
        gettext_noop("open the deck, choose Export, and copy it as text"),
    ),
)


def deck_link(text: str) -> DeckLink | None:
    """The site that a text of nothing but links leads to, if it is one of these; of several links the first counts."""
    words = text[:LONGEST_LINK].split()
    if not words or text[LONGEST_LINK:].strip() or not all(LINK.fullmatch(word) for word in words):
        return None
    from urllib.parse import urlsplit

    address = words[0] if "://" in words[0] else f"https://{words[0]}"
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").lower().removeprefix("www.")
    except ValueError:
        return None
    site = next((s for s in SITES if any(host == own or host.endswith(f".{own}") for own in s.hosts)), None)
    if site is None:
        return None
    deck = re.fullmatch(site.deck, parts.path.rstrip("/")) if site.deck else None
    return DeckLink(site, site.interface.format(deck[1]) if deck else "")
