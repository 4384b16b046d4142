"""A gunicorn worker whose threads see whole requests only: what comes in slowly waits aside, and not for ever.

Lists that wait to be judged wait aside too, in no thread: all other requests are answered meanwhile.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from gunicorn.workers import gthread  # type: ignore[import-untyped]

from deckcheck.decklist import lazy
from deckcheck.web.limits import is_judging
from deckcheck.web.serving.judging_threads import GATE

MOST_HEAD: Final = 64 * 1024
"""A head that has not ended by then is refused."""
MOST_BODY: Final = 5 * 1024 * 1024
"""More is never waited for: no page reads so much, and each says so from the head alone."""
_HEAD_END: Final = b"\r\n\r\n"
_COOKIE: Final = lazy.regex(rb"(?:__host-)?deckcheck=([^;]*)")
_SIZE: Final = lazy.regex(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?")


class HeadTooLarge(Exception):
    """The head of a request goes on and on."""


class Arriving:
    """What has come in of one request. It is for the server's parser to judge it; here only its end is looked for."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.is_whole = False
        self.is_oversized = False
        self.asks_to_go_on = False
        self.path = ""
        self.credential = ""
        self._body_at = 0
        self._length: int | None = None
        self._chunk_at = 0
        self._look()

    def add(self, data: bytes) -> None:
        """More has come."""
        before = len(self.data)
        self.data += data
        self._look(max(0, before - len(_HEAD_END)))

    def _look(self, since: int = 0) -> None:
        if not self._body_at and not self._read_head(since):
            return
        if self._length is None:
            self.is_whole = self.is_whole or self._chunks_end()
        elif self._length > MOST_BODY:
            self.is_whole = self.is_oversized = True
        else:
            self.is_whole = len(self.data) - self._body_at >= self._length

    def _read_head(self, since: int) -> bool:
        end = self.data.find(_HEAD_END, since)
        if end > MOST_HEAD or (end < 0 and len(self.data) > MOST_HEAD):
            raise HeadTooLarge
        if end < 0:
            return False
        self._body_at = self._chunk_at = end + len(_HEAD_END)
        first, *lines = bytes(self.data[:end]).split(b"\r\n")
        told = {name: value.strip() for name, _, value in (line.lower().partition(b":") for line in lines)}
        self._read_address(first, told)
        self.asks_to_go_on = told.get(b"expect") == b"100-continue"
        if b"transfer-encoding" not in told:
            length = told.get(b"content-length", b"0")
            # What is no length at all is whole at once: the parser refuses it.
            self._length = int(length) if length.isdigit() and len(length) < 16 else 0
        return True

    def _read_address(self, first: bytes, told: dict[bytes, bytes]) -> None:
        """The path that is asked for, and by what whoever asks says to be known; empty if by nothing."""
        target = first.partition(b" ")[2].partition(b" ")[0]
        if not target.startswith(b"/"):
            target = b"/" + target.partition(b"://")[2].partition(b"/")[2]
        self.path = target.partition(b"?")[0].decode("latin-1")
        cookie = _COOKIE.search(told.get(b"cookie", b""))
        known = told.get(b"authorization", b"") if self.path.startswith("/api/") else b""
        self.credential = (known or (cookie[1] if cookie else b"")).decode("latin-1")

    def _chunks_end(self) -> bool:
        """Whether the last chunk is in; a body that breaks the rules of chunks is left to the parser."""
        while len(self.data) - self._body_at <= MOST_BODY:
            line_end = self.data.find(b"\r\n", self._chunk_at)
            if line_end < 0:
                return len(self.data) - self._chunk_at > 1024
            size = _SIZE.fullmatch(self.data, self._chunk_at, line_end)
            if not size:
                return True
            if not int(size[1], 16):
                return self.data.find(_HEAD_END, line_end) >= 0
            after = line_end + 2 + int(size[1], 16) + 2
            if after > len(self.data):
                return after - self._body_at > MOST_BODY
            self._chunk_at = after
        return True


LANES: Final = ("/livez", "/readyz", "/healthz")
"""Each has a thread of its own, so that one that asks the database does not hold up one that does not."""
_LONGEST: Final = max(len(f"HEAD {path} ") for path in LANES)


class LaneWorker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's threads, with lanes beside them."""

    lanes: dict[str, ThreadPoolExecutor]

    def init_process(self) -> None:
        """Make the lanes in the worker's own process."""
        self.lanes = {path: ThreadPoolExecutor(1, thread_name_prefix=f"deckcheck{path}") for path in LANES}
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        """Hand a connection to the threads that it belongs to, or wait until it says something."""
        try:
            head = self._head(conn)
        except BlockingIOError:
            silent: Future[Any] = Future()
            silent.set_result(gthread._DEFER)
            self.method_queue.defer(self.finish_request, conn, silent)
            return
        pool: Any = self.lanes.get(head.partition(b"?")[0].decode("latin-1"), self.tpool)
        fs = pool.submit(self.handle, conn)
        fs.add_done_callback(lambda fut: self.method_queue.defer(self.finish_request, conn, fut))

    def _head(self, conn: Any) -> bytes:
        """The address that a new request asks for; empty in the middle of one, and for all that is not plain."""
        if getattr(conn, "waiting", None) or getattr(conn, "leaving", None):
            return b""
        if conn.parser is not None and conn.parser.unreader.buf.getvalue():
            return b""
        data = b""
        with contextlib.suppress(ConnectionError):
            data = conn.sock.recv(_LONGEST + 1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        method, _, rest = data.partition(b" ")
        return rest.partition(b" ")[0] if method in {b"GET", b"HEAD"} else b""

    def run(self) -> None:
        """Serve, and let the lanes go in the end."""
        try:
            super().run()
        finally:
            for lane in self.lanes.values():
                lane.shutdown(wait=False)


HELD: Final = object()
MOST_QUEUED: Final = 200
LONGEST: Final = 5.0
"""So many seconds a list waits at most until somebody begins with it."""


@dataclass(slots=True)
class Turn:
    """What a connection waits for: a place for somebody (none: it needs none), until when, and whether it has one."""

    who: str | None
    until: float
    has_place: bool = False
    is_crowded: bool = False

    @property
    def is_come(self) -> bool:
        """Whether the request may be answered now, or is to be told that too many wait."""
        return self.who is None or self.has_place or self.is_crowded


class QueueingWorker(LaneWorker):
    """gunicorn's threads, with a queue before the places of those that judge."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue: deque[Any] = deque()

    def may_begin(self, conn: Any, request: Arriving) -> bool:
        """Whether a whole request is answered now; if not, the connection has a turn to wait for."""
        if getattr(conn, "turn", None) is None:
            who = request.credential if is_judging(request.path) else None
            has_place = who is not None and not self.queue and GATE.take(who)
            conn.turn = Turn(who, time.monotonic() + LONGEST, has_place)
        return bool(conn.turn.is_come)

    @contextmanager
    def at_work(self, conn: Any) -> Iterator[bool]:
        """Hold the place of a connection while it is answered; false if nobody is there any more who waits."""
        turn, conn.turn = conn.turn, None
        GATE.serve(turn.who if turn.has_place else None, is_crowded=turn.is_crowded)
        try:
            yield turn.who is None or not _is_gone(conn.sock)
        finally:
            GATE.give_held()

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """Put what has to wait into the queue, and let the next ones in when somebody is done."""
        if not fs.cancelled() and fs.exception() is None and fs.result() is HELD:
            conn.turn.is_crowded = len(self.queue) >= MOST_QUEUED or not self.alive
            self.queue.append(conn)
        else:
            super().finish_request(conn, fs)
        self._go_on()

    def notify(self) -> None:
        """Tell that the worker lives, and those who have waited too long that they have."""
        super().notify()
        self._go_on()

    def _go_on(self) -> None:
        """Begin with all that has a place by now or waits no longer; the first come, the first served."""
        now = time.monotonic()
        for _ in range(len(self.queue)):
            conn = self.queue.popleft()
            turn = conn.turn
            turn.is_crowded = turn.is_crowded or now >= turn.until
            turn.has_place = not turn.is_crowded and GATE.take(turn.who)
            if turn.is_come:
                self.enqueue_req(conn)
            else:
                self.queue.append(conn)


def _is_gone(sock: socket.socket) -> bool:
    """Whether the other side has closed meanwhile: nobody needs the answer."""
    try:
        return sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


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
