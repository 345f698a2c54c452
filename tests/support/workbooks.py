"""Excel workbooks made by hand, down to what Excel itself would never write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from xml.sax.saxutils import escape

_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>{parts}</Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{0}'
    "</Relationships>"
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
    '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
)


class Formula(str):
    """A formula with the value that Excel has worked out."""

    value: float = 0

    @classmethod
    def of(cls, text: str, value: float) -> Formula:
        made = cls(text)
        made.value = value
        return made


def workbook(
    sheets: Mapping[str, Sequence[Sequence[object]]],
    merged: Mapping[str, Sequence[str]] | None = None,
    extra: Mapping[str, bytes] | None = None,
) -> bytes:
    """Make a workbook of sheets of cells."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        numbers = range(1, len(sheets) + 1)
        parts = "".join(
            f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="application/'
            'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
            for n in numbers
        )
        main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
        parts += f'<Override PartName="/xl/workbook.xml" ContentType="{main}"/>'
        archive.writestr("[Content_Types].xml", _TYPES.format(parts=parts))
        archive.writestr(
            "_rels/.rels",
            _RELATIONS.format(
                f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument"'
                ' Target="xl/workbook.xml"/>'
            ),
        )
        listed = "".join(
            f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"/>'
            for n, name in enumerate(sheets, 1)
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
        )
        related = "".join(
            f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet"'
            f' Target="worksheets/sheet{n}.xml"/>'
            for n in numbers
        )
        related += f'<Relationship Id="rId99" Type="{_OFFICE}/styles" Target="styles.xml"/>'
        archive.writestr("xl/_rels/workbook.xml.rels", _RELATIONS.format(related))
        archive.writestr("xl/styles.xml", _STYLES)
        for n, (name, rows) in enumerate(sheets.items(), 1):
            archive.writestr(
                f"xl/worksheets/sheet{n}.xml", sheet_xml(rows, (merged or {}).get(name, ()))
            )
        for name, data in (extra or {}).items():
            archive.writestr(name, data)
    return file.getvalue()


def sheet_xml(rows: Sequence[Sequence[object]], merged: Sequence[str] = ()) -> str:
    """Write a sheet."""
    lines: list[str] = []
    for at, row in enumerate(rows, 1):
        cells = "".join(_cell(f"{column_name(n)}{at}", value) for n, value in enumerate(row))
        lines.append(f'<row r="{at}">{cells}</row>')
    spans = "".join(f'<mergeCell ref="{span}"/>' for span in merged)
    tail = f"<mergeCells>{spans}</mergeCells>" if spans else ""
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData>{tail}</worksheet>'


def column_name(at: int) -> str:
    """Name a column as Excel does."""
    name = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        name = chr(65 + rest) + name
    return name


def _cell(place: str, value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
        case Formula():
            return f'<c r="{place}"><f>{escape(value)}</f><v>{value.value}</v></c>'
        case int() | float():
            return f'<c r="{place}"><v>{value}</v></c>'
        case date():
            days = (value - date(1899, 12, 30)).days
            return f'<c r="{place}" s="1"><v>{days}</v></c>'
        case _:
            return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'
