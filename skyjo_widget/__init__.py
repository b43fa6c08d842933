"""Play Skyjo, NewSkyjo and Skip-Bo in a Jupyter notebook and study every decision as a DataFrame.

Unofficial.  Start with `play`, then see ``notebooks/tutorial.ipynb`` and ``docs/``.
"""

from __future__ import annotations

try:
    import importlib
    import re
    from typing import TYPE_CHECKING, Any, cast

    from skyjo_widget.board.open import load, open_history, play
    from skyjo_widget.board.position import Position, position
    from skyjo_widget.board.session import Session
    from skyjo_widget.engine.cards.deck import Deck
    from skyjo_widget.engine.cards.deck_history import deck_history
    from skyjo_widget.engine.cards.effects import Effect, Pick, Reveal, effects, register_effect
    from skyjo_widget.engine.games import GAMES
    from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
    from skyjo_widget.engine.newskyjo.options import NewSkyjoRules
    from skyjo_widget.engine.skipbo.options import SkipBoRules
    from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
    from skyjo_widget.engine.skyjo.options import SkyjoRules
    from skyjo_widget.errors import (
        IllegalActionError,
        RulesError,
        SimulationError,
        SkyjoWidgetError,
    )
    from skyjo_widget.errors.display import full_traceback
    from skyjo_widget.strategies.observation import Observation
    from skyjo_widget.strategies.observations import (
        NewSkyjoObservation,
        SkipBoObservation,
        SkyjoObservation,
    )
    from skyjo_widget.strategies.rule_table.table import RuleTable
    from skyjo_widget.table.hooks import HOOKS
    from skyjo_widget.table.table import Table
    from skyjo_widget.util.messages import explained
    from skyjo_widget.util.spelling import suggestion
    from skyjo_widget.util.version import __version__
except Exception as _error:
    from skyjo_widget.util.shadowed import raise_explained

    raise_explained(_error)
    raise

if TYPE_CHECKING:
    from skyjo_widget.board.checkup import doctor
    from skyjo_widget.board.open_paper import paper
    from skyjo_widget.board.register import register_game
    from skyjo_widget.charts import calibration, distributions
    from skyjo_widget.frames.facts import facts
    from skyjo_widget.frames.log import Log
    from skyjo_widget.frames.plain_frame import plain
    from skyjo_widget.frames.schema import column_dictionary
    from skyjo_widget.frames.scores import scores
    from skyjo_widget.frames.states.table import States, state_fields
    from skyjo_widget.lessons.hand_in.hand_in import hand_in
    from skyjo_widget.lessons.lesson.answers import answers
    from skyjo_widget.lessons.lesson.lesson import Lesson, lesson
    from skyjo_widget.lessons.lesson.sheets import sheets
    from skyjo_widget.lessons.questions.insights import insights
    from skyjo_widget.lessons.report.regret import regret
    from skyjo_widget.lessons.report.report import class_page
    from skyjo_widget.lessons.running_mean import RunningMean, running_mean
    from skyjo_widget.lessons.worksheet.hand_out import hand_out
    from skyjo_widget.lessons.worksheet.text import TextWorksheet
    from skyjo_widget.lessons.worksheet.worksheet import Worksheet
    from skyjo_widget.measures import Measures, measure
    from skyjo_widget.measures.choice_values import DecisionValues, decision_values
    from skyjo_widget.measures.playtest.opinions import opinions
    from skyjo_widget.measures.playtest.plan import plan
    from skyjo_widget.measures.versus.experiment import versus
    from skyjo_widget.measures.versus.question import ask
    from skyjo_widget.measures.versus.steps import measure_steps
    from skyjo_widget.measures.versus.version import Version
    from skyjo_widget.measures.win_chances import WinProbabilities, win_probabilities
    from skyjo_widget.records.proof import verify
    from skyjo_widget.replays.newskyjo_effects import check_effect
    from skyjo_widget.replays.rulings import rulings_page
    from skyjo_widget.replays.widget import Replay, replay
    from skyjo_widget.serving.class_predictions import ClassPredictions
    from skyjo_widget.serving.classroom import classroom
    from skyjo_widget.serving.serving import Serving
    from skyjo_widget.simulation.compare import Comparison, compare
    from skyjo_widget.simulation.load import load_all
    from skyjo_widget.simulation.simulate import Simulation, load_simulation, simulate
    from skyjo_widget.simulation.tournament import Tournament, tournament
    from skyjo_widget.strategies.rule_table.editor import RuleEditor

__all__ = [
    "GAMES",
    "NEWSKYJO_DECK",
    "SKYJO_DECK",
    "ClassPredictions",
    "Comparison",
    "DecisionValues",
    "Deck",
    "Effect",
    "IllegalActionError",
    "Lesson",
    "Log",
    "Measures",
    "NewSkyjoObservation",
    "NewSkyjoRules",
    "Observation",
    "Pick",
    "Position",
    "Reveal",
    "RuleEditor",
    "RuleTable",
    "RulesError",
    "RunningMean",
    "Serving",
    "Session",
    "Simulation",
    "SimulationError",
    "SkipBoObservation",
    "SkipBoRules",
    "SkyjoObservation",
    "SkyjoRules",
    "SkyjoWidgetError",
    "States",
    "TextWorksheet",
    "Tournament",
    "Version",
    "WinProbabilities",
    "Worksheet",
    "__version__",
    "answers",
    "ask",
    "calibration",
    "check_effect",
    "class_page",
    "classroom",
    "column_dictionary",
    "compare",
    "decision_values",
    "deck_history",
    "distributions",
    "doctor",
    "effects",
    "facts",
    "full_traceback",
    "hand_in",
    "hand_out",
    "insights",
    "lesson",
    "load",
    "load_all",
    "load_simulation",
    "measure",
    "measure_steps",
    "opinions",
    "paper",
    "plain",
    "plan",
    "play",
    "position",
    "register_effect",
    "register_game",
    "regret",
    "replay",
    "rulings_page",
    "running_mean",
    "scores",
    "sheets",
    "simulate",
    "state_fields",
    "tournament",
    "verify",
    "versus",
    "win_probabilities",
]

_LAZY = {
    "doctor": "board.checkup",
    "paper": "board.open_paper",
    "register_game": "board.register",
    "Log": "frames.log",
    "facts": "frames.facts",
    "column_dictionary": "frames.schema",
    "plain": "frames.plain_frame",
    "scores": "frames.scores",
    "load_all": "simulation.load",
    "States": "frames.states.table",
    "state_fields": "frames.states.table",
    "ClassPredictions": "serving.class_predictions",
    "Serving": "serving.serving",
    "classroom": "serving.classroom",
    "Simulation": "simulation.simulate",
    "load_simulation": "simulation.simulate",
    "simulate": "simulation.simulate",
    "Tournament": "simulation.tournament",
    "tournament": "simulation.tournament",
    "WinProbabilities": "measures.win_chances",
    "DecisionValues": "measures.choice_values",
    "win_probabilities": "measures.win_chances",
    "decision_values": "measures.choice_values",
    "Version": "measures.versus.version",
    "versus": "measures.versus.experiment",
    "opinions": "measures.playtest.opinions",
    "plan": "measures.playtest.plan",
    "ask": "measures.versus.question",
    "measure_steps": "measures.versus.steps",
    "Measures": "measures",
    "measure": "measures",
    "insights": "lessons.questions.insights",
    "Comparison": "simulation.compare",
    "calibration": "charts",
    "compare": "simulation.compare",
    "distributions": "charts",
    "check_effect": "replays.newskyjo_effects",
    "replay": "replays.widget",
    "rulings_page": "replays.rulings",
    "verify": "records.proof",
    "RuleEditor": "strategies.rule_table.editor",
    "RunningMean": "lessons.running_mean",
    "running_mean": "lessons.running_mean",
    "TextWorksheet": "lessons.worksheet.text",
    "Worksheet": "lessons.worksheet.worksheet",
    "class_page": "lessons.report.report",
    "hand_in": "lessons.hand_in.hand_in",
    "hand_out": "lessons.worksheet.hand_out",
    "answers": "lessons.lesson.answers",
    "sheets": "lessons.lesson.sheets",
    "Lesson": "lessons.lesson.lesson",
    "lesson": "lessons.lesson.lesson",
    "regret": "lessons.report.regret",
}
"""The modules of the public names that are imported at their first use."""

_MODULES = {
    "conformance": "strategies.conformance",
    "environments": "simulation.environments",
}
"""Modules that are public as a whole."""


def _hand_in_panel(session: Any) -> Any:
    """Make the panel with which a class hands in: the board itself knows nothing of classes."""
    module = importlib.import_module("skyjo_widget.lessons.hand_in.panel")
    return module.HandInPanel(session)


HOOKS.panels["hand_in"] = _hand_in_panel, "class"

_DUNDER = re.compile("__.+__")


def _study(session: Table, on_back: Any) -> Replay:
    """Replay a game below its board, whose room can't know that of replays."""
    from skyjo_widget.replays.widget import replay  # noqa: PLC0415  (loaded when asked for)

    study = replay(cast("Session", session), display=False)
    study.offer_back(on_back)
    return study


HOOKS.study = _study


def _course(history: Any) -> dict[str, Any]:
    """Compute the course of a game for its replay, whose room can't know that of measures."""
    module = importlib.import_module("skyjo_widget.lessons.report.course")
    course: dict[str, Any] = module.course_of(history)
    return course


HOOKS.course = _course


def _serve(session: Table, **options: Any) -> Serving:
    """Serve a session, whose room can't know that of the server."""
    module = importlib.import_module("skyjo_widget.serving.open")
    served: Serving = module.serve(session, **options)
    return served


HOOKS.service = _serve
HOOKS.table = open_history


if not TYPE_CHECKING:  # else any name would pass

    def __getattr__(name: str) -> Any:
        """Import a public name's module at its first use, so that importing the package is fast."""
        if name in _LAZY:
            with explained():
                return getattr(importlib.import_module(f"skyjo_widget.{_LAZY[name]}"), name)
        if name in _MODULES:
            return importlib.import_module(f"skyjo_widget.{_MODULES[name]}")
        hint = suggestion(name, __all__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    """List the public names and the dunders, without submodules and imported names."""
    return sorted({*__all__, *(name for name in globals() if _DUNDER.fullmatch(name))})
