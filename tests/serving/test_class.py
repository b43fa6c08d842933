"""A class at many tables: seats, deals, standings, one log, and the folder that keeps it."""

from __future__ import annotations

import random

import pytest

from skyjo_widget import RulesError, classroom
from tests.serving.phones import token_in, wait_until


def hall_of(place, **options):
    """A class at two tables of two."""
    options = {"tables": 2, "seats": 2, "seed": "3B", "record": False, "target": 5, **options}
    hall = classroom("skyjo", display=False, practice=True, columns=1, **options)
    place.opened.append(hall)
    for session in hall.sessions:
        session.pace = 0
    return hall


def finish(hall):
    """Play all games to their end."""
    rng = random.Random(1)
    for session in hall.sessions:
        for _ in range(5000):
            if session.over:
                break
            if session.waiting == "person":
                session.act(rng.choice(session.legal))
            elif session.waiting == "next round":
                session.next_round()
            else:
                wait_until(lambda session=session: session.waiting != "bot")
        assert session.over


def test_a_class_is_seated_as_it_comes(place):
    """Table by table; the projector shows all of them, and one PIN is enough."""
    hall = hall_of(place)
    phones = place.sit(hall, "Ana", "Bo", "Cy", "Di")
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    seats = [(phone.lobby["table"], phone.lobby["seat"]) for phone in phones]
    assert seats == [(1, 0), (1, 1), (2, 0), (2, 1)]
    screen.wait_for(lambda p: p.screen and len(p.tables) == 2)
    assert (screen.screen["pin"], screen.screen["count"]) == (hall.pin, 2)
    hall.start()
    for phone in phones:
        phone.wait_for(lambda p: p.view)
    state = phones[2].state
    phones[2].act(phones[2].options()[0])
    phones[3].wait_for(lambda p: p.state > state)
    screen.wait_for(lambda p: p.tables[2].get("view", {}).get("decision") == 1)
    screen.wait_for(lambda p: p.tables[1].get("view", {}).get("decision") == 0)
    (ana,) = [one["guest"] for one in hall.people["tables"][0]["seats"] if one["name"] == "Ana"]
    hall.move(ana, 0, table=2)
    phones[0].wait_for(lambda p: (p.lobby["table"], p.lobby["seat"]) == (2, 0))
    phones[2].wait_for(lambda p: p.lobby["seat"] is None)
    assert "Ana" in hall.sessions[1].players[0].name


@pytest.mark.parametrize("same", [False, True])
def test_deals_may_be_the_same(place, same):
    """At all tables; the class's seed makes them."""
    first, again = hall_of(place, same=same), hall_of(place, same=same)

    def deals(hall):
        return [
            next(e["order"] for e in session.history.events if e["event"] == "shuffle")
            for session in hall.sessions
        ]

    assert deals(first) == deals(again)
    assert (deals(first)[0] == deals(first)[1]) == same


def test_standings_and_log_are_of_all_games(place):
    """Also of those after which another was dealt; hidden names stay so on the wall."""
    hall = hall_of(place)
    place.sit(hall, "Xanthippe", "Yggdrasil", "Cy", "Di")
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    hall.start()
    with pytest.raises(RulesError, match="no table's game is over"):
        hall.again()
    finish(hall)
    table = hall.standings()
    assert list(table["games"]) == [1] * 4
    assert table["wins"].is_monotonic_decreasing
    screen.wait_for(lambda p: p.screen and len(p.screen["standings"]) == 4)
    hall.hide_names()
    screen.wait_for(lambda p: {row["name"] for row in p.screen["standings"]} == {"№ 1", "№ 2"})
    hall.again(seed=7)
    assert len(hall.log.games) == 4
    assert hall.log.games["game_id"].is_unique
    keys = hall.log.decisions[["game_id", "decision"]]
    assert not keys.duplicated().any()
    finish(hall)
    assert list(hall.standings()["games"]) == [2] * 4
    late = place.phone(hall).watch(token_in(hall.screen_link))
    late.wait_for(lambda p: p.screen and len(p.tables) == 2)
    assert "Xanthippe" not in "".join(late.texts)


def test_the_wall_ranks_by_points_a_round_and_with_names(place):
    """Opened before anybody was seated; a table with fewer rounds compares with one with more."""
    hall = hall_of(place, target=500)
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    screen.wait_for(lambda p: p.screen)
    place.sit(hall, "Ana", "Bo", "Cy", "Di")
    hall.start()
    rng = random.Random(1)
    for session, rounds in zip(hall.sessions, (1, 3), strict=True):
        while session.history.rounds_over < rounds:
            if session.waiting == "person":
                session.act(rng.choice(session.legal))
            else:
                session.next_round()
    expected = [
        (row.player, row.rounds, round(row.mean_score, 1)) for row in hall.standings().itertuples()
    ]
    screen.wait_for(
        lambda p: (
            [(row["name"], row["rounds"], row["mean_score"]) for row in p.screen["standings"]]
            == expected
        )
    )
    assert {(name, rounds) for name, rounds, _ in expected} == {
        ("Ana", 1),
        ("Bo", 1),
        ("Cy", 3),
        ("Di", 3),
    }
    means = [mean for *_, mean in expected]
    assert means == sorted(means)
    assert hall._ranking() is hall._ranked[1]  # once for each round
    hall.rename(0, "Ana-Lou")
    screen.wait_for(lambda p: "Ana-Lou" in {row["name"] for row in p.screen["standings"]})


def test_the_lobby_of_a_class_has_the_number_of_the_table(place):
    """And how many there are: with one table no phone names it."""
    hall = hall_of(place)
    (ana,) = place.sit(hall, "Ana")
    assert (ana.lobby["table"], ana.lobby["tables"]) == (1, 2)


def test_a_class_goes_on_from_its_folder(place, tmp_path):
    """With everybody in their seats."""
    folder = tmp_path / "class"
    hall = hall_of(place, record=folder)
    phones = place.sit(hall, "Ana", "Bo", "Cy")
    hall.start()
    phones[2].wait_for(lambda p: p.view)
    phones[2].act(phones[2].options()[0])
    wait_until(lambda: hall.sessions[1].history.decisions)
    pin = hall.pin
    hall.close()
    with pytest.raises(RulesError, match="plays skyjo is kept there, not newskyjo"):
        classroom("newskyjo", tables=2, seats=3, record=folder, display=False)
    with pytest.raises(RulesError, match="fewer tables"):
        classroom("skyjo", tables=3, seats=2, record=folder, display=False)
    again = hall_of(place, record=folder)
    assert (again.pin, again.started) == (pin, True)
    cy = place.phone(again).hello(phones[2].token)
    cy.wait_for(lambda p: p.view)
    assert (cy.lobby["table"], cy.lobby["seat"], cy.lobby["name"]) == (2, 0, "Cy")
    assert len(again.sessions[1].history.decisions) == 1
    settled_table = again.sessions[1]
    cy.wait_for(lambda p: p.state == settled_table.state)


@pytest.mark.parametrize("wrong", [{"tables": 0}, {"tables": 33}, {"tables": 1.5}, {"seats": 0}])
def test_a_class_has_tables_and_seats(wrong):
    """As many as there can be."""
    with pytest.raises(RulesError):
        classroom("skyjo", **{"tables": 2, "record": False, "display": False, **wrong})


def test_a_table_of_a_class_is_served_with_it(place):
    """Not once more by itself."""
    hall = hall_of(place)
    with pytest.raises(RulesError, match="one of a class"):
        hall.sessions[0].serve(display=False)
