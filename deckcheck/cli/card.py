"""`deckcheck card`: what a name means, and where the card stands."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import click

from deckcheck.app.context import App
from deckcheck.cli import show_json
from deckcheck.cli.options import game_option, json_option
from deckcheck.decklist.cards import Card, Match
from deckcheck.decklist.days import day_in_words
from deckcheck.lists.list_checks import read_day
from deckcheck.publication.card_facts import card_json, standing_json, standings
from deckcheck.wiring import build_desk

MOST = 5


@click.command("card")
@click.argument("name", nargs=-1, required=True)
@game_option("Look in one game only.")
@click.option("--on", metavar="DATE", help="The day to judge by, like 2026-03-01; today (UTC) if left out.")
@json_option
def command(name: tuple[str, ...], game: str | None, on: str | None, as_json: bool) -> None:
    """Find each NAME: the card it means, its facts, and its legality by format on a day.

    Example: deckcheck card "Lightning Bolt" --on 2026-03-01
    """
    app = build_desk()
    day = read_day(on) if on else app.clock().astimezone(UTC).date()
    found = [look_up(text, [game] if game else list(app.reference.games), app) for text in name]
    if as_json:
        show_json({"on": day.isoformat(), "cards": [_answer_json(*f, app, day) for f in found]})
        return
    for text, match, near in found:
        _tell(text, match, near, app, day)


def look_up(text: str, games: list[str], app: App) -> tuple[str, Match, tuple[Card, ...]]:
    """What the name means in the first game that knows it, or the cards it resembles in any."""
    near: list[tuple[float, Card]] = []
    for game in games:
        index = app.index(game)
        match = index.find(text)
        if match.cards:
            return text, match, ()
        near += [(n.score, n.card) for n in index.near(text)]
    near.sort(key=lambda pair: -pair[0])
    return text, Match(), tuple(card for _, card in near[:MOST])


def _answer_json(text: str, match: Match, near: tuple[Card, ...], app: App, day: Any) -> dict[str, Any]:
    cards = [
        {**card_json(c), "legality": [standing_json(s) for s in standings(c, app, day)]} for c in match.cards[:MOST]
    ]
    return {"text": text, "read_as": match.kind or None, "found": cards, "suggestions": [c.name for c in near]}


def _tell(text: str, match: Match, near: tuple[Card, ...], app: App, day: Any) -> None:
    if not match.cards:
        names = "; perhaps " + " or ".join(c.name for c in near[:3]) if near else ""
        click.echo(f'No card is called "{text}"{names}.')
    for card in match.cards[:MOST]:
        click.echo(click.style(card.name, bold=True))
        for key, values in card_json(card)["facts"].items():
            click.echo(f"  {key}: {' '.join(values) if isinstance(values, list) else 'yes'}")
        click.echo(f"  On {day_in_words(day)}:")
        for found in standings(card, app, day):
            told = found.text or found.words
            click.echo(f"    {found.title:<16}  {told}")
