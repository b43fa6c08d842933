"""Changes of the measures along a row of versions."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.games import GameSpec
from skyjo_widget.errors import RulesError
from skyjo_widget.measures.format import signed
from skyjo_widget.measures.versus import wording
from skyjo_widget.measures.versus.experiment import Versus, until_stopped, versus
from skyjo_widget.measures.versus.paired import holm
from skyjo_widget.measures.versus.rows import Row, frame_of
from skyjo_widget.measures.versus.version import Version
from skyjo_widget.simulation.resume import place_of, run_seed
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.validation import plain_text

MOST_VERSIONS = 20
"""Versions in one row; each step plays two of them."""
ASKED = ("score_mean", "raw_sd_round", "real_choices", "decisions_that_did", "turns_a_round")
"""The measures by default."""


@in_its_language
def measure_steps(
    versions: Iterable[Deck | GameSpec | Version],
    *,
    players: Sequence[PlayerSpec],
    which: Sequence[str] | str = ASKED,
    game: GameSpec = "newskyjo",
    games: int = 400,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    other_programs: bool = False,
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: bool = True,
    lang: str = "en",
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
    which : sequence of str, optional
        Measures or families that need no rollouts, as in `measure`.
    game : str or Game
        The game that decks are played in.
    games : int
        Games of each version in each step.
    seed : int, optional
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
    ...                       players=["greedy"] * 2, which=["columns"], games=40, seed=1)
    >>> steps.frame[["step", "measure"]].values.tolist()
    [['A → B', 'columns']]
    """
    words(lang)
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
                which=which,
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
class MeasuredSteps(CellView):
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
        flat = [row for step in self.steps for row in step.rows]
        tested = [place for place, row in enumerate(flat) if row.enough and not row.known]
        stands = dict(
            zip(tested, holm([flat[place].difference.p for place in tested]), strict=True)
        )
        judged = iter(
            row
            if row.known
            else row._replace(stands=stands.get(place), compared=len(tested) * (place in stands))
            for place, row in enumerate(flat)
        )
        return tuple(tuple(itertools.islice(judged, len(step.rows))) for step in self.steps)

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

    def _lines(self, say: CellTexts) -> list[tuple[str, ...]]:
        """Return by measure its title and its value in each version, with the change in brackets.

        A change that stands has a star.
        """
        cells: dict[tuple[str, str], list[str]] = {}
        for place, rows in enumerate(self.rows):
            for row in rows:
                line = wording.line(row, say.lang)
                label = f"{line.title} ({line.about})" if line.about else line.title
                texts = cells.setdefault(
                    (row.measure.key, row.about), [label, *["–"] * len(self.names)]
                )
                if place == 0:
                    texts[1] = line.numbers[0]
                texts[place + 2] = f"{line.numbers[1]} ({_change(row, line.difference, say.lang)})"
        return [tuple(texts) for texts in cells.values()]

    def _notes(self, lang: str) -> list[str]:
        texts = words(lang)["steps"]
        compared = max((row.compared for rows in self.rows for row in rows), default=0)
        missing = len(self.names) - 1 - len(self.steps)
        return [
            *wording.interrupted(self.steps[-1], lang),
            *([texts["missing"].format(count=missing)] if missing else []),
            texts["note"].format(compared=compared),
        ]

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        lines = [" | ".join(line) for line in [("", *self.names), *self._lines(say)]]
        return markup.clipped_lines([*lines, *self._notes(self.lang)])

    def _face(self, say: CellTexts) -> markup.Html:
        texts, first = words(say.lang)["steps"], self.steps[0]
        sub = texts["sub"].format(games=first.games, players=first.seats)
        lines = self._lines(say)
        table = say.table(("", *self.names), lines, most=len(lines))
        notes = map(markup.paragraph, self._notes(say.lang))
        return say.face(texts["title"], table, *notes, sub=sub)


def _change(row: Row, text: str, lang: str) -> str:
    """Return the change of a measure from its text, without the unit if that is the measure's."""
    change = row.difference
    if row.measure.unit != "share" and not math.isnan(change.value):
        text = signed(change.value, change.half, lang, sign=True)
    return f"{text}\N{NO-BREAK SPACE}*" if row.stands else text


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
