"""An hour's lesson from the command to the wall: a pupil's notebook, and a class of phones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from skyjo_widget import classroom, cli
from skyjo_widget.lessons.report import watch
from tests.browser.driver import collect_errors
from tests.fixtures.lessons import CLASS, listed

pytestmark = pytest.mark.slow

HOUR = ["hour", "chance", "--class", "1re 3", "--names", "list.csv", "--lang", "fr"]
PLACE = Path("1re 3", "chance")
FIRST_NAMES = [name.split()[0] for name in CLASS]
PLAY = """table = l.table
while table.waiting in ("person", "bot"):
    table.act(table.legal[0]) if table.waiting == "person" else table.run()"""


def test_a_lesson_is_made_ready_played_and_seen_on_the_wall(
    lab, chromium, own_folder, capsys, monkeypatch
):
    """The files of the command open in JupyterLab; what is handed in there is on its page."""
    Path("list.csv").write_text(listed(), "utf-8")
    assert cli.main([*HOUR, "--no-wall"]) == 0
    assert "28 noms" in capsys.readouterr().out
    work, pupils = lab.server.work, PLACE / "pupils"
    (work / "lesson.toml").write_bytes((pupils / "lesson.toml").read_bytes())
    notebook = lab.open_notebook(pupils / "eleve.ipynb", width=1366, height=768)
    notebook.run_all()
    notebook.kernel("l = Out[1]")
    page = notebook.page
    page.get_by_label("Ton prénom, ou un surnom").fill(CLASS[0])
    page.keyboard.press("Enter")
    page.locator('[data-spot="0:a1"]').click()
    notebook.until("len(l.table.history.decisions) == 1")
    page.locator(".sjq input").first.fill("52/123")
    page.locator(".sjq button:visible").first.click()
    notebook.until("len(l.table.history.answers) == 1")
    notebook.kernel(PLAY)
    page.locator(".sjw-aside .sjw-button-main").click()
    expect(page.locator(".sjw-aside")).to_contain_text(f"Rendu sous le nom « {CLASS[0]} »")
    assert len(list((PLACE / "hand-in").iterdir())) == 1
    assert notebook.errors == []

    monkeypatch.setattr(watch.Watch, "follow", lambda _self, make, **_: make())
    assert cli.main(HOUR) == 0  # called again it goes on, with the page
    wall = chromium.open(width=1280, height=720)
    errors = collect_errors(wall)
    wall.goto(f"{(PLACE / 'teacher' / 'class.html').absolute().as_uri()}#wall-1")
    on_wall = wall.locator("section.on")
    expect(on_wall).to_contain_text("1 sur 28")
    expect(on_wall).to_contain_text(f"Encore attendus{chr(160)}: 27")
    assert errors == []


def test_sixteen_phones_predict_and_everything_is_in_the_log(chromium):
    """Two cards; one phone is loaded anew before it changes its answer, and the wall too."""
    hall = classroom("skyjo", tables=4, seats=4, seed="1re 3", lang="fr", display=False)
    try:
        wall = chromium.open(width=1280, height=720)
        errors = [collect_errors(wall)]
        wall.goto(hall.screen_link)
        phones = []
        for name in FIRST_NAMES[:9] + FIRST_NAMES[13:20]:  # everybody has a name of their own
            phone = chromium.open(width=390, height=844, locale="fr-FR")
            errors.append(collect_errors(phone))
            phone.goto(f"{hall.link}#{hall.pin}")
            phone.locator("input").last.fill(name)
            phone.keyboard.press("Enter")
            expect(phone.locator(".sjw-lobby")).to_be_visible()
            phones.append(phone)
        expect(wall.locator(".sjs-people li")).to_have_count(16)
        hall.start()
        phones[0].locator('.sjw [data-spot="0:a1"]').click()
        expect(wall.locator(".sjs-grid .sjs-mini.sjw-face")).to_have_count(1)

        for card in (1, 2):
            asked = hall.ask_class("X <= 4", seed="1re 3")
            for number, phone in enumerate(phones):
                answer(phone, f"{20 + number + card} %")
            expect(wall.locator(".sjs-poll-answered")).to_have_text("16 sur 16 ont répondu")
            phones[3].reload()
            wall.reload()
            answer(phones[3], "0,9")
            expect(wall.locator(".sjs-poll-answered b")).to_have_text("16")
            asked.close()
            expect(wall.locator('.sjs-poll[data-stage="closed"]')).to_be_visible()
            expect(phones[3].locator(".sjw-poll")).to_contain_text("0,9")
            asked.turn()
            expect(wall.locator('.sjs-poll[data-stage="turned"]')).to_be_visible()
            for phone in phones:
                expect(phone.locator(".sjw-poll dl")).to_contain_text("Score de Brier")
        asked.end()
        expect(wall.locator(".sjs-tile")).to_have_count(4)
        expect(phones[3].locator('.sjw [data-spot="3:a1"]').first).to_be_visible()

        predictions = hall.log.class_predictions
        assert predictions.groupby("question").size().tolist() == [16, 16]
        assert predictions.groupby("player").size().tolist() == [2] * 16
        assert predictions["outcome"].notna().all()
        assert (predictions["value"] == 0.9).sum() == 2
        assert len(hall.log.decisions) == 1
        assert [error for page in errors for error in page] == []
    finally:
        hall.close()


def answer(phone, text):
    """Write a prediction on a phone, and wait until it is noted."""
    phone.locator("[name=chance]").fill(text)
    phone.locator(".sjw-poll button[type=submit]").click()
    expect(phone.locator(".sjw-poll-noted")).to_contain_text(re.compile(text.replace(" ", r"\s")))
