"""Many games: jobs, processes, run folders, tournaments, environments."""
