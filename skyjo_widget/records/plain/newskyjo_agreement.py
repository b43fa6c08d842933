"""The engine beside the plain table: the parts in which the states of a game differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.records.history import History
from skyjo_widget.records.plain.newskyjo import NewSkyjoTable
from skyjo_widget.records.plain.skyjo import AnyTable, Table

Part = tuple[str, str]
"""A part's name, and where it is: a seat, a place such as ``0:b3``, an action, or nothing."""
Pair = tuple[Any, Any]
"""The engine's value and the plain table's."""


def differences(h: History, table: AnyTable) -> dict[Part, Pair]:
    """Return the parts that differ where no shuffle and no score is due; empty if none does."""
    return {part: pair for part, pair in _pairs(h, table) if pair[0] != pair[1]}


def _pairs(h: History, table: AnyTable) -> Iterator[tuple[Part, Pair]]:
    yield ("seat", ""), (h.actor, table.seat)
    if not h.between_rounds:
        yield ("phase", ""), (h.game.phases[h.state.phase], table.phase)
    legal, plain = {h.game.action_text(action, h.codes) for action in h.legal()}, {*table.legal()}
    for action in sorted(legal ^ plain):
        yield ("legal", action), (action in legal, action in plain)
    if h.over:
        yield ("winners", ""), (h.game.winners(h.state, h.codes), table.winners)
    if isinstance(table, Table):
        yield from _grid_pairs(h, table)
    if isinstance(table, NewSkyjoTable) and h.actor is not None:
        yield from _newskyjo_pairs(h, table)


def _grid_pairs(h: History, table: Table) -> Iterator[tuple[Part, Pair]]:
    s, n = h.state, h.codes.players
    for seat in range(n):
        for cell in range(h.codes.cells):
            name = position_text(cell, h.codes.columns)
            up, under = s.grid[seat][cell], s.under[seat][cell]
            card = ("up", _card(h, up)) if up >= 0 else ("down", _card(h, under))
            yield (
                ("grid", f"{seat}:{name}"),
                (card if max(up, under) >= 0 else None, table.grids[seat][name]),
            )
    yield ("draw pile", ""), (_pile(h, "draw"), table.draw_pile)
    yield ("discard pile", ""), (_pile(h, "discard"), table.discard_pile[::-1])
    yield ("out", ""), (sorted(_pile(h, "out"), key=str), sorted(table.out, key=str))
    yield ("hand", ""), (_card(h, max(s.hand, getattr(s, "kept", s.hand))), table.hand)
    yield ("round", ""), (s.round, table.round)
    if h.actor is not None:
        yield ("turn", ""), (s.turn, table.turn)
    yield from _by_seat("columns", s.columns_cleared, table.columns_cleared)
    yield from _by_seat("turns", s.turns, table.turns)
    if h.rounds:
        yield from _by_seat("raw", h.rounds[-1].facts["raw"], table.raw)
        yield from _by_seat("score", h.rounds[-1].facts["score"], table.score)
    yield from _by_seat("total", s.total, table.total)


def _newskyjo_pairs(h: History, table: NewSkyjoTable) -> Iterator[tuple[Part, Pair]]:
    """Compare what NewSkyjo has besides, where a seat has to decide."""
    s, n = h.state, h.codes.players
    effects = [None, *h.deck.effects]
    if table.phase != "setup":
        yield ("player", ""), (s.on_turn, table.player)
    for name, engine, plain in (
        ("direction", s.direction, table.direction),
        ("next_twice", s.next_twice, table.twice),
        ("next_skips", s.next_skips, table.skips),
        ("next_takes_discard", bool(s.next_takes), table.takes_discard),
        ("forced", bool(s.must_take), table.forced),
        ("turns_left", max(0, s.turns_left - 1), table.turns_left),
        ("extra_actions", s.actions_left, table.extra_actions),
        ("kept", s.kept >= 0, table.kept),
        ("effect", effects[s.effect], table.effect),
        ("first_pick", _place(h, s.first), table.first_pick),
        ("to_reveal", s.reveals_left, table.to_reveal),
    ):
        yield (name, ""), (engine, plain)
    yield from _by_seat("due", map(bool, s.due[:n]), table.due or [False] * n)
    yield from _by_seat("protect", map(bool, s.protected[:n]), table.protected)
    rank = [kind.card for kind in h.deck.kinds].index  # so the engine sorts what has no order
    blocks = [
        [(sorted(block.cards, key=rank), block.size) for block in by_seat]
        for by_seat in table.known
    ]
    yield from _by_seat("known", (_known_blocks(h, seat) for seat in range(n)), blocks)


def _by_seat(name: str, engine: Any, plain: list[Any]) -> Iterator[tuple[Part, Pair]]:
    for seat, pair in enumerate(zip(engine, plain, strict=False)):  # the engine's lists are longer
        yield (name, str(seat)), pair


def _known_blocks(h: History, seat: int) -> list[tuple[list[Any], int]]:
    """Return a seat's knowledge of the draw pile: so many cards among so many, from the top."""
    s = h.state
    blocks, start = [], 0
    for end in sorted(set(s.known_to[seat]) - {0}):
        inside = [k for k in range(s.known_size[seat]) if s.known_to[seat][k] == end]
        blocks.append(([_card(h, s.known[seat][k]) for k in inside], end - start))
        start = end
    return blocks


def _card(h: History, number: int) -> int | str | None:
    """Return a card of the state as the record writes it."""
    return None if number < 0 else h.deck.kinds[number].card


def _pile(h: History, name: str) -> list[int | str | None]:
    """Return a pile, top first."""
    cards = getattr(h.state, name)[: getattr(h.state, f"{name}_size")]
    return [_card(h, number) for number in reversed(cards)]


def _place(h: History, where: int) -> tuple[int, str] | None:
    """Return a seat and a position; a place is a number, 72 of them a seat's."""
    seat, cell = divmod(where, 72)
    return (seat, position_text(cell, h.codes.columns)) if where >= 0 else None
