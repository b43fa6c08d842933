"""What is wrong with a table of rules: rules that can't act, and moments in which none does.

A rule acts in a box: for each number or fact that it is about, a range.  So what it leaves to the
rules after it is boxes again, and "never" is found by taking boxes out of boxes.  What hangs
together (a card that saves 5 points isn't a 10) narrows a box first (`_narrowed`).  Everything
else is taken as if it could be anything: a rule that is said to be covered is covered.

The numbers are those of the game's deck.  With other decks the numbers beyond count as the
last ones, since no condition that is allowed tells them apart.
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
"""Beyond so many boxes it isn't looked further: the rule counts as one that may act."""
_STILL_ACTS = ("always", "twice")
_LOWEST, _NONE = -2, -3  # the lowest card; what `highest` is where no card is open
_PLACE_NEEDS = {
    "column": ("completes column", (1, 1)),
    "pair": ("makes pair", (1, 1)),
    "highest": ("highest", (_LOWEST, 12)),
    "loose": ("place loose", (1, 1)),
}
"""What must be the case so that there is such a place; there is always a hidden card."""


class Problem(NamedTuple):
    """Something wrong with a table.

    Parameters
    ----------
    kind : str
        Its key in the locales, below ``rule_editor.problems``.
    moment : str
        Of `MOMENTS`.
    rule : int or None
        The rule's number in the table, from 1; None if a rule is lacking.
    conditions : tuple of Condition
        Which ones it is about; of a lacking rule, a case in which none acts.
    action : str
        Which action it is about; may be empty.
    others : tuple of int
        The numbers of earlier rules it is about.
    missing : str
        Of a lacking rule: the place that isn't there in that case.
    """

    kind: str
    moment: str
    rule: int | None = None
    conditions: tuple[Condition, ...] = ()
    action: str = ""
    others: tuple[int, ...] = ()
    missing: str = ""

    def text(self, lang: str = "en") -> str:
        """A sentence for people.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        said = words(lang)["rule_editor"]
        glue = said["sentence"]["and"]
        parts = [condition_words(condition, lang) for condition in self.conditions]
        if self.missing:
            parts.append(said["missing"][self.missing])
        text: str = said["problems"][self.kind].format(
            conditions=glue.join(parts),
            action=action_words(self.action, lang) if self.action else "",
            rules=glue.join(str(number) for number in self.others),
        )
        return text

    def __str__(self) -> str:
        said = words("en")["rule_editor"]["moments"][self.moment]["name"]
        where = f"rule {self.rule}" if self.rule else said
        return f"{where}: {self.text()}"


def find_problems(rules: Sequence[Rule]) -> tuple[Problem, ...]:
    """All that is wrong with these rules; numbers are their places, from 1.

    Parameters
    ----------
    rules : sequence of Rule
        Those of a moment stand in their order; moments may be mixed.
    """
    found: list[Problem] = []
    for moment in MOMENTS:
        earlier: list[tuple[int, Rule, _Box]] = []
        for number, rule in enumerate(rules, start=1):
            if rule.moment != moment:
                continue
            own = _of_conditions(rule, number) or _of_place(rule, number)
            if all(problem.kind in _STILL_ACTS for problem in own):
                own = own or _of_earlier(rule, number, earlier)
                earlier.append((number, rule, _box(rule)))
            found += own
        found += _gap(moment, [box for *_, box in earlier])
    return tuple(sorted(found, key=lambda p: (MOMENTS.index(p.moment), p.rule or len(rules) + 1)))


# One rule by itself


def _of_conditions(rule: Rule, number: int) -> list[Problem]:
    """Conditions that say nothing, say a thing twice, or can't hold together."""

    def problem(kind: str, *conditions: Condition) -> Problem:
        return Problem(kind, rule.moment, number, conditions)

    found = []
    for condition in rule.conditions:
        low, high = _range(condition)
        full = SUBJECTS[condition.subject]
        if low > high:
            found.append(problem("never", condition))
        elif (low, high) == (full.low, full.high):
            found.append(problem("always", condition))
        elif condition.subject == "saves" and not rule.place:
            found.append(problem("no_place", condition))
    if found:
        return found
    for one, other in itertools.combinations(rule.conditions, 2):
        if (one.subject, one.sense) == (other.subject, other.sense):
            return [problem("twice", one, other)]
    for many in range(2, len(rule.conditions) + 1):
        for some in itertools.combinations(rule.conditions, many):
            if _narrowed(_bounds(some, rule.place)) is None:
                return [problem("contradicts", *some)]
    return []


def _of_place(rule: Rule, number: int) -> list[Problem]:
    """Conditions that leave no place for the action."""
    for many in range(1, len(rule.conditions) + 1):
        for some in itertools.combinations(rule.conditions, many):
            if _narrowed(_box(rule, some)) is None:
                return [Problem("undoable", rule.moment, number, some, rule.action)]
    return []


# Rules that follow others


def _of_earlier(
    rule: Rule, number: int, earlier: Sequence[tuple[int, Rule, _Box]]
) -> list[Problem]:
    """Whether those before it leave it anything."""
    for at, other, _ in earlier:
        if set(other.conditions) == set(rule.conditions) and other.action == rule.action:
            return [Problem("duplicate", rule.moment, number, others=(at,))]
    start = _narrowed(_box(rule))
    assert start is not None  # it doesn't contradict itself
    touching = [(at, box) for at, _, box in earlier if _meet(start, box)]
    for at, box in touching:
        if not _left([start], [box]):
            return [Problem("covered", rule.moment, number, others=(at,))]
    if touching and not _left([start], [box for _, box in touching]):
        others = tuple(at for at, _ in touching)
        return [Problem("covered_together", rule.moment, number, others=others)]
    return []


def _gap(moment: str, boxes: Sequence[_Box]) -> list[Problem]:
    """Whether there is a case in which no rule of a moment acts."""
    if not boxes:
        return [Problem("empty", moment)]
    left = _left([{}], boxes)
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
            open_card = key == "highest" and low == _LOWEST  # said by what it is at most, if at all
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
    """What a range of a box is about: each place has its own ``saves``."""
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
    """Where a rule acts.  That its place is there comes first: only then it saves anything."""
    box: _Box = {}
    if rule.place in _PLACE_NEEDS:
        key, bounds = _PLACE_NEEDS[rule.place]
        box[key] = bounds
    elif rule.moment == "turn" and rule.action != "turn first":
        box[f"place {rule.action}"] = (1, 1)
    given = rule.conditions if conditions is None else conditions
    for key, bounds in _bounds(given, rule.place).items():
        _bound(box, key, bounds)
    return box


def _bound(box: _Box, key: str, bounds: tuple[int, int]) -> bool:
    """Narrow one range; whether anything is left of it."""
    low, high = box.get(key, _full(key))
    low, high = max(low, bounds[0]), min(high, bounds[1])
    if (low, high) != _full(key):
        box[key] = (low, high)
    return low <= high


def _narrowed(box: _Box) -> _Box | None:
    """The same cases in a box that is as small as what hangs together makes it; None if none."""
    box = dict(box)
    if any(low > high for low, high in box.values()):
        return None
    before: _Box | None = None
    while box != before:
        before = dict(box)
        if not all(_bound(box, key, bounds) for key, bounds in _known(box)):
            return None
    return box


def _known(box: _Box) -> list[tuple[str, tuple[int, int]]]:
    """What ranges follow from the others."""

    def of(key: str) -> tuple[int, int]:
        return box.get(key, _full(key))

    known = []
    if of("last turn") == (1, 1):
        known.append(("others hidden", (0, 0)))  # the ender's
    if of("others hidden")[0] > 0:
        known.append(("last turn", (0, 0)))
    if of("others hidden")[1] == 0:
        known.append(("last turn", (1, 1)))
    if of("place loose") == (1, 1):
        known.append(("highest", (_LOWEST, 12)))
    (card_low, card_high), (high_low, high_high) = of("card"), of("highest")
    if (1, 1) in (of("completes column"), of("makes pair")):  # so an equal card is open
        known += [("highest", (card_low, 12)), ("card", (_LOWEST, high_high))]
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
        known += [
            (key, (low - card_high, high - card_low)),
            ("card", (low - saves_high, high - saves_low)),
        ]
        if place == "highest":
            known.append(("highest", (card_low + saves_low, card_high + saves_high)))
        elif place == "loose":
            known.append(("highest", (card_low + saves_low, 12)))
    return known


def _meet(one: _Box, other: _Box) -> bool:
    """Whether two boxes have a case in common."""
    for key in one.keys() & other.keys():
        if one[key][0] > other[key][1] or other[key][0] > one[key][1]:
            return False
    return True


def _without(whole: _Box, part: _Box) -> list[_Box]:
    """What is left of a box when another one is taken out of it."""
    if not _meet(whole, part):
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


def _left(wholes: list[_Box], parts: Sequence[_Box]) -> list[_Box]:
    """What is left of boxes when others are taken out of them."""
    for part in sorted(parts, key=len):
        wholes = [piece for whole in wholes for piece in _without(whole, part)]
        if len(wholes) > _MOST_PIECES:
            return wholes
    return wholes
