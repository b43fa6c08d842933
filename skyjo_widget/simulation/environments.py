"""PettingZoo environments of the games, for reinforcement learning.

They need PettingZoo (``pip install "skyjo_widget[rl]"``); without it this module can be
imported, but making an environment raises an error.  ``docs/environments.md`` has a complete
loop and the layout of an observation.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, get_args

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.dealing import give_dice
from skyjo_widget.engine.core.driver import MAX_TURNS, break_off, endless, turns_lost
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GAMES, GameSpec, RuleOptions, settle_rules
from skyjo_widget.engine.limits import UNKNOWN
from skyjo_widget.errors import IllegalActionError, RulesError, SkyjoWidgetError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.states.fields import layout, numbers
from skyjo_widget.util.notices import write_line
from skyjo_widget.util.validation import whole_number

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    AECEnv = None

if TYPE_CHECKING:

    class _Base:  # as far as it is used: PettingZoo brings no types
        def _was_dead_step(self, action: int | None) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _accumulate_rewards(self) -> None: ...
        def _deads_step_first(self) -> None: ...
else:
    _Base = AECEnv or object

RenderMode = Literal["human", "ansi"]
Reward = Literal["win", "score"]

_NO_MODE = "render() without a render_mode: give env(…) one"
LIMIT = 10**12
"""The bound of the absolute value of numbers in an observation that aren't cards."""


def env(
    preset: GameSpec = "skyjo",
    players: int = 4,
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    reward: Reward = "win",
    turns: int = MAX_TURNS,
    render_mode: RenderMode | None = None,
    **rule_fields: Unpack[RuleOptions],
) -> Any:
    """Make an environment that raises when its methods are called in a wrong order.

    Parameters
    ----------
    preset : str or Game
        A preset's name, as for `skyjo_widget.play`.
    players : int
        The number of players.
    rules : rules object, optional
        In place of the preset's.
    deck : Deck or path, optional
        In place of the game's; a path is read by `Deck.from_csv`.
    reward : {"win", "score"}
        The reward at the end of the game (`GameEnv.step`).
    turns : int
        A game in which nobody ends a round for so many turns is broken off.
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
        preset,
        players,
        rules=rules,
        deck=deck,
        reward=reward,
        turns=turns,
        render_mode=render_mode,
        **rule_fields,
    )
    return OrderEnforcingWrapper(raw)


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
        preset: GameSpec = "skyjo",
        players: int = 4,
        *,
        rules: Options | None = None,
        deck: Deck | str | Path | None = None,
        reward: Reward = "win",
        turns: int = MAX_TURNS,
        render_mode: RenderMode | None = None,
        **rule_fields: Unpack[RuleOptions],
    ) -> None:
        if AECEnv is None:
            raise SkyjoWidgetError(
                "environments need PettingZoo: pip install pettingzoo gymnasium, or pip "
                'install "skyjo_widget[rl]"'
            )
        super().__init__()
        game, chosen, cards = settle_rules(preset, rules, deck, rule_fields)
        if reward not in get_args(Reward):
            raise RulesError("reward={reward!r}: it is 'win' or 'score'", reward=reward)
        turns = whole_number("turns", turns)
        if turns < 1:
            raise RulesError("turns={turns}: 1 or more are needed", turns=turns)
        if render_mode not in (None, *get_args(RenderMode)):
            raise RulesError(
                "render_mode={render_mode!r}: it is 'human', 'ansi' or None",
                render_mode=render_mode,
            )
        self._game = game.name  # by name, so that an environment can be pickled
        self.deck = cards
        self.codes: Any = chosen.codes(whole_number("players", players), cards)
        self.reward, self.turns, self.render_mode = reward, turns, render_mode
        self.metadata = {**self.metadata, "name": f"{game.name.replace('-', '_')}_v0"}
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(self.codes.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._state = game.state()
        self._rng: np.random.Generator | None = None
        self._lost = self._decisions = 0
        self._layout = layout(game, self.codes, cards)
        low, high = self._bounds()
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int64),
                    "action_mask": spaces.Box(0, 1, (len(game.actions),), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(len(game.actions)) for agent in self.possible_agents
        }

    @property
    def game(self) -> Game:
        """The game's definition; ``game.action_text(action, codes)`` names an action."""
        return GAMES[self._game]

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
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._state = self.game.state()
        self._lost = self._decisions = 0
        self.game.start(self._state, self.codes)
        if jit.is_interpreted(self.codes):
            give_dice(self._state, self.codes, int(self._rng.integers(2**48)))
        self._advance(self._rng)

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
        chosen = self._verified(agent, action)
        assert self._rng is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.apply(self._state, self.codes, chosen)
        self._decisions += 1
        self._advance(self._rng)

    def seen(self, agent: str) -> Any:
        """Return an agent's observation as the engine's object, which built-in policies read."""
        return observe(self._state, self._seats[agent])

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's observation and action mask; the mask is 0 unless it is to act."""
        observation = self.seen(agent)
        mask = np.zeros(len(self.game.actions), np.int8)
        if self.game.actor(self._state) == self._seats[agent]:
            mask[self.game.legal_actions(observation, self.codes)] = 1
        values = numbers(self._layout, observation, self._seats[agent])
        return {"observation": np.array(values, np.int64), "action_mask": mask}

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

    def _advance(self, rng: np.random.Generator) -> None:
        """Advance to the next decision, or to the end of the game."""
        state, codes, game = self._state, self.codes, self.game
        while state.phase in game.idle_phases:
            if state.phase == game.shuffle_phase:
                shuffle(rng, state.draw, state.draw_size)
            elif state.phase == game.round_over:
                self._lost = turns_lost(state, self._lost)
            game.proceed(state, codes)
        if state.phase != game.game_over and endless(
            state, self._lost, self.turns, self._decisions
        ):
            break_off(state, game.game_over)
        if state.phase == game.game_over:
            ends = self.truncations if state.unfinished else self.terminations
            ends.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.agents, self._final_rewards(), strict=True))
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[game.actor(state)]
        if self.render_mode == "human":
            self.render()

    def _final_rewards(self) -> list[float]:
        state, players = self._state, self.codes.players
        won = self.game.winners(state, self.codes)
        if not won:
            return [0.0] * players
        if self.reward == "win":
            stake = 1 / (players - 1)
            share = stake * (players - len(won)) / len(won)
            return [share if seat in won else -stake for seat in range(players)]
        mean = sum(state.total[:players]) / players
        better = 1 if state.total[won[0]] >= mean else -1
        return [better * (total - mean) for total in state.total[:players]]

    def _verified(self, agent: str, action: Any) -> int:
        """Return the action as an int; raise `IllegalActionError` unless it is legal."""
        observation, game, codes = self.seen(agent), self.game, self.codes
        legal = game.legal_actions(observation, codes)
        text, reason = f"{action!r:.60}", ""
        try:
            number = whole_number("action", action)
        except RulesError:
            reason = _("an action is a whole number")
        else:
            if number in legal:
                return number
            if 0 <= number < len(game.actions):
                text, reason = (
                    game.action_text(number, codes),
                    game.why_illegal(observation, codes, number),
                )
            else:
                reason = _("actions have the ids 0 to {last}", last=len(game.actions) - 1)
        raise IllegalActionError(
            text,
            seat=self._seats[agent],
            player=agent,
            reason=reason,
            legal=tuple(game.action_text(id_, codes) for id_ in legal),
        )

    def _bounds(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the lower and upper bounds of each number of an observation."""
        low = np.full(len(self._layout), -LIMIT, np.int64)
        high = -low
        for f in self._layout.fields:
            if f.card:
                low[f.slice] = UNKNOWN
                high[f.slice] = len(self.deck.kinds) - 1
        return low, high


raw_env = GameEnv
"""The environment without PettingZoo's wrapper, under the name that PettingZoo gives it."""
