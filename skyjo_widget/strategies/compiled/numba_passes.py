"""Compiler passes that restore Python's behaviour in compiled strategies; loaded on demand."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import errors, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.imputils import impl_ret_borrowed
from numba.core.untyped_passes import IRProcessing, ReconstructSSA
from numba.extending import intrinsic, overload

from skyjo_widget.strategies.compiled.numba_texts import equal_texts


@intrinsic
def some(_typing: Any, value: Any) -> Any:
    """Return a value that isn't None; raise TypeError if it is."""
    return cast(value, value.type if isinstance(value, types.Optional) else value)


def cast(value: Any, kind: Any) -> Any:
    """Return the signature and the code of an intrinsic that casts a value to a type."""

    def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
        converted = context.cast(builder, parts[0], value, kind)
        return impl_ret_borrowed(context, builder, kind, converted)

    return kind(value), codegen


@overload(bool, strict=False)
def _bool(value: Any) -> Any:
    if isinstance(value, types.Optional):
        return lambda value: value is not None and bool(some(value))
    return None


@overload(operator.not_, strict=False)
def _not(value: Any) -> Any:
    return (lambda value: not bool(value)) if isinstance(value, types.Optional) else None


def same(a: Any, b: Any) -> Any:
    """Return ``a == b``; either may be None, for which numba would raise."""
    raise NotImplementedError


def different(a: Any, b: Any) -> Any:
    """Return ``a != b``; either may be None."""
    raise NotImplementedError


@overload(same, strict=False)
def _same(a: Any, b: Any) -> Any:
    both = isinstance(a, types.Optional), isinstance(b, types.Optional)
    if isinstance(a, types.UnicodeType) and isinstance(b, types.UnicodeType):
        return lambda a, b: equal_texts(a, b)
    if types.none in {a, b} or not any(both):
        return lambda a, b: a == b
    if both == (True, True):
        return lambda a, b: (a is None) == (b is None) and (a is None or same(some(a), some(b)))
    if both[0]:
        return lambda a, b: a is not None and same(some(a), b)
    return lambda a, b: b is not None and same(a, some(b))


@overload(different, strict=False)
def _different(a: Any, b: Any) -> Any:
    return lambda a, b: not same(a, b)


@register_pass(mutates_CFG=False, analysis_only=False)
class _CompareWithNone(FunctionPass):
    _name = "compare_with_none"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Replace comparisons by `same` and `different`."""
        instead = {operator.eq: same, operator.ne: different}
        for block in state.func_ir.blocks.values():
            for expression in block.find_exprs("binop"):
                expression.fn = instead.get(expression.fn, expression.fn)
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class _NoEmptyNames(FunctionPass):
    _name = "no_empty_names"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Reject names that may be unbound: Python would raise, numba takes a zero."""
        for block in state.func_ir.blocks.values():
            for assigned in block.find_insts(ir.Assign):
                if not isinstance(assigned.value, ir.Expr) or assigned.value.op != "phi":
                    continue
                if ir.UNDEFINED in assigned.value.incoming_values:  # one value per incoming branch
                    name = assigned.target.unversioned_name
                    reason = f"{name!r} may have no value when it is used"
                    raise errors.UnsupportedError(reason, loc=assigned.loc)
        return False


class LoopCompiler(CompilerBase):
    """The compiler pipeline for loops of rewritten strategies: all their names have values."""

    def define_pipelines(self) -> Any:
        """Return numba's standard pipeline, with comparisons as Python's."""
        return [self.with_passes()]

    def with_passes(self, *more: Any) -> Any:
        """Return the pipeline with passes after those that rename variables."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(_CompareWithNone, IRProcessing)
        for added in more:
            manager.add_pass_after(added, ReconstructSSA)
        manager.finalize()
        return manager


class StrategyCompiler(LoopCompiler):
    """The compiler pipeline for strategies."""

    def define_pipelines(self) -> Any:
        """Return numba's standard pipeline, with comparisons and empty names as Python's."""
        return [self.with_passes(_NoEmptyNames)]
