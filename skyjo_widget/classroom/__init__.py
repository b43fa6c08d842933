"""A lesson: hand-ins, the class's page, worksheets, the running mean."""
