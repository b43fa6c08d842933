"""Hosts other than Jupyter's, for the tests, with folders of their own."""

from __future__ import annotations

import contextlib
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path

import nbformat

from tests.browser.environments import environment
from tests.browser.lab import Server, free_port, of_environment, own_folders
from tests.fixtures.paths import ROOT

_FOLDERS = {
    "HOME": "home",
    "XDG_CONFIG_HOME": "config",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
}
_RUNS_WHEN_OPENED = "[runtime]\nauto_instantiate = true\n"

_WITHOUT_PANEL = "--VoilaConfiguration.extension_denylist=['@pyviz/jupyterlab_pyviz']"
"""Its part for JupyterLab is in the same environment, and fails in Voilà."""


class MarimoServer(Server):
    """A marimo on this machine that edits one notebook.

    Parameters
    ----------
    folder : Path
        Everything it reads and writes lies below it; the notebook in ``work``.
    cells : list of str
        The notebook's cells; they run when it is opened.
    """

    def __init__(self, folder: Path, cells: list[str]) -> None:
        work = folder / "work"
        work.mkdir(parents=True)
        settings = folder / "config" / "marimo" / "marimo.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(_RUNS_WHEN_OPENED)
        (work / "notebook.py").write_text(_notebook(cells))
        port = free_port()
        command = [
            *(sys.executable, "-m", "marimo", "--yes", "edit", "notebook.py"),
            *("--headless", "--no-token", "--skip-update-check"),
            *("--host", "127.0.0.1", "--port", str(port)),
        ]
        folders = {name: str(folder / place) for name, place in _FOLDERS.items()}
        super().__init__(
            command, folder=work, port=port, environment={**os.environ, **folders}, ready="/health"
        )


def _notebook(cells: list[str]) -> str:
    """The cells as marimo keeps them; it finds out by itself which names they share."""
    body = "".join(
        "@app.cell\ndef _():\n" + "".join(f"    {line}\n" for line in cell.splitlines()) + "\n"
        for cell in cells
    )
    return f"import marimo\n\napp = marimo.App()\n\n{body}"


def code_of(host: str) -> str:
    """The example of a host in `docs/hosts.md`."""
    page = (ROOT / "docs" / "hosts.md").read_text("utf-8")
    section = page.split(f"\n## {host}\n")[1]
    return section.split("```python\n")[1].split("```")[0]


class Application(Server):
    """An application on this machine: Shiny's, Panel's, Solara's or Voilà's, with its own packages.

    Parameters
    ----------
    host : str
        Whose it is.
    folder : Path
        Everything it reads and writes lies below it.
    code : str
        Its program, or the notebook's cell.
    """

    def __init__(self, host: str, folder: Path, code: str) -> None:
        work = folder / "work"
        work.mkdir(parents=True)
        python, port = environment("hosts"), free_port()
        (work / "app.py").write_text(code, "utf-8")
        cell = nbformat.v4.new_code_cell(code)
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=kernel), work / "app.ipynb")
        commands = {
            "Shiny": ["shiny", "run", "app.py", f"--port={port}"],
            "Panel": ["panel", "serve", "app.py", f"--port={port}"],
            "Solara": ["solara", "run", "app.py", f"--port={port}", "--no-open", "--production"],
            "Voilà": ["voila", "app.ipynb", f"--port={port}", "--no-browser", _WITHOUT_PANEL],
        }
        self._path = "/app" if host == "Panel" else "/"
        folders = own_folders(folder) | {name: str(folder / at) for name, at in _FOLDERS.items()}
        super().__init__(
            [str(python), "-m", *commands[host]],
            folder=work,
            port=port,
            environment=folders | of_environment(python),
            ready=self._path if host != "Voilà" else "/voila/static/",
        )
        self.page = f"{self.address}{self._path}"

    def request(self, path: str, method: str = "GET") -> None:
        """Ask for a page; any answer of a server will do."""
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(self.address + path, timeout=10).close()
