"""A strategy's source, found again from its code, and rewritten for numba.

Python's forms that numba lacks are replaced by others that mean the same: a key of ``max``,
``min`` and ``sorted``, a generator expression, a dict with contents.  Names known not to be None
are marked, since numba's types don't follow from conditions.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import types
from collections.abc import Callable, Iterable
from typing import Any

Node = ast.FunctionDef | ast.Lambda
IN_ORDER = ("all", "any", "next")
"""Functions that stop at an element: later ones must not draw random numbers."""
DRAWS = frozenset({"rng", "random", "integers"})
"""Attributes that draw random numbers."""
_WHOLE = frozenset({"enumerate", "len", "list", "max", "min", "sorted", "sum", *IN_ORDER})
_KEYED = {"max": "best", "min": "best", "sorted": "in_order"}
_PREFIX = "__given_"
HELPERS = frozenset(
    f"{_PREFIX}{name}"
    for name in ("some", "item", "sum", "any", "all", "first", "different", "best", "best_or")
    + ("in_order", "table")
)
"""The names of the helpers, which `numba_forms` defines."""
_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class NotCompiledError(Exception):
    """The reason why a function isn't compiled.

    Parameters
    ----------
    reason : str
        A clause.
    line : int
        The number of the line; 0 if there is none.
    instead : str
        What to write instead, a clause; empty if there is nothing.
    """

    def __init__(self, reason: str, line: int = 0, instead: str = "") -> None:
        self.reason, self.line, self.instead = reason, line, instead
        self.file = ""
        super().__init__(reason)


def helper_name(name: str) -> str:
    """Return the name under which rewritten code calls a helper."""
    return _PREFIX + name


def rewritten(function: types.FunctionType) -> types.CodeType:
    """Return a function's code for numba; its own code if its source isn't found.

    Raises
    ------
    NotCompiledError
        If it has a form that can't be rewritten.
    """
    code = function.__code__
    node = _node_of(code)
    if node is None:
        return code
    mine = _Rewriter(function).visit(node)
    ast.fix_missing_locations(mine)
    return _compiled(mine, code) or code


def _node_of(code: types.CodeType) -> Node | None:
    """Return the node from which a code was compiled; None if there is none, or another now."""
    text = "".join(linecache.getlines(code.co_filename))
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node.lineno == code.co_firstlineno:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                continue
            if (found := _compiled(node, code)) and _same(found, code):
                return node
    return None


def _compiled(node: Node, code: types.CodeType) -> types.CodeType | None:
    """Return the code of a function's node, with the free names that its code has."""
    names = [ast.arg(name) for name in code.co_freevars]
    body: ast.stmt = ast.Expr(node) if isinstance(node, ast.Lambda) else node
    around = ast.FunctionDef(
        name="around",
        args=ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[]),
        body=[body],
        decorator_list=[],
        returns=None,
        type_comment=None,
        **({"type_params": []} if "type_params" in ast.FunctionDef._fields else {}),
    )
    if isinstance(node, ast.Lambda):  # a bare expression would be left out
        around.body = [ast.Return(node)]
    module = ast.Module([ast.copy_location(around, node)], type_ignores=[])
    flags = code.co_flags & _FUTURES
    try:
        whole = compile(
            ast.fix_missing_locations(module), code.co_filename, "exec", flags, dont_inherit=True
        )
    except (SyntaxError, ValueError):
        return None
    for outer in _codes_in(whole):
        return next(iter(_codes_in(outer)), None)
    return None


_FUTURES = 0x1000000 | 0x100000  # annotations, generator_stop


def _codes_in(code: types.CodeType) -> Iterable[types.CodeType]:
    return (part for part in code.co_consts if isinstance(part, types.CodeType))


def _same(a: types.CodeType, b: types.CodeType) -> bool:
    """Return whether two codes do the same, wherever they were written."""

    def parts(code: types.CodeType) -> list[Any]:
        consts = [c for c in code.co_consts if not isinstance(c, types.CodeType)]
        return [code.co_code, code.co_names, code.co_varnames, code.co_freevars, repr(consts)]

    inner, other = list(_codes_in(a)), list(_codes_in(b))
    return (
        parts(a) == parts(b) and len(inner) == len(other) and all(map(_same, inner, other))
    )


class _Rewriter(ast.NodeTransformer):
    """Rewrites a function's node."""

    def __init__(self, function: types.FunctionType) -> None:
        code = function.__code__
        self.own = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
        self.outside = function.__globals__
        self.cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        self.certain: set[str] = set()  # names that aren't None here
        self.top = True

    # Functions

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if not self.top:
            raise NotCompiledError(
                "it makes a function of its own", node.lineno, "write the function outside of it"
            )
        self.top = False
        node.body = self._block(node.body)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if not self.top:
            raise NotCompiledError(
                "it makes a function of its own", node.lineno, "write the function outside of it"
            )
        self.top = False
        node.body = self.visit(node.body)
        return node

    # What isn't None

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements; what they make certain holds up to their end."""
        before = set(self.certain)
        done = []
        for statement in statements:
            done.append(self.visit(statement))
            self.certain -= _assigned(statement)
            if isinstance(statement, ast.If) and not statement.orelse:
                if isinstance(statement.body[-1], _EXITS):
                    self.certain |= _certain(statement.test, False)
        self.certain = before - {name for s in statements for name in _assigned(s)}
        return done

    def _given(self, names: set[str], node: Any) -> Any:
        """Rewrite a node where some names aren't None."""
        before = set(self.certain)
        self.certain |= names
        done = self._block(node) if isinstance(node, list) else self.visit(node)
        self.certain = before
        return done

    def visit_If(self, node: ast.If) -> Any:
        yes, no = _certain(node.test, True), _certain(node.test, False)
        node.test = self.visit(node.test)
        node.body = self._given(yes, node.body)
        node.orelse = self._given(no, node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        yes, no = _certain(node.test, True), _certain(node.test, False)
        node.test = self.visit(node.test)
        node.body = self._given(yes, node.body)
        node.orelse = self._given(no, node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        known: set[str] = set()
        values = []
        for value in node.values:
            found = _certain(value, isinstance(node.op, ast.And))
            values.append(self._given(known, value))
            known |= found
        node.values = values
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(node.iter)
        self.certain -= _assigned(node)
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> Any:
        raise NotCompiledError(
            "it has a while loop", node.lineno, "write a for loop, with range(…) if it counts"
        )

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.certain and isinstance(node.ctx, ast.Load):
            return _call("some", node, node)
        return node

    # Comprehensions

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        before = set(self.certain)
        for part in node.generators:
            part.iter = self.visit(part.iter)
            self.certain -= _names(part.target)
            tests = []
            for test in part.ifs:
                found = _certain(test, True)
                tests.append(self.visit(test))
                self.certain |= found
            part.ifs = tests
        node.elt = self.visit(node.elt)
        self.certain = before
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        raise NotCompiledError(
            "it has a generator expression", node.lineno, "write a list, with [ ] around it"
        )

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return _call("table", node, self.visit(_at(ast.ListComp(pair, node.generators), node)))

    def visit_Dict(self, node: ast.Dict) -> Any:
        if not node.keys:
            return node
        if None in node.keys:
            raise NotCompiledError("it unpacks a dict", node.lineno, "add its items in a for loop")
        pairs: list[ast.expr] = [
            ast.Tuple([key, value], ast.Load())
            for key, value in zip(node.keys, node.values, strict=True)
            if key is not None
        ]
        return _call("table", node, self.visit(_at(ast.List(pairs, ast.Load()), node)))

    def visit_Set(self, node: ast.Set) -> Any:
        raise NotCompiledError(
            "it makes a set, whose order isn't the same when it is compiled",
            node.lineno,
            "write a list, with [ ] around it",
        )

    visit_SetComp = visit_Set

    def visit_Compare(self, node: ast.Compare) -> Any:
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Set):
                node.comparators[i] = _at(ast.Tuple(right.elts, ast.Load()), right)
        if _tests_none(node):
            return node  # the name itself is asked for None
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            return _call("item", node, node.value, node.slice)
        return node

    # Calls

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        options = {k.arg: k.value for k in node.keywords}
        if method == "sort" and "key" in options:
            raise NotCompiledError(
                "it sorts a list in place by a key", node.lineno, "write x = sorted(x, key=…)"
            )
        if not self._is_built_in(name):
            return self.generic_visit(node)
        args = [self._as_list(name, arg) for arg in node.args]
        if name == "dict" and not args and not options:
            return _at(ast.Dict([], []), node)
        if name in ("any", "all") and len(args) == 1:
            return _call(name, node, self.visit(_listed(args[0])))
        if name == "next" and isinstance(node.args[0], ast.GeneratorExp):
            return _call("first", node, *(self.visit(arg) for arg in args))
        if name == "sum" and len(args) == 1 and not options:
            return _call("sum", node, self.visit(_listed(args[0])))
        if name == "len" and len(args) == 1 and (different := self._different(args[0])):
            return _call("different", node, self.visit(_listed(different)))
        if name in _KEYED and (len(args) == 1 or "key" in options):
            return self._by_key(name, node, args, options)
        if name == "tuple" and args and isinstance(args[0], ast.GeneratorExp):
            raise NotCompiledError(
                "it makes a tuple of a generator expression", node.lineno, "write a list, with [ ]"
            )
        node.args = args
        return self.generic_visit(node)

    def _is_built_in(self, name: str) -> bool:
        return bool(
            name
            and name not in self.own
            and name not in self.outside
            and hasattr(builtins, name)
        )

    def _as_list(self, name: str, arg: ast.expr) -> ast.expr:
        """Return a generator expression as a list, where that is the same."""
        if not isinstance(arg, ast.GeneratorExp) or name not in _WHOLE:
            return arg
        if name in IN_ORDER and self._draws(arg):
            raise NotCompiledError(
                f"it draws random numbers within {name}(…)", arg.lineno, "draw them before"
            )
        return _at(ast.ListComp(arg.elt, arg.generators), arg)

    def _draws(self, node: ast.AST) -> bool:
        """Return whether an expression may draw random numbers."""
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and part.attr in DRAWS:
                return True
            if isinstance(part, ast.Name) and part.id not in self.own - {*self.cells}:
                cell = self.cells.get(part.id)
                value = cell.cell_contents if cell else self.outside.get(part.id)
                if isinstance(value, types.FunctionType) and _code_draws(value, set()):
                    return True
        return False

    def _different(self, node: ast.expr) -> ast.expr | None:
        """Return what is in a set of which only the size is asked."""
        if isinstance(node, ast.Set):
            return _at(ast.List(node.elts, ast.Load()), node)
        if isinstance(node, ast.SetComp):
            return _at(ast.ListComp(node.elt, node.generators), node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "set" and self._is_built_in("set") and len(node.args) == 1:
                arg = node.args[0]
                if isinstance(arg, ast.GeneratorExp):
                    return _at(ast.ListComp(arg.elt, arg.generators), arg)
                return arg
        return None

    def _by_key(
        self, name: str, node: ast.Call, args: list[ast.expr], options: dict[Any, ast.expr]
    ) -> Any:
        """Rewrite ``max``, ``min`` or ``sorted`` to a function of pairs: a key, and an element."""
        if {*options} - {"key", "reverse", "default"} or any(
            isinstance(arg, ast.Starred) for arg in args
        ):
            return self.generic_visit(node)
        items = args[0] if len(args) == 1 else _at(ast.List(args, ast.Load()), node)
        key = options.get("key")
        if isinstance(key, ast.Constant) and key.value is None:
            key = None
        target = helper_name("x")
        if isinstance(key, ast.Lambda):
            if len(key.args.args) != 1 or key.args.defaults:
                raise NotCompiledError(
                    "its key has other parameters than one", key.lineno, "write lambda x: …"
                )
            target, value = key.args.args[0].arg, key.body
        elif key is None:
            value = _call("some", node, ast.Name(target, ast.Load()))
        elif isinstance(key, ast.Attribute) and key.attr == "__getitem__":
            value = ast.Subscript(key.value, ast.Name(target, ast.Load()), ast.Load())
        else:
            value = ast.Call(key, [ast.Name(target, ast.Load())], [])
        element: ast.expr = value if key is None else ast.Name(target, ast.Load())
        pair = ast.Tuple([value, element], ast.Load())
        part = ast.comprehension(ast.Name(target, ast.Store()), items, [], 0)
        pairs = self.visit(_at(ast.ListComp(pair, [part]), node))
        if name == "sorted":
            back = self.visit(options["reverse"]) if "reverse" in options else ast.Constant(False)
            return _call("in_order", node, pairs, back)
        down = ast.Constant(name == "min")
        if "default" in options:
            return _call("best_or", node, pairs, down, self.visit(options["default"]))
        return _call("best", node, pairs, down)


def _at(node: Any, place: ast.AST) -> Any:
    """Give a node and its new parts the place of another in the source."""
    ast.copy_location(node, place)
    for part in ast.walk(node):
        if not hasattr(part, "lineno") and "lineno" in part._attributes:
            ast.copy_location(part, place)
    return node


def _call(name: str, place: ast.AST, *args: ast.expr) -> Any:
    return _at(ast.Call(ast.Name(helper_name(name), ast.Load()), [*args], []), place)


def _listed(node: ast.expr) -> ast.expr:
    """Return an expression that lists the elements of an expression."""
    if isinstance(node, ast.List | ast.ListComp):
        return node
    name = helper_name("x")
    part = ast.comprehension(ast.Name(name, ast.Store()), node, [], 0)
    return _at(ast.ListComp(ast.Name(name, ast.Load()), [part]), node)


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _assigned(node: ast.AST) -> set[str]:
    """Return the names that a node assigns."""
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
    }


def _tests_none(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Name)
        and len(node.ops) == 1
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and isinstance(node.comparators[0], ast.Constant)
        and node.comparators[0].value is None
    )


def _certain(test: ast.expr, holds: bool) -> set[str]:
    """Return the names that aren't None if a condition holds, or doesn't hold."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _certain(test.operand, not holds)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == holds:
        return {name for value in test.values for name in _certain(value, holds)}
    if isinstance(test, ast.Compare) and _tests_none(test):
        names: Callable[[], set[str]] = lambda: {test.left.id}  # type: ignore[attr-defined]
        return names() if isinstance(test.ops[0], ast.IsNot) == holds else set()
    return set()


def _code_draws(function: types.FunctionType, met: set[Any]) -> bool:
    """Return whether a function, or one that it calls, may draw random numbers."""
    codes, outside = [function.__code__], dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        outside[name] = cell.cell_contents
    met.add(function)
    for code in codes:
        codes += _codes_in(code)
        if DRAWS & {*code.co_names}:
            return True
        for name in (*code.co_names, *code.co_freevars):
            value = outside.get(name)
            if isinstance(value, types.FunctionType) and value not in met:
                if _code_draws(value, met):
                    return True
    return False
