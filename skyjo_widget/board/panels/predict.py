"""The panel for predictions."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skyjo_widget.board.panels.common import WRAP, FollowingPanel, answer_line, shortened, show_text
from skyjo_widget.board.session import Session
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.predictions import MOST, parse_question
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.numbers import format_number, percent
from skyjo_widget.util.parse_number import read_number


class PredictPanel(FollowingPanel):
    """The panel in which a player commits to a prediction before the coach shows its own."""

    key = "predict"

    def __init__(self, session: Session) -> None:
        self._kinds = session.game.questions
        self._question = ipywidgets.Dropdown(layout={"width": "auto", "max_width": "100%"})
        self._bound = ipywidgets.IntText(4, layout={"width": "5em"})
        self._value = ipywidgets.Text("50 %", continuous_update=False, layout={"width": "7em"})
        self._unit = ipywidgets.Label()
        self._choice = ipywidgets.Dropdown(layout={"width": "auto", "min_width": "8em"})
        self._button = ipywidgets.Button(icon="lock", layout={"width": "auto"})
        self._answer = answer_line()
        self._looked: Any = None  # the viewer of the last answer
        self._question.observe(self._fit, "value")
        parts = [self._question, self._bound, self._value, self._unit, self._choice, self._button]
        super().__init__(session, [ipywidgets.HBox(parts, layout=WRAP), self._answer])
        self._button.on_click(self._commit)

    def _label(self) -> None:
        texts, kept = self.texts, self._question.value
        self._question.options = [(texts["questions"][kind], kind) for kind in self._kinds]
        self._question.value = kept or self._kinds[0]
        for entry, key in (
            (self._question, "question"),
            (self._bound, "bound"),
            (self._value, "value"),
            (self._choice, "choice"),
        ):
            entry.tooltip = texts[key]
        self._button.description = texts["commit"]
        self._fit()

    def _fit(self, _change: Any = None) -> None:
        """Show the entries that the question needs."""
        kind = self._question.value
        for entry, needed in (
            (self._bound, str(kind).endswith("at most")),
            (self._value, kind != "best"),
            (self._unit, kind != "best"),
            (self._choice, kind == "best"),
        ):
            entry.layout.display = "" if needed else "none"
        self._unit.value = self.texts["points"] if kind == "mean" else ""

    def _follow(self) -> None:
        actions = self._open_actions()
        labels = tuple((self._words(action), action) for action in actions)
        options = actions if all(label == action for label, action in labels) else labels
        if self._choice.options != options:
            self._choice.options = options
            self._choice.index = 0 if actions else None
        view = self.session.board.view
        looks = view["viewer"], view["covered"]
        if self._looked != looks:  # the answer is private to one viewer
            self._looked, self._answer.value = looks, ""

    def _commit(self, _button: Any = None) -> None:
        session, texts = self.session, self.texts
        kind, bound = str(self._question.value), self._bound.value
        asked = f"{kind} {bound}" if kind.endswith("at most") else kind
        given: Any = self._choice.value if kind == "best" else self._value.value
        if session.waiting != "person" or session.board.view["covered"]:
            show_text(self._answer, texts["nobody"])
            return
        if kind != "best" and (wrong := _wrong_number(given, texts, chance=kind != "mean")):
            show_text(self._answer, wrong)
            return
        if kind.endswith("at most") and abs(bound) > MOST:
            show_text(self._answer, texts["no_bound"].format(most=MOST))
            return
        try:
            made = session.predict(asked, given)
        except SkyjoWidgetError as error:
            show_text(self._answer, self.told(error))
            return
        show_text(self._answer, self._reply(made))

    def _words(self, action: str) -> str:
        """Return an action in the board's language."""
        names = [player.name for player in self.session.players]
        viewer = self.session.board.view["viewer"]
        return action_words(action, self.session.game.name, self.language, names, viewer)

    def _open_actions(self) -> tuple[str, ...]:
        """Return the actions that the board offers the viewer; none while a hand is covered."""
        view = self.session.board.view
        moves = [action for places in view.get("moves", {}).values() for action in places.values()]
        return tuple(dict.fromkeys([*view["targets"].values(), *moves]))

    def _reply(self, made: Prediction) -> str:
        """Format the prediction and the coach's answer."""
        session, texts, lang = self.session, self.texts, self.language
        if made.coach is None:
            return str(texts["kept"])
        if isinstance(made.value, str):
            key = "agrees" if made.value == made.coach else "chooses"
            return str(texts[key].format(coach=self._words(str(made.coach))))
        if made.question == "mean":
            return str(
                texts["says_points"].format(
                    value=made.written or format_number(made.value, lang),
                    coach=format_number(float(made.coach), lang),
                )
            )
        says = texts["says"].format(
            value=made.written or percent(made.value, lang), coach=percent(float(made.coach), lang)
        )
        asked = parse_question(made.question, session.game)
        if asked.kind == "draw at most":
            odds: Any = session.odds(made.seat)
            low = sum(n for card, n in odds.next_draw.counts.items() if card <= (asked.bound or 0))
            says += f" ({low}/{odds.next_draw.total})"
        return str(says)


def _wrong_number(given: str, texts: dict[str, Any], *, chance: bool) -> str:
    """Return the problem of a typed number; empty if it is valid."""
    try:
        number = read_number(given, decimal_comma=True)
    except SkyjoWidgetError:
        return str(texts["no_number"]).format(answer=shortened(given))
    if chance and not 0 <= number <= 1:
        return str(texts["no_chance"]).format(answer=shortened(given))
    return ""
