"""Dates and times as a language writes them."""

from __future__ import annotations

import datetime

from skyjo_widget.util.i18n import words


def format_date(date: datetime.date, lang: str) -> str:
    """Return a date with its month in letters: ``22 November 2026``, ``1er mai 2026``."""
    texts = words(lang)["dates"]
    pattern = texts["first" if date.day == 1 else "date"]
    return str(pattern.format(day=date.day, month=texts["months"][str(date.month)], year=date.year))


def format_time(time: datetime.datetime | datetime.time, lang: str) -> str:
    """Return a time of the day: ``10:32``, ``10 h 32``."""
    return str(words(lang)["dates"]["time"]).format(hour=time.hour, minute=f"{time.minute:02}")


def local_time(timestamp: str) -> datetime.datetime:
    """Return a record's time, which is UTC, as this machine's clock shows it."""
    return datetime.datetime.fromisoformat(timestamp).astimezone()
