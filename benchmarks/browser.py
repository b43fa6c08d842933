"""The board in a real JupyterLab, beside a stock counter in one of its own.

The counter is the least that anywidget can be: a message up, a number down, its text
changed.  Both are measured in turn, by the same clocks in the same pages, so that a busy
moment hits both.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.figures import Figure
from scripts import chromium as installed
from tests.browser.driver import FLAGS, Chromium
from tests.browser.lab import Jupyter, JupyterServer, Notebook
from tests.browser.soak import CHANGED, CLICK_ON, PLAY_ROUNDS, piled_up
from tests.browser.wire import read

COUNTER_CLASS = '''import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
        const button = document.createElement("button");
        button.className = "counter";
        const show = () => { button.textContent = model.get("count"); };
        button.addEventListener("click", () => model.send({ type: "add" }));
        model.on("change:count", show);
        show();
        el.append(button);
    } };"""
    count = traitlets.Int(0).tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(self._add)
    def _add(self, widget, content, buffers):
        self.count += 1'''
COUNTER = "Counter()"
IMPORT = "from skyjo_widget import play\nimport skyjo_widget.board.widget"
PERSONS = 'table = play("skyjo", ["Ana", "Bo"], seed=3, lang="en")'
COACHED = PERSONS.replace(")", ', coach="after")')
EIGHT = (
    f'table = play("skyjo", {[f"Player {seat}" for seat in range(8)]}, '
    'seed=3, lang="en", target=1_000_000)'
)
LONG = 'table = play("skyjo", ["Ana", "bot:random"], seed=3, lang="en", target=1_000_000)'
REST = 1500  # milliseconds after which a board is at rest
BOARD_SHOWS, COUNTER_SHOWS = ".sjw[data-state]", ".counter"

PLAYED = """from itertools import cycle
for action in cycle(["draw", "place a1"]):
    if len(table.history.decisions) >= {decisions}:
        break
    table.act(action if table.phase != "setup" else table.legal[0])"""

# All persons draw and place on a1, turn after turn: a round that never ends.  The next click
# comes when the change has been painted, or so many milliseconds after it.  Of several boards it
# is the last.
CLICKS = """async ([clicks, pause]) => {
    const board = [...document.querySelectorAll(".sjw")].at(-1);
    const seats = [...Array(8).keys()];
    const spots = ["draw", ...seats.map((s) => `${s}:a1`), ...seats.map((s) => `${s}:b1`)];
    const place = () => board
        ? spots.map((spot) => board.querySelector(`[data-spot="${spot}"][data-open="true"]`))
            .find(Boolean)
        : document.querySelector(".counter");
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const changed = () => new Promise((done) => {
        const state = board?.dataset.state;
        const observer = new MutationObserver(() => {
            if (board && board.dataset.state === state) return;
            observer.disconnect();
            done(performance.now());
        });
        const what = board
            ? { attributeFilter: ["data-state"] } : { childList: true, characterData: true };
        observer.observe(board ?? place(), what);
    });
    const times = [];
    for (let k = 0; k < clicks; k++) {
        await painted();
        await new Promise((done) => setTimeout(done, pause));
        const target = place();
        const change = changed();
        const start = performance.now();
        target.click();
        times.push(await change - start);
    }
    return times;
}"""

# A click, and all that comes of it: at once, or until the board has been at rest for a while.
ACTION = f"""async ([turn, wait]) => {{
    const board = document.querySelector(".sjw");
    const {{ state }} = board.dataset;
    const next = ({CLICK_ON})(board, turn);
    await ({CHANGED})(board, state);
    await new Promise((done) => setTimeout(done, wait));
    return next;
}}"""

# Clicks as in CLICKS at a person's pace; of each flight the times from a frame to the next.
FLIGHTS = """async (clicks) => {
    const board = document.querySelector(".sjw");
    const spots = ["draw", "0:a1", "1:a1", "0:b1", "1:b1"];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const moves = () => board.getAnimations({ subtree: true })
        .some((one) => one.playState === "running");
    const gaps = [];
    for (let k = 0; k < clicks; k++) {
        await new Promise((done) => setTimeout(done, 400));
        spots.map((spot) => board.querySelector(`[data-spot="${spot}"][data-open="true"]`))
            .find(Boolean).click();
        while (!moves()) await frame();
        for (let last = await frame(); moves();) {
            const now = await frame();
            gaps.push(now - last);
            last = now;
        }
    }
    return gaps;
}"""

# A cell is run; how long until what it shows is in the page and has a size.
FIRST_SIGHT = """async ([cell, selector]) => {
    const { commands, shell } = window.jupyterapp;
    shell.currentWidget.content.activeCellIndex = cell;
    const start = performance.now();
    commands.execute("notebook:run-cell");
    while (!document.querySelector(selector)?.offsetHeight)
        await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - start;
}"""

# Run All; how long until each of two things is in the page and has a size.
BOTH_SIGHTS = """async (selectors) => {
    const start = performance.now();
    window.jupyterapp.commands.execute("notebook:run-all-cells");
    const times = selectors.map(() => null);
    while (times.includes(null)) {
        await new Promise((done) => requestAnimationFrame(done));
        for (const [n, selector] of selectors.entries()) {
            if (!document.querySelector(selector)?.offsetHeight) continue;
            times[n] ??= performance.now() - start;
        }
    }
    return times;
}"""

MEMORY = """import gc, tracemalloc
if not tracemalloc.is_tracing():
    tracemalloc.start()
gc.collect()
print(len(table.history.decisions), tracemalloc.get_traced_memory()[0])"""


def figures() -> Iterator[Figure]:
    """Measure all; nothing where there is no Chromium."""
    path = installed.find()
    if path is None:
        print(f"left out: {installed.ADVICE}")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=FLAGS) as browser,
        server(Path(folder, "board"), Chromium(browser)) as board,
    ):
        with server(Path(folder, "counter"), Chromium(browser), stock=True) as counter:
            yield from clicks(board, counter)
            yield from first_sight(board, counter)
        yield from beside_a_busy_cell(board)
        yield from large(board)
        yield from motion(board)
        yield from further_board(board)
        yield from bytes_down(board)
        yield from soak(board)


@contextmanager
def server(folder: Path, chromium: Chromium, *, stock: bool = False) -> Iterator[Jupyter]:
    """A JupyterLab of its own, until it is no longer needed."""
    jupyter = JupyterServer(folder, stock=stock)
    try:
        yield Jupyter(jupyter, chromium)
    finally:
        jupyter.stop()


@contextmanager
def opened(jupyter: Jupyter, cells: list[str], shows: str = "") -> Iterator[Notebook]:
    """A notebook, all its cells run if it is told what they show; closed at the end."""
    notebook = jupyter.open_notebook(cells)
    try:
        if shows:
            notebook.run_all()
            notebook.page.wait_for_selector(shows)
        yield notebook
    finally:
        notebook.page.context.close()
        jupyter.server.end_sessions()


def clicks(board: Jupyter, counter: Jupyter) -> Iterator[Figure]:
    """From a click to the change of the page.

    While clicks follow fast, a stock server's answer waits for the browser's delayed
    acknowledgement; at a person's pace it mostly doesn't, and the board has more to draw.
    """
    with ExitStack() as stack:
        pages = [
            stack.enter_context(opened(jupyter, cells, shows)).page
            for jupyter, cells, shows in (
                (board, [IMPORT, PERSONS], BOARD_SHOWS),
                (counter, [COUNTER_CLASS, COUNTER], COUNTER_SHOWS),
                (counter, [IMPORT, PERSONS], BOARD_SHOWS),
                (board, [IMPORT, COACHED], BOARD_SHOWS),
            )
        ]
        for page in pages:
            page.evaluate(CLICKS, [20, 0])
        for pace, pause, batches, bound in (
            ("click → board changed, clicks in a row", 0, 20, 0.5),
            ("click → board changed, one each 0.3 s", 300, 6, None),
        ):
            times: list[list[float]] = [[], [], [], []]
            for _ in range(batches):
                for page, times_of_page in zip(pages, times, strict=True):
                    times_of_page.extend(page.evaluate(CLICKS, [12, pause]))
            ours, theirs, elsewhere, coached = times
            yield Figure(pace, median(ours), "ms")
            yield Figure("  95th percentile", p95(ours), "ms")
            yield Figure("  a stock counter in a stock server", median(theirs), "ms")
            yield Figure("  95th percentile", p95(theirs), "ms")
            yield Figure("  ratio", median(ours) / median(theirs), "", at_most=bound)
            yield Figure("  the board in a stock server", median(elsewhere), "ms")
            yield Figure("  95th percentile", p95(elsewhere), "ms")
            yield Figure("  the board with the coach on", median(coached), "ms")
            yield Figure("  95th percentile", p95(coached), "ms")
            ratio = median(coached) / median(ours)
            yield Figure("  ratio to the board without", ratio, "", at_most=1.2)


def large(board: Jupyter) -> Iterator[Figure]:
    """Clicks on a board with much around it, against one that is alone, in turn."""
    alone = [IMPORT, PERSONS]
    cases = (
        ("click, the last of four boards", [*alone, PERSONS, PERSONS, PERSONS]),
        ("click, eight seats", [IMPORT, EIGHT]),
        ("click, after 500 decisions", [IMPORT, PERSONS, PLAYED.format(decisions=500)]),
    )
    with ExitStack() as stack:
        pages = [
            stack.enter_context(opened(board, cells, BOARD_SHOWS)).page
            for cells in (alone, *(cells for _, cells in cases))
        ]
        for page in pages:
            page.wait_for_timeout(REST)
            page.evaluate(CLICKS, [20, 0])
        times: list[list[float]] = [[] for _ in pages]
        for _ in range(12):
            for page, times_of_page in zip(pages, times, strict=True):
                times_of_page.extend(page.evaluate(CLICKS, [12, 0]))
        for (what, _), times_of_page in zip(cases, times[1:], strict=True):
            yield Figure(what, median(times_of_page), "ms")
            yield Figure("  ratio to a board alone", median(times_of_page) / median(times[0]), "")


def motion(board: Jupyter, slower: int = 4) -> Iterator[Figure]:
    """Frames while cards fly, on a processor that is so many times slower."""
    with opened(board, [IMPORT, PERSONS], BOARD_SHOWS) as notebook:
        page = notebook.page
        page.wait_for_timeout(REST)
        throttle = page.context.new_cdp_session(page)
        throttle.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        gaps = page.evaluate(FLIGHTS, 24)
    late = sum(gap > 1.5 * median(gaps) for gap in gaps)
    yield Figure(f"cards fly, a processor {slower} × slower", 1000 * len(gaps) / sum(gaps), "fps")
    yield Figure("  frames that came late", 100 * late / len(gaps), "%")


def first_sight(board: Jupyter, counter: Jupyter, runs: int = 7) -> Iterator[Figure]:
    """From running a cell to what it shows, a fresh page and kernel each time."""
    sights: dict[str, list[float]] = {"board": [], "counter": [], "cold": []}
    for _ in range(runs):
        for name, jupyter, cells, shows in (
            ("board", board, [IMPORT, PERSONS], BOARD_SHOWS),
            ("counter", counter, [COUNTER_CLASS, COUNTER], COUNTER_SHOWS),
            ("cold", board, [f"{IMPORT}\n{PERSONS}"], BOARD_SHOWS),
        ):
            with opened(jupyter, cells) as notebook:
                for cell in cells[:-1]:
                    notebook.kernel(cell)
                last = len(cells) - 1
                sights[name].append(notebook.page.evaluate(FIRST_SIGHT, [last, shows]))
    ours, theirs, cold = (median(times) for times in sights.values())
    yield Figure("cell run → board visible", ours, "ms")
    yield Figure("  more than a stock counter", ours - theirs, "ms", at_most=150)
    yield Figure("  the first import of the kernel as well", cold, "ms")


def beside_a_busy_cell(board: Jupyter, runs: int = 5) -> Iterator[Figure]:
    """From Run All to the board, and to a counter below or above it, while a cell runs for long."""
    sights: dict[str, list[list[float]]] = {"below": [], "above": []}
    for _ in range(runs):
        for place, cells in (("below", [PERSONS, COUNTER]), ("above", [COUNTER, PERSONS])):
            notebook = [f"{IMPORT}\n{COUNTER_CLASS}", *cells, "import time; time.sleep(30)"]
            with opened(board, notebook) as page:
                sights[place].append(page.page.evaluate(BOTH_SIGHTS, [BOARD_SHOWS, COUNTER_SHOWS]))
    for place, times in sights.items():
        yield Figure(f"Run All → board, a counter {place} it", median([t[0] for t in times]), "ms")
        ratio = median([ours / theirs for ours, theirs in times])
        yield Figure("  ratio, the kernel busy", ratio, "", at_most=1.5)


def further_board(board: Jupyter) -> Iterator[Figure]:
    """The bytes that one more board sends to the browser: widgets, outputs, the still picture."""
    with opened(board, [IMPORT, PERSONS, PERSONS], BOARD_SHOWS) as notebook:
        notebook.page.wait_for_timeout(REST)
        notebook.frames.clear()
        notebook.page.evaluate(FIRST_SIGHT, [2, BOARD_SHOWS])
        notebook.page.wait_for_timeout(2 * REST)
        ours = [
            len(frame)
            for frame in notebook.frames
            if read(frame).kind.startswith(("comm_", "display_", "update_display_"))
        ]
    yield Figure("bytes down, a further board", sum(ours), "bytes", at_most=15_000)
    yield Figure("  its models and messages", len(ours), "")


def bytes_down(board: Jupyter) -> Iterator[Figure]:
    """The bytes that one action sends to the browser, a round of eight persons through.

    After each eighth the board is left at rest, so that the still picture comes as well.
    """
    sizes: dict[bool, list[int]] = {False: [], True: []}
    states: list[int] = []
    with opened(board, [IMPORT, EIGHT], BOARD_SHOWS) as notebook:
        notebook.page.wait_for_timeout(REST)
        for turn in range(1000):
            rest = turn % 8 == 7
            notebook.frames.clear()
            over = notebook.page.evaluate(ACTION, [turn, REST if rest else 100])
            frames = [(len(frame), read(frame).kind == "status") for frame in notebook.frames]
            sizes[rest].append(sum(size for size, status in frames if not status))
            states.append(sum(size for size, status in frames if status))
            if over:
                break
        assert over
    yield Figure("bytes down, an action, 8 players", median(sizes[False]), "bytes")
    yield Figure("  and the still picture", median(sizes[True]), "bytes")
    yield Figure("  the most of any", max(sizes[False] + sizes[True]), "bytes", at_most=8000)
    yield Figure("  the kernel's busy and idle", median(states), "bytes")


def soak(board: Jupyter, early: int = 20, late: int = 100) -> Iterator[Figure]:
    """The memory that a hundred rounds by clicks leave behind: between the 20th and the last."""
    with opened(board, [IMPORT, LONG], BOARD_SHOWS) as notebook:
        notebook.kernel("table.board.pace = 0")
        sizes = []
        for rounds in (early, late - early):
            notebook.page.evaluate(PLAY_ROUNDS, rounds)
            notebook.page.wait_for_timeout(REST)
            notebook.frames.clear()
            decisions, memory = (int(word) for word in notebook.kernel(MEMORY).split())
            sizes.append(piled_up(notebook.page) | {"decisions": decisions, "memory": memory})
    more = {name: sizes[1][name] - sizes[0][name] for name in sizes[0]}
    left = sizes[1]["motions"] + sizes[1]["on the layer"]
    yield Figure(f"rounds {early} to {late}: elements more", more["elements"], "", at_most=300)
    yield Figure("  listeners more", more["listeners"], "", at_most=10)
    yield Figure("  motions left over", left, "", at_most=0)
    yield Figure("  the page's memory more", more["heap"] / 1000, "kB", at_most=1000)
    per_decision = more["memory"] / more["decisions"]
    yield Figure("  the kernel's memory, a decision", per_decision, "bytes", at_most=3000)


def median(numbers: list[float] | list[int]) -> float:
    """Their median."""
    return float(statistics.median(numbers))


def p95(numbers: list[float]) -> float:
    """Their 95th percentile."""
    return statistics.quantiles(numbers, n=20)[-1]
