"""The sheet of the pages that are kept: each has it, and none has sizes or colours of its own."""

from __future__ import annotations

import re

import pytest

from skyjo_widget import class_page, hand_in, insights, opinions, play, replay, rulings_page, versus
from skyjo_widget.lessons.questions import page as insights_page
from skyjo_widget.measures.playtest import pairs_html
from skyjo_widget.replays import page as replay_page
from skyjo_widget.replays import rulings
from skyjo_widget.util.colours import COLOURS, ON_DARK
from skyjo_widget.util.page_sheet import chart_rules, page_sheet
from tests.fixtures.lessons import SEED, played
from tests.fixtures.paths import ROOT

QUIET = {"seed": 7, "display": False, "record": False}
FOLDER = ROOT / "skyjo_widget"
OWN = {
    "class": (FOLDER / "lessons" / "report" / "class_page.css").read_text("utf-8"),
    "report": (FOLDER / "measures" / "versus" / "brief.css").read_text("utf-8"),
    "pieces": (FOLDER / "measures" / "versus" / "blocks.css").read_text("utf-8"),
    "opinions": pairs_html.STYLE,
    "insights": insights_page._STYLE,
    "replay": replay_page._STYLE,
    "rulings": rulings._STYLE,
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The text of one page of each kind, by its name."""
    folder = tmp_path_factory.mktemp("pages")
    table = play("skyjo", ["Ana", "bot:greedy"], **QUIET)
    table.act("flip a1")
    table.ruling("Both turn again.", question="Two equal sums?")
    table.form(by="Ana", fun=4)
    hand_in(played(), "Ana", folder=folder / "hand-in")
    report = versus("skyjo", "newskyjo", players=["random"] * 3, games=30, progress=False)
    class_page(folder / "hand-in", seed=SEED, progress=False, path=folder / "class.html")
    paths = {
        "class": folder / "class.html",
        "report": report.to_html(folder / "report.html"),
        "opinions": opinions(table).to_html(folder / "opinions.html"),
        "insights": insights(table).to_html(folder / "insights.html"),
        "replay": replay(table, display=False).to_html(folder / "replay.html"),
        "rulings": rulings_page(table, folder / "rulings"),
    }
    return {name: path.read_text("utf-8") for name, path in paths.items()}


def test_every_page_has_the_sheet(pages):
    """Reports, opinions, answers, a class's page, replays and rulings begin with the same rules."""
    for name, text in pages.items():
        assert f"<style>\n{page_sheet()}" in text or f"<style>{page_sheet()}" in text, name


@pytest.mark.parametrize("name", OWN)
def test_no_page_has_a_size_or_a_colour_of_its_own(name):
    """A size is one of the scale's, a colour one of the sheet's."""
    sizes = re.findall(r"font-size:\s*([^;}]+)", OWN[name])
    assert [size for size in sizes if not re.fullmatch(r"var\(--size-\d\)", size)] == []
    assert re.findall(r"(?<!&)#[0-9a-f]{3,8}\b|oklch\(|rgb\((?!a)", OWN[name]) == []


def test_charts_have_the_colours_of_the_board():
    """Blue and vermilion, lighter on a dark page; on paper as on a light one."""
    sheet = page_sheet()
    light, dark, paper = re.findall(r":root \{ ([^}]*) \}", sheet)[:3]
    for colours, root in ((COLOURS, light), (ON_DARK, dark), (COLOURS, paper)):
        assert f"--blue: {colours[0]}; --warm: {colours[1]};" in root
    assert not re.search(r"#[0-9a-f]{3}", chart_rules())


def test_a_chart_says_what_is_seen_and_what_its_axis_is(pages):
    """In words below the axis; where a figure has a title, it is a sentence on what it shows."""
    for name in ("class", "insights"):
        charts = re.findall(r'<svg class="chart.*?</svg>', pages[name], re.DOTALL)
        assert charts, name
        for chart in charts:
            texts = re.findall(r">([^<>]+)</text>", chart)
            assert re.search(r"[a-z]{4}", texts[-1]), texts
