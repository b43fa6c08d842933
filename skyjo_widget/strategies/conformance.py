"""The contract of games and bots, as two checks that anybody can run.

>>> from skyjo_widget.strategies.conformance import check_bot, check_game
>>> check_game("skyjo", seats=2, games=1)
>>> check_bot("skyjo", "greedy", seats=2, games=1)
"""

from __future__ import annotations

import copy as copying
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from skyjo_widget import bots
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS, break_off, endless, turns_lost
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.games import GameSpec, settle_rules
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.errors import ConformanceError, PolicyError, RulesError
from skyjo_widget.strategies.call import ask
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util.validation import whole_number

CAP = 100_000
"""Decisions after which a game counts as endless."""
ENOUGH = 10_000
"""Decisions after which `check_bot` breaks a game off: with some decks a turn never ends."""
PENALTIES = 0.02
"""The probability that `check_game` gives a penalty after a decision, in games that have any."""


def check_game(
    game: GameSpec,
    *,
    seats: int,
    games: int = 10,
    seed: int = 0,
    rules: Options | None = None,
    deck: Deck | None = None,
    turns: int = MAX_TURNS,
) -> None:
    """Play random games and check every state against the contract of a game.

    Exactly one seat decides, it has a legal action, and its legal actions follow from its
    observation; no invariant breaks; only actions and referee's penalties change the state;
    texts of actions and states round-trip; a copy shares nothing; secrets don't influence
    observations; the same decisions lead to the same state; the game ends.

    Parameters
    ----------
    game : str or Game
        A preset, as in `skyjo_widget.play`.
    seats : int
        How many play.
    games : int
        The number of games, each played to its end.
    seed : int
        The seed of the games.
    rules : rules object, optional
        Rules in place of the preset's.
    deck : Deck, optional
        A deck in place of the game's.
    turns : int
        Turns after which a game is broken off if nobody has ended the round.

    Raises
    ------
    ConformanceError
        With the state's text and what is wrong with it.
    RulesError
        If the game can't be played so.
    """
    game, r = _table(game, seats, rules, deck)
    _check_count(games)
    for number in range(games):
        rng = np.random.default_rng([seed, number])
        s = game.state()
        game.start(s, r)
        lost = 0
        for _ in range(CAP):
            _check_state(game, s, r, rng)
            if s.phase == game.game_over:
                break
            if s.phase in game.idle_phases:
                lost = turns_lost(s, lost) if s.phase == game.round_over else lost
                _advance(game, s, r, rng)
            elif endless(s, lost, turns, 0):
                break_off(s, game.game_over)
            else:
                actions = game.legal_actions(s, r)
                action = actions[int(rng.random() * len(actions))]
                twin = copy(s)
                game.apply(s, r, action)
                game.apply(twin, r, action)
                _demand(s == twin, game, s, r, f"{action} led to two different states")
                if game.penalize and game.actor(s) != NOBODY and rng.random() < PENALTIES:
                    _check_penalty(game, s, r, rng)
        else:
            raise ConformanceError(
                "{preset}: game {number} hasn't ended after {cap} decisions",
                preset=game.name,
                number=number,
                cap=CAP,
            )
        totals = s.total[:seats]
        won = game.winners(s, r)
        alike = [seat for seat in range(seats) if won and totals[seat] == totals[won[0]]]
        _demand(won == alike, game, s, r, "unequal winners, or not all of them")
        _demand(not (won and s.unfinished), game, s, r, "a game that was broken off was won")


def check_bot(
    game: GameSpec,
    bot: str | Callable[[Observation], int | str],
    *,
    seats: int = 2,
    games: int = 10,
    seed: int = 0,
    rules: Options | None = None,
    deck: Deck | None = None,
    turns: int = MAX_TURNS,
) -> None:
    """Seat a bot everywhere and check its answers against the contract of a bot.

    Every answer is legal; the same observation and generator give the same answer; the
    observation stays unchanged; permuting hidden cards changes no answer.

    Parameters
    ----------
    game : str or Game
        A preset, as in `skyjo_widget.play`.
    bot : str or callable
        A built-in policy's name, or a function from an `Observation` to an action.
    seats, games, seed, rules, deck, turns
        See `check_game`.

    Raises
    ------
    ConformanceError
        With the observation and the answer.
    RulesError
        If the game can't be played so.
    """
    game, r = _table(game, seats, rules, deck)
    _check_count(games)
    answer = _answerer(game, bot, r)
    for number in range(games):
        rng = np.random.default_rng([seed, number])
        s = game.state()
        game.start(s, r)
        decisions = lost = 0
        while s.phase != game.game_over:
            if s.phase in game.idle_phases:
                lost = turns_lost(s, lost) if s.phase == game.round_over else lost
                _advance(game, s, r, rng)
                continue
            if endless(s, lost, turns, 0) or decisions == ENOUGH:
                break_off(s, game.game_over)
                continue
            decisions += 1
            before = copying.deepcopy(rng)
            action = answer(s, rng)
            legal = game.legal_actions(s, r)
            _demand(action in legal, game, s, r, f"{_name(bot)} answered {action!r}")
            other = copy(s)
            permute_hidden(game, other, r, s.seat, np.random.default_rng([seed, number, decisions]))
            repeated = answer(other, before)
            _demand(
                repeated == action,
                game,
                s,
                r,
                f"{_name(bot)} answered {action!r}, and {repeated!r} to the same observation",
            )
            game.apply(s, r, action)


def _table(
    preset: GameSpec, players: int, rules: Options | None, deck: Deck | None
) -> tuple[Game, Any]:
    """Return the game with its deck, and the rule codes."""
    game, chosen, cards = settle_rules(preset, rules, deck, {})
    return dataclasses.replace(game, deck=cards), chosen.codes(players, cards)


def _name(bot: Any) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def _check_count(games: int) -> None:
    if whole_number("games", games) < 1:
        raise RulesError(
            "games={games}: nothing would be checked; 1 or more are needed", games=games
        )


def permute_hidden(game: Game, s: Any, r: Any, seat: int, rng: np.random.Generator) -> None:
    """Permute, in place, all cards that a seat can't see.

    Parameters
    ----------
    game : Game
        The game.
    s, r : twin
        A state, which is changed, and the rule codes.
    seat : int
        The observing seat: secret fields are permuted, fields for the seat to act alone unless
        it is this one, and those of other owners; hands stay sorted.  Cards of the draw pile
        stay consistent with this seat's knowledge of them; those of a pile made of discards
        stay in it.
    rng : Generator
        The source of the permutation.
    """
    _scatter_others_parts(game, s, seat, rng)
    cards, coming = _known_places(game, s, seat, rng)
    places = list(_unseen_places(game, s, seat))
    down: list[_Where] = []
    if getattr(s, "reshuffled_size", 0):  # everybody knows which cards lie in the grids
        grids = {id(row) for row in s.under}
        down = [(place, i) for place, i in places if id(place) in grids]
        places = [(place, i) for place, i in places if id(place) not in grids]
    _permute(places, cards, coming, rng)
    _permute(down, [], [], rng)
    for f in dataclasses.fields(game.state):
        if f.metadata["text"] == "hands":
            for hand in getattr(s, f.name):
                held = [card for card in hand if card != NO_CARD]
                hand[: len(held)] = sorted(held)


_Where = tuple[Any, int | str]
"""The place of a card: an object and a name, or a list and an index."""


def _permute(
    places: list[_Where], pinned_cards: list[int], coming: list[_Where], rng: np.random.Generator
) -> None:
    """Permute cards; those that are `pinned_cards` come to the places `coming`."""
    cards = [getattr(place, i) if isinstance(i, str) else place[i] for place, i in places]
    for card in pinned_cards:
        cards.remove(card)
    shuffle(rng, cards, len(cards))
    pinned = {(id(place), i) for place, i in coming}
    free = [(place, i) for place, i in places if (id(place), i) not in pinned]
    for (place, i), card in zip([*coming, *free], [*pinned_cards, *cards], strict=True):
        if isinstance(i, str):
            setattr(place, i, card)
        else:
            place[i] = card


def _known_places(
    game: Game, s: Any, seat: int, rng: np.random.Generator
) -> tuple[list[int], list[_Where]]:
    """Return the hidden cards that a seat knows, and places consistent with that knowledge."""
    cards, to = game.known(s, seat)
    if not cards:
        return [], []
    coming: list[_Where] = [(s.draw, i) for i in range(s.draw_size - 1, -1, -1)]
    if s.hand != NO_CARD and seat != s.seat:
        coming.insert(0, (s, "hand"))
    elif s.hand != NO_CARD:  # the card in one's own hand is the first of them, and seen
        if s.hand in cards[: to.count(to[0]) if to else 0]:
            del to[cards.index(s.hand)]
            cards.remove(s.hand)
        to = [depth - 1 for depth in to]
    places: list[_Where] = []
    start = 0
    for end in sorted(set(to)):
        block = coming[start:end]
        shuffle(rng, block, len(block))
        places += block[: to.count(end)]
        start = end
    return cards, places


def _scatter_others_parts(game: Game, s: Any, seat: int, rng: np.random.Generator) -> None:
    for f in dataclasses.fields(game.state):
        if f.metadata["seen"] == "owner" and f.metadata["text"] != "hands":
            for owner, part in enumerate(getattr(s, f.name)):
                if owner != seat and isinstance(part, list):
                    shuffle(rng, part, len(part))
                elif owner != seat:
                    getattr(s, f.name)[owner] = int(rng.random() * (part + 1))


def _unseen_places(game: Game, s: Any, seat: int) -> Iterator[_Where]:
    for f in dataclasses.fields(game.state):
        value, seen = getattr(s, f.name), f.metadata["seen"]
        if seen == "actor" and seat != s.seat and value != NO_CARD:
            yield s, f.name
        elif f.metadata["text"] == "hands":
            for owner, hand in enumerate(value):
                if owner != seat:
                    yield from ((hand, i) for i, card in enumerate(hand) if card != NO_CARD)
        elif seen == "secret" and f.metadata["text"] == "pile":
            yield from ((value, i) for i in range(getattr(s, f"{f.name}_size")))
        elif seen == "secret" and f.metadata["shape"]:  # not the dice, which are no card
            for row in value:
                yield from ((row, i) for i, card in enumerate(row) if card != NO_CARD)


def _check_penalty(game: Game, s: Any, r: Any, rng: np.random.Generator) -> None:
    """Give a penalty, and check that it doesn't change the seat to act."""
    actor = s.seat
    assert game.penalize is not None
    game.penalize(s, r, int(rng.random() * r.players))
    while s.phase == game.shuffle_phase:
        _check_state(game, s, r, rng)
        _advance(game, s, r, rng)
    _demand(game.actor(s) == actor, game, s, r, "a penalty has changed whose turn it is")


def _advance(game: Game, s: Any, r: Any, rng: np.random.Generator) -> None:
    if s.phase == game.shuffle_phase:
        shuffle(rng, s.draw, s.draw_size)
    game.proceed(s, r)


def _answerer(
    game: Game, bot: str | Callable[[Observation], int | str], r: Any
) -> Callable[[Any, np.random.Generator], Any]:
    if isinstance(bot, str):
        policy = bots.find(game.name, bot)

        def built_in(s: Any, rng: np.random.Generator) -> Any:
            o = observe(s, s.seat)
            action = policy.act(o, r, rng)
            _demand(o == observe(s, s.seat), game, s, r, f"{bot} changed its observation")
            return action

        return built_in

    observations: list[Observation] = []

    def watched(observation: Observation) -> Any:
        observations[:] = [observation]
        return bot(observation)

    def own(s: Any, rng: np.random.Generator) -> int:
        try:
            action = ask(watched, game, s, r, game.deck, rng, name=_name(bot))
        except PolicyError as error:
            raised = "raised " if error.__cause__ else ""
            what = f"{_name(bot)} {raised}{error.line}"
            raise ConformanceError(
                "{what}, given {observation}", what=what, observation=error.observation
            ) from error
        untouched = Observation(game, s, r, game.deck, s.seat)
        same = _all_fields(observations[0]) == _all_fields(untouched)
        _demand(same, game, s, r, f"{_name(bot)} changed its observation")
        return action

    return own


def _all_fields(observation: Observation) -> dict[str, Any]:
    """Return all fields of an observation, including those that are computed on access."""
    for name in dir(observation):
        if not name.startswith("_") and name not in vars(type(observation)):
            getattr(observation, name)
    _ = observation.legal
    return vars(observation)


def _check_state(game: Game, s: Any, r: Any, rng: np.random.Generator) -> None:
    broken = status(game, s, r)
    _demand(not broken, game, s, r, f"broken: {', '.join(broken)}")
    text = game.state_text(s, r, game.deck)
    _demand(game.parse_state(text, r, game.deck) == s, game, s, r, "its text reads differently")
    actor = game.actor(s)
    actions = game.legal_actions(s, r)
    _demand((actor != NOBODY) == bool(actions), game, s, r, "a seat to act without an action")
    _demand(actions == sorted(set(actions)), game, s, r, "legal actions doubled or unsorted")
    if actor == NOBODY:
        return
    for action in actions:
        name = game.action_text(action, r)
        _demand(game.parse_action(name, r) == action, game, s, r, f"{name!r} reads differently")
    seen = observe(s, actor)
    _demand(game.legal_actions(seen, r) == actions, game, s, r, "what is legal can't be seen")
    for seat in range(r.players):
        other = copy(s)
        permute_hidden(game, other, r, seat, rng)
        _demand(
            observe(other, seat) == observe(s, seat), game, s, r, f"seat {seat} sees a hidden card"
        )
    shared = copy(s)
    _scramble(shared)
    _demand(game.state_text(s, r, game.deck) == text, game, s, r, "a copy shares something")


def _scramble(s: Any) -> None:
    for f in dataclasses.fields(s):
        value = getattr(s, f.name)
        for row in value if f.metadata["shape"][1:] else [value]:
            if isinstance(row, list):
                row[:] = [UNKNOWN] * len(row)


def _demand(holds: bool, game: Game, s: Any, r: Any, what: str) -> None:
    if not holds:
        raise ConformanceError(
            "{what}, in {state}", what=what, state=game.state_text(s, r, game.deck)
        )
