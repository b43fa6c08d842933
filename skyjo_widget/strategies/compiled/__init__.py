"""Compilation of people's strategies by numba."""
