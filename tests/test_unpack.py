"""Files are unpacked as they are read, in each form that sources offer; a broken or endless one is refused."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from deckcheck.catalogue.unpack import Room, unpacked
from deckcheck.law.card_sources import SourceError

NUMBERS = Random(7)
BODY = b"".join(b'{"name": "Card %d"}\n' % NUMBERS.randrange(10**9) for _ in range(20_000))
ROOM = Room()


def zipped(members: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return made.getvalue()


def read(path: Path, packed: bytes, room: Room = ROOM) -> bytes:
    path.write_bytes(packed)
    with path.open("rb") as file:
        return unpacked(file, room).read()


def refused(path: Path, packed: bytes, room: Room = ROOM) -> str:
    with pytest.raises(SourceError) as refusal:
        read(path, packed, room)
    return str(refusal.value)


PACKING: Mapping[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "xz": partial(lzma.compress, preset=1),
    "bzip2": bz2.compress,
    "zip": lambda body: zipped({"cards.json": body}),
    "zip in a folder": lambda body: zipped({"data/": b"", "data/cards.json": body}),
    "zip, stored": lambda body: zipped({"cards.json": body}, zipfile.ZIP_STORED),
    "two gzips in a row": lambda body: gzip.compress(body[:1000]) + gzip.compress(body[1000:]),
    "two xz in a row": lambda body: lzma.compress(body[:1000]) + lzma.compress(body[1000:]),
}


@pytest.mark.parametrize("pack", PACKING.values(), ids=PACKING)
def test_a_file_reads_the_same_however_it_is_packed(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """The name says nothing of it: mirrors give files other names."""
    assert read(tmp_path / "file", pack(BODY)) == BODY


@pytest.mark.parametrize("pack", PACKING.values(), ids=PACKING)
def test_an_empty_file_is_empty(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    assert read(tmp_path / "file", pack(b"")) == b""


@pytest.mark.parametrize("form", ["gzip", "xz", "bzip2"])
@pytest.mark.parametrize("kept", [0.01, 0.5, 0.999])
def test_a_file_that_is_cut_off_is_told_as_that(form: str, kept: float, tmp_path: Path) -> None:
    packed = PACKING[form](BODY)
    assert refused(tmp_path / "file", packed[: int(len(packed) * kept)]) == "The file ends half-way."


@pytest.mark.parametrize("kept", [0.01, 0.5, 0.999])
def test_a_zip_that_is_cut_off_is_refused(kept: float, tmp_path: Path) -> None:
    packed = PACKING["zip"](BODY)
    assert "damaged, cut off" in refused(tmp_path / "file", packed[: int(len(packed) * kept)])


@pytest.mark.parametrize("form", ["gzip", "xz", "bzip2", "zip"])
def test_a_file_with_a_wrong_byte_is_damaged(form: str, tmp_path: Path) -> None:
    packed = bytearray(PACKING[form](BODY))
    packed[len(packed) // 2] ^= 0xFF
    assert "damaged" in refused(tmp_path / "file", bytes(packed))


@pytest.mark.parametrize("form", ["gzip", "xz", "bzip2", "zip"])
def test_a_file_that_unpacks_without_end_is_refused(form: str, tmp_path: Path) -> None:
    """10 MB out of some KB: no file of cards is packed that small."""
    bomb = PACKING[form](bytes(10 << 20))
    assert "far more than a file of cards" in refused(tmp_path / "file", bomb, Room(free=1 << 20))
    assert "far more than a file of cards" in refused(tmp_path / "file", bomb, Room(size=1 << 20))
    assert len(read(tmp_path / "file", bomb)) == 10 << 20


def test_an_xz_file_that_wants_much_memory_is_refused(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 200 << 20}]
    packed = lzma.LZMACompressor(lzma.FORMAT_XZ, filters=filters)
    assert "damaged" in refused(tmp_path / "file", packed.compress(BODY) + packed.flush())


@pytest.mark.parametrize(
    ("packed", "sentence"),
    [
        (zipped({"a.json": b"[]", "b.json": b"[]"}), "The zip file holds 2 files; it should hold one."),
        (zipped({}), "The zip file holds 0 files; it should hold one."),
        (zipped({"a.json": b"[]"}, zipfile.ZIP_LZMA), "packed in an unusual way"),
    ],
)
def test_a_zip_that_is_not_one_file_is_refused(packed: bytes, sentence: str, tmp_path: Path) -> None:
    assert sentence in refused(tmp_path / "file", packed)


@pytest.mark.parametrize("form", ["plain", "gzip", "xz", "zip"])
def test_unpacking_takes_the_same_memory_for_a_file_of_any_size(form: str, tmp_path: Path) -> None:
    peaks = []
    for times in (4, 32):
        path = tmp_path / str(times)
        path.write_bytes(PACKING[form](Random(1).randbytes(1 << 18) * times))
        tracemalloc.start()
        with path.open("rb") as file:
            stream = unpacked(file)
            while stream.read(1 << 16):
                pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + (1 << 20)
