"""Paired comparison of two strategies on the same deals, with a confidence interval."""

from __future__ import annotations

import functools
import math
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from skyjo_widget.charts.style import COLOURS, INK, QUIET, drawing
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.simulation.tournament import Tournament, tournament
from skyjo_widget.strategies.call import LIMIT
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import Z95, student
from skyjo_widget.util.numbers import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEWEST = 10
"""Fewest deals: with fewer the variance between deals can't be estimated."""
Z80 = 0.8416212335729143
"""The 80 % quantile of the normal distribution."""


def compare(
    strategy_a: PlayerSpec,
    strategy_b: PlayerSpec,
    *,
    others: PlayerSpec | None = None,
    game: str = "skyjo",
    games: int = 400,
    seats: int | None = None,
    seed: int | None = None,
    rules: Any = None,
    deck: Deck | str | Path | None = None,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    progress: bool = True,
    **rule_fields: Any,
) -> Comparison:
    """Compare two strategies on the same deals.

    Each deal is played once for every seat, as in `tournament`; so both have the same luck
    of the cards, and the difference by deal varies less than the scores do.

    Parameters
    ----------
    strategy_a, strategy_b : name or function
        As in `tournament`.
    others : name or function, optional
        The strategy at the other seats: then each plays the same deals at a table of these.
        By default the two play against each other.
    game : str
        A preset, as in `play`.
    games : int
        Games of each strategy, rounded up to whole deals.
    seats : int, optional
        Players at a table with `others`; by default the fewest that the game allows.
    seed, rules, deck, executor, turns, limit, progress, **rule_fields
        As in `tournament`.  Functions play in this process: they are trusted.

    Returns
    -------
    Comparison

    Raises
    ------
    RulesError
        If an argument is invalid, or there are fewer than ten deals.
    SimulationError
        If too few games were finished.

    Examples
    --------
    >>> found = compare("threshold(2)", "greedy", games=100, seed=1)
    >>> found.deals, found.low < found.mean < found.high
    (50, True)
    """
    if others is None and seats not in (None, 2):
        raise RulesError(f"seats={seats}: two play against each other; others= fills more seats")
    played = tournament(
        [strategy_a, strategy_b],
        against=others,
        game=game,
        games=games,
        seats=2 if others is None else seats,
        seed=seed,
        rules=rules,
        deck=deck,
        executor=executor,
        turns=turns,
        limit=limit,
        progress=progress,
        apart=False,
        **rule_fields,
    )
    return Comparison(played)


class Comparison(CellView):
    """Differences of two strategies on the same deals; made by `compare`.

    Parameters
    ----------
    played : Tournament
        The two against each other, or each against a third.

    Attributes
    ----------
    names : tuple of str
        The two strategies.
    tournament : Tournament
        The games: ``found.tournament.simulations``.
    differences : DataFrame
        One row per deal: `score_a` and `score_b`, each strategy's mean score of a round over the
        games of the deal, in points, and the `difference`, the first minus the second.
    left_out : int
        Deals that weren't finished by both.
    deals : int
        Rows of `differences`.
    mean, sd : float
        Of the differences, in points a round.
    low, high : float
        The 95 % interval of the mean.

    Raises
    ------
    RulesError
        If there are fewer than ten deals.
    SimulationError
        If one of the two has not played.

    Notes
    -----
    The games of one deal aren't independent of each other, deals are: so a deal counts once.
    The interval is Student's, mean ± t · sd / √deals.
    """

    def __init__(self, played: Tournament) -> None:
        self.tournament = played
        self.names = (played.names[0], played.names[1])
        if len(played.simulations) < len(played.names) - 1:
            raise SimulationError("only one of the two has played: there is nothing to compare")
        a, b = (_by_deal(played, name) for name in self.names)
        table = pd.DataFrame({"score_a": a, "score_b": b})
        every = len(table)
        table = table.dropna()
        self.left_out, self.deals = every - len(table), len(table)
        if self.deals < FEWEST:
            raise RulesError(
                f"{self.deals} deals were played to the end by both; {FEWEST} are needed at "
                "least, to see how much deals differ: ask for more games"
            )
        table["difference"] = table["score_a"] - table["score_b"]
        self.differences = table.reset_index(names="deal")
        self.mean, self.sd = float(table["difference"].mean()), float(table["difference"].std())
        half = student(self.deals - 1) * self.sd / math.sqrt(self.deals)
        self.low, self.high = self.mean - half, self.mean + half

    @functools.cached_property
    def summary(self) -> pd.DataFrame:
        """One row per strategy: games, win rate with its 95 % interval (Wilson), mean score."""
        ranking = self.tournament.ranking.set_index("strategy")
        columns = ["games", "win_rate", "low", "high", "mean_score"]
        return ranking.loc[list(self.names), columns].reset_index()

    def more_games(self, points: float = 1.0) -> int:
        """Return the number of further games that are needed to detect a difference.

        Parameters
        ----------
        points : float
            The difference, in points a round.

        Returns
        -------
        int
            Games of each strategy; 0 if those played are enough.  With so many a real
            difference of that size is detected with a power of 80 %: its 95 % interval doesn't
            contain 0.

        Raises
        ------
        RulesError
            If `points` isn't above 0.
        """
        if not points > 0:
            raise RulesError(f"points={points}: a difference above 0 is needed")
        needed = math.ceil(((Z95 + Z80) * self.sd / points) ** 2)
        seats = len(next(iter(self.tournament.simulations.values())).job.players)
        return max(needed - self.deals, 0) * seats

    def picture(self, lang: str | None = None) -> Figure:
        """Draw a histogram of the differences, and their running mean with its band.

        Parameters
        ----------
        lang : str, optional
            Its language; by default that of the comparison.

        Raises
        ------
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        lang = lang or self.lang
        texts = words(lang)["charts"]["compare"]
        one, other = self.names
        found = self.differences["difference"].to_numpy(float)
        with drawing(10, 4.3, lang) as figure:
            left, right = figure.subplots(1, 2)
            figure.suptitle(
                texts["title"].format(
                    one=one,
                    other=other,
                    mean=format_number(self.mean, lang, 2),
                    low=format_number(self.low, lang, 2),
                    high=format_number(self.high, lang, 2),
                ),
                x=0.01,
                ha="left",
                fontsize=12,
            )
            left.hist(found, bins="auto", color=COLOURS[0], alpha=0.75, edgecolor="white")
            left.axvline(0, color=INK, linewidth=1)
            left.axvspan(self.low, self.high, color=COLOURS[1], alpha=0.3, linewidth=0)
            left.axvline(self.mean, color=COLOURS[1], linewidth=2, label=texts["mean"])
            left.set_title(texts["by_deal"].format(deals=format_number(self.deals, lang)))
            left.set_xlabel(texts["difference"].format(one=one, other=other))
            left.set_ylabel(texts["deals"])

            n = np.arange(2, self.deals + 1)
            means = found.cumsum()[1:] / n
            squares = np.maximum((found**2).cumsum()[1:] / n - means**2, 0)
            errors = 2 * np.sqrt(squares / (n - 1))
            right.fill_between(
                n,
                means - errors,
                means + errors,
                color=COLOURS[0],
                alpha=0.22,
                linewidth=0,
                label=texts["band"],
            )
            right.plot(n, means, color=COLOURS[0], linewidth=2, label=texts["running"])
            right.axhline(0, color=INK, linewidth=1)
            right.set_ylim(*_clipped(means, errors))
            right.set_title(texts["growing"])
            right.set_xlabel(texts["deals"])
            right.set_ylabel(texts["points"])
            for axes in (left, right):
                axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
            if self.left_out:
                right.annotate(
                    texts["left_out"].format(count=format_number(self.left_out, lang)),
                    (1, 0),
                    xycoords="axes fraction",
                    ha="right",
                    va="bottom",
                    color=QUIET,
                )
        return figure

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        one, other = self.names
        low, mean, high = (say.number(x, 2) for x in (self.low, self.mean, self.high))
        more = self.more_games()
        lines = [
            say(
                "compared",
                difference=say("difference", one=one, other=other, mean=mean),
                low=low,
                high=high,
                count=self.deals,
            ),
            *(
                say(
                    "wins_games",
                    name=row["strategy"],
                    share=say.percent(row["win_rate"]),
                    count=int(row["games"]),
                    interval=say.interval(row["low"], row["high"]),
                )
                for row in self.summary.to_dict("records")
            ),
            say("more_games", count=more) if more else say("enough_games"),
        ]
        if self.left_out:
            lines.append(say("left_out", count=self.left_out))
        return markup.clipped_lines(lines)

    def _face(self, say: CellTexts) -> markup.Html:
        one, other = (markup.short(name, markup.LONGEST_NAME) for name in self.names)
        low, mean, high = (say.number(x, 2) for x in (self.low, self.mean, self.high))
        more = self.more_games()
        notes = [say("more_games", count=more) if more else say("enough_games")]
        notes += [say("left_out", count=self.left_out)] if self.left_out else []
        lines = [
            (
                row["strategy"],
                say.number(row["games"], 0),
                say.percent(row["win_rate"]),
                markup.bar(row["win_rate"]),
                say.interval(row["low"], row["high"]),
            )
            for row in self.summary.to_dict("records")
        ]
        return say.face(
            say("difference", one=one, other=other, mean=mean),
            say.rows(("strategy", "games", "wins", "", "interval"), lines),
            *(markup.paragraph(note) for note in notes),
            sub=say("deals", low=low, high=high, count=self.deals),
        )


def _by_deal(played: Tournament, name: str) -> pd.Series[float]:
    """Return the mean score of a round by deal; missing unless all its games have scores."""
    simulation = next(games for pair, games in played.simulations.items() if name in pair)
    games, rounds = simulation.games, simulation.rounds
    mine = rounds[rounds["player"] == name]
    scores = mine["score"].astype("float64").groupby(mine["game_id"]).mean()
    by_game = scores.reindex(games["game_id"]).where(games["finished"].to_numpy(bool))
    seats = len(simulation.job.players)
    by_deal = by_game.groupby(np.arange(len(games)) // seats)
    whole = by_deal.count() == seats
    return by_deal.mean().where(whole)


def _clipped(means: Any, errors: Any) -> tuple[float, float]:
    """Return the limits of the axis: they include 0, and leave out the noisy beginning."""
    calm = slice(min(len(means) // 20 + 3, len(means) - 1), None)
    low, high = min((means - errors)[calm].min(), 0), max((means + errors)[calm].max(), 0)
    room = 0.06 * (high - low) or 1.0
    return float(low - room), float(high + room)
