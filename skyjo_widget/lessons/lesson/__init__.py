"""A lesson: its file, its games, its printed sheets."""
