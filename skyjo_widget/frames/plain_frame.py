"""Frames with NumPy's dtypes alone, for libraries that know no others."""

from __future__ import annotations

from typing import Any

import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.schema import objects
from skyjo_widget.util.messages import in_its_language


@in_its_language
def plain(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a copy of a frame with NumPy's dtypes, for statsmodels, seaborn or scikit-learn.

    Parameters
    ----------
    frame : DataFrame
        Of a log, a simulation, measures or anything else.

    Returns
    -------
    DataFrame
        Whole numbers, yes (1) and no (0) are int64: statsmodels' formulas would take a bool for two
        groups, and model the chance of no.  Where one is missing, and for other numbers, float64
        with NaN.  Texts and categories are objects, with None for a missing one, and lists
        are tuples.  A column without a value is left out, unless there is no row.

    Raises
    ------
    RulesError
        If it is no frame.

    Examples
    --------
    >>> run = simulate("skyjo", ["greedy", "random"], games=3, seed=1)
    >>> rounds = plain(run.rounds)
    >>> rounds["score"].dtype, "cards_left" in rounds
    (dtype('int64'), False)
    """
    if not isinstance(frame, pd.DataFrame):
        kind = type(frame).__name__
        raise RulesError("plain takes a frame, such as log.rounds, no {kind}", kind=kind)
    whole = frame.dropna(axis="columns", how="all") if len(frame) else frame
    columns = {at: _column(whole.iloc[:, at]) for at in range(len(whole.columns))}
    return pd.DataFrame(columns, whole.index).set_axis(whole.columns, axis="columns")


def _column(values: pd.Series[Any]) -> pd.Series[Any]:
    """Return a column with a dtype of NumPy."""
    types, there = pd.api.types, values.notna()
    if types.is_bool_dtype(values.dtype) or types.is_integer_dtype(values.dtype):
        return values.astype("int64" if there.all() else "float64")
    if types.is_float_dtype(values.dtype):
        return values.astype("float64")
    if types.is_datetime64_any_dtype(values.dtype):
        return values
    kept = [
        None if missing else tuple(value) if isinstance(value, list) else value
        for value, missing in zip(values, ~there, strict=True)
    ]
    return pd.Series(objects(kept), values.index, dtype=object)
