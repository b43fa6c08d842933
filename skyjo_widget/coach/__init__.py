"""Advice on a decision, and rounds played on from it."""
