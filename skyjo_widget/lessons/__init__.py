"""A lesson: what pupils hand in, what their choices cost, and the class's page of it all."""
