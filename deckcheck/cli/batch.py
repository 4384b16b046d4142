"""`deckcheck batch`: one JSON record a line in, one verdict a line out, in the same order."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

import click

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.cli.options import make_terms, terms_options
from deckcheck.lists.list_checks import Terms, judge_record, rulebook_for
from deckcheck.wiring import build_desk

LONGEST_RECORD = 4 * 1024 * 1024
CHUNK = 64


@click.command("batch")
@click.argument("file")
@click.option("--format", "format_", metavar="ID", help="Judge every record under this format, whatever it names.")
@terms_options
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to spread over.")
def command(file: str, format_: str | None, on: str | None, match: str | None, platform: str | None, jobs: int) -> None:
    """Judge every record of FILE (.jsonl, .jsonl.gz or "-"); a broken record gives a record with "error".

    Example: deckcheck batch lists.jsonl.gz --platform mtgo --jobs 2 > verdicts.jsonl
    """
    defaults = make_terms(format_ or "", on, match, platform)
    if format_:
        rulebook_for(defaults, _desk())  # A format that nobody knows is refused once, not with every record.
    judge = partial(judge_line, defaults=defaults)
    with open_records(file) as (stream, size, place):
        if size and sys.stderr.isatty():
            with click.progressbar(length=size, label="Checking", file=sys.stderr) as bar:
                for verdict in _judged(stream, judge, jobs):
                    sys.stdout.write(verdict)
                    bar.update(place() - bar.pos)
        else:
            for verdict in _judged(stream, judge, jobs):
                sys.stdout.write(verdict)
    sys.stdout.flush()


def _judged(stream: IO[bytes], judge: partial[str], jobs: int) -> Iterator[str]:
    lines = (line for line in _lines(stream) if line.strip())
    if jobs == 1:
        yield from map(judge, lines)
        return
    with ProcessPoolExecutor(jobs) as pool:
        while wave := list(islice(lines, CHUNK * jobs * 4)):
            yield from pool.map(judge, wave, chunksize=CHUNK)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Each line of the stream; of one that is longer than any record only its beginning."""
    while line := stream.readline(LONGEST_RECORD):
        rest = line
        while len(rest) == LONGEST_RECORD and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_RECORD)
        yield line


def judge_line(line: bytes, defaults: Terms) -> str:
    """One line of input to one line of output; whatever is wrong with it stays within it."""
    if len(line) == LONGEST_RECORD:
        return _out({"error": f"This line is longer than any record: {LONGEST_RECORD // 2**20} MB are the most."})
    try:
        record: Any = json.loads(line, parse_constant=_no_number)
    except RecursionError:
        return _out({"error": "This line nests its brackets deeper than any record."})
    except ValueError as error:
        return _out({"error": f"This line is no JSON: {error}."})
    if not isinstance(record, dict):
        return _out({"error": 'This line is no JSON object. Write it as {"id": ..., "format": ..., "main": [...]}.'})
    return _out(judge_record(record, _desk(), defaults))


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


@cache
def _desk() -> App:
    """One context a process."""
    return build_desk()


def _out(verdict: dict[str, Any]) -> str:
    return json.dumps(verdict, ensure_ascii=False) + "\n"


@contextmanager
def open_records(file: str) -> Iterator[tuple[Any, int, Any]]:
    """The records of a file as a stream, its size in bytes (0 if not known) and how far it has been read."""
    if file == "-":
        yield sys.stdin.buffer, 0, lambda: 0
        return
    try:
        with Path(file).open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            with gzip.GzipFile(fileobj=raw) if packed else nullcontext(raw) as stream:
                yield stream, Path(file).stat().st_size, raw.tell
    except BrokenPipeError:
        raise  # Nobody reads the verdicts any more: no fault of the file.
    except (EOFError, OSError) as error:
        raise UnusableInput(f'"{file}" could not be read: {getattr(error, "strerror", None) or error}.') from None
