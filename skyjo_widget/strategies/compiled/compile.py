"""Compiled strategies: functions of an observation, compiled by numba.

A strategy that numba understands is compiled, and called by the game's own driver.  It gets a
compiled observation with the same public attributes, each computed from the state on access;
secrets aren't among them.  The function must behave the same compiled and interpreted.  Therefore
code that numba treats differently from Python isn't compiled (`why_not`), None and errors stop a
compiled strategy as they stop an interpreted one, and bulk play compares the first games.

Compiling takes another process some 4 s of CPU time (`Team.consider`); its result is kept on disk
(`skyjo_widget.strategies.compiled.kept`).
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skyjo_widget import bots
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.driver import driver_parts, make_play
from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import NotationError
from skyjo_widget.strategies.compiled import kept
from skyjo_widget.strategies.compiled.parts import clause, read, why_not
from skyjo_widget.strategies.compiled.source import NotCompiledError
from skyjo_widget.util import time_limit
from skyjo_widget.util.notices import hushed

PAYS = 30.0
"""Seconds of CPU time of interpreted play above which compiling pays.

It takes some 4, in a process of low priority: on a core that it shares with play it gets a quarter,
and is done when play has taken 12.  So no run ends before it whose length was estimated right.
"""
LOADS = 8
"""The number of times by which loading costs less: a second at most, nearly all for numba."""
PLAY = "play"
"""The kind of compiled code that plays groups (`skyjo_widget.engine.core.background`)."""


class Team:
    """The strategies of a table, with the compiled driver that plays them.

    Parameters
    ----------
    game : Game
        The game.
    codes : twin
        The rule codes.
    functions : tuple of callable
        The strategies, each once.

    Attributes
    ----------
    driver : callable or None
        The compiled driver; None until all strategies are compiled and have played as they did
        interpreted.
    addresses : list of int
        The addresses of the functions' machine code, in their order, once there is a driver.
    why : str
        The reason why there is no driver, a sentence; empty if there is one, or if it hasn't been
        tried.
    """

    game: Game
    codes: Any
    functions: tuple[Any, ...]
    why: str

    def __init__(self, game: Game, codes: Any, functions: tuple[Any, ...]) -> None:
        self.game, self.codes, self.functions = game, codes, functions
        self.driver: Any = None
        reasons = [(function, why_not(function)) for function in functions]
        self.why = next((_because(function, reason) for function, reason in reasons if reason), "")
        self.addresses: list[int] = []
        self._trying, self._done = threading.Lock(), threading.Event()
        self._groups = self._games = 0
        self._seconds = 0.0

    def consider(
        self, games: int, seconds: float, left: int, agrees: Callable[[Any], bool]
    ) -> None:
        """Compile if it pays; play continues interpreted meanwhile.

        It is decided by CPU time, so that a busy machine compiles no sooner.  Once the code is on
        disk this waits until it is loaded: both would share the interpreter.

        Parameters
        ----------
        games : int
            The number of games in a group that was played interpreted.
        seconds : float
            The CPU time that they took.
        left : int
            The number of games that are left.
        agrees : callable
            ``agrees(driver) -> bool``: True if a driver replays that group.
        """
        if self.driver or self.why or not jit.has_numba() or jit.is_interpreted(self.codes):
            return
        if not self._trying.locked() and not self._begin(games, seconds, left, agrees):
            return
        if background.waits() or self._is_kept():
            self._done.wait()

    def _begin(self, games: int, seconds: float, left: int, agrees: Callable[[Any], bool]) -> bool:
        """Start a thread that gets the driver, if that pays; return True if there is one."""
        if self._groups:  # the first group also loads what the later ones use
            self._games += games
            self._seconds += seconds
        self._groups += 1
        expected = self._seconds / max(self._games, 1) * left
        if expected < PAYS and not (expected * LOADS >= PAYS and self._is_kept()):
            return False
        if not self._trying.acquire(blocking=False):
            return True
        # Another thread than that which plays: an exception raised there, by Stop or a time limit,
        # would leave numba's lock held for ever.
        thread = threading.Thread(
            target=self._try, args=(agrees,), name="compiling a strategy", daemon=True
        )
        try:
            time_limit.start(thread)
        except RuntimeError:  # no threads on this platform, or the interpreter is shutting down
            self._trying.release()
            return False
        return True

    def _try(self, agrees: Callable[[Any], bool]) -> None:
        """Get the driver; keep it if it agrees, else the reason."""
        try:
            with hushed():
                driver = self.compile()
                if driver and agrees(driver):
                    self.driver = driver
                elif driver:
                    self.why = _because(self.functions[0], "it would play otherwise")
        except Exception as error:  # play stays interpreted
            self.why = _because(self.functions[0], f"{type(error).__name__}: {error}")
        finally:
            self._done.set()

    def compile(self) -> Any:
        """Return the driver, with all functions compiled; None, and the reason, if that fails."""
        contents = [None if background.waits() else order.fetch() for order in self._orders]
        if not background.waits():
            background.wait(PLAY, self.game.name)
            if background.trouble(PLAY, self.game.name):
                return None
        from skyjo_widget.strategies.compiled import numba_ask  # noqa: PLC0415  (it loads numba)

        self.addresses = []
        for function, order, content in zip(self.functions, self._orders, contents, strict=True):
            try:
                address = numba_ask.address_of(order, content or order.read())
            except NotCompiledError as error:
                self.why = _because(function, clause(error))
                return None
            self.addresses.append(address)
        parts = driver_parts(self.game, bots.chooser(self.game.name))
        return jit.compiled(make_play, *parts)

    @property
    def under_way(self) -> bool:
        """True while the functions are being compiled."""
        return self._trying.locked() and not self._done.is_set()

    @functools.cached_property
    def _orders(self) -> list[kept.Order]:
        texts = {}
        for action in range(len(self.game.actions)):
            text = self.game.action_text(action, self.codes)
            with contextlib.suppress(NotationError):
                if self.game.parse_action(text, self.codes) == action:
                    texts[action] = text
        parts = map(read, self.functions)
        return [kept.order(part, self.game, self.codes, texts) for part in parts]

    @functools.cached_property
    def _mark(self) -> Path | None:
        return background.mark_for(PLAY, self.game.name)

    def _is_kept(self) -> bool:
        """Return whether nothing is left to be compiled."""
        mark = self._mark
        return mark is not None and mark.exists() and all(order.there for order in self._orders)


def _because(function: Any, reason: str) -> str:
    name = getattr(function, "__name__", type(function).__name__)
    return f"{name} isn't compiled, since {reason}"


_teams: dict[Any, Team] = {}


def find_team(
    table: tuple[Any, ...],
    game: Game,
    codes: Any,
    functions: tuple[Any, ...],
    *,
    searching: bool,
) -> Team:
    """Return the team of these functions at a table, cached by their code.

    Parameters
    ----------
    table : tuple
        A key that identifies the table.
    game, codes, functions
        See `Team`.
    searching : bool
        True if a bot plays that the compiled driver can't play.
    """
    team = Team(game, codes, functions)
    if searching or team.why:
        reason = "it plays with a bot that can't be compiled with it"
        team.why = team.why or _because(functions[0], reason)
        return team
    parts = [read(function) for function in functions]
    name = (table, *((part.key, *part.lines) for part in parts))  # a reason names lines
    return _teams.setdefault(name, team)
