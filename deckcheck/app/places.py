"""Cities, and what follows from where an event is: its time zone, and the paper that is in its printers."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from deckcheck.app.time_words import zone_city
from deckcheck.decklist.names import fold

TABLE: Final = Path(__file__).parent / "cities.tsv.xz"
"""The cities of GeoNames (https://www.geonames.org, CC BY 4.0), made by scripts/cities.py."""
FAR_LARGER: Final = 10
"""Of cities with one name, one is meant that is so many times as large as every other."""
PAPERS: Final = ("a4", "letter")
LETTER: Final = frozenset("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split())
"""The countries whose printers have Letter (Unicode CLDR, measurementData)."""


class City(NamedTuple):
    """Where there is a city of some name: its zone, its country by two letters, and its people in thousands."""

    zone: str
    country: str
    thousands: int


def cities_named(name: str) -> tuple[City, ...]:
    """The cities of that name, one for each zone, the largest first."""
    table, key = _table(), fold(name)
    at = table.find(f"\n{key}\t") if key else -1
    if at < 0:
        return ()
    line = table[at + len(key) + 2 : table.index("\n", at + 1)]
    found = (place.split(" ") for place in line.split(";"))
    by_zone: dict[str, City] = {}
    for zone, country, thousands in found:
        by_zone.setdefault(zone, City(zone, country, int(thousands)))
    return tuple(by_zone.values())


def zones_of_city(name: str) -> tuple[str, ...]:
    """The zones that a city of that name may be in; one where it is surely meant, none where the city is not known."""
    found = cities_named(name) or cities_named(name.partition(",")[0])
    if len(found) > 1 and found[0].thousands >= FAR_LARGER * max(1, found[1].thousands):
        found = found[:1]
    return tuple(city.zone for city in found)


def zone_apart(city: str, zone: str) -> str:
    """The zone, if it does not follow from the city; empty otherwise."""
    return "" if zone in zones_of_city(city) else zone


def paper_of(zone: str) -> str:
    """The size of paper that is usual where the zone is."""
    return "letter" if _countries().get(zone) in LETTER else "a4"


def country_of(zone: str) -> str:
    """The name of the country that a zone is named for; empty for one of no country."""
    return _country_names().get(_countries().get(zone, ""), "")


def zones_by_country() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The zones with the cities they are named for, by country; both in the order of the alphabet."""
    names = _country_names()
    found: dict[str, list[tuple[str, str]]] = {}
    for zone, country in sorted(_countries().items(), key=lambda row: (names[row[1]], zone_city(row[0]))):
        found.setdefault(names[country], []).append((zone, zone_city(zone)))
    return {country: tuple(zones) for country, zones in found.items()}


@cache
def _table() -> str:
    return lzma.decompress(TABLE.read_bytes()).decode()


@cache
def _countries() -> Mapping[str, str]:
    """The country of each zone, by two letters."""
    return {row[2]: row[0] for row in _rows("zone.tab")}


@cache
def _country_names() -> Mapping[str, str]:
    return {row[0]: row[1] for row in _rows("iso3166.tab")}


def _rows(name: str) -> Iterator[list[str]]:
    """The rows of a table of the time zone database."""
    text = (files("tzdata") / "zoneinfo" / name).read_text("utf-8")
    return (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
