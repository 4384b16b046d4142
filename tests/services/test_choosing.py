"""Suggestions bring every event to ten per cent, to its likely playoff players, and to nobody twice too soon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import pytest

from deckcheck.checks.suggestions import (
    WIN,
    CheckedShare,
    Seated,
    Suggestion,
    TableNow,
    live_for_cut,
    may_be_checked,
    rounds_left,
    suggest,
    usual_rounds,
)
from deckcheck.games import GAMES


def at(table: int, *players: Seated) -> TableNow:
    return TableNow(str(table), players)


ADA, PER = Seated(1, "Okonkwo, Ada", 9), Seated(2, "Dahl, Per", 9)
CHIDI, EVA = Seated(3, "Abara, Chidi", 9, (1,)), Seated(4, "Ruiz, Eva", 9)
ZOFIA, JONAS = Seated(5, "Dąbrowska, Zofia", 3), Seated(6, "Albrecht, Jonas", 3)


def told(found: Sequence[Suggestion]) -> list[tuple[str, str, str, tuple[int, ...]]]:
    return [(s.table, s.group, s.reason, s.decks) for s in found]


def test_the_cut_comes_first_then_ten_per_cent_and_each_says_why() -> None:
    tables = (at(40, ZOFIA, JONAS), at(31, CHIDI, EVA), at(14, ADA, PER))
    assert told(suggest(tables, live=(1, 2, 3, 4))) == [
        ("14", "cut", "neither checked yet, 9 points", (1, 2)),
        ("31", "cut", "one checked in round 1, 9 points", (4,)),
        ("40", "share", "neither checked yet, 3 points", (5, 6)),
    ]


def test_a_deck_is_suggested_again_once_all_of_its_record_were_checked() -> None:
    again = (
        at(1, Seated(1, "A", 9, (1,)), Seated(2, "B", 6, (2,))),
        at(2, Seated(3, "C", 6), Seated(4, "D", 3, (1, 2))),
    )
    assert told(suggest(again)) == [
        ("2", "share", "one checked in rounds 1 and 2, 6 and 3 points", (3, 4)),
        ("1", "again", "checked before, as were all with 9 points", (1,)),
    ]


def test_one_who_sits_out_is_still_somebody_to_check_first() -> None:
    checked = at(1, Seated(1, "A", 9, (1,)), Seated(2, "B", 9, (2,)))
    assert [s.group for s in suggest((checked,))] == ["again"]
    assert suggest((checked,), playing=(Seated(3, "C", 9),)) == ()


def test_tables_alike_stand_in_the_order_of_a_draw_and_not_by_their_number() -> None:
    tables = [at(n, Seated(2 * n, ""), Seated(2 * n + 1, "")) for n in range(1, 41)]
    plain = [s.table for s in suggest(tables)]
    drawn = [s.table for s in suggest(tables, seed="northern-open 3")]
    assert plain == [str(n) for n in range(1, 41)]
    assert drawn != plain
    assert sorted(drawn, key=int) == plain
    assert drawn == [s.table for s in suggest(tables[::-1], seed="northern-open 3")]


def test_a_player_alone_at_a_table_and_a_pod_of_four_have_their_words() -> None:
    assert suggest((at(1, ZOFIA),))[0].reason == "not checked yet, 3 points"
    pod = at(2, *(Seated(n, "", 1) for n in range(4)))
    assert suggest((pod,))[0].reason == "none checked yet, 1 point"


@pytest.mark.parametrize(("decks", "least"), [(0, 0), (1, 1), (8, 1), (10, 1), (11, 2), (212, 22), (2000, 200)])
def test_ten_per_cent_is_rounded_up(decks: int, least: int) -> None:
    assert CheckedShare(decks, 0).least == least


def test_the_meter_says_how_many_are_ten_per_cent() -> None:
    assert CheckedShare(212, 9).words == "9 of 212 decks checked; 10 % would be 22."
    assert CheckedShare(8, 0).words == "0 of 8 decks checked; 10 % would be 1."


def test_rounds_left_count_this_one() -> None:
    assert [usual_rounds(n) for n in (2, 8, 9, 64, 212, 409, 2000)] == [3, 3, 4, 6, 8, 9, 10]
    assert (rounds_left(3, 64), rounds_left(3, 64, 15), rounds_left(9, 64)) == (4, 13, 1)


def test_who_may_reach_what_the_last_of_the_cut_has_is_live() -> None:
    points = {1: 9, 2: 9, 3: 6, 4: 6, 5: 3, 6: 0}
    assert live_for_cut(points, 1, 2) == {1, 2, 3, 4}
    assert live_for_cut(points, 2, 2) == {1, 2, 3, 4, 5}
    assert live_for_cut(points, 0, 2) == {1, 2}
    assert live_for_cut(points, 1, 0) == frozenset()
    assert live_for_cut(points, 0, 8) == set(points)


@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_games_whose_documents_tell_of_deck_checks_say_when_one_may_still_be_begun(game: str) -> None:
    duty = GAMES[game].presentation.duty
    assert duty is not None
    assert duty.begin.endswith(".")
    assert duty.share.endswith(".")
    assert duty.source


@dataclass
class Hall:
    """A simulated event: Swiss rounds by points, some drop, an odd one has a bye, judges do what is suggested."""

    size: int
    random: Random
    rounds: int = 0
    points: dict[int, int] = field(default_factory=dict)
    checks: dict[int, list[int]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    early: int = 0

    def __post_init__(self) -> None:
        self.rounds = usual_rounds(self.size)
        self.points = dict.fromkeys(range(self.size), 0)
        self.checks = {n: [] for n in range(self.size)}

    def play(self, drops: float, how_many: Callable[[Hall, int, CheckedShare], int]) -> None:
        for now in range(1, self.rounds + 1):
            left = rounds_left(now, self.size)
            tables, playing = self.pair()
            coverage = CheckedShare(self.size, sum(map(bool, self.checks.values())))
            wanted = how_many(self, left, coverage)
            live = live_for_cut({p.number: p.points for p in playing}, left, self.cut)
            for found in suggest(tables, live=live, playing=playing, seed=f"{now}"):
                if wanted <= 0:
                    break
                wanted -= sum(not self.checks[number] for number in found.decks)
                self.check(found.decks, playing, now)
            self.score(tables, drops)

    @property
    def cut(self) -> int:
        return 8 if self.size >= 32 else 4

    def pair(self) -> tuple[list[TableNow], list[Seated]]:
        playing = [Seated(n, "", self.points[n], tuple(self.checks[n])) for n in self.points if n not in self.gone]
        self.random.shuffle(playing)
        playing.sort(key=lambda player: -player.points)
        pairs = [tuple(playing[n : n + 2]) for n in range(0, len(playing) - 1, 2)]
        return [TableNow(str(n), pair) for n, pair in enumerate(pairs, 1)], playing

    def check(self, decks: Sequence[int], playing: Sequence[Seated], now: int) -> None:
        for number in decks:
            same = [p.number for p in playing if p.points == self.points[number]]
            # What is being checked in this round counts: nobody is fetched twice while another waits.
            self.early += len(self.checks[number]) > min(len(self.checks[other]) for other in same)
            self.checks[number].append(now)

    def score(self, tables: Sequence[TableNow], drops: float) -> None:
        for table in tables:
            winner = self.random.choice(table.players)
            self.points[winner.number] += WIN
            for player in table.players:
                if player is not winner and len(self.gone) < self.size - 4 and self.random.random() < drops:
                    self.gone.add(player.number)

    @property
    def covered(self) -> int:
        return sum(map(bool, self.checks.values()))


def just_enough(_hall: Hall, left: int, coverage: CheckedShare) -> int:
    """As many of those that are missing as bring judges there in the rounds that are left."""
    return -(-max(0, coverage.least - coverage.checked) // left)


SIZES: Final = (*range(8, 100), 128, 212, 409, 733, 2000)


@pytest.mark.parametrize("drops", [0.0, 0.15, 0.5])
def test_no_event_of_8_to_2000_players_ends_below_ten_per_cent(drops: float) -> None:
    for size in SIZES:
        hall = Hall(size, Random(size))
        hall.play(drops, just_enough)
        assert hall.covered * 10 >= size, f"{hall.covered} of {size} decks were checked"


def test_judges_who_begin_late_still_come_to_ten_per_cent() -> None:
    for size in SIZES:
        hall = Hall(size, Random(size))
        hall.play(0.1, lambda hall, left, coverage: just_enough(hall, left, coverage) if left <= 2 else 0)
        assert hall.covered * 10 >= size


def test_nobody_is_checked_twice_before_everyone_of_the_same_record_once() -> None:
    """However many are checked: here half of all tables in every round."""
    for size in (8, 9, 16, 33, 64, 212):
        hall = Hall(size, Random(size))
        hall.play(0.1, lambda hall, left, coverage: hall.size // 2)
        assert hall.early == 0
        assert hall.covered * 2 >= size


def test_who_is_live_is_checked_before_the_cut_where_judges_are_enough_for_it() -> None:
    for size in (16, 33, 64, 212):
        hall = Hall(size, Random(size))
        hall.play(0.05, lambda hall, left, coverage: max(hall.size // 8, just_enough(hall, left, coverage)))
        ranked = sorted((n for n in hall.points if n not in hall.gone), key=lambda n: -hall.points[n])
        cut_at = hall.points[ranked[hall.cut - 1]]
        sure = [n for n in ranked if hall.points[n] > cut_at]
        assert all(hall.checks[n] for n in sure), f"an unchecked player is in the cut of {size}"


def test_without_suggestions_the_simulation_ends_below_ten_per_cent() -> None:
    """What the tests above would show if nothing were needed at all."""
    hall = Hall(64, Random(1))
    hall.play(0.0, lambda hall, left, coverage: 0)
    assert hall.covered == 0


def test_turns_are_by_record() -> None:
    players = (Seated(1, "", 3, (1,)), Seated(2, "", 3), Seated(3, "", 0, (1,)), Seated(4, "", 6, (1, 2)))
    assert may_be_checked(players) == {2, 3, 4}
