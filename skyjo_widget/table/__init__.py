"""A live game without a screen: who plays, turns, undo, annotations, paper cards."""
