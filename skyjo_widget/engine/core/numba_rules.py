"""What numba is given of a rule; imported where something is compiled, since it loads numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.extending import models, register_jitable, register_model

_kept: list[Any] = []
"""Numba holds what compiles a function by a weak reference only."""
# Workings of numba, which may change: without one of them it is `register_jitable`.
_Dispatcher: Any = getattr(types, "Dispatcher", types.Callable)


class Jitted(_Dispatcher):  # type: ignore[misc]  # it is Any
    """The type of a rule where compiled code calls it: compiled once for the types it is given.

    `numba.extending.register_jitable` would compile it for each set of flags that its callers
    have, and again for a number that is written out.  numba's own dispatcher would look for
    another record, of another game, that happens to begin with the same fields.
    """

    def get_call_type(self, _context: Any, args: Any, kws: Any) -> Any:
        """The signature for these arguments; compiles it the first time."""
        dispatcher: Any = self.dispatcher
        _, folded = dispatcher._compiler.fold_argument_types(args, kws)
        unliteral: Any = types.unliteral
        given = tuple(map(unliteral, folded))
        dispatcher.compile(given)
        return dispatcher.overloads[given].signature


register_model(Jitted)(models.OpaqueModel)


def hand_over(function: Callable[..., Any], *, inlined: bool, spliced: bool = False) -> None:
    """Have numba compile a function where compiled code calls it."""
    if spliced:
        register_jitable(inline="always")(function)
    elif not _handed_over_once(function, inlined=inlined):
        register_jitable(forceinline=inlined)(function)


def _handed_over_once(function: Callable[..., Any], *, inlined: bool) -> bool:
    """Have numba compile a function as `Jitted` says; returns whether this numba can."""
    njit: Any = numba.njit  # it knows fewer options than it takes
    kind: Any = Jitted
    try:
        from numba.core.typing.templates import infer_global  # noqa: PLC0415  (it may be missing)

        jitted = njit(
            error_model="numpy",
            forceinline=inlined,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
        )(function)
        if not (callable(jitted._compiler.fold_argument_types) and callable(jitted.compile)):
            return False
        handed = kind(jitted)
    except (ImportError, AttributeError, KeyError, TypeError):
        return False
    _kept.append(jitted)
    register: Any = infer_global
    register(function, handed)
    return True
