"""Odds as HTML, for a notebook or a page: bars and a table, without any script.

Colours are JupyterLab's where there is one, so that it is light or dark with it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import Any

from skyjo_widget.odds.grid_columns import ways_to_lie
from skyjo_widget.odds.grids import Branch, GridOdds, Valued, signed, told
from skyjo_widget.odds.newskyjo import NewSkyjoOdds
from skyjo_widget.odds.skipbo import WILD, SkipBoOdds
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import THEME

ROWS = 12
"""Actions that are shown at once; the others unfold."""
QUICK = 64
"""Ways to share a number's cards out to columns, up to which scores are counted for a picture."""
WORLDS = 4000
"""Deals that are simulated for one else."""

STYLE = (
    "<style>\n.skyjo-odds.skyjo-odds { container-type: inline-size; "
    + THEME
    + """ }
.skyjo-odds h4 { font-size: 13px; font-weight: 600; margin: 14px 0 4px; color: inherit; }
.skyjo-odds h4 span, .skyjo-odds p { color: var(--soft); font-weight: 400; }
.skyjo-odds p { margin: 2px 0 4px; }
.skyjo-odds code { font-size: 12px; background: none; color: inherit; padding: 0;
  white-space: nowrap; }
.skyjo-odds .bars { display: flex; gap: 3px; align-items: flex-end; padding: 0; margin: 6px 0 0; }
.skyjo-odds .bars > div { flex: 1 1 0; max-width: 46px; min-width: 0; text-align: center; }
.skyjo-odds .bars b { display: block; border-top: 1px solid var(--line); font-size: 13px; }
.skyjo-odds .bars i { display: block; background: var(--main); }
.skyjo-odds .bars i.effect { opacity: .45; border-radius: 3px 3px 0 0; }
.skyjo-odds .bars i.top { border-radius: 3px 3px 0 0; }
.skyjo-odds .over { display: inline-block; font-size: 11px; line-height: 1.15;
  margin-bottom: 2px; color: var(--soft); }
@container (max-width: 480px) { .skyjo-odds .over { font-size: 9px; } }
.skyjo-odds .over span { display: block; }
.skyjo-odds .over span + span { border-top: 1px solid currentColor; }
.skyjo-odds .key { display: inline-block; width: 10px; height: 10px; border-radius: 2px;
  background: var(--main); margin: 0 4px 0 10px; }
.skyjo-odds .key.effect { opacity: .45; }
.skyjo-odds details { border-top: 1px solid var(--line); }
.skyjo-odds details.more { border-bottom: 0; }
.skyjo-odds summary { cursor: pointer; padding: 3px 2px; }
.skyjo-odds .row summary { display: grid; align-items: center; list-style: none;
  grid-template-columns: 12px minmax(76px, 120px) minmax(60px, 1fr) 64px; gap: 6px; }
.skyjo-odds .row summary::-webkit-details-marker { display: none; }
.skyjo-odds .row summary::before { content: "▸"; color: var(--soft); font-size: 10px; }
.skyjo-odds .row[open] > summary::before { content: "▾"; }
.skyjo-odds .row summary:hover { background: rgba(128, 128, 128, .12); }
.skyjo-odds .row summary > span { text-align: right; }
.skyjo-odds .track { display: block; position: relative; height: 10px; }
.skyjo-odds .track::before { content: ""; position: absolute; top: -5px; bottom: -5px;
  left: var(--zero); border-left: 1px solid var(--line); }
.skyjo-odds .track i { position: absolute; top: 0; bottom: 0; border-radius: 2px; }
.skyjo-odds .down { background: var(--good); }
.skyjo-odds .up { background: var(--bad); }
.skyjo-odds .best { font-weight: 600; }
.skyjo-odds .best em { font: 600 10px/1 var(--jp-ui-font-family, system-ui, sans-serif);
  color: var(--good); border: 1px solid currentColor; border-radius: 8px; padding: 1px 6px;
  margin-left: 6px; white-space: nowrap; }
.skyjo-odds .inside { padding: 2px 2px 8px 20px; }
.skyjo-odds .inside > code { white-space: normal; overflow-wrap: anywhere; }
.skyjo-odds .scroll { max-height: 260px; overflow: auto; margin-top: 6px; }
.skyjo-odds table { border-collapse: collapse; font-size: 12px; margin: 0; width: auto;
  color: inherit; }
.skyjo-odds th, .skyjo-odds td { padding: 2px 14px 2px 0; text-align: left; border: 0;
  background: none; vertical-align: middle; max-width: none; }
.skyjo-odds th { color: var(--soft); font-weight: 400; border-bottom: 1px solid var(--line); }
.skyjo-odds tr { background: none; border-top: 1px solid var(--line); }
.skyjo-odds .number { text-align: right; }
.skyjo-odds svg { display: block; width: 100%; max-width: 560px; height: 76px;
  overflow: visible; color: var(--soft); }
</style>"""
)


def shown(odds: Any, lang: str) -> str:
    """All that a seat may reckon with.

    Parameters
    ----------
    odds : SkyjoOdds, NewSkyjoOdds or SkipBoOdds
        Of whom.
    lang : str
        The language.

    Raises
    ------
    RulesError
        If there is no such language.
    """
    page = _Page(lang)
    parts = page.skipbo(odds) if isinstance(odds, SkipBoOdds) else page.grid(odds)
    return f'{STYLE}<div class="skyjo-odds" lang="{escape(lang)}">{"".join(parts)}</div>'


def _quantile(chances: dict[int, Fraction], part: Fraction) -> int:
    """The lowest score that is not exceeded with such a chance."""
    so_far = itertools.accumulate(chances.values())
    return next(total for total, sum_ in zip(chances, so_far, strict=True) if sum_ >= part)


class _Page:
    """The parts of it, in a language."""

    def __init__(self, lang: str) -> None:
        self.said = words(lang)["odds"]
        self.labels = words(lang)["effect_labels"]

    # Texts

    def say(self, key: str, **parts: Any) -> str:
        """A text with its parts, escaped."""
        text = self.said[key]
        if isinstance(text, dict):
            text = text.get(str(parts["count"]), text["any"])
        return escape(text.format(**parts))

    def local(self, text: str) -> str:
        """A text of numbers with the language's decimal mark."""
        return re.sub(r"(?<=\d)\.(?=\d)", self.said["decimal"], text)

    def number(self, number: Fraction | float) -> str:
        """A number, whole or with two decimals, with a proper minus."""
        return self.local(told(Fraction(number)).replace("-", "−"))

    def percent(self, chance: Fraction) -> str:
        """A chance in per cent."""
        return self.local(self.said["percent"].format(number=f"{float(chance) * 100:.1f}"))

    def heading(self, title: str, *more: str) -> str:
        """A heading; what follows it is softer."""
        return f"<h4>{title}{''.join(f' <span>· {text}</span>' for text in more if text)}</h4>"

    # Games of the Skyjo family

    def grid(self, odds: GridOdds) -> Iterable[str]:
        """Cards, score, actions."""
        mean = self.say("mean", mean=self.number(odds.unseen.mean))
        yield self.heading(self.say("unseen", count=odds.unseen.total), mean)
        if odds.memory == "table":
            yield f"<p>{self.say('forgetful')}</p>"
        kinds = odds.kinds if isinstance(odds, NewSkyjoOdds) else {}
        effects = {v: sum(n for (w, e), n in kinds.items() if w == v and e) for v, _ in kinds}
        yield self.bars(odds.unseen.counts, effects)
        if odds.next_draw.counts != odds.unseen.counts and odds.next_draw.total:
            yield self.heading(self.say("next"))
            yield self.bars(odds.next_draw.counts, {})
        if isinstance(odds, NewSkyjoOdds):
            yield from self.effects(odds)
        yield self.heading(self.say("score", mean=self.number(odds.mean)))
        yield self.scores(odds)
        if odds.actions:
            yield self.heading(self.say("actions"), self.say("lower"))
            yield from self.actions(odds.actions)

    def bars(self, counts: dict[int, int], effects: dict[int, int]) -> str:
        """How many of each number: a bar each, with its chance as a fraction."""
        every, most = sum(counts.values()), max(counts.values(), default=1)
        bars = []
        for value, count in counts.items():
            special = effects.get(value, 0)
            parts = [(special, "effect"), (count - special, "" if special else "top")]
            stack = "".join(
                f'<i class="{kind}" style="height: {54 * n / most:.1f}px"></i>'
                for n, kind in parts
                if n
            )
            bars.append(
                f"<div>{self.fraction(count, every)}{stack}<b>{self.value(value)}</b></div>"
            )
        legend = ""
        if any(effects.values()):
            legend = (
                f'<p><span class="key" style="margin-left: 0"></span>{self.say("plain")}'
                f'<span class="key effect"></span>{self.say("effect")}</p>'
            )
        return f'<div class="bars">{"".join(bars)}</div>{legend}'

    def value(self, value: int) -> str:
        """The number on a card."""
        return str(value).replace("-", "−")

    def fraction(self, count: int, every: int) -> str:
        """A fraction as it is written by hand."""
        return f'<span class="over"><span>{count}</span><span>{every}</span></span>'

    def effect(self, key: str) -> str:
        """An effect's short name."""
        return escape(self.labels.get(key, key))

    def effects(self, odds: NewSkyjoOdds) -> Iterable[str]:
        """The chance of each effect on the next card."""
        title = self.say("effect_next", chance=self.percent(odds.effect_next))
        chances: dict[str, Fraction] = {}
        for key, chance in odds.next_effects.items():
            chances[self.effect(key)] = chances.get(self.effect(key), Fraction(0)) + chance
        rows = "".join(
            f"<tr><td>{name}</td><td>{chance.numerator}/{chance.denominator}</td>"
            f'<td class="number">{escape(self.percent(chance))}</td></tr>'
            for name, chance in sorted(chances.items(), key=lambda item: -item[1])
        )
        if rows:
            table = f'<div class="scroll"><table>{rows}</table></div>'
            inside = f'<div class="inside">{table}</div>'
            yield f'<details class="more"><summary>{title}</summary>{inside}</details>'

    def scores(self, odds: GridOdds) -> str:
        """The distribution of the own score, as bars over the points."""
        exact = ways_to_lie(odds.columns) <= QUICK
        chances = odds.score() if exact else odds.simulated_score(worlds=WORLDS)
        if len(chances) == 1:
            return ""  # the heading has said it
        low, high = (_quantile(chances, Fraction(part, 20)) for part in (1, 19))
        # Tails too thin to be seen would only squeeze the rest.
        seen = [total for total, chance in chances.items() if chance >= Fraction(1, 1000)] or [low]
        start, end = min(seen), max(seen)
        likely = max(chances, key=chances.__getitem__)
        width, top = 300 / (end - start + 1), float(chances[likely])
        bars = "".join(
            f'<rect x="{(total - start) * width:.2f}" width="{max(width * 0.86, 0.4):.2f}" '
            f'y="{56 - 54 * float(chance) / top:.2f}" height="{54 * float(chance) / top:.2f}">'
            f"<title>{self.value(total)}: {escape(self.percent(chance))}</title></rect>"
            for total, chance in chances.items()
            if start <= total <= end
        )
        at = (float(odds.mean) - start + 0.5) * width
        text = self.say(
            "spread", low=self.value(low), high=self.value(high), likely=self.value(likely)
        )
        if not exact:
            text += " " + self.say("simulated", count=WORLDS)
        labels = "".join(
            f'<span style="position: absolute; left: {100 * x / 300:.1f}%; '
            f'transform: translateX(-{shift}%)">{label}</span>'
            for x, shift, label in (
                (0, 0, self.value(start)),
                (300, 100, self.value(end) if end > start else ""),
                (min(max(at, 30), 270), 50, f"⌀ {self.number(odds.mean)}"),
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

    def actions(self, actions: Iterable[Valued]) -> Iterable[str]:
        """A row for each, the best first."""
        ordered = sorted(actions, key=lambda valued: valued.points)
        points = [float(valued.points) for valued in ordered]
        low, high = min([*points, 0.0]), max([*points, 0.0])
        rows = [self.action(valued, low, high, best=not i) for i, valued in enumerate(ordered)]
        yield from rows[:ROWS]
        if rows[ROWS:]:
            title = self.say("more", count=len(rows) - ROWS)
            yield f'<details class="more"><summary>{title}</summary>'
            yield from rows[ROWS:]
            yield "</details>"

    def action(self, valued: Valued, low: float, high: float, *, best: bool) -> str:
        """An action with a bar; its formula, and what each card brings, unfold."""
        span = (high - low) or 1
        zero, end = -low / span * 100, (float(valued.points) - low) / span * 100
        bar = (
            f'<span class="track" style="--zero: {zero:.1f}%">'
            f'<i class="{"down" if end < zero else "up"}" style="left: {min(zero, end):.1f}%; '
            f'width: {abs(end - zero):.1f}%"></i></span>'
        )
        mark = f"<em>{self.say('best')}</em>" if best else ""
        about = "" if valued.exact else f' title="{self.say("close")}"'
        value = ("" if valued.exact else "≈ ") + self.local(signed(valued.points))
        inside = f"<code>{escape(self.local(valued.formula))}</code>"
        if not valued.exact:
            inside += f" <span>({self.say('close')})</span>"
        inside += self.branches(valued.branches)
        return (
            f'<details class="row"><summary class="{"best" if best else ""}">'
            f"<span style='text-align: left'><code>{escape(valued.action)}</code>{mark}</span>"
            f"{bar}<span{about}>{value}</span></summary>"
            f'<div class="inside">{inside}</div></details>'
        )

    def branches(self, branches: tuple[Branch, ...]) -> str:
        """What each card brings, as a table."""
        every = sum(branch.copies for branch in branches)
        then = any(branch.action for branch in branches)
        if not then:  # a turned card brings nothing, mostly
            branches = tuple(branch for branch in branches if branch.points)
        if not branches:
            return ""
        titles = ["card", "chance", *(["then"] if then else []), "points"]
        head = "".join(
            f'<th class="{"number" if title == "points" else ""}">{self.say(title)}</th>'
            for title in titles
        )
        rows = []
        for branch in branches:
            effect = f" {self.effect(branch.effect)}" if branch.effect else ""
            best = f"<td><code>{escape(branch.action)}</code></td>" if then else ""
            rows.append(
                f"<tr><td><b>{self.value(branch.value)}</b>{effect}</td>"
                f"<td>{branch.copies}/{every}</td>{best}"
                f'<td class="number">{self.local(signed(branch.points))}</td></tr>'
            )
        return f'<div class="scroll"><table><tr>{head}</tr>{"".join(rows)}</table></div>'

    # Skip-Bo

    def skipbo(self, odds: SkipBoOdds) -> Iterable[str]:
        """Cards, what the building piles need, and the chance of it."""
        yield self.heading(self.say("unseen", count=odds.unseen.total))
        every, most = odds.unseen.total, max(odds.unseen.counts.values(), default=1)
        fitting = {*odds.needed, WILD}
        bars = []
        for value, count in odds.unseen.counts.items():
            name = str(value) if value != WILD else "★"
            kind = "top" if value in fitting else "effect"
            title = f' title="{self.say("wild")}"' if value == WILD else ""
            bars.append(
                f"<div{title}>{self.fraction(count, every)}"
                f'<i class="{kind}" style="height: {54 * count / most:.1f}px"></i>'
                f"<b>{name}</b></div>"
            )
        yield f'<div class="bars">{"".join(bars)}</div><p>★ {self.say("wild")}</p>'
        numbers = ", ".join(map(str, sorted(set(odds.needed))))
        yield f"<p>{self.say('needed', numbers=numbers)}</p>"
        if odds.draws:
            chance = self.percent(odds.helping())
            yield self.heading(self.say("helping", count=odds.draws, chance=chance))
