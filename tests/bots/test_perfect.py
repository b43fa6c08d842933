"""`perfect` on its solved boards: its values, its play, and what the odds show of it."""

from __future__ import annotations

import itertools
import re
import time
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.solved import KINDS
from benchmarks.solved.play import ENDLESS, OUTCOME, START, duel
from benchmarks.solved.solver import solved
from scripts import skyjo_perfect as made
from skyjo_widget import (
    Deck,
    RulesError,
    bots,
    compare,
    play,
    position,
    simulate,
    tournament,
    verify,
)
from skyjo_widget.bots import skyjo_perfect
from skyjo_widget.bots.skyjo import NAMES
from skyjo_widget.bots.skyjo_boards import COLUMN, FOUR
from skyjo_widget.bots.skyjo_perfect import BOARDS, SCALE, Perfect, early, solution
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.options import SkyjoRules
from skyjo_widget.simulation import executors
from skyjo_widget.util.intervals import mean_interval
from tests.fixtures.last_turns import go_on

SQUARE = {
    "columns": 2,
    "rows": 2,
    "clear": 2,
    "deck": Deck.from_counts([(n, 25) for n in range(6)]),
}
OPTIONS = [{"columns": 1}, SQUARE]
PLAYED = [
    COLUMN._replace(rules=SkyjoRules(columns=1, turned=1)),
    FOUR._replace(rules=SkyjoRules(columns=2, rows=2, clear=2)),
]
ROUNDS = 4000
both = pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)


def table(players=("Ana", "Bo"), record=False, **options):
    """A table, not shown."""
    return play("skyjo", list(players), seed=3, record=record, display=False, **options)


def worth(seats, discard, **options):
    """Return each action's worth to the first player at a position of one column."""
    options = {"columns": 1, "turned": 0} | options
    there = position("skyjo", seats, discard=discard, to_move="Ana", **options)
    odds = play(there, record=False, display=False).odds()
    return {valued.action: valued.worth for valued in odds.actions}


# The values


def test_the_values_are_those_that_their_digest_names():
    """So that no other file is shipped by mistake."""
    assert skyjo_perfect.digest() == skyjo_perfect.DIGEST
    assert skyjo_perfect.FILE.stat().st_size < 300_000


@pytest.mark.slow
def test_the_file_is_what_the_solver_gives():
    """Every array, to a step."""
    with np.load(skyjo_perfect.FILE) as file:
        values = made.values()
        assert set(file) == set(values)
        for name, array in values.items():
            assert np.abs(file[name].astype(int) - array).max() <= 1


@pytest.mark.slow
@both
def test_last_turns_are_computed_as_they_are_solved(board):
    """To the last digit; all others within half a step."""
    t, exact = solution(board), solved(board)
    late = ~early(t)
    for part, there in ((t.value, exact.value), (t.drawing, exact.drawing)):
        assert np.abs(part - there)[late].max() < 1e-9
        assert np.abs(part - there).max() <= 0.5 / SCALE + 1e-6


def after_last_turn(mine, other):
    """Return the expected points by which one is better off than the ender, hidden cards None."""
    chances = {value: n / 150 for value, n in COLUMN.deck.counts}
    total = 0.0
    for cards in itertools.product(chances, repeat=mine.count(None)):
        chance = np.prod([chances[card] for card in cards])
        left = iter(cards)
        grid = [next(left) if card is None else card for card in mine]
        own = 0 if len(set(grid)) == 1 else sum(grid)
        total += chance * ((2 * other if own <= other and other > 0 else other) - own)
    return total


def test_a_last_turn_is_worth_what_is_counted_by_hand():
    """Each card that comes, wherever it is placed, and the ender's penalty."""
    actions = worth({"Ana": ["5", "5", "?"], "Bo": ["1", "2", "3"]}, "5 9")
    assert actions["take"] == pytest.approx(12)  # it clears the column: Bo's 6 are doubled
    drawn = 0.0
    for card, count in COLUMN.deck.counts:
        ways = [[5, 5, card], [card, 5, None], [5, 5, None]]
        drawn += count / 150 * max(after_last_turn(way, 6) for way in ways)
    assert actions["draw"] == pytest.approx(drawn)


# Its play


@pytest.mark.slow
@pytest.mark.parametrize("board", PLAYED, ids=lambda board: board.name)
def test_rounding_loses_less_than_a_thousandth_of_a_point(board):
    """A round of the bot against the exact optimal player; as many rounds end."""
    t = solved(COLUMN if board.rules.columns == 1 else FOUR)
    rows = duel(board, t, "perfect", ROUNDS, seed=1)
    lost = rows[:, [*KINDS.values()]].sum(axis=1)
    assert (lost > -1e-4).all()
    assert lost.mean() < 0.001
    exact = duel(board, t, "optimal", ROUNDS, seed=1)
    assert rows[:, ENDLESS].mean() < exact[:, ENDLESS].mean() + 0.03


@pytest.mark.slow
@pytest.mark.parametrize("board", PLAYED, ids=lambda board: board.name)
def test_cards_that_arent_replaced_change_little(board):
    """On 150 cards a bot's outcome is that of its regrets, as with replacement."""
    t = solved(COLUMN if board.rules.columns == 1 else FOUR)
    for number, bot in enumerate(NAMES[1:]):
        rows = duel(board._replace(replaced=False), t, bot, 20_000, seed=number)
        gap = rows[:, OUTCOME] - rows[:, START] + rows[:, [*KINDS.values()]].sum(axis=1)
        assert abs(mean_interval(gap).mean) < 0.5, bot


@pytest.mark.parametrize("options", OPTIONS, ids=["column", "square"])
def test_it_never_does_what_is_worth_less(options):
    """In rounds of the engine, against random actions: best to a rounding error."""
    codes = table(**options).history.codes
    rng, bot = np.random.default_rng(5), Perfect()
    decisions = 0
    for _ in range(12):
        s = SKYJO.state()
        SKYJO.start(s, codes)
        while s.phase not in (SKYJO.round_over, SKYJO.game_over) and s.turn <= 30:
            action = 0
            if s.phase not in SKYJO.idle_phases:
                o = observe(s, s.seat)
                points = bot.worth(o, codes)
                assert list(points) == SKYJO.legal_actions(s, codes)
                best = bot.act(o, codes, None)
                assert points[best] >= max(points.values()) - skyjo_perfect.TIED
                decisions += 1
                action = best if s.seat else int(rng.choice(list(points)))
            go_on(s, codes, lambda _, action=action: action, rng)
    assert decisions > 100


@pytest.mark.seconds
@pytest.mark.parametrize("options", OPTIONS, ids=["column", "square"])
@pytest.mark.parametrize("rival", ["greedy", "threshold(2)", "expected", "careful", "learned"])
def test_no_rule_bot_gains_on_it(rival, options):
    """On average, over the same deals with the seats exchanged."""
    comparison = compare("perfect", rival, games=400, seed=2, target=1, progress=False, **options)
    assert comparison.low < 0
    if rival in ("greedy", "threshold(2)"):
        assert comparison.high < 0


# The three surprises


def test_at_the_first_turn_only_minus_2_to_0_are_taken():
    """With all cards hidden, a 1 is worth less than a draw."""
    hidden = {"Ana": ["?"] * 3, "Bo": ["?"] * 3}
    taken = []
    for top in range(-2, 13):
        actions = worth(hidden, str(top))
        if actions["take"] > actions["draw"]:
            taken.append(top)
    assert taken == [-2, -1, 0]


@pytest.mark.slow
def test_4_and_more_are_almost_never_taken_and_enders_are_doubled():
    """In rounds of two perfect players; an ender who is doubled was right on average."""
    played = simulate(
        "skyjo",
        ["perfect", "perfect"],
        games=1000,
        seed=1,
        columns=1,
        turned=0,
        target=1,
        decisions=True,
        progress=False,
    )
    decisions = played.decisions
    tops = decisions[decisions.phase == "choose"]
    high = tops[tops.discard_top.astype(int) >= 4]
    assert len(high) > 5000
    assert (high.action == "take").mean() < 0.01
    enders = played.rounds[played.rounds.ender & played.rounds.finished]
    doubled = mean_interval((enders.penalty > 0).to_numpy(float))
    assert doubled.low < 0.22 < doubled.high


# Tables


def test_other_boards_are_refused_by_name():
    """In the user's language, wherever a bot is seated; the boards are listed."""
    boards = re.escape("columns=1; columns=2, rows=2, clear=2")
    with pytest.raises(RulesError, match=f"on boards that are solved.*{boards}"):
        table(["Ana", "bot:perfect"])
    with pytest.raises(RulesError, match="petits plateaux résolus"):
        table(["Ana", "bot:perfect"], lang="fr")
    for wrong in (
        {"columns": 2},
        {"columns": 1, "penalty_factor": 3},
        {"columns": 1, "ender_safe": "lowest"},
        {"columns": 1, "cleared_to": "out of the game"},
        {"columns": 1, "deck": Deck.from_counts([(n, 10) for n in range(15)])},
    ):
        with pytest.raises(RulesError, match="boards that are solved"):
            table(["Ana", "bot:perfect"], **wrong)
    with pytest.raises(RulesError, match="boards that are solved"):
        table(["Ana", "Bo", "bot:perfect"], columns=1)
    with pytest.raises(RulesError, match="boards that are solved"):
        simulate("skyjo", ["perfect", "greedy"], games=2, seed=1)
    with pytest.raises(RulesError, match="boards that are solved"):
        tournament(["perfect", "greedy"], games=2, seed=1, progress=False)
    seated = table()
    with pytest.raises(RulesError, match="boards that are solved"):
        seated.replace(1, "bot:perfect")
    assert seated.players[1].name == "Bo"


def test_it_takes_no_number_and_plays_no_other_game():
    """As its name is refused elsewhere."""
    with pytest.raises(RulesError, match="perfect takes no number"):
        bots.find("skyjo", "perfect(3)")
    with pytest.raises(RulesError, match="is no bot of newskyjo"):
        bots.find("newskyjo", "perfect")


@pytest.mark.parametrize("options", OPTIONS, ids=["column", "square"])
def test_it_plays_games_at_a_table(options):
    """And they can be verified from the seed."""
    played = table(["bot:perfect", "bot:greedy"], record="game.jsonl", **{"target": 30, **options})
    played.run(rounds=True)
    assert played.over
    assert verify("game.jsonl").code == 0


# The odds


def test_the_odds_show_what_each_action_is_worth():
    """The best first, in both languages, as text and HTML; in the frame of the actions."""
    seen = table(["Ana", "bot:perfect"], columns=1, turned=0)
    while seen.waiting == "bot":
        seen.step()
    odds = seen.odds()
    codes = seen.history.codes
    points = Perfect().worth(seen.observation().seen, codes)
    worths = {valued.action: valued.worth for valued in odds.actions}
    assert worths == {SKYJO.action_text(action, codes): p for action, p in points.items()}
    best = max(worths.values())
    assert f"{best:.2f}" in str(odds).partition("worth of each action")[2].splitlines()[1]
    assert "The worth of each action" in odds.html()
    french = odds.html("fr")
    assert "La valeur de chaque action" in french
    assert f"{best:+.2f}".replace(".", ",").replace("-", "−") in french
    assert "worth" not in str(table().odds())
    assert {valued.worth for valued in table().odds().actions} == {None}


def test_hidden_cards_make_no_difference():
    """The worth comes from the observation: as the unseen cards are exchanged, it stays."""
    seen = table(columns=1, turned=1)
    for _ in range(6):
        seen.act(seen.legal[0])
    s, codes = seen.history.state, seen.history.codes
    before = Perfect().worth(observe(s, s.seat), codes)
    places = [(s.under[p], i) for p in range(2) for i in range(3) if s.under[p][i] != NO_CARD]
    places += [(s.draw, i) for i in range(s.draw_size)]
    cards = [pile[i] for pile, i in places]
    for (pile, i), card in zip(places, reversed(cards), strict=True):
        pile[i] = card
    assert cards != cards[::-1]
    assert Perfect().worth(observe(s, s.seat), codes) == before


def test_the_first_cards_are_turned_where_it_is_worth_most():
    """On 2 × 2: after a low card, a second one in the same column is worth another amount."""
    seen = table(**SQUARE)
    seen.act("flip a1")
    worths = {valued.action: valued.worth for valued in seen.odds().actions}
    assert worths["flip b1"] == pytest.approx(worths["flip b2"])
    assert worths["flip a2"] != pytest.approx(worths["flip b1"], abs=0.01)
    codes, o = seen.history.codes, seen.observation().seen
    wanted = max(worths, key=worths.__getitem__)
    action = SKYJO.action_text(Perfect().act(o, codes, None), codes)
    assert worths[action] == worths[wanted]


def test_loading_the_values_is_no_playing(monkeypatch):
    """They are there before the clock starts that tells how fast games are played."""
    asked, at_start = [], []
    loaded, clock = skyjo_perfect.solution, time.perf_counter

    def load(board):
        asked.append(board)
        return loaded(board)

    def read():
        at_start.append(list(asked))
        return clock()

    monkeypatch.setattr(skyjo_perfect, "solution", load)
    timed = SimpleNamespace(perf_counter=read, monotonic=time.monotonic)
    monkeypatch.setattr(executors, "time", timed)
    compare(lambda o: o.legal[0], "perfect", games=40, seed=1, progress=False, columns=1, target=1)
    assert at_start[0] == [COLUMN]
