"""Lessons: the lesson itself, its worksheets, the hand-ins and the class's report."""
