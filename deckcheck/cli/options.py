"""Options and input that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.list_text import UnreadableText, decode
from deckcheck.lists.list_checks import MATCHES, Terms, read_day
from deckcheck.wiring import build_desk

F = TypeVar("F", bound=Callable[..., Any])

PLATFORMS = ("paper", "mtgo", "arena")


def terms_options(function: F) -> F:
    """`--on`, `--match` and `--platform`: under which law a list is judged."""
    for option in (
        click.option("--platform", type=click.Choice(PLATFORMS), help="Whose days count; the format's usual one."),
        click.option("--match", type=click.Choice(MATCHES), help="Single games or best of three."),
        click.option("--on", metavar="DATE", help="The day of the event, like 2026-03-01; today (UTC) if left out."),
    ):
        function = option(function)
    return function


class GameName(click.ParamType[str]):
    """The id of a game of this installation, which is not known before the command runs."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id itself; a usage error for any other text."""
        return click.Choice(sorted(build_desk().reference.games)).convert(value, param, ctx)


def game_option(help: str) -> Callable[[F], F]:
    """`--game`: which game is meant."""
    return click.option("--game", type=GameName(), metavar="ID", help=help)


def json_option(function: F) -> F:
    """`--json`: the object of the contract and nothing else."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def make_terms(format: str, on: str | None, match: str | None, platform: str | None) -> Terms:
    """The terms that the options give."""
    return Terms(format, read_day(on) if on else None, match, platform)


def read_bytes(file: str) -> bytes:
    """The content of a file, or of standard input for "-"."""
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UnusableInput(f'"{file}" could not be read: {error.strerror or error}.') from None


def read_text(file: str) -> str:
    """The list in a file, decoded."""
    try:
        return decode(read_bytes(file))
    except UnreadableText as error:
        raise UnusableInput(str(error)) from None
