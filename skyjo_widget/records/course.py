"""Folders beside a notebook in an nbgrader course, which hands out whatever lies there.

``nbgrader generate_assignment`` copies all files beside the teacher's notebook into the pupils'
assignment, and ``autograde`` and ``generate_feedback`` copy what lies beside a pupil's.  A record
holds the order of the cards, which a class with one seed has in common.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from skyjo_widget.util.files import given_path, is_folder, is_there

_RUNS = "NBGRADER_EXECUTION"
"""The variable that nbgrader sets while it runs a notebook: ``autograde`` or ``validate``."""
_RECORDS = "records"
"""The folder of a course for what is written beside its notebooks."""


def is_graded() -> bool:
    """Return True while nbgrader runs the notebook: it plays a game that nobody asked for."""
    return bool(os.environ.get(_RUNS))


def default_folder(name: str | Path) -> Path:
    """Return a folder beside the notebook, or in a teacher's course one that isn't handed out.

    A course is a folder above with nbgrader's ``gradebook.db``, or with ``nbgrader_config.py`` and
    ``source``; pupils have neither.

    Parameters
    ----------
    name : path
        An absolute one stays as it is.

    Raises
    ------
    RecordError
        If it is no path.
    """
    folder = given_path(name)
    with contextlib.suppress(OSError):  # the current folder was deleted
        here = Path.cwd()
        for course in here.parents:
            if _is_course(course):
                inside = here.relative_to(course)
                up = [".."] * len(inside.parts)  # the path is shown: no machine's folders in it
                return Path(*up, _RECORDS, inside, folder)
    return folder


def _is_course(folder: Path) -> bool:
    configured = is_there(folder / "nbgrader_config.py") and is_folder(folder / "source")
    return configured or is_there(folder / "gradebook.db")
