"""Detection of a Jupyter kernel; importing this module doesn't import IPython."""

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
    # Importing IPython would slow down a script; Basthon's has neither a shell nor `IPython.core`.
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = get_ipython() if get_ipython else None
    return shell if hasattr(shell, "kernel") else None
