"""Measurements of speed: ``make bench``."""

import os

os.environ.setdefault("SKYJO_WIDGET_COMPILE", "wait")  # interpreted play isn't measured by chance
