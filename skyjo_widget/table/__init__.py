"""Live games without a user interface: players, turns, undo, annotations, paper cards."""
