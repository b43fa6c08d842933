"""States for learning: what each seat could see before each decision, as arrays.

`fields` lays the numbers of an observation out, `loop` writes them for whole games, `build` reads
games from histories or from a run, and `table` is what users get.
"""
