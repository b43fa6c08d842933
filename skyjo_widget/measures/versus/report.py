"""The data of a comparison of two versions, from which pages, Markdown and pictures are made."""

from __future__ import annotations

import dataclasses
from typing import Any

import pandas as pd

from skyjo_widget.engine.cards.deck_diff import DeckDiff
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.measures.versus.version import Version
from skyjo_widget.simulation.job import Job

LENGTH = ("rounds", "target")
"""The rules that decide how many rounds a game has."""
SAME_IN_ALL_GAMES = ("random",)
"""The built-in bots that are one program, whatever the game."""


def differing_programs(a: Job, b: Job) -> list[str]:
    """Return the names of the players that are one program in `a` and another in `b`."""
    if a.game is b.game:
        return []
    own = [player for player in a.players if isinstance(player, str)]
    return [name for name in dict.fromkeys(own) if name not in SAME_IN_ALL_GAMES]


def default_names(a: Job, b: Job) -> tuple[str, str]:
    """Return the names of two versions that weren't given any.

    Those of their decks if these have different ones, else of their presets, else A and B.
    """
    for names in ((a.deck.name, b.deck.name), (a.preset, b.preset)):
        if all(names) and names[0] != names[1]:
            return names
    return "A", "B"


def of_one_round(version: Version, job: Job) -> Version:
    """Return a version whose games have a single round, or go on until somebody has a point."""
    if _has_one_round(job):
        return version
    option = next(name for name in LENGTH if hasattr(job.rules, name))
    if version.rules is not None:
        rules = version.rules.replace(**{option: 1})
        return Version(version.game, rules=rules, deck=version.deck)
    return Version(version.game, deck=version.deck, **{**version.fields, option: 1})


def _has_one_round(job: Job) -> bool:
    options = [getattr(job.rules, name) for name in LENGTH if hasattr(job.rules, name)]
    return options[:1] == [1]


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Report:
    """A comparison of two versions: its settings and results.

    Parameters
    ----------
    names : tuple of str
        The names of the two versions.
    versions : tuple of Version
    jobs : tuple of Job
        The games of each.
    seed : int
    deals, seats : int
        The number of deals, each played once in every rotation of the seats.
    rows : list of Row
        The results, one per measure.
    faults : tuple of DataFrame
        As `Simulation.faults`, of each.
    unfinished : tuple of int
        Games of each that were broken off.
    settings : dict
        The other arguments of `versus`.
    lang : str
        The language of its texts.
    missing : tuple of str
        Which rollouts that were asked for are left out, as the call was stopped.
    """

    names: tuple[str, str]
    versions: tuple[Version, Version]
    jobs: tuple[Job, Job]
    seed: int
    deals: int
    seats: int
    rows: list[Row]
    faults: tuple[pd.DataFrame, ...]
    unfinished: tuple[int, ...]
    settings: dict[str, Any]
    lang: str
    missing: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """True if nothing is missing of what was asked for: the call wasn't stopped."""
        return self.games == self.jobs[0].games and not self.missing

    @property
    def games(self) -> int:
        """The number of games of each version."""
        return self.deals * self.seats

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.jobs[0].names

    @property
    def rules(self) -> dict[str, tuple[Any, Any]]:
        """The rules that differ, by name: the values in A and in B, None if a rule is absent."""
        options = [
            {f.name: getattr(job.rules, f.name) for f in dataclasses.fields(job.rules)}
            for job in self.jobs
        ]
        return {
            name: (options[0].get(name), options[1].get(name))
            for name in dict.fromkeys([*options[0], *options[1]])
            if options[0].get(name) != options[1].get(name)
        }

    @property
    def deck_diff(self) -> DeckDiff:
        """The changes from the deck of A to that of B; falsy if there are none."""
        return self.jobs[0].deck.diff(self.jobs[1].deck)

    @property
    def lengths(self) -> dict[str, tuple[Any, Any]]:
        """The rules that decide how many rounds a game has, as in `rules`, where they differ.

        Empty if both have a single round.
        """
        if all(_has_one_round(job) for job in self.jobs):
            return {}
        return {name: pair for name, pair in self.rules.items() if name in LENGTH}

    @property
    def call(self) -> str:
        """Python code that repeats the comparison."""
        return self._call(self.versions)

    @property
    def equal_versions(self) -> tuple[Version, Version] | None:
        """Single rounds of both, if their games differ in length.

        None if nothing but the length differs, or their rules have no option for it.
        """
        others = set(self.rules) - set(LENGTH) or self.deck_diff
        sized = all(any(hasattr(job.rules, name) for name in LENGTH) for job in self.jobs)
        if not (self.lengths and others and sized):
            return None
        a, b = map(of_one_round, self.versions, self.jobs)
        return a, b

    @property
    def equal_call(self) -> str | None:
        """Python code that compares `equal_versions`; None without them."""
        return self._call(self.equal_versions) if self.equal_versions else None

    def _call(self, versions: tuple[Version, Version]) -> str:
        """Return Python code that compares two versions in the same way."""
        a, b = map(repr, versions)
        players = ", ".join(
            repr(p) if isinstance(p, str) else getattr(p, "__name__", type(p).__name__)
            for p in self.jobs[0].players
        )
        parts = [a, b, f"players=[{players}]", f"games={self.games}", f"seed={self.seed}"]
        if self.names != default_names(*self.jobs):
            parts.append(f"names={self.names!r}")
        plain = {
            "measures": None, "sampled_games": 0, "sampled_decisions": 0, "worlds": None,
            "turns": MAX_TURNS, "other_programs": False,
        }  # fmt: skip
        parts += [
            f"{name}={value!r}" for name, value in self.settings.items() if value != plain[name]
        ]
        return f"versus({', '.join(parts)})"
