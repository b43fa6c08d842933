"""Numbers: formatting in a language, and validation."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.errors import RulesError
from skyjo_widget.util.i18n import words
from skyjo_widget.util.parse_number import read_number

MOST_PARTS = 10_000
"""The largest denominator of a fraction that is shown beside its decimal."""


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


def fraction_chain(
    number: Fraction, lang: str = "en", digits: int = 4, total: int | None = None
) -> str:
    """Format a number as fractions and a decimal, as ``= 9/123 = 3/41 ≈ 0.073``.

    Parameters
    ----------
    number : Fraction
    lang : str
    digits : int
        The most decimals.
    total : int, optional
        A denominator that it has without being reduced; the reduced fraction follows.

    Returns
    -------
    str
        Beginning with ``=`` or ``≈``; without a fraction whose denominator is above `MOST_PARTS`.
    """
    parts = []
    if total and total % number.denominator == 0:
        parts.append(f"= {number * total}/{total}")
    if 1 < number.denominator <= MOST_PARTS and number.denominator != total:
        parts.append(f"= {number.numerator}/{number.denominator}")
    return " ".join([*parts, decimal_chain(number, lang, digits)]).replace("-", "−")


def decimal_chain(number: Fraction, lang: str = "en", digits: int = 4) -> str:
    """Format a number as a rounded decimal with its sign of equality, as ``≈ 0.073``."""
    rounded = round(float(number), digits)
    sign = "=" if Fraction(str(rounded)) == number else "≈"
    return f"{sign} {format_number(rounded, lang)}"


def percent_chain(share: float, lang: str = "en") -> str:
    """Format a probability in per cent with its sign of equality, as ``≈ 42.3%``."""
    rounded = round(100 * share, 1)
    sign = "=" if abs(rounded - 100 * share) < 1e-9 else "≈"
    return f"{sign} {percent(rounded / 100, lang, 0 if rounded == round(rounded) else 1)}"


def understood(written: str | None, chain: str) -> str:
    """Return a number as it was written and how it was understood, as ``2/5 = 40%``.

    What has a sign of equality of its own is followed by an arrow: ``P(X ≤ 4) = 2/5 → 40%``.

    Parameters
    ----------
    written : str or None
        None for a number that wasn't typed.
    chain : str
        A sign of equality and the number, as `decimal_chain` or `percent_chain` returns it.
    """
    value = chain.removeprefix("= ")
    if written is None or _bare(written) == _bare(value):
        return written or value
    if re.search("[=≈≃≅~]", written):
        return f"{written} → {value.removeprefix('≈ ')}"
    return f"{written} {chain}"


def _bare(number: str) -> str:
    """Return a number's text without what languages and keyboards write differently."""
    return re.sub(r"\s", "", number).replace(",", ".").replace("−", "-")


def plain(value: Any) -> Any:
    """Convert a NumPy scalar to a Python value: 1.2, not np.float64(1.2)."""
    return value.item() if isinstance(value, np.generic) else value


def typed(name: str, text: str) -> float:
    """Parse a number that a user typed; raise `RulesError`, with its name, if it isn't one."""
    try:
        return float(read_number(text))
    except RulesError as error:
        raise RulesError("{name}: {error}", name=name, error=error) from None


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
        raise RulesError(
            "{name}: a list or a column of numbers is needed, not {values!r}",
            name=name,
            values=values,
        )
    items = getattr(values, "items", None)  # a Series has labels for its rows
    floats = []
    for row, value in items() if items else enumerate(values):
        if isinstance(value, str):
            value = typed(f"{name}: row {row}", value)  # noqa: PLW2901
        if not isinstance(value, (Real, np.bool_)) or not math.isfinite(value):
            raise RulesError(
                "{name}: row {row} is {value!r}, a finite number is needed (dropna() "
                "leaves out what is missing)",
                name=name,
                row=row,
                value=plain(value),
            )
        floats.append(float(value))
    if not floats:
        raise RulesError("{name}: it is empty, at least one number is needed", name=name)
    return np.array(floats)
