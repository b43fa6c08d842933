"""Each game's table: its part of the view, and its prompts."""
