"""A vector of environments after Gymnasium's conventions: many games of one kind side by side."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import GameSpec, RuleOptions
from skyjo_widget.errors import RulesError
from skyjo_widget.simulation.side_by_side import (
    ENDED,
    GOES_ON,
    SEAT,
    TERMINATED,
    TRUNCATED,
    Reward,
    bounds,
    set_up,
    without_libraries,
)
from skyjo_widget.util.validation import whole_number

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    GYMNASIUM = False
else:
    GYMNASIUM = True

if TYPE_CHECKING:

    class _Base: ...
else:
    _Base = VectorEnv if GYMNASIUM else object

Numbers = npt.NDArray[np.int64]


class VectorGameEnv(_Base):
    """Games side by side as a vector environment of Gymnasium, whose seats take turns.

    In each game the seat to act gets the observation, and the action is its own.  A game that is
    over is followed by the next one in the same step (Gymnasium's `AutoresetMode.SAME_STEP`).

    Parameters
    ----------
    game, seats, rules, deck, reward, turns, depth, **rule_fields
        As for `skyjo_widget.environments.env`.
    games : int
        How many games.

    Attributes
    ----------
    num_envs : int
        The number of games.
    codes : twin
        The rule codes.
    deck : Deck
        The deck; its kinds are indexed by the card codes of an observation.

    Raises
    ------
    RulesError
        If an argument is invalid; the message says why.
    SkyjoWidgetError
        If PettingZoo and Gymnasium aren't installed.
    """

    def __init__(
        self,
        game: GameSpec = "skyjo",
        seats: int = 4,
        *,
        games: int = 256,
        rules: Options | None = None,
        deck: Deck | str | Path | None = None,
        reward: Reward = "win",
        turns: int = MAX_TURNS,
        depth: int | None = None,
        **rule_fields: Unpack[RuleOptions],
    ) -> None:
        if not GYMNASIUM:
            raise without_libraries()
        self.num_envs: int = whole_number("games", games)
        if self.num_envs < 1:
            raise RulesError("games={games}: 1 or more are needed", games=self.num_envs)
        self.deck: Deck
        self._games, self.deck = set_up(
            game,
            seats,
            self.num_envs,
            rules=rules,
            deck=deck,
            reward=reward,
            turns=turns,
            depth=depth,
            renews=True,
            rule_fields=rule_fields,
        )
        self.codes: Any = self._games.codes
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.name.replace('-', '_')}_v0",
            "render_modes": [],
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        low, high = bounds(self._games.laid_out)
        self.single_observation_space: spaces.Box = spaces.Box(low, high, dtype=np.int64)
        actions = self._games.laid_out.actions
        self.single_action_space: spaces.Discrete[np.int64] = spaces.Discrete(actions)
        self.observation_space: spaces.Space[Any]
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: spaces.Space[Any]
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._every = np.ones(self.num_envs, bool)

    @property
    def game(self) -> Game:
        """The game's definition; ``game.action_text(action, codes)`` names an action."""
        return self._games.game

    def layout(self) -> dict[str, slice]:
        """Return the slice of each part of an observation, as of `GameEnv.layout`."""
        return {f.name: f.slice for f in self._games.laid_out.fields}

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all games.

        Parameters
        ----------
        seed : int or sequence of int, optional
            The first game's, the next one's is 1 more; or a seed for each.  A game goes as
            `skyjo_widget.environments.raw_env` after `reset` with its seed, and the following ones
            as after `reset` without one.  None continues with the present generators.
        options : dict, optional
            Not used.

        Returns
        -------
        observations : array of int64, shape (games, numbers)
        infos : dict
            See `step`.
        """
        rngs, count = self._games.rngs, self.num_envs
        seeds: Sequence[int | None]
        if seed is None or isinstance(seed, Sequence):
            seeds = [None] * count if seed is None else seed
        else:
            seeds = range(operator.index(seed), operator.index(seed) + count)
        if len(seeds) != count:
            raise RulesError("seed: {count} seeds for {games} games", count=len(seeds), games=count)
        self._games.rngs = [
            rngs[i] if rngs and each is None else np.random.default_rng(each)
            for i, each in enumerate(seeds)
        ]
        self._games.begin()
        return self._games.x, self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Numbers,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Carry out an action in each game, and begin the next game where one is over.

        Parameters
        ----------
        actions : array of integers, shape (games,)
            The id of a legal action of the seat to act, for each game.

        Returns
        -------
        observations : array of int64, shape (games, numbers)
            What the seat to act sees.  The next step writes into the same array: copy what you
            keep.
        rewards : array of float64, shape (games, players)
            Of each seat, 0 but where a game has ended (`GameEnv.step`).
        terminations, truncations : array of bool, shape (games,)
            Whether a game ended in this step, or was broken off.
        infos : dict
            ``action_mask``, array of int8, shape (games, actions): 1 for the legal actions of the
            seat to act, written by the next step as well; ``seat``, array of int64, shape
            (games,): that seat.  After a step in which games ended also ``final_obs``, an array of
            objects, shape (games,): for a game that ended an array of shape (players, numbers),
            what each seat saw at last, else None.  An array of bool with ``_`` before the name
            says for which games there is an entry.

        Raises
        ------
        IllegalActionError
            If an action is illegal; the error lists the legal ones, and nothing has changed.
        RulesError
            If they aren't integers, or not one for each game.
        """
        games = self._games
        if not games.rngs:
            raise RulesError("step() before reset(): no game has begun")
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.num_envs,):
            raise RulesError(
                "actions: {games} integers are needed, one for each game, not an array of {dtype} "
                "of shape {shape}",
                games=self.num_envs,
                dtype=chosen.dtype,
                shape=chosen.shape,
            )
        games.speed_up()
        games.order(chosen)
        refused = games.step()
        if refused >= 0:
            raise games.refusal(refused, int(chosen[refused]), where=True)
        ended = games.progress[:, ENDED]
        infos = self._infos()
        over = ended != GOES_ON
        if over.any():
            infos["final_obs"] = final = np.full(self.num_envs, None, object)
            infos["_final_obs"] = over
            for i in np.flatnonzero(over):
                final[i] = games.views[i].copy()
        return games.x, games.rewards.copy(), ended == TERMINATED, ended == TRUNCATED, infos

    def seen(self, game: int) -> Any:
        """Return the view of a game's seat to act as the engine's object, which bots read."""
        return self._games.seen(game, int(self._games.progress[game, SEAT]))

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._games.mask,
            "_action_mask": self._every,
            "seat": self._games.progress[:, SEAT].copy(),
            "_seat": self._every,
        }
