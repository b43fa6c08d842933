"""Rounds by clicks in the page, and what the page has piled up by then."""

from __future__ import annotations

from playwright.sync_api import Page

# The next click: the next round, the draw pile, a card that lies face down, any place.
CLICK_ON = """(board, turn) => {
    const next = board.querySelector(".sjw-dialog .sjw-button-main");
    const open = [...board.querySelectorAll('[data-spot][data-open="true"]')];
    const hidden = open.filter((place) => place.querySelector(".sjw-back"));
    const draw = open.find((place) => place.dataset.spot === "draw");
    const chosen = next ?? draw ?? hidden[turn % hidden.length] ?? open[turn % open.length];
    chosen?.click();
    return Boolean(next);
}"""

CHANGED = """(board, state) => new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`stuck at state ${state}`)), 15000);
    const look = () => {
        if (board.dataset.state === state) return;
        observer.disconnect();
        clearTimeout(timer);
        done();
    };
    const observer = new MutationObserver(look);
    observer.observe(board, { attributeFilter: ["data-state"] });
    look();
})"""

PLAY_ROUNDS = f"""async (rounds) => {{
    const board = document.querySelector(".sjw");
    const [clickOn, changed] = [{CLICK_ON}, {CHANGED}];
    for (let turn = 0, played = 0; played < rounds; turn++) {{
        const {{ state }} = board.dataset;
        if (clickOn(board, turn)) played += 1;
        await changed(board, state);
    }}
}}"""


def piled_up(page: Page) -> dict[str, int]:
    """Count what the page holds after garbage collection: elements, listeners, motions, heap."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {
        entry["name"]: int(entry["value"])
        for entry in session.send("Performance.getMetrics")["metrics"]
    }
    session.detach()
    return {
        "elements": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        "heap": metrics["JSHeapUsedSize"],
        "motions": page.evaluate("document.getAnimations().length"),
        "on the layer": page.locator(".sjw-layer > *").count(),
    }
