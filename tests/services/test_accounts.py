"""Accounts: made, invited, changed by their owners, closed; passwords set by link; all in the instance's audit."""

from __future__ import annotations

from dataclasses import replace

import pyotp
import pytest

from deckcheck.accounts import own_account
from deckcheck.accounts.close import close_account
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.resets import LinkOver, answer_asked, ask_reset, make_reset, open_reset, use_reset
from deckcheck.accounts.sign_ins import Browser, CodeNeeded, NoFit, SignedIn, sign_in
from deckcheck.accounts.staff_accounts import add_account, let_organize, list_accounts
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.audit_log import INSTANCE
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotSignedIn, Refused, TooManyTries, UnusableInput
from deckcheck.app.secret_mail import read_letter
from deckcheck.app.secrets import KeyGone, derive, new_nonce
from deckcheck.settings import Mail
from deckcheck.store.models import Account, AccountCode, AuditEntry, Outgoing
from deckcheck.store.states import ActorKind
from tests.desks import Clock
from tests.doors import ANYWHERE, MAIL, PASSWORD, an_account, signed_in, who_signed_in
from tests.events import make_event

NEW = "a longer sentence"


def acts(desk: App) -> list[str]:
    """The acts in the installation's own chain."""
    with desk.store.read() as session:
        rows = session.query(AuditEntry).filter_by(event=INSTANCE).order_by(AuditEntry.seq)
        return [row.act for row in rows]


def mailing(desk: App) -> App:
    """The same desk where mail can be sent."""
    settings = replace(desk.settings, mail=Mail(host="mail.example.org"), address="https://lists.example.org")
    return replace(desk, settings=settings)


def letters_of(desk: App) -> list[tuple[str, str, str]]:
    """The letters that wait, once those are written that were asked for."""
    while answer_asked(desk):
        pass
    with desk.store.read() as session:
        rows = session.query(Outgoing).filter_by(kind="mail").order_by(Outgoing.uid).all()
    return [(row.recipient, *read_letter(row.body, desk.settings)) for row in rows]


def test_an_account_is_made_with_a_link_that_sets_its_password_once(both_desk: App) -> None:
    made = add_account(both_desk, "Rosa@Example.org", "Rosa  Kim", organizer=True)
    link = open_reset(both_desk, made.secret)
    assert (link.mail, link.name, link.first) == (MAIL, "Rosa Kim", True)
    use_reset(both_desk, made.secret, NEW)
    assert isinstance(sign_in(both_desk, MAIL, NEW), SignedIn)
    with pytest.raises(LinkOver):
        use_reset(both_desk, made.secret, "another long one")
    assert acts(both_desk) == ["account.made", "account.password"]


def test_an_account_without_a_password_cannot_be_signed_in_to(one_desk: App) -> None:
    add_account(one_desk, MAIL)
    for password in ("", PASSWORD):
        with pytest.raises(NoFit):
            sign_in(one_desk, MAIL, password)


def test_an_account_with_a_password_needs_no_link(one_desk: App) -> None:
    assert add_account(one_desk, MAIL, password=PASSWORD).secret == ""
    assert isinstance(sign_in(one_desk, MAIL, PASSWORD), SignedIn)


def test_an_account_is_made_once(both_desk: App) -> None:
    add_account(both_desk, MAIL)
    with pytest.raises(Refused, match="There is an account for rosa@"):
        add_account(both_desk, "ROSA@example.org")


@pytest.mark.parametrize(
    "mail", ["", "rosa", "rosa@", "@x", "a b@c", "a@b\r\nBcc: x@y", "a@b@c", "<a@b>", "x" * 300 + "@y"]
)
def test_what_is_no_address_of_mail_is_refused(one_desk: App, mail: str) -> None:
    with pytest.raises(UnusableInput, match="is no address of mail"):
        add_account(one_desk, mail)


@pytest.mark.parametrize("password", ["short", "x" * 201, "aaaaaaaaaaaa", "abababababab", MAIL, "a-few-words"[:9]])
def test_passwords_that_others_would_guess_are_refused(one_desk: App, password: str) -> None:
    with pytest.raises(UnusableInput):
        add_account(one_desk, MAIL, password=password)
    assert list_accounts(one_desk) == ()


def test_letters_that_look_alike_on_two_keyboards_are_one_password(one_desk: App) -> None:
    add_account(one_desk, MAIL, password="Zo\u00eb Ligature \ufb01x")
    assert isinstance(sign_in(one_desk, MAIL, "Zoe\u0308 Ligature fix"), SignedIn)


def test_who_may_organize_is_told_to_the_next_page(both_desk: App) -> None:
    an_account(both_desk)
    secret = signed_in(both_desk)
    let_organize(both_desk, MAIL, True)
    assert who_is(both_desk, cookie=secret).may_organize
    let_organize(both_desk, MAIL, False)
    assert not who_is(both_desk, cookie=secret).may_organize
    assert acts(both_desk) == ["account.made", "account.changed", "account.changed"]


def test_a_reset_ends_every_sign_in_and_the_throttle(both_desk: App) -> None:
    an_account(both_desk)
    cookie = signed_in(both_desk)
    for _ in range(5):
        with pytest.raises(NoFit):
            sign_in(both_desk, MAIL, "another password")
    made = make_reset(both_desk, MAIL)
    use_reset(both_desk, made.secret, NEW)
    assert who_is(both_desk, cookie=cookie) == STRANGER
    assert isinstance(sign_in(both_desk, MAIL, NEW), SignedIn)


def test_a_reset_works_for_thirty_minutes_and_a_newer_one_ends_it(both_desk: App, clock: Clock) -> None:
    an_account(both_desk)
    first, second = (make_reset(both_desk, MAIL).secret for _ in range(2))
    with pytest.raises(LinkOver):
        open_reset(both_desk, first)
    clock.pass_(minutes=29, seconds=59)
    assert not open_reset(both_desk, second).first
    clock.pass_(seconds=1)
    with pytest.raises(LinkOver):
        use_reset(both_desk, second, NEW)
    with pytest.raises(NoFit):
        sign_in(both_desk, MAIL, NEW)


def test_links_that_are_over_used_or_unknown_get_the_same_words(one_desk: App, clock: Clock) -> None:
    an_account(one_desk)
    over = make_reset(one_desk, MAIL).secret
    clock.pass_(hours=1)
    used = make_reset(one_desk, MAIL).secret
    use_reset(one_desk, used, NEW)
    words = set()
    for secret in (over, used, "x" * 43, "", "\ud800"):
        with pytest.raises(LinkOver) as refused:
            open_reset(one_desk, secret)
        words.add((str(refused.value), refused.value.status))
    assert len(words) == 1


def test_asking_for_a_link_mails_it_and_the_database_does_not_hold_it(both_desk: App) -> None:
    desk = mailing(both_desk)
    an_account(desk)
    ask_reset(desk, " ROSA@example.org")
    [(to, _, text)] = letters_of(desk)
    secret = text.partition("https://lists.example.org/reset/")[2].split()[0]
    assert to == MAIL
    assert len(secret) == 43
    with desk.store.read() as session:
        rows = [*session.query(Outgoing), *session.query(AccountCode), *session.query(AuditEntry)]
        assert secret not in str([vars(row) for row in rows])
    use_reset(desk, secret, NEW)
    assert isinstance(sign_in(desk, MAIL, NEW), SignedIn)


def test_asking_for_somebody_unknown_mails_nothing_and_says_nothing(one_desk: App) -> None:
    desk = mailing(one_desk)
    ask_reset(desk, "nobody@example.org")
    assert letters_of(desk) == []


@pytest.mark.parametrize("mail", [MAIL, "nobody@example.org"])
def test_a_link_can_be_asked_for_three_times_an_hour(one_desk: App, clock: Clock, mail: str) -> None:
    desk = mailing(one_desk)
    an_account(desk)
    for _ in range(3):
        ask_reset(desk, mail)
    with pytest.raises(TooManyTries):
        ask_reset(desk, mail)
    assert len(letters_of(desk)) == (3 if mail == MAIL else 0)
    clock.pass_(hours=1)
    ask_reset(desk, mail)


def test_a_new_password_signs_the_other_browsers_out_and_gives_this_one_a_new_id(both_desk: App) -> None:
    an_account(both_desk)
    here, phone = signed_in(both_desk), signed_in(both_desk)
    pending = make_reset(both_desk, MAIL).secret
    done = own_account.change_password(both_desk, who_is(both_desk, cookie=here), PASSWORD, NEW, Browser(former=here))
    assert [who_is(both_desk, cookie=c).kind for c in (here, phone, done.secret)] == ["stranger", "stranger", "account"]
    assert isinstance(sign_in(both_desk, MAIL, NEW), SignedIn)
    with pytest.raises(LinkOver):
        open_reset(both_desk, pending)


def test_a_stolen_browser_cannot_guess_the_password(one_desk: App) -> None:
    an_account(one_desk)
    thief = who_signed_in(one_desk)
    for _ in range(5):
        with pytest.raises(NoFit):
            own_account.change_password(one_desk, thief, "another password", NEW, ANYWHERE)
    with pytest.raises(TooManyTries):
        own_account.change_password(one_desk, thief, PASSWORD, NEW, ANYWHERE)


def test_an_owner_sees_the_browsers_and_ends_one(both_desk: App) -> None:
    an_account(both_desk)
    phone = signed_in(both_desk, browser=Browser(name="Firefox on Android"))
    who = who_signed_in(both_desk)
    rows = own_account.see_account(both_desk, who).sign_ins
    assert [(row.browser, row.is_here) for row in rows if not row.is_here] == [("Firefox on Android", False)]
    own_account.end_sign_in(both_desk, who, next(row.uid for row in rows if not row.is_here))
    assert who_is(both_desk, cookie=phone) == STRANGER
    assert acts(both_desk)[-1] == "account.sign_in_ended"


def test_nobody_ends_the_sign_ins_of_others(one_desk: App) -> None:
    an_account(one_desk)
    an_account(one_desk, "ben@example.org", "Ben Ott")
    hers = signed_in(one_desk)
    with pytest.raises(Hidden):
        own_account.end_sign_in(
            one_desk, who_signed_in(one_desk, "ben@example.org"), who_is(one_desk, cookie=hers).sign_in
        )
    assert who_is(one_desk, cookie=hers).kind == "account"


@pytest.mark.parametrize("kind", [ActorKind.STRANGER, ActorKind.PERSON, ActorKind.TOKEN, ActorKind.SYS])
def test_only_accounts_have_an_account(one_desk: App, kind: ActorKind) -> None:
    with pytest.raises(NotSignedIn):
        own_account.see_account(one_desk, Actor(kind, an_account(one_desk)))


def test_the_app_is_confirmed_by_its_code_and_asked_for_no_more_once_ended(both_desk: App) -> None:
    an_account(both_desk)
    who = who_signed_in(both_desk)
    own_account.begin_code(both_desk, who)
    seen = own_account.see_account(both_desk, who)
    assert (seen.code, seen.app_address.partition("?")[0]) == ("begun", "otpauth://totp/Deckcheck:rosa%40example.org")
    assert isinstance(sign_in(both_desk, MAIL, PASSWORD), SignedIn)
    with pytest.raises(NoFit):
        own_account.confirm_code(both_desk, who, PASSWORD, "000000", ANYWHERE)
    own_account.confirm_code(both_desk, who, PASSWORD, pyotp.TOTP(seen.app_secret).at(both_desk.now()), ANYWHERE)
    after = own_account.see_account(both_desk, who)
    assert (after.code, after.spares, after.app_secret) == ("on", 10, "")
    assert isinstance(sign_in(both_desk, MAIL, PASSWORD), CodeNeeded)
    own_account.end_code(both_desk, who, PASSWORD, ANYWHERE)
    assert isinstance(sign_in(both_desk, MAIL, PASSWORD), SignedIn)
    assert acts(both_desk) == ["account.made", "account.code_on", "account.code_ended"]


def test_new_spare_codes_end_the_old_ones(one_desk: App) -> None:
    an_account(one_desk)
    who = who_signed_in(one_desk)
    own_account.begin_code(one_desk, who)
    code = pyotp.TOTP(own_account.see_account(one_desk, who).app_secret).at(one_desk.now())
    old = own_account.confirm_code(one_desk, who, PASSWORD, code, ANYWHERE).spares
    new = own_account.new_spares(one_desk, who, PASSWORD, ANYWHERE)
    assert not set(old) & set(new)
    assert own_account.see_account(one_desk, who).spares == 10


def test_the_database_alone_does_not_hold_the_secret_of_an_app(one_desk: App) -> None:
    an_account(one_desk)
    who = who_signed_in(one_desk)
    own_account.begin_code(one_desk, who)
    secret = own_account.see_account(one_desk, who).app_secret
    with one_desk.store.read() as session:
        assert secret not in str(vars(session.query(Account).one()))


def test_an_older_key_is_still_honoured_and_one_that_is_gone_said_to_be(one_desk: App) -> None:
    old = one_desk.settings
    nonce = new_nonce(old)
    renewed = replace(old, secret_key="n" * 64, older_keys=(old.secret_key,))
    assert derive(renewed, "totp", nonce) == derive(old, "totp", nonce)
    assert derive(renewed, "totp", nonce) != derive(renewed, "webhook", nonce)
    assert new_nonce(renewed).partition(".")[0] != nonce.partition(".")[0]
    with pytest.raises(KeyGone):
        derive(replace(renewed, older_keys=()), "totp", nonce)


def test_whoever_lost_the_app_gets_in_by_the_installations_own_people(one_desk: App) -> None:
    an_account(one_desk)
    who = who_signed_in(one_desk)
    own_account.begin_code(one_desk, who)
    code = pyotp.TOTP(own_account.see_account(one_desk, who).app_secret).at(one_desk.now())
    own_account.confirm_code(one_desk, who, PASSWORD, code, ANYWHERE)
    use_reset(one_desk, make_reset(one_desk, MAIL).secret, NEW)
    assert isinstance(sign_in(one_desk, MAIL, NEW), CodeNeeded)
    make_reset(one_desk, MAIL, drop_code=True)
    assert isinstance(sign_in(one_desk, MAIL, NEW), SignedIn)


def test_a_closed_account_is_gone_with_its_name_and_address(both_desk: App) -> None:
    uid = an_account(both_desk)
    cookie = signed_in(both_desk)
    pending = make_reset(both_desk, MAIL).secret
    own_account.close_own(both_desk, who_is(both_desk, cookie=cookie), PASSWORD)
    assert who_is(both_desk, cookie=cookie) == STRANGER
    with pytest.raises(LinkOver):
        open_reset(both_desk, pending)
    with pytest.raises(NoFit):
        sign_in(both_desk, MAIL, PASSWORD)
    with both_desk.store.read() as session:
        row = session.get(Account, uid)
        assert row is not None
        assert (row.mail, row.name, row.password) == (f"closed:{uid}", "Closed account", "")
    assert add_account(both_desk, MAIL).uid != uid


def test_the_only_organizer_of_an_event_that_runs_cannot_go(both_desk: App) -> None:
    event = make_event(both_desk)
    with pytest.raises(Refused, match="only organizer of Northern Open"):
        close_account(both_desk, "organizer@northern-open.example")
    second = an_account(both_desk)
    make_event(both_desk, slug="b", join_code=None, accounts={"organizer": second}, state="completed")
    close_account(both_desk, MAIL)
    assert [row.uid for row in list_accounts(both_desk)] == [
        event.accounts[role] for role in ("head-judge", "judge", "organizer", "scorekeeper")
    ]
