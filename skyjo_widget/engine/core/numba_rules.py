"""Registration of rules with numba; imported only to compile, since it loads numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_jitable, register_model

_kept: list[Any] = []
"""The dispatchers, to which numba holds weak references only."""
# Internals of numba, which may change: without one of them `register_jitable` is used.
if TYPE_CHECKING:

    class _Dispatcher:
        dispatcher: Any
else:
    _Dispatcher = getattr(types, "Dispatcher", types.Callable)


class Jitted(_Dispatcher):
    """The type of a rule in compiled code: compiled once for each tuple of argument types.

    `numba.extending.register_jitable` would compile it for each set of its callers' flags, and
    again for literal numbers.  numba's own dispatcher would accept a record of another game that
    begins with the same fields.
    """

    def get_call_type(self, _context: Any, args: Any, kws: Any) -> Any:
        """Return the signature for these arguments; compiles the function the first time."""
        dispatcher: Any = self.dispatcher
        _, folded = dispatcher._compiler.fold_argument_types(args, kws)
        unliteral: Any = types.unliteral
        argument_types = tuple(map(unliteral, folded))
        dispatcher.compile(argument_types)
        return dispatcher.overloads[argument_types].signature


register_model(Jitted)(models.OpaqueModel)


def hand_over(function: Callable[..., Any], *, inlined: bool, spliced: bool = False) -> None:
    """Let compiled code call a function, which numba then compiles too."""
    if spliced:
        register_jitable(inline="always")(function)
    elif not _register_once(function, inlined=inlined):
        register_jitable(forceinline=inlined)(function)


def skip(function: Callable[..., Any]) -> None:
    """Let compiled code call a step of ``(s, r)`` that does nothing there."""

    def skipped(s: Any, r: Any) -> Any:
        def nothing(s: Any, r: Any) -> None:
            return None

        return nothing

    overload(function)(skipped)


@intrinsic
def _call_at(_typing: Any, address: Any, s: Any, r: Any, rng: Any) -> Any:
    """Call a compiled function; what it raises is raised here."""

    def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
        convention, kinds = context.call_conv, signature.args[1:]
        kind = convention.get_function_type(signature.return_type, kinds)
        function = builder.inttoptr(parts[0], kind.as_pointer())
        status, answer = convention.call_function(
            builder, function, signature.return_type, kinds, parts[1:]
        )
        unlikely: Any = cgutils.if_unlikely
        with unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return types.int64(types.int64, s, r, rng), codegen


def call_by_address(function: Callable[..., Any]) -> None:
    """Let compiled code call another compiled function ``(s, r, rng) -> int64``."""
    native: Any = _call_at  # its type hints lack the arguments

    def called(address: Any, s: Any, r: Any, rng: Any) -> Any:
        def call(address: Any, s: Any, r: Any, rng: Any) -> Any:
            return native(address, s, r, rng)

        return call

    overload(function)(called)


def _register_once(function: Callable[..., Any], *, inlined: bool) -> bool:
    """Register a function as `Jitted`; returns whether this numba allows it."""
    njit: Any = numba.njit  # its type hints lack some options
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
