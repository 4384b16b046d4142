"""Every way to go beyond a pool, or to leave unsaid what is in it; each is registered with the ways that stay legal."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.legal_lists import CONDITIONS, cards_with, is_land
from tests.pools_made import APART, REGISTERED, SNOW, TEAMS, a_plain, apart, beside, more, spells, way
from tests.pools_reference import FREE, Case

# --- Ways to break it -----------------------------------------------------------------------------------------------


@way("illegal", "pool")
def a_foreign_card(case: Case, rng: Random) -> Case | None:
    return more(case, rng.choice(["main", "sideboard"]), a_plain(case, rng))


@way("illegal", "pool")
def a_copy_too_many_over_deck_and_sideboard(case: Case, rng: Random) -> Case | None:
    if not (names := spells(case)):
        return None
    name = rng.choice(names)
    return more(case, "sideboard", name, case.pool[name] - case.piles["main"][name] + 1)


@way("illegal", "pool")
def snow_covered_lands_from_nowhere(case: Case, rng: Random) -> Case | None:
    name = rng.choice([name for name in SNOW if name not in case.pool])
    return more(case, "main", name, rng.randint(1, 3))


@way("illegal", "main-min")
def thirty_nine_cards(case: Case, rng: Random) -> Case | None:
    land = max(sorted(FREE), key=lambda name: case.piles["main"][name])
    over = case.piles["main"].total() - 39
    return more(case, "main", land, -over) if case.piles["main"][land] > over else None


@way("illegal", "pool", kinds=REGISTERED)
def a_card_that_the_list_s_own_pool_has_alone(case: Case, rng: Random) -> Case | None:
    name = a_plain(case, rng)
    case.says = case.pool + Counter({name: 1})
    return more(case, "main", name)


@way("illegal", "pool")
def attractions_that_were_not_opened(case: Case, rng: Random) -> Case | None:
    name = next(name for name in apart("kind:attraction") if name not in case.pool)
    return more(case, "attractions", name, 3)


@way("illegal", "supplementary-deck")
def two_attractions(case: Case, rng: Random) -> Case | None:
    name = rng.choice(apart("kind:attraction"))
    case.pool[name] += 2
    return more(case, "attractions", name, 2)


@way("illegal", "supplementary-deck")
def four_sticker_sheets(case: Case, rng: Random) -> Case | None:
    name = rng.choice(apart("kind:sticker"))
    case.pool[name] += 4
    return more(case, "stickers", name, 4)


@way("illegal", "supplementary-deck")
def contraptions_of_the_pool(case: Case, rng: Random) -> Case | None:
    name = rng.choice(cards_with("mtg", "kind:contraption")).name
    case.pool[name] += 1
    return more(case, "contraptions", name)


@way("illegal", "not-a-tournament-card")
def a_card_for_casual_play_of_the_pool(case: Case, rng: Random) -> Case | None:
    kind = rng.choice(["kind:conspiracy", "acorn", "silver-border", "playtest", "kind:meld-result", "rebalanced"])
    name = rng.choice([c for c in cards_with("mtg", kind) if c.traits.isdisjoint(APART)]).name
    case.pool[name] = beside(case)[name] + 1
    return more(case, rng.choice(["main", "sideboard"]), name)


@way("illegal", "pool", kinds=("own", "named"))
def arena_s_version_of_a_card_that_was_opened(case: Case, rng: Random) -> Case | None:
    one = rng.choice([c for c in cards_with("mtg", "rebalanced") if c.name.startswith("A-")])
    paper = " // ".join(face.removeprefix("A-") for face in one.name.split(" // "))
    case.pool[paper], case.pool[one.name] = 1, 0
    case.pool += Counter()
    case.platform = rng.choice(["paper", "arena"])
    return more(case, "main", one.name)


@way("illegal", "companion")
def yorion_over_fifty_nine(case: Case, rng: Random) -> Case | None:
    case.pool["Yorion, Sky Nomad"] = beside(case)["Yorion, Sky Nomad"] + 1
    return more(more(case, "companion", "Yorion, Sky Nomad"), "main", "Island", 59 - case.piles["main"].total())


@way("illegal", "companion")
def lutri_with_two_of_a_kind(case: Case, rng: Random) -> Case | None:
    name = a_plain(case, rng, lambda c: not is_land(c))
    case.pool += Counter({"Lutri, the Spellchaser": 1 + case.pool["Lutri, the Spellchaser"], name: 2})
    return more(more(case, "companion", "Lutri, the Spellchaser"), "main", name, 2)


@way("illegal", "companion")
def a_card_against_the_companion(case: Case, rng: Random) -> Case | None:
    name = rng.choice(sorted(CONDITIONS))
    wrong = a_plain(case, rng, lambda c: not CONDITIONS[name](c) and " // " not in c.name)
    case.pool += Counter({name: 1 + beside(case)[name], wrong: 1})
    return more(more(case, "companion", name), "main", wrong)


@way("illegal", "pool")
def a_companion_that_was_not_opened(case: Case, rng: Random) -> Case | None:
    name = "Yorion, Sky Nomad"
    if name in case.pool:
        return None
    return more(more(case, "companion", name), "main", "Island", 20)


@way("illegal", "pool", kinds=TEAMS)
def a_card_on_two_lists(case: Case, rng: Random) -> Case | None:
    if not case.mates:
        return None
    name = a_plain(case, rng)
    case.pool[name] = rng.randint(1, 3)
    where = rng.choice(["main", "sideboard"]) if case.kind == "team" else "main"
    at = rng.randrange(len(case.mates))
    mate = case.mates[at]
    case.mates[at] = {**mate, where: mate[where] + Counter({name: case.pool[name]})}
    return more(case, rng.choice(["main", "sideboard"]), name)


@way("legal", kinds=TEAMS)
def a_card_on_two_lists_until_the_mate_s_is_withdrawn(case: Case, rng: Random) -> Case | None:
    broken = a_card_on_two_lists(case, rng)
    if broken:
        broken.mates = []
    return broken


# --- What nobody could read -----------------------------------------------------------------------------------------


@way("unclear")
def a_line_of_the_list_that_nobody_knows(case: Case, rng: Random) -> Case | None:
    case.unread["main"] = 1
    return case


@way("illegal", "pool")
def a_foreign_card_beside_a_line_that_nobody_knows(case: Case, rng: Random) -> Case | None:
    case.unread["main"] = 1
    return more(case, "main", a_plain(case, rng))


@way("unclear", kinds=("named",))
def one_line_of_the_pool_may_be_the_card(case: Case, rng: Random) -> Case | None:
    case.unread["pool"] = rng.randint(1, 3)
    return more(case, "main", a_plain(case, rng), rng.randint(1, case.unread["pool"]))


@way("illegal", "pool", kinds=("named",))
def one_line_of_the_pool_cannot_be_two_cards(case: Case, rng: Random) -> Case | None:
    case.unread["pool"] = 1
    return more(more(case, "main", a_plain(case, rng)), "sideboard", a_plain(case, rng))


@way("unclear", kinds=REGISTERED)
def a_registered_card_under_a_lost_name_may_be_the_card(case: Case, rng: Random) -> Case | None:
    case.lost = rng.randint(1, 3)
    return more(case, "main", a_plain(case, rng), rng.randint(1, case.lost))


@way("illegal", "pool", kinds=REGISTERED)
def a_registered_card_under_a_lost_name_cannot_be_two_cards(case: Case, rng: Random) -> Case | None:
    case.lost = 1
    return more(more(case, "main", a_plain(case, rng)), "main", a_plain(case, rng))
