"""A user's own strategies: observation, calling, compiling, checking; rule tables."""
