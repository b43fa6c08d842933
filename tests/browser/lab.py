"""A real JupyterLab for the tests, with folders of its own, driven by its commands."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page

from tests.browser.driver import Chromium, collect_errors

_DIRECTORIES = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "IPYTHONDIR": "ipython",
}
_QUIET = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}

_KERNEL_IDLE = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    if (!panel?.context?.isReady || !panel.sessionContext.isReady) return false;
    const kernel = panel.sessionContext.session?.kernel;
    return kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""

_EXECUTE = """async (code) => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const future = kernel.requestExecute({ code, store_history: false });
    let text = "", error = null;
    future.onIOPub = ({ header, content }) => {
        if (header.msg_type === "stream") text += content.text;
        if (header.msg_type === "execute_result") text += content.data["text/plain"];
        if (header.msg_type === "error") error = content.traceback.join("\\n");
    };
    await future.done;
    return { text, error };
}"""


def own_folders(folder: Path) -> dict[str, str]:
    """Make an environment in which all that Jupyter keeps lies below a folder."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
    environment |= {name: str(folder / place) for name, place in _DIRECTORIES.items()}
    # The widget's own part of the environment comes before what a user has installed.
    environment["JUPYTER_PREFER_ENV_PATH"] = "1"
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(_QUIET))
    return environment


class LabServer:
    """A JupyterLab on this machine.

    Parameters
    ----------
    folder : Path
        Everything it reads and writes lies below it; notebooks in ``work``.
    """

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        self.work.mkdir(parents=True)
        self.token = secrets.token_hex(16)
        self.log = folder / "server.log"
        port = _free_port()
        self.address = f"http://127.0.0.1:{port}"
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser"),
            *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
            *("--ServerApp.port_retries=0", f"--IdentityProvider.token={self.token}"),
            *(f"--ServerApp.root_dir={self.work}", "--LabApp.expose_app_in_browser=True"),
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            *("--LabApp.news_url=None", "--ServerApp.terminals_enabled=False"),
        ]
        if os.geteuid() == 0:
            command.append("--allow-root")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env=own_folders(folder), cwd=self.work, stdout=log, stderr=log
            )
        self._await_start()

    def _await_start(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                self.request("/api/status")
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.stop()
                    raise RuntimeError(f"no JupyterLab:\n{self.log.read_text()[-3000:]}") from None
                time.sleep(0.1)
            else:
                return

    def request(self, path: str, method: str = "GET") -> Any:
        """Ask the server's REST interface."""
        request = urllib.request.Request(
            self.address + path, method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def end_sessions(self) -> None:
        """End every notebook's kernel."""
        for session in self.request("/api/sessions"):
            with contextlib.suppress(OSError):  # it has ended by itself
                self.request(f"/api/sessions/{session['id']}", "DELETE")

    def stop(self) -> None:
        """End the server, and with it its kernels."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Lab:
    """Opens notebooks of a server in a browser."""

    def __init__(self, server: LabServer, chromium: Chromium) -> None:
        self.server = server
        self.chromium = chromium

    def open_notebook(
        self,
        cells: list[str] | Path,
        *,
        theme: str = "light",
        width: int = 1280,
        height: int = 1000,
    ) -> Notebook:
        """Open a new notebook with these cells, or a copy of one, its kernel ready."""
        path = self.server.work / f"test-{secrets.token_hex(4)}.ipynb"
        if isinstance(cells, Path):
            path.write_bytes(cells.read_bytes())
        else:
            notebook = nbformat.v4.new_notebook(
                cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
                metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            )
            nbformat.write(notebook, path)
        page = self.chromium.open(width=width, height=height)
        return Notebook(page, self.server, path, theme)


class Notebook:
    """An open notebook.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The browser's page.
    errors : list of str
        What the page has reported as an error.
    path : Path
        The notebook's file.
    """

    def __init__(self, page: Page, server: LabServer, path: Path, theme: str) -> None:
        self.page = page
        self.path = path
        self.errors = collect_errors(page)
        self._server = server
        self.open()
        self.set_theme(theme)

    def open(self) -> None:
        """Open it in a fresh workspace; done when the kernel is idle."""
        workspace = secrets.token_hex(4)
        self.page.goto(
            f"{self._server.address}/lab/workspaces/{workspace}/tree/{self.path.name}"
            f"?reset&token={self._server.token}"
        )
        self.page.wait_for_function("() => window.jupyterapp", timeout=60_000)
        self.page.evaluate("async () => { await window.jupyterapp.restored; }")
        self.wait_idle()

    def wait_idle(self, seconds: float = 60) -> None:
        """Wait until the kernel is connected and idle."""
        self.page.wait_for_function(_KERNEL_IDLE, timeout=seconds * 1000)

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of JupyterLab's commands to its end."""
        self.page.evaluate(
            "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args); }",
            [name, arguments],
        )

    def run_all(self) -> None:
        """Run all cells; the test fails if one raised."""
        self.command("notebook:run-all-cells")
        self.wait_idle()
        raised = self.page.locator("[data-mime-type='application/vnd.jupyter.error']")
        assert raised.count() == 0, raised.first.inner_text()

    def kernel(self, code: str) -> str:
        """Run code in the kernel; give what it printed, and its value's repr.

        Raises
        ------
        RuntimeError
            With the kernel's traceback, if it raised.
        """
        answer = self.page.evaluate(_EXECUTE, code)
        if answer["error"]:
            raise RuntimeError(answer["error"])
        return str(answer["text"]).rstrip("\n")

    def until(self, expression: str, seconds: float = 15) -> None:
        """Wait until an expression is true in the kernel."""
        end = time.monotonic() + seconds
        while self.kernel(f"bool({expression})") != "True":
            if time.monotonic() > end:
                raise AssertionError(f"not in {seconds} s: {expression}")
            self.page.wait_for_timeout(20)

    def restart(self) -> None:
        """Restart the kernel."""
        self.page.evaluate(
            "async () => { const s = window.jupyterapp.shell.currentWidget.sessionContext;"
            " await s.session.kernel.restart(); }"
        )
        self.wait_idle()

    def save(self) -> None:
        """Save the notebook's file."""
        self.command("docmanager:save")

    @property
    def outputs(self) -> Locator:
        """The outputs of the cells."""
        return self.page.locator(
            ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell .jp-OutputArea-output"
        )

    def set_theme(self, theme: str) -> None:
        """Change to JupyterLab's ``light`` or ``dark`` theme."""
        self.command("apputils:change-theme", theme=f"JupyterLab {theme.capitalize()}")
        light = str(theme == "light").lower()
        self.page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")

    def screenshot(self, path: Path | str) -> None:
        """Save a picture of the page."""
        self.page.screenshot(path=path)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
