"""Statistical charts: distributions of samples, calibration of predictions."""

from skyjo_widget.charts.calibration_chart import Calibration, calibration
from skyjo_widget.charts.histograms import distributions

__all__ = ["Calibration", "calibration", "distributions"]
