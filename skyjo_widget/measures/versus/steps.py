"""Changes of the measures along a row of versions."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.games import GameSpec
from skyjo_widget.errors import RulesError
from skyjo_widget.measures.versus import brief, wording
from skyjo_widget.measures.versus.blocks import (
    Block,
    Cell,
    Code,
    Fold,
    Picture,
    Table,
    Text,
    widest,
)
from skyjo_widget.measures.versus.caveats import caveats
from skyjo_widget.measures.versus.experiment import Versus, until_stopped, versus
from skyjo_widget.measures.versus.reported import Reported
from skyjo_widget.measures.versus.rows import Row, frame_of, judged
from skyjo_widget.measures.versus.version import Version
from skyjo_widget.simulation.resume import place_of, run_seed
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.validation import plain_text

MOST_VERSIONS = 20
"""Versions in one row; each step plays two of them."""
MOST_LINES = 15
"""Lines of the picture."""
ASKED = ("score_mean", "raw_sd_round", "real_choices", "decisions_that_did", "turns_a_round")
"""The measures by default."""


@in_its_language
def measure_steps(
    versions: Iterable[Deck | GameSpec | Version],
    *,
    players: Sequence[PlayerSpec],
    measures: Sequence[str] | str = ASKED,
    game: GameSpec = "newskyjo",
    games: int = 400,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    other_programs: bool = False,
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: bool = True,
    lang: str | None = None,
) -> MeasuredSteps:
    """Measure what each version of a game changed against the one before.

    Each step is a comparison by `versus`, all with the same seed and players.  The changes of all
    steps and measures are tested together by Holm's (1979) correction.

    Parameters
    ----------
    versions : iterable of Deck, str or Version
        From the oldest to the newest, 2 to 20; for example ``deck_history(…).decks``.
    players : sequence
        By seat, as in `simulate`.
    measures : sequence of str, optional
        Measures or families that need no rollouts, as in `measure`.
    game : str or Game
        The game that decks are played in.
    games : int
        Games of each version in each step.
    seed : int or str, optional
        By default a new one each time.
    names : sequence of str, optional
        By default the decks' names where each has a different one, else A, B, C …
    other_programs, to, resume, executor, progress, lang
        As in `versus`; each step has a folder of its own in `to`.

    Returns
    -------
    MeasuredSteps
        After an interrupt it holds the first steps, and says how many are missing.

    Raises
    ------
    RulesError
        If a version can't be played, there is no such measure, or a name comes twice.
    KeyboardInterrupt
        If it is interrupted before the first two versions have played a deal.

    Examples
    --------
    >>> steps = measure_steps(["skyjo", Version("skyjo", penalty_factor=1)],
    ...                       players=["greedy"] * 2, measures=["columns"], games=40, seed=1)
    >>> steps.frame[["step", "measure"]].values.tolist()
    [['A → B', 'columns']]
    """
    lang = call_language(lang)
    listed = tuple(versions) if isinstance(versions, Iterable) else ()
    if isinstance(versions, str) or not 2 <= len(listed) <= MOST_VERSIONS:
        raise RulesError(
            "versions: 2 to {most_versions} decks or versions are needed, in a list",
            most_versions=MOST_VERSIONS,
        )
    specs = tuple(
        Version(game, deck=version) if isinstance(version, Deck) else version for version in listed
    )
    labels = _names(specs, names)
    seed = run_seed(seed, to, resume=resume, inner="step-1/a")
    steps = until_stopped(
        (
            number,
            functools.partial(
                versus,
                *pair,
                players=players,
                games=games,
                seed=seed,
                names=between,
                measures=measures,
                other_programs=other_programs,
                to=place_of(to, number, "step"),
                resume=resume,
                executor=executor,
                progress=progress,
                lang=lang,
            ),
        )
        for number, (pair, between) in enumerate(
            zip(itertools.pairwise(specs), itertools.pairwise(labels), strict=True), start=1
        )
    )
    return MeasuredSteps(labels, tuple(steps.values()), lang)


@speaks
@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class MeasuredSteps(Reported):
    """The measures of versions in a row, with each change; made by `measure_steps`.

    Parameters
    ----------
    names : tuple of str
        The versions, from the oldest to the newest.
    steps : tuple of Versus
        The comparison of each version with the next; if the call was stopped, the first ones.
    lang : str
    """

    names: tuple[str, ...]
    steps: tuple[Versus, ...]
    lang: str = "en"

    @functools.cached_property
    def rows(self) -> tuple[tuple[Row, ...], ...]:
        """The rows of each step; `stands` and `compared` are over all steps."""
        together = iter(judged(row for step in self.steps for row in step.rows))
        return tuple(tuple(itertools.islice(together, len(step.rows))) for step in self.steps)

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per step and measure, with the columns of `Versus.frame`.

        `a` is the version before, `b` the one after; `stands` is over all steps.
        """
        frames = []
        pairs = itertools.pairwise(self.names)
        for (before, after), rows in zip(pairs, self.rows, strict=False):  # steps may be missing
            frame = frame_of(list(rows), self.lang)
            frame.insert(0, "step", pd.Series([f"{before} → {after}"] * len(frame), dtype="string"))
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)

    def _title(self, lang: str) -> str:
        return str(words(lang)["steps"]["title"])

    def _blocks(self, lang: str) -> list[Block]:
        texts, first = words(lang)["steps"], self.steps[0]
        changes = [
            (names, row)
            for names, rows in zip(itertools.pairwise(self.names), self.rows, strict=False)
            for row in rows
        ]
        stand = [(names, row) for names, row in changes if row.stands]
        compared = sum(bool(row.compared) for _, row in changes)
        table = self._table(lang)
        kept, folded = table.rows[: brief.MOST], table.rows[brief.MOST :]
        missing = len(self.names) - 1 - len(self.steps)
        count = len(stand) - brief.MOST
        clear = [brief.claim(row, names, lang) for names, row in stand[: brief.MOST]]
        sub = texts["sub"].format(games=first.games, players=wording.line_up(first))
        return [
            Text(f"{sub} {' → '.join(self.names)}.", "quiet"),
            *([Text(texts["missing"].format(count=missing), "caveat")] if missing else []),
            *(Text(text, "caveat") for text in self._caveats(lang)),
            *brief.answer(clear or [texts["unseen"]]),
            *([Text(texts["beyond"].format(count=count))] if count > 0 else []),
            *([picture] if (picture := self._picture(lang)).lines else []),
            table._replace(rows=kept),
            Text(texts["note"].format(compared=compared, stand=len(stand))),
            *([Fold(texts["rest"], [table._replace(rows=folded)])] if folded else []),
            *(
                Fold(
                    f"{a} → {b}",
                    [*brief.compared(step, lang), Code(step.call)],
                )
                for (a, b), step in zip(itertools.pairwise(self.names), self.steps, strict=False)
            ),
        ]

    def _caveats(self, lang: str) -> list[str]:
        """Return the caveats of each step, once if all have them."""
        steps: dict[str, list[str]] = {}
        for (a, b), step in zip(itertools.pairwise(self.names), self.steps, strict=False):
            for text in caveats(step, lang):
                steps.setdefault(text, []).append(f"{a} → {b}")
        return [
            text if len(at) == len(self.steps) else f"{', '.join(at)}: {text}"
            for text, at in steps.items()
        ]

    def _table(self, lang: str) -> Table:
        """Return by measure its value in each version, with the change and its interval below."""
        cells: dict[tuple[str, str], list[Cell]] = {}
        for place, rows in enumerate(self.rows):
            for row in rows:
                line = wording.line(row, lang)
                name = (row.measure.key, row.about)
                start = [Cell(wording.with_unit(row, lang)), *[Cell("–")] * len(self.names)]
                of_measure = cells.setdefault(name, start)
                if place == 0:
                    of_measure[1] = Cell(wording.bare(line.numbers[0], row, lang))
                change = wording.bare(line.difference, row, lang)
                of_measure[place + 2] = Cell(
                    wording.bare(line.numbers[1], row, lang),
                    (change, line.ends),
                    bool(row.stands),
                )
        texts = words(lang)["versus"]["table"]
        return Table([texts["measure"], *self.names], list(cells.values()), texts["measure"])

    def _picture(self, lang: str) -> Picture:
        """Return the changes of the first measures, in percent of the version before."""
        steps = [f"{a} → {b}" for a, b in itertools.pairwise(self.names)]
        changes = [
            (row, step)
            for rows, step in zip(self.rows, steps, strict=False)
            for row in rows
            if row.verdict not in ("equal", "known_same", "few")
        ]
        order = list(dict.fromkeys((row.measure.key, row.about) for row, _ in changes))
        changes.sort(key=lambda change: order.index((change[0].measure.key, change[0].about)))
        lines = [
            brief.relative(row, f"{step} · {wording.title(row, lang)}", lang)
            for row, step in changes[:MOST_LINES]
        ]
        wide = widest([line.part for line in lines])
        texts = words(lang)["steps"]
        return Picture(texts["seen"], lines, wide, brief.ends(wide, lang), texts["axis"])


def _names(versions: Sequence[GameSpec | Version], names: Sequence[str] | None) -> tuple[str, ...]:
    """Return a name for each version: those given, the decks' own, or letters."""
    if names is None:
        decks = [version.deck if isinstance(version, Version) else None for version in versions]
        own = [deck.name if isinstance(deck, Deck) else "" for deck in decks]
        if all(own) and len(set(own)) == len(own):
            return tuple(own)
        return tuple(chr(ord("A") + place) for place in range(len(versions)))
    labels = () if isinstance(names, str) else tuple(plain_text(name, "names") for name in names)
    if (
        len(labels) != len(versions)
        or len(set(labels)) < len(labels)
        or not all(map(str.strip, labels))
    ):
        raise RulesError(
            "names={names!r:.80}: a different name for each version is needed", names=names
        )
    return labels
