"""The bots at a table: built-in policies and functions, asked for their actions."""

from __future__ import annotations

from skyjo_widget import bots
from skyjo_widget.bots.search import Strong
from skyjo_widget.engine.core import dealing
from skyjo_widget.errors import RulesError
from skyjo_widget.records.history import History
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.seating import Policy


class BotSeats:
    """The seats of a game that bots play.

    Parameters
    ----------
    history : History
        The game.
    functions : dict of int to callable
        The seats' own policies, where a function was given.

    Attributes
    ----------
    limit : float or None
        Seconds that a function has for a move; None for no limit.
    """

    def __init__(self, history: History, functions: dict[int, Policy]) -> None:
        self._history = history
        self.functions = functions
        self.limit: float | None = strategies.LIMIT

    def at(self, history: History) -> BotSeats:
        """Return the same bots at another game; a seat that somebody else has taken keeps them."""
        own = {
            seat: function
            for seat, function in self.functions.items()
            if str(history.players[seat].policy).endswith("()")
        }
        seats = BotSeats(history, own)
        seats.limit = self.limit
        return seats

    def replace(self, seat: int, function: Policy | None) -> None:
        """Replace or remove a seat's function."""
        self.functions.pop(seat, None)
        if function:
            self.functions[seat] = function

    def ask(self, seat: int, *, secret: bool) -> tuple[int, int | None]:
        """Return a bot's action, and its rollouts if it had fewer than its budget.

        Raises
        ------
        PolicyError
            If it raised or returned no legal action; with `secret` the message shows no cards.
        """
        history, player = self._history, self._history.players[seat]
        rollouts: int | None = None
        rng = dealing.generator(history.header["seed"], dealing.BOTS, len(history.decisions))

        def built_in(observation: Observation) -> int:
            nonlocal rollouts
            name = str(player.policy)
            if name.endswith("()"):
                raise RulesError(
                    "{name} was a function, which a record doesn't hold: load(path, "
                    "players={{{seat}: {function}}})",
                    name=name,
                    seat=seat,
                    function=name[:-2],
                )
            bot = bots.find(history.game.name, name)
            if isinstance(bot, Strong):
                action, rollouts = bot.act_soon(observation.seen, history.codes, rng)
                return action
            return bot.act(observation.seen, history.codes, rng)

        function = self.functions.get(seat)
        action = strategies.ask(
            function or built_in,
            history.game,
            history.state,
            history.codes,
            history.deck,
            strategies.sealed(rng),
            name=player.name,
            limit=self.limit if function else None,
            secret=secret,
        )
        return action, rollouts
