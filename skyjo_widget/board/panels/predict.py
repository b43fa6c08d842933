"""The panel for predictions."""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.panels.common import Panel, Values, entry, options, shortened
from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.predictions import MOST, parse_question
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.numbers import format_number, percent
from skyjo_widget.util.parse_number import read_number, read_whole


class PredictPanel(Panel):
    """The panel in which a player commits to a prediction before the coach shows its own."""

    key = "predict"
    buttons = ("commit",)
    _looked: Any = None  # the viewer of the last answer

    def entries(self, view: View) -> list[View]:
        """Return the questions, and what each of them needs."""
        looks = view["viewer"], view["covered"]
        if self._looked != looks:  # the answer is private to one viewer
            self._looked, self.answer = looks, ""
        kinds = self.session.game.questions
        bounded = [kind for kind in kinds if kind.endswith("at most")]
        chances = [kind for kind in kinds if kind not in ("best", "mean")]
        actions = [[action, self._words(action)] for action in _open_actions(view)]
        return [
            entry("question", "choice", value=kinds[0], options=options(kinds), words="questions"),
            entry("bound", "number", value="4", when=[{"question": bounded}]),
            entry("value", "short", value="50 %", when=[{"question": chances}]),
            entry("points", "short", when=[{"question": ["mean"]}]),
            entry("choice", "choice", options=actions, when=[{"question": ["best"]}]),
        ]

    def press(self, _button: str, values: Values, view: View) -> None:
        """Commit to a prediction."""
        session, texts, kind = self.session, self.texts, values.get("question", "")
        asked, given = kind, values.get("value", "")
        if session.waiting != "person" or view["covered"]:
            self.answer = texts["nobody"]
            return
        if kind == "best":
            given = values.get("choice", "")
        else:
            given = values.get("points" if kind == "mean" else "value", "")
            if wrong := _wrong_number(given, texts, chance=kind != "mean"):
                self.answer = wrong
                return
        if kind.endswith("at most"):
            try:
                bound = read_whole(values.get("bound", ""))
            except SkyjoWidgetError:
                bound = MOST + 1
            if abs(bound) > MOST:
                self.answer = texts["no_bound"].format(most=MOST)
                return
            asked = f"{kind} {bound}"
        self.answer = self._reply(session.predict(asked, given))

    def _words(self, action: str) -> str:
        """Return an action in the board's language."""
        session = self.session
        names = [player.name for player in session.players]
        viewer = session.board.view["viewer"]
        return action_words(action, session.game.name, session.spoken, names, viewer)

    def _reply(self, made: Prediction) -> str:
        """Format the prediction and the coach's answer."""
        session, texts, lang = self.session, self.texts, self.session.spoken
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


def _open_actions(view: View) -> tuple[str, ...]:
    """Return the actions that the board offers the viewer; none while a hand is covered."""
    moves = [action for places in view.get("moves", {}).values() for action in places.values()]
    return tuple(dict.fromkeys([*view["targets"].values(), *moves]))


def _wrong_number(given: str, texts: dict[str, Any], *, chance: bool) -> str:
    """Return the problem of a typed number; empty if it is valid."""
    try:
        number = read_number(given, decimal_comma=True)
    except SkyjoWidgetError:
        return str(texts["no_number"]).format(answer=shortened(given))
    if chance and not 0 <= number <= 1:
        return str(texts["no_chance"]).format(answer=shortened(given))
    return ""
