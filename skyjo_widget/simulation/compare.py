"""Paired comparison of two strategies on the same deals, with a confidence interval."""

from __future__ import annotations

import functools
import math
import textwrap
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
import pandas as pd

from skyjo_widget.charts.dots import draw_dots
from skyjo_widget.charts.histograms import bin_edges
from skyjo_widget.charts.style import INK, QUIET, drawing
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import GameSpec, RuleOptions
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.errors.message import _
from skyjo_widget.simulation import stopped_games
from skyjo_widget.simulation.deals import by_deal, differences, side_by_side
from skyjo_widget.simulation.job import OnFault
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.simulation.tournament import Tournament, tournament
from skyjo_widget.strategies.call import LIMIT
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.i18n import present_language, words
from skyjo_widget.util.intervals import ENOUGH, FEW, Z95, student
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.numbers import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from skyjo_widget.util.intervals import Interval

FEWEST = 10
"""Fewest deals: with fewer the variance between deals can't be estimated."""
Z80 = 0.8416212335729143
"""The 80 % quantile of the normal distribution."""
TITLE = 118
"""The number of characters that fit above a picture."""


@in_its_language
def compare(
    a: PlayerSpec,
    b: PlayerSpec,
    *,
    against: PlayerSpec | None = None,
    game: GameSpec = "skyjo",
    games: int = 400,
    seats: int | None = None,
    seed: int | str | None = None,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    on_fault: OnFault = "lose",
    progress: bool = True,
    to: str | Path | None = None,
    resume: bool = False,
    **rule_fields: Unpack[RuleOptions],
) -> Comparison:
    """Compare two strategies on the same deals.

    Each deal is played once for every seat, as in `tournament`; so both have the same luck
    of the cards, and the difference by deal varies less than the scores do.

    Parameters
    ----------
    a, b : name or function
        As in `tournament`.
    against : name or function, optional
        The strategy at the other seats: then each plays the same deals at a table of these.
        By default the two play against each other.
    game : str or Game
        A preset, as in `play`.
    games : int
        Games of each strategy, rounded up to whole deals.
    seats : int, optional
        Players at a table with `against`; by default the fewest that the game allows.
    seed, rules, deck, executor, turns, limit, on_fault, progress, to, resume, **rule_fields
        As in `tournament`.  Functions play in this process: they are trusted.

    Returns
    -------
    Comparison
        After an interrupt it compares the deals that both have played, and says how many games are
        missing.

    Raises
    ------
    RulesError
        If an argument is invalid, or there are fewer than ten deals.
    SimulationError
        If too few games were finished.
    KeyboardInterrupt
        If it is interrupted before ten deals were played by both; `to` keeps what was played.

    Examples
    --------
    >>> found = compare("threshold(2)", "greedy", games=100, seed=1)
    >>> found.deals, found.low < found.mean < found.high
    (50, True)
    """
    if against is None and seats not in (None, 2):
        raise RulesError(
            "seats={seats}: two play against each other; against= fills more seats", seats=seats
        )
    played = tournament(
        [a, b],
        against=against,
        game=game,
        games=games,
        seats=2 if against is None else seats,
        seed=seed,
        rules=rules,
        deck=deck,
        executor=executor,
        turns=turns,
        limit=limit,
        on_fault=on_fault,
        progress=progress,
        apart=False,
        to=to,
        resume=resume,
        **rule_fields,
    )
    try:
        return Comparison(played)
    except (RulesError, SimulationError):
        if played.complete:
            raise
        raise KeyboardInterrupt from None


class _Place(NamedTuple):
    """The games in which a strategy played, and its names there."""

    games: Simulation
    names: list[str]


@speaks
class Comparison(stopped_games.StoppedView):
    """Differences of two strategies on the same deals; made by `compare`.

    Parameters
    ----------
    played : Tournament
        The two against each other, or each against a third.
    names : tuple of str, optional
        The two; by default the first two of the tournament.

    Attributes
    ----------
    names : tuple of str
        The two strategies.
    tournament : Tournament
        The games: ``found.tournament.simulations``.
    differences : DataFrame
        One row per deal: `score_a` and `score_b`, each strategy's mean score of a round over the
        games of the deal, in points, and the `difference`, the first minus the second, all missing
        where one of the games was stopped; `wins_a` and `wins_b`, each one's share of the games of
        the deal, 0 to 1.
    left_out : int
        Deals without a result of both: a game had no end, or with ``on_fault="leave out"`` was
        stopped.
    deals : int
        Rows of `differences`.
    mean, sd : float
        Of the differences, in points a round.  The mean is missing if one of them is: those that
        are left would flatter who has stopped the other games.
    low, high : float
        The 95 % interval of the mean.
    win_difference : Interval
        The share of games that the first wins minus that of the second, −1 to 1: `mean`, `low`,
        `high`.

    Raises
    ------
    RulesError
        If there are fewer than ten deals.
    SimulationError
        If one of the two has not played.

    Notes
    -----
    The games of one deal aren't independent of each other, deals are: so a deal counts once.
    The interval of the points is the paired t interval, mean ± t · sd / √deals (Student, 1908);
    that of the wins is the one of Agresti and Min (2005) for matched proportions.  Both are for a
    number of games that was chosen beforehand: whoever plays on until an interval leaves 0 sees
    differences that aren't there.
    """

    left_out: int
    deals: int
    score_difference: Interval
    win_difference: Interval
    mean: float
    low: float
    high: float

    def __init__(self, played: Tournament, names: tuple[str, str] | None = None) -> None:
        self.tournament = played
        self.names: tuple[str, str] = names or (played.names[0], played.names[1])
        self._places = _where_they_played(played, *self.names)
        table = side_by_side(*(by_deal(*place) for place in self._places))
        every = len(table)
        table = table.dropna(subset=["wins_a", "wins_b"])
        self.left_out, self.deals = every - len(table), len(table)
        if self.deals < FEWEST:
            stops = stopped_games.sentences(CellTexts(present_language()), self._stops)
            raise RulesError(
                "{deals} deals were played to the end by both; {fewest} are needed at "
                "least, to see how much deals differ: {stops}",
                deals=self.deals,
                fewest=FEWEST,
                stops="; ".join(stops) or _("ask for more games"),
            )
        table.insert(2, "difference", table["score_a"] - table["score_b"])
        self.differences: pd.DataFrame = table.reset_index(names="deal")
        estimates = differences(table)
        self.score_difference, self.win_difference = estimates.score, estimates.win
        self.mean, self.low, self.high = estimates.score
        self.sd: float = float(table["difference"].std())

    @property
    def _stops(self) -> list[stopped_games.Stops]:
        runs = [place.games for place in self._places]
        every = self.tournament.simulations.items()
        stops = stopped_games.of_pairs({pair: run for pair, run in every if run in runs})
        return [stop._replace(where=f".tournament{stop.where}") for stop in stops]

    def _need_points(self) -> None:
        """Raise `RulesError` if there is no difference in points."""
        if math.isnan(self.mean):
            raise RulesError(
                "points can't be compared where games were stopped: mend the strategy, "
                "or on_fault='leave out' compares the rest"
            )

    @functools.cached_property
    def summary(self) -> pd.DataFrame:
        """One row per strategy: games, win rate with its 95 % interval (Wilson), mean score.

        The other columns count what is behind them and what isn't, as in `Simulation.summary`.
        """
        columns = ["player", "games", "win_rate", "low", "high", "mean_score"]
        columns += ["stopped", "left_out", "rounds", "rounds_left_out"]
        rows = [
            place.games.summary.set_index("player", drop=False).loc[name, columns]
            for name, place in zip(self.names, self._places, strict=True)
        ]
        table = pd.DataFrame(rows).reset_index(drop=True).infer_objects()
        return table.rename(columns={"player": "strategy"})

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
            If `points` isn't above 0, or there is no difference in points.
        """
        self._need_points()
        if not points > 0:
            raise RulesError("points={points}: a difference above 0 is needed", points=points)
        needed = math.ceil(((Z95 + Z80) * self.sd / points) ** 2)
        return max(needed - self.deals, 0) * len(self._places[0].games.job.players)

    def picture(self, lang: str | None = None) -> Figure:
        """Draw the difference of each deal, and their running mean with its interval.

        Fewer than 30 deals are drawn as a dot each.

        Parameters
        ----------
        lang : str, optional
            Its language; by default that of the comparison.

        Raises
        ------
        RulesError
            If there is no difference in points.
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        self._need_points()
        say = CellTexts(lang or self.lang)
        texts = words(say.lang)["charts"]["compare"]
        first, second = self._short_names
        points = self.differences["difference"].to_numpy(float)
        with drawing(10, 4.3, say.lang) as figure:
            left, right = figure.subplots(1, 2)
            title = textwrap.fill(self._sentences(say)[0], TITLE)
            figure.suptitle(title, x=0.01, ha="left", fontsize=11)
            if self.deals < FEW:
                draw_dots(left, points, bin_edges(points), color=COLOURS[0])
            else:
                left.hist(points, bins="auto", color=COLOURS[0], alpha=0.75, edgecolor="white")
            left.axvline(0, color=INK, linewidth=1)
            left.axvspan(self.low, self.high, color=COLOURS[1], alpha=0.3, linewidth=0)
            left.axvline(self.mean, color=COLOURS[1], linewidth=2, label=texts["mean"])
            left.set_title(texts["by_deal"].format(deals=format_number(self.deals, say.lang)))
            left.set_xlabel(texts["difference"].format(one=first, other=second))
            left.set_ylabel(texts["deals"])
            left.yaxis.get_major_locator().set_params(integer=True)

            n = np.arange(ENOUGH, self.deals + 1)
            means = points.cumsum()[ENOUGH - 1 :] / n
            squares = (points**2).cumsum()[ENOUGH - 1 :] / n
            spread = np.sqrt(np.maximum(squares - means**2, 0) * n / (n - 1))
            halves = [student(int(k) - 1) for k in n] * spread / np.sqrt(n)
            right.fill_between(
                n,
                means - halves,
                means + halves,
                color=COLOURS[0],
                alpha=0.22,
                linewidth=0,
                label=texts["band"],
            )
            right.plot(n, means, color=COLOURS[0], linewidth=2, label=texts["running"])
            right.axhline(0, color=INK, linewidth=1)
            right.set_ylim(*_clipped(means, halves))
            right.set_title(texts["growing"])
            right.set_xlabel(texts["deals"])
            right.set_ylabel(texts["points"])
            for axes in (left, right):
                axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
            if self.left_out:
                right.annotate(
                    texts["left_out"].format(count=format_number(self.left_out, say.lang)),
                    (1, 0),
                    xycoords="axes fraction",
                    ha="right",
                    va="bottom",
                    color=QUIET,
                )
        return figure

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        lines = [
            *self._sentences(say),
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
            *self._notes(say),
            *stopped_games.sentences(say, self._stops),
        ]
        return markup.clipped_lines(lines)

    def _face(self, say: CellTexts) -> markup.Html:
        first, second = self._short_names
        lines = [
            (
                row["strategy"],
                say.number(row["games"], 0),
                say.percent(row["win_rate"]),
                markup.bar(row["win_rate"]),
                say.interval(row["low"], row["high"]),
                say.number(self.differences[column].mean(), 2),
            )
            for row, column in zip(
                self.summary.to_dict("records"), ("score_a", "score_b"), strict=True
            )
        ]
        apart = (
            f"{first} − {second}",
            "",
            say.estimate(self.win_difference, say.points),
            "",
            "",
            say.estimate(self.score_difference, lambda x: say.number(x, 2, sign=True)),
        )
        return say.face(
            say("compared", one=first, other=second),
            *(markup.paragraph(sentence) for sentence in self._sentences(say)),
            say.rows(("strategy", "games", "wins", "", "interval", "mean_score"), [*lines, apart]),
            *(markup.paragraph(note) for note in self._notes(say)),
            *stopped_games.paragraphs(say, self._stops),
            sub=say("same_deals", count=self.deals),
        )

    @property
    def _short_names(self) -> tuple[str, str]:
        first, second = (markup.short(name, markup.LONGEST_NAME) for name in self.names)
        return first, second

    def _sentences(self, say: CellTexts) -> list[str]:
        """Return what was found of the points, and of the games won."""
        first, second = self._short_names
        parts = {"one": first, "other": second, "count": self.deals}
        wins = say.difference("wins", self.win_difference, say.points, **parts)
        if math.isnan(self.mean):
            return [wins, say("no_points")]
        points = say.difference(
            "points", self.score_difference, lambda x: say.number(x, 2, sign=True), **parts
        )
        return [points, wins]

    def _notes(self, say: CellTexts) -> list[str]:
        notes = [say("left_out", count=self.left_out)] if self.left_out else []
        if math.isnan(self.mean):
            return notes
        more = self.more_games()
        return [
            *self.tournament.unplayed(say),
            say("more_games", count=more) if more else say("enough_games"),
            *notes,
        ]


def _where_they_played(played: Tournament, first: str, second: str) -> tuple[_Place, _Place]:
    """Return the games of each of two strategies: of both together, or at the table of a third."""
    runs = played.simulations
    for alone, rest in ((first, second), (second, first)):
        if (alone, rest) in runs:
            met = runs[alone, rest]
            places = _Place(met, [alone]), _Place(met, [n for n in met.job.names if n != alone])
            return places if alone == first else places[::-1]
    for third in played.names:
        if (first, third) in runs and (second, third) in runs:
            return _Place(runs[first, third], [first]), _Place(runs[second, third], [second])
    raise SimulationError("only one of the two has played: there is nothing to compare")


def _clipped(means: Any, errors: Any) -> tuple[float, float]:
    """Return the limits of the axis: they include 0, and leave out the noisy beginning."""
    calm = slice(min(len(means) // 20 + 3, len(means) - 1), None)
    low, high = min((means - errors)[calm].min(), 0), max((means + errors)[calm].max(), 0)
    room = 0.06 * (high - low) or 1.0
    return float(low - room), float(high + room)
