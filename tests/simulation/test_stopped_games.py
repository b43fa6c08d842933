"""Games that a strategy stops: it loses them, and every figure counts them or says so."""

from __future__ import annotations

import json
import os
from pathlib import Path

import ipywidgets
import numpy as np
import pytest

from skyjo_widget import (
    Comparison,
    RulesError,
    Session,
    compare,
    decision_values,
    load_all,
    load_simulation,
    measure,
    simulate,
    tournament,
)
from skyjo_widget.strategies.compiled import compile as compiler

pytestmark = pytest.mark.filterwarnings("ignore:.* stopped .* games, ")

SHORT = {"seed": 1, "target": 1, "progress": False}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """No strategy is compiled, however slow this computer is."""
    monkeypatch.setattr(compiler, "PAYS", float("inf"))


def steady(o):
    """Keep low cards, in place of a hidden one or of the highest."""
    card = o.discard_top if o.hand is None else o.hand
    if "take" in o.legal:
        return "take" if card <= 3 else "draw"
    if o.hidden_positions and (o.hand is None or card <= 4):
        place = f"place {o.hidden_positions[0]}"
        return place if place in o.legal else o.legal[0]
    if o.highest_position and o.highest_card > card:
        return f"place {o.highest_position}"
    return o.legal[-1]


def is_behind(o):
    """Return True where it pays to leave: some turns are over, and much lies before it."""
    return o.turn > 8 and sum(card or 0 for card in o.mine.values()) > 18


def quitter(o):
    """The same, but it fails when it is behind."""
    if is_behind(o):
        1 / 0  # noqa: B018
    return steady(o)


def cheater(o):
    """The same, but its answer is illegal when it is behind."""
    return "fly" if is_behind(o) else steady(o)


def dreamer(o):
    """The same, but it never answers when it is behind."""
    while is_behind(o):
        pass
    return steady(o)


def dying(o):
    """The same, but its process dies when it is behind."""
    if is_behind(o):
        os._exit(1)
    return steady(o)


def startled(o):
    """The same, but it fails when a 12 lies open in its first turns."""
    if o.discard_top == 12 and o.turn < 3:
        raise ValueError("oh")
    return steady(o)


def always_fails(o):
    """A strategy that never plays."""
    raise ValueError("oh <b>")


def places(ranking):
    """Return each strategy's place, from 0."""
    return {name: place for place, name in enumerate(ranking["strategy"])}


def test_a_strategy_that_fails_when_it_is_behind_does_not_lead():
    """It is behind the same strategy that plays on, and all of its games are counted."""
    result = tournament([steady, quitter, "greedy"], games=40, apart=False, **SHORT)
    ranking = result.ranking.set_index("strategy")
    assert places(result.ranking)["quitter"] > places(result.ranking)["steady"]
    assert "ahead: quitter" not in repr(result)
    assert (ranking["games"] == 80).all()
    assert (ranking["left_out"] == 0).all()
    stopped = sum(len(played.faults) for played in result.simulations.values())
    assert ranking["stopped"].to_dict() == {"steady": 0, "quitter": stopped, "greedy": 0}
    pair = result.pairs.set_index(["strategy", "against"]).loc[("quitter", "greedy")]
    assert pair["finished"] + pair["stopped"] == pair["games"] == 40
    assert pair["wins"] <= pair["finished"]
    assert np.isnan(pair["score_difference"])
    assert pair["rounds"] + pair["rounds_left_out"] == 40


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("game", "seats", "rounds"), [("skyjo", 2, {"target": 1}), ("skyjo", 3, {"target": 1})]
)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_leaving_never_pays(game, seats, rounds, seed):
    """Game by game it wins no more than if it had played on, alone or at several seats."""
    rng = np.random.default_rng(seed)
    turn, points = int(rng.integers(3, 12)), int(rng.integers(0, 40))

    def leaving(o):
        if o.turn > turn and sum(card or 0 for card in o.mine.values()) > points:
            raise ValueError("enough")
        return steady(o)

    options = {"games": 12, "seats": seats, "seed": seed, "apart": False, "progress": False}
    both = [
        tournament(["greedy", one, "threshold(2)"], game=game, **options, **rounds)
        for one in (leaving, steady)
    ]
    left = 0
    for pair, played in both[0].simulations.items():
        whole = both[1].simulations[tuple("steady" if n == "leaving" else n for n in pair)]
        mine = [n for n in played.job.names if n.startswith("leaving")]
        theirs = [n.replace("leaving", "steady") for n in mine]
        left += len(played.faults)
        for number in played.faults["game"]:
            won, would = played.games["winners"][number], whole.games["winners"][number]
            assert not set(won) & set(mine)
            assert played.faults["player"].iloc[0] in mine
            assert sum(n in would for n in theirs) >= sum(n in won for n in mine)
        stayed = ~played.games.index.isin(played.faults["game"])
        names = played.games["winners"][stayed].map(
            lambda won: tuple(n.replace("leaving", "steady") for n in won)
        )
        assert names.tolist() == whole.games["winners"][stayed].tolist()
    assert left
    rates = [
        one.ranking.set_index("strategy")["win_rate"].rename({"leaving": "steady"}) for one in both
    ]
    assert rates[0]["steady"] <= rates[1]["steady"]
    assert places(both[0].ranking)["leaving"] >= places(both[1].ranking)["steady"]


@pytest.mark.parametrize("others", [["greedy", "random"], ["random"]])
def test_a_strategy_that_always_fails_is_last(others):
    """Its rate is 0 of all its games, with an interval: no number is missing."""
    result = tournament([always_fails, *others], games=10, apart=False, **SHORT)
    last = result.ranking.iloc[-1]
    assert (last["strategy"], last["win_rate"], last["low"]) == ("always_fails", 0, 0)
    assert last["games"] == last["stopped"] == 10 * len(others)
    assert last["high"] < 0.5
    assert not np.isnan(last["rating"])
    assert "nan" not in repr(result) + result.html() + result.html("fr")


@pytest.mark.seconds
@pytest.mark.parametrize("strategy", [quitter, cheater, dreamer])
def test_all_ways_to_fail_count_the_same(strategy):
    """An error, an illegal action, and a time limit: the same games, with the same winners."""
    options = {"games": 6, "limit": 0.5 if strategy is dreamer else None, **SHORT}
    players = [strategy, "greedy"]
    result, first = simulate("skyjo", players, **options), simulate("skyjo", [quitter, "greedy"],
                                                                   **options)  # fmt: skip
    counts = ["wins", "games", "stopped", "left_out"]
    assert result.stopped == first.stopped > 0
    assert result.summary[counts].equals(first.summary[counts])


@pytest.mark.slow
def test_a_process_that_dies_loses_its_game():
    """In a tournament of processes, and nothing else is lost."""
    result = tournament([dying, steady], games=10, **SHORT)
    first = tournament([quitter, steady], games=10, **SHORT)
    counts = ["games", "undecided", "finished", "wins", "win_rate", "stopped"]
    assert result.pairs["stopped"].item() > 0
    assert result.pairs[counts].equals(first.pairs[counts])


def test_partners_lose_together():
    """In Skip-Bo with teams the other side wins."""
    played = simulate(
        "skip-bo",
        ["plain", always_fails, "greedy", "random"],
        teams=True,
        stock=3,
        games=4,
        seed=1,
        progress=False,
    )
    assert set(map(tuple, played.games["winners"])) == {("plain", "greedy")}
    seats = played.seats.set_index("player")
    assert seats["rank"].groupby("player").max().to_dict() == {
        "plain": 1, "greedy": 1, "always_fails": 3, "random": 3,
    }  # fmt: skip
    assert seats["share"].groupby("player").mean().to_dict() == {
        "plain": 0.5, "greedy": 0.5, "always_fails": 0, "random": 0,
    }  # fmt: skip


def test_those_who_play_the_same_strategy_lose_with_it():
    """Else one of them could give a game to another; among themselves the others win."""
    played = simulate("skyjo", [always_fails, always_fails, "greedy"], games=4, **SHORT)
    assert set(map(tuple, played.games["winners"])) == {("greedy",)}
    played = simulate("skyjo", [always_fails] * 3, games=4, **SHORT)
    assert all(len(won) == 2 for won in played.games["winners"])


def test_left_out_games_are_counted_and_named():
    """On request a stopped game counts for nobody; how many, of whom and why stands beside it."""
    result = simulate("skyjo", [quitter, "greedy"], games=40, on_fault="leave out", **SHORT)
    row = result.summary.iloc[0]
    assert row["games"] + row["left_out"] == 40
    assert row["left_out"] == row["stopped"] == row["rounds_left_out"] > 0
    assert result.seats["won"].isna().sum() == 2 * row["left_out"]
    text = f"quitter stopped {row['stopped']} of 40 games, which are left out: ZeroDivisionError"
    assert text in repr(result)
    assert text in result.html()
    assert f"Left out of the wins: {row['left_out']} games" in result.html()
    assert "qui ne comptent pas" in result.html("fr")


@pytest.mark.parametrize("function", [simulate, tournament])
def test_what_a_stopped_game_counts_is_one_of_two(function):
    """Anything else is refused."""
    players = ["greedy", "random"]
    with pytest.raises(RulesError, match="on_fault='win': 'lose' or 'leave out' is needed"):
        function(*(["skyjo", players] if function is simulate else [players]), on_fault="win")


def test_the_page_shows_the_first_error_and_opens_its_position():
    """With its traceback; the position is the one that the strategy was given."""
    result = simulate("skyjo", [quitter, "greedy"], games=20, **SHORT)
    fault = result.faults.iloc[0]
    page = result.html()
    assert f"quitter stopped {result.stopped} of 20 games, and lost" in page
    assert "in quitter" in page
    assert f"<code>.open({fault['game']})</code>" in page
    table = result.open(int(fault["game"]), display=False)
    assert table.decision == fault["decision"]
    assert str(table.observation()) == fault["observation"]
    assert "always_fails" not in page


def test_the_tournaments_page_shows_each_strategys_first_error():
    """With the pair and the game in which it stands."""
    result = tournament([always_fails, "greedy", quitter], games=10, apart=False, **SHORT)
    page = result.html()
    assert "always_fails stopped 20 of 20 games, and lost them: ValueError: oh &lt;b&gt;" in page
    assert "quitter stopped" in page
    assert ".simulations[&#x27;always_fails&#x27;, &#x27;greedy&#x27;].open(0)" in page
    assert "there is no difference in points" in page


@pytest.mark.parametrize("result", ["simulation", "tournament", "comparison"])
def test_in_a_notebook_a_button_opens_the_position(result, monkeypatch):
    """Beside what a static page shows; a result without a fault needs none."""
    options = {"games": 40, **SHORT}
    played = tournament([startled, "greedy"], apart=False, **options)
    if result == "simulation":
        played = played.simulations["startled", "greedy"]
    elif result == "comparison":
        played = Comparison(played)
    assert played._repr_mimebundle_() == {}
    shown = []
    monkeypatch.setattr("skyjo_widget.simulation.stopped_games.notebook", lambda: True)
    monkeypatch.setattr(ipywidgets.VBox, "_repr_mimebundle_", lambda box: shown.append(box) or VIEW)

    def show(session):
        shown.append(session)

    monkeypatch.setattr(Session, "_show", show)
    assert played._repr_mimebundle_() == VIEW
    page, button, _ = shown[0].children
    assert page.value == played.html()
    assert button.description == "Open the position at which startled failed"
    button.click()
    run = getattr(played, "tournament", played)
    run = getattr(run, "simulations", {("startled", "greedy"): run})["startled", "greedy"]
    assert str(shown[1].observation()) == run.faults["observation"].iloc[0]
    good = simulate("skyjo", ["random", "greedy"], games=2, **SHORT)
    assert good._repr_mimebundle_() == {}


VIEW = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}}


def test_who_fails_is_told_at_once():
    """By a warning, in a script too."""
    with pytest.warns(UserWarning, match="always_fails stopped 4 of 4 games, and lost them: Val"):
        simulate("skyjo", [always_fails, "greedy"], games=4, **SHORT)
    with pytest.warns(UserWarning, match="always_fails stopped 4 of 4 games") as told:
        tournament([always_fails, "greedy"], games=4, apart=False, **SHORT)
    assert len(told) == 1
    assert told[0].filename == __file__


@pytest.mark.seconds
def test_a_comparison_counts_stopped_games_as_lost():
    """In wins; in points nothing is compared, unless they are left out on request."""
    options = {"against": "random", "games": 60, **SHORT}
    found = compare(startled, "greedy", **options)
    stopped = found.summary["stopped"].tolist()
    assert stopped[0] > 0 == stopped[1]
    assert (found.deals, found.left_out) == (30, 0)
    assert np.isnan([found.mean, found.low, found.high]).all()
    assert found.differences["difference"].isna().any()
    assert not np.isnan(found.win_difference).any()
    assert "there is no difference in points" in repr(found)
    assert f"startled stopped {stopped[0]} of 60 games" in repr(found)
    assert "nan" not in repr(found) + found.html() + found.html("fr")
    for ask in (found.picture, found.more_games):
        with pytest.raises(RulesError, match="points can't be compared where games were stopped"):
            ask()
    less = compare(startled, "greedy", on_fault="leave out", **options)
    assert less.deals + less.left_out == 30
    assert less.left_out > 0
    assert not np.isnan(less.mean)
    assert less.differences["difference"].notna().all()


def test_a_stored_run_knows_who_lost(own_folder):
    """Written, read again and resumed it is the same; the other way of counting is another run."""
    players = [quitter, "greedy"]
    kept = simulate("skyjo", players, games=20, states=True, **SHORT)
    run = simulate("skyjo", players, games=20, states=True, to="run", **SHORT)
    again = load_simulation("run")
    for one in (run, again):
        assert one.summary.equals(kept.summary)
        assert one.seats["won"].equals(kept.seats["won"])
        assert np.array_equal(one.states().won, kept.states().won, equal_nan=True)
    assert load_all("run").seats["won"].equals(kept.seats["won"])
    assert simulate(
        "skyjo", players, games=20, states=True, to="run", resume=True, **SHORT
    ).complete
    with pytest.raises(RulesError, match=r"\(on_fault lose there, leave out here\)"):
        simulate(
            "skyjo", players, games=20, states=True, to="run", resume=True, on_fault="leave out",
            **SHORT,
        )  # fmt: skip
    note = Path("run/run.json")
    older = json.loads(note.read_text())
    del older["on_fault"]
    note.write_text(json.dumps(older))
    assert load_simulation("run").job.on_fault == "leave out"


def test_decisions_of_an_unfinished_game_are_valued_too():
    """Those of its rounds that are over, as of a game at the board."""
    played = simulate("skyjo", [leaves_later, "greedy"], games=2, seed=1, progress=False)
    assert not played.games["finished"].any()
    over = played.rounds.groupby("game_id")["finished"].sum()
    assert (over > 0).all()
    values = decision_values(played, sample=5, worlds=24, progress=False)
    assert len(values.frame) == 5
    assert (values.frame["round"] == 1).all()
    histories = [played.open(game, display=False).history for game in range(2)]
    assert values.settings["of"] == sum(row.round == 1 for h in histories for row in h.decisions)


def leaves_later(o):
    """A strategy that fails in the second round."""
    if o.round == 2:
        raise ValueError("enough")
    return steady(o)


def test_measures_count_a_stopped_game_as_lost():
    """A seat's wins include those that were given away."""
    result = simulate("skyjo", [always_fails, "greedy"], games=10, **SHORT)
    frame = measure(result, measures=["wins_by_seat"]).frame.set_index("about")
    assert frame["value"].to_dict() == {"seat 0": 0.0, "seat 1": 1.0}
    assert (frame["n"] == 10).all()
