"""Parts of rewritten functions: what a node assigns or makes certain, and templates of loops."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping
from typing import Any

PREFIX = "__given_"
"""The beginning of the names of helpers (`numba_forms`) and of loops."""

LOOPS = {
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
STANDARD = {"START": "0", "REVERSE": "False"}


def rename(nodes: Iterable[ast.AST], new: Mapping[str, str]) -> None:
    """Rename what nodes name."""
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


def template(text: str, words: Mapping[str, ast.expr] | None = None) -> list[Any]:
    """Return the statements of a template, without places in a source."""
    tree = ast.parse(text)
    for part in ast.walk(tree):
        for name in part._attributes:
            part.__dict__.pop(name, None)
    return [_Filling(words or {}).visit(part) for part in tree.body]


def at(node: Any, place: ast.AST) -> Any:
    """Give a node and its new parts the place of another in the source."""
    for part in ast.walk(node):
        if part is node or ("lineno" in part._attributes and not hasattr(part, "lineno")):
            ast.copy_location(part, place)
    return node


def call(name: str, place: ast.AST, *args: ast.expr) -> Any:
    """Return the call of a helper, at the place of a node."""
    return at(ast.Call(ast.Name(PREFIX + name, ast.Load()), [*args], []), place)


def assigned(node: ast.AST) -> set[str]:
    """Return the names that a node assigns."""
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
    }


def is_none(node: ast.expr) -> bool:
    """Return whether a node is ``None``."""
    return isinstance(node, ast.Constant) and node.value is None


def tests_none(node: ast.expr) -> bool:
    """Return whether a node is ``name is None``, or ``is not``."""
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Name)
        and len(node.ops) == 1
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and is_none(node.comparators[0])
    )


def certain(test: ast.expr, holds: bool) -> set[str]:
    """Return the names that aren't None if a condition holds, or doesn't hold."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return certain(test.operand, not holds)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == holds:
        return {name for value in test.values for name in certain(value, holds)}
    if isinstance(test, ast.Name):
        return {test.id} if holds else set()
    if isinstance(test, ast.Compare) and tests_none(test):
        name: Any = test.left
        return {name.id} if isinstance(test.ops[0], ast.IsNot) == holds else set()
    return set()
