"""A ready folder of a lesson: the pupils' notebook, and the file that the teacher fills in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.hand_in.hand_in import HAND_IN
from skyjo_widget.lessons.shipped_lessons import shipped
from skyjo_widget.lessons.worksheet.file import FOR_TEACHERS
from skyjo_widget.util.files import create_whole, given_path, make_folder, reason
from skyjo_widget.util.i18n import words


def new_lesson(
    folder: str | Path,
    lang: str = "en",
    *,
    lesson: str = "chance",
    seed: int | str | None = None,
    hand_in: str | Path = HAND_IN,
) -> list[Path]:
    """Make the folder of a lesson for pupils, without what is for the teacher alone.

    Parameters
    ----------
    folder : path
        It is made if needed.
    lang : str
        The language of the lesson.
    lesson : {"chance", "samples", "strategy", "perfect"}
        The shipped lesson that it is made from.
    seed : int or str, optional
        The class's seed; the lesson's own by default.
    hand_in : path
        The folder of the files that are handed in.

    Returns
    -------
    list of Path
        The new files: the notebook and ``lesson.toml``.

    Raises
    ------
    RecordError
        If there is such a file already, or it can't be written; nothing is replaced.
    RulesError
        If there is no such language or lesson.
    """
    texts, written = words(lang)["lesson"]["template"], shipped(lesson, lang)
    if seed is not None:
        written["game"]["seed"] = seed
    folder = given_path(folder)
    files = {
        folder / texts["notebook"]: json.dumps(_notebook(texts), ensure_ascii=False, indent=1)
        + "\n",
        folder / "lesson.toml": _toml(written, texts, str(hand_in)),
    }
    for path in files:
        if path.exists():
            raise RecordError("there is such a file already", path=str(path))
    paths: list[Path] = []
    for path, text in files.items():
        try:
            make_folder(path.parent)
            create_whole(path, text.encode())
        except (OSError, ValueError) as error:
            for other in paths:
                other.unlink(missing_ok=True)
            raise RecordError(
                "can't be written: {error}", error=reason(error), path=str(path)
            ) from None
        paths.append(path)
    return paths


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


def _toml(written: dict[str, Any], texts: dict[str, str], hand_in: str) -> str:
    """Write a lesson as TOML, with a comment beside each setting of the head."""
    game, position = written["game"], written.get("position")
    head = {"text": written["lesson"]["text"], "names": True, "hand_in": hand_in}
    parts = [
        _pairs({key: written[key] for key in ("title", "lang", "feedback", "paper")}, texts),
        "[game]\n" + _pairs(game, texts),
        "[lesson]\n" + _pairs(head, texts),
    ]
    if position:
        cards = {"position": {key: position[key] for key in position if key != "cards"}}
        cards["position.cards"] = position["cards"]
        parts += [f"[{name}]\n{_pairs(table, {})}" for name, table in cards.items()]
    for question in written["questions"]:
        fields = {key: value for key, value in question.items() if key not in FOR_TEACHERS}
        parts.append("[[questions]]\n" + _pairs(fields, {}))
    return "\n".join(parts)


def _pairs(table: dict[str, Any], texts: dict[str, str]) -> str:
    """Write keys with their values, a line each; JSON's texts and lists are TOML's too."""
    lines = []
    for key, value in table.items():
        about = texts.get(f"about_{key}")
        comment = f"  # {about}" if about else ""
        written = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        lines.append(f"{key} = {written}{comment}\n")
    return "".join(lines)
