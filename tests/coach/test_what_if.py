"""A table at a moment of another game, and rounds that a bot plays on."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from skyjo_widget import GAMES, IllegalActionError, RulesError, load, play
from skyjo_widget.coach.what_if import Outlook, look_ahead
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.errors import RecordError
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util.intervals import student
from tests.fixtures.tables import moment, prepared

PRESETS = ["skyjo", "newskyjo", "skip-bo"]


def played(preset="skyjo", decisions=40, seed=2, **options):
    """A game in which people do anything legal."""
    session = play(
        preset,
        ["Ana", "Bo", "Cy"],
        **{"seed": seed, "record": False, "display": False, **options},
    )
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if session.waiting == "next round":
            session.next_round()
        session.act(rng.choice(session.legal))
    return session


# A branch


@pytest.mark.parametrize("preset", PRESETS)
def test_a_branch_looks_the_same_to_the_seat_to_act(preset):
    """At every decision of the round, and its state is sound."""
    session = played(preset, 30)
    for decision in range(0, 31, 3):
        branch = session.branch(decision, display=False)
        h = branch.history
        assert status(h.game, h.state, h.codes) == ()
        again = session.branch(decision, seed=9, display=False)
        assert str(again.observation()) == str(branch.observation())
        if decision == 30:
            assert str(branch.observation()) == str(session.observation())
        else:
            row = session.history.decisions[decision]
            assert (branch.seat, branch.phase) == (row.seat, row.phase)
            branch.parts.turns.verify(row.notation)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_seat_does_not_see_is_dealt_anew(preset):
    """Nobody learns from a branch what lies hidden in the real game."""
    session = played(preset, 30)
    hidden = {
        session.history.game.state_text(b.history.state, b.history.codes, b.deck)
        for b in (session.branch(seed=seed, display=False) for seed in range(5))
    }
    assert len(hidden) == 5
    with pytest.raises(RulesError, match="dealt anew"):
        session.branch(anew=False, display=False)


def test_of_a_round_that_is_over_the_real_cards_lie_there():
    """Unless they are to be dealt anew."""
    session = played("skyjo", 0, seed=4)
    while session.waiting == "person":
        session.act(session.odds().best.action)
    middle = len(session.history.decisions) // 2
    truth = session.log.omniscient().decisions["state"].iloc[middle]
    texts = [
        b.history.game.state_text(b.history.state, b.history.codes, b.deck)
        for b in (
            session.branch(middle, display=False),
            session.branch(middle, anew=True, seed=1, display=False),
        )
    ]
    assert texts[0] == truth != texts[1]


def test_the_real_game_is_untouched(tmp_path):
    """Its record, its state and its bots; the branch is marked as practice, and says from where."""
    path = tmp_path / "real.jsonl"
    session = play("skyjo", ["Ana", "bot:greedy"], seed=2, record=path, display=False)
    for _ in range(6):
        session.run()
        session.act(session.legal[0])
    before, events = path.read_bytes(), list(session.history.events)
    branch = session.branch(8, display=False, players={0: "bot:random"})
    branch.run(rounds=True)
    assert branch.over
    assert path.read_bytes() == before
    assert session.history.events == events
    games = branch.log.games
    assert bool(games["practice"].iloc[0])
    assert games["branch"].iloc[0] == f"{session.history.game_id} 8"
    assert branch.log.decisions["practice"].all()
    assert branch.path is None
    assert session.log.games["branch"].isna().all()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_branch_is_recorded_loaded_and_goes_on(preset, tmp_path):
    """In a later round too; undo goes back to its first decision and no further."""
    session = played(preset, {"skyjo": 150, "newskyjo": 50, "skip-bo": 30}[preset], seed=6)
    path = tmp_path / "branch.jsonl"
    branch = session.branch(record=path, display=False)
    first = str(branch.observation())
    rng = np.random.default_rng(1)
    for _ in range(60):
        if branch.over:
            break
        if branch.waiting == "next round":
            branch.next_round()
        branch.act(rng.choice(branch.legal))
    branch.close()
    again = load(path, display=False)
    assert again.history.state == branch.history.state
    assert again.log.decisions.equals(branch.log.decisions)
    assert again.log.rounds.equals(branch.log.rounds)
    assert again.log.rounds["round"].min() == session.history.state.round
    again.undo(to=0)
    assert str(again.observation()) == first
    nested = again.branch(display=False)
    assert nested.history.header["branch"]["game_id"] == again.history.game_id


def test_a_function_plays_on_in_a_branch():
    """As at the real table."""

    def first(obs):
        return obs.legal[0]

    session = play("skyjo", ["Ana", first], seed=1, record=False, display=False)
    for _ in range(4):
        session.run()
        session.act(session.legal[-1])
    branch = session.branch(display=False)
    branch.act(branch.legal[0])
    branch.run()
    assert branch.waiting == "person"


def test_a_moment_that_is_not_there_is_named():
    """Nothing is opened."""
    session = played(decisions=10)
    for wrong in (-1, 11, 99):
        with pytest.raises(RulesError, match=f"no decision {wrong} to be made"):
            session.branch(wrong, display=False)
    with pytest.raises(RulesError, match="decision='x' is no whole number"):
        session.branch("x", display=False)
    done = play("skyjo", ["bot:greedy", "bot:greedy"], seed=1, record=False, display=False)
    done.run()
    with pytest.raises(RulesError, match=r"name a decision, as in branch\(12\)"):
        done.branch(display=False)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"start": "skyjo phase=choose"}, "is missing"),
        ({"start": None}, "belong together"),
        ({"branch": None}, "belong together"),
        ({"branch": {"game_id": 3, "decision": 3}}, "are needed"),
        ({"branch": {}}, "is missing"),
        ({"coach": "on"}, "only 'locked'"),
    ],
)
def test_a_damaged_beginning_is_refused(change, says, tmp_path):
    """With the first line."""
    path = tmp_path / "branch.jsonl"
    played(decisions=12).branch(record=path, display=False).close()
    event = {**json.loads(path.read_text().splitlines()[0]), **change}
    path.write_text(json.dumps({k: v for k, v in event.items() if v is not None}) + "\n")
    with pytest.raises(RecordError, match=f"line 1: .*{says}"):
        load(path, display=False)


def test_a_state_that_cannot_be_is_no_beginning(tmp_path):
    """A card too many, or nobody to act."""
    path = tmp_path / "branch.jsonl"
    played(decisions=12).branch(record=path, display=False).close()
    event = json.loads(path.read_text().splitlines()[0])
    for find, put in ((" hidden=", " hidden=9"), (" seat=", " seat=7")):
        wrong = {**event, "start": event["start"].replace(find, put, 1)}
        path.write_text(json.dumps(wrong) + "\n")
        with pytest.raises(RecordError, match="line 1"):
            load(path, display=False)


# A thousand rounds


@pytest.mark.slow
def test_the_outlook_knows_what_is_better():
    """A −2 instead of a 12; the differences are surer than the scores."""
    seen = moment(
        ["12 12 5 5 5 4 5 5 6 6 6 6", "5 5 4 4 5 4 3 3 3 3 3 3"],
        *("flip a1", "flip b1", "flip a1", "flip b1", "draw"),
        discard=10,
        draws="-2",
    )
    outlook = look_ahead(seen, ["place a1", "discard"], games=300)
    summary = outlook.summary
    assert summary.loc["discard", "score_difference"] > 3
    assert summary.loc["discard", "win_difference"] < -0.02
    placed, discarded = outlook.scores.T
    apart = (discarded - np.roll(placed, 1)).std(ddof=1) / 300**0.5  # in worlds of their own
    assert summary.loc["discard", "score_difference_error"] < 0.95 * apart
    assert list(summary["worlds"]) == [300, 300]
    assert outlook.played_by == "careful"
    assert len(outlook.frame) == 600
    assert set(outlook.frame["action"]) == {"place a1", "discard"}
    assert np.array_equal(
        outlook.scores, look_ahead(seen, ["place a1", "discard"], games=300).scores
    )


def test_the_scores_are_those_of_the_last_card():
    """A round that the next action ends has exactly these scores: all may be worked out by hand."""
    h = prepared(["1 2 3 7", "0 0 1 2"], discard=5, columns=2, rows=2, turned=3, clear=2, draws="4")
    for action in ("flip a1", "flip b1", "flip a2") * 2:
        h.act(h.game.parse_action(action, h.codes))
    h.act(h.game.parse_action("take", h.codes))
    seen = Observation(h.game, h.state, h.codes, h.deck, h.actor)
    outlook = look_ahead(seen, ["place b2"], games=500)
    # 1 + 2 + 3 + 5 = 11, doubled if the other is as low: always, with 0 + 0 cleared or open.
    assert set(outlook.samples()["place b2"]) <= {11.0, 22.0}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_has_an_outlook(preset):
    """Chances between 0 and 1, and scores but where a round was cut off."""
    session = played(preset, 25)
    outlook = session.what_if(games=20)
    assert outlook.actions == session.legal
    assert ((outlook.wins >= 0) & (outlook.wins <= 1)).all()
    assert sum(map(len, outlook.samples().values())) > 0.5 * outlook.scores.size
    past = session.what_if(decision=12, games=10)
    assert session.history.decisions[12].notation in past.actions


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bots_secrets_are_not_looked_at_while_the_round_goes_on(preset):
    """No what-if, no branch, no advice at a moment of which it knows more; afterwards there are."""
    session = play(preset, ["Ana", "bot:greedy", "bot:greedy"], seed=4, record=False, display=False)
    secret = []
    while session.waiting in ("person", "bot") and len(secret) < 3:
        if session.waiting == "person":
            session.act(session.legal[0])
            continue
        if session.legal:
            session.branch(display=False)  # all know what it knows
        else:
            secret.append(len(session.history.decisions))
            for look in (session.what_if, session.advice, session.branch):
                with pytest.raises(RulesError, match="only it has seen"):
                    look()
        session.step()
    for decision in secret:
        for look in (session.what_if, session.branch):
            with pytest.raises(RulesError, match="only it has seen"):
                look(decision=decision)
    while session.waiting in ("person", "bot"):
        session.run() if session.waiting == "bot" else session.act(session.legal[0])
        if preset == "skip-bo":
            return  # a round is long
    assert session.branch(secret[0], display=False).phase


def test_others_at_a_branch_are_seated_before_anything_is_written(tmp_path):
    """A bot that isn't there, a seat that isn't; names change places."""
    session = played(decisions=10)
    path = tmp_path / "branch.jsonl"
    for wrong in ({0: "bot:nonsense"}, {7: "Di"}, ["Di"], {"x": "Di"}):
        with pytest.raises(RulesError):
            session.branch(record=path, players=wrong, display=False)
        assert not path.exists()
    branch = session.branch(players={0: "Bo", 1: "Ana"}, display=False)
    assert [player.name for player in branch.players] == ["Bo", "Ana", "Cy"]
    assert [event["event"] for event in branch.history.events] == ["game"]


def test_a_branch_with_the_games_own_seed_deals_other_rounds():
    """Its streams are its own."""
    session = play("skyjo", ["bot:greedy", "bot:greedy"], seed=5, record=False, display=False)
    session.run()
    branch = session.branch(8, seed=5, display=False)
    branch.run()
    branch.next_round()

    def orders(of):
        return [e["order"] for e in of.history.events if e["event"] == "shuffle"]

    assert orders(session)[0] not in orders(branch)


def test_the_four_that_win_most_often_are_drawn():
    """In Skip-Bo more points are better; a single action has no picture."""
    actions = tuple("abcde")
    scores = np.array([[0.0, 10, 20, 30, 40], [1, 11, 21, 31, 41]])
    outlook = Outlook(actions, scores, scores / 50, "planner")
    texts = [axes.get_title(loc="left") for axes in outlook.picture().axes]
    assert [text[0] for text in texts if text] == ["b", "c", "d", "e"]
    with pytest.raises(RulesError, match="two"):
        Outlook(("a",), scores[:, :1], scores[:, :1], "planner").picture()


def outlook_of(wins):
    """An outlook of chances to win, a column an action."""
    wins = np.asarray(wins, float)
    return Outlook(tuple("abcdefgh"[: wins.shape[1]]), wins, wins, "planner")


def test_each_action_is_compared_with_the_best_in_the_same_worlds():
    """By hand: paired, and with two actions the interval is Student's."""
    rng = np.random.default_rng(3)
    one = rng.random(50)
    wins = np.column_stack([one - 0.3 + rng.normal(0, 0.3, 50), one])
    found = outlook_of(wins)
    assert found.best == "b"
    row = found.differences.loc["a"]
    apart = wins[:, 0] - wins[:, 1]
    half = student(49) * apart.std(ddof=1) / math.sqrt(50)
    assert row["win_difference"] == pytest.approx(apart.mean())
    assert row["win_difference_low"] == pytest.approx(apart.mean() - half)
    assert row["score_difference_high"] == pytest.approx(apart.mean() + half)
    assert not found.differences.loc["b"].any()


def test_a_difference_that_isnt_seen_is_never_called_none():
    """It is given as an interval, in both languages; a clear one has its size."""
    rng = np.random.default_rng(5)
    alike = outlook_of(rng.random((100, 2)))
    assert "no difference from" in alike.sentence()
    assert "can be seen: between −" in alike.sentence()
    assert "aucune différence avec" in alike.sentence("fr")
    one = rng.random(100)
    clear = outlook_of(np.column_stack([one, one - 0.1, one - 0.3 + rng.normal(0, 0.01, 100)]))
    said = "a wins more often than b, by 10.0 percentage points (95%: 7.6 to 12.4), in the same 100"
    assert clear.sentence().startswith(said)
    assert said in str(clear)
    assert said in clear.html()
    assert "de 10,0 points de pourcentage" in clear.html("fr")
    assert outlook_of(rng.random((4, 2))).sentence().startswith("too few worlds")
    assert outlook_of(rng.random((9, 1))).sentence() == ""


def test_of_actions_that_are_alike_the_best_one_is_seldom_ahead():
    """Of 200 outlooks of eight equal actions some 5 % have an interval without 0: Bonferroni.

    The seed is fixed; with others a share of 5 % would fail with a chance of 1 in 10,000.
    """
    rng = np.random.default_rng(7)
    found = 0
    for _ in range(200):
        table = outlook_of(rng.random((60, 8)) < 0.5).differences
        found += (table["win_difference_high"] < 0).any()
    assert found / 200 < 0.05 + 3.9 * 0.0154


def test_a_picture_has_the_differences_from_the_best():
    """Above each action's scores."""
    rng = np.random.default_rng(2)
    wins = np.column_stack([rng.random(60) - 0.5, rng.random(60)])
    figure = outlook_of(wins).picture(lang="fr")
    one, best = (axes.get_title("left") for axes in figure.axes)
    assert "par rapport à la meilleure\u00a0: −0,44 (de −0,54 à −0,34)" in one
    assert "par rapport" not in best


def test_bad_questions_are_named():
    """And nothing is played."""
    session = played(decisions=20)
    with pytest.raises(IllegalActionError, match="'fly'"):
        session.what_if(["fly"])
    for wrong in ({"games": 1}, {"games": 10**6}, {"games": "many"}, {"actions": []}):
        with pytest.raises(RulesError):
            session.what_if(**wrong)
    twice = [session.legal[0]] * 2
    with pytest.raises(RulesError, match="each once"):
        session.what_if(twice)


def test_a_class_seed_deals_the_same_cards():
    """Spaces and capitals don't matter; another text is another deal."""
    texts = ["3B, 22 November", " 3b,  22 november "]
    one, two = (play("skyjo", ["A", "B"], seed=t, record=False, display=False) for t in texts)
    assert one.history.state == two.history.state
    other = play("skyjo", ["A", "B"], seed="3C", record=False, display=False)
    assert other.history.state != one.history.state
    for wrong in ("", "  ", "\ud800"):
        with pytest.raises(RulesError, match="seed"):
            play("skyjo", ["A", "B"], seed=wrong, record=False, display=False)
    assert set(GAMES) == {"skyjo", "newskyjo", "skip-bo"}
