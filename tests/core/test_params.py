"""A clause's parameters are taken as the rule names them, and refused with the place where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from deckcheck.law.formats import FormatError
from deckcheck.law.rule import build_params
from tests.support import all_rules

SIZE = all_rules()["section-size"]


def refusal(rule: str, **mapping: Any) -> str:
    with pytest.raises(FormatError) as refused:
        build_params(all_rules()[rule], mapping, "formats/mtg/some.toml, clause 'main-min'")
    said = str(refused.value)
    assert said.startswith("formats/mtg/some.toml, clause 'main-min': ")
    return said.partition(": ")[2]


def test_lists_become_tuples_and_what_is_left_out_has_its_usual_value() -> None:
    params = build_params(SIZE, {"sections": ["main"], "at_least": 60}, "here")
    assert (params.sections, params.at_least, params.at_most, params.or_none) == (("main",), 60, None, False)


def test_an_unknown_key_is_refused_with_those_that_are_known() -> None:
    assert refusal("must-include", section="main", trait=["level:0"], called="level 0 champion") == (
        "the rule 'must-include' takes no 'trait'; it takes section, traits, called."
    )
    assert refusal("line-read", sections=["main"]) == "the rule 'line-read' takes no 'sections'; it takes none."


def test_missing_keys_are_named() -> None:
    assert refusal("section-points", section="sideboard") == (
        "the rule 'section-points' needs at_most, trait_kind, explained."
    )


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("at_least", "60", "'at_least' must be a whole number, not '60'."),
        ("at_least", 60.0, "'at_least' must be a whole number, not 60.0."),
        ("at_least", True, "'at_least' must be a whole number, not True."),
        ("or_none", 1, "'or_none' must be true or false, not 1."),
        ("sections", "main", "'sections' must be a list of texts, not 'main'."),
        ("sections", ["main", 2], "'sections' must be a list of texts, not ['main', 2]."),
    ],
)
def test_an_ill_typed_value_is_refused(key: str, value: object, said: str) -> None:
    assert refusal("section-size", **{"sections": ["main"], key: value}) == said


def test_a_text_must_be_a_text() -> None:
    said = refusal("section-points", section=1, at_most=15, trait_kind="points", explained="")
    assert said == "'section' must be a text, not 1."


@pytest.mark.parametrize(
    ("rule", "mapping", "said"),
    [
        (
            "section-admits",
            {"sections": ["main", "material"], "traits": ["zone:main"]},
            "'sections' and 'traits' must be lists of one length.",
        ),
        (
            "tournament-card",
            {"sections": ["main"], "traits": ["kind:token", "kind:poster"]},
            "the rule has no words for 'kind:poster'.",
        ),
        (
            "companion",
            {"deck_sections": ["main"], "minimum": 60, "conditions": ["Lurrus of the Dream-Den: permanents-at-mots 2"]},
            "'Lurrus of the Dream-Den: permanents-at-mots 2' is no companion's name and condition.",
        ),
    ],
)
def test_what_a_rule_cannot_use_is_refused_by_the_rule_itself(rule: str, mapping: dict[str, Any], said: str) -> None:
    assert refusal(rule, **mapping) == said
