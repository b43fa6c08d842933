"""The grammar of rules "when … then …" for Skyjo.

A rule belongs to a moment: a card is offered (``offer``), a card was drawn (``drawn``), a hidden
card is to be turned (``turn``).  It has conditions and one action.  As text a rule is a line::

    offer: when card <= 4 and saves >= 3 then take to highest
    offer: otherwise draw

The keywords are the same in all languages; `sentence` translates a rule for readers.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import NamedTuple

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _, joined
from skyjo_widget.util.i18n import words
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.validation import plain_text, whole_number

MOMENTS = ("offer", "drawn", "turn")
HIDDEN = 5
"""The value of a hidden card: about the mean of the deck."""

_WITH_CARD = ("offer", "drawn")


class Subject(NamedTuple):
    """A quantity or fact that conditions test: its moments and its range."""

    moments: tuple[str, ...]
    low: int
    high: int


NUMBERS = {
    "card": Subject(_WITH_CARD, -2, 12),
    "saves": Subject(_WITH_CARD, -14, 14),
    "highest": Subject(MOMENTS, -3, 12),
    "hidden": Subject(MOMENTS, 1, 12),
    "others hidden": Subject(MOMENTS, 0, 12),
    "ahead": Subject(MOMENTS, -100, 100),
}
"""Numbers that a condition can bound.

``card`` the offered or drawn card; ``saves`` the card at the action's place minus the new one;
``highest`` one's own highest open card, −3 if none is open; ``hidden`` the number of one's own
hidden cards; ``others hidden`` the fewest hidden cards of another player; ``ahead`` the
difference of the lowest other sum and one's own.
"""
FACTS = {
    "completes column": Subject(_WITH_CARD, 0, 1),
    "makes pair": Subject(_WITH_CARD, 0, 1),
    "last turn": Subject(MOMENTS, 0, 1),
}
"""Facts that a condition can test: the place ``column`` or ``pair`` exists; somebody has ended the
round."""
SUBJECTS = NUMBERS | FACTS

PLACES = ("column", "pair", "highest", "loose", "hidden", "worst")
"""The places where a card can go.

``column`` completes a column; ``pair`` lies beside one equal card and breaks no pair;
``highest`` is the highest open card; ``loose`` the highest open card that no other of its column
equals; ``hidden`` a hidden card, in a column without a pair if there is one; ``worst`` the
highest card, a hidden one counting `HIDDEN`.
"""
TURNS = ("first", "pair", "started", "fresh")
"""The hidden cards that can be turned: the first of all, or the first in a column with a pair, with
an open card, or without one."""
ACTIONS: dict[str, tuple[str, ...]] = {
    "offer": ("draw", *(f"take to {place}" for place in PLACES)),
    "drawn": ("discard", *(f"put on {place}" for place in PLACES)),
    "turn": tuple(f"turn {place}" for place in TURNS),
}

MOST_RULES = 60
MOST_CONDITIONS = 6
LONGEST_NAME = 60
LONGEST_TEXT = 20_000
FARTHEST = 99
"""The largest absolute value of a condition's number."""
HEADER = "skyjo rules"
VERSION = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a rule.

    Parameters
    ----------
    subject : str
        One of `NUMBERS` or `FACTS`.
    sense : {"<=", ">=", "is", "not"}
        The first two for a number, the others for a fact.
    number : int
        The bound; 0 for a fact.

    Raises
    ------
    RulesError
        If the condition isn't part of the grammar.
    """

    subject: str
    sense: str
    number: int = 0

    def __post_init__(self) -> None:
        senses = ("<=", ">=") if self.subject in NUMBERS else ("is", "not")
        if self.subject not in SUBJECTS or self.sense not in senses:
            raise RulesError(
                "there is no condition {subject!r} {sense!r}",
                subject=self.subject,
                sense=self.sense,
            )
        number = whole_number(_("a condition's number"), self.number)
        if abs(number) > FARTHEST or (number and self.subject in FACTS):
            raise RulesError(
                "{subject} {sense} {number}: numbers go from -99 to 99",
                subject=self.subject,
                sense=self.sense,
                number=number,
            )
        object.__setattr__(self, "number", number)

    def __str__(self) -> str:
        if self.subject in NUMBERS:
            return f"{self.subject} {self.sense} {self.number}"
        return self.subject if self.sense == "is" else f"not {self.subject}"


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """A rule: it acts at its moment if all conditions hold and its action is possible.

    Parameters
    ----------
    moment : {"offer", "drawn", "turn"}
    conditions : sequence of Condition
        Empty for a rule without conditions.
    action : str
        One of `ACTIONS` at that moment.

    Raises
    ------
    RulesError
        If the moment, a condition or the action isn't part of the grammar.
    """

    moment: str
    conditions: Sequence[Condition]
    action: str

    def __post_init__(self) -> None:
        if self.moment not in MOMENTS:
            raise RulesError(
                "{moment} is no moment; there are {moments}",
                moment=_cut(self.moment),
                moments=", ".join(MOMENTS),
            )
        if self.action not in ACTIONS[self.moment]:
            raise RulesError(
                "{action} is no action of {moment!r}; there are {actions}",
                action=_cut(self.action),
                moment=self.moment,
                actions=", ".join(ACTIONS[self.moment]),
            )
        object.__setattr__(self, "conditions", tuple(self.conditions))
        if len(self.conditions) > MOST_CONDITIONS:
            raise RulesError(
                "{count} conditions; a rule has at most {most_conditions}",
                count=len(self.conditions),
                most_conditions=MOST_CONDITIONS,
            )
        for condition in self.conditions:
            if not isinstance(condition, Condition):
                raise RulesError("{condition} is no Condition", condition=_cut(condition))
            if self.moment not in SUBJECTS[condition.subject].moments:
                raise RulesError(_no_condition(str(condition), self.moment))

    def __str__(self) -> str:
        if not self.conditions:
            return f"{self.moment}: otherwise {self.action}"
        when = " and ".join(map(str, self.conditions))
        return f"{self.moment}: when {when} then {self.action}"

    @property
    def place(self) -> str:
        """The place where a card goes, one of `PLACES`; empty if none is placed."""
        last = self.action.rpartition(" ")[2]
        return last if self.moment in _WITH_CARD and last in PLACES else ""


def conditions_of(moment: str) -> tuple[tuple[str, str], ...]:
    """Return all conditions of a moment: pairs of subject and sense."""
    return tuple(
        (subject, sense)
        for subject, about in SUBJECTS.items()
        if moment in about.moments
        for sense in (("<=", ">=") if subject in NUMBERS else ("is", "not"))
    )


def write_rules(name: str, rules: Sequence[Rule]) -> str:
    """Return the text of a table: header, name, one rule per line."""
    return "\n".join([f"{HEADER} {VERSION}", f"name: {name}", *map(str, rules), ""])


def read_rules(text: str) -> tuple[str, tuple[Rule, ...]]:
    """Parse the text of a table; return its name and rules.

    Raises
    ------
    RulesError
        Listing every unreadable line, with the valid alternatives.
    """
    text = plain_text(text, _("a text of rules"))
    if len(text) > LONGEST_TEXT:
        raise RulesError(
            "{count:,} letters; a text of rules has at most {longest_text:,}",
            count=len(text),
            longest_text=LONGEST_TEXT,
        )
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    numbered = [(n, " ".join(line.split())) for n, line in enumerate(lines, start=1)]
    numbered = [(n, line) for n, line in numbered if line and not line.startswith("#")]
    if not numbered or numbered[0][1].lower() != f"{HEADER} {VERSION}":
        at, line = numbered[0] if numbered else (1, "")
        raise RulesError(
            "line {number}: {line} is no header; the first line is '{header} {version}'",
            number=at,
            line=_cut(line),
            header=HEADER,
            version=VERSION,
        )
    name, rules, wrong = "", [], []
    for at, line in numbered[1:]:
        try:
            if line[:5].lower() == "name:":
                name = table_name(line[5:].strip())
            else:
                rules.append(read_rule(line))
        except RulesError as error:
            wrong.append(_("line {line}: {message}", line=at, message=error))
    raise_all(wrong)
    return name, tuple(rules)


def raise_all(wrong: Sequence[str]) -> None:
    """Raise one error that lists the problems, if there are any."""
    if len(wrong) > 1:
        more = [_("… and {count} more", count=len(wrong) - 20)] if len(wrong) > 20 else []
        lines = [_("{count} problems", count=len(wrong)), *wrong[:20], *more]
        raise RulesError(joined("\n  ", lines))
    if wrong:
        raise RulesError(wrong[0])


def read_rule(line: str) -> Rule:
    """Parse a rule from a line.

    Raises
    ------
    RulesError
        Naming the unreadable part, with the valid alternatives.
    """
    moment, colon, rest = line.lower().translate(_SIGNS).partition(":")
    moment, rest = moment.strip(), " ".join(rest.split())
    if not colon or moment not in MOMENTS:
        raise RulesError(
            "{moment} is no moment; a rule begins with {moments}",
            moment=_cut(moment),
            moments=", ".join(f"{m}:" for m in MOMENTS),
        )
    if rest.startswith("otherwise "):
        return Rule(moment, (), rest.removeprefix("otherwise "))
    when, then, action = rest.removeprefix("when ").partition(" then ")
    if not rest.startswith("when ") or not then:
        raise RulesError(
            "{rest} is no rule; it is 'when … then …' or 'otherwise …'", rest=_cut(rest)
        )
    return Rule(moment, [_read_condition(c, moment) for c in when.split(" and ")], action)


def table_name(name: str) -> str:
    """Check the name of a table; return it with single spaces.

    Raises
    ------
    RulesError
        If it isn't one line of some letters.
    """
    name = plain_text(name, _("a table's name"))
    if not name.isprintable() or not name.strip() or len(name) > LONGEST_NAME:
        raise RulesError(
            "{name} is no name for a table: it is one line of 1 to {longest_name} letters",
            name=_cut(name),
            longest_name=LONGEST_NAME,
        )
    return " ".join(name.split())


_SIGNS = str.maketrans({"≤": "<=", "≥": ">=", "−": "-"})


def _read_condition(text: str, moment: str) -> Condition:
    text = text.strip()
    bound = re.fullmatch("([a-z ]+?) ?(<=|>=)(.+)", text)
    if bound and bound[1] in NUMBERS:
        try:
            return Condition(bound[1], bound[2], read_whole(bound[3].strip()))
        except RulesError as error:
            raise RulesError("{text}: {error}", text=_cut(text), error=error) from None
    fact = text.removeprefix("not ")
    if fact in FACTS:
        return Condition(fact, "is" if fact == text else "not")
    raise RulesError(_no_condition(text, moment))


def _no_condition(text: str, moment: str) -> str:
    there = [
        f"{subject} {sense} n" if subject in NUMBERS else subject
        for subject, sense in conditions_of(moment)
        if sense != "not"
    ]
    return _(
        "{text} is no condition of {moment!r}; there are {conditions}",
        text=_cut(text),
        moment=moment,
        conditions=", ".join(there),
    )


def _cut(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else f"{text[:60]}…"


# Translations


def condition_words(condition: Condition, lang: str) -> str:
    """Return a condition in a language."""
    key = f"{condition.subject} {condition.sense}"
    number = str(condition.number).replace("-", "−")
    text: str = words(lang)["rule_editor"]["conditions"][key]
    return text.format(number=number)


def action_words(action: str, lang: str) -> str:
    """Return an action in a language."""
    text: str = words(lang)["rule_editor"]["actions"][action]
    return text


def sentence(rule: Rule, lang: str = "en") -> str:
    """Return a rule as a sentence.

    Raises
    ------
    RulesError
        If there is no such language.
    """
    templates = words(lang)["rule_editor"]["sentence"]
    action = action_words(rule.action, lang)
    if not rule.conditions:
        text: str = templates["otherwise"].format(action=action)
    else:
        conditions = [condition_words(condition, lang) for condition in rule.conditions]
        together = templates["and"].join(conditions)
        text = templates["when"].format(conditions=together, action=action)
    return text
