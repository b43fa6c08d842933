"""Two versions by the same people: sentences, and a picture whose rows open what each said."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import pandas as pd

from skyjo_widget.measures.playtest.pairs import Contrast, Signs, person
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import Interval

STYLE = """
@ .pairs { max-width: 46rem; margin: 8px 0; }
@ .pairs .line { display: grid; align-items: center; column-gap: 6px;
  grid-template-columns: 5.5rem repeat(var(--questions), minmax(0, 8rem)); }
@ .pairs > .line:first-child { align-items: end; }
@ .pairs summary.line { cursor: pointer; }
@ .pairs summary bdi::after { content: " ▸"; opacity: .6; }
@ .pairs details[open] summary bdi::after { content: " ▾"; }
@ .pairs summary:hover { background: rgba(128, 128, 128, .12); }
@ .pairs .line > * { min-width: 0; overflow-wrap: anywhere; }
@ .pairs .line small { display: flex; justify-content: space-between; }
@ .pairs svg { display: block; width: 100%; color: var(--blue); }
@ .pairs svg .zero { stroke: var(--line); stroke-width: 1.5; }
@ .pairs .mean { border-top: 1px solid var(--line); padding: 3px 0; font-weight: 600; }
@ :is(.pairs, .answers) .inside { margin: 2px 0 8px; padding-left: 12px;
  border-left: 3px solid var(--line); overflow-wrap: anywhere; }
@ :is(.pairs, .answers) ul { margin: 2px 0; padding-left: 18px; }
@ .answers { position: relative; display: flex; flex-wrap: wrap; column-gap: 12px;
  margin: 4px 0 10px; }
@ .answers > svg { flex: none; color: var(--blue); }
@ .answers > p { flex: 1 1 7em; margin: 0; color: inherit; }
@ .answers details { flex: 0 0 100%; }
@ .answers summary { position: absolute; top: 0; width: 40px; min-height: 24px; cursor: pointer;
  list-style: none; border-radius: 4px; }
@ .answers summary::-webkit-details-marker { display: none; }
@ .answers summary:hover { background: rgba(128, 128, 128, .12); }
@ .answers [open] > summary { background: rgba(128, 128, 128, .25); }
@ .answers summary span { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); }
"""
"""Rules, with ``@`` for the display."""
LEVEL = 0.05
_WIDTH, _HEIGHT, _STEP, _DOT = 80, 18, 8.5, 4
"""Units of a picture: its width and height, a point of difference, a dot's radius."""
_EDGE = 4.3
"""The greatest difference in a picture: an interval that goes further ends there."""


def parts(
    compared: Sequence[Contrast],
    pairs: pd.DataFrame,
    remarks: Callable[[str, Sequence[str]], str],
    say: CellTexts,
) -> list[str]:
    """Return the HTML of two versions: the answer, then the picture, then how to read it.

    Parameters
    ----------
    compared : sequence of Contrast
        Of the same two versions, by question.
    pairs : DataFrame
        Their pairs, as `paired` returns them.
    remarks : callable
        ``remarks(by, games)``: the HTML of what somebody said in these games.
    say : CellTexts
    """
    texts = words(say.lang)["opinions"]["paired"]
    a, b = compared[0].a, compared[0].b
    title = texts["title"].format(a=_short(a), b=_short(b))
    items = "".join(f"<li>{_item(row, say)}</li>" for row in compared)
    notes = [texts["legend"].format(a=_short(a), b=_short(b)), texts["apart"]]
    return [
        f"<h2><bdi>{markup.escaped(title)}</bdi></h2><ul>{items}</ul>",
        picture(compared, pairs, remarks, say),
        *(markup.paragraph(note) for note in notes),
    ]


def about(row: Contrast, say: CellTexts) -> str:
    """Return the question that a sentence is about."""
    texts = words(say.lang)["opinions"]
    return str(texts["paired"]["about"].format(asked=texts["asked"][row.asked]))


def sentence(row: Contrast, say: CellTexts) -> str:
    """Return what the people said about two versions, how sure it is, and what the order did."""
    mine, names = words(say.lang)["opinions"]["paired"], {"a": _short(row.a), "b": _short(row.b)}
    show = functools.partial(say.number, digits=1, sign=True)
    people, sessions = row.people, row.sessions
    if people.same == people.n:
        return str(mine["alike"].format(people=people.n, **names))
    counts = {"more": people.more, "less": people.less, "same": people.same, "people": people.n}
    by_session = {"more": sessions.more, "less": sessions.less, "n": sessions.n}
    person_, session = (say.estimate(mean, show) for mean in (row.by_person, row.by_session))
    if math.isnan(row.second.mean):
        first = names["b" if math.isnan(row.a_first.mean) else "a"]
        order = mine["one_order"].format(first=first)
    else:
        began = {"a_first": show(row.a_first.mean), "b_first": show(row.b_first.mean)}
        order = mine["order"].format(second=say.estimate(row.second, show), **began, **names)
    return " ".join(
        (
            mine["more"][row.asked].format(**counts, **names),
            mine["sign"].format(p=_p(people, say)),
            mine["mean"].format(mean=person_, **names),
            mine["sessions"].format(mean=session, p=_p(sessions, say), **by_session, **names),
            order,
        )
    )


def picture(
    compared: Sequence[Contrast],
    pairs: pd.DataFrame,
    remarks: Callable[[str, Sequence[str]], str],
    say: CellTexts,
) -> str:
    """Return a row for each person, a dot for each difference; a click on it opens the remarks."""
    texts = words(say.lang)["opinions"]
    asked = [row.asked for row in compared]
    ends = f"<small><bdi>{_name(compared[0].a)}</bdi><bdi>{_name(compared[0].b)}</bdi></small>"
    heads = "".join(
        f"<div><b>{markup.escaped(texts['asked'][key])}</b>{ends}</div>" for key in asked
    )
    means = pairs.groupby(pairs["by"].map(person))["difference"].mean()
    rows = []
    for who in means.sort_values(ascending=False, kind="stable").index:
        mine = pairs[pairs["by"].map(person) == who]
        by = str(mine["by"].iloc[0])
        games = list(dict.fromkeys([*mine["game_a"], *mine["game_b"]]))
        dots = "".join(_dots(mine[mine["asked"] == key], key, say) for key in asked)
        rows.append(
            f'<details><summary class="line"><bdi>{_name(by)}</bdi>{dots}</summary>'
            f'<div class="inside">{remarks(by, games)}</div></details>'
        )
    most = markup.MOST_ROWS
    if len(rows) > most:
        more = markup.escaped(say("more", count=len(rows) - most))
        rows = [
            *rows[:most],
            f"<details><summary>{more}</summary>{''.join(rows[most:])}</details>",
        ]
    of_all = markup.escaped(texts["paired"]["of_all"])
    mean = "".join(_mean(row.by_person) for row in compared)
    return (
        f'<div class="pairs" style="--questions: {len(asked)}">'
        f'<div class="line"><span></span>{heads}</div>{"".join(rows)}'
        f'<div class="line mean"><span>{of_all}</span>{mean}</div>'
        "</div>"
    )


# Inside


def _item(row: Contrast, say: CellTexts) -> str:
    return f"<b>{markup.escaped(about(row, say))}</b> {markup.escaped(sentence(row, say))}"


def _p(signs: Signs, say: CellTexts) -> str:
    """Return the p value of a sign test, and what it means."""
    least, few = 0.001, 0.1
    if signs.p < least:
        p = f"< {say.number(least, 3)}"
    else:
        p = f"= {say.number(signs.p, 3 if signs.p < few else 2)}"
    verdict = words(say.lang)["opinions"]["paired"]["hardly" if signs.p <= LEVEL else "chance"]
    return f"{p}, {verdict}"


def _dots(pairs: pd.DataFrame, key: str, say: CellTexts) -> str:
    """Return an SVG with the differences of a person: hollow where b was played first."""
    texts = words(say.lang)["opinions"]
    rows = pairs.to_dict("records")
    answers = ", ".join(
        f"{row[version]} {say.number(row[f'answer_{version}'], 0)}"
        for row in rows
        for version in ("a", "b")
    )
    marks = []
    for k, row in enumerate(rows):
        y = _HEIGHT / 2 + (k - (len(rows) - 1) / 2) * min(5, 12 / len(rows))
        look = 'fill="currentColor"' if row["first"] == row["a"] else 'fill="none"'
        marks.append(
            f'<circle cx="{_x(row["difference"])}" cy="{y:.1f}" r="{_DOT}" {look} '
            'stroke="currentColor" stroke-width="1.5"/>'
        )
    return _svg("".join(marks), f"{texts['asked'][key]}: {answers or '–'}")


def _mean(mean: Interval) -> str:
    """Return an SVG with a mean and its interval, where there is one."""
    y, marks = _HEIGHT / 2, ""
    if not math.isnan(mean.low):
        low, high = (_x(min(max(end, -_EDGE), _EDGE)) for end in (mean.low, mean.high))
        marks = f'<path d="M{low} {y}H{high}" stroke="currentColor" stroke-width="2.5"/>'
    if not math.isnan(mean.mean):
        marks += f'<path d="M{_x(mean.mean)} 2v14" stroke="currentColor" stroke-width="2.5"/>'
    return _svg(marks, "")


def _svg(marks: str, label: str) -> str:
    about = f'role="img" aria-label="{markup.escaped(label)}"' if label else 'aria-hidden="true"'
    zero = f'<path class="zero" d="M{_x(0)} 0V{_HEIGHT}"/>'
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" {about}>{zero}{marks}</svg>'


def _x(difference: float) -> float:
    return round(_WIDTH / 2 + _STEP * difference, 1)


def _short(name: str) -> str:
    return markup.short(name, markup.LONGEST_NAME)


def _name(name: str) -> str:
    return markup.escaped(_short(name))
