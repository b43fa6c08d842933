"""Detection of hosts and of the cell that runs; importing this module imports none of them."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple


def notebook() -> Any:
    """Find the IPython shell of a Jupyter kernel.

    Returns
    -------
    InteractiveShell or None
        None in a script, a terminal, and a host without IPython or with a part of it.
    """
    if "IPython" not in sys.modules:  # importing IPython would slow down a script
        return None
    try:
        from IPython.core.getipython import get_ipython  # noqa: PLC0415  (as above)
    except ImportError:  # Basthon's IPython is a part of it
        return None
    shell = get_ipython()
    return shell if hasattr(shell, "kernel") else None


class Run(NamedTuple):
    """A run of a cell.

    Parameters
    ----------
    cell : str
        The cell's id, or its code where the request names none, as nbclient's.
    number : str
        Differs in each run.
    on_page : bool
        Whether a page has asked for it: those name the cell.
    """

    cell: str
    number: str
    on_page: bool


def running() -> Run | None:
    """Find the cell that runs.

    Returns
    -------
    Run or None
        None in the answer to a browser's message, and in kernels that don't name their requests.
    """
    shell = notebook()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    header = parent.get("header", {})
    if header.get("msg_type") != "execute_request":
        return None
    cell = parent["metadata"].get("cellId")
    return Run(cell or parent["content"]["code"], header["msg_id"], on_page=bool(cell))


def in_app() -> bool:
    """Return True in an application that shows ipywidgets without a kernel: Panel, Shiny, Solara.

    In Shiny and Solara a widget belongs to a visitor: elsewhere than in a visitor's session it
    can't be made.
    """
    modules = sys.modules
    if solara := modules.get("solara.server.kernel_context"):
        return bool(solara.has_current_context())
    if "shinywidgets" in modules:
        return modules["shiny.session"].get_current_session() is not None
    return "panel.io.ipywidget" in modules


def in_marimo() -> bool:
    """Return True in a notebook of marimo, which shows anywidgets alone."""
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())
