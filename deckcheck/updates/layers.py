"""The installation's own law beside that of a newer package: what it has by now is dropped, and the rest is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.catalogue import Catalogue
from deckcheck.law.own_law import Against, Compared
from deckcheck.store.models import LawEntry
from deckcheck.store.queries import updates
from deckcheck.updates.entries import withdraw_entries

CONTAINED: Final = "package"
"""Why an entry is withdrawn: the package says the same."""


class Beside(NamedTuple):
    """An entry of the installation's own with its statements beside the package's law."""

    uid: str
    path: str
    statements: tuple[Compared, ...]

    @property
    def is_contained(self) -> bool:
        """Whether the package says all of it, too."""
        return all(one.against is Against.CONTAINED for one in self.statements)


def beside_package(app: App) -> list[Beside]:
    """Every own entry in force beside the law of the package and of the installation's folder."""
    with app.store.read() as session:
        entries = updates.entries_in_force(session)
    if not entries:
        return []
    package = app.live.make(replace(app.live.read(), law=())).reference

    def compared(entry: LawEntry) -> Beside:
        return Beside(entry.uid, entry.path, package.compare(entry.game, entry.path, entry.text))

    return [compared(entry) for entry in entries]


def settle_with_package(app: App) -> tuple[str, ...]:
    """Withdraw the own entries that the package contains; in sentences what was dropped, and what contradicts it."""
    found = beside_package(app)
    contained = [one for one in found if one.is_contained]
    if contained:
        withdraw_entries(app, [one.uid for one in contained], SYSTEM, CONTAINED)
    return (
        *(f"This release has what your own entry {one.path} said; the entry was dropped." for one in contained),
        *in_words([one for one in found if not one.is_contained]),
        *(f"This release has newer cards of {title} than your last update, so they are used." for title in _newer(app)),
    )


def in_words(found: Sequence[Beside]) -> tuple[str, ...]:
    """What this release has, too, and what it contradicts: one sentence each."""
    return (
        *(f"This release says what your own entry {one.path} says, too." for one in found if one.is_contained),
        *(_contradiction(one, at) for one in found for at in one.statements if at.against is Against.CONTRADICTED),
    )


def _contradiction(one: Beside, at: Compared) -> str:
    told = f"it says {at.own}, and this release {at.package}" if at.own else "this release says something else"
    return f"Your own entry {one.path} contradicts this release on {at.about}: {told}. Yours counts."


def _newer(app: App) -> Iterator[str]:
    """The games of which the package has newer cards than the update that is in force."""
    for game, (_, brought) in app.live.read().cards.items():
        if Catalogue(game, brought).known_to < app.data.catalogues[game].known_to:
            yield app.reference.games[game].title
