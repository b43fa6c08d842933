"""The rules of the games: functions over plain states, interpreted or compiled.

NumPy and, where it is present, numba; no I/O, no pandas, no printing.
"""
