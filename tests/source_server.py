"""How a source's server answers, well or badly, for tests that really fetch: on top of tests/listeners.py."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from tests.listeners import Answer, Asked, says


@dataclass(frozen=True)
class File:
    """A file as a good server sends it: by ranges, and not again to one who has it."""

    body: bytes
    etag: str = '"one"'
    modified: str = "Sat, 22 Aug 2026 09:00:00 GMT"
    type: str = "application/json"
    ranges: bool = True

    def __call__(self, connection: socket.socket, asked: Asked) -> None:
        """Answer a request."""
        connection.sendall(self.head(asked) + self.rest(asked))

    def first(self, asked: Asked) -> int:
        """From which byte on it is asked for."""
        told = asked.headers.get("range", "").removeprefix("bytes=").removesuffix("-")
        known = asked.headers.get("if-range", "") in {self.etag, self.modified} - {""}
        return int(told) if told and known and self.ranges else 0

    def rest(self, asked: Asked) -> bytes:
        """What is sent of it."""
        return b"" if self._known(asked) else self.body[self.first(asked) :]

    def _known(self, asked: Asked) -> bool:
        return bool(self.etag) and asked.headers.get("if-none-match") == self.etag

    def head(self, asked: Asked) -> bytes:
        """The lines before it."""
        first, whole = self.first(asked), len(self.body)
        lines = {"ETag": self.etag, "Last-Modified": self.modified, "Content-Type": self.type, "Connection": "close"}
        status = HTTPStatus.PARTIAL_CONTENT if first else HTTPStatus.OK
        if self._known(asked):
            status = HTTPStatus.NOT_MODIFIED
        else:
            lines["Content-Length"] = str(whole - first)
        if first:
            lines["Content-Range"] = f"bytes {first}-{whole - 1}/{whole}"
        return head(status, {name: value for name, value in lines.items() if value})


def head(status: HTTPStatus, lines: Mapping[str, str]) -> bytes:
    """The lines before an answer's body."""
    told = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in lines.items())]
    return "\r\n".join([*told, "", ""]).encode()


def cut_off(file: File, after: int) -> Answer:
    """Send so many bytes of what is asked for, and go away."""

    def answer(connection: socket.socket, asked: Asked) -> None:
        connection.sendall(file.head(asked) + file.rest(asked)[:after])

    return answer


def dripping(file: File, piece: int, seconds: float) -> Answer:
    """Send a piece at a time with a pause after each."""

    def answer(connection: socket.socket, asked: Asked) -> None:
        connection.sendall(file.head(asked))
        rest = file.rest(asked)
        for at in range(0, len(rest), piece):
            connection.sendall(rest[at : at + piece])
            time.sleep(seconds)

    return answer


def chunked(pieces: list[bytes], *, ended: bool = True) -> Answer:
    """Send pieces without saying how much will come; `ended`: and say at the end that this was all."""

    def answer(connection: socket.socket, _asked: Asked) -> None:
        connection.sendall(head(HTTPStatus.OK, {"Transfer-Encoding": "chunked", "Connection": "close"}))
        for piece in pieces:
            connection.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        if ended:
            connection.sendall(b"0\r\n\r\n")

    return answer


def sends_on(address: str, status: int = 302) -> Answer:
    """Send on to another address."""
    return says(status, f"Location: {address}")


def by_path(answers: Mapping[str, Answer]) -> Answer:
    """Answer by what is asked for; with 404 what is not there."""

    def answer(connection: socket.socket, asked: Asked) -> None:
        answers.get(asked.line.split(" ")[1], says(404))(connection, asked)

    return answer


def silent(connection: socket.socket, _asked: Asked) -> None:
    """Say nothing for a long time."""
    time.sleep(20)
