"""Play Skyjo in a Jupyter notebook and study every decision as a DataFrame.

Unofficial.  Start with `play`; ``docs/`` and ``notebooks/tutorial.ipynb`` go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widget._version import __version__
from skyjo_widget.engine.deck import SKYJO_DECK, Deck, Kind
from skyjo_widget.engine.game import GAMES
from skyjo_widget.engine.rules import SKYJO_PRESETS, SkyjoRules
from skyjo_widget.errors import (
    ConformanceError,
    IllegalActionError,
    NotationError,
    PolicyError,
    RecordError,
    RulesError,
    SkyjoWidgetError,
    StaleStateError,
)
from skyjo_widget.observation import Observation
from skyjo_widget.opening import load, play
from skyjo_widget.session import Session

if TYPE_CHECKING:
    from skyjo_widget.frames import Log, columns, load_all

__all__ = [
    "GAMES",
    "SKYJO_DECK",
    "SKYJO_PRESETS",
    "ConformanceError",
    "Deck",
    "IllegalActionError",
    "Kind",
    "Log",
    "NotationError",
    "Observation",
    "PolicyError",
    "RecordError",
    "RulesError",
    "Session",
    "SkyjoRules",
    "SkyjoWidgetError",
    "StaleStateError",
    "__version__",
    "columns",
    "load",
    "load_all",
    "play",
]

_WITH_PANDAS = ("Log", "columns", "load_all")


def __getattr__(name: str) -> Any:
    """Load what needs pandas when it is first asked for: an import stays light."""
    if name in _WITH_PANDAS:
        from skyjo_widget import frames  # noqa: PLC0415  (pandas takes half a second)

        return getattr(frames, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
