"""The client bundle: each list as .cod and .dek, for those who play a match-up on Cockatrice or Magic Online."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.app.safe_text import numbered, zip_bytes
from deckcheck.publication.exports.cod import write_cod
from deckcheck.publication.exports.dek import write_dek
from deckcheck.publication.exports.rows import in_final_order
from deckcheck.publication.exports.shape import Shape
from deckcheck.verdict.published_lists import PublishedEvent


def write_clients(event: PublishedEvent) -> bytes:
    """A zip of `cockatrice/001-name.cod` and `magic-online/001-name.dek`, in final order."""
    return zip_bytes(_files(event))


def _files(event: PublishedEvent) -> Iterator[tuple[str, bytes]]:
    lists = in_final_order(event)
    for stem, listed in zip(numbered([listed.sort_name for listed in lists]), lists, strict=True):
        yield f"cockatrice/{stem}.cod", write_cod(listed, event)
        yield f"magic-online/{stem}.dek", write_dek(listed)


CLIENTS = Shape("client", "Cockatrice and Magic Online", "zip", "application/zip", write_clients, "clients")
