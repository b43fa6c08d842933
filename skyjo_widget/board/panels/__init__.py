"""The panels under the board: what they ask for, and what they do with it."""
