"""Progress bars in the present language."""

from __future__ import annotations

from typing import Any

from skyjo_widget.util.i18n import present_language, words


def progress_bar(things: Any = None, *, unit: str, **how: Any) -> Any:
    """Make a bar of tqdm that appears after a second and vanishes at the end.

    Parameters
    ----------
    things : iterable, optional
        What is gone through.
    unit : str
        What is counted, a key of the locale's ``progress``.
    **how
        Further options of tqdm.
    """
    from tqdm.auto import tqdm  # noqa: PLC0415  (it looks for a notebook: only when needed)

    texts = words(present_language())["progress"]
    texts = {"unit": texts[unit], "bar_format": texts["format"] or None}
    return tqdm(things, **{"delay": 1, "leave": False, **texts, **how})
