"""The log as DataFrames: rows of histories, their columns, and where they go.

The frames: `decisions` (a row a decision), `rounds` (a row a seat and round), `games`, and what was
said: `notes`, `forms`, `rulings`, `referee`, `predictions`, `answers`.  ``(game_id, decision)`` is
the key that joins them.  A row holds only what every seat may know at present: what is private is
missing until it is public or its round is over.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RecordError, SkyjoWidgetError
from skyjo_widget.frames.incremental import Growing
from skyjo_widget.records import read_limits as limits
from skyjo_widget.records import record_file as record
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.history import History
from skyjo_widget.records.predictions import outcome
from skyjo_widget.records.proof import NEEDED, PROVED, Finding, prove
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util import markup
from skyjo_widget.util.files import (
    check_readable,
    given_path,
    is_folder,
    make_folder,
    reason,
    write_whole,
)
from skyjo_widget.util.i18n import words
from skyjo_widget.util.validation import seat_number, whole_number

# Any: pandas' stubs have an overload for each literal name
_TEXT: Any = "string"
_INT: Any = "Int64"
_YES: Any = "boolean"
_NUMBER: Any = "Float64"
_TIME: Any = "datetime64[ns, UTC]"

_PHASES = tuple(dict.fromkeys(phase for game in GAMES.values() for phase in game.phases))
_ACTIONS = tuple(dict.fromkeys(kind for game in GAMES.values() for kind in game.actions.kinds))
_SOURCES = ("draw pile", "discard pile", "grid", "stock pile", "hand")

CATEGORIES = {
    "kind": ("person", "bot"),
    "phase": _PHASES,
    "action": _ACTIONS,
    "source": _SOURCES,
}
"""The columns that are ordered categories, with their values."""

DECISIONS = {
    "game_id": _TEXT,
    "decision": _INT,
    "game": _TEXT,
    "round": _INT,
    "turn": _INT,
    "seat": _INT,
    "player": _TEXT,
    "kind": "category",
    "phase": "category",
    "action": "category",
    "notation": _TEXT,
    "source": "category",
    "source_pile": _TEXT,
    "position": _TEXT,
    "card_in": _INT,
    "card_effect": _TEXT,
    "wild": _YES,
    "played_as": _INT,
    "completed": _YES,
    "card_out": _INT,
    "cleared": _TEXT,
    "effect": _TEXT,
    "no_effect": _YES,
    "swapped": _TEXT,
    "legal_actions": _INT,
    "draw_pile_size": _INT,
    "discard_top": _INT,
    "hidden_left": _INT,
    "visible_before": _INT,
    "visible_after": _INT,
    "stock_left": _INT,
    "hand_size": _INT,
    "ms": _INT,
    "undone": _YES,
    "practice": _YES,
}
ROUNDS = {
    "game_id": _TEXT,
    "round": _INT,
    "seat": _INT,
    "player": _TEXT,
    "kind": "category",
    "dealer": _YES,
    "starter": _YES,
    "ender": _YES,
    "raw_score": _INT,
    "penalty": _INT,
    "score": _INT,
    "total": _INT,
    "turns": _INT,
    "columns_cleared": _INT,
    "cards_left": _INT,
    "penalty_cards": _INT,
    "finished": _YES,
    "practice": _YES,
}
_GAMES = {
    "game_id": _TEXT,
    "game": _TEXT,
    "preset": _TEXT,
    "players": _INT,
    "names": _TEXT,
    "persons": _INT,
    "rounds": _INT,
    "decisions": _INT,
    "finished": _YES,
    "winners": _TEXT,
    "rules": _TEXT,
    "deck": _TEXT,
    "seed": _INT,
    "locked": _YES,
    "branch": _TEXT,
    "created": _TIME,
    "practice": _YES,
    "path": _TEXT,
}
_MOMENT = {
    "round": _INT,
    "turn": _INT,
    "seat": _INT,
    "player": _TEXT,
    "phase": _TEXT,
    "action": _TEXT,
    "notation": _TEXT,
    "undone": _YES,
    "practice": _YES,
}
"""What a remark tells of the decision that it is about."""
NOTES = {
    "game_id": _TEXT,
    "note": _INT,
    "decision": _INT,
    "note_kind": _TEXT,
    "tags": _TEXT,
    "rating": _INT,
    "text": _TEXT,
    "by": _TEXT,
    "at": _TIME,
    "edits": _INT,
    "replaced": _YES,
    **_MOMENT,
}
FORMS = {
    "game_id": _TEXT,
    "form": _INT,
    "by": _TEXT,
    "experience": _TEXT,
    "version": _TEXT,
    "fun": _INT,
    "fairness": _INT,
    "clarity": _INT,
    "length": _INT,
    "text": _TEXT,
    "at": _TIME,
    "practice": _YES,
}
RULINGS = {
    "game_id": _TEXT,
    "ruling": _INT,
    "decision": _INT,
    "question": _TEXT,
    "text": _TEXT,
    "by": _TEXT,
    "at": _TIME,
    **_MOMENT,
}
REFEREE = {
    "game_id": _TEXT,
    "event": _INT,
    "decision": _INT,
    "what": _TEXT,
    "seat": _INT,
    "player": _TEXT,
    "points": _INT,
    "cards": _INT,
    "place": _TEXT,
    "to": _TEXT,
    "text": _TEXT,
    "at": _TIME,
    "undone": _YES,
    "practice": _YES,
}
PREDICTIONS = {
    "game_id": _TEXT,
    "prediction": _INT,
    "decision": _INT,
    "round": _INT,
    "seat": _INT,
    "player": _TEXT,
    "by": _TEXT,
    "question": _TEXT,
    "value": _NUMBER,
    "written": _TEXT,
    "choice": _TEXT,
    "coach": _NUMBER,
    "coach_choice": _TEXT,
    "outcome": _YES,
    "at": _TIME,
    "practice": _YES,
}
ANSWERS = {
    "game_id": _TEXT,
    "answer": _INT,
    "decision": _INT,
    "sheet": _TEXT,
    "question": _TEXT,
    "value": _TEXT,
    "written": _TEXT,
    "right": _YES,
    "by": _TEXT,
    "at": _TIME,
}
FRAMES = {
    "decisions": DECISIONS,
    "rounds": ROUNDS,
    "games": _GAMES,
    "notes": NOTES,
    "forms": FORMS,
    "rulings": RULINGS,
    "referee": REFEREE,
    "predictions": PREDICTIONS,
    "answers": ANSWERS,
}
"""Each frame's columns and their dtypes, in order."""


def columns(lang: str = "en") -> pd.DataFrame:
    """The column dictionary.

    Parameters
    ----------
    lang : str
        The language of titles, units, values and descriptions.

    Returns
    -------
    DataFrame
        A row a frame and column: frame, column, title, dtype, unit, values, description.
        `Log.decisions` of `as_seen_by` and `omniscient` has `state` as well.

    Raises
    ------
    RulesError
        If the language isn't there.

    Examples
    --------
    >>> found = columns()
    >>> found[found["column"] == "card_in"]["unit"].tolist()
    ['points']
    """
    known = words(lang)["columns"]
    rows = []
    for frame, names in FRAMES.items():
        extra = {"state": _TEXT} if frame == "decisions" else {}
        for name, dtype in {**names, **extra}.items():
            about = known[name]
            rows.append(
                {
                    "frame": frame,
                    "column": name,
                    "title": about["title"],
                    "dtype": dtype,
                    "unit": about["unit"],
                    "values": about["values"],
                    "description": about["description"],
                }
            )
    return pd.DataFrame(rows, dtype=_TEXT)


class Log:
    """One or more games as DataFrames; made by `Session.log` and `load_all`.

    Each access gives a new frame, so it is always the present one.  Of a game that goes on the
    rows that are settled are built once.

    Parameters
    ----------
    histories : sequence of History
        The games.
    lock : lock, optional
        Held while rows are read, for a game that goes on.
    paths : sequence of Path or None, optional
        Their records.
    seat : int, optional
        Whose knowledge; that of all seats unless told otherwise.
    states : bool
        Whether `decisions` has the column `state`.
    growing : Growing, optional
        The decisions of the only game, kept from one log to the next (`growing`).

    Examples
    --------
    >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
    >>> table.step()
    >>> table.log
    <Log of 1 games with 1 decisions>
    >>> table.log.decisions["notation"].tolist()
    ['flip d2']
    """

    def __init__(
        self,
        histories: Sequence[History],
        *,
        lock: Any = None,
        paths: Sequence[Path | None] | None = None,
        seat: int | None = None,
        states: bool = False,
        growing: Growing | None = None,
    ) -> None:
        self.histories = list(histories)
        self._lock = lock or contextlib.nullcontext()
        self._paths = list(paths) if paths is not None else [None] * len(self.histories)
        self._seat = seat
        self._states = states
        self._growing = growing

    @property
    def decisions(self) -> pd.DataFrame:
        """A row a decision, the undone ones too; see `columns`."""
        with self._lock:
            if self._growing:
                return self._growing.frame()
            rows = [h.tell(row, self._seat) for h in self.histories for row in h.decisions]
            frame = _frame(rows, DECISIONS)
            if self._states:
                texts = [text for h in self.histories for text in _state_texts(h, self._seat)]
                frame["state"] = pd.array(texts, dtype=_TEXT)
        return frame

    @property
    def rounds(self) -> pd.DataFrame:
        """A row a seat and round; one that goes on is there, not finished."""
        with self._lock:
            rows = [row for h in self.histories for row in _round_rows(h)]
        return _frame(rows, ROUNDS)

    @property
    def games(self) -> pd.DataFrame:
        """A row a game."""
        with self._lock:
            rows = [_game_row(h, path) for h, path in zip(self.histories, self._paths, strict=True)]
        return _frame(rows, _GAMES)

    @property
    def notes(self) -> pd.DataFrame:
        """A row a note, with the decision that it is about; edited ones too, `replaced`."""
        with self._lock:
            rows = [
                {
                    **dataclasses.asdict(note),
                    **self._moment(h, note.decision),
                    "note_kind": note.kind,
                    "tags": ", ".join(note.tags),
                }
                for h in self.histories
                for note in h.notes
            ]
        return _frame(rows, NOTES)

    @property
    def forms(self) -> pd.DataFrame:
        """A row for each who has said how the session was; see `Session.form`."""
        with self._lock:
            rows = [
                {**dataclasses.asdict(form), **self._moment(h, None)}
                for h in self.histories
                for form in h.forms
            ]
        return _frame(rows, FORMS)

    @property
    def rulings(self) -> pd.DataFrame:
        """A row for each place where the rules were silent; see `Session.ruling`."""
        with self._lock:
            rows = [
                {**dataclasses.asdict(ruling), **self._moment(h, ruling.decision)}
                for h in self.histories
                for ruling in h.rulings
            ]
        return _frame(rows, RULINGS)

    @property
    def referee(self) -> pd.DataFrame:
        """A row for each thing that a referee did; see `Session.referee`, `Session.penalize`."""
        with self._lock:
            rows = [row for h in self.histories for row in _referee_rows(h)]
        return _frame(rows, REFEREE)

    @property
    def predictions(self) -> pd.DataFrame:
        """A row a prediction, and whether it came true; see `Session.predict`."""
        with self._lock:
            rows = [
                _prediction_row(h, one, self._seat) for h in self.histories for one in h.predictions
            ]
        return _frame(rows, PREDICTIONS)

    @property
    def answers(self) -> pd.DataFrame:
        """A row an answer on a worksheet."""
        with self._lock:
            rows = [
                {
                    **dataclasses.asdict(answer),
                    "game_id": h.header["game_id"],
                    "value": f"{answer.value:.15g}"
                    if isinstance(answer.value, float)
                    else answer.value,
                }
                for h in self.histories
                for answer in h.answers
            ]
        return _frame(rows, ANSWERS)

    def as_seen_by(self, seat: int) -> Log:
        """The same log with one seat's knowledge; `decisions` has a column `state` too.

        Raises
        ------
        RulesError
            If a game has no such seat.
        """
        for h in self.histories:
            seat_number(seat, [player.name for player in h.players])
        return self._with(whole_number("seat", seat))

    def omniscient(self) -> Log:
        """The truth about the rounds that are over; `decisions` has a column `state` too.

        There, what lay face down and the draw pile's order are told.  Of a round that
        goes on, only what every seat may know.
        """
        return self._with(None)

    def to_csv(self, folder: str | Path) -> list[Path]:
        """Write the frames as CSV files that a spreadsheet can open safely.

        A text that a spreadsheet would take for a formula gets an apostrophe in
        front.  Files have a BOM, so that accents survive.

        Returns
        -------
        list of Path
            The files written.
        """
        return self._export(folder, "csv", csv_bytes)

    def to_jsonl(self, folder: str | Path) -> list[Path]:
        """Write the frames as JSON Lines; returns the files."""

        def lines(frame: pd.DataFrame) -> bytes:
            text = frame.to_json(orient="records", lines=True, date_format="iso", force_ascii=False)
            return b"" if frame.empty else text.encode()

        return self._export(folder, "jsonl", lines)

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write the frames as Parquet files; returns them.

        Raises
        ------
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        need_arrow()

        def file(frame: pd.DataFrame) -> bytes:
            written = io.BytesIO()
            frame.to_parquet(written, index=False)
            return written.getvalue()

        return self._export(folder, "parquet", file)

    def __repr__(self) -> str:
        n = sum(len(h.decisions) for h in self.histories)
        return f"<Log of {len(self.histories)} games with {n} decisions>"

    def _repr_html_(self) -> str:
        with self._lock:
            counts = {
                "games": len(self.histories),
                "rounds": sum(len(h.rounds) * len(h.players) for h in self.histories),
                "decisions": sum(len(h.decisions) for h in self.histories),
                **{
                    name: sum(len(getattr(h, name)) for h in self.histories)
                    for name in ("notes", "forms", "rulings", "predictions", "answers")
                },
            }
        lines = [(f".{name}", f"{count:,}") for name, count in counts.items()]
        return markup.face("Log", markup.rows(("frame", "rows"), lines), sub="DataFrames of play")

    def _export(
        self, folder: str | Path, suffix: str, told: Callable[[pd.DataFrame], bytes]
    ) -> list[Path]:
        folder = given_path(folder)
        try:
            make_folder(folder)
        except (OSError, ValueError) as error:
            raise SkyjoWidgetError(f"{folder}: no folder to write to: {reason(error)}") from None
        written = []
        for name in FRAMES:
            path = folder / f"{name}.{suffix}"
            write_whole(path, told(getattr(self, name)))
            written.append(path)
        return written

    def _moment(self, h: History, decision: int | None) -> dict[str, Any]:
        """What is told of the decision that a remark is about, if it is about one."""
        about = {"game_id": h.header["game_id"], "practice": h.header["practice"]}
        if decision is None:
            return about
        told = h.tell(h.decisions[decision], self._seat)
        return {**about, **{name: told[name] for name in _MOMENT}}

    def _with(self, seat: int | None) -> Log:
        return Log(self.histories, lock=self._lock, paths=self._paths, seat=seat, states=True)


def growing(history: History) -> Growing:
    """The decisions of a game that goes on, for the logs that are made of it one by one."""
    return Growing(history, lambda rows: _frame(rows, DECISIONS))


def need_arrow() -> tuple[Any, Any]:
    """The modules that read and write Parquet.

    Raises
    ------
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415  (an extra)
        import pyarrow.parquet as pq  # noqa: PLC0415  (likewise)
    except ImportError:
        raise SkyjoWidgetError(
            "Parquet needs pyarrow, which isn't installed here: pip install pyarrow"
        ) from None
    return pa, pq


def load_all(
    folder: str | Path, *, verified: bool = False, seconds: float | None = limits.SECONDS
) -> Log:
    """Join all records of a folder (``*.jsonl``, folders below it too).

    A record that can't be read is left out, with a warning that names it and says why;
    of two records of one game, the one that holds less.

    Parameters
    ----------
    folder : path
    verified : bool
        Leave out, with a warning, what `skyjo_widget.verify` doesn't prove.
    seconds : float or None
        How long a record may take; one that takes longer is left out likewise, as is one of
        more than 50 MB or one whose game could take more than 1 GB of memory.

    Raises
    ------
    RecordError
        If there is no such folder.

    Examples
    --------
    >>> for seed in (1, 2):
    ...     table = play("skyjo", ["bot:greedy", "bot:random"], seed=seed, display=False)
    ...     table.run()
    ...     table.close()
    >>> len(load_all("games").games)
    2
    """
    folder = given_path(folder)
    if not is_folder(folder):
        raise RecordError("there is no such folder", path=str(folder))
    check_readable(folder)
    found: dict[str, tuple[History, Path]] = {}
    for path in sorted(folder.rglob("*.jsonl")):
        try:
            read, history = limits.read_game(
                path, seconds=seconds, by=_proved if verified else None
            )
        except RecordError as error:
            warnings.warn(f"left out: {error}", stacklevel=2)
            continue
        if read.torn:
            warnings.warn(f"{path}: the last line was cut off and is left out", stacklevel=2)
        for doubt in history.doubts:
            warnings.warn(f"{path}, {doubt}", stacklevel=2)
        if read.edited:
            warnings.warn(f"{path}, line {read.edited}: {record.EDITED}", stacklevel=2)
        game_id = str(history.header["game_id"])
        kept, less = (history, path), found.get(game_id)
        if less:  # a copy; the one that was played on has more
            kept, less = sorted((less, kept), key=lambda one: -len(one[0].events))
            warnings.warn(
                f"left out: {less[1]} holds no more of the same game than {kept[1]}",
                stacklevel=2,
            )
        found[game_id] = kept
    return Log([h for h, _ in found.values()], paths=[path for _, path in found.values()])


def _proved(read: record.Found, path: Path) -> History:
    """Return the game of a record that is proved; raises `RecordError` if it isn't."""
    proof = prove(read, path)
    if proof.history is None or proof.verdict != PROVED:
        parts = ", ".join(part for part in NEEDED if proof.parts[part] != PROVED) or "bots"
        found = proof.findings[0] if proof.findings else Finding("", None, f"not proved: {parts}")
        raise RecordError(found.text, path=str(path), line=found.line)
    return proof.history


def _round_rows(h: History) -> Iterable[dict[str, Any]]:
    for played in h.rounds_with_present():
        told = played.facts
        for seat, player in enumerate(played.players):
            yield {
                **h.game.round_columns(told, seat),
                "game_id": h.header["game_id"],
                "round": played.round,
                "seat": seat,
                "player": player.name,
                "kind": player.kind,
                "starter": None if told["starter"] is None else told["starter"] == seat,
                "ender": told["ender"] == seat,
                "finished": told["score"] is not None,
                "practice": h.header["practice"],
            }


def _referee_rows(h: History) -> Iterable[dict[str, Any]]:
    for number, (event, decision, holds) in enumerate(h.refereed()):
        seat = event.get("seat")
        yield {
            **event,
            "game_id": h.header["game_id"],
            "event": number,
            "decision": decision,
            "what": event.get("what", event["event"]),
            "player": None if seat is None else h.players[seat].name,
            "place": event.get("place", event.get("first", event.get("source"))),
            "to": event.get("second", event.get("target")),
            "undone": not holds,
            "practice": h.header["practice"],
        }


def _prediction_row(h: History, one: Prediction, seat: int | None) -> dict[str, Any]:
    going_on = one.round > h.rounds_over
    silent = h.locked and going_on
    private = seat != one.seat and (
        one.private == "round" or (one.private == "turn" and one.decision >= len(h.decisions))
    )
    value = None if private and going_on and isinstance(one.value, str) else one.value
    coach = None if silent or (private and going_on) else one.coach
    return {
        "game_id": h.header["game_id"],
        "prediction": one.prediction,
        "decision": one.decision,
        "round": one.round,
        "seat": one.seat,
        "player": h.players[one.seat].name,
        "by": one.by,
        "question": one.question,
        "value": None if isinstance(value, str) else value,
        "written": one.written,
        "choice": value if isinstance(value, str) else None,
        "coach": None if isinstance(coach, str) else coach,
        "coach_choice": coach if isinstance(coach, str) else None,
        "outcome": None if coach is None and one.question == "best" else outcome(h, one, seat),
        "at": one.at,
        "practice": h.header["practice"],
    }


def _game_row(h: History, path: Path | None) -> dict[str, Any]:
    names = [player.name for player in h.players]
    winners = h.game.winners(h.state, h.codes) if h.over else []
    branch = h.header.get("branch")
    return {
        "game_id": h.header["game_id"],
        "game": h.game.name,
        "preset": h.header["preset"],
        "players": len(names),
        "names": ", ".join(names),
        "persons": sum(player.kind == "person" for player in h.players),
        "rounds": len(h.rounds),
        "decisions": sum(not row.undone for row in h.decisions),
        "finished": h.over and not h.state.unfinished,
        "winners": ", ".join(names[seat] for seat in winners) or None,
        "rules": json.dumps(dataclasses.asdict(h.rules)),
        "deck": h.deck.hash,
        "seed": h.header["seed"] if h.over else None,
        "locked": h.locked,
        "branch": "{game_id} {decision}".format(**branch) if branch else None,
        "created": h.header["at"],
        "practice": h.header["practice"],
        "path": None if path is None else str(path),
    }


def are_winners(told: str, players: Sequence[str]) -> list[bool] | None:
    """Which players, in the order of their seats, the column `winners` names; None if others.

    A comma may be in a name, so the text is read name by name.
    """

    def read(text: str, players: Sequence[str]) -> list[bool] | None:
        if not players:
            return None if text else []
        first, rest = f"{players[0]}, ", players[1:]
        if text.startswith(first) and (named := read(text[len(first) :], rest)) is not None:
            return [True, *named]
        named = read(text, rest)
        return None if named is None else [False, *named]

    return read(f"{told}, ", players)


def _state_texts(h: History, seat: int | None) -> Iterable[str]:
    for state in states(h):
        if seat is None and state.round <= h.rounds_over:
            yield h.game.state_text(state, h.codes, h.deck)
        else:
            eyes = NOBODY if seat is None else seat
            yield str(Observation(h.game, state, h.codes, h.deck, eyes))


def _frame(rows: list[dict[str, Any]], dtypes: dict[str, Any]) -> pd.DataFrame:
    data = {}
    for name, dtype in dtypes.items():
        values = [row.get(name) for row in rows]  # a column that another game has is empty
        if dtype == "category":
            kinds = pd.CategoricalDtype(list(CATEGORIES[name]), ordered=True)
            data[name] = pd.Series(pd.Categorical(values, dtype=kinds))
        elif dtype == _TIME:
            data[name] = pd.to_datetime(pd.Series(values, dtype="object"), utc=True).astype(_TIME)
        else:
            data[name] = pd.Series(pd.array(values, dtype=dtype))
    return pd.DataFrame(data)


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_INNER_FORMULA = re.compile(r"(;\s*)(?=[=+\-@])")
"""Where a spreadsheet begins a cell that takes a semicolon for the end of one, as in French."""


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """A frame as a CSV file that a spreadsheet can open safely; with a BOM, for the accents."""
    return escaped(frame).to_csv(index=False).encode("utf-8-sig")


def escaped(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame whose texts no spreadsheet takes for formulas."""

    def escape(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        text = _INNER_FORMULA.sub(r"\1'", text)
        if "\n" not in text:  # then it isn't quoted, though it ends a line for some readers
            text = text.replace("\r", "\n")
        return f"'{text}" if text.startswith(_FORMULA) else text

    safe = frame.copy()
    for name in safe.columns:
        if safe[name].dtype == _TEXT:
            safe[name] = safe[name].map(escape, na_action="ignore").astype(_TEXT)
    return safe
