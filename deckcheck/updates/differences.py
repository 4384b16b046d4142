"""What a source says of cards in formats, compared with its last look and our law, and the law that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.live import Data, Own, OwnLaw
from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue.law_layers import is_announcement
from deckcheck.law.card_sources import CardSource, SourceFacts
from deckcheck.law.differences import SURE, Difference, Ground, Kind, Look, find_differences
from deckcheck.law.new_law import law_of
from deckcheck.store.models import DataUpdate
from deckcheck.store.queries import updates
from deckcheck.store.states import UpdateState
from deckcheck.updates.apply import KEPT, Incoming
from deckcheck.updates.statuses import Statuses, make_statuses, read_statuses

TOLD: Final = 500
"""So many differences of which no law comes are kept with an update."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The differences that a source's look shows, and the files that make law of the sure ones."""

    differences: tuple[Difference, ...]
    law: Mapping[str, str]

    @property
    def waits(self) -> bool:
        """Whether a person has to confirm what comes into force."""
        return any(one.kind in SURE or one.answer for one in self.differences)

    def facts(self) -> list[dict[str, Any]]:
        """The differences as they are kept with the update: all that are asked or become law, and then some."""
        law = [one for one in self.differences if one.kind in _OF_LAW]
        other = [one for one in self.differences if one.kind not in _OF_LAW]
        listed = sorted(other, key=lambda one: one.kind is not Kind.UNEXPLAINED)
        return [one.facts() for one in (*law, *listed[:TOLD])]


_OF_LAW: Final = SURE | {Kind.QUESTION, Kind.NEW_SET}


def compare(app: App, source: CardSource, facts: SourceFacts, incoming: Incoming) -> Compared:
    """Hold what a source says against its last look, under the cards that it brings."""
    own = app.live.read()
    data = app.live.make(replace(own, cards={**own.cards, incoming.game: ("", incoming.catalogue)}))
    now = _look(source, make_statuses(facts.statuses.items()), incoming.day)
    ground = _ground(data, now, incoming.game, facts)
    found = _with_said(find_differences(now, _last_look(app, source), ground), *_told_before(app, source), ground)
    return Compared(tuple(found), _law(source, now, found, ground, _texts(own)))


def law_again(app: App, row: DataUpdate, differences: Sequence[Difference]) -> dict[str, str]:
    """The law that comes of an update whose differences a person has said something to."""
    sources = app.reference.games[row.game].sources if row.game in app.reference.games else ()
    source = next((source for source in sources if source.id == row.source), None)
    if source is None or row.catalogue is None or row.statuses is None:
        raise UnusableInput("The content of this update is no longer kept. Update again.")
    own = app.live.read()
    with app.store.read() as session:
        others = [entry for entry in updates.entries_in_force(session) if entry.update != row.uid]
    own = replace(own, law=tuple(OwnLaw(entry.path, entry.text) for entry in others))
    data = app.live.make(replace(own, cards={**own.cards, row.game: ("", row.catalogue)}))
    now = _look(source, read_statuses(row.statuses), row.day)
    return _law(source, now, differences, _ground(data, now, row.game), _texts(own))


def _law(
    source: CardSource, now: Look, found: Sequence[Difference], ground: Ground, texts: Mapping[str, str]
) -> dict[str, str]:
    origin = f"{source.title}, file of {now.day.isoformat()}"
    law = law_of(source.game, now, found, ground, lambda path: texts.get(path, ""), origin)
    return {path: text for path, text in law.items() if text}


def differences_of(row: DataUpdate) -> list[Difference]:
    """The differences that are kept with an update."""
    return [Difference.read(one) for one in row.report.get("differences", ())]


def _told_before(app: App, source: CardSource) -> tuple[list[Difference], list[Difference]]:
    """What waits from the same source, to which a person may have said something, and what is in force of the game."""
    with app.store.read() as session:
        rows = updates.updates(session, source.game)
        waiting = next((r for r in rows if r.state == UpdateState.WAITING and r.source == source.id), None)
        in_force = updates.applied(session, source.game)
        return (differences_of(waiting) if waiting else []), (differences_of(in_force) if in_force else [])


def _with_said(
    found: Sequence[Difference], waiting: Sequence[Difference], in_force: Sequence[Difference], ground: Ground
) -> list[Difference]:
    """The differences with what a person said to them while they waited, and the questions that nobody has answered."""
    said = {(one.kind, one.about): one for one in waiting if one.days or one.answer}
    known, formats = {one.about for one in found}, {one.format.id for one in ground.formats}
    still = [one for one in in_force if one.asks and one.format in formats and one.about not in known]
    before = ((one, said.get((one.kind, one.about), one)) for one in (*found, *still))
    return [one._replace(days=then.days, answer=then.answer) for one, then in before]


def _texts(own: Own) -> dict[str, str]:
    """The installation's own files, but for announcements: of those one more of a day stands beside the others."""
    return {one.path: one.text for one in own.law if not is_announcement(one.path)}


def _look(source: CardSource, statuses: Statuses, day: date) -> Look:
    return Look(day, {ours: statuses.of(word) for word, ours in source.formats.items() if ours})


def _last_look(app: App, source: CardSource) -> Look | None:
    """What the source said last, as far as it is kept; what another one said since is no look of this one."""
    with app.store.read() as session:
        for skip in range(KEPT):
            row = updates.applied(session, source.game, skip)
            if row is not None and row.source == source.id and row.statuses is not None:
                return _look(source, read_statuses(row.statuses), row.day)
    return None


def _ground(data: Data, now: Look, game: str, facts: SourceFacts | None = None) -> Ground:
    """Our law under the cards of a look; without `facts` it is enough to make law of known differences."""
    law = data.reference
    formats = [law.format_now(fmt, now.day) for fmt in law.formats.values() if fmt.game == game]
    arenas = {str(one.pool.get("arena", "")) for one in formats}
    twins = [law.arena(game, name).twins for name in arenas]
    return Ground(
        formats=formats,
        lists=law.ban_lists(game),
        sets=law.sets(game),
        cards=data.index(game).card,
        new_cards=facts.new_cards if facts else {},
        unfinished=facts.unfinished if facts else frozenset(),
        entries=law.set_entries(game),
        twins=frozenset(name for pairs in twins for pair in pairs.items() for name in pair),
    )
