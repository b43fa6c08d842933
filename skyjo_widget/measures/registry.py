"""The list of all measures, in display order."""

from __future__ import annotations

from skyjo_widget.errors import RulesError
from skyjo_widget.measures import choice_values
from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.families import (
    cards,
    choices,
    course,
    interaction,
    luck,
    pace,
    spread,
    wins,
)
from skyjo_widget.util.spelling import suggestion

MEASURES: tuple[Measure, ...] = (
    *spread.MEASURES,
    *luck.MEASURES,
    *wins.MEASURES,
    *choices.MEASURES,
    *choice_values.CHOICES,
    *course.MEASURES,
    *pace.MEASURES,
    *interaction.MEASURES,
    *choice_values.INTERACTION,
    *cards.MEASURES,
)
BY_KEY = {measure.key: measure for measure in MEASURES}


def chosen(measures: object) -> tuple[Measure, ...]:
    """Return the measures of some keys or families; all for None.

    Raises
    ------
    RulesError
        If there is no such measure; the message lists those that exist.
    """
    if measures is None:
        return MEASURES
    names = [measures] if isinstance(measures, str) else measures
    families = {measure.family for measure in MEASURES}
    if not isinstance(names, (list, tuple, set, frozenset)) or not names:
        raise RulesError(
            "measures={measures!r}: a list of measures or families is needed", measures=measures
        )
    for name in names:
        if name not in BY_KEY and name not in families:
            raise RulesError(
                "measures: there is no measure {name!r}{hint}; there are {measures}, and the "
                "families {families}",
                name=name,
                hint=suggestion(name, (*BY_KEY, *families)),
                measures=", ".join(BY_KEY),
                families=", ".join(sorted(families)),
            )
    return tuple(m for m in MEASURES if m.key in names or m.family in names)
