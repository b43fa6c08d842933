"""Built-in policies for NewSkyjo.

`random_action`
    Makes each choice uniformly: the kind of turn, to keep a card or not, to decline a swap or
    not, the card, the order.
`greedy_action`
    Takes the discard pile's top card if it is 0 or less, or below its highest visible
    card, like Skyjo's, and puts it there, else on the first hidden position.  A drawn
    card is placed or kept if it is below the highest visible card that it may replace,
    which it replaces; else it is discarded and a random hidden card is turned.  It picks
    the swap that lowers its own visible sum most (a hidden card counts 0, a completed
    column is removed); among equals, or if none lowers it, the one that raises the visible
    sum of the leader most (the opponent with the lowest one).  It declines a swap that does
    neither.  A card that is given to another grid goes where it raises a visible sum most, and is
    kept if it raises one; a hidden card to be turned up is any.  Cards that it has looked at are
    put back with the highest on top, or with the lowest on top if it draws next itself.
`threshold_action`
    Takes the discard pile's top card if it is k or less, and keeps or places a drawn card
    under the same condition; otherwise it plays like greedy.
`expected_action`
    Counts cards: a hidden card is valued at the mean of the cards that it doesn't see.  It
    takes, places, keeps and swaps so as to lower its own expected sum most.  Columns count:
    a completed one is removed, and equal cards in a column get a bonus.  The discard pile's
    top card must gain more than a draw is expected to (a card that it has looked at is
    known); a drawn card, including its effect, must gain more than turning another card.
    A swap is also valued by the others' losses, above all the leader's.  It declines a swap
    with an expected loss, and turns cards at random.
`careful_action`
    Like `expected`, with foresight.  A high card costs less the more turns are left, since it
    will be replaced; a column that lacks one equal card, or two, counts for the chance to clear
    it, from the unseen cards and the turns left; a swap of two own cards counts for the columns
    that it completes.  It ends the round if that raises its chance to win.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.bots.newskyjo_careful import careful_action
from skyjo_widget.bots.newskyjo_expected import expected_action
from skyjo_widget.bots.newskyjo_plain import greedy_action, random_action, threshold_action
from skyjo_widget.engine.core.jit import inlined_rule

RANDOM, GREEDY, THRESHOLD, EXPECTED, CAREFUL = range(5)
NAMES = ("random", "greedy", "threshold", "expected", "careful")
KNOBS = {"threshold": (2, -1000, 1000)}


@inlined_rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of the policy with that index in `NAMES`.

    A policy gets a single random number from 0 to 1 and may use parts of it one after another:
    drawing more numbers, or passing on the generator, takes time.
    """
    x = rng.random()
    if policy == RANDOM:
        return random_action(o, r, x)
    if policy == GREEDY:
        return greedy_action(o, r, x)
    if policy == THRESHOLD:
        return threshold_action(o, r, knob, x)
    if policy == EXPECTED:
        return expected_action(o, r, x)
    return careful_action(o, r, x)
