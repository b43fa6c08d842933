"""How fast it is: ``make bench``."""
