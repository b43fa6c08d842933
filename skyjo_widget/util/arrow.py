"""pyarrow, which Parquet files need; an extra."""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors import SkyjoWidgetError


def need_arrow() -> tuple[Any, Any]:
    """Return the modules pyarrow and pyarrow.parquet.

    Raises
    ------
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415  (an extra)
        import pyarrow.parquet as pq  # noqa: PLC0415  (an extra)
    except ImportError:
        raise SkyjoWidgetError(
            "Parquet needs pyarrow, which isn't installed here: pip install pyarrow"
        ) from None
    return pa, pq
