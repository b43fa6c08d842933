"""Games with paper cards in shorthand: a line is a turn, typed at once and read back as text.

A line is carried out on the history in one transaction; `written` makes the lines of a game.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from skyjo_widget.engine.core.paper import HAND
from skyjo_widget.engine.core.shorthand import card_text, choices, read_card
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.errors import IllegalActionError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records.history import Decision
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.records.record_file import Event
from skyjo_widget.table.paper_play import PaperPlay
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.i18n import words
from skyjo_widget.util.validation import plain_text

LONGEST_LINE = 400
LONGEST_TEXT = 20_000
"""Characters of a line with a referee's text."""
_SHOWN = 40  # characters of a wrong text in a message

_PLACES = r"hand|discard|draw *[1-9]|[0-9]:stock|[0-9]:[a-z][0-9]{1,2}"
_NAMING = re.compile(rf"({_PLACES}) *= *")
_TEXT = r'"(?:[^"\\]|\\.)*"'
_PART = re.compile(rf"(\w+)=({_TEXT}|-?[0-9]{{1,6}})\s*")
_REFEREE = re.compile(
    rf"!\s*([a-z]+(?: [a-z]+)?)\s*((?:(?<=\s)\w+=(?:{_TEXT}|-?[0-9]{{1,6}})\s*)*)({_TEXT})?\s*"
)


class Line:
    """A line of shorthand, to be carried out on a history within an attempt.

    Parameters
    ----------
    history : PaperHistory
    paper : PaperPlay
        The table's.
    text : str
    ms : int
        Milliseconds that the first decision took.

    Raises
    ------
    RulesError
        If it is too long, or holds characters that can't be printed.
    """

    def __init__(self, history: PaperHistory, paper: PaperPlay, text: Any, *, ms: int = 0) -> None:
        self._history, self._paper, self._ms = history, paper, ms
        self._whole = plain_text(text, _("a line")).strip()
        refereed = self._whole.startswith("!")
        longest = LONGEST_TEXT if refereed else LONGEST_LINE
        if len(self._whole) > longest:
            raise RulesError(
                "a line has at most {longest} characters, not {count}",
                longest=longest,
                count=len(self._whole),
            )
        strange = next((c for c in self._whole if not c.isprintable()), None)
        if strange is not None and not refereed:
            raise RulesError("a line can't hold the character {strange!r}", strange=strange)
        self._text = re.sub(r"\s", " ", self._whole).lower()
        self._short = history.game.paper.shorthand  # type: ignore[union-attr]
        self._at = 0
        self._held: list[int] = []
        """The cards that the drawn one can be, while that isn't clear."""
        self._missing = False
        """True if a card that goes out or turns up is missing behind a slash."""
        self._turn: tuple[int, ...] | None = None
        self._first = len(history.decisions)
        self._named: list[tuple[str, int]] = []

    def carry_out(self) -> None:
        """Carry out the line; an error leaves the beginning done, for `in_words` and `options`.

        Raises
        ------
        RulesError
            If it isn't understood, a card is missing, or something isn't possible now.
        """
        if not self._text:
            raise RulesError("the line is empty")
        if self._text.startswith("!"):
            self._decree()
            return
        while self._at < len(self._text):
            start = self._at
            try:
                end = self._step(start)
            except IllegalActionError as error:
                raise RulesError(
                    "{rest!r}: {reason}", rest=self._rest(start), reason=error.reason
                ) from None
            self._at = end + len(self._text[end:]) - len(self._text[end:].lstrip(" "))
        if self._held:
            raise self._ambiguous(self._held)

    def in_words(self, lang: str) -> str:
        """Return what has been carried out, in words."""
        texts = words(lang)["shorthand"]
        done = [f"{where} = {self._card(card)}" for where, card in self._named]
        rows = self._history.decisions[self._first :]
        for k, row in enumerate(rows):
            sentence = _in_words(row, self._history, lang)
            if k == 0 or rows[k - 1].seat != row.seat:
                done.append(texts["player"].format(player=row.player, text=sentence))
            else:
                joint = " " if row.action == "place" else texts["joint"]
                done[-1] += f"{joint}{sentence}"
        return str(texts["joint"]).join(done)

    def options(self) -> tuple[str, ...]:
        """List what may come next, or in place of what isn't understood."""
        if self._missing:
            return ("/",)
        rest = self._text[self._at :]
        options = tuple(dict.fromkeys(self._options()))
        return tuple(option for option in options if option.startswith(rest)) or options

    # Internals

    def _step(self, at: int) -> int:
        """Carry out the next step; return where it ends."""
        history, text = self._history, self._text
        named = _NAMING.match(text, at)
        if named:
            card, end = self._one_card(named.end())
            self._begin()
            self._name(re.sub("draw *", "draw ", named[1]), card)
            history.settle()
            return end
        if text.startswith("=", at) or (
            history.actor is None and read_card(history.deck, text, at)
        ):
            return self._due(at)
        done = self._acted(at, self._legal_kinds()) or self._drawn(at)
        done = done or self._acted(at, history.game.actions.kinds)  # to say why it can't be
        if done is not None:
            return done
        if text.startswith("/", at):
            raise RulesError("{rest!r}: no card is missing here", rest=self._rest(at))
        if history.actor is None:
            self._paper.verify("draw")  # it says why nobody can act
        options = ", ".join(self.options()[:12])
        raise RulesError(
            "{rest!r} isn't understood here; possible are {options}",
            rest=self._rest(at),
            options=options,
        )

    def _acted(self, at: int, kinds: Iterable[str]) -> int | None:
        """Carry out an action of some kinds; return where it ends, None if there is none."""
        for kind in kinds:
            if reading := self._short.read(kind, self._text, at):
                action, end = reading
                return self._act(action, end, kind)
        return None

    def _due(self, at: int) -> int:
        """Name the cards that a deal or the end of a round shows, in order."""
        history, text = self._history, self._text
        end = at + text.startswith("=", at)
        self._begin()
        while True:
            end += len(text[end:]) - len(text[end:].lstrip(" "))
            if end == len(text):
                break
            due = history.unnamed()
            if not due:
                raise RulesError("{rest!r}: no card is to be named here", rest=self._rest(end))
            card, end = self._one_card(end)
            self._name(due[0], card)
        history.settle()
        return end

    def _drawn(self, at: int) -> int | None:
        """Draw, or name the card that was drawn before; return where it ends, None without."""
        history, hand = self._history, self._hand_is_open()
        if "draw" not in history.game.actions.kinds:
            return None
        unknown = self._text.startswith("?", at)
        cards, end = (
            ([], at + 1) if unknown else read_card(history.deck, self._text, at) or ([], at)
        )
        if end == at or (unknown and hand):
            return None
        if not hand:
            self._do(self._paper.verify("draw"), {})
        self._held = self._left(cards, HAND) if cards else []
        if len(self._held) == 1:
            self._name(HAND, self._held.pop())
        return end

    def _act(self, action: str, end: int, kind: str) -> int:
        """Carry out an action, with the cards that it shows."""
        history = self._history
        number = self._paper.verify(action)
        if self._held:
            fitting = [c for c in self._held if self._short.fits(history.codes, kind, c)]
            if len(fitting) > 1:
                raise self._ambiguous(fitting)
            self._name(HAND, (fitting or self._held)[0])
            self._held = []
        spoken = history.paper.spoken(number)
        names = dict(spoken)
        for where in history.unnamed(number):
            if where in spoken:
                continue
            typed = self._text[:end]
            if where == HAND:
                raise RulesError(
                    "which card was drawn? It comes first, as in 5{rest}", rest=self._rest(self._at)
                )
            place = where.partition(":")[2] if kind != "pick" else where
            slash = re.compile(r" */ *").match(self._text, end)
            if not slash or slash.end() == len(self._text) or self._text[slash.end()] == "?":
                self._missing = True
                raise RulesError(
                    "{asks} {typed}/…", asks=self._short.asks(kind, place), typed=typed
                )
            names[where], end = self._one_card(slash.end(), where)
        self._do(number, names)
        return end

    def _do(self, number: int, names: dict[str, int]) -> None:
        s = self._history.state
        turn = _turn(s.round, s.turn, s.seat)
        if self._turn not in (None, turn):
            raise RulesError(
                "the turn is over before {rest!r}: a line is one turn", rest=self._rest(self._at)
            )
        self._turn = turn
        self._paper.carry_out(number, names, ms=self._ms)
        self._ms = 0

    def _decree(self) -> None:
        """Carry out a referee's correction, or a penalty."""
        match = _REFEREE.fullmatch(self._whole)
        try:
            parts = _PART.findall(match[2]) if match else []
            about = {name: json.loads(value, strict=False) for name, value in parts}
            text = json.loads(match[3] or '""', strict=False) if match else ""
        except ValueError:
            match = None  # a number or a text as JSON hasn't got it
        if not match or len(about) < len(parts):
            raise RulesError(
                "{line!r:.80} is no referee's line, which is like {example}",
                line=self._whole,
                example='!points seat=1 points=5 "text"',
            )
        if match[1] == "penalty":
            self._paper.penalize(about)
        else:
            self._paper.decree(match[1], about, text=plain_text(text, _("a referee's text")))

    def _begin(self) -> None:
        """Begin the next round, whose cards are named."""
        if self._held:
            raise self._ambiguous(self._held)
        if self._history.between_rounds:
            self._history.begin_round()
            self._history.settle()

    def _name(self, where: str, card: int) -> None:
        self._history.name_card(where, card)
        if where != HAND:
            self._named.append((where, card))

    def _one_card(self, at: int, where: str | None = None) -> tuple[int, int]:
        """Read a card that must be clear; return it and where it ends."""
        reading = read_card(self._history.deck, self._text, at)
        if reading is None:
            raise RulesError("{rest!r} is no card", rest=self._rest(at))
        cards = reading[0] if where is None else self._left(reading[0], where)
        if len(cards) > 1:
            raise self._ambiguous(cards)
        return cards[0], reading[1]

    def _left(self, cards: list[int], where: str) -> list[int]:
        """List those of some cards that can lie at a place; all if none can, which is refused."""
        history = self._history
        left = history.paper.left(history.state, where)
        return [card for card in cards if left[card] > 0] or cards

    def _ambiguous(self, cards: list[int]) -> RulesError:
        number = self._card(cards[0]).partition(":")[0]
        return RulesError(
            "which {number} was it? {choices}",
            number=number,
            choices=choices(self._history.deck, cards),
        )

    def _hand_is_open(self) -> bool:
        """Return whether the seat to act holds a drawn card that has no name."""
        history = self._history
        return not history.game.private_hands and history.paper.conceals(history.state)

    def _legal_kinds(self) -> list[str]:
        history = self._history
        return list(dict.fromkeys(history.game.actions.kind(a) for a in history.legal()))

    def _options(self) -> Iterator[str]:
        history = self._history
        deck = history.deck
        if self._held:
            yield from (card_text(deck, card) for card in self._held)
            return
        if history.actor is None:
            yield from () if history.over else ("=",)
            return
        numbers = [str(kind.card).partition(":")[0] for kind in deck.kinds]
        if self._hand_is_open():
            yield from numbers
        for action in history.legal():
            notation = history.game.action_text(action, history.codes)
            if notation == "draw":
                yield from ("?", *numbers)
            else:
                yield self._short.short(notation)

    def _card(self, card: int) -> str:
        return str(self._history.deck.kinds[card].card)

    def _rest(self, at: int) -> str:
        rest = self._text[at:]
        return rest if len(rest) <= _SHOWN else f"{rest[:_SHOWN]}…"


def _turn(number: int, turn: int, seat: int) -> tuple[int, ...]:
    """Return what the decisions of a line have in common; at the set-up the seat too."""
    return (number, turn) if turn else (number, turn, seat)


def _in_words(row: Decision, history: PaperHistory, lang: str) -> str:
    """Return a decision in words."""
    texts = words(lang)["shorthand"]
    did = texts["did"].get(row.action)
    if did is None or history.game.private_hands:
        names = [player.name for player in history.players]
        return action_words(row.notation, history.game.name, lang, names, row.seat)
    card = "?" if row.card_in is None else row.card_in
    sentence = str(did).format(card=card, place=row.position)
    out = row.action == "place" and row.card_out is not None
    return sentence + str(texts["out"]).format(card=row.card_out) * out


# Reading back


def written(history: PaperHistory) -> str:
    """Return a game in shorthand, a line for each turn; what was undone isn't in it."""
    return "\n".join(_Writer(history).lines())


class _Writer:
    """The lines of a game, from its events that weren't undone."""

    def __init__(self, history: PaperHistory) -> None:
        self._history, self._deck = history, history.deck
        self._short = history.game.paper.shorthand  # type: ignore[union-attr]
        self._parts: list[str] = []
        self._named: list[Event] = []
        """The cards that were named since, and aren't in a part yet."""
        self._drawn = False
        """True if the last part is a draw."""
        self._hand = NO_CARD

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        turn = None
        for event in self._history.standing_events():
            what = event["event"]
            if what == "card":
                self._note(event)
            elif what == "act":
                row = self._history.decisions[event["decision"]]
                now = _turn(row.round, row.turn, row.seat)
                if now != turn:
                    yield from self._finished()
                turn = now
                self._act(row)
            elif what in ("referee", "penalty"):
                self._tell()
                yield from self._finished()
                yield _referee_line(event)
            elif what == "round" or event.get("for") == "deal":
                yield from self._finished()
                yield from self._due()
        self._tell()
        yield from self._finished()

    def _finished(self) -> Iterator[str]:
        if self._parts:
            yield " ".join(self._parts)
        self._parts, self._drawn = [], False

    def _note(self, event: Event) -> None:
        """Keep the name of a card, which is a part of the draw or of what follows."""
        drawn = self._drawn and self._parts[-1] == "?" and not self._named
        if event["where"] == HAND and drawn:
            self._parts[-1] = card_text(self._deck, self._number(event))
            self._hand = self._number(event)
        else:
            self._named.append(event)

    def _act(self, row: Decision) -> None:
        text = self._short.short(row.notation)
        if self._named and self._named[-1]["where"] in self._places_shown(row):
            text += f"/{card_text(self._deck, self._number(self._named.pop()))}"
        if self._history.game.private_hands and self._named and self._named[-1]["where"] == HAND:
            self._named.pop()  # the action names it
        self._tell()
        if not self._drawn:
            self._parts.append(text)
        elif self._parts[-1] == "?":
            self._parts[-1] += text
        else:
            self._join(text, row.action)
        self._drawn = row.action == "draw"

    def _places_shown(self, row: Decision) -> set[str]:
        """Return where a card can have been that an action has shown."""
        _, _, rest = row.notation.partition(" ")
        if row.action == "pick":
            return {rest} if (row.card_in, row.card_out) != (None, None) else set()
        if "stock" in rest:
            return {f"{seat}:stock" for seat in range(len(self._history.players))}
        return {f"{row.seat}:{rest}"}

    def _join(self, text: str, kind: str) -> None:
        """Put what was done with a drawn card behind it, as short as it reads back."""
        drawn = self._parts.pop()
        number = str(self._deck.kinds[self._hand].card).partition(":")[0]
        possible = read_card(self._deck, number, 0)
        assert possible
        fits, codes = self._short.fits, self._history.codes
        if [card for card in possible[0] if fits(codes, kind, card)] == [self._hand]:
            drawn = number
        plain = drawn[-1] in ".0123456789"  # letters behind letters would be hard to read
        glued = plain and read_card(self._deck, drawn + text, 0) == read_card(self._deck, drawn, 0)
        self._parts += [drawn + text] if glued else [drawn, text]

    def _due(self) -> Iterator[str]:
        """Yield the cards that a deal or the end of a round has shown."""
        order = [_in_order(event["where"]) for event in self._named]
        if order and all(earlier < later for earlier, later in itertools.pairwise(order)):
            cards = [card_text(self._deck, self._number(event)) for event in self._named]
            self._named = []
            yield f"= {' '.join(cards)}"
        self._tell()
        yield from self._finished()

    def _tell(self) -> None:
        """Write the cards that were named where nothing shows them."""
        for event in self._named:
            self._parts.append(f"{event['where']}={card_text(self._deck, self._number(event))}")
        if self._named:
            self._drawn = False
        self._named = []

    def _number(self, event: Event) -> int:
        return self._deck.parse_card(str(event["card"]))


def _in_order(where: str) -> tuple[int, int, str]:
    """Return a place's rank among those that are asked one after the other."""
    seat, _, place = where.rpartition(":")
    digits = place.lstrip("abcdefghijklmnopqrstuvwxyz")
    return int(seat or 0), int(digits or 0), place


def _referee_line(event: Event) -> str:
    what = event.get("what", "penalty")
    left_out = {"event", "at", "what", "text", "cards" * (what == "penalty")}
    parts = [
        f"{name}={json.dumps(value, ensure_ascii=False)}"
        for name, value in event.items()
        if name not in left_out
    ]
    text = [json.dumps(event["text"], ensure_ascii=False)] if event.get("text") else []
    return " ".join([f"!{what}", *parts, *text])
