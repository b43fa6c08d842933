"""A strategy's source: found by its code, and compiled again once it is rewritten."""

from __future__ import annotations

import ast
import copy
import functools
import linecache
import types
from collections.abc import Iterable, Iterator
from typing import Any

Node = ast.FunctionDef | ast.Lambda
_FUTURES = 0x1000000 | 0x100000  # annotations, generator_stop


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

    reason: str
    line: int
    instead: str

    def __init__(self, reason: str, line: int = 0, instead: str = "") -> None:
        self.reason, self.line, self.instead = reason, line, instead
        self.file = ""
        super().__init__(reason)


def find_node(code: types.CodeType) -> Node | None:
    """Return the node from which a code was compiled; None if its file has none, or another now."""
    tree = _parsed("".join(linecache.getlines(code.co_filename)))
    for like in ast.walk(tree):
        if isinstance(like, Node) and _first_line(like) == code.co_firstlineno:
            node = copy.deepcopy(like)
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = []  # they return another function
            compiled = compile_node(node, code, code.co_freevars, _imports(tree))
            if compiled and _are_same(compiled, code):
                return node
    return None


@functools.lru_cache(maxsize=16)
def _parsed(text: str) -> ast.Module:
    """Return a module's tree; an empty one if it can't be read."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _imports(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield a module's own imports: Python compiles a call of what they name in another way."""
    for statement in tree.body:
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for part in ast.walk(statement):
                if isinstance(part, ast.Import) or (
                    isinstance(part, ast.ImportFrom) and part.module != "__future__"
                ):
                    yield part


def _first_line(node: Node) -> int:
    """Return the line that a code names as its first: that of a decorator, if there is one."""
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(part.lineno for part in decorators)])


def compile_node(
    node: Node,
    like: types.CodeType,
    free: Iterable[str] = (),
    imports: Iterable[ast.stmt] = (),
) -> types.CodeType | None:
    """Return the code of a function's node, with free names, and the file and flags of a code.

    Parameters
    ----------
    node : Node
    like : code
        The code with the file and flags.
    free : iterable of str, optional
        The names that belong to functions around it.
    imports : iterable of stmt, optional
        The imports of its module.

    Returns
    -------
    code or None
        None if it can't be compiled.
    """
    around = ast.parse(f"def around({', '.join(free)}): pass")
    outer: Any = around.body[0]
    outer.body = [ast.Return(node) if isinstance(node, ast.Lambda) else node]
    ast.copy_location(outer, node)
    around.body += imports
    flags = like.co_flags & _FUTURES
    try:
        whole = compile(
            ast.fix_missing_locations(around), like.co_filename, "exec", flags, dont_inherit=True
        )
    except (SyntaxError, ValueError):
        return None
    around_it = next(inner for inner in inner_codes(whole) if inner.co_name == "around")
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    return next(inner for inner in inner_codes(around_it) if inner.co_name == name)


def inner_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the codes of the functions within a code."""
    return (part for part in code.co_consts if isinstance(part, types.CodeType))


def _are_same(a: types.CodeType, b: types.CodeType) -> bool:
    """Return whether two codes do the same, wherever they were written."""

    def parts(code: types.CodeType) -> list[Any]:
        constants = [repr(c) for c in code.co_consts if not isinstance(c, types.CodeType)]
        return [code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants]

    inner, other = list(inner_codes(a)), list(inner_codes(b))
    return parts(a) == parts(b) and len(inner) == len(other) and all(map(_are_same, inner, other))
