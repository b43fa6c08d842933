"""Counts of decision paths from fixed deals, which any two engines must agree on.

The counts were made by the engine and by ``tests/reference/plain_replayer.py`` alike.
"""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widget import Deck
from skyjo_widget.engine.core.perft import perft
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.options import NEWSKYJO_PRESETS
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS
from skyjo_widget.records.record_file import to_line
from tests.fixtures.random_games import new_game
from tests.reference import plain_replayer

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

EFFECTS = {
    ("right-neighbour-swap", 3): (5, 24, 112, 513, 2253, 9504),
    ("only-top-left", 3): (5, 24, 115, 513, 2104, 8204),
    ("only-top-right", 3): (5, 24, 115, 513, 2104, 8204),
    ("only-bottom-left", 3): (5, 24, 115, 513, 2104, 8204),
    ("only-bottom-right", 3): (5, 24, 115, 513, 2104, 8204),
    ("next-plays-twice", 3): (5, 24, 112, 501, 2088, 8197),
    ("next-skips", 3): (5, 24, 111, 489, 2028, 8026),
    ("next-takes-discard", 3): (5, 20, 87, 345, 1280, 4490),
    ("reverse", 3): (5, 24, 112, 499, 2076, 8178),
    ("lowest-to-discard", 3): (5, 24, 106, 456, 1884, 7417),
    ("swap-own-two", 3): (5, 23, 101, 440, 1808, 7126),
    ("peek-three", 3): (5, 25, 123, 580, 2604, 10914),
    ("two-actions", 3): (5, 23, 108, 482, 2022, 7896),
    ("swap-two-others", 3): (5, 27, 129, 630, 3004, 13736),
    ("swap-with-another", 3): (5, 23, 121, 576, 2688, 12406),
    ("all", 3): (5, 23, 123, 544, 2240, 9014),
    ("all", 4): (5, 20, 114, 555, 2675, 13067),
}
"""Of NewSkyjo: three of five cards bear that effect, or each of the fifteen is there once."""


SMALL = Deck.from_counts([(-1, 4), (0, 5), (1, 5), (2, 4)])


def deal_of(preset: str, players: int):
    """Small grids from a deck of 18: columns clear, the draw pile runs out, rounds end."""
    columns, rows = (2, 4) if preset == "skyjo-tall" else (2, 3)
    if players == 3:
        columns, rows = 1, 4 if preset == "skyjo-tall" else 3
    rules = SKYJO_PRESETS[preset].replace(columns=columns, rows=rows, clear=2, turned=1)
    return dealt(new_game(preset, rules, players, SMALL, 7))


def deal_of_newskyjo(effect: str, players: int):
    """Grids of two by two, of which pairs clear."""
    counts = [(value, 2) for value in range(-1, 3)]
    if effect == "all":
        counts += [(n % 4 - 1, 1, key) for n, key in enumerate(NEWSKYJO_EFFECTS)]
    else:
        counts += [(value, 3, effect) for value in range(-1, 3)]
    rules = NEWSKYJO_PRESETS["newskyjo"].replace(columns=2, rows=2, clear=2, turned=1)
    return dealt(new_game("newskyjo", rules, players, Deck.from_counts(counts), 7))


def dealt(h):
    """A game at its first turn, and its events so far."""
    order = h.state.draw[: h.state.draw_size]
    shuffle(np.random.default_rng(7), order, len(order))
    events = [h.header, h.shuffle(order)]
    events += [h.act(h.legal()[0]) for _ in h.players]
    return h, events


@pytest.mark.seconds
@pytest.mark.parametrize("deepest", [8, pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("preset", "players"), COUNTS)
def test_perft(preset, players, deepest):
    """From depth 1 on."""
    h, _ = deal_of(preset, players)
    counts = tuple(perft(SKYJO, h.state, h.codes, depth) for depth in range(1, deepest + 1))
    assert counts == COUNTS[preset, players][:deepest]


@pytest.mark.parametrize(("preset", "players"), COUNTS)
def test_perft_of_the_plain_replayer(preset, players):
    """The same counts, to depth 5: it is slow."""
    _, events = deal_of(preset, players)
    *_, table = plain_replayer.replay(to_line(event).decode() for event in events)
    counts = tuple(table.perft(depth) for depth in range(1, 6))
    assert counts == COUNTS[preset, players][:5]


def test_every_preset_has_its_counts():
    """A new preset must be counted too."""
    assert {preset for preset, _ in COUNTS} == set(SKYJO_PRESETS)


@pytest.mark.seconds
@pytest.mark.parametrize(("effect", "players"), EFFECTS)
def test_perft_of_newskyjo(effect, players):
    """Depths 1 to 6, and to depth 4 by the plain replayer."""
    h, events = deal_of_newskyjo(effect, players)
    counts = tuple(perft(NEWSKYJO, h.state, h.codes, depth) for depth in range(1, 7))
    assert counts == EFFECTS[effect, players]
    *_, table = plain_replayer.replay(to_line(event).decode() for event in events)
    assert tuple(table.perft(depth) for depth in range(1, 5)) == counts[:4]


def test_every_effect_has_its_counts():
    """A new row of the table must be counted too."""
    assert {effect for effect, _ in EFFECTS} == {*NEWSKYJO_EFFECTS, "all"}
