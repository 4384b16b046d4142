"""House rules of an event: what a fact sheet bans, admits and counts otherwise, and that every verdict says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.law.event_law import apply_house, sizes_of
from deckcheck.law.event_rules import MOST, HouseError, HouseRules, house_json, read_house
from deckcheck.law.event_rules_read import check_house, house_of_form, settle_house
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Report
from deckcheck.verdict.reports_json import as_json
from tests.law.law import book, card, law

DAY: Final = "2026-03-01"
OPENER: Final = "A house rule overrides the format here: "
PLAYABLE: Final = (
    "Lightning Bolt",
    "Counterspell",
    "Thoughtseize",
    "Snapcaster Mage",
    "Brazen Borrower // Petty Theft",
)
BARRED: Final = ("Ancient Den", "Skullclamp", "Hypergenesis")
OUTSIDE: Final = ("Brainstorm", "Black Lotus", "Sol Ring")


def housed(rules: HouseRules, format_id: str = "modern", platform: str = "", match: str | None = None) -> Rulebook:
    """The format's law with the house rules."""
    plain = book(format_id, DAY, platform, match)
    return apply_house(plain, rules, open_index(plain.game.id))


def judged(text: str, under: Rulebook) -> Report:
    return judge_list(text, under, open_index(under.game.id))


def wrong(text: str, under: Rulebook) -> list[str]:
    """The rules that the list breaks."""
    return [p.clause for p in judged(text, under).problems if p.severity == "error"]


def deck(*rows: str, filler: str = "Island", size: int = 60, side: tuple[str, ...] = ()) -> str:
    """A main deck of these rows and basic lands up to the size, and a sideboard."""
    rest = size - sum(int(row.split()[0]) for row in rows)
    return "\n".join([*rows, f"{rest} {filler}", *(("", "Sideboard", *side) if side else ())])


# Bans, unbans, restrictions, admissions.


def test_a_house_ban_makes_a_list_illegal_that_was_legal() -> None:
    text = deck("4 Lightning Bolt")
    assert wrong(text, book("modern", DAY)) == []
    assert wrong(text, housed(HouseRules(bans=("Lightning Bolt",)))) == ["banned"]
    assert wrong(deck("4 Counterspell"), housed(HouseRules(bans=("Lightning Bolt",)))) == []


def test_a_house_ban_holds_in_the_sideboard_too() -> None:
    under = housed(HouseRules(bans=("Lightning Bolt",)))
    assert wrong(deck(side=("1 Lightning Bolt",)), under) == ["banned"]


def test_a_house_ban_stands_beside_those_of_the_format_with_its_own_source() -> None:
    found = judged(deck("1 Ancient Den", "1 Lightning Bolt"), housed(HouseRules(bans=("Lightning Bolt",))))
    assert [(p.cards, p.cites) for p in found.problems] == [
        (("Ancient Den",), ("MTR 6.2",)),
        (("Lightning Bolt",), ("Fact sheet",)),
    ]


def test_the_verdict_on_a_house_ban_says_whose_it_is() -> None:
    rules = HouseRules(bans=("Lightning Bolt",), source="fact sheet of Northern Open")
    report = judged(deck("4 Lightning Bolt"), housed(rules))
    told = as_json(report)
    (problem,) = told["problems"]
    assert problem["message"] == "Lightning Bolt is banned by the fact sheet of this event."
    assert problem["source"] == "Fact sheet"
    assert problem["facts"]["source"] == "the fact sheet of Northern Open"
    assert problem["facts"]["since"] == DAY
    assert report.problems[0].given_by == "fact sheet of Northern Open"
    assert told["warnings"][0] == f"{OPENER}Lightning Bolt is banned."


def test_a_house_ban_holds_in_limited_where_nothing_is_banned() -> None:
    under = housed(HouseRules(bans=("Lightning Bolt",)), "limited-draft")
    assert wrong(deck("1 Lightning Bolt", size=40), under) == ["banned"]
    assert wrong(deck("1 Counterspell", size=40), under) == []


def test_a_house_ban_holds_for_a_commander() -> None:
    text = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain\n"
    assert wrong(text, book("commander", DAY)) == []
    assert wrong(text, housed(HouseRules(bans=("Krenko, Mob Boss",)), "commander")) == ["banned"]


def test_a_house_ban_reaches_the_card_that_arena_reads_in_its_place() -> None:
    plain = book("historic", DAY)
    paper, twin = next((p, t) for p, t in sorted(plain.twins.items()) if plain.legality.admits(card(t)).admitted)
    text = deck(f"1 {paper}")
    assert wrong(text, plain) == []
    assert wrong(text, housed(HouseRules(bans=(paper,)), "historic")) == ["banned"]
    assert wrong(text, housed(HouseRules(bans=(twin,)), "historic")) == ["banned"]


@pytest.mark.parametrize(
    ("name", "day"), [("Fabled Azurite Fatestone", "2026-12-11"), ("Ranger Strides", "2026-05-20")]
)
def test_a_house_ban_holds_where_the_ban_of_the_format_is_in_doubt(name: str, day: str) -> None:
    plain = book("ga-standard", day)
    rules = HouseRules(bans=(name,))
    under = apply_house(plain, rules, open_index("ga"))
    assert not list(check_house(rules, plain, open_index("ga")))
    assert "banned" not in wrong(f"1 {name}", plain)
    assert "banned" in wrong(f"1 {name}", under)


def test_a_house_unban_lifts_a_ban() -> None:
    text = deck("4 Ancient Den")
    assert wrong(text, book("modern", DAY)) == ["banned"]
    assert wrong(text, housed(HouseRules(unbans=("Ancient Den",)))) == []
    assert wrong(deck("4 Skullclamp"), housed(HouseRules(unbans=("Ancient Den",)))) == ["banned"]


def test_a_house_unban_lifts_a_restriction_but_not_the_four_copies() -> None:
    under = housed(HouseRules(unbans=("Ancestral Recall",)), "vintage")
    assert wrong(deck("2 Ancestral Recall"), book("vintage", DAY)) == ["restricted"]
    assert wrong(deck("4 Ancestral Recall"), under) == []
    assert wrong(deck("5 Ancestral Recall"), under) == ["copies"]


def test_a_house_restriction_leaves_one_copy() -> None:
    under = housed(HouseRules(restrictions=("Lightning Bolt",)))
    assert wrong(deck("1 Lightning Bolt"), under) == []
    assert wrong(deck("5 Lightning Bolt"), under) == ["restricted"]
    (problem,) = judged(deck("1 Lightning Bolt", side=("1 Lightning Bolt",)), under).problems
    assert problem.text == (
        "2 copies of Lightning Bolt in main deck and sideboard together; "
        "the fact sheet of this event restricts it to 1."
    )
    assert problem.cites == ("Fact sheet",)


def test_a_house_restriction_of_a_banned_card_lets_one_copy_in() -> None:
    under = housed(HouseRules(restrictions=("Ancient Den",)))
    assert wrong(deck("1 Ancient Den"), under) == []
    assert wrong(deck("2 Ancient Den"), under) == ["restricted"]


def test_an_allowed_card_is_in_though_no_set_is() -> None:
    text = deck("4 Brainstorm")
    assert wrong(text, book("modern", DAY)) == ["not-in-format"]
    under = housed(HouseRules(allowed=("Brainstorm",)))
    assert wrong(text, under) == []
    assert wrong(deck("5 Brainstorm"), under) == ["copies"]
    assert wrong(deck("1 Black Lotus"), under) == ["not-in-format"]


def test_an_allowed_card_may_be_one_for_casual_play() -> None:
    text = deck("1 Chaos Confetti")
    assert wrong(text, book("vintage", DAY)) == ["not-a-tournament-card"]
    assert wrong(text, housed(HouseRules(allowed=("Chaos Confetti",)), "vintage")) == []


def test_an_allowed_card_may_be_restricted() -> None:
    under = housed(HouseRules(allowed=("Black Lotus",), restrictions=("Black Lotus",)))
    assert wrong(deck("1 Black Lotus"), under) == []
    assert wrong(deck("2 Black Lotus"), under) == ["restricted"]


# Sizes.


@pytest.mark.parametrize(
    ("sizes", "text", "before", "after"),
    [
        ({"main-min": 40}, deck(size=40), ["main-min"], []),
        ({"main-min": 40}, deck(size=39), ["main-min"], ["main-min"]),
        ({"main-min": 80}, deck(size=79), [], ["main-min"]),
        ({"main-max": 60}, deck(size=60), [], []),
        ({"main-max": 60}, deck(size=61), [], ["main-max"]),
        ({"main-exact": 50}, deck(size=50), ["main-min"], []),
        ({"main-exact": 50}, deck(size=60), [], ["main-exact"]),
        ({"sideboard-max": 20}, deck(side=("20 Swamp",)), ["sideboard-max"], []),
        ({"sideboard-max": 0}, deck(side=("1 Swamp",)), [], ["sideboard-max"]),
        ({"copies": 2}, deck("2 Lightning Bolt"), [], []),
        ({"copies": 2}, deck("2 Lightning Bolt", side=("1 Lightning Bolt",)), [], ["copies"]),
        ({"copies": 5}, deck("5 Lightning Bolt"), ["copies"], []),
    ],
)
def test_a_house_size_counts_instead_of_the_formats(
    sizes: dict[str, int], text: str, before: list[str], after: list[str]
) -> None:
    assert wrong(text, book("modern", DAY)) == before
    assert wrong(text, housed(HouseRules(sizes=sizes))) == after


def test_a_house_size_says_what_it_stands_for() -> None:
    rules = HouseRules(sizes={"main-min": 40}, source="fact sheet of Northern Open")
    report = judged(deck(size=30), housed(rules))
    (problem,) = as_json(report)["problems"]
    assert problem["message"] == "30 cards in the main deck; you need at least 40."
    assert problem["source"] == "Fact sheet, instead of MTR 6.1 and CR 100.2a"
    assert report.problems[0].given_by == "fact sheet of Northern Open"
    assert report.warnings[0] == f"{OPENER}at least 40 cards in the main deck, not 60."


def test_grand_archives_own_sizes_can_be_changed() -> None:
    assert sizes_of(book("ga-standard", DAY)).items() >= {("material-size", 12), ("sideboard-points", 15)}
    champions = "\n".join(f"1 {name}" for name in ("Lost Spirit", "Spirit of Fire", "Spirit of Water"))
    text = f"Main\n60 Fireball\n\nMaterial\n{champions}"
    rules = HouseRules(sizes={"material-size": 2, "copies": 60})
    assert wrong(text, housed(replace(rules, sizes={"copies": 60}), "ga-standard")) == []
    assert wrong(text, housed(rules, "ga-standard")) == ["material-size"]


def test_points_of_a_sideboard_can_be_changed() -> None:
    text = "Main\n4 Fireball\n\nMaterial\n1 Spirit of Fire\n\nSideboard\n1 Spirit of Water\n1 Spirit of Wind\n"
    drop = ("main-min",)
    assert "sideboard-points" not in wrong(text, housed(HouseRules(drop=drop), "ga-standard"))
    assert wrong(text, housed(HouseRules(sizes={"sideboard-points": 5}, drop=drop), "ga-standard")) == [
        "sideboard-points"
    ]
    assert wrong(text, housed(HouseRules(sizes={"sideboard-points": 6}, drop=drop), "ga-standard")) == []


def test_a_companion_that_counts_from_the_least_size_follows_the_house() -> None:
    text = deck("1 Lightning Bolt", size=60) + "\n\nCompanion\n1 Yorion, Sky Nomad"
    assert "companion" in wrong(text, book("legacy", DAY))
    assert wrong(text, housed(HouseRules(sizes={"main-min": 40}), "legacy")) == []
    assert wrong(text, housed(HouseRules(sizes={"main-min": 41}), "legacy")) == ["companion"]


COMMANDERS: Final = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain\n\nSideboard\n"


def test_a_format_without_a_sideboard_can_be_given_one() -> None:
    side = COMMANDERS + "1 Lightning Bolt\n1 Goblin Guide\n1 Shock\n1 Lava Spike"
    assert wrong(side, book("commander", DAY)) == ["sideboard-forbidden"]
    assert wrong(side, housed(HouseRules(sizes={"sideboard-max": 4}), "commander")) == []
    assert wrong(side, housed(HouseRules(sizes={"sideboard-max": 3}), "commander")) == ["sideboard-max"]


@pytest.mark.parametrize("rules", [HouseRules(sizes={"sideboard-max": 10}), HouseRules(drop=("sideboard-forbidden",))])
def test_a_new_sideboard_is_judged_as_the_deck_is(rules: HouseRules) -> None:
    under = housed(rules, "commander")
    assert wrong(COMMANDERS + "1 Shock\n1 Lava Spike\n1 Goblin Guide\n1 Black Lotus", under) == ["banned"]
    assert wrong(COMMANDERS + "2 Shock\n1 Lava Spike\n1 Goblin Guide", under) == ["singleton"]
    assert wrong(COMMANDERS + "1 Shock\n1 Lava Spike\n1 Goblin Guide\n1 Counterspell", under) == ["colour-identity"]


def test_a_house_size_of_a_singleton_format_replaces_the_exact_one() -> None:
    under = housed(HouseRules(sizes={"main-min": 60, "main-max": 70}), "commander")
    head = "Commander\n1 Krenko, Mob Boss\n\nDeck\n"
    assert wrong(head + "59 Mountain", under) == []
    assert wrong(head + "50 Mountain", under) == ["main-min"]
    assert wrong(head + "70 Mountain", under) == ["main-max"]


# Rules left out.


def test_a_rule_that_is_left_out_is_not_asked() -> None:
    text = deck("9 Lightning Bolt")
    under = housed(HouseRules(drop=("copies",)))
    assert wrong(text, book("modern", DAY)) == ["copies"]
    assert wrong(text, under) == []
    assert under.warnings[0] == f"{OPENER}the rule copies does not hold."


def test_leaving_out_the_formats_bans_leaves_those_of_the_house() -> None:
    under = housed(HouseRules(drop=("banned",), bans=("Skullclamp",)))
    assert wrong(deck("1 Ancient Den"), under) == []
    assert wrong(deck("1 Skullclamp"), under) == ["banned"]


def test_what_makes_a_list_readable_cannot_be_left_out() -> None:
    for name in ("line-read", "unknown-card", "ambiguous-card", "section-known"):
        under = housed(HouseRules(drop=(name,)))
        assert under.digest == book("modern", DAY).digest
        assert under.warnings[0] == f"The fact sheet cannot be followed here: Modern has no {name} to leave out."


# What holds of all of it.


def test_no_house_rules_change_nothing() -> None:
    for format_id in law().formats:
        plain = book(format_id, DAY)
        assert apply_house(plain, HouseRules(), open_index(plain.game.id)) is plain


def test_what_the_format_says_already_changes_nothing() -> None:
    rules = HouseRules(
        bans=BARRED, unbans=("Island",), allowed=("Lightning Bolt",), sizes={"main-min": 60, "copies": 4}
    )
    plain = book("modern", DAY)
    assert apply_house(plain, rules, open_index("mtg")) is plain


def test_the_name_of_the_fact_sheet_is_no_law() -> None:
    rules = HouseRules(bans=("Lightning Bolt",), sizes={"main-min": 40})
    renamed = replace(rules, source="fact sheet of Southern Open")
    assert housed(rules).digest == housed(renamed).digest
    assert housed(rules).digest != book("modern", DAY).digest


def test_a_card_that_is_gone_from_the_catalogue_is_told_and_stops_nothing() -> None:
    under = housed(HouseRules(bans=("No Such Card", "Lightning Bolt"), sizes={"boons": 2}))
    assert under.warnings[1:3] == (
        "The fact sheet cannot be followed here: Modern has no boons to change.",
        "The fact sheet cannot be followed here: no card is called No Such Card now.",
    )
    assert wrong(deck("1 Lightning Bolt"), under) == ["banned"]


def test_one_warning_lists_every_override() -> None:
    rules = HouseRules(
        bans=("Lightning Bolt", "Counterspell"),
        unbans=("Ancient Den",),
        restrictions=("Thoughtseize",),
        allowed=("Brainstorm",),
        sizes={"copies": 1, "sideboard-max": 0},
        drop=("companion",),
    )
    assert housed(rules).warnings[0] == (
        OPENER + "the rule companion does not hold; at most 1 copy of a card, not 4; "
        "at most 0 cards in the sideboard, not 15; Ancient Den is not banned or restricted; "
        "Lightning Bolt and Counterspell are banned; Thoughtseize is restricted to 1 copy; Brainstorm is allowed."
    )


def test_the_fact_sheet_is_a_document_that_may_be_cited() -> None:
    cites = {cite for b in housed(HouseRules(bans=("Opt",), sizes={"copies": 3})).clauses for cite in b.clause.cites}
    assert {cite.partition(" ")[0] for cite in cites} <= set(law().documents)
    assert "Fact sheet" in cites


def test_the_formats_own_rulebook_stays_as_it_was() -> None:
    plain = book("modern", DAY)
    before = (plain.digest, dict(plain.legality.statuses), plain.clauses)
    housed(HouseRules(bans=PLAYABLE, allowed=OUTSIDE, sizes={"main-min": 1}, drop=("copies",)))
    assert (plain.digest, dict(plain.legality.statuses), plain.clauses) == before
    assert not plain.legality.admits(card("Brainstorm")).admitted


names = st.sampled_from([*PLAYABLE, *BARRED, *OUTSIDE])
some = st.lists(names, unique=True, max_size=3).map(tuple)
numbers = st.dictionaries(st.sampled_from(["main-min", "sideboard-max", "copies"]), st.integers(0, 99), max_size=3)
house_rules = st.builds(
    HouseRules,
    bans=some,
    unbans=some,
    restrictions=some,
    allowed=some,
    sizes=numbers,
    drop=st.lists(st.sampled_from(["companion", "banned", "not-in-format"]), unique=True, max_size=2).map(tuple),
)


def content(under: Rulebook) -> Any:
    """The law that a verdict can depend on, over the cards in question."""
    statuses = {name: status._replace(source="") for name, status in under.legality.statuses.items()}
    pool = [under.legality.admits(card(name)) for name in (*PLAYABLE, *BARRED, *OUTSIDE)]
    clauses = sorted((b.clause.name, b.rule.id, repr(b.params), b.clause.cites) for b in under.clauses)
    return statuses, pool, clauses


@given(house_rules, house_rules)
@example(HouseRules(), HouseRules(sizes={"main-min": 60}))
@example(HouseRules(bans=("Opt", "Ponder")), HouseRules(bans=("Ponder", "Opt")))
@example(HouseRules(drop=("banned",)), HouseRules(unbans=BARRED))
def test_the_digest_is_another_where_the_law_is_and_only_there(one: HouseRules, other: HouseRules) -> None:
    first, second = housed(one), housed(other)
    assert (first.digest == second.digest) == (content(first) == content(second))


@given(st.sampled_from([*PLAYABLE, *BARRED, *OUTSIDE]), st.integers(1, 4), house_rules, st.booleans())
def test_a_list_with_a_card_banned_by_the_house_is_always_illegal(
    name: str, copies: int, others: HouseRules, in_side: bool
) -> None:
    def without(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(other for other in cards if other != name)

    apart = replace(others, unbans=without(others.unbans), restrictions=without(others.restrictions))
    under = housed(replace(apart, bans=(*others.bans, name)))
    text = deck(side=(f"{copies} {name}",)) if in_side else deck(f"{copies} {name}")
    report = judged(text, under)
    assert report.verdict == "illegal"
    assert any(p.clause == "banned" and name in p.cards for p in report.problems)


texts = st.text(min_size=1, max_size=200).map(str.strip).filter(bool)
listed = st.lists(texts, unique=True, max_size=4)


@st.composite
def any_rules(draw: st.DrawFn) -> HouseRules:
    """House rules in good order, of any names at all."""
    bans = draw(listed)
    apart = listed.map(lambda found: tuple(n for n in found if n not in bans))
    unbans = draw(apart)
    drop = draw(listed)
    sizes = draw(
        st.dictionaries(texts.filter(lambda n: n not in drop and not n.startswith("main-")), st.integers(0, MOST))
    )
    return HouseRules(
        bans=tuple(bans),
        unbans=unbans,
        restrictions=tuple(n for n in draw(apart) if n not in unbans),
        allowed=draw(apart),
        sizes=sizes,
        drop=tuple(drop),
        source=draw(texts),
    )


@given(any_rules())
def test_house_rules_come_back_from_json_as_they_went(rules: HouseRules) -> None:
    assert read_house(house_json(rules)) == rules


def test_an_event_without_house_rules_keeps_an_empty_object() -> None:
    assert house_json(HouseRules()) == {}
    assert read_house({}) == HouseRules()
    assert not read_house({})


# Refusals.

MALFORMED: Final[dict[str, tuple[dict[str, Any], str, str]]] = {
    "an unknown field": ({"ban": ["Opt"]}, "ban", "They have bans"),
    "cards that are no list": ({"bans": "Opt"}, "bans", '["Lightning Bolt", ...]'),
    "a card that is no text": ({"allowed": [7]}, "allowed", '["Lightning Bolt", ...]'),
    "a blank name": ({"bans": [" "]}, "bans", '["Lightning Bolt", ...]'),
    "too many cards": ({"bans": [str(n) for n in range(501)]}, "bans", "501 names in the bans; the limit is 500"),
    "sizes that are no object": ({"sizes": [40]}, "sizes", '{"main-min": 40}'),
    "a number below nothing": ({"sizes": {"main-min": -1}}, "sizes", "main-min needs a whole number from 0 to 9999"),
    "a number beyond all decks": ({"sizes": {"copies": 10000}}, "sizes", "copies needs a whole number from 0 to 9999"),
    "a number that is none": ({"sizes": {"main-min": True}}, "sizes", "not True"),
    "a number as text": ({"sizes": {"main-min": "40"}}, "sizes", "not 40"),
    "a source without a name": ({"source": ""}, "source", "200 letters"),
    "a card banned and unbanned": (
        {"bans": ["Opt"], "unbans": ["Opt"]},
        "unbans",
        "Opt is in the bans and in the unbans",
    ),
    "a card banned and restricted": ({"bans": ["Opt"], "restrictions": ["Opt"]}, "restrictions", "bars every copy"),
    "a card banned and allowed": ({"bans": ["Opt"], "allowed": ["Opt"]}, "allowed", "Remove it from one of them"),
    "a card unbanned and restricted": (
        {"unbans": ["Opt"], "restrictions": ["Opt"]},
        "restrictions",
        "alone lifts a ban",
    ),
    "a rule both changed and left out": ({"sizes": {"copies": 2}, "drop": ["copies"]}, "drop", "Do one of the two"),
    "an exact size and a least": ({"sizes": {"main-exact": 60, "main-min": 60}}, "sizes", "not both"),
    "a least above the most": ({"sizes": {"main-min": 60, "main-max": 40}}, "sizes", "the least is the smaller"),
}


@pytest.mark.parametrize("fault", sorted(MALFORMED))
def test_house_rules_in_bad_order_are_refused_with_field_and_remedy(fault: str) -> None:
    given, field, told = MALFORMED[fault]
    with pytest.raises(HouseError) as refused:
        read_house(given)
    (found,) = refused.value.faults
    assert found.field == field
    assert told in found.text
    assert found.text.endswith((".", "}."))


UNFIT: Final[dict[str, tuple[dict[str, Any], str, str]]] = {
    "an unknown card": ({"bans": ["Lightnig Bolt"]}, "bans", "Perhaps: Lightning Bolt"),
    "a name of several cards": ({"bans": ["Jace"]}, "bans", "Jace"),
    "a card banned already": (
        {"bans": ["Ancient Den"]},
        "bans",
        "Ancient Den is banned in Modern on 1 March 2026 already",
    ),
    "a card that is not banned": ({"unbans": ["Opt"]}, "unbans", "Opt is not banned in Modern on 1 March 2026"),
    "a card out of the pool": ({"unbans": ["Black Lotus"]}, "unbans", "List it in the allowed cards"),
    "a card in the pool": ({"allowed": ["Opt"]}, "allowed", "Opt is in Modern on 1 March 2026 already"),
    "a number of another format": ({"sizes": {"material-size": 9}}, "sizes", "It has main-min, sideboard-max, copies"),
    "a most below the format's least": ({"sizes": {"main-max": 50}}, "sizes", "at least 60 and at most 50"),
    "a rule of another format": ({"drop": ["singleton"]}, "drop", 'no rule "singleton"'),
    "a rule that stays": ({"drop": ["unknown-card"]}, "drop", 'no rule "unknown-card"'),
}


@pytest.mark.parametrize("fault", sorted(UNFIT))
def test_house_rules_that_do_not_fit_the_format_are_refused_when_set(fault: str) -> None:
    given, field, told = UNFIT[fault]
    with pytest.raises(HouseError) as refused:
        settle_house(given, book("modern", DAY), open_index("mtg"))
    (found,) = refused.value.faults
    assert found.field == field
    assert told in found.text
    assert found.text.endswith(".")


def test_a_banned_card_may_be_banned_where_the_formats_bans_are_left_out() -> None:
    rules = HouseRules(bans=("Ancient Den",), drop=("banned",))
    assert check_house(rules, book("modern", DAY), open_index("mtg")) == ()


def test_settled_rules_name_cards_as_the_catalogue_does_and_each_once() -> None:
    given = {"bans": ["lightning bolt", "Brazen Borrower", "Lightning Bolt"], "sizes": {"main-min": 40}}
    rules = settle_house(given, book("modern", DAY), open_index("mtg"))
    assert rules.bans == ("Lightning Bolt", "Brazen Borrower // Petty Theft")
    assert rules.sizes == {"main-min": 40}


def test_all_that_is_wrong_is_told_at_once() -> None:
    given = {"bans": ["Opt", "Xyzzy"], "unbans": ["Opt"], "sizes": {"boons": 1, "main-min": -1}, "drop": ["x"]}
    with pytest.raises(HouseError) as refused:
        settle_house(given, book("modern", DAY), open_index("mtg"))
    assert [fault.field for fault in refused.value.faults] == ["sizes", "unbans", "bans", "unbans", "sizes", "drop"]


# The form.


def test_a_form_gives_one_card_a_line_and_each_number_its_field() -> None:
    fields = {
        "bans": "Lightning Bolt\r\n\r\n  snapcaster mage\n4 Counterspell\n1x Opt",
        "unbans": "Ancient Den",
        "restrictions": "",
        "allowed": "Brainstorm\n",
        "size-main-min": " 40 ",
        "size-copies": "",
        "drop": "companion",
        "other": "7",
    }
    rules = house_of_form(fields, "fact sheet of Northern Open", book("modern", DAY), open_index("mtg"))
    assert rules == HouseRules(
        bans=("Lightning Bolt", "Snapcaster Mage", "Counterspell", "Opt"),
        unbans=("Ancient Den",),
        allowed=("Brainstorm",),
        sizes={"main-min": 40},
        drop=("companion",),
        source="fact sheet of Northern Open",
    )


def test_an_empty_form_overrides_nothing() -> None:
    assert not house_of_form({"bans": " \n", "drop": " "}, "", book("modern", DAY), open_index("mtg"))


def test_a_form_is_refused_by_line() -> None:
    fields = {"bans": "Opt\n\nLightnig Bolt", "allowed": "Xyzzyx", "size-main-min": "4o", "size-copies": "12345"}
    with pytest.raises(HouseError) as refused:
        house_of_form(fields, "", book("modern", DAY), open_index("mtg"))
    faults = refused.value.faults
    assert [(fault.field, fault.line) for fault in faults] == [("bans", 3), ("allowed", 1), ("sizes", 0), ("sizes", 0)]
    assert faults[0].text == 'Line 3 of the bans: no card is called "Lightnig Bolt". Perhaps: Lightning Bolt.'
    assert faults[2].text == 'main-min needs a whole number from 0 to 9999, not "4o".'


def test_a_card_with_a_number_for_a_name_keeps_it() -> None:
    rules = house_of_form({"bans": "1996 World Champion"}, "", book("limited-draft", DAY), open_index("mtg"))
    assert rules.bans == ("1996 World Champion",)


@given(st.dictionaries(st.sampled_from(["bans", "unbans", "allowed", "drop", "size-main-min"]), st.text(max_size=60)))
def test_any_text_in_a_form_gives_rules_or_a_refusal(fields: dict[str, str]) -> None:
    refused = False
    rules = HouseRules()
    try:
        rules = house_of_form(fields, "", book("modern", DAY), open_index("mtg"))
    except HouseError as error:
        refused = bool(error.faults) and all(fault.text.endswith(".") for fault in error.faults)
    assert refused or read_house(house_json(rules)) == rules
