"""Scryfall: its bulk file of every printing, its list of sets, and its migrations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from deckcheck.games.mtg.fact_records import Part, ToldCard, read_types
from deckcheck.games.mtg.source_cards import SourceCards, ToldPrinting, ToldSet
from deckcheck.games.mtg.source_words import ALL_FORMATS, ART_CARD, FORMATS, LAYOUTS, NO_CARDS, STATUSES, TOKENS
from deckcheck.law.card_sources import (
    BulkFile,
    CardSource,
    Found,
    Migration,
    Report,
    SourceError,
    SourceFacts,
    SourceFile,
    Status,
)
from deckcheck.law.source_fields import Fields, known_word

_KEYS: Final = frozenset(
    """
    object id oracle_id lang name layout uri scryfall_uri rulings_uri prints_search_uri released_at color_identity
    keywords legalities games finishes foil nonfoil reserved game_changer oversized promo reprint variation set set_id
    set_name set_type set_uri set_search_uri scryfall_set_uri collector_number digital rarity artist artist_ids
    border_color frame full_art textless booster story_spotlight highres_image image_status multiverse_ids prices
    related_uris cmc type_line mana_cost oracle_text colors image_uris card_back_id illustration_id card_faces power
    toughness loyalty defense color_indicator produced_mana arena_id mtgo_id mtgo_foil_id promo_types security_stamp
    attraction_lights all_parts hand_modifier life_modifier content_warning printed_name printed_text
    printed_type_line flavor_name variation_of preview purchase_uris edhrec_rank penny_rank tcgplayer_id
    tcgplayer_etched_id tcgplayer_alternative_foil_id cardmarket_id resource_id watermark flavor_text frame_effects
    """.split()
)
_SET_KEYS: Final = frozenset(
    """
    object id code name uri scryfall_uri search_uri icon_svg_uri released_at set_type card_count digital nonfoil_only
    foil_only parent_set_code block_code block mtgo_code arena_code tcgplayer_id printed_size
    """.split()
)


def find_bulk(answer: Any) -> Found:
    """Where the file of every printing lies, by the list of bulk data."""
    for bulk in Fields(answer, "The list of bulk data").parts("data"):
        if bulk.text("type", "") == "default_cards":
            address = bulk.text("jsonl_download_uri", "") or bulk.text("download_uri", "")
            if not address:
                raise SourceError(f"default_cards has no address to download from, only {', '.join(bulk.record)}.")
            return Found(address, bulk.text("updated_at", ""))
    raise SourceError("The list of bulk data names no default_cards.")


class _Reading:
    """One reading of the files of a day."""

    def __init__(self) -> None:
        self.report = Report()
        self.cards = SourceCards(self.report)
        self.sets: dict[str, ToldSet] = {}

    def read_cards(self, file: BulkFile) -> None:
        for number, value in enumerate(file.values(), start=1):
            fields = Fields(value, f"{file.name}, record {number}")
            fields.title = f"{fields.title} ({fields.name('name')})"
            self._read_card(fields)

    def _read_card(self, fields: Fields) -> None:
        fields.note_unknown(_KEYS, self.report)
        layout = fields.text("layout")
        if layout in TOKENS or fields.text("set_type", "") in NO_CARDS:
            self.cards.add_token(fields.name("name"))
        elif layout == ART_CARD:
            self.report.left_out["art card"] += 1
        else:
            own = _front(fields)
            card_id = own.text("oracle_id")
            if not self.cards.knows(card_id):
                self.cards.tell(card_id, self._card(fields, own))
            self._add_printing(card_id, fields)
            self.cards.add_statuses(card_id, self._statuses(fields))

    def _card(self, fields: Fields, own: Fields) -> ToldCard:
        faces = () if own is not fields else fields.parts("card_faces")
        layout = _layout(own, len(faces), fields.text("layout"), self.report)
        meld_result = next(
            (part.name("name") for part in fields.parts("all_parts") if part.text("component", "") == "meld_result"), ""
        )
        name = own.name("name")
        return ToldCard(
            name,
            layout,
            tuple(_part(face, fields) for face in faces) if len(faces) > 1 else (_part(own, fields),),
            own.number("cmc"),
            fields.words("color_identity", required=True),
            meld_result if layout == "meld" and meld_result != name else "",
            layout == "meld" and meld_result == name,
        )

    def _add_printing(self, card_id: str, fields: Fields) -> None:
        code = fields.code("set")
        promo_types = fields.words("promo_types")
        printing = ToldPrinting(
            code,
            fields.text("rarity"),
            fields.mark("collector_number"),
            frozenset(fields.words("games", required=True)),
            digital=fields.flag("digital"),
            new=not fields.flag("reprint"),
            silver=fields.text("border_color", "") == "silver",
            acorn=fields.text("security_stamp", "") == "acorn",
            playtest="playtest" in promo_types,
            rebalanced="rebalanced" in promo_types,
        )
        self.cards.add(card_id, printing)
        self._note_set(code, fields)
        self._add_names(card_id, fields)

    def _note_set(self, code: str, fields: Fields) -> None:
        """What the printings say of their sets counts where the list of sets lacks one."""
        day, known = fields.day("released_at"), self.sets.get(code)
        if known is None:
            name, kind, digital = fields.name("set_name"), fields.text("set_type"), fields.flag("digital")
            self.sets[code] = ToldSet(code, name, day, kind, digital=digital)
        elif day < known.release or (known.digital and not fields.flag("digital")):
            both = known.digital and fields.flag("digital")
            self.sets[code] = known._replace(release=min(day, known.release), digital=both)

    def _add_names(self, card_id: str, fields: Fields) -> None:
        language = fields.text("lang")
        for key in ("flavor_name", "printed_name"):
            printed = _printed(fields, key)
            if printed and language == "en":
                self.cards.add_alias(card_id, printed)
            elif printed and key == "printed_name":
                self.cards.add_foreign(card_id, language, printed)

    def _statuses(self, fields: Fields) -> Mapping[str, Status]:
        found: dict[str, Status] = {}
        for word, value in fields.table("legalities", required=True).items():
            known_word(word, ALL_FORMATS, "format", fields.title, self.report)
            if known_word(value, STATUSES, "status", fields.title, self.report) in STATUSES:
                found[word] = STATUSES[value]
        return found

    def read_sets(self, file: BulkFile) -> dict[str, ToldSet]:
        """The list of sets, and the sets that only printings name, which are reported."""
        found: dict[str, ToldSet] = {}
        for fields in _pages(file):
            fields.title = f"{file.name}, {fields.name('name')}"
            fields.note_unknown(_SET_KEYS, self.report, "key of sets")
            told = _set(fields)
            found[told.code] = told
        for code in self.sets.keys() - found.keys():
            self.report.meet("set missing in the list of sets", code, self.sets[code].name)
        return {**self.sets, **found}


def _front(fields: Fields) -> Fields:
    """Where the facts of the card stand: those of a reversible one are on its faces, which are the same card."""
    if fields.text("layout") != "reversible_card":
        return fields
    faces = fields.parts("card_faces")
    if not faces:
        raise SourceError(f"{fields.title} has no `card_faces`.")
    return faces[0]


def _printed(fields: Fields, key: str) -> str:
    """The name as printed, if it is told: of a card of several faces once each of them has one."""
    faces = [face.name(key, "") for face in fields.parts("card_faces")]
    return fields.name(key, "") or (" // ".join(dict.fromkeys(faces)) if all(faces) else "")


def _layout(own: Fields, faces: int, told: str, report: Report) -> str:
    if told == "reversible_card":
        told = own.text("layout", "normal")
    if told == "split" and "Aftermath" in own.words("keywords"):
        return "aftermath"
    layout = LAYOUTS.get(known_word(told, LAYOUTS, "layout", own.title, report), told)
    # A layout of one face that some card has with two: two faces that turn.
    return "transform" if layout == "normal" and faces > 1 else layout


def _part(face: Fields, whole: Fields) -> Part:
    line = face.text("type_line", "")
    if not line and face is not whole:
        raise SourceError(f"{face.title} has no `type_line`.")
    types, supertypes, subtypes = read_types((line or whole.text("type_line")).partition(" // ")[0])
    return Part(
        face.name("name").partition(" // ")[0] if face is not whole else face.name("name"),
        types,
        supertypes,
        subtypes,
        face.text("mana_cost", ""),
        face.text("oracle_text", ""),
        bool(face.text("power", "")),
    )


def _set(fields: Fields) -> ToldSet:
    return ToldSet(
        fields.code("code"),
        fields.name("name"),
        fields.day("released_at", ""),
        fields.text("set_type"),
        fields.code("parent_set_code", ""),
        fields.flag("digital"),
        # While previews run, a set has few cards or none.
        fields.number("card_count") == 0,
    )


def _pages(file: BulkFile) -> Iterator[Fields]:
    """The records of a list that comes in pages."""
    for page in file.values():
        fields = Fields(page, file.name)
        if fields.text("object", "") == "list":
            yield from fields.parts("data")
        else:
            yield fields


def _migrations(file: BulkFile) -> Iterator[Migration]:
    for fields in _pages(file):
        of = fields.fields("metadata")
        strategy = fields.text("migration_strategy")
        if strategy not in {"merge", "delete"}:
            raise fields.refuse("migration_strategy", "neither merge nor delete")
        yield Migration(
            fields.day("performed_at"),
            strategy == "merge",
            fields.text("old_scryfall_id"),
            fields.text("new_scryfall_id", ""),
            of.name("name", ""),
            of.code("set_code", ""),
            of.name("collector_number", ""),
        )


def read(files: Mapping[str, BulkFile], day: date) -> SourceFacts:
    """All that the files tell; they are of this day, as the bulk file does not say."""
    reading = _Reading()
    reading.read_cards(files["default_cards"])
    sets = reading.read_sets(files["sets"])
    migrations = tuple(_migrations(files["migrations"])) if "migrations" in files else ()
    facts = reading.cards.finish(sets.values(), day, (), migrations)
    told = {word for of in facts.statuses.values() for word in of}
    for word in sorted(FORMATS.keys() - told):
        facts.report.meet("missing format", word, files["default_cards"].name)
    return facts


SCRYFALL: Final = CardSource(
    id="scryfall",
    title="Scryfall",
    game="mtg",
    files=(
        SourceFile("default_cards", "https://api.scryfall.com/bulk-data", find=find_bulk),
        SourceFile("sets", "https://api.scryfall.com/sets", pages=True),
        SourceFile("migrations", "https://api.scryfall.com/migrations", pages=True, optional=True),
    ),
    formats=ALL_FORMATS,
    read=read,
)
