"""Effects of cards, and a register for custom ones.

An effect is a row of primitives: changes to the order of play, a protected grid, the number of
cards to peek at and put back in order, hidden cards to be turned up, the cards to be picked and
swapped or to be passed on, the places where the card may land, and points at the end of the
round.  `skyjo_widget.engine.newskyjo.rules` carries them out in this order.
"""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, get_args

from skyjo_widget.engine.cards.function import OwnFunction, find_function, own_function
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import plain_text, whole_number

Chooser = Literal["player", "right neighbour", "left neighbour"]
Whose = Literal["own", "player", "others", "discard pile"]
Faces = Literal["any", "hidden", "visible", "lowest", "highest"]
Revealed = Literal["own", "player", "others", "anybody"]
Passed = Literal["lowest", "highest"]
Landing = Literal[
    "anywhere",
    "top left",
    "top right",
    "bottom left",
    "bottom right",
    "top row",
    "bottom row",
    "left column",
    "right column",
    "another grid",
]

MAX_PEEK = 3
MAX_REVEALED = 9
MAX_POINTS = 99
MAX_EFFECTS = 64
"""Kinds of effect in one deck."""

# The engine's codes for these words (`skyjo_widget.engine.newskyjo.options.NewSkyjoCodes`).
CHOOSERS = {"player": 0, "right neighbour": -1, "left neighbour": 1}
"""The chooser's seat relative to the player's."""
WHOSE = ("", *get_args(Whose))
NOT_PICKED, OWN, OF_PLAYER, OF_OTHERS, TOP_OF_DISCARD, OF_ANYBODY = range(6)
REVEALED = {"own": OWN, "player": OF_PLAYER, "others": OF_OTHERS, "anybody": OF_ANYBODY}
"""Codes of the owners of hidden cards that are turned up."""
PASSED = {"lowest": 1, "highest": 2}
"""Codes of the card that each seat passes on, 0 for none."""
PASS_LOWEST = 1
FACES = get_args(Faces)
ANY, HIDDEN, VISIBLE, LOWEST, HIGHEST = range(5)
TOP, BOTTOM, LEFT, RIGHT, GIVEN = 1, 2, 4, 8, 16
LANDINGS = {
    "anywhere": 0,
    "top left": TOP | LEFT,
    "top right": TOP | RIGHT,
    "bottom left": BOTTOM | LEFT,
    "bottom right": BOTTOM | RIGHT,
    "top row": TOP,
    "bottom row": BOTTOM,
    "left column": LEFT,
    "right column": RIGHT,
    "another grid": GIVEN,
}
"""Places where a card may land: the sides of the grid that the cell must touch, as bits; or in
somebody else's grid, anywhere."""


@dataclasses.dataclass(frozen=True, slots=True)
class Pick(FrozenView):
    """One of the two cards that an effect swaps.

    Parameters
    ----------
    whose : {"own", "player", "others", "discard pile"}
        The chooser's own grid; that of the card's player; that of anybody else than
        the chooser (for a second pick: and than the first pick's owner); the discard
        pile's top card (for a second pick only).
    faces : {"any", "hidden", "visible", "lowest", "highest"}
        Which cards of a grid: the lowest and the highest of the visible ones.

    Examples
    --------
    >>> Effect(key="trade", first=Pick("own"), second=Pick("others", "visible")).second.whose
    'others'
    """

    whose: Whose
    faces: Faces = "any"

    def _face(self, say: CellTexts) -> markup.Html:
        parts = [("whose", self.whose), ("faces", self.faces)]
        return say.face("Pick", markup.rows((), [tuple(map(markup.code, part)) for part in parts]))


@dataclasses.dataclass(frozen=True, slots=True)
class Reveal(FrozenView):
    """Hidden cards that an effect turns face up, each picked by the chooser.

    Parameters
    ----------
    whose : {"own", "player", "others", "anybody"}
        The chooser's own grid; that of the card's player; that of anybody else than the
        chooser; any grid.
    cards : int
        How many, 1 to 9; fewer if there are fewer.

    Examples
    --------
    >>> Effect(key="show-yours", reveal=Reveal("others", 2)).reveal.cards
    2
    """

    whose: Revealed
    cards: int = 1

    def _face(self, say: CellTexts) -> markup.Html:
        line = markup.code(self.whose), markup.code(self.cards)
        return say.face("Reveal", markup.rows((), [line]))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Effect(FrozenView):
    """An effect, as a row of primitives.

    Parameters
    ----------
    key : str
        Its name in decks, records and frames: lower-case words with hyphens.
    words : mapping of str to str
        What the card says, by language.
    chooser : {"player", "right neighbour", "left neighbour"}
        Who picks the cards to be turned up or swapped; right is the previous seat, left the next.
    may_decline : bool
        Whether the chooser may refuse the swap.
    first, second : Pick, optional
        The two cards that change places; both or none.
    peek : int
        Cards of the draw pile that the player looks at and puts back in any order, 0 to 3.
    reverse : bool
        Whether the direction of play is reversed.
    next_twice, next_skips : int
        Turns that the next player has more, or less.
    next_takes_discard : bool
        Whether the next player may only take the discard pile's top card.
    extra_actions : int
        Actions that the player has more in this turn.
    lands : str
        Where a kept card may be placed: a corner, row or column of one's own grid, or "another
        grid", to which it is given; see `Landing`.
    reveal : Reveal, optional
        Hidden cards that are turned up, without their effects.
    pass_on : {"lowest", "highest"}, optional
        Which of its visible cards each seat passes on, all at once: it goes to the place of the
        next seat's in the direction of play.
    protect : bool
        Whether nobody else's effect touches the player's grid until the player's next turn.
    score : int
        Points that the card counts besides its number when a round is scored, −99 to 99.
    score_at : str
        Where it must lie for that, a `Landing` of one's own grid.
    function : callable, optional
        ``function(board)``, called with an `EffectBoard` after all other parts but the landing.
        Decks with one are played interpreted, which is slow.

    Raises
    ------
    RulesError
        If a part has an unknown value, or two parts don't go together.

    Examples
    --------
    >>> Effect(key="calm", next_skips=1, words={"en": "Calm down"})
    <Effect calm: next_skips=1>
    """

    key: str
    words: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)
    chooser: Chooser = "player"
    may_decline: bool = False
    first: Pick | None = None
    second: Pick | None = None
    peek: int = 0
    reverse: bool = False
    next_twice: int = 0
    next_skips: int = 0
    next_takes_discard: bool = False
    extra_actions: int = 0
    lands: Landing = "anywhere"
    reveal: Reveal | None = None
    pass_on: Passed | None = None
    protect: bool = False
    score: int = 0
    score_at: Landing = "anywhere"
    function: Any = None

    def __post_init__(self) -> None:
        if not isinstance(self.key, str) or not _KEY.fullmatch(self.key):
            raise RulesError(
                "key={key!r}: an effect's key is made of lower-case letters and digits, "
                "with hyphens between the words, such as 'swap-own-two'",
                key=self.key,
            )
        self._check_words()
        at = tuple(place for place in get_args(Landing) if LANDINGS[place] != GIVEN)
        for name, choices in (
            ("chooser", get_args(Chooser)),
            ("lands", get_args(Landing)),
            ("pass_on", get_args(Passed)),
            ("score_at", at),
        ):
            value = getattr(self, name)
            if value not in choices and (name, value) != ("pass_on", None):
                meant = suggestion(value, choices)
                raise self._refusal(
                    "{name}={value!r}{meant}: it is one of {known}",
                    name=name,
                    value=value,
                    meant=meant,
                    known=_list(choices),
                )
        for name, (least, most) in _NUMBERS.items():
            number = whole_number(
                _("effect {key}: {name}", key=self.key, name=name), getattr(self, name)
            )
            if not least <= number <= most:
                raise self._refusal(
                    "{name}={number} is outside {least} to {most}",
                    name=name,
                    number=number,
                    least=least,
                    most=most,
                )
            object.__setattr__(self, name, number)
        for name in ("may_decline", "reverse", "next_takes_discard", "protect"):
            if not isinstance(getattr(self, name), bool):
                raise self._refusal(
                    "{name}={value!r}: it is True or False",
                    name=name,
                    value=getattr(self, name),
                )
        self._check_picks()
        self._check_reveal()
        if self.function is not None:
            try:
                object.__setattr__(self, "function", own_function(self.function))
            except RulesError as error:
                raise self._refusal(message_of(error)) from None
        if self.pass_on and self.first:
            raise self._refusal("it swaps two cards or passes cards on, not both")
        if self.score_at != "anywhere" and not self.score:
            raise self._refusal(
                "score_at={score_at!r}: how many points does it score there?",
                score_at=self.score_at,
            )
        if all(name in _HOW for name, _ in self._does()):
            raise self._refusal("it does nothing: give it at least one part")

    def __repr__(self) -> str:
        does = ", ".join(f"{name}={part!r}" for name, part in self._does())
        return f"<Effect {markup.short(self.key)}: {does}>"

    def _face(self, say: CellTexts) -> markup.Html:
        does = [
            (name, f"{part.whose}, {part.faces}" if isinstance(part, Pick) else part)
            if not isinstance(part, (Reveal, OwnFunction))
            else (
                name,
                part.name if isinstance(part, OwnFunction) else f"{part.whose}, {part.cards}",
            )
            for name, part in self._does()
        ]
        table = markup.rows((), [tuple(map(markup.code, line)) for line in does])
        words = [markup.paragraph(markup.short(text)) for text in self.words_in(say.lang)]
        return say.face(self.key, *words, table, sub=say("effect"))

    def words_in(self, lang: str) -> tuple[str, ...]:
        """Return what the card says in a language; in all others if it has no words there."""
        return (self.words[lang],) if lang in self.words else tuple(self.words.values())

    def says(self, text: str) -> bool:
        """Return whether a deck can name the effect so: by its key, or its words in a language."""
        return normalised(text) in map(normalised, (self.key, *self.words.values()))

    def _does(self) -> list[tuple[str, Any]]:
        """List the parts that differ from their defaults, except for key and words."""
        return [
            (f.name, getattr(self, f.name))
            for f in dataclasses.fields(self)
            if f.name not in ("key", "words") and getattr(self, f.name) != f.default
        ]

    def _check_words(self) -> None:
        if not isinstance(self.words, Mapping):
            raise self._refusal("words are a dict from a language to what the card says")
        for lang, text in self.words.items():
            what = _("effect {key}: words[{lang!r}]", key=self.key, lang=lang)
            if not isinstance(lang, str) or not lang or not plain_text(text, what).strip():
                raise RulesError("{what}: a language's code and a text are needed", what=what)
        object.__setattr__(self, "words", dict(self.words))

    def _check_picks(self) -> None:
        if (self.first is None) != (self.second is None):
            raise self._refusal("a swap needs a first and a second pick")
        if self.first is None or self.second is None:
            if self.may_decline:
                raise self._refusal("may_decline: without a swap there is nothing to decline")
            return
        for name, pick in (("first", self.first), ("second", self.second)):
            if not isinstance(pick, Pick):
                raise self._refusal("{name}={pick!r}: a Pick is needed", name=name, pick=pick)
            if pick.whose not in get_args(Whose) or pick.faces not in get_args(Faces):
                raise self._refusal(
                    "{name}={pick!r}: whose is one of {whose}, faces one of {faces}",
                    name=name,
                    pick=pick,
                    whose=_list(get_args(Whose)),
                    faces=_list(get_args(Faces)),
                )
        if self.first.whose == "discard pile":
            raise self._refusal("the discard pile can only be the second pick")
        if self.second.whose == "discard pile" and self.second.faces != "any":
            raise self._refusal("of the discard pile only the top card can be picked: faces='any'")

    def _check_reveal(self) -> None:
        reveal = self.reveal
        if reveal is None:
            return
        if not isinstance(reveal, Reveal):
            raise self._refusal("reveal={reveal!r:.60}: a Reveal is needed", reveal=reveal)
        if reveal.whose not in get_args(Revealed):
            meant = suggestion(reveal.whose, REVEALED)
            raise self._refusal(
                "reveal={reveal!r:.90}{meant}: whose is one of {revealed}",
                reveal=reveal,
                meant=meant,
                revealed=_list(tuple(REVEALED)),
            )
        cards = whole_number(f"effect {self.key}: reveal: cards", reveal.cards)
        if not 1 <= cards <= MAX_REVEALED:
            raise self._refusal(
                "reveal: cards={cards} is outside 1 to {most}",
                cards=cards,
                most=MAX_REVEALED,
            )
        object.__setattr__(self, "reveal", Reveal(reveal.whose, cards))

    def _refusal(self, template: str, /, **parts: object) -> RulesError:
        return RulesError("effect {key}: {what}", key=self.key, what=_(template, **parts))

    def as_dict(self) -> dict[str, Any]:
        """Convert to a dict of every part, as a record writes it.

        Parts that earlier versions didn't have are left out where they do nothing, so that decks
        without them are written, and identified, as before.
        """
        does = {name for name, _ in self._does()}
        every = {
            f.name: part.as_dict() if isinstance(part, OwnFunction) else _plain(part)
            for f in dataclasses.fields(self)
            for part in [getattr(self, f.name)]
        }
        return {name: part for name, part in every.items() if name in does or name not in _ADDED}

    @classmethod
    def from_dict(cls, parts: Mapping[str, Any]) -> Effect:
        """Make an effect from the result of `as_dict`; raises `RulesError`."""
        if not isinstance(parts, Mapping):
            raise RulesError("an effect is an object with every part")
        names = [f.name for f in dataclasses.fields(cls)]
        if not set(names) - _ADDED <= set(parts) <= set(names):
            raise RulesError(
                "an effect has the parts {names}, no others and no fewer ({added} may be missing)",
                names=", ".join(names),
                added=", ".join(name for name in names if name in _ADDED),
            )
        picks: dict[str, Any] = {}
        for name in ("first", "second"):
            pick = parts[name]
            if pick is not None:
                if not isinstance(pick, Mapping) or sorted(pick) != ["faces", "whose"]:
                    raise RulesError("{name}: a pick has the parts whose and faces", name=name)
                pick = Pick(pick["whose"], pick["faces"])
            picks[name] = pick
        if (reveal := parts.get("reveal")) is not None:
            if not isinstance(reveal, Mapping) or sorted(reveal) != ["cards", "whose"]:
                raise RulesError("reveal: it has the parts whose and cards")
            if isinstance(reveal["cards"], str):
                raise RulesError(
                    "reveal: cards={cards!r} is no whole number", cards=reveal["cards"]
                )
            picks["reveal"] = Reveal(reveal["whose"], reveal["cards"])
        if (function := parts.get("function")) is not None:
            registered = _registered.get(str(parts["key"]))
            picks["function"] = find_function(
                str(parts["key"]), function, registered.function if registered else None
            )
        for name in _NUMBERS:
            if isinstance(parts.get(name), str):  # as people may type it, but a record doesn't
                raise RulesError(
                    "{name}={value!r} is no whole number", name=name, value=parts[name]
                )
        return cls(**{**parts, **picks})

    def to_text(self) -> str:
        """Format the result of `as_dict` as JSON, as a deck's file holds it."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Effect:
        """Make an effect from the result of `to_text`; raises `RulesError`."""
        try:
            parts = json.loads(text)
        except (ValueError, RecursionError):
            raise RulesError("an effect is a JSON object, as Deck.to_csv writes it") from None
        return cls.from_dict(parts)


_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NUMBERS = {
    "peek": (0, MAX_PEEK),
    "next_twice": (0, 9),
    "next_skips": (0, 9),
    "extra_actions": (0, 9),
    "score": (-MAX_POINTS, MAX_POINTS),
}
"""The least and the greatest number of a part."""
_HOW = ("chooser", "may_decline")
"""Parts that do nothing alone."""
_ADDED = frozenset({"reveal", "pass_on", "protect", "score", "score_at", "function"})
"""Parts that files of earlier versions don't have."""


def _plain(part: Any) -> Any:
    """Return a part of an effect as JSON has it."""
    if isinstance(part, Mapping):
        return dict(part)
    return dataclasses.asdict(part) if isinstance(part, (Pick, Reveal)) else part


def _list(names: Iterable[object]) -> str:
    return ", ".join(repr(name) for name in names)


_shipped: dict[str, tuple[str, Effect]] = {}
"""The games' own effects by key, each with the name of its game."""
_registered: dict[str, Effect] = {}
_checks: list[Callable[[Effect], None]] = []
"""The games' checks of effects that are registered; they raise `RulesError`."""
_keys: dict[str, str] = {}
"""The key of an effect for each normalised text by which decks can name it."""


@in_its_language
def effects() -> dict[str, Effect]:
    """Return all registered effects, by key.

    Examples
    --------
    >>> effects()["peek-three"].peek
    3
    """
    return dict(_registered)


@in_its_language
def register_effect(effect: Effect) -> Effect:
    """Let decks name an effect, by its key or by its words in any language.

    Registering a key again replaces the effect, so that a cell can be run twice;
    decks made before keep theirs.

    Parameters
    ----------
    effect : Effect
        Made of the existing primitives, with words in at least one language.

    Returns
    -------
    Effect
        The same effect.

    Raises
    ------
    RulesError
        If it is no `Effect`, has no words, or has the key of a game's own effect or the
        words of another one; or if its function, tried in a few deals, does something else where
        only cards differ that nobody sees.  The message names what changed.

    Examples
    --------
    >>> register_effect(Effect(key="calm", next_skips=1, words={"en": "Calm down"})).key
    'calm'
    """
    if not isinstance(effect, Effect):
        raise RulesError("{effect!r} is no Effect", effect=effect)
    if effect.key in _shipped:
        game, _ = _shipped[effect.key]
        raise RulesError(
            "effect {key}: {game} has an effect with that key; choose another",
            key=effect.key,
            game=game,
        )
    if not effect.words:
        raise RulesError(
            "effect {key}: words={{'fr': '…'}}: what does the card say?", key=effect.key
        )
    _check_texts(effect)
    for check in _checks:
        check(effect)
    _remember(effect)
    return effect


def skeleton(text: str, lang: str = "en") -> str:
    """Return the code that registers an effect with these words, to be filled in.

    Parameters
    ----------
    text : str
        What the card says.
    lang : str
        Its language.
    """
    letters = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", letters)[:4]
    parts = [f.name for f in dataclasses.fields(Effect) if f.name not in ("key", "words", *_HOW)]
    return (
        f"register_effect(Effect(key={'-'.join(words) or 'new'!r}, words={{{lang!r}: {text!r}}},\n"
        f"    # {', '.join(parts)}\n))"
    )


def check_meaning(effect: Effect) -> None:
    """Raise `RulesError` if its key or its words mean another effect here."""
    registered = _registered.get(effect.key, effect)
    mine, other = parts(effect), parts(registered)
    if differ := [name for name in mine if mine[name] != other[name]]:
        raise RulesError(
            "effect {key}: another one is registered under that key, with other "
            "{differ}; one of the two needs another key, or a new kernel",
            key=effect.key,
            differ=", ".join(differ),
        )
    _check_texts(effect)


def register_all(brought: Iterable[Effect]) -> None:
    """Register effects that passed `check_meaning`; those that are registered stay as they are."""
    for effect in brought:
        if effect.key not in _registered:
            _remember(effect)


def _check_texts(effect: Effect) -> None:
    """Raise `RulesError` if another effect has its key or its words."""
    for text in (effect.key, *effect.words.values()):
        other = find_effect(text)
        if other is not None and other.key != effect.key:
            raise RulesError(
                "effect {key}: {text!r} is what {other} says already",
                key=effect.key,
                text=text,
                other=other.key,
            )


def _remember(effect: Effect) -> None:
    for text in [text for text, key in _keys.items() if key == effect.key]:
        del _keys[text]
    _registered[effect.key] = effect
    for text in (effect.key, *effect.words.values()):
        _keys[normalised(text)] = effect.key


def find_effect(text: str) -> Effect | None:
    """Find the effect with that key or those words; None if there is none.

    Upper and lower case, accents composed or not, either apostrophe and the number of
    spaces don't matter.
    """
    key = _keys.get(normalised(text))
    return None if key is None else _registered[key]


def normalised(text: str) -> str:
    """Normalise a text's case, Unicode composition, apostrophes and spaces."""
    plain = unicodedata.normalize("NFC", text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return unicodedata.normalize("NFC", " ".join(plain.split()).casefold())


def ship(game: str, brought: Iterable[Effect], check: Callable[[Effect], None]) -> None:
    """Register a game's own effects, whose keys nobody else can use, and its check of others'."""
    _checks.append(check)
    for effect in brought:
        _shipped[effect.key] = game, effect
        _remember(effect)


def is_shipped(effect: Effect) -> bool:
    """Return whether an effect equals a game's own effect but for its words."""
    _, shipped = _shipped.get(effect.key, ("", None))
    return shipped is not None and parts(effect) == parts(shipped)


def parts(effect: Effect) -> dict[str, Any]:
    """Return an effect's parts by name, without its words."""
    names = [field.name for field in dataclasses.fields(effect) if field.name != "words"]
    return {name: getattr(effect, name) for name in names}
