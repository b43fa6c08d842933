"""Pictures of chance: samples side by side, predictions checked."""

from skyjo_widget.charts.calibration_chart import Calibration, calibration
from skyjo_widget.charts.histograms import distributions

__all__ = ["Calibration", "calibration", "distributions"]
