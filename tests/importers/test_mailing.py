"""Mail reaches a real server: plain, with STARTTLS and encrypted; nothing in a name or subject adds a header."""

from __future__ import annotations

import socket
import ssl
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.mail import Letter, NotMailed, compose, send_letter
from deckcheck.settings import Mail
from tests.listeners import AUTHORITY, NAME, Letterbox, taking_mail

AT = datetime(2026, 6, 13, 8, 0, tzinfo=UTC)
LETTER = Letter("0190-1", "ada@example.org", "Your list is in", "Sent 09:42:07.\n.\nÉdouard", AT)
SERVER = Mail("127.0.0.1", 25, sender="Northern Open <desk@example.org>", encrypted="none")


@pytest.fixture
def known_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the certificate leads to this machine, and its authority is trusted."""
    real = socket.getaddrinfo

    def getaddrinfo(host: str, *args: object, **options: object) -> object:
        return real("127.0.0.1" if host == NAME else host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(ssl, "create_default_context", lambda: _trusting())


def _trusting() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(AUTHORITY)
    return context


def at(box: Letterbox, encrypted: str = "none", host: str = "127.0.0.1", user: str = "") -> Mail:
    return replace(SERVER, host=host, port=box.port, encrypted=encrypted, user=user, password="word" if user else "")


def read(letter: bytes) -> EmailMessage:
    found = message_from_bytes(letter, policy=default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_letter_arrives_as_it_was_written() -> None:
    with taking_mail() as box:
        send_letter(at(box), LETTER)
    (taken,) = map(read, box.letters)
    assert (taken["To"], taken["From"]) == ("ada@example.org", "Northern Open <desk@example.org>")
    assert (taken["Subject"], taken["Message-ID"]) == ("Your list is in", "<0190-1@example.org>")
    assert taken["Auto-Submitted"] == "auto-generated"
    assert taken.get_content().replace("\r\n", "\n") == "Sent 09:42:07.\n.\nÉdouard\n"


@pytest.mark.parametrize("encrypted", ["starttls", "tls"])
@pytest.mark.usefixtures("known_name")
def test_a_letter_and_its_password_go_over_an_encrypted_connection(encrypted: str) -> None:
    with taking_mail(encrypted=encrypted) as box:
        send_letter(at(box, encrypted, NAME, "desk@example.org"), LETTER)
    assert len(box.letters) == 1
    assert "AUTH" in box.steps
    assert encrypted == "tls" or box.steps.index("STARTTLS") < box.steps.index("AUTH")


def test_a_server_without_the_encryption_that_is_set_gets_nothing() -> None:
    with taking_mail() as box, pytest.raises(NotMailed):
        send_letter(at(box, "starttls", user="desk@example.org"), LETTER)
    assert not {"AUTH", "MAIL", "DATA"} & set(box.steps)


@pytest.mark.parametrize("encrypted", ["starttls", "tls"])
def test_a_server_whose_certificate_does_not_hold_gets_nothing(encrypted: str) -> None:
    with taking_mail(encrypted=encrypted) as box, pytest.raises(NotMailed):
        send_letter(at(box, encrypted), LETTER)
    assert "MAIL" not in box.steps


@pytest.mark.parametrize(("answer", "for_good"), [("550 nobody", True), ("451 later", False)])
def test_an_address_that_the_server_never_takes_is_given_up_and_one_it_takes_later_is_not(
    answer: str, for_good: bool
) -> None:
    with taking_mail(RCPT=answer) as box, pytest.raises(NotMailed) as refused:
        send_letter(at(box), LETTER)
    assert refused.value.for_good is for_good
    assert not box.letters


@pytest.mark.parametrize("verb", ["EHLO", "MAIL", "DATA", "AUTH"])
def test_any_other_refusal_is_tried_again(verb: str) -> None:
    answers = {verb: "554 not now"} if verb != "EHLO" else {"EHLO": "554 no", "HELO": "554 no"}
    with taking_mail(**answers) as box, pytest.raises(NotMailed) as refused:
        send_letter(at(box, user="desk@example.org" if verb == "AUTH" else ""), LETTER)
    assert not refused.value.for_good


def test_a_server_that_says_nothing_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(NotMailed, match="not reached"):
        send_letter(replace(SERVER, port=mute.getsockname()[1]), LETTER, seconds=0.3)


def test_a_server_that_is_not_there_is_not_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with pytest.raises(NotMailed, match="not reached"):
        send_letter(replace(SERVER, port=port), LETTER)


@given(st.text(), st.text(), st.text())
def test_nothing_in_a_letter_adds_a_header_or_a_recipient(subject: str, text: str, name: str) -> None:
    server = replace(SERVER, sender=f"{name} <desk@example.org>")
    plain = compose(SERVER, LETTER)
    made = compose(server, replace(LETTER, subject=f"{subject}\r\nBcc: x@example.org", text=text))
    again = read(bytes(made))
    assert [k.lower() for k in again] == [k.lower() for k in plain]
    assert [a.addr_spec for a in again["To"].addresses] == ["ada@example.org"]


@given(st.text() | st.from_regex(r"[\w.+@\r\n<>, :]{0,30}"))
def test_a_text_is_one_address_or_it_is_refused_for_good(recipient: str) -> None:
    try:
        made = compose(SERVER, replace(LETTER, recipient=recipient))
    except NotMailed as refused:
        made = None
        for_good = refused.for_good
    assert for_good if made is None else len(read(bytes(made))["To"].addresses) == 1
