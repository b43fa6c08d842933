"""Patches of numba that halve compile time, for a process that does nothing else.

numba compiles every function that a driver calls by itself, and then once more as a part of the
driver; only the latter is ever run.  It analyses a function after each of two dozen passes, types
the same sum of two integers hundreds of times, and emits events that nobody listens to.  Here
functions of numba are replaced by others that produce the same machine code for a driver.

Each replacement is written for one source text of the function that it replaces.  If numba has
another text there, that function and all that are replaced together with it stay as they are.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from importlib import import_module  # loading numba takes a second: only on demand
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from skyjo_widget.engine.core import jit

KNOWN = "0.68."
"""The version of numba that the patches are written for; make bench measures others."""
_WRAPPER = "_ZN7cpython"
"""Prefix of the names of the wrappers through which Python calls compiled functions."""


class Change(NamedTuple):
    """A function of numba and its replacement.

    Parameters
    ----------
    owner : class or module
    name : str
        Its name there.
    text : str
        The digest of the source that may be replaced (see `digest`); empty where numba has no
        such function.
    replacement : callable
    """

    owner: Any
    name: str
    text: str
    replacement: Any


def work_less() -> list[str]:
    """Apply the patches; returns the names of those that this version of numba doesn't fit.

    They last for the rest of the process, which must compile no other code.
    """
    left = []
    for part in PARTS:
        try:
            changes = part()
            fitting = all(digest(change) == change.text for change in changes)
        except (ImportError, AttributeError, OSError, TypeError):
            fitting = False
        if not fitting:
            left.append(part.__name__.strip("_"))
            continue
        for change in changes:
            setattr(change.owner, change.name, change.replacement)
    return left


def digest(change: Change) -> str:
    """Hash the source of the function to be replaced: eight digits; empty if there is none.

    Raises
    ------
    OSError
        If its source isn't available.
    """
    if change.name not in vars(change.owner):
        return ""
    text = inspect.getsource(inspect.unwrap(vars(change.owner)[change.name]))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


# Machine code


def _only_drivers() -> list[Change]:
    """Optimise and finalise drivers only, with one copy of each function that they call."""
    llvm = import_module("llvmlite.binding")
    cgutils = import_module("numba.core.cgutils")
    code_library = import_module("numba.core.codegen").CPUCodeLibrary
    cpu_context = import_module("numba.core.cpu").CPUContext
    base_lower = import_module("numba.core.lowering").BaseLower

    finish, executable = code_library.finalize, cpu_context.get_executable
    drivers: set[Any] = set()

    def add_ir_module(self: Any, module: Any) -> None:
        self._raise_if_finalized()
        if any(name.startswith(_WRAPPER) for name in module.globals):
            drivers.add(self)
        parsed = llvm.parse_assembly(cgutils.normalize_ir_text(str(module)))
        parsed.name = module.name
        # With the passes over single functions: without them drivers run 6 % slower.
        self.add_llvm_module(parsed)

    def finalize(self: Any) -> None:
        if self in drivers:
            # Callers first: LLVM links of a library only what is called by then.
            self._linking_libraries = needed(self, {}, [])[::-1]
            finish(self)
            return
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"  # a copy for each driver
        self._shared_module = self._final_module
        self._finalize_dynamic_globals()
        for other in self._linking_libraries:
            self._reload_init.update(other._reload_init)
        self._finalized = True

    def needed(library: Any, met: dict[Any, None], order: list[Any]) -> list[Any]:
        for other in library._linking_libraries:
            if other not in met:
                met[other] = None
                needed(other, met, order)
                order.append(other)
        return order

    def get_executable(self: Any, library: Any, about: Any, environment: Any) -> Any:
        if library in drivers:
            return executable(self, library, about, environment)
        library._ensure_finalized()
        return [].append  # never called, but each function needs a distinct one

    def create_cfunc_wrapper(self: Any) -> None:
        """Do nothing: C doesn't call it."""

    return [
        Change(code_library, "add_ir_module", "fb6dd665", add_ir_module),
        Change(code_library, "finalize", "4b4c34b8", finalize),
        Change(cpu_context, "get_executable", "3892c8a6", get_executable),
        Change(base_lower, "create_cfunc_wrapper", "5ed76710", create_cfunc_wrapper),
    ]


def _counting_nobody() -> list[Change]:
    """Count references only to values of reference-counted types."""
    nrt_context = import_module("numba.core.runtime.context").NRTContext

    count = nrt_context._call_incref_decref
    held: dict[Any, bool] = {}

    def _call_incref_decref(self: Any, builder: Any, kind: Any, value: Any, name: str) -> None:
        if kind not in held:
            held[kind] = self._context.data_model_manager[kind].contains_nrt_meminfo()
        if held[kind]:
            count(self, builder, kind, value, name)

    return [Change(nrt_context, "_call_incref_decref", "ca9f44df", _call_incref_decref)]


# Types


def _equal_flags() -> list[Change]:
    """Compare compiler flags without sorting them: it happens 60,000 times a driver."""
    target_config = import_module("numba.core.targetconfig").TargetConfig

    def number(self: Any) -> int:
        return hash(frozenset(self._values))

    def equal(self: Any, other: Any) -> bool:
        if self is other or self._values == other._values:
            return True
        return bool(self.values() == other.values())

    return [
        Change(target_config, "__hash__", "4d15a6c7", number),
        Change(target_config, "__eq__", "6d877457", equal),
    ]


def _typed_once() -> list[Change]:
    """Cache the signatures of numba's own functions by argument types, for all callers.

    All rules are compiled with the same flags, but for those that change no type.
    """
    targetconfig = import_module("numba.core.targetconfig")
    base_function = import_module("numba.core.types.functions").BaseFunction
    overload_template = import_module("numba.core.typing.templates")._OverloadFunctionTemplate

    resolve = base_function.get_call_type
    call_types: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        key = (self, tuple(args), tuple(kws.items()), options())
        if key not in call_types:
            call_types[key] = resolve(self, context, args, kws)
        return call_types[key]

    def _get_impl(self: Any, args: Any, kws: Any) -> Any:
        key = (self.context, tuple(args), tuple(kws.items()), options())
        if key in self._impl_cache:
            return self._impl_cache[key]
        return self._build_impl(key, args, kws)

    def options() -> Any:
        flags = targetconfig.ConfigStack.top_or_none()
        if flags is None:
            return None
        fast = frozenset(flags.fastmath.flags)
        return flags.error_model, fast, flags.nrt, flags.boundscheck, flags.debuginfo

    return [
        Change(base_function, "get_call_type", "6559c167", get_call_type),
        Change(overload_template, "_get_impl", "4e27d07b", _get_impl),
    ]


def _loaded_once() -> list[Change]:
    """Load additional registries at the first compilation, not at each."""
    cpu_context = import_module("numba.core.cpu").CPUContext
    typing_context = import_module("numba.core.typing.context").Context

    def once(load: Callable[[Any], None]) -> Callable[[Any], None]:
        loaded: set[int] = set()

        def load_additional_registries(self: Any) -> None:
            if id(self) not in loaded:
                loaded.add(id(self))
                load(self)

        return load_additional_registries

    target, typing = (kind.load_additional_registries for kind in (cpu_context, typing_context))
    return [
        Change(cpu_context, "load_additional_registries", "0383d571", once(target)),
        Change(typing_context, "load_additional_registries", "a99a8a1a", once(typing)),
    ]


def _inlined_untyped() -> list[Change]:
    """Inline a rule that takes the generator before anything is typed.

    Else it is typed and compiled by itself, for nothing.
    """
    ir = import_module("numba.core.ir")
    inlining = import_module("numba.core.untyped_passes").InlineInlinables

    work = inlining._do_work

    def _do_work(
        self: Any, state: Any, blocks: Any, block: Any, i: int, call: Any, worker: Any
    ) -> Any:
        try:
            called = state.func_ir.get_definition(call.func)
        except KeyError:
            return False
        function = called.value if isinstance(called, (ir.Global, ir.FreeVar)) else None
        if isinstance(function, FunctionType) and jit.is_spliced(function):
            blocks.extend(worker.inline_function(state.func_ir, block, i, function)[3])
            return True
        return work(self, state, blocks, block, i, call, worker)

    return [Change(inlining, "_do_work", "5e0a1f24", _do_work)]


# Passes


def _passes() -> list[Change]:
    """Run a pass without events, timers, and checks of numba's own passes."""
    machinery = import_module("numba.core.compiler_machinery")

    def _runPass(self: Any, index: int, pass_: Any, state: Any) -> None:  # noqa: N802  (numba's)
        pass_.analysis = self._analysis
        mutated = pass_.run_initialization(state)
        mutated |= pass_.run_pass(state)
        mutated |= pass_.run_finalizer(state)
        if machinery._pass_registry.get(type(pass_)).mutates_CFG:
            function = state.func_ir
            if mutated:
                machinery.PostProcessor(function).run()
            else:
                function.blocks = machinery.transforms.canonicalize_cfg(function.blocks)

    return [Change(machinery.PassManager, "_runPass", "ecb83032", _runPass)]


def _statements() -> list[Change]:
    """Lower a statement without preparing an error message."""
    base_lower = import_module("numba.core.lowering").BaseLower

    def lower_block(self: Any, block: Any) -> None:
        self.pre_block(block)
        for statement in block.body:
            self.loc = statement.loc
            self.lower_inst(statement)
        self.post_block(block)

    return [Change(base_lower, "lower_block", "af922b61", lower_block)]


def _lives() -> list[Change]:
    """Analyse variable lifetimes on demand, not after each pass."""
    postproc = import_module("numba.core.postproc")

    process = postproc.PostProcessor.run

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if function.is_generator:
            process(self, emit_dels, extend_lifetimes)
            return
        function.blocks = postproc.transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime = postproc.VariableLifetime(function.blocks)
        function.generator_info = None
        if emit_dels:
            self._insert_var_dels(extend_lifetimes=extend_lifetimes)

    return [Change(postproc.PostProcessor, "run", "e1a8e77d", run)]


def _variables() -> list[Change]:
    """List a statement's variables, dispatching on the few types of its parts."""
    ir = import_module("numba.core.ir")

    nothing = (str, int, ir.Loc, type(None))

    def _rec_list_vars(self: Any, part: Any) -> list[Any]:
        variables: list[Any] = []
        add(part, variables)
        return variables

    def add(part: Any, variables: list[Any]) -> None:
        kind = type(part)
        if kind in nothing:
            return
        if isinstance(part, ir.Var):
            variables.append(part)
        elif isinstance(part, ir.Inst):
            variables.extend(part.list_vars())
        elif isinstance(part, (list, tuple)):
            for element in part:
                add(element, variables)
        elif isinstance(part, dict):
            for element in part.values():
                add(element, variables)

    return [Change(ir.Inst, "_rec_list_vars", "054700e9", _rec_list_vars)]


def _rewriting() -> list[Change]:
    """Rewrite array expressions and inline closures only in functions that have some."""
    types = import_module("numba.core.types")
    rewriting = import_module("numba.core.typed_passes").NopythonRewrites
    closing = import_module("numba.core.untyped_passes").InlineClosureLikes

    rewrite, inline = rewriting.run_pass, closing.run_pass
    makes_arrays = ("unary", "binop", "inplace_binop", "call")

    def rewrite_arrays(self: Any, state: Any) -> Any:
        arrays = any(
            signature is not None
            and isinstance(signature.return_type, types.Array)
            and getattr(expression, "op", "call") in makes_arrays
            for expression, signature in state.calltypes.items()
        )
        texts = any(isinstance(kind, types.StringLiteral) for kind in state.typemap.values())
        return rewrite(self, state) if arrays or texts else True

    def inline_closures(self: Any, state: Any) -> Any:
        within = any(isinstance(part, CodeType) for part in state.func_id.code.co_consts)
        return inline(self, state) if within else True

    return [
        Change(rewriting, "run_pass", "954ea0cf", rewrite_arrays),
        Change(closing, "run_pass", "b61f17f3", inline_closures),
    ]


# Reports


def _events() -> list[Change]:
    """Emit no events: nobody listens."""
    ffi = import_module("llvmlite.binding.ffi")
    event = import_module("numba.core.event")

    def broadcast(event: Any) -> None:
        """Do nothing."""

    def take(self: Any) -> None:
        self._lock.acquire()

    def give_back(self: Any, *_: Any) -> None:
        self._lock.release()

    return [
        Change(event, "broadcast", "0c3ca658", broadcast),
        Change(ffi._LLVMLock, "__enter__", "53325014", take),
        Change(ffi._LLVMLock, "__exit__", "eebaad37", give_back),
    ]


def _texts_of_records() -> list[Change]:
    """Cache the representation of a record's type, used in many messages that nobody reads."""
    record = import_module("numba.core.types.npytypes").Record

    write = record.__repr__
    written: dict[int, tuple[Any, str]] = {}

    def text(self: Any) -> str:
        if id(self) not in written:
            written[id(self)] = self, write(self)  # held, so that its id is nobody else's
        return written[id(self)][1]

    return [Change(record, "__repr__", "1ef92cbe", text)]


PARTS: tuple[Callable[[], list[Change]], ...] = (
    _only_drivers,
    _counting_nobody,
    _equal_flags,
    _typed_once,
    _loaded_once,
    _inlined_untyped,
    _passes,
    _statements,
    _lives,
    _variables,
    _rewriting,
    _events,
    _texts_of_records,
)
"""Groups of patches that are applied together."""
