"""The command line. Each command is a file of this package, imported only when it is called."""

from __future__ import annotations

import importlib
import json
import os
import sys
from io import TextIOWrapper
from typing import Any

import click

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.version import __version__

COMMANDS = (
    *("audit", "bans", "batch", "card", "check", "compare", "convert", "db", "export", "formats"),
    *("official", "parse", "pool", "recheck", "roster", "serve", "sheets", "update", "verify"),
)

UNUSABLE = 2
"""The exit status of input or options that cannot be used."""


EXTRAS = {"psycopg": "postgres", "apiflask": "web", "flask": "web", "gunicorn": "web", "markdown_it": "web"}
"""The extras of pyproject.toml that bring a module; what else is missing comes with `sheets`."""


class Commands(click.Group):
    """The commands by name, each loaded when asked for, so that starting costs little."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        try:
            command = importlib.import_module(f"deckcheck.cli.{cmd_name}").command
        except ModuleNotFoundError as error:
            if not (sentence := _of_extra(error)):
                raise
            return _absent(cmd_name, sentence)
        return command if isinstance(command, click.Command) else None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="deckcheck")
def deckcheck() -> None:
    """Check deck lists against the law of a format on a day.

    Example: deckcheck check list.txt --format modern --on 2026-03-01
    """


def main(args: list[str] | None = None) -> None:
    """Run a command: every refusal is one sentence on stderr and status 2, never a traceback."""
    args = sys.argv[1:] if args is None else args
    write_utf8()
    try:
        sys.exit(deckcheck.main(args, prog_name="deckcheck", standalone_mode=False) or 0)
    except click.Abort:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNUSABLE)
    except click.exceptions.NoArgsIsHelpError as error:
        refuse(f'Name a command: {", ".join(_names(error))}. "{_path(error)} --help" shows an example.', args)
    except click.UsageError as error:
        hint = f' "{error.ctx.command_path} --help" shows an example.' if error.ctx else ""
        refuse(error.format_message().rstrip(".") + "." + hint, args)
    except (click.ClickException, Refused) as error:
        refuse(error.format_message() if isinstance(error, click.ClickException) else str(error), args)
    except Exception as error:
        if os.environ.get("DECKCHECK_DEBUG"):
            raise
        refuse(_of_extra(error) or _of_database(error) or f"{_fault(error)}; nothing was changed.", args)


def _of_extra(error: Exception) -> str:
    """The sentence that says which extra is not installed; empty for every other fault."""
    module = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if module in {"", "deckcheck"}:
        return ""
    extra = EXTRAS.get(module, "sheets")
    return f'This needs more than the library alone. Run: pip install "deckcheck[{extra}]"'


def _absent(name: str, sentence: str) -> click.Command:
    """What stands in the place of a command whose extra is not installed: its help and its answer say so."""

    def answer() -> None:
        raise UnusableInput(sentence)

    short = sentence.partition(": ")[2]
    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(
        name,
        callback=answer,
        help=sentence,
        short_help=short,
        context_settings=anything,
        add_help_option=False,
    )


def _fault(error: Exception) -> str:
    return f"Something in deckcheck itself went wrong ({type(error).__name__}: {error})"


def _of_database(error: Exception) -> str:
    """A fault of the database in a sentence; empty for every other one. Commands that need none load nothing of it."""
    if "deckcheck.store.store" not in sys.modules:
        return ""
    from deckcheck.store.usable import in_words

    return in_words(error)


def _names(error: click.UsageError) -> list[str]:
    """The commands that there are where one was missing."""
    group = error.ctx.command if error.ctx else deckcheck
    return group.list_commands(error.ctx or click.Context(group)) if isinstance(group, click.Group) else []


def _path(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx else "deckcheck"


def write_utf8() -> None:
    """Write UTF-8 whatever the locale, as JSON wants it; half a character of broken input is escaped as in JSON."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def refuse(sentence: str, args: list[str]) -> None:
    """Say why nothing could be done, in JSON too where JSON was asked for, and leave with status 2."""
    if "--json" in args:
        show_json({"error": sentence})
    click.echo(f"deckcheck: {sentence}", err=True)
    sys.exit(UNUSABLE)


def show_json(value: Any) -> None:
    """Print a value as JSON, in its own letters."""
    click.echo(json.dumps(value, ensure_ascii=False))
