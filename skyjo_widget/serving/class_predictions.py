"""Predictions of a whole class about one shared pile of cards, written down as each comes.

No sockets here.  What `on_wall` and `on_phone` return before a card is turned holds nothing of it.
"""

from __future__ import annotations

import dataclasses
import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, Self

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.dealing import dealt
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.front.protocol.serving import (
    ClassScores,
    FrequencyPoint,
    GuestPoll,
    HostPoll,
    PollBin,
    ScreenPoll,
)
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.records import record_file
from skyjo_widget.records.predictions import Question, check_value
from skyjo_widget.records.record_file import Writer, timestamp
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.events import Condition, parse_event
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.messages import speaks
from skyjo_widget.util.numbers import percent
from skyjo_widget.util.parse_number import read_number, written
from skyjo_widget.util.validation import seed_number, whole_number

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "skyjo_widget predictions"
VERSION = 1
FILE = "predictions.ndjson"
"""The file of a class's folder that keeps its predictions."""
BARS = 10
"""The bars of the histogram: 0 to 10 %, to 20 %, …"""
ENOUGH = 10
"""The number of turned cards from which the calibration is on the wall."""

Stage = Literal["open", "closed", "turned"]


@dataclasses.dataclass(slots=True)
class Answer:
    """A guest's newest prediction for a card."""

    who: str
    value: float
    written: str | None
    at: str


@dataclasses.dataclass(slots=True)
class Asked:
    """A question about the next card of the pile."""

    number: int
    event: Condition
    exact: Fraction
    answers: dict[str, Answer] = dataclasses.field(default_factory=dict)
    closed: bool = False
    card: str | None = None
    """None until it is turned."""

    @property
    def stage(self) -> Stage:
        """The point that it has come to."""
        return "open" if not self.closed else "closed" if self.card is None else "turned"

    @property
    def came_true(self) -> bool:
        """True if the event holds for the card, which is turned."""
        assert self.card is not None
        return self.event.holds(_number(self.card))

    def brier(self, value: float | Fraction) -> float:
        """Return the Brier score of a predicted probability: (p − outcome)²."""
        return float((value - self.came_true) ** 2)

    @property
    def values(self) -> list[float]:
        """All predicted probabilities."""
        return [answer.value for answer in self.answers.values()]


def _number(card: str) -> int | None:
    """Return the number of a card; None of a wild one."""
    return None if card == WILD else int(card.partition(":")[0])


@speaks
class ClassPredictions(CellView):
    """Predictions of a class: questions about one shared pile, one after the other.

    The pile is a deck of its own, shuffled once; its cards are turned on the wall and stay there,
    so that everybody knows the same, whatever lies on their table.

    Parameters
    ----------
    deck : Deck
        The class's.
    path : Path, optional
        The file that keeps them; what it holds is taken up.
    lang : str
        The language of the wall.
    on_change : callable, optional
        Called after each change.

    Raises
    ------
    RecordError
        If the file holds something else.
    """

    def __init__(
        self,
        deck: Deck | None,
        path: Path | None = None,
        *,
        lang: str = "en",
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.lang: str = lang
        self._deck, self._path, self._on_change = deck, path, on_change
        self._lock = threading.RLock()  # released before others hear of a change
        self._file: Writer | None = None
        self._pile: list[str] = []
        self._asked: list[Asked] = []
        self._on_show: int | None = None
        """The number of an earlier question that is gone through again."""
        self._away = True
        self.key: str = ""
        if path is not None and path.exists():
            self._take_up(path)

    @classmethod
    def load(cls, path: str | Path, *, lang: str = "en") -> Self:
        """Read a class's predictions, to look at.

        Parameters
        ----------
        path : path
            Its folder, or the file there.
        lang : str

        Raises
        ------
        RecordError
            If there are none.
        """
        path = Path(path)
        return cls(None, path / FILE if path.is_dir() else path, lang=lang)._read_only()

    def _read_only(self) -> Self:
        assert self._path is not None
        if not self.key:
            raise RecordError("holds no predictions of a class", path=str(self._path))
        return self

    # Asking

    def ask(self, event: str, *, seed: int | str | None = None) -> None:
        """Ask everybody for the probability of an event of X, the number on the next card.

        Answers can be changed until `close`.  A question whose card isn't turned yet is dropped.

        Parameters
        ----------
        event : str
            Such as ``"X <= 4"`` or ``"X = 4 or X = 5"``.
        seed : int or str, optional
            Of the pile's order, for the first question.

        Raises
        ------
        RulesError
            If it is no such event, or no card is left.
        """
        with self._lock:
            if self._deck is None:
                raise RulesError("these predictions were read from a file: they are over")
            _, condition = parse_event(event, ("X",))
            if not self._pile:
                self._begin(self._deck, seed_number(seed))
            if not self._hidden:
                raise RulesError("all cards of the pile are turned: there is no next one")
            exact = self._probability(condition)
            number = len(self._asked) + 1
            fields = {"question": number, "of": condition.notation("X"), "exact": str(exact)}
            self._write("ask", **fields)
            self._asked.append(Asked(number, condition, exact))
            self._on_show, self._away = None, False
        self._on_change()

    def answer(self, question: Any, value: Any, *, guest: str, who: str) -> None:
        """Write down a guest's prediction, in place of their earlier one.

        Parameters
        ----------
        question : int
            The question's number.
        value : float or str
            A probability: a number, or a text as ``"0,4"``, ``"40 %"`` or ``"2/5"``.
        guest : str
            Their number.
        who : str
            Their name, or what stands for it.

        Raises
        ------
        RulesError
            If it is no probability, or the question isn't open.
        """
        with self._lock:
            asked = self._newest
            if asked is None or asked.stage != "open" or question != asked.number:
                raise RulesError("this question is closed")
            text = written(value)
            if text is not None:  # a text that is no number is refused in fewer words
                read_number(text, decimal_comma=True)
            chance = float(check_value(Question("draw", asked.event), value))
            at = self._write(
                "predict",
                question=asked.number,
                guest=guest,
                player=who,
                value=chance,
                **({} if text is None else {"written": text}),
            )
            asked.answers[guest] = Answer(who, chance, text, at)
        self._on_change()

    def close(self) -> None:
        """Take no more answers, and show on the wall what was predicted.

        Raises
        ------
        RulesError
            If no question is open.
        """
        with self._lock:
            asked = self._newest
            if asked is None or asked.stage != "open":
                raise RulesError("no question is open")
            self._write("close", question=asked.number)
            asked.closed = True
            self._on_show = None
        self._on_change()

    def turn(self) -> None:
        """Turn the card; an open question is closed first.

        Raises
        ------
        RulesError
            If no question waits for its card.
        """
        with self._lock:
            asked = self._newest
            if asked is None or asked.stage == "turned":
                raise RulesError("no question waits for its card")
            card = self._hidden[0]
            self._write("turn", question=asked.number, card=card)
            asked.closed, asked.card = True, card
            self._on_show = None
        self._on_change()

    def step(self, at: tuple[int, Stage] | None = None) -> None:
        """Go on: close the question, turn its card, or ask the same of the next card.

        Parameters
        ----------
        at : tuple of int and str, optional
            The question and its stage from which to go on; nothing happens at another one, so that
            a button that is pressed twice does it once.

        Raises
        ------
        RulesError
            If nothing was asked yet, or no card is left.
        """
        asked = self._newest
        if asked is None:
            raise RulesError("nothing was asked yet")
        stage = asked.stage
        if at is not None and at != (asked.number, stage):
            return
        if stage == "open":
            self.close()
        elif stage == "closed":
            self.turn()
        else:
            self.ask(asked.event.notation("X"))

    def end(self) -> None:
        """Show the tables on the wall again, and the games on the phones."""
        with self._lock:
            self._away, self._on_show = True, None
        self._on_change()

    def show(self, question: int | None = None) -> None:
        """Show an earlier question on the wall again; None: the newest.

        Raises
        ------
        RulesError
            If there is no such question.
        """
        with self._lock:
            if not self._asked:
                raise RulesError("nothing was asked yet")
            if question is not None:
                question = whole_number("question", question)
                if not 1 <= question <= len(self._asked):
                    raise RulesError(
                        "there is no question {question}: 1 to {last}",
                        question=question,
                        last=len(self._asked),
                    )
            self._on_show = None if question == len(self._asked) else question
            self._away = False
        self._on_change()

    # Frames

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each prediction, as `calibration` takes it.

        The columns are: `key` (of this pile), `question` (its number), `event`, `player` (an alias
        where names were hidden), `value`, `written`, `outcome` (whether it came true; missing until
        the card is turned), `card`, `coach` (the exact probability), `brier`, `at`.
        """
        import pandas as pd  # noqa: PLC0415  (it loads when asked for)

        with self._lock:
            rows = [
                {
                    "key": self.key,
                    "question": asked.number,
                    "event": asked.event.notation("X"),
                    "player": answer.who,
                    "value": answer.value,
                    "written": answer.written,
                    "outcome": None if asked.card is None else asked.came_true,
                    "card": asked.card,
                    "coach": None if asked.card is None else float(asked.exact),
                    "brier": None if asked.card is None else asked.brier(answer.value),
                    "at": pd.Timestamp(answer.at),
                }
                for asked in self._asked
                for answer in asked.answers.values()
            ]
        return pd.DataFrame(rows, columns=[*_DTYPES]).astype(_DTYPES)

    @property
    def cards(self) -> pd.DataFrame:
        """A row for each turned card, in their order: for the running frequency.

        The columns are: `question`, `event`, `card`, `exact`, `came_true`, `answers` (their
        number), `mean` (their mean) and `brier` (theirs on average).
        """
        import pandas as pd  # noqa: PLC0415  (it loads when asked for)

        rows = [
            {
                "question": asked.number,
                "event": asked.event.notation("X"),
                "card": asked.card,
                "exact": float(asked.exact),
                "came_true": asked.came_true,
                "answers": len(asked.answers),
                "mean": fmean(asked.values) if asked.answers else None,
                "brier": fmean(map(asked.brier, asked.values)) if asked.answers else None,
            }
            for asked in self._turned(None)
        ]
        columns = ("question", "event", "card", "exact", "came_true", "answers", "mean", "brier")
        return pd.DataFrame(rows, columns=list(columns))

    def __repr__(self) -> str:
        turned = len(list(self._turned(None)))
        return f"<ClassPredictions: {len(self._asked)} questions, {turned} cards turned>"

    def _face(self, say: CellTexts) -> markup.Html:
        rows = [
            (
                asked.event.text("X", say.lang),
                str(len(asked.answers)),
                percent(fmean(asked.values), say.lang) if asked.closed and asked.answers else "",
                "" if asked.card is None else percent(float(asked.exact), say.lang),
                "" if asked.card is None else markup.card(asked.card),
            )
            for asked in self._asked
        ]
        head = ("event", "answers", "class_mean", "exact", "card")
        return say.face(say("class_predictions"), say.rows(head, rows))

    # On the wall, the phones and the host's panel

    def on_wall(self, here: int) -> ScreenPoll | None:
        """Return what the wall shows; None if it shows the tables.

        Until a question is closed it shows only how many have answered: who sees what others think
        predicts the same.

        Parameters
        ----------
        here : int
            The number of people who can answer.
        """
        with self._lock:
            asked = self._seen
            if asked is None:
                return None
            turned = list(self._turned(asked))
            first = turned[:-1] if asked.card is not None else turned
            return {
                "question": asked.number,
                "event": _in_all(asked.event),
                "stage": asked.stage,
                "answered": len(asked.answers),
                "here": max(here, len(asked.answers)),
                "left": len(self._pile) - len(turned),
                "before": [str(card.card) for card in first],
                "bars": _bars(asked.values) if asked.closed else None,
                "mean": fmean(asked.values) if asked.closed and asked.answers else None,
                "card": asked.card,
                "came_true": None if asked.card is None else asked.came_true,
                "exact": None if asked.card is None else _pair(asked.exact, self._left_at(asked)),
                "scores": None if asked.card is None else _scores(turned),
                "frequency": _frequency(turned),
                "calibration": _calibration(turned) if len(turned) >= ENOUGH else None,
            }

    def on_phone(self, guest: str) -> GuestPoll | None:
        """Return what a guest's phone shows; None if it shows the game."""
        with self._lock:
            asked = self._newest
            if asked is None or self._away or self._on_show is not None:
                return None
            own = asked.answers.get(guest)
            scores = [
                each.brier(each.answers[guest].value)
                for each in self._turned(None)
                if guest in each.answers
            ]
            is_turned = asked.card is not None
            return {
                "question": asked.number,
                "stage": asked.stage,
                "event": _in_all(asked.event),
                "value": None if own is None else own.value,
                "written": None if own is None else own.written,
                "card": asked.card,
                "came_true": asked.came_true if is_turned else None,
                "exact": _pair(asked.exact, self._left_at(asked)) if is_turned else None,
                "brier": asked.brier(own.value) if own and is_turned else None,
                "mean": fmean(scores) if scores else None,
                "cards": len(scores),
            }

    def on_panel(self, here: int) -> HostPoll:
        """Return what the host's panel shows."""
        with self._lock:
            asked = self._seen
            return {
                "question": 0 if asked is None else asked.number,
                "last": len(self._asked),
                "stage": None if asked is None else asked.stage,
                "event": "X <= 4" if not self._asked else self._asked[-1].event.notation("X"),
                "answered": 0 if asked is None else len(asked.answers),
                "here": here if asked is None else max(here, len(asked.answers)),
            }

    # Helpers

    @property
    def _newest(self) -> Asked | None:
        return self._asked[-1] if self._asked else None

    @property
    def _seen(self) -> Asked | None:
        """The question on the wall."""
        if self._away or not self._asked:
            return None
        return self._asked[-1 if self._on_show is None else self._on_show - 1]

    def _turned(self, last: Asked | None) -> Iterator[Asked]:
        """Yield the questions with a turned card, up to one of them."""
        for asked in self._asked:
            if asked.card is not None:
                yield asked
            if asked is last:
                return

    @property
    def _hidden(self) -> list[str]:
        return self._pile[len(list(self._turned(None))) :]

    def _left_at(self, asked: Asked) -> int:
        """Return how many cards lay face down when a card was turned."""
        before = sum(each.number < asked.number for each in self._turned(None))
        return len(self._pile) - before

    def _probability(self, event: Condition) -> Fraction:
        """Return the probability that an event holds for the next card."""
        numbers = Counter(map(_number, self._hidden))
        wild = min((number for number in numbers if number is not None), default=0) - 1
        counts = {wild if number is None else number: n for number, n in numbers.items()}
        law = Law.of_cards(Unseen(counts), "X", wild=wild, lang=self.lang)
        return law.p(event.notation("X")).probability

    def _begin(self, deck: Deck, seed: int) -> None:
        kinds = [at for at, kind in enumerate(deck.kinds) for _ in range(kind.count)]
        self._pile = [str(deck.kinds[at].card) for at in dealt(kinds, seed, 0)]
        self.key = record_file.new_game_id()
        header = {
            "event": "pile",
            "format": FORMAT,
            "version": VERSION,
            "key": self.key,
            "at": timestamp(),
        }
        if self._path is not None:
            self._file = Writer(self._path)
            self._file.append({**header, "cards": self._pile}, sync=True)

    def _write(self, event: str, **fields: Any) -> str:
        """Write an event down, on the disk before anybody hears of it; returns its time."""
        at = timestamp()
        if self._file is not None:
            self._file.append({"event": event, **fields, "at": at}, sync=True)
        return at

    def release(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _take_up(self, path: Path) -> None:
        """Read the file, and continue it."""
        content = record_file.read(path)
        try:
            header = content.events[0]
            if (header["format"], header["version"]) != (FORMAT, VERSION):
                raise ValueError(header["version"])
            self.key, self._pile = str(header["key"]), [str(card) for card in header["cards"]]
            for event in content.events[1:]:
                self._replay(event)
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise RecordError(
                "can't be read as the predictions of a class: {error}",
                error=repr(error),
                path=str(path),
            ) from None
        if self._deck is not None:
            self._file = Writer(path, keep=content.size, chain=content.chain)
            newest = self._newest
            self._away = newest is None or newest.stage == "turned"
        else:
            self._away = False

    def _replay(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "ask":
            _, condition = parse_event(event["of"], ("X",))
            self._asked.append(Asked(event["question"], condition, Fraction(event["exact"])))
            return
        asked = self._asked[event["question"] - 1]
        if kind == "predict":
            asked.answers[event["guest"]] = Answer(
                str(event["player"]), float(event["value"]), event.get("written"), event["at"]
            )
        elif kind in ("close", "turn"):
            asked.closed = True
            asked.card = event.get("card")


_DTYPES = {
    "key": "string",
    "question": "Int64",
    "event": "string",
    "player": "string",
    "value": "Float64",
    "written": "string",
    "outcome": "boolean",
    "card": "string",
    "coach": "Float64",
    "brier": "Float64",
    "at": "datetime64[ms, UTC]",
}


def _in_all(event: Condition) -> dict[str, str]:
    """Return an event as it is written in each language."""
    return {lang: event.text("X", lang) for lang in languages()}


def _bars(values: Sequence[float]) -> list[int]:
    """Count probabilities by tenths; 1 is in the last."""
    counts = Counter(min(int(value * BARS + 1e-9), BARS - 1) for value in values)
    return [counts[bar] for bar in range(BARS)]


def _pair(exact: Fraction, cards: int) -> tuple[int, int]:
    """Return a probability as so many of the cards."""
    return int(exact * cards), cards


def _scores(turned: Sequence[Asked]) -> ClassScores:
    """Return the Brier scores of the newest card, and of all so far."""
    answered = [asked for asked in turned if asked.answers]
    newest = turned[-1]
    everybody = [asked.brier(value) for asked in answered for value in asked.values]
    return {
        "pupils": fmean(map(newest.brier, newest.values)) if newest.answers else None,
        "exact": newest.brier(newest.exact),
        "all_pupils": fmean(everybody) if everybody else None,
        "all_together": fmean(asked.brier(fmean(asked.values)) for asked in answered)
        if answered
        else None,
        "all_exact": fmean(asked.brier(asked.exact) for asked in turned),
        "cards": len(turned),
    }


def _frequency(turned: Sequence[Asked]) -> list[FrequencyPoint]:
    """Return after each card how often the events came true, and the mean exact probability.

    A card that is drawn changes the next one's probability p: the number of events that came true
    differs from Σp by a martingale with variance Σp(1 − p), so that the band of the share is
    p̄ ± 2σ/√n with σ² the mean of p(1 − p).
    """
    points: list[FrequencyPoint] = []
    count, mean, variance = 0, 0.0, 0.0
    for n, asked in enumerate(turned, 1):
        p = float(asked.exact)
        count, mean, variance = count + asked.came_true, mean + p, variance + p * (1 - p)
        half = 2 * math.sqrt(variance) / n
        points.append({"share": count / n, "exact": mean / n, "half": half})
    return points


def _calibration(turned: Sequence[Asked]) -> list[PollBin]:
    """Return for each fifth of the predicted probabilities how often they came true."""
    fifths: dict[int, list[tuple[float, bool]]] = {}
    for asked in turned:
        for value in asked.values:
            fifths.setdefault(min(int(value * 5 + 1e-9), 4), []).append((value, asked.came_true))
    return [
        {
            "n": len(pairs),
            "prediction": fmean(value for value, _ in pairs),
            "came_true": fmean(came for _, came in pairs),
        }
        for _, pairs in sorted(fifths.items())
    ]
