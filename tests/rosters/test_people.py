"""Who of a roster is in the event already: settled where nothing can be mistaken, else asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.roster.files.model import RosterPlayer
from deckcheck.roster.name_match import KnownPerson, RosterDifference, difference_digest, fold_person, match_people


def person(number: int, display: str, id: str | None = None, **more: bool | int) -> KnownPerson:
    return replace(KnownPerson(number, None, None, display, id), **more)  # type: ignore[arg-type]


def player(display: str, id: str | None = None, **more: bool | int) -> RosterPlayer:
    return replace(RosterPlayer(display, id=id), **more)  # type: ignore[arg-type]


def compare(read: list[str | RosterPlayer], known: list[str | KnownPerson], *, whole: bool = True) -> RosterDifference:
    players = [player(p) if isinstance(p, str) else p for p in read]
    people = [person(n, p) if isinstance(p, str) else p for n, p in enumerate(known, 1)]
    return match_people(players, people, whole=whole)


def told(difference: RosterDifference) -> dict[str, object]:
    """The difference in short: what there is of each kind."""
    found = {
        "new": [p.display for p in difference.new],
        "same": [(p.player.display, p.person.number) for p in difference.same],
        "renamed": [
            (n.player.display, [(c.person.number, c.reason) for c in n.candidates]) for n in difference.renamed
        ],
        "gone": [p.number for p in difference.gone],
        "dropped": [p.person.number for p in difference.dropped],
        "seat_changed": [(p.person.number, p.player.seat) for p in difference.seat_changed],
        "ask": [(a.player.display, a.reason, [p.number for p in a.candidates]) for a in difference.ask],
    }
    return {key: value for key, value in found.items() if value}


def test_new_gone_dropped_and_moved_are_told_apart() -> None:
    read: list[str | RosterPlayer] = [
        player("Fenna de Vriesland", seat=7),
        player("Mika T", dropped=True),
        "Haruto Minamikaze",
    ]
    known = [person(1, "Fenna de Vriesland", seat=3), person(2, "Mika T"), person(3, "Cosima")]
    assert told(compare(read, list(known))) == {
        "new": ["Haruto Minamikaze"],
        "same": [("Fenna de Vriesland", 1), ("Mika T", 2)],
        "gone": [3],
        "dropped": [2],
        "seat_changed": [(1, 7)],
    }


def test_a_part_of_a_roster_says_nothing_of_those_it_leaves_out() -> None:
    assert told(compare(["Cosima"], ["Cosima", "Mika T"], whole=False)) == {"same": [("Cosima", 1)]}


def test_who_dropped_before_or_sits_there_already_is_no_change() -> None:
    read: list[str | RosterPlayer] = [player("Cosima", dropped=True, seat=4)]
    assert told(compare(read, [person(1, "Cosima", dropped=True, seat=4)])) == {"same": [("Cosima", 1)]}


@pytest.mark.parametrize(
    ("read", "known"),
    [
        ("mika  t", "Mika T"),
        ("Siobhán O’Dwyer-Kemp", "Siobhán O'Dwyer‐Kemp"),
        ("JOSE\u0301 GARCI\u0301A", "José García"),
        ("🤡", "🤡"),
    ],
)
def test_what_nobody_calls_a_difference_is_none(read: str, known: str) -> None:
    assert told(compare([read], [known])) == {"same": [(read, 1)]}


def test_the_parts_of_a_name_count_as_the_name() -> None:
    known = KnownPerson(1, "Fenna", "de Vriesland", "de Vriesland, Fenna")
    assert told(compare(["Fenna de Vriesland"], [known])) == {"same": [("Fenna de Vriesland", 1)]}


NEAR = [
    ("Lucja Brzozowska-Lis", "Łucja Brzozowska-Lis", "accents"),
    ("Jean Loup Carrefour", "Jean-Loup Carrefour", "accents"),
    ("Van Hees Ludo", "Ludo van Hees", "order"),
    ("Mueller Jürgen", "Jürgen Müller", "order"),
    ("Juergen Mueller", "Jürgen Müller", "spelling"),
    ("VanHees Ludo", "van Hees Ludo", "spelling"),
    ("Bartholmew Quill", "Bartholomew Quill", "typo"),
    ("Batrholomew Quill", "Bartholomew Quill", "typo"),
    ("Bartholomew Quilk", "Bartholomew Quill", "typo"),
    ('Dom "Dee" Fairweather', "Dom Fairweather", "nickname"),
    ("Dee Fairweather", 'Dom "Dee" Fairweather', "nickname"),
    ("Dom Dee Fairweather", "Dom (Dee) Fairweather", "nickname"),
    ("Mika T", "Mika Total", "initials"),
    ("F. Vriesland", "Fenna Vriesland", "initials"),
    ("Fenna Vriesland", "Fenna de Vriesland", "part"),
    ("María García", "María García López", "part"),
    ("Mika", "Mika Total", "part"),
]


@pytest.mark.parametrize(("read", "known", "reason"), NEAR)
def test_a_near_name_is_asked_with_its_reason_both_ways(read: str, known: str, reason: str) -> None:
    assert told(compare([read], [known])) == {"renamed": [(read, [(1, reason)])]}
    assert told(compare([known], [read])) == {"renamed": [(known, [(1, reason)])]}
    (near,) = compare([read], [known]).renamed
    assert 0.4 < near.candidates[0].score <= 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mika Total", "Mika Tolliver"),
        ("Anna Bee", "Anna Dee-Eff"),
        ("Kim Li", "Kim Lo"),
        ("Li Wu", "Lu Wi"),
        ("M T", "Mika Total"),
        ("Jon", "Jan"),
        ("Fenna de Vriesland", "Bartholomew Quill"),
        ("🤡", "🎩"),
        ("南風 春人", "北風 秋人"),
    ],
)
def test_other_names_are_other_people(one: str, other: str) -> None:
    assert told(compare([one], [other])) == {"new": [one], "gone": [1]}


def test_the_likeliest_stand_first_and_three_at_most() -> None:
    known: list[str | KnownPerson] = ["Mika Tau", "Mika Thorn", "Mika Tolliver", "Mika Ts"]
    (near,) = compare(["Mika T"], known).renamed
    scores = [candidate.score for candidate in near.candidates]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert near.candidates[0].person.display == "Mika Ts"


def test_who_is_settled_is_no_candidate() -> None:
    assert told(compare(["Mika T", "Mika Total"], ["Mika T"])) == {"new": ["Mika Total"], "same": [("Mika T", 1)]}


IDS = [
    ("one id and one name", [player("Jo", "1")], [person(1, "Jo", "1")], {"same": [("Jo", 1)]}),
    ("an id that is new to us", [player("Jo", "1")], [person(1, "Jo")], {"same": [("Jo", 1)]}),
    ("a text without ids", [player("Jo")], [person(1, "Jo", "1")], {"same": [("Jo", 1)]}),
    ("two ids of one name", [player("Jo", "1"), player("Jo", "2")], [], {"new": ["Jo", "Jo"]}),
    (
        "two ids of one name, both here",
        [player("Jo", "2"), player("Jo", "1")],
        [person(1, "Jo", "1"), person(2, "Jo", "2")],
        {"same": [("Jo", 2), ("Jo", 1)]},
    ),
    (
        "another id from the same source is another person",
        [player("Jo", "9"), player("Al", "2")],
        [person(1, "Jo", "1"), person(2, "Al", "2")],
        {"new": ["Jo"], "same": [("Al", 2)], "gone": [1]},
    ),
    (
        "another id, perhaps of another source, is asked",
        [player("Jo", "9")],
        [person(1, "Jo", "1")],
        {"ask": [("Jo", "other-id", [1])]},
    ),
    (
        "another name under an id is asked",
        [player("Zed Zoo", "1")],
        [person(1, "Al Ba", "1")],
        {"renamed": [("Zed Zoo", [(1, "id")])]},
    ),
    (
        "a like name under an id is asked",
        [player("Alberta Ba", "1")],
        [person(1, "A Ba", "1")],
        {"renamed": [("Alberta Ba", [(1, "id-initials")])]},
    ),
    (
        "an id that two have is asked",
        [player("Jo", "1")],
        [person(1, "Jo", "1"), person(2, "Al", "1")],
        {"ask": [("Jo", "same-id", [1, 2])]},
    ),
    (
        "the same name once with an id and once without",
        [player("Jo", "1"), player("Jo")],
        [person(1, "Jo", "1")],
        {"same": [("Jo", 1)], "ask": [("Jo", "same-name", [1])]},
    ),
    (
        "a near name with another id of the same source is another person",
        [player("Mika T", "9"), player("Al", "2")],
        [person(1, "Mika Total", "1"), person(2, "Al", "2")],
        {"new": ["Mika T"], "same": [("Al", 2)], "gone": [1]},
    ),
]


@pytest.mark.parametrize(("read", "known", "expected"), [case[1:] for case in IDS], ids=[case[0] for case in IDS])
def test_ids_tell_namesakes_apart(
    read: list[RosterPlayer], known: list[KnownPerson], expected: dict[str, object]
) -> None:
    assert told(match_people(read, known)) == expected


NAMESAKES = [
    (["Jo", "Jo"], [], {"new": ["Jo"], "ask": [("Jo", "same-name", [])]}),
    (["Jo", "Jo"], ["Jo"], {"ask": [("Jo", "same-name", [1]), ("Jo", "same-name", [1])]}),
    (["Jo"], ["Jo", "Jo"], {"ask": [("Jo", "same-name", [1, 2])]}),
    (["Jo", "Jo"], ["Jo", "Jo"], {"same": [("Jo", 1), ("Jo", 2)]}),
]


@pytest.mark.parametrize(("read", "known", "expected"), NAMESAKES)
def test_namesakes_without_ids_are_asked_unless_nothing_follows(
    read: list[str | RosterPlayer], known: list[str | KnownPerson], expected: dict[str, object]
) -> None:
    assert told(compare(read, known)) == expected


def test_namesakes_of_whom_one_dropped_are_asked() -> None:
    read: list[str | RosterPlayer] = [player("Jo", dropped=True), "Jo"]
    assert set(told(compare(read, ["Jo", "Jo"]))) == {"ask"}


def test_a_folded_name_has_no_accents_and_no_marks() -> None:
    assert fold_person("  ŁUCJA O’Brien-Müller, Jr. ") == "lucja obrien muller jr"
    assert fold_person("Søren Đurđevinac") == "soren durdevinac"
    assert fold_person("南風 春人") == "南風 春人"
    assert fold_person("🤡") == ""


NAMES = st.sampled_from(
    """Jo|jo|Mika T|Mika Total|Mika|Total Mika|Łucja Lis|Lucja Lis|Jürgen Müller|Juergen Mueller|Bart Quill|Bart Quil|
    Dom "Dee" Fair|Dom Fair|Dee Fair|F. de Vries|Fenna de Vries|Fenna Vries|🤡|Anna Bee|Anne Bee""".replace(
        "\n    ", ""
    ).split("|")
)
IDENTITIES = st.none() | st.sampled_from(["1", "2", "3", "4"])
PLAYERS = st.lists(
    st.builds(RosterPlayer, NAMES, id=IDENTITIES, dropped=st.booleans(), seat=st.none() | st.integers(1, 3))
)
PEOPLE = st.lists(st.tuples(NAMES, IDENTITIES, st.booleans())).map(
    lambda rows: [KnownPerson(n, None, None, name, own, out) for n, (name, own, out) in enumerate(rows, 1)]
)


@given(PLAYERS, PEOPLE)
def test_every_player_has_one_fate_and_nobody_is_taken_twice(
    read: list[RosterPlayer], known: list[KnownPerson]
) -> None:
    found = match_people(read, known)
    fates = [
        *found.new,
        *(p.player for p in found.same),
        *(n.player for n in found.renamed),
        *(a.player for a in found.ask),
    ]
    assert sorted(map(repr, fates)) == sorted(map(repr, read))
    taken = [p.person.number for p in found.same]
    assert len(set(taken)) == len(taken)
    asked = {c.person.number for n in found.renamed for c in n.candidates} | {
        p.number for a in found.ask for p in a.candidates
    }
    assert {p.number for p in found.gone} == {p.number for p in known} - set(taken) - asked


@given(PLAYERS, PEOPLE)
def test_only_the_same_name_is_settled_unasked(read: list[RosterPlayer], known: list[KnownPerson]) -> None:
    for pair in match_people(read, known).same:
        assert pair.player.display.casefold() == pair.person.display.casefold()
        assert pair.player.id is None or pair.person.id in (None, pair.player.id)


@given(PLAYERS, PEOPLE, st.randoms())
def test_the_order_of_those_in_the_event_changes_nothing(
    read: list[RosterPlayer], known: list[KnownPerson], random: object
) -> None:
    shuffled = sorted(known, key=lambda p: hash((repr(random), p.number)))
    one, other = match_people(read, known), match_people(read, shuffled)
    assert one == other
    assert difference_digest(one) == difference_digest(other)


@given(PEOPLE)
def test_a_roster_of_those_in_the_event_with_ids_changes_nothing(known: list[KnownPerson]) -> None:
    numbered = [replace(p, id=str(p.number)) for p in known]
    found = match_people([RosterPlayer(p.display, id=p.id, dropped=p.dropped) for p in numbered], numbered)
    assert [p.person for p in found.same] == numbered
    assert told(replace(found, same=())) == {}


def test_the_digest_changes_with_whatever_is_shown() -> None:
    read = [player("Jo", seat=1), player("Mika T"), player("Al", dropped=True)]
    known = [person(1, "Jo", seat=2), person(2, "Mika Total"), person(3, "Al"), person(4, "Cosima")]
    digest = difference_digest(match_people(read, known))
    others = [
        match_people([*read, player("Neu")], known),
        match_people(read[1:], known),
        match_people([player("Jo", seat=3), *read[1:]], known),
        match_people([*read[:2], player("Al")], known),
        match_people([*read[:1], player("Mika To"), read[2]], known),
        match_people(read, known[:3]),
        match_people(read, [*known[:3], person(5, "Cosima")]),
    ]
    digests = [difference_digest(other) for other in others]
    assert len({digest, *digests}) == len(digests) + 1
    assert len(digest) == 64
    assert digest == difference_digest(match_people(read, list(reversed(known))))
