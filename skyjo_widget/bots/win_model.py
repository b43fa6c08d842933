"""Fitted win probabilities: a small network from public information to every seat's chance.

A game gives features of each seat (`WinModel.features`); the network is the same for each seat.
A layer reads a seat's features; a second one reads that and its mean over the seats, so a seat
is judged against the others; the outputs of a table's seats go through a softmax.  So chances
sum to 1, hold for any number of seats, and move with the seats when these change places.  numpy
alone evaluates it.

``scripts/win_model.py`` fits the tables; each file holds how it was made.

References
----------
Zaheer et al., "Deep Sets" (2017), for the mean over the seats.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

Floats = npt.NDArray[np.float32]

BLOCK = 2048
"""Rows that are evaluated at once: what they need stays in the processor's cache."""


class Network(NamedTuple):
    """The network's weights; `scale` and `shift` make each feature one of mean 0, deviation 1.

    Parameters
    ----------
    shift, scale : array of float32, features
    seat : array of float32, features × units
    seat_bias : array of float32, units
    both : array of float32, (units × 2) × units of the second layer
        The first half reads the seat's units, the second half their mean over the seats.
    both_bias, out : array of float32, units of the second layer
    """

    shift: Floats
    scale: Floats
    seat: Floats
    seat_bias: Floats
    both: Floats
    both_bias: Floats
    out: Floats

    def chances(self, features: Floats) -> Floats:
        """Return each seat's chance; features are rows × seats × features."""
        rows, seats, many = features.shape
        flat = (features.reshape(-1, many) - self.shift) * self.scale
        units = flat @ self.seat
        units += self.seat_bias
        np.maximum(units, 0, out=units)
        size = units.shape[1]
        mean = units.reshape(rows, seats, size).mean(axis=1) @ self.both[size:]
        second = (units @ self.both[:size]).reshape(rows, seats, -1)
        second += (mean + self.both_bias)[:, None]
        np.maximum(second, 0, out=second)
        scores = second @ self.out
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        return np.asarray(chances, np.float32)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class WinModel:
    """The fitted win probabilities of a game.

    Parameters
    ----------
    game : Game
    file : Path
        The network's weights, with `about`.
    digest : str
        The file's `digest`, which a test compares.
    features : callable
        ``features(states, codes, edge)``: an array of float32, rows × seats × features, from the
        public fields of states (`skyjo_widget.frames.states.table.States`), the rule codes, and
        by how many points a round each seat is better than the mean of the table.
    lowest_wins : bool
        Whether few points are better.
    depth : int
        How many cards of each pile are read, from its top.
    fitted : mapping of str to collection
        The options that may differ from the game's first preset, with the values that were fitted.
    """

    game: Game
    file: Path
    digest: str
    features: Callable[[Any, Any, Floats], Floats]
    lowest_wins: bool
    depth: int
    fitted: Mapping[str, Collection[Any]]

    @property
    def network(self) -> Network:
        """The weights; the file is read once."""
        return _read(self.file)[0]

    @property
    def about(self) -> dict[str, Any]:
        """The origin of the file: games, players, rules, and its Brier score on other games."""
        return dict(_read(self.file)[1])

    def chances(self, states: Any, codes: Any, edge: Floats) -> Floats:
        """Return each seat's chance, rows × seats; parameters as of `features`."""
        return self.network.chances(self.features(states, codes, edge))

    def check(self, rules: Options, deck: Deck) -> None:
        """Raise `RulesError` if games by these rules and this deck aren't what was fitted."""
        first = next(iter(self.game.presets.values()))
        for option in dataclasses.fields(rules):
            value = getattr(rules, option.name)
            values = self.fitted.get(option.name, (getattr(first, option.name),))
            if value not in values:
                raise RulesError(
                    "the fitted model doesn't know {name}={value!r}, it knows {known}: "
                    "rollouts (without model=) know every rule",
                    name=option.name,
                    value=value,
                    known=_listed(values),
                )
        if deck.hash != self.game.deck.hash:
            raise RulesError(
                "the fitted model doesn't know this deck, it knows the game's own: "
                "rollouts (without model=) know every deck"
            )


def _listed(values: Collection[Any]) -> str:
    if isinstance(values, range):
        return _("{low} to {high}", low=values[0], high=values[-1])
    return ", ".join(map(repr, values))


@functools.cache
def _read(file: Path) -> tuple[Network, dict[str, Any]]:
    with np.load(file) as parts:
        weights = Network(*(parts[name] for name in Network._fields))
        return weights, json.loads(str(parts["about"]))


def write(file: Path, network: Network, about: Mapping[str, Any]) -> None:
    """Write the weights, and how they were made, to a file of `WinModel`."""
    np.savez(file, about=np.array(json.dumps(about)), **network._asdict())


def digest(file: Path) -> str:
    """Return a short hash of a file, by which a change is noticed."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def lead(values: Any) -> Any:
    """Return by how much each seat's number is below the lowest of the others, rows × seats."""
    lowest = np.minimum(values[:, 0], values[:, 1])
    second = np.maximum(values[:, 0], values[:, 1])
    for seat in range(2, values.shape[1]):
        second = np.minimum(second, np.maximum(lowest, values[:, seat]))
        lowest = np.minimum(lowest, values[:, seat])
    of_others = np.where(values == lowest[:, None], second[:, None], lowest[:, None])
    return of_others - values


def stacked(parts: list[Any], rows: int, seats: int) -> Floats:
    """Return features as one array, rows × seats × features."""
    features = np.empty((rows, seats, len(parts)), np.float32)
    for at, part in enumerate(parts):
        features[:, :, at] = part
    return features
