"""Whatever is sent ends in the right table, or in a refusal that says what helps."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from typing import Any

import duckdb
import pytest

from agent.data.reading import WrongFormat
from contracts.errors import BatutaError, InvalidRequest, TooLarge
from tests.support.reading import ReadTables
from tests.support.workbooks import Formula, workbook

pytestmark = pytest.mark.anyio


def parquet(sql: str, folder: Any) -> bytes:
    path = folder / "made.parquet"
    duckdb.sql(f"copy ({sql}) to '{path}' (format parquet)")
    return path.read_bytes()


# --- encodings and separators

TEXT = "nome;preço\nJosé;2\nAna;3\n"


@pytest.mark.parametrize(
    ("coding", "mark"),
    [
        ("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("latin-1", b""), ("cp1252", b""),
        ("utf-16", b""), ("utf-16-le", b""), ("utf-16-be", b""), ("utf-32", b""),
    ],
)  # fmt: skip
async def test_encodings_are_found(read: ReadTables, coding: str, mark: bytes) -> None:
    (table,) = await read("a.csv", mark + TEXT.encode(coding))
    assert table.kinds == {"nome": "text", "preço": "integer"}
    assert table.rows == [["José", 2], ["Ana", 3]]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
async def test_separators_are_found(read: ReadTables, mark: str) -> None:
    text = "\n".join(mark.join(row) for row in (["a", "b", "c"], ["1", "x", "2"], ["3", "y", "4"]))
    (table,) = await read("a.txt", text)
    assert table.rows == [[1, "x", 2], [3, "y", 4]]


async def test_excels_own_word_for_the_separator_counts(read: ReadTables) -> None:
    (table,) = await read("a.csv", "sep=|\r\na|b\r\n1|2,5\r\n")
    assert table.rows == [[1, 2.5]]


async def test_one_column_with_decimal_commas_is_one_column(read: ReadTables) -> None:
    (table,) = await read("a.csv", "valor\n12,5\n13,7\n")
    assert table.rows == [[12.5], [13.7]]


async def test_bytes_that_claim_to_be_what_they_are_not_are_refused(read: ReadTables) -> None:
    with pytest.raises(InvalidRequest, match="save it as UTF-8"):
        await read("a.csv", b"\xef\xbb\xbfa,b\n1,\xff\xfe\n")


# --- quotes and rows


async def test_quotes_hold_separators_line_breaks_and_quotes(read: ReadTables) -> None:
    (table,) = await read("a.csv", 'a,b\n"x, y","he said ""hi"""\n"line\nbreak",z\n')
    assert table.rows == [["x, y", 'he said "hi"'], ["line\nbreak", "z"]]


@pytest.mark.parametrize("text", ['size,n\n12",1\n14",2\n', 'size,n\n"12" pipe,1\n14,2\n'])
async def test_quotes_that_are_inches_stay(read: ReadTables, text: str) -> None:
    (table,) = await read("a.csv", text)
    assert table.rows[0][0] in ('12"', '"12" pipe')
    assert table.kinds == {"size": "text", "n": "integer"}


async def test_a_quote_that_nothing_closes_is_refused_by_its_line(read: ReadTables) -> None:
    with pytest.raises(InvalidRequest, match="line 3: a quote is opened"):
        await read("a.csv", 'a,b\n1,2\n3,"open\n4,5,6\n7,8\n')


async def test_a_row_with_too_many_cells_is_refused_by_its_number(read: ReadTables) -> None:
    with pytest.raises(InvalidRequest, match="row 4 has 3 cells"):
        await read("a.csv", "a,b\n1,2\n3,4\n5,6,7\n")
    many = "a,b\n" + "1,2\n" * 30_000
    with pytest.raises(InvalidRequest, match="row 30002 has 3 cells"):
        await read("a.csv", many + "5,6,7\n")


async def test_short_rows_are_filled_and_told(read: ReadTables) -> None:
    (table,) = await read("a.csv", "a,b\n1,2\n3\n4,5\n")
    assert table.rows == [[1, 2], [3, None], [4, 5]]
    assert "1 rows have fewer cells" in table.notes


async def test_nul_bytes_are_left_out_and_told(read: ReadTables) -> None:
    (table,) = await read("a.csv", b"a,b\n1,\x002\n3,4\n")
    assert table.rows == [[1, 2], [3, 4]]
    assert "NUL" in table.notes


async def test_one_cell_of_fifteen_megabytes_is_kept_and_fills_nothing(read: ReadTables) -> None:
    (table,) = await read("a.csv", b"a,b\n1," + b"x" * 15_000_000 + b"\n2,y\n")
    assert table.table.profile.rows == 2
    assert len(table.rows[0][1]) <= 200
    assert len(table.table.made.profile) < 5_000


# --- headers


async def test_titles_above_the_table_are_left_out(read: ReadTables) -> None:
    (table,) = await read("a.csv", "Vendas de 2025;;\n;;\nProduto;Qtd;Valor\nx;1;2,50\ny;2;3,00\n")
    assert table.kinds == {"Produto": "text", "Qtd": "integer", "Valor": "decimal"}
    assert "2 rows above the table" in table.notes


async def test_a_header_of_two_rows_is_joined(read: ReadTables) -> None:
    (table,) = await read("a.csv", "Norte;;Sul;\nQ1;Q2;Q1;Q2\n1;2;3;4\n5;6;7;8\n")
    assert list(table.kinds) == ["Norte / Q1", "Norte / Q2", "Sul / Q1", "Sul / Q2"]
    assert table.rows == [[1, 2, 3, 4], [5, 6, 7, 8]]


@pytest.mark.parametrize("text", ["1,2,x\n3,4,y\n5,6,z\n", "ana,x,u\nbob,y,v\nana,z,w\ncarl,x,q\n"])
async def test_without_a_header_columns_are_numbered(read: ReadTables, text: str) -> None:
    (table,) = await read("a.csv", text)
    assert list(table.kinds) == ["column_1", "column_2", "column_3"]
    assert "no header" in table.notes


async def test_names_that_are_alike_or_empty_are_made_unlike(read: ReadTables) -> None:
    (table,) = await read("a.csv", "\ufeffa,A,,a,b\u200b\n1,2,3,4,5\n".encode())
    assert list(table.kinds) == ["a", "A_2", "column_3", "a_3", "b"]


async def test_a_header_alone_is_a_table_without_rows(read: ReadTables) -> None:
    (table,) = await read("a.csv", "a,b,c\n")
    assert (table.table.profile.rows, list(table.kinds)) == (0, ["a", "b", "c"])


@pytest.mark.parametrize("data", [b"", b"\n\n  \n", b"\xef\xbb\xbf"])
async def test_nothing_is_refused(read: ReadTables, data: bytes) -> None:
    with pytest.raises(InvalidRequest, match=r"rows|empty"):
        await read("a.csv", data)


async def test_five_thousand_columns_are_read_and_one_more_is_refused(read: ReadTables) -> None:
    names = [f"c{at}" for at in range(5_001)]
    rows = [
        ",".join(names[:5_000]),
        *(",".join(str(at * n) for at in range(5_000)) for n in (1, 2)),
    ]
    (table,) = await read("a.csv", "\n".join(rows))
    assert len(table.table.profile.columns) == 5_000
    assert table.table.profile.columns[4_999].most == 9_998
    with pytest.raises(TooLarge, match="5001 columns"):
        await read("a.csv", ",".join(names) + "\n")


# --- figures, dates, words


@pytest.mark.parametrize(
    ("cells", "kind", "first", "unit"),
    [
        (["1.234,56", "2,5"], "decimal", 1234.56, None),
        (["1,234.56", "2.5"], "decimal", 1234.56, None),
        (["R$ 1.000,00", "R$ 2,50"], "decimal", 1000, "R$"),
        (["$1,000.00", "$2.50"], "decimal", 1000, "$"),
        (["€ 5", "7,5 €"], "decimal", 5, "€"),
        (["12,5%", "7%"], "decimal", 12.5, "%"),
        (["12,5%", "7"], "text", "12,5%", None),  # seven, or seven percent?
        (["R$ 5", "US$ 5"], "text", "R$ 5", None),
        (["(5.00)", "3.5"], "decimal", -5, None),
        (["-5", "+3"], "integer", -5, None),
        (["1e3", "2.5"], "decimal", 1000, None),
        (["01001", "20000"], "text", "01001", None),
        (["12345678901234567890", "1"], "text", "12345678901234567890", None),
        (["5", "-"], "integer", 5, None),
        (["5", "n/d"], "integer", 5, None),
        (["5", "NaN"], "integer", 5, None),
        (["2026-02-28", "2026-03-01"], "date", "2026-02-28", None),
        (["28/02/2026", "01/03/2026"], "date", "2026-02-28", None),
        (["02/28/2026", "01/03/2026"], "date", "2026-02-28", None),
        (["28.02.26", "01.03.26"], "date", "2026-02-28", None),
        (["31/02/2026", "30/01/2026"], "text", "31/02/2026", None),
        (["28/02/2026", "02/28/2026"], "text", "28/02/2026", None),
        (["28/02/2026 14:30", "01/03/2026 9:05:10"], "datetime", "2026-02-28T14:30:00", None),
        (["2026-02-28T14:30:00Z", "2026-02-28T14:30:00-03:00"], "datetime", "2026-02-28T14:30:00",
         None),
        (["08:30", "9:15"], "time", "08:30:00", None),
        (["Sim", "não"], "boolean", True, None),
        (["TRUE", "false"], "boolean", True, None),
        (["S", "N"], "text", "S", None),  # regions, perhaps
        (["n/d", "x"], "text", "n/d", None),
    ],
)  # fmt: skip
async def test_cells_are_read_as_people_write_them(
    read: ReadTables, cells: list[str], kind: str, first: Any, unit: str | None
) -> None:
    lines = ["key;valor", *(f"k{at};{cell}" for at, cell in enumerate(cells))]
    (table,) = await read("a.csv", "\n".join(lines))
    assert (table.kinds["valor"], table.units["valor"]) == (kind, unit)
    assert table.rows[0][1] == first


async def test_the_whole_column_decides_and_not_its_beginning(read: ReadTables) -> None:
    """What stands at the end of 50,000 rows turns days into months, and figures into text."""
    rows = [f"{1 + n % 9:02d}/{1 + n % 9:02d}/2025;{n};{n}" for n in range(50_000)]
    text = "d;v;w\n" + "\n".join(rows) + "\n04/13/2025;1,5;abc\n"
    (table,) = await read("a.csv", text)
    assert table.kinds == {"d": "date", "v": "decimal", "w": "text"}
    assert table.table.profile.columns[0].most == "2025-09-09"
    assert "row 50002 has 'abc' among figures" in table.notes


async def test_what_could_be_read_in_two_ways_is_told(read: ReadTables) -> None:
    (table,) = await read("a.csv", "d,v\n01/02/2026,1.234\n03/04/2026,2.345\n")
    assert "day/month/year" in table.notes
    assert "the point was read as the decimal mark" in table.notes
    assert table.rows[0] == ["2026-02-01", 1.234]


async def test_other_columns_tell_what_one_column_cannot(read: ReadTables) -> None:
    (table,) = await read("a.csv", "preço;peso\n10,50;1.234\n7,25;2.345\n")
    assert table.rows[0] == [10.5, 1234]


# --- workbooks


async def test_each_sheet_is_a_dataset_and_formulas_give_their_values(read: ReadTables) -> None:
    sheets = {
        "Vendas": [
            ["Produto", "Qtd", "Data", "Total", "Pago"],
            ["x", 2, date(2026, 1, 2), Formula.of("B2*2", 4), True],
            ["y", 3.5, date(2026, 1, 3), Formula.of("B3*2", 7), False],
        ],
        "Vazia": [],
        "Metas": [["mês", "meta"], ["jan", 10]],
    }
    first, second = await read("b.xlsx", workbook(sheets))
    assert (first.table.profile.sheet, second.table.profile.sheet) == ("Vendas", "Metas")
    assert list(first.kinds.values()) == ["text", "decimal", "date", "integer", "boolean"]
    assert first.rows[1] == ["y", 3.5, "2026-01-03", 7, False]


async def test_merged_headers_of_a_sheet_are_joined(read: ReadTables) -> None:
    rows = [["Relatório"], [], ["Região", "Vendas", None], ["", "2025", "2026"], ["N", 1, 2]]
    (table,) = await read("b.xlsx", workbook({"S": rows}, {"S": ["A1:C1", "B3:C3"]}))
    assert list(table.kinds) == ["Região", "Vendas / 2025", "Vendas / 2026"]


async def test_macros_are_not_read(read: ReadTables) -> None:
    data = workbook({"S": [["a"], [1]]}, extra={"xl/vbaProject.bin": b"Shell calc.exe"})
    (table,) = await read("b.xlsm", data)
    assert "macros were not read" in table.notes


async def test_many_sheets_are_read_up_to_twenty(read: ReadTables) -> None:
    tables = await read("b.xlsx", workbook({f"S{n}": [["a"], [n]] for n in range(25)}))
    assert len(tables) == 20
    assert "20 of 25 sheets" in tables[0].notes


def bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "x")
        for at in range(9):
            archive.writestr(f"xl/worksheets/sheet{at}.xml", b"0" * 100_000_000)
    return file.getvalue()


def sparse() -> bytes:
    """A sheet of two cells, as far apart as a sheet allows."""
    data = workbook({"S": [["a"], [1]]})
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        for each in old.namelist():
            text = old.read(each)
            if "sheet1" in each:
                far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
                text = text.replace(b"</sheetData>", far)
            new.writestr(each, text)
    return file.getvalue()


LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500 + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("name", "data", "kind", "cure"),
    [
        ("a.xlsx", lambda: workbook({"S": [["a"], [1]]})[:900], InvalidRequest, "send it again"),
        ("a.xlsx", bomb, TooLarge, "save its data as CSV"),
        ("a.xlsx", sparse, TooLarge, "send less"),
        ("a.xlsx", lambda: LOCKED, WrongFormat, "password"),
        ("a.xlsx", lambda: LOCKED[:400], WrongFormat, "save it as .xlsx"),
        ("a.xlsx", lambda: b"a,b\n1,2\n", WrongFormat, "its own ending"),
        ("a.csv", lambda: workbook({"S": [["a"], [1]]}), WrongFormat, "its own ending"),
        ("a.csv", lambda: b"%PDF-1.7 ...", WrongFormat, "send a table"),
        ("a.csv", lambda: b"\x1f\x8b\x08" + b"\0" * 50, WrongFormat, "send a table"),
        ("a.csv", lambda: bytes(range(256)) * 20 + b"\0" * 5000, WrongFormat, "CSV or XLSX"),
        ("a.pdf", lambda: b"a,b\n1,2\n", WrongFormat, "send csv"),
        ("noname", lambda: b"a,b\n1,2\n", WrongFormat, "send csv"),
        ("a.jsonl", lambda: b'{"a":1}\n{"a":\n', InvalidRequest, "line 2 is no JSON"),
        ("a.jsonl", lambda: b"[1]\n", InvalidRequest, "one object a line"),
        ("a.jsonl", lambda: b"7\n", InvalidRequest, "line 1 is no object"),
        ("a.jsonl", lambda: b'{"a":' + b"[" * 200_000, InvalidRequest, "nested too deep"),
        ("a.parquet", lambda: b"PAR1" + b"\xff" * 300 + b"PAR1", InvalidRequest, "write it again"),
        ("a.parquet", lambda: b"PAR1", InvalidRequest, "write it again"),
    ],
)  # fmt: skip
async def test_what_cannot_be_read_is_refused_with_what_helps(
    read: ReadTables, name: str, data: Any, kind: type[BatutaError], cure: str
) -> None:
    with pytest.raises(kind, match=cure):
        await read(name, data())


# --- JSON lines and Parquet


async def test_json_lines_keep_nested_values_as_text(read: ReadTables) -> None:
    text = '{"a": 1, "b": {"x": [1]}, "c": true}\n\n{"a": 2.5, "d": "t\\u0000"}\n'
    (table,) = await read("a.jsonl", text)
    assert table.rows == [[1.0, '{"x": [1]}', True, None], [2.5, None, None, "t"]]
    assert "JSON text: 'b'" in table.notes


async def test_parquet_of_strangers_is_written_anew(read: ReadTables, tmp_path: Any) -> None:
    data = parquet(
        "select 1 as a, 'x' as b, [1, 2] as l, {'k': 1} as s, date '2026-01-01' as d,"
        " 1.5::decimal(10, 2) as m, timestamp '2026-01-01 10:00' as t, true as o,"
        " '\\x00'::blob as z",
        tmp_path,
    )
    (table,) = await read("a.parquet", data)
    assert table.rows == [
        [1, "x", "[1,2]", '{"k":1}', "2026-01-01", 1.5, "2026-01-01T10:00:00", True, "00"]
    ]
    assert table.table.made.data != data


async def test_damaged_parquet_is_refused_wherever_it_is_damaged(
    read: ReadTables, tmp_path: Any
) -> None:
    data = parquet("select i, 'text ' || i as t from range(5000) r(i)", tmp_path)
    for cut in (data[: len(data) // 2], data[:-40], data[:100] + b"\xff" * 200 + data[300:]):
        with pytest.raises(BatutaError, match=r"damaged|memory"):
            await read("a.parquet", cut)
