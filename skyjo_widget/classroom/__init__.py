"""A lesson: hand-ins, the class's page, worksheets, the running mean.

As a function it opens a class's tables, as ``classroom("skyjo", tables=8)``; its parameters are
shown by ``help(skyjo_widget.classroom.__wrapped__)``.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

from skyjo_widget.errors import RulesError


class _Room(types.ModuleType):
    """The package, callable: its name is that of the function too."""

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """The function that opens a class's tables."""
        from skyjo_widget.board.serving.open import need_extra  # noqa: PLC0415  (at its first use)

        try:
            need_extra()
        except RulesError as error:
            raise AttributeError(str(error)) from error
        from skyjo_widget.board.serving.hall import classroom  # noqa: PLC0415  (needs the extra)

        return classroom

    def __call__(self, *args: Any, **options: Any) -> Any:
        from skyjo_widget.board.serving.open import need_extra  # noqa: PLC0415  (at its first use)

        need_extra()
        return self.__wrapped__(*args, **options)


sys.modules[__name__].__class__ = _Room
