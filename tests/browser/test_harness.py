"""The tests' own page and JupyterLab do what the tests of the board rely on."""

from __future__ import annotations

import threading
from pathlib import Path

import anywidget
import pytest
import traitlets
from playwright.sync_api import expect

from tests.browser.boards import table

ESM = """
export default {
  initialize({ model }) { model.set("started", true); model.save_changes(); },
  render({ model, el }) {
    const button = document.createElement("button");
    const show = () => { button.textContent = `count ${model.get("count")}`; };
    button.addEventListener("click", () => {
      try { model.send({ type: "add", seen: model.get("count") }); }
      catch { button.textContent = "dead"; }
    });
    model.on("change:count", show);
    model.on("comm_live_update", () => { button.disabled = true; });
    model.on("msg:custom", (content) => { button.title = content.text; });
    show();
    el.append(button);
    return () => model.off("change:count", show);
  },
};
"""


class Counter(anywidget.AnyWidget):
    """A number that a message raises."""

    _esm = ESM
    _css = "button { color: var(--jp-ui-font-color1, rgb(1, 2, 3)); background: none; }"
    count = traitlets.Int(0).tag(sync=True)
    started = traitlets.Bool(False).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.threads: set[int] = set()
        self.on_msg(self._add)

    def _add(self, widget: object, content: dict, buffers: object) -> None:
        self.threads.add(threading.get_ident())
        if content["seen"] > 100:
            raise ValueError("too many")
        self.count += 1


HOLES = """
<p>two of undefined</p><p aria-label="NaN points">fine</p><p title="[object Object]">fine</p>
<div id="host"></div><iframe srcdoc="<p>null</p>"></iframe>
<p>Undefinedness, nulle part, the nullity of NaNs</p><p hidden>undefined</p><script>null</script>
"""


def test_a_page_that_shows_a_value_that_is_not_there_is_found(chromium):
    """In texts and labels, in a shadow and in a frame; not in what nobody sees, nor in a word."""
    page = chromium.open()
    page.set_content(HOLES)
    page.evaluate(
        "document.querySelector('#host').attachShadow({ mode: 'open' }).textContent = 'is NaN'"
    )
    page.frame_locator("iframe").locator("p").wait_for()
    chromium.close_pages()
    found, chromium.holes = chromium.holes, []
    assert sorted(text.partition(": ")[2] for text in found) == [
        "NaN points",
        "[object Object]",
        "is NaN",
        "null",
        "two of undefined",
    ]


def test_what_a_page_sends_is_compared_too(board_page, crossing):
    """A message that isn't described, or has another type."""
    board = board_page(table().board)
    board.page.evaluate("host.model.send({ type: 'step', state: 'now' })")
    board.page.evaluate("host.model.send({ type: 'leap', state: 1 })")
    board.until(lambda: [m for m in board.messages if m.get("content", {}).get("type") == "leap"])
    for message in board.messages:
        crossing.take_up("board", message)
    found = crossing.problems[:]
    crossing.problems.clear()
    board.messages.clear()
    assert found[0] == "board, up.state: 'now' is no int"
    assert "leap" in found[1]


CELL = f"""import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = {ESM!r}
    _css = {Counter._css!r}
    count = traitlets.Int(0).tag(sync=True)
    started = traitlets.Bool(False).tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(lambda w, content, buffers: setattr(self, "count", self.count + 1))
c = Counter()
c"""


def test_a_click_reaches_python_and_its_answer_the_page(board_page):
    """A message goes up to another thread, a trait comes down."""
    counter = Counter()
    board = board_page(counter)
    button = board.view.get_by_role("button")
    expect(button).to_have_text("count 0")
    button.click()
    expect(button).to_have_text("count 1")
    assert counter.threads.isdisjoint({threading.get_ident()})
    assert {"method": "custom", "content": {"type": "add", "seen": 0}} in board.messages
    board.until(lambda: counter.started)


def test_python_changes_the_page_from_any_thread(board_page):
    """Traits and custom messages of Python's own accord arrive."""
    counter = Counter()
    board = board_page(counter)
    thread = threading.Thread(target=lambda: setattr(counter, "count", 41))
    thread.start()
    thread.join()
    counter.send({"text": "hello"})
    expect(board.view.get_by_role("button")).to_have_text("count 41")
    expect(board.view.get_by_role("button")).to_have_attribute("title", "hello")


def test_two_views_and_a_late_page_show_one_model(board_page):
    """A second view and a reloaded page see the present state; a view goes alone."""
    counter = Counter()
    board = board_page(counter)
    second = board.add_view()
    board.view.get_by_role("button").click()
    expect(second.get_by_role("button")).to_have_text("count 1")
    board.remove_view(1)
    expect(second.get_by_role("button")).to_have_count(0)
    board.reload()
    expect(board.view.get_by_role("button")).to_have_text("count 1")


def test_a_dead_kernel_is_told_and_refuses_messages(board_page):
    """As after a restart: an event first, then `send` throws."""
    board = board_page(Counter())
    button = board.view.get_by_role("button")
    board.kill()
    expect(button).to_be_disabled()
    button.dispatch_event("click")
    board.page.evaluate("document.querySelector('button').disabled = false")
    button.click()
    expect(button).to_have_text("dead")


def test_what_a_handler_raises_is_not_lost(board_page):
    """ipywidgets would only log it."""
    counter = Counter()
    counter.count = 101
    board = board_page(counter)
    board.view.get_by_role("button").click()
    board.until(lambda: board.errors)
    assert "ValueError: too many" in board.errors[0]
    board.forgive()


def test_a_request_to_elsewhere_is_seen_and_fails(chromium):
    """No test passes on what it fetched."""
    page = chromium.open()
    failed = page.evaluate("fetch('http://example.com/x').then(() => false, () => true)")
    assert failed
    assert chromium.outside == ["http://example.com/x"]
    chromium.outside.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_has_a_theme(board_page, theme, tmp_path: Path):
    """JupyterLab's variables and the browser's preference agree with the theme."""
    board = board_page(Counter(), theme=theme)
    lightness = 255 if theme == "dark" else 0
    expect(board.view.get_by_role("button")).to_have_css(
        "color", f"rgba({lightness}, {lightness}, {lightness}, 0.87)"
    )
    assert board.page.evaluate(f"matchMedia('(prefers-color-scheme: {theme})').matches")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_widget_in_jupyterlab(lab, theme, tmp_path: Path):
    """The same widget in a real notebook, in both themes."""
    notebook = lab.open_notebook([CELL], theme=theme, width=1100)
    notebook.run_all()
    button = notebook.outputs.get_by_role("button")
    expect(button).to_have_text("count 0")
    button.click()
    notebook.until("c.count == 1")
    assert notebook.kernel("c.started") == "True"
    assert notebook.kernel("print('a'); 6 * 7") == "a\n42"
    expect(button).to_have_text("count 1")
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        notebook.kernel("1 / 0")
    picture = tmp_path / "lab.png"
    notebook.screenshot(picture)
    assert picture.stat().st_size > 10_000
    assert notebook.errors == []


@pytest.mark.slow
def test_a_cell_that_raises_in_jupyterlab_fails_its_test(lab):
    """Else no test of a notebook would notice that it doesn't run."""
    notebook = lab.open_notebook(["1 / 0"])
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        notebook.run_all()


@pytest.mark.slow
def test_a_restarted_kernel_in_jupyterlab(lab):
    """The event that tells a board that its kernel is gone."""
    notebook = lab.open_notebook([CELL])
    notebook.run_all()
    button = notebook.outputs.get_by_role("button")
    expect(button).to_have_text("count 0")
    notebook.restart()
    expect(button).to_be_disabled()
