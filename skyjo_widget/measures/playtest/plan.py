"""A plan of playtests: who plays which version, in which order and in which seats."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.export import CsvWritten
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.intervals import student
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.validation import plain_text, seed_number, whole_number

VERSIONS, SESSIONS, PLAYERS = (2, 6), (1, 200), (1, 8)
"""The lowest and highest numbers."""
LONGEST = 40
"""Most letters of a name."""
LEVEL = 0.05
_Z80 = NormalDist().inv_cdf(0.8)


@in_its_language
def plan(
    versions: Sequence[str],
    *,
    sessions: int = 8,
    players: int | Sequence[str] = 4,
    seed: int | str | None = 0,
    lang: str | None = None,
) -> Plan:
    """Plan playtests that compare versions fairly.

    In each session the same people play each version once, in the same seats.  From session to
    session the order of the versions and the seats change, so that each version is played equally
    often as the first and after each other one, and each person sits equally often in each seat
    and behind each other person, as far as the number of sessions allows.

    Parameters
    ----------
    versions : sequence of str
        Their names, two to six.
    sessions : int
        Up to 200.
    players : int or sequence of str
        How many people play, or their names; up to eight.
    seed : int or str, optional
        Draws who is which in the plan.
    lang : str, optional
        The language of its texts; by default that of what it is about, else English.

    Returns
    -------
    Plan

    Raises
    ------
    RulesError
        If a number is out of range, or a name comes twice.

    Notes
    -----
    Orders and seats are the rows of Latin squares that are balanced for neighbours: E. J. Williams,
    "Experimental designs balanced for the estimation of residual effects of treatments" (1949).

    Examples
    --------
    >>> plan(["A", "B"], sessions=4, players=2).frame[["session", "version", "seat 1"]].head(2)
       session version    seat 1
    0        1       A  player 1
    1        1       B  player 1
    """
    lang = call_language(lang)
    labels = _names("versions", versions, VERSIONS)
    if isinstance(players, int) or not isinstance(players, (list, tuple)):
        many = _between("players", whole_number("players", players), PLAYERS)
        people = tuple(words(lang)["plan"]["player"].format(n=n + 1) for n in range(many))
    else:
        people = _names("players", players, PLAYERS)
    sessions = _between("sessions", whole_number("sessions", sessions), SESSIONS)
    rng = np.random.default_rng(seed_number(seed))
    drawn = [people[i] for i in rng.permutation(len(people))]
    orders, seats = balanced_rows(len(labels)), balanced_rows(len(people))
    rows = []
    period = math.lcm(len(orders), len(seats))
    for session in range(sessions):
        seating = seats[session % len(seats)]
        # One order is left out where the same pairs of both would come again.
        order = orders[(session + session // period) % len(orders)]
        rows += [
            (session + 1, place + 1, labels[version], *(drawn[person] for person in seating))
            for place, version in enumerate(order)
        ]
    return Plan(labels, people, sessions, tuple(rows), lang)


def balanced_rows(n: int) -> list[list[int]]:
    """Return the rows of a Latin square in which each number follows each other equally often.

    Parameters
    ----------
    n : int

    Returns
    -------
    list of list of int
        ``n`` rows of the numbers 0 to n − 1 if n is even, ``2 n`` if it is odd (with each row's
        reverse); one row of one number.
    """
    first = [0]
    for step in range(1, n):
        first.append((first[-1] + (step if step % 2 else -step)) % n)
    rows = [[(number + shift) % n for number in first] for shift in range(n)]
    return rows if n % 2 == 0 or n == 1 else [way for row in rows for way in (row, row[::-1])]


@speaks
@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Plan(CellView, CsvWritten):
    """A plan of playtests; made by `plan`.

    Parameters
    ----------
    versions, players : tuple of str
    sessions : int
    rows : tuple of tuple
        A game each: session, place in the session, version, and the players by seat.
    lang : str
    """

    versions: tuple[str, ...]
    players: tuple[str, ...]
    sessions: int
    rows: tuple[tuple[Any, ...], ...]
    lang: str = "en"

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per game: `session`, `game`, `version`, and the player in each `seat`."""
        seats = [f"seat {n + 1}" for n in range(len(self.players))]
        return pd.DataFrame(self.rows, columns=["session", "game", "version", *seats])

    @property
    def even(self) -> int:
        """The least number of sessions in which all orders, and all seats, come equally often."""
        return math.lcm(*(len(balanced_rows(len(of))) for of in (self.versions, self.players)))

    @property
    def detectable(self) -> float:
        """The difference between two versions that would be seen 4 times out of 5.

        In standard deviations of a session's difference; infinite with one session.  The mean over
        the people of a session is one value, since they talk with each other.
        """
        n = self.sessions
        if n < 2:
            return math.inf
        return (student(n - 1) + _Z80) / math.sqrt(n)

    @property
    def agreeing(self) -> int | None:
        """The least number of sessions that must agree on one of two versions to rule out chance.

        By the sign test at 5 %, two-sided; None where not even all would do (fewer than six).
        """
        n = self.sessions
        tail, fewest = 0.0, None
        for k in range(n, n // 2, -1):
            tail += math.comb(n, k) / 2**n
            if 2 * tail > LEVEL:
                break
            fewest = k
        return fewest

    def sentences(self, lang: str | None = None) -> list[str]:
        """Return what the plan can show and how even it is, in sentences."""
        texts = words(self.lang if lang is None else lang)["plan"]
        say = CellTexts(self.lang if lang is None else lang)
        lines = []
        if self.agreeing is None:
            lines.append(texts["none_agree"].format(sessions=self.sessions))
        else:
            key = "agree_all" if self.agreeing == self.sessions else "agree"
            lines.append(texts[key].format(k=self.agreeing, sessions=self.sessions))
        if math.isfinite(self.detectable):
            lines.append(texts["detect"].format(size=say.number(self.detectable, 1)))
        if self.sessions % self.even:
            lines.append(texts["uneven"].format(even=self.even))
        else:
            lines.append(texts["even"])
        return lines

    def __repr__(self) -> str:
        table = self.frame.to_string(index=False).splitlines()
        return markup.clipped_lines([*self.sentences(self.lang), *table])

    def _face(self, say: CellTexts) -> markup.Html:
        texts = words(say.lang)["plan"]
        heads = [texts["session"], texts["game"], texts["version"]]
        heads += [texts["seat"].format(n=n + 1) for n in range(len(self.players))]
        lines = [("" if row[1] > 1 else row[0], *row[1:]) for row in self.rows]
        inside = markup.rows(heads, lines)
        sub = texts["sub"].format(sessions=self.sessions, players=len(self.players))
        parts = (inside, *(markup.paragraph(line) for line in self.sentences(say.lang)))
        return say.face(texts["title"].format(versions=", ".join(self.versions)), *parts, sub=sub)


# Inside


def _names(name: str, names: Any, limits: tuple[int, int]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise RulesError("{name}={given!r:.80}: a list of names is needed", name=name, given=names)
    texts = tuple(plain_text(text, name) for text in names)
    if len(set(texts)) < len(texts) or not all(0 < len(text.strip()) <= LONGEST for text in texts):
        raise RulesError(
            "{name}={given!r:.200}: different names of 1 to {longest} letters are needed",
            name=name,
            given=list(names),
            longest=LONGEST,
        )
    _between(name, len(texts), limits)
    return texts


def _between(name: str, number: int, limits: tuple[int, int]) -> int:
    low, high = limits
    if not low <= number <= high:
        raise RulesError(
            "{name}: {number}; {low} to {high} are possible",
            name=name,
            number=number,
            low=low,
            high=high,
        )
    return number
