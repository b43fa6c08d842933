"""Files that are written whole or not at all, wherever they come from."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from skyjo_widget import (
    RulesError,
    SkyjoWidgetError,
    load,
    load_all,
    measure,
    paper,
    play,
    replay,
    rulings_page,
    simulate,
    versus,
)
from skyjo_widget.errors import RecordError
from skyjo_widget.measures.win_chances import WinProbabilities
from skyjo_widget.util.files import is_folder, is_there, write_new, write_whole

NO_PATHS = {"a zero": "a\0b", "too long": "x" * 300, "no folder": "none/here/file"}


@pytest.fixture(scope="module")
def writers() -> dict[str, Callable[..., Any]]:
    """All that writes a file or a folder's files at a path one tells."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    table.act("flip a1")
    table.ruling("so it was")
    shown = replay(table, display=False)
    played = simulate("skyjo", ["greedy", "random"], games=2, seed=1, decisions=True)
    both = versus("skyjo", "newskyjo", players=["random"] * 3, games=6, seed=1, measures=["margin"])
    seen = WinProbabilities(pd.DataFrame({"chance": [0.5]}), {"seed": 1})
    return {
        "a replay": shown.to_html,
        "a report": both.to_html,
        "a report in Markdown": both.to_markdown,
        "differences": both.to_csv,
        "measures": measure(played, measures=["margin"]).to_csv,
        "chances": seen.to_parquet,
        "chances as a list": seen.to_csv,
    }


@pytest.mark.parametrize("name", NO_PATHS)
def test_where_nothing_can_be_written_the_error_is_ours(writers, name):
    """With the path, and the system's reason."""
    for what, write in writers.items():
        with pytest.raises(RecordError) as caught:
            write(NO_PATHS[name])
        assert str(caught.value).startswith(NO_PATHS[name]), what
        assert "None" not in str(caught.value), what


def test_what_is_there_is_kept_unless_told_otherwise(writers, tmp_path):
    """Whole, and the new one is whole too."""
    for what, write in writers.items():
        path = tmp_path / what
        path.write_text("mine")
        with pytest.raises(RecordError, match="overwrite=True"):
            write(path)
        assert path.read_text() == "mine", what
        write(path, overwrite=True)
        assert path.read_bytes() != b"mine", what
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(writers)


def test_no_path_is_said(writers):
    """None, a number, an empty text."""
    for write in writers.values():
        for wrong in (5, ""):
            with pytest.raises(SkyjoWidgetError, match="path"):
                write(wrong)
    with pytest.raises(RulesError):
        write_new(None, "", overwrite=True)  # type: ignore[arg-type]  # what a caller might do


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    """Of a log's files, of rulings."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    table.ruling("so it was")
    (tmp_path / "file").write_text("")
    for path in ("a\0b", tmp_path / "file" / "below"):
        with pytest.raises(SkyjoWidgetError):
            table.log.to_csv(path)
        with pytest.raises(RecordError):
            rulings_page(table, path)
        for read in (load, replay):
            with pytest.raises(RecordError):
                read(path)
        with pytest.raises(SkyjoWidgetError):
            paper("skyjo", ["Ana", "Bo"], record=path / "x" if path != "a\0b" else path)


def test_a_full_disk_leaves_no_part_of_a_file(tmp_path, monkeypatch):
    """Nor of what was to be replaced."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    table.log.to_csv(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    table.act("flip a1")

    real, room = os.write, [3]

    def full(file: int, data: bytes) -> int:
        if not room:
            raise OSError(28, os.strerror(28))
        return real(file, data[: room.pop()])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(RecordError, match=r"\.csv: can't be written: No space left"):
        table.log.to_csv(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_link_stays_a_link(tmp_path):
    """Its target is written; what is no file is never replaced."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_new(link, "new", overwrite=True)
    assert (link.is_symlink(), target.read_text()) == (True, "new")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(RecordError, match="no file"):
            write_new(path, "new", overwrite=True)
    assert pipe.is_fifo()


def test_half_a_character_is_refused_before_anything_is_written(tmp_path):
    """No part stays beside."""
    with pytest.raises(RecordError, match="can't be written"):
        write_whole(tmp_path / "page.html", "\ud800")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(RulesError, match="half of a character"):
        versus("skyjo", "newskyjo", players=["random"] * 3, games=3, names=("\ud800", "B"))


def test_questions_about_paths_never_fail(tmp_path, monkeypatch):
    """A folder that nobody can judge is no; one that can't be read isn't an empty one."""
    assert not is_there(Path("a\0b"))
    assert not is_folder(Path("x" * 300))
    real = os.scandir

    def closed(path: Any = ".") -> Any:
        if Path(path) == tmp_path:
            raise PermissionError(13, os.strerror(13))
        return real(path)

    monkeypatch.setattr(os, "scandir", closed)
    monkeypatch.setattr(os, "listdir", closed)
    for read in (load_all, measure):
        with pytest.raises(SkyjoWidgetError, match="can't be read: Permission denied"):
            read(tmp_path)
