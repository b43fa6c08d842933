"""Games with paper cards: one possible world, and the cards in it that are known."""
