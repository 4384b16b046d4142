"""Proxies in front: the address and the scheme that they report count only where their number is set."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from deckcheck.settings import Settings


def prepare(app: Flask, settings: Settings) -> None:
    """Believe so many proxies as are said to stand there; what a visitor writes beyond them is never read."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
