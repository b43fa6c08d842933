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
    if "IPython" not in sys.modules:  # importing IPython would slow down a script
        return None
    try:
        from IPython.core.getipython import get_ipython  # noqa: PLC0415  (as above)
    except ImportError:  # Basthon's IPython is a part of it
        return None
    shell = get_ipython()
    return shell if hasattr(shell, "kernel") else None
