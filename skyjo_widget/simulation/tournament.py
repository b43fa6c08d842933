"""Tournaments of strategies: mirrored deals, rotated seats, ratings with errors."""

from __future__ import annotations

import dataclasses
import itertools
import math
import textwrap
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.charts.style import QUIET, diverging, drawing
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import GameSpec, RuleOptions, find_preset
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.simulation import stopped_games
from skyjo_widget.simulation.deals import by_deal, differences, side_by_side
from skyjo_widget.simulation.executors import INTERRUPTED
from skyjo_widget.simulation.job import OnFault
from skyjo_widget.simulation.resume import open_run, place_of, run_seed
from skyjo_widget.simulation.simulate import Simulation, make_job, note_of, play_job
from skyjo_widget.strategies.call import LIMIT
from skyjo_widget.strategies.process import StrategyProcess, has_processes
from skyjo_widget.strategies.rule_table.table import RuleTable
from skyjo_widget.table.seating import PlayerSpec, seat_bots
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import UNKNOWN, CellTexts
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.intervals import Z95, Interval, plackett_luce, wilson
from skyjo_widget.util.messages import in_its_language, speaks, warn
from skyjo_widget.util.names import free_name
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE, LABEL = 108, 50
"""The number of characters that fit into a line of the picture's title, and below its halves."""
MOST_KEPT = 8
"""Most idle strategy processes to keep: each takes some 100 MB."""


@in_its_language
def tournament(
    players: Sequence[PlayerSpec],
    *,
    game: GameSpec = "skyjo",
    games: int = 200,
    against: PlayerSpec | None = None,
    seats: int | None = None,
    seed: int | str | None = None,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    on_fault: OnFault = "lose",
    progress: bool = True,
    apart: bool | None = None,
    to: str | Path | None = None,
    resume: bool = False,
    **rule_fields: Unpack[RuleOptions],
) -> Tournament:
    """Let strategies play against each other, each pair on the same deals.

    A table seats one player of a strategy among players of another; each deal is played
    once for every seat that the one can have.  So nobody has better cards or a better seat.

    Parameters
    ----------
    players : sequence
        Two or more: names of built-in policies, or functions of an `Observation`.
    game : str or Game
        A preset, as in `play`.
    games : int
        Games of each pair, rounded up to whole deals.
    against : name or function, optional
        The only opponent of each strategy, in place of all others.
    seats : int, optional
        Players at a table; by default the fewest that the game allows.
    seed, rules, deck, executor, turns, limit, on_fault, progress, **rule_fields
        As in `simulate`; all pairs have the same deals.
    apart : bool, optional
        Whether functions play in processes of their own, which are sent a seat's observation and
        nothing else; otherwise a function could look at the draw pile.  By default they do
        wherever processes are supported (not in a browser).
    to, resume
        As in `simulate`; each pair has a folder of its own in `to`.

    Returns
    -------
    Tournament
        After an interrupt it holds the games that were played, of the first pairs, with a warning,
        and says how many are missing.

    Raises
    ------
    RulesError
        If an argument is invalid; the message says why.

    Notes
    -----
    A strategy's own process holds no hidden cards, so a function can't find any.  It is no
    sandbox: it has the rights of its user, and reads files as a function in the kernel does.  A
    strategy whose process dies, or takes too long, stops that game alone, and loses it.

    Examples
    --------
    >>> result = tournament(["random", "greedy", "threshold(2)"], games=40, seed=1)
    >>> list(result.ranking["strategy"])
    ['threshold(2)', 'greedy', 'random']
    """
    rulebook, preset = find_preset(game)
    every = [*players] if isinstance(players, (list, tuple)) else players
    if against is not None and isinstance(every, list):
        every = [*every, against]
    policies, names = seat_bots(every, rulebook.name)
    if len(policies) < 2:
        raise RulesError("{count} strategy: a tournament needs two or more", count=len(policies))
    seats = preset.PLAYERS[0] if seats is None else whole_number("seats", seats)
    if seats < 2:
        raise RulesError("seats={seats}: at least two play at a table", seats=seats)
    games = whole_number("games", games)
    if games < 1:
        raise RulesError("games={games}: at least one is needed", games=games)
    seed = run_seed(seed, to, resume=resume, inner="pair-1")
    numbers = range(len(policies))
    pairs = (
        [(a, numbers[-1]) for a in numbers[:-1]]
        if against is not None
        else list(itertools.permutations(numbers, 2))
        if seats > 2
        else list(itertools.combinations(numbers, 2))
    )
    if any(map(callable, policies)):
        apart = _can_be_apart(apart)
    if apart:
        policies = tuple(map(_apart, policies, names))
    result = Tournament(names)
    result.asked = len(pairs) * (-(-games // seats) * seats)
    kept: list[StrategyProcess] = []  # in the order of their last game
    try:
        for number, (a, b) in enumerate(pairs, start=1):
            job = make_job(
                game,
                [policies[a]] + [policies[b]] * (seats - 1),
                -(-games // seats) * seats,
                seed,
                rules=rules,
                deck=deck,
                turns=turns,
                limit=limit,
                on_fault=on_fault,
                fields=rule_fields,
            )
            taken = [names[a], names[b]]
            while len(taken) < seats:
                taken.append(free_name(names[b], taken))
            job = dataclasses.replace(job, mirrored=True, names=tuple(taken))
            begun = [p for p in (policies[a], policies[b]) if isinstance(p, StrategyProcess)]
            place, folder = place_of(to, number, "pair"), None
            try:
                for process in begun if executor is None else ():
                    process.start()  # both at once
                if place:
                    folder = open_run(place, note_of(job, ()), resume=resume)
                played = play_job(job, (), folder, executor=executor, progress=progress)
            except (SimulationError, KeyboardInterrupt) as error:
                if not result.simulations:
                    raise
                why = message_of(error) or INTERRUPTED
                warn("{count} pairs have played: {why}", count=len(result.simulations), why=why)
                break
            result.add(a, b, played)
            if played.trouble:
                break
            kept = [p for p in kept if p not in begun] + begun
            for process in kept[:-MOST_KEPT]:
                process.close()
            kept = kept[-MOST_KEPT:]
    finally:
        for policy in policies:
            if isinstance(policy, StrategyProcess):
                policy.close()
    stopped_games.warn_of(stopped_games.of_pairs(result.simulations))
    return result


def _can_be_apart(apart: bool | None) -> bool:
    """Return whether functions play in processes of their own; warn where they can't."""
    if apart is False or has_processes():
        return apart is not False
    why = _("there are no processes of their own for strategies here, in a browser")
    if apart:
        raise RulesError("apart=True: {why}", why=why)
    warn("{why}: they play in this one, where they could look at the cards", why=why)
    return False


def _apart(policy: PlayerSpec, name: str) -> PlayerSpec:
    """Return a function as a strategy process; names and rule tables, which hold no code, as is."""
    if not callable(policy) or type(policy) is RuleTable:
        return policy
    return StrategyProcess(policy, name)


@speaks
class Tournament(stopped_games.StoppedView):
    """Results of a tournament, by pair and as a ranking; made by `tournament`.

    Parameters
    ----------
    names : tuple of str
        The strategies.

    Attributes
    ----------
    simulations : dict
        The games of each pair, by the two names: ``result.simulations["greedy", "random"]``.
    asked : int
        How many games were asked for; there are fewer if the call was stopped.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.simulations: dict[tuple[str, str], Simulation] = {}
        self._pairs: list[dict[str, Any]] = []
        self.asked = 0

    def add(self, a: int, b: int, played: Simulation) -> None:
        """Count the games of a pair."""
        strategy, opponent = self.names[a], self.names[b]
        self.simulations[strategy, opponent] = played
        games, rounds = played.games, played.rounds
        winners = played.winners
        scores, mine = rounds["score"].astype("float64"), rounds["player"] == strategy
        decided = sum(winners.values())
        won = sum(many / len(names) for names, many in winners.items() if strategy in names)
        low, high = wilson(won, decided)
        others = [name for name in played.job.names if name != strategy]
        paired = side_by_side(by_deal(played, [strategy]), by_deal(played, others))
        score, _, deals = differences(paired.dropna(subset=["wins_a"]))
        stopped = int((played.faults["player"] == strategy).sum())
        scored = rounds["score"].notna()
        self._pairs.append(
            {
                "strategy": strategy,
                "against": opponent,
                "seats": len(played.job.players),
                "games": len(games),
                "undecided": len(games) - decided,
                "finished": int(games["finished"].sum()),
                "wins": won,
                "win_rate": won / decided if decided else float("nan"),
                "low": low,
                "high": high,
                "mean_score": float(scores[mine].mean()),
                "against_score": float(scores[~mine].mean()),
                "deals": deals,
                "score_difference": score.mean,
                "score_difference_low": score.low,
                "score_difference_high": score.high,
                "stopped": stopped,
                "against_stopped": played.stopped - stopped,
                "rounds": int(scored.sum()) // len(played.job.players),
                "rounds_left_out": int((~scored).sum()) // len(played.job.players),
                "deals_left_out": len(paired) - deals,
            }
        )

    @property
    def complete(self) -> bool:
        """True if all games that were asked for were played."""
        return self._games >= self.asked

    @property
    def _games(self) -> int:
        return sum(played.played for played in self.simulations.values())

    def unplayed(self, say: CellTexts) -> list[str]:
        """Return a sentence on what a stopped call hasn't played; none if it wasn't stopped."""
        missing = self.asked - self._games
        return [say("games_missing", count=missing, all=self.asked)] if missing > 0 else []

    @property
    def pairs(self) -> pd.DataFrame:
        """One row per pair: wins of the one strategy at a table of the other.

        `win_rate` is of the decided games, a shared win by its share, a game that was stopped by
        either (`stopped`, `against_stopped`) a loss of it; `low` and `high` are its 95 % interval
        (Wilson), slightly conservative, since mirrored deals vary less than independent ones.
        `mean_score` is of a round; `rounds_left_out` were broken off.  `score_difference`, the
        strategy's minus that of the others at its table, in points a round, is paired by deal: its
        95 % interval is Student's, mean ± t · sd / √deals; `deals_left_out` had no end.  It is
        missing if a game was stopped, since the rounds that are left would flatter who stopped it;
        with ``on_fault="leave out"`` it is of those.
        ``Comparison(result, ("greedy", "random"))`` compares any two that have met each other or
        the same third.
        """
        return pd.DataFrame(self._pairs)

    @property
    def ranking(self) -> pd.DataFrame:
        """One row per strategy, the strongest first.

        `rating` is on the Elo scale with mean 0: of two players the one rated 100 points higher
        wins 64 % of the games.  `rating_error` is its standard error.  `games` are those with a
        result, `left_out` those without; `stopped` are those that the strategy has stopped, and
        lost.  `rating_difference` is the
        rating minus that of the first row, with its 95 % interval, ± 1.96 · √(v₁ + v₂ − 2 c) from
        the ratings' variances and covariance: whether two ratings differ can't be seen from
        their own intervals.  A strategy none of whose games has a result has no rating.
        """
        rating, covariance = self._ratings()
        error = np.sqrt(np.maximum(np.diag(covariance), 0))
        rows = []
        for i, name in enumerate(self.names):
            played = left_out = stopped = scored = 0
            won = score = 0.0
            for pair in self._pairs:
                decided = pair["games"] - pair["undecided"]
                if pair["strategy"] == name:
                    wins, mean, failed = pair["wins"], pair["mean_score"], pair["stopped"]
                elif pair["against"] == name and pair["seats"] == 2:
                    wins, mean = decided - pair["wins"], pair["against_score"]
                    failed = pair["against_stopped"]
                else:
                    continue
                played, won, left_out = played + decided, won + wins, left_out + pair["undecided"]
                stopped += failed
                if not math.isnan(mean):
                    score, scored = score + pair["finished"] * mean, scored + pair["finished"]
            low, high = wilson(won, played)
            rows.append(
                {
                    "strategy": name,
                    "games": played,
                    "win_rate": won / played if played else float("nan"),
                    "low": low,
                    "high": high,
                    "mean_score": score / scored if scored else float("nan"),
                    "stopped": stopped,
                    "left_out": left_out,
                    "rating": rating[i],
                    "rating_error": error[i],
                }
            )
        table = pd.DataFrame(rows).sort_values("rating", ascending=False, kind="stable")
        order = table.index.to_numpy()
        apart = rating[order] - rating[order[0]]
        own = np.diag(covariance)[order]
        variance = own + own[0] - 2 * covariance[order, order[0]]
        half = Z95 * np.sqrt(np.maximum(variance, 0))
        table["rating_difference"] = apart
        table["rating_difference_low"], table["rating_difference_high"] = apart - half, apart + half
        return table.reset_index(drop=True)

    @property
    def cross(self) -> pd.DataFrame:
        """The win rate of each strategy (row) against each other one (column), where known."""
        return self._cross("win_rate", "win_rate")

    def _cross(self, key: str, mirrored: str) -> pd.DataFrame:
        """Return a share of each pair as a cross table; `mirrored` is that of the other side."""
        table = pd.DataFrame(index=list(self.names), columns=list(self.names), dtype="Float64")
        for pair in self._pairs:
            table.loc[pair["strategy"], pair["against"]] = pair[key]
            if pair["seats"] == 2:
                table.loc[pair["against"], pair["strategy"]] = 1 - pair[mirrored]
        order = list(self.ranking["strategy"])
        return table.loc[order, order]

    def picture(self, lang: str | None = None) -> Figure:
        """Draw the ratings' distances from the first, and the cross table, with 95 % intervals.

        Parameters
        ----------
        lang : str, optional
            Its language; by default that of the tournament.

        Raises
        ------
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        say = CellTexts(lang or self.lang)
        table, cross = self.ranking, self.cross
        n = len(table)
        at = range(n)
        rates, lows, highs = (
            frame.to_numpy(dtype=float, na_value=np.nan)
            for frame in (cross, self._cross("low", "high"), self._cross("high", "low"))
        )
        with drawing(9, 1.6 + 0.5 * n, say.lang) as figure:
            left, right = figure.subplots(1, 2)
            if len(self._unrated) < n:
                title = say(
                    "ahead", games=say.number(self._games, 0), best=table["strategy"].iloc[0]
                )
                figure.suptitle(textwrap.fill(title, TITLE), x=0.01, ha="left", fontsize=11)
            apart = table["rating_difference"]
            left.errorbar(
                apart,
                at,
                xerr=table["rating_difference_high"] - apart,
                fmt="o",
                capsize=3,
                color=COLOURS[0],
            )
            left.set_yticks(at, table["strategy"])
            left.set_ylim(n - 0.5, -0.5)  # as the rows on the right
            left.locator_params(axis="x", nbins=6)
            left.axvline(0, color="0.7", linewidth=1, zorder=0)
            for place in np.flatnonzero(apart.isna()):
                left.annotate(
                    say("not_rated"),
                    (0.5, place),
                    xycoords=left.get_yaxis_transform(),
                    ha="center",
                    va="center",
                    color=QUIET,
                )
            left.set_xlabel(textwrap.fill(say("elo"), LABEL))
            right.imshow(rates, cmap=diverging(), vmin=0, vmax=1, aspect="auto")
            for i, j in itertools.product(at, at):
                if not np.isnan(rates[i, j]):
                    strong = abs(rates[i, j] - 0.5) > 0.45  # white is easier to read there
                    ends = f"{100 * lows[i, j]:.0f}–{100 * highs[i, j]:.0f}"
                    right.text(
                        j,
                        i,
                        f"{say.percent(rates[i, j], 0)}\n{ends}",
                        ha="center",
                        va="center",
                        fontsize=9,
                        color="white" if strong else "black",
                    )
            right.set_xticks(at, cross.columns, rotation=30, ha="right")
            right.set_yticks([])  # those on the left
            right.set_xlabel(textwrap.fill(say("cross"), LABEL))
        return figure

    @property
    def _stops(self) -> list[stopped_games.Stops]:
        return stopped_games.of_pairs(self.simulations)

    def __repr__(self) -> str:
        games = self._games
        say, unrated = CellTexts(self.lang), self._unrated
        nobody = len(unrated) == len(self.names)
        head = _(
            "<Tournament of {count} strategies, {games:,} games; ahead: {best}>",
            count=len(self.names),
            games=games,
            best=_("nobody") if nobody else self.ranking["strategy"].iloc[0],
        )
        return markup.clipped_lines(
            [
                say.message(head),
                *self.unplayed(say),
                *stopped_games.sentences(say, self._stops),
                *(self._why_unrated(say, name) for name in unrated),
            ]
        )

    def _face(self, say: CellTexts) -> markup.Html:
        stops = self._stops
        lines = [
            (
                row["strategy"],
                say.number(row["games"], 0),
                say.percent(row["win_rate"]),
                *(
                    (markup.bar(row["win_rate"]), say.interval(row["low"], row["high"]))
                    if row["games"]
                    else (UNKNOWN, UNKNOWN)
                ),
                say.number(row["mean_score"], 1),
                say.number(row["rating"], 0, sign=True),
                "" if place == 0 else self._estimate(say, row, "rating_difference", 0),
            )
            for place, row in enumerate(self.ranking.to_dict("records"))
        ]
        pairs = [
            (
                f"{row['strategy']} − {row['against']}",
                say.number(row["games"], 0),
                say.number(row["deals"], 0),
                self._estimate(say, row, "score_difference", 2),
            )
            for row in self._pairs
        ]
        heads = ("strategy", "games", "wins", "", "interval", "mean_score", "rating", "to_first")
        games = self._games
        return say.face(
            say("tournament"),
            say.rows(heads, lines),
            *map(markup.paragraph, self.unplayed(say)),
            *(markup.paragraph(self._why_unrated(say, name)) for name in self._unrated),
            *stopped_games.paragraphs(say, stops),
            *stopped_games.gaps(
                say,
                sum(pair["undecided"] for pair in self._pairs),
                sum(pair["rounds_left_out"] for pair in self._pairs),
            ),
            say.rows(("pair", "games", "deals", "difference"), pairs),
            markup.paragraph(say("paired")),
            *([markup.paragraph(say("no_points"))] if any(stop.lost for stop in stops) else []),
            sub=say("games", count=games),
        )

    @staticmethod
    def _estimate(say: CellTexts, row: Mapping[Any, Any], key: str, digits: int) -> str:
        """Return a difference of a row with its interval."""
        return say.estimate(
            Interval(row[key], row[f"{key}_low"], row[f"{key}_high"]),
            lambda number: say.number(number, digits, sign=True),
        )

    @property
    def _unrated(self) -> list[str]:
        """The strategies without a rating."""
        table = self.ranking
        return list(table["strategy"][table["rating"].isna()])

    def _why_unrated(self, say: CellTexts, name: str) -> str:
        """Return why a strategy isn't rated."""
        met = [played for pair, played in self.simulations.items() if name in pair]
        parts: dict[str, Any] = {"name": markup.short(name, markup.LONGEST_NAME)}
        if not met:
            return say("unrated_idle", **parts)
        if not all(played.games["winners"].isna().all() for played in met):
            return say("unrated_apart", **parts)
        return say("unrated_left_out", count=sum(played.played for played in met), **parts)

    def _ratings(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        index: Mapping[str, int] = {name: i for i, name in enumerate(self.names)}
        results = [
            (
                index[pair["strategy"]],
                index[pair["against"]],
                pair["seats"],
                pair["wins"],
                pair["games"] - pair["undecided"],
            )
            for pair in self._pairs
            if pair["games"] > pair["undecided"]  # else it would be rated by the prior alone
        ]
        return plackett_luce(len(self.names), results)
