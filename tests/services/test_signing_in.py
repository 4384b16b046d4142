"""Signing in with mail, password and code; being known again; wrong tries."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyotp
import pytest
from argon2 import PasswordHasher, extract_parameters

from deckcheck.accounts import passwords
from deckcheck.accounts.own_account import begin_code, confirm_code, end_other_sign_ins, see_account
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.sign_ins import Browser, CodeNeeded, NoFit, SignedIn, give_code, sign_in, sign_out
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import TooManyTries
from deckcheck.app.secrets import hash_of
from deckcheck.store.models import Device, SignIn, Throttle
from tests.desks import Clock, desk_on
from tests.doors import MAIL, PASSWORD, an_account, signed_in
from tests.organizing import letters, with_mail

STEP = timedelta(seconds=30)
HALL = Browser("203.0.113.7", "Firefox on Android")


def test_a_browser_that_signed_in_is_known_again(both_desk: App) -> None:
    uid = an_account(both_desk, organizer=True)
    who = who_is(both_desk, cookie=signed_in(both_desk))
    assert (who.kind, who.uid, who.name, who.may_organize, who.strong) == ("account", uid, "Rosa Kim", True, False)


def test_an_address_is_the_same_in_capitals_and_with_spaces(one_desk: App) -> None:
    an_account(one_desk)
    assert isinstance(sign_in(one_desk, " Rosa@Example.ORG ", PASSWORD), SignedIn)


def test_the_secret_of_a_sign_in_is_stored_as_its_hash_alone(both_desk: App) -> None:
    an_account(both_desk)
    secret = signed_in(both_desk)
    with both_desk.store.read() as session:
        row = session.query(SignIn).one()
    assert row.hash == hash_of(secret)
    assert secret not in str(vars(row))


def test_unknown_mail_and_wrong_password_have_the_same_words(one_desk: App) -> None:
    an_account(one_desk)
    with pytest.raises(NoFit) as unknown:
        sign_in(one_desk, "nobody@example.org", PASSWORD)
    with pytest.raises(NoFit) as wrong:
        sign_in(one_desk, MAIL, "another password")
    assert str(unknown.value) == str(wrong.value)


def test_a_password_costs_what_argon2_s_makers_advise() -> None:
    made = PasswordHasher().hash("so much")
    parameters = extract_parameters(made)
    assert parameters.memory_cost >= 64 * 1024
    assert parameters.time_cost >= 3
    in_use = subprocess.run(
        [sys.executable, "-c", "from deckcheck.accounts.passwords import hash_password; print(hash_password('much'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert extract_parameters(in_use.stdout.strip()) == parameters


def test_an_unknown_mail_costs_the_same_work(one_desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    an_account(one_desk)
    passwords.fits("", "so that the hash of nobody is there")
    work: list[str] = []
    hasher = passwords._HASHER

    class Counting:
        def verify(self, stored: str, password: bytes) -> bool:
            work.append(stored.split("$")[3])
            return hasher.verify(stored, password)

        check_needs_rehash = hasher.check_needs_rehash

    monkeypatch.setattr(passwords, "_HASHER", Counting())
    for mail in ("nobody@example.org", MAIL):
        with pytest.raises(NoFit):
            sign_in(one_desk, mail, "another password")
    assert work == [work[0]] * 2


@pytest.mark.parametrize("mail", [MAIL, "nobody@example.org"])
def test_the_sixth_try_waits_fifteen_minutes_whether_or_not_there_is_an_account(
    both_desk: App, clock: Clock, mail: str
) -> None:
    an_account(both_desk)
    for _ in range(5):
        with pytest.raises(NoFit):
            sign_in(both_desk, mail, "another password", HALL)
        clock.pass_(seconds=10)
    with pytest.raises(TooManyTries) as waiting:
        sign_in(both_desk, mail, PASSWORD, HALL)
    assert str(waiting.value) == "Too many tries. Try again in 15 min."
    assert waiting.value.wait == 14 * 60 + 50
    clock.pass_(minutes=14, seconds=50)
    if mail == MAIL:
        assert isinstance(sign_in(both_desk, mail, PASSWORD, HALL), SignedIn)
    else:
        with pytest.raises(NoFit):
            sign_in(both_desk, mail, PASSWORD, HALL)


def test_misses_that_lie_apart_do_not_add_up(one_desk: App, clock: Clock) -> None:
    an_account(one_desk)
    for _ in range(8):
        with pytest.raises(NoFit):
            sign_in(one_desk, MAIL, "another password")
        clock.pass_(minutes=15)
    assert isinstance(sign_in(one_desk, MAIL, PASSWORD), SignedIn)


def test_a_right_password_forgets_the_misses_before_it(one_desk: App) -> None:
    an_account(one_desk)
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(NoFit):
                sign_in(one_desk, MAIL, "another password")
        signed_in(one_desk)


ELSEWHERE = Browser("198.51.100.4", "Firefox on Windows")


def miss(desk: App, times: int, browser: Browser, mail: str = MAIL) -> None:
    for _ in range(times):
        with pytest.raises(NoFit):
            sign_in(desk, mail, "another password", browser)


def networks(count: int) -> list[Browser]:
    return [Browser(f"10.{n // 256}.{n % 256}.9") for n in range(count)]


def test_a_stranger_elsewhere_shuts_nobody_out(both_desk: App) -> None:
    an_account(both_desk)
    miss(both_desk, 5, ELSEWHERE)
    with pytest.raises(TooManyTries):
        sign_in(both_desk, MAIL, PASSWORD, ELSEWHERE)
    assert isinstance(sign_in(both_desk, MAIL, PASSWORD, HALL), SignedIn)


def test_a_browser_that_signed_in_before_is_not_held_up_by_others_of_its_network(both_desk: App) -> None:
    an_account(both_desk)
    found = sign_in(both_desk, MAIL, PASSWORD, HALL)
    assert isinstance(found, SignedIn)
    own = replace(HALL, device=found.device)
    miss(both_desk, 5, HALL)
    for n in range(55):
        miss(both_desk, 1, HALL, f"nobody{n}@example.org")
    with pytest.raises(TooManyTries):
        sign_in(both_desk, MAIL, PASSWORD, HALL)
    again = sign_in(both_desk, MAIL, PASSWORD, own)
    assert isinstance(again, SignedIn)
    assert again.device == found.device


def test_a_known_browser_has_a_limit_of_its_own_and_is_known_for_one_account(both_desk: App) -> None:
    an_account(both_desk)
    an_account(both_desk, "ben@example.org", "Ben Ott")
    found = sign_in(both_desk, MAIL, PASSWORD, HALL)
    assert isinstance(found, SignedIn)
    own = replace(HALL, device=found.device)
    miss(both_desk, 5, own)
    with pytest.raises(TooManyTries):
        sign_in(both_desk, MAIL, PASSWORD, replace(own, address="198.51.100.9"))
    assert isinstance(sign_in(both_desk, MAIL, PASSWORD, HALL), SignedIn)
    miss(both_desk, 5, own, "ben@example.org")
    with pytest.raises(TooManyTries):
        sign_in(both_desk, "ben@example.org", PASSWORD, HALL)


def test_the_secret_of_a_known_browser_is_stored_as_a_hash_and_only_ten_are_kept(both_desk: App, clock: Clock) -> None:
    an_account(both_desk)
    made = []
    for _ in range(12):
        clock.pass_(minutes=1)
        found = sign_in(both_desk, MAIL, PASSWORD, HALL)
        assert isinstance(found, SignedIn)
        made.append(found.device)
    with both_desk.store.read() as session:
        rows = session.query(Device).all()
        assert len(rows) == 10
        assert not any(secret in str(vars(row)) for secret in made for row in rows)
    assert len(set(made)) == 12


@pytest.mark.parametrize("mail", [MAIL, "nobody@example.org"])
def test_an_attack_from_many_networks_is_slowed_but_not_for_known_browsers(both_desk: App, mail: str) -> None:
    desk = with_mail(both_desk)
    an_account(desk)
    found = sign_in(desk, MAIL, PASSWORD, HALL)
    assert isinstance(found, SignedIn)
    for browser in networks(100):
        miss(desk, 1, browser, mail)
    with pytest.raises(TooManyTries) as waits:
        sign_in(desk, mail, PASSWORD, ELSEWHERE)
    assert str(waits.value) == "Too many tries. Try again in 60 min."
    assert isinstance(sign_in(desk, MAIL, PASSWORD, replace(ELSEWHERE, device=found.device)), SignedIn)
    told = letters(desk)
    assert [(to, subject) for to, subject, _ in told] == (
        [(MAIL, "Somebody is trying to sign in to your account")] if mail == MAIL else []
    )
    if told:
        assert told[0][2].startswith(
            "100 wrong passwords were tried within an hour, until Sat 13 June 2026, 08:00 UTC."
        )


def test_whoever_guesses_codes_has_the_password_and_its_owner_is_told(one_desk: App) -> None:
    with_code(one_desk)
    desk = with_mail(one_desk)
    for browser in networks(20):
        with pytest.raises(NoFit):
            give_code(desk, first_step(desk), "000000", browser)
    with pytest.raises(TooManyTries):
        give_code(desk, first_step(desk), "000000", ELSEWHERE)
    assert "That person knows your password." in letters(desk)[-1][2]


def test_workers_share_the_counters(database_url: str, clock: Clock, tmp_path: Path) -> None:
    one, other = (desk_on(database_url, clock, tmp_path) for _ in range(2))
    an_account(one)
    for desk in (one, other, one, other, one):
        miss(desk, 1, HALL)
    for desk in (one, other):
        with pytest.raises(TooManyTries):
            sign_in(desk, MAIL, PASSWORD, HALL)
        desk.store.close()


def test_many_tries_at_once_get_no_more_answers_than_one_after_another(both_desk: App) -> None:
    an_account(both_desk)

    def one_try(_: int) -> str:
        try:
            sign_in(both_desk, MAIL, "another password")
        except (NoFit, TooManyTries) as refused:
            return type(refused).__name__
        return "in"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(one_try, range(12)))
    assert sorted(answers) == ["NoFit"] * 5 + ["TooManyTries"] * 7


def test_no_address_stands_among_the_counters(one_desk: App) -> None:
    with pytest.raises(NoFit):
        sign_in(one_desk, MAIL, PASSWORD, HALL)
    with one_desk.store.read() as session:
        names = " ".join(row.name for row in session.query(Throttle))
    assert len(names.split()) == 3
    assert "203" not in names
    assert "rosa" not in names


def test_signing_in_again_ends_the_sign_in_the_browser_had(both_desk: App) -> None:
    an_account(both_desk)
    first = signed_in(both_desk)
    second = signed_in(both_desk, browser=Browser(former=first))
    assert first != second
    assert who_is(both_desk, cookie=first) == STRANGER
    assert who_is(both_desk, cookie=second).kind == "account"


def test_after_signing_out_the_cookie_is_a_strangers(both_desk: App) -> None:
    an_account(both_desk)
    here, elsewhere = signed_in(both_desk), signed_in(both_desk)
    sign_out(both_desk, here)
    assert who_is(both_desk, cookie=here) == STRANGER
    assert who_is(both_desk, cookie=elsewhere).kind == "account"


def test_a_browser_not_used_for_twelve_hours_is_signed_out(both_desk: App, clock: Clock) -> None:
    an_account(both_desk)
    secret = signed_in(both_desk)
    for _ in range(3):
        clock.pass_(hours=11, minutes=59)
        assert who_is(both_desk, cookie=secret).kind == "account"
    clock.pass_(hours=12)
    assert who_is(both_desk, cookie=secret) == STRANGER


def test_no_browser_of_the_staff_stays_signed_in_for_more_than_seven_days(one_desk: App, clock: Clock) -> None:
    an_account(one_desk)
    secret = signed_in(one_desk)
    for _ in range(7 * 3 - 1):
        clock.pass_(hours=8)
        assert who_is(one_desk, cookie=secret).kind == "account"
    clock.pass_(hours=8)
    assert who_is(one_desk, cookie=secret) == STRANGER


@pytest.mark.parametrize("cookie", ["", "x", "x" * 43, "\ud800", "dkc_" + "x" * 43])
def test_an_unknown_cookie_is_a_strangers(one_desk: App, cookie: str) -> None:
    assert who_is(one_desk, cookie=cookie) == STRANGER


def with_code(desk: App) -> tuple[Actor, pyotp.TOTP, tuple[str, ...]]:
    """An account whose sign-in asks for a code: who, what the app shows, the codes that work once."""
    an_account(desk)
    who = who_is(desk, cookie=signed_in(desk))
    begin_code(desk, who)
    app = pyotp.TOTP(see_account(desk, who).app_secret)
    done = confirm_code(desk, who, PASSWORD, app.at(desk.now()), Browser())
    return who_is(desk, cookie=done.signed_in.secret), app, done.spares


def first_step(desk: App) -> str:
    found = sign_in(desk, MAIL, PASSWORD)
    assert isinstance(found, CodeNeeded)
    return found.secret


def test_setting_up_an_app_makes_the_browser_strong_and_gives_it_a_new_id(both_desk: App) -> None:
    who, _app, spares = with_code(both_desk)
    assert who.strong
    assert len(set(spares)) == 10
    assert [row.is_here for row in see_account(both_desk, who).sign_ins] == [True]


def test_a_right_code_signs_in(both_desk: App, clock: Clock) -> None:
    _, app, _ = with_code(both_desk)
    clock.pass_(seconds=30)
    step = first_step(both_desk)
    signed = give_code(both_desk, step, app.at(both_desk.now()))
    assert who_is(both_desk, cookie=signed.secret).strong


def test_a_code_that_was_used_is_refused_and_so_is_an_earlier_one(both_desk: App, clock: Clock) -> None:
    _, app, _ = with_code(both_desk)
    clock.pass_(seconds=60)
    code = app.at(both_desk.now())
    give_code(both_desk, first_step(both_desk), f" {code[:3]} {code[3:]} ")
    for again in (code, app.at(both_desk.now() - STEP)):
        with pytest.raises(NoFit):
            give_code(both_desk, first_step(both_desk), again)


def test_of_two_who_send_one_code_at_once_one_comes_in(both_desk: App, clock: Clock) -> None:
    _, app, _ = with_code(both_desk)
    clock.pass_(seconds=60)
    code, steps = app.at(both_desk.now()), [first_step(both_desk) for _ in range(4)]

    def one_try(step: str) -> bool:
        try:
            return bool(give_code(both_desk, step, code).secret)
        except NoFit:
            return False

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(one_try, steps)) == [False, False, False, True]


def test_a_step_of_the_clock_to_either_side_is_taken(one_desk: App, clock: Clock) -> None:
    _, app, _ = with_code(one_desk)
    clock.set(datetime(2026, 6, 13, 9, 0, tzinfo=UTC))
    give_code(one_desk, first_step(one_desk), app.at(clock.at - STEP))
    give_code(one_desk, first_step(one_desk), app.at(clock.at + STEP))
    clock.pass_(minutes=5)
    for far in (-2, 2):
        with pytest.raises(NoFit):
            give_code(one_desk, first_step(one_desk), app.at(clock.at + far * STEP))


def test_a_spare_code_works_once(both_desk: App) -> None:
    _, _, spares = with_code(both_desk)
    assert give_code(both_desk, first_step(both_desk), spares[3].lower()).secret
    with pytest.raises(NoFit):
        give_code(both_desk, first_step(both_desk), spares[3])


def test_wrong_codes_count_like_wrong_passwords_and_a_right_password_gives_no_more(one_desk: App) -> None:
    with_code(one_desk)
    for _ in range(5):
        with pytest.raises(NoFit):
            give_code(one_desk, first_step(one_desk), "000000")
    with pytest.raises(TooManyTries):
        sign_in(one_desk, MAIL, PASSWORD)


def test_a_first_step_waits_five_minutes_and_serves_once(one_desk: App, clock: Clock) -> None:
    _, app, spares = with_code(one_desk)
    clock.pass_(minutes=1)
    step = first_step(one_desk)
    give_code(one_desk, step, app.at(clock.at))
    with pytest.raises(NoFit, match="5 minutes"):
        give_code(one_desk, step, spares[0])
    late = first_step(one_desk)
    clock.pass_(minutes=5)
    with pytest.raises(NoFit, match="5 minutes"):
        give_code(one_desk, late, spares[0])


def test_ending_the_other_sign_ins_leaves_this_browser_in_under_a_new_id(both_desk: App) -> None:
    an_account(both_desk)
    here, phone = signed_in(both_desk), signed_in(both_desk)
    renewed = end_other_sign_ins(both_desk, who_is(both_desk, cookie=here), Browser(former=here))
    assert [who_is(both_desk, cookie=c).kind for c in (here, phone, renewed.secret)] == [
        "stranger",
        "stranger",
        "account",
    ]
