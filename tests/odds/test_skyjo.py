"""Exact odds, held against full enumeration by the engine and against simulation."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from skyjo_widget import Deck, RulesError, SkyjoRules, play, simulate
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.grids.rules import reveal
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.odds import SkipBoOdds, SkyjoOdds
from skyjo_widget.odds.grid_columns import Column, distribution
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.strategies.observation import Observation
from tests.fixtures.paths import ROOT

SMALL = Deck.from_counts([(-2, 3), (3, 6), (9, 4)])
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 9))]
LITTLE = {"columns": 2, "rows": 2, "clear": 2, "turned": 1}


def positions(seed, rules, deck=SMALL, players=2, limit=40):
    """Moments of a random game: the true state, the rule codes."""
    rng = np.random.default_rng(seed)
    r = rules.codes(players, deck)
    s = SKYJO.state()
    SKYJO.start(s, r)
    for _ in range(limit):
        while s.phase in SKYJO.idle_phases:
            if s.phase == SKYJO.shuffle_phase:
                shuffle(rng, s.draw, s.draw_size)
            elif s.phase == SKYJO.round_over:
                return
            SKYJO.proceed(s, r)
        if s.phase == SKYJO.game_over:
            return
        yield s, r
        acts = SKYJO.legal_actions(s, r)
        SKYJO.apply(s, r, acts[rng.integers(len(acts))])


def lying(s, r):
    """Return the cards that may lie face down and that may be drawn, by number, as they really lie.

    One set until the draw pile is made of discards, then two: everybody has seen its cards.
    """
    down = Counter(r.value[card] for row in s.under for card in row if card >= 0)
    draw = Counter(r.value[card] for card in s.draw[: s.draw_size])
    return (down, draw) if s.reshuffled_size else (down + draw, None)


def worlds(s, r, odds):
    """Each way in which a seat's hidden cards and the next card may lie, and how many there are."""
    seat = s.seat
    hidden = [i for i in range(r.cells) if s.grid[seat][i] == UNKNOWN]
    kinds = {r.value[kind]: kind for kind in range(r.kinds)}
    recycled = s.draw_size == 0
    down, draw = lying(s, r)

    def deal(left, cells, ways):
        if not cells:
            yield [], left, ways
            return
        for value, n in left.items():
            if n:
                rest = {**left, value: n - 1}
                for dealt, after, of in deal(rest, cells[1:], ways * n):
                    yield [value, *dealt], after, of

    for dealt, rest, ways in deal(down, hidden, 1):
        for top, n in (odds.next_draw.counts if recycled else draw or rest).items():
            if n:
                world = copy(s)
                for cell, value in zip(hidden, dealt, strict=True):
                    world.under[seat][cell] = kinds[value]
                for p in range(r.players):
                    for i in range(r.cells):
                        if p != seat and world.grid[p][i] == UNKNOWN:
                            world.under[p][i] = kinds[next(iter(odds.unseen.counts))]
                if not recycled:
                    world.draw[world.draw_size - 1] = kinds[top]
                yield world, kinds[top], ways * n


def ended(world, r, seat):
    """Return the count of the seat's cards if the round ends there."""
    last = copy(world)
    last.ender = max(last.ender, 0)
    reveal(last, r)
    return last.raw[seat]


def mean(rows):
    """The mean of numbers with weights."""
    rows = list(rows)
    return Fraction(sum(x * n for x, n in rows), sum(n for _, n in rows))


def after(world, r, action):
    """The world after an action."""
    done = copy(world)
    SKYJO.apply(done, r, action)
    return done


def best_mean(weighted, r, seat, actions):
    """The lowest mean that one of some actions gives; a discard is followed by the best turn."""
    means = []
    for action in actions:
        outcomes = [(after(world, r, action), n) for world, n in weighted]
        if SKYJO.action_text(action, r) in {"discard", "take"}:
            means.append(best_mean(outcomes, r, seat, SKYJO.legal_actions(outcomes[0][0], r)))
        else:
            means.append(mean((ended(world, r, seat), n) for world, n in outcomes))
    return min(means)


@pytest.mark.seconds
@pytest.mark.parametrize("clear_at_reveal", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_odds_are_those_of_full_enumeration(seed, clear_at_reveal):
    """Scores, cards and the value of each action, to the fraction, in every phase."""
    rules = SkyjoRules(**LITTLE, clear_at_reveal=clear_at_reveal)
    met = set()
    apart = 0
    for s, r in positions(seed, rules):
        apart += s.reshuffled_size > 0
        seen = Observation(SKYJO, s, r, SMALL, s.seat)
        odds = SkyjoOdds(seen)
        every = list(worlds(s, r, odds))
        total = sum(n for _, _, n in every)
        scores, tops = Counter(), Counter()
        for world, top, n in every:
            scores[ended(world, r, s.seat)] += Fraction(n, total)
            tops[r.value[top]] += Fraction(n, total)
        assert odds.score() == dict(sorted(scores.items()))
        assert odds.mean == sum(score * chance for score, chance in scores.items())
        assert {v: odds.next_draw.chance(v) for v in odds.next_draw.counts} == tops
        assert (odds.law, odds.law.expectation) == (tops, sum(v * c for v, c in tops.items()))
        assert odds.law.variance == sum(
            (v - odds.law.expectation) ** 2 * c for v, c in tops.items()
        )
        assert (odds.X <= 3).probability == sum(c for v, c in tops.items() if v <= 3)
        assert odds.score().variance == sum((x - odds.mean) ** 2 * c for x, c in scores.items())
        if not s.draw_size:
            continue
        now = mean((ended(world, r, s.seat), n) for world, _, n in every)
        for valued, action in zip(odds.actions, SKYJO.legal_actions(s, r), strict=True):
            met.add(valued.action.split()[0])
            if valued.action == "draw":
                points = Fraction(0)
                for top in {top for _, top, _ in every}:
                    drawn = [(after(world, r, action), n) for world, t, n in every if t == top]
                    low = best_mean(drawn, r, s.seat, SKYJO.legal_actions(drawn[0][0], r))
                    points += low * Fraction(sum(n for _, n in drawn), total)
            else:
                points = best_mean([(world, n) for world, _, n in every], r, s.seat, [action])
            assert valued.points == points - now, (valued, SKYJO.state_text(s, r, SMALL))
    assert {"draw", "take", "place", "flip"} <= met
    assert apart or seed


def test_a_distribution_with_taller_columns_is_that_of_all_deals():
    """Groups smaller than a column, negative cards, columns with gaps."""
    unseen = Unseen({-2: 2, 0: 1, 4: 3, 7: 2})
    cards = [v for v, n in unseen.counts.items() for _ in range(n)]
    columns = (Column((4, -2), 2), Column((7,), 2), Column((), 0), Column((-2, -2), 1))
    for clear in (0, 2, 3):
        totals = Counter()
        deals = list(itertools.permutations(cards, 5))
        for a, b, c, d, e in deals:
            total = 0
            for column in ((4, -2, a, b), (7, c, d), (), (-2, -2, e)):
                for v in set(column):
                    n = column.count(v)
                    total += v * (n % clear if clear else n)
            totals[total] += 1
        assert distribution(columns, unseen, clear) == {
            total: Fraction(n, len(deals)) for total, n in sorted(totals.items())
        }


def table(seed=3):
    """A game of Skyjo, decision after decision, to the end of a round."""
    session = play("skyjo", ["Ana", "Bo"], seed=seed, record=False, display=False)
    while session.seat is not None:
        yield session
        session.act(session.legal[0])


def test_odds_of_a_whole_deck_agree_with_simulation():
    """Within four standard errors, with 12 cards hidden and with few."""
    rng = np.random.default_rng(5)
    for session in itertools.islice(table(), 4, 60, 18):
        odds = session.odds()
        cards = [v for v, n in odds.unseen.counts.items() for _ in range(n)]
        totals = []
        for _ in range(3000):
            dealt = iter(rng.permutation(cards).tolist())
            total = 0
            for visible, hidden in odds.columns:
                column = [*visible, *itertools.islice(dealt, hidden)]
                total += sum(v for v in column if column.count(v) < 3)
            totals.append(total)
        error = np.std(totals) / len(totals) ** 0.5
        assert abs(float(odds.mean) - np.mean(totals)) <= 4 * error + 1e-9
        score = odds.score()
        assert sum(score.values()) == 1
        low = float(sum(chance for points, chance in score.items() if points <= 40))
        error = (max(low * (1 - low), 1e-9) / len(totals)) ** 0.5
        assert abs(low - np.mean(np.array(totals) <= 40)) <= 4 * error + 1e-9


def test_the_chance_of_one_among_the_next_cards():
    """By hand: two of five, two cards drawn."""
    unseen = Unseen({4: 2, 9: 3})
    assert unseen.one_in(4, 1) == Fraction(2, 5)
    assert unseen.one_in(4, 2) == 1 - Fraction(3, 5) * Fraction(2, 4)
    assert unseen.one_in(4, 4) == 1
    assert unseen.one_in(7, 5) == unseen.one_in(7, 50) == 0


def test_who_remembers_less_reckons_with_more_cards():
    """The table shows the discard pile's top card; memory holds all of it."""
    session = next(itertools.islice(table(), 40, None))
    seen = session.observation()
    perfect, forgetful = SkyjoOdds(seen), SkyjoOdds(seen, "table")
    buried = len(seen.discard) - 1
    assert buried > 5
    assert forgetful.unseen.total == perfect.unseen.total + buried
    assert Counter(forgetful.unseen.counts) - Counter(perfect.unseen.counts) == Counter(
        int(card) for card in seen.discard[:-1]
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_chance_to_be_doubled_is_that_of_all_deals(seed):
    """Exact near a round's end; simulated before, within four standard errors."""
    rules = SkyjoRules(**LITTLE)
    exact = simulated = 0
    for s, r in positions(seed, rules, players=2):
        odds = SkyjoOdds(Observation(SKYJO, s, r, SMALL, s.seat))
        cards = list(lying(s, r)[0].elements())
        cells = [(p, i) for p in range(2) for i in range(r.cells) if s.grid[p][i] == UNKNOWN]
        if len(cells) > 3:
            continue
        kinds = {r.value[kind]: kind for kind in range(r.kinds)}
        hits, every = 0, 0
        for dealt in itertools.permutations(cards, len(cells)):
            world = copy(s)
            for (p, i), value in zip(cells, dealt, strict=True):
                world.under[p][i] = kinds[value]
            world.ender = s.seat
            reveal(world, r)
            hits += world.score[s.seat] != world.raw[s.seat]
            every += 1
        penalty = odds.doubled()
        if penalty.error is None:
            exact += 1
            assert penalty.value == Fraction(hits, every)
        else:
            simulated += 1
            assert abs(float(penalty.value) - hits / every) <= 4 * penalty.error + 1e-3
    assert exact + simulated > 0


def test_what_would_clear_a_column():
    """Two equal cards lie in it; so many of the third are unseen."""
    for session in itertools.islice(table(9), 120):
        odds = session.odds()
        if odds.completing:
            ((value, copies), *_) = odds.completing.items()
            assert any(column.visible.count(value) == 2 for column in odds.columns)
            assert copies == odds.unseen[value]
            return
    raise AssertionError("no such column in this game")


def test_a_column_that_cannot_be_full_again_is_not_completed():
    """Two equal cards beside an empty place clear with no third one."""
    deck = Deck.from_counts([(3, 8), (9, 8)])
    rules = SkyjoRules(columns=2, rows=3, clear=3, turned=1)
    s, r = next(positions(1, rules, deck))
    s.seat, three, nine = 0, 0, 1
    s.grid[0][:6] = [three, nine, three, NO_CARD, UNKNOWN, nine]
    odds = SkyjoOdds(Observation(SKYJO, s, r, deck, 0))
    assert odds.completing == {3: odds.unseen[3]}
    s.grid[0][4] = NO_CARD
    assert SkyjoOdds(Observation(SKYJO, s, r, deck, 0)).completing == {}


@pytest.mark.seconds
def test_a_score_that_is_long_to_count_is_simulated_and_says_so():
    """Four columns of three hidden cards are counted, six are dealt; both alike where both can."""
    session = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    exact, dealt = session.odds().score(), session.odds().simulated_score()
    assert (exact.error, sum(exact.values())) == (None, 1)
    assert sum(dealt.values()) == 1
    assert 0 < dealt.error < 0.01
    for points in (40, 60, 75):
        chance = float(exact.at_most(points).value)
        error = (chance * (1 - chance) / 20_000) ** 0.5
        assert abs(float(dealt.at_most(points).value) - chance) <= 4 * error
    assert dealt.at_most(60).error == pytest.approx(0.0035, abs=2e-4)
    wide = play("skyjo", ["Ana", "Bo"], columns=6, seed=1, record=False, display=False)
    assert wide.odds().score().error is not None


def test_a_rule_without_a_penalty_doubles_nothing():
    """The chance is 0, and exact."""
    session = play("skyjo", ["Ana", "Bo"], penalty_factor=1, seed=1, record=False, display=False)
    assert session.odds().doubled() == (0, None)
    doubled = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False).odds().doubled()
    assert doubled.error is not None
    assert 0.3 < doubled.value < 0.7


def test_formulas_add_up():
    """Each ends with what the action changes."""
    for session in itertools.islice(table(), 4, 80):
        for valued in session.odds().actions:
            result = valued.formula.split("=")[-1].split()[-1].replace("−", "-")
            assert abs(float(result) - float(valued.points)) < 0.006


def test_what_cannot_be_seen_changes_nothing():
    """All is reckoned from the observation."""
    session = next(itertools.islice(table(), 30, None))
    h = session.history
    other = copy(h.state)
    hidden = [(p, i) for p in range(2) for i in range(12) if other.grid[p][i] == UNKNOWN]
    (p, i), (q, j) = hidden[0], hidden[-1]
    other.under[p][i], other.draw[0] = other.draw[0], other.under[p][i]
    other.under[q][j], other.draw[1] = other.draw[1], other.under[q][j]
    assert observe(other, 0) == observe(h.state, 0)
    here, two = (
        SkyjoOdds(Observation(h.game, s, h.codes, h.deck, h.state.seat)) for s in (h.state, other)
    )
    assert (here.actions, here.score(), here.law) == (two.actions, two.score(), two.law)


@pytest.mark.parametrize("preset", ["skyjo", "newskyjo", "skip-bo"])
def test_there_are_two_memories(preset):
    """A sentence says which."""
    session = play(preset, ["Ana", "Bo", "Cy"], seed=1, record=False, display=False)
    with pytest.raises(RulesError, match="memory='good': one of perfect, table is needed"):
        session.odds(memory="good")


# Skip-Bo


def test_the_cards_that_a_seat_of_skip_bo_does_not_see():
    """All of the draw pile, below the stock piles' tops, and in others' hands; no other."""
    session = play(
        "skip-bo", ["bot:greedy"] * 3, seed=2, record=False, display=False, stock=10, rounds=1
    )
    kinds = session.deck.kinds
    met = 0
    while session.seat is not None:
        h, odds = session.history, session.odds()
        s, me = h.state, session.seat
        hidden = [*s.draw[: s.draw_size]]
        for p in range(3):
            hidden += s.stock[p][: s.stock_size[p]]
            hidden += s.hand[p][: s.hand_size[p]] if p != me else []
        numbers = Counter(0 if kinds[card].wild else kinds[card].value for card in hidden)
        assert odds.unseen.counts == dict(sorted(numbers.items()))
        forgetful = session.odds(memory="table")
        assert forgetful.unseen.total == odds.unseen.total + s.completed_size
        assert odds.needed == tuple(size + 1 for size in s.building_size[:4])
        met += s.completed_size > 0
        session.step()
    assert met > 10


def test_the_needed_numbers_of_piles_that_run_down_are_those_that_can_be_played():
    """Each number, laid into the hand, can be played if and only if it is needed."""
    session = play("skip-bo", ["bot:random"] * 2, seed=3, record=False, display=False, stock=9,
                   piles_down=True)  # fmt: skip
    met = set()
    for _ in range(150):
        h, needed = session.history, set(session.odds().needed)
        s, r = copy(h.state), h.codes
        for number in range(1, 13):
            s.hand[s.seat][:5], s.hand_size[s.seat] = [number - 1] * 5, 5
            legal = [h.game.action_text(action, r) for action in h.game.legal_actions(s, r)]
            assert (number in needed) == any(text.startswith(f"play {number} ") for text in legal)
        met.add((12 in needed, any(s.building_down)))
        session.step()
    assert len(met) > 2


def test_the_chance_to_draw_a_card_that_fits_is_that_of_all_draws():
    """Counted one by one for two cards, by the engine's own legal actions."""
    session = play("skip-bo", ["bot:plain"] * 2, seed=4, record=False, display=False, stock=5)
    for _ in range(9):
        session.step()
    odds, numbers = session.odds(), []
    for value, n in odds.unseen.counts.items():
        numbers += [value] * n
    pairs = list(itertools.combinations(numbers, 2))
    fits = sum(a == 0 or b == 0 or {a, b} & set(odds.needed) != set() for a, b in pairs)
    assert odds.helping(2) == Fraction(fits, len(pairs))
    assert odds.helping(0) == 0
    with pytest.MonkeyPatch.context() as patch:  # one card in the draw pile, then the others
        patch.setattr(odds._o, "draw_size", 1)
        patch.setattr(odds._o, "completed", [0, 0, 5])
        of_these = [kind.value or 0 for kind in (session.deck.kinds[0], session.deck.kinds[5])]
        fits = [value in {*odds.needed, 0} for value in (of_these[0], of_these[0], of_these[1])]
        first = odds.unseen.one_in({*odds.needed, 0}, 1)
        chance = 1 - (1 - first) * Fraction(fits.count(False), 3)
        assert odds.helping(2) == chance
    assert isinstance(odds, SkipBoOdds)
    single = "the next card fits"
    several = f"at least one of the next {odds.draws} cards fits"
    assert (single if odds.draws == 1 else several) in repr(odds) or not odds.draws


@pytest.mark.parametrize("name", ["odds.md", "odds.fr.md"])
def test_the_page_shows_what_is_true(name, capsys):
    """Its examples as they stand, with their outputs."""
    page = (ROOT / "docs" / name).read_text("utf-8")
    assert page.count("```text") == 2
    for code, output in re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL):
        exec(code, {})
        assert capsys.readouterr().out == output


@pytest.mark.parametrize("name", ["odds.md", "odds.fr.md"])
def test_each_figure_in_the_text_of_the_page_is_computed(name):
    """It stands in an output, which the test above computes, or follows here."""
    table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    for _ in range(40):
        table.act(table.odds().best.action)
    chance = float(table.odds().p("S <= 40"))
    room = 1.96 * (chance * (1 - chance) / 20_000) ** 0.5
    assumed = {"0.05", "1/3"}  # an example of a change, and one card of three
    assumed |= {f"{chance:.3f}", f"{room:.3f}"}
    page = (ROOT / "docs" / name).read_text("utf-8")
    outputs = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    prose = re.sub(r"```.*?```|`[^`]*`|\d+,000\b", " ", page, flags=re.DOTALL)

    def figures(text: str) -> set[str]:
        return {number.replace(",", ".") for number in re.findall(r"\d+/\d+|\d+[.,]\d+", text)}

    assert figures(prose) <= figures("\n".join(outputs)) | assumed
    assert {"604/122", "5.01", "6.98"} <= figures(prose)


@pytest.mark.seconds
def test_whoever_plays_by_points_now_beats_chance():
    """The measure is worth something, if not all."""

    def now(obs):
        return SkyjoOdds(obs).best.action

    result = simulate("skyjo", [now, "random"], games=12, seed=1, target=30, progress=False)
    assert result.summary["win_rate"][0] > 0.9
