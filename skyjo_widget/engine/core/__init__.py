"""The parts of every game: states, actions, notation, drivers, machine code."""
