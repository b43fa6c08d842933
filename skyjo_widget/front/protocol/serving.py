"""Served tables: the phones of guests, the projector, and the host's panel."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from skyjo_widget.front.protocol.board import GuestTraits, PublicTraits


class ServedSeat(TypedDict):
    """A seat of a served table."""

    seat: int
    name: str
    """"" for one of a class that nobody has had yet."""
    kind: Literal["person", "bot"]
    here: bool
    """A device is connected; of the host and of bots always."""
    host: bool
    turn: bool
    ready: bool
    """Has asked for the next round."""


class LobbySeat(ServedSeat):
    """A seat as somebody at the table is told of it."""

    me: bool


class HostSeat(ServedSeat):
    """A seat as the host is told of it."""

    guest: str | None
    """The guest who sits there."""


class Lobby(TypedDict):
    """The people at a guest's table."""

    started: bool
    language: str
    """The host's choice; "" leaves it to the browser."""
    tables: int
    """The number of tables."""
    table: int | None
    seat: int | None
    """None without one: waiting for one, or watching."""
    board: str | None
    """The name of the board that belongs to it; null: there is none."""
    lost: str
    """The loss of the seat or the table: a key of `guest.seat_lost`; "" if it wasn't lost."""
    free: bool
    """A seat is free for who has none."""
    name: str
    """One's own."""
    ready: bool
    seats: list[LobbySeat]


# The class's predictions

PollStage = Literal["open", "closed", "turned"]


class GuestPoll(TypedDict):
    """A question to the class, and the guest's own answer."""

    question: int
    stage: PollStage
    event: dict[str, str]
    """By language."""
    value: float | None
    """The own prediction."""
    written: str | None
    """As it was typed."""
    card: str | None
    """Null until it is turned, as are the next three."""
    came_true: bool | None
    exact: tuple[int, int] | None
    """So many of so many cards."""
    brier: float | None
    """The own score of this card."""
    mean: float | None
    """The own mean score of all cards."""
    cards: int
    """Of so many cards."""


class FrequencyPoint(TypedDict):
    """The share of events that came true, after some cards."""

    share: float
    exact: float
    """The mean of the exact probabilities."""
    half: float
    """2σ/√n."""


class PollBin(TypedDict):
    """A fifth of the predicted probabilities."""

    n: int
    prediction: float
    """Their mean."""
    came_true: float
    """The share that came true."""


class ClassScores(TypedDict):
    """Brier scores: of the newest card, then the means of all cards."""

    pupils: float | None
    """The mean of everybody's."""
    exact: float
    all_pupils: float | None
    all_together: float | None
    """Of the mean of everybody's predictions."""
    all_exact: float
    cards: int


class ScreenPoll(TypedDict):
    """A question to the class, on the wall."""

    question: int
    event: dict[str, str]
    """By language."""
    stage: PollStage
    answered: int
    here: int
    left: int
    """Cards face down."""
    before: list[str]
    """Cards that were turned earlier."""
    bars: list[int] | None
    """Predictions by tenths; null until it is closed."""
    mean: float | None
    card: str | None
    came_true: bool | None
    exact: tuple[int, int] | None
    scores: ClassScores | None
    frequency: list[FrequencyPoint]
    calibration: list[PollBin] | None
    """Null until ten cards are turned."""


class HostPoll(TypedDict):
    """The question as the host's panel shows it."""

    question: int
    """Its number; 0 while the tables are on the wall."""
    last: int
    """The number of questions."""
    stage: PollStage | None
    event: str
    answered: int
    here: int


# The projector


class Ranked(TypedDict):
    """A line of the standings: somebody who has finished a round."""

    table: int
    name: str
    games: int
    """Games that are over."""
    wins: int
    rounds: int
    mean_score: float
    """Points a round."""


class ScreenPart(TypedDict):
    """The projector's content beside the tables."""

    started: bool
    pin: str
    link: str
    qr: list[str]
    """Rows of modules, "1" dark."""
    language: str
    """"" for the browser's."""
    count: int
    """The number of tables."""
    fewer: bool
    """True if fewer points are better."""
    standings: list[Ranked]
    lobby: list[str]
    """Names of people without a seat."""
    poll: ScreenPoll | None
    """The class's question, in place of the tables."""


# Down to a phone or the projector


class Welcome(TypedDict):
    """Somebody is let in."""

    type: Literal["welcome"]
    role: Literal["player", "watcher", "screen"]
    token: NotRequired[str]


class Refused(TypedDict):
    """Somebody isn't let in, or not yet."""

    type: Literal["refused"]
    why: Literal["pin", "wait", "locked", "full", "name", "token", "code", "asked"]
    seconds: NotRequired[int]


class NotRenamed(TypedDict):
    """A name isn't changed."""

    type: Literal["not renamed"]
    why: Literal["name", "wait"]
    seconds: NotRequired[float]


class PollMessage(TypedDict):
    """The class's question; null: there is none."""

    type: Literal["poll"]
    poll: GuestPoll | None


class NotTaken(TypedDict):
    """A prediction isn't taken."""

    type: Literal["not taken"]
    text: str


class LobbyMessage(TypedDict):
    """The newest lobby."""

    type: Literal["lobby"]
    lobby: Lobby


class StateMessage(TypedDict):
    """The traits of the board that have changed."""

    type: Literal["state"]
    traits: GuestTraits


class ScreenMessage(TypedDict):
    """The newest standings, links and people."""

    type: Literal["screen"]
    screen: ScreenPart


class ScreenTraits(PublicTraits, total=False):
    """The traits of a table on the projector."""

    closed: bool
    """The game goes on elsewhere."""


class ScreenTableMessage(TypedDict):
    """The changes of a table on the projector."""

    type: Literal["screen table"]
    table: int
    traits: ScreenTraits
    seats: NotRequired[list[ServedSeat]]


class CustomMessage(TypedDict):
    """A message of the board."""

    type: Literal["custom"]
    content: dict[str, Any]


class Pong(TypedDict):
    """The answer to `Ping`."""

    type: Literal["pong"]


class Bye(TypedDict):
    """The socket is about to be closed."""

    type: Literal["bye"]
    why: Literal["removed", "elsewhere", "stopped", "fast", "malformed", "late", "crowded"]


ToGuest = (
    Welcome
    | Refused
    | NotRenamed
    | PollMessage
    | NotTaken
    | LobbyMessage
    | StateMessage
    | ScreenMessage
    | ScreenTableMessage
    | CustomMessage
    | Pong
    | Bye
)


# Up from a phone


class Join(TypedDict):
    """A new guest."""

    type: Literal["join"]
    pin: NotRequired[str]
    code: NotRequired[str]
    """In place of the PIN, from a link."""
    name: str
    lang: str


class Hello(TypedDict):
    """A guest who comes back, or a page that only looks."""

    type: Literal["hello", "watch"]
    token: str
    lang: str


Greeting = Join | Hello


class Rename(TypedDict):
    """Another name, in the lobby."""

    type: Literal["rename"]
    name: str


class Predict(TypedDict):
    """A prediction for the class's question."""

    type: Literal["chance"]
    question: int
    value: float | str


class Leave(TypedDict):
    """Give the seat up, or take a free one."""

    type: Literal["leave", "sit"]


class Ping(TypedDict):
    """Ask whether anybody is there."""

    type: Literal["ping"]


class SetTraits(TypedDict):
    """Traits that the page has changed."""

    type: Literal["set"]
    traits: GuestTraits


OfGuest = Join | Hello | Rename | Predict | Leave | Ping | SetTraits
"""Messages of a phone besides the board's."""


# The host's panel


class TableFacts(TypedDict):
    """A table in a few words."""

    table: int
    waiting: str | None
    round: int
    over: bool


class TableSummary(TableFacts):
    """A table as everybody may know it."""

    seats: list[ServedSeat]


class HostTable(TableFacts):
    """A table as the host is told of it."""

    seats: list[HostSeat]


class Waiting(TypedDict):
    """Somebody without a seat."""

    guest: str
    name: str


class SeatRequest(TypedDict):
    """Somebody whose seat another device has."""

    request: str
    name: str
    table: int
    seat: int


class Crowd(TypedDict):
    """An address that has many connections without a seat."""

    address: str
    count: int


class HostState(TypedDict):
    """The people at the tables."""

    started: bool
    locked: bool
    hidden: bool
    """Names are hidden."""
    running: bool
    tables: list[HostTable]
    lobby: list[Waiting]
    requests: list[SeatRequest]
    may: list[str]
    """The rights of guests besides playing."""
    watchers: int
    crowd: Crowd | None
    poll: HostPoll | None
    """Null where there is no class."""


class Invitation(TypedDict):
    """The ways to join."""

    link: str
    links: list[tuple[str, str]]
    """A label and an address each."""
    chosen: int
    pin: str
    qr: list[str]
    """Rows of modules, "1" dark."""
    watch: str
    screen: str


class HostTraits(Invitation):
    """The traits of the host's panel."""

    lang: str
    state: HostState
    error: str
    """The reason why the newest message was refused."""


class HostPress(TypedDict):
    """Begin, or end the service."""

    type: Literal["start", "stop"]


class HostAsk(TypedDict):
    """Ask the class."""

    type: Literal["ask"]
    event: str


class HostPollStep(TypedDict):
    """Continue the class's question, from what the panel shows."""

    type: Literal["poll step"]
    question: int
    stage: PollStage


class HostPollEnd(TypedDict):
    """Show the tables again."""

    type: Literal["poll end"]


class HostPollShow(TypedDict):
    """Show an earlier question again."""

    type: Literal["poll show"]
    question: int


class HostSwitch(TypedDict):
    """Let nobody else in; hide names."""

    type: Literal["lock", "hide"]
    on: bool


class HostGive(TypedDict):
    """Give guests a right, or take it."""

    type: Literal["give"]
    what: str
    on: bool


class HostChoose(TypedDict):
    """Choose the address on show."""

    type: Literal["choose"]
    n: int


class HostOrigin(TypedDict):
    """Report the address of the panel's page, if the links lack it."""

    type: Literal["origin"]
    origin: str


class HostRemove(TypedDict):
    """Send somebody away."""

    type: Literal["remove"]
    guest: str


class HostAllow(TypedDict):
    """Answer a device that asks for a seat."""

    type: Literal["allow"]
    request: str
    on: bool


class HostNextRound(TypedDict):
    """Deal a table's next round."""

    type: Literal["next_round"]
    table: int


class HostRename(TypedDict):
    """Rename who sits somewhere."""

    type: Literal["rename"]
    table: int
    seat: int
    name: str


class HostMove(TypedDict):
    """Give somebody another seat."""

    type: Literal["move"]
    guest: str
    table: int
    seat: int


class HostSeatPress(TypedDict):
    """Let a bot play on at a seat; free it."""

    type: Literal["bot", "free"]
    table: int
    seat: int


OfHost = (
    HostPress
    | HostAsk
    | HostPollStep
    | HostPollEnd
    | HostPollShow
    | HostSwitch
    | HostGive
    | HostChoose
    | HostOrigin
    | HostRemove
    | HostAllow
    | HostNextRound
    | HostRename
    | HostMove
    | HostSeatPress
)
