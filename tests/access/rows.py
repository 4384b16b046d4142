"""The rows of the matrix: which right each route asks, and a request to it that would succeed."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flask import Flask

from tests.access.world import World

DATA: Final = Path(__file__).parents[1] / "data"
ROUTES: Final[dict[str, dict[str, Any]]] = tomllib.loads((DATA / "routes.toml").read_text("utf-8"))
SKIPPED_METHODS: Final = frozenset({"HEAD", "OPTIONS"})
VALUES: Final = {"slug": "northern-open", "number": 1, "stage": "playoff", "seal": 1, "kind": "txt"}


@dataclass(frozen=True, slots=True)
class Row:
    """A route: `right` in the words of the table, or `everyone`, `account`, `signed-in`, `player`."""

    name: str
    method: str
    rule: str
    right: str
    given: dict[str, Any]

    @property
    def is_api(self) -> bool:
        """Whether programs come to it."""
        return self.rule.startswith("/api/")

    def path(self, world: World) -> str:
        """The address, about the first entry and the playoff unless the row says otherwise."""
        values: dict[str, Any] = {
            **VALUES,
            "account": world.made.accounts["judge"],
            "uid": "0190f3c2-0000-7000-8000-000000000000",
            **self.given.get("values", {}),
        }
        address = self.rule
        for name, value in values.items():
            for form in (f"<{name}>", f"<int:{name}>"):
                address = address.replace(form, str(value))
        return address + str(self.given.get("query", ""))

    def body(self) -> dict[str, Any]:
        """What is sent."""
        found: dict[str, Any] = {}
        if "json" in self.given:
            found["json"] = self.given["json"]
        elif "form" in self.given:
            found["data"] = self.given["form"]
        if "version" in self.given:
            found["version"] = str(self.given["version"])
        return found


def routes_of(app: Flask) -> set[str]:
    """Every route of the application as `METHOD rule`."""
    found = ((method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods or ())
    return {f"{method} {rule}" for method, rule in found if method not in SKIPPED_METHODS}


def rows() -> list[Row]:
    """The rows that are written down."""
    found = []
    for name, given in ROUTES.items():
        method, rule = name.split(" ", 1)
        found.append(Row(name, method, rule, str(given["right"]), given))
    return found


def columns() -> dict[str, dict[str, str]]:
    """The table of rights: by right and column three letters, for closed, open to the stage, and open to all."""
    lines = [
        line.split()
        for line in (DATA / "permissions.txt").read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    (_, *names), *found = lines
    return {right: dict(zip(names, cells, strict=True)) for right, *cells in found}
