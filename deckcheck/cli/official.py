"""`deckcheck official`: the accounts of staff, for whoever runs the installation."""

from __future__ import annotations

import sys

import click

from deckcheck.accounts import resets, staff_accounts
from deckcheck.accounts.close import close_account
from deckcheck.accounts.leave import ALL
from deckcheck.accounts.sign_ins import fold_mail
from deckcheck.accounts.staff_accounts import vouch
from deckcheck.app import secret_mail
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.cli import show_json
from deckcheck.cli.options import json_option
from deckcheck.wiring import build_running_desk


@click.group("official")
def command() -> None:
    """Make accounts for staff, hand out links that set a password, list and close accounts.

    Example: deckcheck official add rosa@example.org --name "Rosa Kim" --organizer
    """


@command.command("add")
@click.argument("mail", metavar="EMAIL")
@click.option("--name", default="", help="The name as others read it; the first part of the address if left out.")
@click.option("--organizer", is_flag=True, help="May make events.")
@click.option("--operator", is_flag=True, help="May bring cards and bans up to date, for the whole installation.")
@click.option("--password", "asks", is_flag=True, help="Ask for the password instead of making a link.")
@click.option("--password-stdin", "reads", is_flag=True, help="Read the password from standard input.")
@json_option
def add(mail: str, name: str, organizer: bool, operator: bool, asks: bool, reads: bool, as_json: bool) -> None:
    """Make an account for EMAIL and tell the link that sets its password, once and within 7 days.

    Example: deckcheck official add rosa@example.org --organizer
    """
    app = build_running_desk()
    password = _password(asks, reads)
    made = staff_accounts.add_account(app, mail, name, organizer=organizer, operator=operator, password=password)
    link = _link(app, made)
    words = f"Set the password within 7 days at\n{link}" if link else "The password is set."
    _tell(f"There is an account for {made.mail}. {words}", made.mail, link, as_json)


@command.command("reset")
@click.argument("mail", metavar="EMAIL")
@click.option("--without-code", is_flag=True, help="Turn off two-step sign-in, for a phone that is lost.")
@json_option
def reset(mail: str, without_code: bool, as_json: bool) -> None:
    """Tell a link that sets another password for EMAIL, once and within 30 minutes.

    Example: deckcheck official reset rosa@example.org
    """
    app = build_running_desk()
    made = resets.make_reset(app, mail, drop_code=without_code)
    link = _link(app, made)
    _tell(f"Set another password for {made.mail} within 30 minutes at\n{link}", made.mail, link, as_json)


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the accounts.

    Example: deckcheck official list
    """
    rows = staff_accounts.list_accounts(build_running_desk())
    if as_json:
        facts = [
            {
                "mail": row.mail,
                "name": row.name,
                "organizer": row.may_organize,
                "operator": row.operates,
                "code": row.has_code,
                "password": row.has_password,
                "used": row.used_at.isoformat() if row.used_at else None,
                "confirmed": row.confirmed_by or None,
                "claimed": row.claimed or None,
            }
            for row in rows
        ]
        show_json({"accounts": facts})
        return
    for row in rows:
        words = ["may make events"] * row.may_organize + ["operator"] * row.operates
        words += ["two-step sign-in"] * row.has_code
        words += ["no password yet"] * (not row.has_password)
        words += [f"{row.claimed} not confirmed".lstrip()] * (not row.confirmed_by)
        click.echo(f"{row.mail:<30}  {row.name:<22}  {', '.join(words)}".rstrip())


@command.command("change")
@click.argument("mail", metavar="EMAIL")
@click.option("--organizer/--no-organizer", default=None, help="Whether EMAIL may make events.")
@click.option("--operator/--no-operator", default=None, help="Whether EMAIL may bring cards and bans up to date.")
def change(mail: str, organizer: bool | None, operator: bool | None) -> None:
    """Say what the account of EMAIL may do from now on: make events, bring cards and bans up to date.

    Example: deckcheck official change rosa@example.org --organizer
    """
    if organizer is None and operator is None:
        raise click.UsageError("Say what changes: --organizer, --no-organizer, --operator or --no-operator.")
    app = build_running_desk()
    if organizer is not None:
        staff_accounts.let_organize(app, mail, organizer)
        click.echo(f"{fold_mail(mail)} {'may make events' if organizer else 'may make no more events'}.")
    if operator is not None:
        staff_accounts.let_operate(app, mail, operator)
        may = "may" if operator else "may no more"
        click.echo(f"{fold_mail(mail)} {may} bring cards and bans up to date.")


@command.command("confirm")
@click.argument("mail", metavar="EMAIL")
@click.option("--mail", "address", default="", metavar="NEW", help="Give the account this address.")
def confirm(mail: str, address: str) -> None:
    """Vouch that EMAIL, or the name somebody signs in with, belongs to who has its account.

    Example: deckcheck official confirm ben-ott-4821 --mail ben@example.org
    """
    told = vouch(build_running_desk(), mail, address)
    click.echo(f"{told} is confirmed.")


@command.command("close")
@click.argument("mail", metavar="EMAIL")
@click.option("--keep", is_flag=True, help="Let the tokens, webhooks and players' links that it made work on.")
def close(mail: str, keep: bool) -> None:
    """Close the account of EMAIL for good: its name and address are deleted, and what it made in events ends.

    Example: deckcheck official close rosa@example.org
    """
    ended = close_account(build_running_desk(), mail, {ALL} if keep else ())
    told = f" {ended} tokens, webhooks and links that it made have ended." if ended else ""
    click.echo(f"The account of {fold_mail(mail)} is closed.{told}")


def _password(asks: bool, reads: bool) -> str:
    """The password, if one is to be given; without its line end."""
    if reads:
        given = sys.stdin.readline().rstrip("\r\n")
    elif asks:
        given = str(click.prompt("Password", hide_input=True, confirmation_prompt="The same again"))
    else:
        return ""
    if not given:
        raise UnusableInput("There was no password on standard input.")
    return given


def _link(app: App, made: staff_accounts.Made) -> str:
    return secret_mail.address_for(app.settings, f"/reset/{made.secret}") if made.secret else ""


def _tell(words: str, mail: str, link: str, as_json: bool) -> None:
    if as_json:
        show_json({"mail": mail, "link": link or None})
    else:
        click.echo(words)
