"""What a game is: a frozen record of its functions and facts, and the registry.

History, session and frames know a game by this record; its policies are listed in
`skyjo_widget.bots`, and how its table is drawn in `skyjo_widget.view`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from skyjo_widget import markup
from skyjo_widget.engine import (
    family,
    family_notes,
    family_rows,
    newskyjo,
    newskyjo_checks,
    newskyjo_notes,
    newskyjo_rows,
    notation,
    noted,
    skipbo,
    skipbo_checks,
    skipbo_notes,
    skipbo_rows,
    skyjo,
    skyjo_checks,
    skyjo_notes,
    skyjo_rows,
    state_text,
)
from skyjo_widget.engine.deck import NEWSKYJO_DECK, SKIPBO_DECK, SKYJO_DECK, Deck
from skyjo_widget.engine.reasons import GRID_REASONS, PILE_REASONS, Reason
from skyjo_widget.engine.rules import NEWSKYJO_PRESETS, SKYJO_PRESETS
from skyjo_widget.engine.skipbo_rules import SKIPBO_PRESETS
from skyjo_widget.engine.state import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.spelling import matched, suggestion


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
        The class of its states (`skyjo_widget.engine.state`).
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
        (`skyjo_widget.engine.reasons`).
    why_illegal : callable
        ``why_illegal(s, r, action) -> str``, a clause.
    before, after, consequences, round_facts : callable
        What the log tells: ``before(s, r, seat)`` and ``after(s, r, seat)``, columns of
        the row of a decision, ``consequences(before, s, r, deck, seat)``, fields of a
        `skyjo_widget.history.Decision`, and ``round_facts(s, r)``, each a dict.
    round_columns : callable
        ``round_columns(facts, seat)``: columns of a seat's row, from ``round_facts``; its
        `starter`, `ender` and `score` (None in the middle of a round) every game tells.
    details : type
        The twin of what a driver notes of a decision beside
        `skyjo_widget.engine.noted.DecisionNote`.
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
    private_hands : bool
        Whether each seat holds cards that only it sees: what it may do would betray them.
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
    tell: Callable[[Any, Any, Any, Any, Deck], dict[str, noted.Column]]
    noted_of_rounds: tuple[str, ...]
    known: Callable[[Any, int], tuple[list[int], list[int]]]
    way_round: Callable[[Any], tuple[int, int]]
    shuffles: Mapping[int, str]
    scoring_phase: int
    shown_codes: tuple[str, ...]
    mine: str
    compared: tuple[str, ...] = ()
    private_hands: bool = False
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


SKYJO = Game(
    name="skyjo",
    presets=SKYJO_PRESETS,
    deck=SKYJO_DECK,
    state=skyjo.SkyjoState,
    phases=skyjo.PHASES,
    shuffle_phase=skyjo.SHUFFLE,
    idle_phases=frozenset({skyjo.SHUFFLE, skyjo.REVEAL, skyjo.ROUND_OVER}),
    round_over=skyjo.ROUND_OVER,
    game_over=skyjo.GAME_OVER,
    actions=skyjo.ACTIONS,
    start=skyjo.start,
    apply=skyjo.apply,
    proceed=skyjo.proceed,
    legal=skyjo.legal,
    wins=family.wins,
    invariants=skyjo_checks.INVARIANTS,
    why_illegal=skyjo_checks.why_illegal,
    before=family_rows.before,
    after=family_rows.after,
    consequences=skyjo_rows.consequences,
    round_facts=skyjo_rows.round_facts,
    round_columns=family_rows.round_columns,
    details=family_notes.FamilyDetails,
    note_before=family_notes.note_before,
    note_after=skyjo_notes.note_after,
    note_details=family_notes.note_details,
    note_cleared=family_notes.note_cleared,
    note_round=family_notes.note_round,
    tell=family_notes.tell,
    noted_of_rounds=family_notes.ROUND_COLUMNS,
    known=lambda s, seat: ([], []),
    way_round=lambda s: (s.seat, 1),
    shuffles={skyjo.SETUP: "deal", skyjo.CHOOSE: "draw"},
    scoring_phase=skyjo.REVEAL,
    shown_codes=("columns", "rows"),
    mine="grid",
    compared=("phase", "grid", "cards_left"),
    reasons=GRID_REASONS,
)

NEWSKYJO = Game(
    name="newskyjo",
    presets=NEWSKYJO_PRESETS,
    deck=NEWSKYJO_DECK,
    state=newskyjo.NewSkyjoState,
    phases=newskyjo.PHASES,
    shuffle_phase=newskyjo.SHUFFLE,
    idle_phases=frozenset({newskyjo.SHUFFLE, newskyjo.REVEAL, newskyjo.ROUND_OVER}),
    round_over=newskyjo.ROUND_OVER,
    game_over=newskyjo.GAME_OVER,
    actions=newskyjo.ACTIONS,
    start=newskyjo.start,
    apply=newskyjo.apply,
    proceed=newskyjo.proceed,
    legal=newskyjo.legal,
    wins=family.wins,
    invariants=newskyjo_checks.INVARIANTS,
    why_illegal=newskyjo_checks.why_illegal,
    before=family_rows.before,
    after=family_rows.after,
    consequences=newskyjo_rows.consequences,
    round_facts=newskyjo_rows.round_facts,
    round_columns=family_rows.round_columns,
    details=newskyjo_notes.NewSkyjoDetails,
    note_before=family_notes.note_before,
    note_after=newskyjo_notes.note_after,
    note_details=newskyjo_notes.note_details,
    note_cleared=family_notes.note_cleared,
    note_round=family_notes.note_round,
    tell=newskyjo_notes.tell,
    noted_of_rounds=family_notes.ROUND_COLUMNS,
    known=newskyjo_rows.known,
    way_round=lambda s: (s.on_turn, s.direction),
    shuffles={newskyjo.SETUP: "deal", newskyjo.CHOOSE: "draw"},
    scoring_phase=newskyjo.REVEAL,
    shown_codes=("columns", "rows"),
    mine="grid",
    compared=("phase", "grid", "cards_left"),
    reasons=GRID_REASONS,
)

SKIPBO = Game(
    name="skip-bo",
    presets=SKIPBO_PRESETS,
    deck=SKIPBO_DECK,
    state=skipbo.SkipBoState,
    phases=skipbo.PHASES,
    shuffle_phase=skipbo.SHUFFLE,
    idle_phases=frozenset({skipbo.SHUFFLE, skipbo.SCORE, skipbo.ROUND_OVER}),
    round_over=skipbo.ROUND_OVER,
    game_over=skipbo.GAME_OVER,
    actions=skipbo.ACTIONS,
    start=skipbo.start,
    apply=skipbo.apply,
    proceed=skipbo.proceed,
    legal=skipbo.legal,
    wins=skipbo.wins,
    invariants=skipbo_checks.INVARIANTS,
    why_illegal=skipbo_checks.why_illegal,
    before=skipbo_rows.before,
    after=skipbo_rows.after,
    consequences=skipbo_rows.consequences,
    round_facts=skipbo_rows.round_facts,
    round_columns=skipbo_rows.round_columns,
    details=skipbo_notes.SkipBoDetails,
    note_before=skipbo_notes.note_before,
    note_after=skipbo_notes.note_after,
    note_details=skipbo_notes.note_details,
    note_cleared=skipbo_notes.note_cleared,
    note_round=skipbo_notes.note_round,
    tell=skipbo_notes.tell,
    noted_of_rounds=skipbo_notes.ROUND_COLUMNS,
    known=lambda s, seat: ([], []),
    way_round=lambda s: (s.seat, 1),
    shuffles={
        skipbo.CUT: "cut",
        skipbo.DEAL: "deal",
        skipbo.TURN: "draw",
        skipbo.PENALTY: "penalty",
    },
    scoring_phase=skipbo.SCORE,
    shown_codes=("teams", "highest", "building_piles", "discard_piles"),
    mine="hand",
    private_hands=True,
    penalize=skipbo.penalize,
    reasons=PILE_REASONS,
)

GAMES = {game.name: game for game in (SKYJO, NEWSKYJO, SKIPBO)}
"""The games, by name."""


def find_preset(name: str) -> tuple[Game, Any]:
    """The game and the rules of a preset.

    Raises
    ------
    RulesError
        If no game has a preset of that name; the message lists those there are.
    """
    known = preset_name(name)
    game = next(game for game in GAMES.values() if known in game.presets)
    return game, game.presets[known]


def preset_name(text: str) -> str:
    """A preset's name as records have it, from any spelling: ``skip-bo`` from ``Skip Bo``.

    Raises
    ------
    RulesError
        If there is no such preset; the message lists those there are.
    """
    presets = [preset for game in GAMES.values() for preset in game.presets]
    name = matched(text, presets)
    if name is None:
        raise RulesError(
            f"{text!r:.80} is no game here{suggestion(text, presets)}; "
            f"there are {', '.join(presets)}"
        )
    return name


def settle_rules(
    preset: str, rules: Any, deck: Deck | str | Path | None, fields: Mapping[str, Any]
) -> tuple[Game, Any, Deck]:
    """The game, the rules and the deck that a caller asks for.

    Parameters
    ----------
    preset : str
        A preset's name.
    rules : rules object or None
        In place of the preset's.
    deck : Deck, path or None
        In place of the game's; a path is read by `Deck.from_csv`, a game's name means its deck.
    fields : mapping
        Rule options to change.

    Raises
    ------
    RulesError
        If one of them is none, or they don't fit.
    """
    game, chosen = find_preset(preset)
    if rules is not None:
        if not isinstance(rules, type(chosen)):
            raise RulesError(f"rules={rules!r}: {preset} needs a {type(chosen).__name__}")
        chosen = rules
    cards = game.deck if deck is None else deck
    if isinstance(cards, (str, Path)):
        own = matched(cards, GAMES)
        cards = GAMES[own].deck if own and not Path(cards).exists() else Deck.from_csv(cards)
    if not isinstance(cards, Deck):
        raise RulesError(f"deck={deck!r} is no Deck and no path of one")
    return game, chosen.replace(**fields), cards
