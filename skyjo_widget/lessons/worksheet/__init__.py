"""Worksheets: questions at a table, in a notebook, on phones, as text."""
