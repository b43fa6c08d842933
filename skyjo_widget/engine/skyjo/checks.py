"""Invariants of Skyjo's states, and explanations of illegal actions."""

from __future__ import annotations

from collections.abc import Callable

from skyjo_widget.engine.core.positions import CELL, position_text
from skyjo_widget.engine.grids.checks import (
    cards_conserved,
    columns_counted,
    hidden_counted,
    last_action_possible,
    no_column_left,
    reshuffled_in_pile,
    rounds_counted,
    scores_add_up,
    set_up_in_order,
    turns_in_order,
    under_hidden,
)
from skyjo_widget.engine.limits import NO_CARD, NOBODY
from skyjo_widget.engine.skyjo.options import SkyjoCodes
from skyjo_widget.engine.skyjo.rules import (
    ACTIONS,
    CHOOSE,
    FLIP,
    GAME_OVER,
    PHASES,
    PLACE_DRAWN,
    PLACE_TAKEN,
    REVEAL,
    ROUND_OVER,
    SETUP,
    SHUFFLE,
    SkyjoState,
    legal,
)
from skyjo_widget.errors.message import _

_PHASES_OF = {
    "draw": (CHOOSE,),
    "take": (CHOOSE,),
    "discard": (PLACE_DRAWN,),
    "flip": (SETUP, FLIP),
    "place": (PLACE_TAKEN, PLACE_DRAWN),
}


def why_illegal(s: SkyjoState, r: SkyjoCodes, action: int) -> str:
    """Return why an illegal action isn't possible now, as a clause."""
    kind = ACTIONS.kind(action)
    if s.phase not in _PHASES_OF[kind]:
        fitting = " or ".join(repr(PHASES[phase]) for phase in _PHASES_OF[kind])
        return _(
            "{kind!r} is for the phase {fitting}, and this is {phase!r}",
            kind=kind,
            fitting=fitting,
            phase=PHASES[s.phase],
        )
    cell = ACTIONS.number(action, CELL)
    if cell is None:
        return _("there is no card to be had there")
    if cell >= r.cells:
        return _("the grid has {cells} places", cells=r.cells)
    place = position_text(cell, r.columns)
    if s.grid[s.seat][cell] == NO_CARD:
        return _("no card is left on {place}", place=place)
    return _("the card on {place} is face up already", place=place)


def _cards_conserved(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The cards in play are those of the deck."""
    return cards_conserved(s, r, s.hand)


def _hidden_counted(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The counts of a grid are right once the cards are dealt."""
    return _waits_for_deal(s) or hidden_counted(s, r)


def _one_to_act(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The seat to act is set in just the phases in which somebody decides."""
    if s.phase in (REVEAL, ROUND_OVER, GAME_OVER) or _waits_for_deal(s):
        return s.seat == NOBODY
    return 0 <= s.seat < r.players


def _hand_in_phase(s: SkyjoState, r: SkyjoCodes) -> bool:
    """A drawn card is in the hand exactly while its place is decided."""
    return (s.hand != NO_CARD) == (s.phase == PLACE_DRAWN)


def _has_legal_action(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The seat to act has a legal action."""
    if s.phase in (SHUFFLE, REVEAL, ROUND_OVER, GAME_OVER):
        return True
    return legal(s, r, [0] * len(ACTIONS)) > 0


def _no_column_left(s: SkyjoState, r: SkyjoCodes) -> bool:
    """No column shows enough equal cards to be cleared."""
    if s.phase in (ROUND_OVER, GAME_OVER) and not r.clear_at_reveal:
        return True
    return no_column_left(s, r)


def _last_lap(s: SkyjoState, r: SkyjoCodes) -> bool:
    """During a turn, last turns are left exactly if a seat has ended the round."""
    in_a_draw = s.phase == SHUFFLE and s.shuffled_for == CHOOSE
    if in_a_draw or s.phase in (CHOOSE, PLACE_TAKEN, PLACE_DRAWN, FLIP):
        return (s.ender != NOBODY) == (0 < s.last_turns < r.players) and (
            s.ender == NOBODY or s.hidden[s.ender] == 0
        )
    return s.last_turns == 0


def _turns_counted(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The turns of the seats add up; before the first turn nobody has one."""
    if s.phase == SETUP:
        return set_up_in_order(s, r)
    if s.phase in (REVEAL, ROUND_OVER, GAME_OVER) or _waits_for_deal(s):
        return True
    return turns_in_order(s, r)


def _columns_counted(s: SkyjoState, r: SkyjoCodes) -> bool:
    """Cards have left a grid only in the columns that were cleared."""
    return _waits_for_deal(s) or columns_counted(s, r)


def _rounds_counted(s: SkyjoState, r: SkyjoCodes) -> bool:
    """During a round, scores are those of the rounds before."""
    return s.phase in (ROUND_OVER, GAME_OVER) or rounds_counted(s, r)


def _last_action_possible(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The fields of the last action describe a possible one."""
    return last_action_possible(s) and s.shuffled_for in (SETUP, CHOOSE)


def _discard_started(s: SkyjoState, r: SkyjoCodes) -> bool:
    """The discard pile is never empty once the cards are dealt."""
    return s.discard_size > 0 or _waits_for_deal(s)


def _scores_add_up(s: SkyjoState, r: SkyjoCodes) -> bool:
    """After a round, raw scores are the sums of the cards left; only the ender's differs."""
    return s.phase not in (ROUND_OVER, GAME_OVER) or scores_add_up(s, r)


def _waits_for_deal(s: SkyjoState) -> bool:
    return s.phase == SHUFFLE and s.shuffled_for == SETUP


INVARIANTS: dict[str, Callable[[SkyjoState, SkyjoCodes], bool]] = {
    "cards conserved": _cards_conserved,
    "hidden counted": _hidden_counted,
    "under just the hidden": under_hidden,
    "reshuffled cards in the draw pile": reshuffled_in_pile,
    "one to act": _one_to_act,
    "hand in its phase": _hand_in_phase,
    "a legal action": _has_legal_action,
    "no cleared column left": _no_column_left,
    "last lap counted": _last_lap,
    "turns counted": _turns_counted,
    "columns counted": _columns_counted,
    "rounds counted": _rounds_counted,
    "last action told": _last_action_possible,
    "discard pile started": _discard_started,
    "scores add up": _scores_add_up,
}
"""The invariants by name."""
