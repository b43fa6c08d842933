"""Solve the boards that `perfect` plays, and write their values.

    python -m scripts.skyjo_perfect

It takes some seconds, and as long again to compile.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.solved.solver import solved
from skyjo_widget.bots import skyjo_perfect
from skyjo_widget.bots.skyjo_perfect import BOARDS, FILE, SCALE, early


def values() -> dict[str, Any]:
    """Return the file's arrays, int16: each board's values by the top card, and of drawing."""
    arrays = {}
    for board in BOARDS.values():
        t = solved(board)
        parts: dict[str, Any] = {"value": t.value, "drawing": t.drawing}
        for name, part in parts.items():
            arrays[f"{board.name}: {name}"] = np.round(part[early(t)] * SCALE).astype(np.int16)
    return arrays


if __name__ == "__main__":
    np.savez_compressed(FILE, **values())
    print(
        f"{FILE}: {FILE.stat().st_size} bytes; the digest in {skyjo_perfect.__file__} must become"
    )
    print(skyjo_perfect.digest())
