"""Built-in bots: from an observation to an action.

A policy reads the fields of an observation (``o``), the rule codes (``r``) and a
random generator.  What it must not know isn't there: interpreted, it gets an
object without the secret fields; compiled, the same function reads the state
itself, and the tests hold the two together.

`skyjo_widget.bots.registry` lists each game's.  A name stands for a policy, with its number or
without: ``greedy``, ``threshold``, ``threshold(2)``.

Bots that search (`skyjo_widget.bots.search`) are no policies of that kind: ``strong`` tries
its actions out in some thousand rollouts, ``strong(500)`` in so many, ``strong(20ms)`` as
many as that time allows; ``level(1)`` to ``level(5)`` search less, and misjudge on purpose
what they find.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from typing import Any, Literal, Protocol

from skyjo_widget.bots import newskyjo_search, skipbo_search, skyjo_search
from skyjo_widget.bots.registry import BOTS, Choose, search_of
from skyjo_widget.bots.search import CHANCE, POINTS, Strong
from skyjo_widget.engine.core import background as apart
from skyjo_widget.errors import RulesError
from skyjo_widget.util.spelling import nearest

_WRITTEN = re.compile(r"([a-z]+)(?:\((-?\d{1,9})(ms)?\))?")

MOST = 10**6
"""The highest budget, in rollouts or milliseconds."""

BOTS.update(
    {"skyjo": skyjo_search.BOTS, "newskyjo": newskyjo_search.BOTS, "skip-bo": skipbo_search.BOTS}
)


class Bot(Protocol):
    """What plays a seat: a `Policy` or a `skyjo_widget.bots.search.Strong`."""

    @property
    def name(self) -> str:
        """As it is written."""

    @property
    def index(self) -> int | None:
        """Of the game's ``NAMES``; None if the compiled driver can't play it."""

    def act(self, o: Any, r: Any, rng: Any) -> int:
        """Its action; `o` holds what the seat to act may see."""

    def prepare(self, r: Any) -> None:
        """Do what takes time once, such as compiling, for tables with these rule codes."""


@dataclasses.dataclass(frozen=True, slots=True)
class Policy:
    """A built-in policy of a game, with its number.

    Parameters
    ----------
    game : str
        Whose policy it is.
    name : str
        As it is written, its number in brackets if it takes one.
    index : int
        Of the game's ``NAMES``.
    knob : int
        Its number; 0 if it takes none.
    """

    game: str
    name: str
    index: int
    knob: int

    def act(self, o: Any, r: Any, rng: Any) -> int:
        """Its action; `o` holds what the seat to act may see."""
        return int(chooser(self.game)(self.index, self.knob, o, r, rng))

    def prepare(self, r: Any) -> None:
        """There is nothing to prepare."""


def searching(game: str) -> Strong:
    """What tries actions of a game out, whatever its budget."""
    return _strong(game, search_of(game).rollouts, in_ms=False)


@functools.cache
def judging(game: str) -> Strong:
    """What tells how likely each action wins."""
    bot = searching(game)
    if bot.how.chance is bot.how.worth or search_of(game).judges_rounds:
        return bot
    return playing_on(game, "chance")


@functools.cache
def playing_on(game: str, worth: Literal["chance", "points"]) -> Strong:
    """What plays rounds on to their end, and tells the chance to win or the running total."""
    bot = searching(game)
    judge = {"chance": CHANCE, "points": POINTS}[worth]
    return Strong(bot.game, bot.how, "what if", base=bot.base, judge=judge, kind="rounds")


@apart.maker("search")
def _load_search(game: str) -> None:
    searching(game).load()


@apart.maker("rounds")
def _load_rounds(game: str) -> None:
    playing_on(game, "points").load()


def policies(game: str) -> tuple[str, ...]:
    """The policies of a game that the compiled driver plays, by their index."""
    return BOTS[game].names


def names(game: str) -> tuple[str, ...]:
    """The built-in bots of a game, those that take a number without it."""
    searching = ("level", "strong") if BOTS[game].search else ()
    return (*policies(game), *searching)


def find(game: str, text: str) -> Bot:
    """The bot that a text stands for.

    Raises
    ------
    RulesError
        If the game has no such bot, or it takes no such number; the message lists
        what there is.
    """
    written = _WRITTEN.fullmatch("".join(text.split()).casefold())
    name = written[1] if written else text
    if not written or name not in names(game):
        raise RulesError(
            f"{text!r} is no bot of {game}{_meant(game, text)}; there are {', '.join(names(game))}"
        )
    if written[3] and name != "strong":
        raise RulesError(f"{text!r}: only strong takes milliseconds")
    if name not in policies(game):
        search = search_of(game)
        searching = {"strong": (search.rollouts, 1, MOST), "level": (3, 1, len(search.levels))}
        knob = _number(text, name, written[2], *searching[name])
        return _strong(game, knob, bool(written[3])) if name == "strong" else _level(game, knob)
    index = policies(game).index(name)
    knobs = BOTS[game].knobs
    if name not in knobs:
        if written[2]:
            raise RulesError(f"{text!r}: {name} takes no number")
        return Policy(game, name, index, 0)
    knob = _number(text, name, written[2], *knobs[name])
    return Policy(game, f"{name}({knob})", index, knob)


def _meant(game: str, text: str) -> str:
    """The bot that is probably meant, as ``level(3)`` by ``level 3``, as a question."""
    split = re.fullmatch(r"\W*([A-Za-z]+)\W*(-?\d+)?\W*(ms)?\W*", text)
    if not split or not (name := nearest(split[1], names(game))):
        return ""
    knob = f"({split[2]}{split[3] or ''})" if split[2] else ""
    return f" (did you mean {name + knob!r}?)"


def _number(text: str, name: str, written: str | None, default: int, low: int, high: int) -> int:
    """The number in a name's brackets."""
    number = int(written) if written else default
    if not low <= number <= high:
        raise RulesError(f"{text!r}: {name} takes a number from {low} to {high}")
    return number


@functools.cache
def _strong(game: str, budget: int, in_ms: bool) -> Strong:
    """The bot that searches; made once."""
    strong = search_of(game).strong
    if in_ms:
        return strong(f"strong({budget}ms)", ms=budget)
    return strong(f"strong({budget})", rollouts=budget)


@functools.cache
def _level(game: str, level: int) -> Bot:
    """The bot that searches less and misjudges; made once."""
    search = search_of(game)
    rollouts, blur = search.levels[level]
    bot = search.strong(f"level({level})", rollouts=rollouts)
    bot.blur = blur
    return bot


def chooser(game: str) -> Choose:
    """The function that all built-in policies of a game share."""
    return BOTS[game].choose
