"""MTGJSON: its file of all printings, or the smaller one of cards alone with its list of sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import islice
from typing import Any, Final

from deckcheck.games.mtg.fact_records import Part, ToldCard, read_types
from deckcheck.games.mtg.source_cards import SourceCards, ToldPrinting, ToldSet
from deckcheck.games.mtg.source_words import ALL_FORMATS, ART_CARD, LAYOUTS, NO_CARDS, STATUSES, TOKENS
from deckcheck.law.card_sources import (
    BulkFile,
    CardSource,
    Found,
    Report,
    SourceError,
    SourceFacts,
    SourceFile,
    Status,
)
from deckcheck.law.source_fields import Fields, known_word

HOME: Final = "https://mtgjson.com/api/v5"
_LANGUAGES: Final = {
    "German": "de",
    "French": "fr",
    "Italian": "it",
    "Spanish": "es",
    "Portuguese (Brazil)": "pt",
    "Japanese": "ja",
    "Korean": "ko",
    "Russian": "ru",
    "Chinese Simplified": "zhs",
    "Chinese Traditional": "zht",
    "Phyrexian": "ph",
    "Latin": "la",
    "Ancient Greek": "grc",
    "Arabic": "ar",
    "Hebrew": "he",
    "Sanskrit": "sa",
    "English": "en",
    "Quenya": "qya",
}
_KEYS: Final = frozenset(
    """
    name layout type types supertypes subtypes colors colorIdentity identifiers legalities purchaseUrls relatedCards
    manaValue convertedManaCost faceManaValue faceConvertedManaCost faceName side manaCost text power toughness loyalty
    defense keywords colorIndicator asciiName hand life leadershipSkills hasAlternativeDeckLimit isFunny isReserved
    isGameChanger printings firstPrinting foreignData rulings uuid number setCode rarity language finishes availability
    borderColor frameVersion sourceProducts isPromo isReprint isOnlineOnly isRebalanced isAlternative isOversized
    isTextless hasContentWarning promoTypes boosterTypes attractionLights securityStamp originalReleaseDate
    otherFaceIds variations rebalancedPrintings originalPrintings cardParts faceFlavorName flavorName subsets artist
    artistIds edhrecRank edhrecSaltiness flavorText frameEffects hasFoil hasNonFoil isFullArt isStarter
    isStorySpotlight isTimeshifted originalText originalType printedName printedText printedType producedMana signature
    watermark duelDeck facePrintedName orientation colorIdentityIndicator
    """.split()
)
_SET_KEYS: Final = frozenset(
    """
    code name type releaseDate baseSetSize totalSetSize keyruneCode isFoilOnly isOnlineOnly languages translations block
    parentCode mtgoCode tokenSetCode isForeignOnly isNonFoilOnly isPaperOnly isPartialPreview mcmId mcmIdExtras mcmName
    tcgplayerGroupId cardsphereSetId decks sealedProduct booster cards tokens
    """.split()
)


def find_printings(answer: Any) -> Found:
    """Where the file of all printings lies; its day is told by the small file that is asked first."""
    day = Fields(answer, "Meta.json").fields("data", required=True).day("date")
    return Found(f"{HOME}/AllPrintings.json.xz", day)


class _Reading:
    """One reading of the files of a day."""

    def __init__(self) -> None:
        self.report = Report()
        self.cards = SourceCards(self.report)
        self.sets: dict[str, ToldSet] = {}
        self.formats: set[str] = set()

    def read_printings(self, file: BulkFile) -> None:
        for code, value in file.pairs("data"):
            told = self.read_set(Fields(value, f"{file.name}, set {code}"))
            of_set = Fields(value, f"{file.name}, {told.code}")
            for sides in _sides(of_set.parts("cards")):
                self._read_card(sides, self._printing(sides[0], told))
            for fields in of_set.parts("tokens"):
                self._leave_out(fields)

    def read_atomic(self, file: BulkFile) -> None:
        for name, value in file.pairs("data"):
            entries = Fields({"cards": value}, f"{file.name}, {name}").parts("cards")
            for sides in _sides(entries):
                codes = dict.fromkeys(code.upper() for code in sides[0].words("printings"))
                first = sides[0].code("firstPrinting", next(iter(codes), ""))
                for code in codes:
                    self._read_card(sides, self._bare_printing(sides[0], code, first))
                if not codes:
                    self._read_card(sides, None)

    def read_set(self, fields: Fields) -> ToldSet:
        fields.note_unknown(_SET_KEYS, self.report, "key of sets")
        told = ToldSet(
            fields.code("code"),
            fields.name("name"),
            fields.day("releaseDate", ""),
            fields.text("type"),
            fields.code("parentCode", ""),
            fields.flag("isOnlineOnly"),
            fields.flag("isPartialPreview"),
        )
        self.sets[told.code] = told
        return told

    def _read_card(self, sides: tuple[Fields, ...], printing: ToldPrinting | None) -> None:
        first = sides[0]
        for fields in sides:
            fields.note_unknown(_KEYS, self.report)
        no_card = printing is not None and self.sets[printing.code].kind in NO_CARDS
        if no_card or first.text("layout") in TOKENS or first.text("layout") == ART_CARD:
            self._leave_out(first)
            return
        card_id = _oracle_id(first)
        if not self.cards.knows(card_id):
            self.cards.tell(card_id, self._card(sides), first.flag("isFunny"))
        if printing:
            self.cards.add(card_id, printing)
        self.cards.add_statuses(card_id, self._statuses(first))
        self._add_names(card_id, first)

    def _leave_out(self, fields: Fields) -> None:
        if fields.text("layout", "") == ART_CARD:
            self.report.left_out["art card"] += 1
        else:
            self.cards.add_token(fields.name("name"))

    def _card(self, sides: tuple[Fields, ...]) -> ToldCard:
        first = sides[0]
        told = first.text("layout")
        layout = "normal" if told == "reversible_card" else told
        layout = LAYOUTS.get(known_word(layout, LAYOUTS, "layout", first.title, self.report), layout)
        parts = tuple(map(_part, sides))
        if told == "reversible_card" or layout == "meld":
            parts = parts[:1]
        elif len(parts) == 1 and " // " in first.name("name"):
            raise SourceError(f"{first.title} lacks its other parts.")
        name = first.name("name") if len(parts) > 1 else parts[0].name
        result = _meld_result(first) if layout == "meld" else ""
        return ToldCard(
            name,
            "transform" if layout == "normal" and len(parts) > 1 else layout,
            parts,
            first.number("manaValue"),
            first.words("colorIdentity", required=True),
            result if result != name else "",
            bool(result) and result == name,
        )

    def _printing(self, fields: Fields, of: ToldSet) -> ToldPrinting:
        platforms = frozenset(fields.words("availability", required=True))
        promo_types = fields.words("promoTypes")
        return ToldPrinting(
            of.code,
            fields.text("rarity"),
            fields.mark("number"),
            platforms,
            digital=fields.flag("isOnlineOnly") or bool(platforms and "paper" not in platforms),
            new=not fields.flag("isReprint"),
            silver=fields.text("borderColor", "") == "silver",
            acorn=fields.text("securityStamp", "") == "acorn",
            playtest="playtest" in promo_types,
            rebalanced=fields.flag("isRebalanced"),
        )

    def _bare_printing(self, fields: Fields, code: str, first: str) -> ToldPrinting:
        """A printing of which only its set is told."""
        if code not in self.sets:
            raise SourceError(f"{fields.title} is printed in {code}, which the list of sets lacks.")
        digital = self.sets[code].digital
        rebalanced = fields.name("name").startswith("A-")
        return ToldPrinting(code, digital=digital or rebalanced, new=code == first, rebalanced=rebalanced)

    def _statuses(self, fields: Fields) -> Mapping[str, Status]:
        found: dict[str, Status] = {}
        for word, value in fields.table("legalities", required=True).items():
            known_word(word, ALL_FORMATS, "format", fields.title, self.report)
            self.formats.add(word)
            if known_word(value.casefold(), STATUSES, "status", fields.title, self.report) in STATUSES:
                found[word] = STATUSES[value.casefold()]
        return found

    def _add_names(self, card_id: str, fields: Fields) -> None:
        if alias := fields.name("flavorName", ""):
            self.cards.add_alias(card_id, alias)
        for foreign in fields.parts("foreignData"):
            language, name = foreign.text("language"), foreign.name("name", "")
            known_word(language, _LANGUAGES, "language", fields.title, self.report)
            if name:
                self.cards.add_foreign(card_id, _LANGUAGES.get(language, language), name)


def _sides(entries: Iterable[Fields]) -> Iterator[tuple[Fields, ...]]:
    """The entries of each printing, its first side first: a card of several parts has an entry for each."""
    found: dict[str, dict[str, list[Fields]]] = {}
    for fields in entries:
        fields.title = f"{fields.title} ({fields.name('faceName', '') or fields.name('name')})"
        side = fields.text("side", "")
        # A card of one part, or a token, is by itself.
        of = (_oracle_id(fields) if side else "") or fields.title
        found.setdefault(of, {}).setdefault(side, []).append(fields)
    for by_side in found.values():
        first, *others = (by_side[side] for side in sorted(by_side))
        for place, fields in enumerate(first):
            yield (fields, *(other[min(place, len(other) - 1)] for other in others))


def _oracle_id(fields: Fields) -> str:
    return fields.fields("identifiers", required=True).text("scryfallOracleId")


def _part(fields: Fields) -> Part:
    types, supertypes, subtypes = read_types(fields.text("type"))
    name = fields.name("faceName", "") or fields.name("name")
    cost, text, power = (fields.text(key, "") for key in ("manaCost", "text", "power"))
    return Part(name, types, supertypes, subtypes, cost, text, bool(power))


def _meld_result(fields: Fields) -> str:
    """The card that two others become: the last of the parts that are told, or what stands behind the strokes."""
    parts = fields.words("cardParts")
    return parts[-1] if parts else fields.name("name").partition(" // ")[2]


def read(files: Mapping[str, BulkFile], day: date) -> SourceFacts:
    """All that the files tell; the day is in them."""
    reading = _Reading()
    main = files.get("AllPrintings") or files["AtomicCards"]
    if head := dict(islice(main.pairs("meta"), 2)):
        day = date.fromisoformat(Fields(head, f"{main.name}, `meta`").day("date"))
    if "SetList" in files:
        for fields in Fields(files["SetList"].whole(), files["SetList"].name).parts("data"):
            reading.read_set(fields)
    elif "AllPrintings" not in files:
        raise SourceError("AtomicCards tells nothing of sets; SetList goes with it.")
    if "AllPrintings" in files:
        reading.read_printings(main)
    else:
        reading.read_atomic(main)
    return reading.cards.finish(reading.sets.values(), day, sorted(reading.formats))


MTGJSON: Final = CardSource(
    id="mtgjson",
    title="MTGJSON",
    game="mtg",
    files=(
        SourceFile("AllPrintings", f"{HOME}/Meta.json", find=find_printings, instead="AtomicCards"),
        SourceFile("SetList", f"{HOME}/SetList.json.xz", optional=True),
    ),
    formats=ALL_FORMATS,
    read=read,
)
