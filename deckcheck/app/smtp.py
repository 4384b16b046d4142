"""Handing mail to a server by SMTP: encrypted, with time limits, each letter with a name of its own."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Final

SECONDS: Final = 10.0
"""So long the server may take for each step."""
LONGEST_SUBJECT: Final = 200


class NotMailed(Exception):
    """A letter could not be handed over; the sentence says why. `for_good`: trying again would not help."""

    def __init__(self, sentence: str, *, for_good: bool = False) -> None:
        super().__init__(sentence)
        self.for_good = for_good


@dataclass(frozen=True, slots=True)
class MailServer:
    """Who takes mail on, and under which name it is given."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    sender: str = ""
    encrypted: str = "starttls"


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail. `uid` makes its Message-ID, so that one that is sent twice is known as the same."""

    uid: str
    recipient: str
    subject: str
    text: str
    at: datetime


def send_letter(server: MailServer, letter: Letter, seconds: float = SECONDS) -> None:
    """Hand a letter over; returns once the server has taken it on."""
    message = compose(server, letter)
    try:
        with _connected(server, seconds) as connection:
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(message)
    except smtplib.SMTPRecipientsRefused as refused:
        code = max((code for code, _ in refused.recipients.values()), default=0)
        raise NotMailed(f"The mail server does not take this address ({code}).", for_good=code >= 500) from None
    except smtplib.SMTPResponseException as refused:
        raise NotMailed(f"The mail server refused ({refused.smtp_code}).") from None
    except (ssl.SSLError, smtplib.SMTPNotSupportedError) as error:
        raise NotMailed(f"The connection to the mail server is not as it is set ({type(error).__name__}).") from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotMailed(f"The mail server was not reached ({type(error).__name__}).") from None


def _connected(server: MailServer, seconds: float) -> smtplib.SMTP:
    if server.encrypted == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=seconds, context=ssl.create_default_context())
    connection = smtplib.SMTP(server.host, server.port, timeout=seconds)
    if server.encrypted == "starttls":
        try:
            connection.starttls(context=ssl.create_default_context())
        except BaseException:
            connection.close()
            raise
    return connection


def compose(server: MailServer, letter: Letter) -> EmailMessage:
    """The letter as it goes out. Whatever stands in a name or a subject stays within its own line."""
    message = EmailMessage(policy=SMTP)
    sender = sender_of(server)
    message["From"] = sender
    message["To"] = _address(letter.recipient)
    message["Subject"] = _one_line(letter.subject)[:LONGEST_SUBJECT]
    message["Date"] = format_datetime(letter.at)
    message["Message-ID"] = f"<{letter.uid}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("\n".join(letter.text.splitlines()) + "\n", charset="utf-8")
    return message


def sender_of(server: MailServer) -> Address:
    """Under which name and address mail goes out."""
    name, address = parseaddr(server.sender)
    for spec in (address, server.user, f"deckcheck@{server.host}"):
        if found := _read(spec, _one_line(name) or "Deckcheck"):
            return found
    return Address("Deckcheck", addr_spec="deckcheck@localhost")


def _address(text: str) -> Address:
    if found := _read(text):
        return found
    raise NotMailed("This is no address of mail.", for_good=True)


def _read(text: str, name: str = "") -> Address | None:
    """One plain address; a domain in letters of its own as mail servers write it."""
    user, _, domain = text.rpartition("@")
    if not user or not domain or not text.isprintable() or set(text) & set("<>, "):
        return None
    try:
        return Address(name, addr_spec=f"{user}@{_plain(domain)}")
    except (ValueError, IndexError, MessageError):
        return None


def _plain(domain: str) -> str:
    return domain if domain.isascii() else domain.encode("idna").decode("ascii")


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
