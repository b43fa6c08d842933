"""The built wheel, in an environment that has nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from skyjo_widget.util.version import __version__
from tests.fixtures.paths import ROOT
from tests.fixtures.programs import run

pytestmark = pytest.mark.slow

GAME = """
import importlib.util
assert importlib.util.find_spec("numba") is None
assert importlib.util.find_spec("jupyterlab") is None
import sys
import skyjo_widget
from skyjo_widget import play
assert "pandas" not in sys.modules
t = play("skyjo", ["bot:greedy", "bot:random"], record=False, display=False)
t.run(rounds=True)
assert t.over
assert t.winners
assert len(t.log.decisions) > 50
board = t.board
from skyjo_widget.front.js_bundle import front_packed
assert board._esm and len(front_packed()) > 10_000 and board.view
print(skyjo_widget.__file__)
"""


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory) -> Path:
    """An environment with the wheel and what it asks for; gives its folder of programs."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder)]
    pip += ["install", "--quiet", "--only-binary", ":all:"]
    run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], env=bare(programs))
    return programs


def bare(programs: Path) -> dict[str, str]:
    """An environment without Node and compilers, and without this one's Python."""
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER", "VIRTUAL"))
    }
    return kept | {"PATH": str(programs), "CC": "/nonexistent", "CXX": "/nonexistent"}


def test_the_wheel_holds_what_is_needed_and_nothing_else(wheel):
    """Python, the board, its words, the notebooks and their records; no tests, no caches."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = {name for name in names if not name.startswith("skyjo_widget-")}
    sources = {
        path.relative_to(ROOT).as_posix()
        for suffix in ("py", "js", "css", "json", "toml")
        for path in (ROOT / "skyjo_widget").rglob(f"*.{suffix}")
    }
    assert sources <= package
    notebooks = {
        f"skyjo_widget/notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")
    }
    records = {
        f"skyjo_widget/notebooks/records/{p.name}"
        for p in (ROOT / "notebooks/records").glob("[!.]*")
    }
    assert {"skyjo_widget/py.typed"} | notebooks | records <= package
    for pattern in (
        r"js/(\w+/)?\w+\.js",
        r"js/vendor/.+\.js",
        r"js/\w+/\w+\.css",
        r"util/locales/\w+\.(json|po)",
    ):
        assert any(re.fullmatch("skyjo_widget/" + pattern, name) for name in package), pattern
    assert all(name.startswith("skyjo_widget/") for name in package - {"skyjo_widget_server.py"})
    server = "skyjo_widget-{}.data/data/etc/jupyter/jupyter_server_config.d/skyjo_widget.json"
    assert server.format(__version__) in names
    told = {"licenses/skyjo_widget/js/vendor/LICENSE-htm.txt", "sboms/sbom.cdx.json"}
    assert {f"skyjo_widget-{__version__}.dist-info/{name}" for name in told} <= names
    assert "skyjo_widget_server.py" in package
    strange = [
        n for n in package if re.search(r"__pycache__|\.nb[ic]$|(?<!/js/)games/|node_modules", n)
    ]
    assert not strange


def test_the_source_distribution_builds_and_tests(built):
    """It has what `make test` reads."""
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    sources = {
        path.relative_to(ROOT).as_posix()
        for folder in ("scripts", "skyjo_widget", "tests", "notebooks", "docs")
        for suffix in ("py", "js", "css", "json", "md", "ipynb", "jsonl", "toml")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
        if not {".ipynb_checkpoints", "games"} & set(path.parts)
    }
    top = {"pyproject.toml", "Makefile", "LICENSE", "CONTRIBUTING.md", ".ci/run"}
    top |= {"README.md", "README.fr.md"}
    node = {"package.json", "package-lock.json", "tsconfig.json", "biome.json", ".npmrc"}
    assert sources | top | node <= names
    assert not [name for name in names if re.search(r"node_modules|\.venv|games/.*jsonl", name)]


def test_a_game_is_played_where_only_the_wheel_is(empty, tmp_path):
    """No Node, no compiler, no numba, no JupyterLab: a whole game, its log and its board."""
    script = tmp_path / "game.py"
    script.write_text(GAME)
    where = run([str(empty / "python"), str(script)], env=bare(empty), cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(empty.parent)


def test_the_command_there(empty, tmp_path):
    """It tells its version, and without JupyterLab how to get it."""
    command = str(empty / "skyjo-widget")
    assert run([command, "--version"], env=bare(empty)) == f"skyjo-widget {__version__}\n"
    done = subprocess.run(
        [command], env=bare(empty), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "pip install 'skyjo_widget[lab]'" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_tutorial_of_the_wheel_is_found(empty):
    """The packaged copy, the same as the checkout's."""
    code = "from skyjo_widget.cli import packaged; "
    code += "print(packaged('tutorial.ipynb').read_text('utf-8'))"
    text = run([str(empty / "python"), "-c", code], env=bare(empty) | {"PYTHONUTF8": "1"})
    assert text.strip() == (ROOT / "notebooks" / "tutorial.ipynb").read_text("utf-8").strip()
