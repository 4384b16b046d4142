"""What each application compiles alike is compiled once in a process of the tests: builders of addresses, templates."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, Final

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

COMPILED: Final = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
"""What werkzeug notes of a rule when it compiles it."""
BUILDERS: Final = ("_build", "_build_unknown")
_TEMPLATES: Final[dict[str, CodeType | None]] = {}


class SharedTemplates(BytecodeCache):
    """The compiled templates of this process by name and text."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template what was compiled of the same text."""
        bucket.code = _TEMPLATES.get(bucket.key + bucket.checksum)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it for the next application."""
        _TEMPLATES[bucket.key + bucket.checksum] = bucket.code


def share_what_is_compiled(patch: pytest.MonkeyPatch) -> None:
    """To compile 294 addresses and the templates again for the application of each test took most of its time."""
    patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": SharedTemplates()})
    patch.setattr(Rule, "compile", _once(Rule.compile))


def _once(compile_rule: Callable[[Rule], None]) -> Callable[[Rule], None]:
    """What a rule is compiled to depends on its words alone; its builders take the rule as their first argument."""
    known: dict[str, dict[str, Any]] = {}

    def compiled(rule: Rule) -> None:
        made = known.get(rule.rule)
        if made is None or rule.defaults:
            compile_rule(rule)
            known[rule.rule] = {name: getattr(rule, name) for name in COMPILED}
            return
        for name in COMPILED:
            setattr(rule, name, made[name])
        for name in BUILDERS:
            setattr(rule, name, made[name].__func__.__get__(rule))

    return compiled
