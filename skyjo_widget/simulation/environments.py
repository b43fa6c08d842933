"""Environments of the games for reinforcement learning: PettingZoo's, and Gymnasium's vectors.

They need PettingZoo (``pip install "skyjo_widget[rl]"``); without it this module can be
imported, but making an environment raises an error.  ``docs/environments.md`` has a complete
loop and the layout of an observation.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, get_args

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GameSpec, RuleOptions
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.simulation.side_by_side import (
    ENDED,
    SEAT,
    TRUNCATED,
    Reward,
    bounds,
    set_up,
    without_libraries,
)
from skyjo_widget.simulation.vector_env import VectorGameEnv
from skyjo_widget.util.notices import write_line
from skyjo_widget.util.validation import whole_number

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers.order_enforcing import (
        AECOrderEnforcingIterable,
        OrderEnforcingWrapper,
    )
except ImportError:
    AECEnv = None

if TYPE_CHECKING:

    class _Base:  # as far as it is used: PettingZoo brings no types
        def _was_dead_step(self, action: int | None) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _accumulate_rewards(self) -> None: ...
        def _deads_step_first(self) -> None: ...
        def last(self, observe: bool = True) -> tuple[Any, ...]: ...

    class _Wrapper:
        """PettingZoo's wrapper, as far as its own has types."""

        def __init__(self, env: GameEnv) -> None: ...
        def step(self, action: int | None) -> None: ...
        def last(self, observe: bool = True) -> tuple[Any, ...]: ...
        def agent_iter(self, max_iter: int = 2**63) -> Any: ...

    class _Iterable:
        def __init__(self, env: OrderedEnv, max_iter: int) -> None: ...
elif AECEnv:
    _Base, _Wrapper, _Iterable = AECEnv, OrderEnforcingWrapper, AECOrderEnforcingIterable
else:
    _Base = _Wrapper = _Iterable = object

RenderMode = Literal["human", "ansi"]

_empty = np.empty
_INT64, _INT8 = np.dtype(np.int64), np.dtype(np.int8)
_NO_MODE = "render() without a render_mode: give env(…) one"


def env(
    game: GameSpec = "skyjo",
    seats: int = 4,
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    reward: Reward = "win",
    turns: int = MAX_TURNS,
    depth: int | None = None,
    render_mode: RenderMode | None = None,
    **rule_fields: Unpack[RuleOptions],
) -> Any:
    """Make an environment that raises when its methods are called in a wrong order.

    Parameters
    ----------
    game : str or Game
        A preset, as for `skyjo_widget.play`.
    seats : int
        How many play.
    rules : rules object, optional
        In place of the preset's.
    deck : Deck or path, optional
        In place of the game's; a path is read by `Deck.from_csv`.
    reward : {"win", "score"}
        The reward at the end of the game (`GameEnv.step`).
    turns : int
        A game in which nobody ends a round for so many turns is broken off.
    depth : int, optional
        The number of cards of each pile in an observation, from its top; None gives all.
    render_mode : {"human", "ansi"}, optional
        Whether the observation of the agent to act is printed at every step, or returned as
        text.
    **rule_fields
        Rule options to change, such as ``turned=3``.

    Returns
    -------
    AECEnv
        A `GameEnv` in PettingZoo's wrapper.

    Raises
    ------
    RulesError
        If an argument is invalid; the message says why.
    SkyjoWidgetError
        If PettingZoo isn't installed.
    """
    raw = GameEnv(
        game,
        seats,
        rules=rules,
        deck=deck,
        reward=reward,
        turns=turns,
        depth=depth,
        render_mode=render_mode,
        **rule_fields,
    )
    return OrderedEnv(raw)


class GameEnv(_Base):
    """A PettingZoo AEC environment of a game; for the parameters see `env`.

    Attributes
    ----------
    codes : twin
        The rule codes.
    deck : Deck
        The deck; its kinds are indexed by the card codes of an observation.
    """

    turns: int
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    agent_selection: str

    metadata: dict[str, Any] = {  # noqa: RUF012  (PettingZoo wants a dict of the class)
        "name": "skyjo_widget_v0",
        "render_modes": list(get_args(RenderMode)),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: GameSpec = "skyjo",
        seats: int = 4,
        *,
        rules: Options | None = None,
        deck: Deck | str | Path | None = None,
        reward: Reward = "win",
        turns: int = MAX_TURNS,
        depth: int | None = None,
        render_mode: RenderMode | None = None,
        **rule_fields: Unpack[RuleOptions],
    ) -> None:
        if AECEnv is None:
            raise without_libraries()
        super().__init__()
        if render_mode not in (None, *get_args(RenderMode)):
            raise RulesError(
                "render_mode={render_mode!r}: it is 'human', 'ansi' or None",
                render_mode=render_mode,
            )
        self.codes: Any
        self.deck: Deck
        self._games, self.deck = set_up(
            game,
            seats,
            1,
            rules=rules,
            deck=deck,
            reward=reward,
            turns=turns,
            depth=depth,
            renews=False,
            rule_fields=rule_fields,
        )
        game, self.codes = self._games.game, self._games.codes
        self.reward, self.turns, self.render_mode = reward, int(turns), render_mode
        self.metadata = {**self.metadata, "name": f"{game.name.replace('-', '_')}_v0"}
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(self.codes.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seat = NOBODY
        self._copy: Any = None  # of the state, or interpreted the state itself
        self._fresh: dict[str, Any] | None = None  # of the seat to act, not handed out yet
        self._touched = True  # True if the seats' views have to be written
        self._views: Any = None  # the views of all seats, if they are written
        self._layout = self._games.laid_out
        self._length, self._actions = len(self._layout), self._layout.actions
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        low, high = bounds(self._layout)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int64),
                    "action_mask": spaces.Box(0, 1, (self._actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self._actions) for agent in self.possible_agents
        }

    @property
    def game(self) -> Game:
        """The game's definition; ``game.action_text(action, codes)`` names an action."""
        return self._games.game

    def observation_space(self, agent: str) -> Any:
        """Return a `Dict` space of ``observation``, an array (`layout`), and ``action_mask``."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the discrete space of the game's action ids."""
        return self._action_spaces[agent]

    def layout(self) -> dict[str, slice]:
        """Return the slice of each part of an ``observation``, by name.

        ``me`` is the agent's seat; the others are named like the fields of the state, which
        are documented there (`skyjo_widget.engine.grids.rules.GridState`,
        `skyjo_widget.engine.newskyjo.rules.NewSkyjoState`,
        `skyjo_widget.engine.skipbo.rules.SkipBoState`).
        """
        return {f.name: f.slice for f in self._layout.fields}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Parameters
        ----------
        seed : int, optional
            The same seed deals the same cards; None continues with the present generator.
        options : dict, optional
            Not used.
        """
        games = self._games
        if seed is not None or not games.rngs:
            games.rngs = [np.random.default_rng(seed)]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        games.begin()
        self._touched = False
        self._go_on(games.x[0].copy(), games.mask[0].copy())

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent to act.

        Rewards are 0 until the game is over, and then sum to 0.  With ``"win"`` each
        agent that hasn't won pays 1 / (players − 1), and the winners share it; with
        ``"score"`` the reward is by how many points an agent's total is better than the mean
        of all.  If a game is broken off, all agents are truncated with reward 0.

        Parameters
        ----------
        action : int or None
            Its id; None for an agent whose game is over.

        Raises
        ------
        IllegalActionError
            If it is illegal; the error lists the legal actions, and nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games = self._games
        if self._touched:
            self._look()
        if type(action) is int and 0 <= action < self._actions:
            games.orders[0] = action
        else:  # legal if it stands for an integer
            games.orders[0] = self._number(action)
        x, mask = _empty(self._length, _INT64), _empty(self._actions, _INT8)
        left = games.carry_on(x, mask, False, 1)
        if left:
            if left < 0:
                raise games.refusal(0, action)
            games.shuffle(left, x, mask)
        self._cumulative_rewards[agent] = 0.0
        self.rewards.update(self._nothing)
        self._go_on(x, mask)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and infos of the agent to act."""
        agent, seen = self.agent_selection, self._fresh
        if not observe:
            seen = None
        elif seen is None:
            seen = self.observe(agent)
        else:
            self._fresh = None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def seen(self, agent: str) -> Any:
        """Return an agent's observation as the engine's object, which built-in policies read."""
        return observe(self._now(), self._seats[agent])

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's observation and action mask; the mask is 0 unless it is to act."""
        seat, games, seen = self._seats[agent], self._games, self._fresh
        if seen is not None and seat == self._seat:
            self._fresh = None
            return seen
        if self._touched or self._views is None:
            self._look()
        mask = games.mask[0].copy() if seat == self._seat else np.zeros(self._actions, _INT8)
        return {"observation": self._views[seat].copy(), "action_mask": mask}

    def render(self) -> str | None:
        """Return the observation of the agent to act as text, or print it (``"human"``)."""
        if self.render_mode is None:
            gymnasium.logger.warn(_NO_MODE)
            return None
        text = self.game.state_text(self.seen(self.agent_selection), self.codes, self.deck)
        if self.render_mode == "ansi":
            return text
        write_line(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def _state(self) -> Any:
        """The state; what is changed in it counts."""
        self._touched, self._fresh = True, None
        return self._now()

    @_state.setter
    def _state(self, state: Any) -> None:
        self._touched, self._fresh, self._copy = True, None, state

    def _now(self) -> Any:
        """Return the state, to be read."""
        if self._copy is None:
            self._copy = self._games.state(0)
        return self._copy

    def _look(self) -> None:
        """Write what all seats see, of a state that may have been changed."""
        if self._copy is not None:
            self._games.set_state(0, self._copy)
        self._games.look()
        self._seat = self._games.progress.item(SEAT)
        self._touched, self._views = False, self._games.views[0]

    def _go_on(self, x: npt.NDArray[np.int64], mask: npt.NDArray[np.int8]) -> None:
        """Note who is to act and sees `x`, or how the game has ended."""
        progress = self._games.progress
        self._seat = seat = progress.item(SEAT)
        self._copy = self._views = None
        if seat != NOBODY:
            self.agent_selection = self.possible_agents[seat]
            self._fresh = {"observation": x, "action_mask": mask}
        else:
            self._fresh, self._views = None, self._games.views[0]
            broken_off = progress.item(ENDED) == TRUNCATED
            ends = self.truncations if broken_off else self.terminations
            ends.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.agents, self._games.rewards[0].tolist(), strict=True))
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _number(self, action: Any) -> int:
        """Return an action as an integer; raises `IllegalActionError` unless it may be one."""
        try:
            number = whole_number("action", action)
        except RulesError:
            number = NOBODY
        if 0 <= number < self._actions:
            return number
        raise self._games.refusal(0, action)


vector_env = VectorGameEnv
"""Many games side by side, under a name like PettingZoo's."""

raw_env = GameEnv
"""The environment without PettingZoo's wrapper, under the name that PettingZoo gives it."""


class OrderedEnv(_Wrapper):
    """PettingZoo's wrapper that enforces the order of calls, with fewer calls of its own."""

    env: GameEnv
    _has_reset: bool
    _has_updated: bool

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent to act (`GameEnv.step`)."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        """Return the observation, reward, ends and infos of the agent to act."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterable of the agents in their turn."""
        return _Turns(self, max_iter) if self._has_reset else super().agent_iter(max_iter)

    def __str__(self) -> str:
        return str(self.env)


class _Turns(_Iterable):
    """The agents in their turn, with a step after each."""

    env: OrderedEnv
    max_iter: int

    def __iter__(self) -> Iterator[str]:
        ordered, raw = self.env, self.env.env
        for _ in itertools.repeat(None, min(self.max_iter, sys.maxsize)):
            if not raw.agents:
                return
            # PettingZoo's words
            assert ordered._has_updated, (
                "need to call step() or reset() in a loop over `agent_iter`"
            )
            ordered._has_updated = False
            yield raw.agent_selection
