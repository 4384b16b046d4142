"""Files of sources are read in every packing and shape, and a broken one is refused with its name."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import tracemalloc
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.catalogue import bulk
from deckcheck.catalogue.bulk import OpenedFile
from deckcheck.law.card_sources import SourceError

VALUES: Final = [{"name": f"Card {number}", "text": "é" * number} for number in range(40)]
LINES: Final = "\n\n".join(json.dumps(value, ensure_ascii=False) for value in VALUES).encode() + b"\n"
ARRAY: Final = json.dumps(VALUES, indent=1).encode()
OBJECT: Final = json.dumps({"meta": {"date": "2031-02-08"}, "data": {v["name"]: v for v in VALUES}}).encode()


def zipped(data: bytes) -> bytes:
    with BytesIO() as made:
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inner.json", data)
        return made.getvalue()


PACKINGS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "plain": bytes,
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zip": zipped,
}


def opened(folder: Path, data: bytes, name: str = "cards.download") -> OpenedFile:
    (folder / name).write_bytes(data)
    return OpenedFile(folder / name)


@pytest.mark.parametrize("pack", PACKINGS.values(), ids=PACKINGS)
@pytest.mark.parametrize("data", [LINES, ARRAY, b"\xef\xbb\xbf" + LINES, b"\n " + ARRAY, LINES.replace(b"\n", b"\r\n")])
def test_lines_and_arrays_are_read_in_every_packing(
    pack: Callable[[bytes], bytes], data: bytes, tmp_path: Path
) -> None:
    assert list(opened(tmp_path, pack(data)).values()) == VALUES


def test_documents_over_several_lines_are_values_too(tmp_path: Path) -> None:
    pages = [{"object": "list", "data": [1, 2]}, {"object": "list", "data": []}]
    data = "\n".join(json.dumps(page, indent=1) for page in pages).encode()
    assert list(opened(tmp_path, data).values()) == pages


@pytest.mark.parametrize("pack", PACKINGS.values(), ids=PACKINGS)
def test_pairs_under_a_key_come_one_by_one(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file = opened(tmp_path, pack(OBJECT))
    assert list(file.pairs("data")) == [(value["name"], value) for value in VALUES]
    assert file.whole()["meta"] == {"date": "2031-02-08"}


@pytest.mark.parametrize("pack", PACKINGS.values(), ids=PACKINGS)
@pytest.mark.parametrize("data", [LINES, ARRAY], ids=["lines", "array"])
def test_a_file_that_is_cut_off_is_refused_with_its_name(
    pack: Callable[[bytes], bytes], data: bytes, tmp_path: Path
) -> None:
    packed = pack(data)
    for size in {len(packed) // 3, len(packed) // 2, len(packed) - 5}:
        with pytest.raises(SourceError, match=r"cards\.download"):
            list(opened(tmp_path, packed[:size]).values())


@pytest.mark.parametrize(
    "data",
    [
        b"<html>",
        b"\x00\xff",
        b'{"a": 1}\nnot this\n',
        b"[1, 2",
        b"[1] 2",
        b"[" * 999,
        b"{" * 99,
        b"{}\n" + b"[" * 100_000,
    ],
)
def test_what_is_no_json_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"cards\.download"):
        list(opened(tmp_path, data).values())


@pytest.mark.parametrize("read", [lambda f: list(f.pairs("data")), lambda f: f.whole()])
def test_a_cut_object_is_refused(read: Callable[[OpenedFile], Any], tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"cards\.download"):
        read(opened(tmp_path, OBJECT[:-10]))


def test_a_line_longer_than_any_record_is_refused_before_it_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "LONGEST_LINE", 100)
    with pytest.raises(SourceError, match="Line 1 is longer than any record"):
        list(opened(tmp_path, json.dumps("x" * 200).encode()).values())


def test_a_zip_of_two_files_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.json", "[]")
        archive.writestr("b.json", "[]")
    with pytest.raises(SourceError, match=r"two\.zip: .*2 files"):
        list(OpenedFile(tmp_path / "two.zip").values())


def test_progress_ends_with_the_whole_file(tmp_path: Path) -> None:
    told: list[float] = []
    (tmp_path / "cards.gz").write_bytes(gzip.compress(LINES))
    assert len(list(OpenedFile(tmp_path / "cards.gz", told.append).values())) == len(VALUES)
    assert told == sorted(told)
    assert told[-1] == (tmp_path / "cards.gz").stat().st_size


def written(folder: Path, shape: str, count: int) -> OpenedFile:
    """A file of so many records of a kilobyte, in which no record is like another."""
    records = [json.dumps({"name": f"Card {number}", "text": f"{number} " * 200}) for number in range(count)]
    named = ",".join(f'"{number}": {record}' for number, record in enumerate(records))
    text = {
        "lines": "\n".join(records),
        "array": f"[{','.join(records)}]",
        "object": f'{{"data": {{{named}}}}}',
    }[shape]
    return opened(folder, gzip.compress(text.encode(), 1), f"{shape}-{count}")


def peak(file: OpenedFile, shape: str) -> int:
    """The most memory that reading the file holds."""
    tracemalloc.start()
    for _ in file.pairs("data") if shape == "object" else file.values():
        pass
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return held


@pytest.mark.parametrize("shape", ["lines", "array", "object"])
def test_a_file_twice_as_long_takes_no_more_memory(shape: str, tmp_path: Path) -> None:
    files = [written(tmp_path, shape, count) for count in (1_000, 2_000, 4_000)]
    once, *longer = (peak(file, shape) for file in files)
    assert all(held < once + 100_000 for held in longer)
