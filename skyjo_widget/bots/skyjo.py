"""Built-in policies for Skyjo.

`random_action`
    Draws or takes, and after a draw keeps or discards, each with probability ½; positions are
    uniform.
`greedy_action`
    Takes the discard pile's top card if it is 0 or less, or below its highest
    visible card, and puts it there, else on the first hidden position; a drawn card
    goes on the highest visible card if it is lower, else it is discarded and a
    random hidden card is turned.
`threshold_action`
    Takes the discard pile's top card if it is k or less.  A taken card goes on the
    highest visible card if it is lower, else on the first hidden position; so does a drawn
    card, if it is lower than the highest visible one or k or less; else it is discarded and
    a random hidden card is turned.
`expected_action`
    Counts cards: a hidden card is valued at the mean of the unseen cards.  Does what lowers
    the expected sum of its own grid most, including cleared columns and the expectation of a
    draw (each possible card placed where it gains most, or discarded).  It neither looks
    ahead nor considers the others.
`careful_action`
    Computes expected sums like `expected`, and takes the course of the round into account.
    Equal cards in a column have a chance to clear it while there is time.  Turning a card has
    a value too, since a known card can be replaced: the earlier in the round, the more; so
    early in the round a card must gain more to be placed.  It ends the round only if it
    expects to stay clearly below all others, or if the round has lasted very long.
    Its parameters were tuned in games against itself and the other policies.
`learned_action`
    Values each column of a grid by a table that was learned from rounds of its own, and does what
    leaves its own expected sum lowest against the others': see `skyjo_widget.bots.skyjo_learned`.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.bots.skyjo_careful import careful_action
from skyjo_widget.bots.skyjo_expected import expected_action
from skyjo_widget.bots.skyjo_learned import learned_action
from skyjo_widget.bots.skyjo_plain import greedy_action, random_action, threshold_action
from skyjo_widget.engine.core.jit import inlined_rule

RANDOM, GREEDY, THRESHOLD, EXPECTED, CAREFUL, LEARNED = range(6)
NAMES = ("random", "greedy", "threshold", "expected", "careful", "learned")
KNOBS = {"threshold": (2, -1000, 1000)}


@inlined_rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of the policy with that index in `NAMES`."""
    if policy == RANDOM:
        return random_action(o, r, rng)
    if policy == GREEDY:
        return greedy_action(o, r, rng)
    if policy == THRESHOLD:
        return threshold_action(o, r, knob, rng)
    if policy == EXPECTED:
        return expected_action(o, r)
    if policy == CAREFUL:
        return careful_action(o, r)
    return learned_action(o, r)
