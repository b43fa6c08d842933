"""Checks of rule tables: rules that can't act, and moments in which none does.

The cases in which a rule acts form a box: a range for each number or fact that it tests.  The
cases that it leaves to later rules are boxes again, so that unreachable rules are found by
subtracting boxes.  First, dependencies between the ranges (a card that saves 5 points isn't a
10) narrow a box (`_narrowed`).  All other combinations count as possible, so that a rule reported
as covered really is.

The ranges are those of the game's deck.  With other decks, numbers beyond the range count as its
ends, since no valid condition distinguishes them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from skyjo_widget.strategies.rule_table.grammar import (
    FACTS,
    HIDDEN,
    MOMENTS,
    SUBJECTS,
    Condition,
    Rule,
    action_words,
    condition_words,
)
from skyjo_widget.util.i18n import words

_Box = dict[str, tuple[int, int]]

_MOST_PIECES = 3000
"""The number of boxes after which the search stops: the rule then counts as reachable."""
_STILL_ACTS = ("always", "twice")
_LOWEST, _NONE = -2, -3  # the lowest card; the value of `highest` if no card is open
_PLACE_NEEDS = {
    "column": ("completes column", (1, 1)),
    "pair": ("makes pair", (1, 1)),
    "highest": ("highest", (_LOWEST, 12)),
    "loose": ("place loose", (1, 1)),
}
"""The condition for each place to exist; a hidden card always exists."""


class Problem(NamedTuple):
    """A problem of a table.

    Parameters
    ----------
    kind : str
        Its key in the locales, below ``rule_editor.problems``.
    moment : str
        One of `MOMENTS`.
    rule : int or None
        The rule's number in the table, from 1; None if a rule is missing.
    conditions : tuple of Condition
        The conditions concerned; if a rule is missing, a case in which none acts.
    action : str
        The action concerned; may be empty.
    others : tuple of int
        The numbers of the earlier rules concerned.
    missing : str
        If a rule is missing: the place that doesn't exist in that case.
    """

    kind: str
    moment: str
    rule: int | None = None
    conditions: tuple[Condition, ...] = ()
    action: str = ""
    others: tuple[int, ...] = ()
    missing: str = ""

    def text(self, lang: str = "en") -> str:
        """Return a sentence that describes the problem.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        texts = words(lang)["rule_editor"]
        glue = texts["sentence"]["and"]
        parts = [condition_words(condition, lang) for condition in self.conditions]
        if self.missing:
            parts.append(texts["missing"][self.missing])
        text: str = texts["problems"][self.kind].format(
            conditions=glue.join(parts),
            action=action_words(self.action, lang) if self.action else "",
            rules=glue.join(str(number) for number in self.others),
        )
        return text

    def __str__(self) -> str:
        moment = words("en")["rule_editor"]["moments"][self.moment]["name"]
        where = f"rule {self.rule}" if self.rule else moment
        return f"{where}: {self.text()}"


def find_problems(rules: Sequence[Rule]) -> tuple[Problem, ...]:
    """Return all problems of these rules; rule numbers are positions, from 1.

    Parameters
    ----------
    rules : sequence of Rule
        In order within each moment; moments may be mixed.
    """
    problems: list[Problem] = []
    for moment in MOMENTS:
        earlier: list[tuple[int, Rule, _Box]] = []
        for number, rule in enumerate(rules, start=1):
            if rule.moment != moment:
                continue
            own = _condition_problems(rule, number) or _place_problems(rule, number)
            if all(problem.kind in _STILL_ACTS for problem in own):
                own = own or _reachability_problems(rule, number, earlier)
                earlier.append((number, rule, _box(rule)))
            problems += own
        problems += _gap(moment, [box for *_, box in earlier])
    return tuple(
        sorted(problems, key=lambda p: (MOMENTS.index(p.moment), p.rule or len(rules) + 1))
    )


# One rule by itself


def _condition_problems(rule: Rule, number: int) -> list[Problem]:
    """Find conditions that are always or never true, redundant, or contradictory."""

    def problem(kind: str, *conditions: Condition) -> Problem:
        return Problem(kind, rule.moment, number, conditions)

    problems = []
    for condition in rule.conditions:
        low, high = _range(condition)
        full = SUBJECTS[condition.subject]
        if low > high:
            problems.append(problem("never", condition))
        elif (low, high) == (full.low, full.high):
            problems.append(problem("always", condition))
        elif condition.subject == "saves" and not rule.place:
            problems.append(problem("no_place", condition))
    if problems:
        return problems
    for first, second in itertools.combinations(rule.conditions, 2):
        if (first.subject, first.sense) == (second.subject, second.sense):
            return [problem("twice", first, second)]
    for many in range(2, len(rule.conditions) + 1):
        for some in itertools.combinations(rule.conditions, many):
            if _narrowed(_bounds(some, rule.place)) is None:
                return [problem("contradicts", *some)]
    return []


def _place_problems(rule: Rule, number: int) -> list[Problem]:
    """Find conditions under which the action's place can't exist."""
    for many in range(1, len(rule.conditions) + 1):
        for some in itertools.combinations(rule.conditions, many):
            if _narrowed(_box(rule, some)) is None:
                return [Problem("undoable", rule.moment, number, some, rule.action)]
    return []


# Rules that follow others


def _reachability_problems(
    rule: Rule, number: int, earlier: Sequence[tuple[int, Rule, _Box]]
) -> list[Problem]:
    """Find earlier rules that make this one unreachable."""
    for at, other, _ in earlier:
        if set(other.conditions) == set(rule.conditions) and other.action == rule.action:
            return [Problem("duplicate", rule.moment, number, others=(at,))]
    start = _narrowed(_box(rule))
    assert start is not None  # it doesn't contradict itself
    touching = [(at, box) for at, _, box in earlier if _overlap(start, box)]
    for at, box in touching:
        if not _subtract_all([start], [box]):
            return [Problem("covered", rule.moment, number, others=(at,))]
    if touching and not _subtract_all([start], [box for _, box in touching]):
        others = tuple(at for at, _ in touching)
        return [Problem("covered_together", rule.moment, number, others=others)]
    return []


def _gap(moment: str, boxes: Sequence[_Box]) -> list[Problem]:
    """Find a case in which no rule of a moment acts."""
    if not boxes:
        return [Problem("empty", moment)]
    left = _subtract_all([{}], boxes)
    if not left:
        return []
    case = min(left, key=len)
    conditions = []
    missing = ""
    for key, (low, high) in case.items():
        subject = _subject(key)
        if subject not in SUBJECTS or (key == "highest" and high == _NONE):
            missing = missing or key.rpartition(" ")[2]
        elif key in FACTS:
            conditions.append(Condition(key, "is" if low else "not"))
        else:
            bounds = SUBJECTS[subject]
            open_card = key == "highest" and low == _LOWEST  # an upper bound implies this one
            if low > bounds.low and not (open_card and high < bounds.high):
                conditions.append(Condition(subject, ">=", low))
            if high < bounds.high:
                conditions.append(Condition(subject, "<=", high))
    return [Problem("gap", moment, None, tuple(conditions), missing=missing)]


# Boxes


def _range(condition: Condition) -> tuple[int, int]:
    low, high = SUBJECTS[condition.subject][1:]
    if condition.sense == "<=":
        return low, min(high, condition.number)
    if condition.sense == ">=":
        return max(low, condition.number), high
    return (1, 1) if condition.sense == "is" else (0, 0)


def _subject(key: str) -> str:
    """Return the subject of a box's key: each place has its own ``saves``."""
    return "saves" if key.startswith("saves ") else key


def _full(key: str) -> tuple[int, int]:
    subject = SUBJECTS.get(_subject(key))
    return (subject.low, subject.high) if subject else (0, 1)


def _bounds(conditions: Sequence[Condition], place: str) -> _Box:
    box: _Box = {}
    for condition in conditions:
        key = f"saves {place}" if condition.subject == "saves" else condition.subject
        _bound(box, key, _range(condition))
    return box


def _box(rule: Rule, conditions: Sequence[Condition] | None = None) -> _Box:
    """Return the cases in which a rule acts; its place must exist before it can save points."""
    box: _Box = {}
    if rule.place in _PLACE_NEEDS:
        key, bounds = _PLACE_NEEDS[rule.place]
        box[key] = bounds
    elif rule.moment == "turn" and rule.action != "turn first":
        box[f"place {rule.action}"] = (1, 1)
    conditions = rule.conditions if conditions is None else conditions
    for key, bounds in _bounds(conditions, rule.place).items():
        _bound(box, key, bounds)
    return box


def _bound(box: _Box, key: str, bounds: tuple[int, int]) -> bool:
    """Narrow one range of a box in place; return False if it becomes empty."""
    low, high = box.get(key, _full(key))
    low, high = max(low, bounds[0]), min(high, bounds[1])
    if (low, high) != _full(key):
        box[key] = (low, high)
    return low <= high


def _narrowed(box: _Box) -> _Box | None:
    """Narrow a box by the dependencies between its ranges; None if it becomes empty."""
    box = dict(box)
    if any(low > high for low, high in box.values()):
        return None
    before: _Box | None = None
    while box != before:
        before = dict(box)
        if not all(_bound(box, key, bounds) for key, bounds in _implied(box)):
            return None
    return box


def _implied(box: _Box) -> list[tuple[str, tuple[int, int]]]:
    """Return the bounds that follow from a box's ranges."""

    def of(key: str) -> tuple[int, int]:
        return box.get(key, _full(key))

    ranges = []
    if of("last turn") == (1, 1):
        ranges.append(("others hidden", (0, 0)))  # the ender's
    if of("others hidden")[0] > 0:
        ranges.append(("last turn", (0, 0)))
    if of("others hidden")[1] == 0:
        ranges.append(("last turn", (1, 1)))
    if of("place loose") == (1, 1):
        ranges.append(("highest", (_LOWEST, 12)))
    (card_low, card_high), (high_low, high_high) = of("card"), of("highest")
    if (1, 1) in (of("completes column"), of("makes pair")):  # so an equal card is open
        ranges += [("highest", (card_low, 12)), ("card", (_LOWEST, high_high))]
    most = max(HIDDEN, high_high)
    worth = {
        "column": (_LOWEST, most),
        "pair": (_LOWEST, most),
        "highest": (high_low, high_high),
        "loose": (_LOWEST, high_high),
        "hidden": (HIDDEN, HIDDEN),
        "worst": (max(HIDDEN, high_low), most),
    }
    for place, (low, high) in worth.items():
        key = f"saves {place}"
        if key not in box:
            continue
        saves_low, saves_high = box[key]
        ranges += [
            (key, (low - card_high, high - card_low)),
            ("card", (low - saves_high, high - saves_low)),
        ]
        if place == "highest":
            ranges.append(("highest", (card_low + saves_low, card_high + saves_high)))
        elif place == "loose":
            ranges.append(("highest", (card_low + saves_low, 12)))
    return ranges


def _overlap(box: _Box, other: _Box) -> bool:
    """Return True if two boxes overlap."""
    for key in box.keys() & other.keys():
        if box[key][0] > other[key][1] or other[key][0] > box[key][1]:
            return False
    return True


def _subtract(whole: _Box, part: _Box) -> list[_Box]:
    """Subtract a box from another one; return the pieces that are left."""
    if not _overlap(whole, part):
        return [whole]
    pieces = []
    rest = dict(whole)
    for key, (low, high) in part.items():
        least, most = rest.get(key, _full(key))
        if least < low:
            pieces.append(rest | {key: (least, low - 1)})
        if most > high:
            pieces.append(rest | {key: (high + 1, most)})
        rest[key] = (max(least, low), min(most, high))
    return [piece for piece in pieces if _narrowed(piece) is not None]


def _subtract_all(wholes: list[_Box], parts: Sequence[_Box]) -> list[_Box]:
    """Subtract boxes from others; return the pieces that are left."""
    for part in sorted(parts, key=len):
        wholes = [piece for whole in wholes for piece in _subtract(whole, part)]
        if len(wholes) > _MOST_PIECES:
            return wholes
    return wholes
