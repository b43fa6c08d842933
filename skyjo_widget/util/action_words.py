"""Actions in words: from the notation to a phrase that people read.

The notation is short English and is for code; other languages have phrases, the board's own
(``coach.do`` in ``locales/``; a game's own ones under its name).  ``js/coach/coach_words.js`` is
the board's half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from skyjo_widget.util.i18n import words
from skyjo_widget.util.names import sentence

_NOTATION = "en"
"""The language of the notation."""


def action_words(
    action: str, game: str, lang: str, players: Sequence[str] = (), viewer: int | None = None
) -> str:
    """Return an action in the infinitive, as ``retourner a1``; the notation in English.

    Parameters
    ----------
    action : str
        In notation; one that has no words is returned as it is.
    game : str
        The game's name.
    lang : str
    players : sequence of str
        The names by seat; other seats' places are named by the seat's number without them.
    viewer : int, optional
        The seat that reads it, whose own places aren't named.
    """
    if lang == _NOTATION:
        return action
    texts = words(lang)
    kind, _, rest = action.partition(" ")
    what, _, where = rest.partition(" ")
    phrase = texts["coach"].get(game, {}).get("do", {}).get(kind) or texts["coach"]["do"].get(kind)
    if phrase is None:
        return action
    return str(phrase).format(
        position=what.rpartition(":")[2],
        order=what,
        card=_place(what, lang, players, viewer),
        what=_source(what, texts),
        pile=(where or what)[1:],
    )


def _place(place: str, lang: str, players: Sequence[str], viewer: int | None) -> str:
    """Return a place of a grid, as ``2:b3``, with its owner."""
    texts = words(lang)
    seat, _, position = place.rpartition(":")
    if not seat or int(seat) == viewer:
        return str(texts["cards"]["your_place"]).format(position=position)
    if int(seat) < len(players):
        return sentence(texts["cards"]["place"], lang, position=position, player=players[int(seat)])
    return str(texts["cards"]["seat_place"]).format(position=position, seat=seat)


def _source(name: str, texts: dict[str, Any]) -> str:
    """Return a card to be played: ``7``, ``wild``, ``stock``, ``d3``, ``partner-d2``."""
    pile = name.removeprefix("partner-")
    whose = "partner_" if pile != name else ""
    if pile == "stock":
        return str(texts["coach"][f"{whose}stock"])
    if re.fullmatch(r"d\d", pile):
        return str(texts["coach"][f"{whose}pile"]).format(pile=pile[1:])
    return str(texts["piles"]["the_wild" if name == "wild" else "the_card"]).format(card=name)


def formula_words(formula: str, game: str, lang: str, viewer: int | None = None) -> str:
    """Return a formula, as ``place b3: +4 −9.5, … = −5.5``, in words and with the decimal mark."""
    if lang == _NOTATION:
        return formula
    texts = words(lang)
    mark = texts["charts"]["number"]["decimal"]
    steps = []
    for step in formula.split(", "):
        name, colon, terms = step.rpartition(": ")
        written = re.sub(r"(?<=\d)\.(?=\d)", mark, terms)
        if colon:
            key, space, swap = name.partition(" ")
            label = texts["effect_labels"].get(key)
            action = (
                f"{label}{space}{swap}" if label else action_words(name, game, lang, (), viewer)
            )
            written = texts["coach"]["then"].format(action=action, formula=written)
        steps.append(written)
    return str(texts["coach"]["formula_joint"]).join(steps)
