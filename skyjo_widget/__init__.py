"""Play Skyjo, NewSkyjo and Skip-Bo in a Jupyter notebook and study every decision as a DataFrame.

Unofficial.  Start with `play`; ``docs/`` and ``notebooks/tutorial.ipynb`` go on.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

from skyjo_widget._version import __version__
from skyjo_widget.engine.deck import NEWSKYJO_DECK, SKIPBO_DECK, SKYJO_DECK, Deck, Kind
from skyjo_widget.engine.effects import Effect, Pick, effects, register_effect
from skyjo_widget.engine.game import GAMES
from skyjo_widget.engine.rules import (
    NEWSKYJO_PRESETS,
    SKYJO_PRESETS,
    NewSkyjoRules,
    SkyjoRules,
)
from skyjo_widget.engine.skipbo_rules import SKIPBO_PRESETS, SkipBoRules
from skyjo_widget.error_display import full_traceback
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
from skyjo_widget.observation import Card, Observation
from skyjo_widget.opening import load, play
from skyjo_widget.paper_games import paper
from skyjo_widget.rule_table import RuleTable
from skyjo_widget.session import Session

if TYPE_CHECKING:
    from skyjo_widget.charts import Calibration, calibration, distributions
    from skyjo_widget.comparing import Comparison, compare
    from skyjo_widget.frames import Log, columns, load_all
    from skyjo_widget.lessons.handing_in import hand_in
    from skyjo_widget.lessons.page import ClassReport, class_page
    from skyjo_widget.lessons.regrets import regret
    from skyjo_widget.measures import Measures, measure
    from skyjo_widget.measures.chances import Chances, chances
    from skyjo_widget.measures.influence import Weighed, weigh
    from skyjo_widget.measures.versus import Version, Versus, versus
    from skyjo_widget.proving import Verification, verify
    from skyjo_widget.rule_editor import RuleEditor
    from skyjo_widget.rulings import rulings_page
    from skyjo_widget.running_means import RunningMean, running_mean
    from skyjo_widget.simulation import Simulation, load_simulation, simulate
    from skyjo_widget.stepping import Replay, replay
    from skyjo_widget.tournaments import Tournament, tournament
    from skyjo_widget.worksheets.widget import Worksheet

__all__ = [
    "GAMES",
    "NEWSKYJO_DECK",
    "NEWSKYJO_PRESETS",
    "SKIPBO_DECK",
    "SKIPBO_PRESETS",
    "SKYJO_DECK",
    "SKYJO_PRESETS",
    "Calibration",
    "Card",
    "Chances",
    "ClassReport",
    "Comparison",
    "ConformanceError",
    "Deck",
    "DeckError",
    "Effect",
    "IllegalActionError",
    "Kind",
    "Log",
    "Measures",
    "NewSkyjoRules",
    "NotationError",
    "Observation",
    "Pick",
    "PolicyError",
    "RecordError",
    "Replay",
    "RuleEditor",
    "RuleTable",
    "RulesError",
    "RunningMean",
    "Session",
    "Simulation",
    "SimulationError",
    "SkipBoRules",
    "SkyjoRules",
    "SkyjoWidgetError",
    "StaleStateError",
    "Tournament",
    "Verification",
    "Version",
    "Versus",
    "Weighed",
    "Worksheet",
    "__version__",
    "calibration",
    "chances",
    "class_page",
    "columns",
    "compare",
    "distributions",
    "effects",
    "full_traceback",
    "hand_in",
    "load",
    "load_all",
    "load_simulation",
    "measure",
    "paper",
    "play",
    "register_effect",
    "regret",
    "replay",
    "rulings_page",
    "running_mean",
    "simulate",
    "tournament",
    "verify",
    "versus",
    "weigh",
]

_LAZY = {
    "Log": "frames",
    "columns": "frames",
    "load_all": "frames",
    "Simulation": "simulation",
    "load_simulation": "simulation",
    "simulate": "simulation",
    "Tournament": "tournaments",
    "tournament": "tournaments",
    "Chances": "measures.chances",
    "Weighed": "measures.influence",
    "chances": "measures.chances",
    "weigh": "measures.influence",
    "Version": "measures.versus",
    "Versus": "measures.versus",
    "versus": "measures.versus",
    "Measures": "measures",
    "measure": "measures",
    "Calibration": "charts",
    "Comparison": "comparing",
    "calibration": "charts",
    "compare": "comparing",
    "distributions": "charts",
    "Replay": "stepping",
    "replay": "stepping",
    "rulings_page": "rulings",
    "Verification": "proving",
    "verify": "proving",
    "RuleEditor": "rule_editor",
    "RunningMean": "running_means",
    "running_mean": "running_means",
    "ClassReport": "lessons.page",
    "Worksheet": "worksheets.widget",
    "class_page": "lessons.page",
    "hand_in": "lessons.handing_in",
    "regret": "lessons.regrets",
}
"""The public names that are imported at their first use, and their modules in the package."""

_DUNDER = re.compile("__.+__")


def __getattr__(name: str) -> Any:
    """Import a public name's module at its first use: importing the package stays light."""
    if name in _LAZY:
        return getattr(importlib.import_module(f"skyjo_widget.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names and the dunders: no submodule, no import of the package's own."""
    return sorted({*__all__, *(name for name in globals() if _DUNDER.fullmatch(name))})
