"""Under the board of a game with paper cards: what a referee decided, in plain ipywidgets."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets

from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.engine.paper.referee import PARTS, PILES, kinds
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.i18n import languages, words

_LINE = {"width": "100%"}
_REST = {"flex": "1 1 16em", "width": "auto", "max_width": "100%"}
"""As wide as there is room beside the name, or below it."""
_NAME = {"width": "21em", "max_width": "100%"}
_SHOWS = ("show", "move")
"""What may show a card."""


def referee_bar(session: Session) -> ipywidgets.Box:
    """Where what people did, and software wouldn't allow, is written down."""
    paper = session.history.paper
    offered = list(kinds(paper)) if paper else []
    what = ipywidgets.Dropdown(layout=_REST)
    seat = ipywidgets.Dropdown()
    entries: dict[str, Any] = {
        "seat": seat,
        "points": ipywidgets.Text(value="5"),
        "cards": ipywidgets.Text(value="1"),
        "place": ipywidgets.Text(placeholder="0:a1"),
        "first": ipywidgets.Text(placeholder="0:a1"),
        "second": ipywidgets.Text(placeholder="1:b2"),
        "source": ipywidgets.Dropdown(layout=_REST),
        "card": ipywidgets.Text(placeholder="5"),
        "text": ipywidgets.Text(layout=_REST),
    }
    labels = {name: ipywidgets.Label(layout=_NAME) for name in ("what", *entries)}
    write = ipywidgets.Button(icon="check", layout={"width": "auto", "align_self": "flex-start"})
    answer = ipywidgets.HTML(layout=_LINE)
    lines = {
        name: ipywidgets.HBox([labels[name], entry], layout={"flex_flow": "row wrap"})
        for name, entry in (("what", what), *entries.items())
    }

    def said() -> Any:
        lang = session.lang or session.board.spoken
        return words(lang if lang in languages() else "en")["referee"]

    def needed() -> set[str]:
        parts = set(PARTS.get(what.value, ())) - {"target"}
        shows = what.value in _SHOWS and entries["source"].value != "discard pile"
        return {*parts, "text", "what", *({"card"} if shows else ())}

    def fit(_change: Any = None) -> None:
        for name, line in lines.items():
            line.layout.display = "" if name in needed() else "none"

    def label() -> None:
        texts = said()
        for name, text in labels.items():
            text.value = texts[name]
        write.description = texts["write"]
        _offer(what, [(texts["kinds"][kind], kind) for kind in offered])
        _offer(entries["source"], [(texts["piles"][pile], pile) for pile in PILES])
        _offer(seat, [(clipped(p.name), n) for n, p in enumerate(session.players)])
        fit()

    def add(_button: Any = None) -> None:
        about = {name: entries[name].value for name in PARTS[what.value] if name != "target"}
        if "source" in about:
            about["target"] = PILES[1 - PILES.index(about["source"])]
        card = entries["card"].value.strip()
        if "card" in needed() and card:
            about["card"] = card
        try:
            session.referee(what.value, text=entries["text"].value, **about)
        except SkyjoWidgetError as error:
            answer.value = html.escape(str(error))
            return
        entries["text"].value = entries["card"].value = ""
        answer.value = html.escape(said()["written"])

    write.on_click(add)
    what.observe(fit, "value")
    entries["source"].observe(fit, "value")
    session.board.observe(lambda _change: label(), "spoken")
    label()
    return ipywidgets.VBox([*lines.values(), write, answer])


def _offer(entry: ipywidgets.Dropdown, options: list[tuple[str, Any]]) -> None:
    """Give a list its options in another language, and keep what was chosen."""
    kept = entry.value
    entry.options = options
    values = [value for _, value in options]
    entry.value = kept if kept in values else values[0]
