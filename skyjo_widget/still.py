"""The last position as plain HTML: what a notebook shows that is opened without a kernel.

It holds what every seat may see and no script, and is an output beside the board, which hides
it while it lives.  Its one rule of style hides it where the board is in another cell's output,
as part of a layout.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from skyjo_widget.session import Session
from skyjo_widget.tabletop import View
from skyjo_widget.view import build_view
from skyjo_widget.words import languages, words

REST = {"type": "rest"}
"""What a browser says when its board has been at rest for a moment."""


class Still:
    """An output with the last position, brought up to date when the board is at rest.

    Parameters
    ----------
    shown : Session or Replay
        Its board is shown beside it.
    draw : callable, optional
        Makes the HTML in a language; that of a session unless told otherwise.
    """

    def __init__(self, shown: Any, draw: Callable[[str], str] | None = None) -> None:
        self._of = shown
        self._draw = draw or (lambda lang: still_html(shown, lang))
        self._live = f"sjw-live-{shown.board.model_id}"
        self._name = f"still-{shown.board.model_id}"
        self._shown = ""
        self._listens = False

    def show(self) -> None:
        """Put it out, empty: it is filled when a browser shows the board, which hides it."""
        from IPython.display import display  # noqa: PLC0415  (absent in a script)

        display(self._data(), raw=True, display_id=self._name)  # type: ignore[no-untyped-call]
        if not self._listens:
            self._listens = True
            self._of.board.add_class(self._live)
            self._of.board.on_msg(self._receive)

    def _receive(self, board: Any, content: Any, _buffers: Any) -> None:
        if content != REST:
            return
        from IPython.display import update_display  # noqa: PLC0415  (as above)

        with self._of.lock:
            html = self._draw(self._of.lang or board.spoken)
            if html != self._shown:
                self._shown = html
                update_display(  # type: ignore[no-untyped-call]
                    self._data(), raw=True, display_id=self._name
                )

    def _data(self) -> dict[str, str]:
        return {"text/plain": "", "text/html": self._shown and self._shown + self._hides()}

    def _hides(self) -> str:
        """The style that hides it where the board lives in the output of another cell."""
        html = (
            f".{self._live} .sjw) :is(.jp-OutputArea-child, .output_container):has(.{self._name})"
        )
        return f'<style class="{self._name}">body:has({html} {{ display: none; }}</style>'


def still_html(session: Session, lang: str = "") -> str:
    """The table as every seat may see it.

    Parameters
    ----------
    session : Session
        The table; its lock must be held.
    lang : str
        A language; English if there is none such.

    Returns
    -------
    str
        HTML whose texts are escaped.
    """
    say, view = _speaker(lang), build_view(session, public=True)
    record = view["record"]
    return _html(view, say, say("new") if record is None else say("resume", record=record))


def replay_html(view: View, at: int, count: int, lang: str = "") -> str:
    """A moment of a replay as every seat may see it.

    Parameters
    ----------
    view : dict
        Its picture, for nobody's eyes.
    at, count : int
        Which moment it is, and how many there are.
    lang : str
        A language; English if there is none such.

    Returns
    -------
    str
        HTML whose texts are escaped.
    """
    say = _speaker(lang)
    return _html(view, say, say("replay", at=at, count=count))


def _speaker(lang: str) -> Callable[..., str]:
    said: dict[str, str] = words(lang if lang in languages() else "en")["still"]

    def say(key: str, **parts: Any) -> str:
        return escape(said[key].format(**parts))

    return say


def _html(view: View, say: Callable[..., str], way_on: str) -> str:
    where = say("where", preset=view["preset"], round=view["round"], turn=view["turn"])
    return (
        f'<div class="sjw-still"><p><b>{where}</b> {_state(view, say)}</p>'
        f"{_TABLES[view['game']](view, say)}<p>{way_on}</p></div>"
    )


def _state(view: View, say: Callable[..., str]) -> str:
    if view["winners"] is not None:
        players = ", ".join(view["seats"][seat]["name"] for seat in view["winners"])
        return say("won", players=players) if players else say("nobody")
    if view["seat"] is None:
        return say("round_over")
    return say("turn", player=view["seats"][view["seat"]]["name"])


def _grid_table(view: View, say: Callable[..., str]) -> str:
    """Each grid as lines of text under its player's name, and the piles."""
    seats = view["seats"]
    names = "".join(f"<th>{escape(seat['name'])}</th>" for seat in seats)
    grids = "".join(f"<td><pre>{_grid(seat['grid'], view['columns'])}</pre></td>" for seat in seats)
    sums = "".join(
        f"<td>{say('sums', visible=_card(seat['visible_sum']), total=_card(seat['total']))}</td>"
        for seat in seats
    )
    top = view["discard"]["top"]
    piles = say("piles", draw=view["draw"]["count"], top="–" if top is None else _card(top))
    rows = "".join(f"<tr>{cells}</tr>" for cells in (names, grids, sums))
    return f"<table>{rows}</table><p>{piles}</p>"


def _grid(cards: list[str], columns: int) -> str:
    signs = {".": " ", "?": "□"}
    texts = [signs.get(card, _card(card)) for card in cards]
    width = max(2, *map(len, texts))
    texts = [text.rjust(width) for text in texts]
    return "\n".join(" ".join(texts[i : i + columns]) for i in range(0, len(texts), columns))


def _card(card: Any) -> str:
    """A number, whatever its card can do."""
    return str(card).partition(":")[0].replace("-", "−")


def _pile_table(view: View, say: Callable[..., str]) -> str:
    """Each player's piles as a row, and those in the middle."""
    rows = "".join(
        f"<tr><th>{escape(seat['name'])}</th><td>"
        f"{say('stock', top=_card(seat['stock']['top'] or '–'), count=seat['stock']['count'])}"
        f"</td><td>{say('discards', cards=_tops(seat['discards']))}</td>"
        f"<td>{say('total', total=_card(seat['total']))}</td></tr>"
        for seat in view["seats"]
    )
    building = ", ".join(_card(pile["count"] or "–") for pile in view["building"])
    piles = say("building", cards=building, draw=view["draw"]["count"])
    return f"<table>{rows}</table><p>{piles}</p>"


def _tops(piles: list[list[str]]) -> str:
    return ", ".join(_card(pile[-1]) if pile else "–" for pile in piles)


_TABLES: dict[str, Callable[[View, Callable[..., str]], str]] = {
    "skyjo": _grid_table,
    "newskyjo": _grid_table,
    "skip-bo": _pile_table,
}
