"""Every sample is read as expected, however it is encoded and wherever its lines end."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re

import pytest

from tests.rosters.samples import FOLDER, Sample, samples
from tests.rosters.workbooks import workbook
from tests.tables import every_row

each_sample = pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
SHEETS = [sample for sample in samples() if sample.path.suffix == ".csv"]
ANSWERS = [sample for sample in samples() if sample.path.suffix == ".json"]


def rows_of(sample: Sample) -> list[list[str]]:
    text = sample.path.read_text("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=";" if ";" in text.partition("\n")[0] else ","))


def test_there_are_as_many_samples_as_answers() -> None:
    files = [path for path in FOLDER.iterdir() if path.suffix != ".md" and ".expected" not in path.name]
    assert len(files) == len(samples()) == 26


@each_sample
def test_a_sample_is_read_as_expected(sample: Sample) -> None:
    assert sample.told(sample.path.read_bytes()) == sample.wanted


@each_sample
def test_a_pasted_text_is_read_like_the_file(sample: Sample) -> None:
    assert sample.told(sample.path.read_text("utf-8-sig")) == sample.wanted


@each_sample
@every_row("ends", ["\n", "\r\n", "\r"])
@every_row(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (b"", "utf-16-le"),
    ],
)
def test_encodings_and_line_ends_change_nothing(sample: Sample, mark: bytes, encoding: str, ends: str) -> None:
    text = re.sub(r"\r\n?|\n", ends, sample.path.read_bytes().decode("utf-8-sig"))
    if sample.path.suffix == ".xml":
        text = text.replace("utf-8", "utf-16" if "16" in encoding else "utf-8")
    assert sample.told(mark + text.encode(encoding)) == sample.wanted


OLD = [
    (sample, encoding)
    for sample in samples()
    for encoding in ("cp1252", "cp1250", "mac_roman")
    if sample.path.suffix in {".txt", ".csv", ".htm"}
    and not (text := sample.path.read_bytes().decode("utf-8-sig")).isascii()
    and text.encode(encoding, "ignore").decode(encoding) == text
]


@every_row(("sample", "encoding"), OLD, ids=lambda value: value.name if isinstance(value, Sample) else value)
def test_an_old_encoding_is_told_by_its_letters(sample: Sample, encoding: str) -> None:
    data = sample.path.read_bytes().decode("utf-8-sig").encode(encoding)
    assert sample.told(data) == sample.wanted


@pytest.mark.parametrize("sample", SHEETS, ids=lambda sample: sample.name)
def test_a_workbook_is_read_like_its_sheet_as_csv(sample: Sample) -> None:
    assert sample.told(workbook({"Sheet1": rows_of(sample)})) == sample.wanted


@every_row("separator", [";", "\t", ",", "|"])
@every_row("sample", SHEETS, ids=lambda sample: sample.name)
def test_a_sheet_may_be_parted_by_any_sign(sample: Sample, separator: str) -> None:
    if separator == "|":
        # Upright strokes are drawn by people, who quote nothing.
        text = "\n".join(f"| {' | '.join(row)} |" for row in rows_of(sample))
    else:
        written = io.StringIO()
        csv.writer(written, delimiter=separator).writerows(rows_of(sample))
        text = written.getvalue()
    assert sample.told(text) == sample.wanted


@pytest.mark.parametrize("sample", ANSWERS, ids=lambda sample: sample.name)
def test_an_answer_may_be_packed_in_one_line_or_follow_the_players(sample: Sample) -> None:
    packed = json.dumps(json.loads(sample.path.read_text("utf-8")), separators=(",", ":"))
    assert sample.told(packed) == sample.wanted
    for need in sample.expected.get("needs", ()):
        both = (FOLDER / need).read_text("utf-8") + "\n" + packed
        assert sample._replace(expected={**sample.expected, "needs": []}).told(both) == sample.wanted


def test_the_names_behind_ids_are_asked_where_they_are_missing() -> None:
    (sample,) = (s for s in samples() if s.name == "omnidex-standings")
    told = Sample(sample.path, {"ask": [], "players": []}).told(sample.path.read_bytes())
    assert told["ask"] == ["7002", "7001", "7004", "7003", "7005"]
    assert [player["display"] for player in told["players"]] == told["ask"]
