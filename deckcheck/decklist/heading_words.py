"""Words above the parts of a list in languages other than English, as programs and players write them.

German, French, Spanish, Italian, Portuguese, Russian, Japanese, Korean, Chinese (simplified, then traditional). Words
with accents are known without them as well: `without_accents` adds those.
"""

from __future__ import annotations

import unicodedata
from typing import Final


def without_accents(*words: str) -> tuple[str, ...]:
    """The words, and the Latin ones among them without their accents."""
    bare = ("".join(c for c in unicodedata.normalize("NFKD", w) if not unicodedata.combining(c)) for w in words)
    return tuple(dict.fromkeys((*words, *(word for word in bare if word.isascii()))))


MAIN_DECK: Final = without_accents(
    *("hauptdeck", "deck principal", "jeu principal", "paquet principal", "mazo", "mazo principal", "baraja"),
    *("mazzo", "mazzo principale", "baralho", "baralho principal", "principal"),
    *("колода", "основная колода", "основа", "мейн", "мейндек"),
    *("デッキ", "メインデッキ", "メイン", "メインボード", "덱", "메인 덱", "메인덱", "메인"),
    *("主牌", "主牌组", "主套牌", "套牌", "牌组", "主卡组", "卡组", "主牌組", "牌組", "主牌庫"),
)
SIDEBOARD: Final = without_accents(
    *("beiboard", "ersatzbank", "seitendeck", "sideboards", "banquillo", "riserva", "riserve", "panchina", "banco"),
    *("сайдборд", "сайд", "запас"),
    *("サイドボード", "サイドデッキ", "サイド", "사이드보드", "사이드 보드", "사이드"),
    *("备牌", "备用牌", "副牌", "边牌", "備牌", "備用牌", "邊牌"),
)
RESERVE: Final = without_accents("réserve", "reserva", "réserves", "reservas")
"""The sideboard, but in games where "Reserve" is something else."""
COMMANDER: Final = without_accents(
    *("kommandeur", "kommandeure", "kommandant", "commandant", "commandants", "général", "comandante", "comandantes"),
    *("comandanti", "generale", "командир", "коммандер"),
    *("統率者", "ジェネラル", "커맨더", "사령관", "지휘관", "指挥官", "主将", "指揮官", "主將"),
)
COMPANION: Final = without_accents(
    *("gefährte", "gefährten", "gefährtin", "compagnon", "compañero", "compañera", "compagno", "compagna"),
    *("companheiro", "companheira", "спутник", "компаньон", "相棒", "단짝", "行侣", "行侶"),
)
MATERIAL_DECK: Final = without_accents(
    *("materialdeck", "materialien", "deck matériel", "matériel", "mazo material", "mazo de material", "materiale"),
    *("mazzo materiale", "baralho material", "deck material", "материал", "материальная колода"),
    *("マテリアル", "マテリアルデッキ", "素材デッキ", "머티리얼", "머티리얼 덱", "素材", "素材牌组", "素材牌組"),
)
ASIDE: Final = without_accents(
    *("vielleicht", "eventuell", "peut être", "à considérer", "en réflexion", "quizás", "quizá", "tal vez", "forse"),
    *("talvez", "возможно", "検討中", "候補", "メイビーボード", "고려 중", "후보", "待定", "候选", "考虑中", "候選"),
)
"""What is not in the deck."""
GROUPS: Final = without_accents(
    *("kreatur", "kreaturen", "länder", "standardländer", "basisländer", "zauber", "zaubersprüche", "spontanzauber"),
    *("hexereien", "verzauberungen", "artefakte", "sonstige", "sonstiges", "andere", "andere zauber"),
    *("créature", "créatures", "terrain", "terrains", "terrains de base", "sorts", "autres", "autres sorts"),
    *("éphémères", "rituels", "éphémères et rituels", "enchantements", "artefacts"),
    *("criatura", "criaturas", "tierra", "tierras", "tierras básicas", "hechizos", "conjuros", "instantáneos"),
    *("encantamientos", "artefactos", "otros", "otras", "otros hechizos"),
    *("creatura", "terre", "terre base", "magie", "istantanei", "stregonerie", "incantesimi", "artefatti", "altro"),
    *("altri", "altre magie", "terreno", "terrenos", "terrenos básicos", "mágicas", "magias", "mágicas instantâneas"),
    *("instantâneas", "feitiços", "encantamentos", "artefatos", "outros", "outras", "outras mágicas"),
    *("существа", "земли", "базовые земли", "заклинания", "мгновенные заклинания", "волшебство", "чары", "артефакты"),
    *("прочее", "другое", "クリーチャー", "土地", "基本土地", "呪文", "スペル", "インスタント", "ソーサリー"),
    *("エンチャント", "アーティファクト", "プレインズウォーカー", "その他"),
    *("생물", "대지", "기본 대지", "주문", "순간마법", "집중마법", "부여마법", "마법물체", "플레인즈워커", "기타"),
    *("生物", "地", "地牌", "基本地", "咒语", "瞬间", "法术", "结界", "神器", "鹏洛客", "其他"),
    *("咒語", "瞬間", "結界", "鵬洛客"),
)
CARDS: Final = r"cards?|karten?|cartes?|cartas?|карт[аы]?|枚|張|张|장"
"""A pattern for "cards" behind their number."""
