"""Proving records: what their seed, their links and the rules show, and what a forger can't."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from skyjo_widget import RulesError, cli, hand_in, load, load_all, paper, play, simulate, verify
from skyjo_widget.bots import Policy
from skyjo_widget.engine.core import dealing
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.hand_in.collect import collect
from skyjo_widget.records.proof import PARTS, PROVED, REFUTED, UNPROVED
from skyjo_widget.records.record_file import chained
from tests.fixtures.paths import ROOT

SEED = "3B, 22 November"
BOTS = {
    "skyjo": ["bot:greedy", "bot:random"],
    "newskyjo": ["bot:greedy", "bot:random", "bot:expected"],
    "skip-bo": ["bot:greedy", "bot:random"],
}


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def written(game="skyjo", players=None, path="game.jsonl", *, rounds=True, **options):
    """The file of a game that bots played."""
    options = {"seed": SEED, "record": path, "display": False, **options}
    table = play(game, players or BOTS[game], **options)
    table.run(rounds=rounds)
    table.close()
    return Path(path)


def rewritten(path, change):
    """The same file with some lines changed, and links that hold."""
    lines, link = b"", ""
    for number, text in enumerate(path.read_text().splitlines(), start=1):
        event = json.loads(text)
        del event["chain"]
        line, link = chained(change(number, event) or event, link)
        lines += line
    path.write_bytes(lines)
    return path


def parts(path):
    """Return the verdict on each part of one file, and its proof."""
    (proof,) = verify(path).proofs
    return proof.parts, proof


# Honest games are proved


@pytest.mark.parametrize("game", BOTS)
def test_a_whole_game_is_proved(game):
    """Its rules, rows, links, deals (those within a round too) and the moves of its bots."""
    found = verify(written(game))
    assert found.proofs[0].parts == dict.fromkeys(PARTS, PROVED)
    assert (found.code, found.findings.empty) == (0, True)
    orders = [e for e in found.proofs[0].history.events if e["event"] == "shuffle"]
    assert orders


@pytest.mark.seconds
def test_a_game_stays_proved_through_all_that_happens_to_it():
    """Undone, resumed, with another player, a penalty and notes; and its hand-in."""
    table = play(
        "skip-bo", ["Ana", "bot:random"], seed=SEED, record="a.jsonl", display=False, practice=True
    )
    for _ in range(30):
        table.act(table.legal[0]) if table.waiting == "person" else table.step()
    table.penalize(0)
    table.undo(to=3)
    table.note("why?")
    table.close()
    table = load("a.jsonl", players={0: "bot:greedy"}, display=False)
    table.run(rounds=True)
    assert verify(table).code == 0
    for name in ("", "Ana"):
        assert parts(hand_in(table, name))[0] == dict.fromkeys(PARTS, PROVED)
    table.close()


# Forged games are refuted


HONEST = dealing.dealt


def forged_cards(cards, seed, number):
    """The seed's order, but for the first card, which a forger took from further down."""
    order = HONEST(cards, seed, number)
    other = next(i for i, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]
    return order


@pytest.fixture
def forging(monkeypatch):
    """Return a context manager within which tables forge their deals."""

    @contextlib.contextmanager
    def forge(name="dealt", of=dealing, by=forged_cards):
        with monkeypatch.context() as patch:
            patch.setattr(of, name, by)
            yield

    return forge


def forged_round(forging, path="forged.jsonl", **how):
    """The file of a round in which a person forged something, and handed it in."""
    with forging(**how):
        table = play("skyjo", ["Ana", "bot:greedy"], seed=SEED, record=path, display=False)
        while table.waiting in ("person", "bot"):
            table.run() if table.waiting == "bot" else table.act(table.legal[0])
        hand_in(table, "Ana")
        table.close()
    return path


def test_the_games_that_ship_are_true():
    """Bots play today as they did in them; a branch and a paper game follow from no seed."""
    result = verify(ROOT / "notebooks" / "records")
    assert not result.refuted
    assert {path.stem for path in result.proved} == {
        path.stem for path in (ROOT / "notebooks" / "records").glob("*.jsonl")
    } - {"branch-ana-bo", "paper-ana-bo"}


def test_cards_in_another_order_are_refuted(forging):
    """With the class seed and whole links; the finding names line, round and card."""
    honest, forged = [
        json.loads(Path(path).read_text().splitlines()[1])["order"]
        for path in (written(path="honest.jsonl"), forged_round(forging))
    ]
    verdicts, proof = parts("forged.jsonl")
    assert verdicts["deals"] == REFUTED
    assert (verdicts["rules"], verdicts["rows"], verdicts["links"]) == (PROVED,) * 3
    finding = proof.first("deals")
    assert finding.line == 2
    assert finding.text == (
        f"round 1: the deal isn't the seed's: card 1 from the top is {forged[0]}, "
        f"by the seed it is {honest[0]}"
    )
    kept, left_out = collect("hand-in", seed=SEED)
    assert not kept
    assert [(one.reason, one.detail) for one in left_out] == [("dealt", "2")]
    assert [one.reason for one in collect("hand-in")[1]] == ["dealt"]


def test_a_draw_pile_made_of_discarded_cards_is_refuted(forging):
    """The first deal is the seed's; the shuffle within the round isn't."""
    table = play("skip-bo", BOTS["skip-bo"], seed=1, record="a.jsonl", display=False)
    with forging():
        table.run(rounds=True)
    table.close()
    verdicts, proof = parts("a.jsonl")
    assert verdicts["deals"] == REFUTED
    wrong = [one for one in proof.findings if one.part == "deals"]
    dealt = [n for n, e in enumerate(proof.history.events, 1) if e["event"] == "shuffle"]
    assert [one.line for one in wrong] == dealt[-len(wrong) :]
    assert "made of discarded cards" in wrong[0].text


def test_a_bots_move_that_it_wouldnt_make_is_refuted(forging):
    """A pupil could play the bot as badly as they like."""

    def badly(_, o, r, rng):
        return GAMES["skyjo"].legal_actions(o, r)[-1]

    verdicts, proof = parts(forged_round(forging, name="act", of=Policy, by=badly))
    assert [part for part in PARTS if verdicts[part] == REFUTED] == ["bots"]
    assert "greedy played" in proof.first("bots").text
    assert [one.reason for one in collect("hand-in", seed=SEED)[1]] == ["bots"]


def test_a_row_that_the_game_doesnt_make_is_refuted():
    """A score, though the links hold."""

    def better(_, event):
        if event["event"] == "round":
            event["score"] = [-17 for _ in event["score"]]

    verdicts, proof = parts(rewritten(written(rounds=False), better))
    assert verdicts["rows"] == REFUTED
    assert verdicts["links"] == PROVED
    assert "score" in proof.first("rows").text
    assert proof.history is None


def test_a_decision_against_the_rules_is_refuted():
    """With its line."""
    acts = []

    def against(number, event):
        if event["event"] == "act":
            acts.append(number)
            if len(acts) == 10:
                event["action"] = "flip a1"

    verdicts, proof = parts(rewritten(written(rounds=False), against))
    assert verdicts["rules"] == REFUTED
    assert proof.first("rules").line == acts[9]
    assert verdicts["deals"] == UNPROVED  # nobody knows the cards to come


def test_an_edited_line_is_refuted_by_its_link():
    """Though replaying it makes no difference."""
    path = written(rounds=False)
    lines = path.read_bytes().splitlines(keepends=True)
    assert b'"ms": ' in lines[5]
    lines[5] = lines[5].replace(b'"ms": ', b'"ms": 1')
    path.write_bytes(b"".join(lines))
    verdicts, proof = parts(path)
    assert [part for part in PARTS if verdicts[part] != PROVED] == ["links"]
    assert proof.first("links").line == 6


# Unprovable games


def unproved(path):
    """The parts of a file that are not proved; none is refuted."""
    verdicts, proof = parts(path)
    assert not proof.findings
    return [part for part in PARTS if verdicts[part] == UNPROVED]


def test_what_no_seed_decides_isnt_proved():
    """Paper cards, a branch's beginning, a simulation's games, one's own functions, old files."""
    table = paper("skyjo", ["Ana", "Bo"], record="paper.jsonl", display=False)
    table.close()
    assert unproved("paper.jsonl") == ["deals", "bots"]
    table = play("skyjo", BOTS["skyjo"], seed=1, record=False, display=False)
    table.run()
    table.branch(20, record="branch.jsonl", display=False).close()
    assert unproved("branch.jsonl") == ["deals"]
    run = simulate("skyjo", ["greedy", "random"], games=2, seed=1, progress=False)
    table = run.open(1, display=False)
    table.save_as("run.jsonl")
    table.close()
    assert unproved("run.jsonl") == ["deals", "bots"]
    own = written("skyjo", [lambda o: o.legal[0], "bot:random"], "own.jsonl")
    assert unproved(own) == ["bots"]
    assert verify(own).code == 0
    old = written(path="old.jsonl")
    lines = [line.split(', "chain"')[0] + "}\n" for line in old.read_text().splitlines()]
    old.write_text("".join(lines))
    assert unproved(old) == ["links"]
    assert verify(old).code == 3


def test_a_bot_that_searches_isnt_asked_again():
    """It takes too long; nor one that this version doesn't know."""
    path = written("skyjo", ["bot:strong(1)", "bot:random"], rounds=False)
    assert unproved(path) == ["bots"]

    def unknown(_, event):
        for player in event.get("players", []):
            player["policy"] = "of tomorrow"

    assert unproved(rewritten(path, unknown)) == ["bots"]


def test_another_versions_deals_are_neither_proved_nor_refuted(forging):
    """But a class seed needs a proof: whoever forges a deal could forge the version."""
    with forging():
        path = written(path="hand-in/other.jsonl")
    rewritten(path, lambda number, event: event | {"software": "0.0.1"} if number == 1 else None)
    verdicts, proof = parts(path)
    assert verdicts["deals"] == UNPROVED
    assert proof.verdict == UNPROVED
    assert proof.first("deals")
    assert verify(path).code == 3
    assert [one.reason for one in collect("hand-in", seed=SEED)[1]] == ["dealt"]


def test_a_game_of_a_simulation_is_no_hand_in_with_the_class_seed():
    """Its deals don't follow from the seed alone."""
    run = simulate("skyjo", ["greedy", "random"], games=2, seed=1, progress=False)
    hand_in(run.open(1, display=False))
    assert [one.reason for one in collect("hand-in", seed=1)[1]] == ["undealt"]


# Its uses, and its display


def test_load_all_takes_only_what_is_proved(forging):
    """And names the others."""
    written(path="games/good.jsonl")
    with forging():
        written(path="games/forged.jsonl")
    assert len(load_all("games").games) == 2
    with pytest.warns(
        UserWarning, match=r"left out: games/forged.jsonl, line 2: round 1: the deal"
    ):
        log = load_all("games", verified=True)
    assert len(log.games) == 1


def test_the_command_tells_by_its_exit_code(capsys):
    """0 proved, 1 refuted, 2 not there, 3 not proved; and says so, in French too."""
    written(path="games/a.jsonl", rounds=False)
    assert cli.main(["verify", "games"]) == 0
    shown = capsys.readouterr().out
    assert "games/a.jsonl: proved (proved: rules, rows, links, deals, bots)" in shown
    assert "No file can show who played" in shown
    paper("skyjo", ["Ana", "Bo"], record="games/b.jsonl", display=False).close()
    assert cli.main(["verify", "games/a.jsonl", "games/b.jsonl"]) == 3
    Path("games/c.jsonl").write_text("{}\n")
    assert cli.main(["verify", "games", "--lang", "fr"]) == 1
    assert "réfutés" in (shown := capsys.readouterr().out)
    assert "games/c.jsonl: réfuté" in shown
    assert cli.main(["verify", "nowhere.jsonl"]) == 2
    assert "nowhere.jsonl" in capsys.readouterr().err


def test_it_shows_itself_as_tables():
    """A row a file, a row a finding; in two languages."""
    path = written(rounds=False)
    found = verify(path, lang="fr")
    assert found.frame.loc[0, "verdict"] == PROVED
    assert found.frame.loc[0, "seed"] > 0
    assert "règles" in found.html()
    assert "proved" in found.html("en")
    path.write_bytes(path.read_bytes()[:-200])
    found = verify(path)
    assert found.findings[["part", "line"]].to_numpy().tolist()[0][0] == "rows"
    assert found.proofs[0].parts["rows"] == UNPROVED
    with pytest.raises(RecordError, match="nowhere"):
        verify("nowhere")
    with pytest.raises(RecordError, match="path"):
        verify(7)
    with pytest.raises(RecordError, match="path"):
        verify()
    with pytest.raises(RulesError, match="xx"):
        verify(path, lang="xx")


@pytest.mark.parametrize("game", BOTS)
def test_anybody_can_deal_from_the_page_about_the_record(game):
    """By its few lines alone: the cards of a shuffle, in their order, and NumPy's generator."""
    path = written(game, rounds=False)
    events = [json.loads(line) for line in path.read_text().splitlines()]
    deck = events[0]["deck"]
    place = {":".join(map(str, [kind[0], *kind[2:]])): i for i, kind in enumerate(deck)}
    shuffles = [event["order"] for event in events if event["event"] == "shuffle"]
    assert shuffles
    for n, order in enumerate(shuffles):
        cards = sorted(order, key=lambda card: place[str(card)])
        rng = np.random.default_rng(np.random.SeedSequence(events[0]["seed"], spawn_key=(0, n)))
        for i in range(len(cards) - 1, 0, -1):
            j = int(rng.random() * (i + 1))
            cards[i], cards[j] = cards[j], cards[i]
        assert cards == order
    text = hashlib.sha256(b"3b, 22 november").digest()
    assert events[0]["seed"] == int.from_bytes(text[:6], "big")
