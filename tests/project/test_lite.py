"""The lessons that run in the browser alone, and the pieces of their site (``make lite``)."""

from __future__ import annotations

import json
import re

import pytest

from scripts import lite, lite_notebooks, lite_start
from scripts.pyodide_parts import with_dependencies

each = pytest.mark.parametrize("name", lite_notebooks.CHANGES)


def sources(notebook: dict) -> dict[str, str]:
    """The text of each cell."""
    return {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}


def original(name: str) -> dict:
    """The notebook that it is made from."""
    return json.loads((lite_notebooks.FOLDER / f"{name}.ipynb").read_text("utf-8"))


@each
def test_a_lesson_differs_in_the_cells_that_are_named(name):
    """And in its first text; no output is there before a cell has run."""
    made, before = lite_notebooks.adapted(name), original(name)
    differ = {cell for cell, text in sources(made).items() if text != sources(before)[cell]}
    assert differ == {"words-title", *(cell for cell, _, _ in lite_notebooks.CHANGES[name])}
    code = [cell for cell in made["cells"] if cell["cell_type"] == "code"]
    assert all((cell["outputs"], cell["execution_count"]) == ([], None) for cell in code)


@each
def test_each_link_is_to_a_lesson_of_the_site(name):
    """The notebooks that stay at home are named without one."""
    text = "\n".join(sources(lite_notebooks.adapted(name)).values())
    targets = {target.removesuffix(".ipynb") for target in re.findall(r"\]\(([^)]*)\)", text)}
    assert targets <= set(lite_notebooks.CHANGES)


@pytest.mark.parametrize("name", ["strategy", "perfect"])
def test_both_languages_change_the_same(name):
    """The same cells, and the same code in them."""
    english, french = (lite_notebooks.CHANGES[name + lang] for lang in ("", ".fr"))
    assert [cell for cell, _, _ in english] == [cell for cell, _, _ in french]
    code = [[change for change in changes if "=" in change[1]] for changes in (english, french)]
    assert code[0] == code[1]


@pytest.mark.parametrize("name", ["strategy", "strategy.fr"])
def test_texts_give_the_counts_of_the_code(name):
    """A text never names another number than its cell."""
    cells = sources(lite_notebooks.adapted(name))
    assert "games=200" in cells["if"]
    assert "200" in cells["words-if"]
    assert "200" in cells["words-share"]
    assert "500" not in "".join(cells.values())


@pytest.mark.parametrize("name", ["perfect", "perfect.fr"])
def test_two_perfect_players_play_as_many_rounds_as_the_text_says(name):
    """As above."""
    cells = sources(lite_notebooks.adapted(name))
    assert all("60" in cells[cell] for cell in ("words-rounds", "rounds", "compare"))
    assert not re.search(r"\b200\b", "".join(cells.values()))


@pytest.mark.parametrize(
    ("change", "found"),
    [(("play", "no such text", ""), 0), (("nowhere", "text", ""), 0), (("play", "=", ""), 7)],
)
def test_a_change_that_no_longer_fits_is_named(monkeypatch, change, found):
    """With the notebook, the cell and the text."""
    monkeypatch.setitem(lite_notebooks.CHANGES, "tutorial", [change])
    message = f"tutorial.ipynb, cell {change[0]}: {change[1]!r} stands there {found} times"
    with pytest.raises(ValueError, match=re.escape(message)):
        lite_notebooks.adapted("tutorial")


def test_versions_are_exact():
    """The site is the same whenever it is built; ipywidgets' two halves fit each other."""
    assert all(re.fullmatch(r"[\w\[\]-]+==[\d.]+", pin) for pin in lite.pins())


def test_a_wheel_is_entered_in_the_lock_file(tmp_path):
    """With its hash, under the name that its import asks for."""
    wheel = tmp_path / "some_package-1.2-py3-none-any.whl"
    wheel.write_bytes(b"abc")
    entry = lite.locked(wheel)
    assert entry["name"] == "some-package"
    assert entry["version"] == "1.2"
    assert entry["imports"] == ["some_package"]
    assert entry["sha256"].startswith("ba7816bf")


@pytest.mark.skipif(not lite.CORE.exists(), reason="npm's packages aren't installed")
def test_what_a_package_depends_on_comes_with_it():
    """To the last one; a name is written as the lock file writes it."""
    assert with_dependencies("pandas") == ["numpy", "pandas", "python-dateutil", "pytz", "six"]
    assert "prompt-toolkit" in with_dependencies("ipython")


def test_the_first_page_leads_to_each_lesson(tmp_path):
    """In its language, by the title and the question of the documentation's index."""
    names = [name for lang in ("en", "fr") for name, _, _ in lite_start.lessons(lang)]
    assert sorted(names) == sorted(lite_notebooks.CHANGES)
    folder = tmp_path / "static" / "pyodide"
    folder.mkdir(parents=True)
    for name, size in (("small.whl", 10), ("large.whl", 3000)):
        (folder / name).write_bytes(b"x" * size)
    page = lite_start.page(folder)
    assert re.findall(r'href="notebooks/index.html\?path=([\w.]+)\.ipynb"', page) == names
    (parts,) = re.findall(r'<script type="application/json" id="parts">(.*)</script>', page)
    assert json.loads(parts) == [
        {"path": "static/pyodide/large.whl", "size": 3000},
        {"path": "static/pyodide/small.whl", "size": 10},
    ]
