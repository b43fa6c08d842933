"""The page on which guests join: what invites there, at any size, and who sees and hears what."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import RulesError, classroom, play
from tests.browser.checks import AXE
from tests.browser.driver import collect_errors

CHECK = """async () => (await axe.run("#guest", { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""
WINDOWS = ((280, 653), (390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080))
TITLE = 'La 3B & "Ana" <b>'


@pytest.fixture
def serving():
    """A served table with a title."""
    session = play("skyjo", ["Ana", "Bo"], seed=3, display=False, record=False)
    served = session.serve(display=False, title=f"  {TITLE}\n")
    yield served
    served.stop()
    session.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_three_cards_and_the_host_s_title_invite(chromium, serving, lang, theme):
    """At any size the form is in sight; nothing sticks out, and axe-core finds nothing."""
    join = {"en": "Join", "fr": "Rejoindre"}[lang]
    for width, height in WINDOWS:
        page = chromium.open(width=width, height=height, locale=lang, color_scheme=theme)
        errors = collect_errors(page)
        page.goto(serving.link)
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
        assert page.locator(".sjw-invite[aria-hidden] > .sjw-card").count() == 3
        expect(page.get_by_role("button", name=join)).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(CHECK) == []
        assert errors == []
        chromium.close_pages()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_with_less_motion_the_cards_just_lie_there(chromium, serving, motion):
    """Else they come as a deal does."""
    page = chromium.open(reduced_motion=motion)
    page.goto(serving.link)
    page.wait_for_selector(".sjw-invite")
    name = page.evaluate(
        "getComputedStyle(document.querySelector('.sjw-invite .sjw-card')).animationName"
    )
    assert name == ("sjw-drop" if motion == "no-preference" else "none")


def test_a_title_is_a_short_text(chromium):
    """A class has one too, and without any the page says what it is for."""
    for title in ("x" * 61, 7):
        with pytest.raises(RulesError, match="title"):
            classroom("skyjo", tables=1, record=False, display=False, title=title)
    hall = classroom("skyjo", tables=1, record=False, display=False)
    page = chromium.open(locale="en")
    page.goto(hall.link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Join the table")
    hall.close()


def test_a_phone_is_silent_until_its_guest_wants_sounds(chromium, serving):
    """Beside the signal of one's turn there is a switch for the sounds of the board."""
    page = chromium.open(locale="en", has_touch=True)
    page.add_init_script(
        """window.contexts = 0;
        window.AudioContext = class extends window.AudioContext {
          constructor() { super(); window.contexts += 1; }
        };"""
    )
    page.goto(serving.join_link)
    page.locator("[name=name]").fill("Ana")
    page.locator(".sjw-join .sjw-button-main").tap()
    page.wait_for_selector(".sjw-lobby")
    serving.start()
    switch = page.get_by_role("switch", name="Sound")
    expect(switch).to_have_attribute("aria-checked", "false")
    page.locator('.sjw-place[data-open="true"]').first.tap()
    assert page.evaluate("window.contexts") == 0
    switch.tap()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert page.evaluate("window.contexts") == 1
