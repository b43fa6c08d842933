"""The notebook: the board's widget, its views, panels and pages."""
