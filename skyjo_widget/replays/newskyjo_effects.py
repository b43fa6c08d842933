"""`check_effect`: a designer's effect on the engine and on the plain table, side by side."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import Effect, effects, find_effect
from skyjo_widget.engine.core.dealing import MOST_DICE
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.options import NewSkyjoRules
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records.header import Player, header
from skyjo_widget.records.history import History
from skyjo_widget.records.plain.newskyjo import NewSkyjoTable
from skyjo_widget.records.plain.newskyjo_agreement import Pair, Part, differences
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import UNKNOWN, CellTexts, CellView
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import seed_number, whole_number
from skyjo_widget.util.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from skyjo_widget.replays.widget import Replay

_COUNT = 4
"""Cards with the effect that are added for each number of the deck."""


@in_its_language
def check_effect(
    effect: Effect | str,
    plain: Callable[[Any], object] | None = None,
    *,
    seats: int = 3,
    games: int = 50,
    seed: int | str | None = 0,
    lang: str | None = None,
) -> EffectCheck:
    """Play an effect on the engine and on a second, plain one, until the two part.

    NewSkyjo's deck gets four cards with the effect for each number; decisions are random.

    Parameters
    ----------
    effect : Effect or str
        The effect, or the key or words of one that is registered.
    plain : callable, optional
        ``plain(table)``, the card's text once more: it changes a
        `skyjo_widget.records.plain.newskyjo.NewSkyjoTable` when the effect begins, in place of all
        parts but the landing and the points.  The column rule and the landing follow by themselves.
        ``table.rng`` has the numbers of an own function's ``board.rng``.  By default the plain
        engine reads the effect's parts.
    seats : int
        How many play, 3 to 8.
    games : int
        The most games, of a round each.
    seed : int, str or None
        Of the first game; the next ones have the following numbers.
    lang : str, optional
        The language of the result; English by default.

    Returns
    -------
    EffectCheck
        In a cell it shows that both agree, or the first moment where they don't.

    Raises
    ------
    RulesError
        If there is no such effect, a function has no `plain` beside it, or `plain` fails; with its
        line.

    Examples
    --------
    >>> turn = Effect(key="u-turn", reverse=True, extra_actions=1)
    >>> check_effect(turn, games=2)
    <EffectCheck u-turn: text and game agree in 2 games, 17 plays of the effect>
    """
    lang = call_language(lang)
    registered = find_effect(effect) if isinstance(effect, str) else effect
    if not isinstance(registered, Effect):
        raise RulesError(
            "effect={effect!r:.60}: there is no such effect{meant}; register_effect takes one",
            effect=effect,
            meant=suggestion(effect, effects()),
        )
    if plain is None and registered.function is not None:
        raise RulesError(
            "effect {key}: it is a function; plain=… says its text once more", key=registered.key
        )
    if not (plain is None or callable(plain)):
        raise RulesError("plain={plain!r:.60}: a function of a table is needed", plain=plain)
    games, first = whole_number("games", games), seed_number(seed)
    if games < 1:
        raise RulesError(
            "games={games}: nothing would be checked; 1 or more are needed", games=games
        )
    deck, plays, say = _deck_with(registered), 0, CellTexts(lang)
    seats = whole_number("seats", seats)
    NewSkyjoRules().codes(seats, deck)  # raises for another number of players
    people = [Player(say("seat", seat=str(seat)), "person", None) for seat in range(seats)]
    for number in range(1, games + 1):
        game = _Game(registered.key, plain, deck, people, (first + number - 1) % 2**63)
        apart = game.play()
        plays += game.table.plays
        if apart:
            return EffectCheck(
                registered.key, number, plays, lang, game.history, game.decision, apart
            )
    return EffectCheck(registered.key, games, plays, lang)


def _deck_with(effect: Effect) -> Deck:
    counts = Counter({(kind.value, kind.effect): kind.count for kind in NEWSKYJO_DECK.kinds})
    for value in {kind.value for kind in NEWSKYJO_DECK.kinds}:
        counts[value, effect] += _COUNT
    return Deck.from_counts((value, count, on_it) for (value, on_it), count in counts.items())


class _PlainTable(NewSkyjoTable):
    """A plain table that counts the plays of an effect, and has its text as a function."""

    def __init__(
        self, game: dict[str, Any], key: str, plain: Callable[[Any], object] | None
    ) -> None:
        parts = game["effects"]
        super().__init__({**game, "effects": {**parts, key: {**parts[key], "function": None}}})
        self.key, self.plain, self.plays = key, plain, 0
        self.rng = random.Random(0)

    def begin_effect(self, name: str) -> None:
        self.plays += name == self.key
        if name != self.key or self.plain is None:
            super().begin_effect(name)
            return
        self.effect = self.happened.effect = name
        phase = self.phase
        self.plain(self)
        if (self.effect, self.phase) == (name, phase):  # else it waits for a choice, or has ended
            self.clear_columns()
            self.end_effect()


class _Game:
    """A game on both engines."""

    def __init__(
        self,
        key: str,
        plain: Callable[[Any], object] | None,
        deck: Deck,
        players: list[Player],
        seed: int,
    ) -> None:
        event = header(
            game=NEWSKYJO,
            game_id=f"{key}-{seed}",
            preset=NEWSKYJO.name,
            rules=NewSkyjoRules(),
            deck=deck,
            players=players,
            seed=seed,
            practice=True,
            software=__version__,
        )
        self.history = History(event)
        self.table = _PlainTable(event, key, plain)
        self._followed = 1
        self._rng = np.random.default_rng(seed)

    def play(self) -> dict[Part, Pair]:
        """Play on until the engines part, then to the end on one; return what differs."""
        apart: dict[Part, Pair] = {}
        while True:
            self.history.settle()
            if not apart:
                self._follow()
                self.decision = len(self.history.decisions) - 1
                apart = differences(self.history, self.table)
            if self.history.over:
                return apart
            self.table.rng = random.Random(self.history.state.dice)
            self.table.rng.randrange(1, MOST_DICE)  # as `EffectBoard` does first
            actions = self.history.legal()
            self.history.act(actions[int(self._rng.random() * len(actions))])

    def _follow(self) -> None:
        """Play on the plain table what the engine has played since."""
        events = self.history.events[self._followed :]
        self._followed += len(events)
        for event in events:
            try:
                if event["event"] == "shuffle":
                    self.table.shuffle(event["order"])
                elif event["event"] == "act":
                    self.table.act(event["seat"], event["action"])
            except Exception as error:
                if self.table.plain is None:
                    raise
                raise self._failure(error) from error

    def _failure(self, error: Exception) -> RulesError:
        lines = [
            line
            for frame, line in traceback.walk_tb(error.__traceback__)
            if not str(frame.f_globals.get("__name__")).startswith("skyjo_widget.")
        ]
        where = _("line {line}", line=lines[-1]) if lines else _("no turn is possible after it")
        return RulesError(
            "{name}: {where}: {error} (game {seed}, decision {decision})",
            name=getattr(self.table.plain, "__name__", "plain"),
            where=where,
            error=f"{type(error).__name__}: {error}",
            seed=self.history.header["seed"],
            decision=len(self.history.decisions) - 1,
        )


class Moment(NamedTuple):
    """The first moment at which text and game part.

    Parameters
    ----------
    seed : int
        The game's.
    decision : int
        The decision after which they differ.
    round, turn : int
    player, action : str
        Who decided, and what, in notation.
    """

    seed: int
    decision: int
    round: int
    turn: int
    player: str
    action: str


@speaks
class EffectCheck(CellView):
    """The result of playing an effect on two engines; made by `check_effect`.

    Attributes
    ----------
    effect : str
        Its key.
    games, plays : int
        The games that were played, and how often the effect began in them.
    moment : Moment or None
        The first moment at which they part; None if both agree.
    """

    def __init__(
        self,
        effect: str,
        games: int,
        plays: int,
        lang: str,
        history: History | None = None,
        decision: int = 0,
        apart: dict[Part, Pair] | None = None,
    ) -> None:
        self.effect: str = effect
        self.games: int = games
        self.plays: int = plays
        self.lang: str = lang
        self.moment: Moment | None = None
        self._history, self._apart = history, apart or {}
        if history is not None:
            row = history.decisions[decision]
            self.moment = Moment(
                history.header["seed"], decision, row.round, row.turn, row.player, row.notation
            )

    @property
    def agrees(self) -> bool:
        """True if text and game agree in all games."""
        return self.moment is None

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each part that differs: part, where, game, text.

        ``where`` is a seat, a place (``0:b3``) or an action; of piles the cards from the top, as
        far as they differ.
        """
        import pandas as pd  # noqa: PLC0415  (it loads when it is asked for)

        rows = [(*part, *_texts(*pair)) for part, pair in self._apart.items()]
        return pd.DataFrame(rows, columns=["part", "where", "game", "text"], dtype="string")

    def board(self, *, display: bool = True) -> Replay:
        """Open the position before they part, on the board; the next step is the game's.

        Parameters
        ----------
        display : bool
            Show it at once, if in a notebook.

        Raises
        ------
        RulesError
            If both agree.
        """
        from skyjo_widget.replays.widget import replay  # noqa: PLC0415  (it loads ipywidgets)

        if self.moment is None or self._history is None:
            raise RulesError("text and game agree: there is no moment to open")
        study = replay(self._history, lang=self.lang, display=display)
        study.show(self.moment.decision)
        return study

    def sentence(self, lang: str | None = None) -> str:
        """Return the result as a sentence."""
        say = CellTexts(lang or self.lang)
        if self.moment is None:
            return say("effect_agrees", count=self.games, plays=self.plays)
        seed, decision, number, turn, player, action = self.moment
        return say(
            "effect_parts",
            seed=str(seed),
            decision=str(decision),
            moment=say("moment", round=number, turn=turn),
            player=player,
            action=say.action(action, NEWSKYJO.name),
        )

    def __repr__(self) -> str:
        lines = [f"<EffectCheck {markup.short(self.effect)}: {self.sentence()}>"]
        lines += [f"{part} {where}: {game} | {text}" for part, where, game, text in self._rows()]
        return markup.clipped_lines(lines)

    def _rows(self, lang: str | None = None) -> list[tuple[str, str, str, str]]:
        names = words(lang or self.lang)["faces"]["parts"]
        return [(names[part], where, *_texts(*pair)) for (part, where), pair in self._apart.items()]

    def _face(self, say: CellTexts) -> markup.Html:
        parts = [markup.paragraph(self.sentence(say.lang))]
        if self._apart:
            parts.append(say.rows(("part", "where", "game", "text"), self._rows(say.lang)))
            parts.append(markup.paragraph(say("effect_board")))
        return say.face(self.effect, *parts, sub=say("effect"))


def _texts(game: Any, text: Any) -> tuple[str, str]:
    """Return two values as texts, lists without the end that both share."""
    if isinstance(game, list) and isinstance(text, list):
        same = 0
        while same < min(len(game), len(text)) and game[-1 - same] == text[-1 - same]:
            same += 1
        game, text = ([*cards[: len(cards) - same], *["…"] * bool(same)] for cards in (game, text))
    return _text(game), _text(text)


def _text(value: Any) -> str:
    match value:
        case None | False:
            return UNKNOWN
        case True:
            return "✓"
        case ("down", card):
            return f"({card})"
        case ("up", card):
            return str(card)
        case (int() as seat, str() as position):
            return f"{seat}:{position}"
        case (list() as cards, size):
            return f"{_text(cards)} / {size}"
        case list():
            return " ".join(map(_text, value)) or UNKNOWN
    return str(value)
