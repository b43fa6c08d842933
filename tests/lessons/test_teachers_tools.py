"""A lesson in the hands of nbgrader, nbstripout and jupytext: ``docs/teachers-tools.md``."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from scripts import notebooks
from skyjo_widget import Worksheet, load_all, play
from skyjo_widget.util.i18n import words
from tests.browser.environments import environment
from tests.fixtures.paths import ROOT
from tests.fixtures.programs import run

CONFIGURATION, GRADED = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "teachers-tools.md").read_text("utf-8"), re.DOTALL
)
"""The page's blocks of code: nbgrader's configuration, and a test of what was submitted."""
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def tool(tmp_path):
    """A function that runs a command of the teacher's environment in a folder."""
    programs = environment("teachers").parent
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, **own, "PATH": path, "PYTHONPATH": str(ROOT)}

    def call(folder: Path, program: str, *arguments: str) -> str:
        return run([str(programs / program), *arguments], cwd=folder, env=env)

    return call


def files(folder: Path) -> set[str]:
    """The names of a folder's files, of those below too."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def cell(source: str, **about):
    """A code cell; with `grade_id`, one that nbgrader grades."""
    new = new_code_cell(source)
    if about:
        grading = {"schema_version": 3, "grade": True, "solution": False, "task": False}
        new.metadata["nbgrader"] = {**grading, "locked": True, "points": 2, **about}
    return new


@pytest.fixture
def tried(tool, tmp_path):
    """A course with a lesson that its teacher has tried, as the page says."""
    course = tmp_path / "course"
    source = course / "source" / "ps1"
    (course / "source").mkdir(parents=True)
    (course / "nbgrader_config.py").write_text(CONFIGURATION, "utf-8")
    tool(course, "skyjo-widget", "lesson", "new", "source/ps1", "--seed", "3B, walrus")
    path = source / "pupil.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells += [
        cell("from skyjo_widget import Worksheet, play"),
        cell('table = play("skyjo", ["Ana", "bot:greedy"], seed="3B, walrus", lang="en")'),
        cell('lesson("lesson.toml", name="Ana").table.act("flip a1")'),
        cell('Worksheet.load("chance", table)'),
        cell(GRADED, grade_id="decisions"),
    ]
    nbformat.write(notebook, path)
    execute = ["--execute", "--allow-errors", "--inplace", "--ExecutePreprocessor.timeout=600"]
    tool(source, "jupyter", "nbconvert", "--to", "notebook", *execute, "pupil.ipynb")
    assert "widgets" in nbformat.read(path, as_version=4).metadata
    return course


@pytest.mark.slow
def test_nbgrader_hands_out_no_card_and_grading_adds_no_record(tool, tried, tmp_path):
    """From the teacher's trial to the feedback, with the page's configuration and test."""
    assert len(load_all(tried / "records").games) == 2
    tool(tried, "nbgrader", "generate_assignment", "ps1")
    release = tried / "release" / "ps1"
    assert files(release) == {"pupil.ipynb", "lesson.toml"}
    handed_out = nbformat.read(release / "pupil.ipynb", as_version=4)
    assert set(handed_out.metadata) == {"kernelspec", "language_info"}
    assert not any(each.get("outputs") for each in handed_out.cells)

    pupil = tmp_path / "ana" / "ps1"
    shutil.copytree(release, pupil)
    played = """
from skyjo_widget import hand_in, lesson
table = lesson("lesson.toml", name="Ana", display=False).table
while len(table.log.decisions) < 12:
    table.act(table.legal[0]) if table.seat == 0 else table.step()
hand_in(table, "Ana")
table.close()
"""
    tool(pupil, "python", "-c", played)
    submitted = tried / "submitted" / "ana" / "ps1"
    shutil.copytree(pupil, submitted, ignore=shutil.ignore_patterns(".*"))
    assert [name.split("/")[0] for name in sorted(files(submitted))][:2] == ["games", "hand-in"]

    patience = "--Execute.timeout=600"  # a busy machine needs more than 30 seconds a cell
    tool(tried, "nbgrader", "autograde", "ps1", patience)
    tool(tried, "nbgrader", "autograde", "ps1", patience, "--force")
    autograded = tried / "autograded" / "ana" / "ps1"
    assert files(autograded) == files(submitted)
    tool(tried, "nbgrader", "generate_feedback", "ps1")
    feedback = tried / "feedback" / "ana" / "ps1"
    assert files(feedback) == files(submitted) - {"pupil.ipynb"} | {"pupil.html"}
    assert len(load_all(tried / "records").games) == 2

    tool(tried, "nbgrader", "export", "--to", "grades.csv")
    head, row = (tried / "grades.csv").read_text().splitlines()
    assert dict(zip(head.split(","), row.split(","), strict=True))["score"] == "2.0"
    assert "pupils: 1, games: 1" in tool(tried, "skyjo-widget", "class", "submitted")


@pytest.mark.slow
def test_nbstripout_leaves_text_in_a_widgets_place(tool, tried):
    """With `--keep-output`, a line and where to look for a board; without it nothing."""
    source = tried / "source" / "ps1"
    tool(source, "nbstripout", "--keep-output", "pupil.ipynb")
    notebook = nbformat.read(source / "pupil.ipynb", as_version=4)
    assert "widgets" not in notebook.metadata
    outputs = [output for each in notebook.cells for output in each.get("outputs", [])]
    texts = [each.data["text/plain"] for each in outputs if WIDGET in each.get("data", {})]
    assert [re.match(r"<\w+", text)[0] for text in texts].count("<Worksheet") == 1
    trust = re.escape(words("en")["still"]["trust"])
    boards = [text for text in texts if not text.startswith("<Worksheet")]
    assert all(re.fullmatch(rf"<(Session|Lesson) [^\n]+>\n{trust}", text) for text in boards)
    assert re.fullmatch(r"<Worksheet [^\n]+>", *{*texts} - {*boards})
    tool(source, "nbstripout", "pupil.ipynb")
    stripped = nbformat.read(source / "pupil.ipynb", as_version=4)
    assert not any(each.get("outputs") for each in stripped.cells)
    assert stripped.cells[-1].metadata["nbgrader"]["points"] == 2


@pytest.mark.slow
@pytest.mark.parametrize(("form", "ending"), [("py:percent", "py"), ("md:myst", "md")])
def test_lessons_come_back_from_jupytext(tool, tmp_path, form, ending):
    """Every cell's text; not pictures that are attached, which is why lessons have none."""
    attached = new_markdown_cell("![](attachment:a.png)", attachments={"a.png": {}})
    nbformat.write(nbformat.v4.new_notebook(cells=[attached]), tmp_path / "attached.ipynb")
    before = {path.stem: nbformat.read(path, as_version=4) for path in notebooks.LESSONS}
    for path in notebooks.LESSONS:
        shutil.copy(path, tmp_path)
    names = ["attached", *before]
    tool(tmp_path, "jupytext", "--to", form, *(f"{name}.ipynb" for name in names))
    for name in names:
        (tmp_path / f"{name}.ipynb").unlink()
    tool(tmp_path, "jupytext", "--to", "ipynb", *(f"{name}.{ending}" for name in names))
    for name, lesson in before.items():
        after = nbformat.read(tmp_path / f"{name}.ipynb", as_version=4)
        assert [(each.cell_type, each.source) for each in after.cells] == [
            (each.cell_type, each.source) for each in lesson.cells
        ]
    after = nbformat.read(tmp_path / "attached.ipynb", as_version=4)
    assert "attachments" not in after.cells[0]


def test_no_notebook_has_a_picture_attached():
    """It would be lost in jupytext's round trip."""
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    cells = [each for path in paths for each in nbformat.read(path, as_version=4).cells]
    assert cells
    assert not any("attachments" in each for each in cells)


def test_a_worksheet_is_a_line_of_text_where_no_widget_can_be_shown():
    """Its title and the number of its questions."""
    table = play("skyjo", ["Ana", "bot:greedy"], record=False, display=False, lang="en")
    sheet = Worksheet.load("chance", table)
    assert sheet._repr_mimebundle_()["text/plain"] == "<Worksheet 'Chance': 6 questions>"
