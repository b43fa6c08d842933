"""Make the picture of phones at a served table: ``docs/images/phones-*.png``.

``python -m scripts.phone_pictures`` from the checkout's root, with what the browser tests need.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from scripts import chromium as installed
from skyjo_widget import play
from tests.browser.driver import FLAGS, Chromium

IMAGES = Path(__file__).parents[1] / "docs" / "images"
NAMES = ("Ana", "Bo", "Cleo")
PHONE = {"width": 390, "height": 700}
MOVES = 16
OPEN = '.sjw[data-state] [data-open="true"]'


def make(theme: str, chromium: Chromium) -> Path:
    """Let three phones play some turns, and take a picture of two of them and of the projector."""
    table = play("newskyjo", [*NAMES, "bot:greedy"], seed=5, record=False, display=False)
    table.pace = 0
    serving = table.serve(display=False)
    looks: dict[str, Any] = {"locale": "en", "color_scheme": theme, "device_scale_factor": 1.5}
    try:
        screen = chromium.open(width=1024, height=700, **looks)
        screen.goto(serving.screen_link)
        phones = [chromium.open(**PHONE, **looks, has_touch=True, is_mobile=True) for _ in NAMES]
        for phone, name in zip(phones, NAMES, strict=True):
            phone.goto(serving.join_link)
            phone.fill("input[name=name]", name)
            phone.press("input[name=name]", "Enter")
            phone.wait_for_selector(".sjw-lobby")
        serving.start()
        for phone in phones:
            phone.wait_for_selector(".sjw[data-state]")
        for _ in range(MOVES):
            table.act(table.legal[0])
            if table.waiting == "bot":
                table.run()
        screen.wait_for_timeout(1500)
        shots = [page.screenshot() for page in (screen, phones[2], phones[0])]
        return compose(shots, theme, chromium.open(width=1500, height=620, color_scheme=theme))
    finally:
        serving.stop()


def compose(shots: list[bytes], theme: str, page: Page) -> Path:
    """Put pictures side by side."""
    sources = ["data:image/png;base64," + base64.b64encode(shot).decode() for shot in shots]
    images = "".join(f'<img src="{source}">' for source in sources)
    back = "#1e1e1e" if theme == "dark" else "#fff"
    page.set_content(
        f"<style>body {{ margin: 0; background: {back}; display: flex; gap: 20px; padding: 4px; }}"
        "img { height: 560px; border-radius: 14px; border: 1px solid #8886; }</style>" + images
    )
    page.evaluate("() => Promise.all([...document.images].map((image) => image.decode()))")
    path = IMAGES / f"phones-{theme}.png"
    width = page.evaluate("document.body.lastChild.getBoundingClientRect().right + 6")
    page.screenshot(path=path, clip={"x": 0, "y": 0, "width": width, "height": 572})
    return path


def main() -> None:
    """Make both."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed.find(), args=FLAGS)
        chromium = Chromium(browser)
        try:
            for theme in ("light", "dark"):
                print(make(theme, chromium))
                chromium.close_pages()
        finally:
            browser.close()


if __name__ == "__main__":
    main()
