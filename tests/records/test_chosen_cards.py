"""Records of games whose cards were chosen: a position, or the order of the first deal."""

from __future__ import annotations

import json

import pytest

from skyjo_widget import RulesError, load, load_all, play, position, replay, verify
from skyjo_widget.errors import RecordError
from tests.fixtures import tables

SEATS = {"Ana": ["4 ? 12 5", "? ? 3 ?", "? ? ? ?"], "bot:greedy": None}
GAMES = {
    "skyjo": lambda: position("skyjo", SEATS, discard=[2], seed=7),
    "newskyjo": lambda: position("newskyjo", dict.fromkeys("ABC"), discard=[12], seed=7),
    "skip-bo": lambda: position(
        "skip-bo", {"Ana": {"stock": [7, 12]}, "Bo": {"stock": [8, 3]}}, building=[3], seed=7
    ),
}  # fmt: skip


def written(path, made, moves: int = 6):
    """A record of a game at a position, with some moves."""
    session = play(made, record=path, display=False)
    for _ in range(moves):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    session.close()
    return session


def spoilt(path, **keys):
    """Rewrite the first line of a record without its links."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines[0] |= keys
    for line in lines:
        line.pop("chain", None)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_written_and_read_back(tmp_path, game):
    """The game is resumed and replayed from there."""
    path = tmp_path / "a.jsonl"
    made = GAMES[game]()
    session = written(path, made)
    other = load(path, display=False)
    assert other.history.state == session.history.state
    other.close()
    shown = replay(path, display=False)
    assert len(shown) == 7
    shown.position = 0
    assert shown.board.view["phase"] == made.game.phases[made.table.phase]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_no_proved_deal(tmp_path, game):
    """All else is proved; the finding says what was chosen and what follows from the seed."""
    path = tmp_path / "a.jsonl"
    written(path, GAMES[game]())
    found = verify(path)
    assert found.code == 3
    assert set(found.frame.loc[0, ["rules", "rows", "links", "bots"]]) == {"proved"}
    assert found.frame.loc[0, "deals"] == "not proved"
    assert "the others are the seed's" in found.findings.loc[0, "text"]
    assert "position" in found.html("fr")
    with pytest.warns(UserWarning, match="proved"):
        assert not load_all(tmp_path, verified=True).games["game_id"].count()


def test_unseen_cards_that_arent_the_seeds_are_refuted(tmp_path):
    """As after a look at other seeds."""
    path = tmp_path / "a.jsonl"
    written(path, GAMES["skyjo"]())
    spoilt(path, seed=8)
    found = verify(path)
    assert found.frame.loc[0, "deals"] == "refuted"
    assert "aren't the seed's" in " ".join(found.findings["text"])


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"start": None}, "belong together"),
        ({"position": "skyjo"}, "is missing"),
        ({"position": 5}, "state text"),
        ({"position": None}, "belong together"),
        ({"order": [1]}, "no first deal"),
    ],
)
def test_a_damaged_beginning_is_refused(tmp_path, keys, says):
    """With its line."""
    path = tmp_path / "a.jsonl"
    written(path, GAMES["skyjo"]())
    spoilt(path, **keys)
    with pytest.raises(RecordError, match=f"line 1.*{says}"):
        load(path, display=False)


# The order of the deck


def ordered(order, **options):
    """A table with an order."""
    return play(
        "skyjo", ["Ana", "Bo"], order=order, **{"record": False, "display": False, **options}
    )


def test_the_deal_takes_the_cards_from_the_top():
    """Seat by seat, each grid in cell order; then the discard pile's card and the draw pile."""
    cards = [*range(1, 13), *range(12, 0, -1), 0, -1, -2]
    h = ordered([*cards, ...], seed=1).history
    assert tables.lies(h, 0).split() == [f"({n})" for n in range(1, 13)]
    assert tables.lies(h, 1).split() == [f"({n})" for n in range(12, 0, -1)]
    assert (tables.pile(h, "discard"), tables.pile(h, "draw")[:2]) == ([0], [-1, -2])
    same, other = (ordered([*cards, "…"], seed=seed).history.state for seed in (1, 2))
    assert h.state == same != other


def test_a_whole_order_and_one_of_skip_bo():
    """All cards of the deck; in Skip-Bo the cut is the seed's, the stock piles come first."""
    deck = play("skyjo", ["Ana", "Bo"], record=False, display=False).deck
    whole = [kind.card for kind in deck.kinds for _ in range(kind.count)]
    assert tables.pile(ordered(whole).history, "draw") == whole[25:]
    h = play("skip-bo", ["Ana", "Bo"], order=[1, 2, 3, "wild", ...], stock=2, display=False,
             record=False).history  # fmt: skip
    assert [tables.stock(h, seat) for seat in (0, 1)] == ["1 2", "3 wild"]


def test_only_the_first_deal_has_the_order():
    """The next round is the seed's."""
    session = play("skyjo", ["bot:greedy"] * 2, order=[12] * 10 + [...], seed=3, record=False,
                   display=False)  # fmt: skip
    session.run()
    session.next_round()
    deals = [event["order"][:10] for event in session.history.events if event["event"] == "shuffle"
             and event["for"] == "deal"]  # fmt: skip
    assert deals[0] == [12] * 10 != deals[1]
    session.again(seed=3)
    assert session.history.events[1]["order"][:10] != [12] * 10


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ([-2] * 6, "order: card 6: −2 is there 6 times, and the deck has 5"),
        ([1, 2, 99], "order: card 3: '99' is no card of this deck"),
        ([1, 2], "order: 2 cards, and the deck has 150"),
        (["?", ...], r"order: card 1: '\?' names no card"),
        ([1, ..., 2], "order: card 2: '...' is no card"),
        ("1 2", "a list of cards is needed"),
        (5, "a list of cards is needed"),
    ],
)
def test_a_wrong_order_is_refused_with_its_first_wrong_card(order, says):
    """And its place."""
    with pytest.raises(RulesError, match=says):
        ordered(order)


def test_a_refusal_of_an_order_has_the_tables_language():
    """As what a table refuses."""
    with pytest.raises(RulesError, match=r"carte 6.*le paquet en a 5"):
        ordered([-2] * 6, lang="fr")


def test_an_order_is_no_proved_deal(tmp_path):
    """The others follow from the seed; other cards than the written ones are refuted."""
    path = tmp_path / "a.jsonl"
    session = ordered([1, 2, 3, ...], record=path, seed=5)
    session.close()
    found = verify(path)
    assert found.frame.loc[0, "deals"] == "not proved"
    assert found.findings["text"].tolist() == ["3 cards of the first deal were chosen, not dealt"]
    load(path, display=False).close()
    spoilt(path, order=[2, 1, 3])
    assert verify(path).frame.loc[0, "deals"] == "refuted"
    spoilt(path, order=[99])
    with pytest.raises(RecordError, match="no card of this deck"):
        load(path, display=False)
