"""A ready folder of a lesson: the pupils' notebook, and the file that the teacher fills in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.util.files import create_whole, given_path, make_folder, reason
from skyjo_widget.util.i18n import words

_TEXTS = ("title", "text", "seed", "number", "choice", "own", "mean", "why")


def new_lesson(folder: str | Path, lang: str = "en") -> list[Path]:
    """Make the folder of a lesson.

    Parameters
    ----------
    folder : path
        It is made if needed.
    lang : str
        The language of the lesson.

    Returns
    -------
    list of Path
        The new files: the notebook and ``lesson.toml``.

    Raises
    ------
    RecordError
        If there is such a file already, or it can't be written; nothing is replaced.
    RulesError
        If there is no such language.
    """
    texts = words(lang)["lesson"]["template"]
    folder = given_path(folder)
    files = {
        folder / texts["notebook"]: json.dumps(_notebook(texts), ensure_ascii=False, indent=1)
        + "\n",
        folder / "lesson.toml": _toml(texts, lang),
    }
    for path in files:
        if path.exists():
            raise RecordError("there is such a file already", path=str(path))
    made: list[Path] = []
    for path, text in files.items():
        try:
            make_folder(path.parent)
            create_whole(path, text.encode())
        except (OSError, ValueError) as error:
            for other in made:
                other.unlink(missing_ok=True)
            raise RecordError(f"can't be written: {reason(error)}", path=str(path)) from None
        made.append(path)
    return made


def _notebook(texts: dict[str, str]) -> dict[str, Any]:
    """Return a notebook of two cells: what to do, and the lesson."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": "start", "metadata": {}, "source": [texts["how"]]},
        {
            "cell_type": "code",
            "id": "lesson",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": ["from skyjo_widget import lesson\n", "\n", 'lesson("lesson.toml")'],
        },
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _toml(texts: dict[str, str], lang: str) -> str:
    filled = {name: json.dumps(texts[name], ensure_ascii=False) for name in _TEXTS}
    said = {name: texts[name] for name in texts if name.startswith("about_")}
    return _TOML.format(lang=json.dumps(lang), **filled, **said)


_TOML = """\
title = {title}
lang = {lang}
feedback = "at once"  # {about_feedback}

[game]
preset = "skyjo"
players = ["pupil", "bot:greedy"]  # {about_players}
seed = {seed}  # {about_seed}
coach = "locked"  # {about_coach}

[lesson]
text = {text}
names = true  # {about_names}
hand_in = "hand-in"  # {about_hand_in}

[[questions]]
kind = "number"
name = "four or less"
text = {number}
truth = "draw at most 4"

[[questions]]
kind = "choice"
name = "hidden card"
text = {choice}
options = ["0", {own}, {mean}]
right = {mean}

[[questions]]
kind = "text"
name = "why"
text = {why}
"""
