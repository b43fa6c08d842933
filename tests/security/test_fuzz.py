"""Two hundred thousand spoilt inputs: only the promised errors come out, and no broken game.

20,000 are records, 140,000 decks (half of them files, a tenth in a header) and 40,000 messages
to a board; 20,000 texts in notation come on top.  A few of each are tried every day.
"""

from __future__ import annotations

import json

import pytest

from skyjo_widget import load
from skyjo_widget.errors import RecordError
from tests.fixtures import fuzz

TRIES = {"records": 20_000, "decks": 140_000, "messages": 400, "notation": 20_000}
"""The number of numbers; a number of messages is a hundred of them."""
BLOCKS = {"records": 2, "decks": 2, "messages": 2, "notation": 1}
DAILY = {"records": 500, "decks": 3_500, "messages": 40, "notation": 500}
"""The first numbers, which are tried every day; the others are slow."""

FAR = {
    "records": {"accepted": 0.15, "refused": 0.5, "header": 0.05},
    "decks": {"accepted": 0.1, "refused": 0.3},
    "messages": {"carried out": 0.4, "malformed": 0.1, "illegal": 0.05, "stale": 0.02},
    "notation": {"accepted": 0.05, "refused": 0.5},
}
"""The least share that must get so far: what breaks at the first byte tests little."""


def try_block(kind, first, last):
    """Try some mutants, and hold their shares against `FAR`."""
    shares = fuzz.run(kind, first, last)
    tried = sum(shares.values())
    assert tried == (last - first) * (fuzz.MESSAGES if kind == "messages" else 1)
    for far, least in FAR[kind].items():
        assert shares[far] / tried > least, shares


@pytest.mark.seconds
@pytest.mark.parametrize("kind", list(TRIES))
def test_eight_thousand_spoilt_inputs(kind):
    """500 records, 3,500 decks, 4,000 messages, and 500 texts."""
    try_block(kind, 0, DAILY[kind])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "block"), [(kind, block) for kind in TRIES for block in range(BLOCKS[kind])]
)
def test_two_hundred_thousand_spoilt_inputs(kind, block):
    """All but those of every day, in parts that several processes share."""
    first = DAILY[kind]
    size = (TRIES[kind] - first) / BLOCKS[kind]
    try_block(kind, first + round(size * block), first + round(size * (block + 1)))


def test_mutants_are_the_same_everywhere():
    """A number names its mutant, so that a failure can be tried again."""
    fuzz.records.cache_clear()
    once = [fuzz.record(number) for number in range(50)]
    fuzz.records.cache_clear()
    assert [fuzz.record(number) for number in range(50)] == once


@pytest.mark.parametrize("kind", ["game", "note"])
@pytest.mark.parametrize("year", ["0001", "1677", "1969", "2026", "2261", "2263", "9999"])
def test_any_time_that_is_accepted_fits_the_tables(tmp_path, kind, year):
    """Or the record is refused, with the line."""
    lines = [json.loads(line) for line in fuzz.records()[0]]
    number = next(i for i, event in enumerate(lines) if event["event"] == kind)
    lines[number]["at"] = lines[number]["at"].replace("2026", year)
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    try:
        session = load(path, display=False)
    except RecordError as error:
        line = error.line
    else:
        line = number + 1
        assert str(session.log.games["created"].dtype) == "datetime64[us]"
        assert len(session.log.notes) == 2
    assert line == number + 1
