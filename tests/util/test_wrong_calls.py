"""Wrong calls of public names: a sentence says what was wrong and what would be right."""

from __future__ import annotations

import copy
import inspect
import pickle
from pathlib import Path

import numpy as np
import pytest

import skyjo_widget
from skyjo_widget import RulesError, SkyjoWidgetError, load, load_all, measure, play, simulate
from skyjo_widget.errors import CallError, MissingNameError, RecordError
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.validation import seed_number, whole_number

FUNCTIONS = [
    name
    for name in skyjo_widget.__all__
    if inspect.isfunction(getattr(skyjo_widget, name)) and name != "full_traceback"
]


def parameters(name):
    """Return the parameters of a public function."""
    return inspect.signature(getattr(skyjo_widget, name)).parameters.values()


def takes_options(name):
    """Return whether a public function takes rule options by their names."""
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters(name))


def needs(name):
    """Return the names of the arguments that a public function needs."""
    return [
        parameter.name
        for parameter in parameters(name)
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    ]


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if needs(name)])
def test_each_public_function_says_what_it_needs_in_both_languages(name):
    """None ends in Python's own TypeError; the example is one of its docstring's."""
    needed = needs(name)
    with pytest.raises(CallError) as caught:
        getattr(skyjo_widget, name)()
    text = str(caught.value)
    assert text.startswith(f"{name}() needs {', '.join(needed)}")
    assert rendered(caught.value, "fr").startswith(f"{name}() demande {', '.join(needed)}")


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not takes_options(name)])
def test_each_public_function_names_the_arguments_that_it_takes(name):
    """A misspelt one is corrected; those that take rule options name these."""
    with pytest.raises(CallError, match=r"has no argument 'lng'"):
        getattr(skyjo_widget, name)(*[None] * len(needs(name)), lng="fr")


def test_the_methods_of_a_table_say_it_in_its_language():
    """As all its errors."""
    table = play("skyjo", ["Ana", "Bo"], record=False, display=False, lang="fr")
    for call, text in (
        (table.act, "act() demande action"),
        (lambda: table.run(5), "run() ne prend sans nom que"),
        (lambda: table.note("x", tag=["y"]), "n’a pas d’argument 'tag' (voulais-tu dire 'tags'"),
    ):
        with pytest.raises(CallError) as caught:
            call()
        assert text in str(caught.value)


def test_an_error_inside_a_function_stays_what_it_is():
    """Only the call itself is explained."""
    table = play("skyjo", ["Ana", "Bo"], record=False, display=False)

    def wrong():
        raise TypeError("mine")

    table.parts.game.on_change(wrong)
    with pytest.warns(UserWarning, match="mine"):
        table.act("flip a1")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("many", "games='many' is no whole number"),
        (1.5, "games=1.5 is no whole number; 1 and 2 are"),
        (-0.5, "games=-0.5 is no whole number; -1 and 0 are"),
        (float("nan"), "games=nan is no whole number"),
        (1e300, "games=1e+300 is no whole number"),
        (None, "games=None is no whole number"),
    ],
)
def test_a_number_that_is_not_whole_gets_the_next_ones(wrong, right):
    """In a simulation and everywhere else."""
    with pytest.raises(RulesError) as caught:
        simulate("skyjo", ["greedy", "random"], games=wrong)
    assert str(caught.value) == right
    assert rendered(caught.value, "fr") != right
    with pytest.raises(RulesError, match="whole number"):
        whole_number("columns", wrong)


def test_a_whole_number_may_be_written_as_a_float_or_a_text():
    """As in 1e3; NumPy's too."""
    for number in (1000, 1e3, "1000", np.float64(1000), np.int8(100) * np.int64(10)):
        assert whole_number("games", number) == 1000


def test_a_seed_that_is_not_whole_gets_the_next_ones():
    """A text would do as well."""
    with pytest.raises(RulesError, match=r"seed=1.5 is no whole number; 1 and 2 are"):
        seed_number(1.5)


def test_a_wrong_attribute_leads_to_the_right_one():
    """Of a table to its log, else to a similar name; it is an AttributeError as ever."""
    table = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    run = simulate("skyjo", ["greedy", "random"], games=1, seed=1)
    for thing, name, hint in (
        (table, "decisions", "'decisions': log.decisions is meant"),
        (table, "winer", "(did you mean 'winners'?)"),
        (table.log, "decision", "(did you mean 'decisions'?)"),
        (run, "sumary", "(did you mean 'summary'?)"),
        (measure(run), "findngs", "Measures has no attribute"),
        (table.odds(), "bestt", "Odds has no attribute"),
    ):
        with pytest.raises(MissingNameError) as caught:
            getattr(thing, name)
        assert hint in str(caught.value)
        assert isinstance(caught.value, AttributeError)
        assert rendered(caught.value, "fr") != str(caught.value)
        assert not hasattr(thing, name)
        assert getattr(thing, "_nothing", 5) == 5
    assert copy.copy(run).summary.equals(run.summary)
    with pytest.raises(AttributeError, match=r"did you mean 'simulate'\?"):
        skyjo_widget.simulat  # noqa: B018
    error = pickle.loads(pickle.dumps(MissingNameError("no", name="x")))
    assert str(error) == "no"


def test_an_attribute_that_fails_inside_says_what_failed(monkeypatch):
    """It isn't taken for one that is missing."""
    table = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    monkeypatch.setattr(type(table), "seat", property(lambda self: self.history.nonsense))
    with pytest.raises(AttributeError, match="nonsense"):
        table.seat  # noqa: B018


def test_a_log_that_is_called_names_its_tables():
    """It is a property."""
    table = play("skyjo", ["Ana", "Bo"], record=False, display=False, lang="fr")
    with pytest.raises(CallError, match=r"log n’est pas une fonction\s: log.decisions"):
        table.log()


@pytest.mark.parametrize("name", ["deck.csv", "notes.txt", "table.parquet", "page.html"])
@pytest.mark.parametrize("read", [load, load_all])
def test_a_file_of_another_kind_is_no_record_and_says_what_one_is(name, read):
    """And what reads a deck."""
    Path(name).write_bytes(b"PAR1" if name.endswith("parquet") else b"value;count\n1;2\n")
    with pytest.raises(RecordError) as caught:
        read(name)
    text = str(caught.value)
    assert text.startswith(f"{name}: is no record of a game")
    assert "Deck.from_csv" in text
    assert rendered(caught.value, "fr") != text


@pytest.mark.parametrize(
    "call",
    [
        lambda: skyjo_widget.lesson(5),
        lambda: skyjo_widget.class_page(5),
        lambda: skyjo_widget.sheets(5),
        lambda: skyjo_widget.load_simulation(5),
        lambda: skyjo_widget.regret(5),
        lambda: skyjo_widget.win_probabilities(5),
        lambda: skyjo_widget.decision_values(5),
        lambda: skyjo_widget.calibration(5),
    ],
)
def test_a_value_of_another_kind_is_refused_with_what_is_needed(call):
    """Not by an error somewhere inside."""
    with pytest.raises(SkyjoWidgetError, match=r"5: .* needed") as caught:
        call()
    assert rendered(caught.value, "fr") != str(caught.value)
