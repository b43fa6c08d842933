"""The parts of a table, which share its `LiveGame`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.table.annotator import Annotator
from skyjo_widget.table.bot_seats import BotSeats
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.paper import PaperCards
from skyjo_widget.table.paper_play import PaperPlay
from skyjo_widget.table.screen import Screen
from skyjo_widget.table.seating import Policy
from skyjo_widget.table.study import Study
from skyjo_widget.table.turns import Turns
from skyjo_widget.table.undo import Undo
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.wrong_calls import check_call

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Parts:
    """The parts of a table, for the rooms that build on it: the board, the phones, the class.

    Parameters
    ----------
    history : History
        The game so far.
    functions : dict of int to callable
        The seats' own policies, where a function was given.
    writer : record_file.Writer or None
        Where events go; None keeps them in memory.
    on_notified : callable
        A method, held weakly: called after every change.
    lang : str
        The table's language; empty for the browser's.

    Attributes
    ----------
    game : LiveGame
        The game, its lock and its record.
    turns : Turns
    undo : Undo
    bots : BotSeats
    annotator : Annotator
    study : Study
    screen : Screen
        The settings of the board, which hold with and without one.
    paper : PaperCards or None
    paper_play : PaperPlay or None
        None if the game isn't played with paper cards.
    """

    def __init__(
        self,
        history: History,
        functions: dict[int, Policy],
        writer: record_file.Writer | None,
        on_notified: Callable[[], None],
        lang: str,
    ) -> None:
        self.game: LiveGame = LiveGame(history, writer, on_notified, lang)
        self.turns: Turns = Turns(self.game)
        self.undo: Undo = Undo(self.game)
        self.annotator: Annotator = Annotator(self.game, self.turns)
        self.study: Study = Study(self.game, self.turns, self.annotator)
        self.screen: Screen = Screen(self.game, self.study)
        self.bots: BotSeats = BotSeats(history, functions)
        self._lay_paper(history)

    def _lay_paper(self, history: History) -> None:
        """Make the parts for paper cards, if the game is played with any."""
        self.paper_play: PaperPlay | None = None
        self.paper: PaperCards | None = None
        if isinstance(history, PaperHistory):
            self.paper_play = PaperPlay(self.game, history, self.turns)
            self.paper = PaperCards(self.game, history, self.turns, self.paper_play, self.undo)

    def take_up(
        self, history: History, writer: record_file.Writer | None, written: int = 0
    ) -> None:
        """Put another game in this one's place, whose record has so many of its events."""
        with self.game.lock, uninterrupted():
            self.game.restart(history, writer, written)
            self.bots = self.bots.at(history)
            self._lay_paper(history)
            with self.game.change():
                history.settle()


def signed_as(
    method: Callable[Concatenate[Any, Arguments], Result],
) -> Callable[[Callable[..., Result]], Callable[Concatenate[Any, Arguments], Result]]:
    """Decorate a method that takes what another one does."""

    def sign(own: Callable[..., Result]) -> Callable[Concatenate[Any, Arguments], Result]:
        vars(own)["__signature__"] = inspect.signature(method)
        return own

    return sign


def method_of(
    part: str, method: Callable[Concatenate[Any, Arguments], Result]
) -> Callable[Concatenate[Any, Arguments], Result]:
    """Make a table's method of one of its parts, with its signature and docstring."""

    @functools.wraps(method)
    def of_table(self: Any, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        own = getattr(self.parts, part)
        try:
            return method(own, *args, **kwargs)
        except TypeError as error:
            check_call(error, method, (own, *args), kwargs)
            raise

    return of_table
