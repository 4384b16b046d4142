"""A gunicorn worker whose threads see whole requests only: what comes in slowly waits aside, and not for ever."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import weakref
from typing import Any, ClassVar, Final

from gunicorn.workers import gthread  # type: ignore[import-untyped]

from deckcheck.web.serving.queueing import HELD, QueueingWorker
from deckcheck.web.serving.whole_requests import Arriving, HeadTooLarge

PIECE: Final = 64 * 1024
MOST_HELD: Final = 64 * 1024 * 1024
"""So much may wait in one process; beyond it large requests are sent away."""
PARTING: Final = 2.0
"""For so many seconds the other side is heard out after the last answer."""
ROOM: Final = 8
"""So many more connections can always come in."""
WAITING: Final = object()
READY: Final = object()
_GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_ANSWERS: Final = {
    408: "408 Request Timeout",
    431: "431 Request Header Fields Too Large",
    503: "503 Service Unavailable",
}


class Waiting(Arriving):
    """A request that is coming in, and until when it may."""

    def __init__(self, data: bytes, until: float) -> None:
        self.until = until
        super().__init__(data)


class PatientWorker(QueueingWorker):
    """gunicorn's threads, each of which is given a request once all of it is there.

    `patience`: for how many seconds a request may come in; large bodies have a second more for each 8 kB.
    """

    patience: ClassVar[float] = 30.0

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.held: weakref.WeakSet[Waiting] = weakref.WeakSet()
        self.held_lock = threading.Lock()

    def notify(self) -> None:
        """Tell that the worker lives, and let those who have waited longest go where nobody else could come in."""
        super().notify()
        for _ in range(ROOM):
            if self.nr_conns <= self.worker_connections - ROOM or not self._let_go():
                return

    def _let_go(self) -> bool:
        """Close the oldest connection on which nothing is being done; whether there was one."""
        for idle in (self.keepalived_conns, self.pending_conns):
            if idle:
                conn = idle.popleft()
                with contextlib.suppress(OSError, KeyError, ValueError):
                    self.poller.unregister(conn.sock)
                self.nr_conns -= 1
                conn.close()
                return True
        return False

    def handle(self, conn: Any) -> Any:
        """Take what has come in; answer if that is a whole request, else wait aside for more."""
        leaving = getattr(conn, "leaving", None)
        if leaving is not None:
            return self._leave(conn, leaving)
        if getattr(conn, "turn", None) is not None:
            return self._answer(conn, conn.waiting)
        waiting = getattr(conn, "waiting", None)
        try:
            if waiting is None:
                waiting = conn.waiting = self._begin(conn)
            state = self._collect(conn.sock, waiting)
        except HeadTooLarge:
            return self._refuse(conn, 431)
        except OSError:
            return False
        if state is WAITING:
            return gthread._DEFER
        if state is not READY:
            conn.waiting = None
            return self._refuse(conn, state)
        return self._answer(conn, waiting)

    def _answer(self, conn: Any, waiting: Waiting) -> Any:
        """Answer a request that is whole, once it may be."""
        if not self.may_begin(conn, waiting):
            return HELD
        with self.at_work(conn) as is_there:
            return self._pass_on(conn, waiting) if is_there else False

    def _pass_on(self, conn: Any, waiting: Waiting) -> Any:
        conn.waiting = None
        conn.oversized = waiting.is_oversized
        conn.init()
        conn.parser.unreader.unread(bytes(waiting.data))
        return super().handle(conn) or self._part(conn)

    def _part(self, conn: Any) -> Any:
        """The answer was the last one. Its end is told, and the rest of what the other side says awaited aside.

        To close at once could cut the answer off while a body still comes in; gunicorn would wait in its main loop.
        """
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            return False
        conn.leaving = time.monotonic() + PARTING
        return self._leave(conn, conn.leaving)

    def _leave(self, conn: Any, until: float) -> Any:
        """Hear the other side out, in vain, until it closes, too; then close for good."""
        try:
            conn.sock.setblocking(False)
            is_talking = all(conn.sock.recv(PIECE) for _ in range(16))
        except BlockingIOError:
            is_talking = True
        except OSError:
            is_talking = False
        if is_talking and time.monotonic() < until:
            return gthread._DEFER
        conn.sock.close()
        return False

    def _begin(self, conn: Any) -> Waiting:
        """What an earlier request on the connection has left over begins the next."""
        left = conn.parser.unreader.take_buffered() if conn.parser is not None else b""
        waiting = Waiting(left, time.monotonic() + self.patience)
        with self.held_lock:
            self.held.add(waiting)
        return waiting

    def _collect(self, sock: Any, waiting: Waiting) -> Any:
        sock.setblocking(False)
        while not waiting.is_whole:
            try:
                piece = sock.recv(PIECE)
            except BlockingIOError:
                break
            if not piece:
                return 0
            waiting.add(piece)
            waiting.until += len(piece) / (8 * 1024)
        if waiting.is_whole:
            return READY
        if time.monotonic() >= waiting.until:
            return 408
        if len(waiting.data) > PIECE and self._is_full():
            return 503
        if waiting.asks_to_go_on:
            waiting.asks_to_go_on = False
            sock.send(_GO_ON)
        return WAITING

    def _is_full(self) -> bool:
        with self.held_lock:
            return sum(len(one.data) for one in self.held) > MOST_HELD

    def _refuse(self, conn: Any, code: int) -> Any:
        """Send away whom no more is waited for; who has gone already is told nothing."""
        if code in _ANSWERS:
            with contextlib.suppress(OSError):
                conn.sock.send(f"HTTP/1.1 {_ANSWERS[code]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode())
        return self._part(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer; one who does not take the answer is not waited for longer than for a request."""
        conn.sock.settimeout(self.patience)
        return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        """Nobody waits for the rest of a body that was refused unread."""
        return bool(super()._keepalive_after(conn, keepalive and not conn.oversized))
