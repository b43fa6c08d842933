"""The report of two versions: the answer in sentences, a picture, few rows; the rest folded."""

from __future__ import annotations

import math
from collections.abc import Sequence

from skyjo_widget.measures.format import format_difference, in_a_list, signed
from skyjo_widget.measures.versus import wording
from skyjo_widget.measures.versus.blocks import (
    Block,
    Cell,
    Code,
    Fold,
    Items,
    Line,
    Picture,
    Table,
    Text,
    widest,
)
from skyjo_widget.measures.versus.caveats import caveats, differs, of_whole_games
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import format_number, percent

MOST = 7
"""Rows that aren't folded."""
MOST_CARDS = 30
"""Rows about single cards in the report; `Versus.frame` has all."""
FIRST = (
    "score_sd", "score_mean", "deal_share", "turns_a_round", "rounds_a_game", "real_choices",
    "decisions_that_did", "columns", "margin", "taken_share", "doubling_share", "imbalance_seats",
)  # fmt: skip
"""The measures that are listed first if none were asked for."""
WITHIN, WITHIN_SHARE = 0.05, 0.02
"""The half-width of an interval to aim at: a part of A's value; of a share, as it is."""


def blocks(report: Report, lang: str) -> list[Block]:
    """Return the pieces of the report, the answer first."""
    rows, how = listed(report)
    lines = [
        Text(differs(report, lang), "quiet"),
        *warnings(report, lang),
        *answer(claims(report, rows, lang)),
    ]
    if rows:
        lines += [picture(report, rows, lang), table(report, rows, lang)]
    return [
        *lines,
        *_notes(report, rows, how, lang),
        Text(wording.played(report, lang), "quiet"),
        *_folds(report, lang),
    ]


def warnings(report: Report, lang: str) -> list[Block]:
    """Return the caveats, and the call that compares equal lengths."""
    lines: list[Block] = [Text(text, "caveat") for text in caveats(report, lang)]
    call = report.equal_call
    return [*lines, Text(words(lang)["versus"]["equal"]), Code(call)] if call else lines


# The rows


def listed(report: Report) -> tuple[list[Row], str]:
    """Return at most `MOST` rows, in the order asked for, and how they were chosen.

    Those asked for; of more, the first measure and the clearest; without a question, those of
    `FIRST`, so that nothing is picked by its result.  What is the same in both, known to one alone
    or known too little is left out, and so are measures of whole games of different lengths that
    weren't asked for by name.
    """
    measures = report.settings["measures"]
    asked = [measures] if isinstance(measures, str) else list(measures or ())
    apart = report.equal_versions  # else the length itself is compared, and what follows from it
    rows = [
        row
        for row in report.rows
        if (row.enough and row.verdict not in ("equal", "known_same"))
        and (not apart or row.measure.key in asked or not of_whole_games(row.measure))
    ]
    if not asked:
        order = {key: place for place, key in enumerate(FIRST)}
        rows = [row for row in rows if row.measure.family != "cards"]
        rows.sort(key=lambda row: order.get(row.measure.key, len(order)))
        return rows[:MOST], "fixed"
    rows.sort(key=lambda row: _place(row, asked))
    if len(rows) <= MOST:
        return rows, "asked"
    kept = sorted(rows, key=lambda row: (row.measure.key != asked[0], not row.stands, _doubt(row)))
    return [row for row in rows if any(row is taken for taken in kept[:MOST])], "clearest"


def _place(row: Row, asked: Sequence[str]) -> int:
    names = (row.measure.key, row.measure.family)
    return min((asked.index(name) for name in names if name in asked), default=len(asked))


def _doubt(row: Row) -> float:
    """Return the relative error of a difference."""
    return row.difference.error / abs(row.difference.value) if row.difference.value else math.inf


# Sentences


def answer(sentences: Sequence[str]) -> list[Text]:
    """Return sentences as paragraphs, the first of which is the answer."""
    return [Text(text, "" if place else "answer") for place, text in enumerate(sentences)]


def claims(report: Report, rows: Sequence[Row], lang: str) -> list[str]:
    """Return a sentence for each difference that stands, and one on the others."""
    texts, (a, b) = words(lang)["versus"], report.names
    stand = [claim(row, report.names, lang) for row in rows if row.stands]
    unseen = [row for row in rows if not row.stands]
    lines = list(stand)
    if not stand and unseen:
        lines.append(texts["no_difference"].format(a=a, b=b))
    if unseen:
        items = in_a_list((_unseen(row, lang) for row in unseen), lang)
        at = 0 if report.settings["measures"] and not rows[0].stands and stand else len(lines)
        alone = any(row.verdict == "alone" for row in unseen)
        lines.insert(at, texts["unseen"].format(items=items) + (texts["alone"] if alone else ""))
    compared = [row for row in report.rows if row.enough]
    if compared and all(row.verdict in ("equal", "known_same") for row in compared):
        lines.append(texts["same"])
    return lines


def claim(row: Row, names: tuple[str, str], lang: str) -> str:
    """Return a difference that stands as a sentence, with its interval."""
    texts, (a, b) = words(lang)["versus"], names
    key = "claim_sure" if row.difference.error == 0 else "claim"
    sizes = sizes_of([row], lang)
    return str(texts[key]).format(claim=head(row, lang), a=a, b=b, **sizes)


def head(row: Row, lang: str) -> str:
    """Return how a claim begins: ``Rounds are longer``."""
    claims, key = words(lang)["versus"]["claims"], row.measure.key
    way = "higher" if row.difference.value > 0 else "lower"
    if key in claims:
        return str(claims[key][way])
    return str(claims[way]).format(title=wording.title(row, lang))


def sizes_of(rows: Sequence[Row], lang: str) -> dict[str, str]:
    """Return the size of differences of one direction, and the range of their intervals."""
    unit, half = rows[0].measure.unit, max(row.difference.half for row in rows)
    sizes = sorted(abs(row.difference.value) for row in rows)
    ends = [abs(end) for row in rows for end in (row.difference.low, row.difference.high)]
    least, most = (format_difference(size, half, unit, lang) for size in (sizes[0], sizes[-1]))
    factor = 100 if unit == "share" else 1
    low, high = (
        signed(factor * end, factor * half, lang, sign=False) for end in (min(ends), max(ends))
    )
    if least != most:
        between = words(lang)["measures"]["interval"]
        most = between.format(low=least.partition(" ")[0], high=most)
    return {"size": most, "low": low, "high": high}


def _unseen(row: Row, lang: str) -> str:
    text = words(lang)["versus"]["unseen_item"]
    cells = wording.line(row, lang)
    return str(text).format(
        title=wording.title(row, lang), difference=cells.difference, interval=cells.ends
    )


def _notes(report: Report, rows: Sequence[Row], how: str, lang: str) -> list[Block]:
    """Return how many were tested and how the rows were chosen, what is too little, remarks."""
    texts = words(lang)["versus"]
    chosen = texts["chosen"][how].format(count=len(rows)) if rows else ""
    lines: list[Block] = []
    for text in (f"{tested(report, rows, lang)} {chosen}".strip(), too_few(report, rows, lang)):
        lines += [Text(text)] if text else []
    notes = words(lang)["measures"]["notes"]
    remarks = {
        row.measure.key: texts["remark"].format(
            title=wording.title(row, lang), note=notes[row.measure.key]
        )
        for row in rows
        if row.measure.warning
    }
    return [*lines, *(Text(text, "quiet") for text in remarks.values())]


def tested(report: Report, rows: Sequence[Row], lang: str) -> str:
    """Return how many differences were tested together and stand, and which of them are folded."""
    texts, lines = words(lang)["versus"], []
    for of_cards in (False, True):
        mine = [
            row
            for row in report.rows
            if row.compared and (row.measure.family == "cards") == of_cards
        ]
        if not mine or all(row.verdict == "equal" for row in mine):
            continue
        stand = [row for row in mine if row.stands]
        key = "tested_cards" if of_cards else "tested" if len(mine) > 1 else "tested_one"
        lines.append(texts[key].format(all=len(mine), stand=len(stand)))
        titles = dict.fromkeys(
            wording.title(row, lang) for row in stand if not any(row is listed for listed in rows)
        )
        if titles and not of_cards:
            lines.append(texts["beyond"].format(titles=wording.listing(titles)))
    return " ".join(lines)


def too_few(report: Report, rows: Sequence[Row], lang: str) -> str:
    """Return one line on what is too little, and how many games would do."""
    texts, parts = words(lang)["versus"]["few"], []
    wide = [(row, part) for row in rows if not row.stands and (part := _games_part(row)) > 1]
    if wide:
        titles = dict.fromkeys(wording.title(row, lang) for row, _ in wide)
        shares = {row.measure.unit == "share" for row, _ in wide}
        near, points = percent(WITHIN, lang), format_number(100 * WITHIN_SHARE, lang)
        aims = [
            texts["points" if share else "part"].format(part=near, points=points, a=report.names[0])
            for share in sorted(shares)
        ]
        games = format_number(games_for(report, max(part for _, part in wide)), lang)
        aim = texts["or"].join(aims)
        parts.append(texts["wide"].format(titles=wording.listing(titles), games=games, aim=aim))
    few = [row for row in report.rows if row.verdict == "few"]
    if few:
        more = [part for row in few if (part := _verdict_part(row)) > 1]
        key = "rows_games" if more else "rows"
        games = format_number(games_for(report, max(more, default=1)), lang)
        parts.append(texts[key].format(count=format_number(len(few), lang), games=games))
    return str(texts["all"]).format(parts=in_a_list(parts, lang)) if parts else ""


def games_for(report: Report, part: float) -> int:
    """Return so many times the games of each, rounded up to two digits and whole deals."""
    games = report.games * part
    step = 10.0 ** max(math.floor(math.log10(games)) - 1, 0)
    deals = math.ceil(math.ceil(games / step) * step / report.seats)
    return deals * report.seats


def _games_part(row: Row) -> float:
    """Return how many times as many games an interval as narrow as wanted takes.

    A half-width falls with the root of the games.  0 where A isn't clearly above 0.
    """
    a = row.numbers[0]
    if row.measure.unit == "share":
        wanted = WITHIN_SHARE
    elif a.value > 0 and a.value >= 2 * a.half:
        wanted = WITHIN * a.value
    else:
        return 0.0
    return (row.difference.half / wanted) ** 2


def _verdict_part(row: Row) -> float:
    """Return how many times as many games a verdict takes, at the present rate; 0 if unknown."""
    least, parts = row.measure.least, [0.0]
    for finding in row.findings:
        if finding is None or finding.statistic is None or not finding.statistic.count:
            return 0.0
        parts += [least / finding.statistic.units, least / finding.statistic.count]
    return max(parts)


# The picture and the tables


def picture(report: Report, rows: Sequence[Row], lang: str) -> Picture:
    """Return the differences in percent of A."""
    a, b = report.names
    lines = [relative(row, wording.title(row, lang), lang) for row in rows]
    wide = widest([line.part for line in lines])
    texts = words(lang)["versus"]["picture"]
    title, axis = (texts[key].format(a=a, b=b) for key in ("seen", "axis"))
    return Picture(title, lines, wide, ends(wide, lang), axis)


def relative(row: Row, label: str, lang: str) -> Line:
    """Return the line of a difference in percent of A, or with both numbers where it has none."""
    part, line = wording.part_of(row), wording.line(row, lang)
    if part is not None and math.isfinite(part.middle):
        figure = f"{'+' if part.middle > 0 else ''}{percent(part.middle, lang)}"
    else:
        figure = " → ".join(wording.bare(number, row, lang) for number in line.numbers)
    return Line(label, part, figure, bool(row.stands))


def ends(wide: float, lang: str) -> tuple[str, str]:
    """Return the texts at the ends of an axis in percent."""
    digits = 0 if wide >= 0.01 else 1
    return percent(-wide, lang, digits), f"+{percent(wide, lang, digits)}"


def table(report: Report, rows: Sequence[Row], lang: str, title: str = "") -> Table:
    """Return the numbers of both and their difference; a titled one also has samples and notes."""
    texts, (a, b) = words(lang)["versus"]["table"], report.names
    heads = [texts["measure"], a, b, texts["difference"]] + [texts["note"]] * bool(title)
    cells = [_cells(row, lang, notes=bool(title)) for row in rows]
    return Table(heads, cells, title or texts["measure"])


def _cells(row: Row, lang: str, *, notes: bool) -> list[Cell]:
    line = wording.line(row, lang)
    counts = line.counts if notes else ("", "")
    means = (line.means,) if notes and line.means else ()
    numbers = zip(line.numbers, line.intervals, counts, strict=True)
    return [
        Cell(wording.with_unit(row, lang), means),
        *(
            Cell(wording.bare(number, row, lang), (interval, count))
            for number, interval, count in numbers
        ),
        Cell(wording.bare(line.difference, row, lang), (line.ends,), bool(row.stands)),
        *([Cell(line.note, note=True)] if notes else []),
    ]


# The folded part


def _folds(report: Report, lang: str) -> list[Block]:
    texts, measured = words(lang)["versus"], words(lang)["measures"]
    plain = [row for row in report.rows if row.measure.family != "cards"]
    alike = [row for row in plain if _is_compared(row)]
    every: list[Block] = []
    for family, rows in wording.families(alike):
        title = str(measured["families"][family])
        every += [Text(title, "head"), table(report, rows, lang, title)]
    every += [Text(text) for text in _left_out(report, plain, lang)]
    cards = [row for row in report.rows if row.measure.family == "cards"]
    stand = [row for row in cards if row.stands]
    kept = {id(row) for row in sorted(stand, key=_doubt)[:MOST_CARDS]}
    clear = [row for row in stand if id(row) in kept]
    title = texts["cards"].format(count=len(clear))
    of_cards: list[Block] = [table(report, clear, lang, title)] if clear else []
    of_cards.append(Text(texts["rest"].format(count=format_number(len(cards) - len(clear), lang))))
    formulas: list[Block] = [Code(report.call), Text(texts["formulas_told"])]
    formulas.append(Code("\n".join(dict.fromkeys(row.measure.anchor for row in report.rows)), ""))
    folds = [
        Fold(texts["measures"].format(count=len(alike)), every),
        *([Fold(title, of_cards)] if cards else []),
        Fold(texts["compared"], compared(report, lang)),
        Fold(texts["reading"], [Items(wording.reading(report, lang))]),
        Fold(texts["again"], formulas),
    ]
    return list(folds)


def _is_compared(row: Row) -> bool:
    """Return True if a row has a number of both that aren't the same."""
    return row.verdict not in ("equal", "known_same", "only_a", "only_b", "few")


def _left_out(report: Report, rows: Sequence[Row], lang: str) -> list[str]:
    """Return a line on what is the same in both, what one alone has, and what is too little."""
    texts, (a, b) = words(lang)["versus"]["left_out"], report.names
    lines = []
    for key, verdicts in (
        ("same", ("equal", "known_same")), ("only_a", ("only_a",)), ("only_b", ("only_b",)),
        ("few", ("few",)),
    ):  # fmt: skip
        titles = dict.fromkeys(wording.title(row, lang) for row in rows if row.verdict in verdicts)
        if titles:
            lines.append(texts[key].format(a=a, b=b, titles=wording.listing(titles)))
    return lines


def compared(report: Report, lang: str) -> list[Block]:
    """Return the versions, the rules and the cards that differ."""
    texts, (a, b) = words(lang)["versus"], report.names
    parts: list[Block] = [Items(wording.versions(report, lang))]
    rules = wording.rules(report, lang)
    every, single = wording.deck(report, lang)
    for rows, head, label, same in (
        (rules, "rule", "rules", "same_rules"), (every, "card", "deck", "same_deck"),
    ):  # fmt: skip
        if rows:
            cells = [[Cell(text) for text in row] for row in rows]
            parts.append(Table([texts["table"][head], a, b], cells, texts[label]))
        else:
            parts.append(Text(texts[same]))
    if every:
        parts.append(Text(texts["other_deck"]))
        parts.append(Text(in_a_list((f"{name} {x} → {y}" for name, x, y in single), lang)))
    return parts
