"""Ten questions to games: numbers that `measure` has too, moments that open, and both languages."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from skyjo_widget import (
    Log,
    RulesError,
    decision_values,
    insights,
    load_all,
    measure,
    play,
    regret,
    simulate,
)
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.questions.ten import QUESTIONS
from tests.fixtures.tables import moves, prepared

KEYS = [question.key for question in QUESTIONS]


@pytest.fixture(scope="module")
def run():
    """Forty short games of three bots, with their decisions."""
    players = ["greedy", "threshold(2)", "random"]
    return simulate("skyjo", players, games=40, seed=1, decisions=True, progress=False)


@pytest.fixture(scope="module")
def answers(run):
    """The answers for them."""
    return insights(run)


@pytest.fixture(scope="module")
def ana():
    """A game of Ana, who often chooses badly, against a bot."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=7, target=30, record=False, display=False)
    table.run()
    while not table.over:
        if table.waiting == "person":
            table.act(table.legal[-1] if table.decision % 5 else table.odds().best.action)
        table.run(rounds=True)
    return table


def test_there_are_ten_questions_with_numbers_intervals_and_moments(answers):
    """All but the cost of decisions, which bots' games alone don't have, and which says so."""
    assert [insight.key for insight in answers] == KEYS
    assert len(KEYS) == 10
    for insight in answers:
        if insight.key == "regret":
            assert insight.frame.empty
            assert insight.moments.empty
            assert "decision_values=decision_values(games)" in insight.sentence()
            continue
        whole = insight.frame.iloc[0]
        assert whole["low"] <= whole["value"] <= whole["high"]
        assert whole["n"] >= 40
        assert insight.enough
        assert len(insight.moments) <= 5
        assert "<svg" in insight.picture()
        assert "n = " in insight.caption()


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("starter", "wins_by_starter"),
        ("swing", "score_range"),
        ("columns", "columns"),
        ("taken", "taken_share"),
    ],
)
def test_a_number_that_is_a_measure_is_that_measure(run, answers, key, name):
    """With its interval and its sample size."""
    same = measure(run, measures=name, by=None).frame.iloc[0]
    mine = answers[key].frame.iloc[0]
    assert mine[["value", "low", "high"]].tolist() == pytest.approx(
        same[["value", "low", "high"]].tolist()
    )
    assert mine["n"] == same["n"]


def test_the_share_of_doubled_rounds_is_that_of_the_measure(run, answers):
    """The penalties are those of the rounds."""
    same = measure(run, measures="doubling_share", by=None).frame.iloc[0]
    assert answers["doubling"].answer.parts["share"] == pytest.approx(same["value"])
    ended = run.rounds.query("ender")
    assert answers["doubling"].frame["value"][0] == pytest.approx(ended["penalty"].mean())
    moments = answers["doubling"].moments
    assert moments["value"].tolist() == sorted(ended["penalty"], reverse=True)[: len(moments)]


def test_shares_and_means_are_those_of_the_rows(run, answers):
    """Pairs, cards replaced and cards drawn, from the columns of decisions."""
    placed = run.decisions.query("action == 'place'")
    assert answers["pairs"].frame["value"][0] == pytest.approx(placed["broke_pair"].mean())
    by_player = placed.groupby("player", observed=True)["broke_pair"].mean()
    mine = answers["pairs"].frame.set_index("about")["value"].drop("all")
    assert mine.to_dict() == pytest.approx(by_player.to_dict())
    hidden = placed[placed["out_hidden"]]["card_out"]
    assert answers["hidden"].frame["value"][0] == pytest.approx(hidden.mean())
    assert answers["draws"].answer.reference == pytest.approx(760 / 150)


def test_draws_are_near_the_mean_of_the_deck(answers):
    """Chance alone decides them, so the deck's mean lies in nearly every interval."""
    whole = answers["draws"].frame.iloc[0]
    assert whole["low"] - 0.2 < answers["draws"].answer.reference < whole["high"] + 0.2


def test_moments_are_decisions_of_the_games(run, answers):
    """Of rounds it is the one that ended them; a broken pair's is its placing."""
    rows = run.decisions.set_index(["game_id", "decision"])
    for key, column in [("pairs", "broke_pair"), ("ends", "ended_round")]:
        for moment in answers[key].moments.itertuples():
            assert rows.loc[(moment.game_id, moment.decision), column]
    texts = answers["pairs"].moment_texts()
    assert all(
        re.fullmatch(r".+, round \d+: place \w\d \(from a pair of −?\d+\)", text) for text in texts
    )


def test_a_moment_opens_on_the_board(answers):
    """The first of the list is shown; a click on another one's row opens its game."""
    board = answers.board("pairs", display=False)
    moments = answers["pairs"].moments
    assert (board.game_id, board.decision) == tuple(moments.iloc[0][["game_id", "decision"]])
    (rows,) = board._beside
    last = len(moments) - 1
    rows._receive(
        rows, {"type": "show", "decision": int(moments["decision"][last]), "row": last}, None
    )
    assert (board.game_id, board.decision) == tuple(moments.iloc[last][["game_id", "decision"]])


@pytest.mark.seconds
def test_people_s_decisions_cost_what_regret_says(ana):
    """The dearest ones first, each with the better action."""
    answers = insights(ana, progress=False)
    costs = regret(ana, progress=False)
    found = answers["regret"]
    assert found.frame["value"][0] == pytest.approx(costs["cost"].mean())
    assert found.moments["value"].tolist() == costs["cost"].nlargest(5).tolist()
    best = costs.set_index("decision")["best"]
    assert found.moments["best"].tolist() == [best[n] for n in found.moments["decision"]]
    assert " instead of " in found.moment_texts()[0]
    assert " au lieu de " in found.moment_texts("fr")[0]
    assert not found.enough  # one game has no interval
    assert "An interval needs 30 games." in found.caption()


@pytest.mark.seconds
def test_bots_decisions_cost_chances_to_win(run):
    """As `decision_values` has them."""
    values = decision_values(run, sample=12, worlds=8, seed=1, progress=False)
    mine = insights(run, decision_values=values)["regret"]
    assert mine.frame["unit"][0] == "%"
    assert mine.frame["value"][0] == pytest.approx(values.frame["regret"].mean())
    assert "of the chance to win" in mine.sentence()


def test_the_moments_of_one_player(answers, run):
    """The numbers are the same."""
    mine = insights(run, player="greedy")
    assert set(mine["pairs"].moments["player"]) == {"greedy"}
    pd.testing.assert_frame_equal(mine.frame, answers.frame)
    with pytest.raises(RulesError, match="nobody is called so"):
        insights(run, player="gredy")


def test_what_games_do_not_tell_is_a_line():
    """A run without decisions, a game without grids, a table that has just begun."""
    bare = insights(simulate("skyjo", ["greedy", "random"], games=3, seed=1, progress=False))
    assert bare["pairs"].sentence().startswith("No decisions were kept")
    assert bare["starter"].frame["n"][0] == 3
    piles = insights(simulate("skip-bo", ["greedy", "random"], games=2, seed=1, progress=False))
    assert piles["doubling"].sentence() == "Whoever ends a round pays no penalty here."
    assert piles["columns"].sentence() == "There are no columns to clear."
    assert len(piles["ends"].moments)
    begun = insights(play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False))
    assert {insight.answer for insight in begun} == {None}
    assert begun.frame.empty
    assert "No round is over." in begun.html()
    with pytest.raises(RulesError, match="there is no moment to open"):
        begun.board()


def test_undone_decisions_and_practice_do_not_count():
    """A broken pair that was taken back."""
    small = {"columns": 2, "rows": 2, "clear": 2, "turned": 2}
    h = prepared(["1 2 3 4", "5 6 7 8"], discard=9, **small)
    moves(h, "flip a1", "flip b1", "flip a1", "flip b1", "take", "place a2")
    h.undo(len(h.decisions) - 1)
    moves(h, "place b2")
    counted = insights(Log([h]), practice=True)
    assert counted["hidden"].frame["n"].tolist() == [1, 0]
    with pytest.raises(RulesError, match="practice=True"):
        insights(Log([h]))


@pytest.mark.seconds
def test_a_page_links_each_moment_to_its_replay(ana, tmp_path):
    """Without replays it names the decision and the game."""
    answers = insights(ana, progress=False)
    page = answers.to_html(tmp_path / "ana.html", replays=True).read_text("utf-8")
    (file,) = (tmp_path / "ana-games").iterdir()
    links = re.findall(r'href="([^"]+)"', page)
    assert set(links) == {
        f"ana-games/{file.name}#d{moment.decision}" for moment in answers.moments.itertuples()
    }
    plain = answers.to_html(tmp_path / "plain.html").read_text("utf-8")
    assert "href" not in plain
    assert f"of {ana.history.game_id}" in plain
    for text in (page, plain):
        assert "<script" not in text
        assert text.count('<section class="insight">') == 10
    with pytest.raises(RecordError, match="there is such a file already"):
        answers.to_html(tmp_path / "ana.html")


def test_it_speaks_french(answers, tmp_path):
    """Questions, answers, labels and moments; a page in another language than the cell."""
    page = answers.to_html(tmp_path / "fr.html", lang="fr").read_text("utf-8")
    assert '<html lang="fr">' in page
    assert "Défait-on souvent une paire\u00a0?" in page
    assert "joue en premier" in page
    assert "plays first" not in page
    assert "Celui qui joue le premier gagne" in answers["starter"].sentence("fr")
    cell = answers.html("fr")
    assert "À regarder" in cell
    assert "Ten questions" not in cell


@pytest.mark.seconds
def test_many_games_from_a_folder(tmp_path):
    """Records of tables and a run, read together."""
    for seed in (1, 2):
        table = play("skyjo", ["bot:greedy", "bot:random"], seed=seed, target=1, display=False,
                     record=tmp_path / f"{seed}.jsonl")  # fmt: skip
        table.run()
        table.close()
    simulate("skyjo", ["greedy", "random"], games=3, seed=1, decisions=True, progress=False,
             to=tmp_path / "run")  # fmt: skip
    answers = insights(load_all(tmp_path))
    assert answers["starter"].frame["n"][0] in (2, 3, 5)  # a row for each version
    assert answers["swing"].data["game_id"].nunique() == 5
    assert answers.board(display=False).decision is not None


def test_an_unknown_question_is_named(answers):
    """With those there are."""
    with pytest.raises(RulesError, match="did you mean 'pairs'"):
        answers["pair"]
