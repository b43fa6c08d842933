"""Numbers: formatting in a language, and validation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.errors import RulesError
from skyjo_widget.util.i18n import words
from skyjo_widget.util.parse_number import read_number


def format_number(number: float, lang: str = "en", digits: int | None = None) -> str:
    """Format a number with a minus sign (−) and the language's decimal mark.

    Parameters
    ----------
    number : float
    lang : str
    digits : int, optional
        The number of decimals; by default as many as needed.
    """
    marks = words(lang)["charts"]["number"]
    number = 0.0 if digits is not None and round(number, digits) == 0 else number
    text = f"{number:,.10g}" if digits is None else f"{number:,.{digits}f}"
    return text.translate({ord(","): marks["group"], ord("."): marks["decimal"], ord("-"): "−"})


def decimals(error: float) -> int:
    """Return the number of decimals that shows two digits of an error."""
    return min(max(1 - math.floor(math.log10(error)), 0), 6) if error else 2


def percent(share: float, lang: str = "en", digits: int = 0) -> str:
    """Format a share, from 0 to 1, in per cent."""
    number = format_number(100 * share, lang, digits)
    return str(words(lang)["charts"]["number"]["percent"]).format(number=number)


def plain(value: Any) -> Any:
    """Convert a NumPy scalar to a Python value: 1.2, not np.float64(1.2)."""
    return value.item() if isinstance(value, np.generic) else value


def typed(name: str, text: str) -> float:
    """Parse a number that a user typed; raise `RulesError`, with its name, if it isn't one."""
    try:
        return float(read_number(text))
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None


def numbers(name: str, values: Iterable[Any]) -> npt.NDArray[np.float64]:
    """Convert a sample to an array; True is 1, False is 0, and texts are parsed.

    Parameters
    ----------
    name : str
        The sample's name in messages.
    values : iterable
        A list, an array, a column of a frame.

    Returns
    -------
    array of float, shape (n,)

    Raises
    ------
    RulesError
        If there are none, or one is no finite number; the message names its row.
    """
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise RulesError(f"{name}: a list or a column of numbers is needed, not {values!r}")
    items = getattr(values, "items", None)  # a Series has labels for its rows
    found = []
    for row, value in items() if items else enumerate(values):
        if isinstance(value, str):
            value = typed(f"{name}: row {row}", value)  # noqa: PLW2901
        if not isinstance(value, (Real, np.bool_)) or not math.isfinite(value):
            raise RulesError(
                f"{name}: row {row} is {plain(value)!r}, a finite number is needed "
                "(dropna() leaves out what is missing)"
            )
        found.append(float(value))
    if not found:
        raise RulesError(f"{name}: it is empty, at least one number is needed")
    return np.array(found)
