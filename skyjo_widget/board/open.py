"""The functions `play` and `load`, which open a table for a new game or a recorded one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast

from skyjo_widget import bots
from skyjo_widget.board.marimo_session import MarimoSession
from skyjo_widget.board.position import Position
from skyjo_widget.board.session import Session
from skyjo_widget.coach.advice import MODES, Mode
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import dealing
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import GameSpec, RuleOptions, preset_name, settle_rules
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.begun import same_game, unfinished
from skyjo_widget.records.header import header
from skyjo_widget.records.history import History
from skyjo_widget.records.places import located
from skyjo_widget.records.replay import new_history, replay
from skyjo_widget.strategies.call import LIMIT, time_limit
from skyjo_widget.table.follow import follow
from skyjo_widget.table.screen import coach_for, people_for
from skyjo_widget.table.seating import PlayerSpec, Policy, seat_all
from skyjo_widget.util.files import given_path, is_folder
from skyjo_widget.util.i18n import chosen_language
from skyjo_widget.util.messages import in_its_language, warn
from skyjo_widget.util.notebook import in_app, in_marimo, notebook
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import seed_number
from skyjo_widget.util.version import __version__

if TYPE_CHECKING:
    from skyjo_widget.frames.log import Log

if notebook():  # the cell that imports takes the time, not the one that plays
    import skyjo_widget.board.table_widget  # noqa: F401  (`new_session` has it at once)


@in_its_language
def play(
    game: GameSpec | Position,
    players: Sequence[PlayerSpec] | Mapping[Any, PlayerSpec] | None = None,
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    seed: int | str | None = None,
    order: Sequence[Any] | None = None,
    record: str | Path | bool | None = None,
    practice: bool = False,
    coach: Mode | None = None,
    for_: Literal["class", "playtest"] | None = None,
    limit: float | None = LIMIT,
    lang: str | None = None,
    projector: bool = False,
    display: bool = True,
    **rule_fields: Unpack[RuleOptions],
) -> Session:
    """Open a table: seat people and bots, and deal.

    Parameters
    ----------
    game : str, Game or Position
        A preset: ``"skyjo"``, ``"skyjo-strict"``, ``"skyjo-school"``, ``"skyjo-tall"``,
        ``"newskyjo"`` or ``"skip-bo"``; a game of your own, by its name or as its `Game`; or a
        table that was set up by `position`.
    players : sequence
        By seat: ``"bot:NAME"``, a function from an `Observation` to an action, else
        the name of a person.  Several people can share the screen.  With a position its own
        unless given, some of them also as a dict, ``{"Bo": "bot:greedy"}``.
    rules : rules object, optional
        In place of the preset's.  (A position has its rules, deck and options itself.)
    deck : Deck or path, optional
        In place of the game's; a path is read by `Deck.from_csv`.
    seed : int or str, optional
        From 0, or a text, such as a class and a date; the same seed deals the same cards.
    order : sequence of cards, optional
        The order of the deck for the first deal, the top card first: ``[4, -1, "5:reverse"]``;
        ``...`` as the last one stands for the others, shuffled.  ``docs/position.md`` says who
        gets which card.
    record : path, False or None
        The record's file, or a folder in which it gets a dated name.
        None: the folder ``games`` in the current one; False: nowhere.  ``~`` is the home folder.
        If the folder has such a game of the same players that isn't over, the board offers to go
        on with it, until somebody decides.
    practice : bool
        A table where any decision can be undone; its rows are marked.
    coach : {"off", "request", "after", "locked"}, optional
        When the coach speaks on the board: never, if it is asked, or after a person's move;
        off by default, on request for a class.
        Locked: never in this whole game; `Session.odds`, `Session.advice` and
        `Session.what_if` refuse too, and the record says so.  (A deterrent, no security: the
        owner of the kernel has access to everything.)
    for_ : {"class", "playtest"}, optional
        The people whom the board is for.  It leaves out what they don't need: for a class notes,
        rulings, the form and penalties; for a playtest the coach, predictions and what-ifs.
        A menu on the board changes it.
    limit : float or None
        Seconds that a function has for a move before it is stopped; None for no limit.
    lang : str, optional
        The board's language, ``"en"`` or ``"fr"``; the browser's by default.
    projector : bool
        Lay the board over the whole page, large enough for a classroom wall; P changes it.
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
    >>> table.run(rounds=True)
    >>> table.winners
    ('greedy',)
    """
    lang = chosen_language(lang)
    asked_seed = seed
    more: dict[str, Any] = {}
    if isinstance(game, Position):
        if rules is not None or deck is not None or order is not None or rule_fields:
            raise RulesError("a position has its rules, its deck and its cards itself")
        begins, lang = game, lang or game.lang
        rulebook, chosen, cards = begins.game, begins.rules, begins.deck
        seed = begins.seed if seed is None else seed
        seed = seed_number(seed)
        seated, functions = begins.seated(players)
        more, preset = begins.begins(seed), begins.preset
    else:
        preset = preset_name(game)
        rulebook, chosen, cards = settle_rules(preset, rules, deck, rule_fields)
        seed = seed_number(seed)
        seated, functions = seat_all(cast("Any", players), rulebook.name)
        if order is not None:
            more["order"] = [cards.kinds[card].card for card in dealing.read_order(order, cards)]
    people = people_for(for_)
    coach = coach_for(people, rulebook.name) if coach is None else coach
    coach = cast("Mode", choice("coach", coach, MODES))
    if not isinstance(practice, bool):
        raise RulesError("practice={practice!r}: it is True or False", practice=practice)
    limit = time_limit(limit)
    codes = chosen.codes(len(seated), cards)
    first = header(
        game=rulebook,
        game_id=record_file.new_game_id(),
        preset=preset,
        rules=chosen,
        deck=cards,
        players=seated,
        seed=seed,
        practice=practice,
        software=__version__,
        **({"coach": coach} if coach == "locked" else {}),
        **more,
    )
    bots.check(rulebook.name, [player.policy for player in seated], codes)
    path = record_file.place_for(record, record_file.file_name(first))
    follow(first, path and path.parent)
    for policy in (player["policy"] for player in first["players"]):
        if policy and policy[-2:] != "()":  # here, since the output of a board's thread is lost
            bots.find(rulebook.name, policy).prepare(codes)
    if coach in ("request", "after"):
        bots.win_estimator(rulebook.name).prepare(codes)
    history = new_history(first)
    writer = record_file.Writer(path) if path else None
    session = new_session(history, functions=functions, writer=writer, lang=lang)
    if not practice and not isinstance(game, Position):
        offer_begun(session, seed=asked_seed is not None)
    session.parts.bots.limit = limit
    session.for_ = people
    session.coach = coach
    session.parts.screen.projector = projector
    session.parts.game.begin()
    if display:
        session._show()
    return session


@in_its_language
def load(
    path: str | Path | Log,
    game_id: str | None = None,
    *,
    players: dict[int, PlayerSpec] | None = None,
    record: str | Path | Literal[False] | None = None,
    lang: str | None = None,
    display: bool = True,
) -> Session:
    """Resume the game of a record at its last decision.

    Parameters
    ----------
    path : path or Log
        The record; or a folder, a glob, a ZIP file or a log of several, with a `game_id`; of a
        folder without one the game that was played last and isn't over.  If it is open in this
        notebook already, the older table stops recording.
    game_id : str, optional
        The game's key in every frame.
    players : dict of int to player, optional
        The players who take over seats; needed for a seat whose bot was a function.
    record : path, False or None
        The destination of new events.  None: appended to the same file; a new file, or
        a folder: a copy; False: nowhere.
    lang, display
        As in `play`.

    Raises
    ------
    RecordError
        If the file can't be read, its game can't be replayed (with the line), or
        another program has it open (with its name).
    RulesError
        If a player or the language is unknown.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record="ours.jsonl", display=False)
    >>> table.act("flip a1")
    >>> table.close()
    >>> table = load("ours.jsonl", display=False)
    >>> len(table.log.decisions)
    1
    >>> table.close()
    """
    lang = chosen_language(lang)
    if type(path).__name__ == "Log" and game_id is not None:  # its module loads pandas
        own_path = cast("Log", path).path(game_id)
        if own_path is None:
            raise RecordError(
                "game_id={game_id!r} has no record: its run opens it, run.open", game_id=game_id
            )
        path = own_path
    if not isinstance(path, (str, Path)):
        raise RecordError("{source!r:.80} is no path of a record", source=path)
    path = given_path(path)
    begun = unfinished(path) if game_id is None and is_folder(path) else None
    path = begun.path if begun else located(path, game_id)
    content = record_file.read(path)
    history = replay(content.events, str(path))
    session = new_session(history, functions={}, writer=None, lang=lang)
    for seat, player in (players or {}).items():
        session.replace(seat, player)
    if content.torn:
        warn("{path}: the last line was cut off while it was written and is left out", path=path)
    for doubt in history.doubts:
        warn("{path}, {doubt}", path=path, doubt=doubt)
    if content.edited:
        history.header["edited"] = content.edited  # a copy's links are intact
        warn(
            "{path}, line {line}: {message}",
            path=path,
            line=content.edited,
            message=record_file.EDITED,
        )
    if record is None:
        writer = record_file.Writer(path, keep=content.size, chain=content.chain)
        session.parts.game.resume(writer, written=len(content.events))
    else:
        session.parts.game.settle()
        if record is not False:
            session.save_as(record)
    if display:
        session._show()
    return session


def offer_begun(session: Session, *, seed: bool = False) -> None:
    """Let a board offer to continue such a game, if one lies where its record gets a dated name.

    With `seed` only a game of the same seed counts.
    """
    header, path = session.history.header, session.path
    if path and path.name == record_file.file_name(header):
        same = same_game(header, seed=seed)
        session.parts.screen.offer_begun(lambda: unfinished(path.parent, same))


def open_history(
    history: History,
    *,
    functions: dict[int, Policy],
    limit: float | None,
    lang: str | None,
    display: bool,
) -> Session:
    """Open a game that was played elsewhere, without a record; ``lang``, ``display`` as in `play`.

    Parameters
    ----------
    history : History
    functions : dict of int to callable
        The seats' own policies.
    limit : float or None
        Seconds that they have for a move.
    """
    session = new_session(history, functions=functions, writer=None, lang=chosen_language(lang))
    session.parts.bots.limit = limit
    if display:
        session._show()
    return session


def new_session(history: History, **seating: Any) -> Session:
    """Make a session: an ipywidget, `TableWidget`, where ipywidgets are shown.

    Parameters
    ----------
    history : History
    **seating
        The other parameters of `Session`.
    """
    if in_marimo():
        return MarimoSession(history, **seating)
    if notebook() or in_app():
        from skyjo_widget.board.table_widget import TableWidget  # noqa: PLC0415  (loads ipywidgets)

        return TableWidget(history, **seating)
    return Session(history, **seating)
