"""The base class of every game's rule options."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView, FrozenView
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import whole_number

Rules = TypeVar("Rules", bound="Options")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Options(FrozenView):
    """The rules of a game; a subclass has a field with a default for each option.

    An option is a bool if its default is one, or one of the option's words in ``WORDS``; all
    others are whole numbers, or None where the default is None.
    """

    TITLE: ClassVar[str]
    PLAYERS: ClassVar[tuple[int, int]]
    WORDS: ClassVar[dict[str, tuple[str, ...]]] = {}
    ADDED: ClassVar[tuple[str, ...]] = ()
    """Options that earlier versions lacked: not written down while they are at their default."""

    def __post_init__(self) -> None:
        for f in dataclasses.fields(self):
            value = getattr(self, f.name)
            if f.name in self.WORDS:
                words = self.WORDS[f.name]
                if value not in words:
                    raise RulesError(
                        "{name}={value!r} is unknown{hint}; one of {words} is needed",
                        name=f.name,
                        value=value,
                        hint=suggestion(value, words),
                        words=", ".join(repr(word) for word in words),
                    )
            elif isinstance(f.default, bool):
                if not isinstance(value, bool):
                    raise RulesError(
                        "{name}={value!r}: it is True or False", name=f.name, value=value
                    )
            elif value is not None or f.default is not None:
                object.__setattr__(self, f.name, whole_number(f.name, value))

    def __repr__(self) -> str:
        arguments = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._changed())
        return f"{type(self).__name__}({arguments})"

    def _face(self, say: CellTexts) -> markup.Html:
        changed = self._changed()
        lines = {
            f.name: tuple(markup.code(part) for part in (f.name, getattr(self, f.name), f.default))
            for f in dataclasses.fields(self)
        }
        other = [lines[name] for name in changed]
        every = say.rows(
            ("option", "value"), [line[:2] for line in lines.values()], most=len(lines)
        )
        summary = markup.escaped(say("all_options", count=len(lines)))
        return say.face(
            self.TITLE,
            say.rows(("option", "here", "printed"), other) if other else "",
            f"<details><summary>{summary}</summary>{every}</details>",
            sub=say("other_rules" if other else "printed_rules"),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the options as records and tables write them down, by name."""
        left_out = {*self.ADDED} - {*self._changed()}
        return {
            name: value for name, value in dataclasses.asdict(self).items() if name not in left_out
        }

    def _changed(self) -> list[str]:
        """Return the names of the options that differ from the class's defaults."""
        return [f.name for f in dataclasses.fields(self) if getattr(self, f.name) != f.default]

    def _check_range(self, name: str, low: int, high: int, why: str = "") -> None:
        number = getattr(self, name)
        if not low <= number <= high:
            raise RulesError(
                "{name}={number} is outside {low} to {high}{why}",
                name=name,
                number=number,
                low=low,
                high=high,
                why=_(": {why}", why=why) if why else "",
            )

    def _check_players(self, players: int) -> None:
        least, most = self.PLAYERS
        if not least <= players <= most:
            raise RulesError(
                "{title} is played by {least} to {most} players, not {players}",
                title=self.TITLE,
                least=least,
                most=most,
                players=players,
            )

    def replace(self, **fields: Any) -> Self:
        """Return a copy with some fields changed.

        Raises
        ------
        RulesError
            If a name is unknown or the combination is impossible.
        """
        names = [f.name for f in dataclasses.fields(self)]
        for name in fields:
            if name not in names:
                raise RulesError(
                    "{name!r} is no option of {title}{hint}; there are {known}",
                    name=name,
                    title=self.TITLE,
                    hint=suggestion(name, names),
                    known=", ".join(names),
                )
        return dataclasses.replace(self, **fields)


class Presets(CellView, dict[str, Rules]):
    """Rules by a preset's name; a notebook shows the options that differ from the defaults."""

    def _face(self, say: CellTexts) -> markup.Html:
        lines = [
            (
                markup.code(name),
                markup.Html(
                    ", ".join(
                        markup.code(f"{field}={getattr(rules, field)!r}")
                        for field in rules._changed()
                    )
                ),
            )
            for name, rules in self.items()
        ]
        return say.face(
            say("presets"),
            say.rows(("preset", "other_than_printed"), lines),
            sub=str(len(self)),
        )


def padded(numbers: Sequence[int], size: int) -> list[int]:
    """Return a list of the given length, filled up with zeros."""
    return [*numbers, *[0] * (size - len(numbers))]
