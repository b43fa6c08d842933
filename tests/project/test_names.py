"""Tab completion: public names, and nothing that isn't of use."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

import skyjo_widget
from scripts import parameters
from skyjo_widget import play


def is_dunder(name):
    """Return True if Python itself gave the name its meaning."""
    return name.startswith("__") and name.endswith("__")


def test_the_package_lists_its_public_names_and_no_module():
    """Whatever was imported of it before; a star import brings the same."""
    names = set(dir(skyjo_widget))
    assert {name for name in names if not is_dunder(name)} == {
        name for name in skyjo_widget.__all__ if not is_dunder(name)
    }
    assert all(hasattr(skyjo_widget, name) for name in names)


def test_parameters_are_those_of_the_list():
    """A new one, or another type or default, is seen beside the others of its name."""
    assert parameters.text() == parameters.LIST.read_text("utf-8"), "python -m scripts.parameters"


def test_a_parameter_means_the_same_in_every_call():
    """Players are who plays; a seed may be a text; the language is that of what a call is about."""
    kinds: dict[str, set[str]] = {}
    for call, function in parameters.calls():
        if call[0].islower():
            for name, parameter in inspect.signature(function).parameters.items():
                kinds.setdefault(name, set()).add(f"{parameter.annotation} = {parameter.default}")
    assert kinds["lang"] == {"str | None = None"}
    assert {kind.rpartition(" = ")[0] for kind in kinds["seed"]} == {"int | str | None"}
    assert not {kind for kind in kinds["players"] if kind.startswith("int =")}
    assert "which" not in kinds
    assert "preset" not in kinds


def test_listing_the_names_imports_nothing():
    """Neither pandas nor numba nor the plain rules: Tab answers at once."""
    code = "import sys, skyjo_widget; dir(skyjo_widget); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"pandas", "numba", "skyjo_widget.records.plain"}
    assert not heavy.intersection(told.stdout.split())


@pytest.fixture(scope="module")
def offered():
    """Return IPython's completions of a text, with jedi, as a notebook's kernel has them."""
    shell = InteractiveShell()
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=1, record=False, display=False)
    shell.user_ns |= {
        "skyjo_widget": skyjo_widget,
        "table": table,
        "log": table.log,
        "odds": table.odds(),
    }
    assert shell.Completer.use_jedi

    def found(text):
        with provisionalcompleter():
            return [one.text.lstrip(".") for one in shell.Completer.completions(text, len(text))]

    return found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("skyjo_widget.sim", "simulate"),
        ("skyjo_widget.vers", "versus"),
        ("from skyjo_widget import sim", "simulate"),
        ("table.o", "odds"),
        ("table.wh", "what_if"),
        ("log.dec", "decisions"),
        ("odds.un", "unseen"),
    ],
)
def test_tab_offers_what_was_begun(offered, text, name):
    """At the package, a table, its log and its odds."""
    assert name in offered(text)


def test_tab_offers_no_plumbing(offered):
    """Neither modules nor what only the package itself calls."""
    assert "simulation" not in offered("skyjo_widget.sim")
    assert not {"begin", "settle", "resume"} & set(offered("table."))
    for text in ("table.", "log.", "odds."):
        assert not [name for name in offered(text) if name.startswith("_")], text
