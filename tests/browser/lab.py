"""A real JupyterLab or Notebook for the tests, with folders of its own, driven by commands."""

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
from typing import Any, NamedTuple

import nbformat
from playwright.sync_api import Locator, Page

from tests.browser.driver import PATIENCE, Chromium, collect_errors, until
from tests.browser.wire import collect_frames
from tests.fixtures.paths import ROOT

_DIRECTORIES = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "IPYTHONDIR": "ipython",
}
_QUIET = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}

# The notebook that is open, whatever was opened beside it.
_PANEL = """[...(window.jupyterapp?.shell.widgets("main") ?? [])].find((w) => w.sessionContext)"""

_KERNEL_IDLE = f"""() => {{
    const panel = {_PANEL};
    if (!panel?.context?.isReady || !panel.sessionContext.isReady) return false;
    const kernel = panel.sessionContext.session?.kernel;
    return kernel?.connectionStatus === "connected" && kernel.status === "idle";
}}"""

_RAISED = f"""() => [...{_PANEL}.content.model.cells]
    .filter((cell) => cell.type === "code")
    .flatMap((cell) => cell.outputs.toJSON())
    .filter((output) => output.output_type === "error")
    .map((output) => output.traceback.join("\\n"))"""

_EXECUTE = f"""async (code) => {{
    const kernel = {_PANEL}.sessionContext.session.kernel;
    const future = kernel.requestExecute({{ code, store_history: false }});
    let text = "", error = null;
    future.onIOPub = ({{ header, content }}) => {{
        if (header.msg_type === "stream") text += content.text;
        if (header.msg_type === "execute_result") text += content.data["text/plain"];
        if (header.msg_type === "error") error = content.traceback.join("\\n");
    }};
    await future.done;
    return {{ text, error }};
}}"""


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


def of_environment(python: Path) -> dict[str, str]:
    """Make what a process of another environment needs: its programs, and this package."""
    path = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    return {"PATH": path, "PYTHONPATH": str(ROOT)}


def end(process: subprocess.Popen[Any]) -> None:
    """End a server; by force where it waits for ever, as Jupyter's now and then does.

    Its kernels end by themselves when it is gone.
    """
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


STARTING = 120
"""Seconds in which a server starts on a busy machine; one that ends is noticed at once."""


class Server:
    """A program on this machine that answers browsers.

    Parameters
    ----------
    command : list of str
        How it is started.
    folder : Path
        Where it works; what it prints goes to a file beside it.
    port : int
        On which it listens.
    environment : dict of str to str
        Its environment, whole.
    ready : str
        The path that answers when it has started.
    token : str
        What it wants to be shown with each request.
    host : str
        The address of this machine at which it is.
    """

    def __init__(
        self,
        command: list[str],
        *,
        folder: Path,
        port: int,
        environment: dict[str, str],
        ready: str,
        token: str = "",
        host: str = "127.0.0.1",
    ) -> None:
        self.work = folder
        self.token = token
        self.address = f"http://{host}:{port}"
        self.log = folder.with_suffix(".log")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env=environment, cwd=folder, stdout=log, stderr=log
            )
        self._await_start(ready)

    def _await_start(self, ready: str) -> None:
        end = time.monotonic() + STARTING
        while True:
            try:
                self.request(ready)
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.stop()
                    raise RuntimeError(f"no server:\n{self.log.read_text()[-3000:]}") from None
                time.sleep(0.1)
            else:
                return

    def request(self, path: str, method: str = "GET") -> Any:
        """Ask its REST interface."""
        headers = {"Authorization": f"token {self.token}"} if self.token else {}
        request = urllib.request.Request(self.address + path, method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def stop(self) -> None:
        """End it, and with it its kernels."""
        end(self.process)


class Application(NamedTuple):
    """The differences between Jupyter's two notebook applications."""

    module: str
    name: str
    address: str


JUPYTERLAB = Application(
    "jupyterlab", "LabApp", "/lab/workspaces/{workspace}/tree/{notebook}?reset&"
)
NOTEBOOK = Application("notebook", "JupyterNotebookApp", "/notebooks/{notebook}?")


class JupyterServer(Server):
    """A JupyterLab or Notebook on this machine.

    Parameters
    ----------
    folder : Path
        Everything it reads and writes lies below it; notebooks in ``work``.
    application : Application
        Which of the two.
    stock : bool
        Without our part of the server.
    python : Path, optional
        Of another environment, with its kernels.
    host : str
        The address of this machine at which it is.
    """

    def __init__(
        self,
        folder: Path,
        application: Application = JUPYTERLAB,
        *,
        stock: bool = False,
        python: Path | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self._application = application
        work = folder / "work"
        work.mkdir(parents=True)
        token, port = secrets.token_hex(16), free_port()
        command = [
            *(str(python or sys.executable), "-m", application.module, "--no-browser"),
            *(f"--ServerApp.ip={host}", f"--ServerApp.port={port}"),
            *("--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"),
            *(f"--ServerApp.root_dir={work}", "--ServerApp.terminals_enabled=False"),
            f"--{application.name}.expose_app_in_browser=True",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.news_url=None",
        ]
        if stock:
            command.append("--ServerApp.jpserver_extensions=skyjo_widget_server=False")
        if os.geteuid() == 0:
            command.append("--allow-root")
        super().__init__(
            command,
            folder=work,
            port=port,
            environment=own_folders(folder) | (of_environment(python) if python else {}),
            ready="/api/status",
            token=token,
            host=host,
        )

    def address_of(self, notebook: Path) -> str:
        """The address at which a notebook opens, in a fresh workspace."""
        page = self._application.address.format(
            workspace=secrets.token_hex(4), notebook=notebook.name
        )
        return f"{self.address}{page}token={self.token}"

    def end_sessions(self) -> None:
        """End every notebook's kernel."""
        for session in self.request("/api/sessions"):
            with contextlib.suppress(OSError):  # it has ended by itself
                self.request(f"/api/sessions/{session['id']}", "DELETE")


class Jupyter:
    """Opens notebooks of a server in a browser."""

    def __init__(self, server: JupyterServer, chromium: Chromium) -> None:
        self.server = server
        self.chromium = chromium

    def open_notebook(
        self,
        cells: list[str] | Path,
        *,
        theme: str = "light",
        width: int = 1280,
        height: int = 1000,
        kernel: str = "python3",
    ) -> Notebook:
        """Open a new notebook with these cells, or a copy of one, its kernel ready."""
        path = self.server.work / f"test-{secrets.token_hex(4)}.ipynb"
        if isinstance(cells, Path):
            path.write_bytes(cells.read_bytes())
        else:
            notebook = nbformat.v4.new_notebook(
                cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
                metadata={"kernelspec": {"name": kernel, "display_name": "Python 3"}},
            )
            nbformat.write(notebook, path)
        return self._open(path, theme, width=width, height=height)

    def open_beside(self, notebook: Notebook) -> Notebook:
        """Open a notebook that is open once more, in another browser."""
        return self._open(notebook.path, "light")

    def _open(self, path: Path, theme: str, **size: int) -> Notebook:
        return Notebook(self.chromium.open(**size), self.server, path, theme)


class Notebook:
    """An open notebook.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The browser's page.
    errors : list of str
        What the page has reported as an error.
    frames : list of bytes
        What it has received from its kernel; for `tests.browser.wire`.
    path : Path
        The notebook's file.
    """

    def __init__(self, page: Page, server: JupyterServer, path: Path, theme: str) -> None:
        self.page = page
        self.path = path
        self.errors = collect_errors(page)
        self.frames = collect_frames(page)
        self._server = server
        self.open()
        self.set_theme(theme)

    def open(self) -> None:
        """Open it in a fresh workspace; done when the kernel is idle."""
        self.page.goto(self._server.address_of(self.path))
        until(self.page, lambda: self.page.evaluate("Boolean(window.jupyterapp)"))
        self.page.evaluate("async () => { await window.jupyterapp.restored; }")
        self.wait_idle()

    def wait_idle(self) -> None:
        """Wait until the kernel is connected and idle."""
        until(self.page, lambda: self.page.evaluate(_KERNEL_IDLE))

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of the application's commands to its end."""
        self.page.evaluate(
            "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args); }",
            [name, arguments],
        )

    def write(self, number: int, code: str) -> None:
        """Write what a cell says, in place of what it said."""
        self.page.evaluate(
            f"([number, code]) => {_PANEL}.content.model.cells.get(number)"
            ".sharedModel.setSource(code)",
            [number, code],
        )

    def run_all(self) -> None:
        """Run all cells; the test fails if one raised."""
        self.command("notebook:run-all-cells")
        self.wait_idle()
        raised = self.page.evaluate(_RAISED)
        assert not raised, "\n".join(raised)

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

    def until(self, expression: str) -> None:
        """Wait until an expression is true in the kernel."""
        end = time.monotonic() + PATIENCE
        while self.kernel(f"bool({expression})") != "True":
            if time.monotonic() > end:
                raise AssertionError(f"not in {PATIENCE} s: {expression}")
            self.page.wait_for_timeout(20)

    def restart(self) -> None:
        """Restart the kernel."""
        self.page.evaluate(f"async () => {_PANEL}.sessionContext.session.kernel.restart()")
        self.wait_idle()

    def reconnect(self) -> None:
        """Close the websocket and have JupyterLab open another; not awaited."""
        self.page.evaluate(f"() => {{ {_PANEL}.sessionContext.session.kernel.reconnect(); }}")

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
        """Change to the ``light`` or ``dark`` theme."""
        self.command("apputils:change-theme", theme=f"JupyterLab {theme.capitalize()}")
        light = str(theme == "light").lower()
        self.page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")

    def screenshot(self, path: Path | str) -> None:
        """Save a picture of the page."""
        self.page.screenshot(path=path)


def shown(notebook: Notebook, state: int | str) -> None:
    """Wait until the page shows a state of the session in the kernel's variable `table`."""
    notebook.page.wait_for_selector(f'.sjw[data-state="{state}"]')


TABLE = "with table.parts.game.lock: print(table.state, table.waiting)"
"""Code by which a kernel tells of `table`; messages run on another thread (ipykernel 7)."""


def quiet(notebook: Notebook) -> str:
    """Wait until no bot of `table` is to act, and the page shows it; what it waits for then."""
    end = time.monotonic() + PATIENCE
    state, waiting = "", "bot"
    while waiting == "bot":
        if time.monotonic() > end:
            raise AssertionError(f"a bot is to act for {PATIENCE} s")
        notebook.page.wait_for_timeout(20)
        state, waiting = notebook.kernel(TABLE).split(" ", 1)
    shown(notebook, state)
    return waiting


def click(notebook: Notebook, target: str) -> str:
    """Click a place of `table` and wait for what comes of it."""
    seen = notebook.kernel("table.state")
    notebook.page.locator(f'[data-spot="{target}"]').click()
    notebook.until(f"table.state > {seen}")
    return quiet(notebook)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
