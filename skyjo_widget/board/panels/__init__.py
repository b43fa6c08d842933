"""What stands under the board, in plain ipywidgets: a file a panel."""
