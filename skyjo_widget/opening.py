"""Opening a table: a new game with `play`, a recorded one with `load`."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skyjo_widget import record as record_file
from skyjo_widget._version import __version__
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.game import find_preset
from skyjo_widget.errors import RulesError
from skyjo_widget.history import History, header, replay
from skyjo_widget.seating import PlayerSpec, seat_all
from skyjo_widget.session import Session
from skyjo_widget.words import languages


def play(
    game: str,
    players: Sequence[PlayerSpec],
    *,
    rules: Any = None,
    deck: Deck | None = None,
    seed: int | None = None,
    record: str | Path | bool | None = None,
    practice: bool = False,
    lang: str | None = None,
    display: bool = True,
    **rule_fields: Any,
) -> Session:
    """Seat people and bots at a table and deal.

    Parameters
    ----------
    game : str
        A preset: ``"skyjo"``, ``"skyjo-strict"``, ``"skyjo-school"`` or ``"skyjo-tall"``.
    players : sequence
        By seat: ``"bot:NAME"``, a function from an `Observation` to an action, else
        the name of a person.  Several people can share the screen.
    rules : rules object, optional
        In place of the preset's.
    deck : Deck, optional
        In place of the game's.
    seed : int, optional
        From 0; the same seed deals the same cards.
    record : path, False or None
        Where the game is written.  None: to ``games/`` in the current folder, under
        a dated name; False: nowhere.
    practice : bool
        A table where any decision can be undone; its rows are marked.
    lang : str, optional
        The board's language, ``"en"`` or ``"fr"``; the browser's unless told otherwise.
    display : bool
        Show the board at once, if there is a notebook to show it in.
    **rule_fields
        Rule options to change, such as ``turned=3``.

    Returns
    -------
    Session
        It shows itself as its board.

    Raises
    ------
    RulesError
        If this can't be played; the message says why.
    RecordError
        If the file exists already or can't be made.

    Examples
    --------
    >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
    >>> table.run()
    >>> table.waiting
    'next round'
    """
    found, preset_rules = find_preset(game)
    chosen = preset_rules if rules is None else rules
    if not isinstance(chosen, type(preset_rules)):
        raise RulesError(f"rules={rules!r}: {game} needs a {type(preset_rules).__name__}")
    chosen = chosen.replace(**rule_fields)
    cards = found.deck if deck is None else deck
    if not isinstance(cards, Deck):
        raise RulesError(f"deck={deck!r} is no Deck")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 0):
        raise RulesError(f"seed={seed!r}: a whole number from 0 is needed")
    if lang and lang not in languages():
        raise RulesError(f"lang={lang!r} is unknown; there are {', '.join(languages())}")
    seated, functions = seat_all(players, found.name)
    chosen.codes(len(seated), cards)
    history = History(
        header(
            game=found,
            game_id=record_file.new_game_id(),
            preset=game,
            rules=chosen,
            deck=cards,
            players=seated,
            seed=secrets.randbits(48) if seed is None else seed,
            practice=practice,
            software=__version__,
        )
    )
    writer = None
    if record is not False:
        name = f"{history.header['game_id']}-{game}.jsonl"
        path = Path("games", name) if record is None or record is True else Path(record)
        writer = record_file.Writer(path)
    session = Session(history, functions=functions, writer=writer, lang=lang or "")
    session.begin()
    if display:
        _display(session)
    return session


def load(
    path: str | Path,
    *,
    players: dict[int, PlayerSpec] | None = None,
    lang: str | None = None,
    display: bool = True,
) -> Session:
    """Go on with the game of a record at its last decision.

    Parameters
    ----------
    path : path
        The record.  New events are appended to it.
    players : dict of int to player, optional
        Who plays on at a seat; needed for a seat whose bot was a function.
    lang, display
        As in `play`.

    Raises
    ------
    RecordError
        If the file can't be read or its game can't be replayed; with the line.
    """
    path = Path(path)
    events, size, torn = record_file.read(path)
    history = replay(events, str(path))
    if torn:
        warnings.warn(
            f"{path}: the last line was cut off while it was written and is left out",
            stacklevel=2,
        )
    writer = record_file.Writer(path, keep=size)
    session = Session(history, functions={}, writer=writer, lang=lang or "")
    session.resume()
    for seat, player in (players or {}).items():
        session.replace(seat, player)
    if display:
        _display(session)
    return session


def _display(session: Session) -> None:
    from skyjo_widget.widget import in_notebook, show  # noqa: PLC0415

    if in_notebook():
        show(session)
