"""The log of a class: its games, and its predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.frames.log import Log

if TYPE_CHECKING:
    import pandas as pd

    from skyjo_widget.serving.class_predictions import ClassPredictions


class HallLog(Log):
    """The log of a class; made by `Hall.log`.

    Attributes
    ----------
    asked : ClassPredictions
        The class's questions.
    """

    asked: ClassPredictions

    @property
    def class_predictions(self) -> pd.DataFrame:
        """One row per prediction of the class; see `ClassPredictions.frame`."""
        return self.asked.frame
