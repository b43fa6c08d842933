"""The schema of a log's frames: columns, dtypes and the column dictionary."""

from __future__ import annotations

from typing import Any

import pandas as pd

from skyjo_widget.engine.games import GAMES
from skyjo_widget.util.i18n import words

# Any: pandas' stubs have an overload for each literal name
TEXT: Any = "string"
_INT: Any = "Int64"
_YES: Any = "boolean"
_NUMBER: Any = "Float64"
_TIME: Any = "datetime64[ns, UTC]"

_PHASES = tuple(dict.fromkeys(phase for game in GAMES.values() for phase in game.phases))
_ACTIONS = tuple(dict.fromkeys(kind for game in GAMES.values() for kind in game.actions.kinds))
_SOURCES = ("draw pile", "discard pile", "grid", "stock pile", "hand")

CATEGORIES = {
    "kind": ("person", "bot"),
    "phase": _PHASES,
    "action": _ACTIONS,
    "source": _SOURCES,
}
"""The columns of ordered categories, with their values."""

DECISIONS = {
    "game_id": TEXT,
    "decision": _INT,
    "game": TEXT,
    "round": _INT,
    "turn": _INT,
    "seat": _INT,
    "player": TEXT,
    "kind": "category",
    "phase": "category",
    "action": "category",
    "notation": TEXT,
    "source": "category",
    "source_pile": TEXT,
    "position": TEXT,
    "card_in": _INT,
    "card_effect": TEXT,
    "wild": _YES,
    "played_as": _INT,
    "completed": _YES,
    "card_out": _INT,
    "cleared": TEXT,
    "effect": TEXT,
    "no_effect": _YES,
    "swapped": TEXT,
    "legal_actions": _INT,
    "draw_pile_size": _INT,
    "discard_top": _INT,
    "hidden_left": _INT,
    "visible_before": _INT,
    "visible_after": _INT,
    "stock_left": _INT,
    "hand_size": _INT,
    "ms": _INT,
    "undone": _YES,
    "practice": _YES,
}
ROUNDS = {
    "game_id": TEXT,
    "round": _INT,
    "seat": _INT,
    "player": TEXT,
    "kind": "category",
    "dealer": _YES,
    "starter": _YES,
    "ender": _YES,
    "raw_score": _INT,
    "penalty": _INT,
    "score": _INT,
    "total": _INT,
    "turns": _INT,
    "columns_cleared": _INT,
    "cards_left": _INT,
    "penalty_cards": _INT,
    "finished": _YES,
    "practice": _YES,
}
PLAYED = {
    "game_id": TEXT,
    "game": TEXT,
    "preset": TEXT,
    "players": _INT,
    "names": TEXT,
    "persons": _INT,
    "rounds": _INT,
    "decisions": _INT,
    "finished": _YES,
    "winners": TEXT,
    "rules": TEXT,
    "deck": TEXT,
    "deck_name": TEXT,
    "seed": _INT,
    "locked": _YES,
    "branch": TEXT,
    "created": _TIME,
    "practice": _YES,
    "path": TEXT,
}
MOMENT = {
    "round": _INT,
    "turn": _INT,
    "seat": _INT,
    "player": TEXT,
    "phase": TEXT,
    "action": TEXT,
    "notation": TEXT,
    "undone": _YES,
    "practice": _YES,
}
"""The columns of an annotation on its decision."""
NOTES = {
    "game_id": TEXT,
    "note": _INT,
    "decision": _INT,
    "note_kind": TEXT,
    "tags": TEXT,
    "rating": _INT,
    "text": TEXT,
    "by": TEXT,
    "whom": TEXT,
    "at": _TIME,
    "edits": _INT,
    "replaced": _YES,
    **MOMENT,
}
FORMS = {
    "game_id": TEXT,
    "form": _INT,
    "by": TEXT,
    "experience": TEXT,
    "version": TEXT,
    "fun": _INT,
    "fairness": _INT,
    "clarity": _INT,
    "length": _INT,
    "text": TEXT,
    "at": _TIME,
    "practice": _YES,
}
RULINGS = {
    "game_id": TEXT,
    "ruling": _INT,
    "decision": _INT,
    "question": TEXT,
    "text": TEXT,
    "by": TEXT,
    "at": _TIME,
    **MOMENT,
}
REFEREE = {
    "game_id": TEXT,
    "event": _INT,
    "decision": _INT,
    "what": TEXT,
    "seat": _INT,
    "player": TEXT,
    "points": _INT,
    "cards": _INT,
    "place": TEXT,
    "to": TEXT,
    "text": TEXT,
    "at": _TIME,
    "undone": _YES,
    "practice": _YES,
}
PREDICTIONS = {
    "game_id": TEXT,
    "prediction": _INT,
    "decision": _INT,
    "round": _INT,
    "seat": _INT,
    "player": TEXT,
    "by": TEXT,
    "question": TEXT,
    "value": _NUMBER,
    "written": TEXT,
    "choice": TEXT,
    "coach": _NUMBER,
    "coach_choice": TEXT,
    "outcome": _YES,
    "at": _TIME,
    "practice": _YES,
}
ANSWERS = {
    "game_id": TEXT,
    "answer": _INT,
    "decision": _INT,
    "sheet": TEXT,
    "question": TEXT,
    "value": TEXT,
    "written": TEXT,
    "right": _YES,
    "by": TEXT,
    "at": _TIME,
}
FRAMES = {
    "decisions": DECISIONS,
    "rounds": ROUNDS,
    "games": PLAYED,
    "notes": NOTES,
    "forms": FORMS,
    "rulings": RULINGS,
    "referee": REFEREE,
    "predictions": PREDICTIONS,
    "answers": ANSWERS,
}
"""Each frame's columns and their dtypes, in order."""


def column_dictionary(lang: str = "en") -> pd.DataFrame:
    """Return the column dictionary.

    Parameters
    ----------
    lang : str
        The language of titles, units, values and descriptions.

    Returns
    -------
    DataFrame
        One row per frame and column: frame, column, title, dtype, unit, values, description.
        `Log.decisions` of `as_seen_by` and `omniscient` has `state` as well.

    Raises
    ------
    RulesError
        If there is no such language.

    Examples
    --------
    >>> found = column_dictionary()
    >>> found[found["column"] == "card_in"]["unit"].tolist()
    ['points']
    """
    known = words(lang)["columns"]
    rows = []
    for frame, names in FRAMES.items():
        extra = {"state": TEXT} if frame == "decisions" else {}
        for name, dtype in {**names, **extra}.items():
            about = known[name]
            rows.append(
                {
                    "frame": frame,
                    "column": name,
                    "title": about["title"],
                    "dtype": dtype,
                    "unit": about["unit"],
                    "values": about["values"],
                    "description": about["description"],
                }
            )
    return pd.DataFrame(rows, dtype=TEXT)


def frame_of(rows: list[dict[str, Any]], dtypes: dict[str, Any]) -> pd.DataFrame:
    """Return rows as a frame with these columns and dtypes; absent values are missing."""
    data = {}
    for name, dtype in dtypes.items():
        values = [row.get(name) for row in rows]  # a row lacks the columns of other games
        if dtype == "category":
            kinds = pd.CategoricalDtype(list(CATEGORIES[name]), ordered=True)
            data[name] = pd.Series(pd.Categorical(values, dtype=kinds))
        elif dtype == _TIME:
            data[name] = pd.to_datetime(pd.Series(values, dtype="object"), utc=True).astype(_TIME)
        else:
            data[name] = pd.Series(pd.array(values, dtype=dtype))
    return pd.DataFrame(data)
