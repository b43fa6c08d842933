"""The record of a game: its functions and facts.

History, session and frames know a game by this record alone; `skyjo_widget.engine.games` lists
all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import notation, state_text, trace
from skyjo_widget.engine.core.reasons import Reason
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.util import markup


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game's functions and facts.

    The functions take a state ``s`` and rule codes ``r`` and change ``s`` in place.
    They assume that what they are asked for is legal.

    Parameters
    ----------
    name : str
        The game, the first word of its state text.
    presets : mapping of str to rules
        Its rule sets by name.
    deck : Deck
        The cards it is played with unless told otherwise.
    state : type
        The class of its states (`skyjo_widget.engine.core.state`).
    phases : tuple of str
        The names of its phases.
    shuffle_phase : int
        The phase in which ``s.draw[:s.draw_size]`` waits to be put in order.
    idle_phases : frozenset of int
        Those in which nobody decides and `proceed` goes on.
    round_over, game_over : int
        The phases after a round and after the last.
    actions : ActionTable
        Its actions.
    start, apply, proceed, legal, wins : callable
        ``start(s, r)``; ``apply(s, r, action)``; ``proceed(s, r)``;
        ``legal(s, r, out) -> int``; ``wins(s, r, seat) -> bool``, of a game that is over.
    invariants : mapping of str to callable
        What holds in every state: ``holds(s, r) -> bool`` by name.
    reasons : mapping of str to callable
        ``reason(s, r, names) -> str``, a clause about a state that breaks that invariant
        (`skyjo_widget.engine.core.reasons`).
    why_illegal : callable
        ``why_illegal(s, r, action) -> str``, a clause.
    before, after, consequences, round_facts : callable
        What the log tells: ``before(s, r, seat)`` and ``after(s, r, seat)``, columns of
        the row of a decision, ``consequences(before, s, r, deck, seat)``, fields of a
        `skyjo_widget.records.history.Decision`, and ``round_facts(s, r)``, each a dict.
    round_columns : callable
        ``round_columns(facts, seat)``: columns of a seat's row, from ``round_facts``; its
        `starter`, `ender` and `score` (None in the middle of a round) every game tells.
    details : type
        The twin of what a driver notes of a decision beside
        `skyjo_widget.engine.core.trace.DecisionNote`.
    note_before, note_after, note_details, note_cleared, note_round : callable
        The rules that note it: ``note_before(s, r, detail, scratch)`` and, of the moment
        after, ``note_after(s, r, note)``, ``note_details(s, r, seat, detail)``,
        ``note_cleared(s, r, seat, row, cleared, where, scratch)``; of a round that is over
        ``note_round(s, r, seat, row)``.
    tell : callable
        ``tell(details, seats, cleared, r, deck)``: columns of the log from what was noted.
    noted_of_rounds : tuple of str
        The columns of a round's row that the game has, beside those every game has.
    known : callable
        ``known(s, seat) -> (cards, to)``: the next cards of the draw pile, one in a hand
        counted, as far as the seat knows them, and among the next how many each lies
        (1, 2, 3: in order).
    way_round : callable
        ``way_round(s) -> (seat, direction)``: whose turn it is (`NOBODY` outside of turns),
        and the direction of play, 1 to the left, -1 to the right.
    shuffles : mapping of int to str
        What a shuffle can be for: ``s.shuffled_for``, and the record's word for it.
    scoring_phase : int
        The phase in which `proceed` scores the round.
    shown_codes : tuple of str
        The rule codes that an observation shows.
    mine : str
        The field of an observation of which a seat's own part is ``mine``.
    compared : tuple of str
        The fields of the state before an action that `consequences` reads.
    grids : bool
        True if each seat has a grid of cards before it; its state has `GridState`'s fields.
    private_hands : bool
        True if each seat holds cards that only it sees: its legal actions would betray them.
    has_dealer : bool
        True if somebody deals, which the header of a record says.
    paper : bool
        True if it can be written down with paper cards (`skyjo_widget.engine.paper`).
    questions : tuple of str
        The predictions that can be made (`skyjo_widget.records.predictions`).
    penalize : callable, optional
        ``penalize(s, r, seat) -> int``: a referee's penalty, if the game has one; for a
        state in which a seat decides.  Returns the cards that it costs.
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
    legal: Callable[[Any, Any, Any], int]
    wins: Callable[[Any, Any, int], bool]
    invariants: Mapping[str, Callable[[Any, Any], bool]]
    why_illegal: Callable[[Any, Any, int], str]
    before: Callable[[Any, Any, int], dict[str, Any]]
    after: Callable[[Any, Any, int], dict[str, Any]]
    consequences: Callable[[Any, Any, Any, Deck, int], dict[str, Any]]
    round_facts: Callable[[Any, Any], dict[str, Any]]
    round_columns: Callable[[dict[str, Any], int], dict[str, Any]]
    details: type
    note_before: Callable[[Any, Any, Any, Any], None]
    note_after: Callable[[Any, Any, Any], None]
    note_details: Callable[[Any, Any, int, Any], None]
    note_cleared: Callable[[Any, Any, int, int, Any, Any, Any], None]
    note_round: Callable[[Any, Any, int, Any], None]
    tell: Callable[[Any, Any, Any, Any, Deck], dict[str, trace.Column]]
    noted_of_rounds: tuple[str, ...]
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
    paper: bool = False
    questions: tuple[str, ...] = ("draw at most", "score at most", "win", "mean", "best")
    reasons: Mapping[str, Reason] = dataclasses.field(default_factory=dict)
    penalize: Callable[[Any, Any, int], int] | None = None

    def __repr__(self) -> str:
        return f"<Game {self.name}: {', '.join(self.presets)}>"

    def _repr_html_(self) -> str:
        rules = next(iter(self.presets.values()))
        least, most = rules.PLAYERS
        facts = [
            ("players", f"{least} to {most}"),
            ("cards", f"{self.deck.size}"),
            ("presets", ", ".join(self.presets)),
        ]
        return markup.face(rules.TITLE, markup.rows((), facts))

    def actor(self, s: Any) -> int:
        """The seat whose decision it is; `NOBODY` where nobody decides."""
        if s.phase in self.idle_phases or s.phase == self.game_over:
            return NOBODY
        seat: int = s.seat
        return seat

    def winners(self, s: Any, r: Any) -> list[int]:
        """The seats that have won a game that is over; several share it."""
        return [seat for seat in range(r.players) if self.wins(s, r, seat)]

    def legal_actions(self, s: Any, r: Any) -> list[int]:
        """The ids of the legal actions, ascending; reads only what the actor may see."""
        if self.actor(s) == NOBODY:
            return []
        out = [0] * len(self.actions)
        return out[: self.legal(s, r, out)]

    def action_text(self, action: int, r: Any) -> str:
        """An action in notation."""
        return self.actions.text(action, r)

    def parse_action(self, text: str, r: Any) -> int:
        """The action that a text stands for; raises `NotationError`."""
        return self.actions.parse(text, r)

    def state_text(self, s: Any, r: Any, deck: Deck) -> str:
        """A state or an observation as one line."""
        return state_text.state_text(self.name, state_text.Moment(s, r, deck, self.phases))

    def parse_state(self, text: str, r: Any, deck: Deck) -> Any:
        """The state that a line stands for; raises `NotationError`."""
        moment = state_text.Moment(self.state(), r, deck, self.phases)
        return state_text.parse_state(text, self.name, moment)
