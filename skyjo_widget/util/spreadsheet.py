"""The cells of a spreadsheet's file: xlsx by openpyxl, ods by the standard library."""

from __future__ import annotations

import io
import zipfile
from typing import Any, NamedTuple
from xml.etree import ElementTree

from skyjo_widget.errors import RulesError

SIGNATURE = b"PK\x03\x04"
"""The first bytes of both, as of any zip file."""
ENDINGS = (".xlsx", ".xlsm", ".ods")
MOST_ROWS, MOST_COLUMNS = 2000, 100
"""Cells beyond are left out, unless a caller asks for more rows."""
_MOST_BYTES = 50_000_000
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


class Sheet(NamedTuple):
    """A sheet.

    Parameters
    ----------
    name : str
    rows : list of list
        Its cells: texts, numbers, or None.
    merged : dict
        By row and column, from 0: the row whose cell stands for this one too, in a cell that was
        merged over several rows.
    """

    name: str
    rows: list[list[Any]]
    merged: dict[tuple[int, int], int]


def read_sheets(data: bytes, most_rows: int = MOST_ROWS) -> list[Sheet]:
    """Read all sheets of a workbook, each to a row.

    Raises
    ------
    RulesError
        If it is no workbook, or openpyxl isn't installed, which xlsx needs.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_BYTES:
                raise RulesError("the workbook is larger than {most:,} bytes", most=_MOST_BYTES)
            names = set(archive.namelist())
            if "content.xml" in names:
                return _of_ods(archive.read("content.xml"), most_rows)
        if "xl/workbook.xml" in names:
            return _of_xlsx(data, most_rows)
    except RulesError:
        raise
    except Exception:  # of any type, depending on what is broken
        raise RulesError("this is a workbook or another zip file that can't be read") from None
    raise RulesError("this is a zip file, and no workbook (xlsx, ods)")


def _of_xlsx(data: bytes, most_rows: int) -> list[Sheet]:
    try:
        import openpyxl  # noqa: PLC0415  (an extra)
    except ImportError:
        raise RulesError(
            "Excel needs openpyxl, which isn't installed here: pip install openpyxl"
        ) from None
    sheets = []
    for sheet in openpyxl.load_workbook(io.BytesIO(data), data_only=True).worksheets:
        rows = sheet.iter_rows(  # beyond the last cell it would make cells
            max_row=min(sheet.max_row, most_rows),
            max_col=min(sheet.max_column, MOST_COLUMNS),
            values_only=True,
        )
        merged = {
            (row - 1, column - 1): cells.min_row - 1
            for cells in sheet.merged_cells.ranges
            if cells.min_col == cells.max_col
            for row in range(cells.min_row + 1, min(cells.max_row, most_rows) + 1)
            for column in [cells.min_col]
        }
        sheets.append(Sheet(str(sheet.title), [list(row) for row in rows], merged))
    return sheets


def _of_ods(content: bytes, most_rows: int) -> list[Sheet]:
    sheets = []
    for table in ElementTree.fromstring(content).iter(f"{_TABLE}table"):
        rows: list[list[Any]] = []
        merged: dict[tuple[int, int], int] = {}
        for row in table.iter(f"{_TABLE}table-row"):
            at, cells = len(rows), _ods_row(row)
            for column, (_, spanned) in enumerate(cells):
                merged |= {(at + k, column): at for k in range(1, min(spanned, most_rows))}
            values = [value for value, _ in cells]
            repeated = int(row.get(f"{_TABLE}number-rows-repeated", 1))
            rows += [list(values) for _ in range(min(repeated, most_rows - at))]
            if len(rows) >= most_rows:
                break
        while rows and not any(cell is not None for cell in rows[-1]):
            rows.pop()
        sheets.append(Sheet(str(table.get(f"{_TABLE}name", "")), rows, merged))
    return sheets


def _ods_row(row: ElementTree.Element) -> list[tuple[Any, int]]:
    """Return the values of a row's cells, each with the number of rows that it spans."""
    cells: list[tuple[Any, int]] = []
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        value: Any = "\n".join("".join(text.itertext()) for text in cell.findall(f"{_TEXT}p"))
        if cell.get(f"{_OFFICE}value-type") == "float":
            value = float(cell.get(f"{_OFFICE}value", "nan"))
        spanned = int(cell.get(f"{_TABLE}number-rows-spanned", 1))
        if int(cell.get(f"{_TABLE}number-columns-spanned", 1)) > 1:
            spanned = 1
        repeated = int(cell.get(f"{_TABLE}number-columns-repeated", 1))
        entry = (value if value != "" else None, spanned)
        cells += [entry] * min(repeated, MOST_COLUMNS - len(cells))
    while cells and cells[-1] == (None, 1):
        cells.pop()
    return cells
