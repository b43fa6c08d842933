"""Playtests with people: planning a comparison of versions, and what a few games say."""
