"""Games played with paper cards: what is written down, and what nobody may be told."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skyjo_widget
from skyjo_widget import IllegalActionError, Log, RulesError, Session, load, paper, play, regret
from skyjo_widget.board.view import build_rows, build_view
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.paper import Paper
from skyjo_widget.errors import RecordError
from skyjo_widget.records.replay import replay
from tests.fixtures.paper_games import TABLES, played, written
from tests.fixtures.paths import ROOT
from tests.reference import plain_replayer


def rows(session: Session) -> list[dict[str, Any]]:
    """The rows of the log, without what differs between people and bots."""
    h = session.history
    rows = [h.log_row(row, None) for row in h.decisions]
    left_out = ("game_id", "kind", "ms", "player")
    if h.game.private_hands:
        left_out += ("legal_actions",)  # nobody knows a hand
    return [{k: v for k, v in row.items() if k not in left_out} for row in rows]


@pytest.mark.seconds
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
@pytest.mark.parametrize("name", TABLES)
def test_a_whole_game_written_down_tells_the_same(name: str, seed: int, tmp_path: Path) -> None:
    """Rows, scores and winners are those of the same game played at a table of software."""
    model = played(name, seed)

    def sound(session: Session) -> None:
        h = session.history
        assert status(h.game, h.state, h.codes) == ()

    path = tmp_path / "game.jsonl"
    session = written(model, record=path, each=sound)
    assert rows(session) == rows(model)
    assert [r.facts for r in session.history.rounds] == [r.facts for r in model.history.rounds]
    assert session.over is model.over
    assert session.winners == model.winners
    session.close()
    reloaded = load(path, display=False)
    assert rows(reloaded) == rows(model)
    assert reloaded.winners == model.winners
    if "skip-bo" in name and any(e.get("for") == "draw" for e in session.history.events):
        return  # from which shuffle a hand's card came can't be told: the plain reader gives up
    *_, table = plain_replayer.replay(path.read_text("utf-8").splitlines(keepends=True))
    assert table.total == session.history.state.total[: len(session.players)]
    assert table.winners == [
        p for p, pl in enumerate(session.players) if pl.name in session.winners
    ]


# Facts that nobody may learn


class Redealing(Paper):
    """Deals all hidden cards that nobody has named anew, whenever something has happened."""

    rng = np.random.default_rng(0)

    def follow(self, before: Any, s: Any, action: int | None = None) -> None:
        super().follow(before, s, action)
        self.redeal(s)

    def name(self, s: Any, where: str, card: int) -> None:
        super().name(s, where, card)
        self.redeal(s)

    def redeal(self, s: Any) -> None:
        for pile in (0, 1):
            some = [p for p in self._free(self._places(s)) if p.pile == pile]
            cards = self.rng.permutation([p.card for p in some]).tolist()
            for place, card in zip(some, cards, strict=True):
                place.card = card
        self.hidden.tidy(s, self.codes)


def everything(session: Session) -> str:
    """All that leaves the kernel, and all that a cell could show."""
    h = session.history
    parts = [
        build_view(session),
        build_rows(session),
        session.legal,
        session.waiting,
        repr(session),
    ]
    parts += [str(session.observation(seat)) for seat in range(len(session.players))]
    parts += [
        session.paper.unnamed(),
        h.events[-1],
        [h.log_row(row, None) for row in h.decisions[-2:]],
    ]
    parts += [session.paper.unnamed(action) for action in session.legal]
    for wrong in ("play 1 b1", "place a1", "keep", "flip a1", "discard 3 d1", "play stock b1"):
        with h.attempt(keep=False):
            try:
                session.act(wrong)
            except (RulesError, IllegalActionError) as error:
                parts.append(str(error))
    return json.dumps(parts)


@pytest.mark.slow
@pytest.mark.usefixtures("no_clocks_or_ids")
@pytest.mark.parametrize("name", TABLES)
def test_what_lies_hidden_may_be_anything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the cards without a name are supposed to lie, no byte that leaves is another."""
    model = played(name, 5)
    seen: list[list[str]] = []
    for world in range(3):
        if world:
            Redealing.rng = np.random.default_rng(world)
            monkeypatch.setattr("skyjo_widget.records.history.Paper", Redealing)
        texts: list[str] = []

        def look(session: Session, texts: list[str] = texts) -> None:
            if len(session.history.events) % 13 == 0 or session.waiting == "cards":
                texts.append(everything(session))

        session = written(model, each=look)
        log = session.log
        texts += [
            log.decisions.to_csv(),
            log.rounds.to_csv(),
            log.games.drop(columns="path").to_csv(),
        ]
        texts += [json.dumps(session.history.events)]
        seen.append(texts)
    assert len(seen[0]) > 6
    for step, (first, other, third) in enumerate(zip(*seen, strict=True)):
        assert first == other == third, step


# Impossible entries


def begun(game: str = "skyjo", players: int = 2, **rules: Any) -> Session:
    """A table with paper cards after the deal."""
    names = ["Ana", "Ben", "Cleo", "Dan"][:players]
    session = paper(game, names, record=False, display=False, **rules)
    for where, card in zip(session.paper.unnamed(), (4, 9, 6, 2), strict=False):
        session.paper.name(where, card)
    return session


def untouched(session: Session) -> str:
    """All of a table, to see that nothing has changed."""
    h = session.history
    assert h.paper is not None
    return repr((h.state, h.paper.names, h.events, [*h._events_back()], h.decisions, session.state))


def test_a_sixth_minus_two_is_refused_at_once() -> None:
    """With what was counted where; nothing has changed then."""
    session = begun(turned=3)
    for place in ("a1", "b1", "c1"):
        session.act(f"flip {place}", card=-2)
    for place in ("a1", "b1"):
        session.act(f"flip {place}", card=-2)
    before = untouched(session)
    with pytest.raises(RulesError) as refused:
        session.act("flip c1", card=-2)
    assert str(refused.value) == (
        "the card at '1:c1' can't be -2: the deck has 5, and they are counted already: "
        "grid of seat 0 3, grid of seat 1 2"
    )
    assert untouched(session) == before
    session.act("flip c1", card=-1)


def test_a_card_that_went_into_the_new_draw_pile_lies_in_no_grid() -> None:
    """Once the discard pile was shuffled, its cards are known not to lie face down in grids."""
    deck = skyjo_widget.Deck.from_counts([(-2, 2), (1, 4), (2, 3)])
    session = paper(
        "skyjo",
        ["Ana", "Ben"],
        deck=deck,
        columns=1,
        rows=2,
        turned=1,
        clear=2,
        record=False,
        display=False,
    )  # 9 cards: 4 in grids, 1 starts the discard pile, 4 to be drawn
    session.paper.name("discard", -2)
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    for card in (-2, 1, 2, 1):
        session.act("draw")
        session.act("place a1", card=card)
    assert session.history.state.draw_size == 0
    session.act("draw")
    assert session.history.state.draw_size > 0
    with pytest.raises(RulesError, match="draw pile"):
        session.act("place a2", card=1, out=-2)
    session.act("place a2", card=-2, out=1)
    coming = sorted(session.observation().reshuffled)  # everybody knows those cards
    assert len(coming) == session.history.state.draw_size > 1
    session.paper.referee("move", source="draw pile", target="discard pile", card=coming[0])
    assert sorted(session.observation().reshuffled) == coming[1:]
    session.paper.referee("move", source="discard pile", target="draw pile")
    assert sorted(session.observation().reshuffled) == coming


@pytest.mark.parametrize(
    "cards",
    [
        {"card": 13},
        {"card": True},
        {"card": "5,5"},
        {"card": 5.0},
        {"card": None, "out": 3},
        {"card": "<b>5</b>" * 1000},
        {"card": 10**5000},
        {"card": ["5"]},
        {"card": "?"},
        {"card": "."},
        {"cards": 5},
        {"cards": {"hand": 5}},
        {"cards": {"0:a1": "5:reverse"}},
        {"cards": {5: 5}},
        {"cards": {"0:b1": 5}},
        {},
    ],
)
def test_what_is_no_card_is_refused(cards: dict[str, Any]) -> None:
    """Named in a short message; nothing has changed then."""
    session = begun()
    before = untouched(session)
    with pytest.raises(RulesError) as refused:
        session.act("flip a1", **cards)
    assert len(str(refused.value)) < 400
    assert untouched(session) == before


@pytest.mark.parametrize(
    "where", ["", "hand", "0:a9", "discard", "draw 0", "9:a1", "<b>" * 99, "0:stock"]
)
def test_no_card_lies_at_what_is_no_place(where: str) -> None:
    """A place is named as `unnamed` tells it."""
    session = begun()
    before = untouched(session)
    with pytest.raises(RulesError, match="no place where a hidden card lies"):
        session.paper.name(where, 5)
    assert untouched(session) == before


def test_only_a_game_with_paper_cards_takes_cards() -> None:
    """A table of software deals its own."""
    session = play("skyjo", ["Ana", "Ben"], record=False, display=False)
    for wrong in (
        lambda: session.act("flip a1", card=5),
        lambda: session.act("flip a1", cards={"0:a1": 5}),
    ):
        with pytest.raises(RulesError, match="paper"):
            wrong()
    assert session.paper is None


def test_too_few_people_are_refused_as_at_any_table() -> None:
    """It is the rules that say so, not a line of a record."""
    with pytest.raises(RulesError, match=r"^NewSkyjo is played by 3 to 8 players, not 2"):
        paper("newskyjo", ["Ana", "Ben"], record=False, display=False)


def test_bots_dont_play_with_paper_cards() -> None:
    """Neither from the beginning nor later."""
    with pytest.raises(RulesError, match="bot"):
        paper("skyjo", ["Ana", "bot:greedy"], record=False)
    session = begun()
    with pytest.raises(RulesError, match="bots"):
        session.replace(1, "bot:greedy")


# Entries left open, and taken back


def test_a_drawn_card_may_be_left_open_until_it_lands() -> None:
    """Nobody is told what it is; then the row of the draw tells it too."""
    session = begun(turned=1)
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    session.act("draw")
    assert session.observation().hand is None
    assert session.history.newest().card_in is None
    with pytest.raises(RulesError, match="sees"):
        session.odds()
    with pytest.raises(RulesError, match="hand"):
        session.act("discard")
    session.act("discard", card=7)
    assert [row.card_in for row in session.history.decisions[-2:]] == [7, None]
    assert session.observation().discard_top == 7


def test_a_drawn_card_may_be_named_at_once() -> None:
    """Its player sees it then, and the coach can reckon with it."""
    session = begun(turned=1)
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    session.act("draw", card=7)
    assert session.observation().hand == 7
    assert session.odds().unseen.total == 150 - 4
    session.paper.name("hand", 8)  # it was read wrong
    session.act("place b1", out=3)
    row = session.history.newest()
    assert (row.card_in, row.card_out) == (8, 3)


def test_a_card_has_one_name_at_a_time() -> None:
    """Two that differ are refused; nothing has changed then."""
    session = begun(turned=1)
    before = untouched(session)
    with pytest.raises(RulesError, match="named twice: 12 and -2"):
        session.act("flip a1", card=-2, cards={"0:a1": 12})
    assert untouched(session) == before
    session.act("flip a1", card=-2, cards={"0:a1": "-2"})
    session.act("flip a1", card=2)
    session.act("draw")
    with pytest.raises(RulesError, match="'1:b3' is named twice"):
        session.act("place b3", card=4, out=9, cards={"1:b3": 12})


def test_no_record_seats_a_bot_with_paper_cards() -> None:
    """It would play with cards that nobody has seen."""
    session = begun(turned=1)
    seat = {"event": "seat", "at": session.history.header["at"], "seat": 0}
    bot = {"name": "random", "kind": "bot", "policy": "random"}
    with pytest.raises(RecordError, match="paper cards: people play"):
        replay([*session.history.events, {**seat, "player": bot}])


def test_anything_can_be_taken_back_and_written_again() -> None:
    """With another card: what was named for a decision is to be named again."""
    session = begun(turned=1)
    session.act("flip a1", card=-2)
    session.act("flip a1", card=2)
    session.act("draw", card=7)
    session.act("place b1", out=3)
    assert session.parts.undo.undoable == "yes"
    session.undo()
    assert session.paper.unnamed("place b1") == ("hand", "1:b1")
    session.act("place b1", card=6, out=5)
    session.undo(to=0)
    session.act("flip b2", card=12)
    assert session.observation().grid[0]["b2"] == 12
    path = session.save_as("again.jsonl")
    session.close()
    reloaded = load(path, record=False, display=False)
    assert rows(reloaded) == rows(session)
    assert reloaded.history.state == session.history.state


def test_a_record_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Whatever was last: a name, a draw that is open, a round that waits for its cards."""
    model = played("skyjo", 1)
    path = tmp_path / "game.jsonl"
    written(model, record=path).close()
    whole = path.read_bytes().splitlines(keepends=True)
    ends = [0, 1, 2, len(whole) // 2, len(whole) // 2 + 1]
    ends += [n for n, line in enumerate(whole) if b'"event": "round"' in line][:1]
    for end in ends:
        part = tmp_path / f"part{end}.jsonl"
        part.write_bytes(b"".join(whole[: max(1, end)]))
        session = load(part, display=False)
        replayed = replay([json.loads(line) for line in whole[: max(1, end)]])
        if replayed.actor is not None:
            assert session.history.state == replayed.state
        for where in session.paper.unnamed():
            session.paper.name(where, lying_somewhere(session, where))
        assert session.waiting == "person" or session.history.between_rounds or session.over
        session.close()


def lying_somewhere(session: Session, where: str) -> Any:
    """A card that may lie there."""
    h = session.history
    assert h.paper is not None
    card = min(card for card, left in h.paper.left(h.state, where).items() if left)
    return h.deck.kinds[card].card


def test_a_branch_deals_all_that_nobody_has_seen(tmp_path: Path) -> None:
    """It is an ordinary table for practice; this one stays as it is."""
    session = begun(turned=1)
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    session.act("draw", card=7)
    other = session.branch(seed=1, display=False)
    assert other.observation().hand == 7
    other.act("place b1")
    assert other.history.paper is None
    third = session.branch(2, seed=2, display=False)
    third.act("draw")
    with pytest.raises(RulesError, match="nobody knows"):
        session.branch(2, anew=False, display=False)
    assert session.phase == "place drawn"


def test_a_deal_can_be_taken_back() -> None:
    """As long as nobody has decided: its cards are named again."""
    session = begun(turned=1)
    assert session.parts.undo.undoable == "yes"
    session.paper.referee("points", seat=0, points=3)
    session.undo()
    assert (session.waiting, session.paper.unnamed()) == ("cards", ("discard",))
    assert session.parts.undo.undoable == "nothing"
    session.paper.name("discard", 5)
    session.act("flip a1", card=4)
    assert session.observation(0).discard == [5]
    assert session.observation(0).total == [0, 0]
    replayed = replay(json.loads(json.dumps(session.history.events)))
    assert replayed.state == session.history.state
    session.undo()
    assert session.history.newest() is None
    assert session.paper.unnamed() == ()
    table = begun("skip-bo", stock=5)
    table.undo()
    assert table.paper.unnamed() == ("0:stock", "1:stock")


def test_the_board_asks_only_for_cards_that_fit() -> None:
    """In NewSkyjo a drawn card with an effect is kept, one without is placed."""
    session = begun("newskyjo", players=3, turned=1)
    for card in (1, 2, 3):
        session.act("flip a1", card=card)
    session.act("draw")
    view = build_view(session)
    asked = view["paper"]
    assert view["prompt"]["key"] == "place_open"

    def offered(action: str) -> set[bool]:
        (place, *_) = asked["ask"][action]
        assert place["where"] == "hand"
        return {":" in card for card, left in asked["left"][place["left"]] if left}

    assert offered("keep") == {True}
    assert offered("place b1") == {False}
    assert offered("discard") == {True, False}
    with pytest.raises(IllegalActionError, match="kept first"):
        session.act("place b1", card="5:reverse", out=7)
    session.act("keep", card="5:reverse")


# The referee


def test_a_turn_out_of_order_stands() -> None:
    """It is that seat's turn, and play goes on to its left."""
    session = begun(players=3, turned=1)
    for card in (3, 2, 1):
        session.act("flip a1", card=card)
    assert session.seat == 0
    session.paper.referee("turn", seat=2, text="Cleo drew first")
    assert session.seat == 2
    session.act("draw")
    session.act("place a1", card=5)
    assert session.seat == 0
    with pytest.raises(RulesError, match="already"):
        session.paper.referee("turn", seat=0)


@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_points_are_added_to_a_total(game: str) -> None:
    """At any time while a seat decides; undo goes back over it."""
    session = begun(game, players=3)
    decided = session.legal[0]
    session.act(
        decided, cards={w: lying_somewhere(session, w) for w in session.paper.unnamed(decided)}
    )
    session.paper.referee("points", seat=1, points=-5, text="helped with the shuffle")
    session.paper.referee("points", seat=1, points=12)
    assert session.observation(0).total == [0, 7, 0]
    session.undo()
    assert session.observation(0).total == [0, 0, 0]


def test_a_card_turned_by_mistake_stays_so() -> None:
    """A column of three goes, as the rules say."""
    session = begun(turned=1)
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    session.paper.referee("show", place="0:a2", card=1)
    with pytest.raises(RulesError, match="which card"):
        session.paper.referee("show", place="0:a3")
    session.paper.referee("show", place="0:a3", card=1)
    assert "a1" not in session.observation().grid[0]
    with pytest.raises(RulesError, match="no place where a hidden card lies"):
        session.paper.referee("show", place="0:a3", card=1)


def test_cards_are_swapped_and_moved_back() -> None:
    """Two places of the grids change cards; a card too many goes on a pile."""
    session = begun(turned=1)
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    session.paper.name("0:b1", 12)
    session.paper.referee("swap", first="0:a1", second="1:b3", text="grids were mixed up")
    grid = session.observation().grid
    assert (grid[0]["a1"], grid[1]["b3"]) == (None, 1)
    session.paper.referee("swap", first="0:b1", second="0:b2")
    assert session.history.paper.names == {"0:b2": list(session.deck.values).index(12)}
    session.paper.referee("move", source="draw pile", target="discard pile", card=9)
    assert session.observation().discard == [4, 9]
    session.paper.referee("move", source="discard pile", target="draw pile")
    assert session.observation().discard == [4]
    session.act("draw")
    assert session.observation().hand == 9


def test_surplus_cards_go_into_the_stock_pile() -> None:
    """In Skip-Bo: who drew too many."""
    session = begun("skip-bo", stock=5)
    drawn = session.history.state.draw_size
    session.paper.referee("surplus", seat=0, cards=2, text="drew seven")
    assert session.observation(0).stock_left[:2] == [7, 5]
    assert session.history.state.draw_size == drawn - 2
    with pytest.raises(RulesError, match=r"1 to \d+ are needed"):
        session.paper.referee("surplus", seat=0, cards=1000)


def test_who_played_out_of_turn_draws_nothing() -> None:
    """In Skip-Bo when the turn was taken back: a hand that isn't empty stays as it is."""
    session = begun("skip-bo", stock=5, players=3)
    assert session.seat == 1
    for seat in (1, 2, 0):
        session.act(f"discard {seat + 1} d1")
    session.paper.referee("no draw", seat=2)
    session.act("discard 5 d1")
    assert (session.seat, session.observation(0).hand_size[:3]) == (2, [4, 4, 4])
    assert session.history.state.draw_size == 162 - 15 - 5 * 3 - 1
    session.act("discard 5 d1")
    session.act("discard 6 d1")
    session.act("discard 7 d1")
    assert (session.seat, session.history.state.hand_size[2]) == (2, 5)


@pytest.mark.parametrize(
    ("game", "what", "about"),
    [
        ("skyjo", "surplus", {"seat": 0, "cards": 1}),
        ("skip-bo", "show", {"place": "0:a1"}),
        ("skyjo", "dance", {}),
        ("skyjo", ["turn"], {"seat": 1}),
        ("skyjo", "turn", {"seat": 7}),
        ("skyjo", "turn", {}),
        ("skyjo", "turn", {"seat": 1, "points": 3}),
        ("skyjo", "points", {"seat": 1, "points": 0}),
        ("skyjo", "points", {"seat": 1, "points": 10**9}),
        ("skyjo", "points", {"seat": 1, "points": "3,5"}),
        ("skyjo", "swap", {"first": "0:a1", "second": "0:a1"}),
        ("skyjo", "swap", {"first": "0:a1", "second": "zz"}),
        ("skyjo", "move", {"source": "draw pile", "target": "hand"}),
        ("skyjo", "points", {"seat": 1, "points": 3, "card": 5}),
        ("skyjo", "points", {"seat": 1, "points": 3, "text": 5}),
    ],
)
def test_what_no_referee_does_is_refused(game: str, what: Any, about: dict[str, Any]) -> None:
    """A kind that a game can't have, parts that are missing or wrong; nothing has changed then."""
    session = begun(game)
    before = untouched(session)
    with pytest.raises(RulesError):
        session.paper.referee(what, **about)
    assert untouched(session) == before


def test_a_record_with_a_referee_is_read_again() -> None:
    """Its events replay, and can be taken back after that."""
    session = begun(players=3, turned=1)
    for card in (3, 2, 1):
        session.act("flip a1", card=card)
    session.paper.referee("turn", seat=2)
    session.paper.referee("show", place="0:b1", card=7, text="oops")
    session.act("draw")
    session.act("place a1", card=5)
    replayed = replay(json.loads(json.dumps(session.history.events)))
    assert replayed.state == session.history.state
    for event in session.history.events:
        if event["event"] == "referee":
            wrong = [*session.history.events]
            wrong[wrong.index(event)] = {**event, "what": "surplus"}
            with pytest.raises(RecordError):
                replay(wrong)


def test_what_a_referee_did_is_a_frame() -> None:
    """A row each, with the decision before it; what was taken back is undone, and says so."""
    session = begun(players=2, turned=1)
    session.paper.referee("points", seat=1, points=5, text="=looked")
    session.act("flip a1", card=1)
    session.act("flip a1", card=2)
    session.paper.referee("swap", first="0:a1", second="1:b3")
    session.undo()
    session.act("flip a1", card=3)
    session.paper.referee("move", source="draw pile", target="discard pile", card=9)
    frame = session.log.referee
    assert list(frame["what"]) == ["points", "swap", "move"]
    assert list(frame["event"]) == [0, 1, 2]
    assert list(frame["decision"].fillna(-1)) == [-1, 1, 2]
    assert list(frame["undone"]) == [False, True, False]
    assert list(frame["place"].fillna("")) == ["", "0:a1", "draw pile"]
    assert list(frame["to"].fillna("")) == ["", "1:b3", "discard pile"]
    first = frame.iloc[0]
    assert (first["seat"], first["points"], first["text"]) == (1, 5, "=looked")
    assert first["player"] == session.players[1].name
    log = Log([replay(session.history.events)])
    pd.testing.assert_frame_equal(log.referee, frame)


@pytest.mark.seconds
@given(data=st.data())
@settings(max_examples=25)
def test_any_game_that_can_be_written_is_sound(data: st.DataObject) -> None:
    """Whatever is named, acted, taken back: all invariants hold, and the record replays."""
    name = data.draw(st.sampled_from(["skyjo", "newskyjo", "skip-bo"]))
    session = begun(name, players=3, **({"stock": 3} if name == "skip-bo" else {}))
    h = session.history
    for _ in range(data.draw(st.integers(1, 40))):
        if session.waiting == "next round":
            session.next_round()
        for where in session.paper.unnamed():
            session.paper.name(where, lying_somewhere(session, where))
        if session.over:
            break
        if data.draw(st.integers(0, 9)) == 0 and session.parts.undo.undoable == "yes":
            session.undo()
            continue
        action = data.draw(st.sampled_from(session.legal))
        cards = {}
        for where in session.paper.unnamed(action):
            left = h.paper.left(h.state, where)
            card = data.draw(st.sampled_from(sorted(k for k, n in left.items() if n)))
            cards[where] = h.deck.kinds[card].card
        with contextlib.suppress(IllegalActionError, RulesError):
            session.act(action, cards=cards)
        assert status(h.game, h.state, h.codes) == ()
    replayed = replay(json.loads(json.dumps(h.events)))
    assert replayed.state == h.state
    assert [replayed.log_row(row, None) for row in replayed.decisions] == [
        h.log_row(row, None) for row in h.decisions
    ]


def test_a_hand_that_nobody_knows_is_judged_by_nobody() -> None:
    """In Skip-Bo no regret is reckoned; the other games of a log keep theirs."""
    session = begun("skip-bo", stock=3)
    session.act("discard 1 d1")
    assert len(regret(session)) == 0
    other = begun(turned=1)
    other.act("flip a1", card=1)
    other.act("flip a1", card=2)
    other.act("take")
    other.act("place a1")
    assert len(regret(other)) > 0
    for table in (session, other):
        moment = table.branch(seed=1, display=False)
        assert moment.legal


# The page


def test_what_the_page_shows_runs() -> None:
    """``docs/paper.md``, from top to bottom."""
    page = (ROOT / "docs" / "paper.md").read_text("utf-8")
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), names)
    table = names["table"]
    assert [row.card_in for row in table.history.decisions] == [7, -2, 4, 4, 12, None, 0]
    assert table.observation(0).total == [0, 5]
    assert table.seat == 1
