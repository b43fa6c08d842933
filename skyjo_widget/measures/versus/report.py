"""The outcome of two versions side by side, as pages, Markdown and pictures take it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pandas as pd

from skyjo_widget.engine.cards.deck_diff import DeckDiff
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.measures.versus.version import Version
from skyjo_widget.simulation.job import Job


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Report:
    """What was played and found.

    Parameters
    ----------
    names : tuple of str
        What the two versions are called.
    versions : tuple of Version
    jobs : tuple of Job
        What was played.
    seed : int
    deals, seats : int
        How many deals were played, each once for every seat.
    rows : list of Row
        What was found.
    faults : tuple of DataFrame
        As `Simulation.faults`, of each.
    unfinished : tuple of int
        Games of each that were broken off.
    settings : dict
        What else was asked of `versus`.
    lang : str
        The language of its words.
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

    @property
    def games(self) -> int:
        """How many games of each."""
        return self.deals * self.seats

    @property
    def players(self) -> tuple[str, ...]:
        """Who has played, by seat."""
        return self.jobs[0].names

    @property
    def rules(self) -> dict[str, tuple[Any, Any]]:
        """The rules that differ, by name: the value in A and in B, None where there is no such."""
        known = [
            {f.name: getattr(job.rules, f.name) for f in dataclasses.fields(job.rules)}
            for job in self.jobs
        ]
        return {
            name: (known[0].get(name), known[1].get(name))
            for name in dict.fromkeys([*known[0], *known[1]])
            if known[0].get(name) != known[1].get(name)
        }

    @property
    def deck_diff(self) -> DeckDiff:
        """What changes from the deck of A to that of B; false if nothing does."""
        return self.jobs[0].deck.diff(self.jobs[1].deck)

    @property
    def call(self) -> str:
        """What plays it again: Python."""
        a, b = (repr(version) for version in self.versions)
        players = ", ".join(
            repr(p) if isinstance(p, str) else getattr(p, "__name__", type(p).__name__)
            for p in self.jobs[0].players
        )
        said = [a, b, f"players=[{players}]", f"games={self.games}", f"seed={self.seed}"]
        if self.names != ("A", "B"):
            said.append(f"names={self.names!r}")
        plain = {"which": None, "chances": 0, "weighed": 0, "worlds": None, "turns": MAX_TURNS}
        said += [
            f"{name}={value!r}" for name, value in self.settings.items() if value != plain[name]
        ]
        return f"versus({', '.join(said)})"
