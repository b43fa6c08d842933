"""Play Skyjo, NewSkyjo and Skip-Bo in a Jupyter notebook and study every decision as a DataFrame.

Unofficial.  Start with `play`, then see ``notebooks/tutorial.ipynb`` and ``docs/``.
"""

from __future__ import annotations

try:
    import importlib
    import re
    from typing import TYPE_CHECKING, Any, cast

    from skyjo_widget.board.offered_panels import offer_panel
    from skyjo_widget.board.open import load, play
    from skyjo_widget.board.position import Position, position
    from skyjo_widget.board.served_elsewhere import register_service
    from skyjo_widget.board.session import Session
    from skyjo_widget.board.study import register_study
    from skyjo_widget.engine.cards.deck import Deck
    from skyjo_widget.engine.cards.deck_history import DeckHistory, deck_history
    from skyjo_widget.engine.cards.effects import Effect, Pick, Reveal, effects, register_effect
    from skyjo_widget.engine.cards.kind import Kind
    from skyjo_widget.engine.games import GAMES
    from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
    from skyjo_widget.engine.newskyjo.options import NEWSKYJO_PRESETS, NewSkyjoRules
    from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
    from skyjo_widget.engine.skipbo.options import SKIPBO_PRESETS, SkipBoRules
    from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
    from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS, SkyjoRules
    from skyjo_widget.errors import (
        ConformanceError,
        DeckError,
        IllegalActionError,
        NotationError,
        PolicyError,
        RecordError,
        RulesError,
        SimulationError,
        SkyjoWidgetError,
        StaleStateError,
    )
    from skyjo_widget.errors.display import full_traceback
    from skyjo_widget.strategies.card import Card
    from skyjo_widget.strategies.observation import Observation
    from skyjo_widget.strategies.observations import (
        NewSkyjoObservation,
        SkipBoObservation,
        SkyjoObservation,
    )
    from skyjo_widget.strategies.rule_table.table import RuleTable
    from skyjo_widget.table.session import HeadlessSession
    from skyjo_widget.util.deprecation import warn_of
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
    from skyjo_widget.board.rule_editor import RuleEditor
    from skyjo_widget.board.serving.hall import Hall, classroom
    from skyjo_widget.board.serving.serving import Serving
    from skyjo_widget.charts import Calibration, calibration, distributions
    from skyjo_widget.classroom.answers import Answers, answers
    from skyjo_widget.classroom.hand_in import hand_in
    from skyjo_widget.classroom.hand_out import hand_out
    from skyjo_widget.classroom.lesson import Lesson, lesson
    from skyjo_widget.classroom.regret import regret
    from skyjo_widget.classroom.report import ClassReport, class_page
    from skyjo_widget.classroom.running_mean import RunningMean, running_mean
    from skyjo_widget.classroom.sheets import sheets
    from skyjo_widget.classroom.text_worksheet import TextWorksheet
    from skyjo_widget.classroom.worksheet import Worksheet
    from skyjo_widget.frames.log import Log
    from skyjo_widget.frames.schema import column_dictionary
    from skyjo_widget.frames.states.table import States, state_fields
    from skyjo_widget.measures import Measures, measure
    from skyjo_widget.measures.choice_values import DecisionValues, decision_values
    from skyjo_widget.measures.playtest.opinions import Opinions, opinions
    from skyjo_widget.measures.playtest.plan import Plan, plan
    from skyjo_widget.measures.versus.experiment import Versus, versus
    from skyjo_widget.measures.versus.question import DesignAnswer, ask
    from skyjo_widget.measures.versus.steps import MeasuredSteps, measure_steps
    from skyjo_widget.measures.versus.version import Version
    from skyjo_widget.measures.win_chances import WinProbabilities, win_probabilities
    from skyjo_widget.records.proof import Verification, verify
    from skyjo_widget.replays.rulings import rulings_page
    from skyjo_widget.replays.widget import Replay, replay
    from skyjo_widget.simulation.compare import Comparison, compare
    from skyjo_widget.simulation.load import load_all
    from skyjo_widget.simulation.simulate import Simulation, load_simulation, simulate
    from skyjo_widget.simulation.tournament import Tournament, tournament

__all__ = [
    "GAMES",
    "NEWSKYJO_DECK",
    "NEWSKYJO_PRESETS",
    "SKIPBO_DECK",
    "SKIPBO_PRESETS",
    "SKYJO_DECK",
    "SKYJO_PRESETS",
    "Answers",
    "Calibration",
    "Card",
    "ClassReport",
    "Comparison",
    "ConformanceError",
    "DecisionValues",
    "Deck",
    "DeckError",
    "DeckHistory",
    "DesignAnswer",
    "Effect",
    "Hall",
    "IllegalActionError",
    "Kind",
    "Lesson",
    "Log",
    "MeasuredSteps",
    "Measures",
    "NewSkyjoObservation",
    "NewSkyjoRules",
    "NotationError",
    "Observation",
    "Opinions",
    "Pick",
    "Plan",
    "PolicyError",
    "Position",
    "RecordError",
    "Replay",
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
    "StaleStateError",
    "States",
    "TextWorksheet",
    "Tournament",
    "Verification",
    "Version",
    "Versus",
    "WinProbabilities",
    "Worksheet",
    "__version__",
    "answers",
    "ask",
    "calibration",
    "class_page",
    "classroom",
    "column_dictionary",
    "compare",
    "decision_values",
    "deck_history",
    "distributions",
    "doctor",
    "effects",
    "full_traceback",
    "hand_in",
    "hand_out",
    "lesson",
    "load",
    "load_all",
    "load_simulation",
    "measure",
    "measure_steps",
    "opinions",
    "paper",
    "plan",
    "play",
    "position",
    "register_effect",
    "register_game",
    "regret",
    "replay",
    "rulings_page",
    "running_mean",
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
    "column_dictionary": "frames.schema",
    "load_all": "simulation.load",
    "States": "frames.states.table",
    "state_fields": "frames.states.table",
    "Hall": "board.serving.hall",
    "Serving": "board.serving.serving",
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
    "Versus": "measures.versus.experiment",
    "versus": "measures.versus.experiment",
    "Opinions": "measures.playtest.opinions",
    "opinions": "measures.playtest.opinions",
    "Plan": "measures.playtest.plan",
    "plan": "measures.playtest.plan",
    "DesignAnswer": "measures.versus.question",
    "ask": "measures.versus.question",
    "MeasuredSteps": "measures.versus.steps",
    "measure_steps": "measures.versus.steps",
    "Measures": "measures",
    "measure": "measures",
    "Calibration": "charts",
    "Comparison": "simulation.compare",
    "calibration": "charts",
    "compare": "simulation.compare",
    "distributions": "charts",
    "Replay": "replays.widget",
    "replay": "replays.widget",
    "rulings_page": "replays.rulings",
    "Verification": "records.proof",
    "verify": "records.proof",
    "RuleEditor": "board.rule_editor",
    "RunningMean": "classroom.running_mean",
    "running_mean": "classroom.running_mean",
    "ClassReport": "classroom.report",
    "TextWorksheet": "classroom.text_worksheet",
    "Worksheet": "classroom.worksheet",
    "class_page": "classroom.report",
    "hand_in": "classroom.hand_in",
    "hand_out": "classroom.hand_out",
    "Answers": "classroom.answers",
    "answers": "classroom.answers",
    "sheets": "classroom.sheets",
    "Lesson": "classroom.lesson",
    "lesson": "classroom.lesson",
    "regret": "classroom.regret",
}
"""The modules of the public names that are imported at their first use."""

_MODULES = {
    "classroom": "classroom",
    "conformance": "strategies.conformance",
    "environments": "simulation.environments",
}
"""Modules that are public as a whole."""

_RENAMED = {
    "Chances": "WinProbabilities",
    "Weighed": "DecisionValues",
    "columns": "column_dictionary",
    "chances": "win_probabilities",
    "weigh": "decision_values",
}
"""Old names, each with its new one."""


def _hand_in_panel(session: Any) -> Any:
    """Make the panel with which a class hands in: the board itself knows nothing of classes."""
    module = importlib.import_module("skyjo_widget.classroom.hand_in_panel")
    return module.HandInPanel(session)


offer_panel("hand_in", _hand_in_panel, "class")

_DUNDER = re.compile("__.+__")


def _study(session: HeadlessSession, on_back: Any) -> Replay:
    """Replay a game below its board, whose room can't know that of replays."""
    from skyjo_widget.replays.widget import replay  # noqa: PLC0415  (loaded when asked for)

    made = replay(cast("Session", session), display=False)
    made.offer_back(on_back)
    return made


register_study(_study)


def _serve(session: HeadlessSession, **options: Any) -> Serving:
    """Serve a session, whose room can't know that of the server."""
    module = importlib.import_module("skyjo_widget.board.serving.open")
    served: Serving = module.serve(session, **options)
    return served


register_service(_serve)


if not TYPE_CHECKING:  # else any name would pass

    def __getattr__(name: str) -> Any:
        """Import a public name's module at its first use, so that importing the package is fast."""
        if name in _LAZY:
            with explained():
                return getattr(importlib.import_module(f"skyjo_widget.{_LAZY[name]}"), name)
        if name in _MODULES:
            return importlib.import_module(f"skyjo_widget.{_MODULES[name]}")
        if name in _RENAMED:
            warn_of(f"skyjo_widget.{name}", f"skyjo_widget.{_RENAMED[name]}")
            return __getattr__(_RENAMED[name])
        hint = suggestion(name, __all__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    """List the public names and the dunders, without submodules and imported names."""
    return sorted({*__all__, *(name for name in globals() if _DUNDER.fullmatch(name))})
