"""Strategies without code: an ordered table of rules "when … then …" that plays Skyjo.

The first rule of the moment that can act does.  A table can be used like any strategy; it is
stored as text (`grammar`) and played as generated Python (`codegen`).  A table with a rule that
can't act is rejected (`lint`).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from skyjo_widget.engine.cards import card_list
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
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.files import reason
from skyjo_widget.util.i18n import words
from skyjo_widget.util.reading import read_text

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
"""The text of a sensible first table."""


@dataclasses.dataclass(frozen=True)
class RuleTable(CellView):
    """Rules that play Skyjo, in order; a strategy like any function of an `Observation`.

    Parameters
    ----------
    rules : sequence of Rule
        The rules; they are sorted by moment, in order within each.
    name : str
        The player's name at a table.
    lang : str
        The language of its display in a notebook cell.

    Raises
    ------
    RulesError
        If a rule can't act, or no rule acts in a case of some moment; all problems are listed.

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
        """The name of a player that uses this table."""
        return self.name

    @classmethod
    def example(cls) -> RuleTable:
        """Return a sensible first table."""
        return cls.from_text(EXAMPLE)

    @classmethod
    def from_text(cls, text: str) -> RuleTable:
        """Read a table from its text.

        Raises
        ------
        RulesError
            Listing every unreadable line; if there is none, every problem of the rules.

        Examples
        --------
        >>> table = RuleTable.example()
        >>> RuleTable.from_text(table.to_text()) == table
        True
        """
        name, rules = read_rules(text)
        return cls(rules, name or "rules")

    def to_text(self) -> str:
        """Return the table as text, one rule per line."""
        return write_rules(self.name, self.rules)

    @classmethod
    def load(cls, path: str | Path) -> RuleTable:
        """Read a table from a text file.

        Raises
        ------
        RulesError
            If the file can't be read, and as in `from_text`.
        """
        text = read_file(path)
        try:
            return cls.from_text(text)
        except RulesError as error:
            raise RulesError("{path}: {error}", path=path, error=error) from None

    def save(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write its text to a file; return the path.

        Parameters
        ----------
        path : path
        overwrite : bool
            True to replace a file with different content.

        Raises
        ------
        RulesError
            If the file can't be written, or has different content.
        """
        return write_file(self.to_text(), path, overwrite=overwrite)

    def sentences(self, lang: str = "en") -> list[str]:
        """Return the rules as sentences.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        return [sentence(rule, lang) for rule in self.rules]

    def python(self) -> str:
        """Return the same strategy as Python source, as a starting point for one's own."""
        return write_python(self.rules)

    def function(self) -> Callable[[Observation], str]:
        """Return a plain function made from `python`'s source; it can be compiled."""
        return self._function

    @functools.cached_property
    def _function(self) -> Callable[[Observation], str]:
        namespace: dict[str, Any] = {}
        exec(compile(self.python(), "<rule table>", "exec"), namespace)
        function: Callable[[Observation], str] = namespace["mine"]
        function.__name__ = self.name
        return function

    def __call__(self, obs: Observation) -> str:
        """Return the action that it chooses."""
        return self._function(obs)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<RuleTable {self.name!r}: {len(self.rules)} rules>"

    def _face(self, say: CellTexts) -> markup.Html:
        sentences = self.sentences(say.lang)
        moments = words(say.lang)["rule_editor"]["moments"]
        lines = [
            (str(k + 1), moments[rule.moment]["name"], text)
            for k, (rule, text) in enumerate(zip(self.rules, sentences, strict=True))
        ]
        table = say.rows(("", "moment", "rule"), lines)
        return say.face(self.name, table, sub=say("rules", count=len(lines)))

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the table without its function, which can be made again."""
        return {"rules": self.rules, "name": self.name, "lang": self.lang}


def in_order(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Sort rules by moment.

    Raises
    ------
    RulesError
        If one isn't a rule, or there are too many.
    """
    if isinstance(rules, str) or not all(isinstance(rule, Rule) for rule in rules):
        raise RulesError("rules are a list of Rule; RuleTable.from_text reads a text")
    if len(rules) > MOST_RULES:
        raise RulesError(
            "{count} rules; a table has at most {most_rules}",
            count=len(rules),
            most_rules=MOST_RULES,
        )
    return tuple(sorted(rules, key=lambda rule: MOMENTS.index(rule.moment)))


def read_file(path: str | Path) -> str:
    """Read the text of a file.

    Raises
    ------
    RulesError
        If it can't be read.
    """
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise RulesError(
            "{path}: it can't be read as text: {error}", path=path, error=reason(error)
        ) from None


def write_file(text: str, path: str | Path, *, overwrite: bool) -> Path:
    """Write a text to a file; keep a file with different content, unless `overwrite`.

    Raises
    ------
    RulesError
        If there is a file with different content, or it can't be written.
    """
    try:
        return card_list.write(text, path, overwrite=overwrite)
    except DeckError as error:
        raise RulesError("{path}: {problems}", path=path, problems=error.problems[0][1]) from None


def _named(problem: Problem, rules: Sequence[Rule]) -> str:
    """Return a problem's text with the rule that it concerns."""
    return f"{problem}" + (f" ({rules[problem.rule - 1]})" if problem.rule else "")
