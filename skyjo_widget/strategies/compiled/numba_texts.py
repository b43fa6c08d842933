"""Constant texts for compiled strategies, which are made without allocating; loaded on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.cpython.unicode import _get_code_point
from numba.extending import intrinsic, register_jitable

from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.grids.options import MAX_COLUMNS, MAX_ROWS
from skyjo_widget.engine.limits import MAX_CELLS

NAMES = [
    position_text(at, max(columns, 1))
    for columns in range(MAX_COLUMNS + 1)
    for at in range(MAX_CELLS)
]
"""The names of all cells, by columns × `MAX_CELLS` + cell: dividing would take long."""
PLACES = [position_text(at, MAX_COLUMNS) for at in range(MAX_ROWS * MAX_COLUMNS)]
"""The positions of the largest grid, row by row."""
BUCKETS = 4096
"""The size of the hash table of actions: a power of 2, above any game's number of them."""


def text_function(texts: Sequence[str]) -> Any:
    """Return ``text(i) -> str`` for compiled code; the texts are ASCII, and `i` isn't checked."""
    letters = "".join(texts).encode("ascii")
    bounds = np.cumsum([0, *map(len, texts)]).tolist()

    @intrinsic
    def text(_typing: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
            module, word = builder.module, llvm.IntType(64)
            at = context.cast(builder, parts[0], signature.args[0], types.int64)

            def number(name: str, numbers: list[int], i: Any) -> Any:
                kind = llvm.ArrayType(word, len(numbers))
                table = cgutils.global_constant(module, name, llvm.Constant(kind, numbers))
                return builder.load(cgutils.gep_inbounds(builder, table, 0, i))

            first = number(".starts", bounds, at)
            last = number(".starts", bounds, builder.add(at, word(1)))
            data = context.insert_const_bytes(module, letters + b"\0")
            string = cgutils.create_struct_proxy(types.unicode_type)(context, builder)
            string.data = builder.gep(data, [first])
            string.length = builder.sub(last, first)
            string.kind = string.kind.type(1)  # a byte for each letter
            string.is_ascii = string.is_ascii.type(1)
            string.hash = string.hash.type(-1)  # not known: it is another in each process
            string.meminfo = cgutils.get_null_value(string.meminfo.type)  # nobody owns it
            string.parent = cgutils.get_null_value(string.parent.type)
            return string._getvalue()

        return types.unicode_type(i), codegen

    return text


@register_jitable
def code_at(text: str, i: int) -> int:
    """Return the code of a text's letter, as ``ord(text[i])`` without a new text."""
    return _get_code_point(text, i)


@register_jitable
def cell_of(text: str, columns: int) -> int:
    """Return the cell of that name, row by row; −1 if there are fewer columns, or it is none."""
    if not 2 <= len(text) <= 3:
        return -1
    column, digit = code_at(text, 0) - 97, code_at(text, 1) - 49  # after "a", after "1"
    row = digit if len(text) == 2 else digit * 10 + code_at(text, 2) - 39
    plain = 0 <= column < columns and 0 <= digit < 9
    if len(text) == 3:
        plain = plain and 0 <= code_at(text, 2) - 48 < 10
    return row * columns + column if plain else -1


@register_jitable
def bucket(text: str) -> int:
    """Return a text's place in a table of `BUCKETS` places."""
    number = 0
    for i in range(len(text)):
        number = (number * 31 + code_at(text, i)) & (BUCKETS - 1)
    return number


@register_jitable
def equal_texts(a: str, b: str) -> bool:
    """Return ``a == b``, for short texts."""
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if code_at(a, i) != code_at(b, i):
            return False
    return True
