"""A table as marimo takes it; `tests/browser/test_hosts.py` plays one there."""

from __future__ import annotations

import marimo
import pytest

from skyjo_widget.board.marimo_session import READ, MarimoSession
from skyjo_widget.board.table_widget import TableWidget
from skyjo_widget.front.lazy_widget import Mirror


@pytest.fixture
def table(monkeypatch):
    """A table where a notebook of marimo is."""
    from skyjo_widget import play

    monkeypatch.setattr(marimo, "running_in_notebook", lambda: True)
    return play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False)


def test_a_reader_gets_the_traits_of_the_table(table):
    """They are those of the widget, as the game is now; the element passes the rest on."""
    assert isinstance(table, MarimoSession)
    element = marimo.ui.anywidget(table)
    element.act("flip a1")
    assert element.value == {name: getattr(table, name) for name in READ}
    assert element.value["decision"] == 1
    mirrors = {name for name, trait in TableWidget.class_traits().items() if type(trait) is Mirror}
    assert set(READ) <= mirrors


def test_a_page_reports_what_it_shows_where_it_is_read(table):
    """A write of the page is what marimo runs cells again for; other boards ask for none."""
    assert table.board.on_page == -1
    element = marimo.ui.anywidget(table)
    assert table.board.on_page == 0
    table.board.set_state({"on_page": 3})
    element.act("flip a1")
    assert table.board.on_page == 3
