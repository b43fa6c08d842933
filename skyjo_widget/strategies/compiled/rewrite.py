"""A strategy rewritten for numba: forms that numba lacks, by others that mean the same.

Comprehensions, and calls that go through something, become loops (`rewrite_loops`).  Names known
not to be None are marked, since numba's types don't follow from conditions.  What is rewritten may
raise where Python wouldn't (the game is then played interpreted), but never does anything else.
"""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Mapping
from typing import Any, NamedTuple

from skyjo_widget.strategies.compiled.loop_parts import (
    assigned,
    at,
    call,
    certain,
    is_none,
    tests_none,
)
from skyjo_widget.strategies.compiled.rewrite_loops import (
    SET,
    LoopRewriter,
    as_test,
    refused,
    viewed,
)
from skyjo_widget.strategies.compiled.source import compile_node, find_node

_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_INNER = ("it makes a function of its own", "write the function outside of it")


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
    done = done.replace(co_qualname=code.co_name)  # by which numba's errors name it
    return Rewritten(done, {name: loop for name, loop in loops.items() if loop})


class _Rewriter(LoopRewriter):
    """Rewrites a function's node."""

    # Statements

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if node is not self.top:
            raise refused(node, *_INNER)
        node.body = self._block(node.body)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if node is not self.top:
            raise refused(node, *_INNER)
        node.body = self.visit(node.body)
        return node

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements; what they make certain holds up to their end."""
        before = set(self.certain)
        done: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            done += new if isinstance(new, list) else [new]
            self.certain -= assigned(statement)
            if isinstance(statement, ast.If) and not statement.orelse:
                exits = isinstance(statement.body[-1], _EXITS)
                self.certain |= certain(statement.test, False) if exits else set()
        self.certain = before - {name for s in statements for name in assigned(s)}
        return done

    def _with_certain(self, names: set[str], node: Any) -> Any:
        """Rewrite a node where some names aren't None."""
        before = set(self.certain)
        self.certain |= names
        done = self._block(node) if isinstance(node, list) else self.visit(node)
        self.certain = before
        return done

    def visit_If(self, node: ast.If | ast.IfExp) -> Any:
        yes, no = certain(node.test, True), certain(node.test, False)
        changed = assigned(node.test)
        node.test = self.visit(as_test(node.test))
        node.body = self._with_certain(yes - changed, node.body)
        node.orelse = self._with_certain(no - changed, node.orelse)
        return node

    visit_IfExp = visit_If

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(viewed(node.iter, "hidden_positions"))
        self.certain -= assigned(node)
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> Any:
        raise refused(node, "it has a while loop", "write a for loop, with range(…) if it counts")

    def visit_Try(self, node: ast.Try) -> Any:
        raise refused(node, "it catches errors", "ask with if before")

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        typing: list[ast.stmt] = []
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            # d[x] = d.get(x, 0) + 1 says what d holds, but numba finds it too late.
            without = _Without(target.value.id)
            value = without.visit(copy.deepcopy(node.value))
            if without.replaced:
                like = ast.Assign(copy.deepcopy(node.targets), value)
                typing = [at(ast.If(call("never", node), [like], []), node)]
        return [self.generic_visit(statement) for statement in (*typing, node)]

    # Expressions

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        before: set[str] = set()
        values = []
        for value in node.values:
            names = certain(value, isinstance(node.op, ast.And)) - assigned(value)
            values.append(self._with_certain(before, value))
            before = (before | names) - assigned(value)
        node.values = values
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.certain and isinstance(node.ctx, ast.Load):
            return call("some", node, node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            node.operand = as_test(node.operand)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if tests_none(node):
            return node  # the name itself is asked for None
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(op, ast.In | ast.NotIn):
                node.comparators[i] = viewed(right, "legal", "hidden_positions")
                if isinstance(right, ast.Set):
                    node.comparators[i] = at(ast.Tuple(right.elts, ast.Load()), right)
            elif isinstance(op, ast.Is | ast.IsNot) and not is_none(right):
                raise refused(node, "it compares by is", "write == or !=")
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            test = call("is_in", node, node.left, *node.comparators)
            return (
                test if isinstance(node.ops[0], ast.In) else at(ast.UnaryOp(ast.Not(), test), node)
            )
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            return self.generic_visit(node)
        node.value = viewed(node.value, "legal", "hidden_positions")
        self.generic_visit(node)
        return call("item", node, node.value, node.slice)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        self.generic_visit(node)
        if len(node.values) == 2 and isinstance(node.values[0], ast.Constant):
            part = node.values[1]
            if (
                isinstance(part, ast.FormattedValue)
                and part.conversion < 0
                and not part.format_spec
            ):
                return call("text", node, node.values[0], part.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        value = node.left.value if isinstance(node.left, ast.Constant) else None
        if isinstance(node.op, ast.Add) and isinstance(value, str):
            return call("joined", node, node.left, node.right)
        return node

    def visit_Set(self, node: ast.Set | ast.SetComp) -> Any:
        raise refused(node, *SET)

    visit_SetComp = visit_Set

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        raise refused(node, "it has a generator expression", "write a list, with [ ] around it")

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._loop("list", node, {"VALUE": node.elt}, node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self._loop("dict", node, {"KEY": node.key, "VALUE": node.value}, node.generators)

    def visit_Dict(self, node: ast.Dict) -> Any:
        if not node.keys:
            return node
        if None in node.keys or not self._is_pure(node):
            instead = "write d = {} and add the items in a for loop"
            raise refused(node, "numba doesn't understand its dict", instead)
        lists = [
            ast.List([k for k in node.keys if k], ast.Load()),
            ast.List(node.values, ast.Load()),
        ]
        return call("table", node, *(self.visit(at(part, node)) for part in lists))


class _Without(ast.NodeTransformer):
    """Replaces ``name.get(key, default)`` by the default."""

    def __init__(self, name: str) -> None:
        self.name, self.replaced = name, False

    def visit_Call(self, node: ast.Call) -> Any:
        func = node.func
        owner = func.value if isinstance(func, ast.Attribute) and func.attr == "get" else None
        if isinstance(owner, ast.Name) and owner.id == self.name and len(node.args) == 2:
            self.replaced = True
            return node.args[1]
        return self.generic_visit(node)
