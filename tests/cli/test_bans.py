"""`deckcheck bans`: an announcement by hand is law at once, is shown, and goes out as the project's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Call

SOURCE = "https://example.org/bans"
DAYS = ("--on", "2026-12-07", "--source", SOURCE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation of the test's own."""
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def shock(tmp_path: Path) -> str:
    file = tmp_path / "list.txt"
    file.write_text("4 Shock\n56 Mountain\n", "utf-8")
    return str(file)


def test_a_ban_by_hand_is_law_from_its_day_and_goes_out_as_the_projects_file(
    call: Call, home: Path, shock: str
) -> None:
    done = call("bans", "add", "shock", "--format", "modern", *DAYS, "--mtgo", "2026-12-08")
    assert (done.status, done.err) == (0, "")
    assert "modern: Shock banned from 7 December 2026, on Magic Online from 8 December 2026." in done.out
    for day, told in (("2026-12-06", "law-unknown"), ("2026-12-07", "banned")):
        report = call("check", shock, "--format", "modern", "--on", day, "--json").json
        assert ("banned" in {p["rule"] for p in report["problems"]}) is (told == "banned")
    assert call("bans", "add", "Opt", "--format", "Pioneer", *DAYS).status == 0
    out = call("bans", "diff").out
    assert "banlists/mtg/2026-12-07.toml (command line, " in out
    assert "  modern: Shock banned\n  pioneer: Opt banned\n" in out
    assert call("bans", "export", "-o", str(home / "out")).status == 0
    assert (home / "out/banlists/mtg/2026-12-07.toml").read_text("utf-8") == (
        f'effective = 2026-12-07\neffective_mtgo = 2026-12-08\nsource = "{SOURCE}"\n\n'
        '[lists.modern]\n"Shock" = "banned"\n\n'
        '[lists.pioneer]\n"Opt" = "banned"\n'
    )


def test_a_trial_shows_the_file_and_keeps_nothing(call: Call) -> None:
    done = call("bans", "add", "Shock", "--format", "modern", *DAYS, "--dry-run")
    assert '[lists.modern]\n"Shock" = "banned"' in done.out
    assert "No list of a coming event changes." in done.out
    assert call("bans", "add", "Shock", "--format", "modern", *DAYS, "--dry-run", "--json").json["affected"] == []
    assert call("bans", "diff").out == "This server has no rules or bans of its own.\n"
    assert call("bans", "export").out == "This server has no rules or bans of its own.\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("Shokc", "--format", "modern"), 'No card is called "Shokc". Did you mean Shock'),
        (("Opt", "--format", "modren"), "There is no format 'modren'."),
        (("Mental Misstep", "--format", "modern"), "Mental Misstep is banned in Modern already on 7 December 2026."),
        (("Opt", "--format", "modern", "--format", "ga-standard"), "Pick formats of one game."),
    ],
)
def test_what_cannot_be_meant_is_refused(call: Call, args: tuple[str, ...], told: str) -> None:
    done = call("bans", "add", *args, *DAYS)
    assert done.is_refusal()
    assert told in done.err


def test_a_second_ban_of_a_day_and_list_joins_the_first(call: Call) -> None:
    for name in ("Shock", "Opt"):
        assert call("bans", "add", name, "--format", "modern", *DAYS).status == 0
    own = call("bans", "diff", "--json").json["own"]
    assert [file["text"].splitlines()[-2:] for file in own] == [['"Shock" = "banned"', '"Opt" = "banned"']]
    assert call("bans", "add", "Shock", "--format", "modern", "--status", "legal", *DAYS).status == 0
    assert '"Shock"' not in call("bans", "export").out
