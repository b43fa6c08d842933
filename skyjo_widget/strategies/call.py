"""Calls of a strategy: a function from an observation to an action.

Shared by the session, bulk play and the conformance suite.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import NO_ACTION
from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import IllegalActionError, NotationError, PolicyError, RulesError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.strategies.process import Ask, Reply, StrategyProcess
from skyjo_widget.util.time_limit import TimeUp, within
from skyjo_widget.util.validation import whole_number

LIMIT = 10.0
"""The default limit: seconds that a strategy may take for a move."""
LONGEST_ACTION = 60
"""The most characters of a text that may be an action."""

_LONGEST_ANSWER = 200  # characters of a wrong answer in a message
_OURS = str(Path(__file__).parents[1])


def ask(
    function: Callable[[Observation], Any],
    game: Game,
    s: Any,
    r: Any,
    deck: Deck,
    rng: np.random.Generator,
    *,
    name: str,
    limit: float | None = LIMIT,
    secret: bool = False,
) -> int:
    """Return the action that a strategy chooses for the seat to act.

    Parameters
    ----------
    function : callable
        The strategy.
    game : Game
        The game.
    s, r : twin
        The state, and the rule codes.
    deck : Deck
        The cards.
    rng : Generator
        The generator that becomes ``obs.rng``.
    name : str
        The strategy's name.
    limit : float or None
        Seconds after which it is stopped; None for never.
    secret : bool
        True to leave the reason out of a refusal, since it would reveal the seat's cards.

    Raises
    ------
    PolicyError
        If it raises, takes too long, or returns an illegal action.
    """
    if isinstance(function, StrategyProcess):
        asked = Ask(game, s, r, deck, rng, game.legal_actions(s, r), limit)
        return read_reply(function.decide(asked), asked, name=name, secret=secret)
    observation = Observation(game, s, r, deck, s.seat, rng)
    error: BaseException | None
    try:
        action, text, error = within(limit, _answer, function, observation, secret, game, s, r)
    except TimeoutError as late:
        text, error = _("TimeoutError: {error}", error=late), late
    if not text:
        return action
    trace = own_traceback(error) if error else ""
    raise _fault(text, trace, name, game, s, r, deck) from error


def _fault(text: str, trace: str, name: str, game: Game, s: Any, r: Any, deck: Deck) -> PolicyError:
    # A new observation: the strategy may have changed its own.
    observation = str(Observation(game, s, r, deck, s.seat))
    return PolicyError(text, seat=s.seat, player=name, observation=observation, traceback=trace)


def read_reply(reply: Reply, asked: Ask, *, name: str, secret: bool = False) -> int:
    """Return the action that a strategy's process has chosen.

    Parameters
    ----------
    reply : Reply
    asked : Ask
    name, secret
        See `ask`.

    Raises
    ------
    PolicyError
        See `ask`.
    """
    game, s, r, deck, _rng, legal, _limit = asked
    action, text = reply.action, reply.text
    if action in legal:
        return action
    if reply.answer:
        reason = text if action is None else _why_not(action, game, s, r)
        texts = [game.action_text(action, r) for action in legal]
        text = _refused(reply.answer, reason, texts, secret)
    text = text or _("its process has answered what isn't legal")
    raise _fault(text, reply.traceback, name, game, s, r, deck)


def _refused(answer: str, reason: str, legal: Sequence[str], secret: bool) -> str:
    """Return the message about an answer that isn't legal."""
    if secret:
        return _("answered {answer}: that isn't legal now", answer=answer)
    listed = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
    return _(
        "answered {answer}: {reason}. Legal now: {actions}",
        answer=answer,
        reason=reason,
        actions=listed,
    )


def _answer(
    function: Callable[[Observation], Any], observation: Observation, secret: bool, *moment: Any
) -> tuple[int, str, BaseException | None]:
    """Return the action; otherwise `NO_ACTION`, a message, and the exception if one was raised."""
    try:
        answer = function(observation)
    except (KeyboardInterrupt, TimeUp):
        raise
    except BaseException as error:  # a bot that exits must not end the game
        message = safe_text(str, error)
        kind = type(error).__name__
        return NO_ACTION, f"{kind}: {message}" if message else kind, error
    try:
        return read_action(answer, *moment), "", None
    except IllegalActionError as error:
        text = shorten(safe_text(repr, answer))
        return NO_ACTION, _refused(text, error.reason, error.legal, secret), None


def read_action(
    answer: Any, game: Game, s: Any, r: Any, *, legal: Sequence[int] | None = None
) -> int:
    """Return the number of the legal action that an answer names.

    Parameters
    ----------
    answer : object
        In notation, or its number.
    game : Game
        The game.
    s, r : twin
        The state, and the rule codes.
    legal : sequence of int, optional
        The legal actions, if they don't follow from the state.

    Raises
    ------
    IllegalActionError
        If it isn't legal, or isn't an action at all, with the reason.
    """
    legal = game.legal_actions(s, r) if legal is None else legal

    try:
        action = parse_answer(answer, game, r)
        if action in legal:
            return action
        reason = _why_not(action, game, s, r)
    except NotationError as error:
        reason = message_of(error)
    texts = tuple(game.action_text(action, r) for action in legal)
    raise IllegalActionError("", seat=s.seat, player=None, reason=reason, legal=texts)


def parse_answer(answer: Any, game: Game, r: Any) -> int:
    """Return the number of the action that an answer names, legal or not.

    Raises
    ------
    NotationError
        If it isn't an action at all, with the reason.
    """
    try:
        if not isinstance(answer, str):
            if isinstance(answer, float):
                raise TypeError  # nor has a compiled strategy such an answer
            return whole_number("action", answer)
        if len(answer) <= LONGEST_ACTION:
            return game.parse_action(answer, r)
    except (NotationError, KeyboardInterrupt, TimeUp):
        raise
    except BaseException:  # converting an untrusted object to a number may raise anything
        raise NotationError("an action is given in notation, or as its number") from None
    raise NotationError("an action is a word or a few")


def _why_not(action: int, game: Game, s: Any, r: Any) -> str:
    if not 0 <= action < len(game.actions):
        return _("actions have the ids 0 to {last}", last=game.action_count(r) - 1)
    return game.why_illegal(s, r, action)


def typed(action: Any) -> Any:
    """Normalise an action that a person has typed: lower case, single spaces."""
    return " ".join(action.split()).lower() if isinstance(action, str) else action


def shorten(answer: str) -> str:
    """Shorten a wrong answer for a message."""
    return answer if len(answer) <= _LONGEST_ANSWER else f"{answer[:_LONGEST_ANSWER]}…"


def safe_text(to_text: Callable[[Any], str], value: Any) -> str:
    """Return ``str`` or ``repr`` of an untrusted object; never raises."""
    try:
        return to_text(value).encode("utf-8", "backslashreplace").decode()
    except (KeyboardInterrupt, TimeUp):
        raise
    except BaseException as error:  # as above
        return f"<a {type(value).__name__} that can't be shown: {type(error).__name__}>"


def own_traceback(error: BaseException) -> str:
    """Return the traceback of a strategy's exception, without the lines of this package."""
    return safe_text(lambda _: "".join(_own_lines(error)), error)


def _own_lines(error: BaseException) -> Any:
    whole = traceback.TracebackException.from_exception(error)
    part: traceback.TracebackException | None = whole
    while part:
        own = [frame for frame in part.stack if not frame.filename.startswith(_OURS)]
        if own:  # else the error is in this package
            part.stack = traceback.StackSummary.from_list(own)
        part = part.__cause__ or part.__context__
    return whole.format()


def sealed(rng: np.random.Generator) -> np.random.Generator:
    """Return a generator of the same numbers that doesn't reveal the seed of the cards."""
    numbers: Any = np.random.PCG64(0)
    numbers.state = rng.bit_generator.state
    return np.random.Generator(numbers)


def time_limit(limit: Any) -> float | None:
    """Check a time limit given by a caller; return it in seconds.

    Raises
    ------
    RulesError
        If it is neither a number of seconds above 0 nor None.
    """
    if limit is None:
        return None
    try:
        seconds = float(limit)
    except (TypeError, ValueError):
        seconds = math.nan
    if not seconds > 0 or isinstance(limit, (bool, str)):
        raise RulesError(
            "limit={limit!r}: seconds a move are needed, or None for no limit", limit=limit
        )
    return None if math.isinf(seconds) else seconds
