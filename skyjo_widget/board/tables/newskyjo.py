"""NewSkyjo's table in the view: order of play, effects, and known cards."""

from __future__ import annotations

from typing import Any, cast

from skyjo_widget.board.tables.common import (
    TableSnapshot,
    TableView,
    View,
    card_or_none,
    card_text,
    clipped,
    prompt,
)
from skyjo_widget.board.tables.grids import COLUMNS, grid_table, pad
from skyjo_widget.engine.cards.effects import Effect, Pick, Reveal
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.newskyjo.rules import follower
from skyjo_widget.strategies.observations import NewSkyjoObservation


def newskyjo_table(table: TableSnapshot, seen: NewSkyjoObservation, viewer: int | None) -> View:
    """Build a grid game's table, the order of play, the present effect, and known cards."""
    grids = grid_table(table, seen, viewer)
    if seen.kept is not None:
        grids["held"] = {"seat": seen.on_turn, "card": card_text(seen.kept), "source": "kept"}
    return {
        "prompt": prompt(table, seen, viewer, _newskyjo_prompt),
        **grids,
        "order_of_play": _order_of_play(table, seen),
        "resolving": {"effect": seen.effect, "first": seen.first} if seen.effect else None,
        **_looked_at(seen, viewer),
    }


def _order_of_play(table: TableSnapshot, seen: NewSkyjoObservation) -> View | None:
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
        **({"protected": protected} if (protected := _protected(seen)) else {}),
    }


def _protected(seen: NewSkyjoObservation) -> list[int]:
    """List the seats whose grids are protected."""
    return [p for p in range(seen.players) if seen.seen.protected[p]]


def _looked_at(seen: NewSkyjoObservation, viewer: int | None) -> View:
    """Return the cards that the viewer puts in order now, and those that the viewer knows.

    A known card has its greatest depth; it lies behind those of lesser depth.
    """
    if viewer is None or seen.seat == NOBODY:
        return {"known": None, "peeked": None}
    cards: list[tuple[Any, int]] = seen.known[viewer]
    if seen.phase == "order" and seen.on_turn == viewer:
        count = len(seen.legal[0].partition(" ")[2])
        return {"known": None, "peeked": [card_text(card) for card, _ in cards[:count]]}
    if seen.phase == "place drawn" and cards:
        cards = _without_hand(cards, seen.hand)
    return {"known": [[card_text(card), to] for card, to in cards] or None, "peeked": None}


def _without_hand(cards: list[tuple[Any, int]], hand: Any) -> list[tuple[Any, int]]:
    """Remove the drawn card, which lies in a hand, from a seat's known cards.

    Another seat's drawn card (None) is the first known one, if its place is known.
    """
    to = cards[0][1]
    drawn = cards[0][0] if to == 1 else hand
    if drawn is None:
        return cards
    maybe = [card_text(card) for card, k in cards if k == to]
    n = maybe.index(card_text(drawn)) if card_text(drawn) in maybe else len(cards)
    return [(card, k - 1) for i, (card, k) in enumerate(cards) if i != n]


def _newskyjo_prompt(
    table: TableSnapshot, seen: NewSkyjoObservation, legal: tuple[str, ...]
) -> View:
    effect = table.history.deck.effects.get(seen.effect or "")
    if effect and seen.phase == "pick hidden":
        return _reveal_prompt(table, seen, effect)
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
    elif key in ("place_kept", "give"):
        card = seen.kept
    return {"key": key, "card": card_or_none(card)}


def _pick_prompt(table: TableSnapshot, seen: NewSkyjoObservation, effect: Effect) -> View:
    """Return the prompt for a pick, from the effect's parts."""
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


def _reveal_prompt(table: TableSnapshot, seen: NewSkyjoObservation, effect: Effect) -> View:
    """Return the prompt for a hidden card that is to be turned up."""
    reveal = cast("Reveal", effect.reveal)
    player = clipped(table.players[seen.on_turn].name)
    hidden = Pick("others" if reveal.whose == "anybody" else reveal.whose, "hidden")
    whose = "anybody" if reveal.whose == "anybody" else _whose(hidden, effect)
    left = seen.reveals_left
    key = "pick_hidden" if left == 1 else "pick_hidden_more"
    return {"key": key, "which": _pick(whose, hidden, player), "count": left - 1}


def _pick(whose: str, pick: Pick, player: str) -> View:
    """Return the phrase of a card that may be picked: ``one of Ana's hidden cards``."""
    phrase: View = {"key": f"cards.{whose}", "faces": {"key": f"cards.{pick.faces}"}}
    return {**phrase, "player": player} if whose.startswith("player") else phrase


def _whose(pick: Pick, effect: Effect) -> str:
    """Return the owner of a pick from the chooser's point of view."""
    if pick.whose == "player" and effect.chooser == "player":
        return "own"
    return pick.whose.split()[0]


NEWSKYJO_TABLE = TableView("grids", newskyjo_table, pad, COLUMNS)
"""NewSkyjo's table."""
