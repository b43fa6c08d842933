"""The teacher's pages of the lessons: the figures that they claim, computed again."""

from __future__ import annotations

import math
import re
from pathlib import Path

import nbformat
import pytest

import skyjo_widget
from skyjo_widget import SKYJO_DECK, cli, compare, play, position, sheets, simulate
from skyjo_widget.lessons.lesson.file import read_lesson
from skyjo_widget.lessons.shipped_lessons import NAMES, shipped
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.intervals import mean_interval
from skyjo_widget.util.numbers import format_number
from tests.fixtures.lessons import listed
from tests.fixtures.paths import ROOT

EVERY = [(name, lang) for name in NAMES for lang in languages()]


def page(name, lang):
    """A teacher's page."""
    end = "" if lang == "en" else f".{lang}"
    return (ROOT / "docs" / f"lesson-{name}{end}.md").read_text("utf-8")


def here(lang="en"):
    """The position of the lesson *chance*."""
    given = shipped("chance", lang)["position"]
    return position(given["game"], given["cards"], discard=given["discard"], to_move="Ana")


def claims(name, lang, *figures):
    """Check that a page has these numbers, with so many decimals, as its language writes them."""
    text = page(name, lang)
    for number, digits in figures:
        shown = format_number(float(number), lang, digits)
        assert re.search(rf"(?<![\d.,]){re.escape(shown)}(?!\d)", text), shown


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_a_page_lists_the_questions_of_its_lesson(name, lang):
    """As many rows, numbered in order; the hour's rows follow one another from 0 to 60."""
    (sheet,) = read_lesson(name, lang=lang).sheets
    rows = re.findall(r"^\| (\d+)\. ", page(name, lang), re.MULTILINE)
    assert rows == [str(n) for n in range(1, len(sheet.questions) + 1)]
    minutes = re.findall(r"^\| (\d+)–(\d+) \|", page(name, lang), re.MULTILINE)
    ends = [0, *(int(end) for _, end in minutes)]
    assert [int(start) for start, _ in minutes] == ends[:-1]
    assert ends[-1] == 60


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_the_command_of_a_page_runs(name, lang):
    """As it is written, in a folder with a list of names; the lesson is in the page's language."""
    (command,) = re.search(r"```sh\n(.*?)```", page(name, lang), re.DOTALL)[1].splitlines()
    words = [quoted or word for quoted, word in re.findall(r'"([^"]*)"|(\S+)', command)]
    assert words[0] == "skyjo-widget"
    Path("list.csv").write_text(listed(), "utf-8")
    assert cli.main([*words[1:], *([] if "--lang" in words else ["--lang", "en"])]) == 0
    assert read_lesson(f"1re 3/{name}/pupils/lesson.toml").lang == lang


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_the_calls_in_the_text_of_a_page_run(name, lang):
    """Each as it is written, with a table at hand where Ana takes or draws."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=1, record=False, display=False)
    while table.phase != "choose":
        table.act(table.legal[0]) if table.waiting == "person" else table.step()
    prose = re.sub(r"```.*?```", "", page(name, lang), flags=re.DOTALL)
    calls = re.findall(r"`((\w+)[\w.]*\([^`…]*\))`", prose)
    known = {name: getattr(skyjo_widget, name) for name in skyjo_widget.__all__}
    known |= {"table": table, "what_if": table.what_if}
    runs = [call for call, first in calls if first in known]
    assert runs
    for call in runs:
        eval(call, known)


@pytest.mark.parametrize("lang", languages())
def test_the_answers_on_the_page_of_chance(lang):
    """At the position: the law's fractions and moments, and the values of the two actions."""
    odds = here(lang).odds()
    law, points = odds.law, {one.action: -one.points for one in odds.actions}
    text = page("chance", lang)
    assert f"{law.p('X <= 4').fraction} ≈" in text
    assert f"{law.expectation * law.total}/{law.total} ≈" in text
    assert f"{law.expectation * law.total + 2}/{law.total - 1} ≈" in text
    claims(
        "chance",
        lang,
        *((law.p("X <= 4").probability, 3), (law.expectation, 2), (law.sd, 2), (law.variance, 2)),
        *((points["take"], 2), (points["draw"], 2)),
        *(((law.expectation * 123 + 2) / 122, 2), ((law.expectation * 123 + 2) / 122 + 2, 2)),
        *((law.expectation + 2, 2), (law.total, 0), (150 - law.total, 0)),
    )


@pytest.mark.parametrize("lang", languages())
def test_the_answers_on_the_page_of_samples(lang):
    """At whatever card is visible: how many samples, and how wide the band."""
    deck = dict(SKYJO_DECK.counts)
    for visible in deck:
        left = {value: n - (value == visible) for value, n in deck.items()}
        mean = sum(value * n for value, n in left.items()) / 149
        sd = math.sqrt(sum((value - mean) ** 2 * n for value, n in left.items()) / 149)
        assert round(sd, 1) == 4.2
        assert abs(2 * sd / 10 - 0.85) < 0.01
        assert sum(n for value, n in left.items() if value <= 4) <= 70
    p, n = 70 / 149, 1000
    inside = sum(
        math.comb(n, k) * p**k * (1 - p) ** (n - k)
        for k in range(n + 1)
        if abs(k / n - p) <= n**-0.5
    )
    few = sum(math.comb(20, k) * inside**k * (1 - inside) ** (20 - k) for k in range(18))
    assert round(100 * few) == 6
    claims("samples", lang, (100 * inside, 1), (p, 2), (14 / 150, 2), (0.85, 2), (8000, 0))


@pytest.mark.slow
def test_the_comparisons_on_the_page_of_strategy():
    """Two bots on 100 deals and on 500, and Ana's decision played on 500 times."""
    few = compare("greedy", "threshold(4)", games=200, seed=1, target=1, progress=False)
    many = compare("greedy", "threshold(4)", games=1000, seed=1, target=1, progress=False)
    wins = many.summary.set_index("strategy").loc["greedy", "win_rate"]
    table = play(here(), record=False, display=False)
    outlook = table.what_if(["take", "draw"], games=500, seed=1)
    taken, drawn = outlook.scores.T
    as_good = int((taken <= drawn).sum())
    assert few.low < 0 < few.high
    for lang in languages():
        claims(
            "strategy",
            lang,
            *((few.low, 2), (few.high, 2), (many.low, 2), (many.high, 2), (100 * wins, 0)),
            *((drawn.mean(), 1), (taken.mean(), 1), (as_good, 0)),
            *((1.37, 2), (1.97, 2)),
        )


ONE_COLUMN = {"columns": 1, "turned": 0, "games": 200, "seed": 1, "target": 1, "progress": False}


@pytest.mark.slow
def test_the_rounds_on_the_page_of_perfect():
    """High cards that two perfect players take; how far ahead an ender is, doubled or not."""
    played = simulate("skyjo", ["perfect", "perfect"], decisions=True, **ONE_COLUMN)
    tops = played.decisions[played.decisions.phase == "choose"]
    high = tops[tops.discard_top.astype(int) >= 4]
    rounds = played.rounds.set_index(["game_id", "round", "seat"])
    enders = rounds[rounds.ender & rounds.finished]
    ahead: dict[bool, list[int]] = {True: [], False: []}
    for (game, number, seat), ender in enders.iterrows():
        other = rounds.loc[(game, number, 1 - seat), "score"]
        ahead[bool(ender.penalty > 0)].append(int(other - ender.score))
    doubled, others = ahead[True], ahead[False]
    mean = mean_interval([*doubled, *others])
    for lang in languages():
        claims(
            "perfect",
            lang,
            *((sum(high.action == "take"), 0), (len(high), 0), (len(enders), 0), (len(doubled), 0)),
            *((-sum(doubled) / len(doubled), 1), (sum(others) / len(others), 1)),
            *((mean.mean, 1), (mean.low, 1), (mean.high, 1)),
        )


@pytest.mark.slow
def test_the_comparison_on_the_page_of_perfect():
    """The rule loses points to the perfect player, and wins games."""
    notebook = nbformat.read(ROOT / "notebooks" / "perfect.ipynb", as_version=4)
    source = {cell.id: cell.source for cell in notebook.cells}
    names: dict[str, object] = {}
    exec(source["rest"] + "\n\n\n" + source["mine"], names)
    found = compare(names["mine"], "perfect", **ONE_COLUMN)
    wins = found.summary.set_index("strategy").loc["mine", "win_rate"]
    for lang in languages():
        claims(
            "perfect",
            lang,
            *((found.mean, 1), (found.low, 1), (found.high, 1), (100 * wins, 0)),
        )


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_the_sheets_named_on_a_page_are_there(name, lang):
    """Those that it has printed: as many as the lesson needs."""
    text = sheets(name, "sheets.html", lang=lang).read_text("utf-8")
    named = {
        "chance": {"en": ["The deck", "Predictions"], "fr": ["Le paquet", "Prédictions"]},
        "samples": {"en": ["Twenty samples"], "fr": ["Vingt échantillons"]},
        "strategy": {"en": ["rules", "Two strategies"], "fr": ["règles", "Deux stratégies"]},
        "perfect": {"en": ["The first turn"], "fr": ["Le premier tour"]},
    }[name][lang]
    for title in named:
        assert re.search(rf"<h2>[^<]*{title}", text), title
