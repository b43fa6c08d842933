"""A lesson: hand-ins, the class's page, worksheets, the running mean.

As a function it opens a class's tables: ``classroom("skyjo", tables=8)`` is
`skyjo_widget.board.serving.hall.classroom`.
"""

from __future__ import annotations

import sys
import types
from typing import Any


class _Room(types.ModuleType):
    """The package, callable: its name is that of the function too."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        from skyjo_widget.board.serving.hall import classroom  # noqa: PLC0415  (needs the extra `serve`)

        return classroom(*args, **options)


sys.modules[__name__].__class__ = _Room
