"""The server: gunicorn with threads, started from our own command."""

from __future__ import annotations

import logging
import resource
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from deckcheck.app.ages import outdated_in_words
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.served import note_served
from deckcheck.decklist import lazy
from deckcheck.jobs.background import JOBS
from deckcheck.law.formats import FormatError
from deckcheck.store.store import room
from deckcheck.updates.layers import settle_with_package
from deckcheck.web import create_app
from deckcheck.web.limits import EXTENSION as LEDGER
from deckcheck.web.serving.worker import PatientWorker
from deckcheck.wiring import build_running_desk, review_law

_SECRETS: Final = lazy.regex(r"(/(?:r|reset|invited|confirm)/|dkc_|[Bb]earer )[^\s\"'<>]+")


def cut(text: str) -> str:
    """The text with three dots in the place of every secret."""
    return _SECRETS.sub(r"\1...", text)


class Cutting(logging.Filter):
    """Cuts a record's words and its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record is kept."""
        record.msg, record.args = cut(record.getMessage()), ()
        if record.exc_info and record.exc_info[0]:
            record.exc_text = cut(logging.Formatter().formatException(record.exc_info))
        return True


class CuttingLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's own logger, behind which nothing goes uncut; so it is for ours."""

    def setup(self, cfg: Any) -> None:
        """Set up as gunicorn does, and cut."""
        super().setup(cfg)
        for logger in (self.error_log, self.access_log, logging.getLogger("deckcheck.web")):
            logger.addFilter(Cutting())


MOST: Final = 1_000
"""So many connections a worker holds at once where the machine allows it."""
FEWEST: Final = 100
"""Fewer are not worth a start: browsers hold several each."""
BESIDE: Final = 200
"""For the database, the logs, mail, webhooks and the program itself."""


def connections_allowed() -> int:
    """For how many connections of a worker the limit is enough, once it is raised as far as need be and as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _capped(MOST + BESIDE, hard)
    if not _is_enough(soft, wanted):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    allowed = _capped(MOST + BESIDE, soft) - BESIDE
    if allowed < FEWEST:
        raise UnusableInput(
            f"A process may open {soft} files here, and each worker needs at least {FEWEST + BESIDE}: raise the hard "
            f"limit (ulimit -Hn, or LimitNOFILE= of systemd) to {MOST + BESIDE} before you serve."
        )
    return allowed


def too_few(allowed: int) -> str:
    """What is told of a limit that is enough to serve, but not for as many connections as usual."""
    if allowed >= MOST:
        return ""
    return (
        f"A process may open {allowed + BESIDE} files here, so each worker holds {allowed} connections at once; "
        f"a hard limit of {MOST + BESIDE} (LimitNOFILE= of systemd) allows {MOST}."
    )


def _capped(wanted: int, limit: int) -> int:
    return wanted if limit == resource.RLIM_INFINITY else min(wanted, limit)


def _is_enough(limit: int, wanted: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= wanted


log = logging.getLogger("deckcheck.web")

PAUSE: Final = 1.0
"""Seconds between two looks when there was nothing to do."""
LONGEST: Final = 60.0
"""Seconds between two looks while something is wrong."""


class Ticker:
    """Does each job again and again until it is stopped. What goes wrong is logged, and tried again more rarely."""

    def __init__(self, app: App, jobs: Mapping[str, Callable[[App], bool]] = JOBS, pause: float = PAUSE) -> None:
        self.app = app
        self.pause = pause
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=(name, job), name=f"deckcheck-{name}", daemon=True)
            for name, job in jobs.items()
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self, wait: float = 0.0) -> None:
        """Begin nothing more; what is being done may go on for so many seconds."""
        self._over.set()
        for thread in self._threads:
            thread.join(wait)

    def _repeat(self, name: str, job: Callable[[App], bool]) -> None:
        pause = self.pause
        while not self._over.is_set():
            try:
                with self.app.live.bound():
                    more, pause = job(self.app), self.pause
            except Exception as error:  # Nothing depends on it, so nothing may end it.
                more, pause = False, min(LONGEST, pause * 2)
                log.warning("%s: %s; next try in %.0f s", name, type(error).__name__, pause, exc_info=error)
            if not more:
                self._over.wait(pause)


THREADS = 4
KEEP_ALIVE = 15
"""For so many seconds a connection may be silent."""
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # Where one listens is no address to go to.

STEADY: Final[Mapping[str, Any]] = {
    "worker_class": PatientWorker,
    "threads": THREADS,
    "timeout": 30,
    "forwarded_allow_ips": "",  # proxies.py decides whom to believe.
    "control_socket_disable": True,
    "graceful_timeout": 5,
    "limit_request_line": 8190,  # A list may come in an address; gunicorn knows no more.
    "loglevel": "warning",
    "logger_class": CuttingLogger,
    "preload_app": True,
}


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn around one application, which is made before workers fork so that they share its pages of memory."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.app = build_running_desk()
        review_law(self.app)
        self.warnings = [*settle_with_package(self.app), *_warnings(self.app), *_crowded(self.app, options["workers"])]
        self.application = create_app(self.app.settings, self.app)
        super().__init__()

    def load_config(self) -> None:
        """Take our options instead of the command line's."""
        for key, value in self.options.items():
            self.cfg.set(key, value)

    def load(self) -> Any:
        """The application of each worker."""
        return self.application


def run(host: str, port: int, workers: int = 1, patience: float = PatientWorker.patience) -> None:
    """Serve until stopped; the address is told on stderr once it can be opened, and behind it how old the data are.

    `patience`: for how many seconds a request may come in, or an answer go out.
    """
    allowed = connections_allowed()
    _check_free(host, port)
    PatientWorker.patience = patience

    ticker: list[Ticker] = []

    def begin(worker: Any) -> None:
        shared = {**JOBS, "limits": worker.app.application.extensions[LEDGER].keep_settled}
        ticker.append(Ticker(worker.app.app, shared))  # After the fork: a thread is not handed on.
        ticker[0].start()

    def end(_server: Any, _worker: Any) -> None:
        for one in ticker:
            one.stop()

    def told(arbiter: Any) -> None:
        for listener in arbiter.LISTENERS:
            name = listener.sock.getsockname()
            here = _address((EVERYWHERE.get(name[0], name[0]), name[1])).rstrip("/")
            note_served(arbiter.app.app.settings.home, here)  # Before it is told: a command may follow at once.
            print(f"Deckcheck is served at {_address(name)}", file=sys.stderr, flush=True)  # noqa: T201
        for sentence in (*filter(None, [too_few(allowed)]), *arbiter.app.warnings):
            print(f"Warning: {sentence}", file=sys.stderr, flush=True)  # noqa: T201

    Server(
        {
            **STEADY,
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": workers,
            "worker_connections": allowed,
            "keepalive": min(KEEP_ALIVE, patience),
            "when_ready": told,
            "post_worker_init": begin,
            "worker_exit": end,
        }
    ).run()


def _warnings(app: App) -> tuple[str, ...]:
    """That the data are old, if they are; what cannot be told of them stops no server."""
    try:
        return outdated_in_words(app)
    except FormatError as error:
        return (f"How old the data are is not known: {error}",)


def _crowded(app: App, workers: int) -> tuple[str, ...]:
    """That the workers may ask PostgreSQL for more connections than it has, if so."""
    most, each = room(app.store), app.settings.connections
    app.store.close()  # No connection is shared over a fork.
    if most is None or workers * each + 1 <= most:
        return ()
    sentence = (
        f"{workers} workers with {each} connections each (DECKCHECK_CONNECTIONS) and one for commands are more than "
        f"the {most} that PostgreSQL has for them; give each fewer, or raise max_connections."
    )
    return (sentence,)


def _check_free(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before gunicorn tries it five times."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0].lower()
        raise UnusableInput(f"{host}:{port} cannot be listened on: {reason}. Give another --host or --port.") from error


def _address(name: tuple[Any, ...]) -> str:
    host, port = name[0], name[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
