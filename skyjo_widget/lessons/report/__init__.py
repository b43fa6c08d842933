"""The report on a class's games, and its page."""
