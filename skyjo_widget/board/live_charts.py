"""Built-in live panels: visible sums, expected scores, chances to win, unseen cards.

Each is a piece of HTML with a small SVG, which follows the notebook's light or dark theme and
shows public information only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Literal, NamedTuple

import numpy as np

from skyjo_widget.board.tables.common import clipped
from skyjo_widget.board.view import build_view
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import ODDS
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.grids import GridOdds
from skyjo_widget.table.table import Table
from skyjo_widget.util.colours import COLOURS, initials
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import format_number, percent

BATCH, LEAST, MOST = 8, 24, 200
"""Sampled worlds for the chances to win: in a batch, at least, at most."""
SECONDS = 0.25
"""Processor time after which no more batches are begun."""

_STYLE = """<style>
.sjw-live.sjw-live { --ink: var(--jp-content-font-color1, CanvasText);
  --soft: color-mix(in oklab, var(--ink) 74%, var(--jp-layout-color1, Canvas));
  --line: color-mix(in oklab, var(--ink) 18%, var(--jp-layout-color1, Canvas));
  color: var(--ink); font: 13px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; max-width: 40rem;
  & small { font-weight: 700; }
  & p { margin: 2px 0 0; color: var(--soft); font-size: 12px; }
  & svg { display: block; width: 100%; height: 130px; overflow: visible; }
  & polyline { fill: none; stroke-width: 2.2; vector-effect: non-scaling-stroke;
    stroke-linejoin: round; }
  & line { stroke: var(--line); vector-effect: non-scaling-stroke; }
  & ul { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 4px 0 0;
    padding: 0; }
  & li { margin: 0; }
  & li i { display: inline-block; width: 18px; height: 0; margin: 0 6px 3px 0;
    border-top: 3px solid; }
  & .sjw-plot { position: relative; padding-top: 16px;
    & span { position: absolute; top: 0; left: 0; font-size: 11px; color: var(--soft); }
  }
  & .sjw-bars { display: grid; grid-template-columns: fit-content(9em) 1fr auto; gap: 4px 8px;
    align-items: center;
    & span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    & i { display: block; height: 12px; border-radius: 2px; min-width: 1px; }
    & em { font-style: normal; text-align: right; }
  }
  & .sjw-cards { display: flex; gap: 3px; align-items: flex-end; text-align: center;
    & > div { flex: 1 1 0; min-width: 0; font-size: 11px; }
    & i { display: block; border-radius: 2px 2px 0 0; }
    & b { display: block; font-weight: 600; border-top: 1px solid var(--line); }
  }
}
</style>"""


class Drawn(NamedTuple):
    """A chart as HTML.

    Parameters
    ----------
    html : str
    text : str
        The same in words, for a terminal.
    """

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


LivePanel = Literal["sums", "expected score", "chance to win", "cards left"]
"""The built-in panels."""


class Chart(NamedTuple):
    """A built-in panel.

    Parameters
    ----------
    name : str
        Its name for `Session.live`.
    draw : callable
        From a session and a language to a `Drawn`.
    grids : bool
        Whether only grid games have it.
    knows : bool
        Whether a locked coach forbids it.
    odds, search : bool
        True if it needs the game's odds, or its search.
    """

    name: LivePanel
    draw: Callable[[Table, str], Drawn]
    grids: bool
    knows: bool
    odds: bool = False
    search: bool = False

    def title(self, lang: str) -> str:
        """Return the heading in a language."""
        return str(words(lang)["live"]["titles"][self.name])


def names(session: Table) -> list[str]:
    """List the panels of a table's game."""
    game = session.history.game
    return [
        chart.name
        for chart in CHARTS
        if (game.grids or not chart.grids)
        and (not chart.odds or game.name in ODDS)
        and (not chart.search or BOTS[game.name].search)
    ]


def find(name: str, session: Table) -> Chart:
    """Find a panel by its name.

    Raises
    ------
    RulesError
        If this game has no such panel, or the table's coach is locked and forbids it.
    """
    panels = names(session)
    if name not in panels:
        raise RulesError(
            "there is no panel {name!r:.60} in {game}; there are {known}",
            name=name,
            game=session.history.game.name,
            known=", ".join(map(repr, panels)),
        )
    chart = next(chart for chart in CHARTS if chart.name == name)
    if chart.knows and session.coach == "locked":
        raise RulesError(
            "the coach is locked in this game, and with it the panel {name!r}", name=name
        )
    return chart


def draw_sums(session: Table, lang: str) -> Drawn:
    """Draw the players' sums of face-up cards after their decisions in the present round."""
    phrases = words(lang)["live"]
    with session.parts.game.lock:
        history = session.history
        seats = build_view(session, public=True)["seats"]
        rows = [
            row for row in history.decisions if not row.undone and row.round == history.state.round
        ]
        lines: list[list[tuple[int, int]]] = [[] for _ in seats]
        for row in rows:
            after = history.log_row(row, None)["visible_after"]
            if after is not None:
                lines[row.seat].append((row.decision, int(after)))
    names = [clipped(seat["name"]) for seat in seats]
    now = [format_number(seat["visible_sum"], lang) for seat in seats]
    start = rows[0].decision if rows else 0
    lines = [[(start, 0), *line] if line and line[0][0] != start else line for line in lines]
    picture = _lines(lines, lang) if rows else f"<p>{escape(phrases['nothing'])}</p>"
    legend = "".join(
        f'<li><i style="border-color:{_colour(k)};border-style:{"dashed" if k > 3 else "solid"}">'
        f"</i>{_mark(k, letter)} {escape(name)} <b>{value}</b></li>"
        for k, (letter, name, value) in enumerate(zip(initials(names), names, now, strict=True))
    )
    heard = ", ".join(f"{name} {value}" for name, value in zip(names, now, strict=True))
    return _drawn(f"{picture}<ul>{legend}</ul><p>{escape(phrases['sums'])}</p>", heard)


def draw_scores(session: Table, lang: str) -> Drawn:
    """Draw the players' expected scores if the round ended now."""
    phrases = words(lang)["live"]
    with session.parts.game.lock:
        seen = session.history.seen(NOBODY)
        names = [clipped(player.name) for player in session.players]
    odds = find_odds(seen)
    assert isinstance(odds, GridOdds)
    means = [odds.mean_of(seat) for seat in range(len(names))]
    return _bars(names, means, [format_number(float(m), lang, 1) for m in means], phrases["scores"])


def draw_chances(session: Table, lang: str) -> Drawn:
    """Draw the players' chances to win the game, from public information."""
    from skyjo_widget.bots.rollouts import Task, play_on, seen_by  # noqa: PLC0415  (as above)

    phrases = words(lang)["live"]
    with session.parts.game.lock:
        history, game = session.history, session.history.game
        names = [clipped(player.name) for player in session.players]
        winners = game.winners(history.state, history.codes) if session.over else []
        if history.actor is None and not session.over:
            return _drawn(f"<p>{escape(phrases['between'])}</p>", phrases["between"])
        state = None if session.over else seen_by(game, history.state, NOBODY)
        codes, seed = history.codes, (0, *history.id_numbers, session.decision)
    if state is None:
        chances = [float(seat in winners) / max(len(winners), 1) for seat in range(len(names))]
        return _bars(names, chances, [percent(c, lang) for c in chances], phrases["over"], most=1)
    until, worlds, sums = time.thread_time() + SECONDS, 0, np.zeros(len(names))
    while worlds < LEAST or (worlds < MOST and time.thread_time() < until):
        task = Task(game.name, state, codes, NOBODY, ((),), BATCH, (*seed, worlds))
        sums += play_on(task)[:, 0].sum(axis=0)
        worlds += BATCH
    chances = (sums / worlds).tolist()
    note = phrases["chances"].format(worlds=format_number(worlds, lang))
    return _bars(names, chances, [percent(c, lang) for c in chances], note, most=1)


def draw_cards(session: Table, lang: str) -> Drawn:
    """Draw the counts of the cards that nobody has seen in this round, by number."""
    phrases = words(lang)["live"]
    with session.parts.game.lock:
        unseen = find_odds(session.history.seen(NOBODY)).unseen
        wild = session.history.game.private_hands
    counts = {value: unseen.counts[value] for value in sorted(unseen.counts)}
    most = max(counts.values(), default=0) or 1
    names = {v: phrases["wild"] if wild and v == 0 else format_number(v, lang) for v in counts}
    bars = "".join(
        f'<div>{n}<i style="height:{round(80 * n / most)}px;background:{_colour(0)}"></i>'
        f"<b>{escape(names[value])}</b></div>"
        for value, n in counts.items()
    )
    heard = ", ".join(f"{names[v]}: {n}" for v, n in counts.items())
    total = unseen.total
    note = phrases["cards"].format(count=format_number(total, lang))
    if not wild and total:
        mean = Fraction(sum(value * n for value, n in counts.items()), total)
        note += " " + phrases["mean"].format(mean=format_number(float(mean), lang, 2))
    label = escape(heard, quote=True)
    return _drawn(
        f'<div class=sjw-cards role=img aria-label="{label}">{bars}</div><p>{escape(note)}</p>',
        heard,
    )


CHARTS = (
    Chart("sums", draw_sums, grids=True, knows=False),
    Chart("expected score", draw_scores, grids=True, knows=True, odds=True),
    Chart("chance to win", draw_chances, grids=False, knows=True, search=True),
    Chart("cards left", draw_cards, grids=False, knows=True, odds=True),
)


def _drawn(inside: str, heard: str) -> Drawn:
    return Drawn(f"{_STYLE}<div class=sjw-live>{inside}</div>", heard)


def _colour(number: int) -> str:
    """Return a colour that is legible on a light and on a dark page."""
    shade = COLOURS[number % len(COLOURS)]
    return f"color-mix(in oklab,{shade} 76%,var(--jp-content-font-color1,CanvasText))"


def _mark(number: int, letter: str) -> str:
    """Return a player's mark, as the board has it."""
    return f'<small aria-hidden=true style="color:{_colour(number)}">{escape(letter)}</small>'


def _bars(
    names: Sequence[str], values: Sequence[Any], texts: Sequence[str], note: str, most: float = 0
) -> Drawn:
    top = most or max((abs(float(value)) for value in values), default=0) or 1
    rows = "".join(
        f"<span>{_mark(k, letter)} {escape(name)}</span>"
        f'<i style="width:{max(0.0, 100 * float(value) / top):.1f}%;background:{_colour(k)}"></i>'
        f"<em>{escape(text)}</em>"
        for k, (letter, name, value, text) in enumerate(
            zip(initials(names), names, values, texts, strict=True)
        )
    )
    heard = ", ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))
    return _drawn(f"<div class=sjw-bars>{rows}</div><p>{escape(note)}</p>", heard)


def _lines(lines: Sequence[Sequence[tuple[int, int]]], lang: str) -> str:
    """Draw lines over decisions as an SVG of the panel's width."""
    points = [point for line in lines for point in line]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(0, *(y for _, y in points)), max(1, *(y for _, y in points))
    wide, tall = max(right - left, 1), high - low

    def place(x: float, y: float) -> str:
        return f"{100 * (x - left) / wide:.2f},{100 * (high - y) / tall:.2f}"

    zero = 100 * high / tall
    drawn = "".join(
        f'<polyline points="{" ".join(place(x, y) for x, y in line)}" '
        f'style="stroke:{_colour(k)}"{" stroke-dasharray=5" if k > 3 else ""}/>'
        for k, line in enumerate(lines)
        if line
    )
    return (
        f"<div class=sjw-plot><span>{format_number(high, lang)}</span>"
        '<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">'
        f'<line x1="0" x2="100" y1="{zero:.2f}" y2="{zero:.2f}"/>{drawn}</svg></div>'
    )
