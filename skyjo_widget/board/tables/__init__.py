"""Each game's table: a part of the view, and what the board asks there."""
