"""Strategies without code: rules as text, their checks, and how they play."""

from __future__ import annotations

import multiprocessing
import pickle
import random
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import ipywidgets
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widget import Deck, RuleEditor, RulesError, RuleTable, play
from skyjo_widget.simulation.simulate import load_simulation, simulate
from skyjo_widget.simulation.tournament import tournament
from skyjo_widget.strategies.compiled import compile as compiler
from skyjo_widget.strategies.compiled.parts import read
from skyjo_widget.strategies.conformance import check_bot
from skyjo_widget.strategies.rule_table.grammar import (
    ACTIONS,
    FACTS,
    MOMENTS,
    NUMBERS,
    PLACES,
    Condition,
    Rule,
    conditions_of,
    read_rules,
    sentence,
    write_rules,
)
from skyjo_widget.strategies.rule_table.lint import find_problems
from skyjo_widget.strategies.rule_table.table import EXAMPLE
from skyjo_widget.util.i18n import languages, words
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.paths import ROOT

REST = {"offer": "draw", "drawn": "discard", "turn": "turn first"}


def table(*lines, name="tried"):
    """A table of these lines, with what to do otherwise where nothing is said of a moment."""
    more = [
        f"{m}: otherwise {a}"
        for m, a in REST.items()
        if not any(ln.startswith(f"{m}:") for ln in lines)
    ]
    return RuleTable.from_text("\n".join(["skyjo rules 1", f"name: {name}", *lines, *more]))


def problems(*lines):
    """Return the problems of these lines, as (kind, number, others)."""
    _, rules = read_rules("\n".join(["skyjo rules 1", *lines]))
    return [(p.kind, p.rule, p.others) for p in find_problems(rules) if p.kind != "empty"]


# As text

conditions = st.sampled_from(MOMENTS).flatmap(
    lambda m: st.tuples(
        st.just(m),
        st.lists(
            st.tuples(st.sampled_from(conditions_of(m)), st.integers(-15, 15)).map(
                lambda c: Condition(*c[0], c[1] if c[0][0] in NUMBERS else 0)
            ),
            max_size=3,
        ),
        st.sampled_from(ACTIONS[m]),
    )
)
rules_of_any_kind = st.lists(conditions.map(lambda parts: Rule(*parts)), max_size=8)


@pytest.mark.seconds
@given(rules_of_any_kind)
def test_what_is_written_is_read_as_the_same(rules):
    """Rules with problems too; the text of what is read is the text."""
    text = write_rules("Ana", rules)
    assert read_rules(text) == ("Ana", tuple(rules))


def test_a_text_may_be_written_loosely():
    """Capitals, spaces, empty lines, comments, a BOM, CRLF, typographic signs, moments mixed."""
    loose = (
        "\ufeffSkyjo  Rules 1\r\n\r\n# mine\r\nname:  My   rules \r\n"
        "TURN : otherwise turn first\r\n  offer:when card ≤ 4 and not  makes pair"
        " then take to highest\r\ndrawn: otherwise  discard\r\noffer: when card>=−1 then draw\r\n"
        "offer: otherwise draw\r\n"
    )
    read = RuleTable.from_text(loose)
    assert read.to_text() == (
        "skyjo rules 1\nname: My rules\n"
        "offer: when card <= 4 and not makes pair then take to highest\n"
        "offer: when card >= -1 then draw\noffer: otherwise draw\n"
        "drawn: otherwise discard\nturn: otherwise turn first\n"
    )
    assert RuleTable.from_text(read.to_text()) == read


words_of_the_grammar = st.sampled_from(
    ["skyjo rules 1", "name: x", "\n", "offer:", "drawn:", "turn:", "when", "then", "and", "not"]
    + ["otherwise", "card", "<=", ">=", "3", "-2", "last turn", "completes column", "saves", "99"]
    + [action for actions in ACTIONS.values() for action in actions]
)


@pytest.mark.seconds
@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(words_of_the_grammar, max_size=25).map(" ".join)))
def test_any_text_is_read_or_refused(text):
    """With a RulesError; what is read is written and read as the same."""
    for whole in (text, "skyjo rules 1\n" + text):
        try:
            read = RuleTable.from_text(whole)
        except RulesError:
            continue
        assert RuleTable.from_text(read.to_text()) == read


@pytest.mark.parametrize(("label", "text"), HOSTILE, ids=[label for label, _ in HOSTILE])
def test_harmful_texts_are_names_or_refused_and_never_code(label, text):
    """As a name they stay out of the Python text; as a rule they are refused."""
    with pytest.raises(RulesError):
        RuleTable.from_text(f"skyjo rules 1\noffer: when {text} then draw")
    with pytest.raises(RulesError):
        RuleTable.from_text(f"skyjo rules 1\noffer: otherwise {text}")
    plain = RuleTable.example()
    try:
        named = RuleTable(plain.rules, text)
    except RulesError:
        assert not text.isprintable() or len(text) > 60, label
    else:
        assert named.python() == plain.python()
        assert RuleTable.from_text(named.to_text()) == named
        assert named.function().__name__ == named.name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: '' is no header; the first line is 'skyjo rules 1'"),
        ("skyjo rules 2\n", "line 1: 'skyjo rules 2' is no header"),
        ("skyjo rules 1\nofer: otherwise draw", "line 2: 'ofer' is no moment; .* offer:, drawn:,"),
        ("skyjo rules 1\n\noffer: draw", "line 3: 'draw' is no rule; it is 'when … then …' or"),
        ("skyjo rules 1\noffer: when card < 4 then draw", "line 2: 'card < 4' is no condition of"),
        ("skyjo rules 1\nturn: when card <= 4 then turn first", "'card <= 4' is no condition of"),
        ("skyjo rules 1\noffer: when card <= 400 then draw", "numbers go from -99 to 99"),
        ("skyjo rules 1\noffer: otherwise discard", "'discard' is no action of 'offer'; .* draw"),
        ("skyjo rules 1\nname: \x07\noffer: x", r"2 problems\n  line 2: .*\n  line 3: 'x' is no"),
        ("x" * 20_001, "20,001 letters"),
        (7, "is a text, not 7"),
    ],
)
def test_what_cant_be_read_is_named_with_its_line(text, told):
    """The fault, and what would be right; several are counted."""
    with pytest.raises(RulesError, match=told):
        RuleTable.from_text(text)


def test_many_lines_that_cant_be_read_are_counted():
    """The first ones are told."""
    with pytest.raises(RulesError, match=r"^30 problems\n(  line .*\n){20}  … and 10 more$"):
        RuleTable.from_text("skyjo rules 1\n" + "offer: x\n" * 30)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Condition("card", "is"), "no condition"),
        (lambda: Condition("colour", "<="), "no condition"),
        (lambda: Condition("card", "<=", 2.5), "no whole number"),
        (lambda: Condition("last turn", "is", 3), "numbers go"),
        (lambda: Rule("later", (), "draw"), "no moment"),
        (lambda: Rule("offer", ["card <= 3"], "draw"), "no Condition"),
        (lambda: Rule("turn", [Condition("card", "<=", 3)], "turn first"), "no condition of"),
        (lambda: Rule("offer", [Condition("card", "<=", 3)] * 7, "draw"), "at most 6"),
        (lambda: RuleTable("offer: otherwise draw"), "a list of Rule"),
        (lambda: RuleTable([Rule("offer", (), "draw")] * 61), "at most 60"),
        (lambda: RuleTable(RuleTable.example().rules, ""), "no name"),
        (lambda: RuleTable(RuleTable.example().rules, 7), "is a text"),
    ],
)
def test_what_is_no_rule_or_table_cant_be_made(make, told):
    """By hand, too."""
    with pytest.raises(RulesError, match=told):
        make()


def test_a_table_goes_to_a_file_and_back(tmp_path):
    """A file that says something else is kept; what isn't there is named."""
    path = tmp_path / "mine.txt"
    one = RuleTable.example()
    other = table("offer: when card <= 4 then take to hidden", "offer: otherwise draw")
    assert one.save(path) == path
    assert RuleTable.load(path) == one
    one.save(path)
    with pytest.raises(RulesError, match="holds something else"):
        other.save(path)
    assert RuleTable.load(path) == one
    assert RuleTable.load(other.save(path, overwrite=True)) == other
    with pytest.raises(RulesError, match=r"none\.txt"):
        RuleTable.load(tmp_path / "none.txt")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match=r"mine\.txt: .* can't be read as text"):
        RuleTable.load(path)
    with pytest.raises(RulesError, match="can't be written"):
        one.save(tmp_path)


# Mistakes in rules


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["offer: when card <= 3 and card >= 8 then draw"], ("contradicts", 1, ())),
        (["offer: when card <= -3 then draw"], ("never", 1, ())),
        (["offer: when card >= 13 then draw"], ("never", 1, ())),
        (["offer: when card <= 12 then draw"], ("always", 1, ())),
        (["offer: when hidden >= 1 then draw"], ("always", 1, ())),
        (["offer: when card <= 3 and card <= 5 then draw"], ("twice", 1, ())),
        (["offer: when saves >= 3 then draw"], ("no_place", 1, ())),
        (["offer: when last turn and others hidden >= 1 then draw"], ("contradicts", 1, ())),
        (["offer: when last turn and not last turn then draw"], ("contradicts", 1, ())),
        (
            ["offer: when makes pair and card >= 9 and highest <= 8 then draw"],
            ("contradicts", 1, ()),
        ),
        (["offer: when card >= 10 and saves >= 3 then take to highest"], ("contradicts", 1, ())),
        (["offer: when card >= 3 and saves >= 3 then take to hidden"], ("contradicts", 1, ())),
        (["offer: when not makes pair then take to pair"], ("undoable", 1, ())),
        (["offer: when highest <= -3 then take to loose"], ("undoable", 1, ())),
        (
            ["offer: when card <= 4 then draw", "offer: when card <= 4 then draw"],
            ("duplicate", 2, (1,)),
        ),
        (
            ["offer: when card <= 4 then take to worst", "offer: when card <= 2 then draw"],
            ("covered", 2, (1,)),
        ),
        (
            ["offer: otherwise draw", "offer: when card <= 2 then take to worst"],
            ("covered", 2, (1,)),
        ),
        (
            [
                "offer: when saves >= 3 then take to highest",
                "offer: when card <= 4 and highest >= 8 then take to highest",
            ],
            ("covered", 2, (1,)),
        ),
        (
            [
                "offer: when card <= 2 then take to worst",
                "offer: when card >= 8 then draw",
                "offer: when card >= 3 and card <= 7 then take to hidden",
                "offer: otherwise draw",
            ],
            ("covered_together", 4, (1, 2, 3)),
        ),
        (
            [
                "offer: when makes pair then take to pair",
                "offer: when card <= 2 and makes pair then draw",
            ],
            ("covered", 2, (1,)),
        ),
        (["offer: when card <= 4 then draw"], ("gap", None, ())),
        (["offer: otherwise take to highest"], ("gap", None, ())),
        (["turn: otherwise turn fresh"], ("gap", None, ())),
        (
            [
                "offer: when last turn then take to worst",
                "offer: when others hidden >= 1 and card <= 3 then draw",
            ],
            ("gap", None, ()),
        ),
    ],
)
def test_a_rule_that_cant_act_is_named(lines, wrong):
    """With its number, what is wrong, and the rules before it that matter."""
    found = problems(*lines)
    assert found[0] == wrong
    with pytest.raises(RulesError) as caught:
        table(*lines)
    where = f"rule {wrong[1]}: " if wrong[1] else "No rule acts if"
    assert where in str(caught.value)


@pytest.mark.parametrize(
    "lines",
    [
        ["offer: when card <= 4 then take to worst", "offer: when card >= 5 then draw"],
        [
            "offer: when card <= 4 then take to highest",
            "offer: when card <= 2 then take to hidden",
            "offer: otherwise draw",
        ],
        ["offer: when last turn then draw", "offer: when not last turn then take to worst"],
        ["offer: when others hidden <= 0 then draw", "offer: when not last turn then draw"],
        [
            "turn: when hidden >= 11 then turn pair",
            "turn: when hidden <= 10 then turn first",
            "turn: otherwise turn first",
        ],
    ],
)
def test_rules_that_can_act_are_left_alone(lines):
    """Nothing is said of them; where all cases are told apart, no "otherwise" is needed."""
    assert problems(*lines) == []


def test_problems_are_counted_and_each_moment_is_looked_at():
    """In the order of the table."""
    with pytest.raises(RulesError) as caught:
        RuleTable.from_text(
            "skyjo rules 1\nturn: otherwise turn first\nturn: when hidden <= 3 then turn pair\n"
            "offer: when card <= 3 and card >= 8 then draw\n"
        )
    lines = str(caught.value).split("\n  ")
    assert [line.partition(":")[0] for line in lines] == (
        ["4 problems", "rule 1", "offered card", "drawn card", "rule 3"]
    )


@settings(max_examples=60)
@given(rules_of_any_kind)
def test_every_problem_is_said_in_every_language(rules):
    """Without a hole that isn't filled; the checks end for any rules."""
    for problem in find_problems(rules):
        for lang in languages():
            assert re.search(r"\w", problem.text(lang))
            assert not re.search(r"[{}]|“”|«\u00a0\u00a0»", problem.text(lang))
    for rule in rules:
        assert {"en", "fr"} == {lang for lang in languages() if sentence(rule, lang)}


def test_a_gap_is_named_though_it_is_any_open_card():
    """`highest` at most -3 means that no card is open."""
    _, rules = read_rules("skyjo rules 1\ndrawn: when highest <= -3 then discard")
    (problem,) = [one for one in find_problems(rules) if one.kind == "gap"]
    assert "my highest open card is at least −2" in problem.text()


def test_many_rules_are_checked_in_little_work(monkeypatch):
    """However badly they cut each other: only so many pieces are looked at."""
    rng = random.Random(1)
    kinds = [kind for kind in conditions_of("drawn") if kind[0] in NUMBERS]
    rules = [
        Rule(
            "drawn",
            [Condition(*kind, rng.randint(1, 9)) for kind in rng.sample(kinds, 5)],
            "discard",
        )
        for _ in range(60)
    ]
    from skyjo_widget.strategies.rule_table import lint as rule_checks

    calls = []
    subtract = rule_checks._subtract
    monkeypatch.setattr(rule_checks, "_subtract", lambda a, b: calls.append(0) or subtract(a, b))
    find_problems(rules)
    assert 0 < len(calls) < 2_000_000


def test_all_words_are_there():
    """Of each condition, action, moment and place, and none that isn't needed."""
    said = words("en")["rule_editor"]
    kinds = {" ".join(kind) for moment in MOMENTS for kind in conditions_of(moment)}
    assert kinds == set(said["conditions"])
    assert {a for actions in ACTIONS.values() for a in actions} == set(said["actions"])
    assert set(MOMENTS) == set(said["moments"])


# Its play


def judged(rule_table, obs):
    """Return a table's choice, by another program than the one that plays."""
    moment = {"choose": "offer", "place taken": "offer", "place drawn": "drawn"}.get(
        obs.phase, "turn"
    )
    card = {"offer": obs.discard_top, "drawn": obs.hand, "turn": None}[moment]
    worth = {p: 5 if c is None else c for p, c in obs.mine.items()}
    in_column = {p: [c for q, c in obs.mine.items() if q[0] == p[0] and q != p] for p in obs.mine}
    is_open = {p: c is not None for p, c in obs.mine.items()}

    def pairs(p):
        shown = [c for c in in_column[p] if c is not None]
        return len(set(shown)) < len(shown)

    def best(places):
        return max(places, key=worth.__getitem__, default=None)  # the first of equals

    loose = [p for p in obs.mine if is_open[p] and obs.mine[p] not in in_column[p]]
    hidden = [p for p in obs.mine if not is_open[p]]
    places = {
        "column": best(
            p for p, c in obs.mine.items() if c != card and in_column[p].count(card) >= 2
        ),
        "pair": best(
            p
            for p, c in obs.mine.items()
            if c != card and in_column[p].count(card) == 1 and (p in loose or c is None)
        ),
        "highest": best(p for p in obs.mine if is_open[p]),
        "loose": best(loose),
        "hidden": next((p for p in hidden if not pairs(p)), hidden[0]),
        "worst": best(obs.mine),
    }
    sums = [sum(5 if c is None else c for c in grid.values()) for grid in obs.grid]
    turns = {
        "first": hidden[:1],
        "pair": [p for p in hidden if pairs(p)],
        "started": [p for p in hidden if any(c is not None for c in in_column[p])],
        "fresh": [p for p in hidden if all(c is None for c in in_column[p])],
    }
    others = [seat for seat in range(obs.players) if seat != obs.me]
    for rule in rule_table.rules:
        if rule.moment != moment:
            continue
        word = rule.action.split()[-1]
        place = None
        if moment == "turn":
            place = next(iter(turns[word]), None)
        elif word in PLACES:
            place = places[word]
        if place is None and word not in ("draw", "discard"):
            continue
        if word == "draw" and "draw" not in obs.legal:
            continue
        now = {
            "card": card,
            "highest": max((c for c in obs.mine.values() if c is not None), default=-3),
            "hidden": obs.hidden[obs.me],
            "others hidden": min(obs.hidden[seat] for seat in others),
            "ahead": min(sums[seat] for seat in others) - sums[obs.me],
            "saves": None if place is None or moment == "turn" else worth[place] - card,
            "completes column": places["column"] is not None,
            "makes pair": places["pair"] is not None,
            "last turn": obs.last_turns > 0,
        }
        tests = {"<=": int.__le__, ">=": int.__ge__}
        if all(
            tests[c.sense](now[c.subject], c.number)
            if c.subject in NUMBERS
            else now[c.subject] == (c.sense == "is")
            for c in rule.conditions
        ):
            if moment == "turn":
                return f"flip {place}"
            if obs.phase == "choose" and place:
                return "take"
            return f"place {place}" if place else word
    return f"place {places['worst']}" if obs.phase == "place taken" else "take"


def random_table(rng):
    """Rules at random, those with problems left out, with what to do otherwise."""
    rules = []
    for moment in MOMENTS:
        for _ in range(5):
            conditions = []
            for kind in rng.sample(conditions_of(moment), rng.randint(1, 2)):
                number = rng.randint(0, 8) if kind[0] in NUMBERS else 0
                conditions.append(Condition(*kind, number))
            rules.append(Rule(moment, conditions, rng.choice(ACTIONS[moment])))
    wrong = {p.rule for p in find_problems(rules)}
    rules = [rule for n, rule in enumerate(rules, start=1) if n not in wrong]
    rules += [Rule(moment, (), action) for moment, action in REST.items()]
    wrong = {p.rule for p in find_problems(rules)}
    return RuleTable([rule for n, rule in enumerate(rules, start=1) if n not in wrong])


def positions(game, seed, games=2, players=2):
    """All decisions of games in which everybody does anything."""
    found = []
    rng = random.Random(seed)

    def anything(obs):
        found.append(obs)
        return rng.choice(obs.legal)

    for n in range(games):
        session = play(game, [anything] * players, seed=seed + n, record=False, display=False)
        session.run(rounds=True)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", ["skyjo", "skyjo-tall"])
def test_a_table_plays_as_it_says(game):
    """Thousands of positions, by its Python, and by another reading of the rules."""
    looked = positions(game, 1, games=20, players=3)
    assert len(looked) > 2_000
    rng = random.Random(2)
    tables = [RuleTable.example(), *(random_table(rng) for _ in range(12))]
    used = {rule.action for t in tables for rule in t.rules}
    assert used == {a for actions in ACTIONS.values() for a in actions}
    assert {c.subject for t in tables for r in t.rules for c in r.conditions} == (
        set(NUMBERS) | set(FACTS)
    )
    for t in tables:
        namespace = {}
        exec(t.python(), namespace)
        for obs in looked:
            action = t(obs)
            assert action in obs.legal
            assert action == judged(t, obs) == namespace["mine"](obs)


def test_where_nothing_can_be_drawn_the_offered_card_is_taken():
    """A rule that draws is passed over; the card goes on the worst place."""
    deck = Deck.from_counts([(1, 12), (9, 13)])  # two grids, and one card to begin with
    draws = table("offer: otherwise draw")
    session = play("skyjo", ["Ana", "Bo"], deck=deck, seed=1, record=False, display=False)
    while session.phase == "setup":
        session.act(session.legal[0])
    assert session.legal == ("take",)
    assert draws(session.observation()) == "take"
    session.act("take")
    worth = {p: 5 if c is None else c for p, c in session.observation().mine.items()}
    assert draws(session.observation()) == f"place {max(worth, key=worth.__getitem__)}"


def test_a_table_sits_wherever_a_strategy_does():
    """At the board, in bulk, in a tournament, in the conformance suite; by its name."""
    mine = RuleTable(RuleTable.example().rules, "Ana’s rules")
    session = play("skyjo", ["bot:greedy", mine, mine], seed=1, record=False, display=False)
    session.run(rounds=True)
    assert session.over
    assert [player.name for player in session.players[1:]] == ["Ana’s rules", "Ana’s rules 2"]
    bulk = simulate("skyjo", [mine, "greedy"], games=3, seed=1, progress=False)
    assert bulk.faults.empty
    result = tournament([mine, "random"], games=2, seed=1, progress=False)
    assert list(result.ranking["strategy"]) == ["Ana’s rules", "random"]
    check_bot("skyjo", mine, seats=2, games=1)


@pytest.mark.parametrize("game", ["newskyjo", "skip-bo"])
def test_a_table_plays_no_other_game(game):
    """It says so when it sits down."""
    mine = RuleTable.example()
    with pytest.raises(RulesError, match="'example': a RuleTable plays skyjo, not"):
        play(game, [mine, "bot:random", "bot:random"], record=False, display=False)
    with pytest.raises(RulesError, match="a RuleTable plays skyjo"):
        simulate(game, [mine, "random", "random"], games=1, progress=False)


def test_its_function_can_be_compiled():
    """Of any rules; one that is changed is another one."""
    rng = random.Random(3)
    keys = set()
    for _ in range(5):
        t = random_table(rng)
        assert compiler.why_not(t.function()) == ""
        keys.add(read(t.function()).key)
    assert len(keys) == 5
    again = [read(RuleTable.example().function()).key for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.slow(minutes=True)
def test_a_table_plays_the_same_games_at_both_speeds(monkeypatch):
    """Every word compiled; its Python text plays the same games too."""
    pytest.importorskip("numba")
    rng = random.Random(4)
    places = [
        f"offer: when card <= {n} and last turn then take to {p}" for n, p in enumerate(PLACES)
    ]
    every = table(
        *places,
        "offer: when ahead >= 9 and others hidden <= 3 then take to worst",
        "offer: when completes column then take to column",
        "offer: when not makes pair and highest >= 12 and saves >= 9 then take to highest",
        "offer: otherwise draw",
        "drawn: when makes pair and hidden >= 4 and highest <= 11 then put on pair",
        "drawn: when card <= 5 and saves >= 0 then put on hidden",
        "drawn: when saves >= 2 then put on loose",
        "drawn: otherwise discard",
        "turn: when hidden >= 11 then turn fresh",
        "turn: when hidden <= 8 then turn pair",
        "turn: when ahead <= 30 then turn started",
        "turn: otherwise turn first",
    )
    for t in (every, random_table(rng)):
        runs = []
        namespace = {}
        exec(t.python(), namespace)
        namespace["mine"].__name__ = t.name
        for player, pays in ((t, 1e9), (t, 0), (namespace["mine"], 1e9)):
            monkeypatch.setattr(compiler, "PAYS", pays)
            runs.append(simulate("skyjo", [player, "greedy"], games=64, seed=5, progress=False))
        interpreted, compiled, text = runs
        assert compiled.job.slow == ""
        assert compiled.job.team.driver
        for other in (compiled, text):
            assert other.faults.empty
            assert other.rounds.drop(columns="game_id").equals(
                interpreted.rounds.drop(columns="game_id")
            )


@pytest.mark.slow
def test_the_example_wins_against_greedy(monkeypatch):
    """Most of 2,000 games on mirrored deals; the page gives the number."""
    pytest.importorskip("numba")
    monkeypatch.setattr(compiler, "PAYS", 0)
    result = tournament([RuleTable.example()], against="greedy", games=2000, seed=1, progress=False)
    assert result.pairs["win_rate"][0] == pytest.approx(0.8775)


@pytest.mark.slow
def test_a_table_goes_to_other_processes_and_back_from_files(tmp_path):
    """A run is known again by its rules, even where a function of a notebook couldn't go."""
    mine = RuleTable.example()
    assert pickle.loads(pickle.dumps(mine)) == mine
    mine.function()
    assert pickle.loads(pickle.dumps(mine)) == mine
    alone = simulate("skyjo", [mine, "greedy"], games=6, seed=1, progress=False, to=tmp_path / "a")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as processes:
        beside = simulate(
            "skyjo", [mine, "greedy"], games=6, seed=1, executor=processes, progress=False
        )
    assert beside.games["winners"].equals(alone.games["winners"])
    assert load_simulation(tmp_path / "a", players=[mine, "greedy"]).open(3, display=False).over
    other = RuleTable([r for r in mine.rules if "pair" not in str(r)], "example")
    with pytest.raises(Exception, match="haven't played there, or not as they are now"):
        load_simulation(tmp_path / "a", players=[other, "greedy"])


# As Python


@pytest.mark.slow
def test_the_python_is_as_a_formatter_would_have_it(tmp_path):
    """Of the example and of any rules: nothing to say, nothing to change."""
    pytest.importorskip("ruff")
    rng = random.Random(6)
    for n, t in enumerate([RuleTable.example(), *(random_table(rng) for _ in range(10))]):
        (tmp_path / f"t{n}.py").write_text(t.python())
    for command in (["check"], ["format", "--diff"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--isolated", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_the_python_holds_nothing_but_words_and_numbers(seed):
    """Each rule is a comment, and its numbers; it is the same whatever the table is called."""
    t = random_table(random.Random(seed))
    python = t.python()
    assert python.isascii()
    for number, rule in enumerate(t.rules, start=1):
        assert f"# {number}. {str(rule).partition(': ')[2]}\n" in python
    assert RuleTable(t.rules, "other").python() == python
    assert set(re.findall(r"\bobs\.(\w+)", python)) <= {
        *("phase", "mine", "hidden", "hidden_positions", "players", "grid", "me", "legal"),
        *("discard_top", "hand", "last_turns"),
    }


def test_sentences_are_those_of_the_language():
    """As people say them; an unknown language is refused."""
    t = table("offer: when card <= -1 and last turn then take to highest", "offer: otherwise draw")
    assert t.sentences()[:2] == [
        "When the card is at most −1 and somebody has ended the round: "
        "take it and replace my highest open card.",
        "Otherwise: draw a card.",
    ]
    assert t.sentences("fr")[1] == "Sinon\u00a0: piocher une carte."
    with pytest.raises(RulesError, match="lang='xx'"):
        t.sentences("xx")


def test_chance_plays_no_part():
    """The same observation, the same action, whatever the generator."""
    session = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    obs = session.observation()
    obs._rng = np.random.default_rng(1)
    before = obs._rng.bit_generator.state
    assert RuleTable.example()(obs) == "flip a1"
    assert obs._rng.bit_generator.state == before


# The page

PAGES = [ROOT / "docs" / f"rule-tables{lang}.md" for lang in ("", ".fr")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_names_every_word_and_its_code_runs(page, capsys):
    """Conditions, actions, places; the example as it is; block after block in one notebook."""
    text = page.read_text("utf-8")
    named = set(re.findall(r"`([^`\n]+)`", text))
    for moment in MOMENTS:
        for subject, sense in conditions_of(moment):
            word = f"{subject} {sense} n" if subject in NUMBERS else subject
            assert {word, f"not {subject}" if sense == "not" else word} <= named
    assert {*PLACES, *ACTIONS["turn"], "draw", "discard", "take to", "put on"} <= named
    assert f"```\n{EXAMPLE}```" in text
    space: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, space)
    assert "def mine(obs):" in capsys.readouterr().out
    space["editor"].save("mine.txt")
    assert RuleTable.load("mine.txt") == RuleEditor.load("mine.txt").table == space["mine"]


def test_a_click_that_overtakes_its_text_counts_for_the_text():
    """A browser may hold a changed text back, but not the click on the button that uses it."""
    editor = RuleEditor()
    text = editor.text.replace("name: example", "name: late")
    assert text != editor.text
    editor._use_text()  # the click
    editor._text_field.value = text
    assert editor.text == text
    editor._asked -= 60
    editor._text_field.value = text.replace("late", "later")
    assert editor.text == text, "without a click nothing is used"


def test_no_control_of_the_editor_shows_null():
    """As ipywidgets does for a tooltip of None, but in lists and fields of text."""
    inside, controls = [RuleEditor()], []
    while inside:
        widget = inside.pop()
        inside += getattr(widget, "children", ())
        if isinstance(widget, (ipywidgets.ToggleButton, ipywidgets.BoundedIntText)):
            controls.append(widget)
    assert {type(widget).__name__ for widget in controls} == {"ToggleButton", "BoundedIntText"}
    assert {widget.tooltip for widget in controls} == {""}
