"""The command line within a test: the program's own entry, with streams of its own."""

from __future__ import annotations

import sys

import pytest

from deckcheck.cli import main
from tests.cli.commands import Call, Said, Stream


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the program's entry with arguments and standard input."""

    def called(*args: str, stdin: bytes = b"") -> Said:
        out, err = Stream(), Stream()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", Stream(stdin))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            with pytest.raises(SystemExit) as left:
                main(list(args))
        status = left.value.code
        return Said(status if isinstance(status, int) else 0, out.text(), err.text())

    return called
