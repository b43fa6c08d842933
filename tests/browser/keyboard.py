"""A notebook that is used by the keyboard alone: nothing is clicked, nothing is called."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.lab import Notebook, quiet

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
        """Return True if the focus is on a board."""
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
        self.tab_to(lambda: page.locator(".sjw-tab[aria-selected=true]:focus").count() > 0)
        for _ in range(9):
            if page.locator(".sjw-tab[aria-selected=true]").inner_text().strip() == name:
                return
            self.press("ArrowRight")
        raise AssertionError(f"there is no tab {name!r}")

    def decide(self) -> None:
        """Go to a place that can be chosen and press Enter: to a card, then to its place."""
        seen = self.notebook.kernel("table.state")
        open_now = '.sjw-board [data-spot][data-open="true"]:not([data-picked])'
        places = self.page.locator(open_now)
        for _ in range(3):
            spots = places.evaluate_all("(all) => all.map((one) => one.dataset.spot)")
            if not spots:
                self._put_in_order() if self.page.locator(".sjw-order").count() else self.press("e")
                self.notebook.until(f"table.state > {seen}")
                quiet(self.notebook)
                return
            self._go_to_place(spots)
            self.press("Enter")
            if self._has_moved(seen):
                quiet(self.notebook)
                return
        raise AssertionError(f"Enter decides nothing at {self.focus()}")

    def _put_in_order(self) -> None:
        """Lay the cards of the draw pile in order as they come, and put them back."""
        done = self.page.locator(".sjw-order .sjw-button-main:focus")
        for _ in range(3):
            self.press("Enter")
            if done.count():
                break
            self.press("ArrowRight")
        self.press("Enter")

    def _has_moved(self, seen: str) -> bool:
        """Return True if a decision is made; a chosen card waits for its place."""
        self.page.wait_for_selector(f".sjw:not([data-state='{seen}']), .sjw [data-picked]")
        return self.notebook.kernel(f"table.state > {seen}") == "True"

    def _go_to_place(self, spots: list[str]) -> None:
        """Go to one of some places: by Tab, in a grid then by the arrows."""
        in_grids = self.page.locator(".sjw-grid [data-spot]")
        placed = in_grids.evaluate_all("(all) => all.map((one) => one.dataset.spot)")
        grids = {spot.split(":")[0] for spot in spots if spot in placed}
        self.tab_to(lambda: self.focus()[0] in spots or self.focus()[0].split(":")[0] in grids)
        if self.focus()[0] in spots:
            return
        seat = self.focus()[0].split(":")[0]
        column, row = next(spot for spot in spots if spot.startswith(f"{seat}:")).split(":")[1]
        for _ in range(12):
            at_column, at_row = self.focus()[0].split(":")[1]
            if (at_column, at_row) == (column, row):
                return
            if at_row != row:
                self.press("ArrowDown" if at_row < row else "ArrowUp")
            else:
                self.press("ArrowRight" if at_column < column else "ArrowLeft")
        raise AssertionError(f"{seat}:{column}{row} isn't to be reached by the arrows")

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
    notebook.page.wait_for_selector(".sjw[data-state]")  # idle may mean that it hasn't begun
    quiet(notebook)
    keys.enter_board()
    return keys
