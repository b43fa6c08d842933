"""The colours of cards outside the board, in sRGB, where its style sheets don't apply.

The same ramp in OKLab as ``js/cards/tint.js``, with the lightness and chroma of
``js/parts/frame_layout.css``; a test checks that the stops are equal.
"""

from __future__ import annotations

import functools
import itertools
import math
from typing import NamedTuple

STOPS = (
    (-2, 276, 0.17),
    (1, 255, 0.14),
    (3.5, 225, 0.085),
    (5.5, 95, 0.05),
    (8, 76, 0.13),
    (10, 52, 0.15),
    (12, 27, 0.175),
)
"""Value, hue in degrees, chroma."""


class Colours(NamedTuple):
    """A card's colours in the light theme, as ``#rrggbb``.

    Parameters
    ----------
    paper, rim, ink : str
        The colours of its face, of the line around it, and of its number.
    mark : str
        A stronger tone, for bars.
    """

    paper: str
    rim: str
    ink: str
    mark: str


@functools.cache
def colours(value: int | None) -> Colours:
    """Return the colours of a card.

    Parameters
    ----------
    value : int or None
        The card's number; None for a wild card, which is nearly grey.
    """
    a, b = (0.004, 0.012) if value is None else _tone(value)
    return Colours(
        _hex(0.962, 0.3 * a, 0.3 * b),
        _hex(0.8, 0.45 * a, 0.45 * b),
        _hex(0.42, 0.95 * a, 0.95 * b),
        _hex(0.61, 1.05 * a, 1.05 * b),
    )


def _tone(value: float) -> tuple[float, float]:
    """Return OKLab's a and b, interpolated linearly between the stops and constant beyond."""
    points = [
        (at, chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue)))
        for at, hue, chroma in STOPS
    ]
    value = min(max(value, points[0][0]), points[-1][0])
    for (low, a, b), (high, c, d) in itertools.pairwise(points):
        if value <= high:
            part = (value - low) / (high - low)
            return a + part * (c - a), b + part * (d - b)
    raise AssertionError(value)


def _hex(lightness: float, a: float, b: float) -> str:
    """Convert OKLab to sRGB (Ottosson, "A perceptual color space for image processing", 2020)."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{_byte(part):02x}" for part in linear)


def _byte(part: float) -> int:
    part = min(max(part, 0.0), 1.0)
    encoded = 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(255 * encoded)
