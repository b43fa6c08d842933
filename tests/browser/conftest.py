"""A browser, JupyterLab, and a page that needs no JupyterLab.

`board_page(widget)` shows a widget in a small page; nearly every test of the board
needs no more and takes a fraction of a second.  `lab.open_notebook(cells)` is the
real thing and takes some five seconds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from scripts import chromium as installed
from tests.browser.board_page import BoardPage
from tests.browser.driver import FLAGS, PATIENCE, Chromium
from tests.browser.lab import Jupyter, JupyterServer
from tests.fixtures.crossing import Crossing

expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser by what it asks for."""
    for item in items:
        if {"chromium", "lab", "board_page"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def _browser() -> Iterator[Chromium]:
    path = installed.find()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(installed.ADVICE)
        pytest.skip(installed.ADVICE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield Chromium(browser)
        browser.close()


@pytest.fixture
def chromium(_browser: Chromium, crossing: Crossing) -> Iterator[Chromium]:
    """A browser; the test fails if a page asked for anything from elsewhere, or showed a hole."""
    for seen in (_browser.outside, _browser.holes, _browser.sent):
        seen.clear()
    yield _browser
    _browser.close_pages()
    for message in _browser.sent:
        crossing.take_frame(message)
    assert not _browser.outside, f"asked for from elsewhere: {_browser.outside}"
    assert not _browser.holes, f"no value was there: {_browser.holes}"


@pytest.fixture
def words_as_texts(chromium: Chromium) -> Iterator[None]:
    """For a test in which "NaN" and its like are names or notes: they may be on its pages."""
    yield
    chromium.close_pages()
    chromium.holes.clear()


@pytest.fixture
def board_page(chromium: Chromium, crossing: Crossing) -> Iterator[Callable[..., BoardPage]]:
    """A function from a widget (and `theme`, `width`, `height` …) to a `BoardPage`."""
    pages: list[BoardPage] = []

    def show(widget: Any, **options: Any) -> BoardPage:
        pages.append(BoardPage(chromium, widget, **options))
        return pages[-1]

    yield show
    errors = [error for page in pages for error in page.errors]
    for page in pages:
        page.close()
        for message in page.messages:
            crossing.take_up(getattr(page.widget, "kind", ""), message)
    assert not errors, "\n".join(errors)


@pytest.fixture(scope="session")
def _lab_server(
    _browser: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[JupyterServer]:
    server = JupyterServer(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture
def lab(_lab_server: JupyterServer, chromium: Chromium) -> Iterator[Jupyter]:
    """JupyterLab; the test's kernels end with it."""
    yield Jupyter(_lab_server, chromium)
    chromium.close_pages()
    _lab_server.end_sessions()
