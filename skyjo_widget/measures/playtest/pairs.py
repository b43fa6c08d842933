"""The answers of the same people about two versions: differences, the sign test, the order.

A session is what one person played of different versions in a row, as `plan` lays it out: it ends
where a version comes again.  People whose session has the same games share it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy.typing as npt
import pandas as pd

from skyjo_widget.util.intervals import UNKNOWN, Interval, mean_interval, welch

COLUMNS = (
    *("session", "by", "a", "b", "first", "asked", "answer_a", "answer_b", "difference"),
    *("game_a", "game_b"),
)


class Signs(NamedTuple):
    """Counts of who gave one version more than the other, and the sign test.

    Parameters
    ----------
    more, less, same : int
        Those that gave the second version more, less, or the same.
    p : float
        Of the exact sign test, two-sided; those without a difference are left out.
    """

    more: int
    less: int
    same: int
    p: float

    @property
    def n(self) -> int:
        """All of them."""
        return self.more + self.less + self.same


class Contrast(NamedTuple):
    """The answers of the same people to one question about two versions.

    Parameters
    ----------
    a, b, asked : str
    people, sessions : Signs
        Of the people's mean differences, and of the sessions'.
    by_person, by_session : Interval
        The mean of those differences, b − a.
    a_first, b_first : Interval
        The mean of the sessions that began with a, and of those that began with b.
    second : Interval
        How much more was given to what was played second, whichever it was.
    """

    a: str
    b: str
    asked: str
    people: Signs
    sessions: Signs
    by_person: Interval
    by_session: Interval
    a_first: Interval
    b_first: Interval
    second: Interval


def paired(
    forms: pd.DataFrame, seats: pd.DataFrame, games: pd.DataFrame, asked: Sequence[str]
) -> pd.DataFrame:
    """Pair the answers of each person about two versions in one session.

    Parameters
    ----------
    forms : DataFrame
        Answers: `game_id`, `by`, and a column for each question.
    seats : DataFrame
        Who sat where: `game_id`, `player`, `kind`; whoever gave no form has played all the same.
    games : DataFrame
        `version` and `created`, by `game_id`.
    asked : sequence of str
        The questions.

    Returns
    -------
    DataFrame
        One row per person, session, two versions and question, with the columns `COLUMNS`;
        `first` is the version that was played first, `difference` is b − a.
    """
    signed = forms[forms["by"].fillna("") != ""]
    people = signed["by"].map(person)
    answers = signed.groupby([people, "game_id"], observed=True)[list(asked)].mean().astype(float)
    names = dict(zip(people, signed["by"], strict=True))
    sat = seats[seats["kind"] == "person"]
    at = {game: k for k, game in enumerate(games.sort_values("created", kind="stable").index)}
    played = sorted(
        {*answers.index, *zip(sat["player"].map(person), sat["game_id"], strict=True)},
        key=lambda row: (row[0], at[row[1]]),
    )
    rows: list[tuple[Any, ...]] = []
    groups: list[set[str]] = []
    for who, mine in itertools.groupby(played, lambda row: row[0]):
        for turns in _sessions([game for _, game in mine], games["version"]):
            both = [game for game in turns if (who, game) in answers.index]
            joined = [group for group in groups if group & set(both)]
            groups = [group for group in groups if group not in joined]
            groups.append(set(both).union(*joined))
            by_version = sorted(both, key=lambda game: str(games["version"][game]))
            for pair in itertools.combinations(by_version, 2):
                a, b = (str(games["version"][game]) for game in pair)
                first = a if at[pair[0]] < at[pair[1]] else b
                for key in asked:
                    in_a, in_b = (float(answers[key][who, game]) for game in pair)
                    if not math.isnan(in_a + in_b):
                        row = (names[who], a, b, first, key, in_a, in_b, in_b - in_a, *pair)
                        rows.append(row)
    # Sessions are numbered in the order of their first games.
    groups.sort(key=lambda group: min((at[game] for game in group), default=-1))
    used = {row[-1] for row in rows}
    paired_groups = [group for group in groups if group & used]
    number = {game: k + 1 for k, group in enumerate(paired_groups) for game in group}
    return pd.DataFrame([(number[row[-1]], *row) for row in rows], columns=list(COLUMNS))


def contrasts(pairs: pd.DataFrame, asked: Sequence[str]) -> list[Contrast]:
    """Compare each two versions by each question that has pairs.

    Notes
    -----
    What was played second: half the difference between the sessions that began with one version
    and those that began with the other, as in a crossover trial (M. Hills and P. Armitage, "The
    two-period cross-over clinical trial", 1979).
    """
    rows = []
    for (a, b), of_two in pairs.groupby(["a", "b"], sort=True):
        for key in asked:
            mine = of_two[of_two["asked"] == key]
            if mine.empty:
                continue
            people = mine.groupby(mine["by"].map(person))["difference"].mean().to_numpy()
            sessions = mine.groupby("session")["difference"].mean()
            began = mine.groupby("session")["first"].first()
            a_first, b_first = (sessions[began == name].to_numpy() for name in (a, b))
            second = UNKNOWN
            if len(a_first) and len(b_first):
                second = Interval(*(end / 2 for end in welch(a_first, b_first)))
            rows.append(
                Contrast(
                    str(a),
                    str(b),
                    key,
                    sign_test(people),
                    sign_test(sessions.to_numpy()),
                    mean_interval(people),
                    mean_interval(sessions.to_numpy()),
                    mean_interval(a_first),
                    mean_interval(b_first),
                    second,
                )
            )
    return rows


def sign_test(differences: npt.NDArray[Any]) -> Signs:
    """Count the signs of differences, and test whether chance would do.

    Notes
    -----
    The exact test: W. J. Conover, Practical Nonparametric Statistics (1999), 3.4.

    Examples
    --------
    >>> import numpy as np
    >>> sign_test(np.array([1, 1, 2, 1, 1, 3, 0, -1])).p
    0.125
    """
    more, less = int((differences > 0).sum()), int((differences < 0).sum())
    n = more + less
    tail = sum(math.comb(n, k) for k in range(max(more, less), n + 1)) / 2**n
    return Signs(more, less, len(differences) - n, min(1.0, 2 * tail))


def person(name: str) -> str:
    """Return a name as it counts: capitals and spaces make nobody else."""
    return " ".join(str(name).split()).casefold()


# Inside


def _sessions(games: list[str], versions: pd.Series[str]) -> Iterator[list[str]]:
    """Cut a person's games, in order, where a version comes again."""
    session: list[str] = []
    for game in games:
        if any(versions[game] == versions[other] for other in session):
            yield session
            session = []
        session.append(game)
    yield session
