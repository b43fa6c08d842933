"""The user interface in notebooks: the board's widget, its views, panels and pages."""
