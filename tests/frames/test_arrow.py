"""Frames for other libraries: Excel, Arrow, polars and DuckDB."""

from __future__ import annotations

import duckdb
import openpyxl
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from skyjo_widget import RulesError, SkyjoWidgetError, play
from skyjo_widget.frames.arrow import from_arrow
from skyjo_widget.frames.schema import FRAMES
from tests.fixtures.hostile import HOSTILE


@pytest.fixture(scope="module")
def log():
    """A game of two who have won, with remarks of every kind."""
    table = play(
        "newskyjo", ["Ana", "Bo", "bot:greedy"], seed=5, practice=True, record=False, display=False
    )
    table.note("é", tags=["a, b", "c"], by="Ana", decision=None)
    table.form(by="Bo", fun=3)
    table.ruling("no", question="May one?")
    table.predict("win", 0.5, seat=0, by="Ana")
    while not table.over:
        if table.waiting == "next round":
            table.next_round()
        elif table.waiting == "person":
            table.act(table.legal[0])
        else:
            table.run()
    return table.log


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_goes_into_excel_as_it_is(log, name, tmp_path):
    """With pandas alone: no time zone stops it."""
    frame = getattr(log, name)
    frame.to_excel(tmp_path / "x.xlsx", index=False)
    back = pd.read_excel(tmp_path / "x.xlsx")
    assert list(back.columns) == list(frame.columns)
    assert len(back) == len(frame)
    for column in frame.columns:
        if len(frame) and str(frame[column].dtype) == "datetime64[us]":
            assert (back[column] - frame[column]).abs().max() < pd.Timedelta("1s")


def test_a_workbook_has_a_sheet_a_frame(log, tmp_path):
    """Those that have rows; lists as JSON."""
    path = log.to_excel(tmp_path / "game.xlsx")
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == [n for n in FRAMES if len(getattr(log, n)) or n == "decisions"]
    games = pd.read_excel(path, "games")
    assert games.loc[0, "names"] == '["Ana", "Bo", "greedy"]'
    assert pd.read_excel(path, "notes").loc[0, "tags"] == '["a", "b", "c"]'
    with pytest.raises(SkyjoWidgetError, match=r"ends in \.xlsx"):
        log.to_excel(tmp_path / "game.csv")
    with pytest.raises(SkyjoWidgetError, match="can't be written"):
        log.to_excel(tmp_path / "none" / "game.xlsx")


def test_a_workbook_bears_any_text(tmp_path):
    """Formulas are texts, and what XML can't hold is replaced."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    texts = [
        *(one[:200] for _, one in HOSTILE if one.strip()),
        '=HYPERLINK("x")',
        "bell \x07",
        "+1",
    ]
    for text in texts:
        table.note(text)
    path = table.log.to_excel(tmp_path / "x.xlsx")
    book = openpyxl.load_workbook(path)
    rows = list(book["notes"].iter_rows(min_row=2))
    assert len(rows) == len(table.log.notes)
    assert not [cell.value for row in rows for cell in row if cell.data_type == "f"]


def test_an_empty_log_is_a_workbook_too(tmp_path):
    """With the columns of decisions."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    book = openpyxl.load_workbook(table.log.to_excel(tmp_path / "x.xlsx"))
    assert [cell.value for cell in book["decisions"][1]] == list(FRAMES["decisions"])


@pytest.mark.parametrize("name", FRAMES)
def test_arrow_has_the_types_of_the_schema_and_comes_back(log, name):
    """Lists of texts, dictionaries, times; also of a frame without rows."""
    frame = getattr(log, name)
    table = log.arrow(name)
    kinds = {
        "Int64": pa.int64(),
        "Float64": pa.float64(),
        "boolean": pa.bool_(),
        "string": pa.string(),
        "list<item: string>[pyarrow]": pa.list_(pa.string()),
        "datetime64[us]": pa.timestamp("us"),
    }
    for column, dtype in FRAMES[name].items():
        found = table.schema.field(column).type
        if dtype == "category":
            assert pa.types.is_dictionary(found)
        else:
            assert found == kinds[str(dtype)]
    pd.testing.assert_frame_equal(from_arrow(table, name), frame)


def test_other_libraries_read_a_log_without_a_copy_by_hand(log):
    """Polars and DuckDB; the log itself is its decisions."""
    games = pl.from_arrow(log.arrow("games"))
    assert games["winners"].to_list() == [list(won) for won in log.games["winners"]]
    assert games["names"].dtype == pl.List(pl.String)
    decisions = pl.DataFrame(log)
    assert decisions.height == len(log.decisions)
    assert decisions["phase"].to_list() == log.decisions["phase"].tolist()
    assert pa.table(log).num_rows == len(log.decisions)
    seats = log.arrow("seats")
    with duckdb.connect() as base:
        base.register("seats", seats)
        found = base.sql("SELECT player FROM seats WHERE won").fetchall()
    assert {name for (name,) in found} == set(log.games.loc[0, "winners"])
    with pytest.raises(RulesError, match=r"no such frame.*did you mean 'seats'"):
        log.arrow("seat")
