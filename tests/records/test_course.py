"""The places of records in an nbgrader course, whose folders are handed out to pupils."""

from __future__ import annotations

from pathlib import Path

import pytest

from skyjo_widget import classroom, hand_in, lesson, play

LESSON = 'game = {preset = "skyjo", seed = "3B"}\n'


@pytest.fixture(params=["gradebook.db", "nbgrader_config.py"])
def source(request, tmp_path, monkeypatch):
    """The folder of an assignment in a course as its first day and later days leave it."""
    folder = tmp_path / "course" / "source" / "ps1"
    folder.mkdir(parents=True)
    (tmp_path / "course" / request.param).touch()
    monkeypatch.chdir(folder)
    return folder


def files(folder: Path) -> list[str]:
    """The names of a folder's files, of those below too, without locks."""
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".lock"
    )


def act_everywhere() -> None:
    """Try the lesson as a teacher does: a table, a lesson, handing in, a class."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed="3B", display=False)
    table.act("flip a1")
    hand_in(table, "Ana")
    table.close()
    begun = lesson("lesson.toml", name="Ana", display=False)
    begun.table.act("flip a1")
    begun.close()
    classroom("skyjo", tables=1, seats=2, seed="3B", display=False).close()


def test_a_teachers_trial_leaves_nothing_to_hand_out(source):
    """Of tables, lessons, files handed in and classes; each lies in the course's `records`."""
    Path("lesson.toml").write_text(LESSON, "utf-8")
    act_everywhere()
    assert files(source) == ["lesson.toml"]
    trial = source.parents[1] / "records" / "source" / "ps1"
    assert {name.split("/")[0] for name in files(trial)} == {"games", "hand-in"}
    assert len(list(trial.rglob("*.jsonl"))) == 4


def test_a_lesson_finds_its_games_in_a_course(source):
    """To go on with, as elsewhere."""
    Path("lesson.toml").write_text(LESSON, "utf-8")
    act_everywhere()
    assert [game.names for game in lesson("lesson.toml", display=False).games] == [["Ana"]]


def test_a_chosen_place_stays_in_a_course(source):
    """A path as an argument is meant as it is."""
    play("skyjo", ["Ana", "Bo"], record="mine.jsonl", display=False).close()
    assert files(source) == ["mine.jsonl"]


@pytest.mark.parametrize("marks", [[], ["nbgrader_config.py"]], ids=["none", "configuration"])
def test_a_pupils_records_stay_beside_the_notebook(tmp_path, monkeypatch, marks):
    """From there they are submitted; a pupil may have a configuration, but no `source`."""
    for mark in marks:
        (tmp_path / mark).touch()
    folder = tmp_path / "ps1"
    folder.mkdir()
    monkeypatch.chdir(folder)
    table = play("skyjo", ["Ana", "Bo"], seed=1, display=False)
    hand_in(table, "Ana")
    table.close()
    assert [name.split("/")[0] for name in files(folder)] == ["games", "hand-in"]


@pytest.mark.parametrize("run", ["autograde", "validate"])
def test_grading_adds_no_record(tmp_path, monkeypatch, run):
    """It plays what nobody asked for; a chosen place is written."""
    monkeypatch.setenv("NBGRADER_EXECUTION", run)
    Path("lesson.toml").write_text(LESSON, "utf-8")
    assert play("skyjo", ["Ana", "Bo"], display=False).path is None
    assert lesson("lesson.toml", name="Ana", display=False).table.path is None
    classroom("skyjo", tables=1, seats=2, display=False).close()
    assert files(tmp_path) == ["lesson.toml"]
    play("skyjo", ["Ana", "Bo"], record="mine.jsonl", display=False).close()
    assert files(tmp_path) == ["lesson.toml", "mine.jsonl"]
