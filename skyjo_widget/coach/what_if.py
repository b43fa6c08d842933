"""A comparison of several actions at one moment, by many rollouts to the end of the round.

All actions meet the same worlds: states consistent with the seat's observation, with the secrets
drawn at random.  These common random numbers reduce the variance of the differences.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.bots.search import Strong
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import IllegalActionError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.strategies.observation import Observation, rulebook
from skyjo_widget.util import markup
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import ENOUGH, Interval, critical
from skyjo_widget.util.messages import speaks
from skyjo_widget.util.validation import seed_number, whole_number

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST = 100_000
"""The most worlds."""
SHOWN = 4
"""The most actions in a picture."""


@speaks
class Outlook(CellView):
    """The outcomes of several actions in the same worlds; made by `look_ahead`.

    Parameters
    ----------
    actions : tuple of str
        In notation.
    scores : array of float, worlds × actions
        The seat's score of the round, in points; NaN where the rollout was cut off.
    wins : array of float, worlds × actions
        The probability, 0 to 1, to win the game (in Skip-Bo the round), judged after the round.
    played_by : str
        The policy of the rollouts.
    game : str
        The game's name.
    """

    actions: tuple[str, ...]
    scores: npt.NDArray[np.float64]
    wins: npt.NDArray[np.float64]
    played_by: str
    game: str

    def __init__(
        self,
        actions: tuple[str, ...],
        scores: npt.NDArray[np.float64],
        wins: npt.NDArray[np.float64],
        played_by: str,
        game: str = "",
    ) -> None:
        self.actions, self.scores, self.wins = actions, scores, wins
        self.played_by, self.game = played_by, game

    @property
    def frame(self) -> pd.DataFrame:
        """A row per world and action: world, action, score (points), win (0 to 1)."""
        import pandas as pd  # noqa: PLC0415  (loaded on demand)

        worlds, n = self.scores.shape
        return pd.DataFrame(
            {
                "world": np.repeat(np.arange(worlds), n),
                "action": pd.Series(list(self.actions) * worlds, dtype="string"),
                "score": self.scores.ravel(),
                "win": self.wins.ravel(),
            }
        )

    @property
    def summary(self) -> pd.DataFrame:
        """A row per action, with standard errors.

        The columns are: worlds, mean and standard deviation of the score, probability to win,
        and the paired differences from the first action.
        """
        import pandas as pd  # noqa: PLC0415  (as above)

        rows = []
        for k, action in enumerate(self.actions):
            whole = ~np.isnan(self.scores[:, [0, k]]).any(axis=1)
            score, first = self.scores[whole, k], self.scores[whole, 0]
            rows.append(
                {
                    "action": action,
                    "worlds": int(whole.sum()),
                    "score": _mean(score),
                    "score_error": _error(score),
                    "score_sd": float(score.std(ddof=1)) if len(score) > 1 else np.nan,
                    "win": _mean(self.wins[:, k]),
                    "win_error": _error(self.wins[:, k]),
                    "score_difference": _mean(score - first),
                    "score_difference_error": _error(score - first),
                    "win_difference": _mean(self.wins[:, k] - self.wins[:, 0]),
                    "win_difference_error": _error(self.wins[:, k] - self.wins[:, 0]),
                }
            )
        return pd.DataFrame(rows).astype({"action": "string"}).set_index("action")

    @functools.cached_property
    def best(self) -> str:
        """The action that wins most often in these worlds; the first of equals."""
        return self.actions[int(np.argmax(self.wins.mean(axis=0)))]

    @property
    def differences(self) -> pd.DataFrame:
        """A row per action: its differences from the best one, with their 95 % intervals.

        The columns are `win_difference` (−1 to 1) and `score_difference` (points), each with
        `…_low` and `…_high`; 0 for the best action itself, and no interval with fewer than five
        worlds.

        Notes
        -----
        The differences are paired: all actions meet the same worlds.  The intervals hold for all
        pairs of actions together (Bonferroni), since the best one is chosen in the same worlds and
        looks better than it is; with two actions that is the paired t interval.  The standard error
        of a chance is at least that of one world that differs, 1/n.
        """
        import pandas as pd  # noqa: PLC0415  (loaded on demand)

        rows = []
        for action in self.actions:
            row: dict[str, Any] = {"action": action}
            for key, difference in self._apart(action).items():
                row[key] = difference.mean
                row[f"{key}_low"], row[f"{key}_high"] = difference.low, difference.high
            rows.append(row)
        return pd.DataFrame(rows).astype({"action": "string"}).set_index("action")

    def _apart(self, action: str) -> dict[str, Interval]:
        """Return an action's differences from the best one."""
        if action == self.best:
            none = Interval(0.0, 0.0, 0.0)
            return {"win_difference": none, "score_difference": none}
        k, best = self.actions.index(action), self.actions.index(self.best)
        pairs = comb(len(self.actions), 2)
        win = self.wins[:, k] - self.wins[:, best]
        score = self.scores[:, k] - self.scores[:, best]
        return {
            "win_difference": paired(win, pairs, 1 / len(win), (-1.0, 1.0)),
            "score_difference": paired(score[~np.isnan(score)], pairs),
        }

    def samples(self) -> dict[str, npt.NDArray[np.float64]]:
        """Return each action's scores, in points, without rounds that were cut off."""
        return {
            action: column[~np.isnan(column)]
            for action, column in zip(self.actions, self.scores.T, strict=True)
        }

    def picture(self, *, lang: str | None = None) -> Figure:
        """Draw the distribution of each action's scores, one above the other.

        Of more than four actions the four that win most often, in the order of `actions`.

        Raises
        ------
        RulesError
            If there is only one action.
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        from skyjo_widget.charts.histograms import draw_samples  # noqa: PLC0415  (loads pandas)

        lang = lang or self.lang
        say, texts = CellTexts(lang), words(lang)["what_if"]
        if len(self.actions) < 2:
            raise RulesError("there is one action: a picture compares two or more")
        wins = dict(zip(self.actions, self.wins.mean(axis=0), strict=True))
        kept = sorted(self.actions, key=lambda action: -wins[action])[:SHOWN]
        samples, apart = {}, {}
        for action, sample in self.samples().items():
            name = action_words(action, self.game, lang)
            if action in kept:
                samples[name] = sample
            if action != self.best:
                apart[name] = say("from_best", text=self.from_best(action, say)[1])
        return draw_samples(
            samples,
            apart,
            title=texts["picture"].format(bot=self.played_by, worlds=len(self.scores)),
            unit=texts["unit"],
            lang=lang,
        )

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        lines = [say("outlook", count=len(self.scores), bot=self.played_by)]
        lines += [sentence] if (sentence := self.sentence()) else []
        lines += [
            say(
                "item",
                name=say.action(row["action"], self.game),
                text=f"{say('some_score', score=_score(row, say))}, "
                f"{say('wins', share=_win(row, say))}",
            )
            for row in self._rows()
        ]
        return markup.clipped_lines(lines)

    def _face(self, say: CellTexts) -> markup.Html:
        lines = [
            (
                say.action(row["action"], self.game),
                _score(row, say),
                say.number(row["score_sd"], 2),
                _win(row, say),
                markup.bar(row["win"]),
                *self.from_best(row["action"], say),
                str(row["worlds"]),
            )
            for row in self._rows()
        ]
        heads = ["action", "score", "spread", "chance", "", "win_apart", "score_apart", "worlds"]
        sentence = self.sentence(say.lang)
        return say.face(
            say("worlds", count=len(self.scores)),
            markup.paragraph(sentence) if sentence else "",
            say.rows(heads, lines),
            markup.paragraph(say("errors_best")),
            sub=say("played_on", bot=self.played_by),
        )

    def from_best(self, action: str, say: CellTexts) -> tuple[str, str]:
        """Return an action's differences from the best one, in chance and in score, as texts."""
        if action == self.best:
            return "", ""
        apart = self._apart(action)
        return (
            say.estimate(apart["win_difference"], say.points),
            say.estimate(apart["score_difference"], _signed(say)),
        )

    def sentence(self, lang: str | None = None) -> str:
        """Return a sentence on the best action and the next; empty if there is only one.

        Parameters
        ----------
        lang : str, optional
            The language; by default the object's own.
        """
        say = CellTexts(lang or self.lang)
        if len(self.actions) < 2:
            return ""
        order = np.argsort(-self.wins.mean(axis=0), kind="stable")
        best, second = (self.actions[k] for k in order[:2])
        mean, low, high = self._apart(second)["win_difference"]
        parts = {
            "one": say.action(best, self.game),
            "other": say.action(second, self.game),
            "count": len(self.wins),
        }
        if np.isnan(low):
            return say("few_worlds", count=ENOUGH)
        return say.difference("lead", Interval(-mean, -high, -low), say.points, **parts)

    def _rows(self) -> list[dict[Any, Any]]:
        """Return the summary as one dict per action."""
        return self.summary.reset_index().to_dict("records")


def look_ahead(
    seen: Observation,
    actions: Sequence[str] | None = None,
    *,
    games: int = 1000,
    seed: int = 0,
) -> Outlook:
    """Try actions in many worlds, and play each round to its end.

    Parameters
    ----------
    seen : Observation
        The observation of the seat to act.
    actions : sequence of str, optional
        In notation; by default all legal ones.
    games : int
        The number of worlds, 2 to 100,000.
    seed : int
        The seed of the worlds; the same seed gives the same worlds.

    Raises
    ------
    RulesError
        If the seat isn't to act, or the number of worlds is out of range.
    IllegalActionError
        If an action isn't legal then.
    """
    if not seen.legal or seen.me == NOBODY:
        raise RulesError("what if: a moment is needed in which the seat is to act")
    chosen = tuple(seen.legal if actions is None else actions)
    for action in chosen:
        if action not in seen.legal:
            raise IllegalActionError(
                str(action), seat=seen.me, player=None, reason=_("it isn't here"), legal=seen.legal
            )
    if not chosen or len(set(chosen)) < len(chosen):
        raise RulesError(
            "actions={chosen}: one action or more is needed, each once", chosen=list(chosen)
        )
    games = whole_number("games", games)
    if not 2 <= games <= MOST:
        raise RulesError("games={games}: from 2 to {most} are needed", games=games, most=MOST)
    (game, r, _deck), o = rulebook(seen), seen.seen
    plans = [(game.parse_action(action, r),) for action in chosen]
    seed = seed_number(seed)

    def sample(bot: Strong) -> npt.NDArray[np.float64]:
        return bot.try_out(plans, o, r, np.random.default_rng(seed), games)

    totals, wins = (
        bots.round_estimator(game.name, "points"),
        bots.round_estimator(game.name, "chance"),
    )
    before = o.total[seen.me]
    base = bots.policies(game.name)[totals.base[0]]
    return Outlook(chosen, sample(totals) - before, sample(wins), base, game.name)


def redealt(game: Game, state: Any, codes: Any, rng: np.random.Generator) -> Any:
    """Return a state with the same observation for the seat to act and other hidden cards."""
    seat = state.seat
    seen = observe(state, seat)
    world = game.state()
    for f in dataclasses.fields(seen):
        setattr(world, f.name, getattr(seen, f.name))
    world = copy(world)
    bots.search_bot(game.name).functions.imagine(world, codes, seat, rng)
    return world


def paired(
    differences: npt.NDArray[np.float64],
    pairs: int,
    least: float = 0.0,
    bounds: tuple[float, float] = (-np.inf, np.inf),
) -> Interval:
    """Return the mean of paired differences with an interval that holds for all pairs together.

    Parameters
    ----------
    differences : array of float, shape (n,)
    pairs : int
        The number of pairs that could have been looked at.
    least : float
        The lowest standard error.
    bounds : tuple of float
        The lowest and the highest possible difference.
    """
    n, mean = len(differences), _mean(differences)
    if n < ENOUGH:
        return Interval(mean, np.nan, np.nan)
    half = critical(pairs, n) * max(_error(differences), least)
    low, high = np.clip([mean - half, mean + half], *bounds).tolist()
    return Interval(mean, low, high)


def _signed(say: CellTexts) -> Callable[[float], str]:
    return lambda number: say.number(number, 2, sign=True)


def _score(row: dict[Any, Any], say: CellTexts) -> str:
    return f"{say.number(row['score'], 2)} ± {say.number(2 * row['score_error'], 2)}"


def _win(row: dict[Any, Any], say: CellTexts) -> str:
    return f"{say.percent(row['win'])} ± {say.percent(2 * row['win_error'])}"


def _mean(sample: npt.NDArray[np.float64]) -> float:
    return float(sample.mean()) if len(sample) else np.nan


def _error(sample: npt.NDArray[np.float64]) -> float:
    return float(sample.std(ddof=1) / len(sample) ** 0.5) if len(sample) > 1 else np.nan
