"""Built-in bots: functions from an observation to an action.

A policy reads the fields of an observation (``o``), the rule codes (``r``) and a
random generator.  Secrets are out of its reach: interpreted, it gets an object
without the secret fields; compiled, the same function reads the state itself,
and the tests verify that both play the same.

`skyjo_widget.bots.registry` lists the bots of each game.  A policy is named with or without
its number: ``greedy``, ``threshold``, ``threshold(2)``.

Bots that search (`skyjo_widget.bots.search`) aren't policies of this kind: ``strong`` tries
its actions in one to four thousand rollouts, ``strong(500)`` in 500, ``strong(20ms)`` in as many as
that time allows; ``level(1)`` to ``level(5)`` use fewer, and add errors to the values.  ``perfect``
plays small boards of Skyjo optimally (`skyjo_widget.bots.skyjo_perfect`).
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable
from typing import Any, Literal

from skyjo_widget.bots import newskyjo_search, skipbo_search, skyjo_search
from skyjo_widget.bots.registry import BOTS, Bot, Choose, search_of
from skyjo_widget.bots.search import CHANCE, CHANCE_SOON, POINTS, SHARES, Strong
from skyjo_widget.engine.core import background
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util.spelling import nearest

_WRITTEN = re.compile(r"([a-z]+)(?:\((-?\d{1,9})(ms)?\))?")

MOST = 10**6
"""The highest budget, in rollouts or milliseconds."""

BOTS.update(
    {"skyjo": skyjo_search.BOTS, "newskyjo": newskyjo_search.BOTS, "skip-bo": skipbo_search.BOTS}
)


BotName = Literal[
    "random",
    "greedy",
    "threshold",
    "expected",
    "careful",
    "learned",
    "plain",
    "planner",
    "strong",
    "level",
    "level(1)",
    "level(2)",
    "level(3)",
    "level(4)",
    "level(5)",
    "perfect",
]
"""The bots of the built-in games, and their levels; others are written with a number."""


def check(game: str, policies: Iterable[Any], r: Any) -> None:
    """Check that bots can play with these rule codes.

    Parameters
    ----------
    game : str
    policies : iterable
        Their names; whatever is no built-in bot's is left out.
    r : twin

    Raises
    ------
    RulesError
        If one of them can't.
    """
    perfect = BOTS[game].perfect
    if perfect and any(isinstance(p, str) and p == perfect.name for p in policies):
        perfect.check(r)


@dataclasses.dataclass(frozen=True, slots=True)
class Policy:
    """A built-in policy of a game, with its number.

    Parameters
    ----------
    game : str
        The game's name.
    name : str
        The policy's name, with its number in brackets if it takes one.
    index : int
        Its index in the game's ``NAMES``.
    knob : int
        Its number; 0 if it takes none.
    """

    game: str
    name: str
    index: int
    knob: int

    def act(self, o: Any, r: Any, rng: Any) -> int:
        """Return its action; `o` is the observation of the seat to act."""
        return int(chooser(self.game)(self.index, self.knob, o, r, rng))

    def prepare(self, r: Any) -> None:
        """Do nothing: a policy needs no preparation."""


def search_bot(game: str) -> Strong:
    """Return a bot that tries the actions of a game; its budget doesn't matter to `try_out`."""
    return _strong(game, search_of(game).rollouts, in_ms=False)


@functools.cache
def win_estimator(game: str) -> Strong:
    """Return a bot whose `try_out` gives each action's probability to win."""
    bot, search = search_bot(game), search_of(game)
    if search.judges_rounds:
        return bot
    judge = CHANCE if search.advises_by_rounds else CHANCE_SOON
    return Strong(bot.game, bot.functions, "advice", base=bot.base, judge=judge)


@functools.cache
def round_estimator(game: str, worth: Literal["chance", "points", "shares"]) -> Strong:
    """Return a bot whose `try_out` plays rounds to their end.

    Its values are the probability to win, the running total, or all seats' probabilities.
    """
    bot = search_bot(game)
    base = search_of(game).estimates or bot.base
    judge = {"chance": CHANCE, "points": POINTS, "shares": SHARES}[worth]
    return Strong(bot.game, bot.functions, "what if", base=base, judge=judge, kind="rounds")


@background.maker("search")
def _load_search(game: str) -> None:
    if BOTS[game].search:
        search_bot(game).load()


@background.maker("rounds")
def _load_rounds(game: str) -> None:
    if BOTS[game].search:
        round_estimator(game, "points").load()


def policies(game: str) -> tuple[str, ...]:
    """Return the policies of a game that the compiled driver plays, by index."""
    return BOTS[game].names


def names(game: str) -> tuple[str, ...]:
    """Return the names of a game's built-in bots, without their numbers."""
    strong = ("level", "strong") if BOTS[game].search else ()
    perfect = BOTS[game].perfect
    return (*policies(game), *strong, *([perfect.name] if perfect else []))


def find(game: str, text: str) -> Bot:
    """Return the bot with a name such as ``threshold(2)``.

    Raises
    ------
    RulesError
        If the game has no such bot, or it takes no such number; the message lists the bots.
    """
    written = _WRITTEN.fullmatch("".join(text.split()).casefold())
    name = written[1] if written else text
    if not written or name not in names(game):
        raise RulesError(
            "{text!r} is no bot of {game}{hint}; there are {names}",
            text=text,
            game=game,
            hint=_meant(game, text),
            names=", ".join(names(game)),
        )
    if written[3] and name != "strong":
        raise RulesError("{text!r}: only strong takes milliseconds", text=text)
    knobs = BOTS[game].knobs
    if name not in (*knobs, "strong", "level") and written[2]:
        raise RulesError("{text!r}: {name} takes no number", text=text, name=name)
    perfect = BOTS[game].perfect
    if perfect and name == perfect.name:
        return perfect
    if name not in policies(game):
        search = search_of(game)
        bounds = {"strong": (search.rollouts, 1, MOST), "level": (3, 1, len(search.levels))}
        knob = _number(text, name, written[2], *bounds[name])
        return _strong(game, knob, bool(written[3])) if name == "strong" else _level(game, knob)
    index = policies(game).index(name)
    if name not in knobs:
        return Policy(game, name, index, 0)
    knob = _number(text, name, written[2], *knobs[name])
    return Policy(game, f"{name}({knob})", index, knob)


def _meant(game: str, text: str) -> str:
    """Return a question that suggests the likely bot, such as ``level(3)`` for ``level 3``."""
    split = re.fullmatch(r"\W*([A-Za-z]+)\W*(-?\d+)?\W*(ms)?\W*", text)
    if not split or not (name := nearest(split[1], names(game))):
        return ""
    knob = f"({split[2]}{split[3] or ''})" if split[2] else ""
    return _(" (did you mean {name!r}?)", name=name + knob)


def _number(text: str, name: str, written: str | None, default: int, low: int, high: int) -> int:
    """Return the number in a name's brackets, or the default."""
    number = int(written) if written else default
    if not low <= number <= high:
        raise RulesError(
            "{text!r}: {name} takes a number from {low} to {high}",
            text=text,
            name=name,
            low=low,
            high=high,
        )
    return number


@functools.cache
def _strong(game: str, budget: int, in_ms: bool) -> Strong:
    """Return the bot that searches, made once."""
    strong = search_of(game).strong
    if in_ms:
        return strong(f"strong({budget}ms)", ms=budget)
    return strong(f"strong({budget})", rollouts=budget)


@functools.cache
def _level(game: str, level: int) -> Bot:
    """Return the bot that searches less, with errors in its values; made once."""
    search = search_of(game)
    rollouts, blur = search.levels[level]
    bot = search.strong(f"level({level})", rollouts=rollouts)
    bot.blur = blur
    return bot


def chooser(game: str) -> Choose:
    """Return the function that plays all built-in policies of a game."""
    return BOTS[game].choose
