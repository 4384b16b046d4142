"""`deckcheck serve`: the web application."""

from __future__ import annotations

import click


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that answer.")
@click.option(
    "--patience",
    default=30,
    show_default=True,
    type=click.IntRange(1, 600),
    help="Seconds in which a request has to come in, and an answer to be taken.",
)
def command(host: str, port: int, workers: int, patience: int) -> None:
    """Serve the pages and the API until stopped.

    Example: deckcheck serve --port 8080
    """
    from deckcheck.web.serving.server import run

    run(host, port, workers, patience)
