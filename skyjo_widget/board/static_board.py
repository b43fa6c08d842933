"""A static image of the last position, for notebooks that are opened without a kernel.

It shows public information, and is an output beside the board, which hides it while it is alive.
It is an ``img`` with its SVG in a ``data:`` address: JupyterLab keeps that in an untrusted
notebook, where it removes ``svg``, ``style`` and scripts, and an exported page shows it offline.
A CSS rule hides it where the board is in another cell's output, as part of a layout.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from skyjo_widget.board.table_svg import Say, building_number, image, minus
from skyjo_widget.board.tables.common import TableSnapshot, View
from skyjo_widget.board.view import build_view, picture
from skyjo_widget.records.history import History
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import device_language, words
from skyjo_widget.util.markup import escaped, face
from skyjo_widget.util.notebook import notebook, running

PATIENCE = 3
"""Seconds that a page has for showing a board before its picture stands in for it."""
REST = {"type": "rest"}
"""A browser's message that its board has been idle for a moment."""
MISSED = {"type": "missed"}
"""A browser's message that the output came before its model: then there is no board."""


class StaticBoard:
    """An output with the last position, updated when the board is idle.

    Parameters
    ----------
    owner : Table or Replay
        Its board is shown beside it.
    lock : RLock
        Held while it is drawn.
    draw : callable, optional
        Makes the HTML in a language; `session_html` by default.
    resend : callable, optional
        Sends the board's own output once more.
    """

    def __init__(
        self,
        owner: Any,
        lock: threading.RLock,
        draw: Callable[[str], str] | None = None,
        *,
        resend: Callable[[], None] = lambda: None,
    ) -> None:
        self._of, self._lock, self._resend = owner, lock, resend
        self._draw = draw or (lambda lang: session_html(owner, lang))
        self._name = f"still-{owner.board.mark}"
        self._html = ""
        self._listens = self._waits = False

    def show(self) -> None:
        """Display it empty: it is filled at the cell's end, and a live board hides it."""
        from IPython.display import display  # noqa: PLC0415  (absent in a script)

        display(self._data(), raw=True, display_id=self._name)  # type: ignore[no-untyped-call]
        if not self._listens:
            self._listens = True
            self._of.board.on_msg(self.receive)
            self._each_cell("register")

    def settle(self) -> None:
        """Show the last position for good, when the board is closed."""
        if self._listens:
            self.stop()
            self.update(self._of.board)

    def stop(self) -> None:
        """Show no further position."""
        if self._listens:
            self._listens = False
            self._of.board.on_msg(self.receive, remove=True)
            self._each_cell("unregister")

    def _each_cell(self, do: str) -> None:
        events = getattr(notebook(), "events", None)
        if events and (do == "register") != self._waits:
            self._waits = not self._waits
            getattr(events, do)("post_run_cell", self._end_cell)

    def _end_cell(self, _result: Any) -> None:
        """Show the position at a cell's end, as long as no browser says when its board is idle."""
        run = running()
        if run is None or not run.on_page:
            self._stand_in()
        else:  # HTML would hold up its board: JupyterLab loads MathJax for it
            with contextlib.suppress(RuntimeError):  # without a loop there is no page
                asyncio.get_running_loop().call_later(PATIENCE, self._stand_in)

    def _stand_in(self) -> None:
        """Show the position if no browser has answered."""
        if not self._waits:
            return  # it was stopped meanwhile
        if self._of.board.answered:
            self._each_cell("unregister")
        else:
            self.update(self._of.board)

    def receive(self, board: Any, content: Any, _buffers: Any) -> None:
        """Handle a message of the board."""
        if content == REST:
            self.update(board)
        elif content == MISSED:
            self._resend()
            self._send()

    def update(self, board: Any) -> None:
        """Show the present position; `board` knows the browser's language."""
        with self._lock:
            html = self._draw(self._of.lang or board.spoken)
            if html != self._html:
                self._html = html
                self._send()

    def _send(self) -> None:
        """Send what it shows to each of its outputs."""
        from IPython.display import update_display  # noqa: PLC0415  (as above)

        update_display(  # type: ignore[no-untyped-call]
            self._data(), raw=True, display_id=self._name
        )

    def _data(self) -> dict[str, str]:
        # Not even an empty HTML: JupyterLab loads MathJax for it, before the board.
        html = f'<div class="{self._name}">{self._html}{self._hides()}</div>' if self._html else ""
        return {"text/plain": "", **({"text/html": html} if html else {})}

    def _hides(self) -> str:
        """Return the CSS that hides it while the board is drawn, and what stands for it till then.

        The board may be in another cell's output.  JupyterLab's own words, "Loading widget..." and
        "model not found", stand in its only output without a type or an element.  All else is named
        by classes: behind ``body:has()`` a broader part makes Chromium style the whole notebook
        anew at each click (``findings/chromium_styles_a_page_anew_for_a_text.sh``).
        """
        still, live = f".{self._name}", f".sjw-live-{self._of.board.mark}"
        waits, stored = f"{live} > .sjw-waits", f"{live} > .sjw-stored"
        child = ":is(.jp-OutputArea-child, .output_container, .output_area)"
        output = f"{child}:has({still})"
        return (
            f"<style>body:has({live} :is(.sjw, .sjl)) {output}, "
            f"{output} + * > .jp-OutputArea-output:not([data-mime-type], :has(*)), "
            f"{output} + {child}:has(.sjw-stored), "
            f"body:has({still}) :is({waits}, {stored}) {{ display: none; }} "
            f"body:has({waits}) {still} .sjw-resume {{ visibility: hidden; }}</style>"
        )


def session_html(session: Table, lang: str = "", *, resume: bool = True) -> str:
    """Render a session's table as HTML, with public information only.

    Parameters
    ----------
    session : Table
        The table; its lock must be held.
    lang : str
        A language; English if there is none such.
    resume : bool
        Whether it says how the game is resumed.

    Returns
    -------
    str
        HTML whose texts are escaped.
    """
    say, view = _speaker(lang), build_view(session, public=True)
    if not resume:
        return _html(view, say, "")
    begun = session.parts.screen.begun
    record = begun.path.as_posix() if begun else view["record"]
    if record is None:
        return _html(view, say, f"<p>{say('new')}</p>")
    # Two lines: IPython takes a cell that begins with load( for its own magic command.
    lines = f"from skyjo_widget import load\ntable = load({json.dumps(record, ensure_ascii=False)})"
    code = f'<pre style="font-family: monospace">{escaped(lines)}</pre>'
    return _html(view, say, f"<p>{say('begun' if begun else 'resume')}</p>{code}")


def table_html(session: Table) -> str:
    """Render a session's table as the display of a cell without widgets, in its language.

    It has public information only; columns and rows are named, since moves are typed there.
    """
    say, view = _speaker(session.lang), build_view(session, public=True)
    where = f"<p><b>{_where(view, say)}</b> {_state(view, say)}</p>"
    return face("", where, _image(view, say, labels=True).html, lang=session.lang or "en")


def position_html(
    history: History, hands: Sequence[Sequence[str]], code: str, lang: str = ""
) -> str:
    """Render a position as HTML: the table, the cards in hands, and its code.

    Parameters
    ----------
    history : History
        A game that begins there.
    hands : sequence of sequence of str
        The cards in each seat's hand, in notation.
    code : str
    lang : str
        A language; English if there is none such.

    Returns
    -------
    str
        HTML whose texts are escaped.
    """
    say = _speaker(lang)
    lines = [
        say("hand", player=player.name, cards=" ".join(map(minus, cards)))
        for player, cards in zip(history.players, hands, strict=True)
        if cards
    ]
    view = picture(TableSnapshot(history, history.acting_kind), None)
    return face(
        "",
        f"<p><b>{_where(view, say)}</b> {_state(view, say)}</p>",
        _image(view, say).html,
        *(f"<p>{line}</p>" for line in lines),
        f'<pre style="font-family: monospace">{escaped(code)}</pre>',
        lang=lang,
    )


class Picture(NamedTuple):
    """The image of a table.

    Parameters
    ----------
    source : str
        A ``data:`` address, escaped for HTML.
    width, height : int
        In pixels.
    text : str
        The table in words, escaped for HTML.
    """

    source: str
    width: int
    height: int
    text: str

    @property
    def html(self) -> str:
        """The image as HTML."""
        return (
            f'<p><img alt="{self.text}" src="{self.source}" width="{self.width}" '
            f'height="{self.height}" style="max-width: 100%; height: auto"></p>'
        )


def position_image(history: History, lang: str = "") -> Picture:
    """Draw the table of a position, without what is in hands.

    Parameters
    ----------
    history : History
        A game that begins there.
    lang : str
        A language; English if there is none such.
    """
    return _image(picture(TableSnapshot(history, history.acting_kind), None), _speaker(lang))


def replay_html(view: View, at: int, count: int, lang: str = "") -> str:
    """Render a moment of a replay as HTML, with public information only.

    Parameters
    ----------
    view : dict
        Its public view.
    at, count : int
        The moment's number, and the number of moments.
    lang : str
        A language; English if there is none such.

    Returns
    -------
    str
        HTML whose texts are escaped.
    """
    say = _speaker(lang)
    return _html(view, say, f"<p>{say('replay', at=at, count=count)}</p>")


def _speaker(lang: str) -> Say:
    texts: dict[str, str] = words(device_language(lang))["still"]

    def say(key: str, **parts: Any) -> str:
        return escaped(texts[key].format(**parts))

    return say


def _html(view: View, say: Say, way_on: str) -> str:
    if way_on:
        way_on = f"<div class=sjw-resume>{way_on}<p>{say('trust')}</p></div>"
    return (
        f'<div class="sjw-still"><p><b>{_where(view, say)}</b> {_state(view, say)}</p>'
        f"{_image(view, say).html}{way_on}</div>"
    )


def _where(view: View, say: Say) -> str:
    return say("where", preset=view["preset"], round=view["round"], turn=view["turn"])


def _image(view: View, say: Say, *, labels: bool = False) -> Picture:
    return Picture(*image(view, say, labels=labels), "\n".join(_TABLES[view["table"]](view, say)))


def _state(view: View, say: Say) -> str:
    if view["winners"] is not None:
        players = ", ".join(view["seats"][seat]["name"] for seat in view["winners"])
        return say("won", players=players) if players else say("nobody")
    if view["seat"] is None:
        return say("round_over")
    return say("turn", player=view["seats"][view["seat"]]["name"])


# The image as text, for screen readers


def _grid_lines(view: View, say: Say) -> Iterator[str]:
    """Yield a line for each player, the grid row by row; then the piles."""
    for seat in view["seats"]:
        sums = say("sums", visible=minus(seat["visible_sum"]), total=minus(seat["total"]))
        yield f"{escaped(seat['name'])}: {_grid(seat['grid'], view['columns'])}; {sums}"
    top = view["discard"]["top"]
    yield say("piles", draw=view["draw"]["count"], top="–" if top is None else minus(top))


def _grid(cards: list[str], columns: int) -> str:
    signs = {".": "·", "?": "□"}
    texts = [signs.get(card, minus(card)) for card in cards]
    return " / ".join(" ".join(texts[i : i + columns]) for i in range(0, len(texts), columns))


def _pile_lines(view: View, say: Say) -> Iterator[str]:
    """Yield a line for each player, then the piles in the middle."""
    for seat in view["seats"]:
        stock = say("stock", top=minus(seat["stock"]["top"] or "–"), count=seat["stock"]["count"])
        discards = say("discards", cards=_tops(seat["discards"]))
        total = say("total", total=minus(seat["total"]))
        yield f"{escaped(seat['name'])}: {stock}; {discards}; {total}"
    building = ", ".join(
        f"{'▼' * pile.get('down', False)}{building_number(view, pile) or '–'}"
        for pile in view["building"]
    )
    yield say("building", cards=building, draw=view["draw"]["count"])


def _tops(piles: list[list[str]]) -> str:
    return ", ".join(minus(pile[-1]) if pile else "–" for pile in piles)


_TABLES: dict[str, Callable[[View, Say], Iterator[str]]] = {
    "grids": _grid_lines,
    "piles": _pile_lines,
}
