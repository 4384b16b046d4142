"""Gathers the files that a source needs: from its own addresses, from a mirror, or as somebody brought them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist import lazy
from deckcheck.law.card_sources import CardSource, Found, SourceError, SourceFile
from deckcheck.updates.fetch import Fetched, Fetcher, NotFetched, Version

MOST_PAGES: Final = 5_000
LARGEST_ANSWER: Final = 64 << 20
"""So many bytes the small documents have at most that say where a file lies, or a page of a list."""
_DAY: Final = lazy.regex(r"(20\d\d)-?(\d\d)-?(\d\d)")


@dataclass(frozen=True, slots=True)
class Mark:
    """By what the main file of a source is known again: what the source says of it, or what its server does."""

    stamp: str = ""
    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Gathered:
    """The files of a source by their names; `day` is theirs where they do not tell it, `origin` where they are from."""

    paths: Mapping[str, Path]
    day: date
    origin: str
    mark: Mark = Mark()


class Gathering:
    """Gathers a source's files by a fetcher; `mirror` is an address under which they lie as at the source."""

    def __init__(self, source: CardSource, fetcher: Fetcher, today: date, mirror: str = "") -> None:
        self._source = source
        self._fetcher = fetcher
        self._today = today
        self._mirror = mirror.rstrip("/")

    def gather(self, since: Mark = Mark()) -> Gathered | None:
        """All files, or none if the main one has not changed."""
        main, *others = self._source.files
        found = self._main(main, since)
        if found is None:
            return None
        fetched, mark = found
        paths = {main.name: fetched.path}
        for file in others:
            if (other := self._other(file)) is not None:
                paths[file.name] = other
        return Gathered(paths, self._day(fetched, mark), self._mirror or fetched.address, mark)

    def one(self, address: str) -> Gathered:
        """A single file at an address that somebody named."""
        fetched = self._get(address, name=name_in(self._source, urlsplit(address).path))
        day = _day_in(urlsplit(address).path) or self._day(fetched, Mark())
        return Gathered({fetched.path.name: fetched.path}, day, address)

    def _main(self, file: SourceFile, since: Mark) -> tuple[Fetched, Mark] | None:
        if file.pages:
            return Fetched(self._pages(file), file.address), Mark()
        found = self._find(file)
        if found.stamp and found.stamp == since.stamp:
            return None
        known = Version() if found.stamp else Version(since.etag, since.modified)
        fetched = self._fetcher.fetch(self._at(found.address), known, file.name)
        if fetched is None:
            return None
        return fetched, Mark(found.stamp, fetched.version.etag, fetched.version.modified)

    def _other(self, file: SourceFile) -> Path | None:
        try:
            if file.pages:
                return self._pages(file)
            return self._get(self._at(self._find(file).address), name=file.name).path
        except NotFetched:
            if file.optional:
                return None
            raise

    def _find(self, file: SourceFile) -> Found:
        if file.find is None:
            return Found(file.address)
        answer, _ = self._answer(self._at(file.address))
        try:
            return file.find(answer)
        except SourceError as error:
            raise NotFetched(f"{self._source.title} doesn't say where its file is. {error}") from error

    def _day(self, fetched: Fetched, mark: Mark) -> date:
        """The file's own day as far as it is told."""
        changed = fetched.version.changed_at
        return _day_in(mark.stamp) or (changed.date() if changed else self._today)

    def _at(self, address: str) -> str:
        """The address at the mirror, if there is one."""
        parts = urlsplit(address)
        if address.startswith(f"{self._mirror}/"):
            return address
        return f"{self._mirror}{parts.path}{f'?{parts.query}' * bool(parts.query)}" if self._mirror else address

    def _get(self, address: str, name: str = "") -> Fetched:
        fetched = self._fetcher.fetch(address, name=name)
        if fetched is None:
            raise NotFetched(f"{self._source.title} says that its file has not changed, but there is none yet.")
        return fetched

    def _answer(self, address: str) -> tuple[Any, str]:
        """A small JSON document, and what it is known again by."""
        path = self._get(address).path
        if path.stat().st_size > LARGEST_ANSWER:
            raise NotFetched(f"{self._source.title} sent a page of {path.stat().st_size:,} bytes, which is none.")
        body = path.read_bytes()
        path.unlink()
        try:
            return json.loads(body), sha256(body).hexdigest()
        except (ValueError, RecursionError):
            raise NotFetched(f"{self._source.title} sent a page that is no JSON; it may be cut off.") from None

    def _pages(self, file: SourceFile) -> Path:
        """All pages of a list, one a line; goes on where it was stopped if the first page is the same still."""
        kept = _KeptPages(self._fetcher.folder, file.name)
        page, first = self._answer(self._at(file.address))
        if (address := kept.go_on(first)) is None:
            kept.begin(first)
            address = kept.add(page, file.next_page(file.address, page))
        while address:
            if kept.count >= MOST_PAGES:
                raise NotFetched(f"{self._source.title} sends page after page without end.")
            page, _ = self._answer(self._at(address))
            address = kept.add(page, file.next_page(address, page))
        return kept.finish()


class _KeptPages:
    """The pages of a list as far as they came."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._pages = folder / name
        self._note = folder / f"{name}.pages"
        self._first = ""
        self.count = 0

    def go_on(self, first: str) -> str | None:
        """The address of the page to go on with; none where nothing was kept of this list."""
        try:
            noted = json.loads(self._note.read_text("utf-8"))
            if noted["first"] != first:
                return None
            with self._pages.open("rb+") as pages:
                pages.truncate(noted["size"])
            self._first, self.count = first, noted["count"]
            return str(noted["next"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def begin(self, first: str) -> None:
        """Begin the list anew."""
        self._pages.write_bytes(b"")
        self._first, self.count = first, 0

    def add(self, page: Any, following: str) -> str:
        """Keep a page and the address of the one after it."""
        with self._pages.open("ab") as pages:
            pages.write(json.dumps(page, ensure_ascii=False).encode() + b"\n")
            size = pages.tell()
        self.count += 1
        noted = {"first": self._first, "next": following, "size": size, "count": self.count}
        self._note.write_text(json.dumps(noted), "utf-8")
        return following

    def finish(self) -> Path:
        """The file of all pages."""
        self._note.unlink(missing_ok=True)
        return self._pages


def take_files(source: CardSource, given: Sequence[Path]) -> Gathered:
    """Files that somebody brought, or folders of them: each is what its name says, and a single one the main one."""
    files = list(_files(given))
    if not files:
        raise UnusableInput(f"There is no file in {', '.join(map(str, given))}.")
    names = [name_in(source, path.name, path.name.partition(".")[0] if files[1:] else "") for path in files]
    paths = dict(zip(names, files, strict=True))
    main = paths.get(source.files[0].name, files[0])
    changed = datetime.fromtimestamp(main.stat().st_mtime, UTC).date()
    return Gathered(paths, _day_in(main.name) or changed, ", ".join(map(str, given)))


def _files(given: Iterable[Path]) -> Iterator[Path]:
    for path in given:
        if not path.exists():
            raise UnusableInput(f"There is no file {path}.")
        yield from sorted(child for child in path.iterdir() if child.is_file()) if path.is_dir() else [path]


def name_in(source: CardSource, called: str, otherwise: str = "") -> str:
    """Which of a source's files one is, by what it is called; if that says nothing, the main one."""
    plain = called.lower().replace("-", "_")
    names = [name for file in source.files for name in (file.name, file.instead) if name]
    return next((name for name in names if name.lower() in plain), otherwise or source.files[0].name)


def _day_in(text: str) -> date | None:
    """The day that a name or stamp holds."""
    for found in _DAY.finditer(text):
        try:
            return date(*map(int, found.groups()))
        except ValueError:
            continue
    return None
