"""What numba is given of a rule; imported where something is compiled, since it loads numba."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core.typing.templates import infer_global
from numba.extending import models, register_jitable, register_model

_kept: list[Any] = []
"""Numba holds what compiles a function by a weak reference only."""


class Jitted(types.Dispatcher):
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


def hand_over(function: Callable[..., Any], *, inlined: bool) -> None:
    """Have numba compile a function where compiled code calls it."""
    if inlined and "rng" in inspect.signature(function).parameters:
        register_jitable(inline="always")(function)
        return
    njit: Any = numba.njit  # it knows fewer options than it takes
    jit = njit(
        error_model="numpy",
        forceinline=inlined,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
    )
    _kept.append(jit(function))
    kind: Any = Jitted
    register: Any = infer_global
    register(function, kind(_kept[-1]))
