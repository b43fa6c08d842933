"""Our files in other programs: a run, a log and a record, read as they were written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from skyjo_widget import Log, load_all, play, simulate
from tests.browser.environments import ROOT, environment, node_packages

PROGRAMS = Path(__file__).parent / "programs"
TABLES = ("games", "rounds", "decisions", "notes")
FEW = {"games": 4, "seed": 1, "decisions": True, "progress": False}


def values(frame: pd.DataFrame) -> dict[str, list]:
    """The columns of a frame as JSON has them."""

    def plain(value):
        value = value.tolist() if hasattr(value, "tolist") else value
        return value.isoformat() if hasattr(value, "isoformat") else value

    missing = frame.isna()
    return {
        name: [
            None if is_missing else plain(value)
            for value, is_missing in zip(frame[name], missing[name], strict=True)
        ]
        for name in frame.columns
    }


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with two runs of different games, a log with every sort of column, and a record."""
    folder = tmp_path_factory.mktemp("files")
    simulate("skyjo", ["greedy", "random"], to=folder / "run", **FEW)
    simulate("newskyjo", ["greedy", "random", "greedy"], to=folder / "other", **FEW)
    table = play(
        "newskyjo", ["Ana", "bot:greedy", "bot:random"], seed=5, record=False, display=False
    )
    table.note("é; a", tags=["a, b", "c"], by="Ana", decision=None)
    while not table.over:
        if table.waiting == "person":
            table.act(table.legal[0])
        elif table.waiting == "next round":
            table.next_round()
        else:
            table.run()
    table.save_as(folder / "record.jsonl")
    table.log.to_parquet(folder / "log")
    expected = {f"log/{name}.parquet": values(getattr(table.log, name)) for name in TABLES}
    for run in ("run", "other"):
        log = load_all(folder / run)
        expected |= {f"{run}/{name}/*.parquet": values(getattr(log, name)) for name in TABLES[:-1]}
    for name in TABLES[:-1]:  # a log in the folder of a run, and two games in one table
        (folder / "joined" / name).mkdir(parents=True)
        parts = [f"{run}/{name}/*.parquet" for run in ("run", "other")] + [f"log/{name}.parquet"]
        joined: dict[str, list] = {}
        for number, part in enumerate(parts):
            (file,) = folder.glob(part)
            shutil.copy(file, folder / "joined" / name / f"{number}.parquet")
            for column, entries in expected[part].items():
                joined.setdefault(column, []).extend(entries)
        expected[f"joined/{name}/*.parquet"] = joined
    (folder / "patterns.json").write_text(json.dumps(list(expected)))
    places = {pattern: sorted(map(str, folder.glob(pattern))) for pattern in expected}
    (folder / "files.json").write_text(json.dumps(places))
    return folder, expected


def test_a_tables_types_are_the_same_whatever_is_in_it(files):
    """Of two games, of a run and a log; so a reader takes them for one table."""
    folder, _ = files
    for name in TABLES[:-1]:
        schemas = [pq.read_schema(file) for file in sorted((folder / "joined" / name).iterdir())]
        assert len(schemas) == 3
        assert all(schema.equals(schemas[0]) for schema in schemas)
    assert pq.read_schema(folder / "log/games.parquet").field("created").type == "timestamp[us]"


def test_missing_numbers_are_stored_as_all_readers_can(files):
    """A note on no decision has no delta encoding, which ends fastparquet's process."""
    folder, _ = files
    notes = pq.ParquetFile(folder / "log/notes.parquet")
    column = notes.metadata.row_group(0).column(notes.schema.names.index("decision"))
    assert notes.read(["decision"]).column(0).null_count == 1
    assert "DELTA_BINARY_PACKED" not in column.encodings
    decisions = pq.ParquetFile(folder / "log/decisions.parquet")
    column = decisions.metadata.row_group(0).column(decisions.schema.names.index("decision"))
    assert "DELTA_BINARY_PACKED" in column.encodings


def test_a_table_without_rows_has_no_file(files):
    """Its columns would have no type in most readers."""
    folder, _ = files
    log = load_all(folder / "record.jsonl")
    full = {name for name in vars(Log) if isinstance(getattr(log, name), pd.DataFrame)}
    full = {name for name in full if len(getattr(log, name))}
    assert {file.stem for file in (folder / "log").iterdir()} == full


def rows(columns: dict[str, list]) -> list[str]:
    """The rows of a table in some order, which not all programs keep, times to the millisecond."""
    cut = [
        [value and value[:23] for value in entries] if name in ("created", "at") else entries
        for name, entries in columns.items()
    ]
    return sorted(json.dumps(row, ensure_ascii=False) for row in zip(*cut, strict=True))


def same(tables: dict, expected: dict) -> None:
    """Compare tables row by row."""
    for pattern, columns in expected.items():
        assert list(tables[pattern]) == list(columns), pattern
        assert rows(tables[pattern]) == rows(columns), pattern


@pytest.mark.slow
@pytest.mark.parametrize(
    "program", ["pandas", "fastparquet", "polars", "duckdb", "spark", "datasets"]
)
def test_a_program_reads_what_was_written(files, program, tmp_path):
    """Each table value by value, tables of several files, and a record with its result."""
    folder, expected = files
    command = [environment("tables"), PROGRAMS / "read.py", program, folder]
    variables = os.environ | {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "PYTHONPATH": ""}
    subprocess.run(command, check=True, env=variables, cwd=tmp_path, timeout=900)
    tables = json.loads((folder / f"{program}.json").read_text())
    same(tables, expected)
    events = [json.loads(line) for line in (folder / "record.jsonl").read_text().splitlines()]
    record = tables["record"]
    assert record["event"] == [event["event"] for event in events]
    assert record["total"] == [event.get("total") for event in events]
    assert record["winners"] == [event.get("winners") for event in events]


@pytest.mark.slow
@pytest.mark.parametrize("program", ["hyparquet", "parquet-wasm"])
def test_javascript_reads_what_was_written(files, program):
    """Each table value by value, in Node."""
    folder, expected = files
    packages = node_packages("tables-js", PROGRAMS / "package.json")
    node = Path(sys.executable).with_name("node")
    command = [node, PROGRAMS / "read.js", program, folder]
    subprocess.run(
        command, check=True, env=os.environ | {"PACKAGES": str(packages)}, cwd=ROOT, timeout=300
    )
    same(json.loads((folder / f"{program}.json").read_text()), expected)
