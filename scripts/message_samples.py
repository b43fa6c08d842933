"""Record what a class sends, for the JavaScript tests: ``tests/js/support/fixtures/serving.json``."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from skyjo_widget import classroom
from skyjo_widget.board.serving.hall import Hall
from skyjo_widget.board.serving.host_panel import HostPanel
from tests.board.serving.phones import Phone, token_in

TARGET = Path(__file__).parents[1] / "tests" / "js" / "support" / "fixtures" / "serving.json"
RULES: dict[str, Any] = {"practice": True, "columns": 1, "target": 90}


def record() -> dict[str, Any]:
    """Play two tables: one finishes a round, the other two, then its game."""
    hall = classroom("skyjo", tables=2, seats=2, seed="3B", record=False, display=False, **RULES)
    phones = [Phone(hall).join(name) for name in ("Ana", "Bo", "Cleo", "Zoé")]
    screen = Phone(hall).watch(token_in(hall.screen_link))
    try:
        screen.wait_for(lambda p: p.screen and _people(p) == 4)
        samples: dict[str, Any] = {"lobby": phones[1].lobby, "gathering": screen.screen}
        samples["gathering_tables"] = _tables(screen)
        hall.start()
        chance = random.Random(1)
        _finish_rounds(hall, 0, 1, chance)
        _finish_rounds(hall, 1, 2, chance)
        samples["playing"] = screen.wait_for(lambda p: _standing(p, [1, 1, 2, 2]))
        states = [session.state_id for session in hall.sessions]
        screen.wait_for(lambda p: [t["view"]["state"] for _, t in sorted(p.tables.items())] == states)
        samples["playing_tables"] = _tables(screen)
        _finish_rounds(hall, 1, 99, chance)
        samples["won"] = screen.wait_for(lambda p: p.screen["standings"][0]["wins"] and p.screen)
        hall.give("undo")
        phones.append(Phone(hall).join("Eli"))  # no seat is left
        phones.append(Phone(hall).watch(token_in(hall.watch_link)))
        phones.append(again := Phone(hall))
        again.ask("join", seated=False, pin=hall.pin, name="Ana", lang="fr")
        samples["unseated"] = phones[4].lobby
        samples["refused"] = again.refused
        samples["host"] = {**HostPanel(hall, hall._door)._picture(), "error": ""}
        return _without_chance(samples, hall)
    finally:
        for phone in (*phones, screen):
            phone.close()
        hall.close()


def _people(screen: Phone) -> int:
    return sum(bool(seat["name"]) for table in screen.tables.values() for seat in table["seats"])


def _standing(screen: Phone, rounds: list[int]) -> dict[str, Any] | None:
    """Return what the screen shows, once that many rounds of its people count."""
    counted = sorted(line["rounds"] for line in screen.screen["standings"])
    return screen.screen if counted == rounds and screen.screen["started"] else None


def _finish_rounds(hall: Hall, table: int, rounds: int, chance: random.Random) -> None:
    session = hall.sessions[table]
    while session.history.rounds_over < rounds and not session.over:
        if session.waiting == "person":
            session.act(chance.choice(session.legal))
        else:
            session.next_round()


def _tables(screen: Phone) -> list[dict[str, Any]]:
    """Return the tables as their first messages would have them."""
    return [
        {
            "type": "screen table",
            "table": number,
            "seats": table["seats"],
            "traits": {name: part for name, part in table.items() if name != "seats"},
        }
        for number, table in sorted(screen.tables.items())
    ]


def _without_chance(samples: dict[str, Any], hall: Hall) -> dict[str, Any]:
    """Put other texts in place of a PIN, of tokens and of a port, which differ each time."""
    text = json.dumps(samples)
    others = {str(hall._door.port): "8765", hall.pin: "493027"}
    others |= {token_in(link): "t" * 32 for link in (hall.watch_link, hall.screen_link)}
    others |= {guest.guest: f"g{at}" for at, guest in enumerate(hall._door.guests, 1)}
    others |= {request: "r1" for request in hall._door.requests}
    for old, new in others.items():
        text = text.replace(json.dumps(old)[1:-1], new)
    cleared: dict[str, Any] = json.loads(text)
    for holder in cleared.values():
        if isinstance(holder, dict) and "qr" in holder:
            holder["qr"] = ["10", "01"]
    return cleared


if __name__ == "__main__":
    TARGET.write_text(json.dumps(record(), ensure_ascii=False, indent=2) + "\n", "utf-8")
