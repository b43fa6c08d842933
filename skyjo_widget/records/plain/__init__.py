"""The rules of the grid games once more, plain and slow, against which the engine is held."""
