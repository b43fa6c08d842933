"""What lies on each game's table, and what the board asks there: a part of the view.

Everything comes from the observation of the seat that looks.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from skyjo_widget.board.paper_view import possible_hand
from skyjo_widget.engine.cards.effects import Effect, Pick
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.newskyjo.rules import follower
from skyjo_widget.errors import PolicyError, RecordError
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import History
from skyjo_widget.strategies.observation import Card, Observation

LONGEST = 200
"""Letters of a name that the board shows; the record and the frames have it whole."""

View = dict[str, Any]

REPLAY = "replay"
"""What a table waits for at which nobody decides: it is only looked at."""


@dataclasses.dataclass(frozen=True)
class Shown:
    """A table as it is shown: a session's at present, or a moment of a game that is looked at.

    Each part is that of `skyjo_widget.table.table.Table`.
    """

    history: History
    waiting: str | None
    state_id: int = 0
    undoable: str = "nothing"
    path: Path | None = None
    trouble: RecordError | None = None
    saved: Path | None = None
    fault: PolicyError | None = None

    @property
    def seat(self) -> int | None:
        """Whose decision it is, if anybody's."""
        return self.history.actor

    @property
    def players(self) -> list[Player]:
        """By seat."""
        return self.history.players


def _grid_table(table: Shown, seen: Observation, viewer: int | None) -> View:
    """What lies on a table of the Skyjo family, and what may be clicked there."""
    seat = table.seat
    text = _card if effects_of(table.history) else _plain
    positions = [position_text(cell, seen.columns) for cell in range(seen.columns * seen.rows)]
    playing = seen.turn > 0
    seats = [
        {
            "seat": p,
            "name": clipped(player.name),
            "kind": player.kind,
            "grid": [
                "." if position not in seen.grid[p] else text(seen.grid[p][position])
                for position in positions
            ],
            "hidden": seen.hidden[p],
            "visible_sum": sum(card or 0 for card in seen.grid[p].values()),
            "total": seen.total[p],
            "starter": playing and seen.starter == p,
            "ender": playing and seen.ender == p,
        }
        for p, player in enumerate(table.players)
    ]
    discard = [text(card) for card in seen.discard]
    held = None
    if seen.phase == "place taken":
        held = {"seat": seat, "card": discard.pop(), "source": "discard"}
    elif seen.phase == "place drawn":
        held = {"seat": seat, "card": text(seen.hand), "source": "draw"}
    return {
        "columns": seen.columns,
        "rows": seen.rows,
        "seats": seats,
        "draw": {"count": seen.seen.draw_size},
        "discard": {
            "count": len(discard),
            "top": discard[-1] if discard else None,
            "below": discard[-2] if len(discard) > 1 else None,
        },
        "held": held,
        "targets": {_target(action, seat): action for action in _open(table, seen, viewer)},
        "last_turn": playing and seen.ender != NOBODY and table.seat is not None,
        "ender": seen.ender if playing and seen.ender != NOBODY else None,
    }


def _open(table: Shown, seen: Observation, viewer: int | None) -> tuple[str, ...]:
    """What the person who looks may do."""
    return seen.legal if table.waiting == "person" and table.seat == viewer else ()


def _target(action: str, seat: int | None) -> str:
    """What a click must hit to mean an action."""
    kind, _, about = action.partition(" ")
    if kind == "order":
        return f"order:{about}"
    if about:
        return about if ":" in about else f"{seat}:{about}"
    return {"draw": "draw", "take": "discard", "discard": "discard", "keep": "held"}.get(
        kind, f"button:{kind}"
    )


def _skyjo_table(table: Shown, seen: Observation, viewer: int | None) -> View:
    grids = _grid_table(table, seen, viewer)
    return {"prompt": _prompt(table, seen, viewer, _skyjo_prompt), **grids}


def _prompt(
    table: Shown,
    seen: Observation,
    viewer: int | None,
    ask: Callable[[Shown, Observation, tuple[str, ...]], View],
) -> View:
    """What the board says first: a phrase of the locale, with what fills its holes."""
    seat, waiting = table.seat, table.waiting
    if waiting == "fault" and table.fault:
        return {"key": "fault", "player": clipped(table.fault.player)}
    if seat is None:
        return {"key": seen.phase.replace(" ", "_")}
    player = clipped(table.players[seat].name)
    if waiting == "bot":
        return {"key": "bot", "player": player}
    if waiting == REPLAY and seen.me != seat:
        return {"key": "due", "player": player}
    legal = seen.legal if waiting == REPLAY else _open(table, seen, viewer)
    asked = ask(table, seen, legal)
    return {**asked, "player": player}


def _skyjo_prompt(_table: Shown, seen: Observation, legal: tuple[str, ...]) -> View:
    key = seen.phase.replace(" ", "_")
    card = seen.hand if seen.phase == "place drawn" else seen.discard[-1]
    if key == "choose" and len(legal) == 1:
        key = "choose_forced"
    elif key == "place_drawn" and card is None:
        key = "place_open"  # a card of paper that nobody has named
    return {"key": key, "card": card_or_none(card)}


def _newskyjo_table(table: Shown, seen: Observation, viewer: int | None) -> View:
    """Skyjo's table, the order of play, the effect that happens, what the viewer has looked at."""
    grids = _grid_table(table, seen, viewer)
    if seen.kept is not None:
        grids["held"] = {"seat": seen.on_turn, "card": _card(seen.kept), "source": "kept"}
    return {
        "prompt": _prompt(table, seen, viewer, _newskyjo_prompt),
        **grids,
        "order_of_play": _order_of_play(table, seen),
        "resolving": {"effect": seen.effect, "first": seen.first} if seen.effect else None,
        **_looked_at(seen, viewer),
    }


def _order_of_play(table: Shown, seen: Observation) -> View | None:
    if table.seat is None or seen.turn == 0:
        return None
    s = seen.seen
    turns = max(0, 1 + s.next_twice - s.next_skips)
    after = follower(s, table.history.codes, s.on_turn)
    return {
        "direction": s.direction,
        "on_turn": s.on_turn,
        "turns_left": s.turns_left,
        "actions_left": s.actions_left,
        "must_take": s.must_take > 0,
        "next": None
        if after == NOBODY
        else {"seat": after, "turns": turns, "takes_discard": turns > 0 and s.next_takes > 0},
        "due": None if s.ender == NOBODY else [p for p in range(seen.players) if s.due[p]],
    }


def _looked_at(seen: Observation, viewer: int | None) -> View:
    """The cards that the viewer puts in order now, and those that the viewer knows.

    A known card lies among the next so many, behind those that are named with less.
    """
    if viewer is None or seen.seat == NOBODY:
        return {"known": None, "peeked": None}
    known: list[tuple[Any, int]] = seen.known[viewer]
    if seen.phase == "order" and seen.on_turn == viewer:
        count = len(seen.legal[0].partition(" ")[2])
        return {"known": None, "peeked": [_card(card) for card, _ in known[:count]]}
    if seen.phase == "place drawn" and known:
        known = _without_hand(known, seen.hand)
    return {"known": [[_card(card), to] for card, to in known] or None, "peeked": None}


def _without_hand(known: list[tuple[Any, int]], hand: Any) -> list[tuple[Any, int]]:
    """What one knows but for the drawn card, which counts still but lies in a hand.

    Somebody else's (None) is the first one, if one knows which that is.
    """
    to = known[0][1]
    drawn = known[0][0] if to == 1 else hand
    if drawn is None:
        return known
    maybe = [_card(card) for card, k in known if k == to]
    n = maybe.index(_card(drawn)) if _card(drawn) in maybe else len(known)
    return [(card, k - 1) for i, (card, k) in enumerate(known) if i != n]


def _newskyjo_prompt(table: Shown, seen: Observation, legal: tuple[str, ...]) -> View:
    effect = table.history.deck.effects.get(seen.effect or "")
    if effect and seen.phase.startswith("pick"):
        return _pick_prompt(table, seen, effect)
    key = seen.phase.replace(" ", "_")
    card = seen.discard[-1] if seen.discard else None
    if key == "choose":
        kinds = {action.partition(" ")[0] for action in legal}
        if seen.must_take or kinds == {"take"}:
            key = "choose_take"
        elif kinds == {"pass"}:
            key = "pass"
        elif kinds == {"draw", "take", "flip"}:
            key = "choose_or_flip"
        elif kinds != {"draw", "take"}:
            key = "choose_some"
    elif key == "place_drawn":
        card = seen.hand
        if card is None:
            key = "place_open"
        elif "keep" in legal:
            key = "keep"
        elif legal == ("discard",):
            key = "discard"
    elif key == "place_kept":
        card = seen.kept
    return {"key": key, "card": card_or_none(card)}


def _pick_prompt(table: Shown, seen: Observation, effect: Effect) -> View:
    """Which card to choose for a swap, from the effect's parts."""
    first, second = cast("Pick", effect.first), cast("Pick", effect.second)
    player = clipped(table.players[seen.on_turn].name)
    whose, other = _whose(first, effect), _whose(second, effect)
    if other == whose and whose != "others":
        other = f"{other}_again"
    elif other == "others" and whose != "own":
        other = "third"
    choice = _pick(other, second, player)
    if seen.first is None:
        key = "pick_first_or_decline" if effect.may_decline else "pick_first"
        return {"key": key, "first": _pick(whose, first, player), "second": choice}
    owner, _, position = seen.first.partition(":")
    if int(owner) == table.seat:
        place = {"key": "cards.your_place", "position": position}
    else:
        name = clipped(table.players[int(owner)].name)
        place = {"key": "cards.place", "position": position, "player": name}
    return {"key": "pick_second", "first": place, "second": choice}


def _pick(whose: str, pick: Pick, player: str) -> View:
    """A card that may be picked, as a phrase: ``one of Ana's hidden cards``."""
    phrase: View = {"key": f"cards.{whose}", "faces": {"key": f"cards.{pick.faces}"}}
    return {**phrase, "player": player} if whose.startswith("player") else phrase


def _whose(pick: Pick, effect: Effect) -> str:
    """Whose card is picked, as the chooser sees it."""
    if pick.whose == "player" and effect.chooser == "player":
        return "own"
    return pick.whose.split()[0]


def _skipbo_table(table: Shown, seen: Observation, viewer: int | None) -> View:
    """The piles of Skip-Bo's table, the viewer's hand, and what may be done with which card."""
    legal = _open(table, seen, viewer)  # none if the hand is covered: nobody looks then
    half = seen.players // 2
    return {
        "prompt": _prompt(table, seen, viewer, _skipbo_prompt),
        "seats": [
            {
                "seat": p,
                "name": clipped(player.name),
                "kind": player.kind,
                "stock": {"count": seen.stock_left[p], "top": card_or_none(seen.stock_top[p])},
                "discards": [[_plain(card) for card in pile] for pile in seen.discards[p]],
                "hand": seen.hand_size[p],
                "total": seen.total[p],
                "dealer": seen.dealer == p,
                "starter": seen.starter == p,
                "ender": seen.ender == p,
                "partner": (p + half) % seen.players if seen.teams else None,
            }
            for p, player in enumerate(table.players)
        ],
        "building": [
            {"count": len(pile), "top": _plain(pile[-1]) if pile else None, "next": len(pile) + 1}
            for pile in seen.building
        ],
        "highest": seen.highest,
        "draw": {"count": seen.seen.draw_size},
        "completed": {"count": len(seen.completed)},
        "hand": _hand(table, seen, viewer),
        "moves": _moves(legal),
        "targets": {"button:pass": "pass"} if "pass" in legal else {},
        "cut": [card_or_none(card) for card in seen.cut]
        if (seen.round, seen.turn) == (1, 1) and not table.history.paper
        else None,
    }


def _hand(table: Shown, seen: Observation, viewer: int | None) -> list[str] | None:
    """The viewer's hand; with paper cards all that the hand of the seat to act may hold."""
    if table.history.paper and table.waiting == "person" and table.seat == viewer:
        return possible_hand(table.history)
    return None if seen.me == NOBODY else [_plain(card) for card in seen.mine]


def _moves(legal: tuple[str, ...]) -> View:
    """What may be done with which card: the places that it may go to, and the actions."""
    moves: View = {}
    for action in legal:
        _, _, about = action.partition(" ")
        source, _, place = about.partition(" ")
        if place:
            in_hand = source == "wild" or source.isdecimal()
            moves.setdefault(f"hand:{source}" if in_hand else source, {})[place] = action
    return moves


def _skipbo_prompt(_table: Shown, seen: Observation, legal: tuple[str, ...]) -> View:
    if seen.me != seen.seat:
        return {"key": "cover"}
    return {"key": "pass" if "pass" in legal else "turn"}


TABLES: dict[str, Callable[[Shown, Observation, int | None], View]] = {
    "skyjo": _skyjo_table,
    "newskyjo": _newskyjo_table,
    "skip-bo": _skipbo_table,
}
"""Each game's table: ``TABLES[name](table, seen, viewer)``."""


def lay_open(h: History) -> list[View]:
    """What only the cards' backs or their owners show, by seat: for a round that is over.

    `under` is what lies face down in a grid, "" where nothing does; `cards` a hand.
    """
    s, seats = h.known_state, range(len(h.players))
    cards = [Card(kind) for kind in h.deck.kinds]
    text = _card if effects_of(h) else _plain

    def told(card: int) -> str:
        return text(cards[card]) if card >= 0 else ""

    if h.game.private_hands:
        hands = [[told(card) for card in s.hand[p] if card >= 0] for p in seats]
        return [{"cards": hand} for hand in hands]
    return [{"under": [told(card) for card in s.under[p][: h.codes.cells]]} for p in seats]


def clipped(name: str) -> str:
    """A name or a sentence, as long as the board shows it."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _card(card: Any) -> str:
    """A card of an observation: its number, the effect's key behind it if it has one."""
    if card is None or card.effect is None:
        return _plain(card)
    return f"{_plain(card)}:{card.effect}"


def _plain(card: Any) -> str:
    return "?" if card is None else str(card)


def card_or_none(card: Any) -> str | None:
    """A card as text, None if there is none."""
    return None if card is None else str(card)


def effects_of(h: History) -> dict[str, Effect]:
    """What the cards can do at this table, by key."""
    effects = h.deck.effects  # only a game that has the option is played with such cards
    return effects if effects and h.rules.effects else {}


def effect_words(effect: Effect) -> View:
    """An effect's words, and those of its parts that make a difference."""
    parts = {
        f.name: getattr(effect, f.name)
        for f in dataclasses.fields(effect)
        if f.name in _TOLD_PARTS and getattr(effect, f.name) != f.default
    }
    return {"words": {lang: clipped(text) for lang, text in effect.words.items()}, **parts}


_TOLD_PARTS = (
    "reverse",
    "next_twice",
    "next_skips",
    "next_takes_discard",
    "extra_actions",
    "peek",
    "lands",
)


def _rounds(h: History) -> list[View]:
    """The lines of the score pad."""
    lines = []
    for played in h.rounds:
        told = played.facts
        penalty = [score - raw for score, raw in zip(told["score"], told["raw"], strict=True)]
        lines.append({"round": played.round, **told, "penalty": penalty})
    return lines


PADS: dict[str, Callable[[History], View]] = {
    "skyjo": lambda h: {"target": h.rules.target, "rounds": _rounds(h)},
    "newskyjo": lambda h: {"of": h.rules.rounds, "rounds": _rounds(h)},
    "skip-bo": lambda h: {
        "target": h.rules.target,
        "of": h.rules.rounds,
        "teams": _teams(h),
        "rounds": [{"round": played.round, **played.facts} for played in h.rounds],
    },
}
"""Each game's score pad: how long the game is, and its rounds so far."""


def _teams(h: History) -> list[list[int]] | None:
    half = len(h.players) // 2
    return [[seat, seat + half] for seat in range(half)] if h.rules.teams else None


def row_columns(h: History) -> tuple[str, ...]:
    """The columns of the log that the board shows, or tells in a sentence."""
    return _COLUMNS[h.game.name] + (_EFFECT_COLUMNS if effects_of(h) else ())


_GRID_COLUMNS = (
    "decision",
    "player",
    "notation",
    "card_in",
    "card_out",
    "cleared",
    "source",
    "round",
    "turn",
)
_EFFECT_COLUMNS = ("position", "effect", "no_effect", "swapped")
_COLUMNS = {
    "skyjo": _GRID_COLUMNS,
    "newskyjo": _GRID_COLUMNS,
    "skip-bo": (
        "decision",
        "player",
        "notation",
        "card_in",
        "wild",
        "source",
        "source_pile",
        "position",
        "played_as",
        "completed",
        "round",
        "turn",
    ),
}
