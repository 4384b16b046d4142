"""Workbooks made by hand: the few parts that a sheet of Excel needs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def column(at: int) -> str:
    return (column(at // 26 - 1) if at >= 26 else "") + chr(65 + at % 26)


def sheet(rows: Sequence[Sequence[str | float | bool]], strings: list[str]) -> str:
    told = []
    for number, row in enumerate(rows, 1):
        cells = []
        for at, value in enumerate(row):
            place = f'r="{column(at)}{number}"'
            if isinstance(value, bool):
                cells.append(f'<c {place} t="b"><v>{int(value)}</v></c>')
            elif isinstance(value, float | int):
                cells.append(f"<c {place}><v>{value}</v></c>")
            elif value:
                if value not in strings:
                    strings.append(value)
                cells.append(f'<c {place} t="s"><v>{strings.index(value)}</v></c>')
        told.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f'<?xml version="1.0"?><worksheet xmlns="{MAIN}"><sheetData>{"".join(told)}</sheetData></worksheet>'


def parts(sheets: Mapping[str, Sequence[Sequence[str | float | bool]]]) -> dict[str, str]:
    strings: list[str] = []
    bodies = {f"xl/worksheets/sheet{n}.xml": sheet(rows, strings) for n, rows in enumerate(sheets.values(), 1)}
    listed = "".join(f"<sheet name={quoteattr(t)} sheetId='{n}' r:id='r{n}'/>" for n, t in enumerate(sheets, 1))
    links = "".join(
        f'<Relationship Id="r{n}" Type="{LINKS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    shared = "".join(f'<si><t xml:space="preserve">{escape(s)}</t></si>' for s in strings)
    return {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" Type="{LINKS}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}<Relationship Id="s" '
        f'Type="{LINKS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
        **bodies,
    }


def pack(files: Mapping[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def workbook(sheets: Mapping[str, Sequence[Sequence[str | float | bool]]]) -> bytes:
    """A workbook with these sheets."""
    return pack(parts(sheets))
