"""An hour's lesson, made ready in one go: the pupils' folder, and what the teacher keeps."""

from __future__ import annotations

import contextlib
import datetime
import json
import random
import re
import secrets
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.errors.message import Message, _
from skyjo_widget.frames.export import csv_bytes
from skyjo_widget.lessons.lesson.answers import answers
from skyjo_widget.lessons.lesson.file import read_lesson
from skyjo_widget.lessons.lesson.folder import new_lesson
from skyjo_widget.lessons.lesson.printing import print_page
from skyjo_widget.lessons.lesson.sheets import sheets
from skyjo_widget.lessons.report.class_list import ClassList, Listed, read_class_list
from skyjo_widget.lessons.report.names import first_names, initials
from skyjo_widget.lessons.shipped_lessons import shipped
from skyjo_widget.util.dates import format_date
from skyjo_widget.util.files import given_path, make_folder, reason, write_whole
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import escaped, paragraph
from skyjo_widget.util.reading import TEXT, read_text
from skyjo_widget.util.validation import seed_number

PUPILS, HAND_IN, TEACHER = "pupils", "hand-in", "teacher"
"""The folders of an hour."""
SYLLABLES = 5
"""Syllables of a word that nobody guesses: 31 bits."""
_CONSONANTS, _VOWELS = "bcdfgklmnprstvz", "aeiou"


class Hour(NamedTuple):
    """An hour that is ready.

    Parameters
    ----------
    folder : Path
        With the folders ``pupils``, ``hand-in`` and ``teacher``.
    seed : str
        The class's seed.
    hand_in : tuple of Path
        The folders of the files that are handed in.
    class_list : Path or None
        The teacher's copy of the list of names.
    lines : tuple of Message
        What was made, what was kept, and how the list was understood.
    """

    folder: Path
    seed: int | str
    hand_in: tuple[Path, ...]
    class_list: Path | None
    lines: tuple[Message, ...]

    @property
    def page(self) -> Path:
        """The class's page."""
        return self.folder / TEACHER / "class.html"


def prepare_hour(
    lesson: str,
    of: str,
    *,
    names: str | Path | None = None,
    seed: int | str | None = None,
    lang: str = "en",
    folder: str | Path | None = None,
    notebook: Path | None = None,
) -> Hour:
    """Make the folders of an hour; what is there stays as it is.

    Parameters
    ----------
    lesson : {"chance", "samples", "strategy", "perfect"}
    of : str
        The class, such as ``"1re 3"``.
    names : path, optional
        Its list of names (`read_class_list`); by default the one of an earlier call.
    seed : int or str, optional
        The class's seed; by default the class, the date and a word that nobody guesses.
    lang : str
        The language of the lesson.
    folder : path, optional
        The folder of the hour; by default one of the class, and in it one of the lesson.
    notebook : Path, optional
        The lesson's notebook: pupils get a copy with the class's seed.  What they hand in there
        lies beside it.

    Returns
    -------
    Hour

    Raises
    ------
    RulesError
        If there is no such lesson or language, the list can't be read, the class has no name, or
        the folder holds another hour's seed.
    RecordError
        If a file can't be written.
    """
    shipped(lesson, lang)
    of = " ".join(of.split())
    if not of.strip(". "):
        raise RulesError("class={of!r}: a name is needed, such as 1re 3", of=of)
    place = Path(_file_name(of), lesson) if folder is None else given_path(folder)
    new_list = None if names is None else read_class_list(names)
    notes = _Notes(place)
    written = place / PUPILS / "lesson.toml"
    if written.exists():
        plan = read_lesson(written)
        of_file, lang = plan.options.get("seed"), plan.lang or lang
        if seed is not None and (of_file is None or seed_number(seed) != seed_number(of_file)):
            raise RulesError(
                "{path} has the seed {seed!r}: change it there, or choose another --folder",
                path=written,
                seed=of_file,
            )
        seed = of_file
        notes.kept(written.parent)
    else:
        seed = _seed(of, lang) if seed is None else seed
        new_lesson(
            written.parent, lang, lesson=lesson, seed=seed, hand_in=(place / HAND_IN).absolute()
        )
        if notebook is not None:
            _copy(notebook, written.parent, shipped(lesson, lang)["game"]["seed"], seed)
        notes.new(written.parent)
    notes.folder(HAND_IN)
    notes.folder(TEACHER, private=True)
    teacher = place / TEACHER
    key, paper = teacher / "answers.html", teacher / "sheets.html"
    if key.exists() and escaped(str(seed)) not in read_text(key, 10 * TEXT):
        key.unlink()  # those of the seed that the teacher has changed
        paper.unlink(missing_ok=True)
    if notes.lacks(key):
        answers(seed, lesson, lang=lang).to_html(key)
    if notes.lacks(paper):
        sheets(lesson, paper, seed=seed, lang=lang)
    listed, own = new_list, teacher / "names.csv"
    if new_list is not None:
        notes.replaced(own)
        heads = words(lang)["seating"]["heads"].values()
        rows = [(pupil.family, pupil.first) for pupil in new_list.pupils]
        write_whole(own, csv_bytes(pd.DataFrame(rows, columns=list(heads))))
    elif own.exists():
        listed = read_class_list(own)
    if listed is None:
        notes.lines.append(_("no list of names: nobody is seated, and nobody counts as missing"))
    else:
        notes.lines += _understood(listed)
        if new_list is not None or notes.lacks(teacher / "seating.html"):
            notes.replaced(teacher / "seating.html")
            seating(listed, teacher / "seating.html", of=of, seed=str(seed), lang=lang)
    handed = Path(read_lesson(written).hand_in)
    folders = (handed if handed.is_absolute() else place / HAND_IN, written.parent / HAND_IN)
    notes.lines += [
        _("for the pupils: {path}", path=written.parent),
        _("for you alone: {path}", path=teacher),
    ]
    listed_in = None if listed is None else own
    return Hour(
        place, seed or "", folders[: 1 + folders[1].is_dir()], listed_in, tuple(notes.lines)
    )


def _copy(notebook: Path, folder: Path, of_lesson: str, seed: int | str) -> None:
    """Copy a lesson's notebook with the class's seed, and make its folder for handing in."""
    cells = json.loads(read_text(notebook, 10 * TEXT))
    for cell in cells["cells"]:
        if cell["cell_type"] == "code":
            before, after = (json.dumps(text, ensure_ascii=False) for text in (of_lesson, seed))
            cell["source"] = [line.replace(before, after) for line in cell["source"]]
            cell["outputs"] = []
    write_whole(folder / notebook.name, json.dumps(cells, ensure_ascii=False, indent=1) + "\n")
    make_folder(folder / HAND_IN)


class _Notes:
    """Notes of an hour's folder: its new files, and those that were kept."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.lines: list[Message] = []

    def new(self, path: Path) -> None:
        self.lines.append(_("made: {path}", path=path))

    def kept(self, path: Path) -> None:
        self.lines.append(_("kept as it is: {path}", path=path))

    def replaced(self, path: Path) -> None:
        """Note a file that is made again; `lacks` has noted a new one."""
        line = _("made: {path}", path=path)
        if line not in self.lines:
            self.lines.append(line)

    def lacks(self, path: Path) -> bool:
        """Return True if a file is to be made, and note it."""
        there = path.exists()
        (self.kept if there else self.new)(path)
        return not there

    def folder(self, name: str, *, private: bool = False) -> None:
        """Make a folder; keep other users of this machine out of a private one."""
        path = self.place / name
        if path.is_dir():
            count = sum(1 for _file in path.iterdir())
            if name == HAND_IN and count:
                self.lines.append(
                    _("files kept as they are in {path}: {count}", count=count, path=path)
                )
            return
        try:
            make_folder(path)
        except OSError as error:
            raise RecordError(
                "can't be written: {error}", error=reason(error), path=str(path)
            ) from None
        if private:
            with contextlib.suppress(OSError):
                path.chmod(0o700)


def _seed(of: str, lang: str) -> str:
    """Return a seed that nobody guesses."""
    word = "".join(
        secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _syllable in range(SYLLABLES)
    )
    return f"{of}, {format_date(datetime.date.today(), lang)}, {word}"


def _file_name(text: str) -> str:
    """Return a text as the name of a folder on any system."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]', "-", text).strip(". ") or "-"


def _understood(listed: ClassList) -> list[Message]:
    """Return how a list was understood, and what wasn't."""
    named = ", ".join(_short(pupil) for pupil in listed.pupils)
    lines = [_("{count} names: {names}", count=len(listed.pupils), names=named)]
    for line, text in listed.unread:
        lines.append(_("line {line} isn't a new name: {text!r:.80}", line=line, text=text))
    return lines


def _short(pupil: Listed) -> str:
    """Return a first name with the initial of the family name."""
    letters = initials(pupil.name).split()
    return f"{pupil.first} {letters[-1]}" if pupil.family else pupil.first


def seating(listed: ClassList, path: Path, *, of: str, seed: str, lang: str) -> Path:
    """Write who sits with whom, drawn by the class's seed, as a page to print or to project.

    Parameters
    ----------
    listed : ClassList
    path : Path
    of : str
        The class.
    seed : str
    lang : str

    Raises
    ------
    RecordError
        If it can't be written.
    """
    texts = words(lang)["seating"]
    names = list(first_names(listed.names).values())
    random.Random(seed_number(seed)).shuffle(names)
    tables = [names[at : at + 2] for at in range(0, len(names), 2)]
    if len(tables) > 1 and len(tables[-1]) == 1:
        tables[-2] += tables.pop()
    seats = ["<br>".join(f"<bdi>{escaped(name)}</bdi>" for name in table) for table in tables]
    items = "".join(
        f"<li><small>{number}</small><p>{seat}</p></li>" for number, seat in enumerate(seats, 1)
    )
    title = texts["title"].format(of=of)
    about = paragraph(texts["about"])
    parts = [f"<h1>{escaped(title)}</h1>", about, f'<ol class="seats">{items}</ol>']
    return print_page(path, title, parts, lang)
