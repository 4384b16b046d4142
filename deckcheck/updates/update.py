"""One look at a source: its files are fetched and read, and what they would change is told before anything changes."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue import HERE as CATALOGUE
from deckcheck.catalogue import Catalogue
from deckcheck.catalogue.building import FOREIGN, make_contents, pack_contents
from deckcheck.catalogue.bulk import read_source
from deckcheck.decklist.cards import CardSet
from deckcheck.law.card_facts import CardFacts, Contents
from deckcheck.law.card_sources import CardSource, Report, SourceError, SourceFacts
from deckcheck.law.games import Game
from deckcheck.settings import Settings
from deckcheck.store.queries import updates
from deckcheck.updates.apply import Incoming
from deckcheck.updates.carry_over import carry_over
from deckcheck.updates.differences import Compared, compare
from deckcheck.updates.fetch import Fetcher, Stopped
from deckcheck.updates.gather import Gathered, Gathering, Mark, take_files
from deckcheck.updates.plausible import InForce, check
from deckcheck.updates.statuses import make_statuses

NAMED: Final = 200
"""Of so many new cards the names are kept with the update."""

Progress = Callable[[str, float], None]
"""Told what is done (fetching, reading) and which share of it; less than 0 where the whole is not known."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a source brings and what it would change; `new_sets` are the sets that were not known."""

    incoming: Incoming
    report: Report
    cards: int
    new_cards: tuple[str, ...]
    new_sets: tuple[CardSet, ...]
    compared: Compared


def all_sources(app: App) -> dict[str, CardSource]:
    """Every source of the installation's games by its id."""
    return {source.id: source for game in app.reference.games.values() for source in game.sources}


def usual_sources(app: App) -> list[CardSource]:
    """The source of each game: the one that was applied last, else its first."""
    return [_usual(app, game.sources) for game in app.reference.games.values() if game.sources]


def _usual(app: App, sources: Sequence[CardSource]) -> CardSource:
    with app.store.read() as session:
        row = updates.applied(session, sources[0].game)
    return next((source for source in sources if row is not None and source.id == row.source), sources[0])


def look(
    app: App,
    source: CardSource,
    given: Sequence[str] = (),
    progress: Progress = lambda _what, _share: None,
    stopped: Stopped = lambda: False,
) -> Look | None:
    """What a source brings now, or none if it has not changed since it was applied.

    `given`: files, folders, one address of a file, or one of a mirror, which ends with a slash; else the mirror of the
    settings counts, if there is one for the source.
    """
    given = given or [address for name, address in app.settings.mirrors.items() if name == source.id]
    with _own_folder(app.settings, source) as folder:
        gathered = _gather(app, source, folder, given, progress, stopped)
        if gathered is None:
            return None
        return _look(app, source, gathered, lambda share: progress("reading", share))


def _read(source: CardSource, gathered: Gathered, told: Callable[[float], None]) -> SourceFacts:
    try:
        return read_source(source, gathered.paths, gathered.day, told)
    except SourceError as error:
        raise UnusableInput(f"{source.title}: {error}") from error


def _look(app: App, source: CardSource, gathered: Gathered, told: Callable[[float], None]) -> Look:
    """Each form of the cards goes before the next is made: all of them at once take half a gigabyte."""
    facts, game = _read(source, gathered, told), app.reference.games[source.game]
    made = _contents(game, facts)
    facts = replace(facts, facts=CardFacts([], [], facts.facts.known_to), foreign={})
    package = Catalogue(game.id, CATALOGUE / f"{game.id}.catalogue")  # Of its own: it goes with all that it opened.
    contents = carry_over(made, package, game.kept_kinds)
    del made
    names = app.index(game.id).names()
    in_force = InForce(names, app.reference.cards_known_to(game.id))
    check(contents, in_force, facts.migrations, app.now().date())
    known = frozenset(names)
    new_cards = tuple(card.name for card, _ in contents.cards if card.name not in known)
    new_sets, count = _new_sets(app, contents, package), len(contents.cards)
    incoming = Incoming(
        game=game.id,
        source=source.id,
        origin=gathered.origin,
        day=contents.known_to,
        catalogue=pack_contents(contents),
        statuses=make_statuses(facts.statuses.items()),
        report=_report(contents, new_cards, new_sets, facts, gathered.mark),
    )
    del contents, known, names, in_force, package
    compared = compare(app, source, facts, incoming)
    incoming = replace(incoming, law=compared.law, report={**incoming.report, "differences": compared.facts()})
    return Look(incoming, facts.report, count, new_cards, new_sets, compared)


def _contents(game: Game, told: SourceFacts) -> Contents:
    """What the catalogue would hold by a source's facts, names in other languages included."""
    facts = replace(told.facts, tables={**told.facts.tables, **({FOREIGN: told.foreign} if told.foreign else {})})
    return make_contents(game, facts)


def _new_sets(app: App, contents: Contents, package: Catalogue) -> tuple[CardSet, ...]:
    with app.store.read() as session:
        row = updates.applied(session, package.game)
    known = Catalogue(package.game, row.catalogue).sets if row is not None and row.catalogue else package.sets
    return tuple(one for one in contents.sets if one.code not in known)


def _report(
    contents: Contents,
    new_cards: Sequence[str],
    new_sets: Sequence[CardSet],
    facts: SourceFacts,
    mark: Mark,
) -> Mapping[str, Any]:
    unknown = [
        {"kind": kind, "word": word, "record": record, "count": facts.report.counts[kind, word]}
        for (kind, word), record in facts.report.unknown.items()
    ]
    return {
        "cards": len(contents.cards),
        "new_cards": len(new_cards),
        "new_names": list(new_cards[:NAMED]),
        "new_sets": [{"code": one.code, "name": one.name, "release": one.release} for one in new_sets],
        "unknown": unknown,
        "left_out": dict(facts.report.left_out),
        "mark": asdict(mark),
    }


def _gather(
    app: App, source: CardSource, folder: Path, given: Sequence[str], progress: Progress, stopped: Stopped
) -> Gathered | None:
    addresses = [one for one in given if "://" in one]
    if given and not addresses:
        return take_files(source, list(map(Path, given)))
    if len(given) > 1:
        raise UnusableInput("Give one address, or files; not both.")
    fetcher = Fetcher(
        folder,
        source.title,
        contact_of(app.settings),
        named=[urlsplit(one).hostname or "" for one in addresses],
        progress=lambda done, total: progress("fetching", done / total if total else -1.0),
        stopped=stopped,
    )
    today = app.now().date()
    if addresses and not addresses[0].endswith("/"):
        return Gathering(source, fetcher, today).one(addresses[0])
    return Gathering(source, fetcher, today, *addresses).gather(_applied_mark(app, source))


def _applied_mark(app: App, source: CardSource) -> Mark:
    """By what the file that is in force is known again."""
    with app.store.read() as session:
        row = updates.applied(session, source.game)
        return Mark(**row.report["mark"]) if row is not None and row.source == source.id else Mark()


def contact_of(settings: Settings) -> str:
    """Under what a source's owner reaches whoever runs this installation."""
    mail = parseaddr(settings.mail.sender)[1]
    return "; ".join(filter(None, (settings.address, mail))) or "no contact given"


@contextmanager
def _own_folder(settings: Settings, source: CardSource) -> Iterator[Path]:
    """The folder for what comes from a source, for one at a time; what came stays until all of it was read."""
    folder = settings.home / "updates" / source.id
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder.parent / f"{source.id}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UnusableInput(f"Another update from {source.title} is running. Wait until it has ended.") from None
        yield folder
        shutil.rmtree(folder)
