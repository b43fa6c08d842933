"""Worksheets: questions beside the board, whose answers go to the record and are checked there."""
