"""A table of what the tests of hosts have noted."""

from __future__ import annotations

import json
from pathlib import Path

PLACE = Path(__file__).parent.parent / "build" / "hosts.jsonl"
"""A line for each case: its host, version, browser, case, and whether it was right."""


def note(host: str, version: str, browser: str, case: str, *, right: bool) -> None:
    """Add a line of a test.

    Parameters
    ----------
    host, version : str
        The host, and which one.
    browser : str
        The browser with its version.
    case : str
        The case.
    right : bool
        Whether the board was neither deaf nor blank nor wrong.
    """
    row = {"host": host, "version": version, "browser": browser, "case": case, "right": right}
    PLACE.parent.mkdir(exist_ok=True)
    with PLACE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def table() -> str:
    """Write the noted cases as a table in Markdown, and how many boards weren't right."""
    lines = PLACE.read_text("utf-8").splitlines() if PLACE.exists() else []
    noted = [json.loads(line) for line in lines]
    cases = list(dict.fromkeys(row["case"] for row in noted))
    hosts = dict.fromkeys((row["host"], row["version"], row["browser"]) for row in noted)
    answers = {
        (row["host"], row["version"], row["browser"], row["case"]): row["right"] for row in noted
    }
    words = {True: "yes", False: "NO", None: "–"}
    heads = ["host", "version", "browser", *cases]
    rows = [[*host, *(words[answers.get((*host, case))] for case in cases)] for host in hosts]
    wrong = sum(not right for right in answers.values())
    return "\n".join(
        [
            *("| " + " | ".join(cells) + " |" for cells in [heads, ["---"] * len(heads), *rows]),
            f"{wrong} of {len(answers)} boards were deaf, blank or wrong",
        ]
    )


if __name__ == "__main__":
    print(table())
