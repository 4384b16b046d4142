"""Finds and reads the law that travels with the product: formats, ban lists and the documents they cite."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from deckcheck.catalogue.law_files import (
    BanLists,
    review_announcements,
    review_arena,
    review_clauses,
    review_pool,
    set_files,
    with_seasons,
)
from deckcheck.catalogue.law_layers import OWN, Folder, LawFiles, Texts, is_announcement, located
from deckcheck.decklist.cards import CardIndex, CardSet
from deckcheck.games import GAMES
from deckcheck.law.arena_cards import ArenaCards, read_arena
from deckcheck.law.formats import Format, FormatError, UnknownFormat, read_format
from deckcheck.law.games import Game
from deckcheck.law.legality import Day, KnownTo, Platform
from deckcheck.law.own_law import Against, Compared, compare_set
from deckcheck.law.rulebooks import NO_ARENA, Grounds, Period, Rulebook
from deckcheck.law.set_entries import NO_ENTRIES, SetEntries, read_set_entries

if TYPE_CHECKING:
    from deckcheck.law.announcement_files import Lists
    from deckcheck.law.banlists import Announcement
    from deckcheck.law.calendar import Due
    from deckcheck.law.differences import FormatNow
    from deckcheck.law.event_rules import HouseRules
    from deckcheck.law.registration_law import ListLaw
    from deckcheck.verdict.check_law import TableLaw

DOCUMENTS: Final = "formats/documents.toml"

Sets = Callable[[str], Mapping[str, CardSet]]
CardsKnown = Callable[[str], date]
HasCard = Callable[[str, str], bool]


class Document(NamedTuple):
    """A published document that clauses cite, by the short name they cite it under."""

    id: str
    title: str
    address: str
    edition: str


def find_root() -> Path:
    """Where the product's own `formats/`, `banlists/` and `templates/` are: in the installed package, or a checkout."""
    package = Path(__file__).resolve().parents[1]
    return package / "data" if (package / "data" / "formats").is_dir() else package.parent


def load_reference(
    root: Path,
    open_sets: Sets,
    cards_known: CardsKnown,
    has_card: HasCard = lambda _game, _name: True,
    games: Mapping[str, Game] = GAMES,
) -> Reference:
    """The law under one folder alone."""
    if not (root / DOCUMENTS).is_file():
        raise FormatError(f"There are no formats under {root}.")
    return Reference(LawFiles(Folder(root)), games, open_sets, cards_known, has_card)


class Reference:
    """The law, read on demand and kept.

    `open_sets` gives a game's sets, `cards_known` the last day that its cards cover; `has_card` says of a game whether
    there is a card of that name, so that law about others is refused. The `games` stand in their order. `reviewed`: law
    that was found to be usable with these very cards is not looked at again.
    """

    def __init__(
        self,
        law: LawFiles,
        games: Mapping[str, Game],
        open_sets: Sets,
        cards_known: CardsKnown,
        has_card: HasCard,
        *,
        reviewed: bool = False,
    ) -> None:
        self.games = games
        self.sets = open_sets
        self._cards_known = cards_known
        self._has_card = has_card
        self._is_reviewed = reviewed
        self._reviewed: set[str] = set()
        self._law = law
        self._lists_of_bans = BanLists(self._law)
        self._formats: dict[tuple[str, str], Format] = {}
        self._asked: dict[str, Format | str] = {}
        self._periods: dict[tuple[str, Platform, int], Period] = {}
        self._books: dict[tuple[str, Day, str, str, bool], Rulebook] = {}
        self._housed: dict[tuple[str, frozenset[str], str, HouseRules], Rulebook] = {}
        self._digests: dict[tuple[str, int], str] = {}
        self._arenas: dict[tuple[str, str], ArenaCards] = {}
        self._entries: dict[str, SetEntries] = {}

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """The documents that clauses may cite, by id."""
        table = self._law.table(DOCUMENTS)
        return {
            name: Document(name, str(facts["title"]), str(facts.get("address", "")), str(facts.get("edition", "")))
            for name, facts in table.items()
        }

    @cached_property
    def list_law(self) -> ListLaw:
        """What the documents say of registered lists."""
        from deckcheck.law.registration_law import ListLaw, read_list_law

        path = "formats/publication.toml"
        law = read_list_law(path, self._law.table(path))
        for name in ListLaw.__slots__:
            self._check_cites(path, name, tuple(fact.source for fact in getattr(law, name)))
        return law

    @cached_property
    def table_law(self) -> TableLaw:
        """What the documents say of deck checks."""
        from deckcheck.verdict.check_law import read_table_law

        path = "formats/checks.toml"
        law = read_table_law(path, self._law.table(path))
        self._check_cites(path, "checks", tuple(law.sources()))
        return law

    @cached_property
    def formats(self) -> Mapping[str, Format]:
        """Every format that is offered, by id, by game and title."""
        with located(self._law):
            found = [self._read(game, name) for game, name in self._files()]
        order = list(self.games)
        offered = sorted((f for f in found if not f.abstract), key=lambda f: (order.index(f.game), f.title))
        for fmt in offered:
            self._check_titles(fmt, offered)
        return {f.id: f for f in offered}

    def format(self, name: str) -> Format:
        """The format with this id or title, in any case; a title that two games share is the first game's."""
        if name not in self._asked:
            if len(self._asked) >= 512:
                self._asked.clear()
            self._asked[name] = self._find_or_refuse(name)
        found = self._asked[name]
        if isinstance(found, str):
            raise UnknownFormat(found)
        return found

    def _find_or_refuse(self, name: str) -> Format | str:
        """The format, or the sentence that says there is none: it takes long to make, and whole files name one."""
        with located(self._law):
            return self._find(name) or self._no_format(name)

    def _find(self, name: str) -> Format | None:
        wanted = _folded(name)
        for game, stem in self._files():
            if stem == wanted:
                fmt = self._read(game, stem)
                if not fmt.abstract:
                    return fmt
        for fmt in self.formats.values():
            if wanted in {_folded(title) for title in fmt.titles}:
                return fmt
        return None

    def rulebook(
        self, format_id: str, day: Day, match: str | None = None, team: str = "", *, continuous: bool = False
    ) -> Rulebook:
        """The format's law on a day for a kind of match (its usual one where none is named) and of team.

        `continuous`: decks may change between matches.
        """
        fmt = self.format(format_id)
        match = match or self.match(fmt)
        day = Day(day.date, fmt.day_platform(day.platform))
        key = (fmt.id, day, match, team, continuous)
        if key not in self._books:
            if len(self._books) >= 512:
                self._books.clear()
            with located(self._law):
                self._review(fmt)
                self._books[key] = self._make(fmt, day, match, team, continuous=continuous)
        return self._books[key]

    def format_now(self, fmt: Format, on: date) -> FormatNow:
        """The law of a format on a day as if it were known up to then, to be held against what a source says."""
        from deckcheck.law.differences import FormatNow

        day = Day(on, self.platform(fmt))
        with located(self._law):
            grounds = replace(self._grounds(fmt, day), known_to=None, due=())
            book = Period(fmt, self.games[fmt.game], day, grounds).rulebook(on, self.match(fmt))
        return FormatNow(fmt, book, fmt.pool_on(on, day.platform), self.known_to(fmt, day.platform).law)

    def ban_lists(self, game: str) -> Lists:
        """All lists of a game with their histories."""
        from deckcheck.law.announcement_files import Lists

        found = {name: self.announcements(game, name) for name in self.banlists(game)}
        return Lists(found, frozenset(name for name, history in found.items() if history[0].arena_only))

    def under_house(self, book: Rulebook, rules: HouseRules, cards: CardIndex) -> Rulebook:
        """The rulebook as the fact sheet of an event amends it."""
        key = (book.digest, book.options, cards.digest, rules)
        if key not in self._housed:
            if len(self._housed) >= 128:
                self._housed.clear()
            from deckcheck.law.event_law import apply_house

            self._housed[key] = apply_house(book, rules, cards)
        return self._housed[key]

    def match(self, fmt: Format) -> str:
        """The kind of match the format is usually played in: `bo3`, or `bo1` for Commander kinds."""
        return str(fmt.setting_on("match"))

    def platform(self, fmt: Format) -> Platform:
        """Whose days count where no platform is named."""
        return fmt.platforms()[0]

    def announcements(self, game: str, banlist: str) -> tuple[Announcement, ...]:
        """The whole history of one list, checked."""
        return self._lists_of_bans.history(game, banlist)

    def banlists(self, game: str) -> tuple[str, ...]:
        """The lists of a game."""
        return self._lists_of_bans.names(game)

    def cards_known_to(self, game: str) -> date:
        """The last day that a game's cards cover."""
        return self._cards_known(game)

    def known_to(self, fmt: Format, platform: Platform) -> KnownTo:
        """The last days that the data cover: of the format with its lists on a platform, and of its game's cards.

        A list is known to the day its first state states, or to its last announcement where that is later; both are
        to the day on which they were held against a source.
        """
        stated = fmt.known_on(platform)
        if stated is None:
            raise FormatError(f"{fmt.base.given_by}: `as_of` must say up to which day the format is known.")
        lists = [self._lists_of_bans.known(fmt.game, name, platform) for name in self._lists(fmt)]
        looked_at = self._lists_of_bans.looked_at(fmt.game, platform).get(fmt.base_id, date.min)
        return KnownTo(max(min([stated, *lists]), looked_at), self._cards_known(fmt.game))

    def calendar(self, game: str) -> tuple[Due, ...]:
        """What was or is due of a game, by day."""
        return self._lists_of_bans.calendar(game)

    def groups(self, game: str) -> Mapping[str, tuple[str, ...]]:
        """Groups of cards that announcements name as one (`@ante`)."""
        return self._lists_of_bans.groups(game)

    def review(self) -> None:
        """Refuse a law of which any part can't be used: every format on all its days, every list, Arena's cards."""
        if self._is_reviewed:
            return
        with located(self._law):
            for fmt in self.formats.values():
                self._review(fmt)
                review_clauses(fmt, self.games[fmt.game])
                if arena := str(fmt.pool_on(date.max).get("arena", "")):
                    has = partial(self._has_card, fmt.game)
                    review_arena(f"formats/{fmt.game}/{arena}.toml", self.arena(fmt.game, arena), has)
            for game in {fmt.game for fmt in self.formats.values()}:
                self._lists_of_bans.review(game)
                if strange := set(self.set_entries(game).formats()) - set(self.formats):
                    raise FormatError(f"formats/{game}/sets names the format {min(strange)!r}, which is not known.")

    def _review(self, fmt: Format) -> None:
        """Refuse the format if its pool or its lists speak of cards or sets that are not known; looked at once."""
        if self._is_reviewed or fmt.id in self._reviewed:
            return
        has = partial(self._has_card, fmt.game)
        review_pool(fmt, self.sets(fmt.game), has)
        for name in self._lists(fmt):
            unlisted = self._lists_of_bans.uncatalogued(fmt.game)
            review_announcements(self.announcements(fmt.game, name), unlisted, has)
        self._reviewed.add(fmt.id)

    def _make(self, fmt: Format, day: Day, match: str, team: str, *, continuous: bool) -> Rulebook:
        key = (fmt.id, day.platform, bisect_right(fmt.change_days(), day.date))
        if key not in self._periods:
            self._periods[key] = Period(fmt, self.games[fmt.game], day, self._grounds(fmt, day))
        book = self._periods[key].rulebook(day.date, match, team, continuous=continuous)
        for bound in book.clauses:
            self._check_cites(bound.clause.given_by, bound.clause.name, bound.clause.cites)
        return book

    def _grounds(self, fmt: Format, day: Day) -> Grounds:
        lists = self._lists(fmt)
        words = fmt.pool_on(day.date, day.platform)
        arena = self.arena(fmt.game, str(words.get("arena", ""))) if day.platform is Platform.ARENA else NO_ARENA
        return Grounds(
            announcements=tuple(a for name in lists for a in self.announcements(fmt.game, name)),
            sets=self.sets(fmt.game),
            arena=arena,
            known_to=self.known_to(fmt, day.platform),
            due=self._missing(fmt, lists, day.platform),
            digest=self._digest_of(fmt.game, arena),
        )

    def _missing(self, fmt: Format, lists: Iterable[str], platform: Platform) -> tuple[Due, ...]:
        """What the calendar has for the format or its lists that came after what is known of them."""
        looked_at = self._lists_of_bans.looked_at(fmt.game, platform).get(fmt.id, date.min)
        known = {name: max(self._lists_of_bans.known(fmt.game, name, platform), looked_at) for name in lists}
        pool_known = max(fmt.known_on(platform) or date.min, looked_at)
        return tuple(
            due
            for due in self._lists_of_bans.calendar(fmt.game)
            if any(due.day > known[name] for name in due.lists if name in known)
            or (fmt.id in due.formats and due.day > pool_known)
        )

    def _lists(self, fmt: Format) -> list[str]:
        """The lists that count in the format."""
        lists = [name for key in ("banlist", "banlist_under") if (name := str(fmt.setting_on(key)))]
        for name in lists:
            if name not in self.banlists(fmt.game):
                raise FormatError(f"{fmt.base.given_by}: there is no list {name!r} in banlists/{fmt.game}/baseline.")
        return lists

    def _digest_of(self, game: str, arena: ArenaCards) -> str:
        """Identifies the sets, and Arena's cards where they count; the same for every day, so made once."""
        key = (game, id(arena))  # Each is kept, so no other ever has its place.
        if key not in self._digests:
            text = repr(sorted(self.sets(game).items()))
            if arena is not NO_ARENA:
                # Sets of names are told in order: another process may keep them in another.
                text += json.dumps(asdict(arena), default=sorted)
            self._digests[key] = hashlib.sha256(text.encode()).hexdigest()
        return self._digests[key]

    def arena(self, game: str, name: str) -> ArenaCards:
        """What is on Arena, by the file of that name; nothing where none is named."""
        if not name:
            return NO_ARENA
        if (game, name) not in self._arenas:
            path = f"formats/{game}/{name}.toml"
            found = read_arena(path, self._law.table(path))
            self._arenas[game, name] = replace(found, sets={**found.sets, **self.set_entries(game).on_arena()})
        return self._arenas[game, name]

    def set_entries(self, game: str) -> SetEntries:
        """What the law says of single sets of a game."""
        if game not in self._entries:
            files = set_files(self._law, game)
            self._entries[game] = read_set_entries(files, self.sets(game)) if files else NO_ENTRIES
        return self._entries[game]

    def compare(self, game: str, path: str, text: str) -> tuple[Compared, ...]:
        """Each statement of a piece of law of an installation's own, by its path, beside this law."""
        table = LawFiles(Texts({path: text}, OWN)).table(path)
        if is_announcement(path):
            return tuple(self._lists_of_bans.compare(game, path, table))
        if path.startswith(f"formats/{game}/sets/"):
            known = self.set_entries(game).sets
            return tuple(compare_set(code, own, known.get(code)) for code, own in table.get("sets", {}).items())
        if not self._law.has(path):
            return (Compared(path, Against.NEW),)
        return (Compared(path, Against.CONTAINED if self._law.table(path) == table else Against.CONTRADICTED),)

    def _check_cites(self, where: str, clause: str, cites: tuple[str, ...]) -> None:
        for cite in cites:
            if cite.partition(" ")[0] not in self.documents:
                raise FormatError(f"{where}, clause {clause!r} cites {cite!r}, which documents.toml does not hold.")

    def _files(self) -> Iterator[tuple[str, str]]:
        for game in self.games:
            for path in self._law.names(f"formats/{game}"):
                yield game, Path(path).stem

    def _read(self, game: str, id: str) -> Format:
        if (game, id) not in self._formats:
            self._formats[game, id] = self._parse(game, id)
        return self._formats[game, id]

    def _parse(self, game: str, id: str) -> Format:
        where = f"formats/{game}/{id}.toml"
        if not self._law.has(where):
            where = f"formats/{id}.toml"
        if not self._law.has(where):
            raise FormatError(f"There is no format {id!r} in formats/{game}.")
        sets = self.set_entries(game)  # Before what it builds on, so that a fault there is told as what it is.
        table = self._law.table(where)
        like = table.get("pool", {}).get("like")
        inherits = table.get("inherits")
        return read_format(
            where,
            id,
            game,
            table,
            parent=self._named(where, game, inherits),
            pool_like=self._named(where, game, like),
            with_sets=lambda pool, name: with_seasons(self._law, game, sets.words(pool, name)),
        )

    def _named(self, where: str, game: str, name: str | None) -> Format | None:
        """A format that another one builds on."""
        try:
            return self._read(game, name) if name else None
        except FormatError as error:
            raise FormatError(f"{where} builds on {name!r}: {error}") from error

    def _check_titles(self, fmt: Format, offered: list[Format]) -> None:
        mine = {*map(_folded, fmt.titles)}
        for other in offered:
            if other is not fmt and other.game == fmt.game and mine & {*map(_folded, other.titles)}:
                raise FormatError(f"The formats {fmt.id} and {other.id} share a title.")

    def _no_format(self, name: str) -> str:
        import difflib  # only a mistake needs it

        titles = {_folded(title): title for fmt in self.formats.values() for title in fmt.titles}
        near = [titles[t] for t in difflib.get_close_matches(_folded(name), titles, n=3, cutoff=0.5)]
        hint = f" Perhaps: {', '.join(near)}?" if near else f" Known are {', '.join(self.formats)}."
        return f"There is no format {name!r}.{hint}"


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split()).replace(" ", "-")
