"""The ten questions to a class's log, in a real JupyterLab."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.lab import shown
from tests.serving.phones import Place

pytestmark = pytest.mark.slow

MOMENTS = "answers.moments.dropna(subset=['decision'])"


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """The folder of a class that has played on phones."""
    folder, place = tmp_path_factory.mktemp("class") / "3B", Place()
    place.played_class(folder, "Ana", "Bo", "Cy", "Di")
    place.close()
    return folder


def test_a_click_on_a_moment_opens_it_on_the_board(lab, records):
    """In the cell that shows the questions: by the mouse, then by keys, in another table's game."""
    cell = f"""from skyjo_widget import insights, load_all, replay
log = load_all({str(records)!r})
study = replay(log, display=False)
answers = insights(log, progress=False)
answers"""
    notebook = lab.open_notebook([cell])
    notebook.run_all()
    page = notebook.page
    rows = page.locator(".sjl tbody tr")
    moments = json.loads(notebook.kernel(f"print({MOMENTS}.to_json(orient='values'))"))
    notebook.outputs.last.scroll_into_view_if_needed()
    expect(rows).to_have_count(len(moments))
    expect(page.locator(".skyjo-face .insight").first).to_be_visible()
    other = next(n for n, moment in enumerate(moments) if moment[0] != moments[0][0])
    for number, opened in ((1, rows.nth(1).click), (other, lambda: rows.nth(other).press("Enter"))):
        opened()
        expect(rows.nth(number)).to_have_attribute("data-present", "true")
        game, decision, question, text = moments[number]
        expect(rows.nth(number)).to_have_text(f"{question} {text}")
        notebook.kernel(f"study.show({decision}, {game!r})")
        shown(notebook, notebook.kernel("study.position"))
    assert notebook.errors == []
