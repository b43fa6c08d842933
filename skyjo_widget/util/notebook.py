"""Detection of the hosts that show widgets; importing this module imports none of them."""

from __future__ import annotations

import sys
from typing import Any


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
