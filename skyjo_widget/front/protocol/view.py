"""The view of a table, and what comes with it: the rules, the score pad, the rows of the log."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Card = str
"""A card as the viewer may see it: a number in words, with what it can do if it can
("5:reverse"), or "wild"; "?" face down, "." an empty place."""

Phrase = dict[str, Any]
"""A sentence of the locale, or a part of one: its `key`, and what fills its holes."""


class Effect(TypedDict):
    """An effect of a card: its words by language, and its parts that aren't empty."""

    words: dict[str, str]
    reverse: NotRequired[bool]
    next_twice: NotRequired[int]
    next_skips: NotRequired[int]
    next_takes_discard: NotRequired[bool]
    extra_actions: NotRequired[int]
    peek: NotRequired[int]
    lands: NotRequired[str]
    reveal: NotRequired[int]
    """Hidden cards that are turned up."""
    pass_on: NotRequired[Literal["lowest", "highest"]]
    protect: NotRequired[bool]
    score: NotRequired[int]
    """Points that the card counts besides its number."""
    score_at: NotRequired[str]
    """The place where it must lie for that."""


class Seat(TypedDict):
    """A player at the table."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    total: int
    starter: bool
    ender: bool


class GridSeat(Seat):
    """A player with a grid."""

    grid: list[Card]
    under: NotRequired[list[Card]]
    """In a replay: the card that lies face down there, "" where none does or nobody knows it."""
    hidden: int
    visible_sum: int


class Stock(TypedDict):
    """A player's stock pile."""

    count: int
    top: Card | None


class PileSeat(Seat):
    """A player with piles."""

    stock: Stock
    discards: list[list[Card]]
    """Each with its top card last."""
    hand: int
    """Number of cards."""
    cards: NotRequired[list[Card]]
    """In a replay: the cards."""
    dealer: bool
    partner: int | None


class Outcome(TypedDict):
    """A decision and its outcome. A place of its own seat is "b3", of another's "2:b3"."""

    player: str
    action: str
    kind: str
    position: str | None
    card_in: Card | None
    card_out: Card | None
    cleared: list[str]
    effect: NotRequired[str | None]
    """The effect that it began or continued."""
    no_effect: NotRequired[bool | None]
    """True if that could do nothing."""
    swapped: NotRequired[list[str] | None]
    """Places whose cards changed places, each with the next one's; one may be "discard pile"."""
    source_pile: NotRequired[str | None]
    """The pile that the card came from: "stock", "d3", "2:stock"; null: the hand."""
    played_as: NotRequired[int | None]
    """The number that it stands for on its building pile."""
    completed: NotRequired[bool | None]
    """True if that pile is complete now."""


class Last(Outcome):
    """The newest decision."""

    seat: int
    cleared_card: Card | None


class TakenBack(TypedDict):
    """Decisions that the newest change took back: the first, and their number."""

    first: Last
    count: int


class NextTurn(TypedDict):
    """The next player, as things stand."""

    seat: int
    turns: int
    takes_discard: bool


class OrderOfPlay(TypedDict):
    """The player on turn, and the next."""

    direction: Literal[1, -1]
    """1: to the left, rising seats; -1: to the right."""
    on_turn: int
    turns_left: int
    """Turns in a row, the present one too."""
    actions_left: int
    """Actions after the present one in this turn."""
    must_take: bool
    next: NextTurn | None
    due: list[int] | None
    """In the last lap: whose last turn is still due."""
    protected: NotRequired[list[int]]
    """Seats whose grids no effect of others touches."""


class PadRound(TypedDict):
    """A round of the score pad; its figures by seat."""

    round: int
    dealer: NotRequired[int]
    starter: int
    ender: int | None
    raw: NotRequired[list[int]]
    penalty: NotRequired[list[int]]
    cards_left: NotRequired[list[int]]
    score: list[int]
    total: list[int]
    columns_cleared: NotRequired[list[int]]
    turns: NotRequired[list[int]]
    penalty_cards: NotRequired[list[int]]


class Pad(TypedDict):
    """The score pad: target in points or rounds, and the teams."""

    target: NotRequired[int | None]
    of: NotRequired[int | None]
    teams: NotRequired[list[list[int]] | None]
    rounds: list[PadRound]


class Sheet(TypedDict):
    """The part that changes once a round."""

    pad: Pad


class Terms(TypedDict):
    """The part that never changes in a game."""

    rules: list[tuple[str, Any]]
    effects: NotRequired[dict[str, Effect]]
    """Effects of the deck's cards, by name."""
    how: NotRequired[dict[str, list[str]]]
    """Instructions for a game from outside the package, in sentences, by language."""
    deck_name: NotRequired[str]
    """The name of the deck's version."""


class Fault(TypedDict):
    """A bot's failure."""

    seat: int
    player: str
    text: str
    traceback: str
    observation: str
    whose: Literal["bot", "everybody"]
    """The owner of the view in `observation`."""


class Trouble(TypedDict):
    """The reason why the record is no longer written, or won't last."""

    key: str
    text: str
    path: str | None


class BoardError(TypedDict):
    """The reason why the last message was refused."""

    key: str
    text: str
    id: NotRequired[str | None]
    """Of a note's message."""


class PaperPlace(TypedDict):
    """A hidden place whose card is asked for, and the index of its list in `Paper.left`."""

    where: str
    left: int
    open: NotRequired[bool]
    """True if the card may stay unknown for now."""


class Paper(TypedDict):
    """With paper cards: what must be asked."""

    ask: dict[str, list[PaperPlace]]
    """By action."""
    due: list[PaperPlace]
    """Cards that a deal or the end of a round shows."""
    left: list[list[tuple[Card, int]]]
    """Cards, each with how many are left."""


class Penalty(TypedDict):
    """A referee's penalty."""

    seat: int
    cards: int


class Count(TypedDict):
    """A number of cards."""

    count: int


class TableView(TypedDict):
    """The view of any game's table."""

    version: int
    state: int
    answer: NotRequired[int]
    """Number of messages that were answered."""
    game: str
    preset: str
    practice: bool
    record: str | None
    paper: Paper | None
    phase: str
    round: int
    turn: int
    decision: int
    seat: int | None
    viewer: int | None
    covered: bool
    """The viewer's hand is covered, or nobody looks."""
    waiting: Literal["person", "bot", "next round", "cards", "fault", "replay"] | None
    at: NotRequired[int]
    """In a replay: the moment on show."""
    prompt: Phrase
    draw: Count
    targets: dict[str, str]
    last: Last | None
    taken_back: TakenBack | None
    penalty: bool
    """True if a referee can give a penalty now."""
    long_round: NotRequired[bool]
    """True, if it is there: the round lasts so long that the table offers to end the game."""
    broken_off: NotRequired[bool]
    """True, if it is there: the game was ended without a winner."""
    penalized: Penalty | None
    """The penalty that is the newest change."""
    winners: list[int] | None
    error: BoardError | None
    fault: Fault | None
    undo: Literal["yes", "seen", "penalty", "nothing"]
    """"yes" if a person's last decision can be taken back, else the reason."""
    trouble: Trouble | None
    saved: str | None
    """The path where the game was just saved."""


class DiscardPile(TypedDict):
    """The discard pile of a table of grids."""

    count: int
    top: Card | None
    below: Card | None


class Held(TypedDict):
    """A card in a hand."""

    seat: int
    card: Card
    source: Literal["draw", "discard", "kept"]


class Resolving(TypedDict):
    """The effect that is being carried out, and the first card picked for it."""

    effect: str
    first: str | None


class GridTableView(TableView):
    """A table of grid games."""

    table: Literal["grids"]
    columns: int
    rows: int
    seats: list[GridSeat]
    discard: DiscardPile
    held: Held | None
    last_turn: bool
    ender: int | None
    order_of_play: NotRequired[OrderOfPlay | None]
    resolving: NotRequired[Resolving | None]
    known: NotRequired[list[tuple[Card, int]] | None]
    """The next cards of the draw pile that the viewer knows, each with the number of those among
    which it lies: 1, 2, 3 in this order; 1, 3, 3 the first, then two in either order."""
    peeked: NotRequired[list[Card] | None]
    """The cards that the viewer puts in order, as they lie."""


class Building(TypedDict):
    """A place in the middle: how many cards lie there, the top one, and the next number."""

    count: int
    top: Card | None
    next: int
    down: NotRequired[bool]
    """True of a pile that runs down."""
    either: NotRequired[bool]
    """True of an empty place where a pile may run up or down."""


class PileTableView(TableView):
    """A table of piles: Skip-Bo."""

    table: Literal["piles"]
    seats: list[PileSeat]
    building: list[Building]
    highest: int
    """The number that completes a building pile."""
    completed: Count
    hand: list[Card] | None
    """The viewer's; null while it is covered, or nobody looks."""
    moves: dict[str, dict[str, str]]
    """Of each card that may be chosen: where it may go, and the action that this is."""
    cut: list[Card | None] | None
    """The cards that the seats cut for the deal, in the first turn of a game."""


AnyTableView = GridTableView | PileTableView


class Rows(TypedDict):
    """The newest rows of the log."""

    columns: list[str]
    rows: list[list[Any]]
    undone: NotRequired[list[int]]
    """Numbers of the decisions among them that were taken back."""


class OlderRows(TypedDict, total=False):
    """The rows before them."""

    rows: list[list[Any]]
