"""The notebook that a program runs in, if there is one; importing this loads nothing."""

from __future__ import annotations

import sys
from typing import Any


def notebook() -> Any:
    """Find the IPython shell of a Jupyter kernel.

    Returns
    -------
    InteractiveShell or None
        None in a script, a terminal, and a host without IPython.
    """
    if "IPython" not in sys.modules:  # a script has no use for widgets, and no time to load them
        return None
    from IPython.core.getipython import get_ipython  # noqa: PLC0415  (as above)

    shell = get_ipython()
    return shell if hasattr(shell, "kernel") else None
