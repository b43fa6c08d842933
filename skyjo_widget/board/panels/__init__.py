"""The panels under the board, in plain ipywidgets."""
