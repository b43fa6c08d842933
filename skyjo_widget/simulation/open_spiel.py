"""Games as Python games of OpenSpiel, whose chance nodes deal each shuffle card by card.

It needs OpenSpiel (``pip install open_spiel``), which `register` imports.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Unpack

import numpy as np

from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GameSpec, RuleOptions, settle_rules
from skyjo_widget.frames.states.fields import layout, numbers
from skyjo_widget.simulation.side_by_side import share_out
from skyjo_widget.util.validation import whole_number

LENGTH = 100_000
"""Decisions after which a game is broken off: rounds can go on for ever."""


def register(
    game: GameSpec = "skyjo",
    seats: int = 2,
    *,
    length: int = LENGTH,
    **rule_fields: Unpack[RuleOptions],
) -> str:
    """Register a game with OpenSpiel, and return the name by which it is loaded.

    Parameters
    ----------
    game : str or Game
        A preset, as for `skyjo_widget.play`.
    seats : int
        How many play.
    length : int
        Decisions after which a game is broken off; all returns are 0 then.
    **rule_fields
        Rule options to change, such as ``target=1``, which makes a game of Skyjo one round.

    Returns
    -------
    str
        A name such as ``"python_skyjo_2"``; registered again, it is the newer game.

    Raises
    ------
    RulesError
        If an argument is invalid; the message says why.
    ImportError
        If OpenSpiel isn't installed.
    """
    import pyspiel  # noqa: PLC0415  (only who has it can call this)

    rules_of, chosen, deck = settle_rules(game, None, None, rule_fields)
    codes: Any = chosen.codes(whole_number("seats", seats), deck)
    most = whole_number("length", length)
    laid_out = layout(rules_of, codes, deck)
    name = f"python_{rules_of.name.replace('-', '_')}_{codes.players}"
    kinds, unused = pyspiel.GameType, ("information_state_string", "information_state_tensor")
    about = kinds(
        short_name=name,
        long_name=f"{rules_of.name}, {codes.players} seats",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        **dict.fromkeys(("max_num_players", "min_num_players"), codes.players),
        **dict.fromkeys((f"provides_{part}" for part in unused), False),
        **dict.fromkeys(("provides_observation_string", "provides_observation_tensor"), True),
        parameter_specification={},
    )
    # actions, kinds of cards, players, the returns' bounds and sum, decisions
    actions = rules_of.action_count(codes)
    size = pyspiel.GameInfo(actions, codes.kinds, codes.players, -1.0, 1.0, 0.0, most)

    class PythonGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel brings no types
        def __init__(self, params: Any = None) -> None:
            super().__init__(about, size, params or {})

        def new_initial_state(self) -> PythonState:
            return PythonState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer()

    class PythonState(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: PythonGame) -> None:
            super().__init__(game)
            self.state = rules_of.state()
            self.decisions = 0
            rules_of.start(self.state, codes)
            self._go_on()

        def _go_on(self) -> None:
            """Proceed to a decision, a shuffle or the end."""
            state = self.state
            while state.phase in rules_of.idle_phases and state.phase != rules_of.shuffle_phase:
                rules_of.proceed(state, codes)
            self.order: list[int] = []  # the cards shuffled so far, the top one first
            self.left = Counter(state.draw[: state.draw_size])

        def current_player(self) -> int:
            if self.is_terminal():
                return int(pyspiel.PlayerId.TERMINAL)
            if self.state.phase == rules_of.shuffle_phase:
                return int(pyspiel.PlayerId.CHANCE)
            return rules_of.actor(self.state)

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(rules_of.legal_actions(self.state, codes))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            count = self.left.total()
            return [(card, n / count) for card, n in sorted(self.left.items()) if n]

        def _apply_action(self, action: int) -> None:
            state = self.state
            if state.phase != rules_of.shuffle_phase:
                rules_of.apply(state, codes, action)
                self.decisions += 1
                self._go_on()
                return
            self.left[action] -= 1
            self.order.append(action)
            if len(self.order) == state.draw_size:
                state.draw[: state.draw_size] = self.order[::-1]
                rules_of.proceed(state, codes)
                self._go_on()

        def _action_to_string(self, player: int, action: int) -> str:
            if player == int(pyspiel.PlayerId.CHANCE):
                return f"card {action}"
            return rules_of.action_text(action, codes)

        def is_terminal(self) -> bool:
            return self.state.phase == rules_of.game_over or self.decisions >= most

        def returns(self) -> list[float]:
            rewards = [0.0] * codes.players
            if self.state.phase == rules_of.game_over:
                winners = sum(1 << seat for seat in rules_of.winners(self.state, codes))
                share_out(self.state, codes, winners, False, rewards)
            return rewards

        def __str__(self) -> str:
            return f"{rules_of.state_text(self.state, codes, deck)} shuffled={self.order}"

    class Observer:
        def __init__(self) -> None:
            self.tensor = np.zeros(len(laid_out), np.float32)
            self.dict = {"observation": self.tensor}

        def set_from(self, state: PythonState, player: int) -> None:
            self.tensor[:] = numbers(laid_out, observe(state.state, player), player)

        def string_from(self, state: PythonState, player: int) -> str:
            return rules_of.state_text(observe(state.state, player), codes, deck)

    pyspiel.register_game(about, PythonGame)
    return name
