"""The lessons for notebooks without widgets, as in Capytale: ``docs/browser-python.md``."""

from __future__ import annotations

import ast
import base64
import json
import os
import re
import sys
import tarfile
import venv

import nbformat
import pytest

from scripts import notebooks, text_lessons
from scripts.pyodide_parts import PLACE, archive, with_dependencies
from tests.fixtures import basthon
from tests.fixtures.hidden_modules import HIDING
from tests.fixtures.paths import ROOT
from tests.fixtures.programs import OUR_WARNINGS, run
from tests.fixtures.pyodide_node import Pyodide

each = pytest.mark.parametrize("path", basthon.LESSONS, ids=lambda path: path.stem)
EVERY_DAY = ("samples", "tutorial.fr")
"""One in each language; the later lessons take a minute without machine code."""
each_but_slow = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] * (path.stem not in EVERY_DAY))
        for path in basthon.LESSONS
    ],
    ids=lambda path: path.stem,
)


def source(path, kind=""):
    """All that is written in its cells, or those of a kind."""
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(cell.source for cell in cells if kind in ("", cell.cell_type))


def test_there_is_one_for_each_lesson():
    """In both languages."""
    assert [path.name for path in basthon.LESSONS] == sorted(p.name for p in notebooks.LESSONS)


@each
def test_it_is_made_of_the_lesson_and_its_own_cells(path):
    """`python -m scripts.text_lessons` was run after the last change."""
    made = text_lessons.lesson(ROOT / "notebooks" / path.name)
    nbformat.validate(made)
    assert notebooks.text(made) == path.read_text("utf-8")


@each
def test_it_has_no_widget_no_picture_of_matplotlib_and_no_link(path):
    """None of the names that need more than Capytale has."""
    code = source(path, "code")
    assert not re.search(r"\bWorksheet\b|RuleEditor|running_mean|\.picture\(|\.live\(", code)
    assert not re.search(r"\]\([^)]*\.ipynb\)", source(path, "markdown"))


@each
def test_each_question_of_its_worksheet_is_answered_in_a_cell(path):
    """By its number; those of the first two lessons follow the text that calls them up."""
    answered = re.findall(r"\.answer\((\d)", source(path, "code"))
    assert sorted(answered) == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("name", ["tutorial", "samples", "strategy", "perfect"])
def test_both_languages_have_the_same_cells_in_the_same_order(name):
    """By their names and kinds."""
    one, other = (
        [(c.id, c.cell_type) for c in nbformat.read(folder, as_version=4).cells]
        for folder in (text_lessons.FOLDER / f"{name}{lang}.ipynb" for lang in ("", ".fr"))
    )
    assert one == other


@pytest.mark.parametrize("path", [p for p in basthon.LESSONS if ".fr." in p.name])
def test_a_french_one_is_set_as_french_is(path):
    """A no-break space before ; : ! ? % and inside guillemets, and the curly apostrophe."""
    prose = re.sub(r"```.*?```|`[^`]*`|\|--.*", "", source(path, "markdown"), flags=re.DOTALL)
    wrong = re.search(r"[^\s\u00a0|][;!?»]|\w:(?!/)|\d%| [;:!?»%]|« |\w'\w", prose)
    assert not wrong, wrong


@pytest.mark.seconds
@each_but_slow
def test_every_cell_runs_without_widgets(path, tmp_path):
    """In this environment, with all that Capytale hasn't hidden."""
    code = f"""
import sys
sys.path.insert(0, {str(basthon.write_modules(tmp_path / "modules"))!r})
import basthon, cloudpickle, IPython.display  # a browser has no processes to send to
{HIDING}
{basthon.RUNNER}
print("shown:", sorted(run_cells({str(path)!r})))
"""
    shown = ast.literal_eval(
        run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONWARNINGS": OUR_WARNINGS},
        )
        .split("shown:")[1]
        .strip()
    )
    assert {"sheet", "answers-1", "answers-6"} <= set(shown)


@pytest.fixture(scope="module")
def own_python():
    """A Python with exactly Basthon's versions, made anew when one changes."""
    if sys.version_info >= (3, 13):
        pytest.skip("NumPy 1.26.4 isn't published for this Python")
    place = ROOT / "build" / "basthon"
    python, note = place / "bin" / "python", place / "installed.txt"
    wanted = "\n".join((sys.version, *basthon.VERSIONS))
    if not note.exists() or note.read_text() != wanted:
        venv.create(place, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        run([*pip, *basthon.VERSIONS])
        note.write_text(wanted)
    return python


@pytest.mark.slow
@each
def test_every_cell_runs_with_basthons_versions(path, own_python, wheel, tmp_path):
    """The first cell takes the wheel that lies beside the notebook."""
    (tmp_path / wheel.name).write_bytes(wheel.read_bytes())
    modules = basthon.write_modules(tmp_path / "modules")
    code = f"{basthon.RUNNER}\nimport json\nprint(json.dumps(run_cells({str(path)!r})))"
    options = {"cwd": tmp_path, "env": {"PYTHONPATH": str(modules)}}
    shown = json.loads(run([str(own_python), "-c", code], **options).splitlines()[-1])
    assert shown["play" if "play" in shown else "start"].count("<img") == 1


@pytest.mark.slow
def test_measures_run_with_basthons_versions(own_python, tmp_path):
    """With its narwhals they are the same as here."""
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from skyjo_widget import measure, play, simulate
games = simulate("skyjo", ["bot:greedy", "bot:random"], games=12, seed=4, progress=False)
table = play("newskyjo", ["bot:greedy"] * 3, seed=4, record=False, display=False)
table.run(rounds=True)
print("found:", measure(games), measure(table.log))
"""
    printed = [run([str(one), "-c", code], cwd=tmp_path) for one in (own_python, sys.executable)]
    there, here = (text.partition("found:")[2] for text in printed)  # before it, a notice
    assert there == here


@pytest.fixture(scope="module")
def browser_python(wheel, tmp_path_factory):
    """Basthon's Pyodide with NumPy and pandas of a newer one, and Basthon's plain packages."""
    core = PLACE / f"core-{basthon.PYODIDE}" / "package"
    if not (core / "pyodide.mjs").exists():
        PLACE.mkdir(parents=True, exist_ok=True)
        npm = str(ROOT / ".venv" / "bin" / "npm")
        run([npm, "pack", "--silent", f"pyodide@{basthon.PYODIDE}"], cwd=PLACE)
        with tarfile.open(PLACE / f"pyodide-{basthon.PYODIDE}.tgz") as packed:
            packed.extractall(core.parent, filter="data")
    folder = tmp_path_factory.mktemp("plain")
    plain = [one for one in basthon.VERSIONS if one.startswith(("narwhals", "tqdm"))]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps"]
    run([*pip, "--quiet", "--dest", str(folder), *plain])
    compiled = [archive(name) for name in with_dependencies("pandas")]
    python = Pyodide([*compiled, *folder.glob("*.whl")], core)
    assert python.version == basthon.PYODIDE
    yield python
    python.close()


@pytest.mark.slow
@each
def test_every_cell_runs_in_basthons_pyodide(path, browser_python, wheel):
    """A notebook and the wheel lie in its folder."""
    files = {
        f"/home/pyodide/{path.stem}/{wheel.name}": wheel.read_bytes(),
        f"/home/pyodide/{path.stem}/{path.name}": path.read_bytes(),
        **{f"/modules/{name}": text.encode() for name, text in basthon.MODULES.items()},
    }
    packed = {name: base64.b64encode(data).decode() for name, data in files.items()}
    answer = browser_python.run(f"""
import base64, os, pathlib, sys
for name, data in {packed}.items():
    place = pathlib.Path(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(base64.b64decode(data))
sys.path.insert(0, "/modules")
import basthon
basthon.downloaded.clear()
os.chdir("/home/pyodide/{path.stem}")
{basthon.RUNNER}
sorted(run_cells({path.name!r}))
""")
    assert not answer.error, answer.error
    assert "'sheet'" in answer.value
