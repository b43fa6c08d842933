"""A notebook that is used by the keyboard alone: nothing is clicked, nothing is called."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.lab import Notebook, quiet, shown

_FOCUS = """() => {
    const at = document.activeElement;
    return at && at !== document.body
        ? [at.dataset.spot ?? "", at.getAttribute("aria-label") ?? "", at.textContent.trim()]
        : ["", "", ""];
}"""
_IN_BOARD = "() => document.activeElement?.closest('.sjw') !== null"
MOST_TABS = 60
"""More than a board has places to stop."""


class Keyboard:
    """A person without a mouse.

    Parameters
    ----------
    notebook : Notebook
        An open one, in which something has the focus.
    """

    def __init__(self, notebook: Notebook) -> None:
        self.notebook, self.page = notebook, notebook.page

    def press(self, *keys: str) -> None:
        """Press some keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def run_cell(self, number: int) -> None:
        """Go up to the first cell, down to one, and run it."""
        self.press("Escape")
        self.page.wait_for_selector(".jp-mod-commandMode")
        self.press(*["k"] * 9, *["j"] * number, "Shift+Enter")
        self.notebook.wait_idle()

    def enter_board(self) -> None:
        """Go from the cell that was run, which lies above the chosen one, into its board."""
        self.press("Escape", "k")
        self.tab_to(self.in_board)

    def in_board(self) -> bool:
        """Whether the focus is on a board."""
        return bool(self.page.evaluate(_IN_BOARD))

    def focus(self) -> tuple[str, str, str]:
        """Return the place, the label and the text of what has the focus."""
        spot, label, text = self.page.evaluate(_FOCUS)
        return spot, label, text

    def tab_to(self, found: Callable[[], bool], key: str = "Tab") -> None:
        """Press Tab until something is found; fail if it isn't to be reached."""
        met = []
        for _ in range(MOST_TABS):
            if found():
                return
            self.press(key)
            met.append(self.focus())
        raise AssertionError(f"not to be reached by {key}: {met}")

    def go_to(self, name: str, key: str = "Tab") -> None:
        """Go to what has a name or a text."""
        self.tab_to(lambda: name in self.focus()[1:] or self.focus()[2].endswith(name), key)

    def open_tab(self, name: str) -> None:
        """Open a tab of the panel: go to the chosen one, then along by an arrow."""
        page = self.page
        self.tab_to(lambda: page.locator("[role=tab][aria-selected=true]:focus").count() > 0)
        for _ in range(9):
            if page.locator("[role=tab][aria-selected=true]").inner_text().strip() == name:
                return
            self.press("ArrowRight")
        raise AssertionError(f"there is no tab {name!r}")

    def decide(self) -> None:
        """Make the first decision that is possible, by the arrows or by Tab and Enter."""
        seen = self.notebook.kernel("table.state_id")
        target = self.notebook.kernel("print(sorted(table.board.view['targets'])[0])")
        self._go_to_spot(target)
        self.press("Enter")
        self.notebook.until(f"table.state_id > {seen}")
        quiet(self.notebook)

    def _go_to_spot(self, target: str) -> None:
        """Go to a place of the table: in a grid by the arrows, elsewhere by Tab."""
        on = self.page.locator(f'[data-spot="{target}"]:focus')
        self.tab_to(lambda: self.focus()[0] != "" or on.count() > 0)
        home = self.page.locator(f'[data-spot="{target}"]')
        if home.get_attribute("tabindex") != "-1":
            self.tab_to(lambda: on.count() > 0)
            return
        # One place of a grid can be reached by Tab, its others from there.
        grid = home.evaluate("(e) => e.closest('[role=group], [role=grid], .sjw-grid')?.className")
        self.tab_to(lambda: self._in_grid_of(target))
        for turn in ("ArrowUp", "ArrowLeft"):
            for _ in range(12):
                self.press(turn)
        for _ in range(12):
            for _ in range(12):
                if on.count():
                    return
                self.press("ArrowRight")
            self.press("Home", "ArrowDown")
        raise AssertionError(f"{target} in {grid} isn't to be reached by arrows")

    def _in_grid_of(self, target: str) -> bool:
        spot = self.focus()[0]
        return ":" in spot and spot.split(":")[0] == target.split(":")[0]

    def leave_board(self) -> None:
        """Go back to the notebook's cell, where its own letters work again."""
        self.press("Escape")
        assert not self.in_board()
        expect(self.page.locator(".jp-Cell:focus, .jp-Cell:focus-within").first).to_be_visible()
        assert self.page.locator(".jp-mod-commandMode").count() > 0


def begin(notebook: Notebook) -> Keyboard:
    """Run the notebook's only cell, which makes `table`, by keys, and go into its board."""
    notebook.page.keyboard.press("Escape")
    keys = Keyboard(notebook)
    keys.run_cell(0)
    shown(notebook, 0)
    keys.enter_board()
    return keys
