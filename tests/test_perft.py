"""Counts of decision paths from fixed deals, which any two engines must agree on.

The counts were made by the engine and by ``tests/plain_replayer.py`` alike.
"""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widget import SKYJO_PRESETS, Deck
from skyjo_widget.engine.game import SKYJO
from skyjo_widget.engine.perft import perft
from skyjo_widget.engine.piles import shuffle
from skyjo_widget.record import to_line
from tests import plain_replayer
from tests.test_plain_agreement import new_game

COUNTS = {
    ("skyjo", 2): (2, 13, 29, 166, 413, 2041, 5434, 25455, 71816),
    ("skyjo", 3): (2, 7, 14, 46, 98, 304, 680, 2020, 4400),
    ("skyjo-strict", 2): (2, 13, 29, 166, 413, 2041, 5434, 25455, 71816),
    ("skyjo-strict", 3): (2, 7, 14, 46, 98, 304, 680, 2020, 4400),
    ("skyjo-school", 2): (2, 13, 29, 166, 413, 2041, 5434, 25455, 71816),
    ("skyjo-school", 3): (2, 7, 14, 46, 98, 304, 680, 2020, 4400),
    ("skyjo-tall", 2): (2, 17, 39, 286, 743, 4657, 13198, 77111, 233426),
    ("skyjo-tall", 3): (2, 9, 19, 78, 179, 681, 1666, 5217, 12619),
}


SMALL = Deck.from_counts([(-1, 4), (0, 5), (1, 5), (2, 4)])


def deal_of(preset: str, players: int):
    """Small grids from a deck of 18: columns clear, the draw pile runs out, rounds end."""
    columns, rows = (2, 4) if preset == "skyjo-tall" else (2, 3)
    if players == 3:
        columns, rows = 1, 4 if preset == "skyjo-tall" else 3
    rules = SKYJO_PRESETS[preset].replace(columns=columns, rows=rows, clear=2, turned=1)
    h = new_game(preset, rules, players, SMALL, 7)
    order = h.state.draw[: h.state.draw_size]
    shuffle(np.random.default_rng(7), order, len(order))
    events = [h.header, h.shuffle(order)]
    events += [h.act(h.legal()[0]) for _ in range(players)]
    return h, events


@pytest.mark.parametrize(("preset", "players"), COUNTS)
def test_perft(preset, players):
    """Depths 1 to 9."""
    h, _ = deal_of(preset, players)
    found = tuple(perft(SKYJO, h.state, h.codes, depth) for depth in range(1, 10))
    assert found == COUNTS[preset, players]


@pytest.mark.parametrize(("preset", "players"), COUNTS)
def test_perft_of_the_plain_replayer(preset, players):
    """The same counts, to depth 5: it is slow."""
    _, events = deal_of(preset, players)
    *_, table = plain_replayer.replay(to_line(event).decode() for event in events)
    found = tuple(table.perft(depth) for depth in range(1, 6))
    assert found == COUNTS[preset, players][:5]


def test_every_preset_has_its_counts():
    """A new preset must be counted too."""
    assert {preset for preset, _ in COUNTS} == set(SKYJO_PRESETS)
