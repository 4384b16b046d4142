"""The words that head the columns of lists, in the languages of players, and words that fill columns of no interest.

What programs call their columns is read off their exports (tests/dialects/table); the other languages are what the
words are in a spreadsheet somebody made. All are kept folded.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from deckcheck.decklist.names import fold


class Role(StrEnum):
    """What a column says of the card in its row."""

    COUNT = "count"
    PART = "part"
    """The count of one finish, of which a row has several."""
    NUMBER = "number"
    """A word for a count as well as for a collector number."""
    BARE = "bare name"
    """The name without treatment, beside one with it."""
    ENGLISH = "english name"
    NAME = "name"
    PRODUCT = "product"
    """The name, where no better column is there."""
    SECTION = "section"
    CATEGORY = "category"
    """Groups of the deck, among them its sections."""
    SET = "set"
    COLLECTOR = "collector number"
    PLACE = "place"
    """A section or a group of the deck: the column holds its cards, their copies in it, or yes and no."""
    OTHER = "other"
    """Nothing that reading needs, and above all no count."""


NAMES: Final = (Role.BARE, Role.ENGLISH, Role.NAME, Role.PRODUCT)
"""The roles of columns that name the card, the best first."""


def head(text: str) -> str:
    """A heading of a column, folded: "Card_Name" is "card name", "Collector #" is "collector number"."""
    return fold(text if text.strip() == "#" else text.replace("#", " number "))


_WORDS: Final = {
    Role.COUNT: """
        count|qty|quantity|quantityx|amount|copies|card count|x|total qty|total quantity|add to quantity|deck quantity
        deck qty|number of copies|no of copies|qty in deck|quantity in deck|number in deck|pcs|pieces|how many|ct
        anzahl|anz|menge|stück|stk|stückzahl|exemplare|kopien
        quantité|qté|qtés|quantités|nombre|nb|nbr|exemplaires|nombre d'exemplaires|copie|copies
        cantidad|cant|copias|ejemplares|unidades|uds
        quantità|qta|q.tà|numero copie|numero di copie
        quantidade|qtd|qtde|cópias|quant
        枚数|数量|數量|数|個数|张数|張數|매수|수량|장수|개수
        количество|кол-во|колво|шт|ilość|liczba|szt|aantal|antal|antall|määrä|kpl|počet|ks|množství|darab|db|mennyiség""",
    Role.PART: """
        reg qty|foil qty|regular qty|normal qty|nonfoil qty|non-foil qty|etched qty|foil quantity|normal quantity
        regular quantity|nonfoil quantity|non-foil quantity|quantity foil|quantity normal|qty foil|qty normal
        foil count|normal count|regular count|nonfoil count|non-foil count|anzahl foil""",
    Role.NUMBER: "#|number|nummer|numero|número|numéro|num|no|nr|n°|nº|番号|编号|編號|номер|numer",
    Role.BARE: "simple name|bare name|base name|clean name|oracle name",
    Role.ENGLISH: """
        english name|name en|name (en)|name english|english|english card name|card name en|card name (english)
        englischer name|englisch|nom anglais|nom en anglais|nombre en inglés|nombre inglés|nome inglese|nome in inglese
        nome em inglês|nome inglês|英語名|英名|英文名|영문명|영어 이름""",
    Role.NAME: """
        name|card|cards|card(s)|card name|cardname|card title|kartenname|karte|karten|nom|nom de la carte|nom de carte
        carte|cartes|nombre de la carta|nombre de carta|nombre carta|carta|cartas|nome|nome da carta|nome della carta
        nome carta|カード名|カード|名前|名称|名稱|卡名|牌名|卡牌|卡牌名|卡牌名称|카드명|카드 이름|카드이름|카드|이름
        название|название карты|карта|имя|nazwa|nazwa karty|karta|naam|kaart|kaartnaam|kort|kortnavn|kortnamn|namn|navn
        nimi|kortti|kortin nimi|název|název karty|jméno|kártya|név|kártya neve""",
    Role.PRODUCT: """
        title|product name|product|article|artikel|articolo|artículo|item|item name|local name|localized name
        localized product name|printed name|produkt|produit|producto|prodotto|produto|bezeichnung""",
    Role.SECTION: """
        board|section|zone|deck section|deck zone|deck part|deck board|main/side|list section|bereich|abschnitt|sektion
        sección|zona|sezione|seção|secção|セクション|区分|領域|区域|구역|раздел|sekcja|strefa""",
    Role.CATEGORY: """
        category|categories|kategorie|kategorien|catégorie|catégories|categoría|categorías|categoria|categorie|categorias
        カテゴリ|カテゴリー|分类|分類|분류|категория|kategoria""",
    Role.SET: """
        set|set code|setcode|set id|edition|edition code|expansion|expansion code|expansion symbol|printing|code|exp
        set abbreviation|kürzel|édition|edición|edizione|edição|expansión|espansione|expansão|セット|エキスパンション
        版|系列|세트|выпуск|edycja""",
    Role.COLLECTOR: """
        collector number|collector|collectors number|card number|set number|cn|collector no|collector nr|sammlernummer
        kartennummer|numéro de collection|número de coleccionista|numero di collezione|número de colecionador
        コレクター番号|カード番号|collectornumber|cardnumber""",
    Role.PLACE: """
        main|main deck|maindeck|mainboard|main board|md|mb|side|sideboard|side board|side deck|sb|sideboarded|commander
        companion|maybeboard|maybe|considering|is commander|in sideboard|is sideboard|creatures|spells|lands
        other spells|material|material deck|hauptdeck|kreaturen|zaubersprüche|länder|jeu principal|réserve
        deck principal|banquillo|mazo|mazo principal|criaturas|tierras|mazzo|mazzo principale|creature|terre
        terrenos|reserva|grimório|メイン|メインデッキ|サイド|サイドボード|クリーチャー|呪文|土地|主牌|备牌|메인|메인덱|사이드|사이드보드""",
    Role.OTHER: """
        tradelist count|trade quantity|trade qty|tradelist|for trade|decks count built|decks count all|built|owned|have
        have qty|need|needed|missing|want|wanted|wishlist count|wish qty|in stock|stock|available|my store reserve qty
        cmc|cc|mv|mana value|converted mana cost|mana cost|cost|manawert|manakosten|coste|coste de maná|coût
        coût de mana|costo|costo di mana|custo|custo de mana|マナ総量|マナコスト|点数|コスト|power|toughness
        p/t|pt|loyalty|level|reserve cost|memory cost|element|elements|class|classes|speed|life|durability|points|rank
        score|type|types|card type|sub-types|super-types|subtype|supertype|typ|tipo|タイプ|类型|타입|тип|text|rules text
        color|colors|colour|colours|identities|color identity|farbe|farben|couleur|colore|cor|色|color category
        rarity|seltenheit|rareté|rareza|rarità|raridade|レアリティ|稀有度|희귀도|редкость
        foil|finish|premium|printing type|extras|variation|is foil|is pinned|is signed|signed|alter|altered|altered art
        artist proof|misprint|promo|textless|proxy|playtest card|signing|alteration|condition|zustand|état|estado
        condizione|condição|状態|状态|상태|language|lang|sprache|langue|idioma|lingua|língua|言語|语言|언어|язык
        set name|setname|edition name|expansion name|series|release|year|jahr|année|año|anno|ano|年
        price|price bought|purchase price|my price|single price|single foil price|total price|price source|preis|prix
        precio|prezzo|preço|価格|价格|가격|цена|cena|low|mid|market|market price|market value|value|usd|eur|tix|sum
        total|subtotal|purchase price currency|tcg market price|tcg direct low|tcg low price with shipping|tcg low price
        tcg marketplace price|acquired price|acquired date|price sale|total value|avg|trend|wert
        multiverse id|multiverseid|mvid|scryfall id|scryfall oracle id|oracle id|tcgplayer id|mtgo id|manabox id|id
        id number|product id|sku|card id|printing id|printing note|cardmarket id|idproduct|gatherer id|uuid
        product line|photo url|image url|image back url|image|url|link|artist|illustrator|notes|note|comment|comments
        kommentar|notizen|remarks|tags|tag|last modified|last updated|added|date added|date bought|purchasedate
        entered date|folder|folder name|binder name|binder type|deck|deck name|custom|status|set order|folder id""",
}
HEADS: Final = {
    fold(word.strip()): role
    for role, words in _WORDS.items()
    for word in words.replace("\n", "|").split("|")
    if word.strip()
}
"""Each known heading of a column, folded, with its role."""
NAME_OR_COUNT: Final = "nombre"
"""French for a count and Spanish for a name: what the column holds decides."""

YES: Final = frozenset("yes y true x ✓ ✔ ☑ 1 ja j oui o si sí sim s はい ○ 是 예 да tak".split())
NO: Final = frozenset("no n false 0 - nein non não nao いいえ × 否 아니오 нет nie".split())

TOTALS: Final = frozenset(
    fold(word)
    for word in (
        "total|totals|grand total|sub total|subtotal|sum|summe|gesamt|gesamtzahl|insgesamt|zwischensumme|totale|totali"
        "|somme|suma|totaal|razem|celkem|totalt|yhteensä|összesen|合計|小計|总计|總計|합계|итого|всего|total cards"
        "|cards total|deck total|main deck total|sideboard total|total main deck|total sideboard|total main|total side"
    ).split("|")
)
"""What stands beside the sum of a column."""

FILLERS: Final = frozenset(
    """
    near mint|nm|mint|m|lightly played|lp|moderately played|mp|heavily played|hp|damaged|dmg|played|good|excellent|ex|gd
    pl|po|poor|nearmint|lightplayed|slightly played|sp|light played
    english|german|french|spanish|italian|portuguese|japanese|korean|russian|chinese|simplified chinese
    traditional chinese|chinese simplified|chinese traditional|deutsch|français|español|italiano|português|日本語|en|de
    fr|es|it|pt|ja|jp|ko|kr|ru|zhs|zht|cs|ct
    foil|normal|nonfoil|non-foil|etched|regular|foil etched|surge foil|glossy
    common|uncommon|rare|mythic|mythic rare|land|basic land|special|bonus|c|u|r|l|s
    creature|instant|sorcery|enchantment|artifact|planeswalker|battle|kreatur|spontanzauber|hexerei|verzauberung|artefakt
    yes|no|true|false|ja|nein|oui|non|sí|sim|não
    white|blue|black|red|green|colorless|multicolor|w|b|g
    ally|action|attack|item|weapon|domain|phantasia|regalia|champion|unique
    """.replace("\n", "|")
    .replace("    ", "")
    .split("|")
)
"""What fills columns that are no names."""
