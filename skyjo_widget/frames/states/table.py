"""The states of many decisions as arrays, with the actions and the results; made by `states`."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self, Unpack, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GameSpec, RuleOptions
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.frames.states.fields import (
    FROM_TOP,
    SEAT,
    Field,
    Layout,
    layout,
    numbers,
    table_layout,
)
from skyjo_widget.frames.states.imagined import followers
from skyjo_widget.strategies.observation import Observation, rulebook
from skyjo_widget.util import markup
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.files import reason, write_new
from skyjo_widget.util.i18n import present_language
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.reading import regular
from skyjo_widget.util.spelling import choice, suggestion
from skyjo_widget.util.validation import whole_number

Views = Literal["own", "all"]
VIEWS: tuple[Views, ...] = ("own", "all")

KEY = b"skyjo_widget.frames.states"
"""The key of the layout in a file's metadata."""

NO_ACTION = -1
"""The action of a row that comes from no decision (`States.of`)."""


@in_its_language
def state_fields(
    game: GameSpec,
    seats: int = 4,
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    **rule_fields: Unpack[RuleOptions],
) -> pd.DataFrame:
    """Return what each number of a state means, at a table as `play` takes it.

    Parameters
    ----------
    game : str or Game
    seats : int
    rules, deck, **rule_fields
        As in `play`.

    Returns
    -------
    DataFrame
        One row per field: `field`; `start`, the index of its first number in a row; `length`;
        `shape` and `by`, what its dimensions count; `card`, whether its numbers are cards;
        `columns`, the first and the last column of `States.frame`; `description`.

    Raises
    ------
    RulesError
        If an argument is invalid.

    Examples
    --------
    >>> fields = state_fields("skyjo", 2).set_index("field")
    >>> fields.loc["grid", "by"], int(fields.loc["grid", "length"])
    ('seat, place', 24)
    """
    return fields_frame(table_layout(game, seats, rules=rules, deck=deck, **rule_fields))


def fields_frame(laid_out: Layout) -> pd.DataFrame:
    """Return the fields of a layout as `state_fields` does."""
    rows = []
    for f in laid_out.fields:
        names = laid_out.columns_of(f)
        rows.append(
            {
                "field": f.name,
                "start": f.start,
                "length": f.length,
                "shape": " × ".join(map(str, f.shape)),
                "by": ", ".join(f.axes),
                "card": f.card,
                "columns": " … ".join(dict.fromkeys([*names[:1], *names[-1:]])),
                "description": f.doc,
            }
        )
    return pd.DataFrame(rows)


@speaks
class States(CellView):
    """Views of seats before decisions, with the actions that followed and how the games ended.

    `Log.states` and `Simulation.states` make it.  All arrays have one row per decision (with
    ``views="all"`` one per decision and seat), in the order of the games.  Decisions that were
    undone, and those of a round that isn't over, aren't in it.

    Attributes
    ----------
    x : array of int16 (int32 if a number is too large), rows × numbers
        What the seat saw: the fields of `fields`, and nothing that is hidden from it.  A card is
        its kind in the deck, −1 no card, −2 one that the seat can't see.
    action : array of int16
        The action that was chosen, by its id.
    seat, viewer : array of int8
        Who decided; who saw this, which differs only with ``views="all"``.
    decision : array of int32
        The number of the decision in its game: with `game_id` it is the key of
        `Log.decisions`.
    game : array of int32
        The index of its game in `game_ids`.
    game_ids : list of str
    won : array of float
        The viewer's share of the win: 1, 0, or a part if several share it; NaN if the game
        has no winner (yet).
    final_total : array of float
        The viewer's total at the end of the game; NaN as in `won`.
    numbers : array of int
        The number on each kind of card, 0 for the codes −1 and −2: ``numbers[states["grid"]]``.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=3, seed=1, states=True)
    >>> states = played.states()
    >>> states.x.shape == (len(states), int(states.fields["length"].sum()))
    True
    >>> bool(states.legal[0, states.action[0]])
    True
    >>> states["total"].shape == (len(states), 2)
    True
    """

    game: npt.NDArray[Any]
    decision: npt.NDArray[Any]
    seat: npt.NDArray[Any]
    viewer: npt.NDArray[Any]
    action: npt.NDArray[Any]
    won: npt.NDArray[Any]
    final_total: npt.NDArray[Any]

    def __init__(
        self,
        laid_out: Layout,
        x: npt.NDArray[Any],
        legal: npt.NDArray[np.uint8],
        about: dict[str, npt.NDArray[Any]],
        game_ids: Sequence[str],
    ) -> None:
        self._layout, self._packed = laid_out, legal
        self.x = x
        self.game, self.decision = about["game"], about["decision"]
        self.seat, self.viewer, self.action = about["seat"], about["viewer"], about["action"]
        self.won, self.final_total = about["won"], about["final_total"]
        self.game_ids: list[str] = list(game_ids)
        self.lang: str = present_language()

    @classmethod
    def of(cls, *observations: Observation) -> States:
        """Return the states of observations: a strategy's input to what was trained on others.

        Actions are −1, results NaN.

        Raises
        ------
        RulesError
            If there is no observation, or they are of different tables.
        """
        if not observations:
            raise RulesError("an observation is needed")
        books = [rulebook(observation) for observation in observations]
        laid_out = _layout_of(books[0])
        if any(_layout_of(book) != laid_out for book in books[1:]):
            raise RulesError("the observations are of different tables")
        n = len(observations)
        x = np.array(
            [numbers(laid_out, observation.seen, observation.me) for observation in observations],
            np.int32,
        )
        mask = np.zeros((n, laid_out.actions), np.uint8)
        for row, observation in enumerate(observations):
            mask[row, list(observation._legal)] = 1
        about: dict[str, npt.NDArray[Any]] = {
            "game": np.zeros(n, np.int32),
            "decision": np.arange(n, dtype=np.int32),
            "seat": np.array([observation.seat for observation in observations], np.int8),
            "viewer": np.array([observation.me for observation in observations], np.int8),
            "action": np.full(n, NO_ACTION, np.int16),
            "won": np.full(n, np.nan),
            "final_total": np.full(n, np.nan),
        }
        return cls(laid_out, x, np.packbits(mask, axis=1), about, [""])

    @classmethod
    def after(cls, observation: Observation, *, worlds: int = 1) -> States:
        """Return what the seat may see after each of its legal actions, in imagined worlds.

        In a world the cards that the seat doesn't see lie at random (by `Observation.rng`); all
        actions meet the same worlds.  A row shows the next decision, whoever has it.

        Parameters
        ----------
        observation : Observation
            Of the seat that is to decide.
        worlds : int
            Worlds per action.

        Returns
        -------
        States
            One row per world and action: `action` is what was tried, `viewer` always this seat.
            Where the action ends the game `won` and `final_total` say how; else they are NaN.

        Raises
        ------
        RulesError
            If it isn't this seat's decision, or the game has no bot that searches, from which it
            is known how worlds are imagined.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=3, record=False, display=False)
        >>> after = States.after(table.observation(0), worlds=2)
        >>> len(after), after["hidden"][0].tolist()
        (24, [11, 12])
        """
        book, me = rulebook(observation), observation.me
        actions = list(observation._legal)
        if not actions:
            raise RulesError("seat {me} isn't to decide: there is nothing to try", me=me)
        many = whole_number("worlds", worlds)
        if many < 1:
            raise RulesError("worlds={worlds}: 1 or more are needed", worlds=many)
        game, codes = book.game, book.codes
        laid_out = _layout_of(book)
        x, masks, seats, tried, won, totals = [], [], [], [], [], []
        for action, state in followers(
            game, observation.seen, codes, me, actions, many, observation.rng
        ):
            x.append(numbers(laid_out, observe(state, me), me))
            mask = np.zeros(laid_out.actions, np.uint8)
            if game.actor(state) == me:
                mask[game.legal_actions(state, codes)] = 1
            masks.append(np.packbits(mask))
            winners = game.winners(state, codes) if state.phase == game.game_over else []
            won.append((me in winners) / len(winners) if winners else np.nan)
            totals.append(float(state.total[me]) if winners else np.nan)
            seats.append(state.seat)
            tried.append(action)
        n = len(x)
        about: dict[str, npt.NDArray[Any]] = {
            "game": np.zeros(n, np.int32),
            "decision": np.zeros(n, np.int32),
            "seat": np.array(seats, np.int8),
            "viewer": np.full(n, me, np.int8),
            "action": np.array(tried, np.int16),
            "won": np.array(won),
            "final_total": np.array(totals),
        }
        return cls(laid_out, np.array(x, np.int32), np.array(masks, np.uint8), about, [""])

    @property
    def legal(self) -> npt.NDArray[np.bool_]:
        """The legal actions, rows × actions; none in a row of a seat that wasn't to decide."""
        bits = np.unpackbits(self._packed, axis=1, count=self._layout.actions)
        return bits.astype(np.bool_)

    @property
    def game_id(self) -> npt.NDArray[Any]:
        """Each row's game, by its id: an array of str."""
        ids: npt.NDArray[Any] = np.array(self.game_ids, object)[self.game]
        return ids

    @property
    def players(self) -> int:
        """The number of players."""
        return self._layout.players

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The number on each kind of card; the last two are of the codes −2 and −1."""
        return np.array([*self._layout.numbers, 0, 0])

    @property
    def fields(self) -> pd.DataFrame:
        """The fields of `x`, as `state_fields` describes them."""
        return fields_frame(self._layout)

    @property
    def columns(self) -> list[str]:
        """The name of each number of `x`."""
        return self._layout.columns

    @property
    def frame(self) -> pd.DataFrame:
        """One column per number of `x`, after `game_id`, `decision`, `action` and the results."""
        about = pd.DataFrame(
            {
                "game_id": pd.array(self.game_id, dtype="string"),
                "decision": self.decision,
                "action": self.action,
                "won": self.won,
                "final_total": self.final_total,
            }
        )
        return pd.concat([about, pd.DataFrame(self.x, columns=self.columns)], axis="columns")

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.x)

    def __getitem__(self, which: Any) -> Any:
        """Return a field's numbers by its name, rows × its shape; or some rows, by a mask or slice.

        Raises
        ------
        KeyError
            If there is no such field.
        """
        if isinstance(which, str):
            f = self._field(which)
            return self.x[:, f.slice].reshape(len(self), *f.shape)
        rows = slice(which, which + 1 or None) if isinstance(which, int) else which
        about = {name: getattr(self, name)[rows] for name in _ABOUT}
        return States(self._layout, self.x[rows], self._packed[rows], about, self.game_ids)

    def from_viewer(self, name: str) -> npt.NDArray[Any]:
        """Return a field by seat with the viewer's own part first, then the seats to its left.

        Parameters
        ----------
        name : str
            A field that has a part for each seat: ``"grid"``, ``"total"``.

        Returns
        -------
        array, rows × seats × …

        Raises
        ------
        KeyError
            If there is no such field.
        RulesError
            If it isn't by seat.

        Examples
        --------
        >>> played = simulate("skyjo", ["greedy"] * 3, games=2, seed=1, states=True).states()
        >>> own = played.from_viewer("total")[:, 0]
        >>> int(own[-1]) == int(played["total"][-1, played.viewer[-1]])
        True
        """
        f = self._field(name)
        if f.axes[:1] != (SEAT,):
            raise RulesError(
                "{name!r} isn't by seat: {axes}",
                name=name,
                axes=", ".join(f.axes) or "it is one number",
            )
        values: npt.NDArray[Any] = self[name]
        seats = (self.viewer[:, None] + np.arange(self.players)) % self.players
        return values[np.arange(len(self))[:, None], seats]

    def to_arrow(self) -> Any:
        """Return a pyarrow table: the columns of `frame`, and `legal`, lists of action ids.

        Raises
        ------
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        pa, _ = need_arrow()
        rows, actions = np.nonzero(self.legal)
        offsets = np.searchsorted(rows, np.arange(len(self) + 1)).astype(np.int32)
        legal = pa.ListArray.from_arrays(pa.array(offsets), pa.array(actions.astype(np.int16)))
        ids = pa.DictionaryArray.from_arrays(
            pa.array(self.game.astype(np.int32)), pa.array(self.game_ids, pa.string())
        )
        about = {
            "game_id": ids,
            "decision": pa.array(self.decision),
            "action": pa.array(self.action),
            "won": pa.array(self.won, from_pandas=True),
            "final_total": pa.array(self.final_total, from_pandas=True),
            "legal": legal,
        }
        columns = dict(zip(self.columns, map(pa.array, _transposed(self.x)), strict=True))
        return pa.table(about | columns).replace_schema_metadata({KEY: _layout_json(self._layout)})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Hand the table to polars, DuckDB and others that read Arrow's streams."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_parquet(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the table of `to_arrow` to a Parquet file; return its path.

        Raises
        ------
        RecordError
            If the file exists, or can't be written.
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        return write_new(path, self.parquet_bytes(), overwrite=overwrite)

    def parquet_bytes(self) -> bytes:
        """Return the bytes of the file of `to_parquet`."""
        _, pq = need_arrow()
        file = io.BytesIO()
        pq.write_table(self.to_arrow(), file, compression="zstd", write_statistics=False)
        return file.getvalue()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file of `to_parquet`.

        Raises
        ------
        RecordError
            If it isn't such a file, or is damaged.
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        return cls.read([path])

    @classmethod
    def read(cls, paths: Sequence[str | Path], *, depth: int | None = None) -> Self:
        """Read files of one kind of table, one after the other; parameters as of `Log.states`.

        Raises
        ------
        RecordError
            If one isn't a file of states, or is damaged.
        """
        parts, laid_out = [], None
        for path in paths:
            try:
                part, file_layout = _read(path, depth)
            except FileNotFoundError:
                raise RecordError("there is no such file", path=str(path)) from None
            except (KeyError, TypeError) as error:
                raise RecordError(
                    "isn't a file of states: {error}", error=error, path=str(path)
                ) from None
            except (OSError, ValueError) as error:  # pyarrow's errors are subclasses of these
                raise RecordError(
                    "can't be read as states: {error}", error=reason(error), path=str(path)
                ) from None
            if laid_out is not None and file_layout != laid_out:
                raise RecordError("is of another table than the files before", path=str(path))
            laid_out = file_layout
            parts.append(part)
        if laid_out is None:
            raise RecordError("there is no file of states")
        ids: dict[str, int] = {}
        for part in parts:
            new = np.array(
                [ids.setdefault(game_id, len(ids)) for game_id in part.game_ids], np.int32
            )
            part.about["game"] = new[part.about["game"]]
        about = {name: np.concatenate([part.about[name] for part in parts]) for name in _ABOUT}
        x = np.concatenate([part.x for part in parts])
        return cls(laid_out, x, np.concatenate([part.legal for part in parts]), about, list(ids))

    def __repr__(self) -> str:
        return (
            f"<States of {self._layout.game}, {self.players} players: {len(self):,} rows of "
            f"{len(self._layout)} numbers, {len(self.game_ids):,} games>"
        )

    def _face(self, say: CellTexts) -> markup.Html:
        counts = {"rows": len(self), "games": len(self.game_ids), "numbers": len(self._layout)}
        lines = [
            (markup.code(f.name), " × ".join(map(str, f.shape)) or "1") for f in self._layout.fields
        ]
        return say.face(
            say("states"),
            say.rows(("field", "numbers"), lines),
            sub=say("states_of", **counts),
        )

    def _field(self, name: str) -> Field:
        try:
            return self._layout[name]
        except KeyError:
            names = [field.name for field in self._layout.fields]
            raise KeyError(f"no field {name!r}{suggestion(name, names)}") from None


_ABOUT = {
    "game": np.int32,
    "decision": np.int32,
    "seat": np.int8,
    "viewer": np.int8,
    "action": np.int16,
    "won": np.float64,
    "final_total": np.float64,
}
"""The arrays beside `x` and the legal actions, with their dtypes."""


def checked_views(views: Any) -> Views:
    """Return the argument `views`; raises `RulesError`."""
    return cast("Views", choice("views", views, VIEWS))


@dataclasses.dataclass
class Part:
    """The arrays of one file."""

    x: npt.NDArray[Any]
    legal: npt.NDArray[np.uint8]
    about: dict[str, npt.NDArray[Any]]
    game_ids: list[str]


def _transposed(x: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a contiguous transposed copy, made block by block: three times as fast as at once."""
    transposed = np.empty(x.shape[::-1], x.dtype)
    tall = len(x) >= x.shape[1]
    for at in range(0, max(x.shape), 256):
        if tall:
            transposed[:, at : at + 256] = x[at : at + 256].T
        else:
            transposed[at : at + 256] = x[:, at : at + 256].T
    return transposed


def _layout_of(book: Any) -> Layout:
    return layout(book.game, book.codes, book.deck)


def _layout_json(laid_out: Layout) -> bytes:
    return json.dumps(dataclasses.asdict(laid_out)).encode()


def _read_layout(text: bytes) -> Layout:
    about = json.loads(text)
    fields = tuple(
        Field(name, start, tuple(shape), tuple(axes), card, doc)
        for name, start, shape, axes, card, doc in about["fields"]
    )
    return Layout(**about | {"fields": fields, "numbers": tuple(about["numbers"])})


def shallow(laid_out: Layout, depth: int | None) -> tuple[Layout, npt.NDArray[np.int64]]:
    """Return a layout with fewer cards of each pile, and which numbers these are of the given one.

    Parameters
    ----------
    laid_out : Layout
    depth : int or None
        How many cards from the top; None for all there are.
    """
    fields: list[Field] = []
    kept = []
    for f in laid_out.fields:
        at = np.arange(f.start, f.start + f.length).reshape(f.shape)
        if depth is not None and f.axes[-1:] == (FROM_TOP,):
            at = at[..., :depth]
        start = fields[-1].slice.stop if fields else 0
        fields.append(f._replace(start=start, shape=at.shape))
        kept.append(at.reshape(-1))
    return dataclasses.replace(laid_out, fields=tuple(fields)), np.concatenate(kept)


def _read(path: str | Path, depth: int | None) -> tuple[Part, Layout]:
    _, pq = need_arrow()
    whole = _read_layout((pq.read_schema(regular(path)).metadata or {})[KEY])
    laid_out, kept = shallow(whole, depth)
    names = [whole.columns[n] for n in kept]
    others = ["game_id", "decision", "action", "won", "final_total", "legal"]
    table = pq.read_table(regular(path), columns=[*others, *names]).combine_chunks()
    if missing := {*others, *names} - set(table.column_names):
        raise ValueError(f"the columns {', '.join(sorted(missing)[:8])} are missing")
    n = len(table)
    x = _transposed(np.stack([table.column(name).to_numpy() for name in names]))
    mask = np.zeros((n, whole.actions), np.uint8)
    legal = table.column("legal").combine_chunks()
    many = legal.value_lengths().to_numpy(zero_copy_only=False)
    mask[np.repeat(np.arange(n), many), legal.flatten().to_numpy()] = 1
    ids = table.column("game_id").combine_chunks()
    ids = ids if hasattr(ids, "dictionary") else ids.dictionary_encode()
    about = {
        "game": ids.indices.to_numpy().astype(np.int32),
        "seat": x[:, laid_out["seat"].start].astype(np.int8),
        "viewer": x[:, 0].astype(np.int8),
    }
    for name in ("decision", "action", "won", "final_total"):
        about[name] = table.column(name).to_numpy().astype(_ABOUT[name])
    return Part(x, np.packbits(mask, axis=1), about, ids.dictionary.to_pylist()), laid_out
