"""Strategies as pupils write them: compiled, or refused with what to write instead."""

from __future__ import annotations

import inspect

import pytest

from skyjo_widget.simulation.job import GroupRunner, _agrees
from skyjo_widget.simulation.simulate import make_job, simulate
from skyjo_widget.strategies.compiled import compile as compiler
from tests.fixtures import pupil_functions as pupils

SEATS = 8
TABLES = [
    *(("skyjo", pupils.GRIDS[i : i + SEATS]) for i in range(0, len(pupils.GRIDS), SEATS)),
    ("newskyjo", pupils.GRIDS[:SEATS]),
    ("newskyjo", pupils.GRIDS[-SEATS:]),
    ("skip-bo", pupils.PILES[:4]),
    ("skip-bo", pupils.PILES[4:]),
]


def name_of(value):
    """The name of a game, or of a table's first function."""
    return value if isinstance(value, str) else value[0].__name__


@pytest.mark.parametrize(("game", "functions"), TABLES, ids=name_of)
def test_what_pupils_write_can_be_compiled(game, functions):
    """No form is refused before numba tries."""
    assert [compiler.why_not(function) for function in functions] == [""] * len(functions)


@pytest.mark.parametrize(
    ("game", "functions"),
    [
        # Those of NewSkyjo compile for a minute each.
        pytest.param(*table, marks=pytest.mark.slow(minutes=table[0] == "newskyjo"))
        for table in TABLES
    ],
    ids=name_of,
)
def test_it_plays_the_same_games_compiled(game, functions):
    """Every action of random games, whatever is drawn: two runs of a compiled table."""
    pytest.importorskip("numba")
    driver = None
    for seed in (1, 2):
        job = make_job(game, list(functions), 8, seed, turns=60)
        driver = driver or job.team.compile()
        faults = []
        played = GroupRunner(job, 0, faults, interpreted=True).play(8)
        assert not faults
        assert _agrees(job, 0, 8, played, driver)


def test_it_sees_the_direction_of_building_piles():
    """Of those that run down, which by the rule sheet none does."""
    pytest.importorskip("numba")
    assert compiler.why_not(pupils.by_direction) == ""
    for piles_down in (True, False):
        fields = {"piles_down": piles_down, "stock": 5}
        job = make_job("skip-bo", [pupils.by_direction] * 2, 8, 1, turns=60, fields=fields)
        faults = []
        played = GroupRunner(job, 0, faults, interpreted=True).play(8)
        assert not faults
        assert _agrees(job, 0, 8, played, job.team.compile())


def falls_off(obs):
    """Mistakes that Python names, each in few games."""
    if obs.turn > 60 and obs.discard_top == 12:
        if obs.highest_card == 12:
            return max([p for p in obs.mine if obs.mine[p] == 99])
        if obs.highest_card == 11:
            return obs.legal[{"a": 1}["b"]]
        if obs.highest_card == 10:
            return next(a for a in obs.legal if a == "nonsense")
        if obs.highest_card == 9:
            return obs.legal[sum(obs.mine.values())]
        if obs.highest_card == 8:
            return obs.legal[sorted(obs.mine.values())[0]]
        if obs.highest_card == 7:
            return obs.legal[int("x" + obs.legal[0])]
    return obs.legal[int(obs.rng.random() * len(obs.legal))]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
def test_its_mistakes_are_the_same_compiled(monkeypatch):
    """In the same games, with the same texts: such a game is played again interpreted."""
    pytest.importorskip("numba")
    runs = []
    for pays in (1e9, 0):
        monkeypatch.setattr(compiler, "PAYS", pays)
        runs.append(simulate("skyjo", [falls_off] * 2, games=320, seed=7, progress=False))
    interpreted, compiled = runs
    assert compiled.job.team.driver
    assert interpreted.faults["text"].str.partition(":")[0].nunique() >= 4
    assert compiled.faults.equals(interpreted.faults)
    assert compiled.games.equals(interpreted.games)


# Refused: each function's second line is the one that is named


def has_while(obs):
    n = 0
    while n < 3:
        n += 1
    return obs.legal[0]


def has_set(obs):
    seen = {c for c in obs.mine.values()}
    return obs.legal[len(seen)]


def has_set_of_list(obs):
    seen = set([1, 2])
    return obs.legal[len(seen)]


def sorts_in_place(obs):
    places = list(obs.legal)
    places.sort(key=len)
    return places[0]


def makes_function(obs):
    def worth(a):
        return len(a)

    return max(obs.legal, key=worth)


def keeps_lambda(obs):
    worth = lambda a: len(a)
    return max(obs.legal, key=worth)


def joins_generator(obs):
    text = " ".join(a for a in obs.legal)
    return obs.legal[len(text) % len(obs.legal)]


def unpacks_dict(obs):
    worth = {**obs.mine}
    return obs.legal[len(worth)]


def compares_by_is(obs):
    if obs.hand is obs.discard_top:
        return obs.legal[0]
    return obs.legal[-1]


def assigns_within(obs):
    n = sum(m for c in obs.mine if (m := len(c)) > 1)
    return obs.legal[n]


def catches(obs):
    try:
        return obs.legal[5]
    except IndexError:
        return obs.legal[0]


def prints(obs):
    print(obs.phase)
    return obs.legal[0]


def imports(obs):
    import math

    return obs.legal[math.floor(0.5)]


def has_power(obs):
    return obs.legal[0**obs.turn]


@pytest.mark.parametrize(
    ("function", "line", "reason", "instead"),
    [
        (has_while, 2, "it has a while loop", "write a for loop"),
        (has_set, 1, "it makes a set", "len(set(…))"),
        (has_set_of_list, 1, "it makes a set", "len(set(…))"),
        (sorts_in_place, 2, "it sorts a list in place by a key", "x = sorted(x, key=…)"),
        (makes_function, 1, "it makes a function of its own", "outside of it"),
        (keeps_lambda, 1, "it makes a function of its own", "outside of it"),
        (joins_generator, 1, "it has a generator expression", "write a list"),
        (unpacks_dict, 1, "numba doesn't understand its dict", "in a for loop"),
        (compares_by_is, 1, "it compares by is", "write == or !="),
        (assigns_within, 1, "it assigns within an expression", "write a for loop"),
        (catches, 1, "it catches errors", "ask with if before"),
        (prints, 1, "'print' isn't a number", "define it outside"),
        (imports, 1, "it imports something", "outside of the function"),
        (has_power, 1, "it has a power", "multiply"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_refusal_has_its_line_and_what_to_write_instead(function, line, reason, instead):
    """The line's number and text; then the advice."""
    lines, first = inspect.getsourcelines(function)
    found = compiler.why_not(function)
    assert found.startswith(reason)
    text = lines[line].strip()
    assert f"(line {first + line}, `{text[:60]}" in found
    assert instead in found.partition("; ")[2]


def test_a_function_without_source_says_that():
    """Text that was executed has no lines; plain forms are compiled all the same."""
    found = {}
    exec("def mine(obs): return max(obs.legal, key=len)", found)
    assert "where its source is found" in compiler.why_not(found["mine"])
    exec("def mine(obs): return max(len(a) for a in obs.legal)", found)
    assert "where its source is found" in compiler.why_not(found["mine"])
    exec("def mine(obs): return obs.legal[len([a for a in obs.legal]) - 1]", found)
    assert compiler.why_not(found["mine"]) == ""


def with_none(obs):
    """Put None into a dict."""
    cards = {p: c for p, c in obs.mine.items()}
    return obs.legal[len(cards) % len(obs.legal)]


def adds_floats(obs):
    """Add what isn't whole."""
    n = sum(0.5 for c in obs.mine)
    return obs.legal[int(n) % len(obs.legal)]


def two_kinds(obs):
    """Give a name two kinds of values."""
    answer = 1 if obs.turn > 5 else "a"
    return obs.legal[len(f"{answer}")]


def asks_for_more(obs):
    """Ask for an attribute that only interpreted play has."""
    return obs.legal[len(str(obs.lang)) % len(obs.legal)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (with_none, "a dict has None in it (line {}, `cards = {{p: c for p"),
        (adds_floats, "it adds other things than whole numbers with sum (line {}, `n = sum("),
        (two_kinds, "numba doesn't understand it (line {}, `answer = 1 if"),
        (asks_for_more, "a compiled strategy has no obs.lang (line {}, `return obs.legal["),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_numba_refuses_has_its_line_too(function, reason, monkeypatch):
    """The third line of each; the game is played interpreted."""
    pytest.importorskip("numba")
    monkeypatch.setattr(compiler, "PAYS", 0)
    players = [pupils.longest, function]
    result = simulate("skyjo", players, games=40, seed=1, turns=60, progress=False)
    line = inspect.getsourcelines(function)[1] + 2
    expected = f"{function.__name__} isn't compiled, since {reason.format(line)}"
    assert result.job.team.why.startswith(expected)
    assert result.faults.empty
