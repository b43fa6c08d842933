"""Replays of a record: on the board, as a page, beside its rows and charts."""
