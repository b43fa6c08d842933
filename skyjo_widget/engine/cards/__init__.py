"""Decks, effects, and lists of cards."""
