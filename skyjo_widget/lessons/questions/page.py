"""The answers as a page that opens anywhere, with replays beside it if asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from skyjo_widget.frames.log import Log
from skyjo_widget.lessons.questions.insight import Insight
from skyjo_widget.replays.rulings import write_replays
from skyjo_widget.util import markup
from skyjo_widget.util.files import given_path, write_new
from skyjo_widget.util.i18n import words
from skyjo_widget.util.page_sheet import page_sheet

_STYLE = (
    ".insight { break-inside: avoid; margin: 0 0 1.6rem; } .insight h2 { margin: 1.2rem 0 .2rem; }"
)


def write(
    insights: Sequence[Insight],
    counted: str,
    path: str | Path,
    log: Log | None,
    *,
    lang: str,
    overwrite: bool,
) -> Path:
    """Write the page, and the replays that it links to.

    Parameters
    ----------
    insights : sequence of Insight
    counted : str
        What counts, below the title.
    path, lang, overwrite
        As of `Insights.to_html`, with its errors.
    log : Log or None
        The games, of which replays are written; None for a page alone.
    """
    target = given_path(path)
    links: dict[str, str] = {}
    if log is not None:
        folder = target.with_name(f"{target.stem}-games")
        moments = pd.concat([insight.moments for insight in insights])
        ids = list(dict.fromkeys(moments.dropna(subset=["decision"])["game_id"]))
        games = [log.history(game_id) for game_id in ids]
        names = write_replays(folder, games, target, lang=lang, overwrite=overwrite)
        links = {i: f"{folder.name}/{name}" for i, name in zip(ids, names, strict=True)}
    return write_new(target, html(insights, counted, lang, links), overwrite=overwrite)


def html(insights: Sequence[Insight], counted: str, lang: str, links: Mapping[str, str]) -> str:
    """Return the HTML of the page; `links` are the replays' addresses by game."""
    texts = words(lang)["insights"]
    head = (
        f"<header><h1>{markup.escaped(texts['title'])}</h1>"
        f"{markup.paragraph(counted, 'quiet')}</header>"
    )
    return markup.page(
        texts["title"], page_sheet(_STYLE), [head, *sections(insights, lang, links)], lang
    )


def sections(insights: Sequence[Insight], lang: str, links: Mapping[str, str]) -> list[str]:
    """Return a section for each question that has an answer, and a list of the others."""
    texts = words(lang)["insights"]
    parts = [_section(insight, lang, links) for insight in insights if insight.answer]
    left = [insight for insight in insights if insight.answer is None]
    if left:
        items = "".join(
            f"<li>{markup.escaped(texts['questions'][insight.key]['title'])} "
            f"<span class=quiet>{markup.escaped(insight.sentence(lang))}</span></li>"
            for insight in left
        )
        parts.append(
            f'<section class="insight"><h2>{markup.escaped(texts["left"])}</h2>'
            f"<ul>{items}</ul></section>"
        )
    return parts


def _section(insight: Insight, lang: str, links: Mapping[str, str]) -> str:
    texts = words(lang)["insights"]
    title = markup.escaped(texts["questions"][insight.key]["title"])
    return (
        f'<section class="insight"><h2>{title}</h2>{markup.paragraph(insight.sentence(lang))}'
        f"{insight.picture(lang)}{markup.paragraph(insight.caption(lang), 'quiet')}"
        f"{_moments(insight, lang, links)}</section>"
    )


def _moments(insight: Insight, lang: str, links: Mapping[str, str]) -> str:
    """Return the moments, each a link to its replay, or with its place."""
    if insight.moments.empty:
        return ""
    texts, items = words(lang)["insights"], []
    rows = insight.moments[["game_id", "decision"]].itertuples(index=False)
    for (game_id, decision), text in zip(rows, insight.moment_texts(lang), strict=True):
        line = f"<bdi>{markup.escaped(text)}</bdi>"
        if game_id in links and not pd.isna(decision):
            items.append(f'<li><a href="{markup.escaped(links[game_id])}#d{decision}">{line}</a>')
        else:
            place = str(game_id)
            if not pd.isna(decision):
                place = texts["where"].format(decision=decision, game=game_id)
            items.append(f"<li>{line} <span class=quiet>· {markup.escaped(place)}</span>")
    heading = markup.escaped(texts["moments"])
    return f"<details><summary>{heading}</summary><ul>{'</li>'.join(items)}</li></ul></details>"
