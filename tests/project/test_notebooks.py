"""The notebooks run from top to bottom, and the tutorial says the same in both languages."""

from __future__ import annotations

import io
import re
import shutil
import tokenize
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.fixtures.paths import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ENGLISH = ROOT / "notebooks" / "tutorial.ipynb"
FRENCH = ROOT / "notebooks" / "tutorial.fr.ipynb"
COMMENTS = {tokenize.COMMENT, tokenize.NL}


def cells(path: Path) -> list:
    """A notebook's cells."""
    return list(nbformat.read(path, as_version=4).cells)


def code(source: str) -> list[str]:
    """A cell's code without what is said in it: texts count as one, comments not at all."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in COMMENTS:
            text = re.sub(r"""(?s)^(\w*)(['"]).*$""", r"\1...", token.string)
            found.append(text if token.type == tokenize.STRING else token.string)
    return found


def with_solutions(notebook) -> list:
    """Its cells, and each folded solution as a cell where it stands."""
    found = []
    for cell in notebook.cells:
        blocks = re.findall(r"```python\n(.*?)```", cell.source, re.DOTALL)
        found += [
            cell,
            *map(nbformat.v4.new_code_cell, blocks if cell.cell_type == "markdown" else []),
        ]
    return found


def test_there_is_a_tutorial_in_two_languages():
    """The notebooks that `skyjo-widget` and `make play` open; and the analysis."""
    assert {path.name for path in NOTEBOOKS} == {
        "analysis.ipynb",
        "tutorial.ipynb",
        "tutorial.fr.ipynb",
    }


def test_each_exercise_of_the_analysis_has_its_solution():
    """Folded, and numbered in order; the test that runs all cells runs them too."""
    notebook = nbformat.read(ROOT / "notebooks" / "analysis.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    for kind in ("Question", "Exercise"):
        numbers = [int(n) for n in re.findall(rf"\*\*{kind} (\d+)", text)]
        assert numbers == list(range(1, len(numbers) + 1))
    assert len(with_solutions(notebook)) - len(notebook.cells) == numbers[-1] == 2


def test_the_analysis_is_small_unless_it_is_told_otherwise():
    """One number scales all that bots play in it."""
    notebook = nbformat.read(ROOT / "notebooks" / "analysis.ipynb", as_version=4)
    code_ = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert re.findall(r"^GAMES = (\d+)", code_, re.MULTILINE) == ["200"]
    assert set(re.findall(r"games=([^,]*),", code_)) == {"GAMES", "2 * GAMES"}


def test_both_tutorials_have_the_same_cells_in_the_same_order():
    """By their names and kinds; a text of one stands where the other has one."""
    one, other = ([(cell.id, cell.cell_type) for cell in cells(path)] for path in (ENGLISH, FRENCH))
    assert one == other


def test_both_tutorials_run_the_same_code():
    """But for texts and comments."""
    for one, other in zip(cells(ENGLISH), cells(FRENCH), strict=True):
        if one.cell_type == "code":
            assert code(one.source) == code(other.source), one.id


def test_both_tutorials_ask_and_answer_as_much():
    """As many headings, questions, exercises and folded answers in each text, with its numbers."""
    for one, other in zip(cells(ENGLISH), cells(FRENCH), strict=True):
        if one.cell_type == "markdown":
            counts = [
                [
                    len(re.findall(r"^#+ ", text, re.MULTILINE)),
                    re.findall(r"\*\*(?:Question|Exerci[sc]e) (\d+)", text),
                    text.count("<details>"),
                    text.count("</details>"),
                    re.findall(r"```python\n.*?```", text, re.DOTALL),
                ]
                for text in (one.source, other.source)
            ]
            assert counts[0] == counts[1], one.id


def test_the_french_tutorial_speaks_french():
    """Every text is another one, and every table and chart is asked for in French."""
    for one, other in zip(cells(ENGLISH), cells(FRENCH), strict=True):
        if one.cell_type == "markdown":
            prose = re.sub(r"(?s)```.*?```|<.*?>|Solution", "", one.source)
            assert one.source != other.source or not prose.strip(), one.id
    text = "\n".join(cell.source for cell in cells(FRENCH))
    assert re.findall(r'LANG = "(\w+)"', text) == ["fr"]


def test_the_french_tutorial_is_set_as_french_is():
    """A no-break space before ; : ! ? % and inside guillemets, and the curly apostrophe."""
    for cell in cells(FRENCH):
        if cell.cell_type == "markdown":
            text = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", "", cell.source, flags=re.DOTALL)
            assert not re.search(r"[^\s\u00a0|][;!?»]|\w:(?!/)|\d%| [;:!?»%]|« |\w'\w", text), text


def test_questions_and_exercises_are_numbered_in_order():
    """Each number once."""
    text = "\n".join(cell.source for cell in cells(ENGLISH))
    for kind in ("Question", "Exercise"):
        numbers = [int(n) for n in re.findall(rf"\*\*{kind} (\d+)", text)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) > 3


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch):
    """In a copy, in the folder where its reader would run it."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    work = tmp_path / "notebooks"
    shutil.copytree(path.parent, work, ignore=shutil.ignore_patterns("games", ".ipynb_checkpoints"))
    notebook = nbformat.read(work / path.name, as_version=4)
    if path.stem == "analysis":
        notebook.cells = with_solutions(notebook)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(work)}}
    )
    client.execute()  # raises, with the cell and its traceback, if one does
    done = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    assert done
    assert all(cell.execution_count for cell in done)
    nbformat.validate(notebook)


@pytest.mark.slow
def test_the_folded_solutions_of_the_tutorial_run(tmp_path: Path, monkeypatch):
    """Each in place of the cell that its reader was given to fill."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.read(ENGLISH, as_version=4)
    needed = {"play", "lesson", "function"}
    solutions = 0
    kept = []
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.id in needed:
            kept.append(cell)
        elif cell.cell_type == "markdown":
            for block in re.findall(r"```python\n(.*?)```", cell.source, re.DOTALL):
                kept.append(nbformat.v4.new_code_cell(block))
                solutions += 1
    asked = "assert replaces_high(lesson.observation()) in lesson.legal; assert low == 52"
    kept.append(nbformat.v4.new_code_cell(asked))
    notebook.cells = kept
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    assert solutions == 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path):
    """Outputs age, hold paths of a machine, and show widgets whose kernel is gone."""
    notebook = nbformat.read(path, as_version=4)
    kept = [c for c in notebook.cells if c.cell_type == "code" and (c.outputs or c.execution_count)]
    assert not kept
    assert "widgets" not in notebook.metadata
