"""Utilities independent of any game: texts, files, numbers, markup, validation."""
