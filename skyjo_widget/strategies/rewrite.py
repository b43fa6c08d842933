"""A strategy rewritten for numba: forms that numba lacks, by loops that mean the same.

A comprehension, and a call of ``any``, ``max``, ``sorted`` … that goes through something, becomes
a function of its own with the loop that Python runs: it stops where Python stops, and evaluates
in the same order.  Names known not to be None are marked, since numba's types don't follow from
conditions.  What is rewritten may raise where Python wouldn't (the game is then played
interpreted), but never does anything else.
"""

from __future__ import annotations

import ast
import builtins
import copy
import types
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from skyjo_widget.strategies.source import NotCompiledError, compile_node, find_node

PREFIX = "__given_"
"""The beginning of the names of helpers (`skyjo_widget.strategies.numba_forms`) and of loops."""
VIEWS = {"legal": "legal_view", "hidden_positions": "hidden_view"}
"""Attributes of an observation that need no list where they are only looked at."""

_LOOPS = {
    "any": ("", "if VALUE: return True", "return False"),
    "all": ("", "if not VALUE: return False", "return True"),
    "next": ("", "return VALUE", "return DEFAULT"),
    "len": ("n = 0", "VALUE\nn += 1", "return n"),
    "sum": ("n = whole(START)", "n += whole(VALUE)", "return n"),
    "max": (
        "n = 0",
        "value = VALUE\nkey = comparable(KEY)\n"
        "if n == 0: n, top, best = 1, key, value\n"
        "elif key > top: top, best = key, value",
        "if n == 0: return DEFAULT\nreturn best",
    ),
    "min": (
        "n = 0",
        "value = VALUE\nkey = comparable(KEY)\n"
        "if n == 0: n, top, best = 1, key, value\n"
        "elif key < top: top, best = key, value",
        "if n == 0: return DEFAULT\nreturn best",
    ),
    "sorted": (
        "n = 0",
        "value = VALUE\nkey = comparable(KEY)\n"
        "if n == 0: n, keys, values = 1, fresh(key, ROOM), fresh(value, ROOM)\n"
        "push(keys, key)\npush(values, value)",
        "if n == 0: keys, values = fresh(key, 0), fresh(value, 0)\n"
        "return in_order(keys, values, REVERSE)",
    ),
    "set": (
        "met = []",
        "value = some(VALUE)\nif value not in met: met.append(value)",
        "return len(met)",
    ),
    "list": (
        "n = 0",
        "value = VALUE\nif n == 0: n, made = 1, fresh(value, ROOM)\npush(made, value)",
        "if n == 0: made = fresh(value, 0)\nreturn made",
    ),
    "dict": (
        "n = 0",
        "key, value = some(KEY), VALUE\n"
        "if n == 0: n, keys, values = 1, fresh(key, ROOM), fresh(value, ROOM)\n"
        "push(keys, key)\npush(values, value)",
        "if n == 0: keys, values = fresh(key, 0), fresh(value, 0)\nreturn table(keys, values)",
    ),
}
"""The statements before, in and after the loop of each form; words in capitals are replaced."""
_OPTIONS = {
    "max": ("key", "default"),
    "min": ("key", "default"),
    "sorted": ("key", "reverse"),
    "sum": ("start",),
}
_STANDARD = {"START": "0", "REVERSE": "False"}
_PURE = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "range", "str", "sum"})
_PURE_METHODS = frozenset(
    {"count", "endswith", "find", "get", "index", "items", "keys", "split", "startswith", "values"}
)
_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_INNER = ("it makes a function of its own", "write the function outside of it")
_SET = (
    "it makes a set, whose order isn't the same when it is compiled",
    "ask len(set(…)) at once, or write a list",
)


class Rewritten(NamedTuple):
    """A function's code for numba.

    Parameters
    ----------
    code : code
    loops : mapping of str to code
        The loops that it calls, by the names under which it does.
    """

    code: types.CodeType
    loops: Mapping[str, types.CodeType]


def rewrite(function: types.FunctionType) -> Rewritten:
    """Return a function's code for numba; its own code if its source isn't found.

    Raises
    ------
    NotCompiledError
        If it has a form that can't be rewritten.
    """
    code = function.__code__
    node = find_node(code)
    if node is None:
        return Rewritten(code, {})
    rewriter = _Rewriter(function)
    rewriter.top = node
    done = compile_node(rewriter.visit(node), code, code.co_freevars)
    loops = {loop.name: compile_node(loop, code) for loop in rewriter.loops}
    if done is None or None in loops.values():  # it has an error that Python finds when compiling
        return Rewritten(code, {})
    return Rewritten(done, {name: made for name, made in loops.items() if made})


class _Rewriter(ast.NodeTransformer):
    """Rewrites a function's node, and lists the loops that became functions."""

    def __init__(self, function: types.FunctionType) -> None:
        code = function.__code__
        self.own = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
        self.outside = function.__globals__
        self.certain: set[str] = set()  # names that aren't None here
        self.loops: list[ast.FunctionDef] = []
        self.names = 0  # of loops and what they assign
        self.top: ast.AST | None = None

    # Statements

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if node is not self.top:
            raise _refused(node, *_INNER)
        node.body = self._block(node.body)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if node is not self.top:
            raise _refused(node, *_INNER)
        node.body = self.visit(node.body)
        return node

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements; what they make certain holds up to their end."""
        before = set(self.certain)
        done: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            done += new if isinstance(new, list) else [new]
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

    def visit_If(self, node: ast.If | ast.IfExp) -> Any:
        yes, no = _certain(node.test, True), _certain(node.test, False)
        assigned = _assigned(node.test)
        node.test = self.visit(_test(node.test))
        node.body = self._given(yes - assigned, node.body)
        node.orelse = self._given(no - assigned, node.orelse)
        return node

    visit_IfExp = visit_If

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(_viewed(node.iter, "hidden_positions"))
        self.certain -= _assigned(node)
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> Any:
        raise _refused(node, "it has a while loop", "write a for loop, with range(…) if it counts")

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        typing: list[ast.stmt] = []
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            # What numba finds too late: d[x] = d.get(x, 0) + 1 says what d holds.
            without = _Without(target.value.id)
            value = without.visit(copy.deepcopy(node.value))
            if without.found:
                like = ast.Assign(copy.deepcopy(node.targets), value)
                typing = [_at(ast.If(_call("never", node), [like], []), node)]
        return [self.generic_visit(statement) for statement in (*typing, node)]

    # Expressions

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        known: set[str] = set()
        values = []
        for value in node.values:
            found = _certain(value, isinstance(node.op, ast.And)) - _assigned(value)
            values.append(self._given(known, value))
            known = (known | found) - _assigned(value)
        node.values = values
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.certain and isinstance(node.ctx, ast.Load):
            return _call("some", node, node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            node.operand = _test(node.operand)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if _tests_none(node):
            return node  # the name itself is asked for None
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(op, ast.In | ast.NotIn):
                node.comparators[i] = _viewed(right, "legal", "hidden_positions")
                if isinstance(right, ast.Set):
                    node.comparators[i] = _at(ast.Tuple(right.elts, ast.Load()), right)
            elif isinstance(op, ast.Is | ast.IsNot) and not _is_none(right):
                raise _refused(node, "it compares by is", "write == or !=")
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            found = _call("is_in", node, node.left, *node.comparators)
            return found if isinstance(node.ops[0], ast.In) else _at(ast.UnaryOp(ast.Not(), found), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            return self.generic_visit(node)
        node.value = _viewed(node.value, "legal", "hidden_positions")
        self.generic_visit(node)
        return _call("item", node, node.value, node.slice)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        self.generic_visit(node)
        if len(node.values) == 2 and isinstance(node.values[0], ast.Constant):
            part = node.values[1]
            if isinstance(part, ast.FormattedValue) and part.conversion < 0 and not part.format_spec:
                return _call("text", node, node.values[0], part.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        if isinstance(node.op, ast.Add) and isinstance(node.left, ast.Constant):
            if isinstance(node.left.value, str):
                return _call("joined", node, node.left, node.right)
        return node

    def visit_Set(self, node: ast.Set | ast.SetComp) -> Any:
        raise _refused(node, *_SET)

    visit_SetComp = visit_Set

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        raise _refused(node, "it has a generator expression", "write a list, with [ ] around it")

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._loop("list", node, {"VALUE": node.elt}, node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self._loop("dict", node, {"KEY": node.key, "VALUE": node.value}, node.generators)

    def visit_Dict(self, node: ast.Dict) -> Any:
        if not node.keys:
            return node
        if None in node.keys or not self._is_pure(node):
            instead = "write d = {} and add the items in a for loop"
            raise _refused(node, "numba doesn't understand its dict", instead)
        lists = [ast.List([k for k in node.keys if k], ast.Load()), ast.List(node.values, ast.Load())]
        return _call("table", node, *(self.visit(_at(part, node)) for part in lists))

    # Calls

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        options = {k.arg or "": k.value for k in node.keywords}
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and options:
            raise _refused(node, "it sorts a list in place by a key", "write x = sorted(x, key=…)")
        if any(isinstance(arg, ast.Starred) for arg in node.args) or not self._is_built_in(name):
            return self.generic_visit(node)
        arg = node.args[0] if node.args else None
        if name == "dict" and arg is None and not options:
            return _at(ast.Dict([], []), node)
        if arg is None:
            return self.generic_visit(node)
        if name == "len":
            return self._size(node, arg)
        if name == "int" and len(node.args) == 1 and not options:
            return _call("integer", node, self.visit(arg))
        if name in ("set", "tuple", "dict") and isinstance(arg, ast.GeneratorExp | ast.ListComp):
            raise _refused(node, *(_SET if name == "set" else (f"it has {name}(…)", "write a list")))
        if name == "list" and isinstance(arg, ast.GeneratorExp):
            return self.visit(_at(ast.ListComp(arg.elt, arg.generators), arg))
        extra = node.args[1:]
        if name == "sum" and len(extra) == 1:
            options["start"] = extra.pop()
        if name == "next" and isinstance(arg, ast.GeneratorExp) and len(extra) == 1:
            options["default"] = extra.pop()
        if extra and name in ("max", "min") and "key" in options:
            arg, extra = _at(ast.List(node.args, ast.Load()), node), []
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
            return self._through("set", node, _at(ast.List(arg.elts, ast.Load()), arg), {})
        if isinstance(arg, ast.Call) and isinstance(arg.func, ast.Name) and len(arg.args) == 1:
            if arg.func.id == "set" and self._is_built_in("set"):
                return self._through("set", node, arg.args[0], {})
        node.args = [_viewed(arg, "legal", "hidden_positions")]
        return self.generic_visit(node)

    def _through(
        self, form: str, node: ast.Call, arg: ast.expr, options: dict[str, ast.expr]
    ) -> Any:
        """Rewrite a call that goes through its argument."""
        key = options.pop("key", None)
        key = None if key is None or _is_none(key) else key
        draws = key is not None and not (self._is_pure(arg) and self._is_pure(key))
        # Python makes a list before it compares; a generator's elements come one by one.
        at_once = isinstance(arg, ast.ListComp) and form not in ("any", "all") and not draws
        if at_once or (isinstance(arg, ast.GeneratorExp) and not (form == "sorted" and draws)):
            value, generators = arg.elt, arg.generators  # type: ignore[attr-defined]
        else:
            if isinstance(arg, ast.GeneratorExp):
                arg = _at(ast.ListComp(arg.elt, arg.generators), arg)
            value = ast.Name(PREFIX + "x", ast.Load())
            generators = [ast.comprehension(ast.Name(PREFIX + "x", ast.Store()), arg, [], 0)]
        parts, named = {"VALUE": value}, set()
        if form in ("max", "min", "sorted"):
            parts["KEY"] = self._key(key)
            named = {key.args.args[0].arg} if isinstance(key, ast.Lambda) else named
        return self._loop(form, node, parts, generators, options, named)

    def _key(self, key: ast.expr | None) -> ast.expr:
        """Return the expression of a value's key."""
        value = ast.Name(PREFIX + "value", ast.Load())
        if key is None:
            return value
        if isinstance(key, ast.Lambda):
            if len(key.args.args) != 1 or key.args.defaults:
                raise _refused(key, "its key has other parameters than one", "write lambda x: …")
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
        parameter: Iterable[str] = (),
    ) -> ast.expr:
        """Move a loop into a function; return the call of it.

        Parameters
        ----------
        form : str
            The key of its statements in `_LOOPS`.
        node : expr
            The expression that it replaces.
        parts : dict of str to expr
            What its words stand for.
        generators : list of comprehension
        options : mapping of str to expr, optional
            The arguments of the call that are evaluated before the loop.
        parameter : iterable of str, optional
            The parameter of the lambda that is the key.
        """
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                raise _refused(part, "it assigns within an expression (:=)", "write a for loop")
        self.names += 1
        number, own, certain = self.names, set(self.own), set(self.certain)
        items = self.visit(_viewed(generators[0].iter, "hidden_positions"))
        generators[0].iter = ast.Name(PREFIX + "items", ast.Load())
        new: dict[str, str] = {}
        loops = []
        for part in generators:
            source = self.visit(_viewed(part.iter, "hidden_positions"))
            targets = _assigned(part.target)
            new |= {name: f"{PREFIX}{name}_{number}" for name in targets}
            self.own |= targets
            self.certain -= targets
            tests = []
            for test in part.ifs:
                found = _certain(test, True)
                tests.append(self.visit(_test(test)))
                self.certain |= found
            loops.append((part.target, source, tests))
        ready = {word: self.visit(part) for word, part in parts.items() if word != "KEY"}
        key = [parts["KEY"]] if "KEY" in parts else []
        if form == "dict":
            key = [self.visit(key[0])]
        inside = [*(part for loop in loops for part in (*loop[:2], *loop[2])), *ready.values()]
        _rename(inside + (key if form == "dict" else []), new)
        self.own, self.certain = own, certain
        if form != "dict" and key:  # evaluated outside of the comprehension
            self.own, self.certain = own | {*parameter}, certain - {*parameter}
            key = [self.visit(key[0])]
            _rename(key, dict.fromkeys(parameter, PREFIX + "value"))
            self.own, self.certain = own, certain
        if key:
            ready["KEY"] = key[0]
        given = {name.upper(): self.visit(value) for name, value in (options or {}).items()}
        return self._call_of(f"{form}_{number}", node, items, loops, ready, given)

    def _call_of(
        self,
        name: str,
        node: ast.expr,
        items: ast.expr,
        loops: list[tuple[Any, Any, list[Any]]],
        parts: dict[str, ast.expr],
        given: dict[str, ast.expr],
    ) -> ast.expr:
        """Write the function of a loop; return the call of it."""
        room = "room(items)" if len(loops) == 1 else "0"
        words = {word: _template(text)[0].value for word, text in {**_STANDARD, "ROOM": room}.items()}
        words |= parts | {word: ast.Name(PREFIX + word, ast.Load()) for word in given}
        form = name.partition("_")[0]
        before, inner, after = _LOOPS[form]
        if "DEFAULT" not in given:
            after = after.replace("return DEFAULT", "raise error")
        before, inner, after = (_template(text, words) for text in (before, inner, after))
        for target, source, tests in reversed(loops):
            for test in reversed(tests):
                inner = [ast.If(test, inner, [])]
            inner = [ast.For(target, source, inner, [], None)]
        made: Any = _template(f"def {name}(): pass")[0]
        made.name = name = PREFIX + name
        made.body = [*before, *inner, *after]
        free = sorted({part.id for part in ast.walk(made) if isinstance(part, ast.Name)} & self.own)
        made.args.args = [
            ast.arg(arg) for arg in (PREFIX + "items", *(PREFIX + word for word in given), *free)
        ]
        self.loops.append(_at(made, node))
        known = [self.visit(_at(ast.Name(name, ast.Load()), node)) for name in free]
        return _at(ast.Call(ast.Name(name, ast.Load()), [items, *given.values(), *known], []), node)

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


class _Without(ast.NodeTransformer):
    """Replaces ``name.get(key, default)`` by the default."""

    def __init__(self, name: str) -> None:
        self.name, self.found = name, False

    def visit_Call(self, node: ast.Call) -> Any:
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr == "get" and len(node.args) == 2:
            if isinstance(func.value, ast.Name) and func.value.id == self.name:
                self.found = True
                return node.args[1]
        return self.generic_visit(node)


def _rename(nodes: Iterable[ast.AST], new: Mapping[str, str]) -> None:
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                part.id = new.get(part.id, part.id)


class _Filling(ast.NodeTransformer):
    """Replaces words in capitals, and gives the other names of a template their prefix."""

    def __init__(self, words: Mapping[str, ast.expr]) -> None:
        self.words = words

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.words:
            return self.words[node.id]
        node.id = node.id if hasattr(builtins, node.id) else PREFIX + node.id
        return node


def _template(text: str, words: Mapping[str, ast.expr] | None = None) -> list[Any]:
    """Return the statements of a template, without places in a source."""
    tree = ast.parse(text)
    for part in ast.walk(tree):
        for name in part._attributes:
            part.__dict__.pop(name, None)
    return [_Filling(words or {}).visit(part) for part in tree.body]


def _refused(node: Any, reason: str, instead: str) -> NotCompiledError:
    return NotCompiledError(reason, node.lineno, instead)


def _viewed(node: ast.expr, *names: str) -> ast.expr:
    """Return the view in place of an attribute, where it is only looked at."""
    if isinstance(node, ast.Attribute) and node.attr in names:
        node.attr = VIEWS[node.attr]
    return node


def _test(node: ast.expr) -> ast.expr:
    """Return a condition with views in it."""
    if isinstance(node, ast.BoolOp):
        node.values = [_test(value) for value in node.values]
    return _viewed(node, "hidden_positions")


def _at(node: Any, place: ast.AST) -> Any:
    """Give a node and its new parts the place of another in the source."""
    for part in ast.walk(node):
        if part is node or ("lineno" in part._attributes and not hasattr(part, "lineno")):
            ast.copy_location(part, place)
    return node


def _call(name: str, place: ast.AST, *args: ast.expr) -> Any:
    return _at(ast.Call(ast.Name(PREFIX + name, ast.Load()), [*args], []), place)


def _assigned(node: ast.AST) -> set[str]:
    """Return the names that a node assigns."""
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
    }


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _tests_none(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Name)
        and len(node.ops) == 1
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and _is_none(node.comparators[0])
    )


def _certain(test: ast.expr, holds: bool) -> set[str]:
    """Return the names that aren't None if a condition holds, or doesn't hold."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _certain(test.operand, not holds)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == holds:
        return {name for value in test.values for name in _certain(value, holds)}
    if isinstance(test, ast.Name):
        return {test.id} if holds else set()
    if isinstance(test, ast.Compare) and _tests_none(test):
        name: Any = test.left
        return {name.id} if isinstance(test.ops[0], ast.IsNot) == holds else set()
    return set()
