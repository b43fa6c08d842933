"""Two versions of a deck or of rules, compared on the same deals."""
