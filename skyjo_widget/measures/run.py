"""`measure`: compute measures of games, grouped by version and kind of player."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.measures import choice_values
from skyjo_widget.measures.choice_values import DecisionValues
from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Exact, Statistic
from skyjo_widget.measures.families import course
from skyjo_widget.measures.registry import chosen
from skyjo_widget.measures.result import Finding, Measures
from skyjo_widget.measures.run_summaries import summarise_any
from skyjo_widget.measures.summaries import Summaries
from skyjo_widget.measures.win_chances import WinProbabilities
from skyjo_widget.util.i18n import call_language
from skyjo_widget.util.messages import in_its_language


@in_its_language
def measure(
    source: Any,
    *,
    measures: Sequence[str] | str | None = None,
    by: str | None = "kind",
    practice: bool = False,
    lang: str | None = None,
    win_probabilities: WinProbabilities | None = None,
    decision_values: DecisionValues | None = None,
    executor: Executor | None = None,
) -> Measures:
    """Compute measures of games: spread of scores, luck, choices, pace and more.

    Parameters
    ----------
    source : Log, Session, Simulation, or path
        The games; a path is that of the folder of a run, of several runs, of other Parquet files
        with the frames of a log, or whatever `load_all` takes.  Parquet files aren't loaded whole.
        A run of built-in players needn't keep decisions: it is played again.
    measures : sequence of str, optional
        Keys of measures or families; by default all.
    by : {"kind", None}
        ``"kind"`` separates people and bots; None pools them.
    practice : bool
        Whether to include practice tables and branches.  Undone decisions never count.
    lang : str, optional
        The language of its texts; by default that of what it is about, else English.
    win_probabilities : WinProbabilities, optional
        `skyjo_widget.win_probabilities` of these games, for the measures of the course of a game.
    decision_values : DecisionValues, optional
        `skyjo_widget.decision_values` of these games, for the measures of the value of decisions.
    executor : concurrent.futures.Executor, optional
        Where runs are played again, as in `simulate`; it sends back sums.  By default all cores.

    Returns
    -------
    Measures
        Computed separately for each version (rules, deck, number of players).

    Raises
    ------
    RulesError
        If it isn't a source of games or holds no game, there is no such measure, or a requested
        measure needs `win_probabilities` or `decision_values`, or these are of other games.
    SkyjoWidgetError
        If a package for reading the files isn't installed.

    Examples
    --------
    >>> from skyjo_widget import simulate
    >>> played = simulate("skyjo", ["greedy", "random"], games=40, seed=1, decisions=True)
    >>> measures = measure(played, measures=["margin"])
    >>> row = measures.frame.iloc[0]
    >>> row["unit"], int(row["n"]), bool(row["enough"])
    ('points', 40, True)
    """
    given_extras = {"win_probabilities": win_probabilities, "decision_values": decision_values}
    kinds = {"win_probabilities": WinProbabilities, "decision_values": DecisionValues}
    for name, rollouts in given_extras.items():
        if not (rollouts is None or isinstance(rollouts, kinds[name])):
            raise RulesError(
                "{name}={given!r:.60}: what {name}(…) gives is needed", name=name, given=rollouts
            )
    extras: dict[str, Any] = {
        "win_probabilities": win_probabilities and course.summary(win_probabilities.courses()),
        "decision_values": decision_values and choice_values.summary(decision_values),
    }
    wanted = _available(
        chosen(measures), measures, [name for name in extras if extras[name] is None]
    )
    lang = call_language(lang)
    if by not in ("kind", None):
        raise RulesError("by={by!r}: 'kind' (people and bots apart) or None is needed", by=by)
    summaries = summarise_any(source, practice=practice, apart=by == "kind", executor=executor)
    if not summaries.games:
        raise RulesError(
            "there are no games to be measured (practice tables count with practice=True)"
        )
    for name, rollouts in given_extras.items():
        if rollouts is not None:
            ids = pd.Index(rollouts.frame["game_id"].unique())
            if summaries.places(ids).empty:
                raise RulesError("{name}: there is nothing in it of these games", name=name)
            summaries.add(name, extras[name])
    return Measures(summaries, evaluate(summaries, wanted), lang)


def _available(
    wanted: tuple[Measure, ...], measures: object, missing: list[str]
) -> tuple[Measure, ...]:
    """Return the measures that don't need a missing argument; raise if none is left.

    Measures that were asked for by their keys must be among them.
    """
    names = (
        [measures]
        if isinstance(measures, str)
        else measures
        if isinstance(measures, Collection)
        else []
    )
    available = tuple(definition for definition in wanted if definition.extra not in missing)
    for definition in wanted:
        if definition.extra in missing and (definition.key in names or not available):
            raise RulesError(
                "{key} comes from rollouts: measure(…, {extra}={extra}(source))",
                key=definition.key,
                extra=definition.extra,
            )
    return available


def evaluate(summaries: Summaries, wanted: Sequence[Measure]) -> list[Finding]:
    """Compute the statistics of each measure, for every version and kind of player."""
    findings = []
    apart = {whole: list(groups(summaries, whole=whole)) for whole in (True, False)}
    for definition in wanted:
        for group in apart[definition.whole]:
            if lacking := [name for name in definition.needs if _lacks(summaries, name)]:
                findings.append(
                    Finding(definition, group.version, group.kind, None, tuple(lacking))
                )
                continue
            unit = "deals" if group.sums.rotated else "games"
            findings += [
                Finding(
                    definition,
                    group.version,
                    group.kind,
                    _bounded(statistic, definition),
                    unit=unit,
                )
                for statistic in definition.statistics(group)
            ]
    return findings


def _bounded(statistic: Statistic | Exact, definition: Measure) -> Statistic | Exact:
    """Return a statistic with its measure's bounds."""
    if isinstance(statistic, Exact):
        return statistic
    return dataclasses.replace(statistic, bounds=definition.bounds)


def groups(summaries: Summaries, *, whole: bool) -> Iterator[Group]:
    """Yield the games of each version, grouped by kind of player.

    Parameters
    ----------
    summaries : Summaries
    whole : bool
        Whether to group whole games (`kind` may be ``mixed``), or seats.
    """
    cards = summaries.cards
    for (version, kind), sums in sorted((summaries.whole if whole else summaries.seats).items()):
        yield Group(
            version=version,
            kind=kind,
            sums=sums,
            cards=cards[(cards["version"] == version) & (cards["kind"] == kind)],
            more={
                name: frame[frame["version"] == version] for name, frame in summaries.more.items()
            },
            touching=summaries.touching[version],
        )


def _lacks(summaries: Summaries, column: str) -> bool:
    return column in summaries.missing or column.partition(".")[0] in summaries.missing
