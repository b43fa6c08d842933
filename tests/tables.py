"""Prepared tables for scenarios: deal exactly these cards, play exactly these actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from skyjo_widget import IllegalActionError, Session
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.games import find_preset
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.rules import CHOOSE
from skyjo_widget.records.header import Player, header
from skyjo_widget.records.history import History


def prepared(
    grids: list[str],
    *,
    discard: int | str,
    draws: str = "",
    preset: str = "skyjo",
    deck: Deck | None = None,
    practice: bool = True,
    **fields: Any,
) -> History:
    """A game whose first deal gives each seat its grid (cards in cell order).

    `discard` starts the discard pile and `draws` come first off the draw pile; the
    deck's other cards follow, highest first.
    """
    history = begun(preset, len(grids), deck=deck, practice=practice, **fields)
    deal(history, grids, discard=discard, draws=draws)
    return history


def begun(
    preset: str, players: int, *, deck: Deck | None = None, practice: bool = True, **fields: Any
) -> History:
    """A game that waits for its first shuffle."""
    game, rules = find_preset(preset)
    return History(
        header(
            game=game,
            game_id="test",
            preset=preset,
            rules=rules.replace(**fields),
            deck=deck or game.deck,
            players=[Player(f"P{seat}", "person", None) for seat in range(players)],
            seed=0,
            practice=practice,
            software="test",
        )
    )


def deal(history: History, grids: list[str], *, discard: int | str, draws: str = "") -> None:
    """Shuffle so that the coming round is dealt as asked for."""
    if history.between_rounds:
        history.begin_round()
    put_in_order(history, " ".join(_words(grids, discard, draws)))


def put_in_order(history: History, cards: str = "") -> None:
    """Shuffle so that these cards come first; the others follow, highest first."""
    s = history.state
    wanted = [history.deck.parse_card(word) for word in cards.split()]
    left = Counter(s.draw[: s.draw_size])
    left.subtract(wanted)
    assert min(left.values()) >= 0, "there are fewer of these cards"
    history.shuffle(wanted + sorted(left.elements(), reverse=True))


def exact(
    *grids: str,
    discard: int | str,
    draws: str = "",
    own: Iterable[Effect] = (),
    practice: bool = True,
    **fields: Any,
) -> History:
    """A game of NewSkyjo with just these cards, set up.

    Cards in parentheses lie face down, the others are turned at the set-up, equally
    many by each seat.  `own` are effects that cards bear besides NewSkyjo's.
    """
    effects = {**NEWSKYJO_EFFECTS, **{effect.key: effect for effect in own}}
    counts = Counter(_words(grids, discard, draws))
    deck = Deck.from_counts(
        (int(value), count, effects[key] if key else None)
        for word, count in counts.items()
        for value, _, key in [word.partition(":")]
    )
    turned = [[cell for cell, word in enumerate(g.split()) if word[0] != "("] for g in grids]
    assert len({len(cells) for cells in turned}) == 1, "each seat turns equally many"
    history = prepared(
        list(grids),
        discard=discard,
        draws=draws,
        preset="newskyjo",
        deck=deck,
        practice=practice,
        turned=len(turned[0]),
        **fields,
    )
    columns = history.codes.columns
    return moves(history, *(f"flip {position_text(c, columns)}" for cells in turned for c in cells))


def _words(grids: Iterable[str], discard: int | str, draws: str) -> list[str]:
    """All cards in the order in which they are dealt."""
    dealt = [word.strip("()") for grid in grids for word in grid.split()]
    return [*dealt, str(discard), *draws.split()]


def moves(history: History, *actions: str) -> History:
    """Carry out actions in notation, each of which must be legal, and score at the end."""
    for text in actions:
        action = history.game.parse_action(text, history.codes)
        assert action in history.legal(), f"{text} isn't legal; {legal(history)} are"
        history.act(action)
        if history.needs_scoring:
            history.score()
    return history


def legal(history: History) -> list[str]:
    """The legal actions in notation."""
    return [history.game.action_text(action, history.codes) for action in history.legal()]


def grid(history: History, seat: int) -> str:
    """A seat's grid in cell order, as everybody sees it."""
    text = [history.deck.card_text(card) for card in history.state.grid[seat]]
    return " ".join(text[: history.codes.cells])


def lies(history: History, seat: int) -> str:
    """What really lies in a seat's grid; face-down cards in parentheses."""
    seen, below = history.state.grid[seat], history.state.under[seat]
    text = history.deck.card_text
    return " ".join(
        f"({text(below[cell])})" if below[cell] >= 0 else text(seen[cell])
        for cell in range(history.codes.cells)
    )


def pile(history: History, name: str) -> list[int | str]:
    """A pile's cards as a record writes them, top first."""
    cards = getattr(history.state, name)[: getattr(history.state, f"{name}_size")]
    return [history.deck.kinds[card].card for card in reversed(cards)]


# Tables of NewSkyjo: small grids, mostly of two columns and three rows

SMALL = {"columns": 2, "rows": 3}
PAIRS = {"columns": 1, "rows": 2, "clear": 2}
"""Grids of two cards: a round is soon over."""
DOWN = "(1) (2) (3) (4) (5) (6)"
BELOW = "(7) (8) (9) (10) (11) (12)"
TWICE = "(1:next-plays-twice) (2) (3) (4) (5) (6)"
"""Turned by seat 0, its a1 gives seat 1 two turns in a row."""


def table(*grids: str, discard: int | str = 0, draws: str = "", **options: Any) -> History:
    """A table with small grids at the first turn, which is seat 0's."""
    h = exact(*grids, discard=discard, draws=draws, **{**SMALL, **options})
    assert (h.state.seat, h.state.phase, h.state.turn) == (0, CHOOSE, 1)
    return h


def pairs(*grids: str, **options: Any) -> History:
    """A table whose grids are two cards, one above the other."""
    return table(*grids, **{**PAIRS, **options})


def turns(h: History, count: int) -> list[int]:
    """Who has the next turns, none of which changes what comes after."""
    seats = []
    while len(seats) < count and h.actor is not None:
        turn = h.state.turn
        seats.append(h.state.seat)
        while h.actor is not None and h.state.turn == turn:
            kinds = [action for action in ("take", "draw", "pass") if action in legal(h)]
            moves(h, kinds[0] if kinds else legal(h)[0])
    return seats


def told(h: History) -> dict[str, Any]:
    """The last decision as the log has it."""
    return h.tell(h.newest(), None)


def knows(h: History, seat: int) -> str:
    """The next cards that a seat knows: ``7 [8 9 ?]``, a 7, then 8 and 9 among three."""
    cards, ends = h.game.known(h.state, seat)
    text, begin = [], 0
    for end in sorted(set(ends)):
        block = [h.deck.card_text(card) for card, to in zip(cards, ends, strict=True) if to == end]
        block += ["?"] * (end - begin - len(block))
        text.append(block[0] if len(block) == 1 else f"[{' '.join(block)}]")
        begin = end
    return " ".join(text)


# Tables of Skip-Bo

UP_TO_11 = "1 2 3 4 5 6 7 8 9 10 11"
"""A building pile to which a 12 is due."""


def skip_bo(
    *stocks: str,
    hands: str = "",
    building: str = "",
    discards: str = "",
    draw: str = "",
    completed: str = "",
    **options: Any,
) -> History:
    """A table of Skip-Bo with just these cards, in the first turn, which is seat 0's.

    A pile is written from below, but the draw pile as it is drawn from.  ``|`` stands between
    seats and between building piles, ``/`` between the discard piles of a seat.
    """
    given = " ".join((*stocks, hands, building, discards, draw, completed))
    counts = Counter(given.replace("|", " ").replace("/", " ").split())
    deck = Deck.from_counts(
        (int(card) if card != "wild" else card, count) for card, count in counts.items()
    )
    h = begun("skip-bo", len(stocks), deck=deck, stock=1, **options)
    put_in_order(h)  # for the cut
    put_in_order(h)  # for the deal, all of which is laid anew
    s, seats = h.state, range(len(stocks))
    s.dealer, s.starter, s.seat, s.turn = len(stocks) - 1, 0, 0, 1
    s.turns[: len(stocks)] = [int(seat == 0) for seat in seats]
    for seat, stock in enumerate(stocks):
        s.stock_left[seat] = len(stock.split())
        s.stock_top[seat] = h.deck.parse_card((stock.split() or ["."])[-1])
        s.stock_size[seat] = _lay(h, s.stock[seat], " ".join(stock.split()[:-1]))
    for seat, cards in zip(seats, _parts(hands, "|", len(stocks)), strict=True):
        s.hand_size[seat] = _lay(h, s.hand[seat], cards)
        assert hand(h, seat) == cards.strip(), "a hand is sorted"
    for b, cards in enumerate(_parts(building, "|", h.codes.building_piles)):
        s.building_size[b] = _lay(h, s.building[b], cards)
    piles = h.codes.discard_piles
    for seat, row in zip(seats, _parts(discards, "|", len(stocks)), strict=True):
        for d, cards in enumerate(_parts(row, "/", piles), start=seat * piles):
            s.discards_size[d] = _lay(h, s.discards[d], cards)
    s.draw_size = _lay(h, s.draw, " ".join(reversed(draw.split())))
    s.completed_size = _lay(h, s.completed, completed)
    assert status(h.game, s, h.codes) == ()
    return h


def _parts(text: str, sign: str, count: int) -> list[str]:
    parts = text.split(sign)
    return parts + [""] * (count - len(parts))


def _lay(h: History, pile: list[int], cards: str) -> int:
    """Make a pile of cards, the first one lowest; tell how many they are."""
    laid = [h.deck.parse_card(card) for card in cards.split()]
    pile[:] = laid + [NO_CARD] * (len(pile) - len(laid))
    return len(laid)


def _cards(h: History, cards: list[int], size: int) -> str:
    return " ".join(h.deck.card_text(card) for card in cards[:size])


def stock(h: History, seat: int) -> str:
    """What really lies in a stock pile, from below; the last card lies face up."""
    s = h.state
    cards = [*s.stock[seat][: s.stock_size[seat]], s.stock_top[seat]]
    return _cards(h, cards, s.stock_left[seat])


def hand(h: History, seat: int) -> str:
    """A seat's hand."""
    return _cards(h, h.state.hand[seat], h.state.hand_size[seat])


def building(h: History) -> list[str]:
    """The building piles, each from below."""
    s = h.state
    return [_cards(h, s.building[b], s.building_size[b]) for b in range(h.codes.building_piles)]


def discards(h: History, seat: int) -> list[str]:
    """A seat's discard piles, each from below."""
    s, piles = h.state, h.codes.discard_piles
    own = range(seat * piles, (seat + 1) * piles)
    return [_cards(h, s.discards[d], s.discards_size[d]) for d in own]


def drawn_from(h: History) -> str:
    """The draw pile, its top card first."""
    return " ".join(map(str, pile(h, "draw")))


def plays(h: History) -> set[str]:
    """The legal plays in notation."""
    return {text for text in legal(h) if text.startswith("play ")}


def refused(h: History, action: str, says: str) -> None:
    """Ask for an action that is refused with a sentence and changes nothing."""
    before, events = copy(h.state), list(h.events)
    session = Session(h, functions={}, writer=None)
    with pytest.raises(IllegalActionError, match=says):
        session.act(action)
    assert (h.state, h.events) == (before, events)
