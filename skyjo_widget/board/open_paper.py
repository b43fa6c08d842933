"""The function `paper`, which opens a table to record a game with paper cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from skyjo_widget.board.open import new_session, offer_begun
from skyjo_widget.board.session import Session
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import GameSpec, RuleOptions, preset_name, settle_rules
from skyjo_widget.errors import RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.header import header
from skyjo_widget.records.replay import new_history
from skyjo_widget.table.seating import seat_all
from skyjo_widget.util.i18n import chosen_language
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.validation import whole_number
from skyjo_widget.util.version import __version__


@in_its_language
def paper(
    game: GameSpec,
    players: Sequence[str],
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    dealer: int = 0,
    record: str | Path | bool | None = None,
    lang: str | None = None,
    display: bool = True,
    **rule_fields: Unpack[RuleOptions],
) -> Session:
    """Record a game that people play with paper cards, as it happens.

    The order of the deck is unknown.  A card is named when it turns up; those that stay hidden
    remain unknown.  A card that the deck can't hold is refused at once, and anything can be
    undone.

    Parameters
    ----------
    game : str or Game
        A preset, as in `play`.
    players : sequence of str
        The names of the people, by seat.
    rules, deck, record, lang, display, **rule_fields
        As in `play`.
    dealer : int
        In Skip-Bo the seat that deals first; whoever sits to its left begins.

    Returns
    -------
    Session
        `PaperCards.unnamed` lists the cards that must be named; `PaperCards.name` and
        `Session.act` name them; `PaperCards.referee` records a referee's decision.

    Raises
    ------
    RulesError
        If this can't be played, or a player is a bot; the message says why.
    RecordError
        If the file exists already or can't be made.

    Examples
    --------
    >>> table = paper("skyjo", ["Ana", "Ben"], record=False, display=False)
    >>> table.paper.unnamed()
    ('discard',)
    >>> table.paper.name("discard", 4)
    >>> table.act("flip a1", card=7)
    """
    preset = preset_name(game)
    game, chosen, cards = settle_rules(preset, rules, deck, rule_fields)
    if not game.paper:
        raise RulesError("{name} can't be written down with paper cards", name=game.name)
    if any(effect.function for effect in cards.effects.values()) and chosen.effects:
        raise RulesError(
            "an effect that is a function of one's own can't be played with paper cards: "
            "it may depend on cards that nobody has named"
        )
    lang = chosen_language(lang)
    seated, _ = seat_all(players, game.name, only_people=True)
    chosen.codes(len(seated), cards)  # so many can play
    for player in seated:
        if player.kind != "person":
            raise RulesError("{name!r} is a bot: with paper cards people play", name=player.name)
    dealer = whole_number("dealer", dealer)
    if not 0 <= dealer < len(seated):
        raise RulesError(
            "dealer={dealer}: seats go from 0 to {last}", dealer=dealer, last=len(seated) - 1
        )
    if dealer and not game.has_dealer:
        raise RulesError(
            "dealer={dealer}: in {name} the rules say who deals", dealer=dealer, name=game.name
        )
    history = new_history(
        header(
            game=game,
            game_id=record_file.new_game_id(),
            preset=preset,
            rules=chosen,
            deck=cards,
            players=seated,
            seed=0,
            practice=False,
            software=__version__,
            paper=True,
            **({"dealer": dealer} if game.has_dealer else {}),
        )
    )
    path = record_file.place_for(record, record_file.file_name(history.header))
    writer = record_file.Writer(path) if path else None
    session = new_session(history, functions={}, writer=writer, lang=lang)
    offer_begun(session)
    session.parts.game.begin()
    if display:
        session._show()
    return session
