"""The panel for predictions."""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.panels.common import Panel, Values, entry, options, shortened
from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import RulesError
from skyjo_widget.odds.law import Event
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.predictions import parse_question
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.numbers import format_number, percent_chain, understood
from skyjo_widget.util.parse_number import NoNumberError, read_number

_EVENTS = {"draw": ("event", "X ≤ 4"), "score": ("total", "R ≤ 20")}
"""The entry of each question about a random variable, and the event that it holds at first."""


class PredictPanel(Panel):
    """The panel in which a player commits to a prediction before the coach shows its own."""

    answer: str

    key = "predict"
    buttons: tuple[str, ...] = ("commit",)
    _looked: Any = None  # the viewer of the last answer
    _viewer: int | None = None

    def entries(self, view: View) -> list[View]:
        """Return the questions, and what each of them needs."""
        self._viewer = view["viewer"]
        looks = view["viewer"], view["covered"]
        if self._looked != looks:  # the answer is private to one viewer
            self._looked, self.answer = looks, ""
        kinds = self.session.history.game.questions
        chances = [kind for kind in kinds if kind not in ("best", "mean")]
        actions = [[action, self._words(action)] for action in _open_actions(view)]
        return [
            entry("question", "choice", value=kinds[0], options=options(kinds), words="questions"),
            *(
                entry(name, "short", value=example, when=[{"question": [kind]}])
                for kind, (name, example) in _EVENTS.items()
                if kind in kinds
            ),
            entry("value", "short", value="50 %", when=[{"question": chances}]),
            entry("points", "short", when=[{"question": ["mean"]}]),
            entry("choice", "choice", options=actions, when=[{"question": ["best"]}]),
        ]

    def press(self, _button: str, values: Values, view: View) -> None:
        """Commit to a prediction."""
        session, texts, kind = self.session, self.texts, values.get("question", "")
        if session.waiting != "person" or view["covered"] or view["seat"] != view["viewer"]:
            self.answer = texts["nobody"]
            return
        if kind == "best":
            answer = values.get("choice", "")
        else:
            answer = values.get("points" if kind == "mean" else "value", "")
            if wrong := self._wrong_number(answer, chance=kind != "mean"):
                self.answer = wrong
                return
        name, _ = _EVENTS.get(kind, ("", ""))
        self.answer = self._reply(session.predict(values.get(name, kind) or "", answer))

    def _words(self, action: str) -> str:
        """Return an action in the board's language."""
        session = self.session
        names = [player.name for player in session.players]
        return action_words(action, session.history.game.name, self.lang, names, self._viewer)

    def _reply(self, prediction: Prediction) -> str:
        """Format the prediction as it was understood, and the coach's answer."""
        session, texts, lang = self.session, self.texts, self.lang
        if isinstance(prediction.value, str):
            key = "kept" if prediction.coach is None else "agrees"
            key = key if prediction.coach in (None, prediction.value) else "chooses"
            coach = self._words(str(prediction.coach))
            return str(texts[key].format(value=self._words(prediction.value), coach=coach))
        if prediction.question == "mean":
            value = prediction.written or format_number(prediction.value, lang)
            if prediction.coach is not None:
                coach = format_number(float(prediction.coach), lang)
                return str(texts["says_points"].format(value=value, coach=coach))
            return str(texts["kept"].format(value=f"E(S) = {value}"))
        asked = parse_question(prediction.question, session.history.game)
        what = asked.text(lang) if asked.event else texts["questions"][asked.kind]
        value = understood(prediction.written, percent_chain(prediction.value, lang))
        if prediction.coach is None:
            return str(texts["kept"].format(value=texts["of"].format(what=what, value=value)))
        coach = percent_chain(float(prediction.coach), lang)
        if asked.kind == "draw" and asked.event:
            odds: Any = session.odds(prediction.seat)
            event = Event(odds.law, asked.event)
            coach = f"{event.fraction} {coach}"
        return str(texts["says"].format(what=what, value=value, coach=coach.removeprefix("= ")))

    def _wrong_number(self, answer: str, *, chance: bool) -> str:
        """Return the problem of a typed number; empty if it is valid."""
        texts = self.texts
        try:
            number = read_number(answer, decimal_comma=True)
        except NoNumberError:
            return str(texts["no_number"]).format(answer=shortened(answer))
        except RulesError as error:
            return f"{rendered(error, self.lang)}."
        if not chance or 0 <= number <= 1:
            return ""
        wrong = str(texts["no_chance"]).format(answer=shortened(answer))
        if not 1 < number <= 100 or "%" in answer:
            return wrong
        meant = percent_chain(float(number / 100), self.lang).partition(" ")[2]
        return f"{wrong} {texts['meant'].format(percent=meant)}"


def _open_actions(view: View) -> tuple[str, ...]:
    """Return the actions that the board offers the viewer; none while a hand is covered."""
    moves = [action for places in view.get("moves", {}).values() for action in places.values()]
    return tuple(dict.fromkeys([*view["targets"].values(), *moves]))
