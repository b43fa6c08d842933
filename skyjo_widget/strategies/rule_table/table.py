"""Strategies without code: an ordered table of rules "when … then …" that plays Skyjo.

The first rule of the moment that can act does.  A table plays wherever a strategy does; it is
written as a text (`grammar`) and as Python (`codegen`), which is what plays.  A table with a
rule that can't act is refused (`lint`).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from skyjo_widget.engine.cards import card_list as decks
from skyjo_widget.errors import DeckError, RulesError
from skyjo_widget.strategies.rule_table.codegen import write_python
from skyjo_widget.strategies.rule_table.grammar import (
    MOMENTS,
    MOST_RULES,
    Rule,
    raise_all,
    read_rules,
    sentence,
    table_name,
    write_rules,
)
from skyjo_widget.strategies.rule_table.lint import Problem, find_problems
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import Said, Shown
from skyjo_widget.util.files import given_path
from skyjo_widget.util.i18n import words

if TYPE_CHECKING:
    from skyjo_widget.strategies.observation import Observation

EXAMPLE = """\
skyjo rules 1
name: example
offer: when completes column and card >= 1 then take to column
offer: when card <= 2 and saves >= 3 then take to loose
offer: when card <= 2 then take to hidden
offer: when card >= 4 and makes pair and hidden >= 5 then take to pair
offer: otherwise draw
drawn: when completes column and card >= 1 then put on column
drawn: when hidden <= 1 and ahead <= 3 then put on highest
drawn: when saves >= 3 then put on loose
drawn: when card <= 4 then put on hidden
drawn: otherwise discard
turn: otherwise turn first
"""
"""The text of a sensible table to begin with."""


@dataclasses.dataclass(frozen=True)
class RuleTable(Shown):
    """Rules that play Skyjo, in order; a strategy like any function of an `Observation`.

    Parameters
    ----------
    rules : sequence of Rule
        Sorted by moment; those of a moment stay in their order.
    name : str
        What it is called at a table.
    lang : str
        The language in which a cell shows it.

    Raises
    ------
    RulesError
        If a rule can't act, or there is a moment in which none does: each is named.

    Examples
    --------
    >>> table = RuleTable.example()
    >>> print(table.rules[4])
    offer: otherwise draw
    """

    rules: Sequence[Rule]
    name: str = "rules"
    lang: str = dataclasses.field(default="en", compare=False, repr=False)

    GAME: ClassVar[str] = "skyjo"

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", table_name(self.name))
        rules = in_order(self.rules)
        object.__setattr__(self, "rules", rules)
        raise_all([_named(problem, rules) for problem in find_problems(rules)])

    @property
    def __name__(self) -> str:
        """What a player that it plays for is called."""
        return self.name

    @classmethod
    def example(cls) -> RuleTable:
        """A sensible table to begin with."""
        return cls.from_text(EXAMPLE)

    @classmethod
    def from_text(cls, text: str) -> RuleTable:
        """The table that a text says.

        Raises
        ------
        RulesError
            With every line that can't be read; else with every problem of its rules.

        Examples
        --------
        >>> table = RuleTable.example()
        >>> RuleTable.from_text(table.to_text()) == table
        True
        """
        name, rules = read_rules(text)
        return cls(rules, name or "rules")

    def to_text(self) -> str:
        """The table as text, one rule a line."""
        return write_rules(self.name, self.rules)

    @classmethod
    def load(cls, path: str | Path) -> RuleTable:
        """The table of a text file.

        Raises
        ------
        RulesError
            If it can't be read, or as `from_text`.
        """
        text = read_file(path)
        try:
            return cls.from_text(text)
        except RulesError as error:
            raise RulesError(f"{path}: {error}") from None

    def save(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write its text to a file; returns the path.

        Parameters
        ----------
        path : path
        overwrite : bool
            Whether a file that says something else is replaced.

        Raises
        ------
        RulesError
            If it can't be written, or says something else.
        """
        return write_file(self.to_text(), path, overwrite=overwrite)

    def sentences(self, lang: str = "en") -> list[str]:
        """The rules as people say them.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        return [sentence(rule, lang) for rule in self.rules]

    def python(self) -> str:
        """The same strategy as Python, to be read, and gone on with."""
        return write_python(self.rules)

    def function(self) -> Callable[[Observation], str]:
        """A plain function that plays it: what `python` says; it can be compiled."""
        return self._function

    @functools.cached_property
    def _function(self) -> Callable[[Observation], str]:
        found: dict[str, Any] = {}
        exec(compile(self.python(), "<rule table>", "exec"), found)
        made: Callable[[Observation], str] = found["mine"]
        made.__name__ = self.name
        return made

    def __call__(self, obs: Observation) -> str:
        """The action that it chooses."""
        return self._function(obs)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<RuleTable {self.name!r}: {len(self.rules)} rules>"

    def _face(self, said: Said) -> markup.Html:
        sentences = self.sentences(said.lang)
        moments = words(said.lang)["rule_editor"]["moments"]
        lines = [
            (str(k + 1), moments[rule.moment]["name"], told)
            for k, (rule, told) in enumerate(zip(self.rules, sentences, strict=True))
        ]
        table = said.rows(("", "moment", "rule"), lines)
        return said.face(self.name, table, sub=said("rules", count=len(lines)))

    def __getstate__(self) -> dict[str, Any]:
        """Cross to another process without the function, which is made again there."""
        return {"rules": self.rules, "name": self.name, "lang": self.lang}


def in_order(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Rules by moment.

    Raises
    ------
    RulesError
        If one isn't a rule, or there are too many.
    """
    if isinstance(rules, str) or not all(isinstance(rule, Rule) for rule in rules):
        raise RulesError("rules are a list of Rule; RuleTable.from_text reads a text")
    if len(rules) > MOST_RULES:
        raise RulesError(f"{len(rules)} rules; a table has at most {MOST_RULES}")
    return tuple(sorted(rules, key=lambda rule: MOMENTS.index(rule.moment)))


def read_file(path: str | Path) -> str:
    """The text of a file.

    Raises
    ------
    RulesError
        If it can't be read.
    """
    try:
        return given_path(path).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise RulesError(f"{path}: it can't be read as text: {error}") from None


def write_file(text: str, path: str | Path, *, overwrite: bool) -> Path:
    """Write a text; a file that says something else is kept, unless `overwrite`.

    Raises
    ------
    RulesError
        If there is such a file, or it can't be written.
    """
    try:
        return decks.write(text, path, overwrite=overwrite)
    except DeckError as error:
        raise RulesError(f"{path}: {error.problems[0][1]}") from None


def _named(problem: Problem, rules: Sequence[Rule]) -> str:
    """A problem with the rule that has it."""
    return f"{problem}" + (f" ({rules[problem.rule - 1]})" if problem.rule else "")
