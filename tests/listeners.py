"""Real servers on this machine for what goes out: one that answers HTTP as a test tells it, one that takes mail."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

CERTIFICATES: Final = Path(__file__).parent / "data" / "certificates"
AUTHORITY: Final = CERTIFICATES / "authority.pem"
NAME: Final = "hook.example"
"""The name of the certificate."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in."""

    line: str
    headers: dict[str, str]
    body: bytes


Answer = Callable[[socket.socket, Asked], None]
"""What a server does with a connection once it has read the request."""


@dataclass
class Listener:
    """A server with what it was asked."""

    port: int
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0


def says(status: int, *headers: str, body: bytes = b"") -> Answer:
    """Answer at once with a status."""
    head = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(body)}", "Connection: close", *headers]

    def answer(connection: socket.socket, _asked: Asked) -> None:
        connection.sendall("\r\n".join([*head, "", ""]).encode() + body)

    return answer


def in_turn(*answers: Answer) -> Answer:
    """Answer each request in its own way, the last way from then on."""
    left = list(answers)

    def answer(connection: socket.socket, asked: Asked) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(connection, asked)

    return answer


@contextmanager
def listening(answer: Answer, *, encrypted: bool = False) -> Iterator[Listener]:
    """A server at a free port of this machine."""
    context = None
    if encrypted:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATES / "hook.pem")
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = Listener(server.getsockname()[1])
        threading.Thread(target=_serve, args=(server, context, answer, found), daemon=True).start()
        yield found


def _serve(server: socket.socket, context: ssl.SSLContext | None, answer: Answer, found: Listener) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        found.connections += 1
        threading.Thread(target=_answer, args=(connection, context, answer, found), daemon=True).start()


def _answer(connection: socket.socket, context: ssl.SSLContext | None, answer: Answer, found: Listener) -> None:
    try:
        connection.settimeout(30)
        if context is not None:
            connection = context.wrap_socket(connection, server_side=True)
        with connection:
            asked = _read(connection)
            found.asked.append(asked)
            answer(connection, asked)
    except OSError:  # The other side has gone, as it should where it lost patience.
        return


def _read(connection: socket.socket) -> Asked:
    with connection.makefile("rb") as lines:
        first = lines.readline().decode().strip()
        headers: dict[str, str] = {}
        while line := lines.readline().decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        return Asked(first, headers, lines.read(int(headers.get("content-length", "0"))))


@dataclass
class Letterbox:
    """A mail server with what it took; `steps` are the commands that were given, `answers` what it says to some."""

    port: int = 0
    letters: list[bytes] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)


@contextmanager
def taking_mail(*, encrypted: str = "none", **answers: str) -> Iterator[Letterbox]:
    """A mail server at a free port: plain, with STARTTLS, or encrypted from the start; `RCPT="550 no"` refuses."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / "hook.pem")
    with socket.create_server(("127.0.0.1", 0)) as server:
        box = Letterbox(server.getsockname()[1], answers=dict(answers))
        threading.Thread(target=_deliver, args=(server, context, encrypted, box), daemon=True).start()
        yield box


def _deliver(server: socket.socket, context: ssl.SSLContext, encrypted: str, box: Letterbox) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=_talk, args=(connection, context, encrypted, box), daemon=True).start()


def _talk(connection: socket.socket, context: ssl.SSLContext, encrypted: str, box: Letterbox) -> None:
    try:
        connection.settimeout(30)
        if encrypted == "tls":
            connection = context.wrap_socket(connection, server_side=True)
        connection.sendall(b"220 here\r\n")
        while (line := _line(connection)) != "QUIT":
            verb = line.split(" ")[0].upper()
            said = _said(verb, encrypted, box)
            connection.sendall(said.encode() + b"\r\n")
            if verb == "RCPT":
                box.recipients.append(line)
            if verb == "DATA" and said.startswith("354"):
                box.letters.append(_letter(iter(partial(_line, connection), ".")))
                connection.sendall(b"250 taken\r\n")
            if verb == "STARTTLS" and said.startswith("220"):
                connection = context.wrap_socket(connection, server_side=True)
        connection.sendall(b"221 farewell\r\n")
    except OSError:
        return
    finally:
        connection.close()


def _said(verb: str, encrypted: str, box: Letterbox) -> str:
    """What the server says to a command."""
    box.steps.append(verb)
    said = box.answers.get(verb) or _ANSWERS.get(verb, "250 good")
    offers = "250-here\r\n250-8BITMIME\r\n" + ("250-STARTTLS\r\n" if encrypted == "starttls" else "")
    return said.replace("OFFERS", offers + "250 AUTH PLAIN LOGIN")


def _line(connection: socket.socket) -> str:
    """The next line, read letter by letter: what follows may be encrypted."""
    found = b""
    while not found.endswith(b"\n"):
        letter = connection.recv(1)
        if not letter:
            raise OSError("The other side has gone.")
        found += letter
    return found.decode("utf-8", "surrogateescape").rstrip("\r\n")


_ANSWERS: Final = {
    "EHLO": "OFFERS",
    "STARTTLS": "220 go on",
    "AUTH": "235 known",
    "DATA": "354 go on",
}


def _letter(lines: Iterator[str]) -> bytes:
    text = "".join(f"{line.removeprefix('.') if line.startswith('..') else line}\r\n" for line in lines)
    return text.encode("utf-8", "surrogateescape")
