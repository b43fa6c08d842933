"""The rules that Skyjo and NewSkyjo share: cards in a grid before each player."""
