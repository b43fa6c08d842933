"""Messages of a browser's own Python; the rest is in ``tests/project/test_pyodide.py``."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from skyjo_widget import play
from skyjo_widget.util.browser_python import keeps_files, with_none
from tests.fixtures.boards import Wire

NULL = object()


@pytest.fixture
def newer(monkeypatch):
    """The module that newer Pyodides have."""
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(jsnull=NULL))


@pytest.mark.usefixtures("newer")
def test_each_null_becomes_none():
    """However deep; nothing else changes."""
    message = {"a": NULL, "b": [NULL, {"c": NULL, "d": 0}], "e": "", "f": False}
    assert with_none(message) == {"a": None, "b": [None, {"c": None, "d": 0}], "e": "", "f": False}
    assert with_none(NULL) is None


def test_elsewhere_a_message_stays_what_it_is():
    """Also where an older Pyodide has no such object."""
    message = {"a": [None, 1]}
    assert with_none(message) is message


@pytest.mark.usefixtures("newer")
def test_a_note_with_nulls_is_saved():
    """A message as the browser's kernel hands it over, with what isn't given as null."""
    session = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    board = session.board
    board.comm = Wire()
    note = {"id": "n", "decision": NULL, "text": "so", "kind": NULL, "tags": [], "rating": NULL}
    content = {"type": "note", **note, "by": NULL, "edits": NULL}
    data = {"method": "custom", "content": content}
    board.comm.handle_msg({"content": {"data": data}, "buffers": []})
    assert board.view["error"] is None
    assert [note.text for note in session.history.notes] == ["so"]


def test_the_files_of_another_python_are_kept(tmp_path):
    """Nothing is said of them."""
    assert keeps_files(tmp_path)
