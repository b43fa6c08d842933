"""Loops of a strategy rewritten for numba: comprehensions, and calls that go through something.

Each becomes a function of its own with the loop that Python runs: it stops where Python stops, and
evaluates in the same order.
"""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Mapping
from typing import Any

from skyjo_widget.strategies.compiled.loop_parts import (
    LOOPS,
    PREFIX,
    STANDARD,
    assigned,
    at,
    call,
    certain,
    is_none,
    rename,
    template,
)
from skyjo_widget.strategies.compiled.source import NotCompiledError

VIEWS = {"legal": "legal_view", "hidden_positions": "hidden_view"}
"""Attributes of an observation that need no list where they are only looked at."""

_OPTIONS = {
    "max": ("key", "default"),
    "min": ("key", "default"),
    "sorted": ("key", "reverse"),
    "sum": ("start",),
}
_PURE = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "range", "str", "sum"})
_PURE_METHODS = frozenset(
    {"count", "endswith", "find", "get", "index", "items", "keys", "split", "startswith", "values"}
)
SET = (
    "it makes a set, whose order isn't the same when it is compiled",
    "ask len(set(…)) at once, or write a list",
)


class LoopRewriter(ast.NodeTransformer):
    """Rewrites calls, and lists the loops that became functions."""

    def __init__(self, function: types.FunctionType) -> None:
        code = function.__code__
        self.own: set[str] = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
        self.outside: dict[str, Any] = function.__globals__
        self.certain: set[str] = set()  # names that aren't None here
        self.loops: list[ast.FunctionDef] = []
        self.names: int = 0  # of loops and what they assign
        self.top: ast.AST | None = None

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        options = {k.arg or "": k.value for k in node.keywords}
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and options:
            raise refused(node, "it sorts a list in place by a key", "write x = sorted(x, key=…)")
        if any(isinstance(arg, ast.Starred) for arg in node.args) or not self._is_built_in(name):
            return self.generic_visit(node)
        arg = node.args[0] if node.args else None
        if name == "dict" and arg is None and not options:
            return at(ast.Dict([], []), node)
        if arg is None:
            return self.generic_visit(node)
        if name == "len":
            return self._size(node, arg)
        if name == "int" and len(node.args) == 1 and not options:
            return call("integer", node, self.visit(arg))
        if name == "set":
            raise refused(node, *SET)
        if name == "list" and isinstance(arg, ast.GeneratorExp):
            return self.visit(at(ast.ListComp(arg.elt, arg.generators), arg))
        extra = node.args[1:]
        if name == "sum" and len(extra) == 1:
            options["start"] = extra.pop()
        if name == "next" and isinstance(arg, ast.GeneratorExp) and len(extra) == 1:
            options["default"] = extra.pop()
        if extra and name in ("max", "min") and "key" in options:
            arg, extra = at(ast.List(node.args, ast.Load()), node), []
        goes = name in (*_OPTIONS, "any", "all") or (
            name == "next" and isinstance(arg, ast.GeneratorExp)
        )
        if goes and not extra and {*options} <= {*_OPTIONS.get(name, ("default",))}:
            return self._through(name, node, arg, options)
        return self.generic_visit(node)

    def _size(self, node: ast.Call, arg: ast.expr) -> Any:
        """Rewrite ``len(…)``."""
        if isinstance(arg, ast.ListComp):
            return self._through("len", node, arg, {})
        if isinstance(arg, ast.SetComp):
            return self._loop("set", node, {"VALUE": arg.elt}, arg.generators)
        if isinstance(arg, ast.Set):
            return self._through("set", node, at(ast.List(arg.elts, ast.Load()), arg), {})
        if isinstance(arg, ast.Call) and ast.unparse(arg.func) == "set" and len(arg.args) == 1:
            return self._through("set", node, arg.args[0], {})
        node.args = [viewed(arg, "legal", "hidden_positions")]
        return self.generic_visit(node)

    def _through(
        self, form: str, node: ast.Call, arg: ast.expr, options: dict[str, ast.expr]
    ) -> Any:
        """Rewrite a call that goes through its argument."""
        key = options.pop("key", None)
        key = None if key is None or is_none(key) else key
        draws = key is not None and not (self._is_pure(arg) and self._is_pure(key))
        # Python makes a list before it compares; a generator's elements come one by one.
        at_once = isinstance(arg, ast.ListComp) and form not in ("any", "all") and not draws
        if at_once or (isinstance(arg, ast.GeneratorExp) and not (form == "sorted" and draws)):
            value, generators = arg.elt, arg.generators  # type: ignore[attr-defined]
        else:
            if isinstance(arg, ast.GeneratorExp):
                arg = at(ast.ListComp(arg.elt, arg.generators), arg)
            value = ast.Name(PREFIX + "x", ast.Load())
            generators = [ast.comprehension(ast.Name(PREFIX + "x", ast.Store()), arg, [], 0)]
        parts, named = {"VALUE": value}, ""
        if form in ("max", "min", "sorted"):
            parts["KEY"] = self._key(key)
            named = key.args.args[0].arg if isinstance(key, ast.Lambda) else ""
        return self._loop(form, node, parts, generators, options, named)

    def _key(self, key: ast.expr | None) -> ast.expr:
        """Return the expression of a value's key."""
        value = ast.Name(PREFIX + "value", ast.Load())
        if key is None:
            return value
        if isinstance(key, ast.Lambda):
            if len(key.args.args) != 1 or key.args.defaults:
                raise refused(key, "its key has other parameters than one", "write lambda x: …")
            return key.body
        if isinstance(key, ast.Attribute) and key.attr == "__getitem__":
            return ast.Subscript(key.value, value, ast.Load())
        return ast.Call(key, [value], [])

    def _loop(
        self,
        form: str,
        node: ast.expr,
        parts: dict[str, ast.expr],
        generators: list[ast.comprehension],
        options: Mapping[str, ast.expr] | None = None,
        parameter: str = "",
    ) -> ast.expr:
        """Move a loop into a function; return the call of it.

        Parameters
        ----------
        form : str
            The key of its statements in `LOOPS`.
        node : expr
            The expression that it replaces.
        parts : dict of str to expr
            What its words stand for.
        generators : list of comprehension
        options : mapping of str to expr, optional
            The arguments of the call that are evaluated before the loop.
        parameter : str, optional
            The name of a value in its key.
        """
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                raise refused(part, "it assigns within an expression (:=)", "write a for loop")
        self.names += 1
        number, own, sure = self.names, set(self.own), set(self.certain)
        items = self.visit(viewed(generators[0].iter, "hidden_positions"))
        generators[0].iter = ast.Name(PREFIX + "items", ast.Load())
        new: dict[str, str] = {}
        loops = []
        for part in generators:
            source = self.visit(viewed(part.iter, "hidden_positions"))
            targets = assigned(part.target)
            new |= {name: f"{PREFIX}{name}_{number}" for name in targets}
            self.own |= targets
            self.certain -= targets
            tests = []
            for test in part.ifs:
                names = certain(test, True)
                tests.append(self.visit(as_test(test)))
                self.certain |= names
            loops.append((part.target, source, tests))
        outer = {} if form == "dict" else {"KEY": parts.pop("KEY", None)}  # outside of the targets
        ready = {word: self.visit(part) for word, part in parts.items()}
        rename([part for loop in loops for part in (*loop[:2], *loop[2])], new)
        rename(ready.values(), new)
        self.own, self.certain = own | {parameter}, sure - {parameter}
        ready |= {word: self.visit(part) for word, part in outer.items() if part}
        rename([ready[word] for word in outer if word in ready], {parameter: PREFIX + "value"})
        self.own, self.certain = own, sure
        evaluated = {name.upper(): self.visit(value) for name, value in (options or {}).items()}
        return self._call_of(f"{form}_{number}", node, items, loops, ready, evaluated)

    def _call_of(
        self,
        name: str,
        node: ast.expr,
        items: ast.expr,
        loops: list[tuple[Any, Any, list[Any]]],
        parts: dict[str, ast.expr],
        options: dict[str, ast.expr],
    ) -> ast.expr:
        """Write the function of a loop; return the call of it."""
        room = "room(items)" if len(loops) == 1 else "0"
        words = {word: template(text)[0].value for word, text in {**STANDARD, "ROOM": room}.items()}
        words |= parts | {word: ast.Name(PREFIX + word, ast.Load()) for word in options}
        form = name.partition("_")[0]
        texts = [*LOOPS[form]]
        if "DEFAULT" not in options:
            texts[2] = texts[2].replace("return DEFAULT", "raise error")
        before, inner, after = (template(text, words) for text in texts)
        for target, source, tests in reversed(loops):
            for test in reversed(tests):
                inner = [ast.If(test, inner, [])]
            inner = [ast.For(target, source, inner, [], None)]
        function: Any = template(f"def {name}(): pass")[0]
        function.name = name = PREFIX + name
        function.body = [*before, *inner, *after]
        free = sorted(
            {part.id for part in ast.walk(function) if isinstance(part, ast.Name)} & self.own
        )
        function.args.args = [
            ast.arg(arg) for arg in (PREFIX + "items", *(PREFIX + word for word in options), *free)
        ]
        self.loops.append(at(function, node))
        values = [self.visit(at(ast.Name(name, ast.Load()), node)) for name in free]
        arguments = [items, *options.values(), *values]
        done: ast.expr = at(ast.Call(ast.Name(name, ast.Load()), arguments, []), node)
        return done

    def _is_built_in(self, name: str) -> bool:
        hidden = name in self.own or name in self.outside
        return bool(name) and not hidden and hasattr(builtins, name)

    def _is_pure(self, node: ast.AST) -> bool:
        """Return whether an expression draws no random numbers, as far as that is plain."""
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                func = part.func
                if isinstance(func, ast.Name):
                    if func.id not in _PURE or not self._is_built_in(func.id):
                        return False
                elif not (isinstance(func, ast.Attribute) and func.attr in _PURE_METHODS):
                    return False
        return True


def refused(node: Any, reason: str, instead: str) -> NotCompiledError:
    """Return the error of a form that can't be rewritten, with what to write instead."""
    return NotCompiledError(reason, node.lineno, instead)


def viewed(node: ast.expr, *names: str) -> ast.expr:
    """Return the view in place of an attribute, where it is only looked at."""
    if isinstance(node, ast.Attribute) and node.attr in names:
        node.attr = VIEWS[node.attr]
    return node


def as_test(node: ast.expr) -> ast.expr:
    """Return a condition with views in it."""
    if isinstance(node, ast.BoolOp):
        node.values = [as_test(value) for value in node.values]
    return viewed(node, "hidden_positions")
