"""Detection of a Jupyter kernel, and of a host with only a part of IPython."""

from __future__ import annotations

import sys
from types import ModuleType

from skyjo_widget.util.notebook import notebook


def test_a_part_of_ipython_is_no_notebook(monkeypatch):
    """Basthon's has neither a shell nor `IPython.core`."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "IPython"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    assert notebook() is None
