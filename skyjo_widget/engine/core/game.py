"""The definition of a game: its functions and facts.

History, session and frames use a game through this class alone; `skyjo_widget.engine.games`
lists all games.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import notation, state_text, tally, trace
from skyjo_widget.engine.core.paper import PaperRules
from skyjo_widget.engine.core.reasons import Reason
from skyjo_widget.engine.core.table_text import TableText
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin, StateTwin

_Rows = npt.NDArray[np.void]


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Game(FrozenView):
    """A game's functions and facts.

    The functions take a state ``s`` and rule codes ``r``; `start`, `apply` and `proceed` change
    ``s`` in place.  They assume that the action is legal.

    Parameters
    ----------
    name : str
        The game's name, the first word of its state text.
    presets : mapping of str to rules
        Its rule sets by name.
    deck : Deck
        The deck it is played with by default.
    state : type
        The class of its states (`skyjo_widget.engine.core.state`).
    phases : tuple of str
        The names of its phases.
    shuffle_phase : int
        The phase in which ``s.draw[:s.draw_size]`` waits to be put in order.
    idle_phases : frozenset of int
        The phases in which nobody decides and `proceed` advances the game.
    round_over, game_over : int
        The phases after a round and after the last.
    actions : ActionTable
        Its actions.
    start, apply, proceed, legal, wins : callable
        ``start(s, r)``; ``apply(s, r, action)``; ``proceed(s, r)``;
        ``legal(s, r, out) -> int``; ``wins(s, r, seat) -> bool``, of a game that is over.
    invariants : mapping of str to callable
        Conditions that hold in every state, ``holds(s, r) -> bool`` by name.
    reasons : mapping of str to callable
        ``reason(s, r, names) -> str``, a clause about a state that breaks that invariant
        (`skyjo_widget.engine.core.reasons`).
    why_illegal : callable
        ``why_illegal(s, r, action) -> str``, a clause.
    before, after, consequences, round_facts : callable
        The contents of the log, each a dict: ``before(s, r, seat, action)`` and ``after(before, s,
        r, seat)``, columns of a decision's row; ``consequences(before, s, r, deck, seat)``, fields
        of a `skyjo_widget.records.history.Decision`; and ``round_facts(s, r)``.
    round_columns : callable
        ``round_columns(facts, seat)``: columns of a seat's row, from ``round_facts``; every
        game has `starter`, `ender` and `score` (None in the middle of a round).
    details : type
        The twin with the game's own columns of a decision's trace, beside
        `skyjo_widget.engine.core.trace.DecisionRow`.
    trace_before, trace_after, trace_details, trace_cleared, trace_round : callable
        The rules that write the trace: ``trace_before(s, r, action, detail, scratch)``
        before a decision; ``trace_after(s, r, row)``, ``trace_details(s, r, seat, detail)`` and
        ``trace_cleared(s, r, seat, row, cleared, where, scratch)`` after it;
        ``trace_round(s, r, seat, row)`` after a round.
    tally_before, tally_after : callable
        The rules that note in `Scratch` what a decision does to others: ``tally_before(s, r,
        scratch)`` and, with `moved` and `effect`, ``tally_after(s, r, seat, scratch)``.
    log_columns : callable
        ``log_columns(details, seats, cleared, r, deck)``: columns of the log from a trace.
    round_trace_columns : tuple of str
        The game's own columns of a round's trace, beside those of every game.
    known : callable
        ``known(s, seat) -> (cards, to)``: the next cards of the draw pile that the seat
        knows, a drawn one included, and for each the number of next cards among which it
        lies (1, 2, 3: in order).
    way_round : callable
        ``way_round(s) -> (seat, direction)``: the seat on turn (`NOBODY` outside of turns),
        and the direction of play, 1 to the left, -1 to the right.
    shuffles : mapping of int to str
        The purposes of a shuffle: values of ``s.shuffled_for``, and the record's word for each.
    scoring_phase : int
        The phase in which `proceed` scores the round.
    shown_codes : tuple of str
        The rule codes that an observation shows.
    mine : str
        The field whose own part is an observation's ``mine``.
    compared : tuple of str
        The fields of the state before an action that `consequences` and `after` read.
    grids : bool
        True for a grid game, whose state has `GridState`'s fields.
    private_hands : bool
        True if each seat holds cards that only it sees: its legal actions would reveal them.
    has_dealer : bool
        True if the header of a record has a dealer.
    paper : PaperRules, optional
        The hidden places and corrections, if games with paper cards can be recorded.
    written : TableText, optional
        How its tables are written down, if positions can be set up.
    questions : tuple of str
        The predictions that can be made (`skyjo_widget.records.predictions`).
    count_legal : callable, optional
        ``count_legal(s, r, out) -> int``, what `legal` returns, if it is faster; in a phase in
        which a seat decides.
    side : callable
        ``side(r, seat) -> int``: a number that partners share; by default everybody is alone.
    long_round : int
        Turns of each player after which a table offers to break a round off that nobody ends:
        more than any of our bots' rounds had.
    count_ids : callable, optional
        ``count_ids(r) -> int``: the number of action ids that a table's rules use, if not all.
    penalize : callable, optional
        ``penalize(s, r, seat) -> int``: a referee's penalty, if the game has one; for a
        state in which a seat decides.  Returns the number of penalty cards.
    """

    name: str
    presets: Mapping[str, Any]
    deck: Deck
    state: type
    phases: tuple[str, ...]
    shuffle_phase: int
    idle_phases: frozenset[int]
    round_over: int
    game_over: int
    actions: notation.ActionTable
    start: Callable[[Any, Any], None]
    apply: Callable[[Any, Any, int], None]
    proceed: Callable[[Any, Any], None]
    legal: Callable[[Any, Any, list[int]], int]
    wins: Callable[[Any, Any, int], bool]
    invariants: Mapping[str, Callable[[Any, Any], bool]]
    why_illegal: Callable[[Any, Any, int], str]
    before: Callable[[Any, Any, int, int], dict[str, Any]]
    after: Callable[[Any, Any, Any, int], dict[str, Any]]
    consequences: Callable[[Any, Any, Any, Deck, int], dict[str, Any]]
    round_facts: Callable[[Any, Any], dict[str, Any]]
    round_columns: Callable[[dict[str, Any], int], dict[str, Any]]
    details: type
    trace_before: Callable[[Any, Any, int, Any, trace.Scratch], None]
    trace_after: Callable[[Any, Any, trace.DecisionRow], None]
    trace_details: Callable[[Any, Any, int, Any], None]
    trace_cleared: Callable[
        [Any, Any, int, int, Sequence[trace.ClearedRow], trace.Progress, trace.Scratch], None
    ]
    trace_round: Callable[[Any, Any, int, trace.RoundRow], None]
    log_columns: Callable[[_Rows, npt.NDArray[np.int64], _Rows, Any, Deck], dict[str, trace.Column]]
    round_trace_columns: tuple[str, ...]
    known: Callable[[Any, int], tuple[list[int], list[int]]]
    way_round: Callable[[Any], tuple[int, int]]
    shuffles: Mapping[int, str]
    scoring_phase: int
    shown_codes: tuple[str, ...]
    mine: str
    compared: tuple[str, ...] = ()
    grids: bool = True
    private_hands: bool = False
    has_dealer: bool = False
    paper: PaperRules[Any, Any] | None = None
    written: TableText[Any, Any] | None = None
    questions: tuple[str, ...] = ("draw", "score", "win", "mean", "best")
    reasons: Mapping[str, Reason] = dataclasses.field(default_factory=dict)
    tally_before: Callable[[Any, Any, Any], None] = tally.nothing_before
    tally_after: Callable[[Any, Any, int, Any], None] = tally.nothing_touched
    count_legal: Callable[[Any, Any, Any], int] | None = None
    side: Callable[[Any, int], int] = lambda r, seat: seat
    long_round: int = 40
    count_ids: Callable[[Any], int] | None = None
    penalize: Callable[[Any, Any, int], int] | None = None

    def __repr__(self) -> str:
        return f"<Game {self.name}: {', '.join(self.presets)}>"

    def _face(self, say: CellTexts) -> markup.Html:
        rules = next(iter(self.presets.values()))
        least, most = rules.PLAYERS
        facts = [
            (say.head("players"), say("interval", low=least, high=most)),
            (say.head("cards"), say.number(self.deck.size, 0)),
            (say("presets"), markup.code(", ".join(self.presets))),
        ]
        return say.face(rules.TITLE, markup.rows((), facts))

    def actor(self, s: StateTwin) -> int:
        """Return the seat to act; `NOBODY` if nobody decides."""
        if s.phase in self.idle_phases or s.phase == self.game_over:
            return NOBODY
        return s.seat

    def winners(self, s: StateTwin, r: CodesTwin) -> list[int]:
        """Return the seats that have won a game that is over; several if they tie."""
        return [seat for seat in range(r.players) if self.wins(s, r, seat)]

    def legal_actions(self, s: StateTwin, r: CodesTwin) -> list[int]:
        """Return the ids of the legal actions, ascending; reads only what the actor may see."""
        if self.actor(s) == NOBODY:
            return []
        out = [0] * len(self.actions)
        return out[: self.legal(s, r, out)]

    def action_count(self, r: CodesTwin) -> int:
        """Return the number of action ids at a table: those of unused options are left out."""
        return self.count_ids(r) if self.count_ids else len(self.actions)

    def action_text(self, action: int, r: CodesTwin) -> str:
        """Return an action's notation."""
        return self.actions.text(action, r)

    def parse_action(self, text: str, r: CodesTwin) -> int:
        """Parse an action's notation; raises `NotationError`."""
        return self.actions.parse(text, r)

    def state_text(self, s: Any, r: CodesTwin, deck: Deck) -> str:
        """Format a state or an observation as one line."""
        return state_text.state_text(self.name, state_text.Moment(s, r, deck, self.phases))

    def parse_state(self, text: str, r: CodesTwin, deck: Deck) -> Any:
        """Parse state text; raises `NotationError`."""
        moment = state_text.Moment(self.state(), r, deck, self.phases)
        return state_text.parse_state(text, self.name, moment)
