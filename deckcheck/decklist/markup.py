"""Lists kept as XML: elements with the line they begin on, and nothing an attacker could make of XML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

# The limits of texts.py hold before this; entities and document types are refused here, so nothing can grow.


class Element(NamedTuple):
    """One element: its tag, its attributes, and the line of the text it begins on."""

    tag: str
    attributes: Mapping[str, str]
    line: int


class _RefusedError(Exception):
    """The text declares entities or a document type."""


def elements(text: str) -> tuple[tuple[Element, ...], int]:
    """All elements in order, up to the line where the text stops being XML (0: it is XML to its end)."""
    found: list[Element] = []
    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def start(tag: str, attributes: dict[str, str]) -> None:
        found.append(Element(tag, attributes, parser.CurrentLineNumber))

    def refuse(*_: object) -> None:
        raise _RefusedError

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        return tuple(found), error.lineno
    except (_RefusedError, UnicodeEncodeError):
        return tuple(found), max(parser.CurrentLineNumber, 1)
    return tuple(found), 0
