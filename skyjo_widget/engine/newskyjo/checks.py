"""Invariants of NewSkyjo's states, and explanations of illegal actions."""

from __future__ import annotations

from collections.abc import Callable

from skyjo_widget.engine.cards.effects import ANY, FACES, GIVEN, MAX_PEEK
from skyjo_widget.engine.core.positions import CELL, PLACE, place_text, position_text
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
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NO_PLACE, NOBODY
from skyjo_widget.engine.newskyjo.options import NewSkyjoCodes
from skyjo_widget.engine.newskyjo.rules import (
    ACTIONS,
    CHOOSE,
    DISCARD,
    FLIP,
    GAME_OVER,
    GIVE,
    NO_EFFECT,
    ORDER,
    PHASES,
    PICK_FIRST,
    PICK_HIDDEN,
    PICK_SECOND,
    PLACE_DRAWN,
    PLACE_KEPT,
    PLACE_TAKEN,
    REVEAL,
    ROUND_OVER,
    SETUP,
    SHUFFLE,
    NewSkyjoState,
    can_land,
    legal,
    looked_at,
    may_be_first,
    may_be_given,
    may_be_revealed,
    may_be_second,
    points_of,
    shows,
)
from skyjo_widget.errors.message import _

_FACES = {
    "any": "",
    "hidden": _("hidden"),
    "visible": _("visible"),
    "lowest": _("lowest"),
    "highest": _("highest"),
}
_MOST = 1000  # turns or actions in a row; no deck can give so many
_FUNCTIONS_SCORE = 10**9  # points that functions of effects may have counted, for a card
_DURING_EFFECT = (PICK_FIRST, PICK_SECOND, PICK_HIDDEN, ORDER)

_PHASES_OF = {
    "draw": (CHOOSE,),
    "take": (CHOOSE,),
    "discard": (PLACE_DRAWN,),
    "keep": (PLACE_DRAWN,),
    "decline": (PICK_FIRST,),
    "pass": (CHOOSE,),
    "order": (ORDER,),
    "flip": (SETUP, CHOOSE, FLIP),
    "place": (PLACE_TAKEN, PLACE_DRAWN, PLACE_KEPT),
    "pick": (PICK_FIRST, PICK_SECOND, PICK_HIDDEN, GIVE),
}


def why_illegal(s: NewSkyjoState, r: NewSkyjoCodes, action: int) -> str:
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
    if s.phase == CHOOSE and s.must_take:
        return _("the player before asks for the discard pile's top card: only 'take' is possible")
    place = ACTIONS.number(action, PLACE)
    if place is not None:
        return _why_no_pick(s, r, place)
    cell = ACTIONS.number(action, CELL)
    if cell is None:
        return _why_not(s, r, kind)
    if cell >= r.cells:
        return _("the grid has {cells} places", cells=r.cells)
    position = position_text(cell, r.columns)
    if s.grid[s.seat][cell] == NO_CARD:
        return _("no card is left on {position}", position=position)
    if kind == "flip":
        if s.phase == CHOOSE and not r.flip_turn:
            return _("turning a card is no action of its own here (the option flip_turn)")
        return _("the card on {position} is face up already", position=position)
    if s.phase == PLACE_DRAWN:
        if not can_land(s, r, s.seat, r.lands[r.effect[s.hand]]):
            return _why_not(s, r, "keep")
        return _("a card with an effect is kept first: 'keep'")
    return _("this card may not land on {position}", position=position)


def _why_not(s: NewSkyjoState, r: NewSkyjoCodes, kind: str) -> str:
    """Explain an illegal action without an argument."""
    if kind == "keep":
        if r.effect[s.hand] == NO_EFFECT:
            return _("the card has no effect: place or discard it")
        return _("no card is left where this one may land")
    if kind == "decline":
        return _("this effect may not be declined")
    if kind == "pass":
        return _("something is possible")
    if kind == "order":
        return _("{count} cards are to be put in order", count=looked_at(s, r))
    return _("there is no card to be had there, or none to be replaced")


def _why_no_pick(s: NewSkyjoState, r: NewSkyjoCodes, place: int) -> str:
    seat, cell = divmod(place, MAX_CELLS)
    if seat >= r.players:
        return _("seats go from 0 to {last}", last=r.players - 1)
    if cell >= r.cells:
        return _("the grid has {cells} places", cells=r.cells)
    name = place_text(place, r.columns)
    if s.grid[seat][cell] == NO_CARD:
        return _("no card is left on {name}", name=name)
    if place == s.first:
        return _("{name} is picked already; two different cards are needed", name=name)
    first = s.phase == PICK_FIRST
    if not _may_be_picked(s, r, seat):
        if s.protected[seat] and seat != s.seat:
            return _("the grid of seat {seat} is protected until its next turn", seat=seat)
        return _("this effect doesn't pick a card of seat {seat} now", seat=seat)
    if s.phase == PICK_HIDDEN:
        return _("the card on {name} is face up already", name=name)
    faces = r.first_faces[s.effect] if first else r.second_faces[s.effect]
    if faces != ANY and not shows(s, r, seat, cell, faces):
        return _("the card on {name} isn't {faces}", name=name, faces=_FACES[FACES[faces]])
    return _("there is no card that {name} could be swapped with", name=name)


def _may_be_picked(s: NewSkyjoState, r: NewSkyjoCodes, seat: int) -> bool:
    if s.phase == PICK_FIRST:
        return may_be_first(s, r, seat)
    if s.phase == PICK_HIDDEN:
        return may_be_revealed(s, r, seat)
    if s.phase == GIVE:
        return may_be_given(s, seat)
    return may_be_second(s, r, seat, s.first // MAX_CELLS)


def _waits_for_deal(s: NewSkyjoState) -> bool:
    return s.phase == SHUFFLE and s.shuffled_for == SETUP


def _cards_conserved(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The cards in play are those of the deck."""
    return cards_conserved(s, r, s.hand, s.kept)


def _hidden_counted(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The counts of a grid are right once the cards are dealt."""
    return _waits_for_deal(s) or hidden_counted(s, r)


def _one_to_act(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The seat to act is set in just the phases in which somebody decides.

    It is the seat on turn, except for picks.
    """
    if s.phase in (REVEAL, ROUND_OVER, GAME_OVER) or _waits_for_deal(s):
        return s.seat == NOBODY == s.on_turn
    if s.phase == SETUP:
        return 0 <= s.seat < r.players and s.on_turn == NOBODY
    if s.phase in (PICK_FIRST, PICK_SECOND, PICK_HIDDEN):
        return s.seat == (s.on_turn + r.chooser[s.effect]) % r.players
    return s.seat == s.on_turn != NOBODY


def _cards_in_phase(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """A drawn card is in the hand exactly while its place is decided, a kept one until it lands."""
    return (s.hand != NO_CARD) == (s.phase == PLACE_DRAWN) and (
        s.phase in _DURING_EFFECT or (s.kept != NO_CARD) == (s.phase in (PLACE_KEPT, GIVE))
    )


def _effect_in_phase(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """An effect is carried out exactly while it asks for a choice."""
    most = r.reveal_cards[s.effect]
    return (
        (s.effect != NO_EFFECT) == (s.phase in _DURING_EFFECT)
        and (s.first != NO_PLACE) == (s.phase == PICK_SECOND)
        and (s.reveals_left == most if s.phase == ORDER else 0 <= s.reveals_left <= most)
        and (s.reveals_left > 0) == (s.phase == PICK_HIDDEN or (s.phase == ORDER and most > 0))
    )


def _kept_can_land(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """A kept card that is to be placed has a place."""
    if s.phase not in (PLACE_KEPT, GIVE):
        return True
    sides = r.lands[r.effect[s.kept]]
    return (sides == GIVEN) == (s.phase == GIVE) and can_land(s, r, s.seat, sides)


def _has_legal_action(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The seat to act has a legal action."""
    if s.phase in (SHUFFLE, REVEAL, ROUND_OVER, GAME_OVER):
        return True
    out = [0] * len(ACTIONS)
    actions = out[: legal(s, r, out)]
    return bool(actions) and (s.phase != PLACE_DRAWN or actions[0] == DISCARD)


def _no_column_left(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """No column shows enough equal cards to be cleared."""
    if s.phase in (ROUND_OVER, GAME_OVER) and not r.clear_at_reveal:
        return True
    return no_column_left(s, r)


def _turns_counted(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """Turns, last turns and what is pending fit together."""
    playing = 0 <= s.on_turn < r.players
    if not playing and s.phase not in (SETUP, REVEAL, ROUND_OVER, GAME_OVER):
        return _waits_for_deal(s)
    if playing and not turns_in_order(s, r):
        return False
    if s.phase == SETUP and not set_up_in_order(s, r):
        return False
    counts = (s.turns_left, s.actions_left, s.next_twice, s.next_skips, s.next_takes)
    return (
        s.direction in (1, -1)
        and max(counts) <= _MOST
        and (s.turns_left >= 1) == playing
        and min(s.actions_left, s.next_twice, s.next_skips, s.next_takes) >= 0
        and s.must_take in (0, 1)
        and (not s.must_take or (s.phase == CHOOSE and s.cards_left[s.seat] > 0))
        and all(due in (0, 1) for due in s.due)
        and all(protected in (0, 1) for protected in s.protected)
        and s.last_turns == sum(s.due)
        and (s.last_turns == 0 or (s.ender != NOBODY and playing))
        and (s.ender == NOBODY or not s.due[s.ender])
        and (not playing or sum(s.turns) < s.turn)
    )


def _columns_counted(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """Cards have left a grid only in the columns that were cleared."""
    return _waits_for_deal(s) or columns_counted(s, r)


def _rounds_counted(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """During a round, scores are those of the rounds before."""
    most = _FUNCTIONS_SCORE if r.functions else max(map(abs, r.points))
    return s.round <= r.rounds and (
        s.phase in (ROUND_OVER, GAME_OVER) or rounds_counted(s, r, most)
    )


def _last_action_possible(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The fields of the last action describe a possible one."""
    return last_action_possible(s) and s.no_effect in (0, 1) and s.shuffled_for in (SETUP, CHOOSE)


def _effect_goes_on(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The effect is the kept card's; the first pick is legal; cards to be ordered were seen."""
    if s.effect == NO_EFFECT:
        return True
    if s.kept != NO_CARD and r.effect[s.kept] != s.effect:
        return False
    if s.phase == PICK_SECOND:
        seat, cell = divmod(s.first, MAX_CELLS)
        return (
            seat < r.players
            and cell < r.cells
            and may_be_first(s, r, seat)
            and shows(s, r, seat, cell, r.first_faces[s.effect])
        )
    if s.phase == PICK_HIDDEN:
        return any(s.hidden[p] > 0 and may_be_revealed(s, r, p) for p in range(r.players))
    size = looked_at(s, r)
    return s.phase != ORDER or (
        size > 0 and s.known_to[s.on_turn][:size] == list(range(1, size + 1))
    )


def _discard_started(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The discard pile is never empty once the cards are dealt."""
    return s.discard_size > 0 or _waits_for_deal(s)


def _known_is_true(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """The known cards of each seat lie on the draw pile."""
    coming = ([] if s.hand == NO_CARD else [s.hand]) + s.draw[: s.draw_size][::-1]
    for p in range(r.players):
        size = s.known_size[p]
        if max(s.known_to[p]) > s.looked:
            return False
        cards, to = s.known[p][:size], s.known_to[p][:size]
        if s.known[p][size:] + s.known_to[p][size:] != [
            *[NO_CARD] * (MAX_PEEK - size),
            *[0] * (MAX_PEEK - size),
        ]:
            return False
        start = 0
        for end in sorted(set(to)):
            block = [card for card, t in zip(cards, to, strict=True) if t == end]
            lying = coming[start:end]
            last = end == max(to)
            if (
                len(lying) != end - start
                or block != sorted(block)
                or any(lying.count(card) < block.count(card) for card in block)
                or not (len(block) == len(lying) or (last and len(block) < len(lying)))
            ):
                return False
            start = end
        if to != sorted(to):
            return False
    return True


def _scores_add_up(s: NewSkyjoState, r: NewSkyjoCodes) -> bool:
    """After a round, raw scores are the sums of the cards left; only the ender's differs."""
    return s.phase not in (ROUND_OVER, GAME_OVER) or scores_add_up(s, r, points_of, s.bonus)


INVARIANTS: dict[str, Callable[[NewSkyjoState, NewSkyjoCodes], bool]] = {
    "cards conserved": _cards_conserved,
    "hidden counted": _hidden_counted,
    "under just the hidden": under_hidden,
    "reshuffled cards in the draw pile": reshuffled_in_pile,
    "one to act": _one_to_act,
    "cards in their phase": _cards_in_phase,
    "effect in its phase": _effect_in_phase,
    "a kept card can land": _kept_can_land,
    "a legal action": _has_legal_action,
    "no cleared column left": _no_column_left,
    "turns counted": _turns_counted,
    "effect goes on": _effect_goes_on,
    "columns counted": _columns_counted,
    "rounds counted": _rounds_counted,
    "last action told": _last_action_possible,
    "discard pile started": _discard_started,
    "known cards lie there": _known_is_true,
    "scores add up": _scores_add_up,
}
"""The invariants by name."""
