"""The descriptions of the messages: what holds, what is refused, and what the browser has."""

from __future__ import annotations

import json
import math
from typing import Literal, NotRequired, TypedDict

import pytest

from scripts.message_types import TARGET, typescript
from skyjo_widget.board import live_charts  # noqa: F401  (all kinds of widgets are known then)
from skyjo_widget.board.widget import Board  # noqa: F401
from skyjo_widget.front.front import Front
from skyjo_widget.front.protocol.serving import Ranked
from skyjo_widget.front.protocol.view import AnyTableView, Rows, Sheet, Terms
from skyjo_widget.front.protocol.widgets import DOWN, TRAITS, UP
from skyjo_widget.lessons import running_mean  # noqa: F401
from skyjo_widget.lessons.lesson import lesson  # noqa: F401
from skyjo_widget.lessons.worksheet import submit_button  # noqa: F401
from skyjo_widget.replays import linked, widget  # noqa: F401
from skyjo_widget.serving import host_panel  # noqa: F401
from tests.fixtures import click_samples
from tests.fixtures.message_samples import TARGET as RECORDED
from tests.fixtures.message_samples import record
from tests.fixtures.paths import ROOT
from tests.fixtures.shapes import fields_of, problem

LINE = {"table": 1, "name": "Ana", "games": 0, "wins": 0, "rounds": 2, "mean_score": 7.5}
SAMPLES = sorted((ROOT / "tests" / "js" / "support" / "fixtures").glob("*.json"))
SAMPLES.remove(RECORDED)
SAMPLES.remove(click_samples.TARGET)


class Move(TypedDict):
    """A message of the tests."""

    type: Literal["move"]
    to: tuple[int, int]
    names: NotRequired[list[str] | None]


def test_the_browsers_types_are_made_from_them():
    """`python -m scripts.message_types` was run after the last change."""
    assert TARGET.read_text("utf-8") == typescript()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"type": "move", "to": [1, 2]}, ""),
        ({"type": "move", "to": (1, 2), "names": None}, ""),
        ({"type": "move", "to": [1, 2], "names": ["Ana"]}, ""),
        ({"type": "move"}, "m.to: missing"),
        ({"type": "move", "to": [1, 2], "name": "Ana"}, "m.name: not described"),
        ({"type": "stay", "to": [1, 2]}, "m.type: 'stay' is none of ('move',)"),
        ({"type": "move", "to": [1]}, "m.to: 1 items, not 2"),
        ({"type": "move", "to": [1, True]}, "m.to[1]: True is no int"),
        ({"type": "move", "to": [1, 2], "names": ["Ana", 3]}, "m.names[1]: 3 is no str"),
        (["move"], "m: ['move'] is no Move"),
    ],
)
def test_the_first_wrong_place_is_named(value, reason):
    """A field too many, one too few, another type."""
    assert problem(value, Move, "m") == reason


def test_a_number_that_json_cannot_hold_is_none():
    """Of a line of the standings, whose other name for a total once went unnoticed."""
    assert problem(LINE, Ranked) == ""
    assert "mean_score" in problem({**LINE, "mean_score": math.nan}, Ranked)
    assert problem({**LINE, "points": 15}, Ranked) == ".points: not described"
    nameless = [{field: part for field, part in LINE.items() if field != "name"}]
    assert problem(nameless, list[Ranked], "standings") == "standings[0].name: missing"


def kinds(base):
    """All widgets of ours."""
    for one in base.__subclasses__():
        yield one
        yield from kinds(one)


def test_every_trait_of_every_widget_is_described():
    """And no other."""
    ours = {one for one in kinds(Front) if one.kind and one.__module__.startswith("skyjo_widget")}
    assert {one.kind for one in ours} == set(TRAITS) == set(UP) == set(DOWN)
    for kind, shape in TRAITS.items():
        synced = {
            name
            for one in ours
            if one.kind == kind
            for name, trait in one.class_traits(sync=True).items()
            if not name.startswith("_") and name not in ("layout", "tabbable", "tooltip")
        }
        of_phones = {"guest"} if kind == "board" else set()
        others = {"table", "chart"} if kind in ("rows", "chart") else set()
        assert synced | of_phones | others == set(fields_of(shape)), kind


@pytest.mark.seconds
def test_what_a_class_sends_is_recorded_anew():
    """`python -m tests.fixtures.message_samples` was run after the last change."""
    assert json.loads(RECORDED.read_text("utf-8")) == record()


def test_the_answers_to_clicks_are_recorded_anew():
    """`python -m tests.fixtures.click_samples` was run after the last change."""
    assert json.loads(click_samples.TARGET.read_text("utf-8")) == json.loads(
        json.dumps(click_samples.record())
    )


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_samples_of_the_browsers_tests_are_as_described(path):
    """Each is the traits of a board, its rules and score pad laid into the view."""
    sample = json.loads(path.read_text("utf-8"))
    view, rows = sample["view"], sample["rows"]
    apart = {name: view.pop(name) for name in ("pad", *fields_of(Terms)) if name in view}
    assert problem(view, AnyTableView, "view") == ""
    assert problem({"pad": apart.pop("pad")}, Sheet, "sheet") == ""
    assert problem(apart, Terms, "terms") == ""
    assert problem(rows, Rows, "rows") == ""
