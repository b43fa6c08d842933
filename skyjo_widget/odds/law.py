"""The probability law of a random variable, such as the value of the next card, and its events."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.odds.unseen import Chance, Unseen
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.events import WILD, Condition, combined, comparison, parse_event
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import Html, bar, card, clipped_lines, escaped, paragraph
from skyjo_widget.util.messages import rendered, speaks
from skyjo_widget.util.numbers import (
    MOST_PARTS,
    decimal_chain,
    decimals,
    format_number,
    fraction_chain,
)
from skyjo_widget.util.parse_number import read_number

if TYPE_CHECKING:
    import pandas as pd

TERMS = 16
"""The most terms of a sum that are written out."""
ROWS = 40
"""The most values of a law that are all shown; of more, those that are likely enough to matter."""
LIKELY = Fraction(1, 1000)
"""The least probability of a value that is shown then."""


@speaks
class Law(CellView, dict[int, Fraction]):
    """The probability law of a random variable: each value and its probability.

    Parameters
    ----------
    chances : mapping of int to Fraction
        The probability of each value.
    name : str
        The variable: ``X`` is the value of the next card drawn, ``Y`` that of a face-down card,
        ``S`` the seat's own raw score if the round ended now.
    total : int, optional
        The number of equally likely cards: the denominator of unreduced fractions.  By default
        the least common one, unless it is above `MOST_PARTS`.
    worlds : int, optional
        The number of simulated worlds; None if it is exact.
    wild : int, optional
        The key that stands for wild cards, which have no number.
    lang : str
        The language of its texts.
    """

    lang: str

    name: str
    worlds: int | None
    total: int | None

    _of_cards = False

    def __init__(
        self,
        chances: Mapping[int, Fraction],
        name: str = "X",
        *,
        total: int | None = None,
        worlds: int | None = None,
        wild: int | None = None,
        lang: str = "en",
    ) -> None:
        super().__init__(chances)
        self.name, self.worlds, self.lang = name, worlds, lang
        self._wild = wild if wild in self else None
        common = math.lcm(*(chance.denominator for chance in self.values()))
        self.total = total or (common if common <= MOST_PARTS and not worlds else None)

    @classmethod
    def of_cards(cls, cards: Unseen, name: str, *, wild: int | None = None, lang: str) -> Law:
        """Return the law of the number on one of some equally likely cards."""
        chances = {value: cards.chance(value) for value in cards}
        law = cls(chances, name, total=cards.total, wild=wild, lang=lang)
        law._of_cards = True
        return law

    # Moments

    @property
    def expectation(self) -> Fraction:
        """The expectation E(X) = Σ xᵢ·P(X = xᵢ).

        Raises
        ------
        RulesError
            If there are no values, or a card may be wild and has no number.
        """
        self._check_numbers()
        return sum((value * chance for value, chance in self.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance V(X) = Σ (xᵢ − E(X))²·P(X = xᵢ)."""
        mean = self.expectation
        return sum(((value - mean) ** 2 * chance for value, chance in self.items()), Fraction(0))

    @property
    def sd(self) -> float:
        """The standard deviation σ(X) = √V(X), as the nearest float: most roots are irrational."""
        return math.sqrt(self.variance)

    # Events

    @property
    def variable(self) -> RandomVariable:
        """The random variable, of which comparisons make events: ``X <= 4``."""
        return RandomVariable(self)

    def p(self, event: str | Event) -> Event:
        """Return an event with its probability.

        Parameters
        ----------
        event : str or Event
            Such as ``"X <= 4"``, ``"2 <= X <= 5"`` or ``"X = 4 or X = 5"``.

        Raises
        ------
        RulesError
            If it is no event of this variable; the message quotes what isn't understood.
        """
        if isinstance(event, Event):
            return event
        return Event(self, self.translating(parse_event, event, (self.name,))[1])

    def at_most(self, points: float | str) -> Chance:
        """Return the probability of so many points or fewer."""
        if isinstance(points, str):
            points = float(read_number(points))
        chance = sum((c for total, c in self.items() if total <= points), Fraction(0))
        return Chance(chance, self._error(chance))

    @property
    def error(self) -> float | None:
        """The largest standard error of these probabilities; None if they are exact."""
        return max((error for c in self.values() if (error := self._error(c))), default=None)

    def _error(self, chance: Fraction) -> float | None:
        return None if self.worlds is None else float(chance * (1 - chance) / self.worlds) ** 0.5

    def _values(self) -> Iterator[tuple[int | None, Fraction]]:
        """Yield the values with their probabilities; None for a wild card."""
        for value, chance in self.items():
            yield (None if value == self._wild else value), chance

    def _check_numbers(self) -> None:
        if not self:
            raise self._refused(_("there is no such card: nothing can be drawn"))
        if self._wild is not None:
            raise self._refused(
                _("a card may be wild here, and has no number: there is no mean of it")
            )

    def translating(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function; what it refuses is said in this law's language."""
        try:
            return function(*args)
        except RulesError as error:
            raise self._refused(message_of(error)) from None

    def _refused(self, text: str) -> RulesError:
        return RulesError(rendered(text, self.lang))

    # Displays

    @property
    def frame(self) -> pd.DataFrame:
        """A row a value: `value`, `cards` of `total`, `fraction`, `reduced`, `probability`.

        `cards` and `total` are missing where the cards aren't equally likely; texts are strings.
        """
        import pandas as pd  # noqa: PLC0415  (loaded on demand)

        rows = [
            {
                "value": value,
                "cards": int(chance * self.total) if self.total else None,
                "total": self.total,
                "fraction": self._unreduced(chance),
                "reduced": str(chance),
                "probability": float(chance),
            }
            for value, chance in self.items()
        ]
        dtypes = {"value": "Int64", "cards": "Int64", "total": "Int64"}
        dtypes |= {"fraction": "string", "reduced": "string", "probability": "float64"}
        return pd.DataFrame(rows, columns=[*dtypes]).astype(dtypes)

    @property
    def computation(self) -> str:
        """The computation of E(X), V(X) and σ(X), a line each."""
        self._check_numbers()
        return "\n".join(self._computation(self.lang))

    def _computation(self, lang: str) -> list[str]:
        """Return the lines of `computation`; none where there is no expectation."""
        if not self or self._wild is not None:
            return []
        name, low, mean = self.name, self.name.lower(), self.expectation
        terms = [self._term(value, chance) for value, chance in self.items()]
        if len(terms) > TERMS:
            terms = [*terms[:3], "…", terms[-1]]
        written = f" = {' + '.join(terms)}" if self.total else ""
        chain = fraction_chain(mean, lang, 2, self.total)
        variance = decimal_chain(self.variance, lang, 2)
        spread = format_number(round(self.sd, 2), lang)
        return [
            f"E({name}) = Σ {low}ᵢ·P({name} = {low}ᵢ){written} {chain}",
            f"V({name}) = Σ ({low}ᵢ − E({name}))²·P({name} = {low}ᵢ) {variance}",
            f"σ({name}) = √V({name}) ≈ {spread}",
        ]

    def summary(self, lang: str | None = None) -> str:
        """Return what the variable is, with its expectation and standard deviation."""
        lang, texts = lang or self.lang, words(lang or self.lang)["law"]
        return str(
            texts["summary"].format(
                name=self.name,
                what=texts["of"][self.name],
                mean=decimal_chain(self.expectation, lang, 2),
                sd=format_number(round(self.sd, 2), lang),
            )
        )

    def _term(self, value: int, chance: Fraction) -> str:
        number = f"({value})".replace("-", "−") if value < 0 else str(value)
        return f"{number}×{self._unreduced(chance)}"

    def _unreduced(self, chance: Fraction) -> str:
        """Return a probability as a fraction of all cards; empty without a common denominator."""
        return f"{chance * self.total}/{self.total}" if self.total else ""

    def _label(self, value: int, lang: str) -> str:
        if value == self._wild:
            return str(words(lang)["law"]["words"][WILD])
        return str(value).replace("-", "−")

    def _likely(self) -> tuple[list[tuple[int, Fraction]], Fraction]:
        """Return the values to show with their probabilities, and that of all others."""
        if len(self) <= ROWS:
            return [*self.items()], Fraction(0)
        likely = [(value, chance) for value, chance in self.items() if chance >= LIKELY]
        return likely, 1 - sum((chance for _, chance in likely), Fraction(0))

    def _cell(self, value: int, lang: str) -> str:
        """Return a value for a cell; that of a card as the card."""
        if self._of_cards:
            return card("wild" if value == self._wild else str(value))
        return self._label(value, lang)

    def _title(self, lang: str) -> str:
        """Return what the variable is, as ``X = value of the next card drawn``."""
        title = f"{self.name} = {words(lang)['law']['of'].get(self.name, '…')}"
        if self.worlds is None:
            return title
        how = words(lang)["odds"]["simulated"].format(count=format_number(self.worlds, lang))
        return f"{title} ({how.rstrip('.')})"

    def _face(self, say: CellTexts) -> Html:
        lang, labels = say.lang, words(say.lang)["law"]
        low = self.name.lower()
        heads = [low, f"P({self.name} = {low})", labels["reduced"], labels["decimal"], ""]
        if not self.total:
            heads[3] = heads[1]
        most = max(self.values(), default=Fraction(1))
        lines: list[tuple[str, ...]] = []
        likely, rest = self._likely()
        for value, chance in likely:
            reduced = str(chance) if self.total and chance.denominator != self.total else ""
            lines.append(
                (
                    self._cell(value, lang),
                    Html(escaped(self._unreduced(chance))),
                    Html(escaped(reduced)),
                    say.number(float(chance), 4),
                    bar(float(chance / most)),
                )
            )
        if rest:
            lines.append(("…", "", "", say.number(float(rest), 4), ""))
        table = say.table(heads, lines, most=len(lines))
        sums = "".join(paragraph(line) for line in self._computation(lang))
        return say.face(labels["title"].format(name=self.name), table, sums, sub=self._title(lang))

    def __str__(self) -> str:
        """Return the law as a table and its moments with their computation."""
        lang, low = self.lang, self.name.lower()
        lines = [
            (self._label(value, lang), fraction_chain(chance, lang, 4, self.total))
            for value, chance in self._likely()[0]
        ]
        if rest := self._likely()[1]:
            lines.append(("…", fraction_chain(rest, lang)))
        wide = max([len(low), *(len(label) for label, _ in lines)])
        head = f"{low:>{wide}}  P({self.name} = {low})"
        rows = [f"{label:>{wide}}  {chain.removeprefix('= ')}" for label, chain in lines]
        return "\n".join([self._title(lang), head, *rows, *self._computation(lang)])

    def __repr__(self) -> str:
        return clipped_lines(str(self).splitlines())


class RandomVariable:
    """A random variable: compared with a number it makes an `Event`.

    Parameters
    ----------
    law : Law

    Notes
    -----
    Each comparison is in parentheses when events are joined, as Python's ``|`` and ``&`` bind
    more closely than ``==``: ``(X == 4) | (X == 5)``.
    """

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # == makes an event

    def __init__(self, law: Law) -> None:
        self.law = law

    def _event(self, op: str, bound: Any) -> Event:
        return Event(self.law, self.law.translating(comparison, op, bound))

    def __le__(self, bound: Any) -> Event:
        return self._event("<=", bound)

    def __lt__(self, bound: Any) -> Event:
        return self._event("<", bound)

    def __ge__(self, bound: Any) -> Event:
        return self._event(">=", bound)

    def __gt__(self, bound: Any) -> Event:
        return self._event(">", bound)

    def __eq__(self, bound: Any) -> Event:  # type: ignore[override]
        return self._event("=", bound)

    def __ne__(self, bound: Any) -> Event:  # type: ignore[override]
        return self._event("!=", bound)

    def _join(self, _other: Any) -> Any:
        name = self.law.name
        raise self.law._refused(
            _("put each comparison in parentheses: ({name} == 4) | ({name} == 5)", name=name)
        )

    __or__ = _join
    __ror__ = _join
    __and__ = _join
    __rand__ = _join

    def __repr__(self) -> str:
        return self.law._title(self.law.lang)


class Event:
    """An event of a random variable, such as X ≤ 4, which shows itself with its probability.

    Events are joined by ``|`` (or), ``&`` (and) and ``~`` (not).

    Parameters
    ----------
    law : Law
    condition : Condition
    """

    law: Law
    condition: Condition

    def __init__(self, law: Law, condition: Condition) -> None:
        self.law, self.condition = law, condition

    @property
    def probability(self) -> Fraction:
        """The probability, exact unless the law is simulated."""
        law = self.law
        if not law:
            raise law._refused(_("there is no such card: nothing can be drawn"))
        fits = (chance for value, chance in law._values() if self.condition.holds(value))
        return sum(fits, Fraction(0))

    @property
    def error(self) -> float | None:
        """The standard error of a simulated probability; None if it is exact."""
        return self.law._error(self.probability)

    @property
    def fraction(self) -> str:
        """The probability as an unreduced fraction; empty without a common denominator."""
        return self.law._unreduced(self.probability)

    def text(self, lang: str | None = None) -> str:
        """Return the event with its probability, as ``P(X ≤ 4) = 52/123 ≈ 0.423``."""
        law, lang = self.law, lang or self.law.lang
        head = f"P({self.condition.text(law.name, lang)})"
        error = self.error
        if error is None:
            return f"{head} {fraction_chain(self.probability, lang, 3, law.total)}"
        digits = decimals(2 * error)
        number = format_number(float(self.probability), lang, digits)
        how = words(lang)["law"]["error"].format(error=format_number(2 * error, lang, digits))
        return f"{head} ≈ {number} {how}"

    def __float__(self) -> float:
        return float(self.probability)

    def __or__(self, other: Any) -> Event:
        return self._joined("or", other)

    def __and__(self, other: Any) -> Event:
        return self._joined("and", other)

    def __invert__(self) -> Event:
        return Event(self.law, combined("not", self.condition))

    def _joined(self, op: str, other: Any) -> Event:
        if not isinstance(other, Event):
            return NotImplemented  # type: ignore[no-any-return]
        if (other.law.name, other.law) != (self.law.name, self.law):
            raise self.law._refused(
                _("only events of one random variable, at one moment, are joined")
            )
        return Event(self.law, combined(op, self.condition, other.condition))

    def __bool__(self) -> bool:
        """Refuse: an event is neither true nor false before the card is drawn."""
        name = self.law.name
        raise self.law._refused(
            _(
                "an event is neither true nor false: write (2 <= {name}) & ({name} "
                "<= 4), or the text '2 <= {name} <= 4'",
                name=name,
            )
        )

    def __repr__(self) -> str:
        return self.text()
