"""The odds of a grid game as HTML: the cards, the seat's own score and each action."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape

from skyjo_widget.odds.html import Page
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.unseen import signed
from skyjo_widget.odds.valued import Branch, Valued
from skyjo_widget.util.numbers import decimal_chain

ROWS = 12
"""Actions shown initially; the others are in a collapsed section."""


def bars(page: Page, counts: Mapping[int, int], effects: Mapping[int, int]) -> str:
    """Return a bar for each number: its count, with its probability as a fraction."""
    every, most = sum(counts.values()), max(counts.values(), default=1)
    stacks = []
    for value, count in counts.items():
        special = effects.get(value, 0)
        parts = [(special, "effect"), (count - special, "" if special else "top")]
        stack = page.stack(page.value(value), count, every, most, parts)
        stacks.append(f"<div>{stack}</div>")
    legend = ""
    if any(effects.values()):
        legend = (
            f'<p><span class="key" style="margin-left: 0"></span>{page.text("plain")}'
            f'<span class="key effect"></span>{page.text("effect")}</p>'
        )
    return f'<div class="bars">{"".join(stacks)}</div>{legend}'


def score(page: Page, chances: Law, mean: Fraction) -> str:
    """Return the distribution of the seat's own score as a bar chart with its mean."""
    if len(chances) == 1:
        return ""  # the heading shows it already
    low, high = (_quantile(chances, Fraction(part, 20)) for part in (1, 19))
    # Tails too thin to be seen would only squeeze the rest.
    seen = [total for total, chance in chances.items() if chance >= Fraction(1, 1000)] or [low]
    start, end = min(seen), max(seen)
    likely = max(chances, key=chances.__getitem__)
    width, top = 300 / (end - start + 1), float(chances[likely])
    bars = "".join(
        f'<rect x="{(total - start) * width:.2f}" width="{max(width * 0.86, 0.4):.2f}" '
        f'y="{56 - 54 * float(chance) / top:.2f}" height="{54 * float(chance) / top:.2f}">'
        f"<title>{page.value(total)}: {escape(page.percent(chance))}</title></rect>"
        for total, chance in chances.items()
        if start <= total <= end
    )
    at = (float(mean) - start + 0.5) * width
    text = page.text(
        "spread", low=page.value(low), high=page.value(high), likely=page.value(likely)
    )
    if chances.worlds:
        text += " " + page.text("simulated", count=chances.worlds)
    labels = "".join(
        f'<span style="position: absolute; left: {100 * x / 300:.1f}%; '
        f'transform: translateX(-{shift}%)">{label}</span>'
        for x, shift, label in (
            (0, 0, page.value(start)),
            (300, 100, page.value(end) if end > start else ""),
            (min(max(at, 30), 270), 50, f"E(S) {decimal_chain(mean, page.lang, 2)}"),
        )
    )
    return (
        f'<div style="position: relative; max-width: 560px"><svg viewBox="0 0 300 58" '
        f'preserveAspectRatio="none" role="img"><title>{text}</title>'
        f'<g style="fill: var(--main)">{bars}</g>'
        f'<path d="M0 56.5H300" stroke="currentColor" stroke-width=".5"/>'
        f'<path d="M{at:.2f} 0V58" stroke="currentColor" stroke-dasharray="3 2" '
        f'vector-effect="non-scaling-stroke"/></svg>'
        f'<div style="position: relative; height: 18px; font-size: 11px">{labels}</div></div>'
        f"<p>{text}</p>"
    )


def actions(page: Page, values: Iterable[Valued], notes: Mapping[str, str]) -> Iterable[str]:
    """Yield a row for each action, the best first, with the notes about some of them."""
    ordered = sorted(values, key=lambda valued: valued.points)
    points = [float(valued.points) for valued in ordered]
    low, high = min([*points, 0.0]), max([*points, 0.0])
    rows = [
        _action(page, valued, low, high, notes.get(valued.action, ""), best=not i)
        for i, valued in enumerate(ordered)
    ]
    yield from rows[:ROWS]
    if rows[ROWS:]:
        title = page.text("more", count=len(rows) - ROWS)
        yield f'<details class="more"><summary>{title}</summary>'
        yield from rows[ROWS:]
        yield "</details>"


def _action(page: Page, valued: Valued, low: float, high: float, note: str, *, best: bool) -> str:
    """Return an action with a bar; its formula and the table of its branches are collapsed."""
    points = float(valued.points)
    bar = _bar(points, low, high, good=points < 0)
    mark = f"<em>{page.text('best')}</em>" if best else ""
    about = "" if valued.exact else f' title="{page.text("close")}"'
    value = ("" if valued.exact else "≈ ") + page.local(signed(valued.points))
    inside = f"<code>{page.formula(valued.formula)}</code>"
    if not valued.exact:
        inside += f" <span>({page.text('close')})</span>"
    inside += _branches(page, valued.branches)
    inside += f"<p>{escape(note)}</p>" if note else ""
    return (
        f'<details class="row"><summary class="{"best" if best else ""}">'
        f"<span style='text-align: left'><code>{page.action(valued.action)}</code>{mark}</span>"
        f"{bar}<span{about}>{value}</span></summary>"
        f'<div class="inside">{inside}</div></details>'
    )


def worths(page: Page, values: Sequence[Valued]) -> Iterable[str]:
    """Yield a row for each action's worth, in the order given, which begins with the best."""
    points = [valued.worth or 0.0 for valued in values]
    low, high = min([*points, 0.0]), max([*points, 0.0])
    for i, (valued, worth) in enumerate(zip(values, points, strict=True)):
        mark = "" if i else f"<em>{page.text('best')}</em>"
        number = page.local(signed(Fraction(str(round(worth, 2)))))
        yield (
            f'<div class="row"><div class="summary{"" if i else " best"}">'
            f"<span style='text-align: left'><code>{page.action(valued.action)}</code>{mark}</span>"
            f"{_bar(worth, low, high, good=worth > 0)}<span>{number}</span></div></div>"
        )


def _bar(number: float, low: float, high: float, *, good: bool) -> str:
    """Return a bar from 0 to a number, on a scale from `low` to `high`."""
    span = (high - low) or 1
    zero, end = -low / span * 100, (number - low) / span * 100
    return (
        f'<span class="track" style="--zero: {zero:.1f}%">'
        f'<i class="{"down" if good else "up"}" style="left: {min(zero, end):.1f}%; '
        f'width: {abs(end - zero):.1f}%"></i></span>'
    )


def _branches(page: Page, branches: tuple[Branch, ...]) -> str:
    """Return a table of the branches: each card that may come, its probability and its points."""
    every = sum(branch.copies for branch in branches)
    then = any(branch.action for branch in branches)
    if not then:  # most turned cards change nothing
        branches = tuple(branch for branch in branches if branch.points)
    if not branches:
        return ""
    titles = ["card", "chance", *(["then"] if then else []), "points"]
    head = "".join(
        f'<th class="{"number" if title == "points" else ""}">{page.text(title)}</th>'
        for title in titles
    )
    rows = []
    for branch in branches:
        effect = f" {page.effect(branch.effect)}" if branch.effect else ""
        best = f"<td><code>{page.action(branch.action)}</code></td>" if then else ""
        rows.append(
            f"<tr><td><b>{page.value(branch.value)}</b>{effect}</td>"
            f"<td>{branch.copies}/{every}</td>{best}"
            f'<td class="number">{page.local(signed(branch.points))}</td></tr>'
        )
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _quantile(chances: Mapping[int, Fraction], part: Fraction) -> int:
    """Return the lowest score whose cumulative probability is at least `part`."""
    so_far = itertools.accumulate(chances.values())
    return next(total for total, sum_ in zip(chances, so_far, strict=True) if sum_ >= part)
