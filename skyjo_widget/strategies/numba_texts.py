"""Constant texts for compiled strategies, which are made without allocating; loaded on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.cpython.hashing import _Py_hash_t
from numba.cpython.unicode import _get_code_point
from numba.extending import intrinsic, register_jitable

PRIME = 4093
"""A prime above any game's number of actions."""


def text_function(texts: Sequence[str]) -> Any:
    """Return ``text(i) -> str`` for compiled code; the texts are ASCII, and `i` isn't checked."""
    letters = "".join(texts).encode("ascii")
    bounds = np.cumsum([0, *map(len, texts)])

    @intrinsic
    def text(_typing: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
            module, word = builder.module, llvm.IntType(64)
            data = context.insert_const_bytes(module, letters + b"\0")
            table = llvm.Constant(llvm.ArrayType(word, len(bounds)), bounds.tolist())
            starts = cgutils.global_constant(module, ".starts", table)
            at = context.cast(builder, parts[0], signature.args[0], types.int64)
            first, last = (
                builder.load(cgutils.gep_inbounds(builder, starts, 0, place))
                for place in (at, builder.add(at, word(1)))
            )
            made = cgutils.create_struct_proxy(types.unicode_type)(context, builder)
            made.data = builder.gep(data, [first])
            made.length = builder.sub(last, first)
            made.kind = made.kind.type(1)  # a byte for each letter
            made.is_ascii = made.is_ascii.type(1)
            made.hash = context.get_constant(_Py_hash_t, -1)  # computed when it is needed
            made.meminfo = cgutils.get_null_value(made.meminfo.type)  # nobody owns it
            made.parent = cgutils.get_null_value(made.parent.type)
            return made._getvalue()

        return types.unicode_type(i), codegen

    return text


@register_jitable
def letter(text: str, i: int) -> int:
    """Return the code of a text's letter, as ``ord(text[i])`` without a new text."""
    return _get_code_point(text, i)


@register_jitable
def hash_text(text: str) -> int:
    """Return a text's place in a table of `PRIME` places."""
    number = 0
    for i in range(len(text)):
        number = (number * 257 + letter(text, i)) % PRIME
    return number


@register_jitable
def equal_texts(a: str, b: str) -> bool:
    """Return ``a == b``, for short texts."""
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if letter(a, i) != letter(b, i):
            return False
    return True
