"""What is logged names no secret: those that stand in addresses are cut out, whoever wrote the line."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

_SECRETS: Final = re.compile(r"(/(?:r|reset|invited|confirm)/|dkc_|[Bb]earer )[^\s\"'<>]+")


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
