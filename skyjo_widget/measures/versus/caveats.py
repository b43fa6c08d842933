"""Caveats of a comparison, computed from what differs between the two versions."""

from __future__ import annotations

from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.format import in_a_list
from skyjo_widget.measures.versus import wording
from skyjo_widget.measures.versus.report import LENGTH, Report
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import format_number

SCALE = 0.1
"""The relative difference between the numbers on the cards from which points are on two scales."""
_OF_GAMES = ("games", "scores of games", "deals", "times kept")


def of_whole_games(measure: Measure) -> bool:
    """Return True if a measure depends on how long a game is: it isn't counted by the round."""
    return measure.of in _OF_GAMES and measure.unit != "minutes"


def differs(report: Report, lang: str) -> str:
    """Return a sentence on what differs: the game, rules, cards."""
    texts, jobs = words(lang)["versus"]["differs"], report.jobs
    things = []
    if jobs[0].game is not jobs[1].game:
        things.append(texts["games"].format(a=jobs[0].preset, b=jobs[1].preset))
    else:
        things += [f"{name} {a} → {b}" for name, a, b in wording.rules(report, lang)]
        every, single = wording.deck(report, lang)
        things += [f"{name} {a} → {b}" for name, a, b in every if a != b]
        if every and len(things) == len(report.rules):
            things.append(texts["kinds"].format(count=len(single)))
    return str(texts["all"]).format(things=in_a_list(things, lang)) if things else texts["none"]


def caveats(report: Report, lang: str) -> list[str]:
    """Return sentences on what keeps the two from being compared, and on what wasn't played."""
    return [*wording.troubles(report, lang), *of_versions(report, lang)]


def of_versions(report: Report, lang: str) -> list[str]:
    """Return sentences on what keeps two versions from being compared as they stand."""
    texts, jobs, diff = words(lang)["versus"]["caveats"], report.jobs, report.deck_diff
    lines = []
    if report.lengths:
        lengths = in_a_list((_length(report, side, lang) for side in (0, 1)), lang)
        key = "length" if report.equal_versions else "length_only"
        lines.append(texts[key].format(lengths=lengths))
    if jobs[0].game is not jobs[1].game or (set(report.rules) - set(LENGTH) and diff):
        lines.append(texts["apart"])
    pairs = [pair for pair in (diff.mean, diff.spread) if diff]
    if any(abs(x - y) > SCALE * max(abs(x), abs(y)) for x, y in pairs):
        mean, spread = (
            " → ".join(format_number(number, lang, 2) for number in pair) for pair in pairs
        )
        title = words(lang)["measures"]["titles"]["score_sd_relative"]
        lines.append(texts["scale"].format(mean=mean, spread=spread, title=title))
    return lines


def _length(report: Report, side: int, lang: str) -> str:
    """Return how long a game of a version is: by its rules, and in rounds where they are known."""
    texts, rules = words(lang)["versus"]["caveats"], report.jobs[side].rules
    rounds = getattr(rules, "rounds", None)
    key, number = ("of_rounds", rounds) if rounds else ("to_points", rules.target)
    text = texts[key].format(number=format_number(number, lang))
    row = next((row for row in report.rows if row.measure.key == "rounds_a_game"), None)
    if row is not None and not rounds:
        text = f"{text}, {wording.line(row, lang).numbers[side]}"
    return f"{report.names[side]}: {text}"
