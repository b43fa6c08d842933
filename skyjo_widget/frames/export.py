"""Writing of frames: CSV that a spreadsheet can open safely, and other files."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import pandas as pd

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.frames.schema import LIST, TEXT
from skyjo_widget.util.files import given_path, make_folder, reason, write_new, write_whole
from skyjo_widget.util.i18n import words

_LINE_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_FORMULA = re.compile(
    '(^|;)(?=[\\s"\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*[=+\\-@＝＋－＠])'
)
"""The start of a formula in a cell, or after a semicolon, which French spreadsheets take for a
separator: where a spreadsheet drops blanks, controls and quotes, and takes wide signs for narrow
ones."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that a workbook's XML can't hold."""
_SHEET = 1_048_576
"""Rows of a sheet."""
_CELL = 32_000
"""Characters of a cell."""


def csv_bytes(frame: pd.DataFrame, lang: str = "en") -> bytes:
    """Return CSV that a spreadsheet can open safely; with a BOM, for the accents.

    That of a language which writes 1,5 has semicolons between cells.
    """
    mark = words(lang)["charts"]["number"]["decimal"]
    separator = ";" if mark == "," else ","
    text: str = escaped(frame).to_csv(index=False, sep=separator, decimal=mark)
    return text.encode("utf-8-sig")


class HasFrame(Protocol):
    """An object with a frame."""

    @property
    def frame(self) -> pd.DataFrame:
        """The frame."""


class CsvWritten:
    """A base class of objects whose `frame` can be written to a file."""

    __slots__ = ()

    def to_csv(
        self: HasFrame, path: str | Path, *, overwrite: bool = False, lang: str = "en"
    ) -> Path:
        """Write the frame as a CSV file that a spreadsheet can open safely; return its path.

        Parameters
        ----------
        path : path
        overwrite : bool
        lang : str
            The language of the spreadsheet: ``"fr"`` writes ``1,5``, and semicolons between cells.

        Raises
        ------
        RecordError
            If the file exists, or can't be written.
        RulesError
            If there is no such language.
        """
        return write_new(path, csv_bytes(self.frame, lang), overwrite=overwrite)


def lists_as_json(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose lists are JSON texts, ``["Ana", "Bo"]``."""

    def text(value: Any) -> Any:
        if not isinstance(value, (tuple, list)):
            return value
        return json.dumps(list(value), ensure_ascii=False)

    safe = frame.copy()
    for name in safe.columns:
        if safe[name].dtype in (LIST, object):
            texts = [text(value) for value in safe[name]]
            safe[name] = pd.Series(texts, safe.index, dtype=TEXT)
    return safe


def plain_cell(text: str) -> str:
    """Return a text as one line in which no spreadsheet finds a formula, whatever it splits at.

    A line break becomes ``⏎``, a tab a space, and the start of a formula gets an apostrophe.

    Examples
    --------
    >>> plain_cell("=1+1; =2")
    "'=1+1;' =2"
    """
    one_line = _LINE_BREAK.sub(" ⏎ ", text).replace("\t", " ")
    return _FORMULA.sub(r"\1'", one_line)


def escaped(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a copy whose texts, `plain_cell`, no spreadsheet takes for formulas."""

    def cell(value: Any) -> Any:
        return plain_cell(value) if isinstance(value, str) else value

    safe = lists_as_json(frame)
    for name in safe.columns:
        if safe[name].dtype == TEXT:
            safe[name] = safe[name].map(cell, na_action="ignore").astype(TEXT)
    return safe


def write_excel(frames: Iterable[tuple[str, pd.DataFrame]], path: str | Path) -> Path:
    """Write an Excel workbook with a sheet for each frame that has rows; return its path.

    Raises
    ------
    SkyjoWidgetError
        If openpyxl isn't installed, a frame has more rows than a sheet, or it can't be written.
    """
    path = given_path(path)
    if path.suffix.lower() != ".xlsx":
        raise SkyjoWidgetError("{path}: a workbook's name ends in .xlsx", path=path)
    try:
        import openpyxl  # noqa: F401, PLC0415  (an extra)
    except ImportError:
        raise SkyjoWidgetError(
            "Excel needs openpyxl, which isn't installed here: pip install openpyxl"
        ) from None
    whole = io.BytesIO()
    with pd.ExcelWriter(whole, engine="openpyxl") as workbook:
        for number, (name, frame) in enumerate(frames):
            if len(frame) >= _SHEET:
                raise SkyjoWidgetError(
                    "{name} has {count:,} rows, a sheet has room for {sheet:,}: to_csv "
                    "or to_parquet writes them",
                    name=name,
                    count=len(frame),
                    sheet=_SHEET - 1,
                )
            if number == 0 or len(frame):
                _printable(frame).to_excel(workbook, sheet_name=name, index=False)
    write_whole(path, whole.getvalue())
    return path


def _printable(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame that a workbook can hold: lists as JSON, formulas and controls escaped."""
    safe = escaped(frame)
    for name in safe.columns:
        if safe[name].dtype == TEXT:
            short = safe[name].str.slice(0, _CELL)
            safe[name] = short.str.replace(_CONTROL, "\N{REPLACEMENT CHARACTER}", regex=True)
    return safe


def write_frames(
    frames: Iterable[tuple[str, pd.DataFrame]],
    folder: str | Path,
    suffix: str,
    as_bytes: Callable[[pd.DataFrame, str], bytes],
) -> list[Path]:
    """Write each frame that has rows to a file of its name; return the paths.

    A file of that name goes where there is no row.

    Raises
    ------
    SkyjoWidgetError
        If the folder can't be written to.
    """
    folder = given_path(folder)
    try:
        make_folder(folder)
    except (OSError, ValueError) as error:
        raise SkyjoWidgetError(
            "{folder}: no folder to write to: {error}", folder=folder, error=reason(error)
        ) from None
    written = []
    for name, frame in frames:
        path = folder / f"{name}.{suffix}"
        if frame.empty:  # its columns would have no types
            path.unlink(missing_ok=True)
            continue
        write_whole(path, as_bytes(frame, name))
        written.append(path)
    return written
