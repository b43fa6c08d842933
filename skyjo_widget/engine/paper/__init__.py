"""Games with paper cards: one possible world, and which of its cards have a name."""
