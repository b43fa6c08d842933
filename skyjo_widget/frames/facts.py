"""Facts about the three games, from very many games of bots: see ``docs/facts.md``.

They are read from a CSV file of the package, since Parquet needs pyarrow, which is an extra.
``python -m scripts.facts`` makes it.
"""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.schema import FACTS, TEXT
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.reading import read_bytes
from skyjo_widget.util.spelling import suggestion

FILE = Path(__file__).parent / "facts.csv"
LARGEST = 1_000_000
"""The most bytes of the file."""


@in_its_language
def facts(game: str, *, lang: str | None = None) -> pd.DataFrame:
    """Return what was measured of a game in very many games of bots.

    Parameters
    ----------
    game : {"skyjo", "newskyjo", "skip-bo"}
    lang : str, optional
        The language of `title` and `unit`.

    Returns
    -------
    DataFrame
        One row per fact and table: `fact`, its key; `title`, in words; `rules`, a preset, the
        options that differ from it, what its deck is without, or the effect that the fact is
        about; `players`; `strategy`, that of all players, or that of the first, which the fact is
        about, and that of the others; `value`; `standard_error`; `games` and `rounds`, how many
        were played; `unit`.  A share lies between 0 and 1.

    Raises
    ------
    RulesError
        If there is no such game or language.

    Examples
    --------
    >>> lengths = facts("skyjo").query("fact == 'rounds_per_game' and players == 2")
    >>> lengths[lengths["rules"] == "skyjo"]["strategy"].tolist()
    ['greedy', 'careful', 'learned']
    """
    texts = words(call_language(lang))["facts"]
    table = pd.read_csv(io.BytesIO(read_bytes(FILE, LARGEST)), dtype=FACTS, encoding="utf-8-sig")
    names = table["game"].unique()
    if game not in names:
        raise RulesError(
            "no facts are known of {game!r}{hint}; there are {games}",
            game=game,
            hint=suggestion(game, names),
            games=", ".join(names),
        )
    table = table[table["game"] == game].drop(columns="game").reset_index(drop=True)
    table.insert(1, "title", table["fact"].map(texts["titles"]).astype(TEXT))
    table["unit"] = table["unit"].map(texts["units"]).astype(TEXT)
    return table
