"""The rulebook: pure functions over plain states, at two speeds.

NumPy and, where it is present, numba; no I/O, no pandas, no printing.
"""
