"""Everything this package raises on purpose.

::

    SkyjoWidgetError
    ├── RulesError (ValueError)          an option or a table that can't be played
    │   └── DeckError                    a list of cards that is no deck, or can't be written
    ├── NotationError (ValueError)       a text that is no position, card, action or state
    ├── IllegalActionError (ValueError)  an action that the position doesn't allow
    ├── StaleStateError (ValueError)     a request about a state that is no longer the present one
    ├── RecordError (ValueError)         a record that can't be read, replayed or written
    ├── MalformedMessageError (ValueError)  a message from a browser that isn't of the contract
    ├── NumbaMissingError (ImportError)  compiled speed where numba isn't installed
    ├── SimulationError (RuntimeError)   bulk play of which nothing was finished, or kept
    ├── PolicyError (RuntimeError)       a bot that raised or answered nonsense
    └── ConformanceError (AssertionError) a game or bot that breaks its contract

A message says what was wrong, where, and what would be right.  An error
changes nothing: the game is as it was before the call.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors.display import render


class SkyjoWidgetError(Exception):
    """The base of all errors of this package.

    IPython and Jupyter show the sentence and the user's own line; `skyjo_widget.full_traceback`
    prints the rest.
    """

    def _render_traceback_(self) -> list[str]:
        return render(self)


class RulesError(SkyjoWidgetError, ValueError):
    """An option, a preset or a number of players that can't be played."""


class DeckError(RulesError):
    """A list of cards that is no deck, or can't be written.

    Parameters
    ----------
    *problems : tuple of (int or None, str)
        Each with the line of the file where it is (from 1; in a table the row, from 0),
        None if it isn't in one; and a clause that says what would be right.
    path : str or None
        The file.
    place : str
        What the numbers count: ``line`` or ``row``.
    """

    def __init__(
        self, *problems: tuple[int | None, str], path: str | None = None, place: str = "line"
    ) -> None:
        self.problems = problems
        self.path = path
        self.place = place
        said = [text if at is None else f"{place} {at}: {text}" for at, text in problems]
        if len(said) > 1:
            more = len(said) - _SHOWN_PROBLEMS
            said = [f"{len(said)} problems", *said[:_SHOWN_PROBLEMS]]
            said += [f"… and {more} more"] if more > 0 else []
        super().__init__(f"{path or 'deck'}: " + "\n  ".join(said))

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process with all parts."""
        return _remade, (type(self), self.problems, {"path": self.path, "place": self.place})


_SHOWN_PROBLEMS = 20


class NotationError(SkyjoWidgetError, ValueError):
    """A text that is no position, card, action or state."""


class IllegalActionError(SkyjoWidgetError, ValueError):
    """An action that the position doesn't allow.

    Parameters
    ----------
    action : str
        What was asked for, as it was given.
    seat : int or None
        Whose decision it is.
    player : str or None
        Who sits there.
    reason : str
        Why it can't be done, a clause.
    legal : tuple of str
        What would be legal, in notation.
    """

    def __init__(
        self,
        action: str,
        *,
        seat: int | None,
        player: str | None,
        reason: str,
        legal: tuple[str, ...] = (),
    ) -> None:
        self.action = action
        self.seat = seat
        self.player = player
        self.reason = reason
        self.legal = legal
        who = "" if player is None else f" by {player} (seat {seat})"
        shown = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
        what = f" Legal now: {shown}." if legal else ""
        super().__init__(f"illegal action {action!r}{who}: {reason}.{what}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process with all parts."""
        parts = {"seat": self.seat, "player": self.player, "reason": self.reason}
        return _remade, (type(self), (self.action,), {**parts, "legal": self.legal})


class StaleStateError(SkyjoWidgetError, ValueError):
    """A request about a state that is no longer the present one.

    Parameters
    ----------
    seen : int
        The state id that the request was made for.
    present : int
        The present state id.
    """

    def __init__(self, seen: int, present: int) -> None:
        self.seen = seen
        self.present = present
        super().__init__(
            f"the request was made for state {seen}, but the table is at state {present}: "
            "look again and choose again"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process with all parts."""
        return type(self), (self.seen, self.present)


class RecordError(SkyjoWidgetError, ValueError):
    """A record that can't be read, replayed or written.

    Parameters
    ----------
    message : str
        What is wrong and what would be right.
    path : str or None
        The file.
    line : int or None
        Its line, counted from 1.
    reason : str
        Why it can't be written, where that is the matter: ``full`` (no room), ``denied``,
        ``gone`` (no longer there), ``foreign`` (somebody else wrote to it), ``held`` (by
        another program), ``moved`` (loaded again in this program), ``closed``; or why
        it isn't read: ``large``, ``slow``, ``rows`` (a line says what the rules don't make
        of the game); else ``failed``.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        reason: str = "failed",
    ) -> None:
        self.path = path
        self.line = line
        self.reason = reason
        where = ", ".join(
            part for part in (path or "", f"line {line}" if line is not None else "") if part
        )
        self.message = message
        super().__init__(f"{where}: {message}" if where else message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process with all parts."""
        parts = {"path": self.path, "line": self.line, "reason": self.reason}
        return _remade, (type(self), (self.message,), parts)


class MalformedMessageError(SkyjoWidgetError, ValueError):
    """A message from a browser that isn't of the contract in ``docs/view.md``."""


class NumbaMissingError(SkyjoWidgetError, ImportError):
    """Compiled speed was asked for where numba isn't installed."""


class PolicyError(SkyjoWidgetError, RuntimeError):
    """A bot that raised or answered nonsense; its game waits at that seat.

    Parameters
    ----------
    message : str
        One line: what the bot did.
    seat : int
        Where it sits.
    player : str
        Its name.
    observation : str
        What it was shown, as text.
    traceback : str
        Its own traceback; empty if it answered without raising.
    """

    def __init__(
        self, message: str, *, seat: int, player: str, observation: str, traceback: str = ""
    ) -> None:
        self.seat = seat
        self.player = player
        self.observation = observation
        self.traceback = traceback
        self.line = message
        super().__init__(
            f"{player} (seat {seat}): {message}. The game is as it was before: "
            "mend the bot and call session.retry(), or session.replace(seat, 'bot:random')."
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process with all parts."""
        parts = {"seat": self.seat, "player": self.player, "observation": self.observation}
        return _remade, (type(self), (self.line,), {**parts, "traceback": self.traceback})


class SimulationError(SkyjoWidgetError, RuntimeError):
    """Bulk play of which nothing was finished, or a part of it that wasn't kept."""


def _remade(
    kind: type[SkyjoWidgetError], parts: tuple[Any, ...], named: dict[str, Any]
) -> SkyjoWidgetError:
    return kind(*parts, **named)


class ConformanceError(SkyjoWidgetError, AssertionError):
    """A game or bot that breaks the contract in `skyjo_widget.strategies.conformance`."""
