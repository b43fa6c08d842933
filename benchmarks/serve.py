"""A class at eight tables: 32 phones on this machine, while the host's cell works.

The host is a process of its own, as a kernel is. 31 phones are sockets that think for about a
second and play their first legal action; the last one is a page in Chromium, at the first table.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import websockets
from playwright.async_api import Page, async_playwright

from benchmarks.figures import Figure
from scripts import chromium as installed
from skyjo_widget.serving.app import assets
from tests.browser.driver import FLAGS

TABLES, SEATS = 8, 4
BUSY = 10.0
"""Seconds that the host's cell works."""
CELLS = 3
THINK = (0.2, 0.8)

HOST = f"""
import gc, json, sys, time
import psutil
from skyjo_widget import classroom
hall = classroom("skyjo", tables={TABLES}, seats={SEATS}, seed="bench", record=False, display=False)
memory = psutil.Process().memory_info
def tell(**what):
    print(json.dumps(what), flush=True)
tell(link=hall.link, pin=hall.pin)
for line in sys.stdin:
    if line == "memory\\n":
        gc.collect()
        tell(rss=memory().rss)
    elif line == "start\\n":
        hall.start()
        tell(started=True)
    elif line == "work\\n":
        end = time.perf_counter() + {BUSY}
        while time.perf_counter() < end:
            sum(range(1000))
        tell(worked=True)
"""

# Play whenever it is this seat's turn; the time from each click until the board has changed.
PLAY = """async (seconds) => {
    const board = document.querySelector(".sjw[data-state]");
    const end = performance.now() + seconds * 1000;
    const changed = () => new Promise((done) => {
        const observer = new MutationObserver(() => {
            observer.disconnect();
            done(performance.now());
        });
        observer.observe(board, { attributeFilter: ["data-state"] });
    });
    const times = [];
    while (performance.now() < end) {
        await new Promise((done) => setTimeout(done, 100));
        const target = board.querySelector('[data-open="true"]');
        if (!target) continue;
        const change = changed();
        const start = performance.now();
        target.click();
        times.push(await change - start);
    }
    return times;
}"""


class Host:
    """The process of the host, and what it is told."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOST],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        answer = self.read()
        self.link, self.pin = answer["link"], answer["pin"]

    def read(self) -> dict[str, Any]:
        """Read its next answer."""
        assert self.process.stdout
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    async def ask(self, what: str) -> dict[str, Any]:
        """Tell it something, and wait for the answer."""
        assert self.process.stdin
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return await asyncio.to_thread(self.read)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


class Phone:
    """A phone without a screen: it plays when it is its turn."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.times: list[float] = []
        self._random = random.Random(number)
        self._view: dict[str, Any] = {}
        self._asked = -1
        self._at = 0.0
        self._thinking: list[asyncio.Task[None]] = []

    async def join(self, host: Host) -> None:
        """Join, and play until the socket closes."""
        origin = host.link.rstrip("/")
        self.socket = await websockets.connect(f"ws{origin[4:]}/ws", origin=origin)
        await self._send({"type": "join", "pin": host.pin, "name": f"P{self.number}"})
        self.task = asyncio.create_task(self._play())

    async def _send(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def _play(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] != "state" or "view" not in message["traits"]:
                continue
            view = message["traits"]["view"]
            if self._at and view["state"] != self._asked:
                self.times.append(time.perf_counter() - self._at)
                self._at = 0.0
            self._view = view
            self._thinking.append(asyncio.create_task(self._act(view)))

    async def _act(self, view: dict[str, Any]) -> None:
        await asyncio.sleep(self._random.uniform(*THINK))
        if view is not self._view or view["state"] == self._asked:
            return
        if view["waiting"] == "next round":
            await self._send({"type": "next_round", "state": view["state"]})
        elif view["seat"] == view["viewer"] and view["targets"]:
            self._asked, self._at = view["state"], time.perf_counter()
            action = self._random.choice(list(view["targets"].values()))
            await self._send({"type": "act", "action": action, "state": view["state"]})


async def _joined(page: Page, host: Host) -> float:
    """Join with a page; returns the seconds until its lobby is drawn."""
    start = time.perf_counter()
    await page.goto(f"{host.link}#{host.pin}")
    await page.fill("input[name=name]", "Zoe")
    await page.press("input[name=name]", "Enter")
    await page.wait_for_selector(".sjw-lobby", timeout=60_000)
    return time.perf_counter() - start


async def _measured() -> dict[str, Any]:
    host = Host()
    try:
        before = (await host.ask("memory"))["rss"]
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=str(installed.find()), args=FLAGS
            )
            context = await browser.new_context(viewport={"width": 390, "height": 844})
            page = await context.new_page()
            joined = await _joined(page, host)
            phones = [Phone(number) for number in range(1, TABLES * SEATS)]
            for phone in phones:
                await phone.join(host)
            await host.ask("start")
            await page.wait_for_selector(".sjw[data-state]", timeout=60_000)
            drawn, wire = [], []
            for _ in range(CELLS):
                for phone in phones:
                    phone.times.clear()
                work = asyncio.create_task(host.ask("work"))
                drawn += await page.evaluate(PLAY, BUSY - 1)
                await work
                wire += [1000 * seconds for phone in phones for seconds in phone.times]
            after = (await host.ask("memory"))["rss"]
            await browser.close()
    finally:
        host.close()
    return {
        "joined": joined,
        "drawn": drawn,
        "wire": wire,
        "memory": (after - before) / (TABLES * SEATS) / 1e6,
    }


def _percentile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))]


def figures() -> Iterator[Figure]:
    """Yield the figures of a served class."""
    measured = asyncio.run(_measured())
    wire, drawn = measured["wire"], measured["drawn"]
    yield Figure("joining with an empty cache", measured["joined"], "s", at_most=1)
    sent = sum(len(body) for body, _ in assets().values()) / 1000
    yield Figure("the page, compressed", sent, "kB", at_most=150)
    yield Figure("clicks of 31 phones", len(wire), "clicks")
    yield Figure("click to answer, while a cell works", statistics.median(wire), "ms", at_most=40)
    yield Figure("  its 95th percentile", _percentile(wire, 0.95), "ms", at_most=150)
    yield Figure("clicks of the page", len(drawn), "clicks")
    yield Figure("click to drawn, while a cell works", statistics.median(drawn), "ms", at_most=40)
    yield Figure("  its 95th percentile", _percentile(drawn, 0.95), "ms", at_most=150)
    yield Figure("memory a phone", measured["memory"], "MB", at_most=1)
