"""Facts from the publisher's card service, api.gatcg.com: pages of cards, each with its editions and their products."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.games.ga.card_text import is_divine_relic, lineage_of, material_bonus, other_deck_sentences
from deckcheck.law.card_facts import CardFacts, Record
from deckcheck.law.card_sources import (
    BulkFile,
    CardSource,
    Report,
    SourceError,
    SourceFacts,
    SourceFile,
    Status,
)

ADDRESS: Final = "https://api.gatcg.com/cards/search?sort=name&order=ASC&page_size=50&page=1"
NOT_SET: Final = "1970-01-01"
"""The day of a product that has none yet."""
FORMATS: Final = {"STANDARD": "ga-standard", "DRAFT": "", "PANTHEON": "ga-pantheon"}
_FORMAT_ONLY: Final = {"pantheon-only": ["DRAFT", "STANDARD"], "limited-only": ["PANTHEON", "STANDARD"]}
"""The formats that shut out a card that was made for another one."""
_ONLY_IN: Final = {"pantheon": "pantheon-only", "draft": "limited-only"}
"""What a card was made for that is in products of one type only; the service tells it some time after."""
_IN_NO_DECK: Final = frozenset(("TOKEN", "MASTERY", "STATUS"))
_BOONS: Final = frozenset(("LESSER BOON", "GREATER BOON"))
_MATERIAL: Final = frozenset(("CHAMPION", "REGALIA"))
_POINTS: Final = {"material": 3, "main": 1}
_KINDS: Final = (
    ("starter", lazy.regex(r"Starter Deck|Armaments|Re:Collection|Pantheon Decks")),
    ("promo", lazy.regex(r"Promotional|Supporter Pack|Event Pack|Demo|Vault|Collaboration|GenSeCha")),
    ("draft", lazy.regex(r"Draft Pack")),
    ("pantheon", lazy.regex(r"Pantheon Pack|[^:] Pantheon$")),
)
"""The type of a product, by its name; every other one is an expansion."""

_KNOWN: Final = {
    "type": _IN_NO_DECK
    | _BOONS
    | _MATERIAL
    | frozenset("ACTION ALLY ATTACK DOMAIN ITEM PHANTASIA UNIQUE WEAPON".split()),
    "class": frozenset("ANOMALY ASSASSIN CLERIC GUARDIAN MAGE RANGER SPIRIT TAMER WARRIOR".split()),
    "element": frozenset("ARCANE ASTRA CRUX EXALTED EXIA FIRE LUXEM NEOS NORM TERA UMBRA WATER WIND".split()),
    "cost": frozenset(("memory", "reserve", "none")),
    "rarity": frozenset("123456789"),
    "format": frozenset(FORMATS),
    "card key": frozenset(
        "uuid name slug types subtypes classes element elements cost cost_memory cost_reserve level power life speed"
        " durability legality effect effect_raw effect_html flavor rule references referenced_by editions"
        " result_editions last_update created_at".split()
    ),
    "edition key": frozenset(
        "uuid card_id slug collector_number rarity illustrator collaborators image configuration orientation"
        " other_orientations effect effect_raw effect_html flavor circulationTemplates circulations created_at"
        " last_update set thema_foil thema_nonfoil".split()
        + [f"thema_{word}_{how}foil" for word in "charm ferocity grace mystique valor".split() for how in ("", "non")]
    ),
    "set key": frozenset("id name prefix language release_date created_at last_update".split()),
}
"""The words that were seen; another one is reported, and what has it is kept."""


def next_page(address: str, page: Any) -> str:
    """The address of the page of cards after this one; empty after the last."""
    if not isinstance(page, dict) or not page.get("has_more") or page.get("page", 0) >= page.get("total_pages", 0):
        return ""
    return re.sub(r"\bpage=\d+", f"page={page['page'] + 1}", address)


def read(files: Mapping[str, BulkFile], day: date) -> SourceFacts:
    """The facts in the pages of cards, or in a saved file of them."""
    report = Report()
    cards = sorted(_newest(files["cards"], report), key=lambda card: (card["name"].lower(), card["slug"]))
    if not cards:
        raise SourceError(f"{files['cards'].name} holds no cards.")
    today = max(day.isoformat(), *(_day(card, "last_update") for card in cards))
    spirits = frozenset(card["name"] for card in cards if card.get("level") == 0 and "," not in card["name"])
    records = [_record(card, spirits, today, report) for card in cards]
    return SourceFacts(
        CardFacts(records, _sets(cards, today), date.fromisoformat(today)),
        _statuses(records, report),
        report,
        ids={card["name"]: card["uuid"] for card in reversed(cards)},
        new_cards=_new_cards(cards, records),
    )


def _newest(file: BulkFile, report: Report) -> Iterator[Record]:
    """Each card once, as it was changed last."""
    found: dict[str, Record] = {}
    expected = 0
    for value in file.values():
        is_page = isinstance(value, dict) and isinstance(value.get("data"), list)
        expected = value.get("total_cards", 0) if is_page else expected
        for card in value["data"] if is_page else value if isinstance(value, list) else [value]:
            _check(card, file.name, report)
            if card["last_update"] >= found.get(card["uuid"], card)["last_update"]:
                found[card["uuid"]] = card
    if len(found) < expected:
        raise SourceError(f"{file.name} ends half-way: it has {len(found):,} of {expected:,} cards.")
    yield from found.values()


def _check(card: Any, file: str, report: Report) -> None:
    """Refuse a card without what every card has, and report what is not known."""
    if not isinstance(card, dict):
        raise SourceError(f"{file} holds something that is no card: {str(card)[:40]}")
    called = str(card.get("slug") or card.get("name") or card.get("uuid") or "a card")
    _need(card, {"uuid": str, "name": str, "slug": str, "types": list, "editions": list, "last_update": str}, called)
    _report(report, "card key", card, called)
    for edition in card["editions"]:
        _need(edition, {"slug": str, "set": dict}, called)
        _need(edition["set"], {"prefix": str, "name": str, "release_date": str}, called)
        _report(report, "edition key", edition, called)
        _report(report, "set key", edition["set"], called)
        _report(report, "rarity", [str(edition["rarity"])] if edition.get("rarity") else (), called)
    for kind, field in (("type", "types"), ("class", "classes"), ("element", "elements"), ("format", "legality")):
        _report(report, kind, card.get(field) or (), called)


def _need(record: Record, fields: Mapping[str, type], called: str) -> None:
    for field, kind in fields.items():
        if not isinstance(record.get(field), kind):
            raise SourceError(f"{called} has no {field}, which every card has.")


def _report(report: Report, kind: str, words: Iterable[str], record: str) -> None:
    for word in words:
        if word not in _KNOWN[kind]:
            report.meet(kind, word, record)


def _record(card: Record, spirits: frozenset[str], day: str, report: Report) -> Record:
    """A card as data/ga/cards.jsonl has it; what is no, none or not known is absent."""
    zone = _zone(card["types"])
    kind, cost = _cost(card, report)
    shut_out, why = _shut_out(card, day)
    text = card.get("effect_raw") or card.get("effect") or ""
    for sentence in other_deck_sentences(text):
        report.meet("sentence about decks", sentence, card["slug"])
    facts = {
        **{field: card.get(field) for field in ("name", "slug", "types", "subtypes", "classes", "element", "elements")},
        "level": card.get("level") if "CHAMPION" in card["types"] else None,
        "cost_kind": kind,
        "cost": cost,
        "zone": zone,
        "side_points": _POINTS.get(zone),
        "shut_out_of": shut_out,
        "restriction": why,
        "legality": {name: card["legality"][name] for name in sorted(card.get("legality") or ())},
        "divine_relic": is_divine_relic(text),
        "lineage": lineage_of(text) if "CHAMPION" in card["types"] else "",
        "spirit_alias_of": _spirit_alias(card, spirits),
        "material_bonus": material_bonus(text) if zone == "boon" else 0,
        "back_faces": _back_faces(card),
    }
    kept = {field: value for field, value in facts.items() if value or (field == "level" and value == 0)}
    editions = [_edition(edition) for edition in card["editions"]]
    complete = {"complete": True} if kind and card.get("element") else {}
    return {**kept, "editions": editions, **complete, "as_of": day}


def _zone(types: Iterable[str]) -> str:
    """In which deck a card begins: no playable card has a word of two zones."""
    words = frozenset(types)
    if words & _IN_NO_DECK:
        return "none"
    if words & _BOONS:
        return "boon"
    return "material" if words & _MATERIAL else "main"


def _cost(card: Record, report: Report) -> tuple[str, str | None]:
    """What kind of cost and how much; a card without `cost` may have its older twins, where -1 is X."""
    told = card.get("cost")
    if isinstance(told, dict) and told.get("type"):
        _report(report, "cost", [told["type"]], card["slug"])
        return told["type"], told.get("value")
    for kind in ("memory", "reserve"):
        value = card.get(f"cost_{kind}")
        if value is not None:
            return kind, "X" if value == -1 else str(value)
    return "", None


def _shut_out(card: Record, day: str) -> tuple[list[str], str]:
    """The formats that shut a card out, and why. Before a product is out all its cards are, which is no ban."""
    shut_out = sorted(name for name, rule in (card.get("legality") or {}).items() if rule.get("limit") == 0)
    kinds = {_kind(edition["set"]["name"]) for edition in card["editions"]}
    if not shut_out and len(kinds) == 1 and (made_for := _ONLY_IN.get(kinds.pop())):
        return _FORMAT_ONLY[made_for], made_for
    made_for = next((why for why, formats in _FORMAT_ONLY.items() if formats == shut_out), "")
    return shut_out, made_for or ("banned" if shut_out and _first_day(card) <= day else "")


def _kind(product: str) -> str:
    return next((kind for kind, name in _KINDS if name.search(product)), "expansion")


def _first_day(card: Record) -> str:
    return min((_release(edition) for edition in card["editions"]), default=NOT_SET)


def _release(edition: Record) -> str:
    return str(edition["set"]["release_date"])[:10]


def _spirit_alias(card: Record, spirits: frozenset[str]) -> str:
    """The unnamed Spirit that a named one counts as: Aithne, Spirit of Fire is a Spirit of Fire."""
    unnamed = card["name"].partition(", ")[2]
    return unnamed if card.get("level") == 0 and unnamed in spirits else ""


def _back_faces(card: Record) -> list[Record]:
    """The backs of a card, each once."""
    faces = [face for edition in card["editions"] for face in edition.get("other_orientations") or ()]
    backs = {face["slug"]: face for face in faces if {"name", "slug", "types"} <= face.keys()}
    return [
        {"name": face["name"], "slug": slug, "types": face["types"]}
        for slug, face in backs.items()
        if slug != card["slug"]
    ]


def _edition(edition: Record) -> Record:
    number, rarity = edition.get("collector_number"), edition.get("rarity")
    return {"prefix": edition["set"]["prefix"], "number": number, "rarity": rarity, "slug": edition["slug"]}


def _sets(cards: Iterable[Record], day: str) -> list[Record]:
    """The products of all editions, by their day; one without a day came out between its first card's entry and now."""
    products: dict[str, Record] = {}
    entered: dict[str, str] = {}
    for edition in (edition for card in cards for edition in card["editions"]):
        code = edition["set"]["prefix"]
        products[code] = edition["set"]
        entered[code] = min(entered.get(code, day), _day(edition, "created_at") or day)
    made = [_set(products[code], entered[code], day) for code in products]
    return sorted(made, key=lambda record: (record["release"], record["code"]))


def _set(product: Record, entered: str, day: str) -> Record:
    release = str(product["release_date"])[:10]
    facts: dict[str, Any] = {"code": product["prefix"], "name": product["name"], "release": release}
    if product.get("language", "EN") != "EN":
        facts["language"] = product["language"]
    facts["type"] = _kind(product["name"])
    if release == NOT_SET:
        facts |= {"release": entered, "approximate": True, "between": [entered, day]}
    return facts


def _day(record: Record, field: str) -> str:
    return str(record.get(field) or "")[:10]


def _statuses(records: Iterable[Record], report: Report) -> Mapping[str, Mapping[str, Status]]:
    """What is said of each card; of cards of one name the first counts, and tokens have no status."""
    found: dict[str, Mapping[str, Status]] = {}
    for record in records:
        if record["zone"] != "none":
            told = {name: _status(record, name, report) for name in FORMATS}
            found.setdefault(record["name"], {name: status for name, status in told.items() if status})
    return found


def _status(record: Record, name: str, report: Report) -> Status | None:
    """Shut out for good or not out yet is not legal, shut out else is banned."""
    limit = record.get("legality", {}).get(name, {}).get("limit")
    if limit == 0:
        return Status.BANNED if record.get("restriction") == "banned" else Status.NOT_LEGAL
    if limit not in {None, 1}:
        report.meet("status", f"limit {limit}", record["slug"])
        return None
    return Status.RESTRICTED if limit else Status.LEGAL


def _new_cards(cards: Iterable[Record], records: Iterable[Record]) -> Mapping[str, list[str]]:
    """The cards that came out first with each product, without those that are in no deck or made for one format."""
    found: dict[str, list[str]] = {}
    for card, record in zip(cards, records, strict=True):
        if record["zone"] != "none" and record.get("restriction") not in _FORMAT_ONLY and card["editions"]:
            first = min(card["editions"], key=_release)
            found.setdefault(first["set"]["prefix"], []).append(card["name"])
    return found


SOURCE: Final = CardSource(
    id="gatcg",
    title="Grand Archive Index",
    game="ga",
    files=(SourceFile("cards", ADDRESS, pages=True, next_page=next_page),),
    formats=FORMATS,
    read=read,
)
