"""Many boards in one JupyterLab on a slow machine: none may go deaf.

By hand, the whole proof::

    python -m tests.browser.many_boards --boards 30 --notebooks 7 --slow 20
    python -m tests.browser.many_boards --boards 30 --slow 20 --busy 10 [--no-subshells]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from scripts import chromium as installed
from tests.browser.driver import FLAGS, Chromium
from tests.browser.lab import Jupyter, JupyterServer

IMPORT = "from skyjo_widget import play"
PLAY = 'table_{n} = play("skyjo", ["Ana", "bot:greedy"], seed={n}, lang="en")'
# Beside a cell that merely sleeps ipykernel 7 answers on a subshell: here all threads wait.
BUSY = "import ctypes; ctypes.PyDLL(None).usleep({microseconds})"

_PANEL = """[...window.jupyterapp.shell.widgets("main")].find((w) => w.sessionContext)"""

_NO_SUBSHELLS = f"""() => {{
    {_PANEL}.sessionContext.session.kernel.commsOverSubshells = "disabled";
}}"""
_EXECUTE = f"""(code) => {{ {_PANEL}.sessionContext.session.kernel.requestExecute({{ code }}); }}"""

# Bring a cell into sight, wait for its board, and click on it a few times; what wasn't seen, or "",
# and whether the board said that it waits.
_CLICK = f"""async ([cell, clicks, patience]) => {{
    const notebook = {_PANEL}.content;
    const {{ node }} = notebook.widgets[cell];
    const board = () => node.querySelector(".sjw");
    const place = () => board()?.querySelector('[data-spot][data-open="true"]');
    let said = false;
    const until = async (seen) => {{
        for (const start = performance.now(); !seen(); ) {{
            said ||= board()?.querySelector(".sjw-notice-silence") != null;
            if (performance.now() - start > patience * 1000) return false;
            await new Promise((done) => setTimeout(done, 100));
        }}
        return true;
    }};
    if (!node.isConnected) await notebook.scrollToItem(cell, "center");
    node.scrollIntoView({{ block: "center" }});
    if (!(await until(place))) return ["no board", said];
    for (let k = 0; k < clicks; k++) {{
        const {{ state }} = board().dataset;
        place().click();
        if (!(await until(() => board()?.dataset.state !== state && place()))) {{
            return [`no answer to click ${{k + 1}} at state ${{state}}`, said];
        }}
    }}
    return ["", said];
}}"""


class Found(NamedTuple):
    """The fate of some boards.

    Attributes
    ----------
    deaf : dict of int to str
        By its number, what a board didn't do.
    waited : set of int
        The boards that said that they wait for an answer.
    errors : list of str
        What the page reported.
    seconds : float
        From Run All until the last board had its clicks.
    """

    deaf: dict[int, str]
    waited: set[int]
    errors: list[str]
    seconds: float


def click_many(
    lab: Jupyter,
    boards: int,
    *,
    slow: float,
    busy: float = 0,
    subshells: bool = True,
    clicks: int = 3,
    patience: float = 90,
    tell: Callable[[str], None] = lambda _text: None,
) -> Found:
    """Show boards by one Run All and click on each.

    Parameters
    ----------
    lab : Jupyter
        Opens the notebook.
    boards : int
        How many, a cell each.
    slow : float
        How many times slower than it is the browser's processor is to seem.
    busy : float
        Seconds for which a last cell keeps the kernel busy, and another one from when half of the
        boards have had their clicks.
    subshells : bool
        Whether JupyterLab may have messages answered beside a running cell.
    clicks : int
        On each board.
    patience : float
        Seconds that a board may take to show itself, or to answer.
    tell : callable
        Gets a word after each board.
    """
    cells = [IMPORT, *(PLAY.format(n=n) for n in range(boards))]
    stall = BUSY.format(microseconds=round(busy * 1e6))
    notebook = lab.open_notebook([*cells, stall] if busy else cells)
    page = notebook.page
    if not subshells:
        page.evaluate(_NO_SUBSHELLS)
    notebook.errors.clear()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    start = time.monotonic()
    # Not awaited: people click while cells are still running.
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    deaf, waited = {}, set()
    for n in range(boards):
        if busy and n == boards // 2:
            page.evaluate(_EXECUTE, stall)
        missing, said = page.evaluate(_CLICK, [n + 1, clicks, patience])
        if missing:
            deaf[n] = missing
            patience = min(patience, 20)  # the rest is as deaf, or it isn't
        if said:
            waited.add(n)
        tell(f"{n}: {missing or 'hears'}{', has waited' * said}, {time.monotonic() - start:.0f} s")
    seconds = time.monotonic() - start
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    errors = list(notebook.errors)
    page.context.close()
    lab.server.end_sessions()
    return Found(deaf, waited, errors, seconds)


def main() -> None:
    """Print what became of each notebook's boards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--notebooks", type=int, default=1)
    parser.add_argument("--slow", type=float, default=20)
    parser.add_argument("--busy", type=float, default=0)
    parser.add_argument("--no-subshells", action="store_true")
    options: Any = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=installed.find(), args=FLAGS) as browser,
    ):
        server = JupyterServer(Path(folder, "lab"))
        try:
            lab = Jupyter(server, Chromium(browser))
            for _ in range(options.notebooks):
                found = click_many(
                    lab,
                    options.boards,
                    slow=options.slow,
                    busy=options.busy,
                    subshells=not options.no_subshells,
                    tell=print,
                )
                print(
                    f"{options.boards} boards, {options.slow:g} times slower: "
                    f"{len(found.deaf)} deaf {found.deaf or ''}, {len(found.waited)} have waited, "
                    f"{found.seconds:.0f} s, "
                    f"page errors: {sorted({error.splitlines()[0] for error in found.errors})}",
                    flush=True,
                )
        finally:
            server.stop()


if __name__ == "__main__":
    main()
