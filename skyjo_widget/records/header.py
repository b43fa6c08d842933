"""The header, a record's first event: the game, its rules and cards, and the players."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.cards.deck import Deck, Parent
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.engine.core.dealing import read_order
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.invariants import reasons
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import NotationError, RecordError, RulesError
from skyjo_widget.errors.message import joined, message_of
from skyjo_widget.records.record_file import FORMAT, VERSION, Event, parse_timestamp, timestamp


@dataclasses.dataclass(slots=True)
class Player:
    """A player: a person, or a bot with the name of its policy."""

    name: str
    kind: Literal["person", "bot"]
    policy: str | None

    def as_dict(self) -> dict[str, str | None]:
        """Convert to the record's form."""
        return {"name": self.name, "kind": self.kind, "policy": self.policy}


def header(
    *,
    game: Game,
    game_id: str,
    preset: str,
    rules: Any,
    deck: Deck,
    players: list[Player],
    seed: int,
    practice: bool,
    software: str,
    **more: Any,
) -> Event:
    """Make a record's first event; `more` are the entries that not every game has."""
    return {
        "event": "game",
        "at": timestamp(),
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "game_id": game_id,
        "preset": preset,
        "rules": rules.as_dict(),
        "deck": [list(entry) for entry in deck.counts],
        **({"effects": {k: e.as_dict() for k, e in deck.effects.items()}} if deck.effects else {}),
        "deck_hash": deck.hash,
        **({"deck_name": deck.name} if deck.name else {}),
        **({"deck_parent": deck.parent._asdict()} if deck.parent else {}),
        "players": [player.as_dict() for player in players],
        "seed": seed,
        "practice": practice,
        "software": software,
        **more,
    }


def read_header(event: Event) -> tuple[Game, Any, Deck, list[Player]]:
    """Read the game, its rules, its deck and its players from a header.

    Raises
    ------
    RecordError
        If the event is of another format or version, or can't be played.
    """
    if event.get("event") != "game" or event.get("format") != FORMAT:
        raise RecordError(
            "a record begins with a 'game' event of the format {format!r}", format=FORMAT, line=1
        )
    if type(event.get("version")) is not int or event["version"] != VERSION:
        raise RecordError(
            "the record has version {found!r}; this software reads {version}",
            found=event.get("version"),
            version=VERSION,
            line=1,
        )
    try:
        game = GAMES.get(event["game"])
        if game is None:
            raise RecordError(
                "unknown game {game!r}; known are {games}",
                game=event["game"],
                games=", ".join(GAMES),
            )
        base = next(iter(game.presets.values()))
        if not isinstance(event["rules"], dict):
            raise RecordError("the rules are an object with every option")
        for name in base.as_dict():
            _ = event["rules"][name]
        rules = base.replace(**event["rules"])
        _check_types(rules, event["rules"])
        deck = _read_deck(event)
        players = [read_player(player) for player in event["players"]]
        rules.codes(len(players), deck)
        parse_timestamp(event["at"])
        for key, kind in (("game_id", str), ("preset", str), ("practice", bool), ("seed", int)):
            if type(event[key]) is not kind:
                raise RecordError(
                    "{key} = {value!r} is of the wrong type", key=key, value=event[key]
                )
        _check_beginning(event, game, rules.codes(len(players), deck), deck)
        if not 0 <= event["seed"] < 2**63:
            raise RecordError("seed = {seed} is outside 0 to 2**63 - 1", seed=event["seed"])
    except KeyError as error:
        raise RecordError("the key {error} is missing", error=error, line=1) from None
    except (RulesError, NotationError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(message_of(error), line=1) from None
    return game, rules, deck, players


def _check_types(rules: Any, written: Event) -> None:
    """Raise `RecordError` for a rule option that is a text instead of a number, or vice versa."""
    for name, value in dataclasses.asdict(rules).items():
        if isinstance(written.get(name, value), str) != isinstance(value, str):
            raise RecordError(
                "{name} = {value!r} is of the wrong type", name=name, value=written[name]
            )


def _check_beginning(event: Event, game: Game, codes: Any, deck: Deck) -> None:
    """Check the optional entries: an initial state, an order, a locked coach."""
    if event.get("coach") not in (None, "locked"):
        raise RecordError("coach = {coach!r}: only 'locked' can stand there", coach=event["coach"])
    _check_paper(event, game)
    branch, position, start = (event.get(key) for key in ("branch", "position", "start"))
    if (branch is None and position is None) != (start is None):
        raise RecordError("start and either branch or position belong together")
    if "order" in event:
        if start is not None:
            raise RecordError("order: a game that begins in the middle has no first deal")
        read_order([*event["order"], ...], deck)
    if start is None:
        return
    if branch is not None and (
        type(branch["game_id"]) is not str or type(branch["decision"]) is not int
    ):
        raise RecordError("branch = {branch!r}: a game_id and a decision are needed", branch=branch)
    if position is not None:
        game.parse_state(position, codes, deck)
    state = game.parse_state(start, codes, deck)
    names = [str(player["name"]) for player in event["players"]]
    if wrong := reasons(game, state, codes, deck, names):
        raise RecordError("start is no state of such a game: {wrong}", wrong=joined("; ", wrong))
    if game.actor(state) == NOBODY:
        raise RecordError("start is no moment in which a seat decides")


def _check_paper(event: Event, game: Game) -> None:
    """Check the entries of a game with paper cards."""
    paper, players = event.get("paper", False), event["players"]
    if type(paper) is not bool:
        raise RecordError("paper = {paper!r}: true or false is needed", paper=paper)
    if not paper:
        return
    if event.get("branch") or any(player["kind"] != "person" for player in players):
        raise RecordError("a game with paper cards is played by people, from its beginning")
    dealer = event.get("dealer")
    if game.has_dealer and (type(dealer) is not int or dealer not in range(len(players))):
        raise RecordError(
            "dealer = {dealer!r}: with paper cards the seat that deals first", dealer=dealer
        )


def _read_deck(event: Event) -> Deck:
    """Read the deck of a record, with the record's definitions of its effects."""
    effects = {}
    for key, parts in event.get("effects", {}).items():
        effects[key] = Effect.from_dict(parts)
        if effects[key].key != key:
            raise RecordError(
                "the effect {key!r} has the key {other!r}", key=key, other=effects[key].key
            )
    counts = []
    for value, count, *effect in event["deck"]:
        if isinstance(count, str) or (isinstance(value, str) and value != WILD):
            raise RecordError(
                "deck: the card {value!r} with the count {count!r}: no whole number",
                value=value,
                count=count,
            )
        if effect and (len(effect) > 1 or effect[0] not in effects):
            raise RecordError(
                "the card {value!r} has an effect that the record doesn't hold", value=value
            )
        counts.append((value, count, *(effects[key] for key in effect)))
    parent = event.get("deck_parent")
    if parent is not None:
        if not isinstance(parent, dict):
            raise RecordError(
                "deck_parent = {parent!r:.60}: a hash and a name are needed", parent=parent
            )
        parent = Parent(parent["hash"], parent["name"])
    deck = Deck.from_counts(counts)
    return dataclasses.replace(deck, name=event.get("deck_name", ""), parent=parent)


def read_player(player: Any) -> Player:
    """Read a player from the record's form; raises `RecordError`."""
    name, kind, policy = player["name"], player["kind"], player["policy"]
    if not isinstance(name, str) or kind not in ("person", "bot"):
        raise RecordError(
            "{player!r} is no player: a name and a kind, person or bot, are needed", player=player
        )
    if not isinstance(policy, str) if kind == "bot" else policy is not None:
        raise RecordError(
            "{player!r} is no player: a bot has a policy's name, a person null", player=player
        )
    return Player(name, kind, policy)
