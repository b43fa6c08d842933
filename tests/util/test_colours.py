"""The players' colours and initials: the same in Python and in the browser."""

from __future__ import annotations

import json
import re

import pytest

from skyjo_widget.util.colours import COLOURS, ON_DARK, initials
from tests.fixtures.paths import ROOT

CASES = json.loads((ROOT / "tests" / "fixtures" / "initials.json").read_text("utf-8"))
THEME = (ROOT / "skyjo_widget" / "js" / "lib" / "theme.css").read_text("utf-8")


def looks(theme: str) -> list[str]:
    """Return the colours of a part of the style sheet."""
    return re.findall(r"--look-\d: (#[0-9a-f]{6});", theme)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_board_and_the_charts_have_the_same_colours():
    """A light and a dark page have those of Python, in their order."""
    light, dark = THEME.split('[data-theme="dark"]')[:2]
    assert looks(light) == list(COLOURS)
    assert looks(dark) == list(ON_DARK)


def test_a_colour_is_readable_as_text_and_under_it():
    """A contrast of 4.5 with the paper of the board and of charts, light and dark."""
    light, dark = (looks(part) for part in THEME.split('[data-theme="dark"]')[:2])
    for colours, papers in ((light, ("#ffffff", "#f6f1e8")), (dark, ("#1c1e24", "#23262d"))):
        for colour in colours:
            for paper in papers:
                assert contrast(colour, paper) >= 4.5, (colour, paper)


@pytest.mark.parametrize(("names", "letters"), CASES)
def test_initials_tell_all_players_apart(names, letters):
    """The same table of names as the browser's test reads."""
    assert initials(names) == letters
