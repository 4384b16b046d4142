"""What a source says of cards in formats, compared with its last look and our law, and the law that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.live import Data, Own
from deckcheck.catalogue.law_layers import is_announcement
from deckcheck.law.card_sources import CardSource, SourceFacts
from deckcheck.law.differences import SURE, Difference, Ground, Kind, Look, find_differences, law_of
from deckcheck.store.queries import updates
from deckcheck.updates.apply import Incoming
from deckcheck.updates.statuses import Statuses, make_statuses, read_statuses

TOLD: Final = 500
"""So many differences are kept with an update."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The differences that a source's look shows, and the files that make law of the sure ones."""

    differences: tuple[Difference, ...]
    law: Mapping[str, str]

    @property
    def waits(self) -> bool:
        """Whether a person has to confirm what becomes law."""
        return any(one.kind in SURE for one in self.differences)

    def facts(self) -> list[dict[str, Any]]:
        """The differences as they are kept with the update, those that are asked or become law first."""
        rank = {kind: place for place, kind in enumerate((*SURE, Kind.QUESTION, Kind.NEW_SET, Kind.UNEXPLAINED))}
        told = sorted(self.differences, key=lambda one: rank.get(one.kind, len(rank)))
        return [one.facts() for one in told[:TOLD]]


def compare(app: App, source: CardSource, facts: SourceFacts, incoming: Incoming) -> Compared:
    """Hold what a source says against its last look, under the cards that it brings."""
    own = app.live.read()
    data = app.live.make(replace(own, cards={**own.cards, incoming.game: ("", incoming.catalogue)}))
    now = _look(source, make_statuses(facts.statuses.items()), incoming)
    ground = _ground(data, facts, now, incoming.game)
    found = find_differences(now, _last_look(app, source), ground)
    texts = _own_texts(own)
    origin = f"{source.title}, file of {incoming.day.isoformat()}"
    law = law_of(incoming.game, now, found, ground, lambda path: texts.get(path, ""), origin)
    return Compared(tuple(found), {path: text for path, text in law.items() if text})


def _own_texts(own: Own) -> dict[str, str]:
    """The installation's own files, but for announcements: of those one more of a day stands beside the others."""
    return {one.path: one.text for one in own.law if not is_announcement(one.path)}


def _look(source: CardSource, statuses: Statuses, incoming: Incoming) -> Look:
    return Look(incoming.day, {ours: statuses.of(word) for word, ours in source.formats.items() if ours})


def _last_look(app: App, source: CardSource) -> Look | None:
    """What the source said in the update that is in force; none where that is of another source."""
    with app.store.read() as session:
        row = updates.applied(session, source.game)
        if row is None or row.source != source.id or row.statuses is None:
            return None
        statuses, day = read_statuses(row.statuses), row.day
    return Look(day, {ours: statuses.of(word) for word, ours in source.formats.items() if ours})


def _ground(data: Data, facts: SourceFacts, now: Look, game: str) -> Ground:
    law = data.reference
    formats = [law.format_now(fmt, now.day) for fmt in law.formats.values() if fmt.game == game]
    arenas = {str(one.pool.get("arena", "")) for one in formats}
    twins = [law.arena(game, name).twins for name in arenas]
    return Ground(
        formats=formats,
        lists=law.ban_lists(game),
        sets=law.sets(game),
        cards=data.index(game).card,
        new_cards=facts.new_cards,
        unfinished=facts.unfinished,
        twins=frozenset(name for pairs in twins for pair in pairs.items() for name in pair),
    )
