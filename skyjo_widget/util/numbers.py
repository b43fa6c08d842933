"""Numbers: printed in a language, and checked."""

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
    """A number as it is printed: with a real minus sign and the language's decimal mark.

    Parameters
    ----------
    number : float
    lang : str
    digits : int, optional
        Decimals; as many as it has unless told.
    """
    marks = words(lang)["charts"]["number"]
    number = 0.0 if digits is not None and round(number, digits) == 0 else number
    text = f"{number:,.10g}" if digits is None else f"{number:,.{digits}f}"
    return text.translate({ord(","): marks["group"], ord("."): marks["decimal"], ord("-"): "−"})


def decimals(error: float) -> int:
    """How many decimals a number bears whose error is so large: two digits of the error."""
    return min(max(1 - math.floor(math.log10(error)), 0), 6) if error else 2


def percent(share: float, lang: str = "en", digits: int = 0) -> str:
    """A share, from 0 to 1, in per cent, with so many decimals."""
    number = format_number(100 * share, lang, digits)
    return str(words(lang)["charts"]["number"]["percent"]).format(number=number)


def plain(value: Any) -> Any:
    """A value as Python's own: 1.2, where NumPy would write np.float64(1.2)."""
    return value.item() if isinstance(value, np.generic) else value


def typed(name: str, text: str) -> float:
    """Return the number that a typed text stands for; raises `RulesError` with what it is of."""
    try:
        return float(read_number(text))
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None


def numbers(name: str, values: Iterable[Any]) -> npt.NDArray[np.float64]:
    """The numbers of a sample; true counts 1, false 0, and a text what is written there.

    Parameters
    ----------
    name : str
        What they are called in a message.
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
    items = getattr(values, "items", None)  # a column names its rows
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
