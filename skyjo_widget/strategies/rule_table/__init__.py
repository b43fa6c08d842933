"""Strategies without code: a table of rules, its grammar, checks and code."""
