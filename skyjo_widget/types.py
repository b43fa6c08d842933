"""Classes whose objects the package's functions return, for annotations and `isinstance`."""

from skyjo_widget.charts import Calibration
from skyjo_widget.engine.cards.deck_history import DeckHistory
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.lessons.lesson.answers import Answers
from skyjo_widget.lessons.report.report import ClassReport
from skyjo_widget.measures.playtest.opinions import Opinions
from skyjo_widget.measures.playtest.plan import Plan
from skyjo_widget.measures.versus.experiment import Versus
from skyjo_widget.measures.versus.question import DesignAnswer
from skyjo_widget.measures.versus.steps import MeasuredSteps
from skyjo_widget.records.proof import Verification
from skyjo_widget.replays.widget import Replay
from skyjo_widget.serving.hall import Hall
from skyjo_widget.strategies.card import Card

__all__ = [
    "Answers",
    "Calibration",
    "Card",
    "ClassReport",
    "DeckHistory",
    "DesignAnswer",
    "Hall",
    "Kind",
    "MeasuredSteps",
    "Opinions",
    "Plan",
    "Replay",
    "Verification",
    "Versus",
]
