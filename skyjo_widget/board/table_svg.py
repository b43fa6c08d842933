"""The table as an SVG image, for the static board.

The image has its own background, so that it looks the same on a light and a dark page.  Its
texts are escaped; it holds no script, no style sheet and no link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

from skyjo_widget.util.card_colours import colours
from skyjo_widget.util.markup import LONGEST_NAME, escaped, short

View = dict[str, Any]
Say = Callable[..., str]

WIDTH = 720
"""Width of the image in pixels, unless a grid is wider."""
WIDE, HIGH, GAP = 36, 48, 4
"""Width and height of a card, and the gap between two."""
STEP = WIDE + GAP
EDGE, BETWEEN = 16, 26
"""Margin around the table, and gap between two seats."""
NAME, SUMS = 26, 20
"""Heights of a seat's name and of the line below its cards."""
LABELS = 14
"""Height of the letters above a grid's columns."""
PILES = 76
"""Width of the draw and the discard pile of a grid game."""

INK, QUIET, GROUND, LINE, ACCENT = "#24262b", "#595b5e", "#f6f2ea", "#dcd6cb", "#2a53b3"
BACK, BACK_LINE, BACK_INK = "#32416c", "#495b8e", "#e7dec4"
STAR = "M8 .8 10.1 5.6 15.3 6.1 11.4 9.6 12.5 14.7 8 12.1 3.5 14.7 4.6 9.6 .7 6.1 5.9 5.6Z"
"""The path of a wild card's sign, 16 by 16, as on the board."""
FONT = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif"
_IN_ADDRESS = str.maketrans({sign: f"%{ord(sign):02X}" for sign in '%#"\t\n\r'} | {"&": "&amp;"})
"""Characters that must be escaped in the address; all others stay as they are, which takes a
quarter less than base64."""


def image(view: View, say: Say, *, labels: bool = False) -> tuple[str, int, int]:
    """Draw a table.

    Parameters
    ----------
    view : dict
        Its public view (``docs/internals/view.md``).
    say : callable
        Returns a text of the locale's ``still``, escaped.
    labels : bool
        Whether the columns and rows of grids have their letters and numbers, as in ``b3``.

    Returns
    -------
    tuple of str, int, int
        The image as a ``data:`` address, escaped for double quotes in HTML; its width and height
        in pixels.
    """
    drawing = _Drawing(view, say, labels=labels)
    width, height = drawing.piles() if view["table"] == "piles" else drawing.grids()
    ground = (
        f"<rect x='.5' y='.5' width='{width - 1}' height='{height - 1}' rx='10' "
        f"fill='{GROUND}' stroke='{LINE}'/>"
    )
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"width='{width}' height='{height}' font-family='{FONT}' font-size='12' fill='{QUIET}'>"
        f"<defs>{''.join(drawing.faces.values())}</defs>{ground}{''.join(drawing.parts)}"
        f"<g text-anchor='middle' font-weight='600'>{''.join(drawing.cards)}</g></svg>"
    )
    text = svg.encode(errors="replace").decode().translate(_IN_ADDRESS)
    return f"data:image/svg+xml,{text}", width, height


class _Drawing:
    """The parts of a table; equal cards and repeated rows are defined once and reused."""

    def __init__(self, view: View, say: Say, *, labels: bool) -> None:
        self.view, self.say, self.labels = view, say, labels
        self.parts: list[str] = []
        self.cards: list[str] = []
        self.faces: dict[str, str] = {}
        self.rows: dict[tuple[str, ...], tuple[str, int, int]] = {}

    def grids(self) -> tuple[int, int]:
        """Draw piles on the left, and grids beside them, as many in a row as fit."""
        columns, rows, seats = self.view["columns"], self.view["rows"], self.view["seats"]
        wide = max(columns * STEP - GAP, 132)
        top = NAME + LABELS * self.labels
        high = top + rows * (HIGH + GAP) - GAP + SUMS
        room = WIDTH - 2 * EDGE - PILES + BETWEEN
        in_row = min(max(1, room // (wide + BETWEEN)), len(seats))
        lines = -(-len(seats) // in_row)
        starts = range(0, rows * columns, columns)
        grids = [[tuple(seat["grid"][k : k + columns]) for k in starts] for seat in seats]
        times = Counter(row for grid in grids for row in grid)
        for i, seat in enumerate(seats):
            x = EDGE + PILES + i % in_row * (wide + BETWEEN)
            y = EDGE + i // in_row * (high + BETWEEN)
            self.name(seat, x, y, wide)
            for k, row in enumerate(grids[i]):
                self.row(row, x, y + top + k * (HIGH + GAP), repeated=times[row] > 1)
            if self.labels:
                self.coordinates(x, y + top)
            sums = {"visible": minus(seat["visible_sum"]), "total": minus(seat["total"])}
            self.text(self.say("sums", **sums), x, y + high - 4)
        y, below = EDGE + top, HIGH + 14
        for card, count in (
            ("?", self.view["draw"]["count"]),
            (self.view["discard"]["top"] or ".", self.view["discard"]["count"]),
        ):
            self.card(card, EDGE, y)
            self.text(str(count), EDGE + WIDE / 2, y + below, centred=True)
            y += below + 16
        height = max(2 * EDGE + lines * (high + BETWEEN) - BETWEEN, y)
        return 2 * EDGE + PILES + in_row * (wide + BETWEEN) - BETWEEN, height

    def piles(self) -> tuple[int, int]:
        """Draw the draw pile and the building piles above, and a line for each player below."""
        seats, building = self.view["seats"], self.view["building"]
        stock, first = EDGE + 150, EDGE + 234
        self.card("?", stock, EDGE)
        count = str(self.view["draw"]["count"])
        self.text(count, stock + WIDE / 2, EDGE + HIGH + 14, centred=True)
        for k, pile in enumerate(building):
            wild = "*" if pile["top"] == "wild" else ""
            self.card(f"{building_number(self.view, pile) or '.'}{wild}", first + k * STEP, EDGE)
            if pile.get("down"):
                self.text("▼", first + k * STEP + WIDE / 2, EDGE + HIGH + 14, centred=True)
        y = EDGE + HIGH + 34
        for seat in seats:
            self.name(seat, EDGE, y + 2, 126)
            self.text(self.say("total", total=minus(seat["total"])), EDGE, y + 42)
            self.card(seat["stock"]["top"] or ".", stock, y)
            self.text(f"×{seat['stock']['count']}", stock + WIDE + 6, y + 29)
            for k, discards in enumerate(seat["discards"]):
                self.card(discards[-1] if discards else ".", first + k * STEP, y)
            y += HIGH + 18
        most = max(len(building), *(len(seat["discards"]) for seat in seats))
        return first + most * STEP - GAP + EDGE, y - 18 + EDGE

    def text(self, text: str, x: float, y: float, *, centred: bool = False) -> None:
        """Add a line of small text, which is already escaped."""
        anchor = " text-anchor='middle'" if centred else ""
        self.parts.append(f"<text x='{x:g}' y='{y:g}'{anchor}>{text}</text>")

    def coordinates(self, x: int, y: int) -> None:
        """Add letters above a grid's columns, and numbers beside its rows."""
        for k in range(self.view["columns"]):
            self.text(ascii_lowercase[k], x + k * STEP + WIDE / 2, y - 5, centred=True)
        for k in range(self.view["rows"]):
            self.text(str(k + 1), x - 9, y + k * (HIGH + GAP) + HIGH / 2 + 4, centred=True)

    def name(self, seat: View, x: int, y: int, wide: int) -> None:
        """Add a player's name, clipped; the player to move has a coloured line."""
        acts = self.view["seat"] == seat["seat"]
        name = escaped(short(seat["name"], LONGEST_NAME))
        sign = "★ " if seat["seat"] in (self.view["winners"] or ()) else "▶ " if acts else ""
        self.parts.append(
            f"<svg x='{x}' y='{y}' width='{wide}' height='20'><text y='14' font-size='13' "
            f"font-weight='600' fill='{ACCENT if acts else INK}'>{sign}{name}"
            f"</text></svg><path d='M{x} {y + 20}h{wide}' stroke='{ACCENT if acts else LINE}' "
            "stroke-width='2'/>"
        )

    def row(self, cards: tuple[str, ...], x: int, y: int, *, repeated: bool) -> None:
        """Add cards side by side; `repeated` if another row is the same."""
        if cards in self.rows:
            name, first_x, first_y = self.rows[cards]
            self.cards.append(f"<use href='#{name}' x='{x - first_x}' y='{y - first_y}'/>")
            return
        if repeated:
            name = f"r{len(self.rows)}"
            self.rows[cards] = name, x, y
            self.cards.append(f"<g id='{name}'>")
        for k, card in enumerate(cards):
            self.card(card, x + k * STEP, y)
        if repeated:
            self.cards.append("</g>")

    def card(self, card: str, x: int, y: int) -> None:
        """Add a card; of its effect only a mark is drawn."""
        number, effect, _ = card.partition(":")
        card = number + effect
        name = f"c{list(self.faces).index(card) if card in self.faces else len(self.faces)}"
        if card not in self.faces:
            self.faces[card] = f"<g id='{name}'>{_card(card)}</g>"
        self.cards.append(f"<use href='#{name}' x='{x}' y='{y}'/>")


# Pieces


def building_number(view: View, pile: View) -> int:
    """Return the number on top of a building pile, which a wild card stands for; 0 for none."""
    number: int = view["highest"] + 1 - pile["count"] if pile.get("down") else pile["count"]
    return number


def minus(number: Any) -> str:
    """Format a card's number with a proper minus, without its effect."""
    return str(number).partition(":")[0].replace("-", "−")


def _card(card: str) -> str:
    """Draw a card's face; its back for ``?``, an outline for ``.``.

    ``5:`` has an effect, ``5*`` is a wild one that counts as 5.
    """
    if card == "?":
        return _BACK
    if card == ".":
        return f"<rect {_FRAME} fill='none' stroke='{LINE}' stroke-dasharray='3'/>"
    number, effect, counts = card.rstrip(":*"), card.endswith(":"), card.endswith("*")
    paper, rim, ink, _ = colours(None if number == "wild" else int(number))
    face = f"<rect {_FRAME} fill='{paper}' stroke='{rim}'/>"
    if number == "wild":
        return f"{face}<path d='{STAR}' transform='translate(9 15) scale(1.1)' fill='{ink}'/>"
    if effect:
        face += (
            f"<path d='M1 39h{WIDE - 2}v3.5a4.5 4.5 0 0 1-4.5 4.5h-25a4.5 4.5 0 0 1-4.5-4.5z' "
            f"fill='{rim}'/><circle cx='18' cy='43' r='1.8' fill='{ink}'/>"
        )
    elif counts:
        face += f"<path d='{STAR}' transform='translate(14 36) scale(.5)' fill='{ink}'/>"
    text = minus(number)
    return (
        f"{face}<text x='18' y='{28 if effect or counts else 31}' "
        f"font-size='{(20, 20, 15, 12)[min(len(text), 4) - 1]}' fill='{ink}'>{text}</text>"
    )


_FRAME = f"x='.5' y='.5' width='{WIDE - 1}' height='{HIGH - 1}' rx='5'"
_BACK = (
    f"<rect {_FRAME} fill='{BACK}' stroke='{BACK_LINE}'/>"
    f"<circle cx='18' cy='24' r='9.5' fill='none' stroke='{BACK_INK}' stroke-width='4' "
    f"stroke-dasharray='1.4 3.574'/><path d='M18 20l3 4-3 4-3-4z' fill='{BACK_INK}'/>"
)
