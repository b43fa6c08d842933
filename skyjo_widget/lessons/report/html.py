"""The HTML of a class's page: the slides, the tables, and what they need to be shown."""

from __future__ import annotations

import base64
import datetime
import hashlib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from skyjo_widget.front.js_bundle import page_module, page_style
from skyjo_widget.lessons.report.wall import Slide
from skyjo_widget.replays.page import in_script
from skyjo_widget.util import markup
from skyjo_widget.util.dates import format_date, format_time
from skyjo_widget.util.i18n import words
from skyjo_widget.util.page_sheet import page_sheet

_FOLDER = resources.files("skyjo_widget.lessons.report")
_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const address = URL.createObjectURL(new Blob([data.module], { type: "text/javascript" }));
const { default: run } = await import(address);
run(document, data);
"""
_SUM = base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()
_POLICY = f"{markup.POLICY}; script-src blob: 'sha256-{_SUM}'"
RELOAD = 5
"""Seconds between two looks for a newer page, where scripts don't run."""


def made_on(now: datetime.datetime, lang: str) -> str:
    """Return the date and the time at which a page was made, in words."""
    texts = words(lang)
    at = texts["dates"]["at"].format(
        date=format_date(now.date(), lang), time=format_time(now, lang)
    )
    return str(texts["lessons"]["date"].format(date=at))


def section(title: str, inside: str, slide: str = "", *, wide: bool = False) -> str:
    """Make a section with a heading; with a key it is for the wall too."""
    named = f' class="slide" data-slide="{slide}"' if slide else ""
    named = ' class="whole-width"' if wide else named
    return f"<section{named}><h2>{markup.escaped(title)}</h2>{inside}</section>"


def class_html(
    head: str,
    slides: Sequence[Slide],
    sections: Sequence[str],
    replays: list[dict[str, Any]],
    *,
    lang: str,
    live: bool,
) -> str:
    """Make the page.

    Parameters
    ----------
    head : str
        The line below the title.
    slides : sequence of Slide
    sections : sequence of str
        HTML below them, which isn't for the wall.
    replays : list of dict
        The data of the replays.
    lang : str
    live : bool
        Whether the open page looks for a newer one.
    """
    texts, wall = words(lang)["lessons"], words(lang)["wall"]
    parts = [
        f"<header><h1>{markup.escaped(texts['title'])}</h1>",
        markup.paragraph(head, "quiet"),
        _button("wall", wall["show"], hidden=True),
        markup.paragraph(wall["live"], "quiet") if live else "",
        "</header>",
        *(section(slide.title, slide.html, slide.key) for slide in slides),
        *sections,
        _bar(wall),
        f'<dialog aria-label="{markup.escaped(wall["replay"])}">{_button("close", wall["close"])}'
        '<div class="replay"></div></dialog>',
    ]
    data = {
        "module": page_module(lang, "class_page"),
        "style": page_style("pages/class_page.js") if replays else "",
        "live": live,
        "replays": replays,
        "words": {"of": wall["of"]},
    }
    style = page_sheet((_FOLDER / "class_page.css").read_text("utf-8"))
    refresh = f'<noscript><meta http-equiv="refresh" content="{RELOAD}"></noscript>\n'
    return markup.page(
        texts["title"],
        style,
        parts,
        lang,
        policy=_POLICY,
        head=refresh if live else "",
        scripts=(
            f'<script type="application/json" id="data">{in_script(data)}</script>\n'
            f'<script type="module">{_START}</script>\n'
        ),
    )


def _bar(wall: dict[str, Any]) -> str:
    """Return the buttons of the wall."""
    return (
        f'<nav class="wall-bar" hidden aria-label="{markup.escaped(wall["name"])}">'
        f"{_button('back', '◀', wall['back'])}<output></output>{_button('on', '▶', wall['on'])}"
        f"{_button('leave', '✕', wall['leave'])}</nav>"
    )


def _button(does: str, text: str, label: str = "", *, hidden: bool = False) -> str:
    named = (
        f' aria-label="{markup.escaped(label)}" title="{markup.escaped(label)}"' if label else ""
    )
    return (
        f'<button type="button" data-does="{does}"{named}{" hidden" if hidden else ""}>'
        f"{markup.escaped(text)}</button>"
    )
