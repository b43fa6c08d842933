"""The exceptions of this package.

::

    SkyjoWidgetError
    ├── RulesError (ValueError)          an option or a table that can't be played
    │   └── DeckError                    a list of cards that isn't a deck, or can't be written
    ├── NotationError (ValueError)       a text that isn't a position, card, action or state
    ├── IllegalActionError (ValueError)  an action that the state doesn't allow
    ├── StaleStateError (ValueError)     a request about an outdated state
    ├── RecordError (ValueError)         a record that can't be read, replayed or written
    ├── MalformedMessageError (ValueError)  a browser message that violates the contract
    ├── CallError (TypeError)            a call that lacks something, or has too much
    ├── MissingNameError (AttributeError) an attribute that an object doesn't have
    ├── NumbaMissingError (ImportError)  compiled speed was required, but numba isn't installed
    ├── SimulationError (RuntimeError)   bulk play without results, or with results lost
    ├── PolicyError (RuntimeError)       a bot that raised or gave an invalid answer
    └── ConformanceError (AssertionError) a game or bot that breaks its contract

A message states the problem, its location and the valid alternatives.  An
error changes nothing: the game stays as it was before the call.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors.display import render
from skyjo_widget.errors.message import Message, _, joined


class SkyjoWidgetError(Exception):
    """The base of all errors of this package.

    IPython and Jupyter show the message and the user's own lines of the traceback;
    `skyjo_widget.full_traceback` prints all of it.

    Parameters
    ----------
    template : str
        The message; with parts, their names stand in it in braces.
    **parts : object
        The parts of the message, as in `skyjo_widget.errors.message.Message`.
    """

    def __init__(self, template: str = "", /, **parts: Any) -> None:
        super().__init__(_(template, **parts))

    def _render_traceback_(self) -> list[str]:
        return render(self)


class RulesError(SkyjoWidgetError, ValueError):
    """An option, a preset or a number of players that can't be played."""


class DeckError(RulesError):
    """A list of cards that isn't a deck, or can't be written.

    Parameters
    ----------
    *problems : tuple of (int or None, str)
        Each with its line in the file (from 1; in a table the row, from 0) or None, and a clause
        that states what is needed.
    path : str or None
        The file.
    place : str
        The unit of these numbers: ``line`` or ``row``.
    """

    def __init__(
        self, *problems: tuple[int | None, str], path: str | None = None, place: str = "line"
    ) -> None:
        self.problems = problems
        self.path = path
        self.place = place
        lines = [text if at is None else _at(place, at, text) for at, text in problems]
        if len(lines) > 1:
            more = len(lines) - _SHOWN_PROBLEMS
            lines = [_("{count} problems", count=len(lines)), *lines[:_SHOWN_PROBLEMS]]
            lines += [_("… and {count} more", count=more)] if more > 0 else []
        name = path or _("deck")
        super().__init__(_("{name}: {problems}", name=name, problems=joined("\n  ", lines)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its parts."""
        return _unpickled, (type(self), self.problems, {"path": self.path, "place": self.place})


def _at(place: str, number: int, text: str) -> Message:
    """Return a problem with its line or row."""
    if place == "row":
        return _("row {number}: {text}", number=number, text=text)
    return _("line {number}: {text}", number=number, text=text)


_SHOWN_PROBLEMS = 20


class NotationError(SkyjoWidgetError, ValueError):
    """A text that isn't a position, card, action or state."""


class IllegalActionError(SkyjoWidgetError, ValueError):
    """An action that the state doesn't allow.

    Parameters
    ----------
    action : str
        The requested action, as it was given.
    seat : int or None
        The seat to act.
    player : str or None
        The player at that seat.
    reason : str
        The reason why it is illegal, a clause.
    legal : tuple of str
        The legal actions, in notation.
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
        who = "" if player is None else _(" by {player} (seat {seat})", player=player, seat=seat)
        actions = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
        possible = _(" Legal now: {actions}.", actions=actions) if legal else ""
        super().__init__(
            _(
                "illegal action {action!r}{who}: {reason}.{possible}",
                action=action,
                who=who,
                reason=reason,
                possible=possible,
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its parts."""
        parts = {"seat": self.seat, "player": self.player, "reason": self.reason}
        return _unpickled, (type(self), (self.action,), {**parts, "legal": self.legal})


class StaleStateError(SkyjoWidgetError, ValueError):
    """A request about an outdated state.

    Parameters
    ----------
    seen : int
        The id of the state that the request refers to.
    present : int
        The id of the present state.
    """

    def __init__(self, seen: int, present: int) -> None:
        self.seen = seen
        self.present = present
        super().__init__(
            _(
                "the request was made for state {seen}, but the table is at state {present}: "
                "look again and choose again",
                seen=seen,
                present=present,
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its parts."""
        return type(self), (self.seen, self.present)


class RecordError(SkyjoWidgetError, ValueError):
    """A record that can't be read, replayed or written.

    Parameters
    ----------
    message : str
        The problem, and what is needed.
    path : str or None
        The file.
    line : int or None
        Its line, counted from 1.
    **parts : object
        The parts of the message.
    reason : str
        A code.  If it can't be written: ``full`` (no room), ``denied``, ``gone`` (no longer
        there), ``foreign`` (changed by another program), ``held`` (locked by another program),
        ``moved`` (loaded again in this program), ``closed``.  If the drive keeps nothing:
        ``fleeting``.  If it can't be read: ``large``,
        ``slow``, ``damaged`` (in a ZIP file), ``rows`` (a line contradicts the replay by the
        rules).  Else ``failed``.
    """

    def __init__(
        self,
        message: str,
        /,
        *,
        path: str | None = None,
        line: int | None = None,
        reason: str = "failed",
        **parts: Any,
    ) -> None:
        self.path = path
        self.line = line
        self.reason = reason
        self.message: str = _(message, **parts)
        place = {"path": path, "line": line, "message": self.message}
        if path and line is not None:
            super().__init__(_("{path}, line {line}: {message}", **place))
        elif line is not None:
            super().__init__(_("line {line}: {message}", **place))
        elif path:
            super().__init__(_("{path}: {message}", **place))
        else:
            super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its parts."""
        parts = {"path": self.path, "line": self.line, "reason": self.reason}
        return _unpickled, (type(self), (self.message,), parts)


class MalformedMessageError(SkyjoWidgetError, ValueError):
    """A message from a browser that violates the contract in ``docs/internals/view.md``."""


class CallError(SkyjoWidgetError, TypeError):
    """A call without an argument that it needs, or with one that it doesn't know."""


class MissingNameError(SkyjoWidgetError, AttributeError):
    """An attribute that an object doesn't have."""

    name: str | None
    obj: object

    def __init__(
        self, message: str, /, *, name: str | None = None, obj: Any = None, **parts: Any
    ) -> None:
        super().__init__(message, **parts)
        self.name, self.obj = name, obj


class NumbaMissingError(SkyjoWidgetError, ImportError):
    """Compiled speed was required, but numba isn't installed."""


class PolicyError(SkyjoWidgetError, RuntimeError):
    """A bot that raised or gave an invalid answer; its game waits at that seat.

    Parameters
    ----------
    message : str
        The bot's error, in one line.
    seat : int
        The bot's seat.
    player : str
        The bot's name.
    observation : str
        The observation that it was given, as text.
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
            _(
                "{player} (seat {seat}): {message}. The game is unchanged: correct the bot and "
                "call table.step(), or call table.replace({seat}, 'bot:random').",
                player=player,
                seat=seat,
                message=message,
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its parts."""
        parts = {"seat": self.seat, "player": self.player, "observation": self.observation}
        return _unpickled, (type(self), (self.line,), {**parts, "traceback": self.traceback})


class SimulationError(SkyjoWidgetError, RuntimeError):
    """Bulk play that finished no game, or lost a part of its results."""


def _unpickled(
    kind: type[SkyjoWidgetError], parts: tuple[Any, ...], named: dict[str, Any]
) -> SkyjoWidgetError:
    return kind(*parts, **named)


class ConformanceError(SkyjoWidgetError, AssertionError):
    """A game or bot that breaks the contract in `skyjo_widget.strategies.conformance`."""
