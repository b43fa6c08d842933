"""marimo, for the tests, with folders of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.browser.lab import Server, free_port

_FOLDERS = {
    "HOME": "home",
    "XDG_CONFIG_HOME": "config",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
}
_RUNS_WHEN_OPENED = "[runtime]\nauto_instantiate = true\n"


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
