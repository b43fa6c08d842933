"""Fit a game's win probabilities (`skyjo_widget.bots.win_model`), and write the file.

    python -m scripts.win_model GAME [SHARE]

Bots play at tables of all sizes, half of them among equals, with the rules that the model is to
know drawn at random.  Of each game some moments are kept, with each seat's share of the win.
Adam minimises the cross-entropy of the shares.  Every random number has a fixed seed.  Games held
out give the Brier score that stands in the file.  It takes some minutes a game; SHARE (1 by
default) of the games is played.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots import win_model
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.bots.win_model import Network, WinModel
from skyjo_widget.measures.win_model import shares_of
from skyjo_widget.simulation.simulate import simulate
from skyjo_widget.util.version import __version__

Floats = npt.NDArray[np.float32]

UNITS = 64, 32
BATCH = 2048
EPOCHS = 12
RATE = 3e-3
DECAY, TINY = 1e-5, 1e-8
HELD_OUT = 20
"""One table in so many is held out."""
TABLE_GAMES = 40
"""Games of a table: then its players and rules are drawn anew."""
EDGE_GAMES = 400
"""Other games of a table of unequal players, which tell by how much they differ."""
EQUAL, VARIED = 0.6, 0.3
"""The shares of tables of equal players, and with rules other than the first preset's."""


@dataclasses.dataclass(frozen=True, slots=True)
class Recipe:
    """The games that a fit needs.

    Parameters
    ----------
    policies : dict of str to float
        Policies at a table, with their weights.
    seats : dict of int to float
        Numbers of seats, with their weights.
    tables : int
        How many tables are drawn.
    lengths : tuple of (weight, option, low, high)
        How long a game is: an option drawn between two numbers.
    moments : float
        About how many moments of a game are kept.
    one_round : dict of str to int
        The option by which a game has one round.
    """

    policies: dict[str, float]
    seats: dict[int, float]
    tables: int
    lengths: tuple[tuple[float, str, int, int], ...]
    moments: float
    one_round: dict[str, int]


SKYJO = Recipe(
    {"careful": 6, "learned": 4, "expected": 2, "greedy": 1.5, "threshold(3)": 0.5,
     "threshold(5)": 0.5, "random": 0.3},
    {2: 4, 3: 3, 4: 3, 5: 1, 6: 1, 7: 0.5, 8: 0.5},
    3200,
    ((5, "target", 1, 1), (4, "target", 100, 100), (2, "target", 2, 200)),
    14,
    {"target": 1},
)  # fmt: skip
NEWSKYJO = Recipe(
    {"careful": 3, "expected": 6, "greedy": 2, "threshold(3)": 0.7, "random": 0.3},
    {3: 5, 4: 4, 5: 2, 6: 1, 7: 0.5, 8: 0.5},
    2400,
    ((8, "rounds", 1, 1), (2, "rounds", 2, 10)),
    14,
    {"rounds": 1},
)
SKIPBO = Recipe(
    {"planner": 6, "plain": 2, "greedy": 3, "random": 0.3},
    {2: 5, 3: 3, 4: 3, 5: 1, 6: 1},
    1500,
    ((5, "rounds", 1, 1), (2, "target", 500, 500), (2, "target", 100, 1000)),
    20,
    {"rounds": 1},
)
RECIPES = {"skyjo": SKYJO, "newskyjo": NEWSKYJO, "skip-bo": SKIPBO}


@dataclasses.dataclass(slots=True)
class Rows:
    """Moments of tables with as many seats.

    Parameters
    ----------
    features : array of float32, rows × seats × features
    shares : array of float32, rows × seats
    game : array of int, rows
        A number for each game.
    """

    features: Floats
    shares: Floats
    game: npt.NDArray[np.int64]


FIELDS = dataclasses.fields(Rows)


def drawn(recipe: Recipe, model: WinModel, rng: Any) -> tuple[list[str], dict[str, Any]]:
    """Draw the players and the rules of a table."""

    def weighted(weights: Any) -> Any:
        p = np.array(list(weights.values()), float)
        return list(weights)[rng.choice(len(p), p=p / p.sum())]

    seats = weighted(recipe.seats)
    if rng.random() < EQUAL:
        players = [weighted(recipe.policies)] * seats
    else:
        players = [weighted(recipe.policies) for _ in range(seats)]
    rules: dict[str, Any] = {}
    if rng.random() < VARIED:
        for name, values in model.fitted.items():
            if isinstance(values, tuple) and name not in recipe.one_round:
                rules[name] = values[rng.integers(len(values))]
    weights = np.array([length[0] for length in recipe.lengths])
    _, name, low, high = recipe.lengths[rng.choice(len(weights), p=weights / weights.sum())]
    rules[name] = int(rng.integers(low, high + 1))
    return players, rules


def edges_of(recipe: Recipe, model: WinModel, players: list[str], rules: Any, seed: int) -> Floats:
    """Return by how many points a round each seat is better than the table, from other games."""
    if len(set(players)) == 1:
        return np.zeros(len(players), np.float32)
    played = simulate(
        model.game,
        players,
        games=EDGE_GAMES,
        seed=10**6 + seed,
        progress=False,
        **rules | recipe.one_round,
    )
    means = played.rounds.groupby("seat", observed=True)["score"].mean().to_numpy(float)
    own = [means[[other == player for other in players]].mean() for player in players]
    better: Floats = np.array(np.mean(own) - own, np.float32)
    return better if model.lowest_wins else -better


def tables_of(recipe: Recipe, share: float) -> int:
    """Return how many tables are played."""
    return max(int(recipe.tables * share), HELD_OUT)


def play(recipe: Recipe, model: WinModel, share: float, rng: Any) -> dict[int, Rows]:
    """Play the recipe's games; return moments by seats."""
    parts: dict[int, list[Rows]] = {}
    for table in range(tables_of(recipe, share)):
        players, rules = drawn(recipe, model, rng)
        edges = edges_of(recipe, model, players, rules, table)
        played = simulate(
            model.game,
            players,
            games=TABLE_GAMES,
            seed=table,
            decisions=True,
            progress=False,
            **rules,
        )
        states = played.states(depth=model.depth)
        shares = shares_of(states)
        much = min(recipe.moments * TABLE_GAMES / len(states), 1)
        kept = (rng.random(len(states)) < much) & ~np.isnan(states.won)
        some = states[kept]
        edge = np.tile(edges, (len(some), 1))
        parts.setdefault(len(players), []).append(
            Rows(
                model.features(some, played.job.codes, edge),
                shares[some.game].astype(np.float32),
                table * TABLE_GAMES + some.game.astype(np.int64),
            )
        )
    return {
        seats: Rows(*(np.concatenate([getattr(part, f.name) for part in rows]) for f in FIELDS))
        for seats, rows in sorted(parts.items())
    }


def begin(rows: dict[int, Rows], rng: Any) -> Network:
    """Return a network with random weights."""
    flat = np.concatenate([r.features.reshape(-1, r.features.shape[2]) for r in rows.values()])
    shift, deviation = flat.mean(axis=0), flat.std(axis=0)
    many, (first, second) = flat.shape[1], UNITS

    def weights(*shape: int) -> Floats:
        values: Floats = np.array(rng.standard_normal(shape) * np.sqrt(2 / shape[0]), np.float32)
        return values

    return Network(
        shift.astype(np.float32),
        (1 / np.maximum(deviation, 1e-3)).astype(np.float32),
        weights(many, first),
        np.zeros(first, np.float32),
        weights(2 * first, second),
        np.zeros(second, np.float32),
        weights(second) * np.float32(0.1),
    )


def gradients(net: Network, features: Floats, shares: Floats) -> tuple[float, list[Floats]]:
    """Return the mean cross-entropy of a batch, and its gradient by the weights."""
    rows, seats, many = features.shape
    flat = (features.reshape(-1, many) - net.shift) * net.scale
    size = net.seat.shape[1]
    units = np.maximum(flat @ net.seat + net.seat_bias, 0)
    mean = units.reshape(rows, seats, size).mean(axis=1)
    inner = (units @ net.both[:size]).reshape(rows, seats, -1)
    inner += (mean @ net.both[size:] + net.both_bias)[:, None]
    second = np.maximum(inner, 0)
    scores = second @ net.out
    scores -= scores.max(axis=1, keepdims=True)
    chances = np.exp(scores)
    chances /= chances.sum(axis=1, keepdims=True)
    loss = -float((shares * np.log(chances + 1e-12)).sum() / rows)
    by_score = (chances - shares) / rows
    by_inner = by_score[:, :, None] * net.out * (inner > 0)
    by_mean = by_inner.sum(axis=1)
    by_flat = by_inner.reshape(rows * seats, -1)
    by_units = (by_flat @ net.both[:size].T).reshape(rows, seats, size)
    by_units += (by_mean @ net.both[size:].T)[:, None] / seats
    by_units = by_units.reshape(-1, size) * (units > 0)
    return loss, [
        flat.T @ by_units,
        by_units.sum(axis=0),
        np.concatenate([units.T @ by_flat, mean.T @ by_mean]),
        by_mean.sum(axis=0),
        np.einsum("rs,rsk->k", by_score, second),
    ]


def batches(rows: dict[int, Rows], rng: Any) -> Iterator[tuple[Floats, Floats]]:
    """Yield all rows in batches of one number of seats, in random order."""
    which = []
    for seats, r in rows.items():
        order = rng.permutation(len(r.game))
        many = max(BATCH // seats, 1) * 2
        which += [(seats, order[at : at + many]) for at in range(0, len(order), many)]
    for k in rng.permutation(len(which)):
        seats, at = which[k]
        yield rows[seats].features[at], rows[seats].shares[at]


def fit(rows: dict[int, Rows], rng: Any) -> Network:
    """Return the network of the least cross-entropy, by Adam with a falling rate."""
    net = begin(rows, rng)
    weights = [np.array(w) for w in net[2:]]
    first, second = ([np.zeros_like(w) for w in weights] for _ in range(2))
    many = sum(1 for _ in batches(rows, rng)) * EPOCHS
    step = 0
    for epoch in range(EPOCHS):
        losses = []
        for features, shares in batches(rows, rng):
            net = Network(net.shift, net.scale, *weights)
            loss, slopes = gradients(net, features, shares)
            losses.append(loss * len(features))
            step += 1
            rate = RATE * min(step / 200, 0.5 * (1 + np.cos(np.pi * step / many)))
            for k, slope in enumerate(slopes):
                first[k] += 0.1 * (slope - first[k])
                second[k] += 0.001 * (slope * slope - second[k])
                change = (
                    first[k] / (1 - 0.9**step) / (np.sqrt(second[k] / (1 - 0.999**step)) + TINY)
                )
                weights[k] -= np.float32(rate) * (change + DECAY * weights[k]).astype(np.float32)
        print(
            f"epoch {epoch + 1}: {sum(losses) / sum(len(r.game) for r in rows.values()):.5f}",
            flush=True,
        )
    return Network(net.shift, net.scale, *weights)


def split(rows: dict[int, Rows], *, held_out: bool) -> dict[int, Rows]:
    """Return the rows of the games held out, or of the others."""
    parts = {}
    for seats, r in rows.items():
        kept = (r.game // TABLE_GAMES % HELD_OUT == 0) == held_out
        parts[seats] = Rows(r.features[kept], r.shares[kept], r.game[kept])
    return {seats: r for seats, r in parts.items() if len(r.game)}


def brier(net: Network, rows: dict[int, Rows]) -> float:
    """Return the mean over moments and seats of (chance − share)²."""
    squares = [((net.chances(r.features) - r.shares) ** 2).reshape(-1) for r in rows.values()]
    return float(np.concatenate(squares).mean())


def make(name: str, share: float = 1.0) -> tuple[Network, dict[str, Any]]:
    """Play and fit; return the network, and how it was made."""
    model, recipe = BOTS[name].win, RECIPES[name]
    assert model
    rng = np.random.default_rng(1)
    begun = time.process_time()
    rows = play(recipe, model, share, rng)
    print(f"{sum(len(r.game) for r in rows.values())} moments", flush=True)
    network = fit(split(rows, held_out=False), rng)
    about = about_of(name, share, rows) | {
        "brier_held_out": round(brier(network, split(rows, held_out=True)), 4)
    }
    print(f"{time.process_time() - begun:.0f} s", about)
    return network, about


def about_of(name: str, share: float, rows: dict[int, Rows]) -> dict[str, Any]:
    """Return how a file is made, without its score."""
    model = BOTS[name].win
    assert model
    return {
        "game": name,
        "made_by": f"python -m scripts.win_model {name} {share:g}",
        "software": __version__,
        "recipe": json.loads(json.dumps(dataclasses.asdict(RECIPES[name]))),
        "rules": {option: str(values) for option, values in model.fitted.items()},
        "games": TABLE_GAMES * tables_of(RECIPES[name], share),
        "moments": sum(len(r.game) for r in rows.values()),
        "held_out": f"one table in {HELD_OUT}",
    }


def main() -> None:
    """Play, fit and write."""
    name, share = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    model = BOTS[name].win
    assert model
    win_model.write(model.file, *make(name, share))
    print(f"the digest in skyjo_widget/bots/ must become {win_model.digest(model.file)}")


if __name__ == "__main__":
    main()
