"""A class at many tables: one PIN, one log, one page for the projector."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.registry import TABLES
from skyjo_widget.errors import RulesError
from skyjo_widget.front.protocol.serving import Ranked
from skyjo_widget.records.history import History
from skyjo_widget.serving.class_predictions import FILE, ClassPredictions
from skyjo_widget.serving.names import alias, names_of
from skyjo_widget.serving.serving import Serving
from skyjo_widget.util.messages import speaks

if TYPE_CHECKING:
    import pandas as pd

    from skyjo_widget.serving.hall_log import HallLog

_COLUMNS = ["table", "player", "games", "wins", "rounds", "mean_score", "points"]


@speaks
class Hall(Serving):
    """A class at many tables; made by `classroom`.

    Parameters
    ----------
    sessions : sequence of Session
        The tables.
    **options
        As in `Serving`.
    """

    def __init__(self, sessions: Sequence[Session], **options: Any) -> None:
        self.sessions: list[Session] = list(sessions)
        self._games: list[list[tuple[History, Path | None]]] = [
            [(session.history, session.path)] for session in self.sessions
        ]
        self._ranked: tuple[Any, list[Ranked]] = (None, [])
        for session, games in zip(self.sessions, self._games, strict=True):
            session.parts.game.on_change(lambda session=session, games=games: _keep(session, games))  # type: ignore[misc]
        kept: Path | None = options.get("seats")
        self._poll: ClassPredictions = ClassPredictions(
            self.sessions[0].history.deck,
            kept and kept.with_name(FILE),
            lang=self.sessions[0].parts.game.spoken,
            on_change=self._announce,
        )
        super().__init__(self.sessions, **options)

    @property
    def predictions(self) -> ClassPredictions:
        """The class's predictions: its questions, and what came of them."""
        return self._poll

    def ask_class(self, event: str, *, seed: int | str | None = None) -> ClassPredictions:
        """Ask everybody's phone for the probability of an event of the class's next card.

        The class has a pile of its own, the deck of its tables shuffled once, whose cards are
        turned on the wall.  `ClassPredictions.close` takes no more answers and shows them,
        `ClassPredictions.turn` turns the card, `ClassPredictions.end` shows the tables again.

        Parameters
        ----------
        event : str
            Such as ``"X <= 4"``: X is the number on the card.
        seed : int or str, optional
            Of the pile's order, for the first question.

        Returns
        -------
        ClassPredictions

        Raises
        ------
        RulesError
            If it is no such event, or no card is left.

        Examples
        --------
        >>> hall = classroom("skyjo", tables=1, seats=2, seed="3B", record=False, display=False)
        >>> asked = hall.ask_class("X <= 4", seed="3B")
        >>> asked.turn()
        >>> asked.cards[["event", "card", "exact"]].values.tolist()
        [['X <= 4', '5', 0.4666666666666667]]
        >>> hall.close()
        """
        self._poll.ask(event, seed=seed)
        return self._poll

    @property
    def log(self) -> HallLog:
        """All games of all tables as one log, with the class's predictions."""
        from skyjo_widget.frames.parts import Played  # noqa: PLC0415  (pandas loads on demand)
        from skyjo_widget.serving.hall_log import HallLog  # noqa: PLC0415  (as above)

        with self._still():
            games = [game for games in self._games for game in games]
        part = Played([game for game, _ in games], [path for _, path in games])
        log = HallLog(parts=[part], lock=_Still(self))
        log.asked = self._poll
        log.lang = self.sessions[0].parts.game.spoken
        return log

    def standings(self) -> pd.DataFrame:
        """Return the standings of the people at all tables.

        Returns
        -------
        DataFrame
            A row a person: ``table``, ``player``, ``games`` (that are over), ``wins``, ``rounds``,
            ``mean_score`` (points a round) and ``points`` (of all rounds).  The best comes first:
            by wins, then by mean score, so that fast and slow tables compare; then by rounds.
        """
        import pandas as pd  # noqa: PLC0415  (it loads when asked for)

        seats = self.log.seats
        tables = {
            str(game.header["game_id"]): number
            for number, games in enumerate(self._games, 1)
            for game, _ in games
        }
        people = seats[seats["kind"] == "person"]
        rows = pd.DataFrame(
            {
                "table": people["game_id"].map(tables).astype("int64"),
                "player": people["player"].astype(str),
                "games": people["finished"].astype("int64"),
                "wins": people["won"].fillna(value=False).astype("int64"),
                "rounds": people["rounds"].astype("int64"),
                "points": (people["mean_score"].fillna(0) * people["rounds"]).astype("float64"),
            }
        )
        standings = rows.groupby(["table", "player"], as_index=False).sum()
        standings["mean_score"] = standings["points"] / standings["rounds"].where(
            standings["rounds"] > 0
        )
        fewer = TABLES[self.sessions[0].history.game.name].kind == "grids"
        order = ["wins", "mean_score", "rounds", "table", "player"]
        up = [False, fewer, False, True, True]
        standings = standings.sort_values(order, ascending=up, ignore_index=True)
        return standings[_COLUMNS]

    def again(self, *, seed: int | str | None = None) -> None:
        """Deal a new game at every table whose game is over.

        Parameters
        ----------
        seed : int or str, optional
            The same deal for all of them.

        Raises
        ------
        RulesError
            If no game is over.
        """
        over = [session for session in self.sessions if session.over]
        if not over:
            raise RulesError("no table's game is over yet")
        for session in over:
            session.again(seed=seed)

    def close(self) -> None:
        """End the service, and release all records."""
        self.stop()
        self._poll.release()
        for session in self.sessions:
            session.close()

    def _announce(self) -> None:
        self._door.announce()

    def _ranking(self) -> list[Ranked]:
        """Rank whoever has finished a round."""
        games = [game for games in self._games for game, _ in games]
        key = [
            (g.header["game_id"], g.rounds_over, g.over, [player.name for player in g.players])
            for g in games
        ]
        if not any(game.rounds_over for game in games):
            return []
        if self._ranked[0] != key:
            table = self.standings().query("rounds > 0")
            self._ranked = key, [_line(row) for row in table.to_dict("records")]
        if not self.hidden:
            return self._ranked[1]
        return [{**row, "name": self._alias(row)} for row in self._ranked[1]]

    def _alias(self, row: Ranked) -> str:
        games = self._games[row["table"] - 1]
        seats = dict(pair for game, _ in games for pair in names_of(game))
        return alias(seats[row["name"]])

    @contextlib.contextmanager
    def _still(self) -> Iterator[None]:
        """Hold all tables still."""
        with contextlib.ExitStack() as stack:
            for session in self.sessions:
                stack.enter_context(session.parts.game.lock)
            yield


def _line(row: Mapping[Any, Any]) -> Ranked:
    """Return a row of the standings as the projector shows it."""
    return {
        "table": int(row["table"]),
        "name": str(row["player"]),
        "games": int(row["games"]),
        "wins": int(row["wins"]),
        "rounds": int(row["rounds"]),
        "mean_score": round(float(row["mean_score"]), 1),
    }


class _Still:
    """The locks of all tables as one lock."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._held: list[Any] = []

    def __enter__(self) -> None:
        held = self._hall._still()
        held.__enter__()
        self._held.append(held)

    def __exit__(self, *error: object) -> None:
        self._held.pop().__exit__(*error)


def _keep(session: Session, games: list[tuple[History, Path | None]]) -> None:
    """Keep a game when another one begins at its table."""
    if games[-1][0] is session.history:
        games[-1] = (session.history, session.path)
    else:
        games.append((session.history, session.path))
