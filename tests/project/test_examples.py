"""The examples that ``help`` shows run, offline, and say what comes out."""

from __future__ import annotations

import contextlib
import doctest
import inspect

import matplotlib.pyplot as plt
import pytest

import skyjo_widget
from scripts.site import reference
from skyjo_widget.engine.core import jit

PUBLIC = {
    name.rpartition(".")[2]: reference.resolve(name)
    for names in reference.GROUPS.values()
    for name in names
}
METHODS = {
    "Deck": ("diff", "from_counts", "from_csv", "from_text"),
    "Session": (
        *("act", "advice", "branch", "form", "note", "odds", "predict", "ruling", "run"),
        *("undo", "what_if"),
    ),
}
"""Methods that have an example of their own."""


def is_error(one):
    """Return True for an exception, which nobody calls."""
    return inspect.isclass(one) and issubclass(one, Exception)


def examples():
    """Each public function, class and method that has an example, with its name."""
    finder = doctest.DocTestFinder(exclude_empty=True, recurse=False)
    for name, one in PUBLIC.items():
        if not (inspect.isclass(one) or inspect.isfunction(one)):
            continue
        found = [(name, one)]
        for owner in getattr(one, "__mro__", ()):
            if owner.__module__.startswith("skyjo_widget"):
                found += [(f"{name}.{key}", each) for key, each in vars(owner).items()]
        for label, each in found:
            code = getattr(each, "__func__", each)  # of a class method
            if not (inspect.isfunction(code) or inspect.isclass(code)) or "._" in label:
                continue
            for case in finder.find(code, label, module=False, globs={**PUBLIC}):
                if case.examples:
                    yield case


CASES = {case.name: case for case in examples()}


def test_each_public_function_and_class_has_an_example():
    """Those that come from a function show how they are come by there."""
    functions = {name for name, one in PUBLIC.items() if inspect.isfunction(one)}
    classes = {"Deck", "Effect", "Log", "Observation", "Pick", "RuleEditor", "RuleTable"}
    classes |= {"NewSkyjoRules", "Session", "SkipBoRules", "SkyjoRules", "Version"}
    classes |= {"TextWorksheet", "Worksheet"}
    methods = {f"{name}.{method}" for name, several in METHODS.items() for method in several}
    assert functions | classes | methods <= CASES.keys()


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    """No example has to wait for the compiler, which would show a line and a progress bar."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "announced", lambda _text: contextlib.nullcontext())
        skyjo_widget.simulate("skyjo", ["greedy", "random"], games=1, progress=False)
        yield


@pytest.mark.parametrize("name", CASES)
def test_an_example_runs(name, tmp_path, monkeypatch):
    """In a folder of its own, with the public names imported."""
    monkeypatch.chdir(tmp_path)
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(CASES[name], out=said.append, clear_globs=False)
    plt.close("all")
    assert not runner.failures, "".join(said)
    assert len(CASES[name].examples) <= 8
