"""A host in JupyterLab and four phones beside it: a whole round by touch, and a new kernel."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import expect

from tests.browser.boards import SEEN, spots, touch
from tests.browser.driver import until

NAMES = ("Ana", "Bo", "Cleo", "Di")
CELLS = """from skyjo_widget import load, play, replay, verify
from skyjo_widget.board.view import build_view, picture
from skyjo_widget.board.tables.common import TableSnapshot
table = play({game!r}, {names}, seed=5, record="{game}.jsonl", lang="en", {options})
serving = table.serve()"""
OPTIONS = {
    "skyjo": "turned=2",
    "newskyjo": "",
    "skip-bo": "stock=3, rounds=1",
}


@pytest.mark.slow
@pytest.mark.parametrize("game", OPTIONS)
def test_four_phones_play_a_round_beside_a_host(lab, chromium, game):
    """Each decision is touched on the phone of its seat; the record replays as any other."""
    cells = CELLS.format(game=game, names=list(NAMES), options=OPTIONS[game])
    notebook = lab.open_notebook([cells])
    notebook.run_all()
    link = notebook.kernel("print(serving.join_link)")
    phones, errors = [], []
    for name in NAMES:
        phone = chromium.open(width=390, height=844, has_touch=True, is_mobile=True, locale="en")
        phone.on("pageerror", lambda error: errors.append(str(error)))
        phone.goto(link)
        phone.locator("[name=name]").fill(name)
        phone.locator("[name=name]").press("Enter")
        phone.wait_for_selector(".sjw-lobby")
        phones.append(phone)
    notebook.page.get_by_role("button", name="Start", exact=True).click()
    chance = random.Random(7)
    for _ in range(600):
        view = json.loads(notebook.kernel(SEEN))
        if view.get("seat") is None:
            break
        phone = phones[view["seat"]]
        phone.wait_for_selector(f'.sjw[data-state="{view["state"]}"]')
        for spot in spots(view, chance):
            touch(phone, spot, view["targets"].get(spot), notebook)
        until(
            phone,
            lambda before=view["state"]: int(notebook.kernel("table.state")) > before,
            what=f"a touch of {view['prompt']}",
        )
    assert notebook.kernel("table.history.rounds_over") == "1"
    assert notebook.kernel("table.board.view['viewer'] is None") == "True"
    for phone in phones:
        expect(phone.locator(".sjw-dialog")).to_be_visible()
    played = notebook.kernel("print(len(table.log.decisions))")
    assert int(played) > 40
    pin = notebook.kernel("print(serving.pin)")

    notebook.restart()
    for phone in phones:
        expect(phone.locator(".sjw-offline")).to_be_visible()
    notebook.kernel("from skyjo_widget import load, load_all, replay, verify")
    notebook.kernel(f"table = load('{game}.jsonl', display=False)")
    notebook.kernel("serving = table.serve(display=False)")
    assert notebook.kernel("print(serving.pin)") == pin
    for phone in phones:
        expect(phone.locator(".sjw-offline")).to_have_count(0)
        expect(phone.locator(".sjw-dialog")).to_be_visible()
    assert notebook.kernel("print(len(table.log.decisions))") == played
    notebook.kernel("table.close()")
    notebook.kernel(f"replay('{game}.jsonl', display=False)")
    assert notebook.kernel(f"print(len(load_all('{game}.jsonl').decisions))") == played
    assert notebook.kernel(f"print(verify('{game}.jsonl').proofs[0].verdict)") == "proved"
    assert errors == []
